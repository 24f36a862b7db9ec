//! A capsule against a box: one or two balls of the capsule against the box.
//!
//! Everything happens in the frame of the box. A point of the capsule's segment is `center + t half`,
//! `t` within [-1, 1]. The first ball is at the `t` nearest to the box: an end of the segment over a
//! face (or inside), or the nearest point to one of the twelve edges. The second ball is where the
//! segment, followed from the first point in the direction that stays along the box, ends or leaves
//! the box. It exists unless the segment points straight to the feature that is nearest.
//!
//! Corners are numbered in binary: bit `i` set means the positive side of axis `i`.

use super::plane::corner_of;
use super::sphere_box::ball_box;
use crate::collision::shape::{Hits, Shape};
use crate::math::{MINVAL, Vec3};

/// Capsule and box: up to two contacts.
#[doc(alias = "mjc_CapsuleBox")]
pub(crate) fn capsule_box(capsule: &Shape, cuboid: &Shape, margin: f64, out: &mut Hits) {
    let segment = Segment::new(capsule, cuboid);

    // squared distances compete with this length
    let far = {
        let s = cuboid.size;
        margin + 2.0 * (capsule.size[0] + capsule.size[1] + s[0] + s[1] + s[2])
    };
    let Some(nearest) = segment.nearest(far) else { return };

    let mut ball_at = |t: f64| {
        let center = *cuboid.mat * (segment.center + segment.half * t) + cuboid.pos;
        ball_box(center, capsule.size[0], cuboid, margin, out);
    };
    ball_at(nearest.t);
    if let Some(step) = segment.second(&nearest) {
        ball_at(step + nearest.t);
    }
}

/// The point of the segment that is nearest to the box.
struct Nearest {
    /// Where on the segment, from -1 to 1.
    t: f64,
    /// Squared distance to the box.
    dist2: f64,
    /// What it is nearest to.
    part: Part,
}

/// A part of the box.
enum Part {
    /// The inside of the box.
    Inside,
    /// A face, by the axis across it; the point of the segment is an end.
    Face(usize),
    /// A point within an edge: the edge's axis, its lower corner, and the place from -1 to 1.
    Edge { axis: usize, corner: usize, place: f64 },
    /// A corner.
    Corner(usize),
}

/// The capsule's segment in the frame of the box.
struct Segment {
    /// Its center.
    center: Vec3,
    /// Its direction, of length one.
    axis: Vec3,
    /// From the center to the upper end.
    half: Vec3,
    /// Half of its length.
    half_length: f64,
    /// Half sizes of the box.
    size: Vec3,
    /// Signs of the direction, numbered as corners are.
    toward: usize,
}

impl Segment {
    fn new(capsule: &Shape, cuboid: &Shape) -> Self {
        let axis = cuboid.mat.transpose_mul(capsule.mat.col(2));
        let half_length = capsule.size[1];
        let half = axis * half_length;
        Self {
            center: cuboid.mat.transpose_mul(capsule.pos - cuboid.pos),
            axis,
            half,
            half_length,
            size: cuboid.size,
            toward: (0..3).map(|i| usize::from(half[i] > 0.0) << i).sum(),
        }
    }

    /// The point nearest to the box; `None` if the squared distance is not below `far`.
    fn nearest(&self, far: f64) -> Option<Nearest> {
        let mut best: Option<Nearest> = None;

        // ends over a face or inside
        for t in [-1.0, 1.0] {
            let limit = best.as_ref().map_or(far, |b| b.dist2);
            if let Some(end) = self.end_over_face(t)
                && end.dist2 < limit
            {
                best = Some(end);
            }
        }

        // edges: along each axis, from each corner on its lower side
        for axis in 0..3 {
            for corner in (0..8).filter(|c| c >> axis & 1 == 0) {
                // a segment parallel to a face must not flip between equal candidates
                let limit = best.as_ref().map_or(far, |b| b.dist2) - MINVAL;
                if let Some(edge) = self.nearest_to_edge(axis, corner)
                    && edge.dist2 < limit
                {
                    best = Some(edge);
                }
            }
        }
        best
    }

    /// The end at `t` if at most one of its coordinates is outside the box.
    fn end_over_face(&self, t: f64) -> Option<Nearest> {
        let end = self.center + self.half * t;
        let mut on_box = end;
        let mut part = Part::Inside;
        for axis in 0..3 {
            let clamped = if end[axis] < -self.size[axis] {
                -self.size[axis]
            } else if end[axis] > self.size[axis] {
                self.size[axis]
            } else {
                continue;
            };
            if matches!(part, Part::Face(_)) {
                return None;
            }
            on_box[axis] = clamped;
            part = Part::Face(axis);
        }
        let gap = on_box - end;
        Some(Nearest { t, dist2: gap.dot(gap), part })
    }

    /// The nearest point to the edge along `axis` that starts at `corner`; `None` if parallel.
    ///
    /// The same linear system as for two capsules, the edge being the first segment.
    fn nearest_to_edge(&self, axis: usize, corner: usize) -> Option<Nearest> {
        let length = self.size[axis];
        let mut middle = corner_of(self.size, corner);
        middle[axis] = 0.0;
        let apart = middle - self.center;

        let m11 = length * length;
        let m12 = -length * self.half[axis];
        let m22 = self.half_length * self.half_length;
        let rhs1 = -length * apart[axis];
        let rhs2 = self.half.dot(apart);
        let det = m11 * m22 - m12 * m12;
        if det.abs() < MINVAL {
            return None;
        }
        let inv = 1.0 / det;

        // without limits, then beyond an end of the edge, then beyond an end of the segment
        let (mut place, mut place_end) = at_end((m22 * rhs1 - m12 * rhs2) * inv);
        let mut t = (m11 * rhs2 - m12 * rhs1) * inv;
        if let Some(end) = place_end {
            t = (rhs2 - m12 * end) * (1.0 / m22);
        }
        let (clamped, t_end) = at_end(t);
        t = clamped;
        if let Some(end) = t_end {
            let again = at_end((rhs1 - m12 * end) * (1.0 / m11));
            place = again.0;
            // an edge once left is not entered again
            place_end = again.1.or(place_end);
        }

        let mut gap = apart + self.half * -t;
        gap[axis] += length * place;
        let part = match place_end {
            None => Part::Edge { axis, corner, place },
            Some(end) => Part::Corner(corner + (usize::from(end > 0.0) << axis)),
        };
        Some(Nearest { t, dist2: gap.dot(gap), part })
    }

    /// Signed step from the first point to the second, if there is one.
    fn second(&self, nearest: &Nearest) -> Option<f64> {
        match nearest.part {
            Part::Inside => None,
            Part::Face(across) => Some(self.second_over_face(nearest.t, across)),
            Part::Corner(corner) => self.second_from_corner(nearest.t, corner),
            Part::Edge { axis, corner, place } => {
                self.second_from_edge(nearest.t, axis, corner, place)
            }
        }
    }

    /// From an end over a face: to the other end, or to where the segment leaves the face.
    fn second_over_face(&self, t: f64, across: usize) -> f64 {
        let sign = -t;
        let end = self.center + self.half * -sign;
        let mut step = 2.0;
        for axis in (0..3).filter(|&axis| axis != across) {
            for border in [self.size[axis], -self.size[axis]] {
                let reach = (border - end[axis]) / self.half[axis] * sign;
                if reach > 0.0 && reach < step {
                    step = reach;
                }
            }
        }
        step * sign
    }

    /// From a corner: along the edge or the face that the segment runs along.
    fn second_from_corner(&self, t: f64, corner: usize) -> Option<f64> {
        // the axis whose sign differs from the other two, relative to the corner
        let differ = self.toward ^ corner;
        let (odd, sign) = match differ {
            1 | 2 | 4 => (differ, 1.0),
            3 | 5 | 6 => (7 - differ, -1.0),
            _ => return None,
        };
        let edge = odd.trailing_zeros() as usize;

        if self.axis[edge] * self.axis[edge] > 0.5 {
            Some(self.shortened(1.0 - sign * t, edge) * sign)
        } else {
            let step = self.shortened(1.0 + sign * t, (edge + 1) % 3);
            Some(self.shortened(step, (edge + 2) % 3) * -sign)
        }
    }

    /// From a point within an edge: over the face that the segment is less inclined to.
    fn second_from_edge(&self, t: f64, edge: usize, corner: usize, place: f64) -> Option<f64> {
        // pointing to the edge, there is no second point
        let differ = (self.toward ^ corner) & !(1 << edge);
        if !differ.is_power_of_two() {
            return None;
        }

        // axis of the face to move along, besides the edge itself
        let (mut up, mut along) = ((edge + 1) % 3, (edge + 2) % 3);
        if self.axis[up].abs() > self.axis[along].abs() {
            std::mem::swap(&mut up, &mut along);
        }

        let ahead = differ >> along & 1 == 1;
        let sign = if ahead { 1.0 } else { -1.0 };
        let mut step = self.shortened(1.0 - sign * t, along);

        // the end of the edge that the segment moves to
        let to_upper = (self.toward >> edge & 1 == 1) == ahead;
        let rest = if to_upper { 1.0 - place } else { 1.0 + place };
        let reach = self.size[edge] * rest / self.half[edge].abs();
        if reach < step {
            step = reach;
        }
        Some(step * sign)
    }

    /// `step`, but no longer than it takes to cross the box along `axis`.
    fn shortened(&self, step: f64, axis: usize) -> f64 {
        let reach = 2.0 * self.size[axis] / self.half[axis].abs();
        if reach < step { reach } else { step }
    }
}

/// `x` within [-1, 1], and the end it was beyond.
fn at_end(x: f64) -> (f64, Option<f64>) {
    if x > 1.0 {
        (1.0, Some(1.0))
    } else if x < -1.0 {
        (-1.0, Some(-1.0))
    } else {
        (x, None)
    }
}
