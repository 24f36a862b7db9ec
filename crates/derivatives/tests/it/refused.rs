//! What is not covered is refused, with words that name it.

use ferrodyn_derivatives::{DeriveError, Linearization, linearize};
use ferrodyn_engine::{Data, Model, forward};

fn model(inside: &str) -> Model {
    let xml = format!("<mujoco>{inside}</mujoco>");
    ferrodyn_mjcf::Loader::new().load_str(&xml).unwrap_or_else(|e| panic!("{xml}: {e}"))
}

fn answer(m: &Model) -> Result<(), DeriveError> {
    linearize(m, &mut Data::new(m), &mut Linearization::new(m))
}

const BALL: &str =
    r#"<worldbody><body name="a"><freejoint name="root"/><geom size=".1"/></body></worldbody>"#;
const HINGE: &str = r#"<worldbody><body name="a"><joint name="j"/><geom size=".1" pos="0 .2 0"/><site name="s"/></body></worldbody>"#;

#[test]
fn what_is_not_covered_is_named() {
    let cases = [
        (format!(r#"<option integrator="implicit"/>{HINGE}"#), "implicit"),
        (format!(r#"<option integrator="implicitfast"/>{BALL}"#), r#"joint "root""#),
        (format!(r#"<option density="1.2"/>{HINGE}"#), "medium"),
        (format!(r#"<option noslip_iterations="3"/>{HINGE}"#), "no-slip"),
        (format!(r#"<option><flag sleep="enable"/></option>{HINGE}"#), "sleep"),
        (format!(r#"{HINGE}<actuator><muscle name="biceps" joint="j" lengthrange="0 1"/></actuator>"#), r#"actuator "biceps""#),
        (format!(r#"{HINGE}<actuator><motor name="jet" site="s"/></actuator>"#), r#"actuator "jet""#),
        (format!(r#"{HINGE}<equality><weld name="glue" body1="a"/></equality>"#), r#"weld constraint "glue""#),
        (
            r#"<worldbody><body><joint name="socket" type="ball" range="0 1" limited="true"/><geom size=".1" pos="0 0 1"/></body></worldbody>"#.into(),
            "",
        ),
        (
            r#"<worldbody><body><joint name="socket" type="ball" stiffness="1"/><geom size=".1" pos="0 0 1"/></body></worldbody>"#.into(),
            r#"spring of joint "socket""#,
        ),
    ];
    for (inside, named) in cases {
        match (answer(&model(&inside)), named) {
            (Ok(()), "") => {}
            (Err(error @ DeriveError::Unsupported(_)), named) if !named.is_empty() => {
                assert!(error.to_string().contains(named), "{inside}: {error}");
            }
            (answer, _) => panic!("{inside}: {answer:?}"),
        }
    }
}

#[test]
fn data_and_matrices_of_another_model_are_refused() {
    let (one, two) = (model(BALL), model(HINGE));
    let foreign = linearize(&one, &mut Data::new(&two), &mut Linearization::new(&one));
    assert!(matches!(foreign, Err(DeriveError::WrongModel(_))), "{foreign:?}");
    let foreign = linearize(&one, &mut Data::new(&one), &mut Linearization::new(&two));
    assert!(matches!(foreign, Err(DeriveError::WrongWorkspace)), "{foreign:?}");
}

#[test]
fn a_state_that_is_not_finite_is_refused() {
    let m = model(BALL);
    let mut out = Linearization::new(&m);
    for bad in [f64::NAN, f64::INFINITY] {
        let mut d = Data::new(&m);
        d.qvel[4] = bad;
        d.qpos[2] = bad;
        assert_eq!(linearize(&m, &mut d, &mut out), Err(DeriveError::NotFinite));
    }
}

/// A step takes all controls for zero where one is bad, and begins anew from a bad state: no derivative says so.
#[test]
fn numbers_that_a_step_does_not_accept_are_refused() {
    let m = model(&format!(
        r#"{HINGE}<actuator><motor joint="j"/><motor joint="j" ctrlrange="-1 1" ctrllimited="true"/></actuator>"#
    ));
    let mut out = Linearization::new(&m);
    let mut answer = |ctrl: [f64; 2], qvel: f64| {
        let mut d = Data::new(&m);
        d.ctrl.copy_from_slice(&ctrl);
        d.qvel[0] = qvel;
        linearize(&m, &mut d, &mut out)
    };
    assert_eq!(answer([1e11, 0.0], 0.0), Err(DeriveError::NotFinite));
    assert_eq!(answer([f64::NAN, 0.0], 0.0), Err(DeriveError::NotFinite));
    assert_eq!(answer([0.0, 0.0], 1e11), Err(DeriveError::NotFinite));
    // what is clamped first is good
    assert_eq!(answer([1.0, 1e11], 0.0), Ok(()));
}

#[test]
fn a_solver_that_stops_early_is_refused() {
    let mut m = model(
        r#"<worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/><geom size=".1" pos=".3 0 0"/></body>
        <body pos="0 0 .27"><freejoint/><geom size=".1"/></body></worldbody>"#,
    );
    m.opt.solver = ferrodyn_engine::enums::Solver::Pgs as i32;
    m.opt.iterations = 1;
    let mut d = Data::new(&m);
    let found = linearize(&m, &mut d, &mut Linearization::new(&m));
    assert!(matches!(found, Err(DeriveError::NotConverged(share)) if share > 1e-6), "{found:?}");
}

#[test]
fn an_empty_model_has_empty_matrices() {
    let m = model("<worldbody><geom size=\".1\"/></worldbody>");
    let mut out = Linearization::new(&m);
    let mut d = Data::new(&m);
    linearize(&m, &mut d, &mut out).unwrap();
    assert!(out.A().is_empty() && out.B().is_empty());
    assert_eq!(out.pull_back(&[], &mut [], &mut []), Ok(()));
    forward(&m, &mut d);
}
