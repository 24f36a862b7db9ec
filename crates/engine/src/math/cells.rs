//! Interpolation between the nodes of a grid of cells, of which a flex is made.
//!
//! A cell of order `n` has `n + 1` nodes along each axis and shares those of its faces with the cells
//! beside it. Places in the grid go from 0 to 1 along each axis; nodes are numbered x by y by z.

use super::Vec3;

/// A grid of cells with nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    /// How many cells there are along each axis.
    count: [i32; 3],
    /// Order of interpolation: 1 or 2.
    order: usize,
}

/// A place in a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellPlace {
    /// The cell, along each axis.
    cell: [i32; 3],
    /// The place in it, from 0 to 1 along each axis.
    local: Vec3,
}

impl Cells {
    /// A grid as the model has it; `None` if the order is neither 1 nor 2, whatever its sign.
    pub(crate) fn new(count: [i32; 3], order: i32) -> Option<Self> {
        let order = order.unsigned_abs() as usize;
        (order == 1 || order == 2).then_some(Self { count, order })
    }

    /// Nodes of a cell.
    pub(crate) fn nodes_per_cell(self) -> usize {
        (self.order + 1).pow(3)
    }

    /// The cell of a place, and where in it; places outside are moved to the border.
    #[doc(alias = "mju_cellLookup")]
    pub(crate) fn locate(self, place: Vec3) -> CellPlace {
        let mut found = CellPlace { cell: [0; 3], local: Vec3::ZERO };
        for i in 0..3 {
            let at = place[i] * f64::from(self.count[i]);
            let cell = (at.floor() as i32).min(self.count[i].saturating_sub(1)).max(0);
            found.cell[i] = cell;
            let local = at - f64::from(cell);
            found.local[i] = if local < 0.0 {
                0.0
            } else if local > 1.0 {
                1.0
            } else {
                local
            };
        }
        found
    }

    /// The number of a node of a cell in the grid.
    pub(crate) fn node(self, at: &CellPlace, i: usize) -> usize {
        let nodes = |axis: usize| self.nodes_along(axis);
        let [x, y, z] = self.place_of(i);
        let start = |axis: usize| usize::try_from(at.cell[axis]).unwrap_or(0) * self.order;
        let [x, y, z] = [start(0) + x, start(1) + y, start(2) + z];
        (x * nodes(1) + y) * nodes(2) + z
    }

    /// The share of a node of a cell in what is interpolated.
    #[doc(alias = "mju_evalBasis")]
    pub(crate) fn weight(self, at: &CellPlace, i: usize) -> f64 {
        let [x, y, z] = self.place_of(i);
        let share = |axis: usize, node: usize| self.share(at.local[axis], node);
        share(2, z) * share(1, y) * share(0, x)
    }

    fn nodes_along(self, axis: usize) -> usize {
        usize::try_from(self.count[axis]).unwrap_or(0) * self.order + 1
    }

    /// Where in its cell a node is, along each axis.
    fn place_of(self, i: usize) -> [usize; 3] {
        let n = self.order + 1;
        [i / (n * n), i / n % n, i % n]
    }

    /// The share along one axis.
    fn share(self, s: f64, node: usize) -> f64 {
        match (self.order, node) {
            (1, 0) => 1.0 - s,
            (1, _) => s,
            (_, 0) => 2.0 * s * s - 3.0 * s + 1.0,
            (_, 1) => 4.0 * (s - s * s),
            (_, _) => 2.0 * s * s - s,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_give_back_the_place() {
        for (order, count) in [(1, [1, 2, 3]), (-2, [2, 1, 2])] {
            let cells = Cells::new(count, order).unwrap();
            let n = order.unsigned_abs() as usize;
            for place in [Vec3([0.2, 0.7, 0.9]), Vec3([1.0, 0.0, 0.5]), Vec3([0.5, 0.5, 1.0])] {
                let at = cells.locate(place);
                let (mut sum, mut back) = (0.0, Vec3::ZERO);
                for i in 0..cells.nodes_per_cell() {
                    let (weight, node) = (cells.weight(&at, i), cells.node(&at, i));
                    let along = |k: usize| count[k] as usize * n + 1;
                    let grid = [node / along(2) / along(1), node / along(2) % along(1), node % along(2)];
                    let node = Vec3(std::array::from_fn(|k| grid[k] as f64 / (along(k) - 1) as f64));
                    sum += weight;
                    back += node * weight;
                }
                assert!((sum - 1.0).abs() < 1e-14, "{order} {sum}");
                assert!((back - place).norm() < 1e-14, "{order} {back:?}");
            }
        }
    }

    #[test]
    fn places_outside_are_moved_to_the_border() {
        let cells = Cells::new([2, 2, 2], 1).unwrap();
        let at = cells.locate(Vec3([-3.0, 1.5, f64::NAN]));
        assert_eq!((at.cell, at.local[0], at.local[1]), ([0, 1, 0], 0.0, 1.0));
        assert!(Cells::new([1; 3], 3).is_none());
    }
}
