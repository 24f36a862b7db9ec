//! Derivatives of inverse dynamics by one sweep from the root to the leaves and one back.
//!
//! All spatial vectors are in world axes about one fixed point. For a degree of freedom `j` with axis `s`, `V` and `A`
//! being velocity and acceleration (that of gravity taken out) of what it moves against:
//!
//! ```text
//! psi = V x s              the change of velocity that comes with a displacement, beyond s x V
//! psi2 = A x s + V x psi   that of acceleration
//! sig = psi + V' x s       the change of acceleration that comes with a velocity, V' being that after the joint
//! ```
//!
//! With the inertia `I` and force `F` of the subtree, and `B(x) = I (x cross V) + x cross* (I V) + V cross* (I x)`,
//!
//! ```text
//! dtau_i/dq_j = (I s_i).psi2_j + (B' s_i).psi_j            j above i, or of the same rotation
//! dtau_j/dq_i = s_j.(I psi2_i + B psi_i + s_i cross* F)
//! dtau_i/dv_j = (I s_i).sig_j + (B' s_i).s_j
//! dtau_j/dv_i = s_j.(B s_i + I sig_i)
//! ```
//!
//! The same with `V = 0` gives the derivative of `M w`. The three rotations of a ball or free joint move each other's
//! axes both ways; the translations of a free joint have axes that nothing moves.

use ferrodyn_engine::enums::DisableBit;
use ferrodyn_engine::ids::{BodyId, DofId};
use ferrodyn_engine::math::{Inert, Spatial, Vec3};
use ferrodyn_engine::{Data, Model};

use crate::residual::Residual;
use crate::topology::{Group, Topology};
use crate::wrench::Matrix6;

/// What the sweeps know of degrees of freedom and of bodies.
#[derive(Debug, Default)]
pub(crate) struct Sweep {
    /// The fixed point, in world.
    pub(crate) origin: Vec3,
    /// `s`
    pub(crate) axis: Vec<Spatial>,
    /// `psi`
    pub(crate) axis_velocity: Vec<Spatial>,
    /// The change of the acceleration without drift that comes with a displacement.
    pub(crate) axis_acceleration: Vec<Spatial>,
    psi2: Vec<Spatial>,
    sig: Vec<Spatial>,
    psi_w: Vec<Spatial>,
    /// Velocities of bodies.
    pub(crate) velocity: Vec<Spatial>,
    /// Accelerations of bodies without drift and gravity: those of `qacc` alone.
    pub(crate) acceleration: Vec<Spatial>,
    full_acceleration: Vec<Spatial>,
    acceleration_w: Vec<Spatial>,
    /// Forces on bodies, then on subtrees.
    pub(crate) force: Vec<Spatial>,
    force_w: Vec<Spatial>,
    inertia: Vec<Inert>,
    bias: Vec<Matrix6>,
}

/// Velocity and accelerations of the body that a joint moves against.
#[derive(Clone, Copy)]
struct Motion {
    velocity: Spatial,
    full: Spatial,
    plain: Spatial,
    w: Spatial,
}

impl Sweep {
    pub(crate) fn new(m: &Model) -> Self {
        let dofs = || vec![Spatial::ZERO; m.nv];
        let bodies = || vec![Spatial::ZERO; m.nbody];
        Self {
            origin: Vec3::ZERO,
            axis: dofs(),
            axis_velocity: dofs(),
            axis_acceleration: dofs(),
            psi2: dofs(),
            sig: dofs(),
            psi_w: dofs(),
            velocity: bodies(),
            acceleration: bodies(),
            full_acceleration: bodies(),
            acceleration_w: bodies(),
            force: bodies(),
            force_w: bodies(),
            inertia: vec![Inert::ZERO; m.nbody],
            bias: vec![Matrix6::ZERO; m.nbody],
        }
    }

    /// From the root to the leaves, at the accelerations `qacc`; `w` is the vector of `M w`.
    pub(crate) fn outward(
        &mut self,
        m: &Model,
        d: &Data,
        topology: &Topology,
        qacc: &[f64],
        w: &[f64],
    ) {
        self.origin = d.subtree_com[BodyId(0)];
        self.move_axes(m, d);
        self.force[0] = Spatial::ZERO;
        // the world accelerates upward instead of bodies being pulled down
        self.full_acceleration[0] = -Spatial::new(Vec3::ZERO, gravity(m));
        for b in m.bodies().skip(1) {
            let parent = m.body_parentid.id(b).unwrap_or(BodyId(0)).0;
            let mut motion = Motion {
                velocity: self.velocity[parent],
                full: self.full_acceleration[parent],
                plain: self.acceleration[parent],
                w: self.acceleration_w[parent],
            };
            for group in topology.groups(b) {
                self.pass(group, &mut motion, &d.qvel, qacc, w);
            }
            self.put_body(m, d, b, &motion);
        }
    }

    /// The axes of all degrees of freedom, about the fixed point.
    fn move_axes(&mut self, m: &Model, d: &Data) {
        for k in m.dofs() {
            let root = m.dof_bodyid.id(k).and_then(|b| m.body_rootid.id(b)).unwrap_or(BodyId(0));
            let s = d.cdof[k];
            let away = self.origin - d.subtree_com[root];
            self.axis[k.0] = Spatial::new(s.ang(), s.lin() + s.ang().cross(away));
        }
    }

    /// Passes a group of degrees of freedom.
    fn pass(&mut self, group: &Group, motion: &mut Motion, qvel: &[f64], qacc: &[f64], w: &[f64]) {
        let before = *motion;
        let range = group.first..group.end;
        for k in range.clone() {
            let s = self.axis[k];
            let carried =
                |x: &Spatial| if group.fixed { Spatial::ZERO } else { x.cross_motion(&s) };
            let psi = carried(&before.velocity);
            self.axis_velocity[k] = psi;
            self.psi2[k] = carried(&before.full) + before.velocity.cross_motion(&psi);
            self.axis_acceleration[k] = carried(&before.plain);
            self.psi_w[k] = carried(&before.w);
        }
        for k in range.clone() {
            let s = self.axis[k];
            motion.full += s * qacc[k] + self.axis_velocity[k] * qvel[k];
            motion.plain += s * qacc[k];
            motion.w += s * w[k];
            motion.velocity += s * qvel[k];
        }
        for k in range {
            let after = motion.velocity.cross_motion(&self.axis[k]);
            self.sig[k] = if group.fixed { Spatial::ZERO } else { self.axis_velocity[k] + after };
        }
    }

    /// What a body has, once all its joints are passed.
    fn put_body(&mut self, m: &Model, d: &Data, b: BodyId, motion: &Motion) {
        let Motion { velocity, full, plain, w } = *motion;
        let offset = d.xipos[b] - self.origin;
        let inertia = Inert::new(m.body_inertia[b], &d.ximat[b], offset, m.body_mass[b]);
        let momentum = &inertia * &velocity;
        let columns: [Spatial; 6] = std::array::from_fn(|i| {
            let mut x = Spatial::ZERO;
            x[i] = 1.0;
            &inertia * &x.cross_motion(&velocity)
                + x.cross_force(&momentum)
                + velocity.cross_force(&(&inertia * &x))
        });
        self.velocity[b.0] = velocity;
        self.full_acceleration[b.0] = full;
        self.acceleration[b.0] = plain;
        self.acceleration_w[b.0] = w;
        self.force[b.0] = &inertia * &full + velocity.cross_force(&momentum);
        self.force_w[b.0] = &inertia * &w;
        self.inertia[b.0] = inertia;
        self.bias[b.0] = Matrix6::from_columns(&columns);
    }

    /// From the leaves to the root: adds the derivatives of what bodies do.
    pub(crate) fn inward(&mut self, m: &Model, topology: &Topology, out: &mut Residual) {
        // what belongs to a subtree
        for b in m.bodies().skip(1).rev() {
            let parent = m.body_parentid.id(b).unwrap_or(BodyId(0)).0;
            if parent > 0 {
                let (inertia, bias) = (self.inertia[b.0], self.bias[b.0]);
                self.inertia[parent] += inertia;
                self.bias[parent].add(&bias);
                let (force, force_w) = (self.force[b.0], self.force_w[b.0]);
                self.force[parent] += force;
                self.force_w[parent] += force_w;
            }
        }
        for i in 0..m.nv {
            self.add_pairs(m, topology, i, out);
        }
    }

    /// Adds the derivatives between a degree of freedom and those of its rotation and above it.
    fn add_pairs(&self, m: &Model, topology: &Topology, i: usize, out: &mut Residual) {
        let b = m.dof_bodyid.id(DofId(i)).unwrap_or(BodyId(0)).0;
        let (inertia, bias, s) = (&self.inertia[b], &self.bias[b], &self.axis[i]);
        let p = inertia * s;
        let z = bias.transpose_times(s);
        let by_pose = inertia * &self.psi2[i]
            + bias.times(&self.axis_velocity[i])
            + s.cross_force(&self.force[b]);
        let by_velocity = bias.times(s) + inertia * &self.sig[i];
        let by_pose_w = inertia * &self.psi_w[i] + s.cross_force(&self.force_w[b]);

        let nv = out.nv;
        let here = |j: usize, out: &mut Residual| {
            let at = i * nv + j;
            out.dq[at] += p.dot(&self.psi2[j]) + z.dot(&self.axis_velocity[j]);
            out.dv[at] += p.dot(&self.sig[j]) + z.dot(&self.axis[j]);
            out.inertia_dq[at] += p.dot(&self.psi_w[j]);
        };
        let group = topology.groups[topology.group_of[i]];
        for j in group.first..group.end {
            here(j, out);
        }
        let above = |k: usize| m.dof_parentid.id(DofId(k)).map(|k| k.0);
        for j in std::iter::successors(above(group.first), |&k| above(k)) {
            here(j, out);
            let at = j * nv + i;
            out.dq[at] += self.axis[j].dot(&by_pose);
            out.dv[at] += self.axis[j].dot(&by_velocity);
            out.inertia_dq[at] += self.axis[j].dot(&by_pose_w);
        }
    }
}

/// Gravity as a step takes it.
pub(crate) fn gravity(m: &Model) -> Vec3 {
    if m.opt.disabled(DisableBit::Gravity) { Vec3::ZERO } else { m.opt.gravity }
}
