//! Objects by name and back, vectors by plain numbers, parts of vectors by object.

use std::fmt::Debug;

use ferrodyn::enums::ObjType;
use ferrodyn::ids::{
    ActuatorId, BodyId, DofId, JointId, KeyId, NamedId, QposAdr, SensorAdr, SensorId,
};
use ferrodyn::state::StateError;
use ferrodyn::{Data, Model, forward, load_str};

/// One object of every kind that has names, with the name of its kind, and another body before it.
fn model() -> Model {
    load_str(
        r#"<mujoco model="all kinds">
  <extension><plugin plugin="mujoco.pid"><instance name="plugin"/></plugin></extension>
  <asset>
    <mesh name="mesh" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
    <hfield name="hfield" nrow="2" ncol="2" size="1 1 1 1" elevation="0 1 0 1"/>
    <texture name="texture" type="2d" builtin="flat" width="4" height="4"/>
    <material name="material"/>
  </asset>
  <worldbody>
    <light name="light"/><camera name="camera"/>
    <body><freejoint/><geom name="other" size=".1"/></body>
    <body name="body"><joint name="joint"/><geom name="geom" size=".1"/><site name="site"/></body>
    <body name="v0"><joint type="slide"/><geom size=".1"/></body>
    <body name="v1" pos="1 0 0"><joint type="slide"/><geom size=".1"/></body>
  </worldbody>
  <deformable>
    <flex name="flex" dim="1" body="v0 v1" vertex="0 0 0 0 0 0" element="0 1"/>
    <skin name="skin" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
      <bone body="body" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
    </skin>
  </deformable>
  <contact><pair name="pair" geom1="geom" geom2="other"/><exclude name="exclude" body1="v0" body2="v1"/></contact>
  <equality><joint name="equality" joint1="joint"/></equality>
  <tendon><fixed name="tendon"><joint joint="joint" coef="1"/></fixed></tendon>
  <actuator>
    <motor name="actuator" joint="joint"/>
    <plugin joint="joint" plugin="mujoco.pid" instance="plugin"/>
  </actuator>
  <sensor><jointpos joint="joint"/><framepos name="sensor" objtype="body" objname="body"/></sensor>
  <custom>
    <numeric name="numeric" data="1"/><text name="text" data="t"/>
    <tuple name="tuple"><element objtype="body" objname="body"/></tuple>
  </custom>
  <keyframe><key/><key name="key" time="3"/></keyframe>
</mujoco>"#,
    )
    .unwrap()
}

/// The object of a kind that has the name of its kind.
fn check<I: NamedId + Debug + PartialEq>(m: &Model, name: &str, found: Option<I>) {
    let id = found.unwrap_or_else(|| panic!("no {name} \"{name}\""));
    assert_eq!(I::KIND.type_name(), Some(name));
    assert_eq!(m.name2id(I::KIND, name), Some(id.index()));
    assert_eq!(m.name(id), Some(name));
    assert_eq!(m.find::<I>(name), Some(id));
    assert_eq!(m.find::<I>("no such name"), None);
    assert!(m.ids::<I>().any(|other| other == id) && m.ids::<I>().len() == I::count(&m.sizes));
    assert_eq!(m.name(I::from_index(1000)), None);
}

#[test]
fn every_kind_with_names_is_found_by_a_function_of_its_name() {
    let m = model();
    macro_rules! kinds {
        ($($kind:ident)*) => {
            $(check(&m, stringify!($kind), m.$kind(stringify!($kind)));)*
            assert_eq!([$(stringify!($kind)),*].len(), ObjType::named().count());
        };
    }
    kinds! {
        body joint geom site camera light flex mesh skin hfield texture material pair exclude equality
        tendon actuator sensor numeric text tuple key plugin
    }
    assert_eq!(m.model_name(), "all kinds");
    assert_eq!((m.body("body"), m.name(BodyId(1))), (Some(BodyId(2)), None));
}

#[test]
fn objects_have_their_parts_of_vectors() {
    let m = model();
    let mut d = Data::new(&m);
    let (free, hinge) = (JointId(0), m.joint("joint").unwrap());
    assert_eq!(
        (m.joint_qpos(free), m.joint_dofs(free)),
        ((QposAdr(0)..QposAdr(7)).into(), (DofId(0)..DofId(6)).into())
    );
    assert_eq!(
        (m.joint_qpos(hinge), m.joint_dofs(hinge)),
        ((QposAdr(7)..QposAdr(8)).into(), (DofId(6)..DofId(7)).into())
    );
    assert_eq!(m.sensor_values(SensorId(1)), (SensorAdr(1)..SensorAdr(4)).into());
    assert!(m.actuator_act(ActuatorId(0)).is_empty());

    d.qpos[m.joint_qpos(free)][..3].copy_from_slice(&[1.0, 2.0, 3.0]);
    d.qpos[m.joint_qpos(hinge)].fill(0.5);
    forward(&m, &mut d);
    assert_eq!(d.xpos[BodyId(1)].0, [1.0, 2.0, 3.0]);
    assert_eq!(d.sensordata[m.sensor_values(SensorId(0))], [0.5]);
}

#[test]
fn vectors_take_plain_numbers_and_ranges() {
    let m = model();
    let mut d = Data::new(&m);
    d.qpos[2] = 4.0;
    d.qpos[..2].copy_from_slice(&[1.0, 2.0]);
    assert_eq!((d.qpos[QposAdr(0)], d.qpos[QposAdr(2)]), (1.0, 4.0));
    assert_eq!(d.qpos[0..3], [1.0, 2.0, 4.0]);
    assert_eq!((d.qpos[..].len(), d.qpos[8..].len()), (m.nq, m.nq - 8));
    d.ctrl[0] = 1.0;
    d.qvel[6] = -1.0;
    assert_eq!((d.ctrl[ActuatorId(0)], d.qvel[DofId(6)]), (1.0, -1.0));
}

#[test]
fn a_keyframe_that_is_not_there_is_an_error_and_changes_nothing() {
    let m = model();
    let mut d = Data::new(&m);
    d.reset_to_key(&m, m.key("key").unwrap()).unwrap();
    assert_eq!(d.time, 3.0);
    let error = d.reset_to_key(&m, KeyId(2)).unwrap_err();
    assert_eq!(error, StateError::Key { key: 2, count: 2 });
    assert_eq!((error.to_string().as_str(), d.time), ("no keyframe 2, the model has 2", 3.0));
}
