//! Scenes of whole models.

use ferrodyn_engine::enums::{CameraType, GeomType, Label, ObjType, VisFlag, VisFrame};
use ferrodyn_engine::ids::{ContactId, TendonId, WrapId};
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::{Data, Model, forward, step};
use ferrodyn_mjcf::Loader;
use ferrodyn_scene::{Camera, Perturb, Scene, SceneError, VisOption, select, update_scene};

const BUSY: &str = r#"<mujoco>
  <worldbody>
    <light pos="0 0 3"/><camera pos="0 -2 1" resolution="4 3"/>
    <geom name="floor" type="plane" size="0 0 1"/>
    <body name="ball" pos="0 0 .09"><freejoint/><geom size=".1"/><site name="a"/></body>
    <body pos="1 0 1"><joint axis="0 1 0"/><geom type="box" size=".1 .1 .1"/><geom size=".2"/>
      <site name="b"/></body>
    <flexcomp name="cloth" type="grid" count="3 3 1" spacing=".1 .1 .1" radius=".01" dim="2"
              pos="-1 0 .5"><edge equality="true"/></flexcomp>
  </worldbody>
  <tendon><spatial><site site="a"/><site site="b"/></spatial></tendon>
  <actuator><motor site="a"/></actuator>
</mujoco>"#;

fn busy() -> (Model, Data) {
    let m = Loader::new().load_str(BUSY).unwrap();
    let mut d = Data::new(&m);
    step(&m, &mut d);
    forward(&m, &mut d);
    (m, d)
}

/// Everything is shown.
fn all() -> VisOption {
    VisOption { flags: [1; VisFlag::COUNT], ..VisOption::default() }
}

fn scene_of(m: &Model, d: &Data, opt: &VisOption, maxgeom: usize) -> Scene {
    let mut scene = Scene::new(m, maxgeom);
    let pert = Perturb { select: 1, active: 3, ..Perturb::default() };
    update_scene(m, d, opt, &pert, &mut Camera::free(m), 7, &mut scene).unwrap();
    scene
}

#[test]
fn a_full_scene_is_the_beginning_of_a_larger_one() {
    let (m, d) = busy();
    let large = scene_of(&m, &d, &all(), 1000);
    assert_eq!(large.status, 0);
    for maxgeom in 0..large.geoms.len() {
        let small = scene_of(&m, &d, &all(), maxgeom);
        assert_eq!((small.geoms.len(), small.status), (maxgeom, 1));
        assert_eq!(small.geoms, large.geoms[..maxgeom]);
    }
}

#[test]
fn shapes_are_numbered_in_order() {
    let (m, d) = busy();
    let scene = scene_of(&m, &d, &all(), 1000);
    for (i, geom) in scene.geoms.iter().enumerate() {
        assert_eq!(usize::try_from(geom.segid), Ok(i));
    }
}

#[test]
fn labels_name_objects_or_count_them() {
    let (m, d) = busy();
    let label = |label, kind| {
        let scene = scene_of(&m, &d, &VisOption { label, ..all() }, 1000);
        let geoms = scene.geoms.into_iter().filter(move |geom| geom.objtype == kind);
        geoms.map(|geom| geom.label).collect::<Vec<_>>()
    };
    assert_eq!(label(Label::Geom, ObjType::Geom), ["floor", "geom 1", "geom 2", "geom 3"]);
    assert_eq!(label(Label::Flex, ObjType::Flex), ["cloth"]);
    let contacts = label(Label::ContactPoint, ObjType::Unknown);
    assert!(contacts.contains(&"floor | g1".to_owned()), "{contacts:?}");
}

#[test]
fn data_that_leads_nowhere_is_borne() {
    let (m, mut d) = busy();
    d.ten_wrapadr[TendonId(0)] = -7;
    d.wrap_obj[WrapId(0)] = [i32::MAX, -9];
    d.efc_id.fill(i32::MAX);
    d.efc_island.raw_mut().fill(i32::MIN);
    d.dof_island.raw_mut().fill(i32::MAX);
    (d.ne, d.nf, d.nl, d.nisland) = (i32::MAX, 9, i32::MAX, i32::MAX);
    for side in 0..2 {
        let contact = &mut d.contact[ContactId(0)];
        contact.geom[side] = i32::MAX;
        contact.flex[side] = i32::MAX;
    }
    d.geom_xpos.fill(Vec3([f64::NAN; 3]));
    d.light_xdir.fill(Vec3([f64::NAN; 3]));
    for &frame in VisFrame::ALL {
        scene_of(&m, &d, &VisOption { frame, label: Label::ContactPoint, ..all() }, 1000);
    }
    let scene = scene_of(&m, &d, &all(), 1000);
    select(&m, &d, &all(), f64::NAN, [f64::INFINITY, 0.5], &scene).unwrap();
}

#[test]
fn infinite_planes_follow_the_camera_of_the_scene_before() {
    let (m, d) = busy();
    let mut scene = Scene::new(&m, 100);
    let mut camera = Camera { lookat: Vec3([1000.0, 0.0, 0.0]), ..Camera::free(&m) };
    let mut update = || {
        let (opt, pert) = (VisOption::default(), Perturb::default());
        update_scene(&m, &d, &opt, &pert, &mut camera, 7, &mut scene).unwrap();
        scene.geoms.iter().find(|geom| geom.kind == GeomType::Plane).unwrap().pos
    };
    assert_eq!(update(), [0.0; 3]);
    assert!((update()[0] - 1000.0).abs() < 10.0);
}

#[test]
fn the_middle_of_the_picture_selects_what_the_camera_looks_at() {
    let (m, d) = busy();
    let mut scene = Scene::new(&m, 100);
    let opt = VisOption::default();
    let lookat = Vec3([0.0, 0.0, 0.09]);
    let mut camera = Camera { lookat, distance: 1.0, elevation: -90.0, ..Camera::free(&m) };
    update_scene(&m, &d, &opt, &Perturb::default(), &mut camera, 7, &mut scene).unwrap();
    let found = select(&m, &d, &opt, 1.5, [0.5, 0.5], &scene).unwrap().unwrap();
    assert_eq!((found.body.0, found.geom, found.flex), (1, Some(1), None));
    assert!((found.point[2] - 0.19).abs() < 1e-3, "{:?}", found.point);
}

#[test]
fn cameras_that_do_not_exist_are_errors() {
    let (m, d) = busy();
    let mut scene = Scene::new(&m, 100);
    let (opt, pert) = (VisOption::default(), Perturb::default());
    for (kind, error) in [
        (Some(CameraType::Fixed), SceneError::FixedCamera),
        (Some(CameraType::Tracking), SceneError::TrackedBody),
        (None, SceneError::CameraType),
    ] {
        let mut camera = Camera { kind, fixedcamid: 9, trackbodyid: 99, ..Camera::default() };
        assert_eq!(update_scene(&m, &d, &opt, &pert, &mut camera, 7, &mut scene), Err(error));
    }
}

#[test]
fn scenes_of_other_models_are_refused() {
    let (m, d) = busy();
    let mut scene = Scene { maxgeom: 100, ..Scene::default() };
    let (opt, pert, mut camera) = (VisOption::default(), Perturb::default(), Camera::free(&m));
    let result = update_scene(&m, &d, &opt, &pert, &mut camera, 7, &mut scene);
    assert_eq!(result, Err(SceneError::OtherModel));
}
