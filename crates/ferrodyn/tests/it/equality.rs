//! Models, specs and their elements compare by `==`: what a user wrote, not where it was read.

use ferrodyn::enums::GeomType;
use ferrodyn::math::Vec3;
use ferrodyn::spec::{Actuator, Body, BodyKey, Geom, Joint, Sensor, Site};
use ferrodyn::{Loader, Model, Spec, load_str};

const ARM: &str = r#"<mujoco>
    <default><geom rgba="1 0 0 1"/></default>
    <worldbody><body name="upper"><joint name="shoulder"/><geom size=".1"/>
      <body name="lower" pos="0 0 .5"><joint name="elbow"/><geom size=".1"/></body></body></worldbody>
    <actuator><position joint="elbow" kp="20"/></actuator></mujoco>"#;

fn read(text: &str) -> Spec {
    Loader::new().read_str(text).unwrap()
}

#[test]
fn models_are_equal_by_their_bits() {
    let (m, same) = (load_str(ARM).unwrap(), load_str(ARM).unwrap());
    assert!(m == same && m == Model::from_bytes(&m.to_bytes()).unwrap());
    let mut other = m.clone();
    other.qpos0[0] = -0.0;
    assert!(m != other, "zero and negative zero have other bits");
    other.qpos0[0] = f64::NAN;
    assert!(other == other.clone(), "the same bits are equal, also of no number");
    let mut other = m.clone();
    other.opt.timestep = 0.001;
    assert!(m != other);
    assert!(m != load_str("<mujoco/>").unwrap());
}

#[test]
fn a_spec_that_is_read_twice_is_equal_wherever_it_stood() {
    let moved = format!("\n\n<!-- lower -->{ARM}");
    let mut spec = read(ARM);
    assert!(spec == read(ARM) && spec == spec.clone());
    assert!(spec.bodies == read(&moved).bodies);
    assert!(Spec::default() == Spec::default() && Spec::default() != spec);

    let upper = spec.bodies.children(BodyKey::WORLD)[0];
    spec.bodies[upper].geoms[0].size[0] = 0.11;
    assert!(spec != read(ARM));
    spec.bodies[upper].geoms[0].size[0] = 0.1;
    assert!(spec == read(ARM));
    spec.actuators[0].gear[0] = 2.0;
    assert!(spec != read(ARM));
}

#[test]
fn what_was_removed_leaves_no_trace() {
    let mut spec = read(ARM);
    spec.add_to(spec.world(), Body { name: "extra".into(), ..Body::default() }).unwrap();
    let extra = spec.bodies.children(BodyKey::WORLD)[1];
    assert!(spec != read(ARM));
    spec.bodies.remove(extra);
    assert!(spec == read(ARM));

    // the same bodies in another tree
    let upper = spec.bodies.children(BodyKey::WORLD)[0];
    let lower = spec.bodies.children(upper)[0];
    spec.bodies.move_to(lower, BodyKey::WORLD, 1).unwrap();
    assert!(spec != read(ARM));
    spec.bodies.move_to(lower, upper, 0).unwrap();
    assert!(spec == read(ARM));
}

#[test]
fn elements_equal_themselves_and_their_defaults() {
    fn check<E: Default + Clone + PartialEq>(change: impl FnOnce(&mut E)) {
        let mut element = E::default();
        assert!(element == E::default() && element == element.clone());
        change(&mut element);
        assert!(element != E::default());
    }
    check::<Geom>(|geom| geom.kind = GeomType::Box);
    check::<Joint>(|joint| joint.name = "knee".into());
    check::<Site>(|site| site.pos = Vec3::X);
    check::<Body>(|body| body.geoms.push(Geom::default()));
    check::<Actuator>(|actuator| actuator.gear[0] = 3.0);
    check::<Sensor>(|sensor| sensor.name = "imu".into());
}

#[test]
fn names_of_enums_and_of_elements_differ() {
    #[allow(
        clippy::wildcard_imports,
        reason = "two names that are the same would not compile"
    )]
    use ferrodyn::{enums::*, spec::*};
    let (frame, orientation) = (Frame::default(), Orientation::Quat);
    assert!(frame.alt == orientation);
    assert_eq!((VisFrame::None as i32, OrientationType::Quat as i32), (0, 0));
}
