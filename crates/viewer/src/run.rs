//! Opening the window.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use eframe::egui::ViewportBuilder;
use eframe::egui_wgpu::{WgpuConfiguration, WgpuSetup, WgpuSetupCreateNew};
use ferrodyn_engine::Model;
use ferrodyn_mjcf::Loader;
use ferrodyn_render::{Gpu, wgpu};
use ferrodyn_scene::Start;

use winit::event_loop::EventLoopBuilder;

use crate::app::App;
use crate::link::Link;
use crate::session::Session;

/// What is shown.
#[derive(Debug, Default)]
pub enum Subject {
    /// Nothing until a file is dropped on the window.
    #[default]
    Nothing,
    /// A file, loaded again whenever it changes.
    File(PathBuf),
    /// A model.
    Model(Box<Model>),
}

impl From<&Path> for Subject {
    fn from(file: &Path) -> Self {
        Self::File(file.to_owned())
    }
}

impl From<PathBuf> for Subject {
    fn from(file: PathBuf) -> Self {
        Self::File(file)
    }
}

impl From<Model> for Subject {
    fn from(model: Model) -> Self {
        Self::Model(Box::new(model))
    }
}

/// How the window is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// Width and height; points.
    pub size: [f32; 2],
    /// Whether time stands still at first.
    pub paused: bool,
    /// Whether the panels at the left and at the right are open at first.
    pub panels: [bool; 2],
    /// Where screenshots, videos and keyframes are written to.
    pub directory: PathBuf,
    /// The loader of files.
    pub loader: Loader,
    /// Closes the window after so many frames of a model.
    pub frames: Option<u32>,
    /// Where models begin, and begin again.
    pub start: Start,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: [1200.0, 800.0],
            paused: false,
            panels: [true; 2],
            directory: PathBuf::from("."),
            loader: Loader::new(),
            frames: None,
            start: Start::default(),
        }
    }
}

/// How fast the window was.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Time from the call to the first frame with a model; none if there was no such frame.
    pub first_frame: Option<Duration>,
    /// Frames after the first one.
    pub frames: u32,
    /// Time of these frames.
    pub time: Duration,
    /// Time that was simulated meanwhile; s.
    pub simulated: f64,
    /// Size of the picture; px.
    pub size: [u32; 2],
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.first_frame else { return f.write_str("no frame of a model") };
        let seconds = self.time.as_secs_f64();
        let [width, height] = self.size;
        write!(f, "first frame after {:.2} s", first.as_secs_f64())?;
        write!(f, ", then {} frames of {width} x {height} in {seconds:.2} s", self.frames)?;
        let rate = f64::from(self.frames) / seconds.max(1e-9);
        write!(f, ": {rate:.1} per second, {:.2} s simulated", self.simulated)
    }
}

/// Why there is no window.
pub struct ViewerError(String);

impl ViewerError {
    pub(crate) fn new(problem: String) -> Self {
        Self(problem)
    }
}

impl fmt::Display for ViewerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the window cannot be opened: {}", self.0)
    }
}

ferrodyn_engine::debug_as_message!(ViewerError);

impl std::error::Error for ViewerError {}

/// Opens a window and returns when it is closed.
///
/// A file with problems opens a window too, which shows them.
///
/// # Errors
/// If there is no display, or no device that draws.
pub fn run(subject: impl Into<Subject>, options: Options) -> Result<Report, ViewerError> {
    run_with(subject.into(), options, None)
}

/// [`run`] for a model that somebody else steps, at the other end of a link.
///
/// # Errors
/// As for [`run`].
pub fn run_linked(model: Model, options: Options, link: Arc<Link>) -> Result<Report, ViewerError> {
    run_with(Subject::from(model), options, Some(link))
}

/// [`run`], with somebody else who takes the steps, if there is a link.
fn run_with(
    subject: Subject,
    options: Options,
    link: Option<Arc<Link>>,
) -> Result<Report, ViewerError> {
    let start = Instant::now();
    let is_on_any_thread = link.is_some();
    let mut session = Session::new(options.loader.clone());
    session.pace.running = !options.paused;
    session.start = options.start.clone();
    session.link = link;
    let title = match subject {
        Subject::Nothing => "ferrodyn".to_owned(),
        Subject::File(file) => {
            session.open(&file);
            format!("{} - ferrodyn", file.display())
        }
        Subject::Model(model) => {
            let title = format!("{} - ferrodyn", model.model_name());
            session.show(*model);
            title
        }
    };
    let report = Arc::new(Mutex::new(Report::default()));
    let shared = Arc::clone(&report);
    let mut native = native_options(&title, options.size);
    if is_on_any_thread {
        native.event_loop_builder = Some(Box::new(on_any_thread));
    }
    let make: eframe::AppCreator<'_> = Box::new(move |context| {
        let state = context.wgpu_render_state.as_ref().ok_or("no device that draws")?;
        Ok(Box::new(App::new(state, session, options, start, shared)))
    });
    let done = eframe::run_native("ferrodyn", native, make);
    done.map_err(|error| ViewerError(without_place(&error.to_string())))?;
    let report = report.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(*report)
}

/// What a library says of an error, without the place in its source that it puts before.
fn without_place(text: &str) -> String {
    const BEFORE: &str = "os error at ";
    let plain = || {
        let (before, after) = text.split_once(BEFORE)?;
        let (_, after) = after.split_once(".rs:")?;
        let (line, after) = after.split_once(": ")?;
        let is_number = !line.is_empty() && line.bytes().all(|c| c.is_ascii_digit());
        is_number.then(|| format!("{before}{after}"))
    };
    plain().unwrap_or_else(|| text.to_owned())
}

/// Lets the window have a thread of its own, where the system does.
fn on_any_thread(builder: &mut EventLoopBuilder<eframe::UserEvent>) {
    #[cfg(target_os = "linux")]
    {
        use winit::platform::wayland::EventLoopBuilderExtWayland;
        use winit::platform::x11::EventLoopBuilderExtX11;
        EventLoopBuilderExtX11::with_any_thread(builder, true);
        EventLoopBuilderExtWayland::with_any_thread(builder, true);
    }
    #[cfg(target_os = "windows")]
    {
        use winit::platform::windows::EventLoopBuilderExtWindows;
        builder.with_any_thread(true);
    }
    #[cfg(not(any(target_os = "linux", target_os = "windows")))]
    let _ = builder;
}

/// A window whose device does what the renderer needs.
fn native_options(title: &str, size: [f32; 2]) -> eframe::NativeOptions {
    let mut setup = WgpuSetupCreateNew::without_display_handle();
    setup.instance_descriptor.backends =
        wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY);
    setup.instance_descriptor.flags = wgpu::InstanceFlags::empty().with_env();
    setup.device_descriptor = Arc::new(Gpu::needs);
    let wgpu_options = WgpuConfiguration {
        wgpu_setup: WgpuSetup::CreateNew(setup),
        ..WgpuConfiguration::default()
    };
    let viewport = ViewportBuilder::default()
        .with_title(title)
        .with_app_id("ferrodyn")
        .with_inner_size(size)
        .with_drag_and_drop(true);
    eframe::NativeOptions {
        viewport,
        wgpu_options,
        // costs a processor that draws too much
        dithering: false,
        ..eframe::NativeOptions::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_of_a_library_is_not_named_in_an_error() {
        let text = "winit EventLoopError: os error at /home/a/.cargo/registry/src/x-1/winit-0.30.13/src/platform_impl/linux/mod.rs:758: neither WAYLAND_DISPLAY nor DISPLAY is set.";
        let plain = "winit EventLoopError: neither WAYLAND_DISPLAY nor DISPLAY is set.";
        assert_eq!(without_place(text), plain);
        for other in ["no device that draws", "os error at home", "os error at a.rs: b"] {
            assert_eq!(without_place(other), other);
        }
    }

    #[test]
    fn a_report_is_a_line() {
        assert_eq!(Report::default().to_string(), "no frame of a model");
        let report = Report {
            first_frame: Some(Duration::from_millis(500)),
            frames: 120,
            time: Duration::from_secs(2),
            simulated: 2.0,
            size: [800, 600],
        };
        let text = "first frame after 0.50 s, then 120 frames of 800 x 600 in 2.00 s: \
                    60.0 per second, 2.00 s simulated";
        assert_eq!(report.to_string(), text);
    }
}
