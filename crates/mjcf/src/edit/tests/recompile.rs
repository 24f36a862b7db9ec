//! State that is carried over when a spec is compiled again, and ids of elements in the model.

use ferrodyn_engine::Data;

use super::read;
use crate::spec::{Actuator, Body, BodyKey, Exclude, Geom, Joint};
use crate::{Loader, SpecElement};

const XML: &str = "<mujoco><worldbody>
  <body name='a'><joint name='ja' type='slide'/><geom name='ga' size='1'/></body>
  <body name='b' pos='0 0 3'><freejoint name='jb'/><geom name='gb' size='1'/></body>
  <body name='m' mocap='true' pos='7 0 0'/></worldbody>
  <contact><exclude name='e1' body1='b' body2='m'/><exclude name='e0' body1='a' body2='b'/></contact>
  <actuator><motor name='ua' joint='ja'/>
    <general name='ub' joint='ja' dyntype='integrator'/></actuator></mujoco>";

#[test]
fn state_follows_the_elements() {
    let loader = Loader::new();
    let mut spec = read(XML);
    let before = spec.compile_with_ids(loader.environment()).unwrap();
    let mut d = Data::new(&before.model);
    d.time = 2.5;
    for (i, q) in d.qpos.iter_mut().enumerate() {
        *q = 10.0 + i as f64;
    }
    for (i, v) in d.qvel.iter_mut().enumerate() {
        *v = 20.0 + i as f64;
    }
    d.ctrl.copy_from_slice(&[0.1, 0.2]);
    d.act.copy_from_slice(&[0.3]);
    d.mocap_pos[ferrodyn_engine::ids::MocapId(0)].0 = [1.0, 2.0, 3.0];

    // a body in front of all others, a new actuator, and one joint less
    let world = spec.world();
    let first = spec.add_to(world, Body::default()).unwrap();
    let joint = spec.add_to(first, Joint::default()).unwrap();
    spec.get_mut::<Joint>(joint).unwrap().reference = 90.0;
    let geom = spec.add_to(first, Geom::default()).unwrap();
    spec.get_mut::<Geom>(geom).unwrap().size = [1.0; 3];
    let key = spec.body_key(first).unwrap();
    spec.bodies.move_to(key, BodyKey::WORLD, 0).unwrap();
    let (ua, ub) = (spec.find::<Actuator>("ua").unwrap(), spec.find::<Actuator>("ub").unwrap());
    spec.delete(ua).unwrap();
    let (now, new) = spec.recompile(loader.environment(), &before, &d).unwrap();

    assert_eq!((new.time, now.model.nq), (2.5, 9));
    assert_eq!(new.qpos.as_slice()[..2], [std::f64::consts::FRAC_PI_2, 10.0]);
    assert_eq!(new.qpos.as_slice()[2..], [11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0]);
    assert_eq!(new.qvel.as_slice()[..3], [0.0, 20.0, 21.0]);
    assert_eq!((new.ctrl.as_slice(), new.act.as_slice()), (&[0.2][..], &[0.3][..]));
    assert_eq!(new.mocap_pos.as_slice()[0].0, [1.0, 2.0, 3.0]);
    assert_eq!((now.object_id(ub), now.object_id(ua)), (Some(0), None));
    assert_eq!(now.object_id(first), Some(1));
}

#[test]
fn object_ids_are_those_of_the_model() {
    let spec = read(XML);
    let compiled = spec.compile_with_ids(Loader::new().environment()).unwrap();
    check::<Body>(&spec, &compiled);
    check::<Geom>(&spec, &compiled);
    check::<Joint>(&spec, &compiled);
    check::<Actuator>(&spec, &compiled);
    // exclusions are sorted in the model
    check::<Exclude>(&spec, &compiled);
}

fn check<E: SpecElement>(spec: &crate::Spec, compiled: &crate::Compiled) {
    for id in spec.list::<E>() {
        let name = spec.get::<E>(id).unwrap().name().to_owned();
        let expected = compiled.model.name2id(E::KIND, &name).map(|id| id as i32);
        assert_eq!(compiled.object_id(id), expected, "{name}");
    }
}
