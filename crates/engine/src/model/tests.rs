//! Shapes of arrays, plain views, sizes; structure that is checked and changed.

use super::*;
use crate::Field;
use crate::enums::{EqType, JointType, WrapType};
use crate::fields::Link;
use crate::ids::WrapId;
use crate::math::Vec3;
use crate::sizes::SizeError;

fn sizes() -> Sizes {
    Sizes { nbody: 2, nq: 3, nv: 3, nkey: 2, nmocap: 1, nuser_body: 4, ..Sizes::default() }
}

#[test]
fn arrays_have_the_shapes_of_the_table() {
    let m = Model::new(sizes()).unwrap();
    let shape = |name| m.field(name).unwrap().shape.to_vec();
    assert_eq!(shape("body_pos"), [2, 3]);
    assert_eq!(shape("body_mass"), [2]);
    assert_eq!(shape("body_user"), [2, 4]);
    assert_eq!(shape("key_qpos"), [2, 3]);
    assert_eq!(shape("key_mquat"), [2, 4]);
    assert_eq!(shape("signature"), [0usize; 0]);
    assert_eq!(m.fields().count(), Model::FIELDS.len());
    assert_eq!(m.nnames_map, 2 * (2 + 2));
    assert_eq!(m.nbuffer as usize, m.fields().map(|f| f.bytes.len()).sum::<usize>() - 8);
}

#[test]
fn writing_through_the_plain_view_reaches_the_typed_array() {
    let mut m = Model::new(sizes()).unwrap();
    m.field_mut("body_pos").unwrap().values::<f64>().unwrap()[4] = 7.0;
    assert_eq!(m.body_pos[BodyId(1)], Vec3::new(0.0, 7.0, 0.0));
    assert!(m.field("body_pos").unwrap().values::<f32>().is_none());
    assert!(m.field("no_such_field").is_none());
}

#[test]
fn impossible_sizes_are_refused() {
    assert_eq!(Model::new(Sizes::default()).unwrap_err(), SizeError::NoBody);
    let huge = Sizes { nbody: 1, ntexdata: usize::MAX, ..Sizes::default() };
    assert!(Model::new(huge).is_err());
    let wide = Sizes { nbody: 1 << 30, nuser_body: 1 << 30, ..Sizes::default() };
    assert_eq!(Model::new(wide).unwrap_err(), SizeError::Total);
    let data = Sizes { nbody: 1, nuserdata: i32::MAX as usize, ..Sizes::default() };
    assert_eq!(Model::new(data).unwrap_err(), SizeError::Total);
}

/// The world, a body with two sliders and a camera that looks at it.
fn slider() -> Model {
    let sizes = Sizes { nbody: 2, njnt: 2, nq: 2, nv: 2, ntree: 1, ncam: 1, neq: 1, ..sizes_of(2) };
    let mut draft = Draft::new(sizes).unwrap();
    let s = draft.structure();
    s.body_jntnum[BodyId(1)] = 2;
    s.jnt_type.fill(JointType::Slide.into());
    s.eq_type.fill(EqType::Joint.into());
    s.eq_obj2id.fill(-1);
    draft.finish().unwrap()
}

/// Sizes of the matrices of a chain of so many dofs on one body.
fn sizes_of(nv: usize) -> Sizes {
    let chain = nv * (nv + 1) / 2;
    Sizes { nM: chain, nC: chain, nD: nv * nv, nB: 2 * nv, nnames: 1, ..Sizes::default() }
}

#[test]
fn a_finished_model_has_what_follows_from_its_structure() {
    let m = slider();
    assert_eq!(m.body_dofadr.raw(), [-1, 0]);
    assert_eq!(m.dof_parentid.raw(), [-1, 0]);
    assert_eq!(*m.M_colind, [0, 0, 1]);
    assert_eq!(*m.D_colind, [0, 1, 0, 1]);
    assert_eq!(*m.B_colind, [0, 1, 0, 1]);
    assert_eq!(*m.tree_dofnum, [2]);
    assert_eq!(*m.mapD2M, [0, 2, 3]);
}

#[test]
fn an_edit_changes_the_structure_or_nothing() {
    let mut m = slider();
    let version = m.structure_version();
    m.edit(|s| s.eq_obj1id.fill(1)).unwrap();
    assert_eq!(*m.eq_obj1id, [1]);
    assert_ne!(m.structure_version(), version);
    let before = m.to_bytes();

    let mut refused = |change: fn(&mut Structure)| m.edit(change).unwrap_err().to_string();
    assert_eq!(refused(|s| s.eq_obj1id.fill(2)), "eq_obj1id[0] is 2, must be from 0 to 1");
    assert_eq!(
        refused(|s| s.cam_bodyid.fill(Link::NONE)),
        "cam_bodyid[0] is -1, must be from 0 to 1"
    );
    assert_eq!(
        refused(|s| s.dof_parentid.raw_mut().fill(1)),
        "dof_parentid[0] is 1, must be -1, which follows from the rest of the model"
    );
    assert_eq!(
        refused(|s| s.jnt_type.fill(JointType::Ball.into())),
        "the structure needs nq = 8, but the model has nq = 2"
    );
    assert_eq!(
        refused(|s| s.eq_type = Field::zeroed(0).unwrap()),
        "eq_type does not have the length of the model"
    );
    assert_eq!(m.to_bytes(), before);
}

#[test]
fn numbers_next_to_the_largest_are_refused_as_others_are() {
    let error = slider().edit(|s| s.dof_simplenum.fill(i32::MAX)).unwrap_err().to_string();
    assert_eq!(error, "dof_simplenum[0] is 2147483647, must be 0, or one more than the next");
}

#[test]
fn a_model_without_dofs_has_empty_rows() {
    let sizes = Sizes { nbody: 1, nsite: 2, nwrap: 2, ntendon: 1, ..Sizes::default() };
    let mut draft = Draft::new(sizes).unwrap();
    let s = draft.structure();
    (s.tendon_num[TendonId(0)], s.wrap_objid[WrapId(1)]) = (2, 1);
    s.wrap_type.fill(WrapType::Site.into());
    let mut m = draft.finish().unwrap();
    let mut refused = |change: fn(&mut Structure)| m.edit(change).unwrap_err().to_string();
    let right = "must be 0, which follows from the rest of the model";
    assert_eq!(refused(|s| s.ten_J_rowadr.fill(7)), format!("ten_J_rowadr[0] is 7, {right}"));
    assert_eq!(refused(|s| s.ten_J_rownnz.fill(-1)), format!("ten_J_rownnz[0] is -1, {right}"));
    assert_eq!(refused(|s| s.B_rownnz.fill(3)), format!("B_rownnz[0] is 3, {right}"));
}

#[test]
fn derived_structure_follows_an_edit() {
    let mut m = slider();
    m.edit(|s| s.jnt_type[JointId(1)] = JointType::Hinge.into()).unwrap();
    assert_eq!(m.jnt_qposadr.raw(), [0, 1]);
}

#[test]
fn arrays_can_be_replaced_by_their_bytes() {
    let mut m = slider();
    let place = |name| Model::FIELDS.iter().position(|info| info.name == name).unwrap();
    let (one, three) = (1_i32.to_ne_bytes(), 3_i32.to_ne_bytes());
    m.replace_structure(&[(place("cam_targetbodyid"), &one)]).unwrap();
    assert_eq!(m.cam_targetbodyid.raw(), [1]);
    assert!(m.replace_structure(&[(place("cam_targetbodyid"), &three)]).is_err());
    assert!(m.replace_structure(&[(place("cam_targetbodyid"), &[])]).is_err());
    assert_eq!(m.cam_targetbodyid.raw(), [1]);
    assert!(m.field_mut("cam_targetbodyid").is_none());
}
