//! Plots of sensors, energy, solver iterations and contacts over the history.

use eframe::egui::{ScrollArea, Ui};
use ferrodyn_engine::enums::{EnableBit, ObjType};
use ferrodyn_engine::ids::SensorId;
use ferrodyn_play::{Moment, Sim};

use super::Panels;
use super::plot::{Line, show as plot, stride};

/// Moments that are plotted at most, the newest.
const MOST_MOMENTS: usize = 4000;
/// Height of a plot; points.
const HEIGHT: f32 = 110.0;

/// Shows the plots beside each other.
pub(crate) fn show(ui: &mut Ui, sim: &mut Sim, panels: &mut Panels) {
    sim.wants_energy = true;
    let is_past = sim.history.is_past();
    let mark = is_past.then_some(sim.data.time);
    ui.columns(3, |columns| {
        let energy = [
            line(sim, "potential, J", |moment| moment.energy[0]),
            line(sim, "kinetic, J", |moment| moment.energy[1]),
            line(sim, "total, J", |moment| moment.energy.iter().sum()),
        ];
        plot(&mut columns[0], "energy", &energy, mark, HEIGHT);
        let solver = [
            line(sim, "iterations", |moment| f64::from(moment.iterations)),
            line(sim, "contacts", |moment| f64::from(moment.contacts)),
        ];
        plot(&mut columns[1], "solver", &solver, mark, HEIGHT);
        let sensors = sensor_lines(sim, &panels.sensors);
        plot(&mut columns[2], "sensors", &sensors, mark, HEIGHT);
    });
    choose(ui, sim, panels);
    if sim.model.opt.enabled(EnableBit::Energy) {
        sim.wants_energy = false;
    }
}

/// A line of the newest moments.
fn line(sim: &Sim, name: &str, value: impl Fn(&Moment) -> f64) -> Line {
    let all = sim.history.moments();
    let skip = all.len().saturating_sub(MOST_MOMENTS);
    let step = stride(all.len() - skip);
    let points = all.skip(skip).step_by(step).map(|moment| [moment.time, value(moment)]).collect();
    Line { name: name.to_owned(), points }
}

/// Which numbers of `sensordata` a sensor has.
pub(crate) fn span(sim: &Sim, sensor: usize) -> std::ops::Range<usize> {
    let of = |x: i32| usize::try_from(x).unwrap_or(0);
    let id = SensorId(sensor);
    let start = of(sim.model.sensor_adr[id].raw());
    start..start + of(sim.model.sensor_dim[id])
}

fn sensor_lines(sim: &Sim, chosen: &[bool]) -> Vec<Line> {
    let mut lines = Vec::new();
    let sensors = chosen.iter().enumerate().take(sim.model.nsensor).filter(|(_, on)| **on);
    for (sensor, _) in sensors {
        let name = sim.name(ObjType::Sensor, sensor);
        let numbers = span(sim, sensor);
        let many = numbers.len() > 1;
        for (i, adr) in numbers.enumerate().take(16) {
            let name = if many { format!("{name}[{i}]") } else { name.clone() };
            let value = |moment: &Moment| moment.sensors.get(adr).copied().unwrap_or(f64::NAN);
            lines.push(line(sim, &name, value));
        }
    }
    lines
}

/// Shows a switch for each sensor.
fn choose(ui: &mut Ui, sim: &Sim, panels: &mut Panels) {
    if panels.sensors.len() != sim.model.nsensor {
        // the first few are plotted unless somebody chooses
        panels.sensors = (0..sim.model.nsensor).map(|i| i < 2).collect();
    }
    ScrollArea::horizontal().id_salt("sensors").show(ui, |ui| {
        ui.horizontal(|ui| {
            for (i, on) in panels.sensors.iter_mut().enumerate().take(200) {
                ui.toggle_value(on, sim.name(ObjType::Sensor, i));
            }
        });
    });
}
