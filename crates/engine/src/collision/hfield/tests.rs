use super::*;
use crate::collision::Hit;
use crate::enums::GeomType;
use crate::hooks::AsSystem;
use crate::ids::{GeomId, HfieldDataAdr};
use crate::math::random::StandardNormal;
use crate::math::{Mat3, Quat};
use crate::model::Model;
use crate::sizes::Sizes;

const FIELD: GeomId = GeomId(0);
const OTHER: GeomId = GeomId(1);
/// Half sizes, height and depth of the field.
const SIZE: [f64; 4] = [2.0, 1.0, 0.5, 0.25];
const ROWS: i32 = 5;
const COLUMNS: i32 = 9;

/// A field and another geom. Cells are squares of half a meter.
fn model(height: impl Fn(i32, i32) -> f32, kind: GeomType, size: Vec3) -> Model {
    let nhfielddata = (ROWS * COLUMNS) as usize;
    let sizes = Sizes { nbody: 1, ngeom: 2, nhfield: 1, nhfielddata, ..Sizes::default() };
    let mut m = Model::new(sizes).unwrap();
    m.geom_type[FIELD] = GeomType::Hfield.into();
    m.geom_type[OTHER] = kind.into();
    m.geom_dataid[FIELD] = 0;
    m.geom_size[OTHER] = size;
    m.geom_rbound[OTHER] = size.norm();
    m.hfield_size[HfieldId(0)] = SIZE;
    m.hfield_nrow[HfieldId(0)] = ROWS;
    m.hfield_ncol[HfieldId(0)] = COLUMNS;
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            m.hfield_data[HfieldDataAdr((row * COLUMNS + column) as usize)] = height(row, column);
        }
    }
    m
}

fn shape<'a>(m: &'a Model, geom: GeomId, pos: Vec3, mat: &'a Mat3) -> Shape<'a> {
    let kind = m.geom_type[geom].get().unwrap();
    Shape { m: m.as_system(), geom, kind, pos, mat, size: m.geom_size[geom] }
}

/// The contacts, the field at `at` with axes `turn`, the other geom at `pos` in the field's frame.
fn contacts(m: &Model, at: Vec3, turn: &Mat3, pos: Vec3, margin: f64) -> Hits {
    let (a, b) = (shape(m, FIELD, at, turn), shape(m, OTHER, *turn * pos + at, turn));
    let mut out = Hits::default();
    let opts = CcdOptions::of(&m.opt);
    hfield_convex(&a, &b, margin, &opts, &mut Workspace::default(), &mut out);
    out
}

fn contacts_at(m: &Model, pos: Vec3) -> Hits {
    contacts(m, Vec3::ZERO, &Mat3::IDENTITY, pos, 0.0)
}

#[test]
fn a_small_sphere_in_a_flat_field_has_one_contact_with_its_depth() {
    let radius = 0.05;
    let m = model(|_, _| 1.0, GeomType::Sphere, Vec3([radius, 0.0, 0.0]));
    // inside a triangle, farther from its sides than the radius
    let hits = contacts_at(&m, Vec3([0.15, 0.35, SIZE[2] + 0.02]));
    assert_eq!(hits.len(), 1);
    assert!((hits[0].dist - (0.02 - radius)).abs() < 1e-12);
    assert!((hits[0].normal - Vec3::Z).norm() < 1e-9);
    assert!((hits[0].pos - Vec3([0.15, 0.35, SIZE[2] - 0.015])).norm() < 1e-9);
}

#[test]
fn a_shape_above_or_beside_or_below_the_field_has_no_contact() {
    let m = model(|_, _| 1.0, GeomType::Sphere, Vec3([0.1, 0.0, 0.0]));
    for pos in [
        Vec3([0.0, 0.0, SIZE[2] + 0.11]),
        Vec3([SIZE[0] + 0.11, 0.0, 0.3]),
        Vec3([0.0, -SIZE[1] - 0.11, 0.3]),
        Vec3([0.0, 0.0, -SIZE[3] - 0.11]),
    ] {
        assert!(contacts_at(&m, pos).is_empty(), "{pos:?}");
    }
}

#[test]
fn contacts_move_with_both_shapes() {
    let bumps = |row: i32, column: i32| ((row * 7 + column * 3) % 5) as f32 / 5.0;
    let m = model(bumps, GeomType::Sphere, Vec3([0.3, 0.0, 0.0]));
    let pos = Vec3([0.3, -0.2, 0.45]);
    let still = contacts_at(&m, pos);
    assert!(still.len() > 3);

    let at = Vec3([1.0, -2.0, 0.5]);
    let turn = Quat([0.5, -0.1, 0.7, 0.3]).normalized().to_mat();
    let moved = contacts(&m, at, &turn, pos, 0.0);
    assert_eq!(moved.len(), still.len());
    for (a, b) in still.iter().zip(moved.iter()) {
        assert!((a.dist - b.dist).abs() < 1e-6);
        assert!((turn * a.pos + at - b.pos).norm() < 1e-5);
        assert!((turn * a.normal - b.normal).norm() < 1e-5);
    }
}

#[test]
fn prisms_that_are_passed_over_have_no_contact() {
    let bumps = |row: i32, column: i32| ((row * 7 + column * 3) % 5) as f32 / 5.0;
    let mut random = StandardNormal::new(7);
    let (mut touching, mut seen) = (0, 0);
    for kind in [GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid, GeomType::Box] {
        let m = model(bumps, kind, Vec3([0.3, 0.2, 0.4]));
        for _ in 0..100 {
            let ((x, y), (z, w)) = (random.pair(), random.pair());
            let mat = Quat([w, x, y, z]).normalized().to_mat();
            let field = shape(&m, FIELD, Vec3::ZERO, &Mat3::IDENTITY);
            let other = shape(&m, OTHER, Vec3([x, y / 2.0, 0.5 + z.abs() / 4.0]), &mat);
            let (opts, work) = (&CcdOptions::of(&m.opt), &mut Workspace::default());
            let mut found = Hits::default();
            hfield_convex(&field, &other, 0.0, opts, work, &mut found);

            // every prism in the box of the shape
            let mut solid = Solid::new(&other, 0.0).unwrap();
            let bounds = Bounds::of(&mut solid);
            let mut all = Hits::default();
            HeightField::of(&field).unwrap().visit(&bounds, 0.0, |prism| {
                penetration(&mut Solid::prism(&prism.0), &mut solid, 1, 0.0, opts, work, &mut all);
                seen += 1;
                all.len() < MAXCONPAIR
            });
            let numbers = |hits: &Hits| {
                let of = |hit: &Hit| (hit.dist, hit.pos.0, hit.normal.0);
                hits.iter().map(of).collect::<Vec<_>>()
            };
            assert_eq!(numbers(&found), numbers(&all), "{kind:?}");
            touching += found.len();
        }
    }
    assert!(touching > 500 && seen > 2 * touching, "{touching} of {seen} prisms");
}

#[test]
fn no_more_contacts_than_a_pair_can_have() {
    let m = model(|_, _| 1.0, GeomType::Box, Vec3([2.0, 1.0, 0.1]));
    // 64 prisms touch the box
    assert_eq!(contacts_at(&m, Vec3([0.0, 0.0, SIZE[2]])).len(), MAXCONPAIR);
}

#[test]
fn a_box_over_the_whole_field_meets_two_prisms_per_cell_until_told_to_stop() {
    let m = model(|_, _| 1.0, GeomType::Sphere, Vec3::X);
    let field = HeightField::of(&shape(&m, FIELD, Vec3::ZERO, &Mat3::IDENTITY)).unwrap();
    let all = Bounds { low: Vec3([-9.0; 3]), high: Vec3([9.0; 3]) };

    let (mut count, mut volume) = (0, 0.0);
    field.visit(&all, 0.0, |Prism([b0, b1, b2, t0, ..])| {
        volume += (*b1 - *b0).cross(*b2 - *b0).norm() / 2.0 * (t0[2] - b0[2]);
        count += 1;
        true
    });
    assert_eq!(count, 2 * (ROWS - 1) * (COLUMNS - 1));
    assert!((volume - 4.0 * SIZE[0] * SIZE[1] * (SIZE[2] + SIZE[3])).abs() < 1e-12);

    let mut seen = 0;
    field.visit(&all, 0.0, |_| {
        seen += 1;
        seen < 5
    });
    assert_eq!(seen, 5);
}

#[test]
fn a_field_without_cells_or_data_has_no_contact() {
    let pos = Vec3([0.0, 0.0, 0.4]);
    for (rows, columns) in [(1, COLUMNS), (0, 0), (-3, -3), (i32::MAX, 2), (ROWS + 1, COLUMNS)] {
        let mut m = model(|_, _| 1.0, GeomType::Sphere, Vec3([0.2, 0.0, 0.0]));
        assert!(!contacts_at(&m, pos).is_empty());
        m.hfield_nrow[HfieldId(0)] = rows;
        m.hfield_ncol[HfieldId(0)] = columns;
        assert!(contacts_at(&m, pos).is_empty(), "{rows} x {columns}");
    }
}

#[test]
fn a_position_that_is_not_a_number_has_no_contact() {
    let m = model(|_, _| 1.0, GeomType::Sphere, Vec3([0.2, 0.0, 0.0]));
    assert!(contacts_at(&m, Vec3([f64::NAN; 3])).is_empty());
}
