//! Stages read and write what they declare: the hand-over of batches relies on it.

use std::collections::BTreeSet;

use ferrodyn::enums::{Cone, EnableBit, Integrator, Jacobian, Solver};
use ferrodyn::fields::{FieldMut, Table};
use ferrodyn::{AsSystem, Data, Model, load, load_str, step};
use ferrodyn_engine::pipeline::Part;
use ferrodyn_engine::stage::{Run, StageOf};

use crate::samples::{model_files, random_data};

/// Fields that count what happens, whoever lets it happen.
const COUNTS: [&str; 4] = ["timer", "warning", "maxuse_con", "maxuse_efc"];

/// What stands in fields that a stage must not read: one spreads, the other compares.
const GARBAGE: [f64; 2] = [f64::NAN, 7e3];

fn stages() -> Vec<StageOf<f64>> {
    let part = |part: Part<f64>| {
        part.stages.iter().chain(part.sensors).chain(part.energy).collect::<Vec<_>>()
    };
    let all = Part::<f64>::ALL.into_iter().flat_map(part);
    all.map(|stage| StageOf { ..*stage }).collect()
}

fn run(stage: &StageOf<f64>, m: &Model, d: &mut Data) {
    let (Run::Lanes(run) | Run::Each(run) | Run::Forward(run)) = stage.run;
    run(&m.as_system(), d);
}

/// A change of the options of a model.
type Change = fn(&mut Model);

/// The models of the repository, each with options that lead to other code.
fn models() -> Vec<(String, Model)> {
    let mut all = Vec::new();
    for file in ["", "physics", "flex"].into_iter().flat_map(model_files) {
        let plain = load(&file).unwrap();
        let options: [(&str, Change); 4] = [
            ("as it is", |_| ()),
            ("PGS and energy", |m| {
                m.opt.solver = Solver::Pgs as i32;
                m.opt.enableflags |= EnableBit::Energy as i32;
                m.opt.jacobian = Jacobian::Dense as i32;
            }),
            ("CG and elliptic cones", |m| {
                m.opt.solver = Solver::Cg as i32;
                m.opt.cone = Cone::Elliptic as i32;
                m.opt.jacobian = Jacobian::Sparse as i32;
            }),
            ("in a medium", |m| {
                (m.opt.density, m.opt.viscosity) = (1.3, 0.1);
                m.opt.noslip_iterations = 2;
                m.opt.integrator = Integrator::ImplicitFast as i32;
            }),
        ];
        for (name, change) in options {
            let mut m = plain.clone();
            change(&mut m);
            all.push((format!("{} {name}", file.display()), m));
        }
    }
    all
}

/// Calls with each stage, and with the data before it.
fn each_stage(mut look: impl FnMut(&str, &Model, &StageOf<f64>, &Data)) {
    for (name, m) in models() {
        let mut d = random_data(&m, 3);
        (0..3).for_each(|_| step(&m, &mut d));
        for stage in stages() {
            look(&format!("{name}: {}", stage.name), &m, &stage, &d);
            run(&stage, &m, &mut d);
        }
    }
}

#[test]
fn a_stage_changes_only_what_it_writes() {
    let mut problems = Vec::new();
    each_stage(|name, m, stage, before| {
        let mut after = before.clone();
        run(stage, m, &mut after);
        for (old, new) in before.fields().zip(after.fields()) {
            let known = stage.writes.contains(&old.name) || COUNTS.contains(&old.name);
            if !known && old.bytes != new.bytes {
                problems.push(format!("{name} writes {}", old.name));
            }
        }
    });
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn what_a_stage_does_not_read_may_be_garbage() {
    let mut problems = Vec::new();
    each_stage(|name, m, stage, before| {
        if stage.name == "PASSIVE_HOOKS" && m.nplugin > 0 {
            return; // plugins read what they like, and are not put into lanes
        }
        let mut good = before.clone();
        run(stage, m, &mut good);
        let known: Vec<&str> = stage.reads(m).chain(stage.writes.iter().copied()).collect();
        for garbage in GARBAGE {
            let mut d = before.clone();
            for info in Data::infos().iter().filter(|info| !known.contains(&info.name)) {
                if let Some(numbers) = d.field_mut(info.name).and_then(FieldMut::values::<f64>) {
                    numbers.fill(garbage);
                }
            }
            run(stage, m, &mut d);
            for (new, old) in d.fields().zip(good.fields()) {
                if stage.writes.contains(&new.name) && new.bytes != old.bytes {
                    problems.push(format!("{name}: {} is another with {garbage}", new.name));
                }
            }
        }
    });
    assert!(problems.is_empty(), "{problems:#?}");
}

/// The stages in lanes come first: a batch runs all of them before any of the others.
#[test]
fn no_stage_in_lanes_reads_what_each_simulation_computes() {
    let m = load_str("<mujoco/>").unwrap();
    let mut in_lanes: BTreeSet<&str> = BTreeSet::new();
    let mut by_each: BTreeSet<&str> = BTreeSet::new();
    for stage in stages() {
        let writes = stage.writes.iter().copied();
        if matches!(stage.run, Run::Lanes(_)) {
            let early: Vec<_> = stage.reads(&m).filter(|name| by_each.contains(name)).collect();
            assert!(early.is_empty(), "{} reads {early:?}", stage.name);
            in_lanes.extend(writes);
        } else {
            // what hooks add to is not read where there are none
            by_each.extend(writes.filter(|name| !in_lanes.contains(name)));
        }
    }
}
