//! How long the stages of a step take.

use eframe::egui::{Context, Grid, ProgressBar, Window};
use ferrodyn_engine::enums::Timer;
use ferrodyn_engine::ids::TimerId;
use ferrodyn_engine::stage::TIMERS;
use ferrodyn_play::Sim;

use super::Panels;

/// How often numbers change; s.
const EVERY: f64 = 0.5;

/// Shows the mean time of each stage.
pub(crate) fn show(ctx: &Context, panels: &mut Panels, sim: &mut Sim) {
    sim.time_stages(panels.timers);
    if !panels.timers {
        return;
    }
    let now = ctx.input(|input| input.time);
    if now - panels.times.1 > EVERY {
        let timers = sim.take_timers();
        // a pause keeps what was measured
        if timers.first().is_some_and(|step| step.number > 0) {
            panels.times.0 = timers;
        }
        panels.times.1 = now;
    }
    let timers = &panels.times.0;
    let mean = |timer: Timer| Sim::mean(timers, TimerId(timer as usize));
    let whole = mean(Timer::Step).max(1e-9);
    Window::new("Timers").open(&mut panels.timers).resizable(false).show(ctx, |ui| {
        Grid::new("timers").striped(true).show(ui, |ui| {
            for (timer, name, depth) in TIMERS {
                ui.label(format!("{}{name}", "    ".repeat(depth)));
                ui.label(format!("{:.1} us", mean(timer)));
                let share = (mean(timer) / whole).clamp(0.0, 1.0) as f32;
                ui.add(ProgressBar::new(share).desired_width(90.0));
                ui.end_row();
            }
        });
    });
}
