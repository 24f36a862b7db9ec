//! Rays against height fields: the triangles of the surface, the sides down from its border, and
//! the box below.
//!
//! | reads |
//! |---|
//! | `geom_xpos`, `geom_xmat`, `hfield_size`, `hfield_nrow`, `hfield_ncol`, `hfield_data` |
//! | `geom_type`, `geom_dataid`, `hfield_adr` |
//!
//! The surface is over a box from zero to `hfield_size[2]`. Only the cells below the part of the
//! ray inside that box are tested, row by row, with one cell to spare on each side.

use std::ops::Range;

use crate::data::Data;
use crate::enums::GeomType;
use crate::ids::{GeomId, HfieldId};
use crate::math::Vec3;
use crate::model::Model;

use super::primitive::{Faces, Hit, Nearest, Ray, box_faces, first_face};
use super::triangle::Aim;

/// Columns per row from which on a line is taken to cross all columns within a row.
const ALONG_ROW: f64 = 1e6;

/// The first point of a height field geom that a ray meets, from either side; `None` if it misses
/// or the geom is no height field.
///
/// The distance is in units of `vec`; the normal is in world, and up for the surface.
#[doc(alias = "mj_rayHfield")]
pub fn ray_hfield(m: &Model, d: &Data, geom: GeomId, ray: Ray) -> Option<Hit> {
    if *m.geom_type.get(geom.0)? != GeomType::Hfield {
        return None;
    }
    let field = HeightField::new(m, HfieldId::new(m.geom_dataid[geom])?)?;
    let (pos, mat) = (d.geom_xpos[geom], &d.geom_xmat[geom]);
    let [x, y, height, depth] = field.size;
    let up = mat.col(2);

    // the box below
    let faces = box_faces(pos - up * depth * 0.5, mat, Vec3([x, y, depth * 0.5]), ray);
    let base = faces.as_ref().and_then(first_face);
    let base = base.map(|(dist, normal)| Hit { dist, normal: *mat * normal });

    // the box that the surface is in
    let top = Vec3([x, y, height * 0.5]);
    let faces = box_faces(pos + up * height * 0.5, mat, top, ray);
    let Some(faces) = faces.filter(|faces| faces.iter().any(Option::is_some)) else {
        return base;
    };

    let local = ray.in_frame(pos, mat);
    let mut nearest = Nearest(base.map(|hit| (hit.dist, mat.transpose_mul(hit.normal))));
    field.surface(local, &faces, &mut nearest);
    field.sides(local, &faces, &mut nearest);
    nearest.0.map(|(dist, normal)| Hit { dist, normal: *mat * normal })
}

/// A grid of heights.
struct HeightField<'a> {
    nrow: usize,
    ncol: usize,
    /// Half sizes, largest height, depth of the base.
    size: [f64; 4],
    /// Size of a cell.
    cell: [f64; 2],
    /// Heights between 0 and 1, row by row.
    data: &'a [f32],
}

impl<'a> HeightField<'a> {
    /// `None` if there is no such field, or it has no cells.
    fn new(m: &'a Model, field: HfieldId) -> Option<Self> {
        let count = |counts: &[i32]| usize::try_from(*counts.get(field.0)?).ok();
        let (nrow, ncol) = (count(&m.hfield_nrow)?, count(&m.hfield_ncol)?);
        let start = count(&m.hfield_adr)?;
        let data = m.hfield_data.get(start..start.checked_add(nrow.checked_mul(ncol)?)?)?;
        if nrow < 2 || ncol < 2 {
            return None;
        }
        let size = m.hfield_size[field];
        let cell = [2.0 * size[0] / (ncol - 1) as f64, 2.0 * size[1] / (nrow - 1) as f64];
        Some(Self { nrow, ncol, size, cell, data })
    }

    /// The surface at a grid point.
    fn point(&self, row: usize, col: usize) -> Vec3 {
        Vec3([
            self.cell[0] * col as f64 - self.size[0],
            self.cell[1] * row as f64 - self.size[1],
            f64::from(self.data[row * self.ncol + col]) * self.size[2],
        ])
    }

    /// The place of a point on the grid: column, row.
    fn on_grid(&self, point: Vec3) -> [f64; 2] {
        [0, 1].map(|i| (point[i] + self.size[i]) / self.cell[i])
    }

    /// The two triangles of each cell near the ray.
    fn surface(&self, ray: Ray, faces: &Faces, nearest: &mut Nearest<Vec3>) {
        let aim = Aim::new(ray);
        let track = Track::new(self, ray, faces);
        for row in track.rows.clone() {
            for col in track.columns(row) {
                let here = self.point(row, col);
                let across = self.point(row + 1, col + 1);
                let triangles = [
                    [here, self.point(row, col + 1), across],
                    [here, across, self.point(row + 1, col)],
                ];
                for (dist, normal) in triangles.iter().filter_map(|corners| aim.triangle(corners)) {
                    nearest.offer(dist, normal.normalized().0);
                }
            }
        }
    }

    /// The vertical sides of the upper box, up to the border of the surface.
    fn sides(&self, ray: Ray, faces: &Faces, nearest: &mut Nearest<Vec3>) {
        for (face, dist) in faces.iter().enumerate().take(4) {
            let &Some(dist) = dist else { continue };
            if nearest.0.is_some_and(|(best, _)| dist >= best) {
                continue;
            }
            let point = ray.at(dist);
            let (axis, last) = (face / 2, face % 2 == 1);

            // the piece of the border next to the point; the side runs along the other axis
            let along = self.on_grid(point)[1 - axis];
            let pieces = if axis == 0 { self.nrow - 2 } else { self.ncol - 2 };
            let start = along.floor().min(pieces as f64).max(0.0);
            let height = |k: usize| {
                let (row, col) = match (axis, last) {
                    (0, false) => (k, 0),
                    (0, true) => (k, self.ncol - 1),
                    (_, false) => (0, k),
                    (_, true) => (self.nrow - 1, k),
                };
                f64::from(self.data[row * self.ncol + col])
            };
            let (z0, z1) = (height(start as usize), height(start as usize + 1));
            let border = z0 * (start + 1.0 - along) + z1 * (along - start);
            if point[2] / self.size[2] < border {
                let mut normal = Vec3::ZERO;
                normal[axis] = if last { 1.0 } else { -1.0 };
                nearest.offer(dist, normal);
            }
        }
    }
}

/// The cells below a ray, on its way through the upper box.
struct Track {
    rows: Range<usize>,
    cols: Range<usize>,
    /// A point of the line on the grid: column, row.
    start: [f64; 2],
    /// Columns per row.
    slope: f64,
}

impl Track {
    fn new(field: &HeightField, ray: Ray, faces: &Faces) -> Self {
        // from the start of the ray, or from where it enters the box, to where it leaves it
        let enter = first_face(faces).map_or(0.0, |(dist, _)| dist);
        let mut part = [0.0, enter];
        for &dist in faces.iter().flatten() {
            if dist > part[1] {
                part = [enter, dist];
            }
        }
        let ends = part.map(|dist| field.on_grid(ray.at(dist)));
        let range = |axis: usize, count: usize| {
            let (a, b) = (ends[0][axis], ends[1][axis]);
            around(a.min(b), a.max(b), &(0..count - 1))
        };
        Self {
            rows: range(1, field.nrow),
            cols: range(0, field.ncol),
            start: ends[0],
            slope: ray.vec[0] / field.cell[0] / (ray.vec[1] / field.cell[1]),
        }
    }

    /// The cells of a row that the line crosses.
    fn columns(&self, row: usize) -> Range<usize> {
        if self.slope.is_nan() || self.slope.abs() > ALONG_ROW {
            return self.cols.clone();
        }
        let at = |row: f64| self.start[0] + (row - self.start[1]) * self.slope;
        let (a, b) = (at(row as f64 - 1.0), at(row as f64 + 2.0));
        around(a.min(b), a.max(b), &self.cols)
    }
}

/// The cells from `low` to `high` and one more on each side, those of them that are in `all`.
fn around(low: f64, high: f64, all: &Range<usize>) -> Range<usize> {
    // conversions of numbers out of range give the nearest that fits
    let first = (low.floor() - 1.0) as usize;
    let end = (high.ceil() + 1.0) as usize;
    first.max(all.start)..end.min(all.end)
}
