//! Actions of the user that a key or a button starts.

use ferrodyn_engine::constants::NGROUP;
use ferrodyn_engine::enums::{Label, RndFlag, VisFlag, VisFrame};
use ferrodyn_play::Sim;

use crate::session::Session;

/// Something that a user does to a simulation or to how it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Play or pause.
    PlayPause,
    /// One step, or one moment on through the history; pauses.
    StepForward,
    /// One moment back; pauses.
    StepBack,
    /// Back to the start.
    Reset,
    /// Load the file again.
    Reload,
    /// Next faster speed.
    Faster,
    /// Next slower speed.
    Slower,
    /// Next camera.
    NextCamera,
    /// Camera before.
    PreviousCamera,
    /// The camera that the mouse moves.
    FreeCamera,
    /// See all of the model.
    Align,
    /// Follow the selected body.
    Follow,
    /// Select the parent of the selected body.
    SelectParent,
    /// Show a kind of thing, or do not.
    Vis(VisFlag),
    /// Draw with an effect, or without.
    Rnd(RndFlag),
    /// Show a group of geoms, or do not.
    GeomGroup(usize),
    /// Show a group of sites, or do not.
    SiteGroup(usize),
    /// Label the next kind of thing.
    NextLabel,
    /// Show axes of the next kind of thing.
    NextFrame,
}

impl Session {
    /// Does it; nothing if there is no model.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::PlayPause => self.pace.running = !self.pace.running,
            Action::Reload => {
                self.seen.wants_reload = true;
                self.source.reload();
            }
            Action::Faster => self.pace.faster(),
            Action::Slower => self.pace.slower(),
            Action::StepForward | Action::StepBack => {
                self.pace.running = false;
                self.with(|sim| match action {
                    Action::StepBack => sim.step_back(),
                    _ => sim.step_forward(),
                });
            }
            Action::Reset => self.with(Sim::reset),
            Action::SelectParent => self.with(Sim::select_parent),
            _ => self.with(|sim| look(sim, action)),
        }
    }

    fn with(&mut self, does: impl FnOnce(&mut Sim)) {
        if let Some(sim) = &mut self.sim {
            does(sim);
        }
    }
}

/// Changes how a simulation is seen.
fn look(sim: &mut Sim, action: Action) {
    let Sim { view, model, .. } = sim;
    match action {
        Action::NextCamera => view.cycle_camera(model, 1),
        Action::PreviousCamera => view.cycle_camera(model, -1),
        Action::FreeCamera => view.set_camera(model, -1),
        Action::Align => view.align(model),
        Action::Follow => {
            if let Some(body) = view.selected(model) {
                view.follow(body.0);
            }
        }
        Action::Vis(flag) => toggle(&mut view.option.flags, flag as usize),
        Action::Rnd(flag) => toggle(&mut view.scene.flags, flag as usize),
        Action::GeomGroup(group) => toggle(&mut view.option.geomgroup, group.min(NGROUP - 1)),
        Action::SiteGroup(group) => toggle(&mut view.option.sitegroup, group.min(NGROUP - 1)),
        Action::NextLabel => {
            let next = (view.option.label as usize + 1) % Label::COUNT;
            view.option.label = Label::from_i32(next as i32).unwrap_or(Label::None);
        }
        Action::NextFrame => {
            let next = (view.option.frame as usize + 1) % VisFrame::COUNT;
            view.option.frame = VisFrame::from_i32(next as i32).unwrap_or(VisFrame::None);
        }
        _ => {}
    }
}

fn toggle(flags: &mut [u8], index: usize) {
    if let Some(flag) = flags.get_mut(index) {
        *flag = u8::from(*flag == 0);
    }
}
