//! Constraints on every iteration: the model's equality constraints, and distances between geoms.

use ferrodyn_engine::collision::geom_distance;
use ferrodyn_engine::ids::{BodyId, EfcId, GeomId};
use ferrodyn_engine::support::JacobianMut;
use ferrodyn_engine::{Data, Model, constraint, smooth, support};

use super::rows::Rows;
use crate::error::IkError;
use crate::frame::{Frame, body_name};

/// Two geoms and how far they have to stay apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) geoms: [GeomId; 2],
    pub(super) distance: f64,
}

/// How much farther than the distance to keep is looked, in meters: where steps are short, and where
/// they may go any way.
const NEAR: f64 = 0.2;
const ANYWHERE: f64 = 1e6;
/// The longest step of a degree of freedom that is short, in meters or radians.
const SHORT: f64 = 0.02;

/// The geoms of a body that collide with anything.
pub(super) fn colliding(m: &Model, body: BodyId) -> Result<Vec<GeomId>, IkError> {
    Frame::body(m, body)?;
    let collides = |g: &GeomId| m.geom_contype[*g] != 0 || m.geom_conaffinity[*g] != 0;
    // a body without geoms has the address -1
    let (first, count) =
        (m.body_geomadr[body].raw().max(0) as usize, m.body_geomnum[body] as usize);
    let geoms: Vec<GeomId> = (first..first + count).map(GeomId).filter(collides).collect();
    if geoms.is_empty() {
        let problem = format!("{} has no geom that collides: name geoms", body_name(m, body));
        return Err(IkError::Task { problem });
    }
    Ok(geoms)
}

/// Adds the rows of the active equality constraints, as the engine makes them; the largest error.
pub(super) fn equalities(m: &Model, d: &mut Data, rows: &mut Rows) -> f64 {
    if m.neq == 0 {
        return 0.0;
    }
    smooth::tendon(m, d);
    constraint::make(m, d);
    let sparse = support::is_sparse(m);
    let mut worst: f64 = 0.0;
    for r in (0..d.ne.max(0) as usize).map(EfcId) {
        let error = d.efc_pos[r];
        worst = if error.abs() <= worst { worst } else { error.abs() };
        let row = rows.push(-error);
        if sparse {
            let start = d.efc_J_rowadr[r] as usize;
            for entry in start..start + d.efc_J_rownnz[r] as usize {
                row[d.efc_J_colind.as_slice()[entry] as usize] = d.efc_J.as_slice()[entry];
            }
        } else {
            row.copy_from_slice(&d.efc_J.as_slice()[r.0 * m.nv..(r.0 + 1) * m.nv]);
        }
    }
    worst
}

/// Adds an inequality for each pair that a step can bring near: the distance changes along the segment
/// between the nearest points. `longest` is the longest step of a degree of freedom.
pub(super) fn distances(m: &Model, d: &mut Data, pairs: &[Pair], longest: f64, rows: &mut Rows) {
    let lookout = if longest <= SHORT { NEAR } else { ANYWHERE };
    for pair in pairs {
        let found = geom_distance(m, d, pair.geoms[0], pair.geoms[1], pair.distance + lookout);
        let Some([from, to]) = found.fromto else { continue };
        let (mut normal, length) = (to - from).normalized();
        if length < 1e-9 {
            continue;
        }
        // penetrating geoms come apart the other way round
        normal = if found.dist < 0.0 { -normal } else { normal };
        let body = |g: GeomId| m.geom_bodyid[g].present();
        let [first, _, second, _] = &mut rows.scratch;
        // bodies exist, and the memory has the right length
        for (matrix, g, point) in
            [(&mut *first, pair.geoms[0], from), (&mut *second, pair.geoms[1], to)]
        {
            let out = JacobianMut { jacp: Some(matrix), jacr: None };
            let _ = support::jac_into(m, d, body(g), point, out);
        }
        for k in 0..m.nv {
            let along = (0..3).map(|i| normal[i] * (second[i * m.nv + k] - first[i * m.nv + k]));
            rows.apart.push(along.sum());
        }
        rows.least.push(pair.distance - found.dist);
    }
}
