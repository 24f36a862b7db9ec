//! The primitive that stands in for a mesh when a geom asks for it.

use ferrodyn_engine::math::Vec3;

use crate::asset::AssetError;

use super::MeshData;

/// Primitive shapes a mesh can be replaced by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitShape {
    /// Radius.
    Sphere,
    /// Radius and half length of the cylindrical part.
    Capsule,
    /// Three radii.
    Ellipsoid,
    /// Radius and half length.
    Cylinder,
    /// Three half lengths.
    Box,
}

impl FitShape {
    /// The shape of a geom type (`mjtGeom`).
    pub fn from_geom_type(geom_type: i32) -> Result<Self, AssetError> {
        Ok(match geom_type {
            2 => Self::Sphere,
            3 => Self::Capsule,
            4 => Self::Ellipsoid,
            5 => Self::Cylinder,
            6 => Self::Box,
            _ => {
                return Err(AssetError::Invalid(
                    "a mesh can be fitted by a sphere, capsule, ellipsoid, cylinder or box only"
                        .into(),
                ));
            }
        })
    }
}

/// Sizes of the primitive and its center in the mesh frame.
///
/// With `fitaabb` the primitive's bounding box contains that of the mesh; otherwise sizes come
/// from the box of equal inertia. Unused sizes are zero.
#[doc(alias = "FitGeom")]
#[must_use]
pub fn fit_primitive(mesh: &MeshData, shape: FitShape, fitaabb: bool) -> ([f64; 3], Vec3) {
    if fitaabb {
        fit_bounds(&mesh.aamm, shape)
    } else {
        (fit_inertia(mesh.inertia_box, shape), Vec3::ZERO)
    }
}

fn fit_inertia(half: [f64; 3], shape: FitShape) -> [f64; 3] {
    match shape {
        FitShape::Sphere => [(half[0] + half[1] + half[2]) / 3.0, 0.0, 0.0],
        FitShape::Capsule => {
            let radius = f64::midpoint(half[0], half[1]);
            let length = half[2] - radius / 2.0;
            [radius, if length > 0.0 { length } else { 0.0 }, 0.0]
        }
        FitShape::Cylinder => [f64::midpoint(half[0], half[1]), half[2], 0.0],
        FitShape::Ellipsoid | FitShape::Box => half,
    }
}

fn fit_bounds(aamm: &[f64; 6], shape: FitShape) -> ([f64; 3], Vec3) {
    let center = [0, 1, 2].map(|i| f64::midpoint(aamm[i], aamm[i + 3]));
    let half = [0, 1, 2].map(|i| aamm[i + 3] - center[i]);
    let radius = half[0].max(half[1]);
    let size = match shape {
        FitShape::Sphere => [radius.max(half[2]), 0.0, 0.0],
        FitShape::Capsule => [radius, half[2] - radius, 0.0],
        FitShape::Cylinder => [radius, half[2], 0.0],
        FitShape::Ellipsoid | FitShape::Box => half,
    };
    (size, Vec3(center))
}
