//! Long calls end soon after the user says so.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrodyn::enums::{LrMode, Solver};
use ferrodyn::ids::ActuatorId;
use ferrodyn::set_const::{LengthRangeError, LengthRangeOptions, set_length_range};
use ferrodyn::{Data, Hooks, Model, System, load_str, step};

/// When users here want to end, after the start.
const PATIENCE: Duration = Duration::from_millis(200);
/// How soon after that a call must return.
const SOON: Duration = Duration::from_secs(1);

fn model() -> Model {
    let text = r#"<mujoco><worldbody>
        <geom type="plane" size="5 5 .1"/>
        <replicate count="4" offset="0 0 .19"><body pos="0 0 .09">
            <freejoint/><geom type="box" size=".1 .1 .1"/>
        </body></replicate>
    </worldbody></mujoco>"#;
    load_str(text).unwrap()
}

/// How long a call takes with a user who wants to end after [`PATIENCE`].
fn interrupted(m: &Model, call: impl FnOnce(&System<'_>)) -> Duration {
    let start = Instant::now();
    let interrupt = Some(Arc::new(move || start.elapsed() > PATIENCE) as _);
    call(&m.with(&Hooks { interrupt, ..Hooks::NONE }));
    start.elapsed()
}

/// A step of a solver that would go on for hours.
fn endless_step(change: impl FnOnce(&mut Model)) {
    let mut m = model();
    m.opt.tolerance = 0.0;
    m.opt.iterations = i32::MAX;
    change(&mut m);
    let mut d = Data::new(&m);
    let time = interrupted(&m, |m| step(m, &mut d));
    assert!(d.nefc > 0 && d.qpos.iter().all(|x| x.is_finite()));
    assert!(time < PATIENCE + SOON, "{time:?}");
}

#[test]
fn pgs_ends() {
    endless_step(|m| m.opt.solver = Solver::Pgs as i32);
}

#[test]
fn pgs_with_elliptic_cones_ends() {
    endless_step(|m| {
        m.opt.solver = Solver::Pgs as i32;
        m.opt.cone = 1;
    });
}

#[test]
fn conjugate_gradients_end() {
    endless_step(|m| {
        m.opt.solver = Solver::Cg as i32;
        m.opt.ls_iterations = i32::MAX;
    });
}

#[test]
fn newton_ends() {
    endless_step(|m| m.opt.ls_iterations = i32::MAX);
}

#[test]
fn no_slip_ends() {
    endless_step(|m| {
        m.opt.noslip_iterations = i32::MAX;
        m.opt.noslip_tolerance = -1.0;
    });
}

#[test]
fn a_solver_that_nobody_interrupts_does_all_iterations() {
    let mut m = model();
    m.opt.solver = Solver::Pgs as i32;
    m.opt.tolerance = -1.0;
    m.opt.iterations = 5000;
    let mut d = Data::new(&m);
    step(&m.with(&Hooks { interrupt: Some(Arc::new(|| false)), ..Hooks::NONE }), &mut d);
    assert_eq!(d.solver_niter.as_slice()[0], 5000);
}

#[test]
fn length_ranges_end() {
    let text = r#"<mujoco><worldbody><body><joint name="j" type="slide" range="-1 1"/>
        <geom size=".1"/></body></worldbody>
        <actuator><motor joint="j"/></actuator></mujoco>"#;
    let mut m = load_str(text).unwrap();
    let mut d = Data::new(&m);
    let options = LengthRangeOptions {
        mode: LrMode::All,
        useexisting: false,
        inttotal: 1e9,
        ..LengthRangeOptions::default()
    };
    let hooks = Hooks { interrupt: Some(Arc::new(|| true)), ..Hooks::NONE };
    let found = set_length_range(&mut m, &hooks, &mut d, ActuatorId(0), &options);
    assert_eq!(found, Err(LengthRangeError::Interrupted(ActuatorId(0))));
}
