//! Input and output of the collision routines: [`Shape`], a geom in world, and [`Hits`], the points found.

use crate::constants::MAXCONPAIR;
use crate::data::Data;
use crate::enums::GeomType;
use crate::hooks::System;
use crate::ids::GeomId;
use crate::math::{Mat3, Vec3};

/// Stands for the geom of shapes that are none. Routines for spheres, capsules and boxes do not ask.
const NO_GEOM: GeomId = GeomId(usize::MAX);

/// A geom in world. Meshes, height fields and distance fields are looked up in the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape<'a> {
    /// The model the geom belongs to, with its hooks.
    pub m: System<'a>,
    /// The geom.
    pub geom: GeomId,
    /// What it is.
    pub kind: GeomType,
    /// Its center, in world.
    pub pos: Vec3,
    /// Its axes, in world.
    pub mat: &'a Mat3,
    /// Its size, as the model has it.
    pub size: Vec3,
}

impl<'a> Shape<'a> {
    /// The geom where the data has it; `None` if its type is unknown.
    pub(crate) fn of(m: System<'a>, d: &'a Data, geom: GeomId) -> Option<Self> {
        Some(Self {
            m,
            geom,
            kind: m.geom_type[geom].get()?,
            pos: d.geom_xpos[geom],
            mat: &d.geom_xmat[geom],
            size: m.geom_size[geom],
        })
    }

    /// A capsule that is no geom: a line of a flex.
    pub(crate) fn capsule(m: System<'a>, pos: Vec3, mat: &'a Mat3, size: Vec3) -> Self {
        Self { m, geom: NO_GEOM, kind: GeomType::Capsule, pos, mat, size }
    }

    /// A sphere that is no geom: a vertex of a flex.
    pub(crate) fn sphere(m: System<'a>, pos: Vec3, radius: f64) -> Self {
        let size = Vec3([radius, 0.0, 0.0]);
        Self { m, geom: NO_GEOM, kind: GeomType::Sphere, pos, mat: &Mat3::IDENTITY, size }
    }
}

/// A point where two shapes touch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Hit {
    /// Distance of the surfaces; negative when they penetrate.
    pub dist: f64,
    /// The point, midway between the surfaces.
    pub pos: Vec3,
    /// Unit vector from the first shape to the second.
    pub normal: Vec3,
    /// First tangent if the routine chooses one; zero otherwise.
    pub tangent: Vec3,
}

/// The points where two shapes touch.
#[derive(Clone, Debug)]
pub(crate) struct Hits {
    places: [Hit; MAXCONPAIR],
    len: usize,
    /// Whether the shapes may touch in one point only, whatever the depth of the hits.
    is_uncertain: bool,
}

impl Default for Hits {
    fn default() -> Self {
        Self { places: [Hit::default(); MAXCONPAIR], len: 0, is_uncertain: false }
    }
}

impl Hits {
    /// Adds a point; false if there is no room.
    pub(crate) fn push(&mut self, hit: Hit) -> bool {
        let Some(slot) = self.places.get_mut(self.len) else { return false };
        *slot = hit;
        self.len += 1;
        true
    }

    /// Forgets all points.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.is_uncertain = false;
    }

    /// Says that the shapes may touch in one point only.
    pub(super) fn mark_uncertain(&mut self) {
        self.is_uncertain = true;
    }

    /// Whether the shapes may touch in one point only, as the routine says or because no hit is
    /// deeper than `dist`.
    pub(super) fn are_in_doubt(&self, dist: f64) -> bool {
        self.is_uncertain || !self.iter().any(|hit| hit.dist < dist)
    }

    /// The points, to be changed.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [Hit] {
        &mut self.places[..self.len]
    }

    /// Keeps only the first points.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl std::ops::Deref for Hits {
    type Target = [Hit];
    fn deref(&self) -> &[Hit] {
        &self.places[..self.len]
    }
}
