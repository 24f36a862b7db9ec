use super::*;
use crate::fields::Kind;
use crate::fields::Link;

const DOWN: Ray = Ray { pnt: Vec3([0.0, 0.0, 5.0]), vec: Vec3([0.0, 0.0, -1.0]) };

/// All geoms but those of a body.
fn without(bodyexclude: Option<BodyId>) -> RayFilter<'static> {
    RayFilter { bodyexclude, ..RayFilter::default() }
}

#[test]
fn geoms_of_the_excluded_body_are_passed_through() {
    let (mut m, d) = spheres(1);
    m.geom_bodyid[GeomId(0)] = Link::from_raw(1);
    let met = |body| ray(&m, &d, DOWN, &without(body)).is_some();
    assert!(met(None) && met(Some(BodyId(0))) && met(Some(BodyId(9))));
    assert!(!met(Some(BodyId(1))));
}

#[test]
fn geoms_that_cannot_move_are_left_out_on_demand() {
    let (mut m, d) = spheres(1);
    m.geom_bodyid[GeomId(0)] = Link::from_raw(1);
    let movable = RayFilter { flg_static: false, ..RayFilter::default() };
    assert!(ray(&m, &d, DOWN, &movable).is_some());
    m.body_weldid[BodyId(1)] = Link::from_raw(0);
    assert!(ray(&m, &d, DOWN, &movable).is_none());
    assert!(ray(&m, &d, DOWN, &RayFilter::default()).is_some());
}

#[test]
fn only_the_given_groups_are_met_and_groups_out_of_range_count_as_the_next_one() {
    let (mut m, d) = spheres(1);
    for (group, counts_as) in [(0, 0), (3, 3), (5, 5), (-2, 0), (9, 5)] {
        m.geom_group[GeomId(0)] = group;
        for open in 0..NGROUP {
            let mut groups = [0; NGROUP];
            groups[open] = 1;
            let filter = RayFilter { geomgroup: Some(&groups), ..RayFilter::default() };
            let hit = ray(&m, &d, DOWN, &filter);
            assert_eq!(hit.is_some(), open == counts_as, "{group} {open}");
        }
    }
}

#[test]
fn transparent_geoms_are_never_met_and_a_material_decides_before_the_color() {
    let (mut m, d) = spheres(1);
    let met = |m: &Model| cast(m, &d, DOWN.pnt, DOWN.vec).is_some();
    m.geom_rgba[GeomId(0)][3] = 0.0;
    assert!(!met(&m));
    m.geom_rgba[GeomId(0)][3] = 0.01;
    assert!(met(&m));
    // material 0 is transparent
    m.geom_matid[GeomId(0)] = Link::from_raw(0);
    assert!(!met(&m));
    m.mat_rgba.fill([1.0; 4]);
    m.geom_rgba[GeomId(0)][3] = 0.0;
    assert!(met(&m));
}

/// Many small shapes in two bodies, with the boxes that culling uses.
fn crowd(random: &mut Random) -> (Model, Data) {
    let sizes = Sizes { nbody: 2, ngeom: 40, nbvh: 2, nbvhstatic: 2, ..Sizes::default() };
    let mut m = Model::new(sizes).unwrap();
    m.geom_rgba.fill([1.0; 4]);
    m.geom_matid.fill(Link::NONE);
    m.geom_plugin.fill(Link::NONE);
    m.body_geomnum.fill(20);
    m.body_geomadr.raw_mut().copy_from_slice(&[0, 20]);
    m.body_bvhadr.copy_from_slice(&[0, 1]);
    m.bvh_aabb.fill([0.0, 0.0, 0.0, 20.0, 20.0, 20.0]);
    let mut d = Data::new(&m);
    for g in m.geoms() {
        m.geom_bodyid[g] = Link::from_raw(g.raw() / 20);
        m.geom_type[g] =
            Kind::from_raw([GeomType::Sphere, GeomType::Box, GeomType::Ellipsoid][g.0 % 3] as i32);
        m.geom_size[g] = Vec3([0.3, 0.3, 0.3]);
        m.geom_aabb[g] = [0.0, 0.0, 0.0, 0.3, 0.3, 0.3];
        m.geom_rbound[g] = 0.52;
        d.geom_xpos[g] = random.vec3() * 2.0;
        d.geom_xmat[g] = random.rotation();
    }
    (m, d)
}

#[test]
fn many_rays_meet_what_each_meets_alone() {
    let mut random = Random::new(5);
    let mut hits = 0;
    for _ in 0..20 {
        let (m, mut d) = crowd(&mut random);
        let pnt = random.vec3();
        let vecs: Vec<Vec3> = (0..100).map(|_| random.vec3()).collect();
        let mut out = [None; 100];
        let filter = without(Some(BodyId(1)));
        multi_ray(&m, &mut d, pnt, &vecs, &filter, f64::INFINITY, &mut out);
        for (&vec, hit) in vecs.iter().zip(out) {
            assert_eq!(hit, ray(&m, &d, Ray { pnt, vec }, &filter));
            hits += usize::from(hit.is_some());
        }
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn many_rays_do_not_see_beyond_the_cutoff() {
    let mut random = Random::new(6);
    let (m, mut d) = crowd(&mut random);
    let vecs: Vec<Vec3> = m.geoms().map(|g| d.geom_xpos[g]).collect();
    let mut out = [None; 40];
    multi_ray(&m, &mut d, Vec3::ZERO, &vecs, &RayFilter::default(), 2.0, &mut out);
    assert!(out.iter().any(Option::is_some));
    for hit in out.into_iter().flatten() {
        assert!(d.geom_xpos[hit.geom].norm() <= 2.52);
    }
    // a zero vector meets nothing, and what does not fit is not cast
    multi_ray(&m, &mut d, Vec3::ZERO, &[Vec3::ZERO], &RayFilter::default(), 2.0, &mut out[..1]);
    assert_eq!(out[0], None);
}
