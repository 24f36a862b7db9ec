//! Joints, controls and equalities to set by hand.

use std::f64::consts::PI;
use std::ops::RangeInclusive;

use eframe::egui::{CollapsingHeader, ScrollArea, Slider, Ui};
use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{JointType, ObjType};
use ferrodyn_engine::ids::{ActuatorId, EqualityId, JointId, QposAdr};
use ferrodyn_play::Sim;

/// Rows that are shown at most in a list.
const MOST_ROWS: usize = 500;

/// Shows joints, controls and equalities.
pub(crate) fn show(ui: &mut Ui, sim: &mut Sim) {
    if sim.model.nu > 0 {
        CollapsingHeader::new("Controls").default_open(true).show(ui, |ui| controls(ui, sim));
    }
    if sim.model.njnt > 0 {
        CollapsingHeader::new("Joints").default_open(true).show(ui, |ui| joints(ui, sim));
    }
    if sim.model.neq > 0 {
        CollapsingHeader::new("Equalities").show(ui, |ui| equalities(ui, sim));
    }
}

/// The joints that have one number, each with its address and range.
pub(crate) fn scalar_joints(m: &Model) -> Vec<(JointId, QposAdr, [f64; 2])> {
    let mut found = Vec::new();
    for j in m.joints() {
        let reach = match m.jnt_type[j].get() {
            Some(JointType::Hinge) => PI,
            Some(JointType::Slide) => m.stat.extent,
            _ => continue,
        };
        let limited = m.jnt_limited[j] != 0;
        let range = if limited { m.jnt_range[j] } else { [-reach, reach] };
        let adr = usize::try_from(m.jnt_qposadr[j].raw()).unwrap_or(usize::MAX);
        if adr < m.nq {
            found.push((j, QposAdr(adr), range));
        }
    }
    found
}

fn joints(ui: &mut Ui, sim: &mut Sim) {
    let all = scalar_joints(&sim.model);
    let mut moved = false;
    list(ui, "joints", all.len(), |ui, i| {
        let (j, adr, range) = all[i];
        let name = sim.name(ObjType::Joint, j.0);
        moved |= slider(ui, &mut sim.data.qpos[adr], range, &name);
    });
    if all.len() < sim.model.njnt {
        ui.weak("ball and free joints are moved by the mouse");
    }
    if moved {
        sim.refresh();
    }
}

/// The range of a control.
pub(crate) fn control_range(m: &Model, u: ActuatorId) -> [f64; 2] {
    if m.actuator_ctrllimited[u] != 0 { m.actuator_ctrlrange[u] } else { [-1.0, 1.0] }
}

fn controls(ui: &mut Ui, sim: &mut Sim) {
    if ui.button("Clear all").clicked() {
        sim.data.ctrl.fill(0.0);
    }
    list(ui, "controls", sim.model.nu, |ui, i| {
        let u = ActuatorId(i);
        let (range, name) = (control_range(&sim.model, u), sim.name(ObjType::Actuator, i));
        slider(ui, &mut sim.data.ctrl[u], range, &name);
    });
}

fn equalities(ui: &mut Ui, sim: &mut Sim) {
    let mut changed = false;
    list(ui, "equalities", sim.model.neq, |ui, i| {
        let mut on = sim.data.eq_active[EqualityId(i)] != 0;
        if ui.checkbox(&mut on, sim.name(ObjType::Equality, i)).changed() {
            sim.data.eq_active[EqualityId(i)] = u8::from(on);
            changed = true;
        }
    });
    if changed {
        sim.refresh();
    }
}

/// A slider with a name; whether it was moved.
fn slider(ui: &mut Ui, value: &mut f64, [low, high]: [f64; 2], name: &str) -> bool {
    let range: RangeInclusive<f64> = if low < high { low..=high } else { low..=low + 1.0 };
    let slider = Slider::new(value, range).text(name).max_decimals(3).clamping(
        // what is out of range stays until it is moved
        eframe::egui::SliderClamping::Edits,
    );
    ui.add(slider).changed()
}

/// A list that scrolls, of which only what is seen is made.
fn list(ui: &mut Ui, id: &str, count: usize, mut row: impl FnMut(&mut Ui, usize)) {
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical().id_salt(id).max_height(220.0).auto_shrink([false, true]).show_rows(
        ui,
        height,
        count.min(MOST_ROWS),
        |ui, rows| rows.for_each(|i| row(ui, i)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_the_model_or_a_turn() {
        let xml = "<mujoco><worldbody><body><freejoint/><geom size='.1'/><body>
            <joint/><joint range='-10 20' axis='1 0 0'/><geom size='.1'/></body></body></worldbody>
            <actuator><motor joint='j'/></actuator></mujoco>";
        let xml = xml.replace("<joint/>", "<joint name='j'/>");
        let m = ferrodyn_mjcf::Loader::new().load_str(&xml).unwrap();
        let joints = scalar_joints(&m);
        assert_eq!(joints.len(), 2);
        assert_eq!((joints[0].1, joints[0].2), (QposAdr(7), [-PI, PI]));
        assert!((joints[1].2[1] - 20.0_f64.to_radians()).abs() < 1e-12);
        assert_eq!(control_range(&m, ActuatorId(0)), [-1.0, 1.0]);
    }
}
