//! Where the coordinates of a chain may be, and how they move along degrees of freedom.

use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::ids::JointId;
use ferrodyn_engine::math::rotation::{integrate_quat, quat_to_vel};
use ferrodyn_engine::math::{Num, Quat, QuatOf, Vec3};

use super::Chain;

/// Which end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The lower end.
    Lower,
    /// The upper end.
    Upper,
}

/// One end of the range of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The joint of the model.
    pub joint: JointId,
    /// Which end of its range.
    pub side: Side,
}

impl Chain {
    /// The coordinates in the middle of their ranges; those without limits as in the model.
    #[must_use]
    pub fn middle(&self) -> Vec<f64> {
        let mut q = self.q0.clone();
        for joint in &self.joints {
            if let (JointType::Hinge | JointType::Slide, Some([low, high])) =
                (joint.kind, joint.range)
            {
                q[joint.q.start] = 0.5 * (low + high);
            }
        }
        q
    }

    /// Whether all coordinates are within their limits, to the last bit for hinges and slides.
    #[must_use]
    pub fn within_limits(&self, q: &[f64]) -> bool {
        q.len() == self.nq
            && self.joints.iter().all(|joint| match (joint.kind, joint.range) {
                (_, None) | (JointType::Free, _) => true,
                (JointType::Ball, Some([_, largest])) => {
                    let quat = Quat(std::array::from_fn(|i| q[joint.q.start + i]));
                    quat_to_vel(quat.normalized(), 1.0).norm() <= largest + 1e-12
                }
                (_, Some([low, high])) => {
                    let x = q[joint.q.start];
                    low <= x && x <= high
                }
            })
    }

    /// For each degree of freedom the lowest and highest coordinate; infinite without limits, and
    /// for balls.
    pub(crate) fn boxes(&self) -> (Vec<f64>, Vec<f64>) {
        let (mut low, mut high) = (vec![f64::NEG_INFINITY; self.nv], vec![f64::INFINITY; self.nv]);
        for joint in &self.joints {
            if let (JointType::Hinge | JointType::Slide, Some(range)) = (joint.kind, joint.range) {
                [low[joint.dof.start], high[joint.dof.start]] = range;
            }
        }
        (low, high)
    }

    /// Moves coordinates along degrees of freedom, and into their limits where `bounded`.
    #[inline(always)]
    pub(crate) fn integrate<N: Num>(&self, q: &mut [N], step: &[N], bounded: bool) {
        for joint in &self.joints {
            let (at, dof) = (joint.q.start, joint.dof.start);
            match joint.kind {
                JointType::Hinge | JointType::Slide => {
                    q[at] += step[dof];
                    if let (Some([low, high]), true) = (joint.range, bounded) {
                        q[at] = q[at].clip(low, high);
                    }
                }
                JointType::Free => {
                    for i in 0..3 {
                        q[at + i] += step[dof + i];
                    }
                    turn_quat(&mut q[at + 3..at + 7], &step[dof + 3..dof + 6], None);
                }
                JointType::Ball => {
                    let largest = joint.range.filter(|_| bounded).map(|range| range[1]);
                    turn_quat(&mut q[at..at + 4], &step[dof..dof + 3], largest);
                }
            }
        }
    }
}

/// Turns a quaternion by a rotation vector in its own frame, then back to the largest angle.
#[inline(always)]
fn turn_quat<N: Num>(q: &mut [N], step: &[N], largest: Option<f64>) {
    let before = Quat([q[0], q[1], q[2], q[3]]);
    let mut quat = integrate_quat(before, Vec3([step[0], step[1], step[2]]), 1.0).normalized();
    if let Some(largest) = largest {
        let (axis, angle) = quat_to_vel(quat, 1.0).normalized();
        let limit = N::splat(largest);
        let beyond = limit.lt(angle);
        quat = QuatOf::select(beyond, QuatOf::from_axis_angle(axis, limit), quat);
    }
    q.copy_from_slice(&quat.0);
}
