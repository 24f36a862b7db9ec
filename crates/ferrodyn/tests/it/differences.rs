//! Inverse dynamics, and derivatives by finite differences against closed forms.

use ferrodyn::enums::{EnableBit, Integrator};
use ferrodyn::finite_difference::{
    FdError, InverseJacobians, Transition, inverse_fd, transition_fd,
};
use ferrodyn::inverse::inverse;
use ferrodyn::math::fun;
use ferrodyn::{Data, Model, forward, step, support};

use crate::samples::{fixtures, model, random_data};

fn assert_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (x, y)) in found.iter().zip(expected).enumerate() {
        assert!((x - y).abs() <= tolerance * y.abs().max(1.0), "{what}[{i}]: {x:e} and {y:e}");
    }
}

/// The force that acts besides passive forces: applied and actuated.
fn applied(m: &Model, d: &Data) -> Vec<f64> {
    m.dofs().map(|k| d.qfrc_applied[k] + d.qfrc_actuator[k]).collect()
}

#[test]
fn inverse_after_forward_returns_the_applied_force() {
    for (file, m) in fixtures() {
        let mut d = random_data(&m, 3);
        forward(&m, &mut d);
        let expected = applied(&m, &d);
        inverse(&m, &mut d);
        assert_close(&d.qfrc_inverse, &expected, 1e-8, &file.display().to_string());
    }
}

#[test]
fn discrete_inverse_returns_the_force_of_the_step() {
    for (file, mut m) in fixtures() {
        m.opt.enableflags |= EnableBit::InvDiscrete as i32;
        for integrator in [Integrator::Euler, Integrator::Implicit, Integrator::ImplicitFast] {
            m.opt.integrator = integrator as i32;
            let mut d = random_data(&m, 4);
            let mut next = d.clone();
            step(&m, &mut next);
            let expected = applied(&m, &next);
            for k in m.dofs() {
                d.qacc[k] = (next.qvel[k] - d.qvel[k]) / m.opt.timestep;
            }
            forward_actuation(&m, &mut d);
            inverse(&m, &mut d);
            let what = format!("{} {integrator:?}", file.display());
            assert_close(&d.qfrc_inverse, &expected, 1e-6, &what);
        }
    }
}

/// Forces of actuators, without touching `qacc`.
fn forward_actuation(m: &Model, d: &mut Data) {
    let qacc = d.qacc.to_vec();
    forward(m, d);
    d.qacc.copy_from_slice(&qacc);
}

/// A mass of 2 kg on a rail, pushed by a motor with gear 3, with sensors.
fn cart() -> Model {
    model(
        r#"<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody>
        <body><joint name="rail" type="slide" axis="1 0 0"/><geom size="0.1" mass="2"/></body>
        </worldbody>
        <actuator><motor name="push" joint="rail" gear="3" ctrllimited="true" ctrlrange="-1 1"/>
        </actuator>
        <sensor><jointpos joint="rail"/><jointvel joint="rail"/><actuatorfrc actuator="push"/>
        </sensor></mujoco>"#,
    )
}

struct Matrices {
    a: Vec<f64>,
    b: Vec<f64>,
    c: Vec<f64>,
    d: Vec<f64>,
}

fn transition(m: &Model, d: &mut Data, centered: bool) -> Matrices {
    let (nx, ns) = (2 * m.nv + m.na, m.nsensordata);
    let mut r = Matrices {
        a: vec![0.0; nx * nx],
        b: vec![0.0; nx * m.nu],
        c: vec![0.0; ns * nx],
        d: vec![0.0; ns * m.nu],
    };
    let out =
        Transition { A: Some(&mut r.a), B: Some(&mut r.b), C: Some(&mut r.c), D: Some(&mut r.d) };
    transition_fd(m, d, 1e-6, centered, out).unwrap();
    r
}

#[test]
fn transition_of_a_cart_is_that_of_a_double_integrator() {
    let m = cart();
    let h = m.opt.timestep;
    for centered in [false, true] {
        let mut d = Data::new(&m);
        d.qvel.fill(0.3);
        let before = d.clone();
        let r = transition(&m, &mut d, centered);
        assert_close(&r.a, &[1.0, h, 0.0, 1.0], 1e-8, "A");
        assert_close(&r.b, &[h * h * 1.5, h * 1.5], 1e-8, "B");
        // sensors are those of the start of the step
        assert_close(&r.c, &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0], 1e-8, "C");
        let sign = if centered { -1.0 } else { 1.0 };
        assert_close(&r.d, &[0.0, 0.0, sign], 1e-8, "D");
        assert_eq!(d.qpos.as_slice(), before.qpos.as_slice());
        assert_eq!((d.time, d.qvel.as_slice()), (before.time, before.qvel.as_slice()));
    }
}

#[test]
fn controls_at_the_end_of_their_range_are_nudged_inwards() {
    let m = cart();
    let h = m.opt.timestep;
    for ctrl in [-1.0, 1.0] {
        let mut d = Data::new(&m);
        d.ctrl.fill(ctrl);
        let r = transition(&m, &mut d, true);
        assert_close(&r.b, &[h * h * 1.5, h * 1.5], 1e-8, "B");
        assert_close(&r.d, &[0.0, 0.0, 1.0], 1e-8, "D");
        assert_eq!(d.ctrl.as_slice(), [ctrl]);
    }
    // outside of the range, where controls have no effect
    let mut d = Data::new(&m);
    d.ctrl.fill(2.0);
    assert_eq!(transition(&m, &mut d, true).b, [0.0, 0.0]);
}

#[test]
fn transition_of_a_pendulum_is_that_of_its_linearization() {
    // I q'' = -m g l sin(q) - c q', damping taken at the end of the step
    let mut m = model(
        r#"<mujoco><option timestep="0.01"/><worldbody><body>
        <joint axis="0 1 0" damping="0.4"/>
        <inertial pos="0 0 -0.5" mass="2" diaginertia="0.2 0.3 0.4"/>
        </body></worldbody></mujoco>"#,
    );
    let (h, inertia, q) = (0.01, 0.8, 0.6);
    let slope = -2.0 * 9.81 * 0.5 * fun::cos(q);
    for integrator in [Integrator::Euler, Integrator::Implicit, Integrator::ImplicitFast] {
        m.opt.integrator = integrator as i32;
        let mut d = Data::new(&m);
        d.qpos.fill(q);
        let r = transition(&m, &mut d, true);
        let effective = inertia + h * 0.4;
        let (vq, vv) = (h * slope / effective, inertia / effective);
        assert_close(&r.a, &[1.0 + h * vq, h * vv, vq, vv], 1e-7, &format!("{integrator:?}"));
    }
}

#[test]
fn inverse_differences_are_the_inertia_matrix_and_its_kin() {
    for (file, mut m) in fixtures() {
        let what = file.display().to_string();
        m.opt.noslip_iterations = 0;
        m.opt.integrator = Integrator::Euler as i32;
        let mut d = random_data(&m, 5);
        forward(&m, &mut d);
        let mass = support::mass_matrix(&m, &d).unwrap();
        let (mut by_acc, mut by_pos) = (vec![0.0; m.nv * m.nv], vec![0.0; m.nv * m.nM]);
        let before = d.qpos.to_vec();
        let out = InverseJacobians {
            DfDa: Some(&mut by_acc),
            DmDq: Some(&mut by_pos),
            ..Default::default()
        };
        inverse_fd(&m, &mut d, 1e-6, false, out).unwrap();
        let scale = mass.iter().fold(1.0_f64, |s, x| s.max(x.abs()));
        for (found, expected) in by_acc.iter().zip(mass.iter()) {
            assert!((found - expected).abs() < 1e-6 * scale, "{what}: {found} {expected}");
        }
        assert_eq!(d.qpos.as_slice(), before, "{what}");
        assert!(by_pos.iter().all(|x| x.is_finite()), "{what}");
    }
}

#[test]
fn what_has_no_differences_is_refused() {
    let mut m = cart();
    let mut d = Data::new(&m);
    let mut small = [0.0; 3];
    let out = Transition { A: Some(&mut small), ..Default::default() };
    let size = FdError::Size { matrix: "A", expected: 4, found: 3 };
    assert_eq!(transition_fd(&m, &mut d, 1e-6, false, out), Err(size));
    m.opt.noslip_iterations = 1;
    let found = inverse_fd(&m, &mut d, 1e-6, false, InverseJacobians::default());
    assert_eq!(found, Err(FdError::NoSlip));
    m.opt.integrator = Integrator::Rk4 as i32;
    let found = transition_fd(&m, &mut d, 1e-6, false, Transition::default());
    assert_eq!(found, Err(FdError::RungeKutta));
    let found = inverse_fd(&m, &mut d, 1e-6, false, InverseJacobians::default());
    assert_eq!(found, Err(FdError::RungeKutta));
}
