//! Whatever a model has in it, batches and rollouts give each simulation the bits it has alone, however the
//! simulations and their steps are grouped.

use std::path::Path;
use std::sync::{Arc, Mutex};

use ferrodyn::batch::{BatchSim, Beyond, MixedBatch, Rollouts, Stepping};
use ferrodyn::enums::{Cone, EnableBit, Integrator, PluginCapabilityBit, Solver, StateBit};
use ferrodyn::hooks::plugin::{ActuatorPlugin, Plugin, PluginKind};
use ferrodyn::hooks::{Attributes, PluginError};
use ferrodyn::ids::{GeomId, PluginId};
use ferrodyn::math::fun::sin;
use ferrodyn::rollout::{Control, Input, Output, rollout};
use ferrodyn::state::{get_state, reset_keyframe, set_state, state_size};
use ferrodyn::{Data, Hooks, Loader, Model, load_str, step};

use crate::batch::{bits, models_in};
use crate::samples::{Numbers, random_data};

const PHYSICS: i32 = StateBit::FullPhysics as i32;
/// Steps of each simulation, and how calls group them: controls change with each call.
const STEPS: usize = 18;
const CALLS: [usize; 4] = [1, 4, 11, 2];
/// Simulations: a block of lanes and one that is left over.
const COUNT: usize = 5;

/// What users add to a simulation, by its number.
type HooksOf = fn(usize) -> Hooks;

/// A model and what users add to it, if anything.
struct Case {
    name: String,
    m: Model,
    hooks: Option<HooksOf>,
}

impl Case {
    fn new(name: impl Into<String>, m: Model) -> Self {
        Self { name: name.into(), m, hooks: None }
    }

    fn hooks(&self, number: usize) -> Hooks {
        self.hooks.map_or_else(Hooks::default, |hooks| hooks(number))
    }
}

/// Where a simulation goes: states and sensors after each step, up to the first warning.
struct Alone {
    states: Vec<Vec<f64>>,
    sensors: Vec<Vec<f64>>,
}

/// The start of a simulation: not far from the default pose, or from a keyframe.
fn start(m: &Model, number: usize) -> Vec<f64> {
    let mut d = random_data(m, number as u64);
    if number < m.nkey {
        reset_keyframe(m, &mut d, number as i32);
    } else if m.opt.enabled(EnableBit::Sleep) {
        // at rest, so that something falls asleep
        d.reset(m);
    }
    physics(m, &d)
}

fn physics(m: &Model, d: &Data) -> Vec<f64> {
    let mut state = vec![0.0; state_size(m, PHYSICS).unwrap()];
    get_state(m, d, &mut state, PHYSICS).unwrap();
    state
}

/// Controls of a simulation: a vector for each step, changed when a call begins.
fn controls(m: &Model, number: usize) -> Vec<f64> {
    let mut numbers = Numbers::new(100 + number as u64);
    CALLS.iter().flat_map(|&steps| numbers.vector(m.nu, 0.3).repeat(steps)).collect()
}

fn alone(case: &Case, number: usize) -> Alone {
    let m = &case.m;
    let hooks = case.hooks(number);
    let m = &m.with(&hooks);
    let mut d = Data::new(m);
    set_state(m, &mut d, &start(m, number), PHYSICS).unwrap();
    let (mut states, mut sensors) = (Vec::new(), Vec::new());
    for control in 0..STEPS {
        let all = controls(m, number);
        d.ctrl.copy_from_slice(&all[control * m.nu..][..m.nu]);
        step(m, &mut d);
        if d.warning.iter().any(|warning| warning.number != 0) {
            break;
        }
        states.push(physics(m, &d));
        sensors.push(d.sensordata.to_vec());
    }
    Alone { states, sensors }
}

/// A batch that begins where the simulations begin.
fn batch(case: &Case, count: usize) -> BatchSim {
    let m = Arc::new(case.m.clone());
    let mut batch = BatchSim::new(m, count);
    if let Some(hooks) = case.hooks {
        batch = batch.with_hooks(hooks);
    }
    for number in 0..count {
        let start = start(&case.m, number);
        ferrodyn::state::insert_state(
            &case.m,
            &start,
            PHYSICS,
            batch.integration_state_mut(number),
            StateBit::Integration as i32,
        )
        .unwrap();
    }
    batch
}

fn assert_same(case: &Case, alone: &[Alone], batch: &BatchSim, after: usize, what: &str) {
    for (number, alone) in alone.iter().enumerate().take(batch.len()) {
        let Some(expected) = alone.states.get(after - 1) else { continue };
        let mut found = vec![0.0; expected.len()];
        let whole = StateBit::Integration as i32;
        ferrodyn::state::extract_state(
            &case.m,
            batch.integration_state(number),
            whole,
            &mut found,
            PHYSICS,
        )
        .unwrap();
        let what = format!("{}: {what}, simulation {number} after {after} steps", case.name);
        assert_eq!(bits(&found), bits(expected), "{what}");
    }
}

/// Batches: a step in each call and several, on one thread and on three.
fn check_batches(case: &Case, alone: &[Alone]) {
    for (what, each, threads) in [("single steps", true, 1), ("several steps", false, 3)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut batch = batch(case, COUNT);
        let mut done = 0;
        for &steps in &CALLS {
            for number in 0..COUNT {
                let all = controls(&case.m, number);
                batch.ctrl_mut(number).copy_from_slice(&all[done * case.m.nu..][..case.m.nu]);
            }
            pool.install(|| {
                if each {
                    (0..steps).for_each(|_| drop(batch.step_all()));
                } else {
                    batch.step_n(steps);
                }
            });
            done += steps;
            assert_same(case, alone, &batch, done, what);
        }
    }
}

/// Rollouts: so many in each call, with memory that has seen others before.
fn check_rollouts(case: &Case, alone: &[Alone]) {
    let m = &case.m;
    let (nstate, nsensor) = (state_size(m, PHYSICS).unwrap(), m.nsensordata);
    let starts: Vec<_> = (0..COUNT).map(|number| start(m, number)).collect();
    let controls: Vec<_> = (0..COUNT).map(|number| controls(m, number)).collect();
    let input = |number: usize| Input {
        state: &starts[number],
        warmstart: None,
        control: Control::Each(&controls[number]),
        signature: StateBit::Ctrl as i32,
    };
    let place = Arc::new(Mutex::new(0));
    let first = place.clone();
    let mut rollouts = Rollouts::new(m);
    if let Some(hooks) = case.hooks {
        rollouts = rollouts.with_hooks(move |number| hooks(*first.lock().unwrap() + number));
    }
    let mut one = Data::new(m);
    for chunk in [1, 3, COUNT, 0] {
        let mut outputs = vec![(vec![0.0; STEPS * nstate], vec![0.0; STEPS * nsensor]); COUNT];
        let mut number = 0;
        for several in outputs.chunks_mut(chunk.max(1)) {
            *place.lock().unwrap() = number;
            if chunk == 0 {
                // by themselves, in data that others have used
                let (state, sensordata) = &mut several[0];
                let output = Output { state: Some(state), sensordata: Some(sensordata) };
                let hooks = case.hooks(number);
                let m = m.with(&hooks);
                rollout(&m, &mut one, STEPS, &input(number), output, |_, _| true).unwrap();
                number += 1;
                continue;
            }
            let trajectories = several.iter_mut().enumerate().map(|(i, (state, sensordata))| {
                let output = Output { state: Some(state), sensordata: Some(sensordata) };
                (input(number + i), output)
            });
            let trajectories: Vec<_> = trajectories.collect();
            number += trajectories.len();
            rollouts.run(STEPS, trajectories, || true).unwrap();
        }
        for (number, (states, sensors)) in outputs.iter().enumerate() {
            let alone = &alone[number];
            let done = alone.states.len();
            let what = format!("{}: {chunk} rollouts at a time, {number}", case.name);
            assert_eq!(bits(&states[..done * nstate]), bits(&alone.states.concat()), "{what}");
            let sensors = &sensors[..done * nsensor];
            assert_eq!(bits(sensors), bits(&alone.sensors.concat()), "{what}: sensors");
        }
    }
}

fn check(case: &Case) {
    let alone: Vec<_> = (0..COUNT).map(|number| self::alone(case, number)).collect();
    check_batches(case, &alone);
    check_rollouts(case, &alone);
}

/// Models of the repository.
fn models() -> impl Iterator<Item = (String, Model)> {
    models_in(&["", "physics", "flex"]).map(|(file, m)| {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        (name, m)
    })
}

#[test]
fn every_model_steps_in_groups_as_it_does_alone() {
    for (name, m) in models() {
        check(&Case::new(name, m));
    }
}

/// Sets an option of a model.
type Set = fn(&mut Model);

/// Options under which a step takes other paths.
const OPTIONS: [(&str, Set); 9] = [
    ("sleep", |m| {
        m.opt.enableflags |= EnableBit::Sleep as i32;
        m.opt.sleep_tolerance = 10.0;
    }),
    ("PGS", |m| m.opt.solver = Solver::Pgs as i32),
    ("CG", |m| m.opt.solver = Solver::Cg as i32),
    ("noslip", |m| m.opt.noslip_iterations = 3),
    ("elliptic", |m| m.opt.cone = Cone::Elliptic as i32),
    ("RK4", |m| m.opt.integrator = Integrator::Rk4 as i32),
    ("implicitfast", |m| m.opt.integrator = Integrator::ImplicitFast as i32),
    ("inverse", |m| m.opt.enableflags |= EnableBit::FwdInv as i32 | EnableBit::Energy as i32),
    ("fluid", |m| (m.opt.density, m.opt.viscosity) = (50.0, 0.1)),
];

#[test]
fn options_step_in_groups_as_they_do_alone() {
    let physics = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/physics");
    for (name, m) in models().filter(|(name, _)| physics.join(name).exists()) {
        for (option, set) in OPTIONS {
            let mut m = m.clone();
            set(&mut m);
            check(&Case::new(format!("{name} with {option}"), m));
        }
    }
}

/// A box that falls asleep, one that starts so, and one that is thrown at them; a tendon, a mocap body.
const SLEEPY: &str = r#"<mujoco><option sleep_tolerance="2"><flag sleep="enable"/></option><worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="a" pos="0 0 .101"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="b" pos="1 0 .1" sleep="init"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="c" pos=".6 0 .5"><joint name="x" type="slide" axis="1 0 0"/><geom size=".05"/></body>
    <body name="m" mocap="true" pos="0 2 .1"><geom size=".1"/></body></worldbody>
  <actuator><motor joint="x" gear="30"/></actuator>
  <sensor><framepos objtype="body" objname="a"/><jointpos joint="x"/></sensor></mujoco>"#;

/// Delayed sensors and actuators, muscles, adhesion, userdata, equalities that are switched, a keyframe.
const MIXED: &str = r#"<mujoco><size nuserdata="3"/><worldbody><geom name="floor" type="plane" size="5 5 .1"/>
    <body name="ball" pos="0 0 .3"><freejoint/><geom name="ball" size=".1"/><site name="s"/></body>
    <body name="arm" pos="1 0 1"><joint name="h" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".05"/>
      <site name="e" pos=".4 0 0"/></body></worldbody>
  <tendon><spatial name="t" limited="true" range="0 1.1"><site site="s"/><site site="e"/></spatial></tendon>
  <equality><weld body1="ball" body2="arm" active="false"/></equality>
  <actuator><muscle tendon="t" lengthrange="0 3"/><adhesion body="ball" ctrlrange="0 1" gain="5"/>
    <motor joint="h" delay=".006" nsample="4"/></actuator>
  <sensor><accelerometer site="s" nsample="3" delay=".004"/><jointpos joint="h"/><tendonlimitfrc tendon="t"/>
    <jointvel joint="h" nsample="2" interval=".005"/></sensor>
  <keyframe><key time="1" qpos="0 0 .2 1 0 0 0 .3" qvel=".1 0 0 0 0 0 -.4" act=".2" ctrl=".1 .5 0"/></keyframe></mujoco>"#;

#[test]
fn what_sleeps_is_kept_in_groups() {
    let m = load_str(SLEEPY).unwrap();
    assert_eq!(Stepping::of(&m), Stepping::Own(Beyond::Sleep));
    check(&Case::new("sleepy", m));
    let m = load_str(MIXED).unwrap();
    assert_eq!(Stepping::of(&m), Stepping::Single);
    check(&Case::new("mixed", m));
}

/// With the option, MuJoCo's sensor of kinetic energy reads that of the step before.
#[test]
fn sensed_kinetic_energy_is_that_of_the_same_simulation() {
    for (energy, stepping) in
        [("enable", Stepping::Own(Beyond::KineticEnergy)), ("disable", Stepping::Lanes)]
    {
        let xml = format!(
            r#"<mujoco><option><flag energy="{energy}"/></option><worldbody><body>
              <joint name="h" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
              <actuator><motor joint="h"/></actuator><sensor><e_kinetic/></sensor></mujoco>"#
        );
        let m = load_str(&xml).unwrap();
        assert_eq!(Stepping::of(&m), stepping);
        check(&Case::new(format!("energy {energy}"), m));
    }
}

/// A ball on an arm that user functions drive: two geoms that may touch, sensors and an actuator of users.
const HOOKED: &str = r#"<mujoco><size nuserdata="2"/><worldbody><geom name="floor" type="plane" size="5 5 .1"/>
    <body pos="0 0 .3"><joint name="h" axis="0 1 0"/><joint name="x" type="slide" axis="0 0 1"/>
      <geom size=".2" pos=".1 0 0"/><site name="s"/></body></worldbody>
  <actuator><general joint="h" gaintype="user" biastype="user" dyntype="user" actdim="1"/><motor joint="x"/></actuator>
  <sensor><accelerometer site="s"/><user dim="1" needstage="acc"/></sensor></mujoco>"#;

/// Closures that read what the last step has left.
const HOOKS: [(&str, HooksOf); 6] = [
    ("control", |i| Hooks {
        control: Some(Arc::new(move |_, d| d.ctrl[1] = 0.1 * i as f64 - 1e-3 * d.sensordata[0])),
        ..Hooks::default()
    }),
    ("passive", |i| Hooks {
        passive: Some(Arc::new(move |_, d| {
            let before = d.qacc[0];
            d.qfrc_passive[0] += 1e-3 * before + i as f64;
        })),
        ..Hooks::default()
    }),
    ("filter", |i| Hooks {
        contact_filter: Some(Arc::new(move |_, d, _: GeomId, _: GeomId| {
            d.sensordata[0] > 1e-3 || i % 2 == 0
        })),
        ..Hooks::default()
    }),
    ("sensor", |i| Hooks {
        sensor: Some(Arc::new(move |_, d, _| d.sensordata[3] = d.qacc_warmstart[0] + i as f64)),
        control: Some(Arc::new(|_, d| d.ctrl[0] = d.sensordata[3])),
        ..Hooks::default()
    }),
    ("actuator", |i| Hooks {
        act_dyn: Some(Arc::new(|_, d, _| 0.1 * d.qacc[1])),
        act_gain: Some(Arc::new(move |_, d, _| 1.0 + i as f64 + d.actuator_force[0])),
        act_bias: Some(Arc::new(|_, d, _| d.sensordata[1])),
        ..Hooks::default()
    }),
    ("count", |i| {
        let count = Mutex::new(0.0);
        Hooks {
            control: Some(Arc::new(move |_, d| {
                let mut count = count.lock().unwrap();
                *count += 0.01 * i as f64;
                d.qfrc_applied[0] = *count;
            })),
            ..Hooks::default()
        }
    }),
];

#[test]
fn hooks_are_those_of_each_simulation() {
    for (name, hooks) in HOOKS {
        let m = load_str(HOOKED).unwrap();
        assert_eq!(Stepping::of(&m), Stepping::Lanes);
        assert_eq!(Stepping::of(&m.with(&hooks(1))), Stepping::Own(Beyond::Hooks));
        check(&Case { name: name.to_owned(), m, hooks: Some(hooks) });
    }
}

#[test]
fn shared_hooks_are_called_by_several_threads() {
    let m = Arc::new(load_str(HOOKED).unwrap());
    let threads = Arc::new(Mutex::new(std::collections::BTreeSet::new()));
    let run = |count: usize| {
        let seen = threads.clone();
        let control: ferrodyn::hooks::Change = Arc::new(move |_, d| {
            seen.lock().unwrap().insert(format!("{:?}", std::thread::current().id()));
            d.ctrl[1] = sin(d.time);
        });
        let hooks = |_| Hooks { control: Some(control.clone()), ..Hooks::default() };
        let mut mixed: MixedBatch =
            [40, 24].into_iter().map(|n| BatchSim::new(m.clone(), n).with_hooks(hooks)).collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
        let result = pool.install(|| mixed.step_n(60));
        bits(&result.states)
    };
    let one = run(1);
    assert_eq!(threads.lock().unwrap().len(), 1);
    assert!(run(4) == one);
    assert!(threads.lock().unwrap().len() > 2, "several threads took part");
}

#[test]
fn a_reset_brings_hooks_and_data_back_to_the_start() {
    let hooks = |i: usize| HOOKS[0].1(i);
    let m = Arc::new(load_str(HOOKED).unwrap());
    let mut again = BatchSim::new(m.clone(), 19).with_hooks(hooks);
    again.step_n(7);
    again.reset_where(&[true; 5]);
    again.reset(18);
    assert_eq!(again.integration_state(4)[0], 0.0);
    assert_ne!(again.integration_state(5)[0], 0.0);
    again.reset_all();
    let mut fresh = BatchSim::new(m, 19).with_hooks(hooks);
    assert_eq!(bits(&again.step_n(9).states), bits(&fresh.step_n(9).states));
}

/// A plugin that pushes by what the last step has measured, and keeps no state.
struct Remembers {
    follows_from_state: bool,
}

impl Plugin for Remembers {
    fn follows_from_state(&self) -> bool {
        self.follows_from_state
    }
    fn actuator(&self) -> Option<&dyn ActuatorPlugin> {
        Some(self)
    }
}

impl ActuatorPlugin for Remembers {
    fn force(&self, _: &Model, d: &mut Data, _: PluginId) {
        d.actuator_force[0] = if self.follows_from_state { d.ctrl[0] } else { 0.1 - d.qacc[0] };
    }
}

struct Kind(&'static str, bool);

impl PluginKind for Kind {
    fn name(&self) -> &str {
        self.0
    }
    fn capabilities(&self) -> &[PluginCapabilityBit] {
        &[PluginCapabilityBit::Actuator]
    }
    fn instance(
        &self,
        _: &Model,
        _: PluginId,
        _: &Attributes,
    ) -> Result<Box<dyn Plugin>, PluginError> {
        Ok(Box::new(Remembers { follows_from_state: self.1 }))
    }
}

#[test]
fn plugins_share_data_only_if_they_say_that_they_follow_from_the_state() {
    let mut loader = Loader::new();
    loader.plugins.0.add(Kind("test.remembers", false)).unwrap();
    loader.plugins.0.add(Kind("test.forgets", true)).unwrap();
    let expected = [
        ("test.remembers", Stepping::Own(Beyond::Plugin(PluginId(0)))),
        ("test.forgets", Stepping::Single),
    ];
    for (name, stepping) in expected {
        let text = format!(
            r#"<mujoco><extension><plugin plugin="{name}"/></extension><worldbody>
            <body><joint name="h" axis="0 1 0"/><geom size=".1" pos=".1 0 0"/></body></worldbody>
            <actuator><plugin joint="h" plugin="{name}"/></actuator></mujoco>"#
        );
        let m = loader.load_str(&text).unwrap();
        assert_eq!(Stepping::of(&m), stepping);
        check(&Case::new(name, m));
    }
    // those that come with MuJoCo
    for (name, m) in models().filter(|(_, m)| m.nplugin > 0) {
        assert!(!Stepping::of(&m).keeps_data(), "{name}");
    }
}

#[test]
fn options_that_change_between_calls_are_followed() {
    let mut m = load_str(HOOKED).unwrap();
    assert_eq!(Stepping::of(&m), Stepping::Lanes);
    m.opt.enableflags |= EnableBit::FwdInv as i32;
    assert_eq!(Stepping::of(&m), Stepping::Single);
    m.opt.enableflags = EnableBit::Sleep as i32;
    assert_eq!(Stepping::of(&m), Stepping::Own(Beyond::Sleep));
}
