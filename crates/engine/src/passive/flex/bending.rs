//! Bending of surfaces.
//!
//! The energy of two triangles that share an edge is a quadratic form of their four vertices, the same
//! along each axis: `flex_bending` has its 4 x 4 matrix, then what a curved reference adds, a multiple
//! of the volume between the four.
//!
//! MuJoCo takes the first degrees of freedom of a vertex's body for the coordinates of the vertex in
//! world. Where that is not so, its numbers are followed: [`velocity`] has what it reads.

use super::Enabled;
use crate::data::Data;
use crate::fields::Field;
use crate::ids::{BodyId, DofId, FlexEdgeId, FlexId, FlexVertId};
use crate::math::Vec3;
use crate::model::Model;
use crate::smooth::flex::vertex_body;

/// Adds the forces of all pairs of triangles.
pub(super) fn add(m: &Model, d: &mut Data, f: FlexId, enabled: Enabled) {
    let (start, count) = (m.flex_edgeadr[f] as usize, m.flex_edgenum[f] as usize);
    let first = m.flex_vertadr[f] as usize;
    for e in (start..start + count).map(FlexEdgeId) {
        let ([a, b], [c, opposite]) = (m.flex_edge[e], m.flex_edgeflap[e]);
        // the edge is on the border of the surface
        if opposite == -1 {
            continue;
        }
        let vertices = [a, b, c, opposite].map(|v| FlexVertId(first + v as usize));
        let [Some(a), Some(b), Some(c), Some(opposite)] = vertices.map(|v| vertex_body(m, v))
        else {
            continue;
        };
        let bodies = [a, b, c, opposite];
        if enabled.springs {
            let points = vertices.map(|v| d.flexvert_xpos[v]);
            let force = spring(&m.flex_bending[e], &points);
            scatter(m, bodies, &force, 1.0, &mut d.qfrc_spring);
        }
        if enabled.dampers {
            let force = form(&m.flex_bending[e], &bodies.map(|b| velocity(m, d, b)));
            scatter(m, bodies, &force, m.flex_damping[f], &mut d.qfrc_damper);
        }
    }
}

/// The force of four vertices, against their motion.
fn spring(bending: &[f64; 17], points: &[Vec3; 4]) -> [Vec3; 4] {
    let mut force = form(bending, points);
    // how the volume between them changes
    if bending[16] != 0.0 {
        let [b, c, opposite] = [1, 2, 3].map(|i| points[i] - points[0]);
        let (at_b, at_c, at_opposite) = (c.cross(opposite), opposite.cross(b), b.cross(c));
        let at_a = -(at_b + at_c + at_opposite);
        for (force, curved) in force.iter_mut().zip([at_a, at_b, at_c, at_opposite]) {
            *force += curved * bending[16];
        }
    }
    force
}

/// The quadratic form times the coordinates of the four vertices.
fn form(bending: &[f64; 17], vectors: &[Vec3; 4]) -> [Vec3; 4] {
    std::array::from_fn(|i| (0..4).fold(Vec3::ZERO, |sum, j| sum + vectors[j] * bending[4 * i + j]))
}

/// Subtracts the forces from the degrees of freedom of the four bodies. A body with more than three
/// takes the numbers that come next.
fn scatter(
    m: &Model,
    bodies: [BodyId; 4],
    force: &[Vec3; 4],
    scale: f64,
    qfrc: &mut Field<DofId, f64>,
) {
    let flat: [f64; 12] = std::array::from_fn(|x| force[x / 3][x % 3]);
    for (i, body) in bodies.into_iter().enumerate() {
        for (k, x) in m.body_dofs(body).zip(&flat[3 * i..]) {
            qfrc[k] -= x * scale;
        }
    }
}

/// What MuJoCo takes for the velocity of a vertex: three numbers of `qvel` from the address of its
/// body. Bodies that cannot move have the address -1, and the number in front of `qvel` is the last of
/// `qpos` if that fills whole lines of memory, else zero.
fn velocity(m: &Model, d: &Data, body: BodyId) -> Vec3 {
    /// Numbers in a line of memory.
    const LINE: usize = 8;
    let start = m.body_dofadr[body].raw();
    let qvel = d.qvel.as_slice();
    if let Some(&[x, y, z, ..]) = usize::try_from(start).ok().and_then(|k| qvel.get(k..k + 3)) {
        return Vec3([x, y, z]);
    }
    let before = match d.qpos.last() {
        Some(&last) if m.nq.is_multiple_of(LINE) => last,
        _ => 0.0,
    };
    Vec3(std::array::from_fn(|x| match usize::try_from(start + x as i32) {
        Ok(k) => qvel.get(k).copied().unwrap_or(0.0),
        Err(_) => before,
    }))
}
