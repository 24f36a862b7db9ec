//! Strain at the vertices of surfaces, for equalities that keep them from stretching.
//!
//! Chen, Kry, Vouga, "Locking-free Simulation of Isometric Thin Plates", 2019. The edges around a
//! vertex, `dx` at rest and `dy` now, give the deformation `F` that fits them best, each weighted by
//! the mass of its other end: `F = (sum w dy dx') (sum w dx dx')^-1`. The surface keeps its shape there
//! while `C = F' F` has the trace 2 and the determinant 1. MuJoCo scales both by the root of the
//! vertex's mass.

use super::edges::ends;
use super::{vertex_body, vertices};
use crate::data::Data;
use crate::ids::{FlexEdgeId, FlexId, FlexVertId};
use crate::math::{MINVAL, Vec3};
use crate::model::Model;
use crate::smooth::jacobian::jac_columns;

/// The number of `flex_edgeequality` that asks for strains.
const ON_VERTICES: i32 = 2;

/// `flexvert_length` and `flexvert_J` of a surface with such an equality.
pub(super) fn strain(m: &Model, d: &mut Data, f: FlexId) {
    if m.flex_dim[f] != 2 || m.flex_edgeequality[f] != ON_VERTICES {
        return;
    }
    // rows of the trace and of the determinant, with all columns
    let mut rows = [d.scratch.take(m.nv), d.scratch.take(m.nv)];
    for v in vertices(m, f).map(FlexVertId) {
        at_vertex(m, d, f, v, &mut rows);
    }
    let [trace, determinant] = rows;
    d.scratch.give(trace);
    d.scratch.give(determinant);
}

/// An edge at a vertex.
struct Spoke {
    ends: [FlexVertId; 2],
    /// The edge at rest, in the plane of the surface.
    rest: [f64; 2],
    /// Mass of the other end.
    weight: f64,
}

/// The edges around a vertex.
fn spokes(m: &Model, f: FlexId, v: FlexVertId) -> impl Iterator<Item = Spoke> {
    let first = m.flex_edgeadr[f] as usize;
    let start = m.flex_vertedgeadr[v] as usize;
    let listed = &m.flex_vertedge.scalars::<i32>()[start..][..m.flex_vertedgenum[v] as usize];
    let size = m.flex_size[f];
    listed.iter().map(move |&edge| {
        let ends = ends(m, f, FlexEdgeId(first + edge as usize));
        let across = m.flex_vert0[ends[1]] - m.flex_vert0[ends[0]];
        let rest = [0, 1].map(|i| across[i] * (2.0 * size[i]));
        let other = if v == ends[0] { ends[1] } else { ends[0] };
        let weight = vertex_body(m, other).map_or(1.0, |b| m.body_mass[b].max(MINVAL));
        Spoke { ends, rest, weight }
    })
}

/// Three rows and two columns.
type Tall = [f64; 6];

/// `a b` with a 2 x 2 matrix `b`.
fn times(a: &Tall, b: &[f64; 4]) -> Tall {
    std::array::from_fn(|at| {
        let (row, column) = (at / 2, at % 2);
        a[2 * row] * b[column] + a[2 * row + 1] * b[2 + column]
    })
}

/// `a x`.
fn applied(a: &Tall, x: [f64; 2]) -> Vec3 {
    Vec3(std::array::from_fn(|row| a[2 * row] * x[0] + a[2 * row + 1] * x[1]))
}

fn at_vertex(m: &Model, d: &mut Data, f: FlexId, v: FlexVertId, rows: &mut [Vec<f64>; 2]) {
    let metric = &m.flex_vertmetric[v];
    let F = times(&correlation(m, d, f, v), metric);
    let product = |i: usize, j: usize| F[i] * F[j] + F[i + 2] * F[j + 2] + F[i + 4] * F[j + 4];
    let C = [product(0, 0), product(0, 1), product(1, 0), product(1, 1)];

    let mass = vertex_body(m, v).map(|b| m.body_mass[b]).filter(|&mass| mass > MINVAL);
    let scale = mass.map_or(1.0, f64::sqrt);
    d.flexvert_length[v] = [(C[0] + C[3] - 2.0) * scale, (C[0] * C[3] - C[1] * C[2] - 1.0) * scale];

    // how trace and determinant change with the edges
    let trace = times(&F, metric);
    let determinant = times(&times(&F, &[C[3], -C[1], -C[2], C[0]]), metric);
    for spoke in spokes(m, f, v) {
        let slopes = [&trace, &determinant].map(|by| {
            let first = applied(by, spoke.rest) * (-2.0 * spoke.weight);
            [first, first * -1.0]
        });
        for (end, &vertex) in spoke.ends.iter().enumerate() {
            let Some(body) = vertex_body(m, vertex) else { continue };
            jac_columns(m, d, body, d.flexvert_xpos[vertex], |k, column, _| {
                for (row, slope) in rows.iter_mut().zip(&slopes) {
                    row[k.0] += column.dot(slope[end]);
                }
            });
        }
    }
    gather(m, d, v, scale, rows);
}

/// `sum w dy dx'` over the edges of a vertex.
fn correlation(m: &Model, d: &Data, f: FlexId, v: FlexVertId) -> Tall {
    let mut sum = [0.0; 6];
    for spoke in spokes(m, f, v) {
        let now = d.flexvert_xpos[spoke.ends[1]] - d.flexvert_xpos[spoke.ends[0]];
        for (at, sum) in sum.iter_mut().enumerate() {
            *sum += spoke.weight * now[at / 2] * spoke.rest[at % 2];
        }
    }
    sum
}

/// Takes the columns of a vertex out of full rows, which are zero afterwards.
fn gather(m: &Model, d: &mut Data, v: FlexVertId, scale: f64, rows: &mut [Vec<f64>; 2]) {
    let columns = m.flexvert_J_colind.scalars::<i32>();
    let values = d.flexvert_J.scalars_mut::<f64>();
    for (i, full) in rows.iter_mut().enumerate() {
        let start = m.flexvert_J_rowadr[v][i] as usize;
        for at in start..start + m.flexvert_J_rownnz[v][i] as usize {
            let entry = &mut full[columns[at] as usize];
            values[at] += *entry * scale;
            *entry = 0.0;
        }
    }
}
