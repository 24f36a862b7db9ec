//! The contacts of this moment.

use eframe::egui::{CollapsingHeader, Grid, ScrollArea, Ui};
use ferrodyn_engine::Collider;
use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::ids::{ContactId, GeomId};
use ferrodyn_engine::support::contact_force;
use ferrodyn_play::Sim;

/// Rows that are shown at most.
const MOST_ROWS: usize = 200;

/// Shows each contact: its objects, depth and force.
pub(crate) fn show(ui: &mut Ui, sim: &mut Sim) {
    let title = format!("Contacts ({})", sim.data.contact.len());
    CollapsingHeader::new(title).id_salt("contacts").show(ui, |ui| {
        let mut chosen = None;
        let area = ScrollArea::both().id_salt("contacts").max_height(220.0);
        area.auto_shrink([false, true]).show(ui, |ui| {
            Grid::new("contacts").striped(true).show(ui, |ui| {
                for title in ["geoms", "depth, mm", "normal, N", "friction, N"] {
                    ui.strong(title);
                }
                ui.end_row();
                for i in 0..sim.data.contact.len().min(MOST_ROWS) {
                    chosen = row(ui, sim, i).or(chosen);
                }
            });
        });
        if sim.data.contact.len() > MOST_ROWS {
            ui.weak(format!("and {} more", sim.data.contact.len() - MOST_ROWS));
        }
        if let Some(body) = chosen {
            sim.view.select_body(&sim.model, body);
        }
    });
}

/// A contact; returns the body to select if it was clicked.
fn row(ui: &mut Ui, sim: &Sim, i: usize) -> Option<usize> {
    let contact = sim.data.contact.get(i)?;
    let sides = contact.colliders().map(|side| side.map_or("?".to_owned(), |side| name(sim, side)));
    let clicked = ui.selectable_label(false, sides.join(" - ")).on_hover_text(format!(
        "at {:.4} {:.4} {:.4}, dimensions {}, friction {:.3}",
        contact.pos[0], contact.pos[1], contact.pos[2], contact.dim, contact.friction[0]
    ));
    let force = contact_force(&sim.model, &sim.data, ContactId(i));
    ui.label(format!("{:.3}", -1000.0 * contact.dist));
    ui.label(format!("{:.3}", force[0]));
    ui.label(format!("{:.3}", force[1].hypot(force[2])));
    ui.end_row();
    if !clicked.clicked() {
        return None;
    }
    let body = |side| match side {
        Collider::Geom(g) if g.0 < sim.model.ngeom => sim.model.geom_bodyid[g].id(),
        _ => None,
    };
    // the second geom, unless it belongs to the world
    let bodies = contact.colliders().into_iter().flatten().filter_map(body);
    bodies.map(|body| body.0).max()
}

fn name(sim: &Sim, side: Collider) -> String {
    match side {
        Collider::Geom(GeomId(id)) => sim.name(ObjType::Geom, id),
        Collider::FlexElement { flex, element } => {
            format!("{} element {element}", sim.name(ObjType::Flex, flex.0))
        }
        Collider::FlexVertex { flex, vertex } => {
            format!("{} vertex {vertex}", sim.name(ObjType::Flex, flex.0))
        }
    }
}
