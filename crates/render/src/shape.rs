//! Triangles of the shapes that every scene may have.
//!
//! Corners go around counterclockwise as seen from the front. Round shapes have as many slices and
//! stacks as the model asks for, so that outlines are those of MuJoCo.

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, PI, TAU};

/// A corner of a triangle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub(crate) struct Vertex {
    pub pos: [f32; 3],
    pub normal: [f32; 3],
    /// Texture coordinates; of capsules, which end it belongs to; of haze, its opacity.
    pub uv: [f32; 2],
}

impl Vertex {
    pub(crate) fn new(pos: [f32; 3], normal: [f32; 3]) -> Self {
        Self { pos, normal, uv: [0.0; 2] }
    }
}

/// How finely round shapes are cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cuts {
    slices: usize,
    stacks: usize,
}

impl Cuts {
    /// As a model asks, within bounds that any device can hold.
    pub(crate) fn new(slices: i32, stacks: i32) -> Self {
        const MOST: i32 = 512;
        let within = |count: i32, least| usize::try_from(count.clamp(least, MOST)).unwrap_or(3);
        Self { slices: within(slices, 3), stacks: within(stacks, 4) }
    }

    /// Half as finely, for small pictures.
    pub(crate) fn coarse(self) -> Self {
        Self { slices: (self.slices / 2).max(8), stacks: (self.stacks / 2).max(6) }
    }

    /// Angles of the stacks between the equator and a pole.
    fn quarter(self) -> impl DoubleEndedIterator<Item = f32> {
        let half = self.stacks / 2;
        (0..=half).map(move |i| FRAC_PI_2 * i as f32 / half as f32)
    }
}

/// A ring of a surface of revolution: radius, height, and the normal's part outward and upward.
#[derive(Clone, Copy)]
struct Ring {
    radius: f32,
    height: f32,
    normal: [f32; 2],
    uv: f32,
}

/// The surface that rings make, the lowest first.
fn revolve(rings: &[Ring], cuts: Cuts, out: &mut Vec<Vertex>) {
    let corner = |ring: &Ring, slice: usize| {
        // the last slice ends exactly where the first begins
        let (sin, cos) = (TAU * (slice % cuts.slices) as f32 / cuts.slices as f32).sin_cos();
        let [outward, upward] = ring.normal;
        Vertex {
            pos: [ring.radius * cos, ring.radius * sin, ring.height],
            normal: [outward * cos, outward * sin, upward],
            uv: [ring.uv, 0.0],
        }
    };
    for pair in rings.windows(2) {
        for slice in 0..cuts.slices {
            let (a, b) = (corner(&pair[0], slice), corner(&pair[0], slice + 1));
            let (c, d) = (corner(&pair[1], slice + 1), corner(&pair[1], slice));
            // at a pole one of the two triangles has no area
            if pair[0].radius > 0.0 {
                out.extend([a, b, c]);
            }
            if pair[1].radius > 0.0 {
                out.extend([a, c, d]);
            }
        }
    }
}

/// A ring of the unit sphere.
fn sphere_ring(angle: f32, uv: f32) -> Ring {
    let (sin, cos) = angle.sin_cos();
    // the pole is a point
    let radius = if angle.abs() >= FRAC_PI_2 { 0.0 } else { cos };
    Ring { radius, height: sin, normal: [radius, sin], uv }
}

pub(crate) fn sphere(cuts: Cuts) -> Vec<Vertex> {
    let south =
        cuts.quarter().rev().filter(|&angle| angle > 0.0).map(|angle| sphere_ring(-angle, 0.0));
    let north = cuts.quarter().map(|angle| sphere_ring(angle, 0.0));
    let mut out = Vec::new();
    revolve(&south.chain(north).collect::<Vec<_>>(), cuts, &mut out);
    out
}

/// Two half spheres and the tube between them; `uv` says which end a corner belongs to.
pub(crate) fn capsule(cuts: Cuts) -> Vec<Vertex> {
    let south = cuts.quarter().rev().map(|angle| sphere_ring(-angle, -1.0));
    let north = cuts.quarter().map(|angle| sphere_ring(angle, 1.0));
    let mut out = Vec::new();
    revolve(&south.chain(north).collect::<Vec<_>>(), cuts, &mut out);
    out
}

/// A flat ring, facing up or down.
fn disc(height: f32, up: bool, cuts: Cuts, out: &mut Vec<Vertex>) {
    let ring =
        |radius| Ring { radius, height, normal: [0.0, if up { 1.0 } else { -1.0 }], uv: 0.0 };
    let rings = if up { [ring(1.0), ring(0.0)] } else { [ring(0.0), ring(1.0)] };
    revolve(&rings, cuts, out);
}

/// The side of a cylinder from -1 to 1.
pub(crate) fn tube(cuts: Cuts) -> Vec<Vertex> {
    let ring = |height| Ring { radius: 1.0, height, normal: [1.0, 0.0], uv: 0.0 };
    let mut out = Vec::new();
    revolve(&[ring(-1.0), ring(1.0)], cuts, &mut out);
    out
}

pub(crate) fn cylinder(cuts: Cuts) -> Vec<Vertex> {
    let mut out = tube(cuts);
    disc(-1.0, false, cuts, &mut out);
    disc(1.0, true, cuts, &mut out);
    out
}

/// A cone from 0 to 1.
pub(crate) fn cone(cuts: Cuts) -> Vec<Vertex> {
    let normal = [FRAC_1_SQRT_2; 2];
    let ring = |radius: f32| Ring { radius, height: 1.0 - radius, normal, uv: 0.0 };
    let mut out = Vec::new();
    revolve(&[ring(1.0), ring(0.0)], cuts, &mut out);
    disc(0.0, false, cuts, &mut out);
    out
}

/// A ring around the horizon of a sky, clear at its borders; `uv` is the opacity.
pub(crate) fn haze(share: f32, cuts: Cuts) -> Vec<Vertex> {
    // dense where the line of sight of the border meets the sky
    let alpha = 1f32.atan2(share);
    let dense = FRAC_1_SQRT_2 * share * alpha.sin() / (0.75 * PI - alpha).sin();
    let ring = |height: f32, uv| {
        let radius = 1.0 - share * (1.0 - height);
        Ring { radius, height, normal: [0.0, 1.0], uv }
    };
    let mut out = Vec::new();
    revolve(&[ring(0.0, 0.0), ring(dense, 1.0), ring(1.0, 0.0)], cuts, &mut out);
    out
}

/// Two triangles with one normal, corners counterclockwise.
pub(crate) fn quad(corners: [[f32; 3]; 4], normal: [f32; 3]) -> [Vertex; 6] {
    let [a, b, c, d] = corners.map(|pos| Vertex::new(pos, normal));
    [a, b, c, a, c, d]
}

/// A rectangle on the ground, given by half its sides.
pub(crate) fn plane(x: f32, y: f32) -> [Vertex; 6] {
    quad([[-x, -y, 0.0], [x, -y, 0.0], [x, y, 0.0], [-x, y, 0.0]], [0.0, 0.0, 1.0])
}

/// The box with sides of length two.
pub(crate) fn cube() -> Vec<Vertex> {
    let side = |axis: usize, sign: f32| {
        let [along, across] = [(axis + 1) % 3, (axis + 2) % 3];
        let corner = |a: f32, b: f32| {
            let mut pos = [0.0; 3];
            (pos[axis], pos[along], pos[across]) = (sign, a * sign, b);
            pos
        };
        let mut normal = [0.0; 3];
        normal[axis] = sign;
        quad([corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)], normal)
    };
    (0..3).flat_map(|axis| [side(axis, 1.0), side(axis, -1.0)]).flatten().collect()
}

/// The half of the unit square below its diagonal.
pub(crate) fn triangle() -> [Vertex; 3] {
    [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|pos| Vertex::new(pos, [0.0, 0.0, 1.0]))
}

/// A line along z from 0 to 1: `uv` says to which side of it a corner is moved.
pub(crate) fn line() -> [Vertex; 6] {
    let corner =
        |z: f32, side: f32| Vertex { pos: [0.0, 0.0, z], normal: [0.0, 0.0, 1.0], uv: [0.0, side] };
    let (a, b, c, d) = (corner(0.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(0.0, 1.0));
    [a, b, c, a, c, d]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{cross, dot, minus};

    /// Volume within a closed surface, positive if its triangles face outward.
    fn volume(corners: &[Vertex]) -> f32 {
        corners.chunks(3).map(|t| dot(t[0].pos, cross(t[1].pos, t[2].pos)) / 6.0).sum()
    }

    #[test]
    fn closed_shapes_face_outward_and_have_their_volumes() {
        let cuts = Cuts::new(200, 100);
        for (shape, exact) in [
            (sphere(cuts), 4.0 / 3.0 * PI),
            (cylinder(cuts), 2.0 * PI),
            (cone(cuts), PI / 3.0),
            (cube(), 8.0),
        ] {
            let found = volume(&shape);
            assert!((found / exact - 1.0).abs() < 2e-3, "{found} for {exact}");
        }
    }

    #[test]
    fn normals_are_on_the_side_that_is_seen() {
        let cuts = Cuts::new(9, 6);
        for shape in [sphere(cuts), capsule(cuts), cylinder(cuts), cone(cuts), cube()] {
            for t in shape.chunks(3) {
                let front = cross(minus(t[1].pos, t[0].pos), minus(t[2].pos, t[0].pos));
                assert!(t.iter().all(|corner| dot(corner.normal, front) >= 0.0));
            }
        }
    }

    #[test]
    fn cuts_stay_within_bounds() {
        assert_eq!(sphere(Cuts::new(i32::MIN, i32::MIN)).len(), 3 * 3 * 6);
        assert!(sphere(Cuts::new(i32::MAX, i32::MAX)).len() < 4_000_000);
    }
}
