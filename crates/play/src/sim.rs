//! [`Sim`], a model that is simulated and shown: its data, history and view.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrodyn_engine::enums::{ObjType, StateBit, Warning};
use ferrodyn_engine::hooks::{Clock, Interrupt};
use ferrodyn_engine::ids::{TimerId, WarningId};
use ferrodyn_engine::state::{get_state, reset_keyframe, set_state, state_size};
use ferrodyn_engine::{Data, Hooks, Model, System, TimerStat, energy, forward, step};
use ferrodyn_scene::{Start, apply_perturb_force, apply_perturb_pose};

use crate::history::History;
use crate::names::name_of;
use crate::pace::Pace;
use crate::text;
use crate::view::View;

/// A pose that the user keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Its name.
    pub name: String,
    /// The state.
    state: Vec<f64>,
    /// The same as MJCF.
    pub xml: String,
}

/// A model, a simulation of it, and how it is seen.
#[derive(Debug)]
pub struct Sim {
    /// The model.
    pub model: Model,
    /// The simulation.
    pub data: Data,
    /// How it is seen.
    pub view: View,
    /// The past of the simulation.
    pub history: History,
    /// Poses that the user keeps.
    pub kept: Vec<Kept>,
    /// Whether energy is computed even if the model does not ask for it.
    pub wants_energy: bool,
    /// Whether moments are kept to go back to.
    keeps_history: bool,
    hooks: Hooks,
    start: Start,
}

/// The parts of the state that a kept pose has.
const KEPT: i32 = StateBit::Integration as i32;

impl Sim {
    /// A simulation of a model from its default pose.
    pub fn new(model: Model) -> Self {
        Self::from(model, Start::Pose)
    }

    /// A simulation of a model from a start; from its default pose if it does not have that keyframe.
    pub fn from(model: Model, start: Start) -> Self {
        let view = View::new(&model);
        Self::with(model, view, start, Hooks { time: Some(clock()), ..Hooks::NONE }, true)
    }

    /// A simulation that pages look at, each with a camera of its own: without a past. At most so many shapes
    /// are shown, and a step ends early once `interrupt` says so.
    pub fn for_pages(model: Model, start: Start, interrupt: Interrupt, most_shapes: usize) -> Self {
        let view = View::without_camera(&model, most_shapes);
        Self::with(model, view, start, Hooks { interrupt: Some(interrupt), ..Hooks::NONE }, false)
    }

    fn with(model: Model, view: View, start: Start, hooks: Hooks, keeps_history: bool) -> Self {
        let mut sim = Self {
            data: Data::new(&model),
            model,
            view,
            history: History::default(),
            kept: Vec::new(),
            wants_energy: false,
            keeps_history,
            hooks,
            start,
        };
        sim.reset();
        sim
    }

    /// A simulation of another version of the model, seen as this one.
    #[must_use]
    pub fn of_next(&self, model: Model) -> Self {
        let (view, start) = (self.view.of_next(&model), self.start.clone());
        let mut next = Self::with(model, view, start, self.hooks.clone(), self.keeps_history);
        next.wants_energy = self.wants_energy;
        next
    }

    /// The model with its hooks.
    pub fn system(&self) -> System<'_> {
        self.model.with(&self.hooks)
    }

    /// Whether the stages of a step are timed one by one.
    pub fn time_stages(&mut self, yes: bool) {
        self.hooks.time_stages = yes;
    }

    /// Timers since the last call.
    pub fn take_timers(&mut self) -> Vec<TimerStat> {
        let timers = self.data.timer.to_vec();
        self.data.timer.fill(TimerStat::default());
        timers
    }

    /// Computes what follows from the state, and what to draw.
    pub fn refresh(&mut self) {
        let Self { model, data, hooks, .. } = self;
        forward(&model.with(hooks), data);
        self.redraw();
    }

    /// Updates the scene from the data.
    pub fn redraw(&mut self) {
        let Self { model, data, hooks, view, .. } = self;
        // the scene was made for this model, and a camera that is gone is replaced
        let _ = view.refresh(&model.with(hooks), data);
    }

    fn start_anew(&mut self) {
        self.refresh();
        self.history.clear();
        self.remember();
    }

    /// Adds the present to the history.
    fn remember(&mut self) {
        if self.keeps_history {
            self.history.push(&self.model, &self.data);
        }
    }

    /// Back to the start.
    pub fn reset(&mut self) {
        let Self { model, data, hooks, start, .. } = self;
        start.reset(&model.with(hooks), data);
        self.start_anew();
    }

    /// To a keyframe of the model.
    pub fn load_key(&mut self, key: usize) {
        let Self { model, data, hooks, .. } = self;
        reset_keyframe(&model.with(hooks), data, key as i32);
        self.start_anew();
    }

    /// Keeps the present pose.
    pub fn keep(&mut self) {
        let Ok(size) = state_size(&self.model, KEPT) else { return };
        let mut state = vec![0.0; size];
        if get_state(&self.model, &self.data, &mut state, KEPT).is_ok() {
            let name = format!("kept {}", self.kept.len() + 1);
            let xml = text::key(&self.model, &self.data, &name);
            self.kept.push(Kept { name, state, xml });
        }
    }

    /// To a pose that was kept.
    pub fn load_kept(&mut self, index: usize) {
        if let Some(kept) = self.kept.get(index)
            && set_state(&self.model, &mut self.data, &kept.state, KEPT).is_ok()
        {
            self.start_anew();
        }
    }

    /// One step, with the selected body pulled at.
    pub fn step(&mut self) {
        let Self { model, data, hooks, view, .. } = self;
        data.xfrc_applied.fill([0.0; 6]);
        apply_perturb_pose(model, data, &view.perturb, false);
        apply_perturb_force(model, data, &view.perturb);
        step(&model.with(hooks), data);
        if self.wants_energy {
            energy::pos(model, data);
            energy::vel(model, data);
        }
        self.remember();
    }

    /// As many steps as are due, as long as there is time for them; returns the time that was
    /// simulated.
    pub fn advance(&mut self, pace: &mut Pace, budget: Duration) -> f64 {
        let (start, mut simulated) = (Instant::now(), 0.0);
        while pace.take(self.model.opt.timestep) {
            self.step();
            simulated += self.model.opt.timestep;
            if start.elapsed() > budget {
                break;
            }
        }
        simulated
    }

    /// Puts the selected body where the mouse wants it, while time stands still.
    pub fn pose_paused(&mut self) {
        if self.view.perturb.active != 0 {
            let Self { model, data, view, .. } = self;
            apply_perturb_pose(model, data, &view.perturb, true);
            self.refresh();
        }
    }

    /// Goes to a moment of the history.
    pub fn scrub(&mut self, position: usize) {
        if self.history.show(&self.model, &mut self.data, position) {
            self.refresh();
        }
    }

    /// Goes one moment back.
    pub fn step_back(&mut self) {
        if let Some(position) = self.history.position().checked_sub(1) {
            self.scrub(position);
        }
    }

    /// Goes one moment on: through the history to its end, then by a step.
    pub fn step_forward(&mut self) {
        if self.history.is_past() {
            self.scrub(self.history.position() + 1);
        } else {
            self.step();
            self.redraw();
        }
    }

    /// Selects the parent of the selected body.
    pub fn select_parent(&mut self) {
        if let Some(body) = self.view.selected(&self.model) {
            let parent = usize::try_from(self.model.body_parentid[body].raw()).unwrap_or(0);
            self.view.select_body(&self.model, parent);
        }
    }

    /// Warnings that were raised, each with its text and how often.
    pub fn warnings(&self) -> Vec<(String, i32)> {
        let of = |&warning: &Warning| (warning, self.data.warning[WarningId(warning as usize)]);
        let raised = Warning::ALL.iter().map(of).filter(|(_, stat)| stat.number > 0);
        raised.map(|(warning, stat)| (warning.text(stat.lastinfo as u64), stat.number)).collect()
    }

    /// What is called so in the model: the name of an object, or its kind and number.
    pub fn name(&self, kind: ObjType, id: usize) -> String {
        name_of(&self.model, kind, id)
    }

    /// Mean time of a part of a step in a list of timers; us.
    pub fn mean(timers: &[TimerStat], timer: TimerId) -> f64 {
        timers.get(timer.0).map_or(0.0, |t| t.duration / f64::from(t.number.max(1)))
    }
}

/// A clock for timers; us.
fn clock() -> Clock {
    let start = Instant::now();
    Arc::new(move |_, _| start.elapsed().as_secs_f64() * 1e6)
}

#[cfg(test)]
mod tests;
