//! Queries on the simulations of a batch without a step: Jacobians, rays, constants of their models.

use std::sync::{Mutex, PoisonError};

use ferrodyn_engine::batch::{Parameter, Refresher, Varied};
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::{ray as rays, smooth, support};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;

use super::call::{Arrays, Bytes, row_of, rows_of, selected};
use super::{Batch, Ids, value_error};

/// Where the results of a simulation go.
type Results<'a, const K: usize> = Mutex<[&'a mut [u8]; K]>;

/// The rows of some arrays, one for each simulation of a call.
fn results_of<'a, const K: usize>(
    arrays: &'a mut [Bytes<'_>; K],
    count: usize,
) -> PyResult<Vec<Results<'a, K>>> {
    let mut rows = Vec::new();
    for array in arrays {
        rows.push(rows_of(array, count, 0)?);
    }
    let row = |_| Mutex::new(std::array::from_fn(|k| rows[k].next().unwrap_or_default()));
    Ok((0..count).map(row).collect())
}

pub(super) fn count(batch: &Batch, ids: &Ids<'_>) -> PyResult<usize> {
    ids.as_ref().map_or(Ok(batch.nsim), |ids| Ok(ids.as_slice().map_err(value_error)?.len()))
}

fn too_short(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name} has too few numbers"))
}

/// Jacobians of a point on a body of each simulation.
pub(super) fn jac(
    batch: &Batch,
    py: Python<'_>,
    ids: Ids<'_>,
    arrays: Arrays<'_>,
    (body, point): (&[i32], &[f64]),
    mut results: [Bytes<'_>; 2],
) -> PyResult<()> {
    let count = count(batch, &ids)?;
    if body.len() < count || point.len() < 3 * count {
        return Err(too_short("body or point"));
    }
    let results = results_of(&mut results, count)?;
    batch.call(py, ids, arrays, &[], |call, worker, job| {
        let rows = &mut job.rows;
        worker.each(
            call.models,
            &mut job.envs,
            &mut |env, m, d| {
                smooth::kinematics(m, d);
                smooth::com_pos(m, d);
                let place = row_of(rows, env).place;
                let body = BodyId(usize::try_from(body[place]).unwrap_or(usize::MAX));
                let point = Vec3(std::array::from_fn(|k| point[3 * place + k]));
                let (jacp, jacr) = support::jac(m, d, body, point);
                let mut to = results[place].lock().unwrap_or_else(PoisonError::into_inner);
                for (to, jac) in to.iter_mut().zip([jacp, jacr]) {
                    // row by row
                    let values = jac.transpose();
                    let values: &[u8] = bytemuck::cast_slice(values.as_slice());
                    if to.len() == values.len() {
                        to.copy_from_slice(values);
                    }
                }
            },
            &mut |_, _| {},
        );
        Ok(())
    })
}

/// The rays of all simulations.
pub(super) struct Rays<'a> {
    pub(super) pnt: &'a [f64],
    pub(super) vec: &'a [f64],
    pub(super) exclude: &'a [i32],
    pub(super) groups: Option<[u8; 6]>,
    pub(super) flg_static: bool,
}

/// The first geoms that rays meet in each simulation.
pub(super) fn ray(
    batch: &Batch,
    py: Python<'_>,
    ids: Ids<'_>,
    arrays: Arrays<'_>,
    all: &Rays<'_>,
    mut results: [Bytes<'_>; 3],
) -> PyResult<()> {
    let count = count(batch, &ids)?;
    let each = all.exclude.len().checked_div(count).unwrap_or(0);
    if all.pnt.len() < 3 * count * each || all.vec.len() < 3 * count * each {
        return Err(too_short("pnt or vec"));
    }
    let results = results_of(&mut results, count)?;
    let vector = |of: &[f64], at: usize| Vec3(std::array::from_fn(|k| of[3 * at + k]));
    batch.call(py, ids, arrays, &[], |call, worker, job| {
        let rows = &mut job.rows;
        worker.each(
            call.models,
            &mut job.envs,
            &mut |env, m, d| {
                smooth::kinematics(m, d);
                let place = row_of(rows, env).place;
                let mut to = results[place].lock().unwrap_or_else(PoisonError::into_inner);
                for r in 0..each {
                    let at = place * each + r;
                    let ray = rays::Ray { pnt: vector(all.pnt, at), vec: vector(all.vec, at) };
                    let filter = rays::RayFilter {
                        geomgroup: all.groups.as_ref(),
                        flg_static: all.flg_static,
                        bodyexclude: BodyId::new(all.exclude[at]),
                    };
                    let hit = rays::ray(m, d, ray, &filter);
                    let (dist, geom, normal) = match &hit {
                        Some(hit) => (hit.dist, hit.geom.0 as i32, hit.normal.0),
                        None => (-1.0, -1, [0.0; 3]),
                    };
                    put(to[0], r, bytemuck::bytes_of(&dist));
                    put(to[1], r, bytemuck::bytes_of(&geom));
                    put(to[2], r, bytemuck::bytes_of(&normal));
                }
            },
            &mut |_, _| {},
        );
        Ok(())
    })
}

/// Writes entry `at`, if there is room.
fn put(to: &mut [u8], at: usize, value: &[u8]) {
    if let Some(to) = to.chunks_exact_mut(value.len()).nth(at) {
        to.copy_from_slice(value);
    }
}

/// Computes constants of the models of simulations from their parameters, in place; returns the simulations
/// whose parameters have none, and why.
pub(super) fn set_const(
    batch: &Batch,
    py: Python<'_>,
    ids: Ids<'_>,
    mut arrays: Vec<(String, Bytes<'_>)>,
) -> PyResult<Vec<(usize, String)>> {
    Batch::check_callbacks()?;
    let selected = selected(ids.as_ref(), batch.nsim)?;
    let (mut parameters, mut rows) = (Vec::new(), Vec::new());
    for (name, array) in &mut arrays {
        parameters.push(Parameter::find(&batch.model, name).map_err(value_error)?);
        rows.push(rows_of(array, batch.nsim, 0)?);
    }
    let mut selected = selected.into_iter().peekable();
    let mut jobs: Vec<(usize, Vec<&mut [u8]>)> = Vec::new();
    for sim in 0..batch.nsim {
        let row: Vec<_> = rows.iter_mut().filter_map(Iterator::next).collect();
        if selected.next_if_eq(&sim).is_some() {
            jobs.push((sim, row));
        }
    }
    let refresh = |worker: &mut Refresher<'_>, (sim, rows): (usize, Vec<&mut [u8]>)| {
        let varied: Vec<_> = parameters
            .iter()
            .zip(&rows)
            .map(|(&parameter, row)| Varied { parameter, values: row })
            .collect();
        match worker.refresh(0, &varied) {
            Err(error) => Some((sim, error.to_string())),
            Ok(m) => {
                parameters.iter().zip(rows).for_each(|(parameter, row)| parameter.read(m, row));
                None
            }
        }
    };
    let threads = batch.threads.get()?;
    py.detach(|| {
        let make = || Refresher::new(&batch.model);
        if let Some(threads) = threads {
            let failed = jobs.into_par_iter().map_init(make, refresh).flatten();
            return Ok(threads.install(|| failed.collect()));
        }
        let mut worker = make();
        Ok(jobs.into_iter().filter_map(|job| refresh(&mut worker, job)).collect())
    })
}
