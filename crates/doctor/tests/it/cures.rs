//! Cures are tried on the model itself, by the check that has fired.

use ferrodyn_doctor::{Check, Options, Report, examine_spec, fixed};
use ferrodyn_mjcf::{Loader, Spec};

use crate::of;

fn examined(xml: &str, runs: bool) -> (Spec, Report) {
    let loader = Loader::new();
    let spec = loader.read_str(xml).unwrap();
    let options = Options { runs, budget: crate::PATIENCE, ..Options::default() };
    let report = examine_spec(&loader, &spec, &options).unwrap();
    (spec, report)
}

/// Whether a report proposes something, and the model with it has no such finding any more.
fn is_mended(xml: &str, check: Check, runs: bool) {
    let (spec, report) = examined(xml, runs);
    let found = of(&report, check);
    assert!(!found.is_empty(), "{check:?}: {report:#?}");
    assert!(
        found.iter().all(|f| f.cures.iter().filter(|cure| cure.proposed).count() == 1),
        "{found:#?}"
    );
    let better = fixed(&spec, &report).expect("something is proposed");
    let (_, again) = examined(&better.to_xml(), runs);
    assert!(of(&again, check).is_empty(), "{check:?}: {again:#?}");
    let proposed = found[0].cures.iter().find(|cure| cure.proposed).expect("there is one");
    assert!(proposed.cures, "{proposed:?}");
}

#[test]
fn what_is_proposed_mends_the_model() {
    let base = "<mujoco><worldbody><body name='base'><geom type='cylinder' size='.1 .1'/>
        <body name='turn' pos='0 0 .19'><joint axis='0 0 1'/><geom type='cylinder' size='.08 .1'/></body></body></worldbody></mujoco>";
    is_mended(base, Check::AlwaysTouching, false);
    let degrees = "<mujoco><worldbody><body><joint name='elbow' axis='0 1 0' range='-1 1.5'/><geom size='.1' pos='.2 0 0'/>
        </body></worldbody><actuator><position name='servo' joint='elbow' kp='50' ctrlrange='-1 1.5'/></actuator></mujoco>";
    is_mended(degrees, Check::Degrees, false);
    let stiff = "<mujoco><worldbody><body><joint name='elbow' axis='0 1 0' armature='.01'/><geom size='.02' mass='.1'/></body>
        </worldbody><actuator><position name='servo' joint='elbow' kp='10' kv='20'/></actuator></mujoco>";
    is_mended(stiff, Check::Servo, false);
}

#[test]
fn a_run_that_depends_on_the_time_step_is_mended_by_what_was_measured() {
    let xml = "<mujoco><option integrator='implicitfast'/><worldbody><body name='arm'>
        <joint name='a' axis='0 1 0'/><geom type='capsule' size='.04' fromto='0 0 0 .3 0 0' mass='1'/>
        <body name='wrist' pos='.3 0 0'><joint name='b' axis='0 1 0'/><geom size='.02' mass='.01'/></body></body></worldbody>
        <actuator><position name='s' joint='a' kp='1000' kv='100' ctrlrange='-2 2'/>
        <position name='t' joint='b' kp='2000' kv='50' ctrlrange='-2 2' forcerange='-9 9'/></actuator></mujoco>";
    is_mended(xml, Check::Timestep, true);
    let (_, report) = examined(xml, true);
    let finding = of(&report, Check::Timestep)[0];
    let texts: Vec<&str> = finding.cures.iter().map(|cure| cure.text.as_str()).collect();
    assert!(texts.contains(&"armature=\"0.1\" on 2 joints"), "{texts:?}");
    let diagnosis = finding.cures.iter().find(|cure| cure.text.starts_with("no contacts"));
    assert!(diagnosis.is_some_and(|cure| !cure.proposed), "{finding:#?}");
}
