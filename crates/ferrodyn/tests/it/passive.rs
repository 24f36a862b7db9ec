//! Springs, dampers, gravity compensation and fluid forces, against their formulas.

use std::f64::consts::PI;
use std::sync::Arc;

use ferrodyn::enums::DisableBit;
use ferrodyn::ids::{DofId, GeomId, JointId, QposAdr, TendonId};
use ferrodyn::math::{Vec3, fun};
use ferrodyn::{Data, Hooks, Model, forward};

use crate::samples::{model, random_data};

fn assert_close(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tolerance), "{a:?} {b:?}");
}

fn slide() -> Model {
    model(
        r#"<mujoco><worldbody><body><joint type="slide" axis="1 0 0" stiffness="3" damping="2"
            springref=".5"/><geom size=".1"/></body></worldbody></mujoco>"#,
    )
}

#[test]
fn joint_springs_and_dampers_follow_their_polynomials() {
    let mut m = slide();
    m.jnt_stiffnesspoly[JointId(0)] = [0.5, -0.2];
    m.dof_dampingpoly[DofId(0)] = [0.7, 0.1];
    for (q, v) in [(1.5, 0.8), (-1.0, -2.0)] {
        let mut d = Data::new(&m);
        d.qpos.fill(q);
        d.qvel.fill(v);
        forward(&m, &mut d);
        let x: f64 = q - 0.5;
        assert_close(&d.qfrc_spring, &[-x * (3.0 + 0.5 * x - 0.2 * x * x)], 1e-15);
        assert_close(&d.qfrc_damper, &[-v * (2.0 + 0.7 * v.abs() + 0.1 * v * v)], 1e-15);
        assert_close(&d.qfrc_passive, &[d.qfrc_spring[DofId(0)] + d.qfrc_damper[DofId(0)]], 0.0);
    }
}

#[test]
fn disabling_springs_or_dampers_leaves_the_other_and_disabling_both_leaves_nothing() {
    let mut m = slide();
    let passive = Some(Arc::new(|_: &_, d: &mut Data| d.qfrc_passive.fill(7.0)) as _);
    let hooks = Hooks { passive, ..Hooks::NONE };
    let mut d = random_data(&m, 1);
    let (spring, damper) = (DisableBit::Spring as i32, DisableBit::Damper as i32);
    let flags = m.opt.disableflags;
    let mut forces = |disabled: i32| {
        m.opt.disableflags = flags | disabled;
        forward(&m.with(&hooks), &mut d);
        let k = DofId(0);
        [d.qfrc_spring[k] != 0.0, d.qfrc_damper[k] != 0.0, d.qfrc_passive[k] == 7.0]
    };
    assert_eq!(forces(0), [true, true, true]);
    assert_eq!(forces(spring), [false, true, true]);
    assert_eq!(forces(damper), [true, false, true]);
    assert_eq!(forces(spring | damper), [false, false, false]);
}

#[test]
fn actuators_add_their_damping_to_the_joint() {
    let m = model(
        r#"<mujoco><worldbody><body><joint name="j" damping="2"/><geom size=".1" pos=".1 0 0"/>
            </body></worldbody>
            <actuator><motor joint="j" gear="3" damping=".5"/><motor joint="j" damping="1"/>
            </actuator></mujoco>"#,
    );
    let mut d = Data::new(&m);
    d.qvel.fill(1.0);
    forward(&m, &mut d);
    assert_close(&d.qfrc_damper, &[-(2.0 + 0.5 * 9.0 + 1.0)], 1e-15);
}

#[test]
fn ball_and_free_joints_are_pulled_along_the_shortest_way() {
    let m = model(
        r#"<mujoco><worldbody>
            <body><joint type="ball" stiffness="4"/><geom size=".1" pos=".1 0 0"/></body>
            <body><joint type="free" stiffness="2"/><geom size=".1"/></body>
            </worldbody></mujoco>"#,
    );
    // more than half a turn about y is pulled onward, not back
    let mut d = Data::new(&m);
    let angle: f64 = 3.5;
    let half = 0.5 * angle;
    d.qpos.as_mut_slice()[..4].copy_from_slice(&[fun::cos(half), 0.0, fun::sin(half), 0.0]);
    d.qpos.as_mut_slice()[4..7].copy_from_slice(&[0.3, -0.4, 0.5]);
    d.qpos.as_mut_slice()[7..].copy_from_slice(&[fun::cos(0.5), 0.0, 0.0, fun::sin(0.5)]);
    forward(&m, &mut d);
    let expected = [0.0, -4.0 * (angle - 2.0 * PI), 0.0, -0.6, 0.8, -1.0, 0.0, 0.0, -2.0];
    assert_close(&d.qfrc_spring, &expected, 1e-14);
}

#[test]
fn tendon_springs_are_slack_between_their_lengths() {
    let mut m = model(
        r#"<mujoco><worldbody><body><joint name="j" type="slide"/><geom size=".1"/></body>
            </worldbody><tendon><fixed stiffness="10" springlength="-1 2" damping="3">
            <joint joint="j" coef="2"/></fixed></tendon></mujoco>"#,
    );
    m.tendon_stiffnesspoly[TendonId(0)] = [1.0, 0.0];
    let mut d = Data::new(&m);
    d.qvel.fill(0.5);
    // length 2 q; the force on the joint is twice that on the tendon
    for (q, force) in [(0.4, 0.0), (1.5, -22.0), (-1.0, 18.0)] {
        d.qpos.fill(q);
        forward(&m, &mut d);
        assert_close(&d.qfrc_spring, &[force], 1e-14);
        assert_close(&d.qfrc_damper, &[-6.0], 1e-14);
    }
}

fn arm(joint: &str) -> Model {
    model(&format!(
        r#"<mujoco><worldbody><body gravcomp="1"><joint axis="0 1 0" {joint}/><geom size=".1" pos=".3 0 0"/>
            <body pos=".5 0 0" gravcomp="1"><joint axis="1 0 1"/><geom size=".1" pos="0 .3 0"/>
            </body></body></worldbody></mujoco>"#
    ))
}

#[test]
fn gravity_compensation_holds_an_arm_at_rest() {
    let m = arm("");
    let mut d = random_data(&m, 4);
    d.qvel.fill(0.0);
    d.qfrc_applied.fill(0.0);
    forward(&m, &mut d);
    assert!(d.qfrc_gravcomp.iter().any(|f| f.abs() > 1.0));
    assert_close(&d.qfrc_passive, &d.qfrc_bias, 1e-13);
}

#[test]
fn compensation_by_actuators_is_not_passive() {
    let m = arm(r#"actuatorgravcomp="true""#);
    let mut d = random_data(&m, 4);
    forward(&m, &mut d);
    assert!(d.qfrc_gravcomp[DofId(0)] != 0.0);
    assert_eq!(d.qfrc_passive[DofId(0)], 0.0);
    assert_eq!(d.qfrc_passive[DofId(1)], d.qfrc_gravcomp[DofId(1)]);
}

/// A free ball of radius 0.1; `fluid` are attributes of the geom.
fn ball(fluid: &str) -> Model {
    model(&format!(
        r#"<mujoco><worldbody><body><freejoint/><geom size=".1" {fluid}/></body></worldbody>
            </mujoco>"#
    ))
}

#[test]
fn a_slow_sphere_obeys_the_law_of_stokes() {
    let mut m = ball(r#"fluidshape="ellipsoid""#);
    m.opt.viscosity = 0.3;
    let mut d = Data::new(&m);
    d.qvel.copy_from_slice(&[0.1, -0.2, 0.3, 1.0, 2.0, -1.0]);
    forward(&m, &mut d);
    // 6 pi mu r v and 8 pi mu r^3 w
    let expected: Vec<f64> = (0..6)
        .map(|i| {
            let law = if i < 3 { 6.0 * 0.1 } else { 8.0 * 0.001 };
            -law * PI * 0.3 * d.qvel[DofId(i)]
        })
        .collect();
    assert_close(&d.qfrc_fluid, &expected, 1e-15);
}

#[test]
fn the_inertia_box_of_a_box_is_the_box() {
    let mut m = model(
        r#"<mujoco><worldbody><body><freejoint/><geom type="box" size=".1 .2 .3"/></body>
            </worldbody></mujoco>"#,
    );
    m.opt.density = 2.0;
    let mut d = Data::new(&m);
    d.qvel.copy_from_slice(&[0.5, 0.0, -0.3, 0.0, 0.0, 1.5]);
    forward(&m, &mut d);
    let drag = |area: f64, v: f64| -0.5 * 2.0 * area * v.abs() * v;
    let spin = -2.0 * 0.6 * (fun::pow(0.2, 4.0) + fun::pow(0.4, 4.0)) * 1.5 * 1.5 / 64.0;
    let expected = [drag(0.4 * 0.6, 0.5), 0.0, drag(0.2 * 0.4, -0.3), 0.0, 0.0, spin];
    assert_close(&d.qfrc_fluid, &expected, 1e-13);
}

#[test]
fn a_spinning_ball_is_lifted_across_its_way() {
    let mut m = ball(r#"fluidshape="ellipsoid" fluidcoef="0 0 0 0 1""#);
    m.opt.density = 1.2;
    let mut d = Data::new(&m);
    d.qvel.copy_from_slice(&[3.0, 0.0, 0.0, 0.0, 0.0, 10.0]);
    forward(&m, &mut d);
    let volume = 4.0 / 3.0 * PI * 0.001;
    // Magnus lift and the added mass of half the volume, which opposes it; the compiler finds the
    // half by numerical integration
    let expected = 1.2 * volume * 30.0 * (1.0 - 0.5);
    assert_close(&d.qfrc_fluid, &[0.0, expected, 0.0, 0.0, 0.0, 0.0], 1e-7);
}

#[test]
fn wind_acts_as_motion_against_it() {
    for fluid in ["", r#"fluidshape="ellipsoid""#] {
        let mut m = ball(fluid);
        m.opt.density = 1.2;
        m.opt.viscosity = 0.1;
        let forces = |m: &Model, speed: [f64; 3]| {
            let mut d = Data::new(m);
            d.qpos.as_mut_slice()[3..].copy_from_slice(&[0.5, 0.5, -0.5, 0.5]);
            d.qvel.as_mut_slice()[..3].copy_from_slice(&speed);
            forward(m, &mut d);
            d.qfrc_fluid.to_vec()
        };
        let moving = forces(&m, [0.3, -0.5, 2.0]);
        assert!(moving.iter().any(|f| f.abs() > 1e-3));
        m.opt.wind = Vec3::new(-0.3, 0.5, -2.0);
        assert_close(&forces(&m, [0.0; 3]), &moving, 1e-15);
    }
}

#[test]
fn geoms_without_interaction_do_not_feel_the_medium() {
    let mut m = ball(r#"fluidshape="ellipsoid""#);
    m.opt.density = 1.2;
    let mut d = random_data(&m, 3);
    forward(&m, &mut d);
    assert!(d.qfrc_fluid.iter().any(|&f| f != 0.0));

    // a second geom with the model of ellipsoids keeps the inertia box away
    let mut m = model(
        r#"<mujoco><worldbody><body><freejoint/><geom size=".1"/>
            <geom size=".1" fluidshape="ellipsoid"/></body></worldbody></mujoco>"#,
    );
    m.opt.density = 1.2;
    m.geom_fluid[GeomId(1)][1..].fill(0.0);
    let mut d = random_data(&m, 3);
    forward(&m, &mut d);
    assert_close(&d.qfrc_fluid, &[0.0; 6], 0.0);
}

#[test]
fn the_closure_of_the_user_adds_to_the_force() {
    let m = slide();
    let weight = |_: &Model, d: &mut Data| d.qfrc_passive[DofId(0)] += 10.0 * d.qpos[QposAdr(0)];
    let mut d = Data::new(&m);
    d.qpos.fill(2.0);
    forward(&m, &mut d);
    let before = (d.qfrc_passive[DofId(0)], d.qfrc_smooth[DofId(0)]);
    let hooks = Hooks { passive: Some(Arc::new(weight)), ..Hooks::NONE };
    forward(&m.with(&hooks), &mut d);
    assert_eq!(d.qfrc_passive[DofId(0)], before.0 + 20.0);
    assert_eq!(d.qfrc_smooth[DofId(0)], before.1 + 20.0);
}
