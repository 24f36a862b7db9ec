//! Tasks: the errors that inverse kinematics reduces, and their derivatives.

use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::ids::{BodyId, DofId, JointId};
use ferrodyn_engine::math::rotation::sub_quat;
use ferrodyn_engine::math::{Mat3, Pose, Quat, Vec3};
use ferrodyn_engine::support::{self, JacobianMut};
use ferrodyn_engine::{Data, Model};

use super::rows::Rows;
use crate::error::{IkError, check_finite, check_len};
use crate::frame::Frame;

/// What is asked of a model; positions and orientations are in world.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Task {
    /// The origin of a frame is at a point.
    Position {
        /// The frame.
        frame: Frame,
        /// The point.
        target: Vec3,
    },
    /// A frame has an orientation.
    Orientation {
        /// The frame.
        frame: Frame,
        /// The orientation.
        target: Quat,
    },
    /// A frame is at a pose.
    Pose {
        /// The frame.
        frame: Frame,
        /// The pose.
        target: Pose,
    },
    /// A frame is at a pose of another frame.
    Relative {
        /// The frame.
        frame: Frame,
        /// The other one.
        base: Frame,
        /// The pose in the other one.
        target: Pose,
    },
    /// All joints but free ones are at a configuration.
    Posture {
        /// A whole `qpos`.
        target: Vec<f64>,
    },
    /// The center of mass of a body and all below it is at a point.
    CenterOfMass {
        /// The body; the world for everything.
        body: BodyId,
        /// The point.
        target: Vec3,
        /// Which of the coordinates count: `[true, true, false]` keeps it over a place.
        axes: [bool; 3],
    },
    /// An axis of a frame points at a point.
    LookAt {
        /// The frame.
        frame: Frame,
        /// The axis, in the frame.
        axis: Vec3,
        /// The point.
        target: Vec3,
    },
    /// A weighted sum of hinges and slides has a value.
    Coupling {
        /// Joints and their factors.
        terms: Vec<(JointId, f64)>,
        /// The value.
        value: f64,
    },
}

impl Task {
    /// `Ok` if the task fits the model.
    pub(super) fn check(&self, m: &Model) -> Result<(), IkError> {
        let frame = |frame: &Frame| Frame::body(m, frame.body).map(|_| ());
        let rotation = |quat: &Quat| {
            check_finite("target", &quat.0)?;
            if quat.norm() < 1e-6 { Err(IkError::NotFinite { argument: "target" }) } else { Ok(()) }
        };
        match self {
            Self::Position { frame: f, target } => {
                frame(f).and_then(|()| check_finite("target", &target.0))
            }
            Self::Orientation { frame: f, target } => frame(f).and_then(|()| rotation(target)),
            Self::Pose { frame: f, target } => {
                frame(f)?;
                check_finite("target", &target.pos.0)?;
                rotation(&target.quat)
            }
            Self::Relative { frame: f, base, target } => {
                frame(f)?;
                frame(base)?;
                check_finite("target", &target.pos.0)?;
                rotation(&target.quat)
            }
            Self::Posture { target } => {
                check_len("target", target.len(), m.nq)?;
                check_finite("target", target)
            }
            Self::CenterOfMass { body, target, .. } => {
                Frame::body(m, *body)?;
                check_finite("target", &target.0)?;
                if m.body_subtreemass[*body] > 0.0 {
                    return Ok(());
                }
                Err(IkError::Task { problem: format!("body {} carries no mass", body.0) })
            }
            Self::LookAt { frame: f, axis, target } => {
                frame(f)?;
                check_finite("target", &target.0)?;
                check_finite("axis", &axis.0)?;
                if axis.norm() > 1e-9 {
                    Ok(())
                } else {
                    Err(IkError::NotFinite { argument: "axis" })
                }
            }
            Self::Coupling { terms, value } => check_coupling(m, terms, *value),
        }
    }

    /// Adds the rows of the task, times a scale; returns the largest error, without it.
    pub(super) fn add_rows(&self, m: &Model, d: &Data, scale: f64, rows: &mut Rows) -> f64 {
        match self {
            Self::Position { frame, target } => {
                let at = world(d, frame);
                jacobians(m, d, frame.body, at.pos, rows, 0);
                add_three(rows, *target - at.pos, scale, |s, i, k| s[0][i + k])
            }
            Self::Orientation { frame, target } => {
                let at = world(d, frame);
                jacobians(m, d, frame.body, at.pos, rows, 0);
                add_three(rows, turn(at.quat, *target), scale, |s, i, k| s[1][i + k])
            }
            Self::Pose { frame, target } => {
                let at = world(d, frame);
                jacobians(m, d, frame.body, at.pos, rows, 0);
                let near = add_three(rows, target.pos - at.pos, scale, |s, i, k| s[0][i + k]);
                near.max(add_three(rows, turn(at.quat, target.quat), scale, |s, i, k| s[1][i + k]))
            }
            Self::Relative { frame, base, target } => {
                relative(m, d, frame, base, target, scale, rows)
            }
            Self::Posture { target } => posture(m, d, target, scale, rows),
            Self::CenterOfMass { body, target, axes } => {
                // the body exists, and the memory has the right length
                let _ = support::jac_subtree_com_into(m, d, *body, &mut rows.scratch[0]);
                let mut e = *target - d.subtree_com[*body];
                (0..3).filter(|&i| !axes[i]).for_each(|i| e[i] = 0.0);
                let on = axes.map(|on| f64::from(u8::from(on)));
                let nv = m.nv.max(1);
                add_three(rows, e, scale, |s, i, k| s[0][i + k] * on[i / nv])
            }
            Self::LookAt { frame, axis, target } => {
                look_at(m, d, frame, *axis, *target, scale, rows)
            }
            Self::Coupling { terms, value } => {
                let q = |j: JointId| d.qpos[m.jnt_qposadr[j].present()];
                let e = value - terms.iter().map(|&(j, factor)| factor * q(j)).sum::<f64>();
                let row = rows.push(e * scale);
                for &(j, factor) in terms {
                    row[m.jnt_dofadr[j].raw() as usize] += factor * scale;
                }
                e.abs()
            }
        }
    }
}

fn check_coupling(m: &Model, terms: &[(JointId, f64)], value: f64) -> Result<(), IkError> {
    check_finite("value", &[value])?;
    for &(j, factor) in terms {
        check_finite("factor", &[factor])?;
        if j.0 >= m.njnt {
            return Err(IkError::UnknownId { kind: "joint", id: j.0, count: m.njnt });
        }
        let kind = m.jnt_type[j].get();
        if !matches!(kind, Some(JointType::Hinge | JointType::Slide)) {
            let problem = format!("joint {} is neither hinge nor slide and cannot be coupled", j.0);
            return Err(IkError::Task { problem });
        }
    }
    Ok(())
}

/// Pose of a frame in world.
fn world(d: &Data, frame: &Frame) -> Pose {
    Pose { pos: d.xpos[frame.body], quat: d.xquat[frame.body] }.compose(&frame.pose)
}

/// The rotation vector in world from one orientation to another.
fn turn(from: Quat, to: Quat) -> Vec3 {
    from.rotate(sub_quat(to.normalized(), from))
}

/// Linear and angular Jacobians of a point on a body, in the scratch memory at `place`.
fn jacobians(m: &Model, d: &Data, body: BodyId, point: Vec3, rows: &mut Rows, place: usize) {
    let [a, b, c, e] = &mut rows.scratch;
    let (linear, angular) = if place == 0 { (a, b) } else { (c, e) };
    // the body exists, and the memory has the right length
    let out = JacobianMut { jacp: Some(linear), jacr: Some(angular) };
    let _ = support::jac_into(m, d, body, point, out);
}

/// Adds three rows; `entry` says what stands at the row that starts at `i` in scratch memory, and
/// the column. Returns the length of the error.
fn add_three(
    rows: &mut Rows,
    error: Vec3,
    scale: f64,
    entry: impl Fn(&[Vec<f64>; 4], usize, usize) -> f64,
) -> f64 {
    let scratch = std::mem::take(&mut rows.scratch);
    let nv = scratch[0].len() / 3;
    for i in 0..3 {
        let row = rows.push(error[i] * scale);
        row.iter_mut().enumerate().for_each(|(k, x)| *x = entry(&scratch, i * nv, k) * scale);
    }
    rows.scratch = scratch;
    error.norm()
}

fn relative(
    m: &Model,
    d: &Data,
    frame: &Frame,
    base: &Frame,
    target: &Pose,
    scale: f64,
    rows: &mut Rows,
) -> f64 {
    let (at, from) = (world(d, frame), world(d, base));
    let now = from.inverse().compose(&at);
    jacobians(m, d, frame.body, at.pos, rows, 0);
    // the point moves with the base too
    jacobians(m, d, base.body, at.pos, rows, 2);
    let rot = from.quat.to_mat();
    let nv = m.nv.max(1);
    let entry = |s: &[Vec<f64>; 4], half: usize, i: usize, k: usize| {
        let row = i / nv;
        (0..3).map(|j| rot[3 * j + row] * (s[half][j * nv + k] - s[half + 2][j * nv + k])).sum()
    };
    let near = add_three(rows, target.pos - now.pos, scale, |s, i, k| entry(s, 0, i, k));
    near.max(add_three(rows, turn(now.quat, target.quat), scale, |s, i, k| entry(s, 1, i, k)))
}

fn posture(m: &Model, d: &Data, target: &[f64], scale: f64, rows: &mut Rows) -> f64 {
    let mut wanted = std::mem::take(&mut rows.scratch[0]);
    let differences = &mut wanted[..m.nv];
    ferrodyn_engine::integrate::differentiate_pos(m, differences, 1.0, &d.qpos, target)
        .expect("tasks are checked before a search");
    let mut worst: f64 = 0.0;
    for (k, &e) in differences.iter().enumerate() {
        let joint = m.dof_jntid[DofId(k)].present();
        if m.jnt_type[joint].get() != Some(JointType::Free) {
            rows.push(e * scale)[k] = scale;
            worst = worst.max(e.abs());
        }
    }
    rows.scratch[0] = wanted;
    worst
}

fn look_at(
    m: &Model,
    d: &Data,
    frame: &Frame,
    axis: Vec3,
    target: Vec3,
    scale: f64,
    rows: &mut Rows,
) -> f64 {
    let at = world(d, frame);
    jacobians(m, d, frame.body, at.pos, rows, 0);
    let along = at.quat.rotate(axis.normalized().0);
    let (to, distance) = (target - at.pos).normalized();
    // twice the sine of half the angle, about the axis that turns one into the other
    let mut e = along.cross(to);
    let cosine = along.dot(to);
    if cosine < -1.0 + 1e-12 {
        // half a turn about any axis across
        let across = if along[0].abs() < 0.9 { Vec3::X } else { Vec3::Y };
        e = 2.0 * along.cross(across).normalized().0;
    } else {
        e = (2.0 / (1.0 + cosine)).sqrt() * e;
    }
    // turning about the line of sight does not count; moving sideways turns the line of sight
    let nv = m.nv.max(1);
    let side = 1.0 / distance.max(1e-6);
    let cross = Mat3([0.0, -to[2], to[1], to[2], 0.0, -to[0], -to[1], to[0], 0.0]);
    let error = add_three(rows, e, scale, |s, i, k| {
        let row = i / nv;
        let angular = Vec3(std::array::from_fn(|j| s[1][j * nv + k]));
        let linear = Vec3(std::array::from_fn(|j| s[0][j * nv + k]));
        angular[row] - to[row] * to.dot(angular) + side * cross.row(row).dot(linear)
    });
    2.0 * ferrodyn_engine::math::fun::asin((0.5 * error).min(1.0))
}
