//! Keyframes of the model, and poses that the user keeps.

use eframe::egui::{CollapsingHeader, Ui};
use ferrodyn_engine::enums::ObjType;
use ferrodyn_play::Sim;

use super::UiRequest;

/// Rows that are shown at most.
const MOST_ROWS: usize = 200;

/// Shows keyframes to load, and what is kept; returns what of the window was asked for.
pub(crate) fn show(ui: &mut Ui, sim: &mut Sim) -> Option<UiRequest> {
    let mut wish = None;
    CollapsingHeader::new("Keyframes").show(ui, |ui| {
        for key in 0..sim.model.nkey.min(MOST_ROWS) {
            if ui.button(sim.name(ObjType::Key, key)).on_hover_text("load").clicked() {
                sim.load_key(key);
            }
        }
        let mut gone = None;
        let mut load = None;
        for (i, kept) in sim.kept.iter_mut().enumerate().take(MOST_ROWS) {
            ui.horizontal(|ui| {
                if ui.button("Load").clicked() {
                    load = Some(i);
                }
                ui.label(&kept.name);
                if ui.button("Copy").on_hover_text("as MJCF").clicked() {
                    ui.ctx().copy_text(kept.xml.clone());
                }
                if ui.button("x").on_hover_text("forget").clicked() {
                    gone = Some(i);
                }
            });
        }
        if let Some(i) = load {
            sim.load_kept(i);
        }
        if let Some(i) = gone {
            sim.kept.remove(i);
        }
        ui.horizontal(|ui| {
            if ui.button("Keep this pose").clicked() {
                sim.keep();
            }
            let some = !sim.kept.is_empty();
            let write = ui.add_enabled(some, eframe::egui::Button::new("Write file"));
            if write
                .on_hover_text("Ctrl S: kept poses as an MJCF file in the working directory")
                .clicked()
            {
                wish = Some(UiRequest::SaveKeys);
            }
        });
    });
    wish
}
