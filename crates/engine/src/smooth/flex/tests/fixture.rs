//! Small flexes for tests: each vertex or node is a body that three slides move along the axes.

use crate::data::Data;
use crate::enums::{EqType, JointType};
use crate::fields::Link;
use crate::ids::{
    BodyId, DofId, EqualityId, FlexEdgeId, FlexEdgeJAdr, FlexElemDataAdr, FlexElemEdgeAdr, FlexId,
    FlexNodeId, FlexVertId, JointId,
};
use crate::math::{Quat, Vec3};
use crate::model::{Draft, Model};
use crate::option::{DEFAULT_SOLIMP, DEFAULT_SOLREF};
use crate::sizes::Sizes;
use crate::smooth::flex::{flexes, vertices};

/// Four points of no special shape.
pub(crate) const POINTS: [Vec3; 4] =
    [Vec3([0.1, 0.0, 0.2]), Vec3([1.1, 0.1, 0.0]), Vec3([0.2, 0.9, 0.1]), Vec3([0.9, 1.0, 0.3])];

/// Sizes of `bodies` bodies with three slides each.
fn sizes(bodies: usize) -> Sizes {
    Sizes {
        nbody: bodies + 1,
        njnt: 3 * bodies,
        nq: 3 * bodies,
        nv: 3 * bodies,
        ntree: bodies,
        nM: 6 * bodies,
        nC: 6 * bodies,
        nD: 9 * bodies,
        nB: 6 * bodies,
        nflex: 1,
        ..Sizes::default()
    }
}

/// The structure that all have in common.
fn draft(sizes: Sizes) -> Draft {
    let mut draft = Draft::new(sizes).unwrap();
    let s = draft.structure();
    s.body_jntnum.fill(3);
    s.body_jntnum[BodyId(0)] = 0;
    s.jnt_type.fill(JointType::Slide.into());
    s.flex_condim.fill(3);
    s.flex_matid.fill(Link::NONE);
    s.flex_texcoordadr.fill(-1);
    s.flex_bvhadr.fill(-1);
    s.eq_obj2id.fill(-1);
    draft
}

/// Places and masses of the bodies.
fn place(m: &mut Model, points: &[Vec3]) {
    for (i, &point) in points.iter().enumerate() {
        let b = BodyId(i + 1);
        m.body_pos[b] = point;
        m.body_mass[b] = 0.5 + 0.1 * i as f64;
        m.body_invweight0[b] = [1.0 / m.body_mass[b]; 2];
        m.body_inertia[b] = Vec3([0.01; 3]);
        for axis in 0..3 {
            m.jnt_axis[JointId(3 * i + axis)] = [Vec3::X, Vec3::Y, Vec3::Z][axis];
        }
    }
    m.body_quat.fill(Quat::IDENTITY);
    m.body_iquat.fill(Quat::IDENTITY);
    m.eq_solref.fill(DEFAULT_SOLREF);
    m.eq_solimp.fill(DEFAULT_SOLIMP);
    m.flex_centered.fill(1);
    m.opt.gravity = Vec3::ZERO;
}

/// Edges of elements in the order in which MuJoCo lists those of an element.
fn sides(dim: usize) -> &'static [[usize; 2]] {
    match dim {
        1 => &[[0, 1]],
        2 => &[[1, 2], [2, 0], [0, 1]],
        _ => &[[0, 1], [1, 2], [2, 0], [2, 3], [0, 3], [1, 3]],
    }
}

/// A flex whose vertices are bodies, with an equality of a kind on it.
pub(crate) fn of_elements(points: &[Vec3], elements: &[&[i32]], kind: EqType) -> Model {
    let dim = elements[0].len() - 1;
    let (mut edges, mut of_elements) = (Vec::<[i32; 2]>::new(), Vec::new());
    for (element, &[a, b]) in elements.iter().flat_map(|e| sides(dim).iter().map(move |s| (e, s))) {
        let edge = [element[a].min(element[b]), element[a].max(element[b])];
        let at = edges.iter().position(|&e| e == edge);
        of_elements.push(at.unwrap_or(edges.len()) as i32);
        edges.extend(at.is_none().then_some(edge));
    }
    let count = points.len();
    let mut draft = draft(Sizes {
        nflexvert: count,
        nflexedge: edges.len(),
        nflexelem: elements.len(),
        nflexelemdata: elements.len() * (dim + 1),
        nflexelemedge: of_elements.len(),
        nflexstiffness: 21 * elements.len(),
        nJfe: 6 * edges.len(),
        nJfv: 3 * count * count,
        neq: 1,
        nemax: 1,
        ..sizes(count)
    });
    let s = draft.structure();
    let f = FlexId(0);
    s.eq_type.raw_mut().fill(kind as i32);
    s.flex_dim[f] = dim as i32;
    s.flex_vertnum[f] = count as i32;
    s.flex_edgenum[f] = edges.len() as i32;
    s.flex_elemnum[f] = elements.len() as i32;
    s.flex_edgeequality[f] = if kind == EqType::FlexVert { 2 } else { 1 };
    for v in 0..count {
        s.flex_vertbodyid[FlexVertId(v)] = Link::from_raw(v as i32 + 1);
    }
    for (at, &v) in elements.iter().flat_map(|e| e.iter()).enumerate() {
        s.flex_elem[FlexElemDataAdr(at)] = v;
        s.flex_elemtexcoord[FlexElemDataAdr(at)] = v;
    }
    for (at, &edge) in of_elements.iter().enumerate() {
        s.flex_elemedge[FlexElemEdgeAdr(at)] = edge;
    }
    for (at, &[a, b]) in edges.iter().enumerate() {
        let e = FlexEdgeId(at);
        s.flex_edge[e] = [a, b];
        s.flex_edgeflap[e] = opposite(elements, [a, b]);
        s.flexedge_J_rownnz[e] = 6;
        s.flexedge_J_rowadr[e] = 6 * at as i32;
        for k in 0..6 {
            let body = if k < 3 { a } else { b };
            s.flexedge_J_colind[FlexEdgeJAdr(6 * at + k)] = 3 * body + k as i32 % 3;
        }
    }
    list_edges_of_vertices(s, &edges);
    let mut m = draft.finish().unwrap();
    place(&mut m, points);
    m.flex_damping[f] = 0.1;
    rest(&mut m, points);
    m
}

/// The corners of triangles opposite of an edge, -1 where there is none.
fn opposite(elements: &[&[i32]], edge: [i32; 2]) -> [i32; 2] {
    let has = |e: &&&[i32]| e.len() == 3 && edge.iter().all(|v| e.contains(v));
    let other = |e: &&[i32]| e.iter().copied().find(|v| !edge.contains(v));
    let mut found = elements.iter().filter(has).filter_map(other);
    [found.next().unwrap_or(-1), found.next().unwrap_or(-1)]
}

/// The edges around vertices, and the rows of strains, which depend on all vertices here.
fn list_edges_of_vertices(s: &mut crate::model::Structure, edges: &[[i32; 2]]) {
    let (count, nv) = (s.nflexvert, s.nv);
    let mut next = 0;
    for v in 0..count {
        let vertex = FlexVertId(v);
        s.flex_vertedgeadr[vertex] = next as i32;
        for (e, _) in edges.iter().enumerate().filter(|(_, ends)| ends.contains(&(v as i32))) {
            s.flex_vertedge.scalars_mut::<i32>()[next] = e as i32;
            next += 1;
        }
        s.flex_vertedgenum[vertex] = next as i32 - s.flex_vertedgeadr[vertex];
        let start = (2 * v * nv) as i32;
        s.flexvert_J_rowadr[vertex] = [start, start + nv as i32];
        s.flexvert_J_rownnz[vertex] = [nv as i32; 2];
    }
    for (at, column) in s.flexvert_J_colind.scalars_mut::<i32>().iter_mut().enumerate() {
        *column = (at % nv) as i32;
    }
}

/// Lengths at rest, and the metric of vertices of a surface in the plane of x and y.
fn rest(m: &mut Model, points: &[Vec3]) {
    for e in (0..m.nflexedge).map(FlexEdgeId) {
        let [a, b] = m.flex_edge[e].map(|v| points[v as usize]);
        m.flexedge_length0[e] = (b - a).norm();
        m.flexedge_invweight0[e] = 1.0 + e.0 as f64;
    }
    // places in a box of half size one
    m.flex_size.fill(Vec3([0.5; 3]));
    for (v, &point) in points.iter().enumerate() {
        m.flex_vert0[FlexVertId(v)] = point;
    }
    for f in flexes(m) {
        for v in vertices(m, f).map(FlexVertId) {
            let mut sum = [0.0; 4];
            for e in (0..m.nflexedge).map(FlexEdgeId) {
                let ends = m.flex_edge[e];
                let Some(at) = ends.iter().position(|&end| end == v.raw()) else { continue };
                let across = points[ends[1] as usize] - points[ends[0] as usize];
                let weight = m.body_mass[BodyId(ends[1 - at] as usize + 1)];
                for (i, sum) in sum.iter_mut().enumerate() {
                    *sum += weight * across[i / 2] * across[i % 2];
                }
            }
            let [a, b, c, d] = sum;
            m.flex_vertmetric[v] = [d, -b, -c, a].map(|x| x / (a * d - b * c));
        }
    }
}

/// The corners of a cube, the last axis fastest.
pub(crate) fn cube() -> [Vec3; 8] {
    std::array::from_fn(|n| Vec3([n / 4 % 2, n / 2 % 2, n % 2].map(|x| x as f64)))
}

/// A cube of one cell with nodes at its corners, one vertex within, and springs between all nodes that keep
/// no force when the cube moves.
pub(crate) fn of_cell() -> Model {
    let mut draft = draft(Sizes {
        nflexnode: 8,
        nflexvert: 1,
        nflexstiffness: 24 * 24,
        neq: 1,
        nemax: 1,
        ..sizes(8)
    });
    let s = draft.structure();
    let f = FlexId(0);
    s.eq_type.fill(EqType::FlexStrain.into());
    s.flex_dim[f] = 3;
    s.flex_interp[f] = 1;
    s.flex_cellnum[f] = [1; 3];
    s.flex_nodenum[f] = 8;
    s.flex_vertnum[f] = 1;
    s.flex_bandwidth[f] = 23;
    s.flex_vertbodyid.fill(Link::NONE);
    for n in 0..8 {
        s.flex_nodebodyid[FlexNodeId(n)] = Link::from_raw(n as i32 + 1);
    }
    let mut m = draft.finish().unwrap();
    place(&mut m, &cube());
    for (n, point) in cube().into_iter().enumerate() {
        m.flex_node0[FlexNodeId(n)] = point;
    }
    m.flex_vert0[FlexVertId(0)] = Vec3([0.3, 0.5, 0.8]);
    m.flex_damping[f] = 0.02;
    for (at, entry) in m.flex_stiffness.iter_mut().enumerate() {
        let (row, column) = (at / 24, at % 24);
        let same_axis = row % 3 == column % 3;
        let pull = if row == column { -7.0 } else { 1.0 };
        *entry = if same_axis { 30.0 * pull } else { 0.0 };
    }
    m
}

/// Data at rest, with bodies at other places: `points` in the order of bodies.
pub(crate) fn at(m: &Model, points: &[Vec3]) -> Data {
    let mut d = Data::new(m);
    for (i, &point) in points.iter().enumerate() {
        let moved = point - m.body_pos[BodyId(i + 1)];
        d.qpos[crate::ids::QposAdr(3 * i)..crate::ids::QposAdr(3 * i + 3)]
            .copy_from_slice(&moved.0);
    }
    d.eq_active.fill(1);
    d
}

/// Points that turned and moved as one.
pub(crate) fn moved_as_one(points: &[Vec3]) -> Vec<Vec3> {
    let turn = Quat([0.8, 0.3, -0.2, 0.5]).normalized();
    points.iter().map(|&p| turn.rotate(p) + Vec3([0.4, -2.0, 1.5])).collect()
}

/// Points that moved each for itself, the same whenever asked.
pub(crate) fn deformed(points: &[Vec3]) -> Vec<Vec3> {
    let shift = |i: usize, x: usize| 0.05 * ((7 * i + 3 * x) % 5) as f64 - 0.08;
    let moved = |(i, &p): (usize, &Vec3)| p + Vec3(std::array::from_fn(|x| shift(i, x)));
    points.iter().enumerate().map(moved).collect()
}

/// Points with one coordinate changed.
pub(crate) fn shifted(points: &[Vec3], k: DofId, by: f64) -> Vec<Vec3> {
    let mut points = points.to_vec();
    points[k.0 / 3][k.0 % 3] += by;
    points
}

/// The equality of the fixtures.
pub(crate) const EQUALITY: EqualityId = EqualityId(0);
