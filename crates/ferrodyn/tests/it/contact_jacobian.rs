//! Jacobians of contacts against those of the two bodies that touch.

use ferrodyn::constraint::contact_jacobian;
use ferrodyn::ids::{BodyId, ContactId, QposAdr};
use ferrodyn::math::{Quat, Vec3};
use ferrodyn::support::jac;
use ferrodyn::{Contact, Data, Model, smooth};
use nalgebra::DMatrix;

const FREE: &str = r#"<geom size="0.1"/><body><freejoint/><geom size="0.1"/></body>"#;
const TWO_FREE: &str = r#"<geom size="0.1"/>
    <body><freejoint/><geom size="0.1"/></body>
    <body pos="1 0 0"><freejoint/><geom size="0.1"/></body>"#;
const ABOUT_Z: (Vec3, f64) = (Vec3::Z, std::f64::consts::FRAC_PI_4);
const ABOUT_X: (Vec3, f64) = (Vec3::X, std::f64::consts::FRAC_PI_6);

/// Free bodies, turned as listed, and one contact of two geoms. Geoms belong to the world, the
/// first body and so on.
fn touching(bodies: &str, turns: &[(Vec3, f64)], geom: [i32; 2], dim: i32) -> (Model, Data) {
    let xml = format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>");
    let m = ferrodyn::load_str(&xml).unwrap();
    let mut d = Data::new(&m);
    for (i, &(axis, angle)) in turns.iter().enumerate() {
        for (j, x) in Quat::from_axis_angle(axis, angle).0.into_iter().enumerate() {
            d.qpos[QposAdr(7 * i + 3 + j)] = x;
        }
    }
    smooth::kinematics(&m, &mut d);
    smooth::com_pos(&m, &mut d);
    d.contact.push(Contact {
        pos: Vec3::new(0.3, 0.2, 0.1),
        // the normal is the first row
        frame: Quat([0.8, 0.3, -0.4, 0.1]).normalized().to_mat(),
        dim,
        geom,
        ..Contact::default()
    });
    (m, d)
}

fn contact(d: &Data) -> &Contact {
    &d.contact[ContactId(0)]
}

/// `frame * (J2 - J1)` from the Jacobians of the bodies, velocity above angular velocity.
fn from_bodies(m: &Model, d: &Data) -> DMatrix<f64> {
    let contact = contact(d);
    let [(p1, r1), (p2, r2)] = contact.geom.map(|g| jac(m, d, BodyId(g as usize), contact.pos));
    let frame = DMatrix::from_row_slice(3, 3, &contact.frame.0);
    let mut all = DMatrix::zeros(6, m.nv);
    all.rows_mut(0, 3).copy_from(&(&frame * (p2 - p1)));
    all.rows_mut(3, 3).copy_from(&(&frame * (r2 - r1)));
    all.rows(0, contact.dim as usize).into_owned()
}

#[track_caller]
fn assert_close(a: &DMatrix<f64>, b: &DMatrix<f64>) {
    assert_eq!(a.shape(), b.shape());
    assert!((a - b).amax() < 1e-12, "{a} {b}");
}

#[test]
fn rotations_of_a_free_body_are_about_its_own_axes() {
    let (m, d) = touching(FREE, &[ABOUT_Z], [0, 1], 3);
    let jacobian = contact_jacobian(&m, &d, ContactId(0));
    let rot = d.xquat[BodyId(1)].to_mat();
    let arm = contact(&d).pos - d.xpos[BodyId(1)];
    for i in 0..3 {
        for row in 0..3 {
            let expected = contact(&d).frame.row(row).dot(rot.col(i).cross(arm));
            assert!((jacobian[(row, 3 + i)] - expected).abs() < 1e-12);
        }
    }
    // axes of the world would give something else
    let world = contact(&d).frame.row(0).dot(Vec3::X.cross(arm));
    assert!((jacobian[(0, 3)] - world).abs() > 1e-3);
}

#[test]
fn velocity_rows_are_the_projected_jacobians_of_the_bodies() {
    let (m, d) = touching(FREE, &[ABOUT_Z], [0, 1], 3);
    assert_close(&contact_jacobian(&m, &d, ContactId(0)), &from_bodies(&m, &d));
}

#[test]
fn torsion_and_rolling_rows_are_the_projected_rotations() {
    for dim in [4, 6] {
        let (m, d) = touching(FREE, &[ABOUT_Z], [0, 1], dim);
        let jacobian = contact_jacobian(&m, &d, ContactId(0));
        assert_close(&jacobian, &from_bodies(&m, &d));
        // translation turns nothing
        assert_eq!(jacobian.view((3, 0), (dim as usize - 3, 3)).amax(), 0.0);
    }
}

#[test]
fn two_free_bodies_count_with_opposite_signs() {
    let (m, d) = touching(TWO_FREE, &[ABOUT_Z, ABOUT_X], [1, 2], 6);
    let jacobian = contact_jacobian(&m, &d, ContactId(0));
    assert_close(&jacobian, &from_bodies(&m, &d));
    let normal = contact(&d).frame.row(0);
    for i in 0..3 {
        assert!((jacobian[(0, i)] + normal[i]).abs() < 1e-15);
        assert!((jacobian[(0, 6 + i)] - normal[i]).abs() < 1e-15);
    }
}

#[test]
fn without_rotation_the_axes_are_those_of_the_world() {
    let (m, d) = touching(FREE, &[(Vec3::Z, 0.0)], [0, 1], 3);
    let jacobian = contact_jacobian(&m, &d, ContactId(0));
    assert_close(&jacobian, &from_bodies(&m, &d));
    let arm = contact(&d).pos - d.xpos[BodyId(1)];
    for (i, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
        let expected = contact(&d).frame.row(0).dot(axis.cross(arm));
        assert!((jacobian[(0, 3 + i)] - expected).abs() < 1e-12);
    }
}

#[test]
fn a_contact_without_friction_has_one_row() {
    let (m, d) = touching(FREE, &[ABOUT_Z], [0, 1], 1);
    let jacobian = contact_jacobian(&m, &d, ContactId(0));
    assert_eq!(jacobian.shape(), (1, 6));
    assert_close(&jacobian, &from_bodies(&m, &d));
}
