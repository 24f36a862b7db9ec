//! Two boxes.
//!
//! The separating axis test over 6 face normals and 9 cross products of edges gives the axis of least
//! overlap. If it is a face normal, the other box's lowest face is cut with that face (`face.rs`);
//! if it belongs to two edges, the two faces next to these edges are cut with each other in
//! projection along the axis (`edge.rs`). Points that are outside of the boxes, and all but the
//! last of equal points, are dropped at the end.

mod clip;
mod edge;
mod face;

use crate::collision::shape::{Hit, Hits, Shape};
use crate::math::{MINVAL, Mat3, Vec3};

/// Two boxes: all points where faces and edges overlap.
#[doc(alias = "mjc_BoxBox")]
pub(crate) fn box_box(a: &Shape, b: &Shape, margin: f64, out: &mut Hits) {
    let boxes = Boxes::new(a, b);
    let first = out.len();
    match boxes.least_overlap(margin) {
        None => return,
        Some(Axis::Face { of_second, face }) => {
            face::contacts(&boxes, of_second, face, margin, out);
        }
        Some(Axis::Edges(edges)) => edge::contacts(&boxes, &edges, margin, out),
    }
    keep_good(&boxes, margin, first, out);
}

/// Two boxes and their relative pose.
struct Boxes<'a> {
    a: &'a Shape<'a>,
    b: &'a Shape<'a>,
    /// Center of the second box in the frame of the first.
    b_in_a: Vec3,
    /// Center of the first box in the frame of the second.
    a_in_b: Vec3,
    /// Axes of the second box in the frame of the first, as columns.
    rot: Mat3,
    /// Magnitudes of `rot`.
    rot_abs: Mat3,
}

/// The axis along which two boxes overlap least.
enum Axis {
    /// The normal of a face of the first or the second box; see [`Turn`] for the numbers.
    Face { of_second: bool, face: usize },
    /// The cross product of two edges.
    Edges(Edges),
}

/// Two edges that are nearest to each other.
struct Edges {
    /// Axes of the edges, each in its own box.
    axis: [usize; 2],
    /// Signs of the coordinates of the edges, each in its own box: bit set means positive.
    corner: [usize; 2],
    /// The unit cross product, in the frame of the first box.
    normal: Vec3,
    /// Whether the normal points from the second box to the first.
    inward: bool,
}

impl<'a> Boxes<'a> {
    fn new(a: &'a Shape<'a>, b: &'a Shape<'a>) -> Self {
        let rot = a.mat.transpose() * *b.mat;
        Self {
            a,
            b,
            b_in_a: a.mat.transpose_mul(b.pos - a.pos),
            a_in_b: b.mat.transpose_mul(a.pos - b.pos),
            rot,
            rot_abs: Mat3(rot.0.map(f64::abs)),
        }
    }

    /// The separating axis test; `None` if the boxes are farther apart than the margin.
    fn least_overlap(&self, margin: f64) -> Option<Axis> {
        let (size_a, size_b) = (self.a.size, self.b.size);
        let mut best = None;
        let mut least = (0..3).fold(margin, |sum, i| sum + (size_a[i] * 3.0 + size_b[i] * 3.0));

        // face normals
        let reach_b = self.rot_abs * size_b;
        let reach_a = self.rot_abs.transpose_mul(size_a);
        for i in 0..3 {
            let overlap_a = -self.b_in_a[i].abs() + size_a[i] + reach_b[i];
            let overlap_b = -self.a_in_b[i].abs() + size_b[i] + reach_a[i];
            if overlap_a < -margin || overlap_b < -margin {
                return None;
            }
            if overlap_a < least {
                least = overlap_a;
                let face = if self.b_in_a[i] < 0.0 { i + 3 } else { i };
                best = Some(Axis::Face { of_second: false, face });
            }
            if overlap_b < least {
                least = overlap_b;
                let face = if self.a_in_b[i] < 0.0 { i + 3 } else { i };
                best = Some(Axis::Face { of_second: true, face });
            }
        }

        // edges: clearly less overlap than faces, so that parallel boxes stay with their faces
        for i in 0..3 {
            for j in 0..3 {
                let Some((overlap, edges)) = self.edge_overlap(i, j) else { continue };
                if overlap < -margin {
                    return None;
                }
                if overlap < least * (1.0 - 1e-12) {
                    least = overlap;
                    best = Some(Axis::Edges(edges));
                }
            }
        }
        best
    }

    /// Overlap along the cross product of edge `i` of the first box with edge `j` of the second;
    /// `None` if they are parallel.
    fn edge_overlap(&self, i: usize, j: usize) -> Option<(f64, Edges)> {
        let (normal, sine) = unit(i).cross(self.rot.col(j)).normalized();
        if sine < MINVAL {
            return None;
        }
        let center = self.b_in_a.dot(normal);
        let inward = center < 0.0;

        // both reaches; the axis of box b that is neither j nor k has the cosine of k with the normal
        let others = |skip: usize| (0..3).filter(move |&k| k != skip);
        let mut overlap = 0.0;
        for k in others(i) {
            overlap += self.a.size[k] * normal[k].abs();
        }
        for k in others(j) {
            overlap += self.b.size[k] * self.rot_abs[3 * i + (3 - k - j)] / sine;
        }
        overlap -= center.abs();

        // the edge of each box that looks at the other box
        let corner_a = others(i).map(|k| usize::from((normal[k] > 0.0) ^ inward) << k).sum();
        let corner_b = others(j)
            .map(|k| {
                let next = (k + 3 - j) % 3 == 1;
                usize::from((self.rot[3 * i + (3 - k - j)] > 0.0) ^ inward ^ next) << k
            })
            .sum();
        Some((overlap, Edges { axis: [i, j], corner: [corner_a, corner_b], normal, inward }))
    }
}

/// A rotation of a box that brings a face on top: a permutation of the axes with signs.
///
/// Faces 0, 1, 2 look along x, y, z, faces 3, 4, 5 along -x, -y, -z.
#[derive(Clone, Copy)]
struct Turn {
    axis: [usize; 3],
    sign: [f64; 3],
}

impl Turn {
    fn face_up(face: usize) -> Self {
        let axis = [[2, 1, 0], [0, 2, 1], [0, 1, 2]][face % 3];
        let sign = match face {
            0 => [-1.0, 1.0, 1.0],
            1 => [1.0, -1.0, 1.0],
            2 => [1.0, 1.0, 1.0],
            3 | 4 => [1.0, 1.0, -1.0],
            _ => [-1.0, 1.0, -1.0],
        };
        Self { axis, sign }
    }

    /// A vector in the turned frame.
    fn vec(&self, v: Vec3) -> Vec3 {
        Vec3(std::array::from_fn(|i| v[self.axis[i]] * self.sign[i]))
    }

    /// Half sizes in the turned frame.
    fn size(&self, v: Vec3) -> Vec3 {
        Vec3(self.vec(v).0.map(f64::abs))
    }

    /// The columns of a matrix in the turned frame.
    fn cols(&self, m: &Mat3) -> [Vec3; 3] {
        std::array::from_fn(|j| self.vec(m.col(j)))
    }

    /// The axes of the turned frame in world, for a box with axes `mat`.
    fn world(&self, mat: &Mat3) -> Mat3 {
        let [x, y, z] = std::array::from_fn(|i| mat.col(self.axis[i]) * self.sign[i]);
        Mat3::from_cols(x, y, z)
    }
}

/// A unit vector along an axis.
fn unit(axis: usize) -> Vec3 {
    let mut v = Vec3::ZERO;
    v[axis] = 1.0;
    v
}

/// Where a point is, relative to a box with a tolerance of one percent around its surface.
#[derive(Clone, Copy, PartialEq)]
enum Zone {
    Inside,
    Surface,
    Outside,
}

/// Of the points from number `first` on, keeps those not outside and not equal to a later one.
fn keep_good(boxes: &Boxes, margin: f64, first: usize, out: &mut Hits) {
    let is_good = |hit: &Hit| {
        let zones = [boxes.a, boxes.b].map(|shape| zone_of(hit.pos, shape, margin));
        zones.contains(&Zone::Inside) || !zones.contains(&Zone::Outside)
    };
    let hits = out.as_mut_slice();
    let mut kept = first;
    for i in first..hits.len() {
        let hit = hits[i];
        let repeats = |later: &Hit| later.pos == hit.pos && is_good(later);
        if is_good(&hit) && !hits[i + 1..].iter().any(repeats) {
            hits[kept] = hit;
            kept += 1;
        }
    }
    out.truncate(kept);
}

/// The zone of a point relative to a box that is larger by `margin`.
#[doc(alias = "mju_outsideBox")]
fn zone_of(point: Vec3, shape: &Shape, margin: f64) -> Zone {
    const RATIO: f64 = 1.01;
    let local = shape.mat.transpose_mul(point - shape.pos);
    let size = shape.size.0.map(|s| s + margin);
    if (0..3).any(|i| local[i] > size[i] * RATIO || local[i] < -(size[i] * RATIO)) {
        Zone::Outside
    } else if (0..3).all(|i| local[i] < size[i] / RATIO && local[i] > -(size[i] / RATIO)) {
        Zone::Inside
    } else {
        Zone::Surface
    }
}
