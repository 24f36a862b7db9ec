//! Colors, depth and segmentation.

use ferrodyn_engine::enums::RndFlag;
use ferrodyn_engine::{Data, Model, forward};
use ferrodyn_render::{Gpu, RenderError, Renderer};
use ferrodyn_scene::{Camera, Perturb, Scene, VisOption, update_scene};

const SIDE: u32 = 64;

/// A device; `None` where there is none, which is an error where one is needed.
fn gpu() -> Option<Gpu> {
    match Gpu::new() {
        Ok(gpu) => Some(gpu),
        Err(error) if std::env::var_os("FERRODYN_NEEDS_GPU").is_none() => {
            eprintln!("SKIPPED: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn model(world: &str) -> Model {
    let xml = format!(
        "<mujoco>
           <visual><headlight ambient='0 0 0' diffuse='1 1 1' specular='0 0 0'/></visual>
           <statistic center='0 0 0' extent='1'/>
           <worldbody>{world}</worldbody>
         </mujoco>"
    );
    ferrodyn_mjcf::Loader::new().load_str(&xml).expect("the model loads")
}

/// The scene from a free camera on the x axis that looks at the origin.
fn scene(m: &Model, distance: f64) -> Scene {
    let mut d = Data::new(m);
    forward(m, &mut d);
    let mut scene = Scene::new(m, 100);
    let mut camera = Camera { distance, azimuth: 180.0, elevation: 0.0, ..Camera::free(m) };
    let options = VisOption::default();
    update_scene(m, &d, &options, &Perturb::default(), &mut camera, 7, &mut scene)
        .expect("the scene is made");
    scene
}

fn pixel(picture: &[u8], x: u32, y: u32) -> [u8; 3] {
    let at = 3 * (y * SIDE + x) as usize;
    [picture[at], picture[at + 1], picture[at + 2]]
}

#[test]
fn a_ball_is_lit_from_the_camera_and_the_background_is_black() {
    let Some(gpu) = gpu() else { return };
    let m = model("<geom size='.5' rgba='1 .5 0 1'/>");
    let mut renderer = Renderer::new(&gpu, &m).unwrap();
    let picture = renderer.color(&scene(&m, 3.0), SIDE, SIDE).unwrap();
    let middle = pixel(&picture, SIDE / 2, SIDE / 2);
    assert!(middle[0] > 250 && middle[1].abs_diff(127) < 4 && middle[2] == 0, "{middle:?}");
    assert_eq!(pixel(&picture, 1, 1), [0; 3]);
    // the border is turned away from the light
    let border = pixel(&picture, SIDE / 2 + 11, SIDE / 2);
    assert!(border[0] < middle[0] - 40, "{border:?}");
}

#[test]
fn up_is_up_and_left_is_left() {
    let Some(gpu) = gpu() else { return };
    // seen from +x, +y is to the right
    let m = model(
        "<geom size='.1' pos='0 0 .6' rgba='1 0 0 1'/><geom size='.1' pos='0 .6 0' rgba='0 1 0 1'/>",
    );
    let mut renderer = Renderer::new(&gpu, &m).unwrap();
    let picture = renderer.color(&scene(&m, 3.0), SIDE, SIDE).unwrap();
    let brightest = |channel: usize| {
        let places = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
        places.max_by_key(|&(x, y)| pixel(&picture, x, y)[channel]).unwrap()
    };
    let ((rx, ry), (gx, gy)) = (brightest(0), brightest(1));
    assert!(rx.abs_diff(SIDE / 2) < 4 && ry < SIDE / 2 - 8, "{rx} {ry}");
    assert!(gx > SIDE / 2 + 8 && gy.abs_diff(SIDE / 2) < 4, "{gx} {gy}");
}

#[test]
fn depth_is_one_near_and_zero_far_and_tells_the_distance() {
    let Some(gpu) = gpu() else { return };
    let m = model("<geom type='box' size='.5 .5 .5'/>");
    let mut renderer = Renderer::new(&gpu, &m).unwrap();
    let scene = scene(&m, 3.0);
    let depth = renderer.depth(&scene, SIDE, SIDE).unwrap();
    assert_eq!(depth[0], 0.0);
    let middle = depth[(SIDE / 2 * SIDE + SIDE / 2) as usize];
    let (near, far) = (scene.camera[0].frustum_near, scene.camera[0].frustum_far);
    let distance = near * far / (near + middle * (far - near));
    assert!((distance - 2.5).abs() < 1e-4, "{distance}");
}

#[test]
fn numbers_of_shapes_are_written_as_colors() {
    let Some(gpu) = gpu() else { return };
    let m = model("<geom size='.3' pos='0 -.4 0'/><geom size='.3' pos='0 .4 0'/>");
    let mut renderer = Renderer::new(&gpu, &m).unwrap();
    let mut scene = scene(&m, 3.0);
    scene.flags[RndFlag::Segment as usize] = 1;
    scene.flags[RndFlag::IdColor as usize] = 1;
    let picture = renderer.color(&scene, SIDE, SIDE).unwrap();
    assert_eq!(pixel(&picture, 22, 32), [1, 0, 0]);
    assert_eq!(pixel(&picture, 42, 32), [2, 0, 0]);
    assert_eq!(pixel(&picture, 1, 1), [0; 3]);
}

#[test]
fn what_is_between_a_light_and_the_floor_throws_a_shadow() {
    let Some(gpu) = gpu() else { return };
    let world = |casts: bool| {
        format!(
            "<light dir='0 0 -1' pos='0 0 3' directional='true' castshadow='{casts}'/>
             <geom type='box' size='2 2 .1' pos='0 0 -.5'/><geom size='.2' pos='0 0 .9'/>"
        )
    };
    let middle = |casts| {
        let m = model(&world(casts));
        let mut renderer = Renderer::new(&gpu, &m).unwrap();
        let mut d = Data::new(&m);
        forward(&m, &mut d);
        let mut scene = Scene::new(&m, 10);
        let mut camera = Camera { distance: 3.0, elevation: -30.0, ..Camera::free(&m) };
        let (options, nothing) = (VisOption::default(), Perturb::default());
        update_scene(&m, &d, &options, &nothing, &mut camera, 7, &mut scene).unwrap();
        pixel(&renderer.color(&scene, SIDE, SIDE).unwrap(), SIDE / 2, SIDE * 41 / 64)
    };
    let (lit, dark) = (middle(false), middle(true));
    assert!(lit[0] > dark[0] + 40, "{lit:?} {dark:?}");
}

#[test]
fn pictures_of_many_scenes_are_those_of_each() {
    let Some(gpu) = gpu() else { return };
    let m = model(
        "<light pos='1 0 3' dir='-.3 0 -1'/><geom size='.5'/><geom type='plane' size='0 0 1' pos='0 0 -.5'/>",
    );
    let mut renderer = Renderer::new(&gpu, &m).unwrap();
    let scenes: Vec<_> = (0..5).map(|i| scene(&m, 2.0 + f64::from(i))).collect();
    let together = renderer.depths(&scenes, SIDE, SIDE).unwrap();
    let alone: Vec<f32> =
        scenes.iter().flat_map(|scene| renderer.depth(scene, SIDE, SIDE).unwrap()).collect();
    // rounding depends on where a picture is on its sheet
    assert!(together.iter().zip(&alone).all(|(a, b)| (a - b).abs() < 1e-6));
    let together = renderer.colors(&scenes, SIDE, SIDE).unwrap();
    let alone: Vec<u8> =
        scenes.iter().flat_map(|scene| renderer.color(scene, SIDE, SIDE).unwrap()).collect();
    assert_eq!(together.len(), alone.len());
    let off = together.iter().zip(&alone).filter(|(a, b)| a.abs_diff(**b) > 24).count();
    assert!(off * 100 < alone.len(), "{off} of {}", alone.len());
}

/// More lights than a block holds are read one by one: a light without color has to change nothing.
#[test]
fn many_lights_shine_as_few_do() {
    let Some(gpu) = gpu() else { return };
    let world = |dark: usize| {
        // with the one of the camera, seven more fill a block
        let light = |i: i32| {
            format!(
                "<light pos='{} 0 3' dir='-.3 0 -1' directional='{}' castshadow='{}'
                        diffuse='.1 .{i} .2' specular='.3 .3 .3' exponent='{i}'/>",
                i - 3,
                i % 2 == 0,
                i % 3 == 0,
            )
        };
        let lights = (0..7).map(light).collect::<Vec<_>>().concat();
        let dark = "<light castshadow='false' diffuse='0 0 0' specular='0 0 0'/>".repeat(dark);
        format!(
            "{lights}{dark}<geom size='.3' pos='0 0 .3'/><geom size='.2' pos='.5 .5 0' rgba='1 0 0 .5'/>
             <geom type='box' size='2 2 .1' pos='0 0 -.5'/>"
        )
    };
    let picture = |dark| {
        let m = model(&world(dark));
        let mut scene = scene(&m, 3.0);
        assert_eq!(scene.lights.len(), 8 + dark);
        scene.flags[RndFlag::Shadow as usize] = 1;
        Renderer::new(&gpu, &m).unwrap().color(&scene, SIDE, SIDE).unwrap()
    };
    let few = picture(0);
    assert!(few.iter().any(|&x| x > 50), "something is lit");
    assert!(few == picture(1), "a block and one by one");
}

#[test]
fn a_scene_that_was_never_filled_is_black() {
    let Some(gpu) = gpu() else { return };
    let m = model("<geom size='.5'/>");
    let mut renderer = Renderer::new(&gpu, &m).unwrap();
    let scene = Scene::new(&m, 10);
    assert!(renderer.color(&scene, 4, 3).unwrap().iter().all(|&x| x == 0));
    assert!(renderer.depth(&scene, 4, 3).unwrap().iter().all(|&x| x == 0.0));
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    let Some(gpu) = gpu() else { return };
    let m = model("<light pos='0 0 3'/><geom size='.5'/><geom type='plane' size='1 1 1'/>");
    let mut renderer = Renderer::new(&gpu, &m).unwrap();
    for bad in [f32::NAN, f32::INFINITY, 1e38] {
        let mut scene = scene(&m, 3.0);
        for geom in &mut scene.geoms {
            (geom.pos, geom.rgba[3], geom.dataid, geom.matid) = ([bad; 3], bad, 7, 9);
        }
        scene.lights[0].pos = [bad; 3];
        assert_eq!(renderer.color(&scene, 8, 8).unwrap().len(), 192);
    }
}

#[test]
fn sizes_that_cannot_be_drawn_are_refused() {
    let Some(gpu) = gpu() else { return };
    let m = model("<geom size='.5'/>");
    let mut renderer = Renderer::new(&gpu, &m).unwrap();
    let scene = scene(&m, 3.0);
    for (width, height) in [(0, 5), (5, 0), (u32::MAX, 5), (5, 1 << 20)] {
        let error = renderer.color(&scene, width, height).unwrap_err();
        assert!(matches!(error, RenderError::Size { .. }), "{error}");
    }
    assert!(matches!(renderer.upload_mesh(&m, 0), Err(RenderError::Asset { .. })));
}
