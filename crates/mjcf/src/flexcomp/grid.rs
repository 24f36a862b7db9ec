//! Lines, sheets and blocks of points at equal distances, and round sheets.

use std::f64::consts::PI;

use ferrodyn_engine::math::fun;

use super::shape::Shape;
use super::{Flexcomp, FlexcompKind};
use crate::spec::Flex;
use crate::spec::pose::{EPS, normalize};

/// The two triangles of a square, and the six tetrahedra of a cube.
const TRIANGLES: [[usize; 3]; 2] = [[0, 1, 2], [0, 2, 3]];
const TETRAHEDRA: [[usize; 4]; 6] =
    [[0, 3, 1, 7], [0, 1, 4, 7], [1, 3, 2, 7], [1, 2, 6, 7], [1, 5, 4, 7], [1, 6, 5, 7]];

/// Adds the points and elements of a grid.
pub(super) fn make(comp: &Flexcomp, flex: &Flex, mut shape: Shape) -> Result<Shape, String> {
    let texture = shape.texcoord.is_empty() && !flex.material.is_empty();
    match shape.dim {
        1 if comp.kind == FlexcompKind::Circle => circle(comp, &mut shape),
        1 => line(comp, &mut shape),
        2 => sheet(comp, texture, &mut shape)?,
        _ => block(comp, texture, &mut shape),
    }
    if shape.element.is_empty() {
        return Err("the grid has no elements: raise count".into());
    }
    if comp.kind == FlexcompKind::Disc {
        project(comp, &mut shape);
    }
    Ok(shape)
}

/// Distance from the middle of so many points along an axis.
fn along(comp: &Flexcomp, axis: usize, i: i32) -> f64 {
    comp.spacing[axis] * (f64::from(i) - 0.5 * f64::from(comp.count[axis] - 1))
}

/// Texture coordinate of a point along an axis.
pub(super) fn fraction(comp: &Flexcomp, axis: usize, i: i32) -> f32 {
    i as f32 / (comp.count[axis] - 1).max(1) as f32
}

fn line(comp: &Flexcomp, shape: &mut Shape) {
    let count = comp.count[0];
    for i in 0..count {
        shape.point.push([along(comp, 0, i), 0.0, 0.0]);
        if i < count - 1 {
            shape.element.extend([i, i + 1]);
        }
    }
}

/// A closed line: the last point is the first.
fn circle(comp: &Flexcomp, shape: &mut Shape) {
    let count = comp.count[0] - 1;
    let angle = 2.0 * PI / f64::from(count);
    let radius = comp.spacing[0] / fun::sin(angle / 2.0) / 2.0;
    for i in 0..count {
        let (sine, cosine) = (fun::sin(angle * f64::from(i)), fun::cos(angle * f64::from(i)));
        shape.point.push([radius * cosine, radius * sine, 0.0]);
        shape.element.extend([i, if i == count - 1 { 0 } else { i + 1 }]);
    }
}

fn sheet(comp: &Flexcomp, texture: bool, shape: &mut Shape) -> Result<(), String> {
    let [nx, ny, _] = comp.count;
    for x in 0..nx {
        for y in 0..ny {
            let place = [along(comp, 0, x), along(comp, 1, y)];
            shape.point.push([place[0], place[1], 0.0]);
            if texture {
                shape.texcoord.extend([fraction(comp, 0, x), fraction(comp, 1, y)]);
            }
            if x == nx - 1 || y == ny - 1 {
                continue;
            }
            // a disc is divided along its radii
            let mut triangles = TRIANGLES;
            let [px, py] = place;
            if comp.kind == FlexcompKind::Disc
                && ((px < -EPS && py > -EPS) || (px > -EPS && py < -EPS))
            {
                triangles[0][2] = 3;
                triangles[1][0] = 1;
            }
            let corner = |dx: i32, dy: i32| sheet_id(comp, x + dx, y + dy);
            let corners = [corner(0, 0)?, corner(1, 0)?, corner(1, 1)?, corner(0, 1)?];
            shape.element.extend(triangles.as_flattened().iter().map(|&k| corners[k]));
        }
    }
    Ok(())
}

/// The point of a sheet; its place is counted as if there were more than one layer.
fn sheet_id(comp: &Flexcomp, x: i32, y: i32) -> Result<i32, String> {
    let [_, ny, nz] = comp.count.map(i64::from);
    let id = nz * (ny * i64::from(x) + i64::from(y));
    i32::try_from(id).map_err(|_| "the third number of count must be 1 for a sheet".into())
}

fn block(comp: &Flexcomp, texture: bool, shape: &mut Shape) {
    let [nx, ny, nz] = comp.count;
    for x in 0..nx {
        for y in 0..ny {
            for z in 0..nz {
                shape.point.push([along(comp, 0, x), along(comp, 1, y), along(comp, 2, z)]);
                if texture {
                    shape.texcoord.extend([fraction(comp, 0, x), fraction(comp, 1, y)]);
                }
                if x == nx - 1 || y == ny - 1 || z == nz - 1 {
                    continue;
                }
                let id = |dx, dy, dz| nz * (ny * (x + dx) + y + dy) + z + dz;
                let corners = [
                    id(0, 0, 0),
                    id(1, 0, 0),
                    id(1, 1, 0),
                    id(0, 1, 0),
                    id(0, 0, 1),
                    id(1, 0, 1),
                    id(1, 1, 1),
                    id(0, 1, 1),
                ];
                shape.element.extend(TETRAHEDRA.as_flattened().iter().map(|&k| corners[k]));
            }
        }
    }
}

/// Moves the squares around the middle of a sheet to circles.
fn project(comp: &Flexcomp, shape: &mut Shape) {
    let half = |axis: usize| 0.5 * comp.spacing[axis] * f64::from(comp.count[axis] - 1);
    let size = [half(0), half(1)];
    for point in &mut shape.point {
        let distance = largest(point[0], point[1]);
        normalize(&mut point[..2]);
        point[0] *= size[0] * distance;
        point[1] *= size[1] * distance;
    }
}

/// The larger of two absolute values.
pub(super) fn largest(a: f64, b: f64) -> f64 {
    if a.abs() < b.abs() { b.abs() } else { a.abs() }
}
