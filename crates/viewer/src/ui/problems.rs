//! The problems of the file, beside the last model that could be loaded.

use eframe::egui::{RichText, ScrollArea, Ui};

use crate::session::Session;

/// Shows the problems of the file, each with its line.
pub(crate) fn show(ui: &mut Ui, session: &Session) {
    let Some(error) = session.source.error() else { return };
    let color = ui.visuals().error_fg_color;
    let title = match &session.sim {
        Some(_) => "The file has problems; this is the last good model",
        None => "The file has problems",
    };
    ui.colored_label(color, title);
    ScrollArea::both().max_height(180.0).auto_shrink([false, true]).show(ui, |ui| {
        ui.label(RichText::new(error).monospace().color(color));
    });
}
