//! Contacts and distances of convex shapes with known answers, and symmetries they must have.

use super::*;
use crate::collision::pairs::plane_mesh::plane_convex;
use crate::enums::GeomType;
use crate::hooks::AsSystem;
use crate::ids::{GeomId, MeshPolyId, MeshVertId};
use crate::math::random::StandardNormal;
use crate::model::Model;
use crate::sizes::Sizes;

const OPTS: CcdOptions = CcdOptions { tolerance: 1e-6, iterations: 300, multiccd: true };

/// The distance if GJK or EPA fails on slivers, as they do in MuJoCo on the same poses.
const UNCLEAR: f64 = 0.0;

const UPRIGHT: Mat3 = Mat3::IDENTITY;

/// Corners of a cube of half size one, as bits of x, y, z; faces counterclockwise from outside.
const CUBE_FACES: [[i32; 4]; 6] =
    [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];

/// Geoms of the given types and sizes; meshes are cubes with known faces.
fn model(geoms: &[(GeomType, [f64; 3])]) -> Model {
    let sizes = Sizes {
        nbody: 1,
        ngeom: geoms.len(),
        nmesh: 1,
        nmeshvert: 8,
        nmeshpoly: 6,
        nmeshpolyvert: 24,
        nmeshpolymap: 24,
        ..Sizes::default()
    };
    let mut m = Model::new(sizes).unwrap();
    for (g, (kind, size)) in geoms.iter().enumerate() {
        let g = GeomId(g);
        m.geom_type[g] = (*kind).into();
        m.geom_size[g] = Vec3(*size);
        m.geom_rbound[g] = 2.0;
        m.geom_dataid[g] = if *kind == GeomType::Mesh { 0 } else { -1 };
    }

    // vertices and faces of the cube
    m.mesh_vertnum.fill(8);
    m.mesh_polynum.fill(6);
    m.mesh_graphadr.fill(-1);
    for (i, v) in m.mesh_vert.iter_mut().enumerate() {
        *v = std::array::from_fn(|axis| if i >> axis & 1 == 1 { 1.0 } else { -1.0 });
    }
    let mut map = Vec::new();
    for (face, corners) in CUBE_FACES.iter().enumerate() {
        let id = MeshPolyId(face);
        m.mesh_polyvert.as_mut_slice()[4 * face..4 * face + 4].copy_from_slice(corners);
        m.mesh_polyvertadr[id] = 4 * face as i32;
        m.mesh_polyvertnum[id] = 4;
        m.mesh_polynormal[id][face / 2] = if face % 2 == 0 { 1.0 } else { -1.0 };
    }
    for corner in 0..8 {
        let id = MeshVertId(corner);
        m.mesh_polymapadr[id] = map.len() as i32;
        m.mesh_polymapnum[id] = 3;
        map.extend((0..6).filter(|f| CUBE_FACES[*f].contains(&(corner as i32))).map(|f| f as i32));
    }
    m.mesh_polymap.copy_from_slice(&map);
    m
}

fn shape<'a>(m: &'a Model, g: usize, pos: [f64; 3], mat: &'a Mat3) -> Shape<'a> {
    let geom = GeomId(g);
    let kind = m.geom_type[geom].get().unwrap();
    Shape { m: m.as_system(), geom, kind, pos: Vec3(pos), mat, size: m.geom_size[geom] }
}

fn contacts(a: &Shape, b: &Shape, margin: f64) -> Hits {
    let mut hits = Hits::default();
    convex(a, b, margin, &OPTS, &mut Workspace::default(), &mut hits);
    hits
}

#[track_caller]
fn assert_near(a: Vec3, b: [f64; 3], tolerance: f64) {
    assert!((a - Vec3(b)).norm() < tolerance, "{a:?} is not {b:?}");
}

/// One of each convex type, about the same size.
fn zoo() -> Model {
    use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Mesh, Sphere};
    model(&[
        (Sphere, [0.9, 0.0, 0.0]),
        (Capsule, [0.5, 0.7, 0.0]),
        (Ellipsoid, [0.6, 0.8, 1.1]),
        (Cylinder, [0.7, 0.9, 0.0]),
        (Box, [0.6, 0.7, 0.8]),
        (Mesh, [1.0, 1.0, 1.0]),
    ])
}

struct Random(StandardNormal);

impl Random {
    fn vector(&mut self) -> Vec3 {
        let ((x, y), (z, _)) = (self.0.pair(), self.0.pair());
        Vec3([x, y, z])
    }

    fn rotation(&mut self) -> Mat3 {
        let ((w, x), (y, z)) = (self.0.pair(), self.0.pair());
        Quat([w, x, y, z]).normalized().to_mat()
    }
}

/// Calls with random poses of every pair of types, close enough to touch at times.
fn for_random_pairs(mut f: impl FnMut(&Shape, &Shape, &mut Random)) {
    let m = zoo();
    let mut random = Random(StandardNormal::new(3));
    for i in 0..6 {
        for j in i..6 {
            for _ in 0..20 {
                let (mat_a, mat_b) = (random.rotation(), random.rotation());
                let pos = random.vector() * 0.9;
                let (a, b) = (shape(&m, i, [0.0; 3], &mat_a), shape(&m, j, pos.0, &mat_b));
                f(&a, &b, &mut random);
            }
        }
    }
}

#[test]
fn round_ellipsoids_touch_like_spheres() {
    let m = model(&[(GeomType::Ellipsoid, [1.0; 3]), (GeomType::Ellipsoid, [0.5; 3])]);
    let a = shape(&m, 0, [0.0, 0.0, 0.0], &UPRIGHT);
    let b = shape(&m, 1, [0.0, 0.0, 1.4], &UPRIGHT);
    let hits = contacts(&a, &b, 0.0);
    assert_eq!(hits.len(), 1);
    assert!((hits[0].dist + 0.1).abs() < 1e-5);
    assert_near(hits[0].pos, [0.0, 0.0, 0.95], 1e-2);
    assert_near(hits[0].normal, [0.0, 0.0, 1.0], 1e-2);
}

#[test]
fn distance_of_boxes_is_the_gap_along_their_common_normal() {
    let m = model(&[(GeomType::Box, [1.0, 2.0, 3.0]), (GeomType::Box, [0.5; 3])]);
    let a = shape(&m, 0, [0.0; 3], &UPRIGHT);
    let b = shape(&m, 1, [2.0, 0.3, 0.1], &UPRIGHT);
    let mut work = Workspace::default();
    let (dist, points) = distance(&a, &b, 10.0, &OPTS, &mut work);
    let [from, to] = points.unwrap();
    assert!((dist - 0.5).abs() < 1e-12);
    assert!((from[0] - 1.0).abs() < 1e-12 && (to[0] - 1.5).abs() < 1e-12);
    assert!(((to - from).norm() - dist).abs() < 1e-12);

    assert_eq!(distance(&a, &b, 0.25, &OPTS, &mut work), (0.25, None));
}

#[test]
fn sphere_and_cube_touch_where_a_ray_along_the_normal_leaves() {
    let m = model(&[(GeomType::Sphere, [0.5, 0.0, 0.0]), (GeomType::Mesh, [1.0; 3])]);
    let cube = shape(&m, 1, [0.0; 3], &UPRIGHT);
    for depth in [0.01, 0.3, 0.7] {
        let ball = shape(&m, 0, [0.2, 0.1, 1.5 - depth], &UPRIGHT);
        let hits = contacts(&ball, &cube, 0.0);
        assert_eq!(hits.len(), 1);
        assert!((hits[0].dist + depth).abs() < 1e-6, "{}", hits[0].dist);
        assert_near(hits[0].normal, [0.0, 0.0, -1.0], 1e-3);
    }
}

#[test]
fn cube_on_box_touches_at_four_corners() {
    let m = model(&[(GeomType::Box, [3.0, 3.0, 1.0]), (GeomType::Mesh, [1.0; 3])]);
    let floor = shape(&m, 0, [0.0; 3], &UPRIGHT);
    let cube = shape(&m, 1, [0.5, 0.25, 1.99], &UPRIGHT);
    let hits = contacts(&floor, &cube, 0.0);
    assert_eq!(hits.len(), 4);
    for (x, y) in [(-0.5, -0.75), (1.5, -0.75), (1.5, 1.25), (-0.5, 1.25)] {
        let at_corner = |h: &&Hit| (h.pos - Vec3([x, y, 0.995])).norm() < 1e-12;
        assert_eq!(hits.iter().filter(at_corner).count(), 1, "{x} {y}");
    }
    for hit in hits.iter() {
        assert!((hit.dist + 0.01).abs() < 1e-12);
        assert_near(hit.normal, [0.0, 0.0, 1.0], 1e-12);
    }
}

#[test]
fn boxes_that_overlap_partly_touch_at_the_corners_of_the_overlap() {
    let m = model(&[(GeomType::Box, [1.0; 3]), (GeomType::Box, [1.0; 3])]);
    let a = shape(&m, 0, [0.0; 3], &UPRIGHT);
    let eighth = Quat::from_axis_angle(Vec3::Z, std::f64::consts::FRAC_PI_4).to_mat();
    let b = shape(&m, 1, [0.0, 0.0, 1.99], &eighth);
    let hits = contacts(&a, &b, 0.0);
    assert_eq!(hits.len(), 8);
    let reach = std::f64::consts::SQRT_2 - 1.0;
    for hit in hits.iter() {
        let (x, y) = (hit.pos[0].abs(), hit.pos[1].abs());
        assert!((x.max(y) - 1.0).abs() < 1e-12 && (x.min(y) - reach).abs() < 1e-12);
    }
}

#[test]
fn cylinder_on_box_gets_contacts_around_its_rim() {
    let m = model(&[(GeomType::Cylinder, [0.5, 1.0, 0.0]), (GeomType::Box, [3.0, 3.0, 1.0])]);
    let a = shape(&m, 0, [0.1, 0.2, 1.995], &UPRIGHT);
    let b = shape(&m, 1, [0.0; 3], &UPRIGHT);
    let hits = contacts(&a, &b, 0.0);
    assert!(hits.len() >= 4, "{}", hits.len());
    assert!(hits.iter().all(|h| h.dist == hits[0].dist && (h.dist + 0.005).abs() < 1e-6));
    let one = CcdOptions { multiccd: false, ..OPTS };
    let mut hits = Hits::default();
    convex(&a, &b, 0.0, &one, &mut Workspace::default(), &mut hits);
    assert_eq!(hits.len(), 1);
}

#[test]
fn shapes_touch_exactly_when_closer_than_the_margin() {
    let mut work = Workspace::default();
    let mut clear = 0;
    for_random_pairs(|a, b, _| {
        let (dist, ..) = distance(a, b, 100.0, &OPTS, &mut work);
        for margin in [0.0, 0.1, 0.5] {
            if dist != UNCLEAR && (dist - margin).abs() > 1e-4 {
                let touches = !contacts(a, b, margin).is_empty();
                assert_eq!(touches, dist < margin, "{:?} {:?} {dist}", a.kind, b.kind);
                clear += 1;
            }
        }
    });
    assert!(clear > 1200, "{clear}");
}

#[test]
fn swapping_the_shapes_mirrors_the_contact() {
    for_random_pairs(|a, b, _| {
        let (ab, ba) = (contacts(a, b, 0.1), contacts(b, a, 0.1));
        if let (Some(h), Some(g)) = (ab.first(), ba.first()) {
            assert!((h.dist - g.dist).abs() < 1e-4, "{:?} {:?}: {h:?} {g:?}", a.kind, b.kind);
        }
        assert_eq!(ab.is_empty(), ba.is_empty());
    });
}

#[test]
fn distance_does_not_depend_on_the_frame() {
    let mut clear = 0;
    for_random_pairs(|a, b, random| {
        let (turn, shift) = (random.rotation(), random.vector());
        let (mat_a, mat_b) = (turn * *a.mat, turn * *b.mat);
        let moved_a = Shape { pos: turn * a.pos + shift, mat: &mat_a, ..*a };
        let moved_b = Shape { pos: turn * b.pos + shift, mat: &mat_b, ..*b };
        let mut work = Workspace::default();
        let (dist, ..) = distance(a, b, 100.0, &OPTS, &mut work);
        let (moved, ..) = distance(&moved_a, &moved_b, 100.0, &OPTS, &mut work);
        if dist != UNCLEAR && moved != UNCLEAR {
            assert!((dist - moved).abs() < 1e-4, "{:?} {:?}: {dist} {moved}", a.kind, b.kind);
            clear += 1;
        }
    });
    assert!(clear > 400, "{clear}");
}

#[test]
fn prism_under_a_ball_pushes_it_up() {
    let m = model(&[(GeomType::Sphere, [0.5, 0.0, 0.0])]);
    let mut ball = Solid::new(&shape(&m, 0, [0.3, 0.3, 0.45], &UPRIGHT), 0.0).unwrap();
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    let at = |z: f64| corners.map(|[x, y]| Vec3([x, y, z]));
    let ([a, b, c], [d, e, f]) = (at(-1.0), at(0.0));
    let verts = [a, b, c, d, e, f];
    let mut prism = Solid::prism(&verts);
    let (mut work, mut hits) = (Workspace::default(), Hits::default());
    assert_eq!(penetration(&mut prism, &mut ball, 1, 0.0, &OPTS, &mut work, &mut hits), 1);
    assert!((hits[0].dist + 0.05).abs() < 1e-6);
    assert_near(hits[0].normal, [0.0, 0.0, 1.0], 1e-6);
}

#[test]
fn plane_touches_the_lowest_vertices_of_a_cube() {
    let m = model(&[(GeomType::Plane, [0.0; 3]), (GeomType::Mesh, [1.0; 3])]);
    let plane = shape(&m, 0, [0.0; 3], &UPRIGHT);
    let mut hits = Hits::default();
    plane_convex(&plane, &shape(&m, 1, [5.0, 0.0, 0.98], &UPRIGHT), 0.0, &mut hits);
    assert_eq!(hits.len(), 3);
    assert!(hits.iter().all(|h| (h.dist + 0.02).abs() < 1e-12 && h.normal == Vec3::Z));
    assert!(hits.iter().all(|h| (h.pos[2] + 0.01).abs() < 1e-12));

    hits.clear();
    plane_convex(&plane, &shape(&m, 1, [5.0, 0.0, 1.2], &UPRIGHT), 0.1, &mut hits);
    assert!(hits.is_empty());
}

#[test]
fn plane_touches_an_ellipsoid_below_its_center() {
    let m = model(&[(GeomType::Plane, [0.0; 3]), (GeomType::Ellipsoid, [1.0, 2.0, 3.0])]);
    let plane = shape(&m, 0, [0.0; 3], &UPRIGHT);
    let mut hits = Hits::default();
    plane_convex(&plane, &shape(&m, 1, [1.0, 1.0, 3.05], &UPRIGHT), 0.1, &mut hits);
    assert_eq!(hits.len(), 1);
    assert!((hits[0].dist - 0.05).abs() < 1e-12);
    assert_near(hits[0].pos, [1.0, 1.0, 0.025], 1e-12);
}

#[test]
fn undefined_poses_give_no_contact_and_no_panic() {
    let m = zoo();
    let nan = Mat3([f64::NAN; 9]);
    for (i, j) in (0..6).flat_map(|i| (0..6).map(move |j| (i, j))) {
        let a = shape(&m, i, [0.0; 3], &UPRIGHT);
        for b in [shape(&m, j, [f64::NAN; 3], &UPRIGHT), shape(&m, j, [f64::INFINITY; 3], &nan)] {
            assert!(contacts(&a, &b, 0.1).is_empty());
            distance(&a, &b, 1.0, &OPTS, &mut Workspace::default());
        }
    }
}

#[test]
fn a_warm_workspace_does_not_grow() {
    let mut work = Workspace::default();
    let run = |work: &mut Workspace| {
        for_random_pairs(|a, b, _| convex(a, b, 0.0, &OPTS, work, &mut Hits::default()));
        let pt = &work.polytope;
        [pt.verts.capacity(), pt.faces.capacity(), work.points.capacity()]
    };
    let first = run(&mut work);
    assert!(first.iter().all(|c| *c > 0));
    assert_eq!(run(&mut work), first);
}

#[test]
fn what_separated_shapes_before_changes_no_contact() {
    let m = zoo();
    let mut random = Random(StandardNormal::new(21));
    let mut memory = Workspace::default();
    let (mut apart, mut touching) = (0, 0);
    for round in 0..300 {
        let (first, second) = (round % 6, round / 6 % 6);
        let (mat_a, mat_b) = (random.rotation(), random.rotation());
        let (mut pos, step) = (random.vector() * 2.0, random.vector() * 0.05);
        for _ in 0..20 {
            pos += step;
            let (a, b) = (shape(&m, first, [0.0; 3], &mat_a), shape(&m, second, pos.0, &mat_b));
            let mut hits = Hits::default();
            convex(&a, &b, 0.01, &OPTS, &mut memory, &mut hits);
            assert_eq!(*hits, *contacts(&a, &b, 0.01), "{:?} {:?}", a.kind, b.kind);
            if hits.is_empty() { apart += 1 } else { touching += 1 }
        }
    }
    assert!(apart > 1000 && touching > 500, "{apart} {touching}");
}
