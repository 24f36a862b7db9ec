//! The tree of bodies, to search and to select in.

use eframe::egui::{CollapsingHeader, ScrollArea, TextEdit, Ui};
use ferrodyn_engine::Model;
use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::support::object_velocity;
use ferrodyn_play::{Sim, name_of};

/// Shows the tree, or the bodies that a search has found.
pub(crate) fn show(ui: &mut Ui, sim: &mut Sim, search: &mut String) {
    CollapsingHeader::new("Bodies").show(ui, |ui| {
        ui.add(TextEdit::singleline(search).hint_text("search").desired_width(f32::INFINITY));
        let rows = rows(&sim.model, search);
        let height = ui.spacing().interact_size.y;
        let area = ScrollArea::vertical().id_salt("bodies").max_height(220.0);
        area.auto_shrink([false, true]).show_rows(ui, height, rows.len(), |ui, seen| {
            for (depth, body) in rows.iter().skip(seen.start).take(seen.len()) {
                row(ui, sim, *depth, *body);
            }
        });
        details(ui, sim);
    });
}

/// The bodies that are listed, each with its depth in the tree; all if nothing is searched for.
///
/// What is searched for is a part of the name of the body, or of a geom, joint or site of it.
pub(crate) fn rows(m: &Model, search: &str) -> Vec<(usize, usize)> {
    let search = search.trim().to_lowercase();
    let mut depths = vec![0; m.nbody];
    let mut found = Vec::new();
    for b in m.bodies() {
        let parent = usize::try_from(m.body_parentid[b].raw()).unwrap_or(0);
        if b.0 > 0 {
            depths[b.0] = depths.get(parent).map_or(0, |depth| depth + 1);
        }
        if search.is_empty() {
            found.push((depths[b.0], b.0));
        } else if is_found(m, b, &search) {
            found.push((0, b.0));
        }
    }
    found
}

fn is_found(m: &Model, b: BodyId, search: &str) -> bool {
    let has = |kind, id| name_of(m, kind, id).to_lowercase().contains(search);
    let of = |adr: i32, num: i32| {
        let start = usize::try_from(adr).unwrap_or(0);
        start..start + usize::try_from(num).unwrap_or(0)
    };
    has(ObjType::Body, b.0)
        || of(m.body_geomadr[b].raw(), m.body_geomnum[b]).any(|id| has(ObjType::Geom, id))
        || of(m.body_jntadr[b].raw(), m.body_jntnum[b]).any(|id| has(ObjType::Joint, id))
        || (0..m.nsite).any(|id| {
            m.site_bodyid[ferrodyn_engine::ids::SiteId(id)].raw() == b.raw()
                && has(ObjType::Site, id)
        })
}

fn row(ui: &mut Ui, sim: &mut Sim, depth: usize, body: usize) {
    ui.horizontal(|ui| {
        ui.add_space(10.0 * depth.min(20) as f32);
        let is_selected = sim.view.selected(&sim.model) == Some(BodyId(body));
        let name = sim.name(ObjType::Body, body);
        let response = ui.selectable_label(is_selected, name);
        if response.clicked() {
            sim.view.select_body(&sim.model, body);
        }
        if response.on_hover_text("double click to follow").double_clicked() && body > 0 {
            sim.view.follow(body);
        }
    });
}

/// Numbers of the selected body.
fn details(ui: &mut Ui, sim: &Sim) {
    let Some(body) = sim.view.selected(&sim.model) else { return };
    let vector = |v: [f64; 3]| format!("{:.4} {:.4} {:.4}", v[0], v[1], v[2]);
    ui.separator();
    ui.strong(sim.name(ObjType::Body, body.0));
    ui.label(format!("position {}", vector(sim.data.xpos[body].0)));
    let [w, x, y, z] = sim.data.xquat[body].0;
    ui.label(format!("quaternion {w:.4} {x:.4} {y:.4} {z:.4}"));
    ui.label(format!("mass {:.4} kg", sim.model.body_mass[body]));
    let motion = object_velocity(&sim.model, &sim.data, ObjType::Body, body.0, false);
    let motion = motion.unwrap_or_default();
    ui.label(format!("velocity {}", vector(motion.lin().0)));
    ui.label(format!("turns at {}", vector(motion.ang().0)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_found_by_what_they_have() {
        let xml = "<mujoco><worldbody><body name='Torso'><body name='arm'><joint name='elbow'/>
            <geom name='skin' size='.1'/></body><site name='marker'/></body></worldbody></mujoco>";
        let m = ferrodyn_mjcf::Loader::new().load_str(xml).unwrap();
        assert_eq!(rows(&m, ""), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(rows(&m, "tor"), [(0, 1)]);
        assert_eq!(rows(&m, " ELBOW "), [(0, 2)]);
        assert_eq!(rows(&m, "skin"), [(0, 2)]);
        assert_eq!(rows(&m, "marker"), [(0, 1)]);
        assert_eq!(rows(&m, "nothing"), []);
    }
}
