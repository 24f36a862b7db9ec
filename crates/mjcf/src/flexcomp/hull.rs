//! Surfaces of boxes, cylinders and ellipsoids: in two dimensions open at the top, in three with
//! tetrahedra from there to the center.

use super::grid::{fraction, largest};
use super::shape::Shape;
use super::{Flexcomp, FlexcompKind};
use crate::spec::Flex;
use crate::spec::pose::normalize;

/// Adds the points and elements of a surface.
pub(super) fn make(comp: &Flexcomp, flex: &Flex, mut shape: Shape) -> Shape {
    let texture = shape.texcoord.is_empty() && !flex.material.is_empty();
    let hull = Hull { comp, solid: shape.dim == 3, open: shape.dim == 2 };
    if hull.solid {
        shape.point.push([0.0; 3]);
    }
    if texture {
        shape.texcoord.extend([0.0; 2]);
    }
    hull.points(texture, &mut shape);
    hull.elements(&mut shape.element);
    shape
}

/// Corners of a square on a side, by the steps along its two axes.
type Corner = [i32; 2];

/// The two triangles of a square.
type Split = [[Corner; 3]; 2];

/// How squares on the lower and on the upper side along an axis are divided, so that all triangles
/// look outside. Axes of a side are the other two, in order.
const SURFACE: [[Split; 2]; 3] = [
    [
        [[[1, 0], [0, 0], [0, 1]], [[1, 0], [0, 1], [1, 1]]],
        [[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]]],
    ],
    [
        [[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]]],
        [[[1, 0], [0, 0], [0, 1]], [[1, 0], [0, 1], [1, 1]]],
    ],
    [
        [[[0, 0], [1, 1], [1, 0]], [[0, 0], [0, 1], [1, 1]]],
        [[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]]],
    ],
];

/// The bases of the tetrahedra: those are turned later where needed.
const SOLID: Split = [[[0, 0], [1, 0], [1, 1]], [[0, 0], [0, 1], [1, 1]]];

/// Sides are visited along z first, then y, then x.
const AXES: [usize; 3] = [2, 1, 0];

struct Hull<'a> {
    comp: &'a Flexcomp,
    solid: bool,
    /// There is no upper side along z.
    open: bool,
}

impl Hull<'_> {
    fn points(&self, texture: bool, shape: &mut Shape) {
        for normal in AXES {
            self.each(normal, |at, _| {
                // edges belong to the sides visited before
                let inner = |axis: usize| {
                    let rim = self.open && axis == 2;
                    at[axis] > 0 && (rim || at[axis] < self.comp.count[axis] - 1)
                };
                if (normal + 1..3).any(|axis| !inner(axis)) {
                    return;
                }
                shape.point.push(self.project(at));
                if texture {
                    let [a, b] = sides(normal);
                    shape.texcoord.extend([a, b].map(|axis| fraction(self.comp, axis, at[axis])));
                }
            });
        }
    }

    fn elements(&self, element: &mut Vec<i32>) {
        for normal in AXES {
            let [a, b] = sides(normal);
            self.each(normal, |at, upper| {
                if at[a] == self.comp.count[a] - 1 || at[b] == self.comp.count[b] - 1 {
                    return;
                }
                let split = if self.solid { SOLID } else { SURFACE[normal][usize::from(upper)] };
                for triangle in split {
                    if self.solid {
                        element.push(0);
                    }
                    for step in triangle {
                        let mut corner = at;
                        corner[a] += step[0];
                        corner[b] += step[1];
                        element.push(self.id(corner));
                    }
                }
            });
        }
    }

    /// Calls with every place on the two sides along an axis, and whether it is on the upper one.
    fn each(&self, normal: usize, mut call: impl FnMut([i32; 3], bool)) {
        let [a, b] = sides(normal);
        for (at_normal, upper) in [(0, false), (self.comp.count[normal] - 1, true)] {
            if self.open && normal == 2 && upper {
                continue;
            }
            for i in 0..self.comp.count[a] {
                for j in 0..self.comp.count[b] {
                    let mut at = [0; 3];
                    (at[normal], at[a], at[b]) = (at_normal, i, j);
                    call(at, upper);
                }
            }
        }
    }

    /// The point at a place of the surface, in the order they were made.
    fn id(&self, [x, y, z]: [i32; 3]) -> i32 {
        let [nx, ny, nz] = self.comp.count;
        // points of the sides along z, and how many others are above each other
        let (flat, above) = if self.open { (nx * ny, nz - 1) } else { (2 * nx * ny, nz - 2) };
        let id = if z == 0 {
            x * ny + y
        } else if z == nz - 1 && !self.open {
            nx * ny + x * ny + y
        } else if y == 0 {
            flat + x * above + z - 1
        } else if y == ny - 1 {
            flat + nx * above + x * above + z - 1
        } else {
            let upper = if x == 0 { 0 } else { (ny - 2) * above };
            flat + 2 * nx * above + upper + (y - 1) * above + z - 1
        };
        id + i32::from(self.solid)
    }

    /// Where a place of the surface is.
    fn project(&self, at: [i32; 3]) -> [f64; 3] {
        let last = self.comp.count.map(|n| f64::from(n - 1));
        let size = [0, 1, 2].map(|k| 0.5 * self.comp.spacing[k] * last[k]);
        let mut pos = [0, 1, 2].map(|k| 2.0 * f64::from(at[k]) / last[k] - 1.0);
        let mut scale = size;
        match self.comp.kind {
            FlexcompKind::Cylinder => {
                let distance = largest(pos[0], pos[1]);
                normalize(&mut pos[..2]);
                scale[0] = size[0] * distance;
                scale[1] = size[1] * distance;
            }
            FlexcompKind::Ellipsoid => {
                normalize(&mut pos);
            }
            _ => {}
        }
        [0, 1, 2].map(|k| pos[k] * scale[k])
    }
}

/// The two axes of the sides along an axis.
fn sides(normal: usize) -> [usize; 2] {
    match normal {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    }
}
