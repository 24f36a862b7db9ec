//! What short runs find.

use ferrodyn_doctor::{Check, Hold, Options, examine_spec};
use ferrodyn_mjcf::Loader;

use crate::{of, report};

/// A light link on a servo whose damping is large and whose force is limited: what makes arms jitter.
const JITTER: &str = "<mujoco><option integrator='implicitfast'/><worldbody><body name='arm'>
    <joint name='a' axis='0 1 0'/><geom type='capsule' size='.04' fromto='0 0 0 .3 0 0' mass='1'/>
    <body name='wrist' pos='.3 0 0'><joint name='b' axis='0 1 0' HOLE/><geom size='.02' mass='.01'/></body></body></worldbody>
    <actuator><position name='s' joint='a' kp='1000' kv='100' ctrlrange='-2 2'/>
    <position name='t' joint='b' kp='2000' kv='50' ctrlrange='-2 2' forcerange='-9 9'/></actuator></mujoco>";

#[test]
fn a_servo_that_jitters_shows_in_a_run_and_not_with_armature() {
    let found = report(&JITTER.replace("HOLE", ""), true);
    let [finding] = &of(&found, Check::Timestep)[..] else { panic!("{found:#?}") };
    assert!(finding.message.starts_with("the run depends on the time step"), "{finding:?}");
    assert!(finding.numbers["speed"] > 2.0, "{finding:?}");
    let cured = report(&JITTER.replace("HOLE", "armature='.1'"), true);
    assert!(of(&cured, Check::Timestep).is_empty(), "{cured:#?}");
    assert_eq!(cured.facts[0].name, "longest_step");
    assert!(cured.facts[0].value >= 0.002, "{cured:#?}");
}

#[test]
fn pendulums_and_acrobots_are_healthy() {
    let pendulum = "<mujoco><worldbody><body pos='0 0 1'><joint axis='0 1 0' damping='.1'/>
        <geom type='capsule' size='.04' fromto='0 0 0 0 0 .5' mass='1'/></body></worldbody></mujoco>";
    let acrobot = "<mujoco><worldbody><body pos='0 0 2'><joint name='s' axis='0 1 0' damping='.05'/>
        <geom type='capsule' size='.05' fromto='0 0 0 0 0 1' mass='1'/>
        <body pos='0 0 1'><joint name='e' axis='0 1 0' damping='.05'/>
        <geom type='capsule' size='.05' fromto='0 0 0 0 0 1' mass='1'/></body></body></worldbody>
        <actuator><motor joint='e' gear='2' ctrlrange='-1 1' ctrllimited='true'/></actuator></mujoco>";
    for xml in [pendulum, acrobot] {
        let found = report(xml, true);
        assert!(found.findings.is_empty(), "{found:#?}");
        assert!(!found.facts.is_empty() && found.not_run.is_empty(), "{found:#?}");
    }
}

#[test]
fn a_run_that_diverges_says_when() {
    let xml = "<mujoco><worldbody><body><joint axis='0 1 0' stiffness='1e9'/><geom size='.02' pos='.1 0 0'/></body>
        </worldbody><keyframe><key qpos='1'/></keyframe></mujoco>";
    let found = report(xml, true);
    let [finding] = &of(&found, Check::Timestep)[..] else { panic!("{found:#?}") };
    assert!(finding.message.starts_with("the simulation diverges"), "{finding:?}");
    assert!(finding.value.is_infinite());
    assert_eq!(found.to_json()["findings"][0]["value"], "inf");
}

#[test]
fn a_servo_without_the_force_sags() {
    let xml = "<mujoco><worldbody><body name='arm'><joint name='j' axis='0 1 0' range='-90 90' damping='.1'/>
        <geom type='capsule' size='.02' fromto='0 0 0 .5 0 0' mass='2'/></body></worldbody>
        <actuator><position name='servo' joint='j' kp='200' kv='20' forcerange='HOLE'/></actuator></mujoco>";
    let weak = report(&xml.replace("HOLE", "-1 1"), true);
    let [finding] = &of(&weak, Check::Sags)[..] else { panic!("{weak:#?}") };
    assert_eq!(finding.elements, ["servo"]);
    assert!(finding.numbers["sag"] > 0.1, "{finding:?}");
    let strong = report(&xml.replace("HOLE", "-30 30"), true);
    assert!(
        of(&strong, Check::Sags).is_empty() && of(&strong, Check::Saturated).is_empty(),
        "{strong:#?}"
    );
}

#[test]
fn a_solver_that_stops_too_early_is_measured_by_solving_on() {
    let a_box = |i: u8| {
        let z = 0.05 + 0.1 * f64::from(i);
        format!(
            "<body pos='0 0 {z}'><freejoint/><geom type='box' size='.1 .1 .05' mass='{}'/></body>",
            1 + i
        )
    };
    let boxes = (0..8).map(a_box).collect::<Vec<_>>().concat();
    let xml = |option: &str| {
        format!(
            "<mujoco><option {option}/><worldbody><geom type='plane' size='1 1 1'/>{boxes}</worldbody></mujoco>"
        )
    };
    let early = report(&xml("solver='PGS' iterations='3'"), true);
    let [finding] = &of(&early, Check::Unconverged)[..] else { panic!("{early:#?}") };
    assert!(finding.value > 0.01 && finding.numbers["share_of_steps"] > 0.5, "{finding:?}");
    let whole = report(&xml("solver='Newton'"), true);
    assert!(of(&whole, Check::Unconverged).is_empty(), "{whole:#?}");
}

/// Two pads that press on nothing yet.
const PADS: &str = "<mujoco><option integrator='implicitfast' HOLE/><default><geom friction='1 .005 .0001'/></default><worldbody>
    <body name='hand'><body name='l' pos='-.03 0 .1'><joint name='l' axis='1 0 0' type='slide' damping='5'/>
    <geom type='box' size='.01 .02 .02' mass='.05'/></body>
    <body name='r' pos='.03 0 .1'><joint name='r' axis='-1 0 0' type='slide' damping='5'/>
    <geom type='box' size='.01 .02 .02' mass='.05'/></body></body></worldbody>
    <actuator><motor joint='l' ctrlrange='0 10'/><motor joint='r' ctrlrange='0 10'/></actuator></mujoco>";

/// The slip of a box of 0.2 kg between them, and what its contacts predict; m/s.
fn slip(option: &str) -> (f64, f64) {
    let loader = Loader::new();
    let spec = loader.read_str(&PADS.replace("HOLE", option)).unwrap();
    let hold = Some(Hold { body: "hand".into(), at: [0.0, 0.0, 0.1], size: [0.038; 3], mass: 0.2 });
    let options =
        Options { runs: false, cures: false, hold, budget: crate::PATIENCE, ..Options::default() };
    let found = examine_spec(&loader, &spec, &options).unwrap();
    let [finding] = &of(&found, Check::Slip)[..] else { panic!("{option}: {found:#?}") };
    (finding.value, finding.numbers["predicted"])
}

#[test]
fn slip_is_what_the_rows_of_contacts_predict() {
    // elliptic cones to the 15 % that gravity and the pads' own motion leave, pyramids to a third
    let (one, predicted) = slip("cone='elliptic'");
    assert!(
        (one / predicted - 1.0).abs() < 0.15 && (one / 3066e-6 - 1.0).abs() < 0.15,
        "{one} {predicted}"
    );
    let (ten, predicted) = slip("cone='elliptic' impratio='10'");
    assert!(
        (ten / predicted - 1.0).abs() < 0.15 && (one / ten / 10.0 - 1.0).abs() < 0.15,
        "{ten} {predicted}"
    );
    let (pyramid, predicted) = slip("");
    assert!(
        (pyramid / predicted - 1.0).abs() < 0.35 && pyramid > 1.7 * one,
        "{pyramid} {predicted}"
    );
}

#[test]
fn of_the_cures_of_slip_the_cone_and_impratio_help_and_more_friction_does_not() {
    let loader = Loader::new();
    let spec = loader.read_str(&PADS.replace("HOLE", "")).unwrap();
    let hold = Some(Hold { body: "hand".into(), at: [0.0, 0.0, 0.1], size: [0.038; 3], mass: 0.2 });
    let options =
        Options { runs: false, cures: false, hold, budget: crate::PATIENCE, ..Options::default() };
    let found = examine_spec(&loader, &spec, &options).unwrap();
    let [finding] = &of(&found, Check::Slip)[..] else { panic!("{found:#?}") };
    let cured = |text: &str| {
        let cure = finding.cures.iter().find(|cure| cure.text == text);
        cure.unwrap_or_else(|| panic!("{text}: {finding:#?}"))
    };
    assert!(cured("cone=\"elliptic\"").value < 0.6 * finding.value);
    assert!(cured("cone=\"elliptic\", impratio=\"10\"").value < 0.15 * finding.value);
    assert!(!cured("friction times 2").cures && !cured("timestep=\"0.0005\"").cures);
    assert_eq!(finding.cures.iter().filter(|cure| cure.proposed).count(), 1);
}
