//! Which panels of the window are open.

use ferrodyn_engine::TimerStat;

/// Which panels are open, and what users typed into them.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "switches of panels, all independent")]
pub(crate) struct Panels {
    pub left: bool,
    pub right: bool,
    pub help: bool,
    pub info: bool,
    pub timers: bool,
    pub plots: bool,
    /// The text that bodies are searched by.
    pub search: String,
    /// Whether a drag pulls at a body.
    pub pulling: bool,
    /// Which sensors are plotted.
    pub sensors: Vec<bool>,
    /// Timers of the last while, and when they were read; s.
    pub times: (Vec<TimerStat>, f64),
}

impl Panels {
    pub(crate) fn new() -> Self {
        Self {
            left: true,
            right: true,
            help: false,
            info: false,
            timers: false,
            plots: false,
            search: String::new(),
            pulling: false,
            sensors: Vec::new(),
            times: (Vec::new(), 0.0),
        }
    }
}

/// A request of the user to the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UiRequest {
    /// A picture as a file.
    Screenshot,
    /// A video from now on, or its end.
    Video,
    /// The state as MJCF.
    CopyState,
    /// The camera as MJCF.
    CopyCamera,
    /// All kept poses as a file.
    SaveKeys,
    /// No border around the window.
    Fullscreen,
    /// The end.
    Quit,
}
