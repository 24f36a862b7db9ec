//! The lines at the bottom: the history, and the state of the simulation.

use eframe::egui::{Slider, Ui};

use crate::session::Session;

/// Shows the slider of the history.
pub(crate) fn history(ui: &mut Ui, session: &mut Session) {
    let Session { sim: Some(sim), pace, .. } = session else { return };
    let last = sim.history.len().saturating_sub(1);
    let mut position = sim.history.position();
    ui.horizontal(|ui| {
        ui.label("History");
        ui.spacing_mut().slider_width = (ui.available_width() - 90.0).max(40.0);
        let slider = Slider::new(&mut position, 0..=last.max(1)).show_value(false);
        if ui.add_enabled(last > 0, slider).changed() {
            pace.running = false;
            sim.scrub(position.min(last));
        }
        ui.label(format!("{:.3} s", sim.data.time));
    });
}

/// Shows a line about everything.
pub(crate) fn status(ui: &mut Ui, session: &Session, frames: f64) {
    ui.horizontal_wrapped(|ui| {
        if let Some(sim) = &session.sim {
            let d = &sim.data;
            ui.label(if session.pace.running { "playing" } else { "paused" });
            ui.label(format!("time {:.3} s", d.time));
            ui.label(format!("{:.0}% of real time", session.pace.measured_percent()));
            ui.label(format!("{frames:.0} frames/s"));
            ui.label(format!("{} contacts", d.ncon));
            ui.label(format!("{} constraints", d.nefc));
            if let Some(body) = sim.view.selected(&sim.model) {
                let name = sim.name(ferrodyn_engine::enums::ObjType::Body, body.0);
                ui.label(format!("selected {name}"));
            }
            for (text, count) in sim.warnings() {
                ui.colored_label(ui.visuals().warn_fg_color, format!("{text} ({count} times)"));
            }
        }
        if session.source.is_loading() {
            ui.spinner();
        }
        ui.weak(&session.note);
    });
}
