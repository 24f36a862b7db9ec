//! Constraint rows and contacts: products with the Jacobian, forces, contacts that users add.

use ferrodyn_engine::constraint::{mul_jac_t_vec, mul_jac_vec, update};
use ferrodyn_engine::ids::ContactId;
use ferrodyn_engine::support::{add_contact, contact_force};
use ferrodyn_python_macros::pyfunction;
use pyo3::prelude::*;

use super::call::{change, fatal, inspect};
use super::functions;
use crate::args::{ArrayMut, Int, Vector, VectorMut, equal};
use crate::data::MjData;
use crate::model::MjModel;
use crate::record::MjContact;

functions! { mj_constraintUpdate, mj_mulJacVec, mj_mulJacTVec, mj_contactForce, mj_addContact, }

/// Forces and states of constraints, given jar = J qacc - aref; writes the cost if asked for.
#[pyfunction]
#[pyo3(signature = (m, d, jar, cost, flg_coneHessian))]
fn mj_constraintUpdate(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jar: Vector<f64>,
    cost: Option<ArrayMut<'_, 1>>,
    flg_coneHessian: Int<i32>,
) -> PyResult<()> {
    equal(jar.len(), nefc(m, d)?, "size of jar should equal nefc")?;
    let value = change(m, d, |m, d| update(m, d, &jar, flg_coneHessian.0 != 0))?;
    let value = value.map_err(|e| fatal("mj_constraintUpdate", e))?;
    cost.map_or(Ok(()), |cost| cost.set([value]))
}

/// res = J vec
#[pyfunction]
fn mj_mulJacVec(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    res: VectorMut<'_, f64>,
    vec: Vector<f64>,
) -> PyResult<()> {
    equal(res.len(), nefc(m, d)?, "res should be of length nefc")?;
    equal(vec.len(), nv(m), "vec should be of length nv")?;
    let mut out = vec![0.0; res.len()];
    let done = inspect(m, d, |m, d| mul_jac_vec(m, d, &vec, &mut out))?;
    done.map_err(|e| fatal("mj_mulJacVec", e))?;
    res.set(&out)
}

/// res = J' vec
#[pyfunction]
fn mj_mulJacTVec(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    res: VectorMut<'_, f64>,
    vec: Vector<f64>,
) -> PyResult<()> {
    equal(res.len(), nv(m), "res should be of length nv")?;
    equal(vec.len(), nefc(m, d)?, "vec should be of length nefc")?;
    let mut out = vec![0.0; res.len()];
    let done = inspect(m, d, |m, d| mul_jac_t_vec(m, d, &vec, &mut out))?;
    done.map_err(|e| fatal("mj_mulJacTVec", e))?;
    res.set(&out)
}

/// Force before torque of a contact, in the axes of the contact: the first number is along the normal, from
/// the first geom to the second. It acts on the second geom, and negated on the first. Zeros for a
/// contact that adds no constraint, or that does not exist.
#[pyfunction]
fn mj_contactForce(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    id: Int<i32>,
    result: ArrayMut<'_, 6>,
) -> PyResult<()> {
    // also below zero, as in MuJoCo
    let id = ContactId(usize::try_from(id.0).unwrap_or(usize::MAX));
    result.set(inspect(m, d, |m, d| contact_force(m, d, id))?)
}

/// Adds a contact to the list of the data; 0 if there was room, else 1.
#[pyfunction]
fn mj_addContact(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    con: &Bound<'_, MjContact>,
) -> PyResult<i32> {
    let contact = con.get().record();
    let contact = contact?.ok_or_else(|| fatal("mj_addContact", "the contact no longer exists"))?;
    let added = change(m, d, |m, d| add_contact(m, d, &contact))?;
    Ok(i32::from(!added))
}

fn nv(m: &Bound<'_, MjModel>) -> usize {
    m.get().sizes.nv
}

fn nefc(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<usize> {
    inspect(m, d, |_, d| d.efc_force.len())
}
