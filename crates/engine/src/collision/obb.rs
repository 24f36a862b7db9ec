//! Overlap of oriented boxes, tested along the faces of both.
//!
//! A box is center and half sizes in a frame of its own (`geom_aabb` in the geom's, `bvh_aabb` in
//! the body's inertial frame). Half sizes of [`MAXVAL`] and more are infinite: planes.

use crate::constants::MAXVAL;
use crate::math::{Mat3, Vec3};

/// Center and half sizes of a box.
pub(crate) type Box6 = [f64; 6];

/// Where the boxes of an object are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<'a> {
    pub(crate) pos: Vec3,
    pub(crate) mat: &'a Mat3,
}

/// Whether two boxes are farther apart than `margin` along one of their axes.
#[doc(alias = "mj_collideOBB")]
pub(crate) fn boxes_apart(boxes: [&Box6; 2], frames: [Frame<'_>; 2], margin: f64) -> bool {
    let center = |i: usize| *frames[i].mat * Vec3([boxes[i][0], boxes[i][1], boxes[i][2]]);
    let centers = [0, 1].map(|i| center(i) + frames[i].pos);
    separated(boxes, margin, |i, j, k| {
        let axis = frames[j].mat.col(k);
        let cosine = |l: usize| frames[i].mat.col(l).dot(axis);
        Shadow { at: centers[i].dot(axis), half: half([cosine(0), cosine(1), cosine(2)], boxes[i]) }
    })
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
    pub(crate) fn new(frames: [Frame<'_>; 2]) -> Self {
        let axis = |j: usize, k: usize| frames[j].mat.col(k);
        let cosines = |i, j, k| [0, 1, 2].map(|l| axis(i, l).dot(axis(j, k)));
        let origin = |i: usize, j, k| frames[i].pos.dot(axis(j, k));
        Self {
            cosines: [0, 1].map(|i| [0, 1].map(|j| [0, 1, 2].map(|k| cosines(i, j, k)))),
            origins: [0, 1].map(|i| [0, 1].map(|j| [0, 1, 2].map(|k| origin(i, j, k)))),
        }
    }

    /// As [`boxes_apart`].
    pub(crate) fn boxes_apart(&self, boxes: [&Box6; 2], margin: f64) -> bool {
        separated(boxes, margin, |i, j, k| {
            let (c, b) = (self.cosines[i][j][k], boxes[i]);
            let at = b[0] * c[0] + b[1] * c[1] + b[2] * c[2] + self.origins[i][j][k];
            Shadow { at, half: half(c, b) }
        })
    }
}

/// A box projected onto an axis: middle and half length.
struct Shadow {
    at: f64,
    half: f64,
}

/// Half length of the projection of a box whose axes have these cosines with the axis.
fn half(cosines: [f64; 3], b: &Box6) -> f64 {
    (b[3] * cosines[0]).abs() + (b[4] * cosines[1]).abs() + (b[5] * cosines[2]).abs()
}

/// Looks for a separating axis; `shadow(i, j, k)` projects box `i` onto axis `k` of box `j`.
fn separated(
    boxes: [&Box6; 2],
    margin: f64,
    shadow: impl Fn(usize, usize, usize) -> Shadow,
) -> bool {
    let infinite = boxes.map(|b| [b[3], b[4], b[5]].map(|half| half >= MAXVAL));
    if infinite.contains(&[true; 3]) {
        return false;
    }
    (0..2).any(|j| {
        // no axis of this box can separate it from a box without bounds
        !infinite[1 - j].contains(&true)
            && (0..3).any(|k| {
                let [a, b] = [shadow(0, j, k), shadow(1, j, k)];
                a.half + b.half + margin < (b.at - a.at).abs()
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;

    const UNIT: Box6 = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];

    fn apart(boxes: [&Box6; 2], offset: Vec3, turn: &Mat3, margin: f64) -> bool {
        let frames =
            [Frame { pos: Vec3::ZERO, mat: &Mat3::IDENTITY }, Frame { pos: offset, mat: turn }];
        let once = boxes_apart(boxes, frames, margin);
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
