//! Elements of one flex whose boxes overlap, found by sweeping a plane over them.
//!
//! The order of pairs is that of contacts, so the sweep goes as MuJoCo's does: ends of boxes in 32
//! bits, in the order of elements where they are equal, and boxes that the plane cuts in the order in
//! which it reached them.

use super::super::obb::Box6;
use super::super::sweep::ordered;

/// Memory of a sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct Sap {
    /// Pairs of boxes that overlap.
    pub(super) pairs: Vec<[u32; 2]>,
    /// Ends of boxes, in order: the place along the sweep above, twice the box and which end below.
    ends: Vec<u64>,
    /// Boxes that the plane cuts.
    cut: Vec<Cut>,
}

/// A box across the sweep.
#[derive(Clone, Copy, Debug)]
struct Cut {
    id: u32,
    min: [f64; 2],
    max: [f64; 2],
}

impl Cut {
    fn of(id: u32, b: &Box6, axes: [usize; 2]) -> Self {
        Self { id, min: axes.map(|k| b[k] - b[3 + k]), max: axes.map(|k| b[k] + b[3 + k]) }
    }

    fn is_apart(&self, other: &Self) -> bool {
        (0..2).any(|k| self.min[k] > other.max[k] || other.min[k] > self.max[k])
    }
}

impl Sap {
    /// Finds the pairs of boxes that overlap, sweeping along an axis; no more than `most`.
    #[doc(alias = "mj_SAP")]
    pub(super) fn run(&mut self, axis: usize, boxes: &[Box6], ids: &[u32], most: usize) {
        let Self { pairs, ends, cut } = self;
        let across = [[1, 2], [0, 2], [0, 1]][axis];
        pairs.clear();
        ends.clear();
        cut.clear();
        for (i, &id) in ids.iter().enumerate() {
            let b = &boxes[id as usize];
            let (min, max) = (b[axis] - b[3 + axis], b[axis] + b[3 + axis]);
            for (which, end) in [min, max].into_iter().enumerate() {
                ends.push(u64::from(ordered(end as f32)) << 32 | (2 * i + which) as u64);
            }
        }
        ends.sort_unstable();
        for &end in &*ends {
            let end = end as u32;
            let id = ids[end as usize / 2];
            if end % 2 == 1 {
                if let Some(place) = cut.iter().position(|c| c.id == id) {
                    cut.remove(place);
                }
                continue;
            }
            let new = Cut::of(id, &boxes[id as usize], across);
            for other in cut.iter().filter(|other| !other.is_apart(&new)) {
                if pairs.len() >= most {
                    return;
                }
                pairs.push([other.id, id]);
            }
            cut.push(new);
        }
    }
}
