//! Pictures of a simulation, on a graphics card or in software, without a display: needs the feature
//! `render`. With the name of a file, the last picture is saved there as PPM.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --features render --example picture
//! 0.0 s: 5 % of the picture is red, 76 % above its edge
//! 0.2 s: 5 % of the picture is red, 64 % above its edge
//! 0.4 s: 5 % of the picture is red, 28 % above its edge
//! ```

use ferrodyn::enums::CameraType;
use ferrodyn::render::{Gpu, Renderer};
use ferrodyn::scene::{Camera, Perturb, Scene, VisOption, update_scene};
use ferrodyn::{Data, forward, step};

const SCENE: &str = r#"<mujoco><worldbody>
  <light pos="0 0 3" dir="0 0 -1"/>
  <camera name="front" pos="0 -2 0.6" xyaxes="1 0 0 0 0 1"/>
  <geom type="plane" size="2 2 1" rgba="0.4 0.5 0.6 1"/>
  <body name="ball" pos="0 0 1"><freejoint/><geom size="0.25" rgba="1 0 0 1"/></body>
</worldbody></mujoco>"#;

const WIDTH: usize = 320;
const HEIGHT: usize = 240;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let m = ferrodyn::load_str(SCENE)?;
    let mut d = Data::new(&m);
    let mut renderer = Renderer::new(&Gpu::new()?, &m)?;
    let mut scene = Scene::new(&m, 1000);
    let front = m.camera("front").ok_or("there is no such camera")?;
    let mut camera =
        Camera { kind: Some(CameraType::Fixed), fixedcamid: front.raw(), ..Camera::default() };

    let mut rgb = Vec::new();
    for _ in 0..3 {
        // what the camera sees follows from the state
        forward(&m, &mut d);
        let (options, nothing) = (VisOption::default(), Perturb::default());
        update_scene(&m, &d, &options, &nothing, &mut camera, 7, &mut scene)?;
        rgb = renderer.color(&scene, WIDTH as u32, HEIGHT as u32)?;

        let red = |pixel: &&[u8]| pixel[0] > 60 && pixel[1] < 40 && pixel[2] < 40;
        let rows = rgb.chunks_exact(3 * WIDTH).map(|row| row.chunks_exact(3).filter(red).count());
        let (sum, weighted) = rows
            .enumerate()
            .fold((0, 0), |(sum, weighted), (y, reds)| (sum + reds, weighted + y * reds));
        let (share, height) =
            (100 * sum / (WIDTH * HEIGHT), 100 - 100 * weighted / sum.max(1) / HEIGHT);
        println!("{:.1} s: {share} % of the picture is red, {height} % above its edge", d.time);
        (0..100).for_each(|_| step(&m, &mut d));
    }
    if let Some(file) = std::env::args().nth(1) {
        let header = format!("P6 {WIDTH} {HEIGHT} 255\n").into_bytes();
        std::fs::write(file, [header, rgb].concat())?;
    }
    Ok(())
}
