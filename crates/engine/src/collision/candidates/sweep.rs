//! Pairs of boxes that overlap, among many.
//!
//! Few boxes are compared one by one. Many are put into columns along the axis in which they spread
//! most, and swept along that axis inside each column: the cost is close to that of sorting as
//! long as boxes are of similar size. A box in several columns meets another one in the first
//! column that both share. Boxes much larger than the others, or nowhere, are compared with all.
//!
//! Numbers are rounded to 32 bits. Rounding keeps their order, so that no overlap is missed.

/// Up to this many boxes are compared one by one.
const FEW: usize = 24;
/// A box in more columns than this is a large one.
const MAX_COLUMNS: u32 = 16;

/// A box along the axes of the world. The fourth numbers are zero and complete a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldBox {
    min: [f32; 4],
    max: [f32; 4],
}

impl WorldBox {
    pub(crate) const EVERYWHERE: Self =
        Self { min: [f32::NEG_INFINITY; 4], max: [f32::INFINITY; 4] };

    pub(crate) fn new(min: [f64; 3], max: [f64; 3]) -> Self {
        let round = |[x, y, z]: [f64; 3]| [x as f32, y as f32, z as f32, 0.0];
        Self { min: round(min), max: round(max) }
    }

    /// Whether the boxes do not overlap; false if one of them is nowhere.
    #[inline]
    pub(crate) fn apart(&self, other: &Self) -> bool {
        let mut apart = false;
        for k in 0..4 {
            apart |= self.min[k] > other.max[k];
            apart |= other.min[k] > self.max[k];
        }
        apart
    }

    fn is_finite(&self) -> bool {
        // an infinite or missing number makes the product not a number
        let mut sum = 0.0;
        for k in 0..3 {
            sum += self.min[k] * 0.0 + self.max[k] * 0.0;
        }
        sum == 0.0
    }
}

/// Memory of the sweep, kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweep {
    /// Ordered lower end on the axis of the sweep, then the box.
    order: Vec<u64>,
    /// Boxes that are compared with all.
    large: Vec<u32>,
    is_large: Vec<bool>,
    /// First and last column of each box.
    ranges: Vec<Range>,
    /// First entry of each column, and the end of the last.
    first: Vec<u32>,
    entries: Vec<Entry>,
}

/// The first and the last column of a box, on both axes.
type Range = [[u16; 2]; 2];

/// A box in a column.
#[derive(Clone, Copy, Debug)]
struct Entry {
    bounds: WorldBox,
    id: u32,
    /// The first column of the box on both axes.
    corner: [u16; 2],
}

/// How space is divided: columns along one axis.
struct Columns {
    /// The axis of the sweep, then the two others.
    axes: [usize; 3],
    /// Where the columns start, on the two others.
    origin: [f32; 2],
    /// Columns per length.
    density: [f32; 2],
    /// Number of columns.
    count: [u16; 2],
}

impl Sweep {
    /// Calls `visit` once for every pair of boxes that overlap, as long as it returns true.
    #[doc(alias = "mj_SAP")]
    pub(crate) fn overlaps(&mut self, boxes: &[WorldBox], mut visit: impl FnMut(u32, u32) -> bool) {
        if boxes.len() <= FEW {
            for (i, a) in boxes.iter().enumerate() {
                for (j, b) in boxes.iter().enumerate().skip(i + 1) {
                    if !a.apart(b) && !visit(i as u32, j as u32) {
                        return;
                    }
                }
            }
            return;
        }
        let columns = Columns::of(boxes);
        self.sort(boxes, &columns);
        self.fill(boxes, &columns);
        if self.sweep(&columns, &mut visit) {
            self.compare_large(boxes, &mut visit);
        }
    }

    /// Sets large boxes apart and orders the others along the axis of the sweep.
    fn sort(&mut self, boxes: &[WorldBox], columns: &Columns) {
        self.order.clear();
        self.large.clear();
        self.is_large.clear();
        self.ranges.clear();
        for (i, b) in boxes.iter().enumerate() {
            let range = columns.range(b);
            let [[u0, v0], [u1, v1]] = range;
            let many = u32::from(u1 - u0 + 1) * u32::from(v1 - v0 + 1) > MAX_COLUMNS;
            let large = many || !b.is_finite();
            self.is_large.push(large);
            self.ranges.push(range);
            if large {
                self.large.push(i as u32);
            } else {
                let key = ordered(b.min[columns.axes[0]]);
                self.order.push(u64::from(key) << 32 | i as u64);
            }
        }
        self.order.sort_unstable();
    }

    /// Puts the boxes into their columns, in order.
    fn fill(&mut self, boxes: &[WorldBox], columns: &Columns) {
        // where each column ends
        let total = columns.count.iter().map(|&c| usize::from(c)).product::<usize>();
        self.first.clear();
        self.first.resize(total + 1, 0);
        for &key in &self.order {
            columns.each(self.ranges[key as u32 as usize], |column| self.first[column] += 1);
        }
        let mut end = 0;
        for first in &mut self.first {
            end += *first;
            *first = end;
        }

        // from the last box to the first, so that ends become starts
        let empty = Entry { bounds: WorldBox::new([0.0; 3], [0.0; 3]), id: 0, corner: [0; 2] };
        self.entries.clear();
        self.entries.resize(end as usize, empty);
        for &key in self.order.iter().rev() {
            let id = key as u32;
            let range = self.ranges[id as usize];
            let entry = Entry { bounds: boxes[id as usize], id, corner: range[0] };
            columns.each(range, |column| {
                self.first[column] -= 1;
                self.entries[self.first[column] as usize] = entry;
            });
        }
    }

    /// Finds the pairs of each column; whether to go on.
    fn sweep(&self, columns: &Columns, visit: &mut impl FnMut(u32, u32) -> bool) -> bool {
        let axis = columns.axes[0];
        for u in 0..columns.count[0] {
            for v in 0..columns.count[1] {
                let column = columns.index([u, v]);
                let range = self.first[column] as usize..self.first[column + 1] as usize;
                let entries = &self.entries[range];
                for (i, a) in entries.iter().enumerate() {
                    let end = a.bounds.max[axis];
                    for b in &entries[i + 1..] {
                        if b.bounds.min[axis] > end {
                            break;
                        }
                        let meets = [a.corner[0].max(b.corner[0]), a.corner[1].max(b.corner[1])];
                        if !a.bounds.apart(&b.bounds) && meets == [u, v] && !visit(a.id, b.id) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    /// Compares large boxes with all.
    fn compare_large(&self, boxes: &[WorldBox], visit: &mut impl FnMut(u32, u32) -> bool) {
        for &i in &self.large {
            let a = &boxes[i as usize];
            for (j, b) in (0..).zip(boxes) {
                let first = j > i || !self.is_large[j as usize];
                if first && j != i && !a.apart(b) && !visit(i, j) {
                    return;
                }
            }
        }
    }
}

impl Columns {
    /// Columns about twice as wide as boxes are on average, no more than there are boxes.
    fn of(boxes: &[WorldBox]) -> Self {
        let mut low = [f32::INFINITY; 3];
        let mut high = [f32::NEG_INFINITY; 3];
        let mut extent = [0.0_f32; 3];
        let mut count = 0.0_f32;
        for b in boxes.iter().filter(|b| b.is_finite()) {
            for k in 0..3 {
                low[k] = low[k].min(b.min[k]);
                high[k] = high[k].max(b.min[k]);
                extent[k] += (b.max[k] - b.min[k]).max(0.0);
            }
            count += 1.0;
        }

        // how many boxes fit side by side on each axis
        let fit = [0, 1, 2].map(|k| (high[k] - low[k]) * count / extent[k]);
        let sweep = if fit[0] >= fit[1] && fit[0] >= fit[2] {
            0
        } else if fit[1] >= fit[2] {
            1
        } else {
            2
        };
        let [u, v] = [(sweep + 1) % 3, (sweep + 2) % 3];
        let most = count.sqrt().clamp(1.0, 256.0);
        let columns =
            [u, v].map(|k| if fit[k] > 0.0 { (0.5 * fit[k]).clamp(1.0, most) } else { 1.0 });
        let density = |k: usize, columns: f32| {
            let density = columns.floor() / (high[k] - low[k]);
            if density.is_finite() { density } else { 0.0 }
        };
        Self {
            axes: [sweep, u, v],
            origin: [low[u], low[v]],
            density: [density(u, columns[0]), density(v, columns[1])],
            count: columns.map(|c| c as u16),
        }
    }

    /// The first and the last column of a box on both axes.
    fn range(&self, b: &WorldBox) -> Range {
        let place = |end: &[f32; 4], i: usize| {
            let column = (end[self.axes[1 + i]] - self.origin[i]) * self.density[i];
            (column as u16).min(self.count[i] - 1)
        };
        let [u, v] = [place(&b.min, 0), place(&b.min, 1)];
        [[u, v], [place(&b.max, 0).max(u), place(&b.max, 1).max(v)]]
    }

    /// Calls `visit` with every column of a box.
    fn each(&self, [[u0, v0], [u1, v1]]: Range, mut visit: impl FnMut(usize)) {
        for u in u0..=u1 {
            for v in v0..=v1 {
                visit(self.index([u, v]));
            }
        }
    }

    fn index(&self, [u, v]: [u16; 2]) -> usize {
        usize::from(u) * usize::from(self.count[1]) + usize::from(v)
    }
}

/// An integer that orders as the number does; zeros of both signs are equal.
pub(crate) fn ordered(x: f32) -> u32 {
    let bits = (x + 0.0).to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::StandardNormal;

    /// Boxes around normally distributed centers; every hundredth is large, some are nowhere.
    fn boxes(count: usize, size: f64) -> Vec<WorldBox> {
        let mut random = StandardNormal::new(count as u32);
        let mut normal = || random.pair().0;
        let mut boxes = Vec::new();
        for i in 0..count {
            let center = [normal() * 10.0, normal() * 3.0, normal()];
            let half = if i % 100 == 7 { 20.0 * size } else { size };
            boxes.push(WorldBox::new(center.map(|x| x - half), center.map(|x| x + half)));
        }
        if let Some(last) = boxes.last_mut() {
            last.min[1] = f32::NAN;
        }
        boxes
    }

    fn found(boxes: &[WorldBox]) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        Sweep::default().overlaps(boxes, |a, b| {
            pairs.push([a.min(b), a.max(b)]);
            true
        });
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn every_overlap_is_found_once() {
        for count in [1, 10, FEW + 1, 100, 1000] {
            for size in [0.0, 0.1, 1.0, 30.0] {
                let boxes = boxes(count, size);
                let mut expected = Vec::new();
                for i in 0..count {
                    for j in i + 1..count {
                        if !boxes[i].apart(&boxes[j]) {
                            expected.push([i as u32, j as u32]);
                        }
                    }
                }
                assert_eq!(found(&boxes), expected, "{count} boxes of size {size}");
            }
        }
    }

    #[test]
    fn boxes_at_one_place_all_overlap() {
        let boxes = [WorldBox::new([0.0, -0.0, 1.0], [0.0, 0.0, 1.0]); 40];
        assert_eq!(found(&boxes).len(), 40 * 39 / 2);
        let nowhere = [WorldBox::new([f64::NAN; 3], [f64::NAN; 3]); 40];
        assert_eq!(found(&nowhere).len(), 40 * 39 / 2);
    }

    #[test]
    fn rounding_keeps_touching_boxes_together() {
        let edge = 0.1 + 0.2;
        let a = WorldBox::new([0.0; 3], [edge; 3]);
        let b = WorldBox::new([edge; 3], [1.0; 3]);
        assert!(!a.apart(&b));
    }
}
