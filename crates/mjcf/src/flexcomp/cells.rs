//! Which cells of an interpolation grid hold elements; nodes of other cells only are pinned.

use std::collections::VecDeque;

use super::shape::Shape;

/// Smallest and largest coordinates.
pub(super) type Bounds = ([f64; 3], [f64; 3]);

/// The cells of an interpolation grid.
pub(super) struct Cells {
    /// Cells along each axis.
    pub(super) count: [usize; 3],
    /// Nodes of a cell along each axis, less one.
    pub(super) order: usize,
}

impl Cells {
    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (x * self.count[1] + y) * self.count[2] + z
    }

    fn len(&self) -> usize {
        self.count.iter().product()
    }

    /// Cells without elements. Inside of a surface, cells count as filled: only those that can be
    /// reached from the border of the grid are empty.
    pub(super) fn empty(&self, shape: &Shape, bounds: Bounds) -> Vec<bool> {
        let filled = self.filled(shape, bounds);
        if shape.dim == 2 { self.outside(&filled) } else { filled.iter().map(|f| !f).collect() }
    }

    /// Cells that the boxes of elements overlap.
    fn filled(&self, shape: &Shape, (low, high): Bounds) -> Vec<bool> {
        let mut filled = vec![false; self.len()];
        let cell = |x: f64, axis: usize| {
            let (width, count) = (high[axis] - low[axis], self.count[axis]);
            if width <= 0.0 {
                return 0;
            }
            // casting rounds toward zero and bounds what is too large
            (((x - low[axis]) / width * count as f64) as usize).min(count - 1)
        };
        for element in shape.element.chunks(shape.dim as usize + 1) {
            let (mut first, mut last) = ([0; 3], [0; 3]);
            for axis in 0..3 {
                let along = element.iter().map(|&id| shape.point[id as usize][axis]);
                let (min, max) = along.fold((1e30_f64, -1e30_f64), |(min, max), x| {
                    (if x < min { x } else { min }, if max < x { x } else { max })
                });
                (first[axis], last[axis]) = (cell(min, axis), cell(max, axis));
            }
            for x in first[0]..=last[0] {
                for y in first[1]..=last[1] {
                    for z in first[2]..=last[2] {
                        filled[self.index([x, y, z])] = true;
                    }
                }
            }
        }
        filled
    }

    /// Cells that can be reached from the border through cells that are not filled.
    fn outside(&self, filled: &[bool]) -> Vec<bool> {
        let mut outside = vec![false; filled.len()];
        let mut open = VecDeque::new();
        for at in self.each() {
            let border = (0..3).any(|k| at[k] == 0 || at[k] == self.count[k] - 1);
            let index = self.index(at);
            if border && !filled[index] {
                outside[index] = true;
                open.push_back(at);
            }
        }
        while let Some(at) = open.pop_front() {
            for axis in 0..3 {
                let steps = [at[axis].checked_sub(1), Some(at[axis] + 1)];
                for step in steps.into_iter().flatten().filter(|&step| step < self.count[axis]) {
                    let mut next = at;
                    next[axis] = step;
                    let index = self.index(next);
                    if !filled[index] && !outside[index] {
                        outside[index] = true;
                        open.push_back(next);
                    }
                }
            }
        }
        outside
    }

    fn each(&self) -> impl Iterator<Item = [usize; 3]> {
        let [nx, ny, nz] = self.count;
        (0..nx).flat_map(move |x| (0..ny).flat_map(move |y| (0..nz).map(move |z| [x, y, z])))
    }

    /// Whether all cells around a node are empty.
    pub(super) fn is_outside(&self, node: [usize; 3], empty: &[bool]) -> bool {
        let first = node.map(|n| n.saturating_sub(1) / self.order);
        let last = [0, 1, 2].map(|k| (node[k] / self.order).min(self.count[k] - 1));
        (first[0]..=last[0]).all(|x| {
            (first[1]..=last[1]).all(|y| (first[2]..=last[2]).all(|z| empty[self.index([x, y, z])]))
        })
    }
}
