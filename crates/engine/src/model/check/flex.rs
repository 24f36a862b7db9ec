//! Flexes: what they consist of lies in their arrays, and belongs to the flex itself.

use super::object::CONDIMS;
use super::{Checked, below, boxes, fits, number, parts, span};
use crate::ids::{
    FlexEdgeId, FlexEdgeJAdr, FlexElemDataAdr, FlexElemEdgeAdr, FlexEvPairId, FlexId, FlexNodeId,
    FlexShellAdr, FlexVertId,
};
use crate::model::error::Allowed;
use crate::model::{Structure, StructureError};

/// Numbers of `flex_stiffness` for an element that is not interpolated.
const ELEMENT_STIFFNESS: i64 = 21;
/// Edges of an element of dimension 1, 2 and 3.
const EDGES: [i64; 3] = [1, 3, 6];

pub(super) fn check(s: &Structure) -> Checked {
    for f in (0..s.nflex).map(FlexId) {
        check_kind(s, f)?;
        check_spans(s, f)?;
        check_bodies(s, f)?;
        check_edges(s, f)?;
        check_elements(s, f)?;
        check_tree(s, f)?;
    }
    if s.nflex > 0 {
        check_rows(s)?;
    }
    Ok(())
}

fn wrong(field: &'static str, f: FlexId, value: i32, allowed: Allowed) -> Checked {
    Err(StructureError::entry(field, f.0, value, allowed))
}

/// Kinds and orders, and the nodes that an order asks for.
fn check_kind(s: &Structure, f: FlexId) -> Checked {
    let dim = s.flex_dim[f];
    if !(1..=3).contains(&dim) {
        return wrong("flex_dim", f, dim, Allowed::Range(1, 3));
    }
    let condim = s.flex_condim[f];
    if !CONDIMS.contains(&condim.into()) {
        return wrong("flex_condim", f, condim, Allowed::OneOf(CONDIMS));
    }
    below("flex_matid", f.0, s.flex_matid[f].raw(), -1, s.nmat)?;
    below("flex_edgeequality", f.0, s.flex_edgeequality[f], 0, 4)?;
    below("flex_bandwidth", f.0, s.flex_bandwidth[f], 0, s.nv.max(1))?;
    let interp = s.flex_interp[f];
    if !(-2..=2).contains(&interp) {
        return wrong("flex_interp", f, interp, Allowed::Range(-2, 2));
    }
    if interp == 0 {
        return Ok(());
    }
    let mut nodes = 1_i64;
    for (part, &cells) in s.flex_cellnum[f].iter().enumerate() {
        if !(1..=i32::MAX / 4).contains(&cells) {
            let (field, index, value) = ("flex_cellnum", f.0, cells.into());
            let allowed = Allowed::Range(1, (i32::MAX / 4).into());
            return Err(StructureError::Entry { field, index, part: Some(part), value, allowed });
        }
        nodes = nodes.saturating_mul(i64::from(interp.abs()) * i64::from(cells) + 1);
    }
    if i64::from(s.flex_nodenum[f]) == nodes {
        return Ok(());
    }
    wrong("flex_nodenum", f, s.flex_nodenum[f], Allowed::Exactly(nodes))
}

/// The parts of the arrays that belong to a flex.
fn check_spans(s: &Structure, f: FlexId) -> Checked {
    let dim = s.flex_dim[f] as usize;
    let elements = number("flex_elemnum", f.0, s.flex_elemnum[f])? as i64;
    let shells = number("flex_shellnum", f.0, s.flex_shellnum[f])? as i64;
    let pairs = number("flex_evpairnum", f.0, s.flex_evpairnum[f])? as i64;
    for (field, num) in [
        ("flex_nodenum", s.flex_nodenum[f]),
        ("flex_vertnum", s.flex_vertnum[f]),
        ("flex_edgenum", s.flex_edgenum[f]),
    ] {
        number(field, f.0, num)?;
    }
    let stiffness = match s.flex_interp[f] {
        0 => elements * ELEMENT_STIFFNESS,
        order => {
            let per_cell = (i64::from(order.abs()) + 1).pow(3) * 3;
            let cells = s.flex_cellnum[f].iter().fold(1_i64, |n, &c| n.saturating_mul(c.into()));
            cells.saturating_mul(per_cell * per_cell)
        }
    };
    for (field, adr, num, count) in [
        ("flex_nodeadr", s.flex_nodeadr[f], s.flex_nodenum[f].into(), s.nflexnode),
        ("flex_vertadr", s.flex_vertadr[f], s.flex_vertnum[f].into(), s.nflexvert),
        ("flex_edgeadr", s.flex_edgeadr[f], s.flex_edgenum[f].into(), s.nflexedge),
        ("flex_elemadr", s.flex_elemadr[f], elements, s.nflexelem),
        ("flex_elemdataadr", s.flex_elemdataadr[f], elements * (dim as i64 + 1), s.nflexelemdata),
        ("flex_elemedgeadr", s.flex_elemedgeadr[f], elements * EDGES[dim - 1], s.nflexelemedge),
        ("flex_stiffnessadr", s.flex_stiffnessadr[f], stiffness, s.nflexstiffness),
    ] {
        fits(field, f.0, adr, num, count)?;
    }
    if shells > 0 {
        let adr = s.flex_shelldataadr[f];
        fits("flex_shelldataadr", f.0, adr, shells * dim as i64, s.nflexshelldata)?;
    }
    if pairs > 0 {
        fits("flex_evpairadr", f.0, s.flex_evpairadr[f], pairs, s.nflexevpair)?;
    }
    below("flex_texcoordadr", f.0, s.flex_texcoordadr[f], -1, s.nflextexcoord)
}

/// Vertices are on bodies unless they are interpolated between nodes, which are.
fn check_bodies(s: &Structure, f: FlexId) -> Checked {
    let low = if s.flex_interp[f] == 0 { 0 } else { -1 };
    for v in span(s.flex_vertadr[f], s.flex_vertnum[f]).map(FlexVertId) {
        below("flex_vertbodyid", v.0, s.flex_vertbodyid[v].raw(), low, s.nbody)?;
    }
    for n in span(s.flex_nodeadr[f], s.flex_nodenum[f]).map(FlexNodeId) {
        below("flex_nodebodyid", n.0, s.flex_nodebodyid[n].raw(), 0, s.nbody)?;
    }
    Ok(())
}

/// Ends and flaps of edges are vertices of the flex; vertices know their edges.
fn check_edges(s: &Structure, f: FlexId) -> Checked {
    let verts = s.flex_vertnum[f] as usize;
    for e in span(s.flex_edgeadr[f], s.flex_edgenum[f]).map(FlexEdgeId) {
        parts("flex_edge", e.0, &s.flex_edge[e], 0, verts)?;
        // a second flap is there only beside a first
        let low = if s.flex_edgeflap[e][1] == -1 { -1 } else { 0 };
        parts("flex_edgeflap", e.0, &s.flex_edgeflap[e], low, verts)?;
    }
    let listed = s.flex_vertedge.scalars::<i32>();
    for v in span(s.flex_vertadr[f], s.flex_vertnum[f]).map(FlexVertId) {
        let (adr, num) = (s.flex_vertedgeadr[v], s.flex_vertedgenum[v]);
        number("flex_vertedgenum", v.0, num)?;
        fits("flex_vertedgeadr", v.0, adr, num.into(), listed.len())?;
        for &edge in &listed[span(adr, num)] {
            below("flex_vertedge", v.0, edge, 0, s.flex_edgenum[f] as usize)?;
        }
    }
    Ok(())
}

/// Corners of elements, of the surface and of pairs are vertices of the flex.
fn check_elements(s: &Structure, f: FlexId) -> Checked {
    let [verts, edges, elements, dim] =
        [s.flex_vertnum[f], s.flex_edgenum[f], s.flex_elemnum[f], s.flex_dim[f]]
            .map(|n| n as usize);
    let texcoords = match usize::try_from(s.flex_texcoordadr[f]) {
        Ok(first) => s.nflextexcoord - first,
        Err(_) => verts,
    };
    for c in span(s.flex_elemdataadr[f], (elements * (dim + 1)) as i32).map(FlexElemDataAdr) {
        below("flex_elem", c.0, s.flex_elem[c], 0, verts)?;
        below("flex_elemtexcoord", c.0, s.flex_elemtexcoord[c], 0, texcoords)?;
    }
    let sides = elements * EDGES[dim - 1] as usize;
    for e in span(s.flex_elemedgeadr[f], sides as i32).map(FlexElemEdgeAdr) {
        below("flex_elemedge", e.0, s.flex_elemedge[e], 0, edges)?;
    }
    for c in span(s.flex_shelldataadr[f], s.flex_shellnum[f] * dim as i32).map(FlexShellAdr) {
        below("flex_shell", c.0, s.flex_shell[c], 0, verts)?;
    }
    for p in span(s.flex_evpairadr[f], s.flex_evpairnum[f]).map(FlexEvPairId) {
        let [element, vertex] = s.flex_evpair[p];
        parts("flex_evpair", p.0, &[element], 0, elements)?;
        below("flex_evpair", p.0, vertex, 0, verts)?;
    }
    Ok(())
}

/// The boxes of a flex are among those that deform.
fn check_tree(s: &Structure, f: FlexId) -> Checked {
    let (adr, num) = (s.flex_bvhadr[f], s.flex_bvhnum[f]);
    number("flex_bvhnum", f.0, num)?;
    if num == 0 {
        return below("flex_bvhadr", f.0, adr, -1, s.nbvh.max(1));
    }
    fits("flex_bvhadr", f.0, adr, num.into(), s.nbvh.min(s.nbvhstatic + s.nbvhdynamic))?;
    if (adr as usize) < s.nbvhstatic {
        let allowed = Allowed::Range(s.nbvhstatic as i64, s.nbvh as i64 - i64::from(num));
        return wrong("flex_bvhadr", f, adr, allowed);
    }
    boxes(s, adr, num, s.flex_elemnum[f])
}

/// Rows of the Jacobians of edges and vertices: increasing degrees of freedom.
///
/// Which rows there are depends on parameters (edges without stiffness have none), so that a row
/// may be empty. Rows of different flexes may share memory: MuJoCo starts over behind a flex
/// without any.
fn check_rows(s: &Structure) -> Checked {
    for e in (0..s.nflexedge).map(FlexEdgeId) {
        let (adr, num) = (s.flexedge_J_rowadr[e], s.flexedge_J_rownnz[e]);
        number("flexedge_J_rownnz", e.0, num)?;
        fits("flexedge_J_rowadr", e.0, adr, num.into(), s.nJfe)?;
        let columns = span(adr, num).map(|at| s.flexedge_J_colind[FlexEdgeJAdr(at)]);
        increasing("flexedge_J_colind", adr as usize, columns, s.nv)?;
    }
    let all = s.flexvert_J_colind.scalars::<i32>();
    for v in (0..s.nflexvert).map(FlexVertId) {
        for (adr, num) in s.flexvert_J_rowadr[v].into_iter().zip(s.flexvert_J_rownnz[v]) {
            number("flexvert_J_rownnz", v.0, num)?;
            fits("flexvert_J_rowadr", v.0, adr, num.into(), all.len())?;
            let columns = all[span(adr, num)].iter().copied();
            increasing("flexvert_J_colind", adr as usize / 2, columns, s.nv)?;
        }
    }
    Ok(())
}

fn increasing(
    field: &'static str,
    first: usize,
    columns: impl Iterator<Item = i32>,
    nv: usize,
) -> Checked {
    let mut before = -1;
    for (k, column) in columns.enumerate() {
        if column <= before || column as usize >= nv {
            let words = "a degree of freedom after that of the entry before";
            let allowed = Allowed::Words(words);
            return Err(StructureError::entry(field, first + k, column, allowed));
        }
        before = column;
    }
    Ok(())
}
