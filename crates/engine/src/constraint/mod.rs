//! Constraints: the rows `efc_*` that equalities, friction, limits and contacts add to the dynamics.
//!
//! A row asks for an acceleration `aref` along its Jacobian `J`; the solver finds the forces.
//!
//! | file | computes |
//! |---|---|
//! | `rows` | the table of rows, and how a constraint appends to it |
//! | `equality` | rows of bodies, joints and tendons that are tied to each other; `equality_rows` puts them into the table |
//! | `flex` | rows of flexes that keep their shape; `flex_weights` their inverse inertia |
//! | `friction` | rows of friction loss |
//! | `limit` | rows of joints and tendons near their limits |
//! | `contact` | rows of contacts |
//! | `passive` | contacts that act as springs |
//! | `inputs` | what rows are made from |
//! | `difference` | Jacobians of one body relative to another |
//! | `impedance` | how stiff rows are: `efc_R`, `efc_D`, `efc_KBIP`; `weights` their inverse inertia |
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
mod equality_rows;
mod flex;
mod flex_weights;
mod friction;
mod impedance;
mod inputs;
mod jacobian;
mod limit;
mod parts;
mod passive;
mod project;
mod reference;
mod rows;
mod update;
mod weights;

#[cfg(test)]
mod flex_tests;
#[cfg(test)]
mod tests;

use crate::data::Data;
use crate::enums::{DisableBit, EnableBit, Warning};
use crate::hooks::AsSystem;
use crate::model::Model;
use crate::stage::stage;

pub use contact::contact_jacobian;
pub(crate) use jacobian::to_rows;
pub(crate) use jacobian::{force_on_dofs, set_b};
pub use jacobian::{mul_jac_t_vec, mul_jac_vec};
pub(crate) use parts::Part;
pub(crate) use passive::add_passive_contacts;
pub use project::project;
pub(crate) use project::{ProjectionWorkspace, forget_projection, project_always};
pub use reference::reference;
pub use update::update;
pub(crate) use update::{update_forces, update_rows, update_rows_at_b};

use rows::{Counts, RowBuilder};

stage! {
    /// Rows of equalities, friction, limits and contacts.
    MAKE_CONSTRAINT = Each(make), PosMake;
    model {
        opt.disableflags dof_parentid eq_data eq_obj1id eq_obj2id eq_objtype eq_type qpos0
        tendon_length0 jnt_qposadr jnt_dofadr site_bodyid site_quat flex_edgeadr flex_edgenum
        flexedge_rigid flexedge_length0 flexedge_J_rownnz flexedge_J_rowadr flexedge_J_colind
        flexvert_J_rownnz flexvert_J_rowadr flexvert_J_colind flex_nodeadr flex_node0 flex_stiffness
        flex_stiffnessadr flexedge_invweight0 flex_vertbodyid body_invweight0 dof_frictionloss
        tendon_frictionloss ten_J_rownnz ten_J_rowadr ten_J_colind dof_invweight0 tendon_invweight0
        jnt_solref jnt_solimp dof_solref dof_solimp eq_solref eq_solimp tendon_solref_lim
        tendon_solimp_lim tendon_solref_fri tendon_solimp_fri opt.impratio opt.timestep jnt_range
        jnt_margin tendon_range tendon_margin jnt_type jnt_limited tendon_limited opt.enableflags
        flex_dim flex_elem flex_elemdataadr flex_interp flex_vertadr flex_vert0 flex_nodenum
        flex_nodebodyid
    }
    reads { contact ncon qpos ten_length ten_J cdof subtree_com }
    reads when Equalities { eq_active xpos xmat xquat site_xpos }
    reads when Flexes { flexvert_xpos flexedge_length flexedge_J flexvert_length flexvert_J }
    reads when Sleep { ntree_awake tree_awake body_awake }
    writes {
        ne nf nl nefc nJ nA nisland nidof maxuse_con maxuse_efc contact tendon_efcadr efc_type
        efc_id efc_pos efc_margin efc_frictionloss efc_J efc_J_rownnz efc_J_rowadr efc_J_rowsuper
        efc_J_colind efc_diagApprox efc_KBIP efc_D efc_R efc_vel efc_aref efc_b efc_state efc_force
    }
}

/// Makes the rows of all constraints: `efc_J`, `efc_pos`, `efc_D` and their kind.
#[doc(alias = "mj_makeConstraint")]
pub fn make(m: &impl AsSystem, d: &mut Data) {
    let m = &m.as_system();
    let growth = d.growth;
    let mut parts = std::mem::take(&mut d.workspace.contact_parts);
    let (inputs, contacts, arrays) = inputs::split(d);
    let mut rows = RowBuilder::start(m, arrays, growth.rows());
    if !m.opt.disabled(DisableBit::Constraint) {
        equality::add(m, inputs, &mut rows);
        friction::add(m, inputs, &mut rows);
        limit::add(m, inputs, &mut rows);
        contact::add(m, inputs, contacts, &mut parts, &mut rows);
    }
    let counts = rows.finish();
    d.workspace.contact_parts = parts;
    set_counts(d, counts);
    if counts.full {
        m.warn(d, Warning::CnstrFull, growth.limit());
    }

    d.maxuse_con = d.maxuse_con.max(d.ncon);
    d.maxuse_efc = d.maxuse_efc.max(d.nefc);
    impedance::make(m, d);
}

/// Notes how many rows there are; all arrays of rows get their length.
fn set_counts(d: &mut Data, counts: Counts) {
    d.ne = counts.ne as i32;
    d.nf = counts.nf as i32;
    d.nl = counts.nl as i32;
    d.nefc = counts.nefc as i32;
    d.nJ = counts.nj as i32;
    d.nA = 0;
    d.nisland = 0;
    d.nidof = 0;

    d.efc_KBIP.resize(counts.nefc);
    d.efc_state.resize(counts.nefc);
    let [sim] = &mut d.sims;
    for field in [
        &mut sim.efc_diagApprox,
        &mut sim.efc_D,
        &mut sim.efc_R,
        &mut sim.efc_vel,
        &mut sim.efc_aref,
        &mut sim.efc_b,
        &mut sim.efc_force,
    ] {
        field.resize(counts.nefc);
    }
}

/// Whether some trees sleep, so that constraints that move only those have no rows.
fn some_trees_asleep(m: &Model, ntree_awake: i32) -> bool {
    m.opt.enabled(EnableBit::Sleep) && ntree_awake < m.ntree as i32
}
