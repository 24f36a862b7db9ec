//! Copies out of the lanes exactly the fields that contacts, constraints, sensors and the caller will read.
//!
//! | reads | writes |
//! |---|---|
//! | `eq_active`, `time`, `opt.enableflags`, `opt.solver` | `eq_active`, `time` |

use super::stepper::{OF_THE_SIZE, STATE, Wanted};
use crate::collision::Near;
use crate::data::{Apart, Data, DataOf, Entries};
use crate::enums::{EnableBit, Solver};
use crate::fields::{DType, FieldInfo, Stage, Table};
use crate::math::Pack;
use crate::model::Model;
use crate::model::facts::is_dual;
use crate::state::set_state;

/// Fields that limits, contacts and solvers read in every step.
const FOR_CONTACTS: [&str; 10] = [
    "qpos",
    "qvel",
    "qacc_warmstart",
    "subtree_com",
    "cdof",
    "ten_J",
    "ten_length",
    "M",
    "qfrc_smooth",
    "qacc_smooth",
];

/// Fields of geoms that contacts read; often only those of geoms that may touch.
const OF_GEOMS: [&str; 2] = ["geom_xpos", "geom_xmat"];

/// Fields that solvers other than Newton's read: the factor of the inertia matrix.
const FACTOR: [&str; 2] = ["qLD", "qLDiagInv"];

/// Inertial frames: bounding volume hierarchies are placed in them, and the potential energy is that of their origins.
const INERTIAL: [&str; 2] = ["xipos", "ximat"];

/// Fields that equalities and sensors read besides those above.
const FOR_EQUALITIES: [&str; 9] =
    ["xpos", "xquat", "xmat", "xanchor", "xaxis", "site_xpos", "site_xmat", "cdof_dot", "cvel"];

/// Fields that sensors, and forces and momenta of bodies, read besides all of those above.
const FOR_SENSORS: [&str; 10] = [
    "act",
    "act_dot",
    "cinert",
    "cam_xpos",
    "cam_xmat",
    "ten_velocity",
    "actuator_length",
    "actuator_velocity",
    "actuator_force",
    "qfrc_actuator",
];

/// Whether a field is not copied from lanes: integers of smooth stages, what integration computes besides
/// the state, and moments, whose places differ where they are zero in one lane and not in another.
pub(super) fn is_left_out(info: &FieldInfo) -> bool {
    let smooth = matches!(
        info.by,
        Stage::Kinematics | Stage::Tendon | Stage::Transmission | Stage::Integrate | Stage::Passive
    );
    let state = ["qacc_warmstart", "time"].contains(&info.name);
    info.name == "actuator_moment"
        || (smooth && !state && info.dtype != DType::F64)
        || (info.by == Stage::Integrate && !state)
}

/// The copy of one block of lanes: which fields it has now, and their values.
#[derive(Debug)]
pub(super) struct Handover<const L: usize> {
    needs: Needs,
    /// Whether a contact has ever depended on a pose that is not copied by default. From then on all are.
    was_in_doubt: bool,
    /// The choice of fields that `apart` was made for.
    now: Now,
    apart: Apart<L>,
}

/// The needs of model and caller, which stay the same from step to step.
#[derive(Debug)]
struct Needs {
    /// Fields that the caller reads after a step.
    looked_at: Vec<&'static str>,
    /// Whether the model has sensors, or the caller reads forces or momenta of bodies.
    senses: bool,
    /// Whether inputs are read that are in the state and not in the lanes.
    whole_state: bool,
}

/// The needs that depend on the options and on how contacts are searched in this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Now {
    factor: bool,
    inertial: bool,
    all_geoms: bool,
}

impl<const L: usize> Handover<L> {
    pub(super) fn new(
        m: &Model,
        lanes: &DataOf<Pack<L>>,
        near: &Near<L>,
        wanted: Wanted<'_>,
    ) -> Self {
        let needs = Needs::new(m, wanted);
        let now = needs.now(m, near, true);
        Self { apart: needs.apart(m, lanes, near, now), needs, was_in_doubt: false, now }
    }

    /// Copies the fields of all lanes. `known` says whether the near pairs were found in lanes: otherwise each
    /// simulation searches for itself, which takes the poses of all geoms.
    pub(super) fn take(&mut self, m: &Model, lanes: &DataOf<Pack<L>>, near: &Near<L>, known: bool) {
        let now = self.needs.now(m, near, known && !self.was_in_doubt);
        if self.now != now {
            self.now = now;
            self.apart = self.needs.apart(m, lanes, near, now);
        }
        self.apart.take(lanes);
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
        self.apart.give(lane, d);
        let work = &mut d.workspace.collision;
        (work.is_partial, work.is_in_doubt) = (!self.now.inertial || !self.now.all_geoms, false);
    }

    /// Ends the use of incomplete poses once contacts have been found. Returns whether a contact could only be
    /// decided by a pose that was not copied: then the step is to be repeated alone, and later steps copy all.
    pub(super) fn end(&mut self, d: &mut Data) -> bool {
        let work = &mut d.workspace.collision;
        work.is_partial = false;
        self.was_in_doubt |= work.is_in_doubt;
        work.is_in_doubt
    }
}

impl Needs {
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

    /// The needs of this step. `known` says whether contacts are searched among near pairs only.
    fn now<const L: usize>(&self, m: &Model, near: &Near<L>, known: bool) -> Now {
        let energy = m.opt.enabled(EnableBit::Energy);
        Now {
            factor: is_dual(m) || m.opt.solver() == Some(Solver::Cg),
            inertial: self.senses || energy || !known || near.has_trees(),
            all_geoms: self.senses || !known,
        }
    }

    /// Memory for the fields to copy.
    fn apart<const L: usize>(
        &self,
        m: &Model,
        lanes: &DataOf<Pack<L>>,
        near: &Near<L>,
        now: Now,
    ) -> Apart<L> {
        let geoms = near.geoms(m);
        Apart::new(lanes, |info| {
            let name = info.name;
            let is_read = FOR_CONTACTS.contains(&name)
                || (now.factor && FACTOR.contains(&name))
                || (now.inertial && INERTIAL.contains(&name))
                || (now.all_geoms && OF_GEOMS.contains(&name))
                || ((self.senses || m.neq > 0) && FOR_EQUALITIES.contains(&name))
                || (self.senses && FOR_SENSORS.contains(&name))
                || self.looked_at.contains(&name);
            match is_read {
                true => Entries::All,
                false if OF_GEOMS.contains(&name) => Entries::Of(&geoms, m.ngeom),
                false => Entries::None,
            }
        })
    }
}
