//! Elements of one flex whose boxes overlap, found by sweeping a plane over them.
//!
//! The order of pairs is that of contacts, so the sweep goes as MuJoCo's does: ends of boxes in 32
//! bits, in the order of elements where they are equal, and boxes that the plane cuts in the order in
//! which it reached them.

use crate::collision::candidates::obb::Box6;
use crate::collision::candidates::sweep::ordered;

/// Memory of a sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct Sap {
    /// Pairs of boxes that overlap.
    pub(super) pairs: Vec<[u32; 2]>,
    /// Ends of boxes, in order: the place along the sweep above, twice the box and which end below.
    ends: Vec<u64>,
    /// Boxes that the plane cuts, and what each covers across the sweep.
    cut: Vec<u32>,
    spans: Vec<Span>,
}

/// What a box covers along two axes: where it starts, and where it ends with the sign changed. So all
/// four comparisons of two boxes are the same.
#[derive(Clone, Copy, Debug)]
struct Span([f64; 4]);

impl Span {
    fn of(b: &Box6, [j, k]: [usize; 2]) -> Self {
        Self([b[j] - b[3 + j], b[k] - b[3 + k], -(b[j] + b[3 + j]), -(b[k] + b[3 + k])])
    }

    /// Where others start at the earliest, and end at the latest, that do not overlap.
    fn limits(&self) -> [f64; 4] {
        let [min0, min1, max0, max1] = self.0;
        [-max0, -max1, -min0, -min1]
    }

    fn is_beyond(&self, limits: &[f64; 4]) -> bool {
        (0..4).fold(false, |beyond, k| beyond | (self.0[k] > limits[k]))
    }
}

impl Sap {
    /// Finds the pairs of boxes that overlap and are wanted, sweeping along an axis; no more than
    /// `most`.
    #[doc(alias = "mj_SAP")]
    pub(super) fn run(
        &mut self,
        axis: usize,
        boxes: &[Box6],
        ids: &[u32],
        most: usize,
        wanted: impl Fn(u32, u32) -> bool,
    ) {
        let Self { pairs, ends, cut, spans } = self;
        let across = [[1, 2], [0, 2], [0, 1]][axis];
        pairs.clear();
        ends.clear();
        cut.clear();
        spans.clear();
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
                if let Some(place) = cut.iter().position(|&other| other == id) {
                    cut.remove(place);
                    spans.remove(place);
                }
                continue;
            }
            let new = Span::of(&boxes[id as usize], across);
            let limits = new.limits();
            for (&other, span) in cut.iter().zip(&*spans) {
                if span.is_beyond(&limits) || !wanted(other, id) {
                    continue;
                }
                if pairs.len() >= most {
                    return;
                }
                pairs.push([other, id]);
            }
            cut.push(id);
            spans.push(new);
        }
    }
}
