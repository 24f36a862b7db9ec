//! Springs and dampers of joints from how fast and how damped they are to respond.
//!
//! | reads | writes |
//! |---|---|
//! | `dof_invweight0` | `jnt_stiffness`, `dof_damping` |
//! | `jnt_dofadr` | |

use super::invweight::dof_count;
use crate::ids::{DofId, JointId};
use crate::math::MINVAL;
use crate::model::Model;

/// Sets stiffness and damping of a joint such that at `qpos0` it responds with a time constant
/// and a damping ratio, both positive.
///
/// Takes `dof_invweight0` as [`set_const`](super::set_const) computes it. Does nothing if there is
/// no such joint.
pub fn set_spring_damper(m: &mut Model, j: JointId, timeconst: f64, dampratio: f64) {
    if j.0 >= m.njnt {
        return;
    }
    let first = m.jnt_dofadr[j].raw() as usize;
    let dofs = first..first + dof_count(m, j);
    let count = dofs.len() as f64;
    let at_least_min = |x: f64| if MINVAL < x { x } else { MINVAL };

    let inverse = dofs.clone().fold(0.0, |sum, k| sum + m.dof_invweight0[DofId(k)]);
    let inertia = count / at_least_min(inverse);
    let square = timeconst * timeconst * dampratio * dampratio;
    m.jnt_stiffness[j] = inertia / at_least_min(square);
    let damping = 2.0 * inertia / at_least_min(timeconst);
    for k in dofs {
        m.dof_damping[DofId(k)] = damping;
    }
}
