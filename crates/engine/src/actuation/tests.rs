use super::*;
use crate::data::Data;
use crate::enums::{BiasType, DynType, GainType, TrnType, Warning};
use crate::fields::{Kind, Link};
use crate::hooks::{AsSystem, Hooks};
use crate::ids::{ActAdr, DofId, HistoryAdr, JointId, MomentAdr, TendonId, WarningId};
use crate::math::{InLanes, Num, Pack, fun};
use crate::sizes::Sizes;
use std::sync::Arc;

const U: ActuatorId = ActuatorId(0);
const A: ActAdr = ActAdr(0);

/// `nu` actuators with `na` activations in all, actuator `i` on dof `i` with moment 2.
fn model(nu: usize, na: usize) -> Model {
    let sizes = Sizes {
        nbody: 2,
        njnt: nu,
        nq: nu,
        nv: nu,
        nu,
        na,
        nJmom: nu,
        ntendon: 1,
        nhistory: 8,
        ..Sizes::default()
    };
    let mut m = Model::new(sizes).unwrap();
    for u in m.actuators() {
        m.actuator_actadr[u] = Link::NONE;
        m.actuator_plugin[u] = Link::NONE;
        m.actuator_gainprm[u][0] = 3.0;
        m.jnt_dofadr[JointId(u.0)] = Link::from_raw(u.0 as i32);
    }
    m.jnt_type.raw_mut().fill(3);
    m
}

/// Gives an actuator its dynamics and `num` activations from `adr`.
fn with_state(m: &mut Model, u: ActuatorId, dynamics: DynType, adr: i32, num: i32) {
    m.actuator_dyntype[u] = dynamics.into();
    m.actuator_actadr[u] = Link::from_raw(adr);
    m.actuator_actnum[u] = num;
}

fn data<N: Lanes>(m: &Model) -> DataOf<N> {
    let mut d = DataOf::make(&m.as_system());
    for u in m.actuators() {
        d.moment_rownnz[u] = 1;
        d.moment_rowadr[u] = u.raw();
        d.moment_colind[MomentAdr(u.0)] = u.raw();
        d.actuator_moment[MomentAdr(u.0)] = N::splat(2.0);
    }
    d
}

/// A model with one actuator of each kind, for tests of lanes.
fn every_kind() -> Model {
    let mut m = model(7, 9);
    let u = ActuatorId;
    with_state(&mut m, u(0), DynType::Integrator, 0, 1);
    m.actuator_actearly[u(0)] = 1;
    with_state(&mut m, u(1), DynType::FilterExact, 1, 1);
    m.actuator_gaintype[u(1)] = GainType::Affine.into();
    m.actuator_gainprm[u(1)][..3].copy_from_slice(&[1.0, -2.0, 0.3]);
    with_state(&mut m, u(2), DynType::Muscle, 2, 1);
    m.actuator_dynprm[u(2)][..2].copy_from_slice(&[0.01, 0.04]);
    m.actuator_gaintype[u(2)] = GainType::Muscle.into();
    m.actuator_biastype[u(2)] = BiasType::Muscle.into();
    let muscle = [0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0];
    m.actuator_gainprm[u(2)] = muscle;
    m.actuator_biasprm[u(2)] = muscle;
    m.actuator_lengthrange[u(2)] = [-1.0, 1.0];
    m.actuator_acc0[u(2)] = 2.0;
    motor(&mut m, u(3), 3);
    m.actuator_delay[u(4)] = 0.003;
    m.actuator_history[u(4)] = [3, 2];
    for i in [5, 6] {
        m.actuator_trntype[u(i)] = TrnType::Tendon.into();
    }
    m.tendon_actfrclimited[TendonId(0)] = 1;
    m.tendon_actfrcrange[TendonId(0)] = [-1.0, 1.0];
    m.actuator_ctrllimited[u(4)] = 1;
    m.actuator_ctrlrange[u(4)] = [-0.5, 0.5];
    m
}

/// A motor with all of its five states, from `adr` on.
fn motor(m: &mut Model, u: ActuatorId, adr: i32) {
    with_state(m, u, DynType::DcMotor, adr, 5);
    m.actuator_gaintype[u] = GainType::DcMotor.into();
    m.actuator_biastype[u] = BiasType::DcMotor.into();
    m.actuator_dynprm[u] = [0.01, 50.0, 2.0, 3.0, 25.0, 100.0, 0.5, 20.0, 0.7, 0.0];
    m.actuator_gainprm[u] = [2.0, 0.05, 0.004, 20.0, 5.0, 3.0, 0.2, 12.0, 1.0, 0.0];
    m.actuator_biasprm[u] = [0.1, 6.0, 0.3, 0.2, 0.3, 0.05, 0.0, 0.0, 0.0, 0.0];
}

/// A number that looks random.
fn noise(i: usize, lane: usize) -> f64 {
    fun::sin((i * 37 + lane * 101) as f64) * 1.5
}

/// Fills what actuation reads in a lane.
fn scatter<N: Lanes + InLanes>(d: &mut DataOf<N>, lane: usize, seed: usize) {
    let mut i = 0;
    let mut next = || {
        i += 1;
        noise(i, seed)
    };
    d.ctrl.iter_mut().for_each(|x| x.set_lane(lane, next()));
    d.act.iter_mut().for_each(|x| x.set_lane(lane, next()));
    d.actuator_length.iter_mut().for_each(|x| x.set_lane(lane, next()));
    d.actuator_velocity.iter_mut().for_each(|x| x.set_lane(lane, next()));
    let values = 5..8;
    d.history.as_mut_slice()[values].iter_mut().for_each(|x| x.set_lane(lane, next()));
}

#[test]
fn lanes_have_the_bits_of_single_simulations() {
    let m = every_kind();
    let mut packed: DataOf<Pack<4>> = data(&m);
    (0..4).for_each(|lane| scatter(&mut packed, lane, lane));
    // a bad control in one lane must not change the others
    packed.ctrl[U].set_lane(2, f64::NAN);
    fwd_actuation(&m, &mut packed);
    let rates = packed.act_dot.to_vec();
    advance_activations(&m, &mut packed, &rates);
    delay::record_ctrl(&m, &mut packed);

    for lane in 0..4 {
        let mut one: Data = data(&m);
        scatter(&mut one, 0, lane);
        if lane == 2 {
            one.ctrl[U] = f64::NAN;
        }
        fwd_actuation(&m, &mut one);
        let rates = one.act_dot.to_vec();
        advance_activations(&m, &mut one, &rates);
        delay::record_ctrl(&m, &mut one);
        let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let of_lane = |x: &[Pack<4>]| x.iter().map(|x| x.0[lane].to_bits()).collect::<Vec<_>>();
        assert_eq!(of_lane(&packed.act_dot), bits(&one.act_dot), "lane {lane}");
        assert_eq!(of_lane(&packed.actuator_force), bits(&one.actuator_force), "lane {lane}");
        assert_eq!(of_lane(&packed.qfrc_actuator), bits(&one.qfrc_actuator), "lane {lane}");
        assert_eq!(of_lane(&packed.act), bits(&one.act), "lane {lane}");
        assert_eq!(of_lane(&packed.history), bits(&one.history), "lane {lane}");
        assert!(one.actuator_force.iter().any(|&f| f != 0.0));
    }
}

#[test]
fn force_is_gain_times_input_plus_bias_within_its_range() {
    let mut m = model(1, 0);
    m.actuator_gaintype[U] = GainType::Affine.into();
    m.actuator_gainprm[U][..3].copy_from_slice(&[1.0, 10.0, 100.0]);
    m.actuator_biastype[U] = BiasType::Affine.into();
    m.actuator_biasprm[U][..3].copy_from_slice(&[5.0, -1.0, -2.0]);
    let mut d: Data = data(&m);
    (d.ctrl[U], d.actuator_length[U], d.actuator_velocity[U]) = (0.5, 0.25, 0.125);
    fwd_actuation(&m, &mut d);
    assert_eq!(d.actuator_force[U], (1.0 + 2.5 + 12.5) * 0.5 + 5.0 - 0.25 - 0.25);
    assert_eq!(d.qfrc_actuator[DofId(0)], 25.0);

    m.actuator_forcelimited[U] = 1;
    m.actuator_forcerange[U] = [-7.0, 7.0];
    fwd_actuation(&m, &mut d);
    assert_eq!((d.actuator_force[U], d.qfrc_actuator[DofId(0)]), (7.0, 14.0));
    m.jnt_actfrclimited[JointId(0)] = 1;
    m.jnt_actfrcrange[JointId(0)] = [-1.0, 3.0];
    fwd_actuation(&m, &mut d);
    assert_eq!((d.actuator_force[U], d.qfrc_actuator[DofId(0)]), (7.0, 3.0));
}

#[test]
fn controls_are_clamped_and_bad_ones_switch_all_off() {
    let mut m = model(2, 0);
    m.actuator_ctrllimited[U] = 1;
    m.actuator_ctrlrange[U] = [-1.0, 1.0];
    let mut d: Data = data(&m);
    d.ctrl.copy_from_slice(&[4.0, 1.0]);
    fwd_actuation(&m, &mut d);
    assert_eq!(d.actuator_force.as_slice(), [3.0, 3.0]);
    assert_eq!(d.ctrl[U], 4.0);
    m.opt.disableflags = DisableBit::ClampCtrl as i32;
    fwd_actuation(&m, &mut d);
    assert_eq!(d.actuator_force.as_slice(), [12.0, 3.0]);

    d.ctrl[ActuatorId(1)] = 1e11;
    fwd_actuation(&m, &mut d);
    assert_eq!(d.actuator_force.as_slice(), [0.0; 2]);
    let warning = d.warning[WarningId(Warning::BadCtrl as usize)];
    assert_eq!((warning.number, warning.lastinfo), (1, 1));
}

#[test]
fn groups_switch_forces_and_activations_off() {
    let mut m = model(3, 1);
    with_state(&mut m, U, DynType::Integrator, 0, 1);
    m.actuator_group.copy_from_slice(&[2, 3, 31]);
    m.opt.disableactuator = !(1 << 3);
    let mut d: Data = data(&m);
    d.ctrl.fill(1.0);
    d.act[A] = 0.5;
    fwd_actuation(&m, &mut d);
    assert_eq!(d.actuator_force.as_slice(), [0.0, 3.0, 3.0]);
    assert_eq!(d.act_dot[A], 1.0);
    advance_activations(&m, &mut d, &[1.0]);
    assert_eq!(d.act[A], 0.5);

    m.opt.disableflags = DisableBit::Actuation as i32;
    fwd_actuation(&m, &mut d);
    assert_eq!(d.actuator_force.as_slice(), [0.0; 3]);
    assert_eq!(d.qfrc_actuator.as_slice(), [0.0; 3]);
}

#[test]
fn an_exact_filter_follows_the_exponential_and_euler_does_not() {
    let (tau, h) = (0.1, 0.02);
    let mut m = model(2, 2);
    with_state(&mut m, U, DynType::FilterExact, 0, 1);
    with_state(&mut m, ActuatorId(1), DynType::Filter, 1, 1);
    m.actuator_dynprm.fill([tau; 10]);
    m.opt.timestep = h;
    let mut d: Data = data(&m);
    d.ctrl.fill(1.0);
    for _ in 0..10 {
        fwd_actuation(&m, &mut d);
        let rates = d.act_dot.to_vec();
        advance_activations(&m, &mut d, &rates);
    }
    let exact = 1.0 - fun::exp(-10.0 * h / tau);
    assert!((d.act[A] - exact).abs() < 1e-14);
    let mut euler = 0.0;
    (0..10).for_each(|_| euler += (1.0 - euler) * h / tau);
    assert!((d.act[ActAdr(1)] - euler).abs() < 1e-14);
}

#[test]
fn an_early_activation_acts_one_step_ahead_and_stays_in_range() {
    let mut m = model(1, 1);
    with_state(&mut m, U, DynType::Integrator, 0, 1);
    m.opt.timestep = 0.25;
    let mut d: Data = data(&m);
    (d.ctrl[U], d.act[A]) = (2.0, 1.0);
    fwd_actuation(&m, &mut d);
    assert_eq!(d.actuator_force[U], 3.0);
    m.actuator_actearly[U] = 1;
    fwd_actuation(&m, &mut d);
    assert_eq!(d.actuator_force[U], 3.0 * 1.5);
    m.actuator_actlimited[U] = 1;
    m.actuator_actrange[U] = [0.0, 1.25];
    fwd_actuation(&m, &mut d);
    assert_eq!(d.actuator_force[U], 3.0 * 1.25);
    assert_eq!(next_activation(&m, &d, U, A, -100.0), 0.0);
}

#[test]
fn the_total_force_on_a_tendon_is_scaled_into_its_range() {
    let mut m = model(3, 0);
    for u in [0, 1] {
        m.actuator_trntype[ActuatorId(u)] = TrnType::Tendon.into();
    }
    m.tendon_actfrclimited[TendonId(0)] = 1;
    m.tendon_actfrcrange[TendonId(0)] = [-2.0, 4.0];
    let mut d: Data = data(&m);
    for (ctrl, expected) in [
        ([3.0, -1.0, 9.0], [6.0, -2.0, 27.0]),
        ([-1.0, -1.0, 0.0], [-1.0, -1.0, 0.0]),
        ([0.5, 0.5, 0.0], [1.5, 1.5, 0.0]),
        ([1.0, -1.0, 0.0], [3.0, -3.0, 0.0]),
    ] {
        d.ctrl.copy_from_slice(&ctrl);
        fwd_actuation(&m, &mut d);
        assert_eq!(d.actuator_force.as_slice(), expected);
    }
}

#[test]
fn a_delayed_control_acts_when_its_time_has_come() {
    let mut m = model(1, 0);
    m.opt.timestep = 0.5;
    m.actuator_delay[U] = 1.0;
    m.actuator_history[U] = [3, 0];
    let mut d: Data = data(&m);
    let mut forces = Vec::new();
    for ctrl in [1.0, 2.0, 3.0, 4.0, 5.0] {
        d.ctrl[U] = ctrl;
        fwd_actuation(&m, &mut d);
        forces.push(d.actuator_force[U] / 3.0);
        delay::record_ctrl(&m, &mut d);
        d.time += m.opt.timestep;
    }
    assert_eq!(forces, [0.0, 0.0, 1.0, 2.0, 3.0]);
    assert_eq!(delay::read_ctrl(&m, &d, U, 2.75, None), Ok(3.0 + 1.0));
    let linear = Some(crate::history::Interpolation::Linear);
    assert_eq!(delay::read_ctrl(&m, &d, U, 2.75, linear), Ok(4.5));

    let values = Some(&[7.0, 8.0, 9.0][..]);
    delay::init_ctrl_history(&m, &mut d, U, Some(&[1.0, 1.5, 2.0]), values).unwrap();
    assert_eq!(d.history.as_slice(), [0.0, 2.0, 1.0, 1.5, 2.0, 7.0, 8.0, 9.0]);
    let error = delay::init_ctrl_history(&m, &mut d, U, Some(&[1.0, 1.0, 2.0]), None);
    assert_eq!(error, Err(crate::history::HistoryError::Times { index: 1 }));
    assert!(delay::init_ctrl_history(&m, &mut d, U, None, Some(&[0.0])).is_err());
    assert!(delay::read_ctrl(&m, &d, ActuatorId(1), 0.0, None).is_err());
    assert_eq!(d.history[HistoryAdr(5)], 7.0);
}

#[test]
fn a_motor_without_states_is_a_voltage_over_a_resistance() {
    let mut m = model(1, 0);
    m.actuator_gaintype[U] = GainType::DcMotor.into();
    m.actuator_biastype[U] = BiasType::DcMotor.into();
    m.actuator_dyntype[U] = DynType::DcMotor.into();
    m.actuator_gainprm[U][..2].copy_from_slice(&[4.0, 0.5]);
    let mut d: Data = data(&m);
    (d.ctrl[U], d.actuator_velocity[U]) = (8.0, 2.0);
    fwd_actuation(&m, &mut d);
    // K (V - K v) / R
    assert_eq!(d.actuator_force[U], 0.5 * (8.0 - 0.5 * 2.0) / 4.0);
    // a position controller: V = kp (ctrl - length) - kd v, at most 12
    m.actuator_gainprm[U][4..9].copy_from_slice(&[3.0, 0.0, 1.0, 12.0, 1.0]);
    d.actuator_length[U] = 7.0;
    fwd_actuation(&m, &mut d);
    assert_eq!(d.actuator_force[U], 0.5 * (1.0 - 1.0) / 4.0);
    d.actuator_length[U] = -10.0;
    fwd_actuation(&m, &mut d);
    assert_eq!(d.actuator_force[U], 0.5 * (12.0 - 1.0) / 4.0);
}

#[test]
fn a_motor_settles_at_the_current_temperature_and_friction_of_a_steady_speed() {
    let mut m = model(1, 5);
    motor(&mut m, U, 0);
    m.actuator_biasprm[U][0] = 0.0;
    m.actuator_gainprm[U][8] = 0.0;
    // fast heat, so that it settles
    m.actuator_dynprm[U][3] = 0.01;
    let mut d: Data = data(&m);
    (d.ctrl[U], d.actuator_velocity[U]) = (6.0, 4.0);
    for _ in 0..20_000 {
        fwd_actuation(&m, &mut d);
        let rates = d.act_dot.to_vec();
        advance_activations(&m, &mut d, &rates);
    }
    fwd_actuation(&m, &mut d);
    let [slewed, integral, temperature, bristle, current] = d.act.as_slice() else { panic!() };
    let resistance = 2.0 * (1.0 + 0.004 * (temperature + 25.0 - 20.0));
    let expected = (6.0 - 0.05 * 4.0) / resistance;
    assert!((slewed - 6.0).abs() < 1e-9 && (integral - 0.7).abs() < 1e-9);
    assert!((current - expected).abs() < 1e-9);
    assert!((temperature - 2.0 * resistance * expected * expected).abs() < 1e-6);
    // far above the Stribeck velocity: Coulomb friction
    assert!((100.0 * bristle - 0.2).abs() < 1e-9);
    assert!((d.actuator_force[U] - (0.05 * expected - 0.2)).abs() < 1e-9);
}

#[test]
fn users_closures_define_dynamics_gain_and_bias() {
    let mut m = model(1, 1);
    with_state(&mut m, U, DynType::User, 0, 1);
    m.actuator_gaintype[U] = GainType::User.into();
    m.actuator_biastype[U] = BiasType::User.into();
    let mut d: Data = data(&m);
    (d.ctrl[U], d.act[A]) = (3.0, 0.5);
    fwd_actuation(&m, &mut d);
    assert_eq!((d.act_dot[A], d.actuator_force[U]), (0.0, 0.5));
    let hooks = Hooks {
        act_dyn: Some(Arc::new(|_, d, u| 2.0 * d.ctrl[u])),
        act_gain: Some(Arc::new(|_, d, _| 4.0 + d.act_dot[A])),
        act_bias: Some(Arc::new(|_, d, u| -d.ctrl[u])),
        ..Hooks::NONE
    };
    fwd_actuation(&m.with(&hooks), &mut d);
    assert_eq!((d.act_dot[A], d.actuator_force[U]), (6.0, 10.0 * 0.5 - 3.0));
}

#[test]
fn users_closures_give_no_number_in_lanes_rather_than_a_wrong_one() {
    let mut m = model(1, 0);
    m.actuator_gaintype[U] = GainType::User.into();
    let hooks = Hooks { act_gain: Some(Arc::new(|_, _, _| 1.0)), ..Hooks::default() };
    let mut d = data::<Pack<2>>(&m);
    d.ctrl[U] = Pack::splat(1.0);
    fwd_actuation(&m.with(&hooks), &mut d);
    assert!(d.actuator_force[U].lane(0).is_nan() && d.actuator_force[U].lane(1).is_nan());
}

#[test]
fn gravity_compensation_by_actuators_counts_toward_the_limit_of_the_joint() {
    let mut m = model(1, 0);
    m.sizes.ngravcomp = 1;
    m.jnt_actgravcomp[JointId(0)] = 1;
    let mut d: Data = data(&m);
    d.ctrl[U] = 1.0;
    d.qfrc_gravcomp[DofId(0)] = 10.0;
    fwd_actuation(&m, &mut d);
    assert_eq!(d.qfrc_actuator[DofId(0)], 16.0);
    m.jnt_actfrclimited[JointId(0)] = 1;
    m.jnt_actfrcrange[JointId(0)] = [0.0, 12.0];
    fwd_actuation(&m, &mut d);
    assert_eq!(d.qfrc_actuator[DofId(0)], 12.0);
    m.opt.disableflags = DisableBit::Gravity as i32;
    fwd_actuation(&m, &mut d);
    assert_eq!(d.qfrc_actuator[DofId(0)], 6.0);
}

#[test]
fn odd_model_values_do_not_panic() {
    let mut m = every_kind();
    for (u, kind) in m.actuators().zip([-1, 5, 99, 3, 4, 2, 6]) {
        m.actuator_dyntype[u] = Kind::from_raw(kind);
        m.actuator_gaintype[u] = Kind::from_raw(kind);
        m.actuator_biastype[u] = Kind::from_raw(kind);
        m.actuator_actadr[u] = Link::from_raw(kind * 2);
        m.actuator_actnum[u] = 3 - kind;
        m.actuator_trnid[u] = [kind, -7];
    }
    m.actuator_group.fill(-5);
    m.jnt_actfrclimited.fill(1);
    m.jnt_dofadr.raw_mut().fill(77);
    m.jnt_actgravcomp.fill(1);
    m.sizes.ngravcomp = 1;
    let mut d: Data = data(&m);
    d.act.fill(f64::NAN);
    fwd_actuation(&m, &mut d);
    let rates = d.act_dot.to_vec();
    advance_activations(&m, &mut d, &rates);
}
