//! Islands: trees that constraints connect, directly or through others.
//!
//! Islands are numbered by their first tree. Trees, degrees of freedom and rows are listed island by
//! island, in their former order within an island, and after the last island those of no island.
//!
//! Quantities in island order (`iM`, `iLD`, `iefc_J`, `iefc_type` and so on) stay empty: the solver
//! gathers what it needs in memory of its own.

mod flood_fill;
mod trees;

#[cfg(test)]
mod tests;

use crate::data::{Data, Sim};
use crate::enums::{ConstraintType, DisableBit};
use crate::fields::Link;
use crate::ids::IslandId;
use crate::model::Model;
use crate::stage::stage;

pub use flood_fill::flood_fill;

stage! {
    /// Islands of trees that constraints connect.
    ISLAND = Forward(find), PosMake;
    model {
        dof_treeid opt.disableflags body_treeid jnt_dofadr tree_dofadr tree_dofnum geom_bodyid
        site_bodyid eq_type eq_obj1id eq_obj2id eq_objtype ten_J_rownnz ten_J_rowadr ten_J_colind
    }
    reads { nefc contact efc_type efc_id efc_J efc_J_rownnz efc_J_rowadr efc_J_colind }
    writes {
        nisland nidof tree_island dof_island efc_island island_dofadr island_idofadr island_iefcadr
        island_itreeadr island_ne island_nefc island_nf island_ntree island_nv map_dof2idof
        map_efc2iefc map_idof2dof map_iefc2efc map_itree2tree
    }
}

/// Finds the islands: `nisland`, `tree_island`, `dof_island`, `efc_island` and the maps between
/// the order of degrees of freedom and rows in the model and in the islands.
///
/// Without rows, or if the options disable islands, there are none and the maps are identities.
#[doc(alias = "mj_island")]
pub fn find(m: &Model, d: &mut Data) {
    // of each tree the island, of each row a tree
    let nefc = d.efc_type.len().min(usize::try_from(d.nefc).unwrap_or(0));
    d.efc_island.resize(nefc);
    d.tree_island.fill(Link::NONE);
    if nefc == 0 || m.opt.disabled(DisableBit::Island) {
        d.efc_island.fill(Link::NONE);
        d.dof_island.fill(Link::NONE);
        (d.nisland, d.nidof) = (0, 0);
        resize(d, 0, nefc);
        return;
    }
    trees::connect(m, d);
    let nisland = number(d.tree_island.raw_mut());
    d.nisland = nisland as i32;
    resize(d, nisland, nefc);

    group_trees(d);
    group_dofs(m, d);
    group_rows(d);
}

/// Turns a forest, in which each tree names an earlier one of its island, itself, or -1 if it has
/// no constraint, into numbers of islands; returns how many there are.
fn number(forest: &mut [i32]) -> usize {
    let mut count = 0;
    for i in 0..forest.len() {
        match usize::try_from(forest[i]) {
            // the first of its island
            Ok(parent) if parent == i => {
                forest[i] = count;
                count += 1;
            }
            // the earlier one has its number already
            Ok(parent) => forest[i] = forest[parent],
            Err(_) => {}
        }
    }
    count as usize
}

/// Sizes what islands and rows decide.
fn resize(d: &mut Sim, nisland: usize, nefc: usize) {
    for field in [
        &mut d.island_ntree,
        &mut d.island_itreeadr,
        &mut d.island_nv,
        &mut d.island_idofadr,
        &mut d.island_dofadr,
        &mut d.island_ne,
        &mut d.island_nf,
        &mut d.island_nefc,
        &mut d.island_iefcadr,
    ] {
        field.resize(nisland);
    }
    d.map_efc2iefc.resize(nefc);
    d.map_iefc2efc.resize(nefc);
}

/// Lists trees by island.
fn group_trees(d: &mut Sim) {
    let Sim { tree_island, island_ntree, island_itreeadr, map_itree2tree, .. } = d;
    group(tree_island.raw(), island_ntree, island_itreeadr, &mut [], map_itree2tree);
}

/// Lists degrees of freedom by island.
fn group_dofs(m: &Model, d: &mut Sim) {
    for (island, &tree) in d.dof_island.raw_mut().iter_mut().zip(m.dof_treeid.raw().iter()) {
        *island =
            usize::try_from(tree).ok().and_then(|t| d.tree_island.raw().get(t)).map_or(-1, |&i| i);
    }
    let Sim { dof_island, island_nv, island_idofadr, map_dof2idof, map_idof2dof, .. } = d;
    group(dof_island.raw(), island_nv, island_idofadr, map_dof2idof, map_idof2dof);

    d.nidof = d.island_nv.iter().sum();
    for (first, &adr) in d.island_dofadr.iter_mut().zip(d.island_idofadr.iter()) {
        *first = d.map_idof2dof.get(adr as usize).map_or(-1, |&dof| dof);
    }
}

const EQUALITY: i32 = ConstraintType::Equality as i32;
const FRICTION_DOF: i32 = ConstraintType::FrictionDof as i32;
const FRICTION_TENDON: i32 = ConstraintType::FrictionTendon as i32;

/// Lists rows by island; `efc_island` holds a tree of each row and becomes its island.
fn group_rows(d: &mut Sim) {
    let Sim { efc_island, tree_island, .. } = d;
    for row in efc_island.raw_mut().iter_mut() {
        *row = usize::try_from(*row).ok().and_then(|t| tree_island.raw().get(t)).map_or(-1, |&i| i);
    }
    let Sim { efc_island, island_nefc, island_iefcadr, map_efc2iefc, map_iefc2efc, .. } = d;
    group(efc_island.raw(), island_nefc, island_iefcadr, map_efc2iefc, map_iefc2efc);

    // how many rows are equalities, how many friction loss
    d.island_ne.fill(0);
    d.island_nf.fill(0);
    for (&island, &kind) in d.efc_island.raw().iter().zip(d.efc_type.raw().iter()) {
        let counts = match kind {
            EQUALITY => &mut d.island_ne,
            FRICTION_DOF | FRICTION_TENDON => &mut d.island_nf,
            _ => continue,
        };
        if let Some(island) = IslandId::new(island) {
            counts[island] += 1;
        }
    }
}

/// Counts the members of each island and finds where each island starts. `places` receives the place
/// of every member in island order, unless it is empty, and `members` the member at every place.
fn group(
    island: &[i32],
    count: &mut [i32],
    start: &mut [i32],
    places: &mut [i32],
    members: &mut [i32],
) {
    // all in one island: the order stays
    if let ([count], [start]) = (&mut *count, &mut *start)
        && island.iter().all(|&i| i == 0)
    {
        (*count, *start) = (island.len() as i32, 0);
        for to in [places, members] {
            for (i, to) in to.iter_mut().take(island.len()).enumerate() {
                *to = i as i32;
            }
        }
        return;
    }
    group_several(island, count, start, places, members);
}

/// [`group`], member by member.
fn group_several(
    island: &[i32],
    count: &mut [i32],
    start: &mut [i32],
    places: &mut [i32],
    members: &mut [i32],
) {
    count.fill(0);
    for &i in island {
        if let Ok(i) = usize::try_from(i) {
            count[i] += 1;
        }
    }
    let mut rest = 0;
    for (start, count) in start.iter_mut().zip(&*count) {
        *start = rest;
        rest += count;
    }

    // the start of an island moves over its members, then back
    for (member, &i) in island.iter().enumerate() {
        let next = match usize::try_from(i) {
            Ok(i) => &mut start[i],
            Err(_) => &mut rest,
        };
        if let Some(place) = places.get_mut(member) {
            *place = *next;
        }
        members[*next as usize] = member as i32;
        *next += 1;
    }
    for (start, count) in start.iter_mut().zip(&*count) {
        *start -= count;
    }
}
