//! Closed forms and properties of the routines for pairs of simple shapes.

use std::f64::consts::PI;

use super::box_box::box_box;
use super::capsule_box::capsule_box;
use super::capsule_capsule::capsule_capsule;
use super::plane::{plane_box, plane_capsule, plane_ellipsoid, plane_sphere};
use super::plane_cylinder::plane_cylinder;
use super::sphere::{sphere_capsule, sphere_cylinder, sphere_sphere};
use super::sphere_box::sphere_box;
use crate::collision::{Hits, Shape};
use crate::enums::GeomType;
use crate::hooks::AsSystem;
use crate::ids::GeomId;
use crate::math::{Mat3, Quat, Vec3, fun};
use crate::model::Model;
use crate::sizes::Sizes;

type Routine = fn(&Shape, &Shape, f64, &mut Hits);

const PLANE: GeomType = GeomType::Plane;
const SPHERE: GeomType = GeomType::Sphere;
const CAPSULE: GeomType = GeomType::Capsule;
const ELLIPSOID: GeomType = GeomType::Ellipsoid;
const CYLINDER: GeomType = GeomType::Cylinder;
const BOX: GeomType = GeomType::Box;

const PAIRS: [(GeomType, GeomType, Routine); 12] = [
    (PLANE, SPHERE, plane_sphere),
    (PLANE, CAPSULE, plane_capsule),
    (PLANE, ELLIPSOID, plane_ellipsoid),
    (PLANE, CYLINDER, plane_cylinder),
    (PLANE, BOX, plane_box),
    (SPHERE, SPHERE, sphere_sphere),
    (SPHERE, CAPSULE, sphere_capsule),
    (SPHERE, CYLINDER, sphere_cylinder),
    (SPHERE, BOX, sphere_box),
    (CAPSULE, CAPSULE, capsule_capsule),
    (CAPSULE, BOX, capsule_box),
    (BOX, BOX, box_box),
];

/// A shape without a model.
#[derive(Clone, Copy)]
struct Solid {
    kind: GeomType,
    pos: Vec3,
    mat: Mat3,
    size: Vec3,
}

impl Solid {
    fn new(kind: GeomType, size: [f64; 3], pos: [f64; 3]) -> Self {
        Self { kind, pos: Vec3(pos), mat: Mat3::IDENTITY, size: Vec3(size) }
    }

    /// Turned about an axis of the world by an angle.
    fn turned(self, axis: Vec3, angle: f64) -> Self {
        let turn = Quat::from_axis_angle(axis, angle).to_mat();
        Self { mat: turn * self.mat, ..self }
    }

    fn random(kind: GeomType, spread: f64, rng: &mut Random) -> Self {
        Self {
            kind,
            pos: Vec3(std::array::from_fn(|_| spread * rng.signed())),
            mat: rng.rotation(),
            size: Vec3(std::array::from_fn(|_| 0.3 + 0.2 * rng.signed())),
        }
    }
}

fn collide(routine: Routine, a: &Solid, b: &Solid, margin: f64) -> Hits {
    let m = Model::new(Sizes { nbody: 1, ..Sizes::default() }).expect("an empty model");
    let [a, b] = [a, b].map(|s| Shape {
        m: m.as_system(),
        geom: GeomId(0),
        kind: s.kind,
        pos: s.pos,
        mat: &s.mat,
        size: s.size,
    });
    let mut out = Hits::default();
    routine(&a, &b, margin, &mut out);
    out
}

/// Numbers that only look random.
struct Random(u64);

impl Random {
    /// Within [-1, 1].
    fn signed(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn rotation(&mut self) -> Mat3 {
        let axis = Vec3(std::array::from_fn(|_| self.signed())).normalized().0;
        Quat::from_axis_angle(axis, 3.0 * self.signed()).to_mat()
    }
}

#[track_caller]
fn assert_close(a: Vec3, b: Vec3) {
    assert!((a - b).norm() < 1e-12, "{a:?} is not {b:?}");
}

#[track_caller]
fn assert_number(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

#[test]
fn sphere_on_plane_sinks_by_its_overlap() {
    let plane = Solid::new(PLANE, [1.0; 3], [0.0; 3]);
    let sphere = Solid::new(SPHERE, [0.5, 0.0, 0.0], [1.0, 2.0, 0.4]);
    let hits = collide(plane_sphere, &plane, &sphere, 0.0);
    assert_eq!(hits.len(), 1);
    assert_number(hits[0].dist, -0.1);
    assert_close(hits[0].pos, Vec3::new(1.0, 2.0, -0.05));
    assert_close(hits[0].normal, Vec3::Z);
}

#[test]
fn lying_capsule_touches_plane_at_both_ends_with_its_axis_as_tangent() {
    let plane = Solid::new(PLANE, [1.0; 3], [0.0; 3]);
    let capsule = Solid::new(CAPSULE, [0.1, 0.5, 0.0], [0.0, 0.0, 0.1]).turned(Vec3::Y, PI / 2.0);
    let hits = collide(plane_capsule, &plane, &capsule, 0.01);
    assert_eq!(hits.len(), 2);
    assert_close(hits[0].pos, Vec3::new(0.5, 0.0, 0.0));
    assert_close(hits[1].pos, Vec3::new(-0.5, 0.0, 0.0));
    assert_close(hits[0].tangent, Vec3::X);
}

#[test]
fn standing_cylinder_touches_plane_with_a_triangle_and_lying_one_with_a_line() {
    let plane = Solid::new(PLANE, [1.0; 3], [0.0; 3]);
    let standing = Solid::new(CYLINDER, [0.2, 0.5, 0.0], [0.0, 0.0, 0.5]);
    let hits = collide(plane_cylinder, &plane, &standing, 0.01);
    assert_eq!(hits.len(), 3);
    let center = (hits[0].pos + hits[1].pos + hits[2].pos) * (1.0 / 3.0);
    assert_close(center, Vec3::ZERO);
    assert!(hits.iter().all(|h| (h.pos.norm() - 0.2).abs() < 1e-12));

    let lying = Solid::new(CYLINDER, [0.2, 0.5, 0.0], [0.0, 0.0, 0.2]).turned(Vec3::Y, PI / 2.0);
    let hits = collide(plane_cylinder, &plane, &lying, 0.01);
    assert_eq!(hits.len(), 2);
    assert_number((hits[0].pos - hits[1].pos).norm(), 1.0);
}

#[test]
fn box_on_plane_stands_on_four_corners() {
    let plane = Solid::new(PLANE, [1.0; 3], [0.0; 3]);
    let cuboid = Solid::new(BOX, [0.1, 0.2, 0.3], [0.0, 0.0, 0.29]);
    let hits = collide(plane_box, &plane, &cuboid, 0.0);
    let corners: Vec<_> = hits.iter().map(|h| (h.pos[0], h.pos[1])).collect();
    assert_eq!(corners, [(-0.1, -0.2), (0.1, -0.2), (-0.1, 0.2), (0.1, 0.2)]);
    assert!(hits.iter().all(|h| (h.dist + 0.01).abs() < 1e-12));
}

#[test]
fn ellipsoid_touches_plane_at_the_support_height() {
    let plane = Solid::new(PLANE, [1.0; 3], [0.0; 3]);
    let ellipsoid = Solid::new(ELLIPSOID, [0.1, 0.2, 0.3], [0.0; 3]).turned(Vec3::X, 0.7);
    let hits = collide(plane_ellipsoid, &plane, &ellipsoid, 0.0);
    let reach = ellipsoid.mat.row(2).scale_by(ellipsoid.size).norm();
    assert_eq!(hits.len(), 1);
    assert_number(hits[0].dist, -reach);
}

#[test]
fn concentric_spheres_part_along_x_or_across_their_axes() {
    let a = Solid::new(SPHERE, [0.2, 0.0, 0.0], [1.0, 1.0, 1.0]);
    let same = collide(sphere_sphere, &a, &a, 0.0);
    assert_number(same[0].dist, -0.4);
    assert_close(same[0].normal, Vec3::X);

    let across = collide(sphere_sphere, &a, &a.turned(Vec3::X, PI / 2.0), 0.0);
    assert_close(across[0].normal, Vec3::X);
    let across = collide(sphere_sphere, &a, &a.turned(Vec3::Y, PI / 2.0), 0.0);
    assert_close(across[0].normal, Vec3::Y);
}

#[test]
fn sphere_meets_side_disk_or_rim_of_cylinder() {
    let cylinder = Solid::new(CYLINDER, [1.0, 2.0, 0.0], [0.0; 3]);
    let at = |pos| {
        let sphere = Solid::new(SPHERE, [0.5, 0.0, 0.0], pos);
        collide(sphere_cylinder, &sphere, &cylinder, 0.0)[0]
    };
    assert_close(at([1.4, 0.0, 0.5]).normal, -Vec3::X);
    assert_number(at([1.4, 0.0, 0.5]).dist, -0.1);
    assert_close(at([0.2, 0.0, -2.4]).normal, Vec3::Z);
    assert_number(at([0.2, 0.0, -2.4]).dist, -0.1);
    assert_close(at([1.3, 0.0, 2.4]).normal, Vec3::new(-0.6, 0.0, -0.8));
    assert_number(at([1.3, 0.0, 2.4]).dist, 0.0);
}

#[test]
fn sphere_inside_box_leaves_through_the_nearest_face() {
    let cuboid = Solid::new(BOX, [1.0, 1.0, 1.0], [0.0; 3]);
    let sphere = Solid::new(SPHERE, [0.1, 0.0, 0.0], [0.0, 0.7, 0.1]);
    let hit = collide(sphere_box, &sphere, &cuboid, 0.0)[0];
    assert_close(hit.normal, -Vec3::Y);
    assert_number(hit.dist, -0.4);
    assert_close(hit.pos, Vec3::new(0.0, 0.8, 0.1));
}

#[test]
fn crossed_capsules_touch_once_and_parallel_ones_twice() {
    let a = Solid::new(CAPSULE, [0.1, 0.5, 0.0], [0.0; 3]);
    let b = Solid::new(CAPSULE, [0.1, 0.5, 0.0], [0.2, 0.0, 0.3]);
    let hits = collide(capsule_capsule, &a, &b, 0.01);
    assert_eq!(hits.len(), 2);
    assert_close(hits[0].pos, Vec3::new(0.1, 0.0, 0.5));
    assert_close(hits[1].pos, Vec3::new(0.1, 0.0, -0.2));

    let hits = collide(capsule_capsule, &a, &b.turned(Vec3::X, PI / 2.0), 0.01);
    assert_eq!(hits.len(), 1);
    assert_close(hits[0].pos, Vec3::new(0.1, 0.0, 0.3));
}

#[test]
fn capsule_lying_on_box_rests_on_two_points_and_standing_one_on_one() {
    let cuboid = Solid::new(BOX, [0.5, 0.5, 0.5], [0.0; 3]);
    let standing = Solid::new(CAPSULE, [0.1, 0.8, 0.0], [0.1, 0.0, 1.39]);
    assert_eq!(collide(capsule_box, &standing, &cuboid, 0.0).len(), 1);

    let lying = Solid { pos: Vec3::new(0.1, 0.0, 0.59), ..standing }.turned(Vec3::Y, PI / 2.0);
    let hits = collide(capsule_box, &lying, &cuboid, 0.0);
    assert_eq!(hits.len(), 2);
    assert!(hits.iter().all(|h| (h.dist + 0.01).abs() < 1e-9));
    // the segment is longer than the face
    assert_number((hits[0].pos - hits[1].pos).norm(), 1.0);
}

#[test]
fn stacked_boxes_share_the_corners_of_the_smaller_face() {
    let lower = Solid::new(BOX, [0.5, 0.5, 0.5], [0.0; 3]);
    let upper = Solid::new(BOX, [0.2, 0.3, 0.1], [0.1, 0.0, 0.59]);
    let hits = collide(box_box, &lower, &upper, 0.0);
    assert_eq!(hits.len(), 4);
    for hit in hits.iter() {
        assert_number(hit.dist, -0.01);
        assert_close(hit.normal, Vec3::Z);
        assert_number((hit.pos[0] - 0.1).abs(), 0.2);
        assert_number(hit.pos[1].abs(), 0.3);
        assert_number(hit.pos[2], 0.495);
    }
}

#[test]
fn boxes_turned_by_45_degrees_overlap_in_an_octagon() {
    let lower = Solid::new(BOX, [0.5, 0.5, 0.5], [0.0; 3]);
    let upper = Solid::new(BOX, [0.5, 0.5, 0.5], [0.0, 0.0, 0.99]).turned(Vec3::Z, PI / 4.0);
    let hits = collide(box_box, &lower, &upper, 0.0);
    assert_eq!(hits.len(), 8);
    let radius = 0.5 / fun::cos(PI / 8.0);
    assert!(hits.iter().all(|h| (h.pos[0].hypot(h.pos[1]) - radius).abs() < 1e-9));
}

#[test]
fn crossed_edges_of_boxes_touch_in_one_point() {
    // both boxes balance on an edge; the edges are perpendicular and 0.01 inside each other
    let lower = Solid::new(BOX, [0.5; 3], [0.0; 3]).turned(Vec3::X, PI / 4.0);
    let height = 2.0_f64.sqrt() - 0.01;
    let upper = Solid::new(BOX, [0.5; 3], [0.0, 0.0, height]).turned(Vec3::Y, PI / 4.0);
    let hits = collide(box_box, &lower, &upper, 0.0);
    assert!(!hits.is_empty());
    for hit in hits.iter() {
        assert_close(hit.normal, Vec3::Z);
        assert!(hit.pos[0].abs() < 0.02 && hit.pos[1].abs() < 0.02);
    }
    assert!(hits.iter().any(|h| h.dist < 0.0));
}

#[test]
fn swapped_shapes_of_one_kind_mirror_the_contact() {
    let mut rng = Random(1);
    let same = [(SPHERE, sphere_sphere as Routine), (CAPSULE, capsule_capsule), (BOX, box_box)];
    for (kind, routine) in same {
        for _ in 0..50 {
            let a = Solid::random(kind, 0.3, &mut rng);
            let b = Solid::random(kind, 0.3, &mut rng);
            let (ab, ba) = (collide(routine, &a, &b, 1.0), collide(routine, &b, &a, 1.0));
            let nearest = |hits: &Hits| {
                *hits.iter().min_by(|x, y| x.dist.total_cmp(&y.dist)).expect("a contact")
            };
            let (x, y) = (nearest(&ab), nearest(&ba));
            assert!((x.dist - y.dist).abs() < 1e-9, "{kind:?}: {x:?} {y:?}");
            assert!((x.normal + y.normal).norm() < 1e-6, "{kind:?}: {x:?} {y:?}");
            if kind != BOX {
                assert_eq!((ab.len(), ba.len()), (1, 1));
                assert!((x.pos - y.pos).norm() < 1e-6);
            }
        }
    }
}

#[test]
fn moving_both_shapes_moves_the_contacts() {
    let mut rng = Random(2);
    for (kind_a, kind_b, routine) in PAIRS {
        let mut contacts = 0;
        for _ in 0..50 {
            let a = Solid::random(kind_a, 0.3, &mut rng);
            let b = Solid::random(kind_b, 0.3, &mut rng);
            let turn = rng.rotation();
            let shift = Vec3::new(1.0, -2.0, 3.0);
            let moved = |s: &Solid| Solid { pos: turn * s.pos + shift, mat: turn * s.mat, ..*s };
            let before = collide(routine, &a, &b, 0.05);
            let after = collide(routine, &moved(&a), &moved(&b), 0.05);
            assert_eq!(before.len(), after.len());
            for (x, y) in before.iter().zip(after.iter()) {
                assert!((x.dist - y.dist).abs() < 1e-9);
                assert!((turn * x.pos + shift - y.pos).norm() < 1e-9);
                assert!((turn * x.normal - y.normal).norm() < 1e-9);
                assert!((turn * x.tangent - y.tangent).norm() < 1e-9);
            }
            contacts += before.len();
        }
        assert!(contacts > 20, "{kind_a:?} and {kind_b:?} rarely touch");
    }
}

#[test]
fn normals_are_unit_and_point_from_the_first_shape_to_the_second() {
    let mut rng = Random(3);
    // the nearest points of two long shapes may be beside their centers
    for (kind_a, kind_b, routine) in PAIRS.into_iter().filter(|p| p.0 != CAPSULE) {
        for _ in 0..100 {
            // far enough apart that the centers are on their own sides
            let a = Solid::random(kind_a, 0.0, &mut rng);
            let mut b = Solid::random(kind_b, 0.0, &mut rng);
            b.pos = a.mat.col(2) * 0.6;
            for hit in collide(routine, &a, &b, 0.1).iter() {
                assert_number(hit.normal.norm(), 1.0);
                assert!(hit.normal.dot(b.pos - a.pos) > 0.0);
            }
        }
    }
}

#[test]
fn contacts_appear_exactly_within_the_margin() {
    let mut rng = Random(4);
    for (kind_a, kind_b, routine) in PAIRS {
        if kind_b == BOX && (kind_a == CAPSULE || kind_a == BOX) {
            // the nearest points of edges are not always among the contacts
            continue;
        }
        for _ in 0..50 {
            let a = Solid::random(kind_a, 0.0, &mut rng);
            let mut b = Solid::random(kind_b, 0.0, &mut rng);
            b.pos = a.mat.col(2) * 2.5;
            let all = collide(routine, &a, &b, 10.0);
            let nearest = all.iter().map(|h| h.dist).fold(f64::INFINITY, f64::min);
            assert!(nearest > 0.0);
            assert!(!collide(routine, &a, &b, nearest + 1e-9).is_empty());
            assert!(collide(routine, &a, &b, nearest - 1e-9).is_empty());
        }
    }
}

#[test]
fn bad_numbers_do_no_harm() {
    let bad = [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e308, 0.5];
    let mut rng = Random(5);
    for (kind_a, kind_b, routine) in PAIRS {
        for _ in 0..300 {
            let mut pick = || bad[((rng.signed() + 1.0) * 3.0) as usize % bad.len()];
            let mut solid = |kind| Solid {
                kind,
                pos: Vec3(std::array::from_fn(|_| pick())),
                mat: Mat3(std::array::from_fn(|_| pick())),
                size: Vec3(std::array::from_fn(|_| pick())),
            };
            let (a, b) = (solid(kind_a), solid(kind_b));
            assert!(collide(routine, &a, &b, 0.1).len() <= crate::constants::MAXCONPAIR);
        }
    }
}
