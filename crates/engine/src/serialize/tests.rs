use super::*;
use crate::enums::JointType;
use crate::fields::{Kind, Link};
use crate::ids::{BodyId, ContactId, DofId, EfcId, JointId, QposAdr};
use crate::math::Vec3;
use crate::model::{Draft, StructureError};
use crate::sizes::Sizes;
use crate::{Contact, Field, constraint};

fn model() -> Model {
    // two bodies: the world and one with three slides
    let sizes = Sizes {
        nbody: 2,
        njnt: 3,
        nq: 3,
        nv: 3,
        ntree: 1,
        nM: 6,
        nC: 6,
        nD: 9,
        nB: 6,
        nkey: 1,
        nnames: 1,
        nuserdata: 3,
        njmax: -1,
        ..Sizes::default()
    };
    let mut draft = Draft::new(sizes).unwrap();
    let s = draft.structure();
    s.body_jntnum[BodyId(1)] = 3;
    s.body_mocapid.fill(Link::NONE);
    s.body_plugin.fill(Link::NONE);
    s.jnt_type.fill(JointType::Slide.into());
    s.jnt_actuatorid.fill(Link::NONE);
    let mut m = draft.finish().unwrap();
    m.body_pos[BodyId(1)] = Vec3::new(1.0, -2.0, 0.5);
    m.qpos0.copy_from_slice(&[0.1, 0.2, 0.3]);
    m.opt.timestep = 0.005;
    m.dof_frictionloss.fill(0.5);
    m.vis.rgba.fog = [0.25; 4];
    m
}

fn data(m: &Model) -> Data {
    let mut d = Data::new(m);
    d.time = 1.5;
    d.qvel[DofId(1)] = -3.0;
    d.contact.push(Contact {
        dist: -0.01,
        dim: 3,
        geom: [-1; 2],
        efc_address: -1,
        ..Contact::default()
    });
    d.ncon = 1;
    // a row of friction for each degree of freedom
    constraint::make(m, &mut d);
    assert_eq!((d.nefc, d.nf), (3, 3));
    d
}

/// Writes a fitting checksum at the end, so that what lies behind it gets tested.
fn reseal(bytes: &mut [u8]) {
    let n = bytes.len() - 8;
    let sum = hash::of_bytes(&bytes[..n]);
    bytes[n..].copy_from_slice(&sum.to_le_bytes());
}

#[test]
fn a_model_comes_back_as_it_was() {
    let m = model();
    let back = Model::from_bytes(&m.to_bytes()).unwrap();
    assert_eq!(back.sizes, m.sizes);
    assert_eq!(back.njmax, -1);
    assert_eq!((&back.opt, &back.vis, &back.stat), (&m.opt, &m.vis, &m.stat));
    assert_eq!(back.body_pos[BodyId(1)], m.body_pos[BodyId(1)]);
    assert_eq!(back.to_bytes(), m.to_bytes());
}

#[test]
fn ids_and_addresses_out_of_range_are_refused_by_name() {
    let refused = |edit: fn(&mut Model)| {
        let mut m = model();
        edit(&mut m);
        match Model::from_bytes(&m.to_bytes()).map(|_| ()) {
            Err(FormatError::Structure(StructureError::Entry { field, index, .. })) => {
                (field, index)
            }
            Err(FormatError::Structure(StructureError::Size { name, needed, .. })) => {
                (name, needed)
            }
            Err(FormatError::Structure(StructureError::Unsupported { name })) => (name, 0),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(|m| m.body_parentid[BodyId(1)] = Link::from_raw(1)), ("body_parentid", 1));
    assert_eq!(refused(|m| m.body_parentid[BodyId(1)] = Link::NONE), ("body_parentid", 1));
    assert_eq!(refused(|m| m.jnt_bodyid[JointId(2)] = Link::from_raw(2)), ("jnt_bodyid", 2));
    assert_eq!(refused(|m| m.jnt_type[JointId(1)] = Kind::from_raw(4)), ("jnt_type", 1));
    assert_eq!(refused(|m| m.jnt_type[JointId(0)] = Kind::from_raw(1)), ("nq", 6));
    assert_eq!(refused(|m| m.dof_Madr[DofId(2)] = 4), ("dof_Madr", 2));
    assert_eq!(refused(|m| m.M_rownnz[DofId(2)] = 2), ("M_rownnz", 2));
    assert_eq!(refused(|m| m.B_rownnz[BodyId(1)] = 2), ("B_rownnz", 1));
    assert_eq!(refused(|m| m.dof_bodyid[DofId(1)] = Link::from_raw(0)), ("dof_bodyid", 1));
    assert_eq!(refused(|m| m.body_jntnum[BodyId(1)] = 4), ("njnt", 4));
    assert_eq!(
        refused(|m| m.body_treeid[BodyId(0)] = Link::from_raw(i32::MIN)),
        ("body_treeid", 0)
    );
    assert_eq!(refused(|m| m.name_bodyadr[BodyId(1)] = 1), ("name_bodyadr", 1));
}

/// What is not simulated is refused, not ignored.
#[test]
fn plugins_are_refused_by_name() {
    let sizes = Sizes { nbody: 1, nnames: 1, nplugin: 1, ..Sizes::default() };
    let error = Model::from_bytes(&Model::new(sizes).unwrap().to_bytes()).unwrap_err();
    assert_eq!(error, FormatError::Structure(StructureError::Unsupported { name: "nplugin" }));
}

#[test]
fn bodies_of_excluded_pairs_may_have_ids_past_32767() {
    let sizes = Sizes { nbody: 40_001, nexclude: 1, nnames: 1, ..Sizes::default() };
    let mut m = Draft::new(sizes).unwrap();
    m.structure().body_mocapid.fill(Link::NONE);
    m.structure().exclude_signature.fill((40_000_u32 << 16 | 7).cast_signed());
    let mut m = m.finish().unwrap();
    assert!(Model::from_bytes(&m.to_bytes()).is_ok());
    m.exclude_signature.fill((40_001_u32 << 16 | 7).cast_signed());
    assert!(Model::from_bytes(&m.to_bytes()).is_err());
}

#[test]
fn data_comes_back_with_contacts_and_constraints() {
    let m = model();
    let d = data(&m);
    let back = Data::from_bytes(&m, &d.to_bytes(&m)).unwrap();
    assert_eq!(back.qpos[QposAdr(2)], 0.3);
    assert_eq!(back.contact.as_slice(), d.contact.as_slice());
    assert_eq!(back.efc_J.as_slice(), [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(back.to_bytes(&m), d.to_bytes(&m));
}

#[test]
fn data_whose_integers_do_not_fit_is_refused_by_name() {
    let m = model();
    let refused = |edit: fn(&mut Data)| {
        let mut d = data(&m);
        edit(&mut d);
        match Data::from_bytes(&m, &d.to_bytes(&m)) {
            Err(FormatError::Reference { field, index }) => (field, index),
            other => panic!("{:?}", other.map(|_| ())),
        }
    };
    assert_eq!(refused(|d| d.ncon = 2), ("ncon", 0));
    assert_eq!(refused(|d| d.contact[ContactId(0)].geom[1] = 0), ("contact", 0));
    assert_eq!(refused(|d| d.contact[ContactId(0)].dim = 7), ("contact", 0));
    assert_eq!(refused(|d| d.nefc = i32::MAX), ("nefc", 0));
    assert_eq!(refused(|d| d.nefc = -1), ("nefc", 0));
    assert_eq!(refused(|d| d.nf = 2), ("nf", 0));
    assert_eq!(refused(|d| d.efc_id[EfcId(2)] = 3), ("efc_id", 2));
    assert_eq!(refused(|d| d.efc_type[EfcId(1)] = Kind::from_raw(0)), ("efc_type", 1));
    assert_eq!(refused(|d| d.efc_type[EfcId(1)] = Kind::from_raw(99)), ("efc_type", 1));
    assert_eq!(refused(|d| d.nJ = 8), ("nJ", 0));
    assert_eq!(refused(|d| d.efc_pos.resize(2)), ("efc_pos", 0));
    assert_eq!(refused(|d| d.tree_asleep.fill(1)), ("tree_asleep", 0));
    assert_eq!(refused(|d| d.tree_awake.fill(7)), ("tree_awake", 0));
    assert_eq!(refused(|d| d.nbody_awake = 3), ("nbody_awake", 0));
    assert_eq!(refused(|d| d.body_awake_ind.fill(1)), ("body_awake_ind", 1));
    assert_eq!(refused(|d| d.dof_awake_ind.fill(-1)), ("dof_awake_ind", 0));
    assert_eq!(refused(|d| d.nisland = 1), ("nisland", 0));
}

#[test]
fn new_data_comes_back() {
    let m = Model::new(Sizes { nbody: 1, nnames: 1, ntendon: 1, ..Sizes::default() }).unwrap();
    assert!(Data::from_bytes(&m, &Data::new(&m).to_bytes(&m)).is_ok());
}

#[test]
fn data_of_another_model_is_refused() {
    let m = model();
    let bytes = data(&m).to_bytes(&m);
    let mut other = m.clone();
    other.body_mass[BodyId(1)] = 1.0;
    assert_eq!(Data::from_bytes(&other, &bytes).unwrap_err(), FormatError::OtherModel);
    assert_eq!(Model::from_bytes(&bytes).unwrap_err(), FormatError::Magic);
}

#[test]
fn truncated_bytes_are_refused_at_every_length() {
    let m = model();
    let (mb, db) = (m.to_bytes(), data(&m).to_bytes(&m));
    for n in (0..mb.len()).step_by(61) {
        let mut cut = mb[..n].to_vec();
        assert!(Model::from_bytes(&cut).is_err(), "{n}");
        if n >= 8 {
            reseal(&mut cut);
            assert!(Model::from_bytes(&cut).is_err(), "resealed {n}");
        }
    }
    for n in (0..db.len()).step_by(4099) {
        let mut cut = db[..n].to_vec();
        if n >= 8 {
            reseal(&mut cut);
        }
        assert!(Data::from_bytes(&m, &cut).is_err(), "{n}");
    }
}

#[test]
fn flipped_bits_are_noticed_and_never_panic() {
    let m = model();
    let bytes = m.to_bytes();
    for i in (0..bytes.len()).step_by(37) {
        let mut bad = bytes.clone();
        bad[i] ^= 1 << (i % 8);
        assert!(Model::from_bytes(&bad).is_err(), "byte {i}");
        // behind a fitting checksum the content hash still notices
        reseal(&mut bad);
        if i < bytes.len() - 8 {
            assert!(Model::from_bytes(&bad).is_err(), "byte {i} resealed");
        }
    }
}

#[test]
fn flipped_bits_in_data_give_an_error_or_other_numbers() {
    let m = model();
    let bytes = data(&m).to_bytes(&m);
    for i in (0..bytes.len() - 8).step_by(773) {
        let mut bad = bytes.clone();
        bad[i] ^= 0x80;
        assert!(Data::from_bytes(&m, &bad).is_err(), "byte {i}");
        reseal(&mut bad);
        if let Ok(d) = Data::from_bytes(&m, &bad) {
            assert_ne!(d.to_bytes(&m), bytes, "byte {i}");
        }
    }
}

/// Sizes alone make nobody allocate: the arrays have to be there.
#[test]
fn sizes_beyond_the_bytes_are_refused_before_anything_is_allocated() {
    let mut bytes = model().to_bytes();
    let name = b"nuser_body";
    let at = bytes.windows(name.len()).position(|part| part == name).unwrap() + name.len() + 2;
    bytes[at..at + 8].copy_from_slice(&(1_u64 << 27).to_le_bytes());
    reseal(&mut bytes);
    assert_eq!(Model::from_bytes(&bytes).unwrap_err(), FormatError::Length);
}

#[test]
fn fields_of_the_header_are_checked_one_by_one() {
    let bytes = model().to_bytes();
    let altered = |at: usize| {
        let mut bad = bytes.clone();
        bad[at] ^= 0xff;
        reseal(&mut bad);
        Model::from_bytes(&bad).unwrap_err()
    };
    assert_eq!(altered(0), FormatError::Magic);
    assert!(matches!(altered(9), FormatError::Version(_)));
    assert_eq!(altered(13), FormatError::ByteOrder);
}

#[test]
fn an_empty_field_has_no_entries() {
    let f: Field<BodyId, f64> = Field::zeroed(0).unwrap();
    assert!(f.is_empty());
}

/// The arrays of a model by name, one of them replaced.
fn arrays_of(m: &Model, name: &str, bytes: Option<&[u8]>) -> Result<Model, FormatError> {
    let own = |field| m.field(field).map(|f| f.bytes);
    let array = |field| if field == name { bytes } else { own(field) };
    Model::from_arrays(m.sizes.clone(), array)
}

#[test]
fn a_model_of_the_arrays_of_another_equals_it() {
    let mut m = model();
    m.build_names_map();
    let mut made = arrays_of(&m, "", None).unwrap();
    (made.opt, made.stat, made.vis) = (m.opt.clone(), m.stat.clone(), m.vis.clone());
    assert_eq!(made.content_hash(), m.content_hash());
}

#[test]
fn arrays_must_be_there_and_fit_the_sizes() {
    let m = model();
    let missing = arrays_of(&m, "body_pos", None).unwrap_err();
    assert_eq!(missing, FormatError::Missing("body_pos"));
    let short = arrays_of(&m, "body_pos", Some(&[0; 8])).unwrap_err();
    assert_eq!(short, FormatError::Shape("body_pos".to_owned()));
    // sizes that their arrays do not have take no memory
    let sizes = Sizes { nmeshvert: 1 << 30, ..m.sizes.clone() };
    let large = Model::from_arrays(sizes, |name| m.field(name).map(|f| f.bytes)).unwrap_err();
    assert_eq!(large, FormatError::Shape("mesh_vert".to_owned()));
}

#[test]
fn what_follows_from_other_arrays_is_computed_or_compared() {
    let m = model();
    let computed = arrays_of(&m, "dof_jntid", None).unwrap();
    assert_eq!(&*computed.dof_jntid, &*m.dof_jntid);
    let mut wrong: Vec<u8> = m.field("dof_jntid").unwrap().bytes.to_vec();
    wrong[4] = 2;
    let error = arrays_of(&m, "dof_jntid", Some(&wrong)).unwrap_err().to_string();
    assert_eq!(error, "dof_jntid[1] is 2, must be 1, which follows from the rest of the model");
}
