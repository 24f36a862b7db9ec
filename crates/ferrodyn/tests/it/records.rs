//! The numbers of MuJoCo 3.8.0 for the models of this repository, constraints included.
//!
//! `tests/records` has a file for each model, written by `tools/compare/record.py`, which explains the lines.
//! Errors are relative to the largest number of an array, absolute where that is below 1.

use std::path::{Path, PathBuf};

use ferrodyn::constraint::mul_jac_vec;
use ferrodyn::enums::{ConstraintType, EnableBit, Solver};
use ferrodyn::inverse::inverse;
use ferrodyn::{Contact, Data, Model, forward, step};

/// What the constraint solver finds, and what follows from it.
const SOLVED: [&str; 8] = [
    "qacc",
    "qfrc_constraint",
    "efc_force",
    "efc_state",
    "cacc",
    "cfrc_int",
    "cfrc_ext",
    "sensordata",
];

/// A state and what MuJoCo computes there.
#[derive(Default)]
struct Record {
    state: String,
    /// Lines `set FIELD NUMBERS`.
    set: Vec<(String, Vec<f64>)>,
    /// All others: stage, field, numbers.
    found: Vec<(String, String, Vec<f64>)>,
}

/// Numbers as text, where `N*X` is `N` times `X`.
pub(crate) fn numbers(text: &str) -> Vec<f64> {
    let parse = |x: &str| x.parse::<f64>().unwrap_or_else(|e| panic!("{x}: {e}"));
    let mut values = Vec::new();
    for word in text.split_whitespace() {
        let (count, x) = word.split_once('*').unwrap_or(("1", word));
        values.resize(values.len() + count.parse::<usize>().unwrap(), parse(x));
    }
    values
}

fn read(file: &Path) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for line in std::fs::read_to_string(file).unwrap().lines().filter(|l| !l.starts_with('#')) {
        let (stage, rest) = line.split_once(' ').unwrap();
        if stage == "state" {
            records.push(Record { state: rest.to_owned(), ..Record::default() });
            continue;
        }
        let (field, text) = rest.split_once(' ').unwrap();
        let record = records.last_mut().expect("a state comes first");
        if stage == "set" {
            record.set.push((field.to_owned(), numbers(text)));
        } else {
            record.found.push((stage.to_owned(), field.to_owned(), numbers(text)));
        }
    }
    records
}

/// All records with their models, as paths below `tests/records` and `models`.
fn files() -> Vec<(PathBuf, PathBuf)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["", "physics"] {
        for entry in here.join("tests/records").join(folder).read_dir().unwrap() {
            let record = entry.unwrap().path();
            if let Some(name) = record.file_stem().filter(|_| record.is_file()) {
                let model = here.join("../../models").join(folder).join(name);
                files.push((record, model.with_extension("xml")));
            }
        }
    }
    files.sort();
    files
}

/// Newton's method, until nothing changes.
fn converge(m: &mut Model) {
    m.opt.solver = Solver::Newton as i32;
    m.opt.tolerance = 0.0;
    m.opt.ls_tolerance = m.opt.ls_tolerance.min(1e-6);
    m.opt.iterations = m.opt.iterations.max(200);
    m.opt.ls_iterations = m.opt.ls_iterations.max(100);
}

/// Data in the state of a record.
fn at(m: &Model, record: &Record) -> Data {
    let mut d = Data::new(m);
    for (field, values) in record.set.iter().filter(|(field, _)| field != "qacc") {
        let to = d.field_mut(field).and_then(ferrodyn::fields::FieldMut::values::<f64>);
        to.unwrap_or_else(|| panic!("{field} has numbers")).copy_from_slice(values);
    }
    d
}

/// The dense Jacobian, a row after the other.
fn jacobian(m: &Model, d: &Data) -> Vec<f64> {
    let rows = d.nefc as usize;
    let mut dense = vec![0.0; rows * m.nv];
    for k in 0..m.nv {
        let (mut unit, mut column) = (vec![0.0; m.nv], vec![0.0; rows]);
        unit[k] = 1.0;
        mul_jac_vec(m, d, &unit, &mut column).unwrap();
        column.iter().enumerate().for_each(|(i, &x)| dense[i * m.nv + k] = x);
    }
    dense
}

/// A member of all contacts.
fn contacts(d: &Data, member: &str) -> Vec<f64> {
    let values = |c: &Contact| -> Vec<f64> {
        match member {
            "dist" => vec![c.dist],
            "pos" => c.pos.0.to_vec(),
            "frame" => c.frame.0.to_vec(),
            "geom" => c.geom.map(f64::from).to_vec(),
            "dim" => vec![c.dim.into()],
            "includemargin" => vec![c.includemargin],
            "friction" => c.friction.to_vec(),
            "solref" => c.solref.to_vec(),
            "solreffriction" => c.solreffriction.to_vec(),
            "solimp" => c.solimp.to_vec(),
            "mu" => vec![c.mu],
            _ => panic!("contacts have no {member}"),
        }
    };
    d.contact.iter().flat_map(values).collect()
}

/// A field by its name in the records, as numbers, and whether they are integers.
pub(crate) fn field(m: &Model, d: &Data, name: &str) -> (Vec<f64>, bool) {
    if name == "efc_J" {
        return (jacobian(m, d), false);
    }
    if let Some(member) = name.strip_prefix("contact.") {
        return (contacts(d, member), matches!(member, "geom" | "dim"));
    }
    let field = d.field(name).unwrap_or_else(|| panic!("there is no field {name}"));
    if let Some(values) = field.values::<i32>() {
        return (values.iter().map(|&x| x.into()).collect(), true);
    }
    (field.values::<f64>().unwrap_or_else(|| panic!("{name} has no numbers")).to_vec(), false)
}

/// How far a field may be from MuJoCo's.
fn tolerance(stage: &str, field: &str, integers: bool) -> f64 {
    match stage {
        _ if integers => 0.0,
        "authored" => 1e-5,
        "step" | "inverse" => 1e-7,
        _ if SOLVED.contains(&field) => 1e-7,
        _ if field.starts_with("contact.") => 1e-8,
        _ => 1e-9,
    }
}

/// Where two arrays differ by more than a tolerance, in words.
fn difference(expected: &[f64], found: &[f64], tolerance: f64) -> Option<String> {
    if expected.len() != found.len() {
        return Some(format!(": {} numbers instead of {}", found.len(), expected.len()));
    }
    let scale = expected.iter().filter(|x| x.is_finite()).fold(1.0_f64, |s, x| s.max(x.abs()));
    let error = |i: usize| {
        let (x, y) = (expected[i], found[i]);
        match (x.is_finite(), y.is_finite()) {
            (true, true) => (x - y).abs() / scale,
            (false, false) => 0.0,
            _ => f64::INFINITY,
        }
    };
    let worst = (0..expected.len()).max_by(|&i, &j| error(i).total_cmp(&error(j)))?;
    let (e, x, y) = (error(worst), expected[worst], found[worst]);
    (e > tolerance).then(|| format!("[{worst}]: {y:e} instead of {x:e}, error {e:.1e}"))
}

/// Holds a model against a record: everything that differs.
fn check(m: &Model, authored: &Model, record: &Record) -> Vec<String> {
    let mut d = at(m, record);
    forward(m, &mut d);
    let mut inverted = d.clone();
    let (_, acceleration) = record.set.iter().find(|(field, _)| field == "qacc").unwrap();
    inverted.qacc.copy_from_slice(acceleration);
    inverse(m, &mut inverted);
    let mut own = at(authored, record);
    forward(authored, &mut own);
    let mut next = at(m, record);
    step(m, &mut next);

    let mut wrong = Vec::new();
    for (stage, name, expected) in &record.found {
        let d = match stage.as_str() {
            "forward" => &d,
            "inverse" => &inverted,
            "authored" => &own,
            "step" => &next,
            _ => panic!("there is no stage {stage}"),
        };
        let (found, integers) = field(m, d, name);
        if let Some(how) = difference(expected, &found, tolerance(stage, name, integers)) {
            wrong.push(format!("{}, {stage}: {name}{how}", record.state));
        }
    }
    wrong
}

/// The model as its author wrote it, with energy, and the one that converges.
fn models(file: &Path) -> (Model, Model) {
    let mut authored = ferrodyn::load(file).unwrap();
    authored.opt.enableflags |= EnableBit::Energy as i32;
    let mut m = authored.clone();
    converge(&mut m);
    (authored, m)
}

#[test]
fn every_stage_gives_the_numbers_of_mujoco() {
    let mut wrong = Vec::new();
    for (file, model) in files() {
        let (authored, m) = models(&model);
        for record in read(&file) {
            let name = model.file_name().unwrap().display();
            wrong.extend(check(&m, &authored, &record).iter().map(|w| format!("{name}, {w}")));
        }
    }
    assert!(wrong.is_empty(), "{} arrays differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn records_have_constraints_of_every_kind() {
    let (mut records, mut kinds, mut islands) = (0, Vec::new(), 0.0_f64);
    for (file, _) in files() {
        for record in read(&file) {
            records += 1;
            for (_, name, values) in record.found {
                match name.as_str() {
                    "efc_type" => kinds.extend(values),
                    "nisland" => islands = islands.max(values[0]),
                    _ => {}
                }
            }
        }
    }
    assert!(records > 120, "{records} records");
    assert!(islands >= 5.0, "{islands} islands");
    for kind in ConstraintType::ALL {
        let count = kinds.iter().filter(|&&k| k == f64::from(*kind as i32)).count();
        assert!(count > 5, "{kind:?}: {count} rows");
    }
}

#[test]
fn a_small_difference_is_found_and_named() {
    let (file, model) = files().into_iter().find(|(f, _)| f.ends_with("physics/pile.txt")).unwrap();
    let (authored, mut m) = models(&model);
    let record = &read(&file)[1];
    assert_eq!(check(&m, &authored, record), Vec::<String>::new());
    m.opt.gravity[2] *= 1.0 + 1e-5;
    let wrong = check(&m, &authored, record);
    let named =
        |field: &str| wrong.iter().any(|w| w.starts_with(&format!("near, forward: {field}[")));
    assert!(named("qfrc_bias") && named("qacc"), "{wrong:#?}");
    assert!(!named("xpos") && !named("efc_J"), "{wrong:#?}");
    assert_eq!(difference(&[1.0], &[1.0, 2.0], 1.0).unwrap(), ": 2 numbers instead of 1");
    assert!(difference(&[1.0], &[f64::NAN], 1.0).is_some());
}
