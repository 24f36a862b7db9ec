//! Data of another model: an error or NaN, never a panic, and a reset makes it fit.

use ferrodyn::actuation::delay;
use ferrodyn::enums::{ObjType, SensorStage, StateBit, Warning};
use ferrodyn::finite_difference::{InverseJacobians, Transition, inverse_fd, transition_fd};
use ferrodyn::ids::{ActuatorId, BodyId, GeomId, KeyId, SensorId, SiteId, WarningId};
use ferrodyn::inverse::{
    compare_fwd_inv, inv_constraint, inv_position, inv_velocity, inverse, inverse_skip, try_inverse,
};
use ferrodyn::math::Vec3;
use ferrodyn::rollout::{Control, Input, Output, rollout};
use ferrodyn::scene::{Camera, Perturb, Scene, SceneError, VisOption, update_scene};
use ferrodyn::step::{
    Skip, forward_skip, forward_to, fwd_acceleration, fwd_actuation, fwd_constraint,
    fwd_kinematics, fwd_position, fwd_velocity,
};
use ferrodyn::{
    Data, Model, WrongModel, check, collision, constraint, forward, history, load_str, ray,
    set_const, smooth, state, step, step1, step2, support, try_forward, try_step,
};

/// A chain with everything that a step looks at; of `links`, at least two.
fn chain(links: usize) -> Model {
    let body = |i: usize| {
        format!(
            "<body name='b{i}' pos='0 0 -.3'><joint name='h{i}' axis='0 1 0' damping='.1' armature='.1' range='-60 60'/>
             <joint name='j{i}' type='ball' damping='.1' armature='.1'/>
             <geom size='.1'/><site name='s{i}' pos='.1 0 0'/>"
        )
    };
    let bodies: String = (0..links).map(body).collect();
    let motor = |i: usize| format!("<position joint='h{i}' kp='2' timeconst='.1'/>");
    let motors: String = (0..links).map(motor).collect();
    let sensor =
        |i: usize| format!("<framepos objtype='site' objname='s{i}'/><accelerometer site='s{i}'/>");
    let sensors: String = (0..links).map(sensor).collect();
    let xml = format!(
        "<mujoco><worldbody><geom type='plane' size='1 1 1' pos='0 0 -.5'/>
         <body name='hand' mocap='true'><geom size='.01'/></body>{bodies}{}</worldbody>
         <tendon><spatial><site site='s0'/><site site='s1'/></spatial></tendon>
         <equality><connect body1='b1' anchor='0 0 0'/></equality>
         <actuator>{motors}</actuator><sensor>{sensors}</sensor>
         <keyframe><key time='1'/></keyframe></mujoco>",
        "</body>".repeat(links),
    );
    load_str(&xml).unwrap()
}

/// Models of few and of many links, in both orders: data is too short, or too long.
fn pairs() -> Vec<(Model, Model)> {
    vec![(chain(2), chain(5)), (chain(5), chain(2))]
}

/// Data of `from` in the middle of a motion.
fn moving(from: &Model) -> Data {
    let mut d = Data::new(from);
    d.qvel.fill(1.0);
    (0..5).for_each(|_| step(from, &mut d));
    d
}

fn is_spoiled(d: &Data) -> bool {
    let numbers = [&d.qpos[..], &d.qvel[..], &d.qacc[..], &d.sensordata[..], &[d.time]].concat();
    numbers.iter().all(|x| x.is_nan())
        && d.xpos.iter().all(|p| p.0.iter().all(|x| x.is_nan()))
        && (d.ncon, d.nefc, d.contact.len(), d.efc_force.len()) == (0, 0, 0, 0)
        && d.warning[WarningId(Warning::BadQpos as usize)].number == 1
}

#[test]
fn what_computes_a_step_or_part_of_it_leaves_nan_and_a_warning() {
    type Call = (&'static str, fn(&Model, &mut Data));
    let calls: &[Call] = &[
        ("step", |m, d| step(m, d)),
        ("step1", |m, d| step1(m, d)),
        ("step2", |m, d| step2(m, d)),
        ("forward", |m, d| forward(m, d)),
        ("forward_skip", |m, d| forward_skip(m, d, Skip::Vel, false)),
        ("forward_to", |m, d| forward_to(m, d, SensorStage::Vel)),
        ("fwd_position", |m, d| fwd_position(m, d)),
        ("fwd_kinematics", |m, d| fwd_kinematics(m, d)),
        ("fwd_velocity", |m, d| fwd_velocity(m, d)),
        ("fwd_actuation", |m, d| fwd_actuation(m, d)),
        ("fwd_acceleration", |m, d| fwd_acceleration(m, d)),
        ("fwd_constraint", |m, d| fwd_constraint(m, d)),
        ("inverse", |m, d| inverse(m, d)),
        ("inverse_skip", |m, d| inverse_skip(m, d, Skip::Pos, false)),
        ("inv_position", |m, d| inv_position(m, d)),
        ("inv_velocity", |m, d| inv_velocity(m, d)),
        ("inv_constraint", |m, d| inv_constraint(m, d)),
        ("compare_fwd_inv", |m, d| compare_fwd_inv(m, d)),
        ("check::integers", check::integers),
    ];
    for (m, other) in pairs() {
        for (name, call) in calls {
            let mut d = moving(&other);
            call(&m, &mut d);
            assert!(is_spoiled(&d), "{name}");
        }
    }
}

#[test]
fn with_the_right_model_again_the_simulation_starts_anew() {
    let (m, other) = pairs().swap_remove(0);
    let mut d = moving(&other);
    step(&m, &mut d);
    step(&other, &mut d);
    let mut fresh = Data::new(&other);
    step(&other, &mut fresh);
    assert_eq!(d.qpos.as_slice(), fresh.qpos.as_slice());
}

#[test]
fn what_returns_errors_says_which_array_is_wrong_and_changes_nothing() {
    for (m, other) in pairs() {
        let mut d = moving(&other);
        let before = d.to_bytes(&other);
        let error = d.check_model(&m).unwrap_err();
        let WrongModel { field, expected, found } = error;
        assert_eq!(
            error.to_string(),
            format!(
                "the data is of another model: {field} has {found} numbers, {expected} are needed"
            )
        );
        assert_eq!(d.check_model(&other), Ok(()));

        assert_eq!(try_step(&m, &mut d), Err(error));
        assert_eq!(try_forward(&m, &mut d), Err(error));
        assert_eq!(try_inverse(&m, &mut d), Err(error));

        let all = StateBit::Integration as i32;
        let mut vector = vec![0.0; state::state_size(&m, all).unwrap()];
        let wrong = Err(state::StateError::Data(error));
        assert_eq!(state::get_state(&m, &d, &mut vector, all), wrong);
        assert_eq!(state::set_state(&m, &mut d, &vector, all), wrong);
        assert_eq!(state::copy_state(&m, &Data::new(&m), &mut d, all), wrong);
        assert_eq!(state::copy_state(&m, &d, &mut Data::new(&m), all), wrong);
        assert_eq!(state::set_keyframe(&mut m.clone(), &d, KeyId(0)), wrong);
        let full = vec![0.0; state::state_size(&m, StateBit::FullPhysics as i32).unwrap()];
        let (control, signature) = (Control::Held(&[]), 0);
        let input = Input { state: &full, warmstart: None, control, signature };
        assert_eq!(rollout(&m, &mut d, 1, &input, Output::default(), |_, _| true), wrong);

        let wrong = Err(support::ArgumentError::Data(error));
        let (mut row, mut square) = (vec![0.0; m.nv], vec![0.0; m.nv * m.nv]);
        let mut rows = vec![0.0; 3 * m.nv];
        let (b, zero) = (BodyId(1), Vec3::ZERO);
        assert_eq!(
            support::jac_into(
                &m,
                &d,
                b,
                zero,
                support::JacobianMut { jacp: Some(&mut rows), jacr: None }
            ),
            wrong
        );
        assert_eq!(
            support::jac_dot_into(
                &m,
                &d,
                b,
                zero,
                support::JacobianMut { jacp: Some(&mut rows), jacr: None }
            ),
            wrong
        );
        assert_eq!(support::jac_subtree_com_into(&m, &d, b, &mut rows), wrong);
        assert_eq!(support::angmom_mat_into(&m, &d, b, &mut rows), wrong);
        assert_eq!(support::apply_ft(&m, &d, b, zero, zero, zero, &mut row), wrong);
        assert_eq!(support::mul_m(&m, &d, &mut row, &vec![0.0; m.nv]), wrong);
        assert_eq!(support::mul_m2(&m, &d, &mut row, &vec![0.0; m.nv]), wrong);
        assert_eq!(support::add_m(&m, &d, &mut square), wrong);
        assert_eq!(support::mass_matrix_into(&m, &d, &mut square), wrong);
        assert_eq!(smooth::solve_m(&m, &d, &mut row), wrong);
        assert_eq!(smooth::solve_m2(&m, &d, &vec![1.0; m.nv], &mut row), wrong);
        assert_eq!(smooth::rne(&m, &mut d, true, &mut row), wrong);
        assert_eq!(constraint::mul_jac_vec(&m, &d, &vec![0.0; m.nv], &mut []), wrong);
        assert_eq!(constraint::mul_jac_t_vec(&m, &d, &[], &mut row), wrong);
        assert_eq!(constraint::update(&m, &mut d, &[], false).map(drop), wrong);

        let wrong = Err(history::HistoryError::Data(error));
        assert_eq!(history::read_sensor(&m, &d, SensorId(0), 0.0, None, &mut [0.0; 3]), wrong);
        assert_eq!(delay::init_ctrl_history(&m, &mut d, ActuatorId(0), None, None), wrong);
        assert!(delay::read_ctrl(&m, &d, ActuatorId(0), 0.0, None).is_err());

        assert!(transition_fd(&m, &mut d, 1e-6, false, Transition::default()).is_err());
        assert!(inverse_fd(&m, &mut d, 1e-6, false, InverseJacobians::default()).is_err());
        assert_eq!(d.to_bytes(&other), before);
    }
}

#[test]
fn what_answers_without_errors_answers_nothing_or_nan() {
    for (m, other) in pairs() {
        let mut d = moving(&other);
        let last = BodyId(m.nbody - 1);
        let (jacp, jacr) = support::jac_body(&m, &d, last);
        assert!(jacp.iter().chain(jacr.iter()).all(|x| x.is_nan()));
        let of_site = support::jac_site(&m, &d, SiteId(m.nsite - 1)).0;
        let of_geom = support::jac_geom(&m, &d, GeomId(m.ngeom - 1)).0;
        let rate = support::jac_dot(&m, &d, last, Vec3::ZERO).0;
        let com = support::jac_subtree_com(&m, &d, BodyId(1));
        let momentum = support::angmom_mat(&m, &d, BodyId(1));
        for matrix in [of_site, of_geom, rate, com, momentum] {
            assert!(matrix.ncols() == m.nv && matrix.iter().all(|x| x.is_nan()));
        }
        for kind in [ObjType::Body, ObjType::Geom, ObjType::Site] {
            assert_eq!(support::object_velocity(&m, &d, kind, 1, false), None);
            assert_eq!(support::object_acceleration(&m, &d, kind, 1, false), None);
        }
        let (from, down) = (Vec3::Z, Vec3::new(0.0, 0.0, -1.0));
        let filter = ray::RayFilter::default();
        assert_eq!(ray::ray(&m, &d, ray::Ray { pnt: from, vec: down }, &filter), None);
        let mut hits = [None; 2];
        ray::multi_ray(&m, &mut d, from, &[down; 2], &filter, 10.0, &mut hits);
        assert_eq!(hits, [None; 2]);
        let near = collision::geom_distance(&m, &mut d, GeomId(0), GeomId(m.ngeom - 1), 9.0);
        assert!(near.dist.is_nan() && near.fromto.is_none());
    }
}

#[test]
fn a_scene_of_it_is_empty() {
    for (m, other) in pairs() {
        let d = moving(&other);
        let mut scene = Scene::new(&m, 100);
        let (options, perturb) = (VisOption::default(), Perturb::default());
        let mut camera = Camera::free(&m);
        let drawn = update_scene(&m, &d, &options, &perturb, &mut camera, 7, &mut scene);
        assert_eq!(drawn, Err(SceneError::Data(d.check_model(&m).unwrap_err())));
        assert!(scene.geoms.is_empty());
    }
}

#[test]
fn a_reset_turns_it_into_data_of_the_model() {
    for (mut m, other) in pairs() {
        let mut d = moving(&other);
        d.set_memory_limit(12_345_678);
        d.reset(&m);
        assert_eq!(d.memory_limit(), 12_345_678);
        assert_eq!(d.to_bytes(&m), Data::new(&m).to_bytes(&m));
        assert_eq!(try_step(&m, &mut d), Ok(()));

        let mut d = moving(&other);
        d.reset_to_key(&m, KeyId(0)).unwrap();
        assert_eq!((d.time, d.qpos.len()), (1.0, m.nq));

        let mut d = moving(&other);
        set_const::set_const(&mut m, &mut d).unwrap();
        assert_eq!(d.check_model(&m), Ok(()));
    }
}

#[test]
fn models_of_the_same_sizes_share_data() {
    let (m, again) = (chain(3), chain(3));
    let (mut d, mut alone) = (Data::new(&m), Data::new(&again));
    for _ in 0..3 {
        assert_eq!(try_step(&again, &mut d), Ok(()));
        step(&again, &mut alone);
    }
    assert_eq!(d.qpos.as_slice(), alone.qpos.as_slice());
    assert_eq!(try_step(&m, &mut d), Ok(()));
}

#[test]
fn exchanged_arrays_are_found() {
    let (m, other) = pairs().swap_remove(0);
    let (mut d, mut e) = (Data::new(&m), Data::new(&other));
    std::mem::swap(&mut d.ctrl, &mut e.ctrl);
    let error = WrongModel { field: "ctrl", expected: m.nu, found: other.nu };
    assert_eq!(d.check_model(&m), Err(error));
}
