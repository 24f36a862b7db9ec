//! Inverse inertia of rows where equalities tie flexes, as MuJoCo counts them.
//!
//! MuJoCo walks over all rows and writes the weights of a whole constraint at its first. For the cells of
//! an equality on strain it counts with more rows than there are: the weight of a cell reaches into
//! the rows behind, whose own constraint is then taken up in the middle. What each row gets is
//! computed the same way here.

use super::contact::dimension;
use super::flex::{cell_of, edges, flex_of};
use super::parts::{Part, Sides};
use super::weights::{coupled_weight, single_weight};
use crate::data::{Data, Sim};
use crate::enums::{ConstraintType, EqType};
use crate::ids::{BodyId, ContactId, EfcId, EqualityId, FlexNodeId, FlexVertId};
use crate::model::Model;
use crate::smooth::flex::grid::{Cell, Grid, node_body};
use crate::smooth::flex::vertices;

/// The weights of all rows; `None` if no row is of a flex that is tied.
pub(super) fn all(m: &Model, d: &mut Data) -> Option<Vec<f64>> {
    if m.nflex == 0 {
        return None;
    }
    let ne = usize::try_from(d.ne).unwrap_or(0);
    let tied = |&id: &i32| is_of_flex(m, EqualityId(id as usize));
    if !d.efc_id.iter().take(ne).any(tied) {
        return None;
    }
    let mut weights = d.scratch.take(d.efc_type.len());
    let Data { workspace, flexvert_xpos, sims: [sim], .. } = d;
    let mut walk = Walk { weights: &mut weights, at: 0 };
    let mut weld = 0;
    while walk.at < sim.efc_type.len() {
        let (kind, id) = (sim.efc_type[EfcId(walk.at)].raw(), sim.efc_id[EfcId(walk.at)] as usize);
        match ConstraintType::from_i32(kind) {
            Some(ConstraintType::Equality) => equality(m, EqualityId(id), &mut weld, &mut walk),
            Some(
                kind @ (ConstraintType::ContactFrictionless
                | ConstraintType::ContactPyramidal
                | ConstraintType::ContactElliptic),
            ) => {
                let contact = ContactId(id);
                let parts = &mut workspace.contact_parts;
                let sides = Sides::of(m, flexvert_xpos, &sim.contact[contact], parts);
                let each = [0, 1].map(|i| sides.as_ref().map_or(0.0, |s| of_sides(m, s, i)));
                of_contact(sim, contact, kind, each, &mut walk);
            }
            Some(kind) => walk.put(single_weight(m, kind, id)),
            None => walk.put(0.0),
        }
    }
    Some(weights)
}

/// Whether an equality ties a flex.
fn is_of_flex(m: &Model, e: EqualityId) -> bool {
    let kind = m.eq_type.raw().get(e.0).and_then(|&kind| EqType::from_i32(kind));
    matches!(kind, Some(EqType::Flex | EqType::FlexVert | EqType::FlexStrain))
}

/// Rows that are given weights one after the other; those beyond the last are forgotten.
struct Walk<'a> {
    weights: &'a mut [f64],
    at: usize,
}

impl Walk<'_> {
    fn put(&mut self, weight: f64) {
        if let Some(to) = self.weights.get_mut(self.at) {
            *to = weight;
        }
        self.at += 1;
    }
}

fn equality(m: &Model, e: EqualityId, weld: &mut usize, walk: &mut Walk<'_>) {
    let start = walk.at;
    let kind = m.eq_type[e].get();
    match kind {
        Some(EqType::Flex) => {
            for edge in edges(m, flex_of(m, e)) {
                walk.put(m.flexedge_invweight0[edge]);
            }
        }
        Some(EqType::FlexVert) => {
            for v in vertices(m, flex_of(m, e)).map(FlexVertId) {
                let body = m.flex_vertbodyid[v].id();
                let weight = body.map_or(0.0, |b| m.body_invweight0[b][0]);
                walk.put(weight);
                walk.put(weight);
            }
        }
        Some(EqType::FlexStrain) => {
            if let Some((grid, cell)) = cell_of(m, e) {
                let weight = cell_weight(m, e, grid, cell);
                (0..rows_counted(grid)).for_each(|_| walk.put(weight));
            }
        }
        Some(EqType::Weld) => {
            walk.put(coupled_weight(m, e, kind, usize::from(*weld > 2)));
            *weld = (*weld + 1) % 6;
        }
        _ => walk.put(coupled_weight(m, e, kind, 0)),
    }
    // never stands still
    walk.at = walk.at.max(start + 1);
}

/// How many rows MuJoCo counts for a cell.
fn rows_counted(grid: Grid) -> usize {
    let nodes = grid.nodes_per_cell();
    if grid.order() == 1 { 2 + 3 * nodes } else { 6 * nodes }
}

/// The mean inverse inertia of the nodes of a cell.
fn cell_weight(m: &Model, e: EqualityId, grid: Grid, cell: Cell) -> f64 {
    let first = m.flex_nodeadr[flex_of(m, e)] as usize;
    let weights = grid.nodes(cell).map(|n| m.body_invweight0[node_body(m, FlexNodeId(first + n))]);
    weights.fold(0.0, |sum, weight| sum + weight[0]) / grid.nodes_per_cell() as f64
}

/// Inverse inertia of translation or rotation of both sides of a contact.
fn of_sides(m: &Model, sides: &Sides<'_>, which: usize) -> f64 {
    let of = |body: BodyId| m.body_invweight0[body][which];
    match sides {
        Sides::Bodies([first, second]) => of(*first) + of(*second),
        Sides::Parts(parts) => {
            parts.iter().fold(0.0, |sum, part: &Part| sum + of(part.body) * part.weight.abs())
        }
    }
}

/// The rows of a contact, given what translation and rotation weigh.
fn of_contact(
    sim: &Sim,
    id: ContactId,
    kind: ConstraintType,
    [translation, rotation]: [f64; 2],
    walk: &mut Walk<'_>,
) {
    let contact = &sim.contact[id];
    let dim = dimension(contact);
    if kind != ConstraintType::ContactPyramidal {
        for i in 0..dim {
            walk.put(if i < 3 { translation } else { rotation });
        }
        return;
    }
    for (i, mu) in contact.friction.iter().enumerate().take(dim.saturating_sub(1)) {
        let weight = translation + mu * mu * if i < 2 { translation } else { rotation };
        walk.put(weight);
        walk.put(weight);
    }
}
