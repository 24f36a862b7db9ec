use super::*;
use crate::fields::Link;
use crate::ids::{BvhId, BvhStaticId};
use crate::ray::mesh::corners;

/// A model with one mesh geom, and a tree over its faces: each node is split in halves after its
/// first `cut` faces of `pieces`.
fn with_tree(vert: &[[f32; 3]], face: &[[i32; 3]], cut: usize, pieces: usize) -> (Model, Data) {
    let nodes = 2 * face.len() - 1;
    let sizes = Sizes {
        nbody: 1,
        ngeom: 1,
        nmesh: 1,
        nmeshvert: vert.len(),
        nmeshface: face.len(),
        nbvh: nodes,
        nbvhstatic: nodes,
        ..Sizes::default()
    };
    let mut m = Model::new(sizes).unwrap();
    m.geom_type.fill(GeomType::Mesh.into());
    m.geom_dataid.fill(0);
    m.geom_rgba.fill([1.0; 4]);
    m.geom_matid.fill(Link::NONE);
    m.geom_size.fill(Vec3([9.0; 3]));
    m.mesh_vert.copy_from_slice(vert);
    m.mesh_face.copy_from_slice(face);
    let mut next = 0;
    build(&mut m, &mut next, 0..face.len(), cut, pieces);
    let mut d = Data::new(&m);
    d.geom_xmat.fill(Mat3::IDENTITY);
    (m, d)
}

/// Adds the node over some faces and returns it.
fn build(
    m: &mut Model,
    next: &mut usize,
    faces: std::ops::Range<usize>,
    cut: usize,
    pieces: usize,
) -> i32 {
    let node = *next;
    *next += 1;

    // its box, a little larger than the faces so that it is never flat
    let vertices = faces.clone().filter_map(|f| corners(m, MeshId(0), f as i32));
    let (mut low, mut high) = (Vec3([f64::MAX; 3]), Vec3([f64::MIN; 3]));
    for corner in vertices.flatten() {
        for i in 0..3 {
            low[i] = low[i].min(corner[i] - 1e-3);
            high[i] = high[i].max(corner[i] + 1e-3);
        }
    }
    let (center, half) = ((low + high) * 0.5, (high - low) * 0.5);
    m.bvh_aabb[BvhStaticId(node)] = [center[0], center[1], center[2], half[0], half[1], half[2]];

    let children = if faces.len() == 1 {
        m.bvh_nodeid[BvhId(node)] = faces.start as i32;
        [-1, -1]
    } else {
        m.bvh_nodeid[BvhId(node)] = -1;
        let middle = faces.start + (faces.len() * cut / pieces).max(1);
        let first = build(m, next, faces.start..middle, cut, pieces);
        [first, build(m, next, middle..faces.end, cut, pieces)]
    };
    m.bvh_child[BvhId(node)] = children;
    node as i32
}

/// A cube with half size one.
pub(super) fn cube() -> (Model, Data) {
    let vert: [[f32; 3]; 8] =
        std::array::from_fn(|v| [0, 1, 2].map(|i| if v >> i & 1 == 1 { 1.0 } else { -1.0 }));
    let quads =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let face: Vec<[i32; 3]> =
        quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect();
    with_tree(&vert, &face, 1, 2)
}

#[test]
fn a_mesh_of_a_cube_is_hit_like_a_box() {
    let (mut m, d) = cube();
    let mut random = Random::new(8);
    let mut hits = 0;
    for _ in 0..500 {
        let pnt = random.vec3() * 2.0;
        let vec = random.vec3() - pnt;
        m.geom_type[GeomId(0)] = GeomType::Mesh.into();
        m.geom_size[GeomId(0)] = Vec3([1.0; 3]);
        let mesh = cast(&m, &d, pnt, vec);
        m.geom_type[GeomId(0)] = GeomType::Box.into();
        let cuboid = cast(&m, &d, pnt, vec);
        assert_eq!(mesh.is_some(), cuboid.is_some());
        if let (Some(mesh), Some(cuboid)) = (mesh, cuboid) {
            assert!((mesh.dist - cuboid.dist).abs() < 1e-12 * (1.0 + cuboid.dist));
            assert!((mesh.normal - cuboid.normal).norm() < 1e-12);
            hits += 1;
        }
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn hits_do_not_depend_on_the_tree() {
    // faces anywhere, so that boxes overlap
    let mut random = Random::new(9);
    let vert: Vec<[f32; 3]> = (0..300).map(|_| random.vec3().0.map(|x| x as f32)).collect();
    let face: Vec<[i32; 3]> = (0..100).map(|f| [3 * f, 3 * f + 1, 3 * f + 2]).collect();
    let trees = [(1, 2), (1, 8), (5, 7)].map(|(cut, pieces)| with_tree(&vert, &face, cut, pieces));
    for _ in 0..500 {
        let (pnt, vec) = (random.vec3() * 3.0, random.vec3());
        let aim = triangle::Aim::new(Ray { pnt, vec });
        let mut all = Nearest(None);
        for f in 0..100 {
            let face = corners(&trees[0].0, MeshId(0), f).unwrap();
            if let Some((dist, normal)) = aim.triangle(&face) {
                all.offer(dist, normal.normalized().0);
            }
        }
        for (m, d) in &trees {
            let hit = cast(m, d, pnt, vec);
            assert_eq!(hit.map(|hit| (hit.dist, hit.normal)), all.0);
        }
    }
}

#[test]
fn a_broken_tree_ends() {
    let (mut m, d) = cube();
    let (from, down) = (Vec3([0.25, 0.5, 5.0]), Vec3([0.0, 0.0, -1.0]));
    assert_eq!(cast(&m, &d, from, down).unwrap().dist, 4.0);
    // every node is its own child
    m.bvh_nodeid.fill(-1);
    m.bvh_child.fill([0, -1]);
    assert_eq!(cast(&m, &d, from, down), None);
    m.bvh_child.fill([0, 0]);
    assert_eq!(cast(&m, &d, from, down), None);
    m.bvh_child.fill([1000, -5]);
    assert_eq!(cast(&m, &d, from, down), None);
    m.bvh_nodeid.fill(1000);
    assert_eq!(cast(&m, &d, from, down), None);
    m.geom_dataid.fill(4);
    assert_eq!(cast(&m, &d, from, down), None);
}

#[test]
fn a_distance_field_is_hit_where_it_vanishes() {
    let (mut m, mut d) = {
        let sizes = Sizes { nbody: 1, ngeom: 1, nmesh: 1, noct: 1, ..Sizes::default() };
        let m = Model::new(sizes).unwrap();
        let d = Data::new(&m);
        (m, d)
    };
    d.geom_xmat.fill(Mat3::IDENTITY);
    m.geom_type.fill(GeomType::Sdf.into());
    m.geom_dataid.fill(0);
    m.geom_rgba.fill([1.0; 4]);
    m.geom_matid.fill(Link::NONE);
    m.geom_plugin.fill(Link::NONE);
    m.geom_size.fill(Vec3([1.0; 3]));
    // one leaf of half size 2: the distance above z = 1/4
    m.oct_aabb.fill([0.0, 0.0, 0.0, 2.0, 2.0, 2.0]);
    m.oct_child.fill([-1; 8]);
    m.oct_coeff.fill([-2.25, -2.25, -2.25, -2.25, 1.75, 1.75, 1.75, 1.75]);
    let down = Vec3([0.0, 0.0, -2.0]);
    let hit = cast(&m, &d, Vec3([0.5, 0.5, 1.5]), down).unwrap();
    // in length units, whatever the length of the direction
    assert!((hit.dist - 1.25).abs() < 1e-6);
    assert!((hit.normal - Vec3::Z).norm() < 1e-12);
    // also from outside the tree
    let hit = cast(&m, &d, Vec3([0.5, 0.5, 7.25]), down).unwrap();
    assert!((hit.dist - 7.0).abs() < 1e-5);

    // fields of plugins are not known, nor meshes without a field
    m.geom_plugin.raw_mut().fill(0);
    assert_eq!(cast(&m, &d, Vec3([0.5, 0.5, 1.5]), down), None);
    m.geom_plugin.fill(Link::NONE);
    m.mesh_octadr.fill(-1);
    assert_eq!(cast(&m, &d, Vec3([0.5, 0.5, 1.5]), down), None);
}
