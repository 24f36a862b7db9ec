//! Keys and mouse, and numbers of the model, as windows over the picture.

use eframe::egui::{Context, Grid, Window};
use ferrodyn_play::Sim;

/// Keys and their actions.
const KEYS: [(&str, &str); 27] = [
    ("Space", "play or pause"),
    ("Left, Right", "one step back or on"),
    ("+  -", "faster, slower"),
    ("Backspace", "reset"),
    ("Ctrl L", "load the file again"),
    ("Left drag", "turn the camera (Shift: other axis)"),
    ("Right drag", "move the camera (Shift: horizontally)"),
    ("Wheel, middle drag", "zoom"),
    ("Double click", "select a body"),
    ("Right double click", "look at the point"),
    ("Ctrl right double click", "follow the body"),
    ("Ctrl left drag", "turn the selected body"),
    ("Ctrl right drag", "pull at the selected body"),
    ("Page Up", "select the parent"),
    ("[  ]", "camera before, next camera"),
    ("Esc", "free camera"),
    ("Ctrl A", "see the whole model"),
    ("0 to 5", "groups of geoms (Shift: of sites)"),
    ("Letters", "what is shown, see the panel View"),
    ("F6, F7", "axes, labels"),
    ("F1, F2", "help, numbers of the model"),
    ("F3, F4", "timers, plots"),
    ("F5", "full screen"),
    ("Tab, Shift Tab", "panel at the left, at the right"),
    ("Ctrl P, Ctrl R", "screenshot, video"),
    ("Ctrl C, Ctrl S", "copy the state, write kept poses to a file"),
    ("Ctrl Q", "quit"),
];

/// Shows the keys.
pub(crate) fn help(ctx: &Context, open: &mut bool) {
    Window::new("Help").open(open).resizable(false).show(ctx, |ui| {
        Grid::new("keys").striped(true).show(ui, |ui| {
            for (key, what) in KEYS {
                ui.strong(key);
                ui.label(what);
                ui.end_row();
            }
        });
    });
}

/// Shows sizes of the model.
pub(crate) fn info(ctx: &Context, open: &mut bool, sim: &Sim, device: &str) {
    let m = &sim.model;
    Window::new("Model").open(open).resizable(false).show(ctx, |ui| {
        Grid::new("sizes").striped(true).show(ui, |ui| {
            let sizes = [
                ("bodies", m.nbody),
                ("joints", m.njnt),
                ("dofs", m.nv),
                ("geoms", m.ngeom),
                ("actuators", m.nu),
                ("sensors", m.nsensor),
                ("tendons", m.ntendon),
                ("equalities", m.neq),
                ("meshes", m.nmesh),
                ("flexes", m.nflex),
                ("keyframes", m.nkey),
            ];
            for (what, count) in sizes {
                ui.label(what);
                ui.label(count.to_string());
                ui.end_row();
            }
            ui.label("timestep");
            ui.label(format!("{} s", m.opt.timestep));
            ui.end_row();
            ui.label("drawn by");
            ui.label(device);
            ui.end_row();
        });
    });
}
