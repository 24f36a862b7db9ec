//! Copies out of the lanes exactly the fields that contacts, constraints, sensors and the caller will read. Which they
//! are follows from what stages declare: written by one in lanes, and read by one that each simulation goes through
//! by itself.
//!
//! | reads | writes |
//! |---|---|
//! | `eq_active`, `time` | `eq_active`, `time` |

use super::stepper::{OF_THE_SIZE, STATE, Wanted};
use crate::collision::CandidatePairs;
use crate::data::{Data, DataOf, Entries, LaneCopy};
use crate::enums::Timer;
use crate::fields::{DType, FieldInfo, Stage, Table};
use crate::math::Pack;
use crate::model::Model;
use crate::pipeline::Part;
use crate::stage::{Run, StageOf, When};
use crate::state::set_state;

/// The stages that each simulation goes through by itself.
fn copy(senses: bool) -> impl Iterator<Item = &'static StageOf<f64>> + Clone {
    let of_part = move |part: &'static Part<f64>| {
        let sensors = if senses { part.sensors } else { &[] };
        part.stages.iter().chain(sensors).chain(part.energy)
    };
    let stages = const { &Part::<f64>::ALL }.iter().flat_map(of_part);
    stages.filter(|stage| !matches!(stage.run, Run::Lanes(_)))
}

/// Whether stages compute a field in lanes.
fn is_written_in_lanes(name: &str) -> bool {
    let stages = const { &Part::<f64>::ALL }.iter().flat_map(|part| part.stages);
    let mut lanes = stages.filter(|stage| matches!(stage.run, Run::Lanes(_)));
    lanes.any(|stage| stage.writes.contains(&name))
}

/// Whether a field is not copied from lanes: integers of stages, what integration computes besides
/// the state, and moments, whose places differ where they are zero in one lane and not in another.
pub(super) fn is_left_out(info: &FieldInfo) -> bool {
    info.name == "actuator_moment"
        || (info.dtype != DType::F64 && is_written_in_lanes(info.name))
        || (info.by == Stage::Integrate && !["qacc_warmstart", "time"].contains(&info.name))
}

/// The copy of one block of lanes: which fields it has now, and their values.
#[derive(Debug)]
pub(super) struct Handover<const L: usize> {
    needs: Requirements,
    /// Whether a contact has ever depended on a pose that is not copied by default. From then on all are.
    needed_all_poses: bool,
    /// When stages read, and whether what is near was found, the last time.
    now: (StepFields, bool),
    copy: LaneCopy<L>,
}

/// The needs of model and caller, which stay the same from step to step.
#[derive(Debug)]
struct Requirements {
    /// Fields that the caller reads after a step.
    looked_at: Vec<&'static str>,
    /// Whether the model has sensors, or the caller reads forces or momenta of bodies.
    senses: bool,
    /// Whether inputs are read that are in the state and not in the lanes.
    whole_state: bool,
}

/// When stages read in this step, by [`When`].
type StepFields = [bool; When::ALL.len()];

impl<const L: usize> Handover<L> {
    pub(super) fn new(
        m: &Model,
        lanes: &DataOf<Pack<L>>,
        near: &CandidatePairs<L>,
        wanted: Wanted<'_>,
    ) -> Self {
        let needs = Requirements::new(m, wanted);
        let now = (Requirements::now(m, near, true), true);
        Self { copy: needs.copy(m, lanes, near, now), needs, needed_all_poses: false, now }
    }

    /// Copies the fields of all lanes. `known` says whether the candidate pairs were found in lanes: otherwise each
    /// simulation searches for itself, which takes the poses of all geoms.
    pub(super) fn take(
        &mut self,
        m: &Model,
        lanes: &DataOf<Pack<L>>,
        near: &CandidatePairs<L>,
        known: bool,
    ) {
        let known = known && !self.needed_all_poses;
        let now = (Requirements::now(m, near, known), known);
        if self.now != now {
            self.now = now;
            self.copy = self.needs.copy(m, lanes, near, now);
        }
        self.copy.take(lanes);
    }

    /// Writes the fields of one lane to the data of a single simulation. `state` is the state of that lane.
    pub(super) fn give(
        &self,
        m: &Model,
        (lanes, lane): (&DataOf<Pack<L>>, usize),
        state: &[f64],
        d: &mut Data,
    ) {
        let from = &lanes.sims()[lane];
        if self.needs.whole_state {
            set_state(m, d, state, STATE).expect(OF_THE_SIZE);
        } else {
            d.accept(m).expect(OF_THE_SIZE);
            d.eq_active.copy_from_slice(&from.eq_active);
        }
        d.time = from.time;
        self.copy.give(lane, d);
        let work = &mut d.workspace.collision;
        let is_whole = self.needs.senses || !self.now.1;
        (work.poses_incomplete, work.needs_all_poses) = (!is_whole, false);
    }

    /// Ends the use of incomplete poses once contacts have been found. Returns whether a contact could only be
    /// decided by a pose that was not copied: then the step is to be repeated alone, and later steps copy all.
    pub(super) fn end(&mut self, d: &mut Data) -> bool {
        let work = &mut d.workspace.collision;
        work.poses_incomplete = false;
        self.needed_all_poses |= work.needs_all_poses;
        work.needs_all_poses
    }
}

impl Requirements {
    fn new(m: &Model, wanted: Wanted<'_>) -> Self {
        let is_computed =
            |info: &FieldInfo| !matches!(info.by, Stage::State | Stage::Input | Stage::Sensor);
        let looked_at = Data::infos()
            .iter()
            .filter(|info| wanted.has(info.name) && is_computed(info) && !is_left_out(info));
        let bodies = ["cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom"];
        let senses = m.nsensor > 0 || bodies.iter().any(|name| wanted.has(name));
        let whole_state = senses || wanted.is_more_than_sensors();
        Self { looked_at: looked_at.map(|info| info.name).collect(), senses, whole_state }
    }

    /// When stages read in this step; `known` says whether contacts are looked for among what is near only.
    fn now<const L: usize>(m: &Model, near: &CandidatePairs<L>, known: bool) -> StepFields {
        When::ALL.map(|when| match when {
            When::Search => !known || near.has_trees(),
            when => when.holds(m),
        })
    }

    /// Memory for the fields to copy.
    fn copy<const L: usize>(
        &self,
        m: &Model,
        lanes: &DataOf<Pack<L>>,
        near: &CandidatePairs<L>,
        (now, known): (StepFields, bool),
    ) -> LaneCopy<L> {
        let is_read = |stage: &StageOf<f64>, name: &str| {
            let mut reads = stage.reads.iter().filter(|(when, _)| now[*when as usize]);
            reads.any(|(_, names)| names.contains(&name))
        };
        let is_collision = |stage: &&StageOf<f64>| stage.timer == Timer::PosCollision;
        let geoms = near.geoms(m);
        LaneCopy::new(lanes, |info| {
            let name = info.name;
            let is_held = info.by == Stage::State || is_written_in_lanes(name);
            let mut readers = copy(self.senses).filter(|stage| is_held && is_read(stage, name));
            let only_collision = readers.clone().all(|stage| is_collision(&stage));
            match readers.next() {
                _ if self.looked_at.contains(&name) => Entries::All,
                None => Entries::None,
                // contacts are looked for among what is near
                Some(_) if only_collision && known && info.count == "ngeom" => {
                    Entries::Of(&geoms, m.ngeom)
                }
                Some(_) => Entries::All,
            }
        })
    }
}
