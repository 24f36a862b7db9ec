//! Contacts of a height field with a convex shape; those of elements of flexes are in `flex`.
//!
//! The field is a grid of triangular prisms, two per cell, from the flat bottom up to the surface.
//! Each prism near the shape is a convex solid of its own and gives at most one contact.

use super::convex::separation::separates;
use super::convex::support::Solid;
use super::convex::{CcdOptions, Workspace, penetration};
use super::shape::{Hits, Shape};
use crate::constants::MAXCONPAIR;
use crate::ids::HfieldId;
use crate::math::{Num, Vec3};

/// Contacts of a height field with a convex shape, all computed in the frame of the field.
#[doc(alias = "mjc_ConvexHField")]
pub(crate) fn hfield_convex(
    a: &Shape,
    b: &Shape,
    margin: f64,
    opts: &CcdOptions,
    work: &mut Workspace,
    out: &mut Hits,
) {
    let Some(field) = HeightField::of(a) else { return };

    // the sphere around the shape
    let pos = a.mat.transpose_mul(b.pos - a.pos);
    let radius = Vec3([b.m.geom_rbound[b.geom] + margin; 3]);
    if field.is_apart(&Bounds { low: pos - radius, high: pos + radius }, 0.0) {
        return;
    }

    // the box around the shape
    let Some(mut solid) = Solid::new(b, 0.0) else { return };
    solid.mat = a.mat.transpose() * *b.mat;
    solid.pos = pos;
    let bounds = Bounds::of(&mut solid);
    if field.is_apart(&bounds, margin) {
        return;
    }

    solid.margin = margin;
    field.collide(a, &bounds, margin, &mut solid, (opts, work), out);
}

/// A box along the axes of the field.
pub(crate) struct Bounds {
    low: Vec3,
    high: Vec3,
}

impl Bounds {
    /// The box around points.
    pub(crate) fn around(points: &[Vec3]) -> Self {
        let first = points.first().copied().unwrap_or_default();
        let mut bounds = Self { low: first, high: first };
        for point in points {
            for i in 0..3 {
                bounds.low[i] = bounds.low[i].min_num(point[i]);
                bounds.high[i] = bounds.high[i].max_num(point[i]);
            }
        }
        bounds
    }

    /// The box around a solid, from its support points.
    fn of(solid: &mut Solid) -> Self {
        let mut bounds = Self { low: Vec3::ZERO, high: Vec3::ZERO };
        for (i, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
            bounds.high[i] = solid.support(axis)[i];
            bounds.low[i] = solid.support(-axis)[i];
        }
        bounds
    }
}

/// The data of a height field.
pub(crate) struct HeightField<'a> {
    /// Half sizes in x and y, and the height that 1 in the data means.
    size: Vec3,
    /// Where the bottom is, below zero.
    depth: f64,
    rows: i32,
    columns: i32,
    heights: &'a [f32],
}

impl<'a> HeightField<'a> {
    /// The height field of a geom.
    pub(crate) fn of(shape: &Shape<'a>) -> Option<Self> {
        let m = shape.m.model;
        let field = HfieldId::new(m.geom_dataid[shape.geom]).filter(|id| id.0 < m.nhfield)?;
        let [x, y, height, depth] = m.hfield_size[field];
        let (rows, columns) = (m.hfield_nrow[field], m.hfield_ncol[field]);
        if rows < 2 || columns < 2 {
            return None;
        }
        let start = usize::try_from(m.hfield_adr[field]).ok()?;
        let len = usize::try_from(rows.checked_mul(columns)?).ok()?;
        let heights = m.hfield_data.get(start..start.checked_add(len)?)?;
        Some(Self { size: Vec3([x, y, height]), depth, rows, columns, heights })
    }

    /// Contacts of the prisms in a box with a solid, both in the frame of the field; those found are
    /// brought to world.
    pub(crate) fn collide(
        &self,
        shape: &Shape,
        bounds: &Bounds,
        margin: f64,
        solid: &mut Solid,
        (opts, work): (&CcdOptions, &mut Workspace),
        out: &mut Hits,
    ) {
        let start = out.len();
        let size = (bounds.high - bounds.low).norm();
        // what kept the solid apart from a prism often does so from the next
        let mut between = (!solid.is_searched()).then_some(Vec3::Z);
        self.visit(bounds, margin, |prism| {
            let prism = &mut Solid::prism(&prism.0);
            if between.is_some_and(|dir| separates(dir, prism, solid, size)) {
                return true;
            }
            penetration(prism, solid, 1, 0.0, opts, work, out);
            between = between.and(work.between().or(between));
            out.len() < MAXCONPAIR
        });
        for hit in &mut out.as_mut_slice()[start..] {
            hit.normal = *shape.mat * hit.normal;
            hit.pos = *shape.mat * hit.pos + shape.pos;
        }
    }

    /// Whether a box with a margin around misses the field's box.
    pub(crate) fn is_apart(&self, b: &Bounds, margin: f64) -> bool {
        let bottom = Vec3([-self.size[0], -self.size[1], -self.depth]);
        (0..3).any(|i| b.low[i] - margin > self.size[i] || b.high[i] + margin < bottom[i])
    }

    /// Calls `see` with the prisms of the cells that a box reaches, until it returns false.
    ///
    /// Prisms whose surface, raised by the margin, lies below the box are left out.
    fn visit(&self, b: &Bounds, margin: f64, mut see: impl FnMut(&Prism) -> bool) {
        let (first_column, last_column) = self.reach(b, 0, self.columns);
        let (first_row, last_row) = self.reach(b, 1, self.rows);
        for row in first_row..last_row {
            // the strip of triangles between two rows of vertices
            let mut prism = Prism([Vec3([0.0, 0.0, -self.depth]); 6]);
            for column in first_column..=last_column {
                for upper in [1, 0] {
                    prism.advance(self.vertex(row + upper, column, margin));
                    let is_triangle = column > first_column;
                    if is_triangle && !prism.is_below(b.low[2]) && !see(&prism) {
                        return;
                    }
                }
            }
        }
    }

    /// The first and last line of vertices of the cells that a box reaches along an axis.
    fn reach(&self, b: &Bounds, axis: usize, lines: i32) -> (i32, i32) {
        let size = self.size[axis];
        let place = |x: f64| (x + size) / (2.0 * size) * f64::from(lines - 1);
        let first = place(b.low[axis]).floor() as i32;
        let last = place(b.high[axis]).ceil() as i32;
        (first.max(0), last.min(lines - 1))
    }

    /// A vertex of the surface, raised by the margin.
    fn vertex(&self, row: i32, column: i32, margin: f64) -> Vec3 {
        let step = |axis: usize, lines: i32| 2.0 * self.size[axis] / f64::from(lines - 1);
        let height = self.heights.get((row * self.columns + column) as usize);
        Vec3([
            step(0, self.columns) * f64::from(column) - self.size[0],
            step(1, self.rows) * f64::from(row) - self.size[1],
            height.map_or(0.0, |h| f64::from(*h)) * self.size[2] + margin,
        ])
    }
}

/// Three vertices at the bottom and the three above them.
#[derive(Clone, Copy, Debug)]
struct Prism([Vec3; 6]);

impl Prism {
    /// Drops the oldest vertex for a new one and the point below it.
    fn advance(&mut self, top: Vec3) {
        let Self([_, b1, b2, _, t1, t2]) = *self;
        self.0 = [b1, b2, Vec3([top[0], top[1], b2[2]]), t1, t2, top];
    }

    /// Whether the surface is lower than `z`.
    fn is_below(&self, z: f64) -> bool {
        self.0[3..].iter().all(|top| top[2] < z)
    }
}

#[cfg(test)]
mod tests;
