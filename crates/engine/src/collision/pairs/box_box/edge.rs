//! Contacts where an edge of one box meets an edge of the other.
//!
//! Next to its edge, each box has a face that is closer to perpendicular to the axis of least overlap;
//! these two faces are compared. In the frame of the first box, turned so that its face is the
//! rectangle `|x| <= lx, |y| <= ly` of the plane z = 0, the face of the second box is projected
//! onto the plane along the axis. Contacts, in order: where borders cross, corners of the rectangle in
//! the projected face, corners of the projected face in the rectangle. If no borders cross, the
//! tests of the corners are laxer. A contact is midway between a point and its projection.

use super::clip::{corners, crossings, is_outside, sides};
use super::{Boxes, Edges, Turn};
use crate::collision::shape::{Hit, Hits};
use crate::math::scalar::clip;
use crate::math::{MINVAL, Vec3};

/// Adds the contacts next to two edges.
pub(super) fn contacts(boxes: &Boxes, edges: &Edges, margin: f64, out: &mut Hits) {
    let (face, turn) = opposite_faces(boxes, edges);
    if face.normal[2].abs() < MINVAL {
        return;
    }

    let world = turn.world(boxes.a.mat);
    let sign = if edges.inward { -1.0 } else { 1.0 };
    let normal = (world * face.normal) * sign;
    let mut add = |dist: f64, mut point: Vec3| {
        point[2] += face.half[2];
        let pos = world * point + boxes.a.pos;
        out.push(Hit { dist, pos, normal, tangent: Vec3::ZERO });
    };

    let slant = (1.0 / face.normal[2]) * sign;
    let crossed = face.border_contacts(slant, margin, &mut add);
    let covered = face.rectangle_contacts(crossed, margin, &mut add);
    face.corner_contacts(slant, crossed, covered, margin, &mut add);
}

/// The face of the second box over the rectangle of the first.
struct Face {
    /// Half sizes of the first box, its face on top.
    half: Vec3,
    /// Direction of projection.
    normal: Vec3,
    /// Corners of the second box's face: the pairs 0-1 and 2-3 are along its edge.
    corners: [Vec3; 4],
    /// The corners projected onto the plane.
    shadow: [Vec3; 4],
}

/// The faces next to two edges, in the frame of the first box turned by the result.
fn opposite_faces(boxes: &Boxes, edges: &Edges) -> (Face, Turn) {
    let [i, j] = edges.axis;
    let abs = &boxes.rot_abs;

    // the first box's face is across the axis that is most perpendicular to the second's edge
    let (_, up) = larger_first(other_axes(i), |k| abs[3 * k + j]);
    let turn = Turn::face_up(if edges.corner[0] >> up & 1 == 1 { up } else { up + 3 });

    let half = turn.size(boxes.a.size);
    let mut center = turn.vec(boxes.b_in_a);
    center[2] -= half[2];

    // four corners of the second box's face: near and far along one axis, both ends of the edge
    let (side, across) = larger_first(other_axes(j), |k| abs[3 * i + k]);
    let axes = turn.cols(&boxes.rot);
    let size = boxes.b.size;
    let sign_of = |k: usize| if edges.corner[1] >> k & 1 == 1 { 1.0 } else { -1.0 };
    let corner = |far: f64, end: f64| {
        let foot = center
            + axes[side] * (size[side] * (sign_of(side) * far))
            + axes[across] * (size[across] * sign_of(across));
        foot + axes[j] * (end * size[j])
    };
    let corners = [corner(1.0, 1.0), corner(1.0, -1.0), corner(-1.0, 1.0), corner(-1.0, -1.0)];

    let normal = turn.vec(edges.normal);
    let shadow = corners.map(|c| c + normal * (-c[2] * (1.0 / normal[2])));
    (Face { half, normal, corners, shadow }, turn)
}

/// The two axes other than `axis`, in the order that breaks ties.
fn other_axes(axis: usize) -> [usize; 2] {
    [[1, 2], [0, 2], [1, 0]][axis]
}

/// The two axes, the one with the larger key first.
fn larger_first(axes: [usize; 2], key: impl Fn(usize) -> f64) -> (usize, usize) {
    let [first, second] = axes;
    if key(first) < key(second) { (second, first) } else { (first, second) }
}

impl Face {
    /// Where borders cross; returns whether any do.
    fn border_contacts(&self, slant: f64, margin: f64, add: &mut impl FnMut(f64, Vec3)) -> bool {
        let edges_of = |c: &[Vec3; 4]| sides(c[0], c[1] - c[0], c[2] - c[0]);
        let real = edges_of(&self.corners);
        let mut any = false;
        crossings(&edges_of(&self.shadow), self.half, |c| {
            let side = real[c.side];
            if (side.start[2] + side.dir[2] * c.t) * slant > margin {
                return;
            }
            let mut point = side.start * 0.5 + side.dir * (0.5 * c.t);
            point[c.axis] += 0.5 * c.at[0];
            point[1 - c.axis] += 0.5 * c.at[1];
            add(point[2] * slant * 2.0, point);
            any = true;
        });
        any
    }

    /// Corners of the rectangle within the projected face; returns whether any are, counting borders.
    fn rectangle_contacts(
        &self,
        crossed: bool,
        margin: f64,
        add: &mut impl FnMut(f64, Vec3),
    ) -> bool {
        let [origin, end1, end2, _] = self.shadow;
        let (e1, e2) = (end1 - origin, end2 - origin);
        let is_out = |x: f64| is_outside(x, 0.0, 1.0);
        let mut any = crossed;

        // the divisor starts as the determinant; MuJoCo then overwrites it with each squared distance
        let mut divisor = e1[0] * e2[1] - e2[0] * e1[1];
        for [px, py] in corners(self.half) {
            let (x, y) = (px - origin[0], py - origin[1]);
            let u = (x * e2[1] - y * e2[0]) * (1.0 / divisor);
            let v = (y * e1[0] - x * e1[1]) * (1.0 / divisor);
            let skip = if crossed { is_out(u) || is_out(v) } else { is_out(u) && is_out(v) };
            if skip {
                continue;
            }
            let (u, v) = (u.clamp(0.0, 1.0), v.clamp(0.0, 1.0));

            let below = Vec3::new(px, py, 0.0);
            let above = self.corners[0] * (1.0 - u - v) + self.corners[1] * u + self.corners[2] * v;
            let gap = below - above;
            let gap2 = gap.dot(gap);
            divisor = gap2;
            if above[2] > 0.0 && gap2 > margin * margin {
                continue;
            }
            add(gap2.sqrt() * if above[2] < 0.0 { -1.0 } else { 1.0 }, (below + above) * 0.5);
            any = true;
        }
        any
    }

    /// Corners of the projected face within the rectangle.
    fn corner_contacts(
        &self,
        slant: f64,
        crossed: bool,
        covered: bool,
        margin: f64,
        add: &mut impl FnMut(f64, Vec3),
    ) {
        for (corner, shadow) in self.corners.iter().zip(&self.shadow) {
            let is_out = |i: usize| is_outside(shadow[i], -self.half[i], self.half[i]);
            let skip =
                if crossed { is_out(0) || is_out(1) } else { covered && is_out(0) && is_out(1) };
            if skip {
                continue;
            }

            // nearest point of the rectangle to the shadow, and the distance to the corner
            let mut nearest = Vec3::ZERO;
            let mut gap2 = 0.0;
            for i in 0..2 {
                nearest[i] = clip(shadow[i], -self.half[i], self.half[i]);
                let beyond = shadow[i] - nearest[i];
                gap2 += beyond * beyond;
            }
            gap2 += corner[2] * slant * corner[2] * slant;
            if corner[2] > 0.0 && gap2 > margin * margin {
                continue;
            }
            let dist = gap2.sqrt() * if corner[2] < 0.0 { -1.0 } else { 1.0 };
            add(dist, nearest * 0.5 + *corner * 0.5);
        }
    }
}
