//! What rays meet: closed forms, invariances, and culling against testing everything.

mod filter;
mod mesh;
mod terrain;

use super::*;
use crate::fields::{Kind, Link};
use crate::ids::{HfieldId, MeshId};
use crate::math::random::StandardNormal;
use crate::math::{Mat3, Quat};
use crate::sizes::Sizes;

/// Random numbers for tests.
struct Random(StandardNormal);

impl Random {
    fn new(seed: u32) -> Self {
        Self(StandardNormal::new(seed))
    }

    fn vec3(&mut self) -> Vec3 {
        let ((x, y), (z, _)) = (self.0.pair(), self.0.pair());
        Vec3([x, y, z])
    }

    fn rotation(&mut self) -> Mat3 {
        let ((w, x), (y, z)) = (self.0.pair(), self.0.pair());
        Quat([w, x, y, z]).normalized().to_mat()
    }
}

/// Opaque spheres of radius one in the world, all at its origin.
fn spheres(count: usize) -> (Model, Data) {
    let mut m = Model::new(Sizes { nbody: 2, ngeom: count, nmat: 1, ..Sizes::default() }).unwrap();
    m.geom_type.fill(GeomType::Sphere.into());
    m.geom_size.fill(Vec3([1.0, 0.5, 0.25]));
    m.geom_rgba.fill([1.0; 4]);
    m.geom_matid.fill(Link::NONE);
    m.geom_plugin.fill(Link::NONE);
    m.body_weldid.raw_mut().copy_from_slice(&[0, 1]);
    m.body_geomnum.copy_from_slice(&[count as i32, 0]);
    m.body_bvhadr.fill(-1);
    let mut d = Data::new(&m);
    d.geom_xmat.fill(Mat3::IDENTITY);
    (m, d)
}

fn cast(m: &Model, d: &Data, pnt: Vec3, vec: Vec3) -> Option<RayHit> {
    ray(m, d, Ray { pnt, vec }, &RayFilter::default())
}

#[test]
fn a_rigid_motion_of_geom_and_ray_turns_the_hit_with_them() {
    use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Hfield, Mesh, Plane, Sphere};
    let mut random = Random::new(3);
    let mut hits = 0;
    for kind in [Plane, Hfield, Sphere, Capsule, Ellipsoid, Cylinder, Box, Mesh] {
        let (mut m, mut d) = match kind {
            Hfield => terrain::field(7, 5, |row, col| (row * col % 4) as f32 / 4.0),
            Mesh => mesh::cube(),
            _ => spheres(1),
        };
        m.geom_type[GeomId(0)] = kind.into();
        for _ in 0..200 {
            let pnt = random.vec3() * 2.0;
            let vec = random.vec3() * 0.3 - pnt;
            d.geom_xpos[GeomId(0)] = Vec3::ZERO;
            d.geom_xmat[GeomId(0)] = Mat3::IDENTITY;
            let before = cast(&m, &d, pnt, vec);

            let (move_by, turn) = (random.vec3(), random.rotation());
            d.geom_xpos[GeomId(0)] = move_by;
            d.geom_xmat[GeomId(0)] = turn;
            let after = cast(&m, &d, turn * pnt + move_by, turn * vec);
            assert_eq!(before.is_some(), after.is_some(), "{kind:?}");
            let (Some(before), Some(after)) = (before, after) else { continue };
            assert!((before.dist - after.dist).abs() < 1e-12, "{kind:?}");
            assert!((turn * before.normal - after.normal).norm() < 1e-12, "{kind:?}");
            hits += 1;
        }
    }
    assert!(hits > 800, "{hits}");
}

#[test]
fn a_longer_direction_makes_distances_shorter() {
    let (m, d) = spheres(1);
    let from = Vec3([0.25, 0.0, 3.0]);
    let near = cast(&m, &d, from, Vec3([0.0, 0.0, -1.0])).unwrap();
    let far = cast(&m, &d, from, Vec3([0.0, 0.0, -4.0])).unwrap();
    assert_eq!((near.dist, near.normal), (4.0 * far.dist, far.normal));
}

#[test]
fn the_nearest_geom_is_hit_and_of_equal_ones_the_first() {
    let (m, mut d) = spheres(3);
    d.geom_xpos[GeomId(1)] = Vec3([0.0, 0.0, 2.0]);
    d.geom_xpos[GeomId(2)] = Vec3([0.0, 0.0, 2.0]);
    let hit = cast(&m, &d, Vec3([0.0, 0.0, 5.0]), Vec3([0.0, 0.0, -1.0])).unwrap();
    assert_eq!((hit.geom, hit.dist), (GeomId(1), 2.0));
    let hit = cast(&m, &d, Vec3([0.0, 0.0, -5.0]), Vec3::Z).unwrap();
    assert_eq!((hit.geom, hit.dist), (GeomId(0), 4.0));
}

#[test]
fn broken_arguments_hit_nothing() {
    let down = Ray { pnt: Vec3::Z * 3.0, vec: -Vec3::Z };
    let (mut m, d) = spheres(1);
    let nan = Vec3([f64::NAN; 3]);
    let kinds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 100];
    for kind in kinds {
        m.geom_type[GeomId(0)] = Kind::from_raw(kind);
        assert_eq!(cast(&m, &d, Vec3::Z * 3.0, Vec3::ZERO), None, "{kind}");
        assert_eq!(cast(&m, &d, nan, -Vec3::Z), None, "{kind}");
        assert_eq!(cast(&m, &d, Vec3::Z * 3.0, nan), None, "{kind}");
    }
    m.geom_type[GeomId(0)] = GeomType::Sphere.into();
    for geom in [GeomId(0), GeomId(7)] {
        assert_eq!(ray_mesh(&m, &d, geom, down), None);
        assert_eq!(ray_hfield(&m, &d, geom, down), None);
    }
    let parts = FlexParts::default();
    assert_eq!(ray_flex(&m, &d, crate::ids::FlexId(0), parts, down), None);
    let skin = ray_skin(&[[0, 1, -1], [0, 1, 9]], &[[0.0; 3], [1.0; 3]], down);
    assert_eq!(skin, None);
}
