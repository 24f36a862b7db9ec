//! Puts slow trees to sleep at the end of a step.
//!
//! | reads | writes |
//! |---|---|
//! | `qvel`, applied forces, islands | `tree_asleep`; of trees that fall asleep `qvel`, `qacc` |
//! | `nefc`, `nisland`, `island_ntree`, `island_itreeadr`, `map_itree2tree`, `tree_dofadr` | |
//! | `tree_dofnum`, `opt.enableflags`, `opt.sleep_tolerance` | |

use super::AWAKE;
use super::wake::at_rest;
use crate::data::Data;
use crate::enums::EnableBit;
use crate::ids::{DofId, IslandId, TreeId};
use crate::model::Model;

/// Counts how long each tree has been slow, and puts to sleep what has been so for long enough:
/// islands of which that is true for every tree, and trees of no island. Returns how many trees fell
/// asleep.
///
/// Their velocities and accelerations become zero; `tree_awake` and the lists stay as they are until
/// [`update`](super::update).
#[doc(alias = "mj_sleep")]
pub fn sleep(m: &Model, d: &mut Data) -> usize {
    // which trees move together is not known
    let unknown = d.nefc > 0 && d.nisland == 0;
    if !m.opt.enabled(EnableBit::Sleep) || unknown {
        return 0;
    }

    // one step closer to sleep, or as far from it as can be
    let tolerance = Some(m.opt.sleep_tolerance).filter(|&tolerance| tolerance != 0.0);
    for t in (0..m.ntree).map(TreeId) {
        let asleep = d.tree_asleep[t];
        if asleep < 0 {
            let slow = at_rest(m, d, t, tolerance);
            d.tree_asleep[t] = if slow { (asleep + 1).min(-1) } else { AWAKE };
        }
    }

    // islands as a whole
    let mut slept = 0;
    let mut rest = 0;
    for i in (0..d.island_ntree.len().min(d.nisland as usize)).map(IslandId) {
        let start = d.island_itreeadr[i] as usize;
        rest = start + d.island_ntree[i] as usize;
        if (start..rest).all(|place| d.tree_asleep[listed(d, place)] == -1) {
            slept += put_to_sleep(m, d, start..rest);
        }
    }

    // trees of no island, listed after the islands
    for place in rest..m.ntree {
        let t = if d.nisland > 0 { listed(d, place) } else { TreeId(place) };
        if d.tree_asleep[t] == -1 {
            d.tree_asleep[t] = t.raw();
            stop(m, d, t);
            slept += 1;
        }
    }
    slept
}

/// The tree at a place of the list of trees by island.
fn listed(d: &Data, place: usize) -> TreeId {
    TreeId(d.map_itree2tree[TreeId(place)] as usize)
}

/// Makes a circle of the trees at these places of the list of trees by island; how many there are.
fn put_to_sleep(m: &Model, d: &mut Data, places: std::ops::Range<usize>) -> usize {
    for place in places.clone() {
        let (t, next) = (listed(d, place), place + 1);
        let next = listed(d, if next == places.end { places.start } else { next });
        d.tree_asleep[t] = next.raw();
        stop(m, d, t);
    }
    places.len()
}

/// Takes velocity and acceleration from a tree.
fn stop(m: &Model, d: &mut Data, t: TreeId) {
    let start = m.tree_dofadr[t].raw() as usize;
    let dofs = DofId(start)..DofId(start + m.tree_dofnum[t] as usize);
    d.qvel[dofs.clone()].fill(0.0);
    d.qacc[dofs].fill(0.0);
}
