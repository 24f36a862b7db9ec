//! What lanes gain, stage by stage: nanoseconds for each simulation when 1, 4 and 8 of them share registers.
//!
//! ```text
//! $ cargo run -q --release -p ferrodyn-bench -- lanes humanoid.xml
//! ```
//!
//! Without a file it takes a chain of ten links. Stages run in turn over the same data, which stays in the
//! cache; each figure is the least of 50 rounds.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use ferrodyn_engine::math::Pack;
use ferrodyn_engine::pipeline::Part;
use ferrodyn_engine::stage::{Run, StageOf};
use ferrodyn_engine::{AsSystem, DataOf, Lanes, Model, System, integrate};
use ferrodyn_mjcf::Loader;

type Stage<N> = (String, fn(&System<'_>, &mut DataOf<N>));

/// The stages that run in lanes, and integration.
fn stages<N: Lanes>() -> Vec<Stage<N>> {
    let in_lanes = |stage: &StageOf<N>| match stage.run {
        Run::Lanes(run) => Some((stage.name.to_lowercase(), run)),
        Run::Each(_) | Run::Forward(_) => None,
    };
    let all = Part::<N>::ALL.into_iter().flat_map(|part| part.stages);
    // qacc is zero, so that bodies stay where they are
    let euler: Stage<N> = ("euler".to_owned(), |m, d| integrate::euler(m, d));
    all.filter_map(in_lanes).chain([euler]).collect()
}

/// Nanoseconds of each stage for one simulation.
fn times<N: Lanes>(m: &Model, d: &mut DataOf<N>, lanes: usize) -> Vec<f64> {
    const REPEATS: usize = 200;
    let stages = stages::<N>();
    let mut least = vec![f64::INFINITY; stages.len()];
    for _ in 0..50 {
        for ((_, stage), least) in stages.iter().zip(&mut least) {
            let start = Instant::now();
            (0..REPEATS).for_each(|_| stage(&m.as_system(), d));
            let each = start.elapsed().as_nanos() as f64 / (REPEATS * lanes) as f64;
            *least = least.min(each);
        }
    }
    least
}

fn chain() -> String {
    let link = "<body pos='0 0 -.2'><joint axis='1 0 0'/><joint axis='0 1 0'/>\
        <geom type='capsule' size='.03 .07'/>";
    format!("<mujoco><worldbody>{}{}</worldbody></mujoco>", link.repeat(10), "</body>".repeat(10))
}

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let m = match arguments.first() {
        Some(path) => Loader::new().load_path(path)?,
        None => Loader::new().load_str(&chain())?,
    };
    let one = times(&m, &mut DataOf::<f64>::new(&m), 1);
    let four = times(&m, &mut DataOf::<Pack<4>>::in_lanes(&m)?, 4);
    let eight = times(&m, &mut DataOf::<Pack<8>>::in_lanes(&m)?, 8);
    println!(
        "{:18}{:>8}{:>8}{:>8}   gain of 4, of 8",
        "ns a simulation", "L = 1", "L = 4", "L = 8"
    );
    let row = |name: &str, one: f64, four: f64, eight: f64| {
        let (a, b) = (one / four, one / eight);
        println!("{name:18}{one:8.0}{four:8.0}{eight:8.0}   {a:.2}, {b:.2}");
    };
    for (i, (name, _)) in stages::<f64>().iter().enumerate() {
        row(name, one[i], four[i], eight[i]);
    }
    let sum = |times: &[f64]| times.iter().sum();
    row("all", sum(&one), sum(&four), sum(&eight));
    Ok(ExitCode::SUCCESS)
}
