//! Simulations without a window.

use ferrodyn_engine::enums::Mouse;
use ferrodyn_engine::enums::Timer;

use super::*;

fn sim(xml: &str) -> Sim {
    Sim::new(ferrodyn_mjcf::Loader::new().load_str(xml).unwrap())
}

fn ball() -> Sim {
    sim("<mujoco><option gravity='0 0 0'/><worldbody>
        <body name='ball'><freejoint/><geom size='.1'/></body>
        <body name='hand' mocap='true' pos='1 0 0'><geom size='.1'/></body></worldbody>
        <keyframe><key name='up' qpos='0 0 5 1 0 0 0'/></keyframe></mujoco>")
}

#[test]
fn a_spring_pulls_the_selected_body() {
    let mut sim = ball();
    sim.view.select_body(&sim.model, 1);
    let Sim { view, model, data, .. } = &mut sim;
    assert!(view.drag_body(model, data, Mouse::MoveV, [0.2, -0.3]));
    let goal = sim.view.perturb.refpos;
    (0..3000).for_each(|_| sim.step());
    assert!((sim.data.xpos[ferrodyn_engine::ids::BodyId(1)] - goal).norm() < 0.05, "{goal:?}");
    sim.view.release();
    sim.step();
    assert!(sim.data.xfrc_applied.iter().all(|force| *force == [0.0; 6]));
}

#[test]
fn bodies_are_put_in_place_while_paused() {
    let mut sim = ball();
    for body in [1, 2] {
        sim.view.select_body(&sim.model, body);
        let Sim { view, model, data, .. } = &mut sim;
        view.drag_body(model, data, Mouse::MoveV, [0.2, 0.0]);
        sim.pose_paused();
        let at = sim.data.xipos[ferrodyn_engine::ids::BodyId(body)];
        assert!((at - sim.view.perturb.refpos).norm() < 1e-9, "body {body}");
        sim.view.release();
    }
}

#[test]
fn steps_go_back_and_forth_through_the_history() {
    let mut sim = ball();
    (0..5).for_each(|_| sim.step());
    let end = sim.data.time;
    (0..2).for_each(|_| sim.step_back());
    assert!(sim.history.is_past() && sim.data.time < end);
    (0..2).for_each(|_| sim.step_forward());
    assert_eq!((sim.history.len(), sim.data.time), (6, end));
    sim.step_forward();
    assert_eq!(sim.history.len(), 7);
    (0..99).for_each(|_| sim.step_back());
    assert_eq!((sim.history.position(), sim.data.time), (0, 0.0));
}

#[test]
fn keys_load_and_poses_are_kept() {
    let mut sim = ball();
    sim.load_key(0);
    assert_eq!(sim.data.qpos.as_slice()[2], 5.0);
    sim.keep();
    sim.reset();
    assert_eq!(sim.data.qpos.as_slice()[2], 0.0);
    sim.load_kept(0);
    assert_eq!(sim.data.qpos.as_slice()[2], 5.0);
    assert!(sim.kept[0].xml.starts_with("<key name=\"kept 1\" time=\"0\" qpos=\"0 0 5 1 0 0 0\""));
    sim.load_kept(7);
    sim.load_key(7);
    assert_eq!(sim.data.qpos.as_slice()[2], 0.0);
}

#[test]
fn real_time_is_kept_and_stages_are_timed() {
    let mut sim = ball();
    sim.time_stages(true);
    let mut pace = Pace::default();
    pace.elapse(0.05, 0.001);
    let simulated = sim.advance(&mut pace, Duration::from_secs(5));
    assert!((simulated - 0.05).abs() < 0.0021, "{simulated}");
    let timers = sim.take_timers();
    assert!(Sim::mean(&timers, TimerId(Timer::Position as usize)) > 0.0);
    assert_eq!(sim.take_timers()[0].number, 0);
}

#[test]
fn an_empty_model_and_a_state_that_is_none_do_no_harm() {
    let mut sim = sim("<mujoco/>");
    sim.step();
    sim.select_parent();
    sim.scrub(99);
    sim.view.follow(0);
    sim.redraw();

    let mut sim = ball();
    sim.view.follow(1);
    sim.data.qpos.fill(f64::NAN);
    sim.refresh();
    sim.step();
    sim.redraw();
    assert_eq!(sim.warnings().len(), 1);
    assert!(sim.data.qpos.iter().all(|x| x.is_finite()));
}

#[test]
fn another_version_is_seen_from_the_same_place() {
    let mut sim = ball();
    sim.view.camera.azimuth = 12.0;
    sim.view.option.geomgroup[0] = 0;
    let model = ferrodyn_mjcf::Loader::new().load_str("<mujoco/>").unwrap();
    let next = sim.of_next(model);
    assert_eq!((next.view.camera.azimuth, next.view.option.geomgroup[0]), (12.0, 0));
}
