//! Warnings are told to a hook: once, when they are raised, with the names of what is to blame.

use std::sync::{Arc, Mutex};

use ferrodyn::enums::{DisableBit, Warning};
use ferrodyn::ids::{ActuatorId, DofId, QposAdr, WarningId};
use ferrodyn::{Contact, Data, Hooks, Model, forward, load_str, step, warning};

const LEGGED: &str = r#"<mujoco><worldbody>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <body name="torso" pos="0 0 1"><freejoint name="root"/><geom size=".1"/>
      <body name="shin" pos="0 0 -.9"><joint name="knee" axis="0 1 0"/><geom name="foot" size=".11"/></body>
      <body><joint axis="1 0 0"/><geom size=".05" pos=".3 0 0"/></body>
    </body>
  </worldbody>
  <actuator><motor name="pull" joint="knee"/><motor joint="knee"/></actuator></mujoco>"#;

type Told = Arc<Mutex<Vec<(Warning, f64, String)>>>;

/// Hooks that write down what they are told: kind, time and whom to blame.
fn listening() -> (Hooks, Told) {
    let told = Told::default();
    let list = Arc::clone(&told);
    let warning = move |m: &Model, d: &Data, kind: Warning, info: usize| {
        list.lock().unwrap().push((kind, d.time, warning::blame(m, d, kind, info)));
    };
    (Hooks { warning: Some(Arc::new(warning)), ..Hooks::default() }, told)
}

/// What is told of a step from a state that somebody spoiled.
fn told_after(m: &Model, spoil: impl Fn(&mut Data)) -> Vec<(Warning, String)> {
    let (hooks, told) = listening();
    let mut d = Data::new(m);
    spoil(&mut d);
    step(&m.with(&hooks), &mut d);
    let told = told.lock().unwrap();
    told.iter().map(|(kind, _, text)| (*kind, text.clone())).collect()
}

#[test]
fn bad_positions_and_velocities_name_the_joint() {
    let m = load_str(LEGGED).unwrap();
    let position = told_after(&m, |d| d.qpos[QposAdr(7)] = f64::NAN);
    let text = r#"Joint "knee": qpos[7] is NaN. The data was reset."#;
    assert_eq!(position, [(Warning::BadQpos, text.to_owned())]);
    let velocity = told_after(&m, |d| d.qvel[DofId(7)] = -1e11);
    let text = "Joint 2 of body 3: qvel[7] is -1.0e11. The data was reset.";
    assert_eq!(velocity, [(Warning::BadQvel, text.to_owned())]);
}

#[test]
fn bad_controls_name_the_actuator() {
    let m = load_str(LEGGED).unwrap();
    let told = told_after(&m, |d| d.ctrl[ActuatorId(1)] = f64::INFINITY);
    let text = "Actuator 1: its control is inf. All controls are zero in this step.";
    assert_eq!(told, [(Warning::BadCtrl, text.to_owned())]);
}

#[test]
fn bad_accelerations_name_the_contact_as_it_was_before_the_reset() {
    let mut m = load_str(
        r#"<mujoco><worldbody><geom name="floor" type="plane" size="1 1 .1"/>
        <body pos="0 0 .09"><joint name="knee" type="slide"/><geom name="foot" size=".1"/></body>
        </worldbody></mujoco>"#,
    )
    .unwrap();
    let push = |d: &mut Data| d.qfrc_applied[DofId(0)] = -1e30;
    let [(kind, text)] = &told_after(&m, push)[..] else { panic!("one warning") };
    assert_eq!(*kind, Warning::BadQacc);
    assert!(text.starts_with(r#"Joint "knee": qacc[0] is -"#), "{text}");
    let contact = r#" The data was reset. Deepest contact of its body: geoms "floor" and "foot"."#;
    assert!(text.ends_with(contact), "{text}");
    m.opt.disableflags |= DisableBit::AutoReset as i32;
    assert!(!told_after(&m, push)[0].1.contains("reset"));
}

#[test]
fn full_memory_names_the_geoms_that_touch_most() {
    let m = load_str(
        r#"<mujoco><worldbody><geom name="floor" type="plane" size="1 1 .1"/>
        <body name="crate"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
        <body pos="3 0 0"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"#,
    )
    .unwrap();
    let limit = 4 * 4 * size_of::<Contact>();
    let told = told_after(&m, |d| d.set_memory_limit(limit));
    assert_eq!(told[0].0, Warning::ContactFull);
    let text =
        r#"further contacts are left out. Most contacts, 4: geoms "floor" and 1 of body "crate"."#;
    assert!(told[0].1.ends_with(text), "{told:?}");
}

#[test]
fn a_kind_is_told_once_until_the_data_is_reset() {
    let m = load_str(LEGGED).unwrap();
    let (hooks, told) = listening();
    let mut d = Data::new(&m);
    for _ in 0..3 {
        d.ctrl[ActuatorId(0)] = f64::NAN;
        step(&m.with(&hooks), &mut d);
    }
    assert_eq!(told.lock().unwrap().len(), 1);
    assert_eq!(d.warning[WarningId(Warning::BadCtrl as usize)].number, 3);
    d.reset(&m);
    step(&m.with(&hooks), &mut d);
    d.ctrl[ActuatorId(0)] = f64::NAN;
    step(&m.with(&hooks), &mut d);
    let times: Vec<f64> = told.lock().unwrap().iter().map(|(_, time, _)| *time).collect();
    assert_eq!(times, [0.0, m.opt.timestep]);
}

#[test]
fn a_joint_without_inertia_is_told_apart_from_a_contact() {
    let m = load_str(LEGGED).unwrap();
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    let knee = DofId(6);
    assert!(!warning::blame(&m, &d, Warning::BadQacc, knee.0).contains("mass"));
    let pivots = d.qLD.to_vec();
    d.qLD.fill(-2.0);
    let text = warning::blame(&m, &d, Warning::BadQacc, knee.0);
    let factor = "The inertia matrix cannot be factored: its pivot there is -2.0e0.";
    assert!(text.ends_with(factor), "{text}");
    d.qLD.copy_from_slice(&pivots);
    d.M.fill(0.0);
    let text = warning::blame(&m, &d, Warning::BadQacc, knee.0);
    assert!(text.ends_with("It moves almost no mass: its inertia is 0."), "{text}");
    let text = warning::blame(&m, &d, Warning::Inertia, knee.0);
    assert_eq!(text, r#"Joint "knee": it moves almost no mass."#);
}
