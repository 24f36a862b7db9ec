//! An examination ends in time, whatever the model.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ferrodyn_doctor::{Options, examine};
use ferrodyn_mjcf::Loader;

/// A heap of boxes, which takes long to simulate.
fn heap(option: &str) -> ferrodyn_engine::Model {
    let body = |i: usize| {
        let [x, y, z] = [i % 5, i / 5 % 5, i / 25].map(|k| 0.19 * k as f64);
        format!("<body pos='{x} {y} {z}'><freejoint/><geom type='box' size='.1 .1 .1'/></body>")
    };
    let bodies: String = (0..125).map(body).collect();
    let xml = format!(
        "<mujoco><option {option}/><worldbody><geom type='plane' size='9 9 1'/>{bodies}</worldbody></mujoco>"
    );
    Loader::new().load_str(&xml).unwrap()
}

#[test]
fn a_model_that_takes_long_does_not_take_longer_than_the_budget() {
    for option in
        ["timestep='1e-12'", "timestep='1e-5' solver='PGS' iterations='100000' tolerance='0'"]
    {
        let m = heap(option);
        let (begin, budget) = (Instant::now(), Duration::from_secs(1));
        let report = examine(&m, &Options { budget, ..Options::default() });
        let took = begin.elapsed();
        // without the budget it would be hours; others may be at work on the machine
        assert!(took < Duration::from_secs(100), "{option}: {took:?}");
        let late = report.not_run.iter().any(|why| why.ends_with("no time was left"));
        assert!(late && !report.interrupted, "{option}: {report:?}");
    }
}

#[test]
fn whoever_asks_to_end_is_heard() {
    let (m, asked) = (heap("timestep='1e-9'"), Arc::new(AtomicUsize::new(0)));
    let count = asked.clone();
    let interrupt = Some(Arc::new(move || count.fetch_add(1, Ordering::Relaxed) > 50) as _);
    let begin = Instant::now();
    let budget = Duration::from_hours(1);
    let report = examine(&m, &Options { budget, interrupt, ..Options::default() });
    assert!(report.interrupted && begin.elapsed() < Duration::from_secs(100), "{report:?}");
}

#[test]
fn models_without_anything_or_with_numbers_that_are_none_are_examined_too() {
    let texts = [
        "<mujoco/>",
        "<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>",
        "<mujoco><worldbody><body><freejoint/><geom size='1e-3' mass='1e9'/></body></worldbody></mujoco>",
        "<mujoco><option timestep='1e300'/><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>",
        "<mujoco><worldbody><body><joint range='-1e308 1e308'/><geom size='.1'/></body></worldbody></mujoco>",
    ];
    for xml in texts {
        let mut m = Loader::new().load_str(xml).unwrap();
        examine(&m, &Options::default());
        for x in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
            m.opt.timestep = x;
            let report = examine(&m, &Options::default());
            let is_told = report.not_run.iter().any(|why| why.starts_with("all simulations"));
            assert!(m.nv == 0 || is_told, "{xml} {x}: {report:?}");
        }
        m.opt.timestep = 0.002;
        m.body_mass.fill(f64::NAN);
        m.geom_size.scalars_mut::<f64>().fill(f64::NAN);
        examine(&m, &Options { budget: Duration::from_secs(2), ..Options::default() });
    }
}
