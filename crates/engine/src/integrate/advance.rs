//! The last part of every integrator: the next state and time.
//!
//! | reads | writes |
//! |---|---|
//! | activation derivatives, accelerations, velocities | `qvel`, `qpos`, `time`, `qacc_warmstart` |
//! | `qacc`, `body_awake_ind`, `opt.enableflags`, `opt.timestep` | |

use crate::actuation::advance_activations;
use crate::actuation::delay::record_ctrl;
use crate::data::{DataOf, Lanes};
use crate::enums::EnableBit;
use crate::hooks::System;
use crate::sensor;
use crate::sleep::{self, Bodies, Dofs};
use crate::step::{Skip, forward_from};

use super::pos::{integrate_joint, integrate_joints};

/// Advances activations by `act_dot`, velocities by `qacc`, positions by `qvel` if given and by
/// the new velocities otherwise, and the time. Trees at rest fall asleep before they move.
#[doc(alias = "mj_advance")]
pub(crate) fn advance<N: Lanes>(
    m: &System<'_>,
    d: &mut DataOf<N>,
    act_dot: &[N],
    qacc: &[N],
    qvel: Option<&[N]>,
) {
    record_ctrl(m, d);
    sensor::record(m, d);
    advance_activations(m, d, act_dot);

    sleep_and_update(m, d);

    // what is awake moves
    let h = m.opt.timestep;
    let dofs = Dofs::new(m, d);
    if dofs.all() {
        for (v, &a) in d.qvel.iter_mut().zip(qacc) {
            *v += a * h;
        }
    } else {
        for i in dofs.places() {
            let k = dofs.at(d, i);
            d.qvel[k] += qacc[k.0] * h;
        }
    }
    let bodies = Bodies::new(m, d);
    let DataOf { qpos, qvel: new_qvel, sims, .. } = d;
    let qvel = qvel.unwrap_or(new_qvel);
    if bodies.all() {
        integrate_joints(m, qpos, qvel, h);
    } else {
        let plan = m.plan();
        for b in bodies.places().map(|i| bodies.on(&sims.as_ref()[0].body_awake_ind, i)) {
            for joint in &plan.joints[plan.bodies[b.0].joints.clone()] {
                integrate_joint(joint, qpos, qvel, h);
            }
        }
    }
    d.sims_mut().iter_mut().for_each(|sim| sim.time += h);
    advance_plugins(m, d);
    let DataOf { qacc, qacc_warmstart, .. } = d;
    qacc_warmstart.copy_from_slice(qacc);
}

/// Plugins advance their states. Models with plugins are not put into lanes.
fn advance_plugins<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>) {
    let Some(d) = N::single_mut(d).filter(|_| m.nplugin > 0) else { return };
    for (id, plugin) in m.plugins() {
        if let Some(plugin) = plugin {
            plugin.advance(m, d, id);
        }
    }
}

/// [`sleep`] as a step does it: if trees fall asleep, everything that depends on velocities is
/// computed again, and they are taken off the lists. Models that sleep are not put into lanes.
fn sleep_and_update<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>) {
    if m.opt.enabled(EnableBit::Sleep)
        && let Some(d) = N::single_mut(d)
        && sleep::sleep(m, d) > 0
    {
        forward_from(m, d, Skip::Pos, false);
        sleep::update(m, d);
    }
}
