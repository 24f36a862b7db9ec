//! Rays against skins, which are given by their faces and vertices in world.

use crate::math::{Mat3, Vec3};

use super::flex::nearest_vertex;
use super::primitive::{Nearest, Ray, meets_box};
use super::triangle::Aim;

/// Where a ray meets a skin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinHit {
    /// Distance in units of the direction.
    pub dist: f64,
    /// The nearest vertex of the face that is hit.
    pub vert: usize,
}

/// The first face of a skin that a ray meets, from either side; `None` if it misses. Faces with
/// vertices that do not exist are missed.
///
/// ```
/// use ferrodyn::math::Vec3;
/// use ferrodyn::ray::{Ray, ray_skin};
///
/// let vert = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let down = Ray { pnt: Vec3([0.75, 0.125, 2.0]), vec: Vec3([0.0, 0.0, -1.0]) };
/// let hit = ray_skin(&[[0, 1, 2]], &vert, down).unwrap();
/// assert_eq!((hit.dist, hit.vert), (2.0, 1));
/// ```
#[doc(alias = "mju_raySkin")]
#[must_use]
pub fn ray_skin(face: &[[i32; 3]], vert: &[[f32; 3]], ray: Ray) -> Option<SkinHit> {
    if !is_near(vert, ray) {
        return None;
    }
    let vertex = |id: i32| {
        let id = usize::try_from(id).ok()?;
        Some((id, Vec3(vert.get(id)?.map(f64::from))))
    };
    let aim = Aim::new(ray);
    let mut nearest = Nearest(None);
    for face in face {
        let [Some(a), Some(b), Some(c)] = face.map(vertex) else { continue };
        if let Some((dist, _)) = aim.triangle(&[a.1, b.1, c.1]) {
            nearest.offer(dist, nearest_vertex([a, b, c], ray.at(dist)));
        }
    }
    nearest.0.map(|(dist, vert)| SkinHit { dist, vert })
}

/// Whether a ray meets the box around all vertices. A flat skin has a flat box, which is met.
fn is_near(vert: &[[f32; 3]], ray: Ray) -> bool {
    let first = Vec3(vert.first().copied().unwrap_or_default().map(f64::from));
    let (mut low, mut high) = (first, first);
    for v in vert {
        for i in 0..3 {
            low[i] = low[i].min(f64::from(v[i]));
            high[i] = high[i].max(f64::from(v[i]));
        }
    }
    meets_box((low + high) * 0.5, &Mat3::IDENTITY, (high - low) * 0.5, ray)
}
