//! The line at the top: playing, speed, buttons of panels.

use eframe::egui::{Button, Ui};

use super::{Panels, UiRequest};
use crate::action::Action;
use crate::session::Session;

/// Shows the buttons; returns what of the window was asked for.
pub(crate) fn show(
    ui: &mut Ui,
    session: &mut Session,
    panels: &mut Panels,
    is_filming: bool,
) -> Option<UiRequest> {
    let mut wish = None;
    ui.horizontal_wrapped(|ui| {
        playing(ui, session);
        ui.separator();
        for (open, name, key) in [
            (&mut panels.left, "View", "Tab"),
            (&mut panels.right, "Model", "Shift Tab"),
            (&mut panels.plots, "Plots", "F4"),
            (&mut panels.timers, "Timers", "F3"),
            (&mut panels.help, "Help", "F1"),
        ] {
            ui.toggle_value(open, name).on_hover_text(key);
        }
        ui.separator();
        for (name, key, what) in [
            ("Screenshot", "Ctrl P: a PNG file in the working directory", UiRequest::Screenshot),
            ("Copy state", "Ctrl C: as a <key> of MJCF", UiRequest::CopyState),
            ("Copy camera", "as a <camera> of MJCF", UiRequest::CopyCamera),
        ] {
            if ui.button(name).on_hover_text(key).clicked() {
                wish = Some(what);
            }
        }
        let film =
            Button::new(if is_filming { "Stop video" } else { "Video" }).selected(is_filming);
        if ui
            .add(film)
            .on_hover_text("Ctrl R: an animated PNG file in the working directory")
            .clicked()
        {
            wish = Some(UiRequest::Video);
        }
    });
    wish
}

/// Buttons of the clock.
fn playing(ui: &mut Ui, session: &mut Session) {
    let play = if session.pace.running { "Pause" } else { "Play" };
    let percent = format!("{}%", session.pace.percent());
    let mut button = |ui: &mut Ui, name: &str, key: &str, action| {
        if ui.button(name).on_hover_text(key).clicked() {
            session.apply(action);
        }
    };
    for (name, key, action) in [
        (play, "Space", Action::PlayPause),
        ("<", "Left: one step back", Action::StepBack),
        (">", "Right: one step", Action::StepForward),
        ("Reset", "Backspace", Action::Reset),
        ("Reload", "Ctrl L", Action::Reload),
        ("-", "slower", Action::Slower),
    ] {
        button(ui, name, key, action);
    }
    ui.label(percent).on_hover_text("speed, of real time");
    button(ui, "+", "faster", Action::Faster);
}
