//! Whether the integers in [`Data`] fit together: counts, ids, addresses and lists that stages index
//! with, and what is done when they do not.
//!
//! | reads | writes |
//! |---|---|
//! | `nefc`, `nisland`, `ntree_awake` | `ncon`, `ne`, `nf`, `nl`, `nJ`, `nA`, `nidof` |
//! | `nbody_awake`, `nparent_awake`, `nv_awake` | `tree_asleep`, `ten_wrapadr`, `ten_wrapnum` |
//! | `wrap_obj`, `moment_colind` | `moment_rownnz`, `moment_rowadr`, `contact` |
//! | `actuator_moment`, `tree_awake` | `tendon_efcadr` |
//! | `body_awake`, `body_awake_ind` | |
//! | `parent_awake_ind`, `dof_awake_ind` | |
//! | `efc_type`, `efc_id`, `efc_J_rownnz` | |
//! | `efc_J_rowadr`, `efc_J_rowsuper` | |
//! | `efc_J_colind`, `efc_J`, `tree_island` | |
//! | `island_ntree`, `island_itreeadr` | |
//! | `map_itree2tree`, `dof_island`, `island_nv` | |
//! | `island_idofadr`, `map_dof2idof` | |
//! | `map_idof2dof`, `efc_island`, `island_ne` | |
//! | `island_nf`, `island_nefc` | |
//! | `island_iefcadr`, `map_efc2iefc` | |
//! | `map_iefc2efc`, `efc_AR_rownnz` | |
//! | `efc_AR_rowadr`, `efc_AR_colind`, `efc_AR` | |
//! | `opt.enableflags` | |
//!
//! Stages write these integers and stages read them, but anybody may write to them in between. Those
//! that start in the middle of a step ask here first; `step` and `forward` compute all of them
//! before they read any, but for what sleeps.
//!
//! | part | if it does not fit |
//! |---|---|
//! | sleep | trees wake, lists are made again |
//! | contacts | there are none |
//! | rows of constraints, `efc_AR` | there are none |
//! | islands | found again |
//! | paths of tendons, moments of actuators | empty |

use crate::contact::Contact;
use crate::data::Data;
use crate::enums::{ConstraintType, EnableBit};
use crate::fields::{Field, Table};
use crate::hooks::{AsSystem, System};
use crate::ids::{ActuatorId, ContactId, DofId, EfcId, IslandId, TendonId, TreeId};
use crate::model::Model;
use crate::{island, sleep};

/// Calls stages that compute all integers before they read any, but for what sleeps. Not, and all numbers are
/// NaN, if the data is of another model.
pub(crate) fn from_start(
    m: &impl AsSystem,
    d: &mut Data,
    run: impl FnOnce(&System<'_>, &mut Data),
) {
    let m = &m.as_system();
    if repair_sleep(m, d) {
        run(m, d);
    }
}

/// As [`from_start`], for stages that read integers which stages before have written, or anybody since.
pub(crate) fn from_middle(
    m: &impl AsSystem,
    d: &mut Data,
    run: impl FnOnce(&System<'_>, &mut Data),
) {
    let m = &m.as_system();
    if repair(m, d) {
        run(m, d);
    }
}

/// A number that does not fit: the field and the place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) field: &'static str,
    pub(crate) index: usize,
}

type CheckResult = Result<(), Fault>;

/// Makes sure that stages can read the integers of the data: whatever does not fit becomes what the
/// table above says. False, and all numbers are NaN, if the data is of another model.
#[inline(never)]
#[must_use]
pub(crate) fn repair(m: &Model, d: &mut Data) -> bool {
    if !repair_sleep(m, d) {
        return false;
    }
    d.ncon = d.contact.len() as i32;
    if contacts(m, d).is_err() {
        d.contact.resize(0);
        d.ncon = 0;
        d.clear_constraints();
    }
    let had_islands = d.nisland > 0;
    if d.nefc <= 0 || rows(m, d).is_err() || inverse(d).is_err() {
        d.clear_constraints();
        (d.ne, d.nf, d.nl, d.nJ, d.nA, d.nidof) = (0, 0, 0, 0, 0, 0);
    } else if islands(m, d).is_err() {
        island::find(m, d);
    }
    if had_islands && d.nefc == 0 {
        island::find(m, d);
    }
    if tendons(d).is_err() {
        d.ten_wrapadr.fill(0);
        d.ten_wrapnum.fill(0);
    }
    let last = last_address(m, d);
    d.tendon_efcadr
        .raw_mut()
        .iter_mut()
        .filter(|adr| **adr < -1 || **adr > last)
        .for_each(|adr| *adr = -1);
    if moments(m, d).is_err() {
        d.moment_rownnz.fill(0);
        d.moment_rowadr.fill(0);
    }
    true
}

/// [`repair`] for what sleeps; a comparison while sleep is disabled.
#[inline]
#[must_use]
fn repair_sleep(m: &Model, d: &mut Data) -> bool {
    let fits = d.is_of(m);
    if fits && m.opt.enabled(EnableBit::Sleep) {
        repair_awake_lists(m, d);
    }
    fits
}

#[inline(never)]
fn repair_awake_lists(m: &Model, d: &mut Data) {
    let mut seen = d.scratch.take_indices(d.tree_asleep.len());
    let circles = asleep(&d.tree_asleep, &mut seen);
    d.scratch.give_indices(seen);
    if circles.is_err() {
        d.tree_asleep.fill(sleep::AWAKE);
    }
    if circles.is_err() || awake(m, d).is_err() {
        sleep::update(m, d);
    }
}

/// Everything.
pub(crate) fn check(m: &Model, d: &Data) -> CheckResult {
    asleep(&d.tree_asleep, &mut vec![0; d.tree_asleep.len()])?;
    awake(m, d)?;
    count(d.ncon, d.contact.len(), "ncon")?;
    contacts(m, d)?;
    count(d.nefc, d.efc_type.len(), "nefc")?;
    rows(m, d)?;
    inverse(d)?;
    islands(m, d)?;
    tendons(d)?;
    entries(d.tendon_efcadr.raw(), "tendon_efcadr", |_, adr| {
        adr >= -1 && adr <= last_address(m, d)
    })?;
    moments(m, d)
}

fn fault(field: &'static str, index: usize) -> CheckResult {
    Err(Fault { field, index })
}

/// A count that must be the length of an array.
fn count(n: i32, len: usize, field: &'static str) -> CheckResult {
    if usize::try_from(n) == Ok(len) { Ok(()) } else { fault(field, 0) }
}

/// Numbers that all must be good.
fn entries(list: &[i32], field: &'static str, good: impl Fn(usize, i32) -> bool) -> CheckResult {
    let bad = list.iter().enumerate().find(|&(i, &x)| !good(i, x));
    bad.map_or(Ok(()), |(i, _)| fault(field, i))
}

/// Whether `n` is an index of something that has `len`.
fn within(n: i32, len: usize) -> bool {
    usize::try_from(n).is_ok_and(|n| n < len)
}

/// Whether `num` numbers from `adr` on are within `len`.
fn spans(adr: i32, num: i32, len: usize) -> bool {
    let end = usize::try_from(adr).ok().zip(usize::try_from(num).ok());
    end.is_some_and(|(adr, num)| adr.checked_add(num).is_some_and(|end| end <= len))
}

/// Trees that sleep form circles: the next of each sleeps, and is the next of no other. `seen` has a
/// zero for each tree.
fn asleep(trees: &Field<TreeId, i32>, seen: &mut [i32]) -> CheckResult {
    for (t, &next) in trees.iter().enumerate().filter(|(_, next)| **next >= 0) {
        let sleeps = trees.get(next as usize).is_some_and(|&n| n >= 0);
        if !sleeps || seen[next as usize] != 0 {
            return fault("tree_asleep", t);
        }
        seen[next as usize] = 1;
    }
    Ok(())
}

/// The lists of what is awake increase and stay within the model.
fn awake(m: &Model, d: &Data) -> CheckResult {
    let lists = [
        (d.nbody_awake, d.body_awake_ind.as_slice(), m.nbody, "nbody_awake", "body_awake_ind"),
        (
            d.nparent_awake,
            d.parent_awake_ind.as_slice(),
            m.nbody,
            "nparent_awake",
            "parent_awake_ind",
        ),
        (d.nv_awake, d.dof_awake_ind.as_slice(), m.nv, "nv_awake", "dof_awake_ind"),
    ];
    for (n, list, len, counted, listed) in lists {
        let Some(list) = usize::try_from(n).ok().and_then(|n| list.get(..n)) else {
            return fault(counted, 0);
        };
        entries(list, listed, |i, x| within(x, len) && (i == 0 || list[i - 1] < x))?;
    }
    if !spans(0, d.ntree_awake, m.ntree) {
        return fault("ntree_awake", 0);
    }
    entries(&d.tree_awake, "tree_awake", |_, awake| awake == 0 || awake == 1)?;
    entries(d.body_awake.raw(), "body_awake", |_, state| (-1..=1).contains(&state))
}

/// Contacts are of geoms that exist, or of flexes, and have a dimension.
fn contacts(m: &Model, d: &Data) -> CheckResult {
    let good = |contact: &Contact| {
        let known = |g: i32| g == -1 || within(g, m.ngeom);
        contact.geom.into_iter().all(known)
            && matches!(contact.dim, 1 | 3 | 4 | 6)
            && contact.efc_address >= -1
    };
    d.contact.iter().position(|c| !good(c)).map_or(Ok(()), |i| fault("contact", i))
}

/// Rows of constraints: in the order of their kinds, of objects that exist, with a Jacobian that is
/// there.
fn rows(m: &Model, d: &Data) -> CheckResult {
    let Ok(nefc) = usize::try_from(d.nefc) else { return fault("nefc", 0) };
    if nefc == 0 {
        return Ok(());
    }
    for (index, info) in Data::FIELDS.iter().enumerate() {
        let of_rows = info.count == "nefc" && info.by == crate::Stage::MakeConstraint;
        let listed = info.name.starts_with("efc_J_row");
        let len = d.field_at(index).and_then(|field| field.shape.first().copied()).unwrap_or(0);
        if of_rows && len != nefc && !(listed && len == 0) {
            return fault(info.name, 0);
        }
    }
    kinds(m, d, nefc)?;
    contact_rows(d)?;
    count(d.nJ, d.efc_J.len(), "nJ")?;
    jacobian(m, d, nefc)
}

/// Kinds come in order, as many as counted.
fn kinds(m: &Model, d: &Data, nefc: usize) -> CheckResult {
    use ConstraintType as Kind;
    let mut counts = [0; 4];
    let mut last = 0;
    for i in 0..nefc {
        let (kind, id) = (d.efc_type[EfcId(i)].raw(), d.efc_id[EfcId(i)]);
        let Some(known) = Kind::from_i32(kind) else { return fault("efc_type", i) };
        let (group, len) = match known {
            Kind::Equality => (0, m.neq),
            Kind::FrictionDof => (1, m.nv),
            Kind::FrictionTendon => (1, m.ntendon),
            Kind::LimitJoint => (2, m.njnt),
            Kind::LimitTendon => (2, m.ntendon),
            _ => (3, d.contact.len()),
        };
        if group < last {
            return fault("efc_type", i);
        }
        last = group;
        counts[group] += 1;
        if !within(id, len) {
            return fault("efc_id", i);
        }
    }
    let counted = [(d.ne, "ne"), (d.nf, "nf"), (d.nl, "nl")];
    counted.into_iter().zip(counts).try_for_each(|((n, field), found)| count(n, found, field))
}

/// The rows of a contact follow each other from where it says, as many as its cone has.
fn contact_rows(d: &Data) -> CheckResult {
    let first = (d.ne + d.nf + d.nl) as usize;
    let mut i = first;
    while i < d.efc_type.len() {
        let contact = &d.contact[ContactId(d.efc_id[EfcId(i)] as usize)];
        let dim = contact.dim as usize;
        let rows = match d.efc_type[EfcId(i)].get() {
            Some(ConstraintType::ContactElliptic) => dim,
            Some(ConstraintType::ContactPyramidal) => 2 * (dim - 1),
            _ => 1,
        };
        let of_same = |r: usize| {
            d.efc_type.raw().get(r) == d.efc_type.raw().get(i) && d.efc_id.get(r) == d.efc_id.get(i)
        };
        if rows == 0 || contact.efc_address != i as i32 || !(i..i + rows).all(of_same) {
            return fault("efc_id", i);
        }
        i += rows;
    }
    Ok(())
}

/// A dense Jacobian has a number for each row and degree of freedom; a sparse one lists them.
fn jacobian(m: &Model, d: &Data, nefc: usize) -> CheckResult {
    if d.efc_J_rownnz.is_empty() {
        let fits = d.efc_J.len() >= nefc.saturating_mul(m.nv);
        return if fits { Ok(()) } else { fault("efc_J", 0) };
    }
    if d.efc_J_colind.len() != d.efc_J.len() || d.efc_J_rownnz.len() != nefc {
        return fault("efc_J_colind", 0);
    }
    sparse(&d.efc_J_rownnz, &d.efc_J_rowadr, "efc_J_rowadr", d.efc_J.len(), m.nv)?;
    entries(&d.efc_J_rowsuper, "efc_J_rowsuper", |i, n| n >= 0 && (n as usize) < nefc - i)?;
    entries(&d.efc_J_colind, "efc_J_colind", |_, k| within(k, m.nv))?;
    for row in d.efc_J_rownnz.ids() {
        let start = d.efc_J_rowadr[row] as usize;
        let columns = &d.efc_J_colind.as_slice()[start..start + d.efc_J_rownnz[row] as usize];
        if !columns.is_sorted_by(|a, b| a < b) {
            return fault("efc_J_colind", start);
        }
    }
    // rows of a run have the same columns
    entries(&d.efc_J_rowsuper, "efc_J_rowsuper", |i, n| {
        n == 0 || d.efc_J_rownnz[EfcId(i)] == d.efc_J_rownnz[EfcId(i + 1)]
    })
}

/// Rows of a sparse matrix lie within its numbers and are no longer than it is wide.
fn sparse(
    nnz: &Field<EfcId, i32>,
    adr: &Field<EfcId, i32>,
    field: &'static str,
    len: usize,
    width: usize,
) -> CheckResult {
    if adr.len() != nnz.len() {
        return fault(field, 0);
    }
    entries(adr, field, |i, adr| spans(adr, nnz[EfcId(i)], len) && spans(0, nnz[EfcId(i)], width))
}

/// `efc_AR`, if there is one.
fn inverse(d: &Data) -> CheckResult {
    let nefc = d.efc_type.len();
    if d.efc_AR.is_empty() {
        return Ok(());
    }
    if d.efc_AR_rownnz.is_empty() {
        let fits = d.efc_AR.len() == nefc.saturating_mul(nefc);
        return if fits { Ok(()) } else { fault("efc_AR", 0) };
    }
    if d.efc_AR_rownnz.len() != nefc || d.efc_AR_colind.len() != d.efc_AR.len() {
        return fault("efc_AR_rownnz", 0);
    }
    sparse(&d.efc_AR_rownnz, &d.efc_AR_rowadr, "efc_AR_rowadr", d.efc_AR.len(), nefc)?;
    entries(&d.efc_AR_colind, "efc_AR_colind", |_, c| within(c, nefc))
}

/// Islands share out trees, degrees of freedom and rows.
fn islands(m: &Model, d: &Data) -> CheckResult {
    let Ok(nisland) = usize::try_from(d.nisland) else { return fault("nisland", 0) };
    if nisland == 0 {
        return Ok(());
    }
    let nefc = d.efc_type.len();
    let counted = [
        (&d.island_ntree, &d.island_itreeadr, "island_itreeadr", m.ntree),
        (&d.island_nv, &d.island_idofadr, "island_idofadr", m.nv),
        (&d.island_nefc, &d.island_iefcadr, "island_iefcadr", nefc),
    ];
    for (num, adr, field, len) in counted {
        if num.len() != nisland || adr.len() != nisland {
            return fault("nisland", 0);
        }
        // one island after the other
        let follows = |i: usize, start: i32| {
            let before = i.checked_sub(1).map(IslandId);
            start == before.map_or(0, |b| adr[b].saturating_add(num[b]))
        };
        entries(adr, field, |i, start| spans(start, num[IslandId(i)], len) && follows(i, start))?;
    }
    let sum = |i: usize| d.island_ne[IslandId(i)].checked_add(d.island_nf[IslandId(i)]);
    if d.island_ne.len() != nisland || d.island_nf.len() != nisland {
        return fault("nisland", 0);
    }
    entries(&d.island_ne, "island_ne", |i, ne| {
        ne >= 0
            && d.island_nf[IslandId(i)] >= 0
            && sum(i).is_some_and(|sum| sum <= d.island_nefc[IslandId(i)])
    })?;
    if !spans(0, d.nidof, m.nv) {
        return fault("nidof", 0);
    }
    if d.efc_island.len() != nefc {
        return fault("efc_island", 0);
    }
    places(&d.map_itree2tree, "map_itree2tree", m.ntree)?;
    places(&d.map_idof2dof, "map_idof2dof", m.nv)?;
    places(&d.map_iefc2efc, "map_iefc2efc", nefc)?;
    inverse_of(&d.map_dof2idof, "map_dof2idof", &d.map_idof2dof)?;
    inverse_of(&d.map_efc2iefc, "map_efc2iefc", &d.map_iefc2efc)?;
    let known = |_: usize, i: i32| i == -1 || within(i, nisland);
    entries(d.tree_island.raw(), "tree_island", known)?;
    entries(d.dof_island.raw(), "dof_island", known)?;
    entries(d.efc_island.raw(), "efc_island", known)?;
    members(d.dof_island.raw(), "dof_island", &d.map_idof2dof, &d.island_nv)?;
    members(d.efc_island.raw(), "efc_island", &d.map_iefc2efc, &d.island_nefc)?;
    whole_trees(m, d)?;
    island_kinds(d)?;
    island_columns(d)
}

/// A list by islands has the members of the first, then those of the next, and last those of none.
fn members(island: &[i32], field: &'static str, list: &[i32], count: &[i32]) -> CheckResult {
    let mut rest = list.iter();
    for (i, &n) in count.iter().enumerate() {
        for &member in rest.by_ref().take(n as usize) {
            if island.get(member as usize) != Some(&(i as i32)) {
                return fault(field, member as usize);
            }
        }
    }
    let none = rest.find(|&&member| island.get(member as usize) != Some(&-1));
    none.map_or(Ok(()), |&member| fault(field, member as usize))
}

/// The degrees of freedom of an island are those of whole trees, in order: the layout of solvers.
fn whole_trees(m: &Model, d: &Data) -> CheckResult {
    let plan = &m.plan().inertia;
    let mut list = d.map_idof2dof.as_slice();
    for &n in &d.island_nv {
        let (mut island, rest) = list.split_at(n as usize);
        list = rest;
        while let Some(&first) = island.first() {
            let dofs = &plan.trees[plan.tree_of[first as usize] as usize].dofs;
            let is_whole = |own: &[i32]| own.iter().map(|&k| k as usize).eq(dofs.clone());
            if !island.get(..dofs.len()).is_some_and(is_whole) {
                return fault("map_idof2dof", first as usize);
            }
            island = &island[dofs.len()..];
        }
    }
    Ok(())
}

/// The rows of an island have columns of it only.
fn island_columns(d: &Data) -> CheckResult {
    for row in d.efc_J_rownnz.ids() {
        let start = d.efc_J_rowadr[row] as usize;
        let columns = &d.efc_J_colind.as_slice()[start..start + d.efc_J_rownnz[row] as usize];
        let island = d.efc_island[row].raw();
        if columns.iter().any(|&k| d.dof_island[DofId(k as usize)].raw() != island) {
            return fault("efc_J_colind", start);
        }
    }
    Ok(())
}

/// The rows of an island come in the order of their kinds, as many as counted.
fn island_kinds(d: &Data) -> CheckResult {
    for i in d.island_nefc.ids() {
        let start = d.island_iefcadr[i] as usize;
        let (ne, nf) = (d.island_ne[i] as usize, d.island_nf[i] as usize);
        for place in 0..d.island_nefc[i] as usize {
            let row = d.map_iefc2efc[EfcId(start + place)];
            let group = usize::from(row >= d.ne) + usize::from(row >= d.ne + d.nf);
            let expected = usize::from(place >= ne) + usize::from(place >= ne + nf);
            if group != expected {
                return fault("map_iefc2efc", start + place);
            }
        }
    }
    Ok(())
}

/// `map[list[i]] = i`.
fn inverse_of(map: &[i32], field: &'static str, list: &[i32]) -> CheckResult {
    if map.len() != list.len() {
        return fault(field, 0);
    }
    let wrong = list.iter().enumerate().find(|&(i, &x)| map.get(x as usize) != Some(&(i as i32)));
    wrong.map_or(Ok(()), |(i, _)| fault(field, i))
}

/// A map of `len` numbers to places among them.
fn places(map: &[i32], field: &'static str, len: usize) -> CheckResult {
    if map.len() != len {
        return fault(field, 0);
    }
    entries(map, field, |_, to| within(to, len))
}

/// The largest `tendon_efcadr`: that of an equality, or of a row that was left out since it is zero.
fn last_address(m: &Model, d: &Data) -> i32 {
    d.nefc.max(m.neq as i32)
}

/// Paths of tendons lie within the list of their points.
fn tendons(d: &Data) -> CheckResult {
    let points = 2 * d.wrap_obj.len();
    entries(&d.ten_wrapadr, "ten_wrapadr", |t, adr| spans(adr, d.ten_wrapnum[TendonId(t)], points))
}

/// Rows of moments lie within their numbers.
fn moments(m: &Model, d: &Data) -> CheckResult {
    let len = d.actuator_moment.len();
    entries(&d.moment_rowadr, "moment_rowadr", |u, adr| {
        let nnz = d.moment_rownnz[ActuatorId(u)];
        spans(adr, nnz, len) && spans(0, nnz, m.nv)
    })?;
    for u in m.actuators() {
        let (adr, nnz) = (d.moment_rowadr[u] as usize, d.moment_rownnz[u] as usize);
        let columns = d.moment_colind.get(adr..adr + nnz).unwrap_or(&[]);
        if columns.iter().any(|&k| !within(k, m.nv)) {
            return fault("moment_colind", adr);
        }
    }
    Ok(())
}
