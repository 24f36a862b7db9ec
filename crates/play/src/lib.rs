//! One simulation that is shown in a window or on a page: its pace, history, view and selection.
//!
//! | to | see |
//! |---|---|
//! | step a model, reset it, go through its past | [`Sim`] |
//! | keep real time, or a part of it | [`Pace`] |
//! | go back to what was, and plot it | [`History`] |
//! | look, select and pull with a mouse | [`View`] |
//! | select and pull with rays and points, as pages do | [`Sim::grab`], [`Sim::pull`] |
//! | write states and cameras as MJCF | [`text`] |
//!
//! ```
//! use std::time::Duration;
//! use ferrodyn_play::{Pace, Sim};
//!
//! let xml = "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
//! let mut sim = Sim::new(ferrodyn_mjcf::Loader::new().load_str(xml)?);
//! let mut pace = Pace::default();
//!
//! // a sixtieth of a second went by
//! pace.elapse(1.0 / 60.0, sim.model.opt.timestep);
//! let simulated = sim.advance(&mut pace, Duration::from_millis(50));
//! assert!((simulated - 0.016).abs() < 1e-9);
//! sim.step_back();
//! assert!(sim.history.is_past());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod history;
mod names;
mod pace;
mod reach;
mod sim;
pub mod text;
mod view;

pub use history::{History, Moment};
pub use names::name_of;
pub use pace::Pace;
pub use sim::{Kept, Sim};
pub use view::{Pick, View};
