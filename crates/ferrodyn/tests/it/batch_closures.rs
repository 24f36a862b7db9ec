//! Closures and hooks in a batch: what they see and change is that of a single simulation, for any number of
//! threads, and one that panics stops its environment only.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ferrodyn::batch::{BatchResult, BatchSim, MixedBatch, StepErrorKind};
use ferrodyn::enums::{EnableBit, Integrator, StateBit};
use ferrodyn::fields::Table;
use ferrodyn::ids::{BodyId, GeomId, SiteId};
use ferrodyn::math::fun::sin;
use ferrodyn::state::get_state;
use ferrodyn::step::fwd_kinematics;
use ferrodyn::{Data, Hooks, Model, load_str, step};

use crate::batch::{BALLS, bits, models, start};

const STATE: i32 = StateBit::Integration as i32;

/// A policy of what a control closure sees, and a push that depends on the time.
fn policy(env: usize, sensed: &[f64], qvel: &[f64], time: f64) -> (f64, f64) {
    let of_sensors = sensed.iter().sum::<f64>();
    let damping = qvel.last().copied().unwrap_or(0.0);
    (0.1 * env as f64 - 0.2 * damping + 1e-3 * of_sensors, 0.05 * sin(20.0 * time))
}

/// A batch with that policy, and single simulations that follow it.
fn with_policy(m: Model, n: usize) -> (BatchSim, Vec<Data>) {
    let (batch, singles) = start(m, n);
    let batch = batch.with_control(|env, m, state| {
        assert_eq!((state.qpos().len(), state.ctrl().len()), (m.nq, m.nu));
        let (ctrl, push) = policy(env, state.sensordata(), state.qvel(), state.time());
        state.ctrl_mut().fill(ctrl);
        if let Some(force) = state.xfrc_applied_mut().last_mut() {
            force[2] = push;
        }
    });
    (batch, singles)
}

fn step_with_policy(m: &Model, d: &mut Data, env: usize) {
    let (ctrl, push) = policy(env, &d.sensordata, &d.qvel, d.time);
    d.ctrl.fill(ctrl);
    d.xfrc_applied[BodyId(m.nbody - 1)][2] = push;
    step(m, d);
}

fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

#[test]
fn a_control_closure_drives_environments_as_it_drives_single_simulations() {
    for (file, m) in models() {
        let n = 11;
        let mut runs = [(1, 1), (2, 5), (3, 20), (4, 7)].map(|(threads, each)| {
            let (mut batch, _) = with_policy(m.clone(), n);
            let mut result = BatchResult::default();
            on(threads, || {
                let mut left = 20;
                while left > 0 {
                    batch.step_n_into(each.min(left), &mut result);
                    left -= each.min(left);
                }
            });
            bits(batch.integration_states())
        });
        let (mut batch, mut singles) = with_policy(m.clone(), n);
        let mut failed = [false; 11];
        for _ in 0..20 {
            let result = batch.step_all();
            for (env, d) in singles.iter_mut().enumerate() {
                failed[env] |= result.errors[env].is_some();
                if !failed[env] {
                    step_with_policy(&m, d, env);
                }
            }
        }
        assert!(runs.iter_mut().all(|run| *run == bits(batch.integration_states())));
        for (env, d) in singles.iter().enumerate().filter(|(env, _)| !failed[*env]) {
            let mut alone = vec![0.0; batch.integration_state(env).len()];
            get_state(&m, d, &mut alone, STATE).unwrap();
            let there = batch.integration_state(env);
            assert_eq!(bits(there), bits(&alone), "{}, environment {env}", file.display());
            assert_eq!(bits(batch.sensordata(env)), bits(&d.sensordata));
        }
    }
}

#[test]
fn a_control_closure_and_hooks_go_together() {
    let m = Arc::new(load_str(BALLS).unwrap());
    let push = |env: usize| Hooks {
        passive: Some(Arc::new(move |_: &Model, d: &mut Data| {
            d.qfrc_passive[0] += 0.1 * env as f64 - d.qacc[0];
        })),
        ..Hooks::default()
    };
    let run = |threads| {
        let mut batch =
            BatchSim::new(m.clone(), 10).with_hooks(push).with_control(|env, _, state| {
                state.ctrl_mut()[0] = 0.01 * env as f64 - state.qvel()[0];
            });
        on(threads, || batch.step_n(30));
        bits(batch.integration_states())
    };
    let one = run(1);
    assert!((2..=4).all(|threads| run(threads) == one));
    let size = one.len() / 10;
    for env in 0..10 {
        let hooks = push(env);
        let system = m.with(&hooks);
        let mut d = Data::new(&system);
        for _ in 0..30 {
            d.ctrl[0] = 0.01 * env as f64 - d.qvel[0];
            step(&system, &mut d);
        }
        let mut alone = vec![0.0; size];
        get_state(&m, &d, &mut alone, STATE).unwrap();
        assert_eq!(one[env * size..][..size], bits(&alone), "environment {env}");
    }
}

#[test]
fn numbers_of_a_closure_that_are_not_finite_stay_in_their_environment() {
    let run = |poison: bool| {
        let (batch, _) = start(load_str(BALLS).unwrap(), 30);
        let mut batch = batch.with_control(move |env, _, state| {
            state.ctrl_mut()[0] = 0.3;
            if poison && env == 13 && state.time() == 0.0 {
                state.ctrl_mut()[0] = f64::NAN;
            } else if poison && env == 14 && state.time() == 0.0 {
                state.qvel_mut()[2] = f64::INFINITY;
            }
        });
        (0..5).map(|_| batch.step_all()).collect::<Vec<_>>()
    };
    let (healthy, poisoned) = (run(false), run(true));
    for (healthy, poisoned) in healthy.iter().zip(&poisoned) {
        for env in (0..30).filter(|env| ![13, 14].contains(env)) {
            assert_eq!(bits(healthy.state(env)), bits(poisoned.state(env)));
            assert_eq!(poisoned.errors[env], None);
        }
        let kind = |env: usize| poisoned.errors[env].map(|error| error.kind);
        // each fails in every step: it is reset, and spoiled again
        assert_eq!(kind(13), Some(StepErrorKind::Control));
        assert_eq!(kind(14), Some(StepErrorKind::Velocity));
        assert!(poisoned.terminated[13] && poisoned.terminated[14]);
    }
}

/// Which closure panics.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Control,
    Hook,
    Reward,
    Termination,
}

const PLACES: [Place; 4] = [Place::Control, Place::Hook, Place::Reward, Place::Termination];

/// Writes the number of an environment where a step does not read it: the force on the world.
fn mark(batch: &mut BatchSim) {
    for env in 0..batch.len() {
        batch.xfrc_applied_mut(env)[0][0] = env as f64;
    }
}

/// Twenty environments, of which a closure panics for the fifth and the seventeenth in their third step if it is to.
fn panicking(place: Place, panics: &Arc<AtomicBool>) -> BatchSim {
    let throw = |at: Place, before: i64| {
        let panics = panics.clone();
        move |time: f64, mark: f64| {
            let third = (time * 500.0).round() as i64 == before;
            let wanted = place == at && third && [5.0, 17.0].contains(&mark);
            assert!(!(wanted && panics.load(Ordering::Relaxed)), "thrown by {mark}");
        }
    };
    let (mut batch, _) = start(load_str(BALLS).unwrap(), 20);
    if place == Place::Hook {
        let starts = batch.integration_states().to_vec();
        let hook = Arc::new(throw(Place::Hook, 2));
        batch = batch.with_hooks(|_| {
            let hook = hook.clone();
            let passive = move |_: &Model, d: &mut Data| {
                d.qfrc_passive[1] += 0.1;
                hook(d.time, d.xfrc_applied[BodyId(0)][0]);
            };
            Hooks { passive: Some(Arc::new(passive)), ..Hooks::default() }
        });
        for (env, state) in starts.chunks_exact(starts.len() / 20).enumerate() {
            batch.integration_state_mut(env).copy_from_slice(state);
        }
    }
    mark(&mut batch);
    let (control, reward, end) =
        (throw(Place::Control, 2), throw(Place::Reward, 3), throw(Place::Termination, 3));
    batch
        .with_control(move |_, _, state| {
            state.ctrl_mut()[0] = -state.qvel()[0];
            control(state.time(), state.xfrc_applied()[0][0]);
        })
        .with_reward(move |_: &Model, d: &Data| {
            reward(d.time, d.xfrc_applied[BodyId(0)][0]);
            d.qpos[2]
        })
        .with_termination(move |_: &Model, d: &Data| {
            end(d.time, d.xfrc_applied[BodyId(0)][0]);
            false
        })
}

#[test]
fn a_closure_that_panics_stops_its_environment_only() {
    let others = || (0..20).filter(|env| ![5, 17].contains(env));
    for place in PLACES {
        for threads in 1..=4 {
            let panics = Arc::new(AtomicBool::new(false));
            let mut healthy = panicking(place, &panics);
            let expected = healthy.step_n(5);
            let panics = Arc::new(AtomicBool::new(true));
            let (mut batch, mut result) = (panicking(place, &panics), BatchResult::default());
            let call = || on(threads, || batch.step_n_into(5, &mut result));
            let payload = catch_unwind(AssertUnwindSafe(call)).unwrap_err();
            let text = payload.downcast_ref::<String>().unwrap();
            assert_eq!(text, "thrown by 5", "{place:?} on {threads} threads");
            // the others have taken all steps, with their rewards
            for env in others() {
                assert_eq!(bits(result.state(env)), bits(expected.state(env)), "{place:?}, {env}");
                assert_eq!(result.rewards[env], expected.rewards[env]);
            }
            // the batch goes on: they from there, the two from the start
            panics.store(false, Ordering::Relaxed);
            let (expected, result) = (healthy.step_all(), batch.step_all());
            for env in others() {
                assert_eq!(bits(result.state(env)), bits(expected.state(env)), "{place:?}, {env}");
            }
            for env in [5, 17] {
                assert_eq!(batch.time(env), 0.002, "{place:?}, environment {env}");
                assert_eq!(result.errors[env], None);
            }
        }
    }
}

#[test]
fn the_first_environment_of_all_batches_panics_in_the_caller() {
    let asked = Arc::new(AtomicUsize::new(0));
    let m = Arc::new(load_str(BALLS).unwrap());
    let part = |name: &'static str, from: usize| {
        let asked = asked.clone();
        BatchSim::new(m.clone(), 30).with_control(move |env, _, _| {
            asked.fetch_add(1, Ordering::Relaxed);
            assert!(env < from, "{name} {env}");
        })
    };
    let mut mixed: MixedBatch = [part("first", 29), part("second", 0)].into_iter().collect();
    let call = || on(3, || mixed.step_all());
    let payload = catch_unwind(AssertUnwindSafe(call)).unwrap_err();
    assert_eq!(payload.downcast_ref::<String>().unwrap(), "first 29");
    assert_eq!(asked.load(Ordering::Relaxed), 60, "the others were asked");
}

/// How many of the poses are not those of the positions.
fn stale(m: &Model, d: &Data) -> f64 {
    let mut now = d.clone();
    fwd_kinematics(m, &mut now);
    let differ = |name: &str| {
        let at = Data::infos().iter().position(|info| info.name == name).unwrap();
        d.field_at(at).unwrap().bytes != now.field_at(at).unwrap().bytes
    };
    let names = [
        "xpos",
        "xquat",
        "xmat",
        "xipos",
        "ximat",
        "xanchor",
        "xaxis",
        "geom_xpos",
        "geom_xmat",
        "site_xpos",
        "site_xmat",
        "cam_xpos",
        "cam_xmat",
        "light_xpos",
        "light_xdir",
        "subtree_com",
        "cdof",
        "cinert",
        "ten_length",
        "flexvert_xpos",
    ];
    names.into_iter().filter(|name| differ(name)).count() as f64
}

#[test]
fn fresh_kinematics_belong_to_the_new_state_and_change_no_bit_of_it() {
    let sleeps = |m: &mut Model| {
        m.opt.enableflags |= EnableBit::Sleep as i32;
        m.opt.sleep_tolerance = 1.0;
    };
    let sets: [fn(&mut Model); 3] = [|_| {}, |m| m.opt.integrator = Integrator::Rk4 as i32, sleeps];
    let mut were_stale = 0;
    for (file, m) in models() {
        for (number, set) in sets.iter().enumerate() {
            let mut m = m.clone();
            set(&mut m);
            let batch = || start(m.clone(), 9).0.with_reward(stale);
            let (mut fresh, mut plain) = (batch().with_fresh_kinematics(), batch());
            for k in 0..30 {
                // a failure in a lane
                if let (10, Some(number)) = (k, fresh.qvel_mut(2).first_mut()) {
                    *number = f64::NAN;
                    plain.qvel_mut(2)[0] = f64::NAN;
                }
                let (one, other) = (fresh.step_all(), plain.step_all());
                let what = format!("{}, set {number}, step {k}", file.display());
                assert_eq!(one.rewards, [0.0; 9], "{what}");
                were_stale += usize::from(other.rewards.iter().any(|&count| count > 0.0));
                let (fresh, plain) = (fresh.integration_states(), plain.integration_states());
                assert_eq!(bits(fresh), bits(plain), "{what}");
            }
        }
    }
    assert!(were_stale > 1000, "{were_stale}");
}

/// The reward that a user asked about: a body in free fall, whose poses are those before the step.
#[test]
fn poses_and_positions_differ_by_a_step_unless_they_are_made_fresh() {
    let xml = "<mujoco><worldbody><body name='b' pos='0 0 9'><freejoint/><geom name='g' size='.1'/>
        <site name='s'/></body></worldbody></mujoco>";
    let m = Arc::new(load_str(xml).unwrap());
    let reward = |_: &Model, d: &Data| {
        let of_body = d.xpos[BodyId(1)].0[2] - d.qpos[2];
        assert_eq!(d.geom_xpos[GeomId(0)].0[2] - d.qpos[2], of_body);
        assert_eq!(d.site_xpos[SiteId(0)].0[2] - d.qpos[2], of_body);
        of_body
    };
    for n in [1, 4, 9] {
        let batch = || BatchSim::new(m.clone(), n).with_reward(reward);
        let (mut plain, mut fresh) = (batch(), batch().with_fresh_kinematics());
        for _ in 0..99 {
            plain.step_all();
            fresh.step_all();
        }
        // the way of the last step, at the velocity after it
        assert!((plain.step_all().rewards[0] - 9.81 * 0.2 * 0.002).abs() < 1e-12);
        assert_eq!(fresh.step_all().rewards, vec![0.0; n]);
    }
}
