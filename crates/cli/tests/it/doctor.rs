//! `ferrodyn doctor` as a user runs it.

use crate::{ferrodyn, stderr, stdout};

const MESSAGE: &str = "\
overlap.xml:5:7: warning: \"base\" and \"turn\" touch in 60 of 60 poses within the ranges of the joints, up to 10 mm deep: \
MuJoCo does not filter a parent that is fixed to the world [always_touching]
    5 | <body name=\"turn\" pos=\"0 0 .19\">
      | ^^^^
    <contact><exclude body1=\"base\" body2=\"turn\"/></contact>
";

#[test]
fn a_warning_has_place_line_and_what_to_write() {
    let output = ferrodyn(&["doctor", "--static", "overlap.xml"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(1), String::new()));
    let text = stdout(&output);
    // the mark is as long as the element that the reader marks
    let lines = |text: &str| {
        text.lines().map(|line| line.trim_end_matches('^').to_owned()).collect::<Vec<_>>()
    };
    assert!(
        MESSAGE.lines().all(|line| lines(&text).contains(&line.trim_end_matches('^').to_owned())),
        "{text}"
    );
    assert!(
        text.lines().last().is_some_and(|line| line.starts_with("1 file examined in ")),
        "{text}"
    );
}

#[test]
fn a_healthy_model_is_told_so_and_what_is_meant_is_counted() {
    let output = ferrodyn(&["doctor", "--static", "--strict", "pendulum.xml"]);
    let text = stdout(&output);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{text}");
    assert!(text.ends_with(" s: nothing found\n"), "{text}");

    let allow = ["--allow", "always_touching base turn", "--allow", "start_inside"];
    let output = ferrodyn(&[&["doctor", "--static", "overlap.xml"][..], &allow].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains("allowed"), "{}", stdout(&output));
}

#[test]
fn json_has_all_findings() {
    let output = ferrodyn(&["doctor", "--static", "--json", "overlap.xml", "broken.xml"]);
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!((&json[0]["loads"], &json[1]["loads"]), (&true.into(), &false.into()));
    let found = json[0]["findings"].as_array().expect("a list");
    assert!(found.iter().any(|f| f["check"] == "always_touching" && f["line"] == 5), "{json}");
    assert!(json[1]["problems"].as_array().is_some_and(|all| !all.is_empty()));
}

#[test]
fn what_is_proposed_can_be_written_and_is_healthy() {
    let out = std::env::temp_dir().join(format!("ferrodyn-doctor-{}.xml", std::process::id()));
    let path = out.to_str().expect("a temporary directory has a name");
    let output = ferrodyn(&["doctor", "overlap.xml", "--budget", "300", "--fix", path]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(1), String::new()));
    assert!(stdout(&output).contains("<- proposed"), "{}", stdout(&output));
    let output = ferrodyn(&["doctor", "--static", path]);
    std::fs::remove_file(&out).expect("it was written");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn wrong_arguments_say_what_is_needed() {
    let cases: [(&[&str], &str); 7] = [
        (&["arm.xml", "--allow", "solreff"], "did you mean \"solref\"?"),
        (&["arm.xml", "--budget=-1"], "positive number of seconds"),
        (&["arm.xml", "--budget", "0"], "positive number of seconds"),
        (&["arm.xml", "--hold", "hand"], "a body and three numbers"),
        (&["arm.xml", "--hold", "hand,0,0,x"], "3 numbers"),
        (&["arm.xml", "--fix", "arm.xml"], "over itself"),
        (&["arm.xml", "overlap.xml", "--fix", "x.xml"], "give one FILE"),
    ];
    for (args, text) in cases {
        let output = ferrodyn(&[&["doctor"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(text), "{args:?}: {}", stderr(&output));
    }
    let output = ferrodyn(&["doctor", "no_such_file.xml"]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
}
