//! Ids and constants in arrays.

use ferrodyn::enums::{GeomType, VisFrame};
use ferrodyn::ids::{BodyId, ContactId, GeomId, JointId, SiteId};
use ferrodyn::{Data, forward, load_str};

#[test]
fn what_a_site_is_on_is_a_body() {
    let m = load_str(crate::CHAIN).unwrap();
    let body: Option<BodyId> = m.site_bodyid.id(SiteId(0));
    assert_eq!((body, m.site_bodyid.raw()), (m.body("c"), &[3][..]));
}

#[test]
fn kinds_compare_with_constants_and_numbers_that_are_none_are_named() {
    let m = load_str(crate::CHAIN).unwrap();
    assert!(m.geom_type[GeomId(0)] == GeomType::Capsule);
    assert!(m.geom_type[GeomId(0)] != GeomType::Box);
    assert_eq!(GeomType::try_from(6).unwrap(), GeomType::Box);
    assert_eq!(GeomType::try_from(77).unwrap_err().to_string(), "77 is no GeomType");
}

#[test]
fn contacts_have_ids_and_ranges_of_joints_have_types() {
    let m = load_str(
        "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/>
        <body name='ball' pos='0 0 .1'><freejoint/><geom name='rubber' size='.11'/></body></worldbody></mujoco>",
    )
    .unwrap();
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    assert_eq!(d.contact[ContactId(0)].geoms(), [m.geom("floor"), m.geom("rubber")]);
    let ball = m.body("ball").unwrap();
    let joints: Vec<JointId> = m.body_joints(ball).collect();
    assert_eq!(joints.len(), 1);
}

#[test]
fn names_of_enums_and_elements_do_not_meet() {
    #[deny(ambiguous_glob_imports)]
    mod everything {
        use ferrodyn::enums::*;
        use ferrodyn::spec::*;

        pub(super) fn frames() -> (Frame, VisFrame, Orientation) {
            (Frame::default(), VisFrame::None, Orientation::Euler([0.0; 3]))
        }

        pub(super) fn kind() -> OrientationType {
            OrientationType::Euler
        }
    }
    let (frame, seen, _) = everything::frames();
    assert_eq!((frame.name.as_str(), seen), ("", VisFrame::None));
    let _ = everything::kind();
}
