//! The skin of a cable of boxes: two sheets of vertices, closed at their rims.

use super::Composite;
use super::subgrid::{self, NEIGHBORS};
use crate::spec::{Bone, Skin};
use ferrodyn_engine::enums::GeomType;

/// Vertices along the cable and across it, on each of the two sides.
#[derive(Clone, Copy)]
struct Sheet {
    rows: usize,
    columns: usize,
}

impl Sheet {
    /// The number of a vertex, on the second side if `back`.
    fn vertex(self, back: bool, x: usize, y: usize) -> i32 {
        (usize::from(back) * self.rows * self.columns + x * self.columns + y) as i32
    }

    /// Triangles of both sides, then of the rims.
    fn faces(self) -> Vec<i32> {
        let mut faces = Vec::new();
        let (rows, columns) = (self.rows - 1, self.columns - 1);
        for back in [false, true] {
            let v = |x, y| self.vertex(back, x, y);
            for x in 0..rows {
                for y in 0..columns {
                    let (one, other) = (usize::from(back), usize::from(!back));
                    faces.extend([v(x, y), v(x + 1, y + one), v(x + 1, y + other)]);
                    faces.extend([v(x, y), v(x + other, y + 1), v(x + one, y + 1)]);
                }
            }
        }
        let v = |back, x, y| self.vertex(back, x, y);
        for x in 0..rows {
            faces.extend([v(false, x, 0), v(true, x + 1, 0), v(false, x + 1, 0)]);
            faces.extend([v(false, x, 0), v(true, x, 0), v(true, x + 1, 0)]);
        }
        for x in 0..rows {
            let y = columns;
            faces.extend([v(false, x, y), v(false, x + 1, y), v(true, x + 1, y)]);
            faces.extend([v(false, x, y), v(true, x + 1, y), v(true, x, y)]);
        }
        for y in 0..columns {
            faces.extend([v(false, 0, y), v(false, 0, y + 1), v(true, 0, y + 1)]);
            faces.extend([v(false, 0, y), v(true, 0, y + 1), v(true, 0, y)]);
        }
        for y in 0..columns {
            let x = rows;
            faces.extend([v(false, x, y), v(true, x, y + 1), v(false, x, y + 1)]);
            faces.extend([v(false, x, y), v(true, x, y), v(true, x, y + 1)]);
        }
        faces
    }

    fn texcoord(self) -> Vec<f32> {
        let (rows, columns) = ((self.rows - 1) as f32, (self.columns - 1) as f32);
        let mut all = Vec::with_capacity(4 * self.rows * self.columns);
        for _ in 0..2 {
            for x in 0..self.rows {
                for y in 0..self.columns {
                    all.extend([x as f32 / rows, y as f32 / columns]);
                }
            }
        }
        all
    }
}

impl Composite {
    /// Boxes get a skin, whether one is described or not.
    pub(super) fn has_skin(&self) -> bool {
        self.geom.kind == GeomType::Box
    }

    pub(super) fn make_skin(&self) -> Skin {
        let finer = usize::try_from(self.skin.subgrid).unwrap_or(0);
        // a row of bones per vertex of the cable: at both sides, with a subgrid in the middle, too
        let (rows, columns) = (self.bodies() + 1, if finer > 0 { 3 } else { 2 });
        let sheet =
            Sheet { rows: rows + (rows - 1) * finer, columns: columns + (columns - 1) * finer };
        let mut bones = self.bones(rows, columns);
        if finer > 0 {
            bind_subgrid(&mut bones, [rows, columns], sheet, finer);
        } else {
            for (i, bone) in bones.iter_mut().enumerate() {
                bone.vertid = vec![i as i32, (rows * columns + i) as i32];
                bone.vertweight = vec![1.0; 2];
            }
        }
        Skin {
            name: format!("{}Skin", self.prefix),
            material: self.skin.material.clone(),
            rgba: self.skin.rgba,
            inflate: (2.0 * self.geom.size[2]) as f32,
            group: self.skin.group,
            vertex: vec![0.0; 6 * sheet.rows * sheet.columns],
            texcoord: if self.skin.texcoord { sheet.texcoord() } else { Vec::new() },
            face: sheet.faces(),
            bones,
            origin: self.origin.clone(),
            ..Skin::default()
        }
    }

    fn bones(&self, rows: usize, columns: usize) -> Vec<Bone> {
        let [length, width, _] = self.geom.size;
        let mut bones = Vec::with_capacity(rows * columns);
        for x in 0..rows {
            // the last two vertices belong to the last body
            let body = match x {
                0 => format!("{}B_first", self.prefix),
                x if x + 2 >= rows => format!("{}B_last", self.prefix),
                x => format!("{}B_{x}", self.prefix),
            };
            let along = if x + 1 == rows { -2.0 * length } else { 0.0 };
            for y in 0..columns {
                let across = match y {
                    0 => -width,
                    y if y + 1 == columns => width,
                    _ => 0.0,
                };
                bones.push(Bone {
                    body: body.clone(),
                    bindpos: [along as f32, across as f32, 0.0],
                    bindquat: [1.0, 0.0, 0.0, 0.0],
                    ..Bone::default()
                });
            }
        }
        bones
    }
}

/// Shares the vertices between bones among these.
fn bind_subgrid(bones: &mut [Bone], [rows, columns]: [usize; 2], sheet: Sheet, finer: usize) {
    let weights = subgrid::Weights::new(finer);
    for x in 0..rows - 1 {
        for y in 0..columns - 1 {
            let table = weights.of(x, rows, y, columns);
            // the last square also has the vertices at its end
            let ends = |i: usize, count: usize| 1 + finer + usize::from(i + 2 == count);
            for dx in 0..ends(x, rows) {
                for dy in 0..ends(y, columns) {
                    let (vx, vy) = (x * (1 + finer) + dx, y * (1 + finer) + dy);
                    let vertices = [false, true].map(|back| sheet.vertex(back, vx, vy));
                    let row = &table[dx * (2 + finer) + dy];
                    for (weight, (i, j)) in row.iter().zip(NEIGHBORS).filter(|(w, _)| **w != 0.0) {
                        // weights outside of the grid are zero
                        let bone = (x + i).checked_sub(1).zip((y + j).checked_sub(1));
                        let bone = bone.map(|(x, y)| x * columns + y);
                        if let Some(bone) = bone.and_then(|bone| bones.get_mut(bone)) {
                            bone.vertid.extend(vertices);
                            bone.vertweight.extend([*weight as f32; 2]);
                        }
                    }
                }
            }
        }
    }
}
