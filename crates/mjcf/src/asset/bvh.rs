//! Bounding volume hierarchies: binary trees of axis-aligned boxes, split at the median.

mod select;

use ferrodyn_engine::math::{Quat, Vec3};

const EPS: f64 = 1e-14;

/// A box to be placed in a hierarchy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// What the box belongs to: a face, a geom.
    pub id: i32,
    /// Contact type; a leaf with neither contact type nor affinity is left out.
    pub contype: i32,
    /// Contact affinity.
    pub conaffinity: i32,
    /// Point that decides on which side of a split the leaf goes; with `quat`, also the origin of
    /// the box's frame.
    pub pos: Vec3,
    /// Orientation of the box, or none if it is given in the frame of the hierarchy.
    pub quat: Option<Quat>,
    /// Center and half sizes.
    pub aabb: [f64; 6],
}

/// A hierarchy; node 0 is the root, parents come before children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bvh {
    /// The two children of each node, -1 for none (`bvh_child`).
    pub child: Vec<[i32; 2]>,
    /// `Leaf::id` of leaves, -1 for inner nodes (`bvh_nodeid`).
    pub nodeid: Vec<i32>,
    /// Depth of each node (`bvh_depth`).
    pub level: Vec<i32>,
    /// Center and half sizes of each node (`bvh_aabb`).
    pub aabb: Vec<[f64; 6]>,
}

/// A leaf in the frame of the hierarchy.
#[derive(Clone, Copy)]
struct Element {
    /// Position in the list of leaves, which breaks ties.
    index: u32,
    id: i32,
    pos: [f64; 3],
    low: [f64; 3],
    high: [f64; 3],
}

impl Bvh {
    /// Builds the hierarchy in the frame with origin `pos` and orientation `quat`: the inertial
    /// frame of a body, or the identity.
    #[doc(alias = "mjCBoundingVolumeHierarchy")]
    #[must_use]
    pub fn new(leaves: &[Leaf], pos: Vec3, quat: Quat) -> Self {
        let mut elements: Vec<Element> = leaves
            .iter()
            .enumerate()
            .filter(|(_, leaf)| leaf.contype != 0 || leaf.conaffinity != 0)
            .map(|(index, leaf)| Element::new(index, leaf, pos, quat.conj()))
            .collect();
        let mut bvh = Self::default();
        if !elements.is_empty() {
            let nodes = 2 * elements.len() - 1;
            bvh.child.reserve_exact(nodes);
            bvh.nodeid.reserve_exact(nodes);
            bvh.level.reserve_exact(nodes);
            bvh.aabb.reserve_exact(nodes);
            bvh.add(&mut elements, 0);
        }
        bvh
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodeid.len()
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodeid.is_empty()
    }

    /// Adds the subtree over `elements` (never empty) and returns its root.
    fn add(&mut self, elements: &mut [Element], level: i32) -> i32 {
        let (low, high) = bounds(elements);
        let node = self.nodeid.len();
        self.child.push([-1, -1]);
        self.nodeid.push(-1);
        self.level.push(level);
        self.aabb.push([
            f64::midpoint(high[0], low[0]),
            f64::midpoint(high[1], low[1]),
            f64::midpoint(high[2], low[2]),
            (high[0] - low[0]) / 2.0,
            (high[1] - low[1]) / 2.0,
            (high[2] - low[2]) / 2.0,
        ]);
        if let [leaf] = elements {
            self.nodeid[node] = leaf.id;
            return node as i32;
        }

        // split at the median along the longest side
        let edge = [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
        let mut axis = 0;
        if edge[1] >= edge[0] + EPS {
            axis = 1;
        }
        if edge[2] >= edge[axis] + EPS {
            axis = 2;
        }
        let middle = elements.len() / 2;
        select::partition_at(elements, middle, |a: &Element, b: &Element| {
            if (a.pos[axis] - b.pos[axis]).abs() > EPS {
                a.pos[axis] < b.pos[axis]
            } else {
                a.index < b.index
            }
        });
        let (left, right) = elements.split_at_mut(middle);
        let left = self.add(left, level + 1);
        let right = self.add(right, level + 1);
        self.child[node] = [left, right];
        node as i32
    }
}

impl Element {
    fn new(index: usize, leaf: &Leaf, origin: Vec3, inverse: Quat) -> Self {
        let offset = leaf.pos - origin;
        let mut element = Self {
            index: index as u32,
            id: leaf.id,
            pos: inverse.rotate(offset).0,
            low: [0, 1, 2].map(|k| leaf.aabb[k] - leaf.aabb[k + 3]),
            high: [0, 1, 2].map(|k| leaf.aabb[k] + leaf.aabb[k + 3]),
        };
        if let Some(quat) = leaf.quat {
            element.rotate_box(|corner| inverse.rotate(quat.rotate(corner) + offset));
        }
        element
    }

    /// Replaces the box by the bounds of its transformed corners.
    fn rotate_box(&mut self, transform: impl Fn(Vec3) -> Vec3) {
        let sides = [self.low, self.high];
        self.low = [f64::MAX; 3];
        self.high = [-f64::MAX; 3];
        for corner in 0..8usize {
            let v = transform(Vec3([0, 1, 2].map(|k| sides[(corner >> k) & 1][k])));
            grow(&mut self.low, &mut self.high, v.0, v.0);
        }
    }
}

/// Common bounds; flat boxes get a little thickness.
fn bounds(elements: &[Element]) -> ([f64; 3], [f64; 3]) {
    let mut low = [f64::MAX; 3];
    let mut high = [-f64::MAX; 3];
    for element in elements {
        grow(&mut low, &mut high, element.low, element.high);
    }
    for k in 0..3 {
        if (low[k] - high[k]).abs() < EPS {
            low[k] -= EPS;
            high[k] += EPS;
        }
    }
    (low, high)
}

fn grow(low: &mut [f64; 3], high: &mut [f64; 3], other_low: [f64; 3], other_high: [f64; 3]) {
    for k in 0..3 {
        low[k] = if other_low[k] < low[k] { other_low[k] } else { low[k] };
        high[k] = if high[k] < other_high[k] { other_high[k] } else { high[k] };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(id: i32, x: f64) -> Leaf {
        Leaf {
            id,
            contype: 1,
            conaffinity: 0,
            pos: Vec3::new(x, 0.0, 0.0),
            quat: Some(Quat::IDENTITY),
            aabb: [0.0, 0.0, 0.0, 0.5, 0.25, 0.125],
        }
    }

    #[test]
    fn splits_at_the_median_and_keeps_every_leaf_once() {
        let leaves: Vec<Leaf> = (0..9).map(|i| leaf(i, f64::from((i * 5) % 9))).collect();
        let bvh = Bvh::new(&leaves, Vec3::ZERO, Quat::IDENTITY);
        assert_eq!(bvh.len(), 17);
        assert_eq!(bvh.aabb[0], [4.0, 0.0, 0.0, 4.5, 0.25, 0.125]);
        let mut ids: Vec<i32> = bvh.nodeid.iter().copied().filter(|&id| id >= 0).collect();
        ids.sort_unstable();
        assert_eq!(ids, (0..9).collect::<Vec<_>>());
        for (node, &[left, right]) in bvh.child.iter().enumerate() {
            if bvh.nodeid[node] < 0 {
                let [left, right] = [left, right].map(|c| bvh.aabb[c as usize]);
                assert!(left[0] < right[0], "children lie in order along the split axis");
            }
        }
    }

    #[test]
    fn boxes_are_expressed_in_the_given_frame() {
        // a quarter turn about z exchanges x and y
        let quat = Quat::from_axis_angle(Vec3::Z, std::f64::consts::FRAC_PI_2);
        let bvh = Bvh::new(&[leaf(3, 2.0)], Vec3::new(1.0, 0.0, 0.0), quat);
        let expected = [0.0, -1.0, 0.0, 0.25, 0.5, 0.125];
        assert!((0..6).all(|k| (bvh.aabb[0][k] - expected[k]).abs() < 1e-15), "{bvh:?}");
        assert_eq!(bvh.nodeid, [3]);
    }

    #[test]
    fn leaves_that_cannot_collide_are_left_out() {
        let mute = Leaf { contype: 0, ..leaf(0, 0.0) };
        assert!(Bvh::new(&[mute], Vec3::ZERO, Quat::IDENTITY).is_empty());
    }
}
