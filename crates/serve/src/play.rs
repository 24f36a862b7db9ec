//! Who plays a simulation: wishes in, frames out, in real time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrodyn_engine::Model;
use ferrodyn_play::{Pace, Sim};
use ferrodyn_scene::Start;

use crate::command::{ClientCommand, Command};
use crate::encode::{self, Shapes};
use crate::hub::{Hub, Package, Shot};

/// Time between two frames, and between two while nothing changes.
const FRAME: Duration = Duration::from_micros(33_333);
const STILL: Duration = Duration::from_millis(500);

/// Time that steps may take before somebody else gets a word in.
const BUDGET: Duration = Duration::from_millis(20);

/// How often the clock is looked at while time goes on.
const TICK: Duration = Duration::from_millis(4);

/// Shapes that are shown at most.
const MOST_SHAPES: usize = 20_000;

/// Steps that can be asked for at once at most.
const MOST_STEPS: u32 = 1000;

/// A simulation and its clock; its frames go to a hub.
#[derive(Debug)]
pub(crate) struct Player {
    hub: Arc<Hub>,
    start: Start,
    pace: Pace,
    sim: Option<Sim>,
    /// Who pulls.
    puller: Option<u64>,
    shapes: Shapes,
    model: u32,
    frame: u32,
    /// Whether something changed since the last frame.
    changed: bool,
    looked: Instant,
    shown: Instant,
}

impl Player {
    pub(crate) fn new(hub: Arc<Hub>, paused: bool, start: Start) -> Self {
        let now = Instant::now();
        Self {
            hub,
            start,
            pace: Pace::new(!paused),
            sim: None,
            puller: None,
            shapes: Shapes::default(),
            model: 0,
            frame: 0,
            changed: false,
            looked: now,
            shown: now,
        }
    }

    /// Shows another model from its start.
    pub(crate) fn open(&mut self, model: Model) {
        self.model += 1;
        self.puller = None;
        let messages = encode::model(&model, self.model);
        let package = Arc::new(Package { number: self.model, messages });
        let hub = Arc::clone(&self.hub);
        // without the keyframe it begins in the default pose, and says so
        let missing = self.start.key(&model).err();
        let interrupt = Arc::new(move || hub.is_in_a_hurry());
        self.sim = Some(Sim::for_pages(model, self.start.clone(), interrupt, MOST_SHAPES));
        self.hub.update(|newest| {
            newest.package = Some(package);
            newest.shot = None;
            if !newest.problem.1.is_empty() {
                newest.problem = (newest.problem.0 + 1, String::new());
            }
        });
        if let Some(problem) = missing {
            self.refuse(problem);
        }
        self.changed = true;
        self.looked = Instant::now();
    }

    /// Shows why another model is not shown.
    pub(crate) fn refuse(&mut self, problem: String) {
        self.hub.update(|newest| newest.problem = (newest.problem.0 + 1, problem));
    }

    /// Takes the steps that are due, as long as there is time.
    pub(crate) fn advance(&mut self) {
        let start = Instant::now();
        let elapsed = start - std::mem::replace(&mut self.looked, start);
        let Some(sim) = &mut self.sim else { return };
        let elapsed = elapsed.as_secs_f64();
        self.pace.elapse(elapsed, sim.model.opt.timestep);
        let simulated = sim.advance(&mut self.pace, BUDGET);
        self.changed |= simulated > 0.0;
        if self.pace.running {
            self.pace.measure(simulated, elapsed);
        } else {
            sim.pose_paused();
        }
    }

    /// Sends a frame if it is time for one and somebody looks.
    pub(crate) fn publish(&mut self) {
        let since = self.shown.elapsed();
        let is_due = since >= if self.changed { FRAME } else { STILL };
        let Some(sim) = self.sim.as_mut().filter(|_| is_due) else { return };
        // frames stay thirty per second on average, unless too many were missed
        self.shown = if since < 2 * FRAME { self.shown + FRAME } else { Instant::now() };
        if !self.hub.is_watched() {
            return;
        }
        self.changed = false;
        self.frame = self.frame.wrapping_add(1);
        sim.redraw();
        self.shapes.update(sim, self.model);
        let frame = encode::frame(sim, &self.pace, self.model, self.frame, self.shapes.version);
        let shot = Shot {
            model: self.model,
            number: self.frame,
            shapes_version: self.shapes.version,
            shapes: self.shapes.message.clone(),
            frame,
        };
        self.hub.update(|newest| newest.shot = Some(shot));
    }

    /// How long there is nothing to do.
    pub(crate) fn idle(&self) -> Duration {
        let frame = FRAME.saturating_sub(self.shown.elapsed());
        if self.pace.running && self.sim.is_some() { frame.min(TICK) } else { frame.max(TICK) }
    }

    /// Runs a command of a page.
    pub(crate) fn apply(&mut self, wish: &ClientCommand) {
        let Some(sim) = &mut self.sim else { return };
        let Some(command) = wish.command else {
            // whoever is gone lets go
            if self.puller == Some(wish.client) {
                self.puller = None;
                sim.release();
            }
            return;
        };
        let is_puller = self.puller.is_none_or(|puller| puller == wish.client);
        match command {
            Command::Play(running) => self.pace.running = running,
            Command::Speed(percent) => self.pace.set_percent(percent),
            Command::Reset => sim.reset(),
            Command::Key(key) if (key as usize) < sim.model.nkey => sim.load_key(key as usize),
            Command::Step(count) => {
                self.pace.running = false;
                let start = Instant::now();
                for _ in 0..count.min(MOST_STEPS) {
                    sim.step();
                    if start.elapsed() > 10 * BUDGET {
                        break;
                    }
                }
            }
            Command::Control(actuator, value) => sim.set_control(actuator, value),
            Command::Grab { origin, direction } if is_puller => sim.grab(origin, direction),
            Command::Pull(to) if is_puller && sim.held().is_some() => {
                self.puller = Some(wish.client);
                sim.pull(to);
            }
            Command::Release if is_puller => {
                self.puller = None;
                sim.release();
            }
            Command::Key(_)
            | Command::Grab { .. }
            | Command::Pull(_)
            | Command::Release
            | Command::Seen(_) => {}
        }
        self.changed = true;
    }
}
