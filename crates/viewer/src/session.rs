//! A viewer without its window, so that it can be tested: the file, the simulation, the clock.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ferrodyn_engine::Model;
use ferrodyn_mjcf::Loader;
use ferrodyn_play::{Pace, Sim};
use ferrodyn_scene::{Start, VGeom};

use crate::link::{Link, Update, WindowState};
use crate::overlay::Overlay;
use crate::source::{News, Source};

/// Time that steps may take in a frame; s. A share of the frame before, within these.
const LEAST_BUDGET: f64 = 0.012;
const MOST_BUDGET: f64 = 0.05;
const SHARE: f64 = 0.7;

/// A file, the last good model of it, a simulation of that and its clock.
pub struct Session {
    /// The simulation; none until a model is there.
    pub sim: Option<Sim>,
    /// Where the model comes from.
    pub source: Source,
    /// How fast it goes.
    pub pace: Pace,
    /// Where models begin.
    pub start: Start,
    /// Somebody else who takes the steps.
    pub(crate) link: Option<Arc<Link>>,
    /// What that somebody puts over the picture.
    pub(crate) overlay: Overlay,
    /// Shapes that are drawn besides those of the model.
    geoms: Vec<VGeom>,
    /// What the window saw since it told somebody.
    pub(crate) seen: WindowState,
    /// Counts models: changes whenever there is another one.
    pub generation: u64,
    /// A message to the user about the last action.
    pub note: String,
}

impl Session {
    /// Without a model yet.
    pub fn new(loader: Loader) -> Self {
        Self {
            sim: None,
            source: Source::new(loader),
            pace: Pace::default(),
            start: Start::default(),
            link: None,
            overlay: Overlay::default(),
            geoms: Vec::new(),
            seen: WindowState::default(),
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
        self.pace.set_nearest(100.0 * f64::from(model.vis.global.realtime));
        if let Err(problem) = self.start.key(&model) {
            self.note = problem;
        }
        self.sim = Some(Sim::from(model, self.start.clone()));
        self.generation += 1;
    }

    /// Some real time goes by: loads, steps, and makes the scene.
    pub fn tick(&mut self, seconds: f64) {
        match self.source.poll() {
            Some(News::Loaded(model, is_next)) => self.take(*model, is_next),
            Some(News::Failed) | None => {}
        }
        let timestep = self.sim.as_ref().map_or(0.0, |sim| sim.model.opt.timestep);
        self.pace.elapse(seconds, timestep);
        if let Some(link) = self.link.clone() {
            self.follow(&link, seconds);
        } else {
            self.advance(seconds);
        }
    }

    /// Takes the steps that are due.
    fn advance(&mut self, seconds: f64) {
        let Self { sim: Some(sim), pace, .. } = self else { return };
        if pace.running {
            let budget = (SHARE * seconds).clamp(LEAST_BUDGET, MOST_BUDGET);
            let simulated = sim.advance(pace, Duration::from_secs_f64(budget));
            pace.measure(simulated, seconds);
        } else {
            pace.measure(0.0, seconds);
            sim.pose_paused();
        }
        sim.redraw();
    }

    /// Exchanges messages with the owner of the simulation: applies its update, and sends the actions of the user.
    fn follow(&mut self, link: &Link, seconds: f64) {
        let Some(sim) = &self.sim else { return };
        let before = sim.data.time;
        let update = link.take(sim, self.pace.running);
        self.take_over(link, update);
        let Self { sim: Some(sim), pace, geoms, seen, .. } = self else { return };
        pace.measure((sim.data.time - before).max(0.0), seconds);
        if !pace.running && link.is_clock {
            sim.pose_paused();
        }
        sim.redraw();
        let room = sim.view.scene.maxgeom.saturating_sub(sim.view.scene.geoms.len());
        sim.view.scene.geoms.extend(geoms.iter().take(room).cloned());
        link.tell(sim, pace, std::mem::take(seen));
    }

    fn take_over(&mut self, link: &Link, update: Update) {
        if let Some(model) = update.model {
            self.take_model(*model, update.has_new_assets);
        }
        if let Some(notes) = update.notes {
            self.overlay.notes = notes;
        }
        if let Some(images) = update.images {
            self.overlay.set_images(images);
        }
        if let Some(geoms) = update.geoms {
            self.geoms = geoms;
        }
        let Some(sim) = &mut self.sim else { return };
        let view = &mut sim.view;
        view.camera = update.camera.unwrap_or(view.camera);
        view.perturb = update.perturb.unwrap_or(view.perturb);
        view.scene.flags = update.flags.unwrap_or(view.scene.flags);
        if let Some(option) = update.option {
            view.option = option;
        }
        if let Some(state) = update.state
            && !link.show(sim, &state)
        {
            "a state of another model came".clone_into(&mut self.note);
        }
    }

    /// Shows another version of the model: its numbers, or all of it.
    fn take_model(&mut self, model: Model, has_new_assets: bool) {
        match &mut self.sim {
            Some(sim) if sim.model.sizes == model.sizes => {
                sim.model = model;
                self.generation += u64::from(has_new_assets);
            }
            _ => self.take(model, true),
        }
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
    fn a_model_begins_where_it_is_asked_to_and_again_after_a_reset() {
        let xml = "<mujoco><option gravity='0 0 0'/><worldbody><body><joint/><geom size='.1'/></body></worldbody>
            <keyframe><key qpos='1' qvel='1'/></keyframe></mujoco>";
        let load = || Loader::new().load_str(xml).unwrap();
        let mut session = Session::new(Loader::new());
        session.start = Start::FirstKey;
        session.show(load());
        let qpos = |session: &Session| session.sim.as_ref().unwrap().data.qpos[0];
        assert_eq!(qpos(&session), 1.0);
        session.tick(0.05);
        assert!(qpos(&session) > 1.0);
        session.apply(Action::Reset);
        assert_eq!(qpos(&session), 1.0);
        session.take(load(), true);
        assert_eq!(qpos(&session), 1.0);

        session.start = Start::Key("high".to_owned());
        session.show(load());
        assert_eq!(qpos(&session), 0.0);
        assert!(session.note.contains("no keyframe \"high\""), "{}", session.note);
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
