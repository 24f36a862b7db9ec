//! Statistics of the model at `qpos0`.
//!
//! | reads | writes |
//! |---|---|
//! | poses, sizes, masses, `qM` | `stat.*`, `dof_length` |
//! | `xpos`, `xipos`, `xanchor`, `geom_xpos`, `site_xpos`, `body_parentid`, `body_geomnum` | |
//! | `body_geomadr`, `body_mass`, `jnt_type`, `jnt_dofadr`, `jnt_bodyid`, `dof_bodyid` | |
//! | `dof_jntid`, `dof_Madr`, `geom_type`, `geom_dataid`, `geom_size`, `geom_rbound` | |
//! | `hfield_size` | |

use super::ConstError;
use super::invweight::Stop;
use crate::data::Data;
use crate::enums::{GeomType, JointType};
use crate::ids::{DofId, GeomId, HfieldId, QMAdr};
use crate::math::Vec3;
use crate::model::Model;

/// Smallest size and extent.
const MIN_SIZE: f64 = 1e-5;
/// How much of a large ground counts for the extent.
const GROUND_SHARE: f64 = 0.1;

/// The larger number; the second if they cannot be compared, as MuJoCo has it.
fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Computes extent and center, and the means of size, mass and inertia.
pub(super) fn set_stat(m: &mut Model, d: &Data, stop: Stop<'_>) -> Result<(), ConstError> {
    set_extent(m, d);
    let sizes = body_sizes(m, d, stop)?;
    set_dof_lengths(m, &sizes);
    let bodies = (m.nbody - 1) as f64;
    if m.nbody > 1 {
        m.stat.meansize = sizes[1..].iter().fold(0.0, |sum, size| sum + size / bodies);
        let total = m.body_mass.iter().skip(1).fold(0.0, |sum, mass| sum + mass);
        m.stat.meanmass = total / bodies;
    }
    m.stat.extent = max(m.stat.extent, 2.0 * m.stat.meansize);
    if m.nv > 0 {
        let diagonal = |k: DofId| d.qM[QMAdr(m.dof_Madr[k] as usize)];
        let total = m.dofs().fold(0.0, |sum, k| sum + diagonal(k));
        m.stat.meaninertia = total / m.nv as f64;
    }
    Ok(())
}

/// Bounding box of bodies, joints, sites and geoms: its center and largest side.
fn set_extent(m: &mut Model, d: &Data) {
    let (mut low, mut high) = (Vec3([1e10; 3]), Vec3([-1e10; 3]));
    let mut include = |point: Vec3, radius: f64| {
        for k in 0..3 {
            let (from, to) = (point[k] - radius, point[k] + radius);
            low[k] = if low[k] < from { low[k] } else { from };
            high[k] = max(high[k], to);
        }
    };
    for b in m.bodies().skip(1) {
        include(d.xpos[b], 0.0);
        include(d.xipos[b], 0.0);
    }
    d.xanchor.iter().for_each(|&anchor| include(anchor, 0.0));
    d.site_xpos.iter().for_each(|&site| include(site, 0.0));
    for g in m.geoms() {
        include(d.geom_xpos[g], radius(m, g));
    }

    m.stat.center = 0.5 * (low + high);
    if high[0] > low[0] {
        let size = high - low;
        m.stat.extent = max(MIN_SIZE, max(size[0], max(size[1], size[2])));
    }
}

/// Radius that a geom counts with for the extent.
fn radius(m: &Model, g: GeomId) -> f64 {
    if m.geom_rbound[g] > 0.0 {
        return m.geom_rbound[g];
    }
    let size = m.geom_size[g];
    match m.geom_type[g].get() {
        Some(GeomType::Plane) if size[0] != 0.0 || size[1] != 0.0 => {
            max(size[0], size[1]) * GROUND_SHARE
        }
        Some(GeomType::Plane) => 1.0,
        Some(GeomType::Hfield) => {
            let size = HfieldId::new(m.geom_dataid[g]).map_or([0.0; 4], |h| m.hfield_size[h]);
            max(size[0], max(size[1], max(size[2], size[3]))) * GROUND_SHARE
        }
        _ => 0.0,
    }
}

/// Largest distance from the center of mass of each body to its joints, those of its children, and
/// the far ends of its geoms.
fn body_sizes(m: &Model, d: &Data, stop: Stop<'_>) -> Result<Vec<f64>, ConstError> {
    let mut sizes = vec![0.0; m.nbody];
    for j in m.joints() {
        let b = m.jnt_bodyid[j].present();
        for b in [b, m.body_parentid[b].present()] {
            sizes[b.0] = max(sizes[b.0], (d.xipos[b] - d.xanchor[j]).norm());
        }
    }
    for b in m.bodies().skip(1) {
        for g in m.body_geoms(b).filter(|&g| m.geom_rbound[g] > 0.0) {
            let reach = m.geom_rbound[g] + (d.xipos[b] - d.geom_xpos[g]).norm();
            sizes[b.0] = max(sizes[b.0], reach);
        }
    }
    super::flex::enlarge(m, d, &mut sizes, stop)?;
    sizes[0] = 0.0;
    sizes.iter_mut().skip(1).for_each(|size| *size = max(*size, MIN_SIZE));
    Ok(sizes)
}

/// Length that turns a dof into a displacement: the size of its body for rotations.
fn set_dof_lengths(m: &mut Model, sizes: &[f64]) {
    for k in m.dofs() {
        let j = m.dof_jntid[k].present();
        let rotation = match m.jnt_type[j].get() {
            Some(JointType::Ball | JointType::Hinge) => true,
            Some(JointType::Free) => k.raw() - m.jnt_dofadr[j].raw() >= 3,
            _ => false,
        };
        m.dof_length[k] = if rotation { sizes[m.dof_bodyid[k].raw() as usize] } else { 1.0 };
    }
}
