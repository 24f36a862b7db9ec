//! Contacts of flexes that can be told by hand.

use crate::collision::collide;
use crate::constants::MAXCONPAIR;
use crate::contact::Contact;
use crate::data::Data;
use crate::enums::{FlexSelf, GeomType};
use crate::fields::Link;
use crate::ids::{
    BodyId, BvhDynamicId, BvhId, BvhStaticId, FlexElemDataAdr, FlexElemId, FlexEvPairId, FlexId,
    FlexVertId, GeomId,
};
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::sizes::Sizes;

const FLEX: FlexId = FlexId(0);
const RADIUS: f64 = 0.1;

/// One geom of the world, and a flex of which each vertex is a body that moves.
struct Scene {
    m: Model,
    d: Data,
}

impl Scene {
    fn new(dim: usize, vertices: &[[f64; 3]], elements: &[&[i32]]) -> Self {
        let count = vertices.len();
        let sizes = Sizes {
            nbody: count + 1,
            ngeom: 1,
            nflex: 1,
            nflexvert: count,
            nflexelem: elements.len(),
            nflexelemdata: elements.len() * (dim + 1),
            nflexevpair: 1,
            nbvh: 2 + 2 * elements.len(),
            nbvhstatic: 1,
            nbvhdynamic: 1 + 2 * elements.len(),
            ..Sizes::default()
        };
        let mut m = Model::new(sizes).unwrap();
        m.body_bvhadr.fill(-1);
        m.flex_bvhadr[FLEX] = -1;
        m.flex_dim[FLEX] = dim as i32;
        m.flex_vertnum[FLEX] = count as i32;
        m.flex_elemnum[FLEX] = elements.len() as i32;
        m.flex_radius[FLEX] = RADIUS;
        m.flex_condim[FLEX] = 3;
        m.flex_activelayers[FLEX] = 1;
        m.flex_contype[FLEX] = 2;
        m.flex_conaffinity[FLEX] = 2;
        let corners: Vec<i32> = elements.iter().copied().flatten().copied().collect();
        m.flex_elem.copy_from_slice(&corners);
        for v in 0..count {
            let body = BodyId(v + 1);
            m.flex_vertbodyid[FlexVertId(v)] = body.into();
            m.body_weldid[body] = body.into();
        }
        let mut d = Data::new(&m);
        for (to, v) in d.flexvert_xpos.iter_mut().zip(vertices) {
            *to = Vec3(*v);
        }
        let mut made = Self { m, d };
        made.place_boxes();
        made
    }

    /// Boxes around elements, as kinematics would compute them.
    fn place_boxes(&mut self) {
        let Self { m, d } = self;
        let corners = m.flex_dim[FLEX] as usize + 1;
        for e in 0..m.nflexelem {
            let at =
                |i: usize| d.flexvert_xpos[FlexVertId(m.flex_elem[FlexElemDataAdr(i)] as usize)];
            let (mut low, mut high) = (at(e * corners), at(e * corners));
            for i in e * corners..(e + 1) * corners {
                for k in 0..3 {
                    low[k] = low[k].min(at(i)[k]);
                    high[k] = high[k].max(at(i)[k]);
                }
            }
            let (center, half) = ((low + high) * 0.5, (high - low) * 0.5);
            let half = half + Vec3([RADIUS; 3]);
            let [x, y, z] = center.0;
            let [a, b, c] = half.0;
            d.flexelem_aabb[FlexElemId(e)] = [x, y, z, a, b, c];
        }
    }

    /// Puts the geom of the world somewhere.
    fn geom(mut self, kind: GeomType, size: [f64; 3], pos: [f64; 3]) -> Self {
        let g = GeomId(0);
        self.m.geom_type[g] = kind.into();
        self.m.geom_size[g] = Vec3(size);
        let radius = if kind == GeomType::Plane { 0.0 } else { Vec3(size).norm() };
        self.m.geom_rbound[g] = radius;
        self.m.geom_aabb[g] = [0.0, 0.0, 0.0, radius, radius, radius];
        self.m.geom_contype[g] = 2;
        self.m.geom_conaffinity[g] = 2;
        self.m.geom_condim[g] = 1;
        self.m.body_geomnum[BodyId(0)] = 1;
        self.m.body_contype[BodyId(0)] = 2;
        self.m.body_conaffinity[BodyId(0)] = 2;
        self.d.geom_xpos[g] = Vec3(pos);
        self.d.geom_xmat[g] = Mat3::IDENTITY;
        self
    }

    /// Trees of boxes: one leaf for the geom, and a chain of leaves for the elements.
    fn with_trees(mut self) -> Self {
        let count = self.m.nflexelem;
        let Self { m, d } = &mut self;
        m.body_bvhadr[BodyId(0)] = 0;
        m.body_bvhnum[BodyId(0)] = 1;
        m.bvh_child.fill([-1, -1]);
        m.bvh_nodeid.fill(-1);
        m.bvh_nodeid[BvhId(0)] = 0;
        m.bvh_aabb[BvhStaticId(0)] = [0.0, 0.0, 0.0, 100.0, 100.0, 100.0];
        d.ximat.fill(Mat3::IDENTITY);
        m.flex_bvhadr[FLEX] = 1;
        m.flex_bvhnum[FLEX] = 2 * count as i32 - 1;
        for e in 0..count {
            // nodes 0, 2, 4, ... hold what is left, nodes 1, 3, 5, ... and the last are leaves
            let leaf = if e + 1 < count { 2 * e + 1 } else { 2 * e };
            m.bvh_nodeid[BvhId(1 + leaf)] = e as i32;
            d.bvh_aabb_dyn[BvhDynamicId(leaf)] = d.flexelem_aabb[FlexElemId(e)];
            if e + 1 < count {
                m.bvh_child[BvhId(1 + 2 * e)] = [2 * e as i32 + 1, 2 * e as i32 + 2];
                d.bvh_aabb_dyn[BvhDynamicId(2 * e)] = [0.0, 0.0, 0.0, 100.0, 90.0, 80.0];
            }
        }
        self
    }

    fn contacts(&mut self) -> Vec<Contact> {
        collide(&self.m, &mut self.d);
        assert_eq!(self.d.ncon as usize, self.d.contact.len());
        self.d.contact.to_vec()
    }
}

/// A large triangle in the plane z = 0.
fn triangle() -> Scene {
    Scene::new(2, &[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0]], &[&[0, 1, 2]])
}

#[track_caller]
fn assert_near(found: Vec3, expected: [f64; 3]) {
    assert!((found - Vec3(expected)).norm() < 1e-9, "{found:?} {expected:?}");
}

#[test]
fn a_plane_touches_the_vertices_below_it() {
    let heights = [[0.0, 0.0, 0.05], [1.0, 0.0, 0.5], [0.0, 1.0, -0.2]];
    let mut scene = Scene::new(2, &heights, &[&[0, 1, 2]]);
    scene.m.flex_friction[FLEX] = [0.7, 0.01, 0.002];
    let contacts = scene.geom(GeomType::Plane, [0.0; 3], [0.0; 3]).contacts();
    let verts: Vec<_> = contacts.iter().map(|c| (c.geom, c.flex, c.elem, c.vert)).collect();
    assert_eq!(verts, [0, 2].map(|v| ([0, -1], [-1, 0], [-1; 2], [-1, v])));
    assert!((contacts[0].dist - -0.05).abs() < 1e-15 && (contacts[1].dist - -0.3).abs() < 1e-15);
    // midway between the plane and the lowest point of the ball around the vertex
    assert_near(contacts[1].pos, [0.0, 1.0, -0.15]);
    assert_near(contacts[0].frame.row(0), [0.0, 0.0, 1.0]);
    assert_eq!((contacts[0].dim, contacts[0].friction[0]), (3, 0.7));
}

#[test]
fn a_ball_touches_the_nearest_point_of_a_triangle() {
    // over the face, beside an edge, beyond a corner
    let over = triangle().geom(GeomType::Sphere, [0.5, 0.0, 0.0], [1.0, 1.0, 0.55]).contacts();
    assert_eq!((over.len(), over[0].elem, over[0].geom), (1, [-1, 0], [0, -1]));
    assert!((over[0].dist - -0.05).abs() < 1e-12);
    assert_near(over[0].frame.row(0), [0.0, 0.0, -1.0]);
    assert_near(over[0].pos, [1.0, 1.0, 0.075]);
    let beside = triangle().geom(GeomType::Sphere, [0.5, 0.0, 0.0], [1.0, -0.3, 0.4]).contacts();
    assert!((beside[0].dist - -0.1).abs() < 1e-12);
    assert_near(beside[0].frame.row(0), [0.0, 0.6, -0.8]);
    let beyond = triangle().geom(GeomType::Sphere, [0.5, 0.0, 0.0], [-0.3, -0.3, 0.4]).contacts();
    assert_near(beyond[0].frame.row(0) * Vec3([0.3, 0.3, 0.4]).norm(), [0.3, 0.3, -0.4]);
    assert!(
        triangle().geom(GeomType::Sphere, [0.5, 0.0, 0.0], [1.0, 1.0, 0.7]).contacts().is_empty()
    );
}

#[test]
fn margins_of_geom_and_flex_add_up() {
    let mut scene = triangle().geom(GeomType::Sphere, [0.5, 0.0, 0.0], [1.0, 1.0, 0.7]);
    scene.m.geom_margin[GeomId(0)] = 0.08;
    scene.m.flex_margin[FLEX] = 0.04;
    scene.m.flex_gap[FLEX] = 0.05;
    let contacts = scene.contacts();
    assert!(
        (contacts[0].dist - 0.1).abs() < 1e-12 && (contacts[0].includemargin - 0.07).abs() < 1e-15
    );
    assert_eq!(contacts[0].exclude, 1);
}

#[test]
fn boxes_and_capsules_touch_a_triangle_in_several_points() {
    // the whole triangle on a face, and no corner of the box near it
    let on_box = triangle().geom(GeomType::Box, [5.0, 5.0, 1.0], [0.0, 0.0, -1.05]).contacts();
    assert_eq!(on_box.len(), 3);
    for (contact, v) in on_box.iter().zip([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]]) {
        assert!((contact.dist - -0.05).abs() < 1e-12);
        assert_near(contact.frame.row(0), [0.0, 0.0, 1.0]);
        assert_near(contact.pos, [v[0], v[1], -0.075]);
    }
    // a small box: its four lower corners
    let small = triangle().geom(GeomType::Box, [0.2, 0.2, 0.2], [1.0, 1.0, 0.25]).contacts();
    assert_eq!(small.len(), 4);
    assert!(small.iter().all(|c| (c.dist - -0.05).abs() < 1e-12));
    // a capsule upright: one end
    let capsule = triangle().geom(GeomType::Capsule, [0.3, 0.5, 0.0], [1.0, 1.0, 0.85]).contacts();
    assert_eq!(capsule.len(), 1);
    assert!((capsule[0].dist - -0.05).abs() < 1e-12);
    // a capsule through a corner: the corner at its side
    let through = triangle().geom(GeomType::Capsule, [0.3, 0.5, 0.0], [-0.35, 0.0, 0.1]).contacts();
    assert_eq!(through.len(), 1);
    assert_near(through[0].frame.row(0), [1.0, 0.0, 0.0]);
    assert_near(through[0].pos, [-0.075, 0.0, 0.0]);
}

#[test]
fn round_geoms_give_their_own_normal_to_a_triangle() {
    let ellipsoid =
        triangle().geom(GeomType::Ellipsoid, [0.4, 0.3, 0.5], [1.0, 1.0, 0.58]).contacts();
    assert!((ellipsoid[0].dist - -0.02).abs() < 1e-5);
    assert!((ellipsoid[0].frame.row(0) - Vec3([0.0, 0.0, -1.0])).norm() < 1e-3);
    // a cylinder upright beside an edge: across its axis
    let cylinder =
        triangle().geom(GeomType::Cylinder, [0.3, 1.0, 0.0], [1.0, -0.35, 0.2]).contacts();
    let normal = cylinder[0].frame.row(0);
    assert!(normal[2].abs() < 1e-12 && (normal.norm() - 1.0).abs() < 1e-12);
}

#[test]
fn lines_touch_as_capsules() {
    let line = || Scene::new(1, &[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], &[&[0, 1]]);
    let sphere = line().geom(GeomType::Sphere, [0.5, 0.0, 0.0], [0.3, 0.0, 0.55]).contacts();
    assert!((sphere[0].dist - -0.05).abs() < 1e-12);
    assert_near(sphere[0].frame.row(0), [0.0, 0.0, -1.0]);
    // two ends over a box, with normals from the box to the line
    let over = line().geom(GeomType::Box, [2.0, 2.0, 1.0], [0.0, 0.0, -1.05]).contacts();
    assert_eq!(over.len(), 2);
    for contact in &over {
        assert_near(contact.frame.row(0), [0.0, 0.0, 1.0]);
    }
    assert!(over.iter().all(|c| c.elem == [-1, 0] && (c.dist - -0.05).abs() < 1e-12));
}

#[test]
fn tetrahedra_touch_convex_geoms_with_their_radius() {
    let corners = [[-1.0, -1.0, 0.0], [2.0, -1.0, 0.0], [-1.0, 2.0, 0.0], [0.0, 0.0, 1.0]];
    let scene = || Scene::new(3, &corners, &[&[0, 1, 2, 3]]);
    let below = scene().geom(GeomType::Sphere, [0.5, 0.0, 0.0], [0.0, 0.0, -0.55]).contacts();
    assert!((below[0].dist - -0.05).abs() < 1e-5);
    assert!((below[0].frame.row(0) - Vec3::Z).norm() < 1e-5);
    let on_top = scene().geom(GeomType::Box, [1.0, 1.0, 1.0], [0.0, 0.0, 2.05]).contacts();
    assert!((on_top[0].dist - -0.05).abs() < 1e-5);
}

#[test]
fn elements_do_not_touch_geoms_of_their_own_body() {
    let mut scene = triangle().geom(GeomType::Sphere, [0.5, 0.0, 0.0], [1.0, 1.0, 0.55]);
    scene.m.flex_vertbodyid[FlexVertId(1)] = Link::from_raw(0);
    assert!(scene.contacts().is_empty());
}

#[test]
fn bits_decide_whether_a_flex_is_touched() {
    let mut scene = triangle().geom(GeomType::Sphere, [0.5, 0.0, 0.0], [1.0, 1.0, 0.55]);
    scene.m.flex_contype[FLEX] = 4;
    scene.m.flex_conaffinity[FLEX] = 4;
    assert!(scene.contacts().is_empty());
}

#[test]
fn the_higher_priority_decides_the_parameters_of_a_contact() {
    let mut scene = triangle().geom(GeomType::Sphere, [0.5, 0.0, 0.0], [1.0, 1.0, 0.55]);
    scene.m.geom_solref[GeomId(0)] = [0.04, 1.0];
    scene.m.geom_priority[GeomId(0)] = 1;
    scene.m.flex_solref[FLEX] = [0.02, 1.0];
    assert_eq!((scene.contacts()[0].solref[0], scene.contacts()[0].dim), (0.04, 1));
    scene.m.flex_priority[FLEX] = 2;
    assert_eq!((scene.contacts()[0].solref[0], scene.contacts()[0].dim), (0.02, 3));
}

/// Triangles side by side under a large ball.
fn strip(count: i32) -> Scene {
    let mut vertices = Vec::new();
    let mut elements = Vec::new();
    for i in 0..count {
        let x = f64::from(i) * 0.005;
        vertices.extend([[x, 0.0, 0.0], [x + 0.004, 0.0, 0.0], [x, 0.004, 0.0]]);
        elements.push([3 * i, 3 * i + 1, 3 * i + 2]);
    }
    let elements: Vec<&[i32]> = elements.iter().map(<[i32; 3]>::as_slice).collect();
    Scene::new(2, &vertices, &elements).geom(GeomType::Sphere, [5.0, 0.0, 0.0], [0.0, 0.0, 5.05])
}

#[test]
fn trees_lead_to_the_contacts_of_all_pairs_sorted() {
    let mut plain = strip(7);
    let found = plain.contacts();
    assert_eq!(found.iter().map(|c| c.elem[1]).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
    let mut with_trees = strip(7).with_trees();
    let searched = with_trees.contacts();
    assert_eq!(searched, found);
    // nothing remains of an earlier call
    assert_eq!(with_trees.contacts(), found);
}

#[test]
fn a_pair_keeps_few_of_many_contacts_with_the_deepest_among_them() {
    let mut scene = strip(70);
    let contacts = scene.contacts();
    assert_eq!(contacts.len(), MAXCONPAIR);
    assert_eq!(contacts[0].elem[1], 0);
    let mut elements: Vec<i32> = contacts.iter().map(|c| c.elem[1]).collect();
    elements.sort_unstable();
    elements.dedup();
    assert_eq!(elements.len(), MAXCONPAIR);
}

/// Two lines that cross, and a third that continues the first.
fn crossing() -> Scene {
    let mut scene = Scene::new(
        1,
        &[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.15], [0.0, 1.0, 0.15], [3.0, 0.0, 0.0]],
        &[&[0, 1], &[1, 4], &[2, 3]],
    );
    // the margin would reach the third line
    scene.m.flex_margin[FLEX] = 3.0;
    scene
}

#[test]
fn a_flex_touches_itself_where_elements_have_no_body_in_common() {
    for how in [FlexSelf::Narrow, FlexSelf::Bvh, FlexSelf::Sap, FlexSelf::Auto] {
        let mut scene = crossing().with_trees();
        scene.m.flex_selfcollide[FLEX] = how.into();
        let contacts = scene.contacts();
        assert_eq!(contacts.len(), 1, "{how:?}");
        assert_eq!((contacts[0].flex, contacts[0].geom), ([0, 0], [-1, -1]));
        let mut elements = contacts[0].elem;
        elements.sort_unstable();
        assert_eq!(elements, [0, 2]);
        assert!((contacts[0].dist - -0.05).abs() < 1e-12);
        assert_eq!(contacts[0].includemargin, 0.0);
        assert!((contacts[0].frame.row(0)[2].abs() - 1.0).abs() < 1e-12);
    }
    assert!(crossing().contacts().is_empty());
}

#[test]
fn a_rigid_flex_does_not_touch_itself() {
    let mut scene = crossing();
    scene.m.flex_selfcollide[FLEX] = FlexSelf::Narrow.into();
    scene.m.flex_rigid[FLEX] = 1;
    assert!(scene.contacts().is_empty());
}

#[test]
fn inner_layers_of_a_flex_with_volume_do_not_touch_each_other() {
    let tetrahedron =
        |z: f64| [[-1.0, -1.0, z], [1.0, -1.0, z], [0.0, 1.0, z], [0.0, 0.0, z + 1.0]];
    let corners = [tetrahedron(0.0), tetrahedron(1.1)].concat();
    let mut scene = Scene::new(3, &corners, &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    scene.m.flex_selfcollide[FLEX] = FlexSelf::Narrow.into();
    let contacts = scene.contacts();
    assert_eq!((contacts.len(), contacts[0].elem), (1, [0, 1]));
    assert!((contacts[0].dist - -0.1).abs() < 1e-5);
    scene.m.flex_elemlayer[FlexElemId(1)] = 1;
    assert!(scene.contacts().is_empty());
}

#[test]
fn internal_contacts_keep_a_tetrahedron_from_turning_inside_out() {
    // flat: every vertex is closer to the opposite face than two radii
    let corners = [[0.0, 0.0, 0.0], [0.0, 3.0, 0.0], [3.0, 0.0, 0.0], [0.7, 0.7, 0.15]];
    let mut scene = Scene::new(3, &corners, &[&[0, 1, 2, 3]]);
    scene.m.flex_internal[FLEX] = 1;
    scene.m.flex_elemlayer.fill(1);
    let contacts = scene.contacts();
    let top = contacts.iter().find(|c| c.vert == [-1, 3]).unwrap();
    assert_eq!((top.elem, top.dim, top.includemargin), ([0, -1], 1, 0.0));
    // seen from outside the face turns the other way: it lies above the vertex
    assert!((top.dist - (0.15 - 0.2)).abs() < 1e-12, "{}", top.dist);
    assert_near(top.frame.row(0), [0.0, 0.0, 1.0]);
}

#[test]
fn internal_contacts_keep_vertices_from_passing_through_elements() {
    let vertices = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [1.0, 1.0, 0.15]];
    let mut scene = Scene::new(2, &vertices, &[&[0, 1, 2]]);
    scene.m.flex_internal[FLEX] = 1;
    scene.m.flex_evpairnum[FLEX] = 1;
    scene.m.flex_evpair[FlexEvPairId(0)] = [0, 3];
    let contacts = scene.contacts();
    assert_eq!((contacts.len(), contacts[0].vert, contacts[0].elem), (1, [3, -1], [-1, 0]));
    assert!((contacts[0].dist - -0.05).abs() < 1e-12);
    assert_eq!((contacts[0].includemargin, contacts[0].dim), (0.0, 3));
}

#[test]
fn flexes_that_are_not_there_and_positions_that_are_no_numbers_do_no_harm() {
    let mut scene = strip(3).with_trees();
    scene.m.flex_selfcollide[FLEX] = FlexSelf::Bvh.into();
    scene.d.flexvert_xpos[FlexVertId(4)] = Vec3([f64::NAN; 3]);
    scene.place_boxes();
    scene.contacts();
    scene.m.flex_selfcollide[FLEX] = FlexSelf::Sap.into();
    scene.contacts();
    scene.m.flex_elem[FlexElemDataAdr(0)] = i32::MAX;
    scene.m.bvh_nodeid[BvhId(2)] = i32::MAX;
    scene.contacts();
    scene.m.flex_dim[FLEX] = 9;
    scene.contacts();
    scene.m.flex_vertadr[FLEX] = -5;
    scene.contacts();
}
