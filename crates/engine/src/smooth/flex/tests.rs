pub(crate) mod fixture;

use crate::data::Data;
use crate::enums::EqType;
use crate::ids::{BodyId, FlexEdgeId, FlexEdgeJAdr, FlexId, FlexNodeId, FlexVertId};
use crate::math::{Num, Vec3};
use crate::model::{Draft, Model, SLIDES_ONLY};
use crate::sizes::Sizes;
use crate::step::{forward, fwd_kinematics, fwd_position, fwd_velocity};
use fixture::{POINTS, at, cube, deformed, moved_as_one, of_cell, of_elements, shifted};

const H: f64 = 1e-6;

fn positions(m: &Model, points: &[Vec3]) -> Data {
    let mut d = at(m, points);
    fwd_position(m, &mut d);
    d
}

fn tetrahedron() -> Model {
    of_elements(&POINTS, &[&[0, 1, 2, 3]], EqType::Flex)
}

/// Two triangles that share an edge, in the plane of x and y at rest.
fn surface() -> (Model, Vec<Vec3>) {
    let flat: Vec<Vec3> = POINTS.iter().map(|p| Vec3([p[0], p[1], 0.0])).collect();
    (of_elements(&flat, &[&[0, 1, 2], &[1, 3, 2]], EqType::FlexVert), flat)
}

#[test]
fn vertices_are_where_their_bodies_are() {
    let (m, points) = (tetrahedron(), deformed(&POINTS));
    let d = positions(&m, &points);
    for (v, point) in points.iter().enumerate() {
        assert!((d.flexvert_xpos[FlexVertId(v)] - *point).norm() < 1e-15);
    }
}

#[test]
fn boxes_of_elements_touch_their_outermost_vertices() {
    let mut m = tetrahedron();
    m.flex_radius.fill(0.25);
    let d = positions(&m, &POINTS);
    let aabb = d.flexelem_aabb.as_slice()[0];
    for i in 0..3 {
        let low = POINTS.iter().map(|p| p[i]).fold(f64::MAX, f64::min_num);
        let high = POINTS.iter().map(|p| p[i]).fold(f64::MIN, f64::max_num);
        assert!((aabb[i] - 0.5 * (low + high)).abs() < 1e-15);
        assert!((aabb[i + 3] - 0.25 - 0.5 * (high - low)).abs() < 1e-15);
    }
}

/// The row of an edge is the derivative of its length, and times the velocity its rate of change.
#[test]
fn jacobians_of_edges_match_differences_of_lengths() {
    let (m, points) = (tetrahedron(), deformed(&POINTS));
    let d = positions(&m, &points);
    for e in (0..m.nflexedge).map(FlexEdgeId) {
        for at in 0..6 {
            let at = FlexEdgeJAdr(6 * e.0 + at);
            let k = crate::ids::DofId(m.flexedge_J_colind[at] as usize);
            let length = |h: f64| positions(&m, &shifted(&points, k, h)).flexedge_length[e];
            let slope = (length(H) - length(-H)) / (2.0 * H);
            assert!((d.flexedge_J[at] - slope).abs() < 1e-8, "{e:?} {k:?}");
        }
    }
    let mut d = at(&m, &points);
    for (i, v) in d.qvel.iter_mut().enumerate() {
        *v = 0.3 - 0.1 * (i % 4) as f64;
    }
    forward(&m, &mut d);
    let later: Vec<Vec3> = (0..4)
        .map(|i| points[i] + Vec3(std::array::from_fn(|x| d.qvel.as_slice()[3 * i + x])) * H)
        .collect();
    let after = positions(&m, &later);
    for e in (0..m.nflexedge).map(FlexEdgeId) {
        let rate = (after.flexedge_length[e] - d.flexedge_length[e]) / H;
        assert!((d.flexedge_velocity[e] - rate).abs() < 1e-5);
    }
}

#[test]
fn jacobians_of_vertices_that_slide_are_those_of_any_bodies() {
    let points = deformed(&POINTS);
    let [any, sliding] = [0, SLIDES_ONLY].map(|simple| {
        let mut draft = drafted(&tetrahedron());
        draft.field_mut("body_simple").unwrap().bytes[1..].fill(simple);
        positions(&draft.finish().unwrap(), &points).flexedge_J.to_vec()
    });
    assert_eq!(any, sliding);
    assert!(any.len() == 36 && any.iter().all(|entry| *entry != 0.0));
}

#[test]
fn jacobians_of_strains_match_differences() {
    let (m, flat) = surface();
    let points = deformed(&flat);
    let d = positions(&m, &points);
    for v in 0..4 {
        for k in m.dofs() {
            let strain = |h| positions(&m, &shifted(&points, k, h)).flexvert_length[FlexVertId(v)];
            let (above, below) = (strain(H), strain(-H));
            for i in 0..2 {
                let slope = (above[i] - below[i]) / (2.0 * H);
                let entry = d.flexvert_J.scalars::<f64>()[(2 * v + i) * m.nv + k.0];
                assert!((entry - slope).abs() < 1e-7, "{v} {i} {k:?}: {entry} {slope}");
            }
        }
    }
}

/// A surface that only moves and turns is not strained.
#[test]
fn rigid_motion_strains_nothing() {
    let (m, flat) = surface();
    let d = positions(&m, &moved_as_one(&flat));
    assert!(d.flexvert_length.iter().flatten().all(|x| x.abs() < 1e-13));
}

#[test]
fn what_is_between_nodes_moves_with_them() {
    let m = of_cell();
    let place = m.flex_vert0[FlexVertId(0)];
    let rest = positions(&m, &cube()).flexvert_xpos[FlexVertId(0)];
    assert!((rest - place).norm() < 1e-15);
    let points = moved_as_one(&cube());
    let moved = positions(&m, &points).flexvert_xpos[FlexVertId(0)];
    let [expected] = moved_as_one(&[place])[..] else { unreachable!() };
    assert!((moved - expected).norm() < 1e-14);
}

/// Weights of nodes add up to one and repeat positions of nodes, for both orders and for several cells.
#[test]
fn interpolation_repeats_linear_functions() {
    for (interp, nodes) in [(1, 12), (2, 45)] {
        let m = Model::new(Sizes { nbody: 1, nflex: 1, nflexnode: nodes, ..Sizes::default() });
        let mut m = m.unwrap();
        m.flex_interp.fill(interp);
        m.flex_cellnum.fill([2, 1, 1]);
        m.flex_nodenum.fill(nodes as i32);
        let grid = super::Grid::of(&m, FlexId(0)).unwrap();
        let side = interp as usize;
        for place in [Vec3([0.1, 0.2, 0.9]), Vec3([0.75, 1.0, 0.0]), Vec3([1.0; 3])] {
            let (cell, local) = grid.locate(place);
            let (mut found, mut sum) = (Vec3::ZERO, 0.0);
            for (node, weight) in grid.nodes(cell).zip(grid.weights(local)) {
                let along = side + 1;
                let numbers = [node / (along * along), node / along % along, node % along];
                let counts = [2 * side, side, side];
                let at = std::array::from_fn(|i| numbers[i] as f64 / counts[i] as f64);
                found += Vec3(at) * weight;
                sum += weight;
            }
            assert!(
                (sum - 1.0).abs() < 1e-14 && (found - place).norm() < 1e-14,
                "{interp} {place:?}"
            );
        }
    }
}

/// Velocities are those of the bodies, whatever the nodes' offsets.
#[test]
fn velocities_of_nodes_match_differences_of_positions() {
    let mut m = of_cell();
    m.flex_centered.fill(0);
    m.flex_node.fill(Vec3([0.1, -0.2, 0.05]));
    let mut d = at(&m, &deformed(&cube()));
    d.qvel.fill(0.4);
    fwd_position(&m, &mut d);
    fwd_velocity(&m, &mut d);
    for n in (0..8).map(FlexNodeId) {
        let point = super::grid::node_position(&m, &d.xpos, &d.xmat, FlexId(0), n);
        assert!((point - d.xpos[BodyId(n.0 + 1)] - m.flex_node[n]).norm() < 1e-15);
        let velocity = super::grid::node_velocity(&m, &d, n, point);
        assert!((velocity - Vec3([0.4; 3])).norm() < 1e-14);
    }
}

/// Any number in any place of the structure of a flex is refused, or leads nowhere wrong.
#[test]
fn no_structure_of_flexes_leads_out_of_its_arrays() {
    let cells = of_cell();
    let (surface, _) = surface();
    let mut refused = 0;
    for m in [&cells, &surface] {
        let names: Vec<&str> = Model::FIELDS.iter().map(|f| f.name).collect();
        for name in names.into_iter().filter(|name| name.starts_with("flex")) {
            for value in [-3, 1, 1_000_000, i32::MIN] {
                for entry in [0, 5, usize::MAX] {
                    refused += usize::from(spoiled(m, name, entry, value));
                }
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

/// A model whose structure can be changed.
fn drafted(m: &Model) -> Draft {
    let mut draft = Draft::new(m.sizes.clone()).unwrap();
    for field in m.fields() {
        if let Some(to) = draft.field_mut(field.name) {
            to.bytes.copy_from_slice(field.bytes);
        }
    }
    draft
}

/// Whether a model is refused when a number of it is replaced; else steps with it.
fn spoiled(m: &Model, name: &str, entry: usize, value: i32) -> bool {
    let mut draft = drafted(m);
    let Some(field) = draft.field_mut(name) else { return false };
    let count = field.bytes.len() / 4;
    let at = 4 * entry.min(count.saturating_sub(1));
    if field.dtype != crate::fields::DType::I32 || count == 0 {
        return false;
    }
    field.bytes[at..at + 4].copy_from_slice(&value.to_ne_bytes());
    let Ok(mut m) = draft.finish() else { return true };
    m.opt.integrator = crate::enums::Integrator::ImplicitFast as i32;
    let mut d = Data::new(&m);
    d.eq_active.fill(1);
    fwd_kinematics(&m, &mut d);
    crate::step::step(&m, &mut d);
    false
}

#[test]
fn lanes_refuse_flexes() {
    let refused = crate::DataOf::<crate::math::Pack<2>>::in_lanes(&tetrahedron());
    assert_eq!(refused.err(), Some(crate::LanesError::Flexes));
}
