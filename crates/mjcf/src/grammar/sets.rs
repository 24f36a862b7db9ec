//! Attributes by the name of the type whose fields they set, for the grammar, and what each holds.

use ferrodyn_engine::Opt;
use ferrodyn_engine::enums::{
    CamOutBit, ConDataField, DataType, ObjType, RayDataField, SensorStage, TextureRole,
};
use ferrodyn_engine::visual::{
    VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale,
};

use crate::flexcomp::{FlexEquality, Flexcomp};
use crate::schema::{Attr, Element, Value};
use crate::spec::actuator::{
    AdhesionShortcut, CylinderShortcut, MuscleShortcut, ServoShortcut, VelocityShortcut,
};
use crate::spec::composite::CompositeType;
use crate::spec::dcmotor::DcMotorShortcut;
use crate::spec::flags::FLAGS;
use crate::spec::flex::{FLEX_CONTACT, FLEX_DOF, FLEX_EDGE, FLEX_ELASTICITY};
use crate::spec::sensor::ContactReduce;
use crate::spec::{
    Actuator, Body, Bone, Camera, Compiler, Equality, Exclude, Flex, Frame, Geom, HField, Inertial,
    Joint, Key, LengthRange, Light, Material, Mesh, Numeric, Orientation, Pair, Sensor, Site, Size,
    Skin, StatisticOverride, Tendon, Text, Texture, Tuple,
};

/// What an attribute holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Holds {
    /// As the field that it sets.
    Field(fn() -> String),
    /// In words.
    Words(&'static str),
}

impl Holds {
    /// What the attribute holds, for the documentation.
    pub(crate) fn text(self) -> String {
        match self {
            Self::Field(kind) => kind(),
            Self::Words(words) => words.to_owned(),
        }
    }

    /// What a word of the grammar after `=` stands for: a type, or itself.
    pub(super) fn named(word: &'static str) -> Self {
        match word {
            "bool" => Self::Field(bool::kind),
            "bytes" => Self::Words("bytes, with a suffix K, M, G, T, P, E"),
            "CompositeType" => Self::Field(CompositeType::kind),
            "CamOutBit" => Self::Field(CamOutBit::kind),
            "ConDataField" => Self::Field(ConDataField::kind),
            "ContactReduce" => Self::Field(ContactReduce::kind),
            "DataType" => Self::Field(DataType::kind),
            "FlexEquality" => Self::Field(FlexEquality::kind),
            "ObjType" => Self::Field(ObjType::kind),
            "RayDataField" => Self::Field(RayDataField::kind),
            "SensorStage" => Self::Field(SensorStage::kind),
            "TextureRole" => Self::Field(TextureRole::kind),
            words => Self::Words(words),
        }
    }
}

/// Names of attributes, with what they hold.
pub(super) type Attributes = Vec<(&'static str, Holds)>;

fn of<E: Element>() -> Attributes {
    of_rows(E::ATTRS)
}

fn of_rows<E>(rows: &[Attr<E>]) -> Attributes {
    rows.iter().map(|row| (row.name, Holds::Field(row.kind))).collect()
}

macro_rules! sets {
    ($($element:ident),+ $(,)?) => {
        /// The attributes of an element type by its name, or the flags of `option`.
        pub(super) fn attributes(name: &str) -> Option<Attributes> {
            Some(match name {
                $(stringify!($element) => of::<$element>(),)+
                "FlexContact" => of_rows(FLEX_CONTACT),
                "FlexDof" => of_rows(&[FLEX_DOF]),
                "FlexEdge" => of_rows(FLEX_EDGE),
                "FlexElasticity" => of_rows(FLEX_ELASTICITY),
                "flags" => FLAGS.iter().map(|row| (row.0, Holds::Words("disable, enable"))).collect(),
                _ => return None,
            })
        }
    };
}

sets! {
    Actuator, AdhesionShortcut, Body, Bone, Camera, Compiler, CylinderShortcut, DcMotorShortcut,
    Equality, Exclude, Flex, Flexcomp, Frame, Geom, HField, Inertial, Joint, Key, LengthRange,
    Light, Material,
    Mesh, MuscleShortcut, Numeric, Opt, Orientation, Pair, Sensor, ServoShortcut, Site, Size, Skin,
    StatisticOverride, Tendon, Text, Texture, Tuple, VelocityShortcut, VisualGlobal,
    VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale,
}
