//! `ferrodyn ik` as a user runs it.

use crate::{ferrodyn, stderr, stdout};

#[test]
fn a_target_within_reach_gives_coordinates_within_limits() {
    let output =
        ferrodyn(&["ik", "arm.xml", "--frame", "tip", "--target", "0.3 0.2 0.7", "--json"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(json["status"], "converged");
    assert!(json["position_error"].as_f64().expect("a number") < 1e-5);
    let joints = json["joints"].as_array().expect("a list");
    assert_eq!(joints.len(), 4);
    for joint in joints {
        let q = joint["q"][0].as_f64().expect("a number");
        let [low, high] = [0, 1].map(|i| joint["range"][i].as_f64().expect("a number"));
        assert!((low..=high).contains(&q), "{joint}");
    }
}

#[test]
fn a_target_out_of_reach_says_so_and_fails() {
    let output = ferrodyn(&["ik", "arm.xml", "--frame", "lower", "--target", "5 0 0"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).starts_with("unreachable\nresidual: "), "{}", stdout(&output));
    assert!(stdout(&output).contains("shoulder_yaw"));
}

#[test]
fn a_limit_in_the_way_is_named() {
    let args = ["ik", "cart.urdf", "--frame", "cart", "--target", "1.5 0 0"];
    let output = ferrodyn(&args);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).starts_with("bound by the upper limit of slide"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn wrong_arguments_say_what_is_needed() {
    let cases = [
        (["arm.xml", "tip", "1 2"], "--target takes 3 numbers"),
        (["arm.xml", "tip", "1 2 x"], "\"x\" is not a number"),
        (["arm.xml", "tip", "1 2 nan"], "not finite"),
        (["arm.xml", "tool0", "1 2 3"], "no body or site named \"tool0\""),
        (["arm.xml", "tpi", "1 2 3"], "did you mean \"tip\"?"),
        (["arm.xml", "base", "1 2 3"], "no joint lies between"),
        (["arm.xml", "tip", "1 2 3 0 0 0 0"], "a quaternion of no length"),
    ];
    for ([file, frame, target], expected) in cases {
        let output = ferrodyn(&["ik", file, "--frame", frame, "--target", target]);
        assert_eq!(output.status.code(), Some(2), "{target}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
    let output = ferrodyn(&["ik", "missing.xml", "--frame", "tip", "--target", "1 2 3"]);
    assert_eq!(output.status.code(), Some(2));
}
