//! Stretching of triangles and tetrahedra.
//!
//! The energy of an element is a quadratic form of how much the squares of its edges' lengths have
//! grown, `flex_stiffness` its matrix. Damping takes the lengths of the step before into account:
//! Kharevych et al., "Geometric, Variational Integrators for Computer Animation", 2006, section 5.2.

use multiversion::multiversion;

use crate::data::Data;
use crate::fields::Field;
use crate::ids::{DofId, FlexEdgeId, FlexId, FlexVertId, IdRange};
use crate::math::{Spatial, Vec3};
use crate::model::{Model, SLIDES_ONLY};
use crate::passive::apply::Motion;
use crate::smooth::flex::{vertex_body, vertices};

/// A kind of element with `E` edges.
trait Element<const E: usize> {
    /// Corners of the edges.
    const SIDES: [[usize; 2]; E];
}

struct Triangle;

impl Element<3> for Triangle {
    const SIDES: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];
}

struct Tetrahedron;

impl Element<6> for Tetrahedron {
    const SIDES: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 0], [2, 3], [0, 3], [1, 3]];
}

/// Numbers of `flex_stiffness` for each element, also where it needs fewer.
const STIFFNESS: usize = 21;

/// Adds the forces of all elements.
pub(super) fn add(m: &Model, d: &mut Data, f: FlexId) {
    let mut force = d.scratch.take(3 * vertices(m, f).len());
    let (at_vertices, _) = force.as_chunks_mut::<3>();
    if m.flex_dim[f] == 2 {
        stretch::<3, Triangle>(m, d, f, at_vertices);
    } else {
        stretch::<6, Tetrahedron>(m, d, f, at_vertices);
    }
    scatter(m, d, f, at_vertices);
    d.scratch.give(force);
}

/// The forces at vertices, of elements of one kind.
#[multiversion(targets("x86_64+avx2"))]
fn stretch<const E: usize, K: Element<E>>(m: &Model, d: &Data, f: FlexId, force: &mut [[f64; 3]]) {
    let corners = m.flex_dim[f] as usize + 1;
    let count = m.flex_elemnum[f] as usize;
    let elements = &m.flex_elem.as_slice()[m.flex_elemdataadr[f] as usize..];
    let edges = &m.flex_elemedge.as_slice()[m.flex_elemedgeadr[f] as usize..];
    let stiffness = &m.flex_stiffness.as_slice()[m.flex_stiffnessadr[f] as usize..];
    let first = m.flex_vertadr[f] as usize;
    let growth = Growth::new(m, f);

    let (edges, _) = edges.as_chunks::<E>();
    let (stiffness, _) = stiffness.as_chunks::<STIFFNESS>();
    let parts = elements.chunks_exact(corners).zip(edges).zip(stiffness);
    for ((element, edges), stiffness) in parts.take(count) {
        let mut points = [Vec3::ZERO; 4];
        for (at, &v) in points.iter_mut().zip(element) {
            *at = d.flexvert_xpos[FlexVertId(first + v as usize)];
        }
        let along = K::SIDES.map(|[a, b]| {
            let Vec3([x, y, z]) = points[a] - points[b];
            [x, y, z, 0.0]
        });
        let growth = edges.map(|e| growth.of(m, d, e));
        let local = forces::<E, K>(stiffness, &growth, &along);
        for (&v, local) in element.iter().zip(&local) {
            for x in 0..3 {
                force[v as usize][x] += local[x];
            }
        }
    }
}

/// How much the square of the length of an edge has grown, and still grows.
struct Growth {
    first: usize,
    timestep: f64,
    damping: f64,
}

impl Growth {
    fn new(m: &Model, f: FlexId) -> Self {
        let timestep = m.opt.timestep;
        let damping = if timestep > 0.0 { m.flex_damping[f] / timestep } else { 0.0 };
        Self { first: m.flex_edgeadr[f] as usize, timestep, damping }
    }

    #[inline(always)]
    fn of(&self, m: &Model, d: &Data, edge: i32) -> f64 {
        let e = FlexEdgeId(self.first + edge as usize);
        let (now, rest) = (d.flexedge_length[e], m.flexedge_length0[e]);
        let before = now - d.flexedge_velocity[e] * self.timestep;
        now * now - rest * rest + (now * now - before * before) * self.damping
    }
}

/// Forces at the corners of an element. Vectors have a fourth number, which is zero: that is the
/// form which compilers turn into vector instructions.
#[inline(always)]
fn forces<const E: usize, K: Element<E>>(
    stiffness: &[f64; STIFFNESS],
    growth: &[f64; E],
    along: &[[f64; 4]; E],
) -> [[f64; 4]; 4] {
    let mut matrix = [[0.0; E]; E];
    let mut upper = stiffness.iter();
    for i in 0..E {
        for j in i..E {
            let Some(&entry) = upper.next() else { break };
            matrix[i][j] = entry;
            matrix[j][i] = entry;
        }
    }
    let mut force = [[0.0; 4]; 4];
    for (row, &growth) in matrix.iter().zip(growth) {
        for ((&entry, along), [a, b]) in row.iter().zip(along).zip(K::SIDES) {
            let pull = along.map(|x| growth * x * entry);
            for x in 0..4 {
                force[a][x] -= pull[x];
                force[b][x] += pull[x];
            }
        }
    }
    force
}

/// Adds forces at vertices to the degrees of freedom of their bodies.
fn scatter(m: &Model, d: &mut Data, f: FlexId, force: &[[f64; 3]]) {
    let Data { qfrc_spring, flexvert_xpos, cdof, subtree_com, .. } = d;
    let motion = Motion { cdof, subtree_com };
    for (v, force) in vertices(m, f).map(FlexVertId).zip(force) {
        let Some(body) = vertex_body(m, v) else { continue };
        if m.body_simple[body] == SLIDES_ONLY {
            add_to(qfrc_spring, m.body_dofs(body), force);
        } else {
            let wrench = Spatial::new(Vec3::ZERO, Vec3(*force));
            motion.apply(m, &wrench, flexvert_xpos[v], body, qfrc_spring);
        }
    }
}

fn add_to(qfrc: &mut Field<DofId, f64>, dofs: IdRange<DofId>, force: &[f64; 3]) {
    for (k, force) in dofs.zip(force) {
        qfrc[k] += force;
    }
}
