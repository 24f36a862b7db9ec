//! What is meant is not reported.

use ferrodyn_doctor::{Check, Options, examine};
use ferrodyn_mjcf::Loader;

use crate::{of, report};

const XML: &str = "<mujoco><custom>HOLE</custom><worldbody><geom name='floor' type='plane' size='1 1 1'/>
    <body name='left' pos='0 0 .05'><freejoint/><geom name='l' size='.1'/></body>
    <body name='right' pos='1 0 .05'><freejoint/><geom name='r' size='.1'/></body></worldbody></mujoco>";

#[test]
fn a_text_of_the_model_allows_a_check_or_some_of_its_findings() {
    let found = |text: &str| {
        let report = report(&XML.replace("HOLE", text), false);
        (of(&report, Check::StartInside).len(), report.allowed, of(&report, Check::Allow).len())
    };
    assert_eq!(found(""), (2, 0, 0));
    assert_eq!(found("<text name='doctor' data='allow start_inside'/>"), (0, 2, 0));
    assert_eq!(found("<text name='doctor' data='allow start_inside left'/>"), (1, 1, 0));
    assert_eq!(
        found("<text name='doctor' data='allow start_inside l floor; allow start_inside r'/>"),
        (0, 2, 0)
    );
    assert_eq!(found("<text name='doctor' data='allow start_inside left right'/>"), (2, 0, 0));
    assert_eq!(found("<text name='other' data='allow start_inside'/>"), (2, 0, 0));
}

#[test]
fn a_text_that_makes_no_sense_is_a_finding() {
    let xml = XML.replace("HOLE", "<text name='doctor' data='allow start_insid; be quiet'/>");
    let found = report(&xml, false);
    let messages: Vec<_> = of(&found, Check::Allow).iter().map(|f| f.message.clone()).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages[0].contains("did you mean \"start_inside\"?"), "{messages:?}");
    assert!(messages[1].contains("\"be quiet\" does not begin with \"allow \""), "{messages:?}");
}

#[test]
fn options_allow_too() {
    let m = Loader::new().load_str(&XML.replace("HOLE", "")).unwrap();
    let allow = vec!["start_inside left".parse().unwrap()];
    let report = examine(&m, &Options { runs: false, allow, ..Options::default() });
    let left: Vec<_> = of(&report, Check::StartInside);
    assert_eq!((left.len(), report.allowed), (1, 1));
    assert!(left[0].elements.contains(&"right".to_owned()));
}
