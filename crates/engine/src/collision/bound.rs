//! How many contacts two geoms can have at most.

use crate::constants::MAXCONPAIR;
use crate::enums::{DisableBit, EnableBit, GeomType};
use crate::ids::GeomId;
use crate::model::Model;

/// An upper bound of the number of contacts of two geoms, whichever comes first.
///
/// `has_margin` says whether the pair has a margin; `None` looks it up in the model.
#[doc(alias = "mj_maxContact")]
pub fn max_contacts(m: &Model, a: GeomId, b: GeomId, has_margin: Option<bool>) -> usize {
    use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Hfield, Mesh, Plane, Sdf, Sphere};
    let kind = |g: GeomId| m.geom_type[g].get();
    let (Some(first), Some(second)) = (kind(a).min(kind(b)), kind(a).max(kind(b))) else {
        return 0;
    };
    match (first, second) {
        (Sdf, _) | (_, Sdf) => usize::try_from(m.opt.sdf_initpoints).unwrap_or(0),
        (Plane | Hfield, Hfield) => 0,
        (Hfield, _) => MAXCONPAIR,
        (Sphere | Ellipsoid, _) | (_, Sphere | Ellipsoid) => 1,
        (Box, Box) => 8,
        (Plane | Capsule, Capsule) => 2,
        (Capsule, Box) | (Plane, Cylinder | Box) => 4,
        (Plane, Mesh) => 3,
        (Plane, _) => 0,
        _ if m.opt.disabled(DisableBit::MultiCcd) => 1,
        (Capsule | Cylinder, _) | (_, Capsule | Cylinder) => 5,
        _ if m.opt.disabled(DisableBit::NativeCcd) => 5,
        _ => 4 + usize::from(has_margin.unwrap_or_else(|| margin_in_model(m, a, b))),
    }
}

/// Whether the model gives a pair of geoms a margin.
fn margin_in_model(m: &Model, a: GeomId, b: GeomId) -> bool {
    if m.opt.enabled(EnableBit::Override) {
        return m.opt.o_margin > 0.0;
    }
    let same = |&(i, j): &(i32, i32)| [i, j] == [a.raw(), b.raw()] || [j, i] == [a.raw(), b.raw()];
    let mut pairs = m.pair_geom1.raw().iter().copied().zip(m.pair_geom2.raw().iter().copied());
    match pairs.position(|pair| same(&pair)) {
        Some(pair) => m.pair_margin.as_slice()[pair] > 0.0,
        None => m.geom_margin[a] > 0.0 || m.geom_margin[b] > 0.0,
    }
}
