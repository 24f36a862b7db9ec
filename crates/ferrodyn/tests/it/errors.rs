//! Errors print their message, however they are printed: as a program's end, by `unwrap`, in a log.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ferrodyn::batch::{Parameter, StepError, StepErrorKind};
use ferrodyn::enums::GeomType;
use ferrodyn::ids::BodyId;
use ferrodyn::spec::{BodyKey, Geom};
use ferrodyn::{Data, EditError, LoadError, Problem, ProblemKind, Spec};

use crate::examples::built;

/// Three mistakes in one file.
const BROKEN: &str = r#"<mujoco>
  <worldbody>
    <body>
      <joint type="hing"/>
      <geom type="box" sizes=".1 .1 .1"/>
    </body>
  </worldbody>
  <actuator>
    <motor joint="elbow"/>
  </actuator>
</mujoco>
"#;

const MESSAGE: &str = r#"broken.xml:4:20: <joint>: attribute "type" cannot be "hing", did you mean "hinge"?
    4 | <joint type="hing"/>
      |              ^^^^
broken.xml:5:24: <geom>: unknown attribute "sizes", did you mean "size"?
    5 | <geom type="box" sizes=".1 .1 .1"/>
      |                  ^^^^^
broken.xml:9:19: <motor>: there is no joint "elbow", none has a name in this model
    9 | <motor joint="elbow"/>
      |               ^^^^^
"#;

#[test]
fn a_program_whose_main_returns_an_error_ends_with_its_message() {
    let folder = std::env::temp_dir().join(format!("ferrodyn-errors-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("broken.xml"), BROKEN).unwrap();
    // this example returns `Result<(), Box<dyn Error>>`, as programs of users do
    let program = built().join("load_and_step").with_extension(std::env::consts::EXE_EXTENSION);
    let output = Command::new(&program).arg("broken.xml").current_dir(&folder).output();
    fs::remove_dir_all(&folder).unwrap();
    let output = output.unwrap_or_else(|error| {
        panic!("{}: {error}; `cargo build --examples` makes it", program.display())
    });
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("Error: {MESSAGE}"));
}

/// The Rust files below a folder, those of tests aside.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The word after each place where a text stands.
fn words_after<'s>(source: &'s str, text: &str) -> BTreeSet<&'s str> {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines
        .filter_map(|line| line.split_once(text))
        .filter_map(|(_, rest)| rest.split(|c: char| !c.is_alphanumeric()).next())
        .collect()
}

#[test]
fn every_error_type_of_the_workspace_prints_its_message_as_debug() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in crates.read_dir().unwrap() {
        let source = entry.unwrap().path().join("src");
        if source.is_dir() {
            sources(&source, &mut files);
        }
    }
    let mut count = 0;
    for file in files {
        let source = fs::read_to_string(&file).unwrap();
        let (errors, messages) =
            (words_after(&source, "Error for "), words_after(&source, "debug_as_message!("));
        count += errors.len();
        let missing: Vec<_> = errors.difference(&messages).collect();
        assert!(missing.is_empty(), "{}: no debug_as_message! of {missing:?}", file.display());
    }
    assert!(count >= 30, "there are {count} error types");
}

#[test]
fn errors_are_debugged_as_displayed() {
    let m = ferrodyn::load_str("<mujoco/>").unwrap();
    let mut other = ferrodyn::load_str(
        "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>",
    )
    .unwrap();
    let mut d = Data::new(&m);
    let mut spec = Spec::default();
    spec.bodies.world_mut().geoms.push(Geom::default());
    let step = StepErrorKind::Position;
    let errors: Vec<Box<dyn Error>> = vec![
        Box::new(LoadError::from(Problem::new(ProblemKind::Io, "gone"))),
        Box::new(ferrodyn::load_str(BROKEN).unwrap_err()),
        Box::new(spec.compile().unwrap_err()),
        Box::new(spec.delete(spec.world()).unwrap_err()),
        Box::new(EditError::NoParent),
        Box::new(spec.bodies.move_to(BodyKey::WORLD, BodyKey::WORLD, 0).unwrap_err()),
        Box::new(ferrodyn::try_step(&other, &mut d).unwrap_err()),
        Box::new(Parameter::find(&m, "body_mas").unwrap_err()),
        Box::new(ferrodyn::Model::from_bytes(b"no model").unwrap_err()),
        Box::new(
            other
                .edit(|structure| structure.body_parentid[BodyId(1)] = BodyId(7).into())
                .unwrap_err(),
        ),
        Box::new(GeomType::try_from(77).unwrap_err()),
        Box::new(ferrodyn::ik::Chain::by_name(&m, "a", "b").unwrap_err()),
        Box::new(ferrodyn::state::get_state(&m, &d, &mut [], -1).unwrap_err()),
        Box::new(StepError {
            kind: step,
            time: 1.0,
            dof: Some(2),
            body: None,
            actuator: None,
            contact: None,
        }),
    ];
    for error in errors {
        assert_eq!(format!("{error:?}"), error.to_string());
        assert!(!error.to_string().is_empty());
        // what `{:?}` of a derive looks like
        assert!(!error.to_string().contains(" { "), "{error}");
    }
}
