//! The picture, with its labels.

use eframe::egui::{self, Align2, Color32, FontId, Painter, Rect, Sense, Ui, vec2};
use ferrodyn_scene::Scene;

use super::{Panels, mouse};
use crate::canvas::Canvas;
use crate::project::project;
use crate::session::Session;

/// Labels that are drawn at most.
const MOST_LABELS: usize = 2000;

/// Shows the picture in all the room that is left; returns its size in pixels.
pub(crate) fn show(
    ui: &mut Ui,
    session: &mut Session,
    canvas: &mut Canvas,
    panels: &mut Panels,
) -> [u32; 2] {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    let scale = ui.ctx().pixels_per_point();
    let size = [rect.width(), rect.height()].map(|side| (side * scale).round().max(1.0) as u32);
    let painter = ui.painter_at(rect);
    let is_loading = session.source.is_loading();
    let Some(sim) = &mut session.sim else {
        let text = if is_loading { "loading" } else { "Drop an MJCF or URDF file here" };
        write(&painter, rect.center(), Align2::CENTER_CENTER, text, 18.0);
        return size;
    };
    mouse::apply(ui, &response, sim, panels);
    canvas.load(&mut sim.model, session.generation);
    let is_moving = session.pace.running || response.dragged();
    if let Some(print) = canvas.draw(&sim.view.scene, size, is_moving) {
        painter.add(print.over(rect));
        labels(&painter, rect, &sim.view.scene);
        session.overlay.draw(&painter, rect);
    }
    if let Some(error) = &canvas.error {
        write(&painter, rect.center(), Align2::CENTER_CENTER, error, 14.0);
    }
    size
}

/// Labels of shapes.
fn labels(painter: &Painter, rect: Rect, scn: &Scene) {
    let aspect = rect.width() / rect.height().max(1.0);
    let labeled = scn.geoms.iter().filter(|geom| !geom.label.is_empty());
    for geom in labeled.take(MOST_LABELS) {
        if let Some([x, y]) = project(scn, aspect, geom.pos) {
            let at = rect.min + vec2(x * rect.width(), y * rect.height());
            write(painter, at, Align2::LEFT_BOTTOM, &geom.label, 13.0);
        }
    }
}

/// White text with a shadow, to be read on anything.
fn write(painter: &Painter, at: egui::Pos2, anchor: Align2, text: &str, size: f32) {
    let font = FontId::proportional(size);
    painter.text(at + vec2(1.0, 1.0), anchor, text, font.clone(), Color32::BLACK);
    painter.text(at, anchor, text, font, Color32::WHITE);
}
