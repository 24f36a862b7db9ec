//! A cache of the directions that separated pairs of convex geoms when they were last tested.
//!
//! Geoms move little in a step, so that a direction often separates them again; so does the direction
//! that separated a solid from the prism beside in a height field. Two support points tell; if they
//! are farther apart than rounding could change, GJK would find them apart as well, and is left out.
//! The memory changes no result, and may forget.

use crate::math::Vec3;

use super::gjk::Vertex;
use super::support::Solid;
use crate::collision::Shape;

/// Number of pairs that are remembered, at most: a power of two.
const PLACES: usize = 512;
/// A distance that is certain, relative to the sizes of geoms.
const CERTAIN: f64 = 1e-3;

/// The cache: each pair of geoms has one place, which it may share with others.
#[derive(Clone, Debug, Default)]
pub(super) struct Separations {
    places: Vec<Separation>,
}

#[derive(Clone, Copy, Debug)]
struct Separation {
    geoms: [u32; 2],
    /// The direction from the first to the second.
    dir: [f32; 3],
    /// Support vertices in the graphs of their hulls, to start from.
    hull_vertices: [u32; 2],
}

impl Separation {
    const NONE: Self = Self { geoms: [u32::MAX; 2], dir: [0.0; 3], hull_vertices: [0; 2] };
}

impl Separations {
    /// Whether two solids are apart for certain; leaves them as they were.
    pub(super) fn holds(&self, shapes: [&Shape<'_>; 2], a: &mut Solid, b: &mut Solid) -> bool {
        let geoms = shapes.map(|shape| shape.geom.0 as u32);
        let Some(known) = self.places.get(place(geoms)) else { return false };
        if known.geoms != geoms {
            return false;
        }
        let dir = Vec3(known.dir.map(f64::from));
        let start = [(a.vertex, a.hull_vertex), (b.vertex, b.hull_vertex)];
        let [from_a, from_b] = known.hull_vertices;
        a.start_from(from_a as usize);
        b.start_from(from_b as usize);
        let [size_a, size_b] = shapes.map(|shape| shape.m.geom_rbound[shape.geom]);
        let apart = separates(dir, a, b, size_a + size_b);
        [(a.vertex, a.hull_vertex), (b.vertex, b.hull_vertex)] = start;
        apart
    }

    /// Stores the direction that separates two solids, or deletes it.
    pub(super) fn set(&mut self, shapes: [&Shape<'_>; 2], dir: Option<Vec3>, a: &Solid, b: &Solid) {
        if self.places.is_empty() {
            self.places.resize(PLACES, Separation::NONE);
        }
        let geoms = shapes.map(|shape| shape.geom.0 as u32);
        let known = &mut self.places[place(geoms)];
        if let Some(dir) = dir {
            let dir = dir.0.map(|x| x as f32);
            let hull_vertices = [a.hull_vertex as u32, b.hull_vertex as u32];
            *known = Separation { geoms, dir, hull_vertices };
        } else if known.geoms == geoms {
            *known = Separation::NONE;
        }
    }
}

/// Whether solids of a size are apart along a direction, from the first to the second, for certain.
pub(crate) fn separates(dir: Vec3, a: &mut Solid, b: &mut Solid, size: f64) -> bool {
    let certain = CERTAIN * size;
    certain > 0.0 && -dir.dot(Vertex::support(a, b, dir).diff) > certain
}

/// The place of a pair.
#[inline]
fn place([first, second]: [u32; 2]) -> usize {
    let mixed = first.wrapping_mul(0x9e37_79b1).wrapping_add(second).wrapping_mul(0x85eb_ca6b);
    (mixed >> 16) as usize % PLACES
}
