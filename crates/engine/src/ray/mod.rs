//! Rays: where a half-line meets a shape, the first geom it meets, and what it meets of a mesh,
//! height field, flex or skin.
//!
//! | reads |
//! |---|
//! | `geom_xpos`, `geom_xmat`, `body_weldid`, `geom_type`, `geom_bodyid`, `geom_matid` |
//! | `geom_group`, `geom_size`, `geom_rgba`, `mat_rgba` |
//!
//! A ray is all points `pnt + x * vec` with `x >= 0`; `vec` has any length and distances are `x`.
//! Normals are unit vectors in world that point out of the shape. A ray that starts inside a shape
//! hits its surface from within; a plane is hit from the front only.
//!
//! ```
//! use ferrodyn::math::Vec3;
//! use ferrodyn::ray::{self, Ray, RayFilter, RayHit};
//! use ferrodyn::{Data, forward};
//!
//! let m = ferrodyn::load_str(
//!     "<mujoco><worldbody><geom name='ball' size='1'/></worldbody></mujoco>",
//! )?;
//! let mut d = Data::new(&m);
//! forward(&m, &mut d);
//!
//! // from above, in steps of 2: the top is 4 / 2 away
//! let down = Ray { pnt: Vec3::new(0.0, 0.0, 5.0), vec: Vec3::new(0.0, 0.0, -2.0) };
//! let hit = ray::ray(&m, &d, down, &RayFilter::default()).ok_or("nothing is met")?;
//! let ball = m.geom("ball").ok_or("no ball")?;
//! assert_eq!(hit, RayHit { dist: 2.0, geom: ball, normal: Vec3::Z });
//!
//! // geoms of bodies without joints are left out on demand
//! let movable = RayFilter { flg_static: false, ..RayFilter::default() };
//! assert_eq!(ray::ray(&m, &d, down, &movable), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod flex;
mod hfield;
mod mesh;
pub(crate) mod multi;
pub(crate) mod primitive;
mod sdf;
mod skin;
#[cfg(test)]
mod tests;
mod triangle;

pub use flex::{FlexHit, FlexParts, ray_flex};
pub use hfield::ray_hfield;
pub(crate) use mesh::mark_boxes;
pub use mesh::ray_mesh;
pub use multi::multi_ray;
pub use primitive::{Hit, Ray, ray_geom};
pub use skin::{SkinHit, ray_skin};

use crate::constants::NGROUP;
use crate::data::Data;
use crate::enums::GeomType;
use crate::hooks::{AsSystem, System};
use crate::ids::{BodyId, GeomId};
use crate::math::{MINVAL, Vec3};
use crate::model::Model;

use primitive::Nearest;

/// The first geom that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Distance in units of the direction.
    pub dist: f64,
    /// The geom.
    pub geom: GeomId,
    /// Unit normal of its surface, in world.
    pub normal: Vec3,
}

/// Which geoms a ray can meet, besides that they are not fully transparent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RayFilter<'a> {
    /// For each group of geoms, nonzero if it is met; `None` for all. Groups out of range count as
    /// the first or the last.
    pub geomgroup: Option<&'a [u8; NGROUP]>,
    /// Whether geoms are met that cannot move relative to the world.
    pub flg_static: bool,
    /// A body whose geoms are not met.
    pub bodyexclude: Option<BodyId>,
}

impl Default for RayFilter<'_> {
    /// All geoms.
    fn default() -> Self {
        Self { geomgroup: None, flg_static: true, bodyexclude: None }
    }
}

impl RayFilter<'_> {
    /// Whether rays pass through a geom.
    pub(crate) fn leaves_out(&self, m: &Model, g: GeomId) -> bool {
        let body = m.geom_bodyid[g].id();
        if body.is_some() && body == self.bodyexclude {
            return true;
        }
        let material = usize::try_from(m.geom_matid[g].raw()).ok();
        let color = material.map_or(Some(&m.geom_rgba[g]), |material| m.mat_rgba.get(material));
        if color.is_some_and(|color| color[3] == 0.0) {
            return true;
        }
        if !self.flg_static && body.is_some_and(|body| m.body_weldid.raw().get(body.0) == Some(&0))
        {
            return true;
        }
        let group = m.geom_group[g].clamp(0, NGROUP as i32 - 1) as usize;
        self.geomgroup.is_some_and(|groups| groups[group] == 0)
    }
}

/// The first geom that a ray meets; `None` if there is none, its direction is (nearly) zero or the
/// data is of another model.
///
/// Geoms that `filter` leaves out and fully transparent ones are not met. See the [module](self)
/// for an example.
#[doc(alias = "mj_ray")]
pub fn ray(m: &impl AsSystem, d: &Data, ray: Ray, filter: &RayFilter) -> Option<RayHit> {
    let m = &m.as_system();
    if ray.vec.norm() < MINVAL || d.check_plan(m).is_err() {
        return None;
    }
    let mut nearest = Nearest(None);
    for g in m.geoms().filter(|&g| !filter.leaves_out(m, g)) {
        if let Some(hit) = ray_any_geom(m, d, g, ray) {
            nearest.offer(hit.dist, (g, hit.normal));
        }
    }
    nearest.0.map(|(dist, (geom, normal))| RayHit { dist, geom, normal })
}

/// The first hit of a ray with one geom, whatever it is.
fn ray_any_geom(m: &System<'_>, d: &Data, g: GeomId, ray: Ray) -> Option<Hit> {
    match m.geom_type[g].get()? {
        GeomType::Mesh => ray_mesh(m, d, g, ray),
        GeomType::Hfield => ray_hfield(m, d, g, ray),
        GeomType::Sdf => sdf::ray_sdf(m, d, g, ray),
        kind => ray_geom(kind, d.geom_xpos[g], &d.geom_xmat[g], m.geom_size[g], ray),
    }
}
