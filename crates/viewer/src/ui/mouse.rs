//! The mouse over the picture, as in MuJoCo's `simulate`.

use eframe::egui::{Modifiers, PointerButton, Response, Ui};
use ferrodyn_engine::enums::Mouse;
use ferrodyn_play::{Pick, Sim};

use super::Panels;

/// Points of scrolling that are one notch of a wheel.
const NOTCH: f32 = 50.0;

/// Applies the motions and clicks of the mouse over the picture since the last frame.
pub(crate) fn apply(ui: &Ui, response: &Response, sim: &mut Sim, panels: &mut Panels) {
    let modifiers = ui.input(|input| input.modifiers);
    pick(response, sim, modifiers);
    drag(response, sim, panels, modifiers);
    if response.hovered() {
        let notches = ui.input(|input| input.smooth_scroll_delta().y) / NOTCH;
        if notches != 0.0 {
            sim.view.zoom(&sim.model, f64::from(notches));
        }
    }
}

/// Double clicks select; with the right button they look at the point, with ctrl they follow.
fn pick(response: &Response, sim: &mut Sim, modifiers: Modifiers) {
    let what = if response.double_clicked_by(PointerButton::Primary) {
        Pick::Select
    } else if response.double_clicked_by(PointerButton::Secondary) {
        if modifiers.command { Pick::Follow } else { Pick::Center }
    } else {
        return;
    };
    let Some(at) = response.interact_pointer_pos() else { return };
    let (rect, size) = (response.rect, response.rect.size());
    let rel = [(at.x - rect.min.x) / size.x, 1.0 - (at.y - rect.min.y) / size.y].map(f64::from);
    let aspect = f64::from(size.x / size.y);
    let system = sim.model.with(const { &ferrodyn_engine::Hooks::NONE });
    sim.view.pick(&system, &sim.data, what, aspect, rel);
}

/// Drags move the camera, or pull at the selected body if ctrl was down at their start.
fn drag(response: &Response, sim: &mut Sim, panels: &mut Panels, modifiers: Modifiers) {
    if response.drag_started() {
        panels.pulling = modifiers.command && sim.view.selected(&sim.model).is_some();
    }
    if response.drag_stopped() {
        panels.pulling = false;
        sim.view.release();
    }
    let Some(action) = action(response, modifiers.shift) else { return };
    let by = response.drag_delta() / response.rect.height().max(1.0);
    let by = [by.x, by.y].map(f64::from);
    let Sim { view, model, data, .. } = sim;
    if panels.pulling {
        view.drag_body(model, data, action, by);
    } else {
        view.drag_camera(model, action, by);
    }
}

/// The action of a drag.
fn action(response: &Response, shift: bool) -> Option<Mouse> {
    if response.dragged_by(PointerButton::Primary) {
        Some(if shift { Mouse::RotateH } else { Mouse::RotateV })
    } else if response.dragged_by(PointerButton::Secondary) {
        Some(if shift { Mouse::MoveH } else { Mouse::MoveV })
    } else if response.dragged_by(PointerButton::Middle) {
        Some(Mouse::Zoom)
    } else {
        None
    }
}
