//! Which kinds of shapes can touch, and in which order their routines take them.

use crate::enums::GeomType;
use crate::ids::GeomId;
use crate::model::Model;

/// Two geoms in the order of their types, as routines want them.
pub(crate) fn by_type(m: &Model, [first, second]: [GeomId; 2]) -> [GeomId; 2] {
    if m.geom_type[first].raw() > m.geom_type[second].raw() {
        [second, first]
    } else {
        [first, second]
    }
}

/// Whether two geoms, the lower type first, are of kinds that can touch: planes and height fields do
/// not touch each other.
pub(crate) fn collides(m: &Model, geoms: [GeomId; 2]) -> bool {
    use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Hfield, Mesh, Plane, Sdf, Sphere};
    let kind = |g: GeomId| m.geom_type[g].get();
    let (first, second) = (kind(geoms[0]), kind(geoms[1]));
    let solid =
        |kind| matches!(kind, Some(Sphere | Capsule | Ellipsoid | Cylinder | Box | Mesh | Sdf));
    (matches!(first, Some(Plane | Hfield)) || solid(first)) && solid(second)
}

/// Whether it takes longer to find the contacts of two solids, the lower type first, than to compare
/// their boxes.
pub(crate) fn is_costly(m: &Model, [first, second]: [GeomId; 2]) -> bool {
    m.geom_type[first].raw() >= GeomType::Sphere as i32
        && m.geom_type[second].raw() > GeomType::Capsule as i32
}
