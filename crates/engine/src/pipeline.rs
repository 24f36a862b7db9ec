//! The pipeline: the order of the stages, and the ways to run them.
//!
//! | reads | writes |
//! |---|---|
//! | `opt.disableflags` | `flg_energypos`, `flg_energyvel` |
//! | | `flg_subtreevel`, `flg_rnepost` |
//!
//! Forward dynamics is four lists of stages, one for each [`Part`]. The halves of a step, inverse dynamics and batches run
//! some stages of the same lists. What a stage reads and writes is declared beside its function, see [`StageOf`].

use crate::collision::{self, CandidatePair};
use crate::data::{Data, DataOf, Lanes};
use crate::enums::{DisableBit, Timer};
use crate::hooks::System;
use crate::hooks::stopwatch::Stopwatch;
use crate::model::Model;
use crate::sleep;
use crate::stage::{Run, StageOf, stage};

/// A part of the pipeline: stages that run one after the other, then the sensors and the energy that they make known.
#[derive(Debug)]
pub struct Part<N: Lanes> {
    /// Its stages in their order.
    pub stages: &'static [StageOf<N>],
    /// The stage that reads the sensors of this part.
    pub sensors: &'static [StageOf<N>],
    /// The stage that computes the energy of this part.
    pub energy: &'static [StageOf<N>],
    /// Clears the flags of quantities that sensors had computed for an older state.
    forget: fn(&mut DataOf<N>),
    /// The timer of the whole part, if it has one.
    timer: Option<Timer>,
}

impl<N: Lanes> Part<N> {
    /// What depends on positions: poses, inertia, contacts, rows of constraints.
    pub const POSITION: Self = Self {
        stages: &[
            // poses: qpos -> xpos, xquat, geom_xpos, site_xpos, ten_length
            StageOf::KINEMATICS,
            StageOf::COM_POS,
            StageOf::CAM_LIGHT,
            StageOf::FLEX,
            StageOf::TENDON,
            StageOf::WAKE_BY_TENDON,
            // inertia: M = L' D L
            StageOf::MAKE_M,
            StageOf::FACTOR_M,
            // contacts: geom_xpos -> contact
            StageOf::COLLISION,
            StageOf::WAKE_BY_CONTACT,
            StageOf::WAKE_BY_EQUALITY,
            // constraints: contact -> efc_J, efc_pos, efc_D
            StageOf::MAKE_CONSTRAINT,
            StageOf::ISLAND,
            // actuators: -> actuator_length, actuator_moment
            StageOf::TRANSMISSION,
            // inverse inertia of constraints: -> efc_AR
            StageOf::PROJECT_CONSTRAINT,
        ],
        sensors: &[StageOf::SENSOR_POS],
        energy: &[StageOf::ENERGY_POS],
        forget: |d| d.flg_energypos = 0,
        timer: Some(Timer::Position),
    };

    /// What also depends on velocities: damping, bias forces, references of constraints.
    pub const VELOCITY: Self = Self {
        stages: &[
            StageOf::FLEX_VELOCITY,
            StageOf::TENDON_VELOCITY,
            StageOf::ACTUATOR_VELOCITY,
            StageOf::COM_VEL,
            StageOf::PASSIVE,
            StageOf::PASSIVE_HOOKS,
            StageOf::REFERENCE_CONSTRAINT,
            // Coriolis, centrifugal and gravity forces: -> qfrc_bias
            StageOf::BIAS,
        ],
        sensors: &[StageOf::SENSOR_VEL],
        energy: &[StageOf::ENERGY_VEL],
        forget: |d| (d.flg_subtreevel, d.flg_energyvel) = (0, 0),
        timer: None,
    };

    /// What also depends on controls: forces of actuators.
    pub const FORCE: Self = Self::plain(&[StageOf::ACTUATION], &[]);

    /// What also depends on forces: accelerations without constraints, then the solver.
    pub const ACCELERATION: Self =
        Self::plain(&[StageOf::FWD_ACCELERATION, StageOf::FWD_CONSTRAINT], &[StageOf::SENSOR_ACC]);

    /// All parts in their order.
    pub const ALL: [Self; 4] = [Self::POSITION, Self::VELOCITY, Self::FORCE, Self::ACCELERATION];

    const fn plain(stages: &'static [StageOf<N>], sensors: &'static [StageOf<N>]) -> Self {
        Self { stages, sensors, energy: &[], forget: |_| (), timer: None }
    }
}

impl Part<f64> {
    /// Runs its stages and counts their time; sensors are not read.
    pub(crate) fn run(&self, m: &System<'_>, d: &mut Data) {
        self.run_those(m, d, |_| true);
    }

    /// As [`run`](Self::run), for inverse dynamics.
    pub(crate) fn run_inverse(&self, m: &System<'_>, d: &mut Data) {
        self.run_those(m, d, |stage| !matches!(stage.run, Run::Forward(_)));
    }

    /// Runs the stages for which `are_run` is true, and counts their time.
    pub(crate) fn run_those(
        &self,
        m: &System<'_>,
        d: &mut Data,
        are_run: fn(&StageOf<f64>) -> bool,
    ) {
        (self.forget)(d);
        let mut whole = Stopwatch::start_stage(m, d);
        let mut watch = Stopwatch::start_stage(m, d);
        let mut counted = [false; Timer::COUNT];
        let mut stages = self.stages.iter().filter(|stage| are_run(stage)).peekable();
        while let Some(stage) = stages.next() {
            stage.function()(m, d);
            if !is_measured(m, stage.timer) {
                watch.restart(m, d);
            } else if stages.peek().is_none_or(|next| next.timer != stage.timer) {
                // the second run of a timer adds time, but no call
                let is_counted = &mut counted[stage.timer as usize];
                if *is_counted {
                    watch.add(m, d, stage.timer);
                } else {
                    watch.lap(m, d, stage.timer);
                }
                *is_counted = true;
            }
        }
        if let Some(timer) = self.timer {
            whole.lap(m, d, timer);
        }
    }

    /// Reads sensors unless they are skipped, and computes the energy.
    pub(crate) fn sense(&self, m: &System<'_>, d: &mut Data, skip_sensors: bool) {
        let sensors = if skip_sensors { &[] } else { self.sensors };
        sensors.iter().chain(self.energy).for_each(|stage| stage.function()(m, d));
    }

    /// [`run`](Self::run) and [`sense`](Self::sense).
    pub(crate) fn run_and_sense(&self, m: &System<'_>, d: &mut Data, skip_sensors: bool) {
        self.run(m, d);
        self.sense(m, d, skip_sensors);
    }
}

/// Whether [`Part::run_those`] counts the time of stages with a timer. Collision detection counts its own; actuation counts
/// only if there are actuators; other stages of [`Timer::Forward`] have no timer but that of the whole.
fn is_measured(m: &Model, timer: Timer) -> bool {
    match timer {
        Timer::Forward | Timer::PosCollision => false,
        Timer::Actuation => m.nu > 0 && !m.opt.disabled(DisableBit::Actuation),
        _ => true,
    }
}

/// Runs the stages of forward dynamics that work in lanes, for all simulations of `d` at once. The other stages follow for
/// each simulation by itself in `constrain`.
pub fn forward_lanes<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>) {
    for stage in Part::<N>::ALL.iter().flat_map(|part| part.stages) {
        if let Run::Lanes(run) = stage.run {
            run(m, d);
        }
    }
}

/// The first stages of [`Part::POSITION`]: poses, centers of mass, flexes and tendons.
pub(crate) fn kinematics<N: Lanes>() -> impl Iterator<Item = &'static StageOf<N>> {
    let stages = const { Part::<N>::POSITION.stages };
    stages.iter().take_while(|stage| stage.timer == Timer::PosKinematics)
}

/// The stages of [`kinematics`] that simulations go through in lanes.
pub(crate) fn kinematics_lanes<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>) {
    for stage in kinematics::<N>() {
        if let Run::Lanes(run) = stage.run {
            run(m, d);
        }
    }
}

/// Runs the stages of forward dynamics that [`forward_lanes`] has left out. Pairs of geoms that may touch are searched for
/// unless they are `known`.
pub(crate) fn constrain(
    m: &System<'_>,
    d: &mut Data,
    known: Option<&[CandidatePair]>,
    skip_sensors: bool,
) {
    d.flg_rnepost = 0;
    for part in &Part::<f64>::ALL {
        (part.forget)(d);
        for stage in part.stages {
            match stage.run {
                Run::Lanes(_) => {}
                Run::Each(_) if stage.timer == Timer::PosCollision => {
                    collision::collide_near(m, d, known);
                }
                Run::Each(run) | Run::Forward(run) => run(m, d),
            }
        }
        part.sense(m, d, skip_sensors);
    }
}

stage! {
    /// Tendons that are pulled wake trees.
    WAKE_BY_TENDON = Forward(wake_by_tendon), PosKinematics;
    reads when Sleep { ten_length }
    writes { tree_asleep }
}

fn wake_by_tendon(m: &Model, d: &mut Data) {
    if sleep::wake_tendon(m, d) > 0 {
        sleep::update(m, d);
    }
}

stage! {
    /// Contacts wake trees, and the contacts of these are then found, too.
    WAKE_BY_CONTACT = Forward(wake_by_contact), Forward;
    reads when Sleep { contact }
    writes { tree_asleep contact }
}

fn wake_by_contact(m: &System<'_>, d: &mut Data) {
    if sleep::wake_collision(m, d) > 0 {
        sleep::update(m, d);
        collision::collide(m, d);
    }
}

stage! {
    /// Equalities wake trees.
    WAKE_BY_EQUALITY = Forward(wake_by_equality), Forward;
    reads when Sleep { eq_active }
    writes { tree_asleep }
}

fn wake_by_equality(m: &Model, d: &mut Data) {
    if sleep::wake_equality(m, d) > 0 {
        sleep::update(m, d);
    }
}
