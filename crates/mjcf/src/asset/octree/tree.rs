//! Splitting, balancing and hanging corners of an octree.

use std::collections::{HashMap, VecDeque};

use ferrodyn_engine::math::Vec3;

use super::overlap::touches;
use crate::clock::Clock;

/// Cells that touch the surface are split up to this level.
const MAX_LEVEL: i32 = 6;
/// Distance below which a coordinate is on the boundary of a cell.
const ON_BOUNDARY: f64 = 1e-9;

/// A cell: lower corner, then upper corner, in `bounds`.
pub(super) struct Cell {
    pub(super) level: i32,
    pub(super) child: [i32; 8],
    pub(super) corner: [i32; 8],
    pub(super) bounds: [f64; 6],
    /// Parent and position among its children; none for the root.
    parent: Option<(usize, usize)>,
}

/// Cells and the corner points they share.
pub(super) struct Tree {
    pub(super) cells: Vec<Cell>,
    pub(super) points: Vec<Vec3>,
    ids: HashMap<[u64; 3], i32>,
}

impl Tree {
    /// Splits the box around all triangles, breadth first, and balances the result.
    pub(super) fn new(triangles: &[[Vec3; 3]], bounds: [f64; 6], clock: Clock) -> Self {
        let mut tree = Self { cells: Vec::new(), points: Vec::new(), ids: HashMap::new() };
        tree.add_cell(bounds, 0, None);
        let all: Vec<u32> = (0..triangles.len() as u32).collect();
        let mut queue = VecDeque::from([(0usize, all)]);
        while let Some((cell, candidates)) = queue.pop_front() {
            let bounds = tree.cells[cell].bounds;
            let touching: Vec<u32> = candidates
                .into_iter()
                .filter(|&t| touches(&triangles[t as usize], &bounds))
                .collect();
            let deepest = tree.cells[cell].level >= MAX_LEVEL || clock.is_over();
            if touching.is_empty() || deepest {
                continue;
            }
            let first = tree.split(cell);
            for k in 0..7 {
                queue.push_back((first + k, touching.clone()));
            }
            queue.push_back((first + 7, touching));
        }
        tree.balance();
        tree
    }

    /// Adds the eight children of a cell and returns the first.
    fn split(&mut self, cell: usize) -> usize {
        let first = self.cells.len();
        let Cell { bounds: b, level, .. } = self.cells[cell];
        for slot in 0..8 {
            let mut bounds = b;
            for k in 0..3 {
                if slot >> k & 1 == 1 {
                    bounds[k] = f64::midpoint(b[k + 3], b[k]);
                } else {
                    bounds[k + 3] = f64::midpoint(b[k], b[k + 3]);
                }
            }
            self.cells[cell].child[slot] = self.cells.len() as i32;
            self.add_cell(bounds, level + 1, Some((cell, slot)));
        }
        first
    }

    fn add_cell(&mut self, bounds: [f64; 6], level: i32, parent: Option<(usize, usize)>) {
        let mut corner = [0; 8];
        for (i, id) in corner.iter_mut().enumerate() {
            let point = [0, 1, 2].map(|k| bounds[if i >> k & 1 == 1 { k + 3 } else { k }]);
            // adding zero makes the two zeros one point
            let key = point.map(|x| (x + 0.0).to_bits());
            *id = *self.ids.entry(key).or_insert_with(|| {
                self.points.push(Vec3(point));
                self.points.len() as i32 - 1
            });
        }
        self.cells.push(Cell { level, child: [-1; 8], corner, bounds, parent });
    }

    fn is_leaf(&self, cell: usize) -> bool {
        self.cells[cell].child[0] < 0
    }

    fn leaves(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.is_leaf(cell)).collect()
    }

    /// Splits leaves until neighbors differ by at most one level.
    fn balance(&mut self) {
        loop {
            let mut coarse = Vec::new();
            for leaf in self.leaves() {
                let level = self.cells[leaf].level;
                for direction in 0..6 {
                    let Some(other) = self.neighbor(leaf, direction) else { continue };
                    let other_level = self.cells[other].level;
                    if other_level > level + 1 {
                        coarse.push(leaf);
                    }
                    if level > other_level + 1 {
                        coarse.push(other);
                    }
                }
            }
            if coarse.is_empty() {
                return;
            }
            for cell in coarse {
                if self.is_leaf(cell) {
                    self.split(cell);
                }
            }
        }
    }

    /// The leaf across a side of a cell: direction `2 * axis + 1` is up, `2 * axis` down.
    pub(super) fn neighbor(&self, cell: usize, direction: usize) -> Option<usize> {
        let (axis, up) = (direction / 2, direction % 2);
        let bit = 1 << axis;

        // climb until the other half of an ancestor lies in that direction
        let mut at = cell;
        let mut found = loop {
            let (parent, slot) = self.cells[at].parent?;
            if up != slot >> axis & 1 {
                break self.cells[parent].child[slot ^ bit] as usize;
            }
            at = parent;
        };

        // descend towards the cell, on the side that touches it
        let center = middle(&self.cells[cell].bounds);
        while !self.is_leaf(found) {
            let split = middle(&self.cells[found].bounds);
            let mut slot = 0;
            for k in 0..3 {
                let upper = if k == axis { up == 0 } else { center[k] > split[k] };
                slot |= usize::from(upper) << k;
            }
            found = self.cells[found].child[slot] as usize;
        }
        Some(found)
    }

    /// For each point, the corners of a coarser neighbor it must be interpolated from.
    pub(super) fn hanging(&self) -> Vec<Vec<i32>> {
        let mut supports = vec![Vec::new(); self.points.len()];
        for leaf in self.leaves() {
            for direction in 0..6 {
                let Some(other) = self.neighbor(leaf, direction) else { continue };
                if self.cells[other].level >= self.cells[leaf].level {
                    continue;
                }
                let (axis, up) = (direction / 2, direction % 2);
                for i in 0..4 {
                    let corner =
                        up << axis | (i & 1) << ((axis + 1) % 3) | (i >> 1) << ((axis + 2) % 3);
                    let point = self.cells[leaf].corner[corner] as usize;
                    if supports[point].is_empty() {
                        supports[point] = self.supports(point, &self.cells[other]);
                    }
                }
            }
        }
        supports
    }

    /// Ends of the edge, or corners of the face, that a point is in the middle of.
    fn supports(&self, point: usize, coarse: &Cell) -> Vec<i32> {
        let at = |bound: usize, k: usize| {
            (self.points[point][k] - coarse.bounds[bound]).abs() < ON_BOUNDARY
        };
        let low = [0, 1, 2].map(|k| at(k, k));
        let high = [0, 1, 2].map(|k| at(k + 3, k));
        let free: Vec<usize> = (0..3).filter(|&k| !low[k] && !high[k]).collect();
        let fixed = |k: usize| usize::from(high[k]) << k;
        match *free {
            // on an edge along one axis
            [axis] => {
                let base = fixed((axis + 1) % 3) | fixed((axis + 2) % 3);
                [base, base | 1 << axis].map(|c| coarse.corner[c]).to_vec()
            }
            // on a face across one axis
            [a, b] => {
                let axis = 3 - a - b;
                let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
                (0..4)
                    .map(|j| fixed(axis) | (j & 1) << next | (j >> 1) << last)
                    .map(|c| coarse.corner[c])
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

fn middle(b: &[f64; 6]) -> [f64; 3] {
    [0, 1, 2].map(|k| f64::midpoint(b[k], b[k + 3]))
}
