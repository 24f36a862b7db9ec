//! Constants of models against closed forms.

use ferrodyn::enums::LrMode;
use ferrodyn::ids::{ActuatorId, BodyId, DofId, EqualityId, JointId, TendonId};
use ferrodyn::set_const::{
    ConstError, LengthRangeError, LengthRangeOptions, set_const, set_length_range,
};
use ferrodyn::support::set_total_mass;
use ferrodyn::{Data, Hooks, Model, load_str};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs().max(1.0)
}

/// A rod without inertia of its own, with a point of 2 kg at 0.5 m from the pivot.
fn pendulum(attributes: &str, rest: &str) -> Model {
    let xml = format!(
        r#"<mujoco><worldbody><body>
            <joint name="pivot" axis="0 1 0" armature="0.1" {attributes}/>
            <inertial pos="0 0 -0.5" mass="2" diaginertia="0.2 0.3 0.4"/>
        </body></worldbody>{rest}</mujoco>"#
    );
    load_str(&xml).unwrap()
}

/// Moment of inertia of that pendulum: `m l^2 + I + armature`.
const PENDULUM_INERTIA: f64 = 2.0 * 0.25 + 0.3 + 0.1;

#[test]
fn a_pendulum_has_the_inertia_of_its_mass_at_the_end() {
    let m = pendulum("", "");
    assert!(close(m.dof_M0[DofId(0)], PENDULUM_INERTIA));
    assert!(close(m.dof_invweight0[DofId(0)], 1.0 / PENDULUM_INERTIA));
    assert!(close(m.stat.meaninertia, PENDULUM_INERTIA));
    // the center of mass moves along one of three directions, by the arm
    let [translation, rotation] = m.body_invweight0[BodyId(1)];
    assert!(close(translation, 0.25 / PENDULUM_INERTIA / 3.0));
    assert!(close(rotation, 1.0 / PENDULUM_INERTIA / 3.0));
}

#[test]
fn a_free_body_has_the_inverse_of_its_mass() {
    let m = load_str(
        r#"<mujoco><worldbody><body><freejoint/>
            <inertial pos="0 0 0" mass="4" diaginertia="2 2 4"/>
        </body></worldbody></mujoco>"#,
    )
    .unwrap();
    let mean = (0.5 + 0.5 + 0.25) / 3.0;
    assert_eq!(m.body_invweight0[BodyId(1)], [0.25, mean]);
    assert_eq!(m.dof_invweight0.as_slice(), [0.25, 0.25, 0.25, mean, mean, mean]);
    assert_eq!(m.dof_M0.as_slice(), [4.0, 4.0, 4.0, 2.0, 2.0, 4.0]);
    assert_eq!(m.body_subtreemass.as_slice(), [4.0, 4.0]);
}

#[test]
fn a_spring_damper_responds_with_its_time_constant() {
    let m = pendulum(r#"springdamper="0.5 1""#, "");
    // critically damped: k = I / t^2, d = 2 I / t
    assert!(close(m.jnt_stiffness[JointId(0)], PENDULUM_INERTIA / 0.25));
    assert!(close(m.dof_damping[DofId(0)], 2.0 * PENDULUM_INERTIA / 0.5));
}

#[test]
fn a_damping_ratio_becomes_damping() {
    let actuator = r#"<actuator>
        <position joint="pivot" kp="90" dampratio="0.5" gear="3"/>
        <position joint="pivot" kp="90" kv="7"/>
    </actuator>"#;
    let mut m = pendulum("", actuator);
    // the actuator sees the inertia by the square of the gear
    let damping = 0.5 * 2.0 * (90.0 * PENDULUM_INERTIA / 9.0).sqrt();
    let [ratio, given] = [0, 1].map(ActuatorId);
    assert!(close(m.actuator_biasprm[ratio][2], -damping));
    assert_eq!(m.actuator_biasprm[given][2], -7.0);
    assert!(close(m.actuator_acc0[ratio], 3.0 / PENDULUM_INERTIA));

    // once damping, always damping
    let mut d = Data::new(&m);
    set_const(&mut m, &mut d).unwrap();
    assert!(close(m.actuator_biasprm[ratio][2], -damping));
}

#[test]
fn springs_of_tendons_rest_where_the_spring_pose_has_them() {
    let tendon = r#"<tendon>
        <fixed stiffness="1"><joint joint="pivot" coef="2"/></fixed>
        <fixed stiffness="1" springlength="0.7"><joint joint="pivot" coef="2"/></fixed>
    </tendon>"#;
    let m = pendulum(r#"ref="0" springref="57.29577951308232""#, tendon);
    let [free, given] = [0, 1].map(TendonId);
    assert!(
        close(m.tendon_lengthspring[free][0], 2.0) && close(m.tendon_lengthspring[free][1], 2.0)
    );
    assert_eq!(m.tendon_lengthspring[given], [0.7, 0.7]);
    assert_eq!(m.tendon_length0[free], 0.0);
    assert!(close(m.tendon_invweight0[free], 4.0 / PENDULUM_INERTIA));
}

#[test]
fn anchors_of_connections_are_found_on_the_second_body() {
    let m = load_str(
        r#"<mujoco><worldbody>
            <body name="a" pos="1 0 0"><freejoint/><geom size="0.1"/></body>
            <body name="b" pos="0 2 0" euler="0 0 90"><freejoint/><geom size="0.1"/></body>
        </worldbody><equality>
            <connect body1="a" body2="b" anchor="0 0 3"/>
            <weld body1="a" body2="b"/>
        </equality></mujoco>"#,
    )
    .unwrap();
    // from the second body, turned by a quarter, to (1, 0, 3)
    let connect = m.eq_data[EqualityId(0)];
    for (found, expected) in connect[3..6].iter().zip([-2.0, -1.0, 3.0]) {
        assert!(close(*found, expected), "{connect:?}");
    }
    let weld = m.eq_data[EqualityId(1)];
    let half = 0.5_f64.sqrt();
    for (found, expected) in weld[3..10].iter().zip([-1.0, 2.0, 0.0, half, 0.0, 0.0, half]) {
        assert!(close(*found, expected), "{weld:?}");
    }
}

#[test]
fn constants_follow_masses_that_are_changed() {
    let mut m = pendulum("", "");
    let mut d = Data::new(&m);
    set_total_mass(&mut m, 4.0);
    assert!(close(m.dof_M0[DofId(0)], PENDULUM_INERTIA), "not before set_const");
    set_const(&mut m, &mut d).unwrap();
    assert!(close(m.dof_M0[DofId(0)], 2.0 * (PENDULUM_INERTIA - 0.1) + 0.1));
    assert_eq!(m.body_subtreemass[BodyId(0)], 4.0);
}

#[test]
fn a_tree_that_a_spring_couples_may_not_sleep() {
    let scene = |sleep: &str| {
        format!(
            r#"<mujoco><worldbody>
            <body {sleep}><freejoint/><geom size="0.1"/><site name="a"/></body>
            <body pos="1 0 0"><freejoint/><geom size="0.1"/><site name="b"/></body>
            </worldbody><tendon>
            <spatial stiffness="1"><site site="a"/><site site="b"/></spatial>
            </tendon></mujoco>"#
        )
    };
    assert!(load_str(&scene("")).is_ok());
    let error = load_str(&scene(r#"sleep="allowed""#)).unwrap_err().to_string();
    assert!(error.contains("may not sleep"), "{error}");
    let told = ConstError::NoMass(BodyId(3)).to_string();
    assert_eq!(told, "body 3 moves but has no mass");
}

#[test]
fn a_crank_turns_through_the_length_range_of_its_rod() {
    // a rod of length 2 to a crank of radius 1 whose axis is 3 away: lengths from 2 to 4
    let mut m = load_str(
        r#"<mujoco><worldbody><site name="fixed" pos="3 0 0"/><body>
            <joint axis="0 0 1"/><geom size="0.1" pos="0 1 0" mass="1"/>
            <site name="end" pos="0 1 0"/></body></worldbody>
        <tendon><spatial name="rope"><site site="fixed"/><site site="end"/></spatial></tendon>
        <actuator><general tendon="rope"/></actuator></mujoco>"#,
    )
    .unwrap();
    let a = ActuatorId(0);
    assert_eq!(m.actuator_lengthrange[a], [0.0, 0.0], "only muscles by default");
    m.opt.gravity = ferrodyn::math::Vec3::ZERO;
    m.opt.timestep = 0.01;
    let mut d = Data::new(&m);
    let options = LengthRangeOptions { mode: LrMode::All, ..Default::default() };
    set_length_range(&mut m, &Hooks::NONE, &mut d, a, &options).unwrap();
    let [low, high] = m.actuator_lengthrange[a];
    assert!((low - 2.0).abs() < 0.02 && (high - 4.0).abs() < 0.02, "{low} {high}");

    // a range that is there stays
    m.actuator_lengthrange[a] = [0.0, 1.0];
    set_length_range(&mut m, &Hooks::NONE, &mut d, a, &options).unwrap();
    assert_eq!(m.actuator_lengthrange[a], [0.0, 1.0]);

    let nobody = set_length_range(&mut m, &Hooks::NONE, &mut d, ActuatorId(9), &options);
    assert_eq!(nobody, Err(LengthRangeError::NoActuator(ActuatorId(9))));
}

#[test]
fn a_muscle_at_a_site_has_the_length_range_that_mujoco_finds() {
    let muscle = |gear: &str| {
        let shape = "0.75 1.05 100 200 0.5 1.6 1.5 1.3 1.2";
        format!(
            r#"<general dyntype="muscle" gaintype="muscle" biastype="muscle" dynprm="0.01 0.04"
                gainprm="{shape}" biasprm="{shape}" site="shin" refsite="hip" gear="{gear}"/>"#
        )
    };
    let m = load_str(&format!(
        r#"<mujoco><worldbody>
          <site name="hip" pos="0 0 1"/>
          <body pos="0 0 1"><joint axis="0 1 0" range="-40 60" damping="0.1"/>
            <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04"/>
            <body pos="0 0 -0.4"><joint axis="0 1 0" range="5 120" damping="0.1"/>
              <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.03"/>
              <site name="shin" pos="0.03 0 -0.1" euler="0 20 0"/></body></body>
        </worldbody><actuator>{}{}</actuator></mujoco>"#,
        muscle("0 0 1 0 0 0"),
        muscle("1 0 0 0 0.2 0")
    ))
    .unwrap();
    // recorded from MuJoCo 3.8.0; the first end is a bounce off the limits, which moves by 5e-8 when a
    // length of the model changes in its last bit
    let [pull, push] =
        [m.actuator_lengthrange[ActuatorId(0)], m.actuator_lengthrange[ActuatorId(1)]];
    assert!((pull[0] + 0.504_402_992_050_277_3).abs() < 1e-6, "{pull:?}");
    assert!(close(pull[1], -0.370_727_816_381_522_75), "{pull:?}");
    assert!(close(push[0], -0.127_727_114_082_335_56), "{push:?}");
    assert!(close(push[1], 0.513_122_134_782_502_5), "{push:?}");
}

#[test]
fn a_length_without_bounds_has_no_range() {
    let mut m = pendulum("", r#"<actuator><motor joint="pivot"/></actuator>"#);
    let mut d = Data::new(&m);
    let options = LengthRangeOptions { mode: LrMode::All, ..Default::default() };
    let endless = LengthRangeOptions { inttotal: 1e9, useexisting: false, ..options };
    let found = set_length_range(&mut m, &Hooks::NONE, &mut d, ActuatorId(0), &options);
    assert!(matches!(found, Err(LengthRangeError::NotConverged { .. })), "{found:?}");
    m.opt.timestep = 1e-12;
    let found = set_length_range(&mut m, &Hooks::NONE, &mut d, ActuatorId(0), &endless);
    assert_eq!(found, Err(LengthRangeError::TooLong(ActuatorId(0))));
}

const ARM: &str = r#"<body><joint/><joint axis="0 1 0"/><geom size=".1" pos=".3 .1 .2"/>
    <body pos=".5 0 .1"><joint axis="1 1 0"/><geom size=".1" pos=".2 .3 .1"/></body></body>"#;

#[test]
fn inverse_weights_do_not_depend_on_other_trees() {
    let load = |count| {
        load_str(&format!("<mujoco><worldbody>{}</worldbody></mujoco>", ARM.repeat(count))).unwrap()
    };
    let (one, many) = (load(1), load(5));
    for i in 0..many.nv {
        let alone = one.dof_invweight0[DofId(i % one.nv)];
        assert!(close(many.dof_invweight0[DofId(i)], alone) && alone > 0.0);
    }
    for i in 1..many.nbody {
        let alone = one.body_invweight0[BodyId(1 + (i - 1) % 2)];
        let [translation, rotation] = many.body_invweight0[BodyId(i)];
        assert!(close(translation, alone[0]) && close(rotation, alone[1]));
    }
}

#[test]
fn a_singular_inertia_spoils_the_inverse_weights_of_all_trees() {
    let twice = "<body><joint/><joint/><geom size='1'/></body>";
    let m = load_str(&format!("<mujoco><worldbody>{ARM}{twice}</worldbody></mujoco>")).unwrap();
    assert!(m.body_invweight0[BodyId(1)].iter().all(|x| x.is_nan()), "as in MuJoCo");
}
