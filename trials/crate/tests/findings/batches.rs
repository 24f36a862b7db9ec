//! Many environments.

use std::error::Error;
use std::sync::Arc;

use ferrodyn::batch::{BatchResult, BatchSim, SetConstError};
use ferrodyn::ids::BodyId;
use ferrodyn::{Model, load_str};

fn balls(n: usize) -> BatchSim {
    let ball = "<mujoco><worldbody><body name='ball'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
    BatchSim::new(Arc::new(load_str(ball).unwrap()), n)
}

fn arms(n: usize) -> BatchSim {
    let arm = "<mujoco><worldbody><body><joint name='hinge'/><geom size='.1' pos='.3 0 0'/></body></worldbody>
        <actuator><motor joint='hinge' gear='10'/></actuator></mujoco>";
    BatchSim::new(Arc::new(load_str(arm).unwrap()), n)
}

#[test]
fn a_state_is_the_same_numbers_in_batch_and_result() {
    let mut batch = balls(3);
    batch.qpos_mut(2)[2] = 5.0;
    batch.qvel_mut(2)[0] = 1.0;
    let result = batch.step_all();
    for env in 0..3 {
        assert_eq!(batch.state(env), result.state(env));
    }
    assert_ne!(batch.state(2), batch.state(0));
    assert_eq!(batch.state(2), [batch.qpos(2), batch.qvel(2)].concat());
}

#[test]
fn a_reward_sees_poses_of_the_new_state_where_asked() {
    let behind = |_: &Model, d: &ferrodyn::Data| d.xpos[BodyId(1)][2] - d.qpos[2];
    let mut fresh = balls(2).with_fresh_kinematics().with_reward(behind);
    let mut as_in_mujoco = balls(2).with_reward(behind);
    assert_eq!(fresh.step_n(100).rewards, [0.0; 2]);
    assert!(as_in_mujoco.step_n(100).rewards[0] > 0.0, "poses are those before the step");
    assert_eq!(fresh.state(0), as_in_mujoco.state(0));
}

#[test]
fn a_policy_runs_inside_a_call_and_results_are_used_again() {
    let mut batch = arms(4).with_control(|env, _, state| {
        let target = 0.1 * env as f64;
        state.ctrl_mut()[0] = target - state.qpos()[0] - 0.3 * state.qvel()[0];
    });
    let mut result = BatchResult::default();
    batch.step_into(&mut result);
    let memory = result.states.as_ptr();
    batch.step_n_into(3000, &mut result);
    assert_eq!(memory, result.states.as_ptr());
    assert!((result.state(3)[0] - 0.3).abs() < 1e-3);
    batch.reset_all();
    assert_eq!(batch.time(3), 0.0);
}

#[test]
fn a_mistyped_parameter_is_told_which_was_meant() {
    let said = balls(2).vary("body_mas").unwrap_err().to_string();
    assert!(said.ends_with("did you mean body_mass?"), "{said}");
    balls(2).vary_as::<i32>("geom_contype").unwrap().fill(2);
}

#[test]
fn constants_that_cannot_be_computed_are_an_error_with_the_environment() {
    let mut batch = balls(3);
    // gravity is compensated of one environment's ball alone, which changes what a step computes
    batch.vary("body_gravcomp").unwrap()[2 * 2 + 1] = 1.0;
    let error: SetConstError = batch.set_const().unwrap_err();
    assert_eq!(error.env, 2);
    let error: Box<dyn Error> = error.into();
    assert!(error.to_string().starts_with("environment 2: "), "{error}");
    assert!(error.source().is_some());
}
