//! Implicit integration, against closed forms and other integrators.

use ferrodyn::enums::{DisableBit, Integrator};
use ferrodyn::ids::{BodyId, DofId};
use ferrodyn::math::Vec3;
use ferrodyn::{Data, Model, forward, smooth, step};

use crate::chains::chain;
use crate::samples::{model, random_data};

const IMPLICIT: [Integrator; 2] = [Integrator::Implicit, Integrator::ImplicitFast];

#[test]
fn a_stiff_damper_is_stable_and_exact_in_one_step() {
    let mut m = model(
        r#"<mujoco><option gravity="0 0 0"/><worldbody><body><joint name="j" type="slide"/>
            <geom size=".1" mass="2"/></body></worldbody>
            <actuator><damper joint="j" kv="1e6" ctrlrange="0 1"/></actuator></mujoco>"#,
    );
    for integrator in IMPLICIT {
        m.opt.integrator = integrator as i32;
        let mut d = Data::new(&m);
        d.qvel.fill(3.0);
        d.ctrl.fill(1.0);
        step(&m, &mut d);
        // m (v_new - v) = -h b v_new
        let exact = 3.0 * 2.0 / (2.0 + m.opt.timestep * 1e6);
        assert!((d.qvel[DofId(0)] - exact).abs() < 1e-12, "{integrator:?}: {:e}", d.qvel[DofId(0)]);
    }
}

/// A body of unequal moments of inertia that turns freely, away from its center of mass.
fn tumbling(integrator: Integrator) -> Model {
    let mut m = model(
        r#"<mujoco><worldbody><body><freejoint/>
            <inertial pos=".1 -.2 .3" euler="10 20 30" mass="2" diaginertia=".1 .2 .28"/>
            </body></worldbody></mujoco>"#,
    );
    m.opt.disableflags |= DisableBit::Gravity as i32;
    m.opt.integrator = integrator as i32;
    m.opt.timestep = 0.01;
    m
}

#[test]
fn a_tumbling_body_keeps_energy_and_momentum() {
    for integrator in IMPLICIT {
        let m = tumbling(integrator);
        let mut d = Data::new(&m);
        d.qvel.copy_from_slice(&[0.3, 0.2, -0.1, 1.0, -2.0, 3.0]);
        let invariants = |d: &mut Data| {
            forward(&m, d);
            smooth::subtree_vel(&m, d);
            let axes = d.ximat[BodyId(1)];
            let spin = axes.transpose_mul(d.subtree_angmom[BodyId(1)]);
            let energy = (0..3).map(|i| spin[i] * spin[i] / m.body_inertia[BodyId(1)][i]);
            (energy.sum::<f64>(), spin.norm(), d.subtree_linvel[BodyId(1)])
        };
        let start = invariants(&mut d);
        for _ in 0..2000 {
            step(&m, &mut d);
        }
        let end = invariants(&mut d);
        assert!((end.0 - start.0).abs() < 1e-8 * start.0, "{integrator:?} {start:?} {end:?}");
        assert!((end.1 - start.1).abs() < 1e-8 * start.1, "{integrator:?} {start:?} {end:?}");
        assert!((end.2 - start.2).norm() < 1e-2, "{integrator:?} {start:?} {end:?}");
    }
}

/// Positions after a quarter of a second.
fn end(m: &Model, start: &Data, h: f64) -> Vec<f64> {
    let mut m = m.clone();
    m.opt.timestep = h;
    let mut d = start.clone();
    for _ in 0..(0.25 / h).round() as usize {
        step(&m, &mut d);
    }
    d.qpos.to_vec()
}

#[test]
fn smaller_steps_approach_the_solution_of_runge_kutta_in_first_order() {
    let mut m = chain(4, 0.2);
    m.opt.density = 1.2;
    m.opt.viscosity = 0.5;
    m.opt.wind = Vec3::new(1.0, 2.0, 0.0);
    m.dof_damping.fill(0.1);
    let start = random_data(&m, 5);
    m.opt.integrator = Integrator::Rk4 as i32;
    let exact = end(&m, &start, 0.25 / 1024.0);
    for integrator in IMPLICIT {
        m.opt.integrator = integrator as i32;
        let error = |h: f64| -> f64 {
            end(&m, &start, h).iter().zip(&exact).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
        };
        let ratio = error(0.25 / 128.0) / error(0.25 / 256.0);
        assert!((1.8..2.2).contains(&ratio), "{integrator:?}: {ratio}");
    }
}

#[test]
fn a_broken_state_gives_no_panic() {
    for integrator in IMPLICIT {
        let mut m = tumbling(integrator);
        m.body_inertia[BodyId(1)] = Vec3::ZERO;
        m.opt.timestep = 0.0;
        m.opt.disableflags |= DisableBit::AutoReset as i32;
        let mut d = Data::new(&m);
        d.qvel.fill(f64::INFINITY);
        step(&m, &mut d);
        assert!(d.qvel.iter().any(|v| !v.is_finite()), "{:?}", d.qvel);
    }
}
