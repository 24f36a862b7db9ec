use super::mesh::mesh_sdf;
use super::octree::Octree;
use super::*;
use crate::enums::GeomType;
use crate::hooks::AsSystem;
use crate::ids::{BvhId, BvhStaticId, GeomId, MeshFaceId, MeshId, MeshVertId, OctId};
use crate::model::Model;
use crate::sizes::Sizes;

const OTHER: GeomId = GeomId(0);
const FIELD: GeomId = GeomId(1);

/// A field that is `z` in the cube with half size 1, from eight cells, and another geom.
/// Mesh 0 is the field's, mesh 1 a triangle with its tip at the lowest point.
fn model(kind: GeomType, size: Vec3) -> Model {
    let sizes = Sizes {
        nbody: 1,
        ngeom: 2,
        nmesh: 2,
        nmeshvert: 3,
        nmeshface: 1,
        nbvh: 1,
        nbvhstatic: 1,
        noct: 9,
        ..Sizes::default()
    };
    let mut m = Model::new(sizes).unwrap();
    m.geom_type[OTHER] = kind.into();
    m.geom_size[OTHER] = size;
    m.geom_dataid[OTHER] = if kind == GeomType::Mesh { 1 } else { -1 };
    m.geom_aabb[OTHER] = [0.0, 0.0, 0.0, size[0], size[0], size[0]];
    m.geom_type[FIELD] = GeomType::Sdf.into();
    m.geom_dataid[FIELD] = 0;
    m.geom_aabb[FIELD] = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];

    m.mesh_octadr[MeshId(1)] = -1;
    for node in 0..9 {
        let id = OctId(node);
        let half = if node == 0 { 1.0 } else { 0.5 };
        let sign = |axis: usize| if ((node - 1) >> axis) & 1 == 1 { 0.5 } else { -0.5 };
        let center = if node == 0 { [0.0; 3] } else { [sign(0), sign(1), sign(2)] };
        m.oct_aabb[id] = [center[0], center[1], center[2], half, half, half];
        m.oct_child[id] = if node == 0 { [1, 2, 3, 4, 5, 6, 7, 8] } else { [-1; 8] };
        m.oct_coeff[id] =
            std::array::from_fn(|c| center[2] + if (c >> 2) & 1 == 1 { half } else { -half });
    }

    m.mesh_bvhadr[MeshId(0)] = -1;
    m.mesh_face[MeshFaceId(0)] = [0, 1, 2];
    for (i, vertex) in
        [[0.0, 0.0, -0.25], [0.25, 0.0, 0.5], [0.0, 0.25, 0.5]].into_iter().enumerate()
    {
        m.mesh_vert[MeshVertId(i)] = vertex;
    }
    m.bvh_child[BvhId(0)] = [-1; 2];
    m.bvh_aabb[BvhStaticId(0)] = [0.125, 0.125, 0.125, 0.125, 0.125, 0.375];
    m
}

fn shape<'a>(m: &'a Model, geom: GeomId, pos: Vec3, mat: &'a Mat3) -> Shape<'a> {
    let kind = m.geom_type[geom].get().unwrap();
    Shape { m: m.as_system(), geom, kind, pos, mat, size: m.geom_size[geom] }
}

/// The contacts, the field at `at` with axes `turn`, the other geom at `pos` in the field's frame.
fn contacts(m: &Model, at: Vec3, turn: &Mat3, pos: Vec3) -> Hits {
    let (a, b) = (shape(m, OTHER, *turn * pos + at, turn), shape(m, FIELD, at, turn));
    let mut out = Hits::default();
    if a.kind == GeomType::Mesh {
        mesh_sdf(&a, &b, 0.0, &mut out);
    } else {
        convex_sdf(&a, &b, 0.0, &mut out);
    }
    out
}

#[test]
fn an_octree_interpolates_inside_and_adds_the_distance_outside() {
    let m = model(GeomType::Sphere, Vec3::X);
    let octree = Octree::of(&m, MeshId(0)).unwrap();
    for p in [Vec3([0.3, -0.7, 0.2]), Vec3([-0.9, 0.1, -0.6]), Vec3::ZERO, Vec3([1.0; 3])] {
        assert!((octree.distance(p).unwrap() - p[2]).abs() < 1e-12);
        // per cell of size 1
        assert!((octree.gradient(p).unwrap() - Vec3::Z).norm() < 1e-12);
    }
    let outside = octree.distance(Vec3([4.0, 0.0, 5.0])).unwrap();
    assert!((outside - (1.0 + 5.0)).abs() < 1e-5);
    assert!(Octree::of(&m, MeshId(1)).is_none());
    assert!(Octree::of(&m, MeshId(2)).is_none());
}

#[test]
fn a_hole_in_the_octree_is_no_distance() {
    let mut m = model(GeomType::Sphere, Vec3([0.2, 0.0, 0.0]));
    m.oct_child[OctId(0)] = [1, 2, 3, 4, 5, 6, 7, -1];
    assert!(Octree::of(&m, MeshId(0)).unwrap().distance(Vec3([0.5; 3])).is_none());
    m.oct_child[OctId(0)] = [0; 8];
    assert!(Octree::of(&m, MeshId(0)).unwrap().distance(Vec3([0.5; 3])).is_none());
    assert!(contacts(&m, Vec3::ZERO, &Mat3::IDENTITY, Vec3::ZERO).is_empty());
}

#[test]
fn a_sphere_sinks_into_the_field_against_the_field_s_normal() {
    let m = model(GeomType::Sphere, Vec3([0.2, 0.0, 0.0]));
    let hits = contacts(&m, Vec3::ZERO, &Mat3::IDENTITY, Vec3([0.1, 0.2, 0.1]));
    let deepest = hits.iter().min_by(|a, b| a.dist.total_cmp(&b.dist)).unwrap();
    // nothing is deeper than midway between the surfaces, which are 0.1 apart
    assert!((-0.0501..-0.03).contains(&deepest.dist), "{deepest:?}");
    assert!((deepest.normal + Vec3::Z).norm() < 0.1, "{deepest:?}");
    assert!(hits.iter().all(|hit| hit.dist <= 0.0 && hit.normal.dot(hit.tangent).abs() < 1e-12));
    let above = contacts(&m, Vec3::ZERO, &Mat3::IDENTITY, Vec3([0.1, 0.2, 0.25]));
    assert!(above.is_empty());
}

#[test]
fn the_tip_of_a_triangle_in_the_field_is_a_contact() {
    let m = model(GeomType::Mesh, Vec3::X);
    let hits = contacts(&m, Vec3::ZERO, &Mat3::IDENTITY, Vec3::ZERO);
    assert!(!hits.is_empty());
    for hit in hits.iter() {
        assert!(hit.dist < 0.0 && hit.dist >= -0.25);
        assert!((hit.normal + Vec3::Z).norm() < 1e-12);
        // from the point of the triangle on by half the depth
        assert!((hit.pos[2] - 1.5 * hit.dist).abs() < 1e-12);
    }
    assert!(contacts(&m, Vec3::ZERO, &Mat3::IDENTITY, Vec3([0.0, 0.0, 0.3])).is_empty());
}

#[test]
fn contacts_move_with_both_shapes() {
    let at = Vec3([1.0, -2.0, 0.5]);
    let turn = Quat([0.5, -0.1, 0.7, 0.3]).normalized().to_mat();
    let cases = [(GeomType::Mesh, Vec3::ZERO), (GeomType::Capsule, Vec3([0.1, 0.2, 0.1]))];
    for (kind, pos) in cases {
        let m = model(kind, Vec3([0.2, 0.1, 0.0]));
        let still = contacts(&m, Vec3::ZERO, &Mat3::IDENTITY, pos);
        let moved = contacts(&m, at, &turn, pos);
        assert!(!still.is_empty());
        assert_eq!(still.len(), moved.len());
        for (a, b) in still.iter().zip(moved.iter()) {
            assert!((a.dist - b.dist).abs() < 1e-6, "{kind:?}");
            assert!((turn * a.pos + at - b.pos).norm() < 1e-6, "{kind:?}");
            assert!((turn * a.normal - b.normal).norm() < 1e-6, "{kind:?}");
        }
    }
}

#[test]
fn points_at_nowhere_and_missing_octrees_give_no_contact() {
    let mut m = model(GeomType::Sphere, Vec3([0.2, 0.0, 0.0]));
    let nowhere = contacts(&m, Vec3::ZERO, &Mat3::IDENTITY, Vec3([f64::NAN; 3]));
    assert!(nowhere.is_empty());
    m.mesh_octadr[MeshId(0)] = -1;
    assert!(contacts(&m, Vec3::ZERO, &Mat3::IDENTITY, Vec3::ZERO).is_empty());
}
