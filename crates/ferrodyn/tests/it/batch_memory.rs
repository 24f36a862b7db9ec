//! Steps of a batch into a result that is used again allocate nothing, whatever closures there are and however many
//! threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use ferrodyn::batch::{BatchResult, BatchSim, MixedBatch};
use ferrodyn::{Data, Hooks, Model, load_str};

use crate::batch::{BALLS, start};

/// A cart with a pole: nothing touches, so that the memory of a worker has its size at once.
const CART: &str = r#"<mujoco><worldbody>
    <body><joint name="x" type="slide" axis="1 0 0"/><geom type="box" size=".2 .1 .1"/>
      <body pos="0 0 .1"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 1" size=".04"
        contype="0" conaffinity="0"/></body></body></worldbody>
  <actuator><motor joint="x"/></actuator><sensor><jointpos joint="x"/></sensor></mujoco>"#;

/// Allocations of this many calls that take two steps each, after some that warm up.
fn allocations(batch: &mut BatchSim, calls: usize) -> u64 {
    let mut result = BatchResult::default();
    let mut call = || batch.step_n_into(2, &mut result);
    on_one_thread(|| {
        (0..3).for_each(|_| call());
        allocation_counter::measure(|| (0..calls).for_each(|_| call())).count_total
    })
}

/// Allocations are counted for each thread.
fn on_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(work)
}

/// Holds jobs until as many threads have one each, so that each thread has warmed up.
#[derive(Default)]
struct Gate {
    /// How many threads have to come; none once the gate is open.
    threads: AtomicUsize,
    waiting: AtomicUsize,
}

impl Gate {
    fn pass(&self, env: usize) {
        if env.is_multiple_of(8) && self.threads.load(Ordering::Relaxed) > 0 {
            self.waiting.fetch_add(1, Ordering::Relaxed);
            while self.waiting.load(Ordering::Relaxed) < self.threads.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        }
    }
}

/// The ways to use a batch.
fn batches(xml: &str, n: usize, gate: &Arc<Gate>) -> Vec<(&'static str, BatchSim)> {
    let m = load_str(xml).unwrap();
    let batch = || start(m.clone(), n).0;
    let closures = |batch: BatchSim| {
        let gate = gate.clone();
        batch
            .with_control(move |env, _, state| {
                gate.pass(env);
                state.ctrl_mut()[0] = 0.01 * env as f64 - state.qvel()[0];
            })
            .with_reward(|_: &Model, d: &Data| d.xpos.as_slice()[1].0[0])
            .with_termination(|_: &Model, d: &Data| d.qpos[0] > 5.0)
            .with_time_limit(100)
    };
    let hook = |env: usize| Hooks {
        control: Some(Arc::new(move |_: &Model, d: &mut Data| d.ctrl[0] = 0.1 * env as f64)),
        ..Hooks::default()
    };
    let mut varied = closures(batch());
    varied.vary("body_mass").unwrap()[1] *= 2.0;
    varied.vary_as::<i32>("geom_contype").unwrap()[0] = 1;
    varied.set_const().unwrap();
    vec![
        ("plain", batch()),
        ("closures", closures(batch())),
        ("fresh kinematics", closures(batch()).with_fresh_kinematics()),
        ("hooks", closures(batch().with_hooks(hook))),
        ("parameters", varied),
    ]
}

#[test]
fn steps_into_a_result_do_not_allocate() {
    let open = Arc::default();
    for (name, mut batch) in batches(CART, 100, &open) {
        assert_eq!(allocations(&mut batch, 200), 0, "{name}");
    }
    // with contacts: balls and a box that rest, once all have landed
    for (name, mut batch) in batches(BALLS, 20, &open) {
        on_one_thread(|| batch.step_n(1500));
        assert_eq!(allocations(&mut batch, 50), 0, "{name}, with contacts");
    }
    let result = allocation_counter::measure(|| drop(batches(CART, 1, &open)));
    assert!(result.count_total > 0, "the counter counts");
}

#[test]
fn batches_of_several_models_do_not_allocate_either() {
    let open = Arc::default();
    let parts = batches(CART, 20, &open).into_iter().chain(batches(BALLS, 3, &open));
    let mut mixed: MixedBatch = parts.map(|(_, batch)| batch).collect();
    mixed.parts_mut().iter_mut().for_each(BatchSim::reset_all);
    let mut result = BatchResult::default();
    let count = on_one_thread(|| {
        mixed.step_n_into(20, &mut result);
        mixed.parts_mut().iter_mut().for_each(BatchSim::reset_all);
        allocation_counter::measure(|| mixed.step_n_into(20, &mut result)).count_total
    });
    assert_eq!(count, 0);
}

/// Counts on all threads of a pool: while one takes steps, the others do the jobs that are left for them inside a
/// measurement of their own.
#[test]
fn threads_that_share_the_steps_do_not_allocate() {
    let gate = Arc::new(Gate::default());
    for threads in 2..=4 {
        for (name, mut batch) in batches(CART, 200, &gate).into_iter().skip(1) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut result = BatchResult::default();
            gate.waiting.store(0, Ordering::Relaxed);
            gate.threads.store(threads, Ordering::Relaxed);
            pool.install(|| batch.step_n_into(20, &mut result));
            gate.threads.store(0, Ordering::Relaxed);

            let (done, helped) = (AtomicBool::new(false), AtomicUsize::new(0));
            let both = Mutex::new((&mut batch, &mut result));
            let counts = pool.broadcast(|thread| {
                // the first look at the queues of others makes memory for it
                while rayon::yield_now() == Some(rayon::Yield::Executed) {}
                let work = || {
                    if thread.index() == 0 {
                        let (batch, result) = &mut *both.lock().unwrap();
                        (0..60).for_each(|_| batch.step_n_into(5, result));
                        done.store(true, Ordering::Relaxed);
                    }
                    while !done.load(Ordering::Relaxed) {
                        if rayon::yield_now() == Some(rayon::Yield::Executed) {
                            helped.fetch_add(1, Ordering::Relaxed);
                        }
                        // on machines with fewer cores
                        std::thread::yield_now();
                    }
                };
                allocation_counter::measure(work).count_total
            });
            assert_eq!(counts, vec![0; threads], "{name} on {threads} threads");
            assert!(helped.load(Ordering::Relaxed) > 0, "others took part");
        }
    }
}
