//! The panel of visualization options: labels, axes, kinds of objects, effects, groups, cameras.

use eframe::egui::{CollapsingHeader, ComboBox, DragValue, Ui};
use ferrodyn_engine::enums::{CameraType, Label, ObjType, VisFrame};
use ferrodyn_play::{Sim, View};
use ferrodyn_scene::{FRAME_NAMES, LABEL_NAMES, RND_SWITCHES, Switch, VIS_SWITCHES};

/// Shows the switches.
pub(crate) fn show(ui: &mut Ui, sim: &mut Sim) {
    cameras(ui, sim);
    CollapsingHeader::new("Labels and axes").default_open(true).show(ui, |ui| {
        labels(ui, &mut sim.view);
    });
    CollapsingHeader::new("Show")
        .show(ui, |ui| flags(ui, &mut sim.view.option.flags, &VIS_SWITCHES));
    CollapsingHeader::new("Effects")
        .show(ui, |ui| flags(ui, &mut sim.view.scene.flags, &RND_SWITCHES));
    CollapsingHeader::new("Groups").show(ui, |ui| groups(ui, &mut sim.view));
}

fn labels(ui: &mut Ui, view: &mut View) {
    let option = &mut view.option;
    let mut label = option.label as usize;
    ComboBox::from_label("labels").selected_text(LABEL_NAMES[label]).show_ui(ui, |ui| {
        for (i, name) in LABEL_NAMES.iter().enumerate() {
            ui.selectable_value(&mut label, i, *name);
        }
    });
    option.label = Label::from_i32(label as i32).unwrap_or(Label::None);
    let mut frame = option.frame as usize;
    ComboBox::from_label("axes").selected_text(FRAME_NAMES[frame]).show_ui(ui, |ui| {
        for (i, name) in FRAME_NAMES.iter().enumerate() {
            ui.selectable_value(&mut frame, i, *name);
        }
    });
    option.frame = VisFrame::from_i32(frame as i32).unwrap_or(VisFrame::None);
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut option.bvh_depth).range(0..=20));
        ui.label("depth of trees");
        ui.add(DragValue::new(&mut option.flex_layer).range(0..=10));
        ui.label("flex layer");
    });
}

/// A switch for each name.
fn flags(ui: &mut Ui, flags: &mut [u8], switches: &[Switch]) {
    for (flag, (name, _, key)) in flags.iter_mut().zip(switches) {
        let text = if key.is_empty() { (*name).to_owned() } else { format!("{name}  ({key})") };
        let mut on = *flag != 0;
        if ui.checkbox(&mut on, text).changed() {
            *flag = u8::from(on);
        }
    }
}

fn groups(ui: &mut Ui, view: &mut View) {
    let option = &mut view.option;
    for (name, groups) in [
        ("geoms", &mut option.geomgroup),
        ("sites", &mut option.sitegroup),
        ("joints", &mut option.jointgroup),
        ("tendons", &mut option.tendongroup),
        ("actuators", &mut option.actuatorgroup),
        ("flexes", &mut option.flexgroup),
        ("skins", &mut option.skingroup),
    ] {
        ui.horizontal(|ui| {
            for (i, group) in groups.iter_mut().enumerate() {
                let mut on = *group != 0;
                if ui.toggle_value(&mut on, i.to_string()).changed() {
                    *group = u8::from(on);
                }
            }
            ui.label(name);
        });
    }
}

fn cameras(ui: &mut Ui, sim: &mut Sim) {
    let now = match sim.view.camera.kind {
        Some(CameraType::Fixed) => {
            sim.name(ObjType::Camera, usize::try_from(sim.view.camera.fixedcamid).unwrap_or(0))
        }
        Some(CameraType::Tracking) => {
            let body = usize::try_from(sim.view.camera.trackbodyid).unwrap_or(0);
            format!("follows {}", sim.name(ObjType::Body, body))
        }
        _ => "free".to_owned(),
    };
    ui.horizontal(|ui| {
        ComboBox::from_label("camera").selected_text(now).show_ui(ui, |ui| {
            if ui.selectable_label(false, "free").clicked() {
                sim.view.set_camera(&sim.model, -1);
            }
            if let Some(body) = sim.view.selected(&sim.model)
                && ui.selectable_label(false, "follow the selected body").clicked()
            {
                sim.view.follow(body.0);
            }
            for id in 0..sim.model.ncam {
                if ui.selectable_label(false, sim.name(ObjType::Camera, id)).clicked() {
                    sim.view.set_camera(&sim.model, id as i32);
                }
            }
        });
        if ui.button("All").on_hover_text("Ctrl A: see the whole model").clicked() {
            sim.view.align(&sim.model);
        }
    });
}
