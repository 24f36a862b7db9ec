//! Numbers after options.

use crate::{ferrodyn, stderr};

#[test]
fn slips_in_numbers_are_explained() {
    for (args, words) in [
        (["-n", "1.5"], "give a whole number from 0 on, as in 10000000 or 1e7"),
        (["-n", "-3"], "give a whole number"),
        (["-n", "0"], "give a number from 1 on"),
        (["--steps", "many"], "\"many\" is not a number"),
        (["--noise", "-1"], "give a number from 0 on"),
        (["--qpos-noise", "-0.5"], "give a number from 0 on"),
        (["--hold", "0"], "give a number from 1 on"),
        (["--seed", "-1"], "give a whole number from 0 on"),
    ] {
        let output = ferrodyn(&["rollout", "arm.xml", args[0], args[1]]);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(words), "{args:?}: {text}");
    }
    let text = stderr(&ferrodyn(&["bench", "--steps", "1e10", "arm.xml"]));
    assert!(text.contains("10000000000 is too many"), "{text}");
}

#[test]
fn powers_of_ten_are_numbers() {
    let output = ferrodyn(&["rollout", "arm.xml", "-n", "1e1", "--steps", "2e0", "--json"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("\"environments\": 10,"), "{text}{}", stderr(&output));
}
