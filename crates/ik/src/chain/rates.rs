//! Velocity and acceleration of the end of a chain.
//!
//! With `w` the angular velocity before a joint, its axis `z` changes by `w x z`; the rest is the
//! product rule on the columns of the Jacobian.

use ferrodyn_engine::math::{Num, Vec3, Vec3Of};

use super::{Chain, Kind, Kinematics};
use crate::error::{IkError, check_len};

/// Velocity and acceleration of a frame, in the base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<N = f64> {
    /// Velocity of the origin.
    pub linear_velocity: Vec3Of<N>,
    /// Angular velocity.
    pub angular_velocity: Vec3Of<N>,
    /// Acceleration of the origin.
    pub linear_acceleration: Vec3Of<N>,
    /// Angular acceleration.
    pub angular_acceleration: Vec3Of<N>,
}

impl<N: Num> Kinematics<N> {
    /// Velocity and acceleration of the end for rates of the degrees of freedom, relative to the
    /// base; [`forward`](Self::forward) comes first.
    ///
    /// # Errors
    /// If a slice has not one number for each degree of freedom.
    pub fn motion(&self, chain: &Chain, qvel: &[N], qacc: &[N]) -> Result<Motion<N>, IkError> {
        check_len("qvel", qvel.len(), chain.nv)?;
        check_len("qacc", qacc.len(), chain.nv)?;
        check_len("memory", self.columns.len(), chain.nv)?;

        // velocity, and the part of the acceleration that comes with changes of qvel
        let mut out = Motion {
            linear_velocity: Vec3Of::ZERO,
            angular_velocity: Vec3Of::ZERO,
            linear_acceleration: Vec3Of::ZERO,
            angular_acceleration: Vec3Of::ZERO,
        };
        for (&[a, b, c, d, e, f], (&vel, &acc)) in self.columns.iter().zip(qvel.iter().zip(qacc)) {
            let (linear, angular) = (Vec3([a, b, c]), Vec3([d, e, f]));
            out.linear_velocity += linear * vel;
            out.angular_velocity += angular * vel;
            out.linear_acceleration += linear * acc;
            out.angular_acceleration += angular * acc;
        }
        self.add_bias(chain, qvel, &mut out);
        Ok(out)
    }

    /// Adds the acceleration that velocities bring by themselves.
    fn add_bias(&self, chain: &Chain, qvel: &[N], out: &mut Motion<N>) {
        // velocity before the joint: of the point at the base's origin, and angular
        let (mut v, mut w) = (Vec3Of::<N>::ZERO, Vec3Of::<N>::ZERO);
        let (end, end_velocity) = (self.end.pos, out.linear_velocity);
        for link in &chain.links {
            let count = if matches!(link.kind, Kind::Turn(_) | Kind::Slide) { 1 } else { 3 };
            let (mut more_v, mut more_w) = (Vec3Of::ZERO, Vec3Of::ZERO);
            for dof in link.dof..link.dof + count {
                let rate = self.axes[dof] * qvel[dof];
                if link.kind == Kind::Slide {
                    // the end moves with the joint's axis, and with all that comes after
                    out.linear_acceleration += w.cross(rate);
                    more_v += rate;
                } else {
                    let anchor = self.anchors[dof];
                    let anchor_velocity = v + w.cross(anchor);
                    out.angular_acceleration += w.cross(rate);
                    out.linear_acceleration += w.cross(rate).cross(end - anchor)
                        + rate.cross(end_velocity - anchor_velocity);
                    more_v += anchor.cross(rate);
                    more_w += rate;
                }
            }
            v += more_v;
            w += more_w;
        }
    }
}
