//! Statistics of a model in its reference configuration.
//!
//! | reads | writes |
//! |---|---|
//! | poses, sizes, masses, `dof_armature` | `stat` |
//!
//! In the reference configuration all joint displacements are zero, so positions follow from the
//! body poses alone and the diagonal of the inertia matrix from composite inertias.

use crate::enums::{GeomType, JointType, SameFrame, TrnType, WrapType};
use crate::ids::{ActuatorId, BodyId, DofId, GeomId, JointId, SiteId, TendonId, WrapId};
use crate::math::{Mat3, Quat, Vec3};
use crate::model::Model;

/// Smallest size and extent.
const MIN_SIZE: f64 = 1e-5;

/// The larger number; the second if the first is not a number, as MuJoCo compares.
fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Computes `stat`: extent, center, and the means of size, mass and inertia.
#[doc(alias = "mj_setConst")]
pub fn set_statistics(m: &mut Model) {
    let poses = Poses::new(m);
    set_extent(m, &poses);
    set_mean_size(m, &poses);
    let nbody = m.nbody;
    if nbody > 1 {
        let total: f64 = m.body_mass.iter().skip(1).fold(0.0, |sum, mass| sum + mass);
        m.stat.meanmass = total / (nbody - 1) as f64;
    }
    let nv = m.nv;
    if nv > 0 {
        let total = inertia_diagonal(m, &poses).iter().fold(0.0, |sum, x| sum + x);
        m.stat.meaninertia = total / nv as f64;
    }
}

/// World poses in the reference configuration.
struct Poses {
    xpos: Vec<Vec3>,
    xquat: Vec<Quat>,
    xipos: Vec<Vec3>,
    anchor: Vec<Vec3>,
    axis: Vec<Vec3>,
}

impl Poses {
    fn new(m: &Model) -> Self {
        let mut poses = Self {
            xpos: vec![Vec3::ZERO; m.nbody],
            xquat: vec![Quat::IDENTITY; m.nbody],
            xipos: vec![Vec3::ZERO; m.nbody],
            anchor: vec![Vec3::ZERO; m.njnt],
            axis: vec![Vec3::ZERO; m.njnt],
        };
        for b in 1..m.nbody {
            let id = BodyId(b);
            let parent = m.body_parentid[id] as usize;
            poses.xpos[b] = poses.xpos[parent] + poses.xquat[parent].rotate(m.body_pos[id]);
            poses.xquat[b] = (poses.xquat[parent] * m.body_quat[id]).normalized();
            let same = m.body_sameframe[id] == SameFrame::Body as u8;
            poses.xipos[b] = if same { poses.xpos[b] } else { poses.point(b, m.body_ipos[id]) };
        }
        for j in 0..m.njnt {
            let b = m.jnt_bodyid[JointId(j)] as usize;
            poses.anchor[j] = poses.point(b, m.jnt_pos[JointId(j)]);
            poses.axis[j] = poses.xquat[b].rotate(m.jnt_axis[JointId(j)]);
        }
        poses
    }

    /// A point of a body's frame, in world.
    fn point(&self, b: usize, local: Vec3) -> Vec3 {
        self.xpos[b] + self.xquat[b].rotate(local)
    }

    /// A point of a body's frame, in world; that of the body itself where the frames coincide.
    fn element(&self, b: usize, local: Vec3, same: u8) -> Vec3 {
        if same == SameFrame::Body as u8 {
            self.xpos[b]
        } else if same == SameFrame::Inertia as u8 {
            self.xipos[b]
        } else {
            self.point(b, local)
        }
    }

    fn geom(&self, m: &Model, g: GeomId) -> Vec3 {
        self.element(m.geom_bodyid[g] as usize, m.geom_pos[g], m.geom_sameframe[g])
    }
}

/// Bounding box of bodies, joints, sites and geoms: its center and largest side.
fn set_extent(m: &mut Model, poses: &Poses) {
    let (mut low, mut high) = (Vec3([1e10; 3]), Vec3([-1e10; 3]));
    let mut include = |point: Vec3, radius: f64| {
        for k in 0..3 {
            low[k] = -max(-low[k], -(point[k] - radius));
            high[k] = max(high[k], point[k] + radius);
        }
    };
    for b in 1..m.nbody {
        include(poses.xpos[b], 0.0);
        include(poses.xipos[b], 0.0);
    }
    poses.anchor.iter().for_each(|&anchor| include(anchor, 0.0));
    for s in 0..m.nsite {
        let site = SiteId(s);
        let b = m.site_bodyid[site] as usize;
        include(poses.element(b, m.site_pos[site], m.site_sameframe[site]), 0.0);
    }
    for g in 0..m.ngeom {
        let geom = GeomId(g);
        let size = m.geom_size[geom];
        let plane = m.geom_type[geom] == GeomType::Plane as i32;
        let radius = if m.geom_rbound[geom] > 0.0 {
            m.geom_rbound[geom]
        } else if plane && (size[0] != 0.0 || size[1] != 0.0) {
            size[0].max(size[1]) * 0.1
        } else if plane {
            1.0
        } else {
            0.0
        };
        include(poses.geom(m, geom), radius);
    }
    m.stat.center = 0.5 * (low + high);
    if high[0] > low[0] {
        let size = high - low;
        m.stat.extent = max(MIN_SIZE, max(size[0], max(size[1], size[2])));
    }
}

/// Mean over bodies of the distance from the center of mass to joints and geoms.
fn set_mean_size(m: &mut Model, poses: &Poses) {
    let mut size = vec![0.0_f64; m.nbody];
    for j in 0..m.njnt {
        let b = m.jnt_bodyid[JointId(j)] as usize;
        for b in [b, m.body_parentid[BodyId(b)] as usize] {
            size[b] = size[b].max((poses.xipos[b] - poses.anchor[j]).norm());
        }
    }
    for g in 0..m.ngeom {
        let geom = GeomId(g);
        let b = m.geom_bodyid[geom] as usize;
        let radius = m.geom_rbound[geom];
        if b > 0 && radius > 0.0 {
            size[b] = size[b].max(radius + (poses.xipos[b] - poses.geom(m, geom)).norm());
        }
    }
    let nbody = m.nbody;
    if nbody > 1 {
        let bodies = (nbody - 1) as f64;
        m.stat.meansize = size[1..].iter().fold(0.0, |sum, s| sum + s.max(MIN_SIZE) / bodies);
    }
    m.stat.extent = max(m.stat.extent, 2.0 * m.stat.meansize);
}

/// Mass, first moment and inertia matrix of a subtree about the world origin.
#[derive(Clone, Copy, Default)]
struct Composite {
    mass: f64,
    moment: Vec3,
    inertia: Mat3,
}

/// Diagonal of the inertia matrix.
fn inertia_diagonal(m: &Model, poses: &Poses) -> Vec<f64> {
    // composite inertias, leaves to root
    let mut composite: Vec<Composite> = (0..m.nbody).map(|b| body_inertia(m, poses, b)).collect();
    for b in (1..m.nbody).rev() {
        let parent = m.body_parentid[BodyId(b)] as usize;
        if parent > 0 {
            let child = composite[b];
            let sum = &mut composite[parent];
            sum.mass += child.mass;
            sum.moment += child.moment;
            for k in 0..9 {
                sum.inertia[k] += child.inertia[k];
            }
        }
    }

    let (joints, tendons) = actuator_armature(m);
    let mut diagonal: Vec<f64> = m.dof_armature.to_vec();
    for (dof, slot) in diagonal.iter_mut().enumerate() {
        let j = m.dof_jntid[DofId(dof)] as usize;
        let joint = JointId(j);
        let b = m.dof_bodyid[DofId(dof)] as usize;
        let k = dof - m.jnt_dofadr[joint] as usize;
        let kind = JointType::from_i32(m.jnt_type[joint]);
        let column = |k: usize| poses.xquat[b].to_mat().col(k);
        // mass for a translation, moment about the axis through the anchor for a rotation
        *slot += match kind {
            Some(JointType::Free) if k < 3 => composite[b].mass,
            Some(JointType::Free) => composite[b].about(poses.anchor[j], column(k - 3)),
            Some(JointType::Ball) => composite[b].about(poses.anchor[j], column(k)),
            Some(JointType::Slide) => composite[b].mass,
            _ => composite[b].about(poses.anchor[j], poses.axis[j]),
        };
        *slot += joints[j];
    }
    add_tendons(m, poses, &tendons, &mut diagonal);
    diagonal
}

/// Inertia of one body about the world origin.
fn body_inertia(m: &Model, poses: &Poses, b: usize) -> Composite {
    let id = BodyId(b);
    let mass = m.body_mass[id];
    let same = m.body_sameframe[id] != SameFrame::None as u8;
    let axes = if same { poses.xquat[b] } else { poses.xquat[b] * m.body_iquat[id] }.to_mat();
    let moments = m.body_inertia[id];
    let c = poses.xipos[b];
    let mut inertia = Mat3::default();
    for row in 0..3 {
        for col in 0..3 {
            let own: f64 = (0..3).map(|k| axes[3 * row + k] * moments[k] * axes[3 * col + k]).sum();
            let square = if row == col { c.dot(c) } else { 0.0 };
            inertia[3 * row + col] = own + mass * (square - c[row] * c[col]);
        }
    }
    Composite { mass, moment: mass * c, inertia }
}

impl Composite {
    /// Moment of inertia about an axis through `anchor`.
    fn about(&self, anchor: Vec3, axis: Vec3) -> f64 {
        let origin = axis.dot(self.inertia * axis);
        // parallel axis: move the reference from the origin to the anchor
        let shift = |a: Vec3, b: Vec3| a.dot(b) - axis.dot(a) * axis.dot(b);
        origin - 2.0 * shift(anchor, self.moment) + self.mass * shift(anchor, anchor)
    }
}

/// Rotor inertia that actuators reflect to each joint and each tendon.
fn actuator_armature(m: &Model) -> (Vec<f64>, Vec<f64>) {
    let (mut joints, mut tendons) = (vec![0.0; m.njnt], vec![0.0; m.ntendon]);
    for a in 0..m.nu {
        let id = ActuatorId(a);
        let list = match TrnType::from_i32(m.actuator_trntype[id]) {
            Some(TrnType::Joint | TrnType::JointInParent) => &mut joints,
            Some(TrnType::Tendon) => &mut tendons,
            _ => continue,
        };
        let gear = m.actuator_gear[id][0];
        list[m.actuator_trnid[id][0] as usize] += gear * gear * m.actuator_armature[id];
    }
    (joints, tendons)
}

/// Inertia of tendons along the dofs that move them: armature times the square of the Jacobian.
fn add_tendons(m: &Model, poses: &Poses, actuated: &[f64], diagonal: &mut [f64]) {
    for (t, actuated) in actuated.iter().enumerate() {
        let tendon = TendonId(t);
        let armature = m.tendon_armature[tendon] + actuated;
        if armature == 0.0 {
            continue;
        }
        let mut jacobian = vec![0.0; diagonal.len()];
        tendon_jacobian(m, poses, tendon, &mut jacobian);
        for (slot, j) in diagonal.iter_mut().zip(&jacobian) {
            *slot += armature * j * j;
        }
    }
}

/// Derivative of a tendon's length; a tendon with inertia runs straight from site to site.
fn tendon_jacobian(m: &Model, poses: &Poses, tendon: TendonId, jacobian: &mut [f64]) {
    let first = m.tendon_adr[tendon] as usize;
    let (mut divisor, mut last) = (1.0, None);
    for w in (first..first + m.tendon_num[tendon] as usize).map(WrapId) {
        let object = m.wrap_objid[w] as usize;
        match WrapType::from_i32(m.wrap_type[w]) {
            Some(WrapType::Joint) => {
                jacobian[m.jnt_dofadr[JointId(object)] as usize] += m.wrap_prm[w];
            }
            Some(WrapType::Pulley) => (divisor, last) = (m.wrap_prm[w], None),
            Some(WrapType::Site) => {
                let site = SiteId(object);
                let b = m.site_bodyid[site] as usize;
                let at = poses.element(b, m.site_pos[site], m.site_sameframe[site]);
                if let Some((from_body, from)) = last {
                    let (along, _) = (at - from).normalized();
                    add_velocity(m, poses, b, at, (1.0 / divisor) * along, jacobian);
                    add_velocity(m, poses, from_body, from, (-1.0 / divisor) * along, jacobian);
                }
                last = Some((b, at));
            }
            _ => {}
        }
    }
}

/// Adds the velocity of a body's point along a direction, for each dof that moves it.
fn add_velocity(m: &Model, poses: &Poses, b: usize, point: Vec3, along: Vec3, sum: &mut [f64]) {
    let weld = BodyId(m.body_weldid[BodyId(b)] as usize);
    let mut dof = m.body_dofadr[weld] + m.body_dofnum[weld] - 1;
    while dof >= 0 {
        let id = DofId(dof as usize);
        let joint = JointId(m.dof_jntid[id] as usize);
        let k = id.0 - m.jnt_dofadr[joint] as usize;
        let columns = poses.xquat[m.dof_bodyid[id] as usize].to_mat();
        let arm = point - poses.anchor[joint.0];
        let velocity = match JointType::from_i32(m.jnt_type[joint]) {
            Some(JointType::Free) if k < 3 => Mat3::IDENTITY.col(k),
            Some(JointType::Free) => columns.col(k - 3).cross(arm),
            Some(JointType::Ball) => columns.col(k).cross(arm),
            Some(JointType::Slide) => poses.axis[joint.0],
            _ => poses.axis[joint.0].cross(arm),
        };
        sum[id.0] += velocity.dot(along);
        dof = m.dof_parentid[id];
    }
}
