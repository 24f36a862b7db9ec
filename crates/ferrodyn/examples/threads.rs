//! Many simulations of one model on all cores, with rayon: the model is shared, each thread has data.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example threads
//! thrown with 0.0 m/s: 0.020 m
//! thrown with 1.0 m/s: 0.459 m
//! thrown with 2.0 m/s: 0.898 m
//! thrown with 3.0 m/s: 1.338 m
//! one by one gives the same bits: true
//! ```

use ferrodyn::{Data, Model, step};
use rayon::prelude::*;

const SCENE: &str = r#"<mujoco><worldbody>
  <geom type="plane" size="5 5 1"/>
  <body pos="0 0 1"><freejoint/><geom type="capsule" size="0.05 0.15" density="500"/></body>
</worldbody></mujoco>"#;

/// Where a capsule thrown with a speed is after a second.
fn throw(m: &Model, d: &mut Data, speed: f64) -> f64 {
    d.reset(m);
    d.qvel[0] = speed;
    d.qvel[4] = 3.0;
    while d.time < 1.0 {
        step(m, d);
    }
    d.qpos[0]
}

fn main() -> Result<(), ferrodyn::LoadError> {
    let m = ferrodyn::load_str(SCENE)?;
    let speeds: Vec<f64> = (0..200).map(|i| 0.02 * f64::from(i)).collect();

    // data is made once for each thread, not once for each throw
    let reached: Vec<f64> =
        speeds.par_iter().map_init(|| Data::new(&m), |d, &speed| throw(&m, d, speed)).collect();
    for i in [0, 50, 100, 150] {
        println!("thrown with {:.1} m/s: {:.3} m", speeds[i], reached[i]);
    }

    let mut d = Data::new(&m);
    let one_by_one: Vec<f64> = speeds.iter().map(|&speed| throw(&m, &mut d, speed)).collect();
    println!("one by one gives the same bits: {}", reached == one_by_one);
    Ok(())
}
