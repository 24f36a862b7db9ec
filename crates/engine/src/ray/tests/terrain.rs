use super::*;
use crate::fields::Link;

/// A height field of 2 by 3, height 1 and depth 0.5, with given heights.
pub(super) fn field(
    nrow: usize,
    ncol: usize,
    height: impl Fn(usize, usize) -> f32,
) -> (Model, Data) {
    let sizes =
        Sizes { nbody: 1, ngeom: 1, nhfield: 1, nhfielddata: nrow * ncol, ..Sizes::default() };
    let mut m = Model::new(sizes).unwrap();
    m.geom_type.fill(GeomType::Hfield.into());
    m.geom_dataid.fill(0);
    m.geom_rgba.fill([1.0; 4]);
    m.geom_matid.fill(Link::NONE);
    m.hfield_size[HfieldId(0)] = [1.0, 1.5, 1.0, 0.5];
    m.hfield_nrow.fill(nrow as i32);
    m.hfield_ncol.fill(ncol as i32);
    for (i, to) in m.hfield_data.iter_mut().enumerate() {
        *to = height(i / ncol, i % ncol);
    }
    let mut d = Data::new(&m);
    d.geom_xmat.fill(Mat3::IDENTITY);
    (m, d)
}

#[test]
fn a_flat_field_is_hit_like_a_box() {
    let (m, d) = field(6, 9, |_, _| 0.5);
    let mut random = Random::new(11);
    let mut hits = 0;
    for _ in 0..1000 {
        let pnt = random.vec3() * 3.0;
        let vec = random.vec3() * 0.5 - pnt;
        // from outside only: there is a floor between the base and the surface
        let (pos, size) = (Vec3::ZERO, Vec3([1.0, 1.5, 0.5]));
        if (0..3).all(|i| pnt[i].abs() <= size[i]) {
            continue;
        }
        let cuboid = ray_geom(GeomType::Box, pos, &Mat3::IDENTITY, size, Ray { pnt, vec });
        let field = ray_hfield(&m, &d, GeomId(0), Ray { pnt, vec });
        assert_eq!(field.is_some(), cuboid.is_some());
        if let (Some(field), Some(cuboid)) = (field, cuboid) {
            assert!((field.dist - cuboid.dist).abs() < 1e-12);
            assert!((field.normal - cuboid.normal).norm() < 1e-12);
            hits += 1;
        }
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn a_slope_is_hit_at_its_height_with_its_normal() {
    // z = col / 8 = (x + 1) / 2
    let (m, d) = field(3, 9, |_, col| col as f32 / 8.0);
    for (x, y) in [(-0.9, 0.3), (0.1, -1.2), (0.77, 1.4)] {
        let down = Ray { pnt: Vec3([x, y, 4.0]), vec: Vec3([0.0, 0.0, -1.0]) };
        let hit = ray_hfield(&m, &d, GeomId(0), down).unwrap();
        assert!((hit.dist - (4.0 - f64::midpoint(x, 1.0))).abs() < 1e-12);
        assert!((hit.normal - Vec3([-1.0, 0.0, 2.0]).normalized().0).norm() < 1e-12);
    }
}

#[test]
fn the_cells_below_a_ray_are_all_that_it_can_meet() {
    let mut random = Random::new(12);
    let heights: Vec<f32> = (0..20 * 15).map(|_| random.vec3()[0].abs().min(1.0) as f32).collect();
    let (m, d) = field(20, 15, |row, col| heights[row * 15 + col]);
    let point = |row: usize, col: usize| {
        let (dx, dy) = (2.0 / 14.0, 3.0 / 19.0);
        let z = f64::from(heights[row * 15 + col]);
        Vec3([dx * col as f64 - 1.0, dy * row as f64 - 1.5, z])
    };
    let mut hits = 0;
    for i in 0..400 {
        // through two points of the box above the base, along the axes now and then
        let mut to = random.vec3().scale_by(Vec3([0.4, 0.6, 0.3])) + Vec3([0.0, 0.0, 0.5]);
        let from = random.vec3() + Vec3([0.0, 0.0, 2.5]);
        if i % 5 == 0 {
            to[i % 2] = from[i % 2];
        }
        let vec = to - from;
        let ray = Ray { pnt: from, vec };
        let aim = triangle::Aim::new(ray);
        let mut all = Nearest(None);
        for (row, col) in (0..19).flat_map(|row| (0..14).map(move |col| (row, col))) {
            let (here, across) = (point(row, col), point(row + 1, col + 1));
            for third in [[here, point(row, col + 1), across], [here, across, point(row + 1, col)]]
            {
                if let Some((dist, normal)) = aim.triangle(&third) {
                    all.offer(dist, normal.normalized().0);
                }
            }
        }
        let hit = ray_hfield(&m, &d, GeomId(0), ray);
        // sides and base may come first
        let surface = |hit: &Hit| hit.normal[2] > 0.0 && hit.normal[2] < 1.0;
        let Some(hit) = hit.filter(surface) else { continue };
        assert_eq!(Some((hit.dist, hit.normal)), all.0);
        hits += 1;
    }
    assert!(hits > 200, "{hits}");
}

#[test]
fn broken_fields_are_missed() {
    let (mut m, d) = field(3, 3, |_, _| 0.5);
    let (from, down) = (Vec3([0.1, 0.1, 3.0]), Vec3([0.0, 0.0, -1.0]));
    assert_eq!(cast(&m, &d, from, down).unwrap().dist, 2.5);
    for rows in [-1, 0, 1, 4, i32::MAX] {
        m.hfield_nrow.fill(rows);
        assert_eq!(cast(&m, &d, from, down), None, "{rows}");
    }
    m.hfield_nrow.fill(3);
    m.hfield_adr.fill(-1);
    assert_eq!(cast(&m, &d, from, down), None);
    m.hfield_adr.fill(0);
    m.hfield_data.fill(f32::NAN);
    assert!(cast(&m, &d, from, down).is_none_or(|hit| hit.dist >= 3.0));
    m.hfield_size.fill([0.0; 4]);
    cast(&m, &d, from, down);
    m.geom_dataid.fill(-1);
    assert_eq!(cast(&m, &d, from, down), None);
}
