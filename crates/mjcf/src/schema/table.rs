//! The reference table: every element, its attributes and what they hold.

use std::fmt::Write;

use ferrodyn_engine::enums::{
    CamOutBit, ConDataField, DataType, ObjType, RayDataField, SensorStage, TextureRole,
};
use ferrodyn_engine::visual::{
    VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale,
};

use super::{Element, FRAME, MJCF, REPLICATE, Rule, Value};
use crate::read::check::UNSUPPORTED;
use crate::spec::actuator::{
    AdhesionShortcut, CylinderShortcut, MuscleShortcut, ServoShortcut, VelocityShortcut,
};
use crate::spec::dcmotor::DcMotorShortcut;
use crate::spec::sensor::{ContactReduce, form_of};
use crate::spec::{
    Actuator, Body, Bone, Camera, Compiler, Equality, Exclude, Frame, Geom, HField, Inertial,
    Joint, Key, LengthRange, Light, Material, Mesh, Numeric, Orientation, Pair, Sensor, Site, Size,
    Skin, StatisticOverride, Tendon, Text, Texture, Tuple,
};

/// A Markdown table of every element of MJCF that is supported, its attributes and what each
/// holds: keywords, or numbers with how many.
///
/// # Examples
/// ```
/// let table = ferrodyn_mjcf::schema_table();
/// assert!(table.contains("| `mujoco/worldbody/body/geom` | `size` | real(3) |"));
/// ```
pub fn schema_table() -> String {
    let mut out = String::from("| element | attribute | holds |\n|---|---|---|\n");
    rows(&mut out, &MJCF, MJCF.name);
    out
}

fn rows(out: &mut String, rule: &Rule, path: &str) {
    list(out, path, rule.name, &rule.attrs);
    for child in rule.children.iter().filter(|child| !UNSUPPORTED.contains(&child.name)) {
        match child.name {
            "body" => {
                let world = format!("{path}/worldbody");
                list(out, &world, "worldbody", &[]);
                list(out, &format!("{world}/frame"), "frame", &FRAME);
                list(out, &format!("{world}/replicate"), "replicate", &REPLICATE);
                rows(out, child, &format!("{world}/body"));
            }
            name => rows(out, child, &format!("{path}/{name}")),
        }
    }
}

fn list(out: &mut String, path: &str, element: &str, attrs: &[&str]) {
    if attrs.is_empty() {
        let _ = writeln!(out, "| `{path}` | | |");
    }
    for attr in attrs {
        let _ = writeln!(out, "| `{path}` | `{attr}` | {} |", kind(element, attr));
    }
}

/// What an attribute holds: as declared with its field, or where it has none of its own, here.
fn kind(element: &str, attr: &str) -> String {
    declared(element, attr).unwrap_or_else(|| match (element, attr) {
        ("flag", _) => "disable, enable".into(),
        ("contact", "data") => ConDataField::kind(),
        ("rangefinder", "data") => RayDataField::kind(),
        (_, "objtype" | "reftype") => ObjType::kind(),
        (_, "role") => TextureRole::kind(),
        (_, "output") => CamOutBit::kind(),
        (_, "reduce") => ContactReduce::kind(),
        (_, "needstage") => SensorStage::kind(),
        (_, "datatype") => DataType::kind(),
        (_, "directional") => bool::kind(),
        (_, "coordinate") => "local".into(),
        (_, "memory") => "bytes, with a suffix K, M, G, T, P, E".into(),
        (_, "num" | "dim" | "count") => i32::kind(),
        (_, "prm" | "coef" | "divisor" | "torquescale") => f64::kind(),
        (_, "springlength") => <[f64; 2]>::kind(),
        (_, "anchor" | "offset" | "euler") => <[f64; 3]>::kind(),
        (_, "polycoef") => <[f64; 5]>::kind(),
        (_, "relpose") => <[f64; 7]>::kind(),
        _ => String::kind(),
    })
}

fn row<E: Element>(attr: &str) -> Option<String> {
    E::attr(attr).map(|row| (row.kind)())
}

/// The kind declared with the field that an attribute sets.
fn declared(element: &str, attr: &str) -> Option<String> {
    let oriented = |own: Option<String>| own.or_else(|| row::<Orientation>(attr));
    match element {
        "compiler" => row::<Compiler>(attr),
        "lengthrange" => row::<LengthRange>(attr),
        "option" => row::<ferrodyn_engine::Opt>(attr),
        "size" => row::<Size>(attr),
        "global" => row::<VisualGlobal>(attr),
        "quality" => row::<VisualQuality>(attr),
        "headlight" => row::<VisualHeadlight>(attr),
        "map" => row::<VisualMap>(attr),
        "scale" => row::<VisualScale>(attr),
        "rgba" => row::<VisualRgba>(attr),
        "statistic" => row::<StatisticOverride>(attr),
        "numeric" => row::<Numeric>(attr),
        "text" => row::<Text>(attr),
        "tuple" => row::<Tuple>(attr),
        "key" => row::<Key>(attr),
        "mesh" => row::<Mesh>(attr),
        "hfield" => row::<HField>(attr),
        "skin" => row::<Skin>(attr),
        "bone" => row::<Bone>(attr),
        "texture" => row::<Texture>(attr),
        "material" => row::<Material>(attr),
        "body" => oriented(row::<Body>(attr)),
        "frame" => oriented(row::<Frame>(attr)),
        "inertial" => oriented(row::<Inertial>(attr)),
        // equality constraints and tendon paths have joints too
        "joint" | "freejoint" => row::<Joint>(attr).or_else(|| row::<Equality>(attr)),
        "geom" => oriented(row::<Geom>(attr)),
        "site" => oriented(row::<Site>(attr)),
        "camera" => oriented(row::<Camera>(attr)),
        "light" => row::<Light>(attr),
        "pair" => row::<Pair>(attr),
        "exclude" => row::<Exclude>(attr),
        "equality" | "connect" | "weld" => row::<Equality>(attr),
        "tendon" => row::<Tendon>(attr).or_else(|| row::<Equality>(attr)),
        "spatial" | "fixed" => row::<Tendon>(attr),
        _ => match form_of(element) {
            Some(_) => row::<Sensor>(attr),
            None => row::<Actuator>(attr).or_else(|| shortcut(element, attr)),
        },
    }
}

fn shortcut(element: &str, attr: &str) -> Option<String> {
    match element {
        "position" | "intvelocity" => row::<ServoShortcut>(attr),
        "velocity" | "damper" => row::<VelocityShortcut>(attr),
        "cylinder" => row::<CylinderShortcut>(attr),
        "muscle" => row::<MuscleShortcut>(attr),
        "adhesion" => row::<AdhesionShortcut>(attr),
        "dcmotor" => row::<DcMotorShortcut>(attr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_numeric_attribute_has_its_kind() {
        let table = schema_table();
        for line in [
            "| `mujoco/option/flag` | `gravity` | disable, enable |",
            "| `mujoco/default/geom` | `euler` | real(3) |",
            "| `mujoco/actuator/position` | `kp` | real |",
            "| `mujoco/sensor/user` | `user` | real(...) |",
            "| `mujoco/equality/joint` | `polycoef` | real(5) |",
            "| `mujoco/worldbody/replicate` | `count` | int |",
        ] {
            assert!(table.contains(line), "{line}");
        }
        assert!(!table.contains("/flexcomp`") && !table.contains("/plugin`"));
    }
}
