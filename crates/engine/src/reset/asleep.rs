//! Puts trees to sleep in a reset, if the model wants them to start asleep.
//!
//! | reads | writes |
//! |---|---|
//! | `tree_sleep_policy` | `tree_asleep` and what follows from it; positions of what is static; all that forward dynamics write if trees start asleep |
//! | `opt.enableflags` | `qfrc_smooth`, `qacc_smooth` |

use crate::data::{Data, DataOf, Lanes};
use crate::enums::{EnableBit, SleepPolicy, SleepState};
use crate::hooks::System;
use crate::ids::TreeId;
use crate::model::Model;
use crate::sleep::{AWAKE, sleep, update, update_with};
use crate::{smooth, step};

/// Wakes all trees; if sleep is enabled, computes once what never changes, and puts trees to sleep
/// that the model wants to start so.
///
/// A tree that touches one that is to stay awake cannot start asleep: it starts awake then (MuJoCo
/// stops with an error), see [`kept_awake`].
pub(super) fn start<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>) {
    d.sims_mut().iter_mut().for_each(|sim| sim.tree_asleep.fill(AWAKE));
    if m.opt.enabled(EnableBit::Sleep) {
        // poses of static bodies are computed here and never again
        d.sims_mut().iter_mut().for_each(|sim| update_with(m, sim, SleepState::Awake));
        let any = (0..m.ntree).any(|t| starts_asleep(m, TreeId(t)));
        if let Some(d) = N::single_mut(d).filter(|_| any) {
            start_asleep(m, d);
        } else {
            smooth::kinematics(m, d);
            smooth::com_pos(m, d);
            smooth::camlight(m, d);
            smooth::tendon(m, d);
        }
    }
    d.sims_mut().iter_mut().for_each(|sim| update(m, sim));
}

fn starts_asleep(m: &Model, t: TreeId) -> bool {
    m.tree_sleep_policy[t] == SleepPolicy::Init
}

/// Puts to sleep what the model wants to start so: which trees are connected follows from the
/// forward dynamics.
fn start_asleep(m: &System<'_>, d: &mut Data) {
    step::forward(m, d);
    for t in (0..m.ntree).map(TreeId) {
        d.tree_asleep[t] = if starts_asleep(m, t) { -1 } else { AWAKE };
    }
    sleep(m, d);

    // contacts stay, without constraints
    d.qacc_smooth.fill(0.0);
    d.qfrc_smooth.fill(0.0);
    d.clear_constraints();
    for t in d.tree_asleep.iter_mut().filter(|t| **t == -1) {
        *t = AWAKE;
    }
}

/// The first tree that is to start asleep but is awake, if the data has just been made or reset.
pub fn kept_awake(m: &Model, d: &Data) -> Option<TreeId> {
    let enabled = m.opt.enabled(EnableBit::Sleep);
    let mut trees = (0..m.ntree).map(TreeId);
    trees.find(|&t| enabled && starts_asleep(m, t) && d.tree_asleep[t] < 0)
}
