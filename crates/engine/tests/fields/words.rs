//! That every field explains itself: a sentence, a unit where there are numbers, a frame where there
//! are directions.

use ferrodyn_engine::fields::{DType, Doc};
use ferrodyn_engine::{Contact, SolverStat, TimerStat, WarningStat};
use ferrodyn_engine::{Data, Model, Opt, Sizes, Statistic};

use crate::page::visual;

const UNITS: [&str; 12] = ["1", "m", "kg", "s", "N", "J", "T", "rad", "deg", "cd", "byte", "any"];

const FRAMES: [&str; 16] = [
    "world frame",
    "world axes",
    "world axes at the tree's center of mass",
    "parent frame",
    "body frame",
    "inertial frame",
    "geom frame",
    "site frame",
    "mesh frame",
    "contact frame",
    "frame of the file",
    "frame of what is bounded",
    "box of the flex",
    "joint space",
    "constraint space",
    "constraint space by joint space",
];

/// Three or four numbers that are no directions, besides colors.
const NOT_DIRECTIONS: [&str; 8] = [
    "actuator_gear",
    "cam_intrinsic",
    "flex_friction",
    "flex_vertmetric",
    "geom_friction",
    "light_attenuation",
    "mesh_scale",
    "vis.headlight.",
];

/// One field as this test sees it.
struct Item {
    name: String,
    dtype: DType,
    inner: &'static [usize],
    doc: Doc,
}

fn items() -> Vec<Item> {
    let tables =
        [("", Model::FIELDS), ("", Data::FIELDS), ("", Opt::FIELDS), ("", Statistic::FIELDS)];
    let visual = visual().map(|(group, fields)| (format!("vis.{group}."), fields));
    let tables =
        tables.map(|(prefix, fields)| (prefix.to_owned(), fields)).into_iter().chain(visual);
    let mut items = Vec::new();
    for (prefix, fields) in tables {
        items.extend(fields.iter().map(|info| Item {
            name: format!("{prefix}{}", info.name),
            dtype: info.dtype,
            inner: info.inner,
            doc: info.doc,
        }));
    }
    for layout in [Contact::LAYOUT, WarningStat::LAYOUT, TimerStat::LAYOUT, SolverStat::LAYOUT] {
        items.extend(layout.members.iter().map(|member| Item {
            name: format!("{}.{}", layout.name, member.name),
            dtype: member.dtype,
            inner: member.inner,
            doc: member.doc,
        }));
    }
    let sizes = Sizes::NAMES.iter().zip(Sizes::DOCS);
    items.extend(sizes.map(|(name, &doc)| Item {
        name: (*name).to_owned(),
        dtype: DType::I64,
        inner: &[],
        doc,
    }));
    items
}

/// The symbols of a unit: `N`, `m`, `s`, `rad` of `N m s/rad^2`.
fn symbols(unit: &str) -> Vec<&str> {
    let parts = unit.split(" and ").flat_map(|unit| unit.split(" or "));
    let symbols = parts.flat_map(|part| part.split([' ', '/', '(', ')']));
    symbols.filter(|s| !s.is_empty()).map(|s| s.split('^').next().unwrap_or(s)).collect()
}

fn is_number(item: &Item) -> bool {
    matches!(item.dtype, DType::F64 | DType::F32)
}

/// Whether the entry is a vector, quaternion or matrix in space.
fn is_direction(item: &Item) -> bool {
    let size = matches!(item.inner, [3 | 4 | 6 | 9 | 10]);
    let color = item.name.contains("rgba") || item.doc.text().contains(" color");
    let named = NOT_DIRECTIONS.iter().any(|name| item.name.starts_with(name));
    is_number(item) && size && !color && !named && item.doc.unit() != Some("any")
}

#[test]
fn every_field_has_a_sentence() {
    for Item { name, doc, .. } in items() {
        let starts = doc.text().starts_with(|c: char| c.is_uppercase() || c == '`');
        assert!(starts && doc.text().ends_with('.'), "{name}: \"{}\" is no sentence", doc.text());
    }
}

#[test]
fn every_number_has_a_unit() {
    for item in items() {
        let (name, unit) = (&item.name, item.doc.unit());
        assert_eq!(
            unit.is_some(),
            is_number(&item) || unit == Some("byte"),
            "{name}: end its sentence with \"; unit.\" if it is a number, else do without ';'"
        );
        for symbol in unit.iter().flat_map(|unit| symbols(unit)) {
            assert!(UNITS.contains(&symbol), "{name}: `{symbol}` is no unit of {UNITS:?}");
        }
    }
}

#[test]
fn every_direction_has_a_frame() {
    for item in items() {
        let (name, frame) = (&item.name, item.doc.frame());
        assert!(frame.is_some() || !is_direction(&item), "{name}: which frame is it given in?");
        assert!(
            frame.is_none_or(|f| FRAMES.contains(&f)),
            "{name}: {frame:?} is none of {FRAMES:?}"
        );
    }
}

#[test]
fn symbols_of_units_are_found() {
    assert_eq!(symbols("N m s/rad^2 or 1/(kg m^2)"), ["N", "m", "s", "rad", "1", "kg", "m"]);
}
