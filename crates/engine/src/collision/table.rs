//! Which routine finds the contacts of two kinds of shapes.

use super::convex::{CcdOptions, Workspace, convex};
use super::hfield::hfield_convex;
use super::pairs::box_box::box_box;
use super::pairs::capsule_box::capsule_box;
use super::pairs::capsule_capsule::capsule_capsule;
use super::pairs::plane::{plane_box, plane_capsule, plane_ellipsoid, plane_sphere};
use super::pairs::plane_cylinder::plane_cylinder;
use super::pairs::plane_mesh::plane_convex;
use super::pairs::sphere::{sphere_capsule, sphere_cylinder, sphere_sphere};
use super::pairs::sphere_box::sphere_box;
use super::sdf::convex_sdf;
use super::sdf::mesh::mesh_sdf;
use super::shape::{Hits, Shape};
use crate::enums::GeomType;

/// Whether the distance of two kinds, the lower type first, is not left to the routine that finds
/// their contacts: those without a routine of their own, and two boxes, whose routine knows faces
/// and edges but not every nearest point.
pub(crate) fn is_measured_by_ccd(first: GeomType, second: GeomType) -> bool {
    use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Mesh, Sphere};
    match (first, second) {
        (Sphere, Cylinder | Box) | (Capsule, Box) => false,
        (Sphere | Capsule | Ellipsoid | Cylinder | Box | Mesh, _) => {
            matches!(second, Ellipsoid | Cylinder | Box | Mesh)
        }
        _ => false,
    }
}

/// Finds the contacts of two shapes, the lower type first.
#[doc(alias = "mjCOLLISIONFUNC")]
pub(crate) fn touch(
    a: &Shape<'_>,
    b: &Shape<'_>,
    margin: f64,
    options: &CcdOptions,
    work: &mut Workspace,
    out: &mut Hits,
) {
    use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Hfield, Mesh, Plane, Sdf, Sphere};
    match (a.kind, b.kind) {
        (Plane, Sphere) => plane_sphere(a, b, margin, out),
        (Plane, Capsule) => plane_capsule(a, b, margin, out),
        (Plane, Ellipsoid) => plane_ellipsoid(a, b, margin, out),
        (Plane, Cylinder) => plane_cylinder(a, b, margin, out),
        (Plane, Box) => plane_box(a, b, margin, out),
        (Plane, Mesh | Sdf) => plane_convex(a, b, margin, out),
        (Sphere, Sphere) => sphere_sphere(a, b, margin, out),
        (Sphere, Capsule) => sphere_capsule(a, b, margin, out),
        (Sphere, Cylinder) => sphere_cylinder(a, b, margin, out),
        (Sphere, Box) => sphere_box(a, b, margin, out),
        (Capsule, Capsule) => capsule_capsule(a, b, margin, out),
        (Capsule, Box) => capsule_box(a, b, margin, out),
        (Box, Box) => box_box(a, b, margin, out),
        (Hfield, Sphere | Capsule | Ellipsoid | Cylinder | Box | Mesh) => {
            hfield_convex(a, b, margin, options, work, out);
        }
        (Mesh, Sdf) => mesh_sdf(a, b, margin, out),
        (Sphere | Capsule | Ellipsoid | Cylinder | Box | Sdf, Sdf) => convex_sdf(a, b, margin, out),
        (
            Sphere | Capsule | Ellipsoid | Cylinder | Box | Mesh,
            Ellipsoid | Cylinder | Box | Mesh,
        ) => convex(a, b, margin, options, work, out),
        _ => {}
    }
}
