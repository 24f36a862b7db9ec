//! Jacobians: closed forms by joint type, agreement of the variants, finite differences.

use ferrodyn::ids::{BodyId, GeomId, JointId, SiteId};
use ferrodyn::math::{Mat3, Vec3};
use ferrodyn::support::{
    ArgumentError, JacobianMut, SparseMut, add_m, add_m_sparse, angmom_mat, apply_ft, full_m, jac,
    jac_body, jac_body_com, jac_dot, jac_geom, jac_into, jac_point, jac_point_axis, jac_site,
    jac_subtree_com, mul_m, mul_m2,
};
use ferrodyn::{Data, Model, integrate, smooth};
use nalgebra::{DMatrix, DVector, Vector3};

/// A point off every axis, in world coordinates.
const POINT: Vec3 = Vec3::new(0.7, -0.4, 1.9);

/// A model from the bodies of its world, with velocities and a pose away from the default.
fn simulation(bodies: &str) -> (Model, Data) {
    let xml = format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>");
    let m = ferrodyn::load_str(&xml).unwrap();
    let mut d = Data::new(&m);
    let turn: Vec<f64> = (0..m.nv).map(|k| 0.9 - 0.37 * (k * k % 7) as f64).collect();
    integrate::integrate_pos(&m, &mut d.qpos, &turn, 1.0).unwrap();
    for (k, v) in d.qvel.iter_mut().enumerate() {
        *v = 0.8 - 0.45 * (k * 3 % 5) as f64;
    }
    update(&m, &mut d);
    (m, d)
}

/// Everything that Jacobians depend on.
fn update(m: &Model, d: &mut Data) {
    smooth::kinematics(m, d);
    smooth::com_pos(m, d);
    smooth::make_m(m, d);
    smooth::factor_m(m, d);
    smooth::com_vel(m, d);
}

/// One body with one joint, in a turned and displaced frame.
fn one_joint(joint: &str) -> (Model, Data) {
    simulation(&format!(
        r#"<body pos="0.1 0.2 0.3" euler="20 -50 70">{joint}<geom size="0.1" pos="0.3 0 0.1"/></body>"#
    ))
}

/// A free body that carries a ball joint, a hinge and a slide, with geoms and sites.
fn chain() -> (Model, Data) {
    simulation(
        r#"<body pos="0 0 1" euler="30 0 10"><freejoint/><geom size="0.1 0.2 0.3" type="box"/>
             <body pos="0.3 0.1 0" euler="0 40 0"><joint type="ball" pos="0 0 -0.1"/>
               <geom size="0.1" pos="0.1 0 0"/>
               <body pos="0 0.2 0.1"><joint axis="1 2 3" pos="0.05 0 0"/><geom size="0.07"/>
                 <body pos="0 0 0.3" euler="0 0 33"><joint type="slide" axis="-1 0.5 2"/>
                   <geom size="0.05 0.1" type="capsule" pos="0.1 0.1 0"/><site pos="0.1 0.2 0.3"/>
                   <body pos="0.2 0 0"><geom size="0.02"/><site pos="0.3 0 0"/></body>
                 </body></body></body>
             <body pos="-0.3 0 0"><joint axis="0 1 0"/><geom size="0.06"/></body></body>"#,
    )
}

fn column(j: &DMatrix<f64>, k: usize) -> Vec3 {
    Vec3([j[(0, k)], j[(1, k)], j[(2, k)]])
}

#[track_caller]
fn assert_near(found: Vec3, expected: Vec3) {
    assert!((found - expected).norm() < 1e-13, "{found:?} is not {expected:?}");
}

#[track_caller]
fn assert_matrices_near(found: &DMatrix<f64>, expected: &DMatrix<f64>, tolerance: f64) {
    assert_eq!(found.shape(), expected.shape());
    let error = (found - expected).amax();
    assert!(error < tolerance * expected.amax().max(1.0), "{error}: {found} is not {expected}");
}

fn with_qvel(matrix: &DMatrix<f64>, d: &Data) -> Vector3<f64> {
    let product = matrix * DVector::from_column_slice(&d.qvel);
    Vector3::new(product[0], product[1], product[2])
}

#[test]
fn a_hinge_turns_about_its_anchor() {
    let (m, d) = one_joint(r#"<joint axis="1 2 3" pos="0.1 0.2 -0.1"/>"#);
    let (jacp, jacr) = jac(&m, &d, BodyId(1), POINT);
    let axis = d.xmat[BodyId(1)] * m.jnt_axis[JointId(0)];
    let anchor = d.xpos[BodyId(1)] + d.xmat[BodyId(1)] * m.jnt_pos[JointId(0)];
    assert_near(column(&jacp, 0), axis.cross(POINT - anchor));
    assert_near(column(&jacr, 0), axis);
}

#[test]
fn a_slide_moves_along_its_axis_and_does_not_turn() {
    let (m, d) = one_joint(r#"<joint type="slide" axis="1 2 3"/>"#);
    let (jacp, jacr) = jac(&m, &d, BodyId(1), POINT);
    assert_near(column(&jacp, 0), d.xmat[BodyId(1)] * m.jnt_axis[JointId(0)]);
    assert_eq!(column(&jacr, 0), Vec3::ZERO);
}

#[test]
fn a_ball_joint_turns_about_axes_of_the_body() {
    let (m, d) = one_joint(r#"<joint type="ball" pos="0.1 0.2 -0.1"/>"#);
    let (jacp, jacr) = jac(&m, &d, BodyId(1), POINT);
    let anchor = d.xpos[BodyId(1)] + d.xmat[BodyId(1)] * m.jnt_pos[JointId(0)];
    for i in 0..3 {
        let axis = d.xmat[BodyId(1)].col(i);
        assert_near(column(&jacp, i), axis.cross(POINT - anchor));
        assert_near(column(&jacr, i), axis);
    }
}

#[test]
fn a_free_joint_moves_along_axes_of_the_world() {
    let (m, d) = one_joint("<freejoint/>");
    let (jacp, jacr) = jac(&m, &d, BodyId(1), POINT);
    for i in 0..3 {
        assert_eq!(column(&jacp, i), Mat3::IDENTITY.col(i));
        assert_eq!(column(&jacr, i), Vec3::ZERO);
    }
}

#[test]
fn a_free_joint_turns_about_axes_of_the_body() {
    let (m, d) = one_joint("<freejoint/>");
    let (jacp, jacr) = jac(&m, &d, BodyId(1), POINT);
    for i in 0..3 {
        let axis = d.xmat[BodyId(1)].col(i);
        assert!((axis - Mat3::IDENTITY.col(i)).norm() > 0.1, "the body is turned");
        assert_near(column(&jacp, 3 + i), axis.cross(POINT - d.xpos[BodyId(1)]));
        assert_near(column(&jacr, 3 + i), axis);
    }
}

#[test]
fn the_world_and_bodies_that_do_not_exist_do_not_move() {
    let (m, d) = chain();
    for body in [BodyId(0), BodyId(m.nbody), BodyId(usize::MAX)] {
        let (jacp, jacr) = jac(&m, &d, body, POINT);
        assert_eq!(jacp, DMatrix::zeros(3, m.nv));
        assert_eq!(jacr, DMatrix::zeros(3, m.nv));
        assert_eq!(jac_body_com(&m, &d, body).0, DMatrix::zeros(3, m.nv));
        assert_eq!(jac_dot(&m, &d, body, POINT).0, DMatrix::zeros(3, m.nv));
    }
    assert_eq!(jac_site(&m, &d, SiteId(99)).0, DMatrix::zeros(3, m.nv));
    assert_eq!(jac_geom(&m, &d, GeomId(99)).1, DMatrix::zeros(3, m.nv));
    assert_eq!(jac_subtree_com(&m, &d, BodyId(99)), DMatrix::zeros(3, m.nv));
    assert_eq!(angmom_mat(&m, &d, BodyId(99)), DMatrix::zeros(3, m.nv));
}

#[test]
fn variants_are_the_jacobian_at_their_point() {
    let (m, d) = chain();
    for b in m.bodies() {
        assert_eq!(jac_body(&m, &d, b), jac(&m, &d, b, d.xpos[b]));
        assert_eq!(jac_body_com(&m, &d, b), jac(&m, &d, b, d.xipos[b]));
        let both = jac_point(&m, &d, b, POINT);
        let (jacp, jacr) = jac(&m, &d, b, POINT);
        assert_eq!(both.rows(0, 3), jacr);
        assert_eq!(both.rows(3, 3), jacp);
    }
    for s in m.sites() {
        let b = m.site_bodyid[s].present();
        assert_eq!(jac_site(&m, &d, s), jac(&m, &d, b, d.site_xpos[s]));
    }
    for g in m.geoms() {
        let b = m.geom_bodyid[g].present();
        assert_eq!(jac_geom(&m, &d, g), jac(&m, &d, b, d.geom_xpos[g]));
    }
}

/// Both matrices of a Jacobian.
fn out<'a>(jacp: Option<&'a mut [f64]>, jacr: Option<&'a mut [f64]>) -> JacobianMut<'a> {
    JacobianMut { jacp, jacr }
}

#[test]
fn writing_into_buffers_gives_the_rows_of_the_matrices() {
    let (m, d) = chain();
    let (jacp, jacr) = jac(&m, &d, BodyId(4), POINT);
    let (mut p, mut r) = (vec![9.0; 3 * m.nv], vec![9.0; 3 * m.nv]);
    jac_into(&m, &d, BodyId(4), POINT, out(Some(&mut p), None)).unwrap();
    assert_eq!(DMatrix::from_row_slice(3, m.nv, &p), jacp);
    jac_into(&m, &d, BodyId(4), POINT, out(None, Some(&mut r))).unwrap();
    assert_eq!(DMatrix::from_row_slice(3, m.nv, &r), jacr);

    // what does not fit is refused and left alone
    let mut short = [7.0; 2];
    let refused = jac_into(&m, &d, BodyId(1), POINT, out(Some(&mut p), Some(&mut short)));
    let expected = ArgumentError::Length {
        function: "jac_into",
        argument: "jacr",
        expected: 3 * m.nv,
        given: 2,
    };
    assert_eq!(refused, Err(expected));
    assert_eq!(DMatrix::from_row_slice(3, m.nv, &p), jacp);
    let refused = jac_into(&m, &d, BodyId(99), POINT, out(Some(&mut p), None));
    assert_eq!(refused, Err(ArgumentError::Id { object: "body", id: 99, count: m.nbody }));
    assert!(apply_ft(&m, &d, BodyId(99), POINT, POINT, POINT, &mut short).is_err());
    assert!(mul_m(&m, &d, &mut short, &[0.0; 2]).is_err());
}

#[test]
fn writing_into_buffers_does_not_allocate() {
    let (m, d) = chain();
    let (mut p, mut r) = (vec![0.0; 3 * m.nv], vec![0.0; 3 * m.nv]);
    let count = allocation_counter::measure(|| {
        for b in m.bodies() {
            jac_into(&m, &d, b, POINT, out(Some(&mut p), Some(&mut r))).unwrap();
        }
    });
    assert_eq!(count.count_total, 0);
    assert!(p.iter().chain(&r).any(|&x| x != 0.0));
    let matrices = allocation_counter::measure(|| drop(jac(&m, &d, BodyId(1), POINT)));
    assert!(matrices.count_total > 0, "allocations are counted");
}

/// Rates of change of a point of a body, and of the body's rotation, along each degree of freedom:
/// central differences along velocities, so that quaternions stay of unit length.
fn finite_differences(m: &Model, d: &Data, body: BodyId, point: Vec3) -> [DMatrix<f64>; 2] {
    const H: f64 = 1e-6;
    let local = d.xmat[body].transpose_mul(point - d.xpos[body]);
    let moved = |k: usize, h: f64| {
        let mut d = d.clone();
        let mut velocity = vec![0.0; m.nv];
        velocity[k] = 1.0;
        integrate::integrate_pos(m, &mut d.qpos, &velocity, h).unwrap();
        update(m, &mut d);
        (d.xpos[body] + d.xmat[body] * local, d.xquat[body])
    };
    let mut fd = [DMatrix::zeros(3, m.nv), DMatrix::zeros(3, m.nv)];
    for k in 0..m.nv {
        let ((p1, q1), (p0, q0)) = (moved(k, H), moved(k, -H));
        let turn = q1 * q0.conj();
        for i in 0..3 {
            fd[0][(i, k)] = (p1[i] - p0[i]) / (2.0 * H);
            // a small rotation is twice the vector part
            fd[1][(i, k)] = 2.0 * turn[i + 1] / (2.0 * H);
        }
    }
    fd
}

#[test]
fn every_joint_type_agrees_with_finite_differences() {
    for joint in [
        r#"<joint axis="1 2 3" pos="0.1 0.2 -0.1"/>"#,
        r#"<joint type="slide" axis="1 2 3"/>"#,
        r#"<joint type="ball" pos="0.1 0.2 -0.1"/>"#,
        "<freejoint/>",
        r#"<joint axis="0 1 0"/><joint axis="1 0 0" pos="0 0.1 0"/><joint type="slide" axis="0 0 1"/>"#,
    ] {
        let (m, d) = one_joint(joint);
        let (jacp, jacr) = jac(&m, &d, BodyId(1), POINT);
        let [fdp, fdr] = finite_differences(&m, &d, BodyId(1), POINT);
        assert_matrices_near(&jacp, &fdp, 1e-8);
        assert_matrices_near(&jacr, &fdr, 1e-8);
    }
}

#[test]
fn a_free_body_with_two_hinges_has_eight_columns() {
    let (m, d) = simulation(
        r#"<body pos="0 0 1"><freejoint/><geom size="0.1"/>
             <body pos="0.3 0.1 0" euler="0 40 0"><joint axis="0 1 1"/><geom size="0.1"/>
               <body pos="0 0.2 0.1"><joint axis="1 2 3" pos="0.05 0 0"/><geom size="0.07"/>
               </body></body></body>"#,
    );
    let (jacp, jacr) = jac(&m, &d, BodyId(3), POINT);
    assert_eq!((jacp.shape(), jacr.shape()), ((3, 8), (3, 8)));
    for (k, j) in [(6, JointId(1)), (7, JointId(2))] {
        assert_near(column(&jacr, k), d.xaxis[j]);
        assert_near(column(&jacp, k), d.xaxis[j].cross(POINT - d.xanchor[j]));
    }
    let [fdp, fdr] = finite_differences(&m, &d, BodyId(3), POINT);
    assert_matrices_near(&jacp, &fdp, 1e-8);
    assert_matrices_near(&jacr, &fdr, 1e-8);
}

#[test]
fn every_body_of_a_chain_agrees_with_finite_differences() {
    let (m, d) = chain();
    for b in m.bodies().skip(1) {
        let (jacp, jacr) = jac(&m, &d, b, POINT);
        let [fdp, fdr] = finite_differences(&m, &d, b, POINT);
        assert_matrices_near(&jacp, &fdp, 1e-8);
        assert_matrices_near(&jacr, &fdr, 1e-8);
    }
}

#[test]
fn the_rotation_of_a_hinge_chain_adds_up_axes() {
    let (m, d) = simulation(
        r#"<body euler="10 20 30"><joint axis="0 1 1"/><geom size="0.1"/>
             <body pos="0 0.2 0.1"><joint axis="1 2 3"/><geom size="0.07"/></body></body>"#,
    );
    let (_, jacr) = jac_body(&m, &d, BodyId(2));
    assert_near(column(&jacr, 0), d.xaxis[JointId(0)]);
    assert_near(column(&jacr, 1), d.xaxis[JointId(1)]);
    let total =
        d.qvel.as_slice()[0] * d.xaxis[JointId(0)] + d.qvel.as_slice()[1] * d.xaxis[JointId(1)];
    let [x, y, z] = total.0;
    assert!((with_qvel(&jacr, &d) - Vector3::new(x, y, z)).norm() < 1e-13);
    assert_near(d.cvel[BodyId(2)].ang(), total);
}

#[test]
fn the_rate_of_the_jacobian_agrees_with_finite_differences() {
    const H: f64 = 1e-6;
    let (m, d) = chain();
    for b in m.bodies().skip(1) {
        let local = d.xmat[b].transpose_mul(POINT - d.xpos[b]);
        let at = |h: f64| {
            let mut d = d.clone();
            let velocity = d.qvel.to_vec();
            integrate::integrate_pos(&m, &mut d.qpos, &velocity, h).unwrap();
            update(&m, &mut d);
            jac(&m, &d, b, d.xpos[b] + d.xmat[b] * local)
        };
        let ((p1, r1), (p0, r0)) = (at(H), at(-H));
        let (jacp, jacr) = jac_dot(&m, &d, b, POINT);
        assert_matrices_near(&jacp, &((p1 - p0) / (2.0 * H)), 1e-8);
        assert_matrices_near(&jacr, &((r1 - r0) / (2.0 * H)), 1e-8);
    }
}

#[test]
fn an_axis_changes_as_the_rotation_turns_it() {
    let (m, d) = chain();
    let axis = Vec3::new(0.2, -0.5, 0.7);
    let (point, turned) = jac_point_axis(&m, &d, BodyId(3), POINT, axis);
    let (jacp, jacr) = jac(&m, &d, BodyId(3), POINT);
    assert_eq!(point, jacp);
    for k in 0..m.nv {
        assert_eq!(column(&turned, k), column(&jacr, k).cross(axis));
    }
}

#[test]
fn subtrees_move_as_the_mean_of_their_masses() {
    let (m, d) = chain();
    let mut sum = DMatrix::zeros(3, m.nv);
    for b in m.bodies().skip(1) {
        sum += jac_body_com(&m, &d, b).0 * m.body_mass[b];
    }
    let expected = sum / m.body_subtreemass[BodyId(1)];
    assert_matrices_near(&jac_subtree_com(&m, &d, BodyId(1)), &expected, 1e-14);
}

#[test]
fn momentum_of_a_rigid_body_is_inertia_times_rotation() {
    let (m, d) = one_joint("<freejoint/>");
    let b = BodyId(1);
    let spin = d.cvel[b].ang();
    let local = d.ximat[b].transpose_mul(spin);
    let expected = d.ximat[b] * m.body_inertia[b].scale_by(local);
    let found = with_qvel(&angmom_mat(&m, &d, b), &d);
    assert_near(Vec3([found[0], found[1], found[2]]), expected);
}

#[test]
fn applied_forces_do_the_work_of_the_point_they_act_on() {
    let (m, d) = chain();
    let (force, torque) = (Vec3::new(3.0, -1.0, 2.0), Vec3::new(0.5, 0.0, -0.7));
    let mut qfrc = vec![1.0; m.nv];
    apply_ft(&m, &d, BodyId(4), POINT, force, torque, &mut qfrc).unwrap();
    let (jacp, jacr) = jac(&m, &d, BodyId(4), POINT);
    for (k, found) in qfrc.into_iter().enumerate() {
        let expected = 1.0 + column(&jacp, k).dot(force) + column(&jacr, k).dot(torque);
        assert!((found - expected).abs() < 1e-13);
    }
}

#[test]
fn forces_on_bodies_act_at_their_centers_of_mass() {
    let (m, mut d) = chain();
    smooth::acceleration(&m, &mut d);
    let mut expected = d.qfrc_smooth.to_vec();
    let (force, torque) = (Vec3::new(3.0, -1.0, 2.0), Vec3::new(0.5, 0.0, -0.7));
    for b in [BodyId(2), BodyId(4)] {
        d.xfrc_applied[b] = [3.0, -1.0, 2.0, 0.5, 0.0, -0.7];
        apply_ft(&m, &d, b, d.xipos[b], force, torque, &mut expected).unwrap();
    }
    smooth::acceleration(&m, &mut d);
    assert_eq!(d.qfrc_smooth.as_slice(), expected);
}

#[test]
fn a_sparse_matrix_gets_the_entries_it_lacks() {
    let (m, d) = chain();
    let mut dense = vec![0.0; m.nv * m.nv];
    add_m(&m, &d, &mut dense).unwrap();

    // every row has only its diagonal, and room for all columns
    let rowadr: Vec<i32> = (0..m.nv).map(|k| (k * m.nv) as i32).collect();
    let mut rownnz = vec![1; m.nv];
    let (mut values, mut colind) = (vec![0.0; m.nv * m.nv], vec![0; m.nv * m.nv]);
    for k in 0..m.nv {
        colind[k * m.nv] = k as i32;
        values[k * m.nv] = 1.0;
        dense[k * m.nv + k] += 1.0;
    }
    let mut sparse = SparseMut {
        values: &mut values,
        rownnz: &mut rownnz,
        rowadr: &rowadr,
        colind: &mut colind,
    };
    add_m_sparse(&m, &d, &mut sparse).unwrap();
    for k in 0..m.nv {
        let mut row = vec![0.0; m.nv];
        for i in k * m.nv..k * m.nv + rownnz[k] as usize {
            row[colind[i] as usize] = values[i];
        }
        assert_eq!(row, dense[k * m.nv..(k + 1) * m.nv], "row {k}");
    }

    // rows without room are refused
    let mut full = SparseMut {
        values: &mut values[..2],
        rownnz: &mut rownnz,
        rowadr: &rowadr,
        colind: &mut colind[..2],
    };
    assert!(matches!(add_m_sparse(&m, &d, &mut full), Err(ArgumentError::Length { .. })));
}

#[test]
fn products_with_the_inertia_matrix_agree_with_the_dense_matrix() {
    let (m, d) = chain();
    let dense = full_m(&m, &d.qM).unwrap();
    assert_eq!(dense, dense.transpose());
    let x: Vec<f64> = (0..m.nv).map(|k| 1.0 - 0.3 * k as f64).collect();
    let mut product = vec![5.0; m.nv];
    mul_m(&m, &d, &mut product, &x).unwrap();
    let expected = &dense * DVector::from_column_slice(&x);
    assert!((DVector::from_column_slice(&product) - expected).amax() < 1e-13);

    // the square root gives the same energy
    let mut half = vec![5.0; m.nv];
    mul_m2(&m, &d, &mut half, &x).unwrap();
    let energy: f64 = product.iter().zip(&x).map(|(a, b)| a * b).sum();
    let squares: f64 = half.iter().map(|h| h * h).sum();
    assert!((energy - squares).abs() < 1e-12 * energy);
}
