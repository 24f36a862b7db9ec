//! The classical fourth-order Runge-Kutta method.
//!
//! | reads | writes |
//! |---|---|
//! | `qacc`, `act_dot`, `opt.timestep` | `time`, `qpos`, `qvel`, `act` |
//!
//! Four evaluations of the forward dynamics per step. Positions are advanced along velocities on
//! their manifold; sensors and energy stay those of the start of the step.

use crate::data::{DataOf, Lanes};
use crate::hooks::AsSystem;
use crate::model::Model;

use super::advance::advance;
use super::pos::integrate_joints;

/// How far each stage goes along the derivative of the stage before, in steps.
const STAGE: [f64; 3] = [0.5, 0.5, 1.0];
/// Weights of the four derivatives.
const WEIGHT: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// Advances the state by one step; the forward dynamics of the state have been computed.
///
/// `forward` computes `qacc` and `act_dot` of a stage.
#[doc(alias = "mj_RungeKutta")]
pub fn runge_kutta4<N: Lanes>(
    m: &impl AsSystem,
    d: &mut DataOf<N>,
    mut forward: impl FnMut(&mut DataOf<N>),
) {
    let m = &m.as_system();
    let h = m.opt.timestep;
    let time = N::each(|lane| d.sims()[lane].time);
    let mut start = d.scratch.take(m.nq + m.nv + m.na);
    save_state(m, d, &mut start);

    // velocity, acceleration and activation derivative of a stage, and their weighted sum
    let mut rate = d.scratch.take(2 * m.nv + m.na);
    let mut sum = d.scratch.take(2 * m.nv + m.na);
    for (stage, weight) in WEIGHT.into_iter().enumerate() {
        if stage > 0 {
            let along = STAGE[stage - 1];
            for r in &mut rate {
                *r = *r * along;
            }
            load_state(m, d, &start);
            move_state(m, d, &rate, h);
            for (sim, time) in d.sims_mut().iter_mut().zip(time.as_ref()) {
                sim.time = time + along * h;
            }
            forward(d);
        }
        save_rate(m, d, &mut rate);
        for (s, &r) in sum.iter_mut().zip(&rate) {
            *s += r * weight;
        }
    }

    for (sim, &time) in d.sims_mut().iter_mut().zip(time.as_ref()) {
        sim.time = time;
    }
    load_state(m, d, &start);
    let (qvel, rest) = sum.split_at(m.nv);
    let (qacc, act_dot) = rest.split_at(m.nv);
    advance(m, d, act_dot, qacc, Some(qvel));
    d.scratch.give(sum);
    d.scratch.give(rate);
    d.scratch.give(start);
}

fn save_state<N: Lanes>(m: &Model, d: &DataOf<N>, state: &mut [N]) {
    state[..m.nq].copy_from_slice(&d.qpos);
    state[m.nq..m.nq + m.nv].copy_from_slice(&d.qvel);
    state[m.nq + m.nv..].copy_from_slice(&d.act);
}

fn load_state<N: Lanes>(m: &Model, d: &mut DataOf<N>, state: &[N]) {
    d.qpos.copy_from_slice(&state[..m.nq]);
    d.qvel.copy_from_slice(&state[m.nq..m.nq + m.nv]);
    d.act.copy_from_slice(&state[m.nq + m.nv..]);
}

fn save_rate<N: Lanes>(m: &Model, d: &DataOf<N>, rate: &mut [N]) {
    rate[..m.nv].copy_from_slice(&d.qvel);
    rate[m.nv..2 * m.nv].copy_from_slice(&d.qacc);
    rate[2 * m.nv..].copy_from_slice(&d.act_dot);
}

/// Moves the state along a rate for a time `h`.
fn move_state<N: Lanes>(m: &Model, d: &mut DataOf<N>, rate: &[N], h: f64) {
    integrate_joints(m, &mut d.qpos, &rate[..m.nv], h);
    for (v, &a) in d.qvel.iter_mut().zip(&rate[m.nv..]) {
        *v += a * h;
    }
    for (x, &r) in d.act.iter_mut().zip(&rate[2 * m.nv..]) {
        *x += r * h;
    }
}
