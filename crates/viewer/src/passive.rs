//! A window on a simulation that the user's program steps.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::state::{get_state, set_state, state_size};
use ferrodyn_engine::{Data, Model};
use ferrodyn_scene::{Perturb, apply_perturb_force, apply_perturb_pose};

use crate::link::{Edit, Link, SIGNATURE, Update};
use crate::run::{Options, Report, ViewerError, run_linked};

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
    link: Arc<Link>,
    thread: Option<JoinHandle<Result<Report, ViewerError>>>,
    /// The body that the mouse pulls, and how.
    perturb: Perturb,
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
        let link = Arc::new(Link::default());
        let shared = Arc::clone(&link);
        let work = move || run_linked(model, options, shared);
        let thread = thread::Builder::new().name("window".to_owned()).spawn(work);
        let thread = thread.map_err(|error| ViewerError::new(error.to_string()))?;
        Ok(Self { link, thread: Some(thread), perturb: Perturb::default(), pulled: None })
    }

    /// Whether the window is open, or about to be.
    pub fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Shows a state, makes the changes that users made in the window, and pulls at what the mouse
    /// pulls at: sets `xfrc_applied` of the body that is selected in the window, and the poses of
    /// mocap bodies.
    ///
    /// The model has to be of the same sizes as the one of the window; otherwise nothing is shown.
    pub fn sync(&mut self, m: &Model, d: &mut Data) {
        let mut state = vec![0.0; state_size(m, SIGNATURE).unwrap_or(0)];
        // the length is right by construction
        let _ = get_state(m, d, &mut state, SIGNATURE);
        if let Some(notice) = self.link.hear(Duration::ZERO) {
            self.perturb = notice.perturb;
            if let Some(edit) = notice.edit {
                change(&mut state, edit);
                // a state of another size changes nothing
                let _ = set_state(m, d, &state, SIGNATURE);
            }
        }
        self.link.post(Update { state: Some(state), ..Update::default() });
        if let Some(body) = self.pulled.take().filter(|body| body.0 < m.nbody) {
            d.xfrc_applied[body] = [0.0; 6];
        }
        if self.perturb.active != 0 {
            apply_perturb_pose(m, d, &self.perturb, false);
            apply_perturb_force(m, d, &self.perturb);
            self.pulled = BodyId::new(self.perturb.select);
        }
    }

    /// Closes the window and waits until it is gone.
    ///
    /// # Errors
    /// If it could not be opened.
    pub fn close(mut self) -> Result<Report, ViewerError> {
        self.link.close();
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(done)) => done,
            _ => Err(ViewerError::new("its thread ended early".to_owned())),
        }
    }
}

impl Drop for PassiveViewer {
    fn drop(&mut self) {
        self.link.close();
    }
}

/// Makes a change that a user made.
fn change(state: &mut Vec<f64>, edit: Edit) {
    match edit {
        Edit::Whole(whole) => *state = whole,
        Edit::Parts(parts) => {
            for (i, value) in parts {
                if let Some(entry) = state.get_mut(i) {
                    *entry = value;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ferrodyn_engine::enums::Mouse;
    use ferrodyn_engine::ids::ActuatorId;
    use ferrodyn_engine::step;
    use ferrodyn_mjcf::Loader;

    use super::*;
    use crate::action::Action;
    use crate::session::Session;

    const XML: &str = "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body>
        <body><joint name='j'/><geom size='.1'/></body></worldbody>
        <actuator><motor joint='j'/></actuator></mujoco>";

    /// A simulation, its viewer without a window, and what would be in the window.
    fn linked() -> (Model, Data, PassiveViewer, Session) {
        let load = || Loader::new().load_str(XML).unwrap();
        let m = load();
        let d = Data::new(&m);
        let link = Arc::new(Link::default());
        let mut session = Session::new(Loader::new());
        session.show(load());
        session.link = Some(Arc::clone(&link));
        let perturb = Perturb::default();
        (m, d, PassiveViewer { link, thread: None, perturb, pulled: None }, session)
    }

    fn time(session: &Session) -> f64 {
        session.sim.as_ref().unwrap().data.time
    }

    #[test]
    fn states_go_to_the_window_unless_it_stands_still() {
        let (m, mut d, mut viewer, mut session) = linked();
        session.pace.running = false;
        (0..10).for_each(|_| step(&m, &mut d));
        viewer.sync(&m, &mut d);
        session.tick(0.01);
        assert_eq!(time(&session), 0.0);
        session.pace.running = true;
        session.tick(0.01);
        let shown = &session.sim.as_ref().unwrap().data;
        assert_eq!((shown.time, shown.qpos.as_slice()), (d.time, d.qpos.as_slice()));
        assert!(!viewer.is_running() && !viewer.link.wants_close());
    }

    #[test]
    fn a_pull_in_the_window_is_a_force_outside() {
        let (m, mut d, mut viewer, mut session) = linked();
        session.tick(0.01);
        let sim = session.sim.as_mut().unwrap();
        sim.view.select_body(&sim.model, 1);
        sim.view.drag_body(&sim.model, &sim.data, Mouse::MoveV, [0.1, 0.1]);
        session.tick(0.01);
        viewer.sync(&m, &mut d);
        assert!(d.xfrc_applied[BodyId(1)] != [0.0; 6]);
        session.sim.as_mut().unwrap().view.release();
        session.tick(0.01);
        viewer.sync(&m, &mut d);
        assert_eq!(d.xfrc_applied[BodyId(1)], [0.0; 6]);
    }

    #[test]
    fn what_users_change_in_the_window_changes_outside() {
        let (m, mut d, mut viewer, mut session) = linked();
        (0..10).for_each(|_| step(&m, &mut d));
        viewer.sync(&m, &mut d);
        session.tick(0.01);
        // a slider; meanwhile time goes on
        session.sim.as_mut().unwrap().data.ctrl[ActuatorId(0)] = 0.5;
        session.tick(0.01);
        step(&m, &mut d);
        let went = d.time;
        viewer.sync(&m, &mut d);
        assert_eq!((d.ctrl[ActuatorId(0)], d.time), (0.5, went));
        session.tick(0.01);
        session.apply(Action::Reset);
        session.tick(0.01);
        viewer.sync(&m, &mut d);
        assert_eq!((d.ctrl[ActuatorId(0)], d.time), (0.0, 0.0));
    }
}
