//! Chains: the joints between a base and an end, as constants that one forward pass reads.
//!
//! Between two frames of any model there is one path: up from the base to the body that both
//! descend from, then down to the end. A chain holds its joints in that order. Joints on the way up
//! move the other way round, and are stored so: a chain is always a plain product
//!
//! ```text
//! pose of the end in the base = X_0 J_0(q) X_1 J_1(q) ... X_n
//! ```
//!
//! of constant transformations `X` and motions `J` about or along the z axis. Everything that the
//! model says about anchors, axes and reference positions is in the constants.
//!
//! | file | what |
//! |---|---|
//! | `build` | from the arrays of a model to links |
//! | `forward` | poses and Jacobians, for numbers and for lanes |
//! | `rates` | velocities and accelerations of the end |
//! | `limits` | where the coordinates may be |

mod build;
mod forward;
mod limits;
mod rates;

use std::ops::Range;

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::ids::{BodyId, JointId};
use ferrodyn_engine::math::{Mat3Of, Num, Pose, Quat, Vec3Of};
use nalgebra::DMatrix;

pub use forward::Kinematics;
pub use limits::{Limit, Side};
pub use rates::Motion;

use crate::error::{IkError, check_finite, check_len};
use crate::frame::{Frame, body_name};
use crate::jacobian::{self, JacobianType};

/// A rotation and a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Transform<N = f64> {
    pub(crate) rot: Mat3Of<N>,
    pub(crate) pos: Vec3Of<N>,
}

impl<N: Num> Transform<N> {
    pub(crate) const IDENTITY: Self = Self { rot: Mat3Of::IDENTITY, pos: Vec3Of::ZERO };
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// About z; the place among the angles of the chain.
    Turn(usize),
    /// Along z.
    Slide,
    /// About any axis, by a quaternion.
    Ball,
    /// As [`Kind::Ball`], seen from the other side.
    BallInverse,
}

/// A constant transformation, then a motion.
#[derive(Clone, Debug)]
struct Link {
    fixed: Transform,
    /// Whether the constant rotation differs from none.
    turned: bool,
    kind: Kind,
    /// First coordinate in the chain's own.
    q: usize,
    /// First degree of freedom in the chain's own.
    dof: usize,
}

/// A joint of a chain.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainJoint {
    /// The joint of the model.
    pub id: JointId,
    /// Its type.
    pub kind: JointType,
    /// Whether the chain passes it from child to parent.
    pub reversed: bool,
    /// Its coordinates in the chain's own.
    pub q: Range<usize>,
    /// Its degrees of freedom in the chain's own.
    pub dof: Range<usize>,
    /// Limits of a hinge or slide; of a ball, `[0, largest angle]`. `None` if it has none.
    pub range: Option<[f64; 2]>,
    /// First coordinate in the model's `qpos`.
    pub qpos_address: usize,
    /// First degree of freedom in the model.
    pub dof_address: usize,
}

/// The joints between a base and an end of a model, and nothing else of it.
///
/// A chain has coordinates of its own, one after the other in the order in which it passes the
/// joints: [`gather`](Self::gather) takes them from a `qpos` of the model, and
/// [`scatter`](Self::scatter) puts them back. It is a copy of the model's constants: change the
/// model and make the chain again. Bodies moved by mocap stay where the model has them.
///
/// # Examples
/// ```
/// use ferrodyn::ik::{Chain, JacobianType};
///
/// let m = ferrodyn::load_str(
///     "<mujoco><worldbody><body name='arm'><joint axis='0 0 1'/><geom size='.1'/>
///         <site name='tip' pos='1 0 0'/></body></worldbody></mujoco>",
/// )?;
/// let chain = Chain::by_name(&m, "", "tip")?;
/// let jacobian = chain.jacobian(&[0.0], JacobianType::Analytic)?;
/// assert_eq!(jacobian.as_slice(), [0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chain {
    links: Vec<Link>,
    /// From the last joint to the end.
    tool: Transform,
    joints: Vec<ChainJoint>,
    nq: usize,
    nv: usize,
    angles: usize,
    /// The reference position of the model, in coordinates of the chain.
    q0: Vec<f64>,
    model_nq: usize,
}

impl Chain {
    /// The chain from a body to a frame; poses and Jacobians are in the frame of the base.
    ///
    /// # Errors
    /// If base or end do not exist, or if no joint lies between them.
    pub fn new(m: &Model, base: BodyId, end: Frame) -> Result<Self, IkError> {
        let base = Frame::body(m, base)?;
        Frame::body(m, end.body)?;
        check_finite("end", &end.pose.pos.0)?;
        check_finite("end", &end.pose.quat.0)?;
        let chain = build::chain(m, base.body, end);
        if chain.joints.is_empty() {
            let (base, end) = (body_name(m, base.body), body_name(m, end.body));
            return Err(IkError::NoJoints { base, end });
        }
        Ok(chain)
    }

    /// The chain between a body and a body or site, by their names; `""` is the world.
    ///
    /// # Errors
    /// If there is no such name, or if no joint lies between them.
    pub fn by_name(m: &Model, base: &str, end: &str) -> Result<Self, IkError> {
        let base = if base.is_empty() { BodyId(0) } else { Frame::named(m, base)?.body };
        Self::new(m, base, Frame::named(m, end)?)
    }

    /// Number of coordinates.
    #[must_use]
    pub fn nq(&self) -> usize {
        self.nq
    }

    /// Number of degrees of freedom: columns of the Jacobian.
    #[must_use]
    pub fn nv(&self) -> usize {
        self.nv
    }

    /// The joints in the order of coordinates.
    #[must_use]
    pub fn joints(&self) -> &[ChainJoint] {
        &self.joints
    }

    /// The coordinates where the model has its reference position.
    #[must_use]
    pub fn q0(&self) -> &[f64] {
        &self.q0
    }

    /// For each degree of freedom of the chain, that of the model.
    pub fn dof_addresses(&self) -> impl Iterator<Item = usize> + '_ {
        self.joints.iter().flat_map(|joint| (0..joint.dof.len()).map(|i| joint.dof_address + i))
    }

    /// Copies the coordinates of the chain out of a `qpos` of the model.
    ///
    /// # Errors
    /// If a slice has the wrong length.
    pub fn gather(&self, qpos: &[f64], q: &mut [f64]) -> Result<(), IkError> {
        check_len("qpos", qpos.len(), self.model_nq)?;
        check_len("q", q.len(), self.nq)?;
        for joint in &self.joints {
            let from = joint.qpos_address..joint.qpos_address + joint.q.len();
            q[joint.q.clone()].copy_from_slice(&qpos[from]);
        }
        Ok(())
    }

    /// Writes the coordinates of the chain into a `qpos` of the model; others stay.
    ///
    /// # Errors
    /// If a slice has the wrong length.
    pub fn scatter(&self, q: &[f64], qpos: &mut [f64]) -> Result<(), IkError> {
        check_len("qpos", qpos.len(), self.model_nq)?;
        check_len("q", q.len(), self.nq)?;
        for joint in &self.joints {
            let to = joint.qpos_address..joint.qpos_address + joint.q.len();
            qpos[to].copy_from_slice(&q[joint.q.clone()]);
        }
        Ok(())
    }

    /// The pose of the end in the base.
    ///
    /// # Errors
    /// If `q` has the wrong length.
    pub fn pose(&self, q: &[f64]) -> Result<Pose, IkError> {
        let mut k = Kinematics::<f64>::new(self);
        k.forward(self, q)?;
        Ok(Pose { pos: k.position(), quat: Quat::from_mat(&k.rotation()) })
    }

    /// The Jacobian of the end, 6 x nv: linear velocity above angular velocity.
    ///
    /// [`Kinematics`] computes the same without allocation.
    ///
    /// # Errors
    /// If `q` has the wrong length.
    pub fn jacobian(&self, q: &[f64], kind: JacobianType) -> Result<DMatrix<f64>, IkError> {
        let mut k = Kinematics::<f64>::new(self);
        k.forward(self, q)?;
        Ok(DMatrix::from_column_slice(6, self.nv, k.jacobian(kind).as_flattened()))
    }

    /// Whether the smallest singular value of the Jacobian lies below a threshold
    /// ([`SINGULAR`](jacobian::SINGULAR) is usual): some direction cannot be moved in.
    ///
    /// # Errors
    /// If `q` has the wrong length.
    pub fn is_singular(&self, q: &[f64], threshold: f64) -> Result<bool, IkError> {
        Ok(jacobian::is_singular(&self.jacobian(q, JacobianType::Analytic)?, threshold))
    }

    /// Yoshikawa's manipulability: the product of the singular values of the Jacobian.
    ///
    /// # Errors
    /// If `q` has the wrong length.
    pub fn manipulability(&self, q: &[f64]) -> Result<f64, IkError> {
        Ok(jacobian::manipulability(&self.jacobian(q, JacobianType::Analytic)?))
    }

    /// The largest singular value of the Jacobian over the smallest.
    ///
    /// # Errors
    /// If `q` has the wrong length.
    pub fn condition_number(&self, q: &[f64]) -> Result<f64, IkError> {
        Ok(jacobian::condition_number(&self.jacobian(q, JacobianType::Analytic)?))
    }
}
