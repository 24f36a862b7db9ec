//! Views of joints, actuators, sensors and contacts have what the arrays have at the addresses of the model.

use ferrodyn::enums::{JointType, SensorType};
use ferrodyn::math::{Mat3, Vec3};
use ferrodyn::support::contact_force;
use ferrodyn::{Data, Model, forward, load_str, step};

/// A free box on the ground; an arm with a ball, a slide and a hinge; a cylinder with an activation.
fn model() -> Model {
    load_str(
        r#"<mujoco><worldbody>
            <geom name="ground" type="plane" size="5 5 .1"/>
            <body name="box" pos="0 0 .1"><freejoint name="root"/>
                <geom name="crate" type="box" size=".1 .1 .1"/></body>
            <body pos="2 0 1"><joint name="shoulder" type="ball"/><geom size=".1"/>
                <body pos="0 0 .3"><joint type="slide" axis="1 0 0"/>
                    <joint name="elbow" axis="0 1 0" pos="0 0 -.1"/><geom size=".1"/></body></body>
        </worldbody>
        <actuator>
            <motor name="turn" joint="elbow" gear="2"/>
            <cylinder name="push" joint="elbow" timeconst="1"/>
        </actuator>
        <sensor>
            <clock/>
            <ballquat name="pose" joint="shoulder"/>
            <jointpos name="angle" joint="elbow"/>
        </sensor></mujoco>"#,
    )
    .unwrap()
}

#[test]
fn a_joint_has_its_own_numbers_of_all_arrays() {
    use JointType::{Ball, Free, Hinge, Slide};
    let m = model();
    let mut d = Data::new(&m);
    let (root, elbow) = (m.joint("root").unwrap(), m.joint("elbow").unwrap());
    d.joint_mut(&m, elbow).qpos[0] = 0.4;
    d.joint_mut(&m, elbow).qvel[0] = -0.3;
    let applied = d.joint_mut(&m, root).qfrc_applied;
    applied.copy_from_slice(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let turn = m.actuator("turn").unwrap();
    *d.actuator_mut(&m, turn).ctrl = 1.5;
    forward(&m, &mut d);

    let view = d.joint(&m, elbow);
    assert_eq!((view.name, view.kind, view.id), (Some("elbow"), JointType::Hinge, elbow));
    assert_eq!((view.qpos, view.qvel), (&d.qpos[12..13], &d.qvel[10..11]));
    assert_eq!((view.qpos[0], view.qvel[0], view.qfrc_actuator[0]), (0.4, -0.3, 3.0));
    assert_eq!(view.qacc, &d.qacc[10..11]);
    assert_eq!((view.xaxis, view.xanchor), (Vec3::Y, Vec3::new(2.0, 0.0, 1.2)));

    let kinds: Vec<_> = d.joints(&m).map(|j| (j.kind, j.qpos.len(), j.qvel.len())).collect();
    assert_eq!(kinds, [(Free, 7, 6), (Ball, 4, 3), (Slide, 1, 1), (Hinge, 1, 1)]);
    assert_eq!(d.joint(&m, root).qfrc_applied, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(d.joints(&m).filter(|joint| joint.name.is_none()).count(), 1);
}

#[test]
fn an_actuator_has_its_control_activation_and_force() {
    let m = model();
    let mut d = Data::new(&m);
    let (turn, push) = (m.actuator("turn").unwrap(), m.actuator("push").unwrap());
    *d.actuator_mut(&m, turn).ctrl = 0.5;
    d.actuator_mut(&m, push).act[0] = 0.25;
    forward(&m, &mut d);
    let (turn, push) = (d.actuator(&m, turn), d.actuator(&m, push));
    assert_eq!((turn.name, turn.ctrl, turn.act, turn.force), (Some("turn"), 0.5, &[][..], 0.5));
    assert_eq!((push.ctrl, push.act, push.force), (0.0, &[0.25][..], 0.25));
    assert_eq!(d.actuators(&m).map(|u| u.force).sum::<f64>(), 0.75);
}

#[test]
fn a_sensor_has_its_readings() {
    let m = model();
    let mut d = Data::new(&m);
    let elbow = m.joint("elbow").unwrap();
    d.joint_mut(&m, elbow).qpos[0] = 0.4;
    forward(&m, &mut d);
    let pose = d.sensor(&m, m.sensor("pose").unwrap());
    assert_eq!((pose.kind, pose.values), (Some(SensorType::BallQuat), &[1.0, 0.0, 0.0, 0.0][..]));
    let all: Vec<_> = d.sensors(&m).map(|s| (s.name, s.values.len())).collect();
    assert_eq!(all, [(None, 1), (Some("pose"), 4), (Some("angle"), 1)]);
    assert_eq!(d.sensors(&m).last().unwrap().values, [0.4]);
}

#[test]
fn contacts_have_names_and_carry_the_weight() {
    let m = model();
    let mut d = Data::new(&m);
    for _ in 0..1000 {
        step(&m, &mut d);
    }
    forward(&m, &mut d);
    assert_eq!(d.contacts(&m).len(), 4);
    let mut carried = Vec3::ZERO;
    for contact in d.contacts(&m) {
        assert_eq!(contact.names(), [Some("ground"), Some("crate")]);
        assert_eq!(contact.geoms(), [m.geom("ground"), m.geom("crate")]);
        assert_eq!(contact.bodies(), [m.body("world"), m.body("box")]);
        assert_eq!((contact.normal(), contact.dim), (Vec3::Z, 3));
        let force: [f64; 6] = contact_force(&m, &d, contact.id());
        assert_eq!(
            (contact.force().0, contact.torque()),
            ([force[0], force[1], force[2]], Vec3::ZERO)
        );
        carried += contact.world_force();
    }
    let weight = m.body_mass[m.body("box").unwrap()] * 9.81;
    assert!((carried[2] - weight).abs() < 1e-6 * weight, "{carried} N of {weight} N");
}

#[test]
fn contacts_that_name_nothing_have_no_names() {
    let m = model();
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    assert!(d.contacts(&m).len() > 0);
    for contact in &mut d.contact {
        (contact.geom, contact.flex) = ([99, -1], [-1, 7]);
        (contact.frame, contact.efc_address) = (Mat3::IDENTITY, 1 << 20);
    }
    for contact in d.contacts(&m) {
        assert_eq!((contact.names(), contact.bodies()), ([None, None], [None, None]));
        assert_eq!(contact.world_force(), Vec3::ZERO);
    }
}

#[test]
fn views_allocate_nothing() {
    let m = model();
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    let info = allocation_counter::measure(|| {
        let seen = d.joints(&m).map(|j| j.qpos.len()).sum::<usize>()
            + d.actuators(&m).map(|u| u.act.len()).sum::<usize>()
            + d.sensors(&m).map(|s| s.values.len()).sum::<usize>()
            + d.contacts(&m).filter(|c| c.names()[0].is_some() && c.force()[0] >= 0.0).count();
        assert!(seen > 0);
    });
    assert_eq!(info.count_total, 0);
}
