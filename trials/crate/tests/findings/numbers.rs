//! Vectors, matrices and slices.

use ferrodyn::ids::{GeomId, SiteId};
use ferrodyn::math::{Mat3, Quat, Vec3};
use ferrodyn::nalgebra::DMatrix;
use ferrodyn::ray::{Ray, RayFilter, ray};
use ferrodyn::{Data, Model, forward, integrate, load_str, smooth, support};

/// The chain, bent.
fn bent() -> (Model, Data) {
    let m = load_str(crate::CHAIN).unwrap();
    let mut d = Data::new(&m);
    d.qpos.copy_from_slice(&[0.3, -0.7, 1.1]);
    forward(&m, &mut d);
    (m, d)
}

#[test]
fn the_mass_matrix_is_what_mul_m_multiplies_by() {
    let (m, d) = bent();
    let mass = support::mass_matrix(&m, &d).unwrap();
    for k in 0..m.nv {
        let mut unit = vec![0.0; m.nv];
        unit[k] = 1.0;
        let mut column = vec![0.0; m.nv];
        support::mul_m(&m, &d, &mut column, &unit).unwrap();
        let of_matrix: Vec<f64> = mass.column(k).iter().copied().collect();
        assert_eq!(of_matrix, column);
    }
    assert_eq!(support::full_m(&m, &d.qM).unwrap(), mass);
    // the other layout, which has as many numbers, has them in another order
    assert_eq!(d.qM.len(), d.M.len());
    assert_ne!(d.qM.to_vec(), d.M.to_vec());
}

#[test]
fn vectors_need_no_type_parameter() {
    let (v, q, r) = (Vec3::ZERO, Quat::IDENTITY, Mat3::IDENTITY);
    assert_eq!(format!("{v:?}"), format!("{:?}", Vec3::new(0.0, 0.0, 0.0)));
    assert_eq!((q * Vec3::X, r * Vec3::Y), (Vec3::X, Vec3::Y));
}

#[test]
fn matrices_are_named_without_a_dependency_of_ones_own() {
    let (m, d) = bent();
    let (jacp, _): (DMatrix<f64>, _) = support::jac_site(&m, &d, SiteId(0));
    assert_eq!((jacp.nrows(), jacp.ncols()), (3, m.nv));
}

#[test]
fn slices_of_another_length_are_refused_and_left_as_they_are() {
    let (m, mut d) = bent();
    let mut x = [1.0; 2];
    let said = [
        smooth::solve_m(&m, &d, &mut x).unwrap_err().to_string(),
        smooth::rne(&m, &mut d, false, &mut x).unwrap_err().to_string(),
        integrate::integrate_pos(&m, &mut x, &d.qvel, 0.1).unwrap_err().to_string(),
    ];
    for (said, function) in said.iter().zip(["solve_m", "rne", "integrate_pos"]) {
        assert!(said.contains(function) && said.contains('2') && said.contains('3'), "{said}");
    }
    assert_eq!(x, [1.0; 2]);
    assert!(smooth::solve_m(&m, &d, &mut [1.0; 4]).is_err());
}

#[test]
fn fields_print_as_slices() {
    let (_, d) = bent();
    assert_eq!(format!("{:?}", d.qpos), "[0.3, -0.7, 1.1]");
}

#[test]
fn a_ray_and_what_it_passes_have_names() {
    let (m, d) = bent();
    let first = m.body("a").unwrap();
    let at = Ray { pnt: d.geom_xpos[GeomId(0)] + Vec3::Z, vec: -Vec3::Z };
    let hit = ray(&m, &d, at, &RayFilter::default()).unwrap();
    assert_eq!(m.geom_bodyid.id(hit.geom), Some(first));
    let filter = RayFilter { bodyexclude: Some(first), ..RayFilter::default() };
    assert!(ray(&m, &d, at, &filter).is_none(), "nothing else is below");
}
