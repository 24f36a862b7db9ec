//! Faults planted one by one in models that have none.

use ferrodyn_doctor::{Check, Severity};

use crate::{of, report};

/// A text with a hole, what makes it right, what makes it wrong, and what is found then.
struct Planted {
    check: Check,
    severity: Severity,
    element: &'static str,
    text: &'static str,
    right: &'static str,
    wrong: &'static str,
}

const ARM: &str = "<mujoco><compiler angle='radian'/><option timestep='.002' integrator='implicitfast'/><worldbody>
    <body name='arm'><joint name='elbow' axis='0 1 0' range='-1 1'/>
    <geom name='rod' type='capsule' size='.02' fromto='0 0 0 .4 0 0' mass='1'/></body></worldbody>
    <actuator><position name='servo' joint='elbow' kp='100' kv='10' ctrlrange='-1 1' HOLE/></actuator></mujoco>";

const BODY: &str = "<mujoco><worldbody><body name='link'><joint axis='0 1 0'/>
    <inertial pos='0 0 .1' mass='1' HOLE/><geom type='box' size='.05 .05 .1' pos='0 0 .1'/></body></worldbody></mujoco>";

const FREE: &str = "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/>
    <body name='ball' pos='0 0 HOLE'><freejoint/><geom name='rubber' size='.1'/></body></worldbody></mujoco>";

/// A base that is fixed to the world, and a link on it.
const BASE: &str = "<mujoco><worldbody><body name='base'><geom name='foot' type='cylinder' size='.1 .1'/>
    <body name='turn' pos='0 0 HOLE'><joint axis='0 0 1'/><geom name='disk' type='cylinder' size='.08 .1'/></body></body>
    </worldbody></mujoco>";

#[rustfmt::skip]
const PLANTED: &[Planted] = &[
    Planted { check: Check::InertiaLarge, severity: Severity::Warning, element: "link", text: BODY,
        right: "diaginertia='.005 .005 .002'", wrong: "diaginertia='5 5 2'" },
    Planted { check: Check::InertiaLarge, severity: Severity::Note, element: "link", text: BODY,
        right: "diaginertia='.005 .005 .002'", wrong: "diaginertia='.04 .04 .04'" },
    Planted { check: Check::InertiaSmall, severity: Severity::Warning, element: "link", text: BODY,
        right: "diaginertia='.005 .005 .002'", wrong: "diaginertia='5e-6 5e-6 2e-6'" },
    Planted { check: Check::Dense, severity: Severity::Warning, element: "link",
        text: "<mujoco><worldbody><body name='link'><joint axis='0 1 0'/><geom type='box' size='.05 .05 .1' HOLE/></body>
            </worldbody></mujoco>",
        right: "mass='1'", wrong: "mass='1000'" },
    Planted { check: Check::Degrees, severity: Severity::Warning, element: "elbow",
        text: "<mujoco><worldbody><body><joint name='elbow' axis='0 1 0' HOLE/><geom size='.1' pos='.2 0 0'/></body>
            </worldbody><actuator><position name='servo' joint='elbow' kp='50' ctrlrange='-1 1.5'/></actuator></mujoco>",
        right: "range='-57.3 85.9'", wrong: "range='-1 1.5'" },
    Planted { check: Check::Servo, severity: Severity::Warning, element: "servo",
        text: "<mujoco><option integrator='implicitfast'/><worldbody><body><joint name='elbow' axis='0 1 0' armature='.01'/>
            <geom size='.02' mass='.1'/></body></worldbody>
            <actuator><position name='servo' joint='elbow' kp='HOLE' kv='1'/></actuator></mujoco>",
        right: "10", wrong: "1e5" },
    Planted { check: Check::Servo, severity: Severity::Warning, element: "servo",
        text: "<mujoco><worldbody><body><joint name='elbow' axis='0 1 0' armature='.01'/><geom size='.02' mass='.1'/></body>
            </worldbody><actuator><position name='servo' joint='elbow' kp='10' kv='HOLE'/></actuator></mujoco>",
        right: "0.1", wrong: "20" },
    Planted { check: Check::StartInside, severity: Severity::Warning, element: "rubber", text: FREE,
        right: "0.1", wrong: "0.08" },
    Planted { check: Check::StartInside, severity: Severity::Note, element: "rubber", text: FREE,
        right: "0.1", wrong: "0.097" },
    Planted { check: Check::AlwaysTouching, severity: Severity::Warning, element: "turn", text: BASE,
        right: "0.201", wrong: "0.19" },
    Planted { check: Check::StartRange, severity: Severity::Warning, element: "elbow",
        text: "<mujoco><worldbody><body><joint name='elbow' axis='0 1 0' HOLE/><geom size='.1' pos='.2 0 0'/></body>
            </worldbody></mujoco>",
        right: "range='-10 90'", wrong: "range='40 90'" },
    Planted { check: Check::StartRange, severity: Severity::Note, element: "elbow",
        text: "<mujoco><worldbody><body><joint name='elbow' axis='0 1 0' HOLE/><geom size='.1' pos='.2 0 0'/></body>
            </worldbody></mujoco>",
        right: "range='0 90'", wrong: "range='1 90'" },
    Planted { check: Check::MassTwice, severity: Severity::Note, element: "link",
        text: "<mujoco><worldbody><body name='link'><joint axis='0 1 0'/><geom type='box' size='.05 .05 .1'/>
            <geom type='box' size='.05 .05 .1' contype='0' conaffinity='0' HOLE/></body></worldbody></mujoco>",
        right: "mass='0'", wrong: "" },
    Planted { check: Check::Solref, severity: Severity::Note, element: "rubber",
        text: "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom name='rubber' size='.1' HOLE/></body></worldbody>
            </mujoco>",
        right: "solref='.004 1'", wrong: "solref='.0005 1'" },
    Planted { check: Check::VisualCollides, severity: Severity::Note, element: "hand_visual",
        text: "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom name='hand_visual' size='.1' HOLE/></body></worldbody>
            </mujoco>",
        right: "contype='0' conaffinity='0'", wrong: "" },
    Planted { check: Check::Weak, severity: Severity::Note, element: "elbow", text: ARM,
        right: "forcerange='-20 20'", wrong: "forcerange='-1 1'" },
    Planted { check: Check::HeavyOnLight, severity: Severity::Note, element: "block",
        text: "<mujoco><worldbody><geom type='plane' size='1 1 1'/>
            <body name='cube' pos='0 0 .05'><freejoint/><geom type='box' size='.05 .05 .05' mass='.1'/></body>
            <body name='block' pos='0 0 .1499'><freejoint/><geom type='box' size='.05 .05 .05' mass='HOLE'/></body>
            </worldbody></mujoco>",
        right: "1", wrong: "10" },
];

#[test]
fn each_check_finds_its_fault_and_nothing_without_it() {
    for planted in PLANTED {
        let Planted { check, severity, element, text, right, wrong } = planted;
        let sound = report(&text.replace("HOLE", right), false);
        assert!(sound.findings.is_empty(), "{check:?} {right}: {:#?}", sound.findings);
        let faulty = report(&text.replace("HOLE", wrong), false);
        let found = of(&faulty, *check);
        let is_it =
            |severe, named: &[String]| severe == *severity && named.iter().any(|n| n == element);
        assert!(
            found.iter().any(|finding| is_it(finding.severity, &finding.elements)),
            "{check:?} {wrong}: {:#?}",
            faulty.findings
        );
        for finding in found {
            assert!(finding.location.is_some() && finding.help.is_some(), "{finding:?}");
            let is_beyond = match check {
                Check::InertiaSmall | Check::Solref => finding.value < finding.threshold,
                Check::Degrees => (finding.value / finding.threshold - 1.0).abs() < 0.01,
                _ => finding.value > finding.threshold,
            };
            assert!(is_beyond, "{finding:?}");
        }
    }
}

#[test]
fn every_check_of_the_model_alone_has_a_planted_fault() {
    let simulated =
        [Check::Timestep, Check::Sags, Check::Saturated, Check::Unconverged, Check::Slip];
    for check in Check::ALL.iter().filter(|check| !simulated.contains(check)) {
        let planted = PLANTED.iter().any(|planted| planted.check == *check);
        assert!(planted || *check == Check::Allow, "{check:?}");
    }
}

#[test]
fn a_finding_says_where_it_is_and_what_to_write() {
    let found = report(&BASE.replace("HOLE", "0.19"), false);
    let [finding] = &of(&found, Check::AlwaysTouching)[..] else { panic!("{found:?}") };
    assert_eq!(finding.elements, ["base", "turn"]);
    assert_eq!(finding.location.as_ref().map(|location| location.place.line), Some(2));
    let help = "<contact><exclude body1=\"base\" body2=\"turn\"/></contact>";
    assert_eq!(finding.help.as_deref(), Some(help));
    assert_eq!(
        finding.message,
        "\"base\" and \"turn\" touch in 60 of 60 poses within the ranges of the joints, up to 10 mm deep: MuJoCo does \
         not filter a parent that is fixed to the world"
    );

    let json = found.to_json();
    let first = json["findings"]
        .as_array()
        .and_then(|all| all.iter().find(|finding| finding["check"] == "always_touching"));
    let first = first.expect("JSON has it");
    assert_eq!((first["severity"].as_str(), first["line"].as_u64()), (Some("warning"), Some(2)));
    assert_eq!(first["value"].as_f64(), Some(1.0));
}

#[test]
fn what_happens_in_keyframes_is_judged_there() {
    let xml = FREE.replace("HOLE", "0.05").replace(
        "</mujoco>",
        "<keyframe><key name='up' qpos='0 0 .3 1 0 0 0'/><key name='low' qpos='0 0 .07 1 0 0 0'/></keyframe></mujoco>",
    );
    let found = report(&xml, false);
    let [finding] = &of(&found, Check::StartInside)[..] else { panic!("{found:?}") };
    assert!(
        finding.message.contains("30 mm inside each other in keyframe \"low\" (1 of 2 keyframes)"),
        "{}",
        finding.message
    );
}
