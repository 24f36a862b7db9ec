//! Fields that are computed by running the dynamics of the model: constants at the default pose, spring-dampers,
//! length ranges.

use ferrodyn_engine::enums::{DisableBit, EnableBit, SleepPolicy};
use ferrodyn_engine::ids::{ActuatorId, JointId};
use ferrodyn_engine::reset::kept_awake;
use ferrodyn_engine::set_const::{
    ConstError, LengthRangeOptions, set_const_until, set_length_range, set_spring_damper,
};
use ferrodyn_engine::{Data, Hooks, Model};

use super::super::order::Order;
use super::super::work::Work;
use super::super::{Failed, Objects, fail, out_of_time};
use crate::error::{LoadError, Problem, ProblemKind};
use crate::spec::LengthRange;

/// Flags that are disabled in the simulations that find length ranges.
const WITHOUT: [DisableBit; 6] = [
    DisableBit::FrictionLoss,
    DisableBit::Contact,
    DisableBit::Spring,
    DisableBit::Damper,
    DisableBit::Gravity,
    DisableBit::Actuation,
];

/// Runs the dynamics of the model that has been filled so far, and fills the rest.
pub(super) fn fill(
    m: &mut Model,
    work: &Work<'_>,
    order: &Order,
    objects: &Objects<'_>,
) -> Result<(), LoadError> {
    // nothing sleeps before the model is complete
    let enableflags = m.opt.enableflags;
    m.opt.enableflags &= !(EnableBit::Sleep as i32);
    let mut d = Data::new(m);
    set_const_until(m, &mut d, &|| work.clock.is_over()).map_err(|error| match error {
        ConstError::Stopped => out_of_time(&work.clock),
        error => Problem::new(ProblemKind::Compile, error.to_string()),
    })?;
    spring_dampers(m, work, order);
    let result = length_ranges(m, &mut d, work, objects);
    m.opt.enableflags = enableflags;
    result?;
    initial_sleep(m, work, order)
}

/// Whether the trees that are to start asleep can: none of them may touch one that is awake.
fn initial_sleep(m: &Model, work: &Work<'_>, order: &Order) -> Result<(), LoadError> {
    let asked = m.tree_sleep_policy.raw().contains(&(SleepPolicy::Init as i32));
    if !asked || !m.opt.enabled(EnableBit::Sleep) {
        return Ok(());
    }
    let Some(tree) = kept_awake(m, &Data::new(m)) else {
        return Ok(());
    };
    let body = work.bodies[order.bodies.order[m.tree_bodyadr[tree].raw() as usize]].spec;
    let mut failed = Failed::default();
    let message = "cannot start asleep: the body or one below it touches what is awake";
    failed.note("body", &body.name, &body.origin, fail(message));
    Err(LoadError::from_problems(failed.problems))
}

/// Springs and dampers of joints that say how to respond.
fn spring_dampers(m: &mut Model, work: &Work<'_>, order: &Order) {
    for (i, &j) in order.joints.order.iter().enumerate() {
        let [timeconst, dampratio] = work.joints[j].spec.springdamper;
        if timeconst > 0.0 && dampratio > 0.0 {
            set_spring_damper(m, JointId(i), timeconst, dampratio);
        }
    }
}

/// Length ranges of actuators that need one.
fn length_ranges(
    m: &mut Model,
    d: &mut Data,
    work: &Work<'_>,
    objects: &Objects<'_>,
) -> Result<(), LoadError> {
    let options = length_range_options(&work.spec.compiler.lengthrange);
    let opt = m.opt.clone();
    m.opt.disableflags = WITHOUT.iter().fold(0, |bits, &bit| bits | bit as i32);
    if options.timestep > 0.0 {
        m.opt.timestep = options.timestep;
    }
    let mut failed = Failed::default();
    for (i, actuator) in objects.actuators.iter().enumerate() {
        let asked = options.applies_to(m, ActuatorId(i));
        if asked && (work.clock.is_over() || !may_simulate(m, &options, work)) {
            m.opt = opt;
            return Err(out_of_time(&work.clock).into());
        }
        if let Err(error) = set_length_range(m, &Hooks::NONE, d, ActuatorId(i), &options) {
            let spec = actuator.spec;
            failed.note("actuator", &spec.name, &spec.origin, fail(error.to_string()));
        }
    }
    m.opt = opt;
    failed.into_result()
}

/// Steps after which the simulation for one side of a range is given up.
const MAX_STEPS: f64 = 1e5;

/// Iterations of a solver in a second, at the very most.
const ITERATIONS: f64 = 1e8;

/// Whether the simulation of one length range can end within the time there is: the clock is not
/// looked at while a solver iterates.
fn may_simulate(m: &Model, options: &LengthRangeOptions, work: &Work<'_>) -> bool {
    let steps = (2.0 * options.inttotal / m.opt.timestep).min(2.0 * MAX_STEPS);
    let iterations = f64::from(m.opt.iterations) + f64::from(m.opt.noslip_iterations);
    work.clock.seconds().is_none_or(|seconds| steps * iterations <= ITERATIONS * seconds)
}

fn length_range_options(spec: &LengthRange) -> LengthRangeOptions {
    LengthRangeOptions {
        mode: spec.mode,
        useexisting: spec.useexisting,
        uselimit: spec.uselimit,
        accel: spec.accel,
        maxforce: spec.maxforce,
        timeconst: spec.timeconst,
        timestep: spec.timestep,
        inttotal: spec.inttotal,
        interval: spec.interval,
        tolrange: spec.tolrange,
    }
}
