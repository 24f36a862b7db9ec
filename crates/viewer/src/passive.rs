//! A window on a simulation that somebody else steps.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use eframe::egui::Context;
use ferrodyn_engine::enums::StateBit;
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::state::{get_state, set_state, state_size};
use ferrodyn_engine::{Data, Model};
use ferrodyn_scene::{Perturb, apply_perturb_force, apply_perturb_pose};

use crate::run::{Options, Report, Subject, ViewerError, run_with};
use crate::sim::Sim;

/// What of the state is handed over.
const SIGNATURE: i32 = StateBit::Integration as i32;

/// What the window and its owner hand to each other.
#[derive(Debug, Default)]
pub(crate) struct Exchange(Mutex<Mail>);

#[derive(Debug, Default)]
struct Mail {
    /// A state that the window has not seen yet.
    state: Option<Vec<f64>>,
    /// What the mouse pulls at.
    perturb: Perturb,
    wants_close: bool,
    /// The window, to be woken.
    window: Option<Context>,
}

impl Exchange {
    fn mail(&self) -> MutexGuard<'_, Mail> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The side of the window: shows the newest state, tells what the mouse pulls at.
    pub(crate) fn serve(&self, sim: &mut Sim, is_shown: bool) {
        let mut mail = self.mail();
        mail.perturb = sim.view.perturb;
        let state = if is_shown { mail.state.take() } else { None };
        drop(mail);
        if let Some(state) = state
            && set_state(&sim.model, &mut sim.data, &state, SIGNATURE).is_ok()
        {
            sim.refresh();
            sim.history.push(&sim.model, &sim.data);
        }
    }

    /// Whether the owner wants the window to close.
    pub(crate) fn wants_close(&self) -> bool {
        self.mail().wants_close
    }

    /// Says which window is to be woken.
    pub(crate) fn wake_with(&self, window: &Context) {
        let mut mail = self.mail();
        if mail.window.is_none() {
            mail.window = Some(window.clone());
        }
    }
}

/// A window on a simulation that somebody else steps: it shows the states that it is handed.
///
/// The window has a thread of its own, which macOS does not allow. A process can open one such window
/// after the other only as far as the window system lets it: most allow a single one.
///
/// ```no_run
/// use ferrodyn_engine::{Data, step};
/// use ferrodyn_viewer::{Options, PassiveViewer};
///
/// let load = || ferrodyn_mjcf::Loader::new().load_path("humanoid.xml");
/// let (m, shown) = (load()?, load()?);
/// let mut d = Data::new(&m);
/// let mut viewer = PassiveViewer::launch(shown, Options::default())?;
/// while viewer.is_running() {
///     step(&m, &mut d);
///     viewer.sync(&m, &mut d);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PassiveViewer {
    exchange: Arc<Exchange>,
    thread: Option<JoinHandle<Result<Report, ViewerError>>>,
    /// The body that was pulled at last.
    pulled: Option<BodyId>,
}

impl PassiveViewer {
    /// Opens a window on a model.
    ///
    /// # Errors
    /// If there can be no thread for it. That there is no display shows later: then it is not
    /// [running](Self::is_running), and [`close`](Self::close) says why.
    #[doc(alias = "launch_passive")]
    pub fn launch(model: Model, options: Options) -> Result<Self, ViewerError> {
        let exchange = Arc::new(Exchange::default());
        let shared = Arc::clone(&exchange);
        let work = move || run_with(Subject::from(model), options, Some(shared));
        let thread = thread::Builder::new().name("window".to_owned()).spawn(work);
        let thread = thread.map_err(|error| ViewerError::new(error.to_string()))?;
        Ok(Self { exchange, thread: Some(thread), pulled: None })
    }

    /// Whether the window is open, or about to be.
    pub fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Shows a state, and pulls at what the mouse pulls at: sets `xfrc_applied` of the body that is
    /// selected in the window, and the poses of mocap bodies.
    ///
    /// The model has to be of the same sizes as the one of the window; otherwise nothing is shown.
    pub fn sync(&mut self, m: &Model, d: &mut Data) {
        let mut state = vec![0.0; state_size(m, SIGNATURE).unwrap_or(0)];
        // the length is right by construction
        let _ = get_state(m, d, &mut state, SIGNATURE);
        let mut mail = self.exchange.mail();
        mail.state = Some(state);
        let perturb = mail.perturb;
        if let Some(window) = &mail.window {
            window.request_repaint();
        }
        drop(mail);
        if let Some(body) = self.pulled.take().filter(|body| body.0 < m.nbody) {
            d.xfrc_applied[body] = [0.0; 6];
        }
        if perturb.active != 0 {
            apply_perturb_pose(m, d, &perturb, false);
            apply_perturb_force(m, d, &perturb);
            self.pulled = BodyId::new(perturb.select);
        }
    }

    /// Closes the window and waits until it is gone.
    ///
    /// # Errors
    /// If it could not be opened.
    pub fn close(mut self) -> Result<Report, ViewerError> {
        self.ask_to_close();
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(done)) => done,
            _ => Err(ViewerError::new("its thread ended early".to_owned())),
        }
    }

    fn ask_to_close(&self) {
        let mut mail = self.exchange.mail();
        mail.wants_close = true;
        if let Some(window) = &mail.window {
            window.request_repaint();
        }
    }
}

impl Drop for PassiveViewer {
    fn drop(&mut self) {
        self.ask_to_close();
    }
}

#[cfg(test)]
mod tests {
    use ferrodyn_engine::enums::Mouse;
    use ferrodyn_engine::step;

    use super::*;

    #[test]
    fn states_go_to_the_window_and_forces_come_back() {
        let xml =
            "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
        let load = || ferrodyn_mjcf::Loader::new().load_str(xml).unwrap();
        let (m, mut sim) = (load(), Sim::new(load()));
        let mut d = Data::new(&m);
        let exchange = Arc::new(Exchange::default());
        let mut viewer =
            PassiveViewer { exchange: Arc::clone(&exchange), thread: None, pulled: None };
        (0..10).for_each(|_| step(&m, &mut d));
        viewer.sync(&m, &mut d);
        exchange.serve(&mut sim, false);
        assert_eq!(sim.data.time, 0.0);
        exchange.serve(&mut sim, true);
        assert_eq!((sim.data.time, sim.data.qpos.as_slice()), (d.time, d.qpos.as_slice()));

        sim.view.select_body(&sim.model, 1);
        let Sim { view, model, data, .. } = &mut sim;
        view.drag_body(model, data, Mouse::MoveV, [0.1, 0.1]);
        exchange.serve(&mut sim, true);
        viewer.sync(&m, &mut d);
        assert!(d.xfrc_applied[BodyId(1)] != [0.0; 6]);
        sim.view.release();
        exchange.serve(&mut sim, true);
        viewer.sync(&m, &mut d);
        assert_eq!(d.xfrc_applied[BodyId(1)], [0.0; 6]);
        assert!(!viewer.is_running() && !exchange.wants_close());
    }
}
