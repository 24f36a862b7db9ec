//! Stages of the pipeline as data: name, timer, scope, and the fields that a stage reads and writes.
//!
//! | reads |
//! |---|
//! | `actuator_trntype`, `opt.enableflags`, `opt.solver` |
//!
//! A stage is declared beside its function by `stage!`; the order of stages is in `pipeline.rs`. Two tests compare
//! declarations with the stages: `tests/fields` with the text of the functions, `ferrodyn/tests/it/stages.rs` with what they
//! read and write when they run.

use crate::data::{Data, DataOf, Lanes};
use crate::enums::{EnableBit, Solver, Timer, TrnType};
use crate::hooks::System;
use crate::model::Model;
use crate::model::facts::is_dual;

/// A stage, for data of the numbers `N`.
#[derive(Debug)]
pub struct StageOf<N: Lanes> {
    /// Its name, that of the constant.
    pub name: &'static str,
    /// The file of its function.
    pub file: &'static str,
    /// The timer that counts its time; where timers are nested, the innermost.
    pub timer: Timer,
    /// The fields of the model that it reads.
    pub model: &'static [&'static str],
    /// The fields of the data that it reads, each list with the condition under which it reads them.
    pub reads: &'static [(When, &'static [&'static str])],
    /// The fields of the data that it writes.
    pub writes: &'static [&'static str],
    /// Its function.
    pub run: Run<N>,
}

/// The function of a stage, by the data that it takes.
#[derive(Clone, Copy, Debug)]
pub enum Run<N: Lanes> {
    /// For several simulations at once, in lanes.
    Lanes(fn(&System<'_>, &mut DataOf<N>)),
    /// For each simulation by itself.
    Each(fn(&System<'_>, &mut Data)),
    /// As `Each`, but left out by inverse dynamics, which wakes no trees and solves for no forces.
    Forward(fn(&System<'_>, &mut Data)),
}

impl StageOf<f64> {
    /// The function, for the data of a single simulation.
    pub(crate) fn function(&self) -> fn(&System<'_>, &mut Data) {
        let (Run::Lanes(run) | Run::Each(run) | Run::Forward(run)) = self.run;
        run
    }
}

impl<N: Lanes> StageOf<N> {
    /// The fields of the data that it reads for a model.
    pub fn reads(&self, m: &Model) -> impl Iterator<Item = &'static str> {
        let now = self.reads.iter().filter(|(when, _)| when.holds(m));
        now.flat_map(|(_, fields)| fields.iter().copied())
    }
}

/// When a stage reads some fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum When {
    /// In every step.
    Always,
    /// If there are equality constraints.
    Equalities,
    /// If a solver takes the factor of the inertia matrix: every one but Newton's.
    Factor,
    /// If the energy is asked for.
    Energy,
    /// If there are flexes.
    Flexes,
    /// If trees sleep.
    Sleep,
    /// If actuators adhere.
    Adhesion,
    /// If pairs of geoms that may touch have to be searched for.
    Search,
}

impl When {
    /// All conditions, in the order of their declaration.
    pub const ALL: [Self; 8] = [
        Self::Always,
        Self::Equalities,
        Self::Factor,
        Self::Energy,
        Self::Flexes,
        Self::Sleep,
        Self::Adhesion,
        Self::Search,
    ];

    /// Whether the condition holds for a model.
    pub fn holds(self, m: &Model) -> bool {
        match self {
            Self::Always | Self::Search => true,
            Self::Equalities => m.neq > 0,
            Self::Factor => is_dual(m) || m.opt.solver() == Some(Solver::Cg),
            Self::Energy => m.opt.enabled(EnableBit::Energy),
            Self::Flexes => m.nflex > 0,
            Self::Adhesion => m.actuator_trntype.raw().contains(&(TrnType::Body as i32)),
            Self::Sleep => m.opt.enabled(EnableBit::Sleep),
        }
    }
}

/// The parts of a step that are measured, with their names, each below what it is a part of and as deep as it is
/// inside others.
#[doc(alias = "mjTIMERSTRING")]
pub const TIMERS: [(Timer, &str, usize); Timer::COUNT] = [
    (Timer::Step, "step", 0),
    (Timer::Forward, "forward", 1),
    (Timer::Position, "position", 2),
    (Timer::PosKinematics, "kinematics", 3),
    (Timer::PosInertia, "inertia", 3),
    (Timer::PosCollision, "collision", 3),
    (Timer::ColBroad, "broadphase", 4),
    (Timer::ColNarrow, "narrowphase", 4),
    (Timer::PosMake, "make", 3),
    (Timer::PosProject, "project", 3),
    (Timer::Velocity, "velocity", 2),
    (Timer::Actuation, "actuation", 2),
    (Timer::Constraint, "constraint", 2),
    (Timer::Advance, "advance", 1),
    (Timer::Inverse, "inverse", 1),
];

/// Declares a stage beside its function:
///
/// ```text
/// stage! {
///     /// Centers of mass of subtrees, inertias and motion axes about them.
///     COM_POS = Lanes(com_pos), PosKinematics;
///     model { body_mass body_subtreemass body_inertia }
///     reads { xipos ximat xmat xanchor xaxis }
///     reads when Sleep { body_awake }
///     writes { subtree_com cinert cdof }
/// }
/// ```
///
/// It becomes the constant
///
/// ```text
/// impl<N: Lanes> StageOf<N> {
///     pub const COM_POS: Self = Self {
///         name: "COM_POS",
///         file: file!(),
///         timer: Timer::PosKinematics,
///         model: &["body_mass", "body_subtreemass", "body_inertia"],
///         reads: &[
///             (When::Always, &["xipos", "ximat", "xmat", "xanchor", "xaxis"]),
///             (When::Sleep, &["body_awake"]),
///         ],
///         writes: &["subtree_com", "cinert", "cdof"],
///         run: Run::Lanes(|m, d| com_pos(m, d)),
///     };
/// }
/// ```
///
/// and an unused function that accesses each field, so that the name of a field that does not exist is an error.
macro_rules! stage {
    (
        $(#[$doc:meta])*
        $stage:ident = $scope:ident($function:expr), $timer:ident;
        $(model { $($($model:ident).+)* })?
        $(reads { $($read:ident)* })?
        $(reads when $when:ident { $($sometimes:ident)* })*
        writes { $($written:ident)* }
    ) => {
        impl<N: $crate::data::Lanes> $crate::stage::StageOf<N> {
            $(#[$doc])*
            pub const $stage: Self = Self {
                name: stringify!($stage),
                file: file!(),
                timer: $crate::enums::Timer::$timer,
                model: &[$($(stringify!($($model).+)),*)?],
                reads: &[
                    $(($crate::stage::When::Always, &[$(stringify!($read)),*]),)?
                    $(($crate::stage::When::$when, &[$(stringify!($sometimes)),*])),*
                ],
                writes: &[$(stringify!($written)),*],
                run: $crate::stage::Run::$scope(|m, d| $function(m, d)),
            };
        }
        const _: fn(&$crate::model::Model, &$crate::data::Data) = |_m, _d| {
            $($(let _ = &_m$(.$model)+;)*)?
            $($(let _ = &_d.$read;)*)?
            $($(let _ = &_d.$sometimes;)*)*
            $(let _ = &_d.$written;)*
        };
    };
}
pub(crate) use stage;

#[test]
fn every_timer_is_listed_once() {
    let mut timers = TIMERS.map(|(timer, ..)| timer);
    timers.sort_unstable();
    assert_eq!(timers, Timer::ALL);
}
