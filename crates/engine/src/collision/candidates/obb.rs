//! Overlap of oriented boxes, tested along the faces of both.
//!
//! A box is center and half sizes in a frame of its own (`geom_aabb` in the geom's, `bvh_aabb` in
//! the body's inertial frame). Half sizes of [`MAXVAL`] and more are infinite: planes.

use crate::collision::grazing::{DOUBT, ROUNDING};
use crate::constants::MAXVAL;
use crate::math::{Mat3, Vec3};

/// Center and half sizes of a box.
pub(crate) type Box6 = [f64; 6];

/// Where the boxes of an object are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxFrame<'a> {
    pub(crate) pos: Vec3,
    pub(crate) mat: &'a Mat3,
}

/// Whether two boxes are farther apart than `margin` along one of their axes.
#[doc(alias = "mj_collideOBB")]
pub(crate) fn boxes_apart(boxes: [&Box6; 2], frames: [BoxFrame<'_>; 2], margin: f64) -> bool {
    let center =
        |i: usize| *frames[i].mat * Vec3([boxes[i][0], boxes[i][1], boxes[i][2]]) + frames[i].pos;
    let centers = [center(0), center(1)];
    separated(boxes, margin, |i, axis_of, k| {
        let axis = frames[axis_of].mat.col(k);
        let mat = frames[i].mat;
        let cosines = [mat.col(0).dot(axis), mat.col(1).dot(axis), mat.col(2).dot(axis)];
        Shadow { at: centers[i].dot(axis), half: half(cosines, boxes[i]) }
    })
}

/// As [`boxes_apart`] with fewer operations where rounding cannot change the answer.
pub(crate) fn boxes_apart_fast(boxes: [&Box6; 2], frames: [BoxFrame<'_>; 2], margin: f64) -> bool {
    match boxes_surely(boxes, frames, margin) {
        Some(apart) => apart,
        None => boxes_apart(boxes, frames, margin),
    }
}

/// Whether two boxes are apart; `None` where rounding could change the answer.
pub(crate) fn boxes_surely(
    boxes: [&Box6; 2],
    frames: [BoxFrame<'_>; 2],
    margin: f64,
) -> Option<bool> {
    let ([a, b], [mat_a, mat_b]) = (boxes, [frames[0].mat, frames[1].mat]);
    let infinite = |b: &Box6| b[3] >= MAXVAL || b[4] >= MAXVAL || b[5] >= MAXVAL;
    if infinite(a) || infinite(b) {
        return None;
    }
    let center =
        |i: usize| *frames[i].mat * Vec3([boxes[i][0], boxes[i][1], boxes[i][2]]) + frames[i].pos;
    let (from, to) = (center(0), center(1));
    let gap = to - from;
    let length = |v: Vec3| v[0].abs() + v[1].abs() + v[2].abs();
    let size = a[3] + a[4] + a[5] + b[3] + b[4] + b[5];
    let doubt = DOUBT * size + ROUNDING * (length(from) + length(to));

    // the largest gap along the axes of the first, then of the second
    let apart = margin + doubt;
    let mut reach = [b[3], b[4], b[5]];
    let mut largest = f64::NEG_INFINITY;
    for i in 0..3 {
        let axis = mat_a.col(i);
        let mut reach_b = a[3 + i];
        for j in 0..3 {
            let cosine = axis.dot(mat_b.col(j)).abs();
            reach_b += cosine * b[3 + j];
            reach[j] += cosine * a[3 + i];
        }
        largest = largest.max(gap.dot(axis).abs() - reach_b);
        if largest > apart {
            return Some(true);
        }
    }
    for (j, reach) in reach.into_iter().enumerate() {
        largest = largest.max(gap.dot(mat_b.col(j)).abs() - reach);
    }
    let excess = largest - margin;
    (excess.abs() > doubt).then_some(excess > 0.0)
}

/// Two frames whose boxes are tested many times: what depends on the frames is computed once.
#[derive(Clone, Debug)]
pub(crate) struct FramePair {
    /// Cosines between axis `k` of frame `j` and the axes of frame `i`: `[i][j][k]`.
    cosines: [[[[f64; 3]; 3]; 2]; 2],
    /// Origin of frame `i` along axis `k` of frame `j`.
    origins: [[[f64; 3]; 2]; 2],
}

impl FramePair {
    pub(crate) fn new(frames: [BoxFrame<'_>; 2]) -> Self {
        let mut made = Self { cosines: [[[[0.0; 3]; 3]; 2]; 2], origins: [[[0.0; 3]; 2]; 2] };
        for (i, frame) in frames.iter().enumerate() {
            for (j, other) in frames.iter().enumerate() {
                for k in 0..3 {
                    let axis = other.mat.col(k);
                    for l in 0..3 {
                        made.cosines[i][j][k][l] = frame.mat.col(l).dot(axis);
                    }
                    made.origins[i][j][k] = frame.pos.dot(axis);
                }
            }
        }
        made
    }

    /// As [`boxes_apart`].
    pub(crate) fn boxes_apart(&self, boxes: [&Box6; 2], margin: f64) -> bool {
        separated(boxes, margin, |i, j, k| {
            let (c, b) = (&self.cosines[i][j][k], boxes[i]);
            let at = b[0] * c[0] + b[1] * c[1] + b[2] * c[2] + self.origins[i][j][k];
            Shadow { at, half: half(*c, b) }
        })
    }
}

/// A box projected onto an axis: middle and half length.
struct Shadow {
    at: f64,
    half: f64,
}

/// Half length of the projection of a box whose axes have these cosines with the axis.
#[inline]
fn half(cosines: [f64; 3], b: &Box6) -> f64 {
    (b[3] * cosines[0]).abs() + (b[4] * cosines[1]).abs() + (b[5] * cosines[2]).abs()
}

/// Looks for a separating axis; `shadow(i, j, k)` projects box `i` onto axis `k` of box `j`.
#[inline]
fn separated(
    boxes: [&Box6; 2],
    margin: f64,
    shadow: impl Fn(usize, usize, usize) -> Shadow,
) -> bool {
    let infinite = |i: usize| {
        let b = boxes[i];
        [b[3] >= MAXVAL, b[4] >= MAXVAL, b[5] >= MAXVAL]
    };
    let infinite = [infinite(0), infinite(1)];
    if infinite[0] == [true; 3] || infinite[1] == [true; 3] {
        return false;
    }
    for j in 0..2 {
        // no axis of this box can separate it from a box without bounds
        if infinite[1 - j] != [false; 3] {
            continue;
        }
        for k in 0..3 {
            let (a, b) = (shadow(0, j, k), shadow(1, j, k));
            if a.half + b.half + margin < (b.at - a.at).abs() {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;

    const UNIT: Box6 = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];

    fn apart(boxes: [&Box6; 2], offset: Vec3, turn: &Mat3, margin: f64) -> bool {
        let frames = [
            BoxFrame { pos: Vec3::ZERO, mat: &Mat3::IDENTITY },
            BoxFrame { pos: offset, mat: turn },
        ];
        let once = boxes_apart(boxes, frames, margin);
        assert_eq!(once, boxes_apart_fast(boxes, frames, margin));
        assert_eq!(once, FramePair::new(frames).boxes_apart(boxes, margin));
        once
    }

    #[test]
    fn aligned_boxes_are_apart_when_farther_than_the_margin() {
        let offset = Vec3::new(2.5, 0.0, 0.0);
        assert!(apart([&UNIT; 2], offset, &Mat3::IDENTITY, 0.4));
        assert!(!apart([&UNIT; 2], offset, &Mat3::IDENTITY, 0.6));
    }

    #[test]
    fn a_turned_box_reaches_farther() {
        let turn = Quat::new(0.9_f64.sqrt(), 0.0, 0.0, 0.1_f64.sqrt()).to_mat();
        assert!(apart([&UNIT; 2], Vec3::new(2.1, 0.0, 0.0), &Mat3::IDENTITY, 0.0));
        assert!(!apart([&UNIT; 2], Vec3::new(2.1, 0.0, 0.0), &turn, 0.0));
    }

    #[test]
    fn centers_are_in_the_frame_of_the_box() {
        let shifted = [-5.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        assert!(!apart([&UNIT, &shifted], Vec3::new(5.0, 0.0, 0.0), &Mat3::IDENTITY, 0.0));
    }

    #[test]
    fn planes_separate_only_along_their_normal() {
        let plane = [0.0, 0.0, 0.0, MAXVAL, MAXVAL, 0.0];
        let far = Vec3::new(1e6, 1e6, 0.5);
        assert!(!apart([&plane, &UNIT], far, &Mat3::IDENTITY, 0.0));
        assert!(apart([&plane, &UNIT], Vec3::new(0.0, 0.0, 1.5), &Mat3::IDENTITY, 0.0));
        let all = [0.0, 0.0, 0.0, MAXVAL, MAXVAL, MAXVAL];
        assert!(!apart([&all, &UNIT], Vec3::new(0.0, 0.0, 1e9), &Mat3::IDENTITY, 0.0));
    }
}
