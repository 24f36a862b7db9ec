//! Volume or area, center of mass and inertia of a triangle mesh.
//!
//! The solid is a sum of tetrahedra from a reference point to each face. `Exact` and `Convex` add
//! them with their sign, `Legacy` takes all as positive, `Shell` adds triangles instead.

use ferrodyn_engine::math::{MINVAL, Mat3, Vec3};

use crate::asset::AssetError;
use crate::spec::MeshInertia;

/// Mass properties for unit density, about the center of mass and in the mesh's own axes.
pub(super) struct MassProperties {
    /// Volume, or area of a shell.
    pub(super) volume: f64,
    pub(super) com: Vec3,
    pub(super) inertia: Mat3,
}

/// A face: area, unit normal (not scaled if the area is negligible) and centroid.
pub(super) struct Triangle {
    pub(super) area: f64,
    normal: Vec3,
    center: Vec3,
}

impl Triangle {
    pub(super) fn new(v1: Vec3, v2: Vec3, v3: Vec3) -> Self {
        let center = (v1 + v2 + v3) / 3.0;
        let normal = (v2 - v1).cross(v3 - v1);
        let len = normal.norm();
        if len < MINVAL {
            return Self { area: 0.0, normal, center };
        }
        Self { area: 0.5 * len, normal: normal / len, center }
    }
}

/// Integrates over `solid`, the faces that carry the mass; `face` are all faces of the mesh.
pub(super) fn mass_properties(
    vert: &[Vec3],
    face: &[[i32; 3]],
    solid: &[[i32; 3]],
    kind: MeshInertia,
) -> Result<MassProperties, AssetError> {
    let reference = face_centroid(vert, face).ok_or_else(|| {
        AssetError::Invalid("the faces have no area: check scale, units and face indices".into())
    })?;
    let (volume, com) = if kind == MeshInertia::Shell {
        surface_and_com(vert, face, reference)
    } else {
        volume_and_com(vert, solid, reference, kind)
    };
    if volume < MINVAL {
        return Err(AssetError::Invalid(match kind {
            MeshInertia::Shell => "the surface has no area: check scale and units".into(),
            _ if volume < 0.0 => {
                "the volume is negative: faces must be listed counterclockwise as seen from outside"
                    .into()
            }
            _ => "the volume is too small: use inertia=\"shell\" for flat or open meshes".into(),
        }));
    }
    let (volume, inertia) = moments(vert, solid, com, kind);
    Ok(MassProperties { volume, com, inertia })
}

fn corners(vert: &[Vec3], face: [i32; 3]) -> [Vec3; 3] {
    face.map(|v| vert[v as usize])
}

/// Area-weighted mean of the face centers.
fn face_centroid(vert: &[Vec3], face: &[[i32; 3]]) -> Option<Vec3> {
    let mut sum = Vec3::ZERO;
    let mut total = 0.0;
    for f in face {
        let [a, b, c] = corners(vert, *f);
        let triangle = Triangle::new(a, b, c);
        sum += triangle.area * triangle.center;
        total += triangle.area;
    }
    (total >= MINVAL).then(|| sum / total)
}

/// Center of a pyramid with apex `apex` over a base centered at `base`.
fn pyramid_center(base: Vec3, apex: Vec3) -> Vec3 {
    Vec3([0, 1, 2].map(|i| base[i] * 3.0 / 4.0 + apex[i] / 4.0))
}

fn volume_and_com(vert: &[Vec3], solid: &[[i32; 3]], apex: Vec3, kind: MeshInertia) -> (f64, Vec3) {
    let mut com = Vec3::ZERO;
    let mut total = 0.0;
    for f in solid {
        let [a, b, c] = corners(vert, *f);
        let triangle = Triangle::new(a, b, c);
        let mut volume = (triangle.center - apex).dot(triangle.normal) * triangle.area / 3.0;
        if kind == MeshInertia::Legacy {
            volume = volume.abs();
        }
        total += volume;
        com += volume * pyramid_center(triangle.center, apex);
    }
    if total >= MINVAL { (total, com / total) } else { (total, com) }
}

fn surface_and_com(vert: &[Vec3], face: &[[i32; 3]], apex: Vec3) -> (f64, Vec3) {
    let mut com = Vec3::ZERO;
    let mut total = 0.0;
    for f in face {
        let [a, b, c] = corners(vert, *f);
        let triangle = Triangle::new(a, b, c);
        total += triangle.area;
        com += triangle.area * pyramid_center(triangle.center, apex);
    }
    if total >= MINVAL { (total, com / total) } else { (total, com) }
}

/// Volume once more, now about the center of mass, and the inertia matrix.
fn moments(vert: &[Vec3], solid: &[[i32; 3]], com: Vec3, kind: MeshInertia) -> (f64, Mat3) {
    const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
    let divisor = if kind == MeshInertia::Shell { 12.0 } else { 20.0 };
    let mut total = 0.0;
    let mut p = [0.0; 6];
    for f in solid {
        let [d, e, f] = corners(vert, *f).map(|v| v - com);
        let triangle = Triangle::new(d, e, f);
        let mut volume = if kind == MeshInertia::Shell {
            triangle.area
        } else {
            triangle.center.dot(triangle.normal) * triangle.area / 3.0
        };
        if kind == MeshInertia::Legacy {
            volume = volume.abs();
        }
        total += volume;

        // integral of x_i x_j over the tetrahedron or triangle
        for (sum, (i, j)) in p.iter_mut().zip(PAIRS) {
            *sum += volume / divisor
                * (2.0 * (d[i] * d[j] + e[i] * e[j] + f[i] * f[j])
                    + d[i] * e[j]
                    + d[j] * e[i]
                    + d[i] * f[j]
                    + d[j] * f[i]
                    + e[i] * f[j]
                    + e[j] * f[i]);
        }
    }
    let [xx, yy, zz, xy, xz, yz] = p;
    let inertia = Mat3([yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy]);
    (total, inertia)
}
