//! The command as a user runs it: what it prints and the status it ends with.

mod crates;
mod doctor;
mod ik;
mod npz;
mod numbers;
#[cfg(feature = "render")]
mod page;
#[cfg(feature = "render")]
mod render;
mod rollout;
mod ros;
#[cfg(feature = "serve")]
mod serve;
mod strangers;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs the command in the directory of the test models.
fn ferrodyn(args: &[&str]) -> Output {
    command(args).output().expect("the command starts")
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrodyn"));
    command.args(args).current_dir(models()).env_remove("CLICOLOR_FORCE");
    command
}

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text is UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text is UTF-8")
}

#[test]
fn info_shows_the_whole_model() {
    let output = ferrodyn(&["info", "arm.xml"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    insta::assert_snapshot!("info_arm", stdout(&output));
}

#[test]
fn info_as_json_has_the_numbers_of_the_model() {
    let output = ferrodyn(&["info", "--json", "arm.xml"]);
    assert_eq!(output.status.code(), Some(0));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(json["model"], "arm");
    assert_eq!(json["sizes"]["nv"], 10);
    assert_eq!(json["bodies"][0]["parent"], serde_json::Value::Null);
    assert_eq!(json["bodies"][3]["name"], "lower");
    assert_eq!(json["joints"][3]["range"], serde_json::json!([0.0, 0.05]));
    assert_eq!(json["actuators"][1]["target"]["name"], "shoulder_pitch");
}

#[test]
fn check_of_a_good_file_succeeds() {
    let output = ferrodyn(&["check", "-v", "arm.xml"]);
    assert_eq!(output.status.code(), Some(0));
    let expected = "arm.xml: ok, 6 bodies, 10 dofs, 7 geoms, 4 actuators, 3 sensors
1 file checked: no problems
";
    assert_eq!(stdout(&output), expected);
}

#[test]
fn check_shows_all_problems_of_all_files() {
    let output = ferrodyn(&["check", "broken.xml", "arm.xml"]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!("check_broken", stdout(&output));
}

#[test]
fn check_as_json_lists_problems_with_their_places() {
    let output = ferrodyn(&["check", "--json", "broken.xml", "arm.xml"]);
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let [broken, good] = &json.as_array().expect("a list")[..] else { panic!("{json}") };
    assert_eq!((&broken["loads"], &good["loads"]), (&false.into(), &true.into()));
    assert_eq!(good["problems"], serde_json::json!([]));
    let problems = broken["problems"].as_array().expect("a list");
    assert_eq!(problems.len(), 3);
    let second = &problems[1];
    assert_eq!((&second["line"], &second["column"]), (&5.into(), &24.into()));
    assert_eq!(second["help"], "did you mean \"size\"?");
    assert_eq!(second["severity"], "error");
}

#[test]
fn check_tells_a_missing_file_from_a_bad_one() {
    let output = ferrodyn(&["check", "missing.xml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).starts_with("missing.xml: error: "), "{}", stdout(&output));
}

#[test]
fn quiet_check_prints_nothing() {
    for (file, status) in [("arm.xml", 0), ("broken.xml", 1), ("missing.xml", 2)] {
        let output = ferrodyn(&["check", "--quiet", file]);
        assert_eq!(output.status.code(), Some(status), "{file}");
        assert_eq!((stdout(&output), stderr(&output)), (String::new(), String::new()), "{file}");
    }
}

#[test]
fn check_counts_what_a_model_does_not_hold_of_urdf() {
    let output = ferrodyn(&["check", "cart.urdf"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("-v lists them"), "{}", stdout(&output));
    let output = ferrodyn(&["check", "-v", "cart.urdf"]);
    assert!(
        stdout(&output).contains("cart.urdf:15:3: note: <transmission>"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn wrong_arguments_are_told_from_problems() {
    assert_eq!(ferrodyn(&["check"]).status.code(), Some(2));
    assert_eq!(ferrodyn(&["chek", "arm.xml"]).status.code(), Some(2));
    let output = ferrodyn(&["info", "missing.xml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("missing.xml: error: "));
}

#[test]
fn output_to_a_file_has_no_color_unless_forced() {
    let plain = ferrodyn(&["info", "arm.xml"]);
    assert!(!plain.stdout.contains(&0x1b));
    let colored = command(&["info", "arm.xml"]).env("CLICOLOR_FORCE", "1").output();
    assert!(colored.expect("the command starts").stdout.contains(&0x1b));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for args in [&["info", "arm.xml"][..], &["completions", "bash"]] {
        let mut child = command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        let mut complaint = String::new();
        child.stderr.take().expect("it is piped").read_to_string(&mut complaint).expect("UTF-8");
        assert_eq!((child.wait().expect("it ends").code(), &*complaint), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn convert_writes_a_model_with_the_same_numbers_into_another_directory() {
    let dir = std::env::temp_dir().join(format!("ferrodyn-convert-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory can be made");
    for file in ["arm.xml", "cart.urdf", "meshed.xml"] {
        let written = dir.join("written.xml");
        let written = written.to_str().expect("the path is UTF-8");
        let output = ferrodyn(&["convert", file, written]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(stderr(&output).contains("note: <transmission>"), file == "cart.urdf");
        let of = |file| {
            let text = stdout(&ferrodyn(&["info", file]));
            text.split_once('\n').map(|(_, rest)| rest.to_owned())
        };
        assert!(of(file).is_some_and(|text| text.contains("Bodies")), "{file}");
        assert_eq!(of(file), of(written), "{file}");
    }
    std::fs::remove_dir_all(&dir).expect("the directory can be removed");
}

#[test]
fn convert_copies_assets_beside_the_file_and_overwrites_none() {
    let dir = std::env::temp_dir().join(format!("ferrodyn-convert-copies-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory can be made");
    let written = dir.join("meshed.xml");
    let args = ["convert", "--copy-assets", "meshed.xml", written.to_str().expect("UTF-8")];
    let output = ferrodyn(&args);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    let copies: Vec<_> = dir.join("assets").read_dir().expect("it is there").flatten().collect();
    assert!(!copies.is_empty());
    let elsewhere = dir.with_extension("moved");
    std::fs::rename(&dir, &elsewhere).expect("it can be moved");
    let info = ferrodyn(&["info", elsewhere.join("meshed.xml").to_str().expect("UTF-8")]);
    assert_eq!(info.status.code(), Some(0), "{}", stderr(&info));

    std::fs::rename(&elsewhere, &dir).expect("it can be moved");
    std::fs::write(copies[0].path(), "mine").expect("it can be written");
    let output = ferrodyn(&args);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("there is something else of this name"),
        "{}",
        stderr(&output)
    );
    std::fs::remove_dir_all(&dir).expect("the directory can be removed");
}

#[test]
fn convert_refuses_what_does_not_compile_and_what_cannot_be_written() {
    let output = ferrodyn(&["convert", "broken.xml", "-"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), String::new()));
    for file in ["arm.urdf", "arm.usd", "arm.mjb"] {
        let output = ferrodyn(&["convert", "arm.xml", file]);
        assert_eq!(output.status.code(), Some(2), "{file}");
        let message = "files are not written, only MJCF: name the file .xml or .mjcf";
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert!(!models().join(file).exists());
    }
    let output = ferrodyn(&["convert", "arm.xml", "no/such/directory/arm.xml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no/such/directory/arm.xml"), "{}", stderr(&output));
}

#[test]
fn completions_know_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&ferrodyn(&["completions", shell]));
        assert!(script.contains("ferrodyn") && script.contains("convert"), "{shell}");
    }
}

#[test]
fn limits_hold_and_are_named() {
    let output = ferrodyn(&["check", "--untrusted", "arm.xml"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    let output = ferrodyn(&["check", "--limit", "nodes=5", "arm.xml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("raise the limit nodes"), "{}", stdout(&output));
    let output = ferrodyn(&["info", "--limit", "node=5", "arm.xml"]);
    assert!(stderr(&output).contains("did you mean \"nodes\"?"), "{}", stderr(&output));
    let output = ferrodyn(&["info", "--root", "..", "--limit", "time=60", "arm.xml"]);
    assert_eq!(output.status.code(), Some(0));
    let output = ferrodyn(&["info", "--root", "/nonexistent", "arm.xml"]);
    assert!(stderr(&output).contains("the limit roots"), "{}", stderr(&output));
}

#[test]
fn bench_measures_steps_and_stages() {
    let output = ferrodyn(&["bench", "--json", "--steps", "20", "--rounds", "2", "arm.xml"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let result = &json[0];
    let number = |name: &str| result[name].as_f64().unwrap_or(f64::NAN);
    assert!((number("microseconds") * number("steps_per_second") - 1e6).abs() < 1.0);
    let stages = result["stages"].as_array().expect("stages");
    assert!(stages.iter().any(|stage| stage["name"] == "kinematics"), "{stages:?}");
    assert!(stages.iter().all(|stage| stage["microseconds"].as_f64() > Some(0.0)));

    let output = ferrodyn(&["bench", "--steps", "20", "--rounds", "1", "arm.xml", "cart.urdf"]);
    assert_eq!(stdout(&output).matches("steps/s").count(), 2);
}

#[test]
fn bench_leaves_out_contacts_beyond_the_memory_it_is_given() {
    let file = std::env::temp_dir().join(format!("ferrodyn-heap-{}.xml", std::process::id()));
    let heap = r#"<mujoco><worldbody><replicate count="20"><body><freejoint/><geom size=".1"/></body>
        </replicate></worldbody></mujoco>"#;
    std::fs::write(&file, heap).expect("the model can be written");
    let path = file.to_str().expect("a path of text");
    let contacts = |more: &[&str]| {
        let output = ferrodyn(
            &[&["bench", "--json", "--steps", "1", "--rounds", "1", path][..], more].concat(),
        );
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        json[0]["contacts"].as_f64().expect("a number")
    };
    let (all, few) = (contacts(&["--step-memory", "2e9"]), contacts(&["--step-memory", "100000"]));
    std::fs::remove_file(&file).expect("the model can be removed");
    assert_eq!(all, 190.0);
    assert!(few < all, "{few}");
}

#[test]
fn bench_draws_models_and_stages() {
    let file = std::env::temp_dir().join(format!("ferrodyn-bench-{}.svg", std::process::id()));
    let path = file.to_str().expect("a path of text");
    let args = ["bench", "--json", "--steps", "20", "--rounds", "1", "--svg", path];
    let output = ferrodyn(&[&args[..], &["arm.xml", "cart.urdf"]].concat());
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    let svg = std::fs::read_to_string(&file).expect("the picture is there");
    std::fs::remove_file(&file).expect("the picture can be removed");

    assert_eq!(elements_left_open(&svg), Vec::<&str>::new(), "{svg}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    for result in json.as_array().expect("results") {
        let name = result["file"].as_str().expect("a name");
        assert!(svg.contains(&format!(">{name}<")), "{name}: {svg}");
        for stage in result["stages"].as_array().expect("stages") {
            let name = stage["name"].as_str().expect("a name");
            // in the legend, and over a part of a bar
            assert!(svg.contains(&format!(">{name}<")), "{name}: {svg}");
            assert!(svg.contains(&format!("<title>{name}: ")), "{name}: {svg}");
        }
    }

    let output = ferrodyn(&["bench", "--steps", "1", "--svg", "/nonexistent/a.svg", "arm.xml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("/nonexistent/a.svg"), "{}", stderr(&output));
}

#[test]
fn bare_bench_prints_problems_only() {
    let output = ferrodyn(&["bench", "--bare", "--steps", "20", "arm.xml"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), String::new()));
    assert_eq!(stderr(&output), "");
    let output = ferrodyn(&["bench", "--bare", "broken.xml"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), String::new()));
    assert!(stderr(&output).contains("broken.xml:4"), "{}", stderr(&output));
    assert_eq!(ferrodyn(&["bench", "--bare", "--json", "arm.xml"]).status.code(), Some(2));
}

/// The elements of a document that are not closed in the order in which they are opened.
fn elements_left_open(xml: &str) -> Vec<&str> {
    let mut open = Vec::new();
    for tag in xml.split('<').skip(1).map(|part| part.split_once('>').expect("a tag ends").0) {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or(tag);
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if !tag.starts_with('/') {
            open.push(name);
        }
        if tag.starts_with('/') || tag.ends_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        }
    }
    open
}

#[test]
fn bench_says_what_is_wrong_with_the_interpreter() {
    let output = ferrodyn(&["bench", "--against", "no-such-python", "arm.xml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no-such-python"), "{}", stderr(&output));
    let output = ferrodyn(&["bench", "--against", "true", "arm.xml"]);
    assert!(stderr(&output).contains("needs the package mujoco"), "{}", stderr(&output));
}
