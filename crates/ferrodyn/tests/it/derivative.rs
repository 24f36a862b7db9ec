//! Derivatives of forces in the velocity, against differences of the forces.

use ferrodyn::enums::{DisableBit, Integrator};
use ferrodyn::ids::{BodyId, DofId, GeomId, TendonId};
use ferrodyn::math::Vec3;
use ferrodyn::{Data, Model, derivative, forward};

use crate::samples::{fixtures, model, random_data};

/// Joints of all types with nonlinear damping, tendons, actuators whose force depends on velocity,
/// bodies and geoms in a medium.
const EVERYTHING: &str = r#"<mujoco>
  <option density="1.3" viscosity=".2" wind=".3 -.2 .5"/>
  <worldbody>
    <body pos="0 0 1"><freejoint/>
      <geom type="ellipsoid" size=".2 .1 .05" mass="1" fluidshape="ellipsoid"
            fluidcoef=".6 .3 1.4 1.1 .9"/>
      <geom type="capsule" size=".05 .1" pos=".2 0 .1" mass=".3" fluidshape="ellipsoid"/>
      <site name="a" pos=".1 .2 0"/>
      <body pos=".3 0 0"><joint type="ball" damping=".1"/>
        <geom type="box" size=".1 .05 .02" pos=".1 0 0" mass=".5"/>
        <body pos=".2 .1 0"><joint name="slide" type="slide" axis="1 1 0" damping=".2"/>
          <joint name="hinge" axis="0 1 .3" damping=".3"/>
          <geom type="cylinder" size=".03 .1" mass=".4"/>
          <site name="b" pos="0 .1 .2"/>
        </body>
      </body>
      <body pos="-.3 0 0"><joint name="other" axis="1 0 0"/>
        <geom size=".05" pos="0 .1 0" mass=".2"/>
      </body>
    </body>
    <body><joint name="apart" axis="0 0 1"/><geom size=".1" pos=".3 0 0"/></body>
  </worldbody>
  <tendon>
    <spatial name="spatial" damping=".7"><site site="a"/><site site="b"/></spatial>
    <fixed damping=".4"><joint joint="slide" coef="2"/><joint joint="hinge" coef="-1"/></fixed>
  </tendon>
  <actuator>
    <general joint="hinge" gainprm="2 0 -.7" gaintype="affine" biastype="affine"
             biasprm="0 -1 -.5"/>
    <position tendon="spatial" kp="3" kv=".2"/>
    <damper joint="other" kv=".6" ctrlrange="0 1"/>
    <muscle joint="apart" lengthrange="-2 2"/>
  </actuator>
</mujoco>"#;

fn everything() -> Model {
    let mut m = model(EVERYTHING);
    for k in m.dofs().skip(6) {
        m.dof_dampingpoly[k] = [0.05, 0.1];
    }
    m.tendon_dampingpoly[TendonId(0)] = [0.3, 0.2];
    m
}

/// Forces that `qDeriv` is the derivative of.
fn force(m: &Model, d: &Data, k: DofId) -> f64 {
    let bias = if m.opt.integrator() == Some(Integrator::Implicit) { d.qfrc_bias[k] } else { 0.0 };
    d.qfrc_actuator[k] + d.qfrc_passive[k] - bias
}

/// Largest difference between `qDeriv` and central differences, relative to the largest entry.
fn worst_entry(m: &Model, seed: u64) -> f64 {
    const H: f64 = 1e-6;
    let mut d = random_data(m, seed);
    // the derivative takes controls as they are, the force within their range
    for u in m.actuators().filter(|&u| m.actuator_ctrllimited[u] != 0) {
        let [low, high] = m.actuator_ctrlrange[u];
        d.ctrl[u] = low + 0.5 * (high - low) * (1.0 + d.ctrl[u]);
    }
    forward(m, &mut d);
    derivative::smooth_vel(m, &mut d, m.opt.integrator() == Some(Integrator::Implicit));
    let scale = d.qDeriv.iter().fold(1.0_f64, |s, x| s.max(x.abs()));
    let mut worst = 0.0_f64;
    for column in m.dofs() {
        let moved = |h: f64| {
            let mut d = d.clone();
            d.qvel[column] += h;
            forward(m, &mut d);
            d
        };
        let (plus, minus) = (moved(H), moved(-H));
        for k in m.dofs() {
            let start = m.D_rowadr[k] as usize;
            let row = start..start + m.D_rownnz[k] as usize;
            let Some(at) = row.clone().find(|&at| m.D_colind.as_slice()[at] == column.raw()) else {
                continue;
            };
            let difference = (force(m, &plus, k) - force(m, &minus, k)) / (2.0 * H);
            worst = worst.max((d.qDeriv.as_slice()[at] - difference).abs() / scale);
        }
    }
    worst
}

#[test]
fn velocity_derivative_matches_finite_differences() {
    let mut m = everything();
    m.opt.integrator = Integrator::Implicit as i32;
    for seed in 0..5 {
        let worst = worst_entry(&m, seed);
        assert!(worst < 1e-7, "seed {seed}: {worst:e}");
    }
}

#[test]
fn without_a_medium_the_fast_derivative_matches_finite_differences() {
    let mut m = everything();
    m.opt.density = 0.0;
    m.opt.viscosity = 0.0;
    m.opt.integrator = Integrator::ImplicitFast as i32;
    let worst = worst_entry(&m, 3);
    assert!(worst < 1e-7, "{worst:e}");
}

/// Servos, tendons, muscles and joints of the models in the repository. Electric motors are left
/// out: the derivative takes part of their friction as constant. So are plugins, which it does not know.
#[test]
fn velocity_derivative_matches_finite_differences_on_the_models_of_the_repository() {
    let mut seen = 0;
    for (file, mut m) in fixtures() {
        let motors = file.ends_with("actuators_dcmotor.xml");
        if motors || m.nplugin > 0 || m.nv == 0 || m.nv > 60 || m.nhistory > 0 {
            continue;
        }
        m.opt.integrator = Integrator::Implicit as i32;
        // not part of the derivative: activations that the force anticipates, tendon inertia
        m.actuator_actearly.fill(0);
        m.tendon_armature.fill(0.0);
        seen += 1;
        let worst = worst_entry(&m, 2);
        assert!(worst < 1e-6, "{}: {worst:e}", file.display());
    }
    assert!(seen > 10, "{seen} models");
}

#[test]
fn forces_at_their_limit_and_disabled_parts_have_no_derivative() {
    let mut m = everything();
    m.opt.integrator = Integrator::ImplicitFast as i32;
    m.opt.density = 0.0;
    m.opt.viscosity = 0.0;
    let mut d = random_data(&m, 1);
    let mut entries = |m: &Model| {
        forward(m, &mut d);
        derivative::smooth_vel(m, &mut d, false);
        d.qDeriv.iter().filter(|&&x| x != 0.0).count()
    };
    assert!(entries(&m) > 0);

    // only actuators remain
    m.opt.disableflags |= DisableBit::Damper as i32;
    assert!(entries(&m) > 0);
    m.actuator_forcelimited.fill(1);
    m.actuator_forcerange.fill([0.0, 0.0]);
    assert_eq!(entries(&m), 0);
    m.actuator_forcelimited.fill(0);
    assert!(entries(&m) > 0);
    m.opt.disableactuator = 1;
    assert_eq!(entries(&m), 0);
    m.opt.disableactuator = 0;
    m.opt.disableflags |= DisableBit::Actuation as i32;
    assert_eq!(entries(&m), 0);
}

/// The derivative does not trust parameters to be sensible: odd values give odd numbers, no panic.
#[test]
fn odd_values_give_no_panic() {
    let mut m = everything();
    m.opt.integrator = Integrator::Implicit as i32;
    m.opt.wind = Vec3::new(f64::NAN, 0.0, 0.0);
    m.body_inertia[BodyId(1)] = Vec3::ZERO;
    m.geom_size[GeomId(0)] = Vec3::ZERO;
    m.dof_damping.fill(f64::INFINITY);
    let mut d = random_data(&m, 1);
    d.qvel.fill(f64::NAN);
    forward(&m, &mut d);
    derivative::smooth_vel(&m, &mut d, true);
    assert!(d.qDeriv.iter().any(|x| x.is_nan()));
}
