//! Panels of the window, a file for each.

pub(crate) mod bodies;
pub(crate) mod bottom;
pub(crate) mod contacts;
pub(crate) mod help;
pub(crate) mod keyframes;
pub(crate) mod keys;
pub(crate) mod mouse;
pub(crate) mod picture;
pub(crate) mod plot;
pub(crate) mod plots;
pub(crate) mod problems;
pub(crate) mod show;
pub(crate) mod sliders;
pub(crate) mod state;
pub(crate) mod timers;
pub(crate) mod toolbar;

pub(crate) use state::{Panels, UiRequest};
