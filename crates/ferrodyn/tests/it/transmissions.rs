//! Transmissions: moments against finite differences of lengths and against known forces.

use ferrodyn::enums::DisableBit;
use ferrodyn::ids::{ActuatorId, DofId, MomentAdr, QposAdr};
use ferrodyn::integrate::integrate_pos;
use ferrodyn::math::{Quat, Vec3, fun};
use ferrodyn::{Data, Model, forward};

use crate::lanes::{self, LANES};
use crate::samples::{model, random_data};

const STEP: f64 = 1e-6;

/// Two hinges, a slide, a ball and a free joint, with an actuator of each kind.
fn actuators() -> Model {
    model(
        r#"<mujoco><worldbody>
            <site name="world" pos=".1 .2 .3" euler="10 20 30"/>
            <site name="slider" pos=".6 0 .5" euler="0 90 0"/>
            <body pos="0 0 .5"><joint name="hinge" axis="0 1 .2"/> <geom size=".1" mass="1"/>
              <site name="crank" pos=".1 .02 .15"/> <site name="far" pos="0 0 1"/>
              <body pos=".5 0 0"><joint name="slide" type="slide" axis="1 .1 0"/>
                <joint axis=".1 1 0"/> <geom type="box" size=".1 .2 .1"/>
                <site name="hand" pos=".3 .2 .1" euler="30 0 40"/>
              </body>
            </body>
            <body name="c" pos="0 1 1"><joint name="ball" type="ball"/>
              <geom size=".1" pos="0 0 -.2"/></body>
            <body pos="0 -1 .3"><freejoint name="free"/> <geom type="box" size=".1 .2 .3"/></body>
          </worldbody>
          <tendon><fixed name="fixed"><joint joint="hinge" coef="2"/>
            <joint joint="slide" coef="-.5"/></fixed></tendon>
          <actuator>
            <motor joint="hinge" gear="3"/>
            <motor joint="slide" gear="-2"/>
            <motor tendon="fixed" gear="1.5"/>
            <motor cranksite="crank" slidersite="slider" cranklength=".6" gear="2"/>
            <motor cranksite="far" slidersite="slider" cranklength=".1" gear="2"/>
            <motor site="hand" refsite="world" gear="1 -2 .5 0 0 0"/>
            <motor site="hand" gear=".1 .2 .3 -1 .5 2"/>
            <motor joint="ball" gear="1 2 -.5"/>
            <motor jointinparent="ball" gear="1 2 -.5"/>
            <motor joint="free" gear="1 2 3 -1 -2 .5"/>
            <motor jointinparent="free" gear="1 2 3 -1 -2 .5"/>
            <adhesion body="c" ctrlrange="0 1"/>
            <motor site="hand" refsite="crank" gear="0 0 0 1 .5 -2"/>
          </actuator></mujoco>"#,
    )
}

/// Row of `actuator_moment`, with the zeros.
fn moments(m: &Model, d: &Data, u: ActuatorId) -> Vec<f64> {
    let mut row = vec![0.0; m.nv];
    for i in 0..d.moment_rownnz[u] {
        let at = MomentAdr((d.moment_rowadr[u] + i) as usize);
        row[d.moment_colind[at] as usize] = d.actuator_moment[at];
    }
    row
}

#[test]
fn moments_are_derivatives_of_lengths() {
    let m = actuators();
    for seed in 0..10 {
        let mut d = random_data(&m, seed);
        forward(&m, &mut d);
        // joints, tendon, slider-cranks, site relative to the world
        for u in (0..6).map(ActuatorId) {
            let row = moments(&m, &d, u);
            for k in m.dofs() {
                let mut unit = vec![0.0; m.nv];
                unit[k.0] = 1.0;
                let length = |time: f64| {
                    let mut moved = d.clone();
                    integrate_pos(&m, &mut moved.qpos, &unit, time).unwrap();
                    forward(&m, &mut moved);
                    moved.actuator_length[u]
                };
                let slope = (length(STEP) - length(-STEP)) / (2.0 * STEP);
                assert!((slope - row[k.0]).abs() < 1e-6, "{u:?} {k:?}: {slope} {}", row[k.0]);
            }
        }
        for u in m.actuators() {
            let row = moments(&m, &d, u);
            let velocity: f64 = row.iter().zip(d.qvel.iter()).map(|(j, v)| j * v).sum();
            assert!((velocity - d.actuator_velocity[u]).abs() < 1e-13);
        }
    }
}

#[test]
fn wrenches_act_in_the_frame_they_are_given_in() {
    let m = actuators();
    let mut d = random_data(&m, 3);
    forward(&m, &mut d);
    let gear = Vec3::new(1.0, 2.0, -0.5);
    let quat = Quat([5, 6, 7, 8].map(|i| d.qpos[QposAdr(i - 2)]));
    let turned = quat.conj().rotate(gear);
    let ball =
        |u: usize| Vec3::from(<[f64; 3]>::try_from(&moments(&m, &d, ActuatorId(u))[3..6]).unwrap());
    assert_eq!(ball(7), gear);
    assert!((ball(8) - turned).norm() < 1e-14);
    // the length of a ball joint is its rotation vector along the gear
    let angle = 2.0 * fun::acos(quat.norm().min(quat[0]));
    let axis = Vec3::new(quat[1], quat[2], quat[3]).normalized().0;
    assert!((d.actuator_length[ActuatorId(7)] - (axis * angle).dot(gear)).abs() < 1e-13);

    let free = |u: usize| moments(&m, &d, ActuatorId(u))[6..12].to_vec();
    assert_eq!(free(9), [1.0, 2.0, 3.0, -1.0, -2.0, 0.5]);
    assert_eq!(free(10)[..3], [1.0, 2.0, 3.0]);
    assert_eq!(d.actuator_length[ActuatorId(9)], 0.0);
}

#[test]
fn degrees_of_freedom_that_move_site_and_reference_together_have_no_moment() {
    let m = actuators();
    let mut d = random_data(&m, 5);
    forward(&m, &mut d);
    let u = ActuatorId(12);
    // the reference site is on the first link: of the hand's dofs only its own hinge turns it
    assert_eq!(d.moment_rownnz[u], 1);
    assert_eq!(d.moment_colind[MomentAdr(d.moment_rowadr[u] as usize)], 2);
}

#[test]
fn adhesion_without_contacts_has_neither_length_nor_moment() {
    let m = actuators();
    let mut d = random_data(&m, 5);
    forward(&m, &mut d);
    let u = ActuatorId(11);
    assert_eq!((d.moment_rownnz[u], d.actuator_length[u]), (0, 0.0));
}

#[test]
fn without_actuation_velocities_are_zero_but_lengths_are_not() {
    let mut m = actuators();
    m.opt.disableflags |= DisableBit::Actuation as i32;
    let mut d = random_data(&m, 5);
    d.actuator_velocity.fill(7.0);
    forward(&m, &mut d);
    assert!(d.actuator_velocity.iter().all(|&v| v == 0.0));
    assert_ne!(d.actuator_length[ActuatorId(0)], 0.0);
}

#[test]
fn transmissions_in_lanes_have_the_bits_of_single_ones() {
    lanes::assert_steps_equal(&actuators(), "actuators");
}

#[test]
fn a_zero_moment_in_one_lane_does_not_change_the_velocity_of_another() {
    // a planar chain at rest position pulls its site along x only: moments of some dofs vanish
    let mut xml = String::from("<mujoco><worldbody>");
    for _ in 0..7 {
        xml += r#"<body pos=".2 0 0"><joint axis="0 1 0"/><joint type="slide" axis="1 0 0"/>
                  <geom size=".05"/>"#;
    }
    xml += r#"<site name="tip" pos=".1 0 0"/>"#;
    xml += &"</body>".repeat(7);
    xml += r#"</worldbody><actuator><motor site="tip" gear="1 0 0 0 0 0"/></actuator></mujoco>"#;
    let m = model(&xml);

    let mut singles: Vec<Data> = (0..LANES as u64).map(|seed| random_data(&m, seed)).collect();
    singles[1].qpos.fill(0.0);
    let mut d = lanes::pack(&m, &singles);
    lanes::step(&m, &mut d);
    for d in &mut singles {
        lanes::step(&m, d);
    }
    let counts: Vec<i32> = singles.iter().map(|d| d.moment_rownnz[ActuatorId(0)]).collect();
    assert_ne!(counts[0], counts[1]);
    for (lane, single) in singles.iter().enumerate() {
        let [one, many] =
            [single.actuator_velocity[ActuatorId(0)], d.actuator_velocity[ActuatorId(0)].0[lane]];
        assert_eq!(one.to_bits(), many.to_bits());
        let forces = |k: DofId| (single.qacc[k].to_bits(), d.qacc[k].0[lane].to_bits());
        assert!(m.dofs().map(forces).all(|(one, many)| one == many));
    }
}
