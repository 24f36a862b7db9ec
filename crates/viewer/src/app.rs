//! The window: what happens in each frame.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use eframe::egui::{self, CentralPanel, Context, Event, Frame, Key, Panel, ViewportCommand};
use eframe::egui_wgpu::RenderState;
use ferrodyn_play::{Sim, text};

use crate::canvas::Canvas;
use crate::film::Film;
use crate::output::{new_file, write_png};
use crate::run::{Options, Report};
use crate::session::Session;
use crate::ui::keys::{Meaning, Panel as Side};
use crate::ui::{self, Panels, UiRequest};

/// How long the window sleeps at most while nothing happens.
const IDLE: Duration = Duration::from_millis(200);

/// The window of a viewer.
pub(crate) struct App {
    session: Session,
    canvas: Canvas,
    panels: Panels,
    options: Options,
    film: Option<Film>,
    /// Size of the picture; px.
    size: [u32; 2],
    /// Tab was pressed, with shift or without.
    tab: Option<bool>,
    is_full: bool,
    watch: Watch,
}

/// Measures frames.
struct Watch {
    start: Instant,
    last: Instant,
    /// Frames per second, smoothed.
    rate: f64,
    /// Whether the frame before had a model.
    was_drawn: bool,
    /// When the first frame with a model was done, and the time of the simulation then.
    first: Option<(Instant, f64)>,
    report: Arc<Mutex<Report>>,
}

impl App {
    pub(crate) fn new(
        state: &RenderState,
        session: Session,
        options: Options,
        start: Instant,
        report: Arc<Mutex<Report>>,
    ) -> Self {
        let mut panels = Panels::new();
        [panels.left, panels.right] = options.panels;
        let now = Instant::now();
        let watch = Watch { start, last: now, rate: 0.0, was_drawn: false, first: None, report };
        Self {
            session,
            canvas: Canvas::new(state),
            panels,
            options,
            film: None,
            size: [1, 1],
            tab: None,
            is_full: false,
            watch,
        }
    }

    /// Runs the actions of keys and dropped files.
    fn input(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        if let Some(file) = dropped.first().map(|file| file.path()) {
            self.session.open(file);
            ctx.send_viewport_cmd(ViewportCommand::Title(format!("{} - ferrodyn", file.display())));
        }
        if let Some(shift) = self.tab.take() {
            self.panels.toggle(if shift { Side::Right } else { Side::Left });
        }
        if self.session.link.is_some() {
            self.session.seen.keys.extend(crate::glfw::pressed(ctx));
        }
        for meaning in ui::keys::pressed(ctx) {
            match meaning {
                Meaning::Act(action) => self.session.apply(action),
                Meaning::Panel(panel) => self.panels.toggle(panel),
                Meaning::Want(wish) => self.handle(ctx, wish),
            }
        }
    }

    /// Does what a user wants of the window, and says what came of it.
    fn handle(&mut self, ctx: &Context, wish: UiRequest) {
        let said = match wish {
            UiRequest::Screenshot => self.screenshot(),
            UiRequest::Video => self.film(),
            UiRequest::SaveKeys => self.save_keys(),
            UiRequest::CopyState => self.copy(ctx, |sim| {
                let xml = text::key(&sim.model, &sim.data, "");
                Ok(("copied the state", xml))
            }),
            UiRequest::CopyCamera => self.copy(ctx, |sim| {
                let camera = text::camera(&sim.data, &sim.view.camera).map_err(io::Error::other)?;
                Ok(("copied the camera", camera))
            }),
            UiRequest::Fullscreen => {
                self.is_full = !self.is_full;
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(self.is_full));
                return;
            }
            UiRequest::Quit => {
                ctx.send_viewport_cmd(ViewportCommand::Close);
                return;
            }
        };
        self.session.note = said.unwrap_or_else(|error| error.to_string());
    }

    fn copy(
        &self,
        ctx: &Context,
        make: impl FnOnce(&Sim) -> io::Result<(&'static str, String)>,
    ) -> io::Result<String> {
        let sim = self.session.sim.as_ref().ok_or_else(|| io::Error::other("no model"))?;
        let (said, text) = make(sim)?;
        ctx.copy_text(text);
        Ok(said.to_owned())
    }

    fn screenshot(&mut self) -> io::Result<String> {
        let rgb = self.shoot(self.size)?;
        let (path, file) = new_file(&self.options.directory, self.session.source.file(), "png")?;
        write_png(file, self.size, &rgb)?;
        Ok(format!("wrote {}", path.display()))
    }

    fn shoot(&mut self, size: [u32; 2]) -> io::Result<Vec<u8>> {
        let sim = self.session.sim.as_ref().ok_or_else(|| io::Error::other("no model"))?;
        self.canvas.shoot(&sim.view.scene, size).map_err(io::Error::other)
    }

    fn save_keys(&mut self) -> io::Result<String> {
        let sim = self.session.sim.as_ref().filter(|sim| !sim.kept.is_empty());
        let sim = sim.ok_or_else(|| io::Error::other("no pose was kept"))?;
        let (path, mut file) =
            new_file(&self.options.directory, self.session.source.file(), "keys.xml")?;
        file.write_all(text::key_file(sim.kept.iter().map(|kept| &kept.xml[..])).as_bytes())?;
        Ok(format!("wrote {}", path.display()))
    }

    /// Starts a video, or ends it.
    fn film(&mut self) -> io::Result<String> {
        if let Some(film) = self.film.take() {
            let (path, frames) = film.finish()?;
            return Ok(format!("wrote {frames} frames to {}", path.display()));
        }
        let file = self.session.source.file();
        let (path, file) = new_file(&self.options.directory, file, "video.png")?;
        let film = Film::start(path, file, self.size)?;
        let said = format!("filming to {}", film.path().display());
        self.film = Some(film);
        Ok(said)
    }

    /// Adds a frame to the video, if it is time for one.
    fn roll(&mut self) {
        let time = self.watch.start.elapsed().as_secs_f64();
        let Some(size) = self.film.as_ref().filter(|film| film.is_due(time)).map(Film::size) else {
            return;
        };
        let shot = self.shoot(size);
        let film = self.film.as_mut().filter(|_| shot.is_ok());
        let is_written = film.zip(shot.ok()).is_some_and(|(film, rgb)| film.add(rgb, time));
        if !is_written {
            self.session.note = self.film().unwrap_or_else(|error| error.to_string());
        }
    }

    /// Panels around the picture, and the picture.
    fn panels(&mut self, ui: &mut egui::Ui) -> Option<UiRequest> {
        let Self { session, canvas, panels, film, watch, .. } = self;
        let mut wish = None;
        let frame = canvas.panel_frame(ui.style());
        Panel::top("toolbar").frame(frame).show(ui, |ui| {
            wish = ui::toolbar::show(ui, session, panels, film.is_some());
        });
        Panel::bottom("status")
            .frame(frame)
            .show(ui, |ui| ui::bottom::status(ui, session, watch.rate));
        Panel::bottom("history").frame(frame).show(ui, |ui| ui::bottom::history(ui, session));
        if session.source.error().is_some() {
            let panel = Panel::bottom("problems").frame(frame);
            panel.show(ui, |ui| ui::problems::show(ui, session));
        }
        if let Some(sim) = &mut session.sim {
            wish = wish.or(sides(ui, sim, panels, frame));
        }
        let picture = CentralPanel::default().frame(Frame::NONE);
        self.size = picture.show(ui, |ui| ui::picture::show(ui, session, canvas, panels)).inner;
        wish
    }

    /// Windows over the picture.
    fn windows(&mut self, ctx: &Context) {
        let Self { session, canvas, panels, .. } = self;
        ui::help::help(ctx, &mut panels.help);
        if let Some(sim) = &mut session.sim {
            ui::help::info(ctx, &mut panels.info, sim, &canvas.device());
            ui::timers::show(ctx, panels, sim);
        }
    }
}

/// Panels of a simulation at the sides and below.
fn sides(ui: &mut egui::Ui, sim: &mut Sim, panels: &mut Panels, frame: Frame) -> Option<UiRequest> {
    let mut wish = None;
    if panels.plots {
        Panel::bottom("plots").frame(frame).show(ui, |ui| ui::plots::show(ui, sim, panels));
    } else {
        sim.wants_energy = false;
    }
    if panels.left {
        Panel::left("left").frame(frame).default_size(200.0).show(ui, |ui| {
            egui::ScrollArea::vertical().id_salt("left").show(ui, |ui| {
                ui::show::show(ui, sim);
                wish = ui::keyframes::show(ui, sim);
            });
        });
    }
    if panels.right {
        Panel::right("right").frame(frame).default_size(240.0).show(ui, |ui| {
            egui::ScrollArea::vertical().id_salt("right").show(ui, |ui| {
                ui::sliders::show(ui, sim);
                ui::bodies::show(ui, sim, &mut panels.search);
                ui::contacts::show(ui, sim);
            });
        });
    }
    wish
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &Context, _: &mut eframe::Frame) {
        if self.watch.is_first() {
            self.canvas.wait();
        }
        let seconds = self.watch.lap(&self.session, self.size);
        self.canvas.note(seconds);
        self.input(ctx);
        self.session.seen.size = self.size;
        self.session.tick(seconds);
        let mut is_closed = false;
        if let Some(link) = &self.session.link {
            link.wake_with(ctx);
            is_closed = link.wants_close();
        }
        let is_stepping = self.session.pace.running && self.session.link.is_none();
        let is_busy = is_stepping || self.film.is_some();
        if is_busy || self.session.source.is_loading() {
            ctx.request_repaint();
        } else {
            ctx.request_repaint_after(IDLE);
        }
        if is_closed || self.options.frames.is_some_and(|most| self.watch.frames() >= most) {
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        if let Some(wish) = self.panels(ui) {
            self.handle(&ctx, wish);
        }
        self.windows(&ctx);
        self.roll();
        self.watch.was_drawn = self.session.sim.is_some() && self.canvas.error.is_none();
    }

    /// The color of panels, which need not be drawn then.
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        self.canvas.clear_color(visuals.panel_fill)
    }

    fn raw_input_hook(&mut self, ctx: &Context, input: &mut egui::RawInput) {
        if ctx.egui_wants_keyboard_input() {
            return;
        }
        // this key would go from button to button
        input.events.retain(|event| match event {
            Event::Key { key: Key::Tab, pressed, modifiers, .. } => {
                if *pressed {
                    self.tab = Some(modifiers.shift);
                }
                false
            }
            _ => true,
        });
    }

    fn on_exit(&mut self) {
        if let Some(film) = self.film.take() {
            // nobody is left to be told
            let _ = film.finish();
        }
    }
}

impl Watch {
    /// Notes that a frame is done; returns the time since the one before; s.
    fn lap(&mut self, session: &Session, size: [u32; 2]) -> f64 {
        let now = Instant::now();
        let seconds = now.duration_since(self.last).as_secs_f64();
        self.last = now;
        if seconds > 0.0 {
            let weight = (seconds / 0.5).min(1.0);
            self.rate += weight * (1.0 / seconds - self.rate);
        }
        let time = session.sim.as_ref().map_or(0.0, |sim| sim.data.time);
        let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
        match self.first {
            None if self.was_drawn => {
                self.first = Some((now, time));
                report.first_frame = Some(now.duration_since(self.start));
            }
            Some((first, was)) => {
                report.frames += 1;
                report.time = now.duration_since(first);
                report.simulated = time - was;
                report.size = size;
            }
            None => {}
        }
        seconds
    }

    /// Whether the frame before was the first one with a model.
    fn is_first(&self) -> bool {
        self.was_drawn && self.first.is_none()
    }

    /// Frames since the first one.
    fn frames(&self) -> u32 {
        self.report.lock().unwrap_or_else(PoisonError::into_inner).frames
    }
}
