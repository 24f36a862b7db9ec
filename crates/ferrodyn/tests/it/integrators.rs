//! Integrators against each other, and on systems that are stiff.

use ferrodyn::enums::{DisableBit, Integrator};
use ferrodyn::ids::{DofId, QposAdr};
use ferrodyn::{Data, Model, step};

use crate::samples::{model, random_data};

/// A swinging arm with springs, dampers and a servo, in air; the joint of the elbow is given.
fn arm(elbow: &str) -> Model {
    model(&format!(
        r#"<mujoco><option density="1.2" viscosity="0.001"/><worldbody>
          <body><joint name="a" axis="0 1 0" damping="0.2" stiffness="1"/>
            <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04"/>
            <body pos="0 0 -0.4"><joint {elbow} damping="0.05"/>
              <geom type="capsule" fromto="0 0 0 0.1 0 -0.3" size="0.03"/>
              <body pos="0.1 0 -0.3"><joint name="b" type="slide" axis="0 0 1" stiffness="80"/>
                <geom size="0.05"/></body></body></body>
        </worldbody>
        <actuator><position joint="b" kp="20" kv="1"/><motor joint="a"/></actuator></mujoco>"#
    ))
}

/// Positions after 0.2 s in steps of `h`.
fn end(m: &Model, start: &Data, integrator: Integrator, h: f64) -> Vec<f64> {
    let mut m = m.clone();
    m.opt.integrator = integrator as i32;
    m.opt.timestep = h;
    let mut d = start.clone();
    (0..(0.2 / h).round() as usize).for_each(|_| step(&m, &mut d));
    d.qpos.to_vec()
}

fn distance(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

#[test]
fn integrators_converge_to_each_other_as_the_step_shrinks() {
    let m = arm(r#"type="ball""#);
    let start = random_data(&m, 2);
    let all = |h: f64| Integrator::ALL.iter().map(move |&i| (i, h)).collect::<Vec<_>>();
    let run = |(integrator, h)| end(&m, &start, integrator, h);
    let (coarse, fine): (Vec<_>, Vec<_>) = (
        all(0.2 / 256.0).into_iter().map(run).collect(),
        all(0.2 / 2048.0).into_iter().map(run).collect(),
    );
    for (i, a) in Integrator::ALL.iter().enumerate() {
        for (j, b) in Integrator::ALL.iter().enumerate().skip(i + 1) {
            let (before, after) = (distance(&coarse[i], &coarse[j]), distance(&fine[i], &fine[j]));
            assert!(after < 1e-3, "{a:?} and {b:?} are {after:e} apart");
            // errors of first order: an eighth of the step, an eighth of the distance
            let ratio = before / after;
            assert!((6.0..10.0).contains(&ratio), "{a:?} and {b:?}: {before:e}, {after:e}");
        }
    }
}

#[test]
fn runge_kutta_has_the_fourth_order() {
    // with hinges: of a quaternion it turns by the mean of angular velocities, which is of second order
    let mut m = arm(r#"axis="1 1 0""#);
    // drag has a kink where the velocity turns
    m.opt.density = 0.0;
    let start = random_data(&m, 2);
    let exact = end(&m, &start, Integrator::Rk4, 0.2 / 1024.0);
    let error = |n: f64| distance(&end(&m, &start, Integrator::Rk4, 0.2 / n), &exact);
    let ratio = error(64.0) / error(128.0);
    assert!((14.0..18.0).contains(&ratio), "{ratio}");
}

#[test]
fn runge_kutta_in_four_times_the_step_is_nearer_than_euler() {
    // as many evaluations of the forces
    let mut m = arm(r#"axis="1 1 0""#);
    m.opt.density = 0.0;
    for seed in [2, 5, 9] {
        let start = random_data(&m, seed);
        let exact = end(&m, &start, Integrator::Rk4, 0.2 / 2048.0);
        for steps in [40.0, 100.0, 400.0] {
            let error =
                |integrator, n: f64| distance(&end(&m, &start, integrator, 0.2 / n), &exact);
            let euler = error(Integrator::Euler, steps);
            let runge_kutta = error(Integrator::Rk4, steps / 4.0);
            let what = format!("state {seed}, {steps} steps: {runge_kutta:e}, {euler:e}");
            assert!(runge_kutta < 0.1 * euler, "{what}");
        }
    }
}

const STEP: f64 = 0.002;
const MASS: f64 = 2.0;
const STIFFNESS: f64 = 2e5;
const DAMPING: f64 = 1e4;

/// A mass on a stiff spring and a stiffer damper, by a tendon.
fn stiff(integrator: Integrator) -> Model {
    let mut m = model(&format!(
        r#"<mujoco><option gravity="0 0 0" timestep="{STEP}"/><worldbody><body>
            <joint name="j" type="slide" axis="1 0 0"/><geom size=".1" mass="{MASS}"/>
            </body></worldbody>
            <tendon><fixed stiffness="{STIFFNESS}" damping="{DAMPING}" springlength="0">
            <joint joint="j" coef="1"/></fixed></tendon></mujoco>"#
    ));
    m.opt.integrator = integrator as i32;
    m.opt.disableflags |= DisableBit::AutoReset as i32;
    m
}

/// Position and velocity after some steps from a push.
fn pushed(m: &Model, steps: usize) -> (f64, f64) {
    let mut d = Data::new(m);
    d.qpos[QposAdr(0)] = 0.01;
    d.qvel[DofId(0)] = 3.0;
    (0..steps).for_each(|_| step(m, &mut d));
    (d.qpos[QposAdr(0)], d.qvel[DofId(0)])
}

#[test]
fn a_stiff_spring_and_damper_is_stable_under_implicit_integrators() {
    // m (v' - v) = -h (k x + b v'), x' = x + h v'
    let (mut x, mut v) = (0.01, 3.0);
    for _ in 0..200 {
        v = (v - STEP * STIFFNESS * x / MASS) / (1.0 + STEP * DAMPING / MASS);
        x += STEP * v;
    }
    assert!(f64::abs(x) < 1e-4, "the spring comes to rest");
    for integrator in [Integrator::Implicit, Integrator::ImplicitFast] {
        let (found, speed) = pushed(&stiff(integrator), 200);
        assert!((found - x).abs() < 1e-12 && (speed - v).abs() < 1e-10, "{integrator:?} {found:e}");
    }
}

#[test]
fn a_stiff_spring_and_damper_is_unstable_under_explicit_integrators() {
    for integrator in [Integrator::Euler, Integrator::Rk4] {
        let (x, _) = pushed(&stiff(integrator), 50);
        assert!(x.is_nan() || x.abs() > 1e6, "{integrator:?}: {x:e}");
    }
}
