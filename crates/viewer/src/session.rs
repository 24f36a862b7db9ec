//! All that a viewer is without its window: the file, the simulation, the clock.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ferrodyn_engine::Model;
use ferrodyn_mjcf::Loader;

use crate::pace::Pace;
use crate::passive::Exchange;
use crate::sim::Sim;
use crate::source::{News, Source};

/// Time that steps may take in a frame; s. A share of the frame before, within these.
const LEAST_BUDGET: f64 = 0.012;
const MOST_BUDGET: f64 = 0.05;
const SHARE: f64 = 0.7;

/// A file, the last good model of it, a simulation of that and its clock.
#[derive(Debug)]
pub struct Session {
    /// The simulation; none until a model is there.
    pub sim: Option<Sim>,
    /// Where the model comes from.
    pub source: Source,
    /// How fast it goes.
    pub pace: Pace,
    /// Somebody else who takes the steps.
    pub(crate) passive: Option<Arc<Exchange>>,
    /// Counts models: changes whenever there is another one.
    pub generation: u64,
    /// What was done last, for the user.
    pub note: String,
}

impl Session {
    /// Without a model yet.
    pub fn new(loader: Loader) -> Self {
        Self {
            sim: None,
            source: Source::new(loader),
            pace: Pace::default(),
            passive: None,
            generation: 0,
            note: String::new(),
        }
    }

    /// Starts to load a file.
    pub fn open(&mut self, file: &Path) {
        self.source.open(file);
    }

    /// Shows a model from its start.
    pub fn show(&mut self, model: Model) {
        self.pace.set_percent(100.0 * f64::from(model.vis.global.realtime));
        self.sim = Some(Sim::new(model));
        self.generation += 1;
    }

    /// Some real time goes by: loads, steps, and makes the scene.
    pub fn tick(&mut self, seconds: f64) {
        match self.source.poll() {
            Some(News::Loaded(model, is_next)) => self.take(*model, is_next),
            Some(News::Failed) | None => {}
        }
        self.pace.elapse(seconds);
        let Self { sim: Some(sim), pace, .. } = self else { return };
        if let Some(exchange) = &self.passive {
            exchange.serve(sim, pace.running);
        } else if pace.running {
            let budget = (SHARE * seconds).clamp(LEAST_BUDGET, MOST_BUDGET);
            let simulated = sim.advance(pace, Duration::from_secs_f64(budget));
            pace.measure(simulated, seconds);
        } else {
            pace.measure(0.0, seconds);
            sim.pose_paused();
        }
        sim.redraw();
    }

    fn take(&mut self, model: Model, is_next: bool) {
        match &self.sim {
            Some(sim) if is_next => {
                self.sim = Some(sim.of_next(model));
                self.generation += 1;
                "reloaded".clone_into(&mut self.note);
            }
            _ => self.show(model),
        }
    }
}

#[cfg(test)]
mod tests {
    use ferrodyn_engine::enums::{Label, RndFlag, VisFlag};

    use super::*;
    use crate::action::Action;

    fn session() -> Session {
        let mut session = Session::new(Loader::new());
        let xml = "<mujoco><worldbody><camera/><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
        session.show(Loader::new().load_str(xml).unwrap());
        session
    }

    fn time(session: &Session) -> f64 {
        session.sim.as_ref().map_or(0.0, |sim| sim.data.time)
    }

    #[test]
    fn time_goes_on_only_while_it_plays() {
        let mut session = session();
        session.tick(0.05);
        let played = time(&session);
        assert!(played > 0.02, "{played}");
        session.apply(Action::PlayPause);
        session.tick(0.05);
        assert_eq!(time(&session), played);
        session.apply(Action::StepForward);
        assert!(time(&session) > played);
        session.apply(Action::StepBack);
        assert!((time(&session) - played).abs() < 1e-12);
        session.apply(Action::Reset);
        assert_eq!(time(&session), 0.0);
    }

    #[test]
    fn switches_switch() {
        let mut session = session();
        for action in [
            Action::Vis(VisFlag::Com),
            Action::Rnd(RndFlag::Wireframe),
            Action::GeomGroup(0),
            Action::SiteGroup(5),
            Action::NextLabel,
            Action::NextFrame,
            Action::NextCamera,
            Action::PreviousCamera,
            Action::FreeCamera,
            Action::Align,
            Action::Follow,
            Action::SelectParent,
            Action::Faster,
            Action::Slower,
            Action::Reload,
        ] {
            session.apply(action);
        }
        let view = &session.sim.as_ref().unwrap().view;
        assert!(view.option.shows(VisFlag::Com));
        assert_eq!(view.scene.flags[RndFlag::Wireframe as usize], 1);
        assert_eq!((view.option.geomgroup[0], view.option.sitegroup[5]), (0, 1));
        assert_eq!(view.option.label, Label::Body);
    }

    #[test]
    fn without_a_model_nothing_happens() {
        let mut session = Session::new(Loader::new());
        session.tick(0.1);
        for action in [Action::Reset, Action::StepBack, Action::NextCamera, Action::Reload] {
            session.apply(action);
        }
        assert!(session.sim.is_none());
    }
}
