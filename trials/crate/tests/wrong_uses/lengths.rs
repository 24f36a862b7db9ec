//! Slices that are too short or too long.

use std::sync::Arc;

use ferrodyn::batch::BatchSim;
use ferrodyn::enums::StateBit;
use ferrodyn::ids::{BodyId, SensorId};
use ferrodyn::ik::{Chain, Settings, Solver};
use ferrodyn::math::{Pose, Vec3};
use ferrodyn::rollout::{Control, Input, Output, rollout};
use ferrodyn::support::{self, JacobianMut};
use ferrodyn::{constraint, history, integrate, smooth, state};

use crate::{Fails, Panics, Wrong};

pub(crate) const USES: &[Wrong] = &[
    ("a Jacobian into too few numbers", Fails("jacp"), |m, d| {
        let out = JacobianMut { jacp: Some(&mut [0.0; 2]), jacr: None };
        Ok(support::jac_into(m, d, BodyId(1), Vec3::ZERO, out)?)
    }),
    ("a Jacobian into too many numbers", Fails("jacr"), |m, d| {
        let mut jacr = vec![0.0; 6 * m.nv];
        let out = JacobianMut { jacp: None, jacr: Some(&mut jacr) };
        Ok(support::jac_into(m, d, BodyId(1), Vec3::ZERO, out)?)
    }),
    ("the rate of a Jacobian into too few numbers", Fails("jacp"), |m, d| {
        let out = JacobianMut { jacp: Some(&mut [0.0; 2]), jacr: None };
        Ok(support::jac_dot_into(m, d, BodyId(1), Vec3::ZERO, out)?)
    }),
    ("a Jacobian of a center of mass into too few numbers", Fails("jacp"), |m, d| {
        Ok(support::jac_subtree_com_into(m, d, BodyId(1), &mut [0.0; 3])?)
    }),
    ("momenta into too few numbers", Fails("mat"), |m, d| {
        Ok(support::angmom_mat_into(m, d, BodyId(1), &mut [0.0; 3])?)
    }),
    ("joint forces of a force into too few numbers", Fails("qfrc"), |m, d| {
        Ok(support::apply_ft(m, d, BodyId(1), Vec3::ZERO, Vec3::X, Vec3::ZERO, &mut [0.0; 3])?)
    }),
    ("a solve of too few numbers", Fails("solve_m: x has 1 numbers"), |m, d| {
        Ok(smooth::solve_m(m, d, &mut [1.0])?)
    }),
    ("half of a solve with too few roots", Fails("solve_m2: sqrt_inv_d"), |m, d| {
        Ok(smooth::solve_m2(m, d, &[1.0], &mut vec![1.0; m.nv])?)
    }),
    ("bias forces into too few numbers", Fails("rne: result"), |m, d| {
        Ok(smooth::rne(m, d, false, &mut [0.0])?)
    }),
    ("positions moved along too few velocities", Fails("integrate_pos: qvel"), |m, d| {
        Ok(integrate::integrate_pos(m, &mut d.qpos, &[1.0], 1.0)?)
    }),
    ("a difference of too few positions", Fails("differentiate_pos: qpos2"), |m, d| {
        Ok(integrate::differentiate_pos(m, &mut vec![0.0; m.nv], 1.0, &d.qpos, &[1.0])?)
    }),
    ("too few positions to normalize", Fails("normalize_quat: qpos"), |m, _| {
        Ok(integrate::normalize_quat(m, &mut [1.0])?)
    }),
    ("constraints of too few velocities", Fails("mul_jac_vec: x"), |m, d| {
        Ok(constraint::mul_jac_vec(m, d, &[1.0], &mut [])?)
    }),
    ("the mass matrix into too few numbers", Fails("mass_matrix_into: dst"), |m, d| {
        Ok(support::mass_matrix_into(m, d, &mut [0.0; 3])?)
    }),
    ("a state into too few numbers", Fails("state"), |m, d| {
        Ok(state::get_state(m, d, &mut [0.0; 3], StateBit::Integration as i32)?)
    }),
    ("a state of too few numbers", Fails("state"), |m, d| {
        Ok(state::set_state(m, d, &[0.0; 3], StateBit::Integration as i32)?)
    }),
    ("a rollout from a state of another size", Fails("state"), |m, d| {
        let (control, signature) = (Control::Held(&[]), StateBit::Ctrl as i32);
        let input = Input { state: &[0.0; 4], warmstart: None, control, signature };
        Ok(rollout(m, d, 5, &input, Output::default(), |_, _| true)?)
    }),
    ("the past of a sensor into too few numbers", Fails("1"), |m, d| {
        Ok(history::read_sensor(m, d, SensorId(0), 0.0, None, &mut [])?)
    }),
    ("the start of a batch of another size", Fails("state"), |m, _| {
        Ok(BatchSim::new(Arc::new(m.clone()), 2).set_start(&[0.0; 3])?)
    }),
    ("a snapshot of fewer environments", Fails("2"), |m, _| {
        let m = Arc::new(m.clone());
        let bytes = BatchSim::new(m.clone(), 2).save();
        Ok(BatchSim::new(m, 3).restore(&bytes)?)
    }),
    ("half of a snapshot", Fails("bytes"), |m, _| {
        let m = Arc::new(m.clone());
        let bytes = BatchSim::new(m.clone(), 2).save();
        Ok(BatchSim::new(m, 2).restore(&bytes[..bytes.len() / 2])?)
    }),
    ("coordinates of a chain of another length", Fails("2"), |m, _| {
        Chain::by_name(m, "", "tip")?.pose(&[0.0; 3])?;
        Ok(())
    }),
    ("inverse kinematics into too few numbers", Fails("2"), |m, _| {
        let chain = Chain::by_name(m, "", "tip")?;
        Solver::new(&chain, Settings::default())?.solve(&Pose::default(), &mut [0.0])?;
        Ok(())
    }),
    ("targets and coordinates of different numbers", Fails("4"), |m, _| {
        let chain = Chain::by_name(m, "", "tip")?;
        let targets = [Pose::default(), Pose::default()];
        Solver::new(&chain, Settings::default())?.solve_batch(&targets, &mut [0.0; 3])?;
        Ok(())
    }),
    ("coordinates copied from too few", Panics("length"), |_, d| {
        d.qpos.copy_from_slice(&[0.0; 3]);
        Ok(())
    }),
];
