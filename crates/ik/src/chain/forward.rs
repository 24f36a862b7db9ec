//! Poses and Jacobians of a chain in one forward pass, for numbers and for lanes.
//!
//! With `z` the axis of a joint, `p` its anchor and `e` the end, all in the base, columns are
//!
//! ```text
//! hinge  [z x (e - p); z]      slide  [z; 0]      ball  [r_i x (e - p); r_i] for its three axes
//! ```

use ferrodyn_engine::math::{Mat3, Mat3Of, Num, Quat, Vec3, Vec3Of, fun};
use multiversion::multiversion;

use super::{Chain, Kind, Link, Transform};
use crate::error::{IkError, check_len};
use crate::jacobian::JacobianType;
use crate::unroll::unroll;

/// The results of a forward pass over a chain, in memory that is used again.
///
/// Each thread has its own. `N` is `f64`, or [`Pack`](crate::Pack) for several
/// configurations at once; every lane has the bits of a pass of its own.
///
/// # Examples
/// ```
/// use ferrodyn::ik::{Chain, JacobianType, Kinematics, Pack};
///
/// let m = ferrodyn::load_str(
///     "<mujoco><worldbody><body><joint axis='0 0 1'/><geom size='.1'/>
///         <site name='tip' pos='1 0 0'/></body></worldbody></mujoco>",
/// )?;
/// let chain = Chain::by_name(&m, "", "tip")?;
/// let mut lanes = Kinematics::<Pack<8>>::new(&chain);
/// lanes.forward(&chain, &[Pack([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])])?;
/// assert_eq!(lanes.jacobian(JacobianType::Analytic)[0][1].0[0], 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Kinematics<N = f64> {
    pub(super) axes: Vec<Vec3Of<N>>,
    pub(super) anchors: Vec<Vec3Of<N>>,
    sines: Vec<N>,
    cosines: Vec<N>,
    pub(crate) end: Transform<N>,
    pub(crate) columns: Vec<[N; 6]>,
    body_columns: Vec<[N; 6]>,
}

impl<N: Num> Kinematics<N> {
    /// Memory for a chain.
    #[must_use]
    pub fn new(chain: &Chain) -> Self {
        Self {
            axes: vec![Vec3Of::ZERO; chain.nv],
            anchors: vec![Vec3Of::ZERO; chain.nv],
            sines: vec![N::ZERO; chain.angles],
            cosines: vec![N::ZERO; chain.angles],
            end: Transform::IDENTITY,
            columns: vec![[N::ZERO; 6]; chain.nv],
            body_columns: vec![[N::ZERO; 6]; chain.nv],
        }
    }

    /// Computes the pose of the end and its Jacobian.
    ///
    /// # Errors
    /// If `q` has not one number for each coordinate, or if this is memory for another chain.
    pub fn forward(&mut self, chain: &Chain, q: &[N]) -> Result<(), IkError> {
        check_len("q", q.len(), chain.nq)?;
        check_len("memory", self.columns.len(), chain.nv)?;
        check_len("memory", self.sines.len(), chain.angles)?;
        self.update(chain, q);
        Ok(())
    }

    /// [`forward`](Self::forward) of slices that are known to fit.
    #[inline(always)]
    pub(crate) fn update(&mut self, chain: &Chain, q: &[N]) {
        for link in &chain.links {
            if let Kind::Turn(place) = link.kind {
                self.sines[place] = q[link.q];
            }
        }
        if N::LANES == 1 {
            N::sin_cos_all(&mut self.sines, &mut self.cosines);
        } else {
            sin_cos_in_lanes(&mut self.sines, &mut self.cosines);
        }
        pass(chain, q, self);
    }

    /// Position of the end in the base.
    #[must_use]
    pub fn position(&self) -> Vec3Of<N> {
        self.end.pos
    }

    /// Orientation of the end in the base.
    #[must_use]
    pub fn rotation(&self) -> Mat3Of<N> {
        self.end.rot
    }

    /// The axis of each degree of freedom, of length one, in the base: `xaxis` of the engine where the
    /// base is the world, the other way round for joints that the chain passes from child to parent.
    /// A ball has the three axes of its child, and a free joint those of the world before them.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::ik::{Chain, JacobianType, Kinematics};
    ///
    /// let m = ferrodyn::load_str(
    ///     "<mujoco><worldbody><body pos='0 0 1'><joint axis='0 1 0'/><geom size='.1'/>
    ///         <site name='tip' pos='1 0 0'/></body></worldbody></mujoco>",
    /// )?;
    /// let chain = Chain::by_name(&m, "", "tip")?;
    /// let mut k = Kinematics::<f64>::new(&chain);
    /// k.forward(&chain, &[0.3])?;
    /// let (axis, anchor) = (k.axes()[0], k.anchors()[0]);
    /// assert!((axis[1] - 1.0).abs() < 1e-15 && anchor.0 == [0.0, 0.0, 1.0]);
    /// // the column of a hinge
    /// let linear = axis.cross(k.position() - anchor);
    /// assert_eq!(k.jacobian(JacobianType::Analytic)[0][..3], linear.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn axes(&self) -> &[Vec3Of<N>] {
        &self.axes
    }

    /// A point on the axis of each degree of freedom, in the base: of a hinge or ball the point that it
    /// turns about (`xanchor` of the engine where the base is the world), of a slide the place where its
    /// coordinate is 0.
    #[must_use]
    pub fn anchors(&self) -> &[Vec3Of<N>] {
        &self.anchors
    }

    /// The columns of the Jacobian, linear velocity before angular velocity: 6 x nv, column-major.
    pub fn jacobian(&mut self, kind: JacobianType) -> &[[N; 6]] {
        if kind == JacobianType::Analytic {
            return &self.columns;
        }
        for (body, &[a, b, c, d, e, f]) in self.body_columns.iter_mut().zip(&self.columns) {
            let linear = self.end.rot.transpose_mul(Vec3([a, b, c])).0;
            let angular = self.end.rot.transpose_mul(Vec3([d, e, f])).0;
            *body = [linear[0], linear[1], linear[2], angular[0], angular[1], angular[2]];
        }
        &self.body_columns
    }

    /// Bytes of this memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&self.axes[..])
            + size_of_val(&self.anchors[..])
            + 2 * size_of_val(&self.sines[..])
            + 2 * size_of_val(&self.columns[..])
    }
}

/// [`Num::sin_cos_all`] with the instructions that the pass has.
#[multiversion(targets("x86_64+avx512f+avx2", "x86_64+avx2"))]
fn sin_cos_in_lanes<N: Num>(angles: &mut [N], cosines: &mut [N]) {
    for (angle, cosine) in angles.iter_mut().zip(cosines) {
        (*angle, *cosine) = fun::sin_cos(*angle);
    }
}

/// The pass itself, given sines and cosines.
#[multiversion(targets("x86_64+avx512f+avx2", "x86_64+avx2"))]
fn pass<N: Num>(chain: &Chain, q: &[N], k: &mut Kinematics<N>) {
    pass_here(chain, q, k);
}

/// [`pass`], compiled for the instructions of its caller.
#[inline(always)]
pub(crate) fn pass_here<N: Num>(chain: &Chain, q: &[N], k: &mut Kinematics<N>) {
    let mut at = Transform::<N>::IDENTITY;
    for link in &chain.links {
        advance(&mut at, &link.fixed, link.turned);
        match link.kind {
            Kind::Turn(place) => {
                let z = at.rot.col(2);
                (k.axes[link.dof], k.anchors[link.dof]) = (z, at.pos);
                at.rot = turned_about_z(&at.rot, k.sines[place], k.cosines[place]);
            }
            Kind::Slide => {
                let z = at.rot.col(2);
                (k.axes[link.dof], k.anchors[link.dof]) = (z, at.pos);
                at.pos += z * q[link.q];
            }
            Kind::Ball | Kind::BallInverse => ball(&mut at, link, q, k),
        }
    }
    advance(&mut at, &chain.tool, true);
    k.end = at;
    columns(chain, k);
}

/// A ball turns by its quaternion; its axes are those of the child.
#[inline(always)]
fn ball<N: Num>(at: &mut Transform<N>, link: &Link, q: &[N], k: &mut Kinematics<N>) {
    let quat = Quat(std::array::from_fn(|i| q[link.q + i])).normalized();
    let (turn, sign) = match link.kind {
        Kind::BallInverse => (quat.conj(), -N::ONE),
        _ => (quat, N::ONE),
    };
    let before = at.rot;
    at.rot = product(&before, &turn.to_mat());
    let child = if link.kind == Kind::BallInverse { &before } else { &at.rot };
    unroll!(i in 0 1 2 => {
        k.axes[link.dof + i] = child.col(i) * sign;
        k.anchors[link.dof + i] = at.pos;
    });
}

/// Columns of the Jacobian from axes, anchors and the end.
#[inline(always)]
fn columns<N: Num>(chain: &Chain, k: &mut Kinematics<N>) {
    let e = k.end.pos;
    for link in &chain.links {
        let count = if matches!(link.kind, Kind::Turn(_) | Kind::Slide) { 1 } else { 3 };
        for dof in link.dof..link.dof + count {
            let z = k.axes[dof];
            let (v, w) = if link.kind == Kind::Slide {
                (z, Vec3Of::ZERO)
            } else {
                (z.cross(e - k.anchors[dof]), z)
            };
            k.columns[dof] = [v[0], v[1], v[2], w[0], w[1], w[2]];
        }
    }
}

/// Goes on by a constant transformation.
#[inline(always)]
fn advance<N: Num>(at: &mut Transform<N>, fixed: &Transform, turned: bool) {
    let (r, p, f) = (at.rot.0, fixed.pos, &fixed.rot.0);
    unroll!(i in 0 1 2 => {
        at.pos.0[i] += r[3 * i] * p[0] + r[3 * i + 1] * p[1] + r[3 * i + 2] * p[2];
    });
    if turned {
        unroll!(i in 0 1 2 => {
            let (x, y, z) = (r[3 * i], r[3 * i + 1], r[3 * i + 2]);
            unroll!(j in 0 1 2 => {
                at.rot.0[3 * i + j] = x * f[j] + y * f[3 + j] + z * f[6 + j];
            });
        });
    }
}

/// A rotation, then one about its z axis.
#[inline(always)]
fn turned_about_z<N: Num>(rot: &Mat3Of<N>, s: N, c: N) -> Mat3Of<N> {
    let mut out = *rot;
    unroll!(i in 0 1 2 => {
        let (x, y) = (rot.0[3 * i], rot.0[3 * i + 1]);
        out.0[3 * i] = x * c + y * s;
        out.0[3 * i + 1] = y * c - x * s;
    });
    out
}

#[inline(always)]
fn product<N: Num>(a: &Mat3Of<N>, b: &Mat3Of<N>) -> Mat3Of<N> {
    let mut out = [N::ZERO; 9];
    unroll!(i in 0 1 2 => {
        let (x, y, z) = (a.0[3 * i], a.0[3 * i + 1], a.0[3 * i + 2]);
        unroll!(j in 0 1 2 => {
            out[3 * i + j] = x * b.0[j] + y * b.0[3 + j] + z * b.0[6 + j];
        });
    });
    Mat3(out)
}
