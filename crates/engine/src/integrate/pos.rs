//! Positions as points of a curved space: moving along a velocity, the velocity between two
//! positions, unit quaternions.
//!
//! | reads |
//! |---|
//! | `jnt_type`, `jnt_qposadr`, `jnt_dofadr` |
//!
//! Slides and hinges add, ball joints multiply quaternions by a rotation in the joint's own frame;
//! a free joint is three slides along the world's axes and a ball.
//!
//! ```text
//! integrate:      q2 = q1 (+) v dt
//! differentiate:  v = (q2 (-) q1) / dt
//! ```

use crate::argument::{ArgumentError, check_len};
use crate::data::Lanes;
use crate::enums::JointType;
use crate::ids::JointId;
use crate::math::rotation::{integrate_quat, sub_quat};
use crate::math::{Quat, Vec3};
use crate::model::Model;
use crate::plan::Joint;

/// Moves positions for a time `dt` along velocities.
///
/// # Errors
/// If `qpos` has not `nq` numbers or `qvel` not `nv`; nothing is written then.
#[doc(alias = "mj_integratePos")]
pub fn integrate_pos<N: Lanes>(
    m: &Model,
    qpos: &mut [N],
    qvel: &[N],
    dt: f64,
) -> Result<(), ArgumentError> {
    check_len("integrate_pos", "qpos", qpos.len(), m.nq)?;
    check_len("integrate_pos", "qvel", qvel.len(), m.nv)?;
    integrate_joints(m, qpos, qvel, dt);
    Ok(())
}

/// [`integrate_pos`] of slices that have the lengths of the model. Joints whose coordinates lie outside of
/// them stay as they are.
pub(crate) fn integrate_joints<N: Lanes>(m: &Model, qpos: &mut [N], qvel: &[N], dt: f64) {
    for joint in &m.plan().joints {
        integrate_joint(joint, qpos, qvel, dt);
    }
}

/// [`integrate_pos`] for one joint.
pub(crate) fn integrate_joint<N: Lanes>(
    joint: &Joint,
    qpos: &mut [N],
    qvel: &[N],
    dt: f64,
) -> Option<()> {
    if let JointType::Slide | JointType::Hinge = joint.kind {
        *qpos.get_mut(joint.qpos.0)? += *qvel.get(joint.dof.0)? * dt;
        return Some(());
    }
    let q = qpos.get_mut(joint.qpos.0..)?;
    let v = qvel.get(joint.dof.0..)?;
    match joint.kind {
        JointType::Free => {
            let (pos, quat) = q.split_at_mut_checked(3)?;
            let (linear, angular) = v.split_at_checked(3)?;
            let (quat, angular) = (quat.first_chunk_mut()?, angular.first_chunk()?);
            for (x, &v) in pos.iter_mut().zip(linear) {
                *x += v * dt;
            }
            *quat = integrate_quat(Quat(*quat), Vec3(*angular), dt).0;
        }
        JointType::Ball => {
            let (quat, angular) = (q.first_chunk_mut()?, v.first_chunk()?);
            *quat = integrate_quat(Quat(*quat), Vec3(*angular), dt).0;
        }
        JointType::Slide | JointType::Hinge => {}
    }
    Some(())
}

/// Velocities that lead from `qpos1` to `qpos2` in a time `dt`.
///
/// # Errors
/// If `qvel` has not `nv` numbers, or one of the positions not `nq`; nothing is written then.
#[doc(alias = "mj_differentiatePos")]
pub fn differentiate_pos<N: Lanes>(
    m: &Model,
    qvel: &mut [N],
    dt: f64,
    qpos1: &[N],
    qpos2: &[N],
) -> Result<(), ArgumentError> {
    check_len("differentiate_pos", "qvel", qvel.len(), m.nv)?;
    check_len("differentiate_pos", "qpos1", qpos1.len(), m.nq)?;
    check_len("differentiate_pos", "qpos2", qpos2.len(), m.nq)?;
    differentiate_joints(m, qvel, dt, [qpos1, qpos2]);
    Ok(())
}

/// [`differentiate_pos`] of slices that have the lengths of the model.
pub(crate) fn differentiate_joints<N: Lanes>(m: &Model, qvel: &mut [N], dt: f64, qpos: [&[N]; 2]) {
    for j in m.joints() {
        differentiate_joint(m, j, qvel, dt, qpos);
    }
}

/// [`differentiate_pos`] for one joint.
fn differentiate_joint<N: Lanes>(
    m: &Model,
    j: JointId,
    qvel: &mut [N],
    dt: f64,
    qpos: [&[N]; 2],
) -> Option<()> {
    let adr = start(m.jnt_qposadr[j].raw())?;
    let (from, to) = (qpos[0].get(adr..)?, qpos[1].get(adr..)?);
    let v = qvel.get_mut(start(m.jnt_dofadr[j].raw())?..)?;
    let rate = |from: N, to: N| (to - from) / N::splat(dt);
    let turn = |from: &[N], to: &[N]| {
        let (from, to) = (*from.first_chunk()?, *to.first_chunk()?);
        Some((sub_quat(Quat(to), Quat(from)) * N::splat(1.0 / dt)).0)
    };
    match m.jnt_type[j].get()? {
        JointType::Free => {
            let v: &mut [N; 6] = v.first_chunk_mut()?;
            let angular = turn(from.get(3..)?, to.get(3..)?)?;
            for i in 0..3 {
                v[i] = rate(from[i], to[i]);
                v[i + 3] = angular[i];
            }
        }
        JointType::Ball => *v.first_chunk_mut()? = turn(from, to)?,
        JointType::Slide | JointType::Hinge => *v.first_mut()? = rate(*from.first()?, *to.first()?),
    }
    Some(())
}

/// Scales the quaternions of ball and free joints to unit length.
///
/// # Errors
/// If `qpos` has not `nq` numbers; nothing is written then.
#[doc(alias = "mj_normalizeQuat")]
pub fn normalize_quat<N: Lanes>(m: &Model, qpos: &mut [N]) -> Result<(), ArgumentError> {
    check_len("normalize_quat", "qpos", qpos.len(), m.nq)?;
    for j in m.joints() {
        let kind = m.jnt_type[j].get();
        let Some(offset) = kind.and_then(JointType::quat_offset) else { continue };
        let quat = start(m.jnt_qposadr[j].raw()).and_then(|adr| qpos.get_mut(adr + offset..));
        if let Some(quat) = quat.and_then(|rest| rest.first_chunk_mut()) {
            *quat = Quat(*quat).normalized().0;
        }
    }
    Ok(())
}

/// An address of the model, `None` if it is negative.
fn start(adr: i32) -> Option<usize> {
    usize::try_from(adr).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Kind;
    use crate::math::{Num, Pack};
    use crate::sizes::Sizes;

    /// A free joint, a ball joint, a slide and a hinge.
    fn model() -> Model {
        let sizes = Sizes { nbody: 5, njnt: 4, nq: 13, nv: 11, ..Sizes::default() };
        let mut m = Model::new(sizes).unwrap();
        m.jnt_type.raw_mut().copy_from_slice(&[0, 1, 2, 3]);
        m.jnt_qposadr.raw_mut().copy_from_slice(&[0, 7, 11, 12]);
        m.jnt_dofadr.raw_mut().copy_from_slice(&[0, 6, 9, 10]);
        m
    }

    fn positions() -> Vec<f64> {
        let mut q = vec![1.0, -2.0, 0.5, 0.3, 0.1, -0.8, 0.2, 0.9, 0.1, 0.4, -0.2, 0.7, -1.1];
        normalize_quat(&model(), &mut q).unwrap();
        q
    }

    fn velocities() -> Vec<f64> {
        (0..11).map(|i| f64::from(i) * 0.3 - 1.2).collect()
    }

    #[test]
    fn the_difference_of_an_integrated_position_is_the_velocity() {
        let (m, start, v) = (model(), positions(), velocities());
        let mut end = start.clone();
        integrate_pos(&m, &mut end, &v, 0.5).unwrap();
        let mut found = vec![0.0; 11];
        differentiate_pos(&m, &mut found, 0.5, &start, &end).unwrap();
        assert!(found.iter().zip(&v).all(|(a, b)| (a - b).abs() < 1e-14), "{found:?}");
    }

    #[test]
    fn a_quarter_turn_about_z_multiplies_by_its_quaternion() {
        let q = integrate_quat(Quat::IDENTITY, Vec3([0.0, 0.0, 2.0]), std::f64::consts::FRAC_PI_4);
        let half = std::f64::consts::FRAC_1_SQRT_2;
        assert!((q[0] - half).abs() < 1e-15 && (q[3] - half).abs() < 1e-15);
        // the longer way round is taken for the shorter one
        let long = sub_quat(Quat([-half, 0.0, 0.0, half]), Quat::IDENTITY);
        assert!((long[2] + std::f64::consts::FRAC_PI_2).abs() < 1e-15, "{long:?}");
    }

    #[test]
    fn lanes_have_the_bits_of_single_positions() {
        let m = model();
        let scaled = |x: &[f64], lane: usize| -> Vec<f64> {
            x.iter().map(|x| x * (1.0 + lane as f64)).collect()
        };
        let pack = |x: &[f64]| -> Vec<Pack<4>> {
            (0..x.len()).map(|i| Pack(std::array::from_fn(|lane| scaled(x, lane)[i]))).collect()
        };
        let (q, v) = (positions(), velocities());
        let mut packed = pack(&q);
        let before = packed.clone();
        let mut rates = vec![Pack::ZERO; 11];
        integrate_pos(&m, &mut packed, &pack(&v), 0.1).unwrap();
        differentiate_pos(&m, &mut rates, 0.3, &before, &packed).unwrap();
        for lane in 0..4 {
            let mut one = scaled(&q, lane);
            let mut rate = vec![0.0; 11];
            integrate_pos(&m, &mut one, &scaled(&v, lane), 0.1).unwrap();
            differentiate_pos(&m, &mut rate, 0.3, &scaled(&q, lane), &one).unwrap();
            let of_lane = |x: &[Pack<4>]| x.iter().map(|x| x.0[lane]).collect::<Vec<f64>>();
            assert_eq!(of_lane(&packed), one);
            assert_eq!(of_lane(&rates), rate);
        }
    }

    #[test]
    fn slices_of_other_lengths_are_refused() {
        let m = model();
        let (mut q, mut v) = (positions(), velocities());
        let refused = |r: Result<(), ArgumentError>| r.unwrap_err().to_string();
        let error = refused(integrate_pos(&m, &mut q[..9], &v, 1.0));
        assert_eq!(error, "integrate_pos: qpos has 9 numbers, 13 are needed");
        let error = refused(integrate_pos(&m, &mut q, &v[..3], 1.0));
        assert_eq!(error, "integrate_pos: qvel has 3 numbers, 11 are needed");
        let before = positions();
        let error = refused(differentiate_pos(&m, &mut v, 1.0, &before, &q[..12]));
        assert_eq!(error, "differentiate_pos: qpos2 has 12 numbers, 13 are needed");
        let error = refused(normalize_quat(&m, &mut [1.0; 14]));
        assert_eq!(error, "normalize_quat: qpos has 14 numbers, 13 are needed");
        assert_eq!((q, v), (positions(), velocities()));
    }

    #[test]
    fn odd_addresses_change_what_fits() {
        let mut m = model();
        let mut q = positions();
        m.jnt_qposadr.raw_mut().copy_from_slice(&[-1, i32::MAX, 12, 11]);
        m.jnt_type[JointId(3)] = Kind::from_raw(17);
        normalize_quat(&m, &mut q).unwrap();
        m.jnt_qposadr.raw_mut().copy_from_slice(&[i32::MAX, i32::MAX - 1, 12, i32::MAX]);
        integrate_pos(&m, &mut q, &velocities(), 1.0).unwrap();
        assert_eq!(q[12], positions()[12] + velocities()[9]);
        assert_eq!(q[11], positions()[11]);
    }
}
