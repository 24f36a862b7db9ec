//! Models that ask for what is not simulated are told so.

use ferrodyn::Data;
use ferrodyn::enums::{DisableBit, EnableBit};
use ferrodyn::ids::EqualityId;
use ferrodyn::step::{Unsupported, unsupported};

/// What a model of two bodies asks for, given the inside of the second and what follows the world.
fn found(inside: &str, after: &str) -> Option<Unsupported> {
    let m = ferrodyn::load_str(&format!(
        r#"<mujoco><worldbody>
             <body name="a" pos="5 0 0"><freejoint/><geom size="1" contype="0"/></body>
             <body name="b">{inside}</body>
           </worldbody>{after}</mujoco>"#
    ))
    .unwrap();
    unsupported(&m, &Data::new(&m))
}

#[test]
fn bodies_that_cannot_touch_are_simulated() {
    assert_eq!(found("<geom size='1' contype='0'/>", ""), None);
    let exclude = "<contact><exclude body1='b' body2='a'/></contact>";
    assert_eq!(found("<geom size='1'/>", exclude), None);
}

#[test]
fn constraints_are_named() {
    let joint =
        |attributes: &str| found(&format!("<joint {attributes}/><geom size='1' contype='0'/>"), "");
    assert_eq!(joint("range='-10 10'"), Some(Unsupported::Limits));
    assert_eq!(joint("frictionloss='1'"), Some(Unsupported::FrictionLoss));
    assert_eq!(found("<geom size='1'/>", ""), Some(Unsupported::Contacts));
    let weld = "<equality><weld body1='a' body2='b'/></equality>";
    assert_eq!(found("<geom size='1' contype='0'/>", weld), Some(Unsupported::Equality));
}

#[test]
fn options_and_state_decide_what_counts() {
    let mut m = ferrodyn::load_str(
        "<mujoco><worldbody><body name='a'><joint range='-10 10'/><geom size='1'/></body>
         </worldbody><equality><weld body1='a' active='false'/></equality></mujoco>",
    )
    .unwrap();
    let mut d = Data::new(&m);
    m.opt.disableflags = DisableBit::Limit as i32;
    assert_eq!(unsupported(&m, &d), None);
    d.eq_active[EqualityId(0)] = 1;
    assert_eq!(unsupported(&m, &d), Some(Unsupported::Equality));
    m.opt.disableflags = DisableBit::Constraint as i32;
    assert_eq!(unsupported(&m, &d), None);
    m.opt.enableflags = EnableBit::Sleep as i32;
    assert_eq!(unsupported(&m, &d), Some(Unsupported::Sleep));
}

#[test]
fn parents_and_children_do_not_touch_unless_the_filter_is_off() {
    let mut m = ferrodyn::load_str(
        "<mujoco><worldbody><body><freejoint/><geom size='1'/>
           <body><joint/><geom size='1'/></body></body></worldbody></mujoco>",
    )
    .unwrap();
    let d = Data::new(&m);
    assert_eq!(unsupported(&m, &d), None);
    m.opt.disableflags = DisableBit::FilterParent as i32;
    assert_eq!(unsupported(&m, &d), Some(Unsupported::Contacts));
}
