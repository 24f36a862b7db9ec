//! Constraints: the rows `efc_*` that equalities, friction, limits and contacts add to the dynamics.
//!
//! A row asks for an acceleration `aref` along its Jacobian `J`; the solver finds the forces.
//!
//! | file | computes |
//! |---|---|
//! | `rows` | the table of rows, and how a constraint appends to it |
//! | `equality` | rows of bodies, joints and tendons that are tied to each other |
//! | `friction` | rows of friction loss |
//! | `limit` | rows of joints and tendons near their limits |
//! | `contact` | rows of contacts |
//! | `difference` | Jacobians of one body relative to another |
//! | `impedance` | how stiff rows are: `efc_R`, `efc_D`, `efc_KBIP` |
//! | `reference` | `efc_vel`, `efc_aref` |
//! | `project` | `efc_AR`: inverse inertia between rows |
//! | `jacobian` | products with `efc_J` |
//! | `update`, `cost` | forces that answer an acceleration, and their cost |
//!
//! Rows stand in this order: equalities (`ne`), friction loss (`nf`), limits (`nl`), contacts.

mod contact;
pub(crate) mod cost;
mod difference;
mod equality;
mod friction;
mod impedance;
mod jacobian;
mod limit;
pub(crate) mod project;
mod reference;
mod rows;
mod update;

#[cfg(test)]
mod tests;

use crate::data::Data;
use crate::enums::{DisableBit, EnableBit};
use crate::model::Model;

pub use contact::contact_jacobian;
pub use jacobian::{mul_jac_t_vec, mul_jac_vec};
pub use project::project;
pub use reference::reference;
pub use update::update;
pub(crate) use update::update_rows;

use rows::RowBuilder;

/// Makes the rows of all constraints: `efc_J`, `efc_pos`, `efc_D` and their kind.
#[doc(alias = "mj_makeConstraint")]
pub fn make(m: &Model, d: &mut Data) {
    let mut rows = RowBuilder::start(m, d);
    if !m.opt.disabled(DisableBit::Constraint) {
        equality::add(m, d, &mut rows);
        friction::add(m, d, &mut rows);
        limit::add(m, d, &mut rows);
        contact::add(m, d, &mut rows);
    }
    rows.finish(d);

    d.maxuse_con = d.maxuse_con.max(d.ncon);
    d.maxuse_efc = d.maxuse_efc.max(d.nefc);
    impedance::make(m, d);
}

/// Whether some trees sleep, so that constraints that move only those have no rows.
fn some_asleep(m: &Model, d: &Data) -> bool {
    m.opt.enabled(EnableBit::Sleep) && d.ntree_awake < m.ntree as i32
}
