//! Sensors of small models: against closed forms, against each other, and against differences of
//! what they are the rate of.

use ferrodyn::enums::{DisableBit, Integrator};
use ferrodyn::ids::{BodyId, DofId, QposAdr, SensorId};
use ferrodyn::integrate::integrate_pos;
use ferrodyn::inverse::inverse;
use ferrodyn::{Data, Model, forward, smooth, step, support};

use crate::chains::tree;
use crate::samples::{model, random_data};

/// The value of the i-th sensor.
fn value<'a>(m: &Model, d: &'a Data, i: usize) -> &'a [f64] {
    let s = SensorId(i);
    &d.sensordata.as_slice()[m.sensor_adr[s].raw() as usize..][..m.sensor_dim[s] as usize]
}

#[track_caller]
fn assert_near(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    let near = a.iter().zip(b).all(|(x, y)| (x - y).abs() <= tolerance);
    assert!(near, "{a:?} and {b:?}");
}

/// A free body that carries a hinged one; sites on both, and sensors as given.
fn two_bodies(sensors: &str) -> Model {
    model(&format!(
        r#"<mujoco><worldbody>
            <site name="fixed" pos=".3 .2 .1"/>
            <body name="a" pos="0 0 1"><freejoint/>
              <geom type="box" size=".1 .2 .3" pos=".05 0 0"/>
              <site name="s" pos=".1 .2 0" euler="10 20 30"/>
              <body name="b" pos="0 0 .5"><joint name="j" axis="0 1 .3"/>
                <geom name="g" type="capsule" size=".05" fromto="0 0 0 .4 0 .1"/>
                <site name="t" pos=".4 0 .1" euler="50 0 7"/>
              </body>
            </body></worldbody>
            <sensor>{sensors}</sensor></mujoco>"#
    ))
}

#[test]
fn an_accelerometer_feels_gravity_at_rest_and_nothing_in_free_fall() {
    let m = two_bodies(r#"<accelerometer site="t"/><framelinacc objtype="site" objname="t"/>"#);
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    assert_near(value(&m, &d, 0), &[0.0; 3], 1e-12);

    // held up by a force at the center of mass of each body
    for b in [1, 2] {
        d.xfrc_applied[BodyId(b)][2] = 9.81 * m.body_mass[BodyId(b)];
    }
    forward(&m, &mut d);
    assert_near(value(&m, &d, 1), &[0.0, 0.0, 9.81], 1e-9);
    let felt = value(&m, &d, 0).iter().map(|x| x * x).sum::<f64>().sqrt();
    assert!((felt - 9.81).abs() < 1e-9, "{felt}");
}

#[test]
fn force_and_torque_sensors_carry_the_weight_of_what_hangs_below() {
    let m = model(
        r#"<mujoco><worldbody><body name="a"><joint type="slide" axis="1 0 0"/>
            <geom size=".1" mass="3"/>
            <body pos="0 0 -1"><site name="s"/><geom size=".1" mass="2" pos=".5 0 0"/></body>
            </body></worldbody>
            <sensor><force site="s"/><torque site="s"/></sensor></mujoco>"#,
    );
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    assert_near(value(&m, &d, 0), &[0.0, 0.0, 2.0 * 9.81], 1e-12);
    assert_near(value(&m, &d, 1), &[0.0, -0.5 * 2.0 * 9.81, 0.0], 1e-12);
}

#[test]
fn velocity_sensors_are_the_rate_of_position_sensors() {
    let m = two_bodies(
        r#"<framepos objtype="site" objname="t" reftype="site" refname="s"/>
           <framelinvel objtype="site" objname="t" reftype="site" refname="s"/>
           <framepos objtype="geom" objname="g"/><framelinvel objtype="geom" objname="g"/>
           <subtreecom body="a"/><subtreelinvel body="a"/>
           <framexaxis objtype="site" objname="t"/><frameangvel objtype="site" objname="t"/>
           <framepos objtype="site" objname="fixed" reftype="site" refname="t"/>
           <framelinvel objtype="site" objname="fixed" reftype="site" refname="t"/>"#,
    );
    let mut d = random_data(&m, 3);
    forward(&m, &mut d);
    let h = 1e-6;
    let moved = |dt: f64| {
        let mut moved = d.clone();
        integrate_pos(&m, &mut moved.qpos, &d.qvel, dt).unwrap();
        forward(&m, &mut moved);
        moved
    };
    let (before, after) = (moved(-h), moved(h));
    let rate = |i: usize| -> Vec<f64> {
        let (a, b) = (value(&m, &after, i), value(&m, &before, i));
        a.iter().zip(b).map(|(a, b)| (a - b) / (2.0 * h)).collect()
    };
    for i in [0, 2, 4, 8] {
        assert_near(value(&m, &d, i + 1), &rate(i), 1e-8);
    }
    // an axis turns with the angular velocity
    let (axis, w) = (value(&m, &d, 6), value(&m, &d, 7));
    let cross = [0, 1, 2].map(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        w[j] * axis[k] - w[k] * axis[j]
    });
    assert_near(&cross, &rate(6), 1e-8);
}

#[test]
fn velocimeter_and_gyro_are_frame_velocities_in_the_frame_of_the_site() {
    let m = two_bodies(
        r#"<velocimeter site="t"/><gyro site="t"/>
           <framelinvel objtype="site" objname="t"/><frameangvel objtype="site" objname="t"/>"#,
    );
    let mut d = random_data(&m, 5);
    forward(&m, &mut d);
    let axes = d.site_xmat[ferrodyn::ids::SiteId(2)];
    for i in [0, 1] {
        let world = value(&m, &d, i + 2);
        let local = axes.transpose_mul(ferrodyn::math::Vec3([world[0], world[1], world[2]]));
        assert_near(value(&m, &d, i), &local.0, 1e-14);
    }
}

#[test]
fn without_outer_forces_the_angular_momentum_of_a_tree_is_constant() {
    let mut m = two_bodies(r#"<subtreeangmom body="a"/>"#);
    m.opt.disableflags |= DisableBit::Gravity as i32;
    m.opt.integrator = Integrator::Rk4 as i32;
    m.opt.timestep = 1e-3;
    let mut d = Data::new(&m);
    d.qvel.copy_from_slice(&[0.1, 0.2, 0.3, 0.5, -1.0, 0.7, 2.0]);
    forward(&m, &mut d);
    let start = value(&m, &d, 0).to_vec();
    assert!(start.iter().any(|x| x.abs() > 0.1), "{start:?}");
    for _ in 0..1000 {
        step(&m, &mut d);
    }
    forward(&m, &mut d);
    // up to the truncation of the integrator
    assert_near(value(&m, &d, 0), &start, 1e-6);
}

#[test]
fn forces_between_bodies_project_to_the_forces_of_their_joints() {
    let m = tree(3);
    let mut d = random_data(&m, 2);
    d.xfrc_applied[BodyId(2)] = [1.0, -2.0, 0.5, 0.1, 0.3, -0.2];
    forward(&m, &mut d);
    smooth::rne_post_constraint(&m, &mut d);
    for k in m.dofs() {
        let b = m.dof_bodyid[k].present();
        // what the joint transmits, plus what accelerates its own rotor
        let force = d.cdof[k].dot(&d.cfrc_int[b]) + m.dof_armature[k] * d.qacc[k];
        let given = d.qfrc_applied[k] + d.qfrc_actuator[k] + d.qfrc_passive[k];
        assert!((force - given).abs() < 1e-9, "{k:?}: {force} and {given}");
    }
}

/// A sliding body whose times are exact binary fractions, and sensors of its position.
fn slider(sensors: &str) -> Model {
    model(&format!(
        r#"<mujoco><option timestep=".0078125" gravity="0 0 0"/><worldbody><body>
            <joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
            <sensor>{sensors}</sensor></mujoco>"#
    ))
}

/// The values of all sensors at each of `n` steps of a motion with velocity 1.
fn readings(m: &Model, n: usize) -> Vec<Vec<f64>> {
    let mut d = Data::new(m);
    d.qvel[DofId(0)] = 1.0;
    let mut read = || {
        step(m, &mut d);
        d.sensordata.to_vec()
    };
    (0..n).map(|_| read()).collect()
}

#[test]
fn a_delayed_sensor_reads_what_was_there_that_long_ago() {
    let m = slider(
        r#"<jointpos joint="j" delay=".0234375" nsample="5"/>
           <jointpos joint="j" delay=".01953125" nsample="5" interp="linear"/>
           <jointpos joint="j" nsample="3"/>"#,
    );
    for (i, read) in readings(&m, 20).iter().enumerate() {
        let now = i as f64 / 128.0;
        let ago = |steps: f64| (now - steps / 128.0).max(0.0);
        let expected = [ago(3.0), ago(2.5), now];
        assert_near(read, &expected, 1e-12);
    }
}

#[test]
fn a_sensor_with_an_interval_holds_its_value_until_the_next_tick() {
    let m = slider(r#"<jointpos joint="j" interval=".0390625" nsample="2"/>"#);
    for (i, read) in readings(&m, 30).iter().enumerate() {
        let tick = (i / 5 * 5) as f64 / 128.0;
        assert_near(read, &[tick], 1e-12);
    }
}

#[test]
fn energy_sensors_read_energies_that_nobody_else_asks_for() {
    let m = two_bodies("<e_potential/><e_kinetic/><clock/>");
    let mut d = random_data(&m, 8);
    d.time = 2.5;
    forward(&m, &mut d);
    let weight: f64 = m.bodies().map(|b| m.body_mass[b] * 9.81 * d.xipos[b][2]).sum();
    let mut momentum = vec![0.0; m.nv];
    support::mul_m(&m, &d, &mut momentum, &d.qvel).unwrap();
    let kinetic = momentum.iter().zip(d.qvel.iter()).map(|(p, v)| 0.5 * p * v).sum();
    assert_near(&d.sensordata, &[weight, kinetic, 2.5], 1e-9);
}

#[test]
fn inverse_dynamics_leave_the_energy_that_a_sensor_computed() {
    let m = two_bodies("<e_kinetic/>");
    let mut d = random_data(&m, 8);
    inverse(&m, &mut d);
    let read = value(&m, &d, 0)[0];
    assert!(read > 0.0);
    assert_eq!(d.energy, [0.0, read]);
}

#[test]
fn a_camera_sees_a_point_on_its_axis_in_the_middle_of_the_image() {
    let m = model(
        r#"<mujoco><worldbody><camera name="c" pos="0 0 2" fovy="90" resolution="640 480"/>
            <body><joint name="x" type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
            <geom size=".1"/><site name="s"/></body></worldbody>
            <sensor><camprojection site="s" camera="c"/></sensor></mujoco>"#,
    );
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    assert_near(&d.sensordata, &[320.0, 240.0], 1e-9);
    // half of the field of view is 240 pixels: two units at this distance
    d.qpos[QposAdr(0)] = 1.0;
    d.qpos[QposAdr(1)] = 0.5;
    forward(&m, &mut d);
    assert_near(&d.sensordata, &[320.0 + 120.0, 240.0 - 60.0], 1e-9);
}

#[test]
fn sensors_between_bodies_measure_their_nearest_geoms() {
    let m = model(
        r#"<mujoco><worldbody>
            <body name="a"><geom size=".5"/><geom pos="1 0 0" size=".25"/></body>
            <body name="b" pos="3 0 0"><geom size=".5"/><geom pos="1 0 0" size=".25"/></body>
            </worldbody><sensor>
            <distance body1="a" body2="b" cutoff="2"/><distance body1="a" body2="b" cutoff=".5"/>
            <normal body1="b" body2="a" cutoff="2"/><fromto body1="a" body2="b" cutoff="2"/>
            <fromto body1="a" body2="b" cutoff=".5"/></sensor></mujoco>"#,
    );
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    let segment = [1.25, 0.0, 0.0, 2.5, 0.0, 0.0];
    let expected = [&[1.25, 0.5, -1.0, 0.0, 0.0][..], &segment, &[0.0; 6]].concat();
    assert_near(&d.sensordata, &expected, 1e-12);
}
