//! Contacts of flexes: which bodies they move, and by how much.

use crate::fields::Link;
use nalgebra::DMatrix;

use super::*;
use crate::constraint::tests::{add_contacts, contact, dense, simulation, with_jacobian};
use crate::constraint::{contact_jacobian, make};
use crate::data::Data;
use crate::enums::{Cone, Jacobian};
use crate::ids::{ContactId, EfcId, FlexElemDataAdr};
use crate::support::jac;

/// [`simulation`] with a triangle whose corners are bodies 1, 2 and 3.
fn triangle() -> (Model, Data) {
    let (mut m, mut d) = simulation();
    m.flex_dim[FlexId(0)] = 2;
    for (i, body) in [1, 2, 3].map(BodyId).into_iter().enumerate() {
        m.flex_elem[FlexElemDataAdr(i)] = i as i32;
        m.flex_vertbodyid[FlexVertId(i)] = body.into();
        d.flexvert_xpos[FlexVertId(i)] = d.xpos[body];
    }
    (m, d)
}

/// Geom 0, of the world, touches something of the flex.
fn on_flex(elem: i32, vert: i32, dim: i32) -> Contact {
    let sides = |x| [-1, x];
    Contact { flex: sides(0), elem: sides(elem), vert: sides(vert), ..contact([0, -1], dim) }
}

/// The share of each corner in a contact's point.
fn shares(d: &Data, contact: &Contact, corners: &[usize]) -> Vec<f64> {
    let near = |&i: &usize| 1.0 / (d.flexvert_xpos[FlexVertId(i)] - contact.pos).norm();
    let sum: f64 = corners.iter().map(near).sum();
    corners.iter().map(|i| near(i) / sum).collect()
}

/// Rows of dimension 6 of the weighted motion of bodies at a contact.
fn weighted(m: &Model, d: &Data, contact: &Contact, parts: &[(usize, f64)]) -> DMatrix<f64> {
    let mut sum = DMatrix::zeros(6, m.nv);
    for &(body, weight) in parts {
        let (jacp, jacr) = jac(m, d, BodyId(body), contact.pos);
        let frame = DMatrix::from_fn(3, 3, |r, c| contact.frame.row(r).0[c]);
        let mut rows = sum.rows_mut(0, 3);
        rows += weight * &frame * jacp;
        let mut rows = sum.rows_mut(3, 3);
        rows += weight * &frame * jacr;
    }
    sum
}

#[test]
fn a_vertex_of_a_flex_moves_as_its_body() {
    let (m, mut d) = triangle();
    add_contacts(&mut d, &[on_flex(-1, 1, 3), contact([0, 2], 3)]);
    make(&m, &mut d);
    let rows = dense(&m, &d);
    let [flex, geom] = [0, 1].map(|c| d.contact[ContactId(c)].efc_address as usize);
    assert!(geom > flex && rows[flex].iter().any(|&x| x != 0.0));
    for i in 0..geom - flex {
        assert_eq!(rows[flex + i], rows[geom + i]);
        assert_eq!(d.efc_diagApprox[EfcId(flex + i)], d.efc_diagApprox[EfcId(geom + i)]);
    }
}

#[test]
fn a_point_of_an_element_moves_with_its_corners_by_nearness() {
    for jacobian in [Jacobian::Dense, Jacobian::Sparse] {
        let (m, mut d) = triangle();
        let m = with_jacobian(m, jacobian, Cone::Elliptic);
        let contact = on_flex(0, -1, 6);
        add_contacts(&mut d, &[contact]);
        make(&m, &mut d);
        let shares = shares(&d, &contact, &[0, 1, 2]);
        let expected =
            weighted(&m, &d, &contact, &[(1, shares[0]), (2, shares[1]), (3, shares[2])]);
        let rows = dense(&m, &d);
        for (i, row) in rows.iter().enumerate() {
            for (k, x) in row.iter().enumerate() {
                assert!((x - expected[(i, k)]).abs() < 1e-14, "{jacobian:?} {i} {k}");
            }
        }
        assert!((contact_jacobian(&m, &d, ContactId(0)) - expected).norm() < 1e-14);

        let weights = [1.0, 3.0, 5.0].iter().zip(&shares);
        let expected: f64 = weights.map(|(invweight, share)| invweight * share).sum();
        assert!((d.efc_diagApprox[EfcId(0)] - expected).abs() < 1e-14);
    }
}

#[test]
fn the_vertex_that_an_element_touches_has_no_share_in_it() {
    let (m, mut d) = triangle();
    let contact = Contact {
        geom: [-1, -1],
        flex: [0, 0],
        elem: [0, -1],
        vert: [-1, 1],
        ..contact([-1, -1], 6)
    };
    add_contacts(&mut d, &[contact]);
    let shares = shares(&d, &contact, &[0, 2]);
    let expected = weighted(&m, &d, &contact, &[(1, -shares[0]), (3, -shares[1]), (2, 1.0)]);
    assert!((contact_jacobian(&m, &d, ContactId(0)) - expected).norm() < 1e-14);
}

#[test]
fn contacts_of_what_is_not_there_have_no_rows() {
    let (m, mut d) = triangle();
    let far = i32::MAX;
    let flex = Contact { flex: [-1, far], ..on_flex(0, -1, 3) };
    let of_nothing = [on_flex(far, -1, 3), on_flex(-1, far, 3), on_flex(-1, -1, 3), flex];
    add_contacts(&mut d, &of_nothing);
    make(&m, &mut d);
    assert_eq!(d.nefc, 0);
    assert_eq!(contact_jacobian(&m, &d, ContactId(0)).nrows(), 0);
}

/// [`triangle`] whose vertices are interpolated between eight nodes, those of the lower half on body 1
/// and those of the upper half on body 3.
fn interpolated() -> (Model, Data) {
    let (mut m, d) = triangle();
    m.flex_interp[FlexId(0)] = 1;
    m.flex_cellnum[FlexId(0)] = [1, 1, 1];
    m.flex_nodenum[FlexId(0)] = 8;
    m.flex_vertbodyid.fill(Link::NONE);
    for (i, body) in m.flex_nodebodyid.raw_mut().iter_mut().enumerate() {
        *body = if i % 2 == 0 { 1 } else { 3 };
    }
    m.flex_vert0.copy_from_slice(&[
        Vec3([0.5, 0.5, 0.25]),
        Vec3([0.0, 1.0, 1.0]),
        Vec3([0.0, 0.0, 0.0]),
    ]);
    (m, d)
}

#[test]
fn a_point_of_an_interpolated_flex_moves_with_the_nodes_around_it() {
    let (m, mut d) = interpolated();
    let m = with_jacobian(m, Jacobian::Dense, Cone::Elliptic);
    let [vertex, element] = [on_flex(-1, 0, 6), on_flex(0, -1, 6)];
    add_contacts(&mut d, &[vertex, element]);
    // the vertex is at a quarter of the height
    let expected = weighted(&m, &d, &vertex, &[(1, 0.75), (3, 0.25)]);
    assert!((contact_jacobian(&m, &d, ContactId(0)) - expected).norm() < 1e-14);
    // the point of the element is where its corners are, by nearness
    let shares = shares(&d, &element, &[0, 1, 2]);
    let height = 0.25 * shares[0] + shares[1];
    let expected = weighted(&m, &d, &element, &[(1, 1.0 - height), (3, height)]);
    assert!((contact_jacobian(&m, &d, ContactId(1)) - expected).norm() < 1e-12);
    make(&m, &mut d);
    assert!(d.nefc > 0 && (d.efc_diagApprox[EfcId(0)] - (0.75 + 0.25 * 5.0)).abs() < 1e-12);
}

#[test]
fn contacts_of_a_passive_flex_push_as_springs_and_have_no_rows() {
    let (mut m, mut d) = triangle();
    m.flex_passive[FlexId(0)] = 1;
    let contact = Contact { dist: -0.01, ..on_flex(0, -1, 3) };
    add_contacts(&mut d, &[contact, crate::constraint::tests::contact([0, 2], 3)]);
    make(&m, &mut d);
    assert_eq!((d.contact[ContactId(0)].exclude, d.contact[ContactId(0)].efc_address), (4, -1));
    assert_eq!(d.contact[ContactId(1)].efc_address, 0);
    crate::constraint::add_passive_contacts(&m, &mut d);
    let jacobian = contact_jacobian(&m, &d, ContactId(0));
    for (k, force) in d.qfrc_spring.iter().enumerate() {
        assert!((force - 100.0 * jacobian[(0, k)]).abs() < 1e-12, "{k} {force}");
    }
    assert!(d.qfrc_spring.iter().any(|&force| force != 0.0));
}
