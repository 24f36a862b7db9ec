//! A plugin of each capability is registered, made, called in its place and reset.

use super::plugin::{ActuatorPlugin, PassivePlugin, Plugin, PluginKind, SdfPlugin, SensorPlugin};
use super::*;
use crate::collision::geom_distance;
use crate::enums::{
    DynType, GeomType, JointType, PluginCapabilityBit, SensorStage as Stage, SensorType, TrnType,
};
use crate::ids::{ActAdr, BodyId, DofId, JointId, PluginId, PluginStateAdr, SensorAdr};
use crate::math::{Quat, Vec3};
use crate::model::Draft;
use crate::step::{forward, step};
use crate::{AsSystem, Sizes, ray};

const U: ActuatorId = ActuatorId(0);
const K: DofId = DofId(0);
const FIELD: GeomId = GeomId(0);
const BALL: GeomId = GeomId(1);

/// All capabilities at once: a constant force, an actuator that multiplies its control, a sensor
/// that tells how many steps were taken, and a sphere.
struct All {
    gain: f64,
}

struct AllKind;

impl PluginKind for AllKind {
    fn name(&self) -> &'static str {
        "test.all"
    }
    fn capabilities(&self) -> &[PluginCapabilityBit] {
        use PluginCapabilityBit::{Actuator, Passive, Sdf, Sensor};
        &[Actuator, Sensor, Passive, Sdf]
    }
    fn attributes(&self) -> Vec<&str> {
        vec!["unused", "gain"]
    }
    fn state_len(&self, _: &Attributes) -> Result<usize, PluginError> {
        Ok(1)
    }
    fn instance(
        &self,
        _: &Model,
        _: PluginId,
        attributes: &Attributes,
    ) -> Result<Box<dyn Plugin>, PluginError> {
        assert_eq!(attributes.get("unused"), None);
        Ok(Box::new(All { gain: attributes.number("gain")?.unwrap_or(1.0) }))
    }
}

impl Plugin for All {
    fn reset(&self, _: &Model, _: PluginId, state: &mut [f64]) {
        state[0] = 10.0;
    }
    fn advance(&self, m: &Model, d: &mut Data, id: PluginId) {
        d.plugin_state[PluginStateAdr(m.plugin_stateadr[id] as usize)] += 1.0;
    }
    fn passive(&self) -> Option<&dyn PassivePlugin> {
        Some(self)
    }
    fn actuator(&self) -> Option<&dyn ActuatorPlugin> {
        Some(self)
    }
    fn sensor(&self) -> Option<&dyn SensorPlugin> {
        Some(self)
    }
    fn sdf(&self) -> Option<&dyn SdfPlugin> {
        Some(self)
    }
}

impl PassivePlugin for All {
    fn add_force(&self, _: &Model, d: &mut Data, _: PluginId) {
        d.qfrc_passive[K] += 0.5;
    }
}

impl ActuatorPlugin for All {
    fn act_dot(&self, _: &Model, d: &mut Data, _: PluginId) {
        d.act_dot[ActAdr(0)] = 7.0;
    }
    fn force(&self, _: &Model, d: &mut Data, _: PluginId) {
        d.actuator_force[U] = self.gain * d.ctrl[U];
    }
}

impl SensorPlugin for All {
    fn measure(&self, _: &Model, d: &mut Data, _: PluginId) {
        d.sensordata[SensorAdr(0)] = d.plugin_state[PluginStateAdr(0)];
    }
}

impl SdfPlugin for All {
    fn distance(&self, point: Vec3) -> f64 {
        point.norm() - 1.0
    }
    fn gradient(&self, point: Vec3) -> Vec3 {
        point.normalized().0
    }
    fn aabb(&self) -> [Vec3; 2] {
        [Vec3::ZERO, Vec3([1.0; 3])]
    }
}

/// A ball that slides along z above a field in the world, with an actuator and a sensor.
fn model() -> Model {
    let attributes = b"\x002.5\x00";
    let sizes = Sizes {
        nbody: 2,
        njnt: 1,
        nq: 1,
        nv: 1,
        ntree: 1,
        nM: 1,
        nC: 1,
        nD: 1,
        nB: 2,
        nJmom: 1,
        ngeom: 2,
        nmesh: 1,
        nu: 1,
        na: 1,
        nsensor: 1,
        nsensordata: 1,
        nplugin: 1,
        npluginattr: attributes.len(),
        npluginstate: 1,
        nnames: 1,
        ..Sizes::default()
    };
    let mut draft = Draft::new(sizes).unwrap();
    let s = draft.structure();
    s.body_jntnum[BodyId(1)] = 1;
    s.body_geomnum.fill(1);
    s.body_geomadr.raw_mut().copy_from_slice(&[0, 1]);
    s.geom_bodyid.raw_mut().copy_from_slice(&[0, 1]);
    s.jnt_bodyid.raw_mut().fill(1);
    s.jnt_type.fill(JointType::Slide.into());
    s.geom_type.raw_mut().copy_from_slice(&[GeomType::Sdf as i32, GeomType::Sphere as i32]);
    s.geom_condim.fill(1);
    s.geom_dataid.copy_from_slice(&[0, -1]);
    s.mesh_graphadr.fill(-1);
    s.geom_plugin.raw_mut().copy_from_slice(&[0, -1]);
    s.actuator_trntype[U] = TrnType::Joint.into();
    s.actuator_trnid[U] = [0, -1];
    s.actuator_dyntype[U] = DynType::User.into();
    (s.actuator_actnum[U], s.actuator_plugin[U]) = (1, PluginId(0).into());
    s.sensor_type.fill(SensorType::Plugin.into());
    s.sensor_dim.fill(1);
    s.sensor_needstage.fill(Stage::Vel.into());
    s.sensor_plugin.raw_mut().fill(0);
    s.plugin_statenum.fill(1);
    let m: &mut Model = &mut draft;
    m.jnt_axis[JointId(0)] = Vec3::Z;
    m.body_quat.fill(Quat::IDENTITY);
    m.body_iquat.fill(Quat::IDENTITY);
    m.geom_quat.fill(Quat::IDENTITY);
    m.geom_rgba.fill([1.0; 4]);
    m.geom_size.copy_from_slice(&[Vec3([1.0; 3]), Vec3([0.5, 0.0, 0.0])]);
    m.geom_rbound.copy_from_slice(&[2.0, 0.5]);
    m.body_mass[BodyId(1)] = 1.0;
    m.actuator_gear[U][0] = 1.0;
    m.body_pos[BodyId(1)] = Vec3([0.0, 0.0, 3.0]);
    let attributes: Vec<i8> = attributes.iter().map(|byte| byte.cast_signed()).collect();
    m.plugin_attr.copy_from_slice(&attributes);
    draft.finish().unwrap()
}

fn hooks(m: &Model) -> Hooks {
    let mut registry = Registry::default();
    assert_eq!(registry.add(AllKind), Ok(0));
    assert_eq!(registry.add(AllKind), Err(PluginError::Duplicate("test.all".to_owned())));
    assert!(registry.find("test.all").is_some() && registry.find("test").is_none());
    Hooks { plugins: Plugins::of(m, &registry).unwrap(), ..Hooks::NONE }
}

#[test]
fn plugins_push_drive_measure_and_keep_their_state() {
    let m = model();
    let hooks = hooks(&m);
    let m = &m.with(&hooks);
    let mut d = Data::new(m);
    d.ctrl[U] = 2.0;
    for taken in 0..3 {
        step(m, &mut d);
        assert_eq!(d.qfrc_passive[K], 0.5);
        assert_eq!((d.actuator_force[U], d.act_dot[ActAdr(0)]), (5.0, 7.0));
        assert_eq!(d.sensordata[SensorAdr(0)], 10.0 + f64::from(taken));
    }
    assert_eq!(d.plugin_state[PluginStateAdr(0)], 13.0);
    d.reset(m);
    assert_eq!(d.plugin_state[PluginStateAdr(0)], 10.0);

    // as does a state that went bad
    d.plugin_state.fill(3.0);
    d.qvel.fill(f64::NAN);
    step(m, &mut d);
    assert_eq!(d.plugin_state[PluginStateAdr(0)], 11.0);
}

#[test]
fn limits_apply_to_what_plugins_compute() {
    let mut m = model();
    m.actuator_forcelimited[U] = 1;
    m.actuator_forcerange[U] = [-1.0, 1.0];
    m.sensor_cutoff.fill(4.0);
    let hooks = hooks(&m);
    let m = &m.with(&hooks);
    let mut d = Data::new(m);
    d.ctrl[U] = 2.0;
    forward(m, &mut d);
    assert_eq!((d.actuator_force[U], d.sensordata[SensorAdr(0)]), (1.0, 4.0));
}

#[test]
fn the_field_of_a_plugin_is_touched_and_seen() {
    let mut m = model();
    // the ball is 0.1 deep
    m.body_pos[BodyId(1)] = Vec3([0.0, 0.0, 1.4]);
    m.geom_aabb.copy_from_slice(&[1.0, 0.5].map(|half| [0.0, 0.0, 0.0, half, half, half]));
    let hooks = hooks(&m);
    let m = &m.with(&hooks);
    let mut d = Data::new(m);
    forward(m, &mut d);
    let near = geom_distance(m, &mut d, FIELD, BALL, 1.0);
    // the search ends somewhere between the surfaces
    assert!((-0.1..0.0).contains(&near.dist), "{near:?}");
    let down = ray::Ray { pnt: Vec3([0.3, 0.0, 5.0]), vec: -Vec3::Z };
    let filter = ray::RayFilter { bodyexclude: Some(BodyId(1)), ..Default::default() };
    let hit = ray::ray(m, &d, down, &filter).unwrap();
    assert!((hit.dist - (5.0 - (1.0 - 0.09_f64).sqrt())).abs() < 1e-6 && hit.geom == FIELD);
}

#[test]
fn instances_stay_with_a_model_and_its_copies_until_others_are_passed() {
    let mut m = model();
    let mut registry = Registry::default();
    registry.add(AllKind).unwrap();
    m.set_plugins(&registry).unwrap();
    let force = |m: &dyn Fn(&mut Data), d: &mut Data| {
        d.ctrl[U] = 2.0;
        m(d);
        d.actuator_force[U]
    };
    let copy = m.clone();
    let mut d = Data::new(&copy);
    assert_eq!(force(&|d| forward(&copy, d), &mut d), 5.0);

    // attributes are read when an instance is made
    m.plugin_attr.as_mut_slice()[1] = b'4'.cast_signed();
    assert_eq!(force(&|d| forward(&m, d), &mut d), 5.0);
    let others = hooks(&m);
    assert_eq!(force(&|d| forward(&m.with(&others), d), &mut d), 9.0);
    m.renew_plugins().unwrap();
    assert_eq!(force(&|d| forward(&m, d), &mut d), 9.0);
    assert_eq!(force(&|d| forward(&copy, d), &mut d), 5.0);
    m.plugin_attr.as_mut_slice()[1] = b'x'.cast_signed();
    assert!(m.renew_plugins().is_err());
    assert_eq!(force(&|d| forward(&m, d), &mut d), 9.0);
}

#[test]
fn what_a_missing_plugin_would_compute_is_no_number() {
    let m = model();
    let mut d = Data::new(&m);
    assert!(d.plugin_state[PluginStateAdr(0)].is_nan());
    forward(&m, &mut d);
    assert!(d.qfrc_passive[K].is_nan() && d.actuator_force[U].is_nan());
    assert!(d.sensordata[SensorAdr(0)].is_nan());
}

#[test]
fn instances_that_cannot_be_made_are_errors() {
    let mut m = model();
    let refused = |m: &Model| {
        let mut registry = Registry::default();
        registry.add(AllKind).unwrap();
        Plugins::of(m, &registry).err().unwrap()
    };
    m.plugin_attr.as_mut_slice()[1] = b'x'.cast_signed();
    let value = "x.5".to_owned();
    let expected = "a number";
    assert_eq!(refused(&m), PluginError::Attribute { name: "gain".to_owned(), value, expected });
    m.plugin_attr.as_mut_slice()[1] = b'1'.cast_signed();
    m.plugin_statenum.fill(0);
    let instance = PluginId(0);
    assert_eq!(refused(&m), PluginError::State { instance, found: 0, expected: 1 });
    m.plugin.fill(4);
    assert_eq!(refused(&m), PluginError::Unknown { instance, kind: 4 });
    assert!(refused(&m).to_string().contains("not registered"));
}

#[test]
fn models_with_plugins_are_not_put_into_lanes() {
    let m = model();
    let refused = crate::DataOf::<crate::math::Pack<2>>::in_lanes(&m.as_system());
    assert_eq!(refused.err(), Some(crate::LanesError::Plugins));
}
