//! Views of joints.
//!
//! | reads |
//! |---|
//! | `jnt_type` |

use crate::data::Data;
use crate::enums::JointType;
use crate::ids::JointId;
use crate::math::Vec3;
use crate::model::Model;

/// What data has of one joint. `qpos` has one number, four of a ball, seven of a free joint; the others have
/// one for each degree of freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct JointView<'a> {
    /// The joint.
    pub id: JointId,
    /// Its name, if it has one.
    pub name: Option<&'a str>,
    /// What kind it is.
    pub kind: JointType,
    /// Position; m, rad or a quaternion.
    pub qpos: &'a [f64],
    /// Velocity; m/s or rad/s.
    pub qvel: &'a [f64],
    /// Acceleration; m/s² or rad/s².
    pub qacc: &'a [f64],
    /// Force that the user applies; N or N m.
    pub qfrc_applied: &'a [f64],
    /// Force of springs, dampers and whatever else is passive; N or N m.
    pub qfrc_passive: &'a [f64],
    /// Force of the actuators; N or N m.
    pub qfrc_actuator: &'a [f64],
    /// Force of the constraints; N or N m.
    pub qfrc_constraint: &'a [f64],
    /// Where the joint is; m, world frame.
    pub xanchor: Vec3,
    /// Its axis, in the world frame.
    pub xaxis: Vec3,
}

/// What a user writes of one joint.
#[derive(Debug)]
#[non_exhaustive]
pub struct JointMut<'a> {
    /// Position; m, rad or a quaternion.
    pub qpos: &'a mut [f64],
    /// Velocity; m/s or rad/s.
    pub qvel: &'a mut [f64],
    /// Force that the user applies; N or N m.
    pub qfrc_applied: &'a mut [f64],
}

impl Data {
    /// What belongs to a joint.
    ///
    /// ```
    /// use ferrodyn::{Data, Model, ids::JointId};
    ///
    /// fn report(m: &Model, d: &Data, elbow: JointId) -> f64 {
    ///     let elbow = d.joint(m, elbow);
    ///     println!("{}: {} rad, {} N m", elbow.name.unwrap_or("?"), elbow.qpos[0], elbow.qfrc_actuator[0]);
    ///     elbow.qpos[0]
    /// }
    /// ```
    ///
    /// # Panics
    /// As indexing does: if the model has no such joint, or the data is of another model.
    pub fn joint<'a>(&'a self, m: &'a Model, j: JointId) -> JointView<'a> {
        let (positions, dofs) = (m.joint_qpos(j), m.joint_dofs(j));
        JointView {
            id: j,
            name: m.name(j),
            kind: m.jnt_type[j].get().unwrap_or(JointType::Hinge),
            qpos: &self.qpos[positions],
            qvel: &self.qvel[dofs.clone()],
            qacc: &self.qacc[dofs.clone()],
            qfrc_applied: &self.qfrc_applied[dofs.clone()],
            qfrc_passive: &self.qfrc_passive[dofs.clone()],
            qfrc_actuator: &self.qfrc_actuator[dofs.clone()],
            qfrc_constraint: &self.qfrc_constraint[dofs],
            xanchor: self.xanchor[j],
            xaxis: self.xaxis[j],
        }
    }

    /// [`joint`](Self::joint) of all joints.
    ///
    /// # Panics
    /// If the data is of another model.
    pub fn joints<'a>(&'a self, m: &'a Model) -> impl ExactSizeIterator<Item = JointView<'a>> {
        m.joints().map(move |j| self.joint(m, j))
    }

    /// Position, velocity and applied force of a joint, to be written: `d.joint_mut(&m, elbow).qpos[0] = 0.5`.
    ///
    /// # Panics
    /// As indexing does: if the model has no such joint, or the data is of another model.
    pub fn joint_mut(&mut self, m: &Model, j: JointId) -> JointMut<'_> {
        let (positions, dofs) = (m.joint_qpos(j), m.joint_dofs(j));
        JointMut {
            qpos: &mut self.qpos[positions],
            qvel: &mut self.qvel[dofs.clone()],
            qfrc_applied: &mut self.qfrc_applied[dofs],
        }
    }
}
