//! Contacts where a face of one box (the base) meets the other box from above.
//!
//! In the frame of the base, turned so that the face is the rectangle `|x| <= lx, |y| <= ly` of the
//! plane z = 0, the other box has a lowest corner. The edges from there that are closer to the
//! plane than 30 degrees span its lowest face (two of them), its lowest edge (one) or nothing.
//! Contacts, in order: where that face or edge crosses the border of the rectangle, corners of the
//! rectangle under the face, corners of the face over the rectangle. A contact's distance is its
//! height over the plane.

use super::clip::{Side, corners, crossings, sides};
use super::{Boxes, Turn};
use crate::collision::shape::{Hit, Hits};
use crate::math::Vec3;

/// The lowest feature of a box: a corner and up to two edges from there.
struct Lowest {
    corner: Vec3,
    edges: [Vec3; 2],
    count: usize,
}

/// Adds the contacts over `face` of the first or the second box.
pub(super) fn contacts(boxes: &Boxes, of_second: bool, face: usize, margin: f64, out: &mut Hits) {
    let turn = Turn::face_up(face);
    let (base, other, center, axes) = if of_second {
        (boxes.b, boxes.a, boxes.a_in_b, turn.cols(&boxes.rot.transpose()))
    } else {
        (boxes.a, boxes.b, boxes.b_in_a, turn.cols(&boxes.rot))
    };

    // the face is at height zero
    let half = turn.size(base.size);
    let mut center = turn.vec(center);
    center[2] -= half[2];
    let lowest = Lowest::of_box(center, &axes, other.size);

    // back to world
    let world = turn.world(base.mat);
    let sign = if of_second { -1.0 } else { 1.0 };
    let normal = world.col(2) * sign;
    lowest.over_rectangle(half, |point| {
        let dist = point[2];
        if dist <= margin || dist.is_nan() {
            let middle = Vec3::new(point[0], point[1], dist * 0.5 + half[2]);
            let pos = world * middle + base.pos;
            out.push(Hit { dist, pos, normal, tangent: Vec3::ZERO });
        }
    });
}

impl Lowest {
    fn of_box(center: Vec3, axes: &[Vec3; 3], size: Vec3) -> Self {
        let mut corner = center;
        let mut edges = [Vec3::ZERO; 2];
        let mut count = 0;
        for i in 0..3 {
            let down = if axes[i][2] < 0.0 { 1.0 } else { -1.0 };
            corner += axes[i] * (size[i] * down);
            if axes[i][2].abs() < 0.5 && count < 2 {
                edges[count] = axes[i] * (size[i] * (-2.0 * down));
                count += 1;
            }
        }
        Self { corner, edges, count }
    }

    /// Calls `visit` with the points shared with the rectangle of half sizes `half`, in projection.
    fn over_rectangle(&self, half: Vec3, mut visit: impl FnMut(Vec3)) {
        let Self { corner, edges: [e1, e2], count } = *self;

        // borders
        let all: [Side; 4] = sides(corner, e1, e2);
        let sides = match count {
            0 => &all[..0],
            1 => &all[..1],
            _ => &all,
        };
        crossings(sides, half, |c| visit(sides[c.side].start + sides[c.side].dir * c.t));

        // corners of the rectangle, in coordinates along the edges
        if count == 2 {
            let det = e1[0] * e2[1] - e2[0] * e1[1];
            for [px, py] in corners(half) {
                let (x, y) = (px - corner[0], py - corner[1]);
                let u = (x * e2[1] - y * e2[0]) * (1.0 / det);
                let v = (y * e1[0] - x * e1[1]) * (1.0 / det);
                if u <= 0.0 || v <= 0.0 || u >= 1.0 || v >= 1.0 {
                    continue;
                }
                visit(Vec3::new(px, py, corner[2] + u * e1[2] + v * e2[2]));
            }
        }

        // corners of the feature; the lowest one always counts
        visit(corner);
        let rest = [corner + e1, corner + e2, (corner + e1) + e2];
        let is_within = |p: &Vec3| {
            !(p[0] <= -half[0] || p[0] >= half[0] || p[1] <= -half[1] || p[1] >= half[1])
        };
        rest[..[0, 1, 3][count]].iter().filter(|p| is_within(p)).for_each(|p| visit(*p));
    }
}
