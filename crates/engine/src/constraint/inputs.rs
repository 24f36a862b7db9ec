//! Splits [`Data`] into the fields that constraint rows are computed from and those that they are written to.
//!
//! Stages borrow disjoint fields instead of moving one out: a panic in between then leaves every
//! array where it was, with its memory.

use super::rows::RowArrays;
use crate::contact::Contact;
use crate::data::{Data, Sim};
use crate::enums::{ObjType, SleepState};
use crate::fields::Field;
use crate::ids::{
    BodyId, ContactId, DofId, EqualityId, FlexEdgeId, FlexEdgeJAdr, FlexVertId, FlexVertJAdr,
    QposAdr, SiteId, TendonId, TendonJAdr,
};
use crate::math::{Mat3, Quat, Spatial, Vec3};
use crate::model::Model;
use crate::sleep::Awake;

/// The fields that equalities, friction, limits and contacts read.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    pub(super) eq_active: &'a Field<EqualityId, u8>,
    pub(super) qpos: &'a Field<QposAdr, f64>,
    pub(super) poses: Poses<'a>,
    pub(super) cdof: &'a Field<DofId, Spatial>,
    pub(super) subtree_com: &'a Field<BodyId, Vec3>,
    pub(super) flexvert_xpos: &'a Field<FlexVertId, Vec3>,
    pub(super) flexvert_J: &'a Field<FlexVertJAdr, [f64; 2]>,
    pub(super) flexvert_length: &'a Field<FlexVertId, [f64; 2]>,
    pub(super) flexedge_J: &'a Field<FlexEdgeJAdr, f64>,
    pub(super) flexedge_length: &'a Field<FlexEdgeId, f64>,
    pub(super) ten_length: &'a Field<TendonId, f64>,
    pub(super) ten_J: &'a Field<TendonJAdr, f64>,
    awake: Awake<'a>,
    ntree_awake: i32,
}

impl Inputs<'_> {
    /// Whether some trees sleep, so that constraints that move only those have no rows.
    pub(super) fn some_trees_asleep(&self, m: &Model) -> bool {
        super::some_trees_asleep(m, self.ntree_awake)
    }

    /// Whether an object sleeps.
    pub(super) fn is_asleep(&self, m: &Model, kind: ObjType, id: i32) -> bool {
        self.awake.state(m, kind, id) == SleepState::Asleep
    }
}

/// Where bodies and sites are.
#[derive(Clone, Copy)]
pub(super) struct Poses<'a> {
    pub(super) xpos: &'a Field<BodyId, Vec3>,
    pub(super) xquat: &'a Field<BodyId, Quat>,
    pub(super) xmat: &'a Field<BodyId, Mat3>,
    pub(super) site_xpos: &'a Field<SiteId, Vec3>,
}

impl<'a> Poses<'a> {
    pub(super) fn of(d: &'a Data) -> Self {
        let Data { xpos, xquat, xmat, site_xpos, .. } = d;
        Self { xpos, xquat, xmat, site_xpos }
    }
}

/// Data in three parts: what rows are made from, contacts, and where rows are written to.
pub(super) fn split(d: &mut Data) -> (Inputs<'_>, &mut Field<ContactId, Contact>, RowArrays<'_>) {
    let Data { qpos, xpos, xquat, xmat, site_xpos, cdof, subtree_com, .. } = d;
    let Data { flexvert_J, flexvert_length, flexedge_J, flexedge_length, .. } = d;
    let Data { flexvert_xpos, ten_length, ten_J, sims: [d], .. } = d;
    let Sim { eq_active, body_awake, tree_awake, ntree_awake, .. } = d;
    let Sim { contact, efc_type, efc_id, efc_J_rownnz, efc_J_rowadr, efc_J_rowsuper, .. } = d;
    let Sim { efc_J_colind, efc_J, efc_pos, efc_margin, efc_frictionloss, tendon_efcadr, .. } = d;
    let inputs = Inputs {
        eq_active,
        qpos,
        poses: Poses { xpos, xquat, xmat, site_xpos },
        cdof,
        subtree_com,
        flexvert_xpos,
        flexvert_J,
        flexvert_length,
        flexedge_J,
        flexedge_length,
        ten_length,
        ten_J,
        awake: Awake { body_awake, tree_awake },
        ntree_awake: *ntree_awake,
    };
    let arrays = RowArrays {
        jacobian: efc_J,
        rownnz: efc_J_rownnz,
        rowadr: efc_J_rowadr,
        rowsuper: efc_J_rowsuper,
        colind: efc_J_colind,
        kind: efc_type,
        id: efc_id,
        pos: efc_pos,
        margin: efc_margin,
        frictionloss: efc_frictionloss,
        tendon_efcadr,
    };
    (inputs, contact, arrays)
}
