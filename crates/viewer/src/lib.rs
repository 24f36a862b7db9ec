//! A window on a simulation: look, drag, play, scrub, inspect.
//!
//! [`run`] opens a window with a file or a model and returns when it is closed. Keys and mouse are
//! those of MuJoCo's `simulate`; F1 lists them. A file is loaded again whenever it changes, and if it
//! has problems they are shown beside the last good model.
//!
//! | file | what |
//! |---|---|
//! | `session`, `action` | a viewer without its window, and the actions of its user |
//! | `sim`, `view`, `history`, `pace` | a simulation, how it is seen, its past, its clock |
//! | `source` | the file: loaded in the background, watched |
//! | `text`, `output`, `film` | states as MJCF, pictures, videos |
//! | `link`, `overlay`, `passive` | a window on a simulation that somebody else steps |
//! | `canvas`, `blit`, `coarse`, `project` | the picture on the device of the window |
//! | `app`, `ui/` | the window, a file for each panel |
//!
//! ```no_run
//! use ferrodyn_viewer::{Options, run};
//!
//! run(std::path::Path::new("humanoid.xml"), Options::default())?;
//! # Ok::<(), ferrodyn_viewer::ViewerError>(())
//! ```

mod action;
mod app;
mod blit;
mod canvas;
mod coarse;
mod film;
mod glfw;
mod link;
mod output;
mod overlay;
mod passive;
mod project;
mod run;
mod session;
mod source;
mod ui;

pub use action::Action;
pub use ferrodyn_play::{History, Kept, Moment, Pace, Pick, Sim, View};
pub use ferrodyn_scene::Start;
pub use link::{Edit, Link, Notice, Update};
pub use overlay::{Image, Note};
pub use passive::PassiveViewer;
pub use run::{Options, Report, Subject, ViewerError, run, run_linked};
pub use session::Session;
pub use source::Source;
