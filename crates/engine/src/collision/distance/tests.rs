use super::*;
use crate::enums::GeomType;
use crate::fields::Kind;
use crate::math::{Mat3, Quat};
use crate::model::Model;
use crate::sizes::Sizes;

const A: GeomId = GeomId(0);
const B: GeomId = GeomId(1);

/// Two geoms at the origin of the world.
fn two(kinds: [GeomType; 2], sizes: [[f64; 3]; 2]) -> (Model, Data) {
    let mut m = Model::new(Sizes { nbody: 1, ngeom: 2, ..Sizes::default() }).unwrap();
    m.opt.ccd_iterations = 50;
    m.opt.ccd_tolerance = 1e-6;
    for (geom, (kind, size)) in [A, B].into_iter().zip(kinds.into_iter().zip(sizes)) {
        m.geom_type[geom] = kind.into();
        m.geom_size[geom] = Vec3(size);
    }
    let mut d = Data::new(&m);
    d.geom_xmat.fill(Mat3::IDENTITY);
    (m, d)
}

#[track_caller]
fn assert_measured(found: GeomDistance, dist: f64, from: [f64; 3], to: [f64; 3]) {
    assert!((found.dist - dist).abs() < 1e-9, "{found:?}");
    let [start, end] = found.fromto.expect("a segment");
    assert!((start - Vec3(from)).norm() < 1e-6 && (end - Vec3(to)).norm() < 1e-6, "{found:?}");
}

#[test]
fn the_segment_leads_from_the_first_geom_to_the_second_in_either_order() {
    let (m, mut d) =
        two([GeomType::Sphere, GeomType::Capsule], [[0.5, 0.0, 0.0], [0.25, 1.0, 0.0]]);
    d.geom_xpos[B] = Vec3([2.0, 0.0, 0.0]);
    let [left, right] = [[0.5, 0.0, 0.0], [1.75, 0.0, 0.0]];
    assert_measured(geom_distance(&m, &mut d, A, B, 10.0), 1.25, left, right);
    assert_measured(geom_distance(&m, &mut d, B, A, 10.0), 1.25, right, left);
}

#[test]
fn boxes_are_measured_between_their_edges() {
    let (m, mut d) = two([GeomType::Box; 2], [[0.5; 3]; 2]);
    // both balance on an edge, one across the other
    d.geom_xmat[A] = Quat::from_axis_angle(Vec3::X, std::f64::consts::FRAC_PI_4).to_mat();
    d.geom_xmat[B] = Quat::from_axis_angle(Vec3::Y, std::f64::consts::FRAC_PI_4).to_mat();
    d.geom_xpos[B] = Vec3([0.0, 0.0, 2.0]);
    let reach = 0.5_f64.sqrt();
    let (from, to) = ([0.0, 0.0, reach], [0.0, 0.0, 2.0 - reach]);
    assert_measured(geom_distance(&m, &mut d, A, B, 10.0), 2.0 - 2.0 * reach, from, to);
}

#[test]
fn penetration_is_negative_and_the_segment_points_back() {
    let (m, mut d) = two([GeomType::Ellipsoid, GeomType::Box], [[0.5, 0.5, 1.0], [1.0, 1.0, 1.0]]);
    d.geom_xpos[B] = Vec3([0.0, 0.0, 1.9]);
    let found = geom_distance(&m, &mut d, A, B, 10.0);
    assert!((found.dist + 0.1).abs() < 1e-4, "{found:?}");
    let [from, to] = found.fromto.unwrap();
    assert!(from[2] > to[2]);
}

#[test]
fn nothing_is_found_beyond_the_largest_distance() {
    for kinds in [[GeomType::Sphere; 2], [GeomType::Cylinder, GeomType::Box]] {
        let (m, mut d) = two(kinds, [[0.5; 3]; 2]);
        d.geom_xpos[B] = Vec3([3.0, 0.0, 0.0]);
        let near = geom_distance(&m, &mut d, A, B, 1.5);
        assert_eq!(near, GeomDistance { dist: 1.5, fromto: None });
        assert!((geom_distance(&m, &mut d, A, B, 2.5).dist - 2.0).abs() < 1e-9);
    }
}

#[test]
fn kinds_that_cannot_touch_and_unknown_geoms_are_far() {
    let far = GeomDistance { dist: 3.0, fromto: None };
    let (mut m, mut d) = two([GeomType::Plane; 2], [[1.0; 3]; 2]);
    assert_eq!(geom_distance(&m, &mut d, A, B, 3.0), far);
    assert_eq!(geom_distance(&m, &mut d, A, GeomId(7), 3.0), far);
    m.geom_type[B] = Kind::from_raw(99);
    assert_eq!(geom_distance(&m, &mut d, A, B, 3.0), far);
}
