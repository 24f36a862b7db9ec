//! Elements of a spec are plain structs with defaults, and a spec compiles by itself.

use std::fmt::Debug;

use ferrodyn::Spec;
use ferrodyn::enums::{EqType, GeomType, JointType, ObjType, SensorType, TrnType};
use ferrodyn::spec::{
    Actuator, Body, Bone, Camera, Compiler, DefaultClass, Equality, Exclude, Flex, FlexCells,
    Frame, Geom, HField, Inertial, Joint, Key, LengthRange, Light, Material, Mesh, Numeric,
    Orientation, Origin, Pair, Plugin, PluginRef, Scope, Sensor, Site, Size, Skin,
    StatisticOverride, Tendon, Text, Texture, Tuple, TupleElement, Wrap,
};

fn has_default<T: Default + Clone + Debug>() {
    let made = T::default();
    assert_eq!(format!("{made:?}"), format!("{:?}", made.clone()));
}

#[test]
fn every_element_has_defaults() {
    macro_rules! all {
        ($($element:ident)*) => { $(has_default::<$element>();)* };
    }
    all! {
        Actuator Body Bone Camera Compiler DefaultClass Equality Exclude Flex FlexCells Frame Geom
        HField Inertial Joint Key LengthRange Light Material Mesh Numeric Orientation Origin Pair
        Plugin PluginRef Scope Sensor Site Size Skin Spec StatisticOverride Tendon Text Texture Tuple
        TupleElement Wrap
    }
}

#[test]
fn a_spec_of_struct_literals_compiles_without_an_environment() {
    let mut spec = Spec::default();
    spec.modelname = "gripper".into();
    let finger = |name: &str, y: f64| Body {
        name: name.into(),
        pos: [0.0, y, 0.5].into(),
        joints: vec![Joint {
            name: name.into(),
            kind: JointType::Slide,
            axis: [0.0, 1.0, 0.0].into(),
            ..Default::default()
        }],
        geoms: vec![Geom { kind: GeomType::Box, size: [0.01, 0.01, 0.05], ..Default::default() }],
        sites: vec![Site { name: format!("{name}_tip"), ..Default::default() }],
        ..Default::default()
    };
    let left = spec.add_to(spec.world(), finger("left", -0.1)).unwrap();
    spec.add_to(left, finger("right", 0.2)).unwrap();
    let path = vec![Wrap::joint("left", 1.0), Wrap::joint("right", 0.5)];
    spec.tendons.push(Tendon { name: "squeeze".into(), path, ..Default::default() });
    let path = vec![Wrap::pulley(2.0), Wrap::site("left_tip"), Wrap::site("right_tip")];
    spec.tendons.push(Tendon { name: "wire".into(), path, ..Default::default() });
    let (trntype, target) = (TrnType::Tendon, "squeeze".into());
    spec.actuators.push(Actuator { trntype, target, ..Default::default() });
    let (kind, name1, name2) = (EqType::Joint, "left".into(), "right".into());
    spec.equalities.push(Equality { kind, name1, name2, ..Default::default() });
    let (kind, objtype, objname) = (SensorType::JointPos, ObjType::Joint, "left".into());
    spec.sensors.push(Sensor { kind, objtype, objname, ..Default::default() });

    let m = spec.compile().unwrap();
    assert_eq!(
        (m.model_name(), m.nbody, m.ntendon, m.nu, m.neq, m.nsensor),
        ("gripper", 3, 2, 1, 1, 1)
    );
    assert_eq!(m.body_pos[m.body("left").unwrap()].0, [0.0, -0.1, 0.5]);
    assert!(m.tendon("wire").is_some());
}

#[test]
fn a_spec_with_a_mistake_says_what_it_is() {
    let mut spec = Spec::default();
    let body = Body { geoms: vec![Geom::default()], ..Default::default() };
    spec.add_to(spec.world(), body).unwrap();
    assert!(spec.compile().unwrap_err().to_string().contains("size"));
}
