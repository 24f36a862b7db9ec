//! Flexes: which degrees of freedom move their edges and vertices, and what they are like at `qpos0`.
//!
//! | reads | writes |
//! |---|---|
//! | `flexedge_J`, `flexedge_rigid`, `body_simple`, `body_mass` | `flexedge_invweight0` |
//! | `flex_elem`, `flex_elemnum`, `flex_elemdataadr`, `flex_dim` | `flex_vert0`: turned into the plane |
//! | `flex_vertedge`, `flex_vertedgeadr`, `flex_vertedgenum`, `flex_size` | `flex_vertmetric` |
//! | `flex_edge`, `flex_edgeadr`, `flex_edgenum`, `flex_edgeequality` | `flex_rigid`, and back again |
//! | `flex_vertadr`, `flex_vertnum`, `flex_vertbodyid`, `flex_interp` | |
//! | `flex_nodeadr`, `flex_nodenum`, `flex_nodebodyid`, `xpos`, `flexedge_length0` | |
//! | `flexedge_J_rownnz`, `flexedge_J_rowadr`, `flexedge_J_colind` | |
//!
//! | file | computes |
//! |---|---|
//! | `columns` | patterns of `flexedge_J` and `flexvert_J`, edges around vertices |
//! | `band` | `flex_bandwidth` |

mod band;
mod columns;

use super::ConstError;
use super::invweight::{Stop, TreeRows, entries, go_on};
use crate::data::Data;
use crate::ids::{BodyId, FlexEdgeId, FlexElemDataAdr, FlexId, FlexNodeId, FlexVertId};
use crate::math::{MINVAL, Quat, Vec3};
use crate::model::{Model, SLIDES_ONLY};
use crate::smooth;

/// The number of `flex_edgeequality` that stands for constraints at vertices.
const ON_VERTICES: i32 = 2;

/// Brings the patterns of Jacobians up to date, and what is constant about flexes in a plane.
pub(super) fn prepare(m: &mut Model) -> Result<(), ConstError> {
    if m.nflex == 0 {
        return Ok(());
    }
    columns::update(m)?;
    for f in flexes(m) {
        if m.flex_rigid[f] == 0 && m.flex_interp[f] == 0 && in_plane(m, f) {
            set_metrics(m, f)?;
        }
    }
    for f in flexes(m) {
        if in_plane(m, f) {
            turn_into_plane(m, f);
        }
    }
    Ok(())
}

fn flexes(m: &Model) -> impl Iterator<Item = FlexId> + use<> {
    (0..m.nflex).map(FlexId)
}

/// Whether constraints at vertices keep a flex of triangles from stretching.
fn in_plane(m: &Model, f: FlexId) -> bool {
    m.flex_dim[f] == 2 && m.flex_edgeequality[f] == ON_VERTICES
}

fn vertices(m: &Model, f: FlexId) -> impl Iterator<Item = FlexVertId> + use<> {
    let first = m.flex_vertadr[f] as usize;
    (first..first + m.flex_vertnum[f] as usize).map(FlexVertId)
}

/// The inverse of the weighted sum of squares of edges around each vertex, at rest.
fn set_metrics(m: &mut Model, f: FlexId) -> Result<(), ConstError> {
    let (first_vert, first_edge) = (m.flex_vertadr[f] as usize, m.flex_edgeadr[f] as usize);
    let size = m.flex_size[f];
    for v in vertices(m, f) {
        let mut sum = [0.0; 4];
        let start = m.flex_vertedgeadr[v] as usize;
        for k in 0..m.flex_vertedgenum[v] as usize {
            let edge = m.flex_vertedge.scalars::<i32>()[start + k] as usize;
            let ends = m.flex_edge[FlexEdgeId(first_edge + edge)];
            let ends = ends.map(|end| FlexVertId(first_vert + end as usize));
            let across = m.flex_vert0[ends[1]] - m.flex_vert0[ends[0]];
            let across = [0, 1, 2].map(|k| across[k] * (2.0 * size[k]));
            if across[2].abs() > MINVAL {
                return Err(ConstError::FlexNotFlat(f));
            }
            let other = if v == ends[0] { ends[1] } else { ends[0] };
            let weight = match m.flex_vertbodyid[other].id() {
                Some(b) if m.body_mass[b] < MINVAL => MINVAL,
                Some(b) => m.body_mass[b],
                None => 1.0,
            };
            for row in 0..2 {
                for column in 0..2 {
                    sum[2 * row + column] += weight * across[row] * across[column];
                }
            }
        }
        let determinant = sum[0] * sum[3] - sum[1] * sum[2];
        m.flex_vertmetric[v] = if determinant.abs() < MINVAL {
            [0.0; 4]
        } else {
            let inverse = 1.0 / determinant;
            [sum[3] * inverse, -sum[1] * inverse, -sum[2] * inverse, sum[0] * inverse]
        };
    }
    Ok(())
}

/// Turns the vertices of a flex so that the normal of its first triangle is z.
fn turn_into_plane(m: &mut Model, f: FlexId) {
    let (first, element) = (m.flex_vertadr[f] as usize, m.flex_elemdataadr[f] as usize);
    if m.flex_elemnum[f] == 0 {
        return;
    }
    let [a, b, c] = [0, 1, 2].map(|k| {
        m.flex_vert0[FlexVertId(first + m.flex_elem[FlexElemDataAdr(element + k)] as usize)]
    });
    let (normal, _) = (b - a).cross(c - a).normalized();
    let turn = Quat::z_to(normal).to_mat().transpose();
    for v in vertices(m, f) {
        m.flex_vert0[v] = turn * m.flex_vert0[v];
    }
}

/// Runs the kinematics of flexes as if none were rigid.
pub(super) fn kinematics(m: &mut Model, d: &mut Data) {
    if m.nflex == 0 {
        return;
    }
    let rigid = m.flex_rigid.to_vec();
    m.flex_rigid.fill(0);
    smooth::flex(m, d);
    m.flex_rigid.copy_from_slice(&rigid);
}

/// Inverse inertia along edges.
pub(super) fn invweight(m: &mut Model, d: &Data, stop: Stop<'_>) -> Result<(), ConstError> {
    if m.nflex == 0 || m.nv == 0 {
        return Ok(());
    }
    let mut row = TreeRows::new(m, d, 1);
    for f in flexes(m) {
        if m.flex_interp[f] != 0 {
            continue;
        }
        let (vert, edge) = (m.flex_vertadr[f] as usize, m.flex_edgeadr[f] as usize);
        for e in (edge..edge + m.flex_edgenum[f] as usize).map(FlexEdgeId) {
            go_on(stop)?;
            let bodies =
                m.flex_edge[e].map(|end| m.flex_vertbodyid[FlexVertId(vert + end as usize)].id());
            let slides = |b: Option<BodyId>| b.filter(|&b| m.body_simple[b] == SLIDES_ONLY);
            m.flexedge_invweight0[e] = if m.flexedge_rigid[e] != 0 {
                0.0
            } else if let [Some(a), Some(b)] = bodies.map(slides) {
                f64::midpoint(1.0 / m.body_mass[a], 1.0 / m.body_mass[b])
            } else {
                row.clear();
                let span = (m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e]);
                for (k, value) in entries(span, &m.flexedge_J_colind, &d.flexedge_J) {
                    row.set(m, 0, k, value);
                }
                row.solve(m, d, 1);
                row.mean(0..1)
            };
        }
    }
    Ok(())
}

/// Bodies are at least as large as the edges at them, or as the grid that they are nodes of.
pub(super) fn enlarge(
    m: &Model,
    d: &Data,
    sizes: &mut [f64],
    stop: Stop<'_>,
) -> Result<(), ConstError> {
    let mut enlarge = |b: i32, size: f64| {
        if let Some(own) = BodyId::new(b).and_then(|b| sizes.get_mut(b.0)) {
            *own = if *own > size { *own } else { size };
        }
    };
    for f in flexes(m) {
        if m.flex_interp[f] == 0 {
            let (vert, edge) = (m.flex_vertadr[f] as usize, m.flex_edgeadr[f] as usize);
            for e in (edge..edge + m.flex_edgenum[f] as usize).map(FlexEdgeId) {
                for end in m.flex_edge[e] {
                    let body = m.flex_vertbodyid[FlexVertId(vert + end as usize)].raw();
                    enlarge(body, m.flexedge_length0[e]);
                }
            }
            continue;
        }
        let first = m.flex_nodeadr[f] as usize;
        let nodes = first..first + m.flex_nodenum[f] as usize;
        let body = |n: usize| m.flex_nodebodyid[FlexNodeId(n)].raw();
        let places: Vec<Vec3> = nodes.clone().map(|n| d.xpos[BodyId(body(n) as usize)]).collect();
        for (n, &place) in nodes.zip(&places) {
            go_on(stop)?;
            let farthest = places.iter().fold(0.0, |far: f64, &other| {
                let distance = (place - other).norm();
                if far > distance { far } else { distance }
            });
            enlarge(body(n), farthest);
        }
    }
    Ok(())
}
