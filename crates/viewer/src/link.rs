//! Messages between a window and the owner of its simulation.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use eframe::egui::Context;
use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{RndFlag, StateBit};
use ferrodyn_engine::state::{get_state, set_state, state_size};
use ferrodyn_play::{Pace, Sim};
use ferrodyn_scene::{Camera, Perturb, VGeom, VisOption};

use crate::overlay::{Image, Note};

/// The parts of the state that are passed between window and owner.
pub(crate) const SIGNATURE: i32 = StateBit::Integration as i32;

/// A message of the owner to the window. Fields that are `None` stay as they are.
#[derive(Debug, Default)]
pub struct Update {
    /// Its number; notices tell the number of the last update that the window has seen.
    pub number: u64,
    /// The model, if it is another one.
    pub model: Option<Box<Model>>,
    /// Whether meshes, height fields or textures are others in that model.
    pub has_new_assets: bool,
    /// The state, as `mj_getState` gives it for `mjSTATE_INTEGRATION`.
    pub state: Option<Vec<f64>>,
    /// Where it is seen from.
    pub camera: Option<Camera>,
    /// What is shown.
    pub option: Option<VisOption>,
    /// What is selected and pulled.
    pub perturb: Option<Perturb>,
    /// Effects of the picture.
    pub flags: Option<[u8; RndFlag::COUNT]>,
    /// Shapes that are drawn besides those of the model.
    pub geoms: Option<Vec<VGeom>>,
    /// Text over the picture.
    pub notes: Option<Vec<Note>>,
    /// Images over the picture.
    pub images: Option<Vec<Image>>,
}

impl Update {
    /// Takes over what a later update tells.
    fn merge(&mut self, later: Self) {
        self.number = later.number;
        self.has_new_assets |= later.has_new_assets;
        replace(&mut self.model, later.model);
        replace(&mut self.state, later.state);
        replace(&mut self.camera, later.camera);
        replace(&mut self.option, later.option);
        replace(&mut self.perturb, later.perturb);
        replace(&mut self.flags, later.flags);
        replace(&mut self.geoms, later.geoms);
        replace(&mut self.notes, later.notes);
        replace(&mut self.images, later.images);
    }
}

fn replace<T>(old: &mut Option<T>, new: Option<T>) {
    if new.is_some() {
        *old = new;
    }
}

/// A change of the state that a user made in the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// All of it: after a reset, a step, a jump in time.
    Whole(Vec<f64>),
    /// Entries with their new values: sliders.
    Parts(Vec<(usize, f64)>),
}

impl Edit {
    /// What makes one state of another; none if they are the same.
    fn between(from: &[f64], to: &[f64]) -> Option<Self> {
        let differs = |&(_, (a, b)): &(usize, (&f64, &f64))| a.to_bits() != b.to_bits();
        let parts = from.iter().zip(to).enumerate().filter(differs);
        let parts: Vec<_> = parts.map(|(i, (_, &value))| (i, value)).collect();
        match parts.first() {
            // the first entry is the time
            Some((0, _)) => Some(Self::Whole(to.to_vec())),
            first => first.is_some().then_some(Self::Parts(parts)),
        }
    }

    /// This one and then a later one.
    fn and(self, later: Self) -> Self {
        match (self, later) {
            (Self::Whole(mut state), Self::Parts(parts)) => {
                for (i, value) in parts {
                    if let Some(entry) = state.get_mut(i) {
                        *entry = value;
                    }
                }
                Self::Whole(state)
            }
            (Self::Parts(mut all), Self::Parts(more)) => {
                all.extend(more);
                Self::Parts(all)
            }
            (_, whole) => whole,
        }
    }
}

/// A message of the window to the owner after a frame.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Where it is seen from.
    pub camera: Camera,
    /// What is shown.
    pub option: VisOption,
    /// What is selected and pulled.
    pub perturb: Perturb,
    /// Effects of the picture.
    pub flags: [u8; RndFlag::COUNT],
    /// Size of the picture; px.
    pub size: [u32; 2],
    /// Whether time goes on.
    pub is_playing: bool,
    /// Speed in percent of real time.
    pub percent: f64,
    /// Keys that were pressed, by their numbers in GLFW.
    pub keys: Vec<i32>,
    /// Whether the model is to be loaded again.
    pub wants_reload: bool,
    /// Changes that the user made to the state.
    pub edit: Option<Edit>,
    /// The number of the last update that the window has seen.
    pub seen: u64,
}

#[derive(Debug, Default)]
struct Desk {
    update: Option<Update>,
    notice: Option<Notice>,
    wants_close: bool,
    /// The number of the last update that the window has seen.
    seen: u64,
    /// The state that both sides know.
    known: Vec<f64>,
    edit: Option<Edit>,
    /// The window, to be woken.
    window: Option<Context>,
}

/// The messages between a window and the owner of its simulation that have not been read yet.
#[derive(Debug, Default)]
pub struct Link {
    desk: Mutex<Desk>,
    told: Condvar,
    /// Whether the owner steps as the clock of the window says.
    pub(crate) is_clock: bool,
}

impl Link {
    /// A link to a window that shows the states it is handed, even while it says that time stands
    /// still: the owner asks whether it does.
    pub fn with_clock() -> Self {
        Self { is_clock: true, ..Self::default() }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The owner tells the window something.
    pub fn post(&self, update: Update) {
        let mut desk = self.desk();
        match &mut desk.update {
            Some(waiting) => waiting.merge(update),
            none => *none = Some(update),
        }
        wake(&desk);
    }

    /// The owner wants the window to close.
    pub fn close(&self) {
        let mut desk = self.desk();
        desk.wants_close = true;
        wake(&desk);
    }

    /// The last message of the window that has not been read; waits at most for a time.
    pub fn hear(&self, most: Duration) -> Option<Notice> {
        let is_silent = |desk: &mut Desk| desk.notice.is_none();
        let waited = self.told.wait_timeout_while(self.desk(), most, is_silent);
        waited.unwrap_or_else(PoisonError::into_inner).0.notice.take()
    }

    /// Whether the owner wants the window to close.
    pub(crate) fn wants_close(&self) -> bool {
        self.desk().wants_close
    }

    /// Says which window is to be woken.
    pub(crate) fn wake_with(&self, window: &Context) {
        let mut desk = self.desk();
        if desk.window.is_none() {
            desk.window = Some(window.clone());
        }
    }

    /// The window takes what it is told for a simulation.
    pub(crate) fn take(&self, sim: &Sim, is_playing: bool) -> Update {
        let mut desk = self.desk();
        let is_followed = is_playing || self.is_clock;
        let now = state_of(sim);
        if is_followed && desk.known.len() == now.len() {
            let edit = Edit::between(&desk.known, &now);
            desk.edit = match (desk.edit.take(), edit) {
                (Some(before), Some(edit)) => Some(before.and(edit)),
                (before, edit) => before.or(edit),
            };
        }
        desk.known = now;
        let mut update = desk.update.take().unwrap_or_default();
        desk.seen = desk.seen.max(update.number);
        if !is_followed {
            // shown once time goes on
            desk.update =
                update.state.take().map(|state| Update { state: Some(state), ..Update::default() });
        }
        update
    }

    /// The window shows a state; false if it is of another model.
    pub(crate) fn show(&self, sim: &mut Sim, state: &[f64]) -> bool {
        let is_shown = set_state(&sim.model, &mut sim.data, state, SIGNATURE).is_ok();
        if is_shown {
            sim.refresh();
            sim.history.push(&sim.model, &sim.data);
            self.desk().known = state_of(sim);
        }
        is_shown
    }

    /// The window tells how it is.
    pub(crate) fn tell(&self, sim: &Sim, pace: &Pace, seen: WindowState) {
        let mut desk = self.desk();
        let mut keys =
            desk.notice.as_mut().map_or_else(Vec::new, |old| std::mem::take(&mut old.keys));
        keys.extend(seen.keys);
        let waited = desk.notice.as_ref().is_some_and(|old| old.wants_reload);
        let before = desk.notice.take().and_then(|old| old.edit);
        let edit = match (before, desk.edit.take()) {
            (Some(before), Some(edit)) => Some(before.and(edit)),
            (before, edit) => before.or(edit),
        };
        desk.notice = Some(Notice {
            camera: sim.view.camera,
            option: sim.view.option.clone(),
            perturb: sim.view.perturb,
            flags: sim.view.scene.flags,
            size: seen.size,
            is_playing: pace.running,
            percent: pace.percent(),
            keys,
            wants_reload: seen.wants_reload || waited,
            edit,
            seen: desk.seen,
        });
        self.told.notify_all();
    }
}

/// Inputs of a frame that only the window knows.
#[derive(Debug, Default)]
pub(crate) struct WindowState {
    pub(crate) size: [u32; 2],
    pub(crate) keys: Vec<i32>,
    pub(crate) wants_reload: bool,
}

fn wake(desk: &Desk) {
    if let Some(window) = &desk.window {
        window.request_repaint();
    }
}

fn state_of(sim: &Sim) -> Vec<f64> {
    let mut state = vec![0.0; state_size(&sim.model, SIGNATURE).unwrap_or(0)];
    // the length is right by construction
    let _ = get_state(&sim.model, &sim.data, &mut state, SIGNATURE);
    state
}
