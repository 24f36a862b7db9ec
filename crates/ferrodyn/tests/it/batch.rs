//! Environments of a batch go where they would go alone, bit for bit.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ferrodyn::batch::{BatchSim, Rollouts, StepErrorKind};
use ferrodyn::enums::{EnableBit, Integrator, StateBit};
use ferrodyn::rollout::{Control, Input, Output, rollout};
use ferrodyn::state::{get_state, set_state, state_size};
use ferrodyn::{Data, Model, load, load_str, step};

use crate::samples::{Numbers, random_data};

const STATE: i32 = StateBit::Integration as i32;

/// All models of the repository, as they are.
fn models() -> impl Iterator<Item = (PathBuf, Model)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let mut files: Vec<PathBuf> = [folder.clone(), folder.join("physics")]
        .iter()
        .flat_map(|folder| folder.read_dir().unwrap().map(|entry| entry.unwrap().path()))
        .filter(|file| file.extension().is_some_and(|e| e == "xml"))
        .collect();
    files.sort();
    files.into_iter().map(|file| {
        let m = load(&file).unwrap();
        (file, m)
    })
}

fn state_of(m: &Model, d: &Data) -> Vec<f64> {
    let mut state = vec![0.0; state_size(m, STATE).unwrap()];
    get_state(m, d, &mut state, STATE).unwrap();
    state
}

fn bits(state: &[f64]) -> Vec<u64> {
    state.iter().map(|x| x.to_bits()).collect()
}

/// Environments in states of their own, and single simulations in the same.
fn start(m: Model, n: usize) -> (BatchSim, Vec<Data>) {
    let singles: Vec<Data> = (0..n as u64).map(|seed| random_data(&m, seed)).collect();
    let mut batch = BatchSim::new(Arc::new(m), n);
    for (env, d) in singles.iter().enumerate() {
        let state = state_of(batch.model(), d);
        batch.state_mut(env).copy_from_slice(&state);
    }
    (batch, singles)
}

fn assert_same(batch: &BatchSim, singles: &[Data], what: &str) {
    for (env, d) in singles.iter().enumerate() {
        let alone = state_of(batch.model(), d);
        let there = batch.state(env);
        if let Some(at) = (0..alone.len()).find(|&i| alone[i].to_bits() != there[i].to_bits()) {
            panic!("{what}: environment {env}: {:e} instead of {:e} at {at}", there[at], alone[at]);
        }
    }
}

fn assert_steps_equal(m: Model, n: usize, what: &str) {
    let (mut batch, mut singles) = start(m, n);
    for k in 0..20 {
        let result = batch.step_all();
        for (env, d) in singles.iter_mut().enumerate() {
            if result.errors[env].is_some() {
                // from here on the batch resets it
                *d = Data::new(&**batch.model());
                batch.reset(env);
            } else {
                step(&**batch.model(), d);
            }
        }
        assert_same(&batch, &singles, &format!("{what}, {n} environments, step {k}"));
    }
}

#[test]
fn environments_go_where_they_would_go_alone() {
    for (file, m) in models() {
        for n in [1, 7, 19] {
            assert_steps_equal(m.clone(), n, &file.display().to_string());
        }
    }
}

#[test]
fn environments_go_where_they_would_go_alone_with_every_integrator() {
    for (file, m) in models() {
        for integrator in [Integrator::Euler, Integrator::Rk4, Integrator::Implicit] {
            let mut m = m.clone();
            m.opt.integrator = integrator as i32;
            assert_steps_equal(m, 9, &format!("{} {integrator:?}", file.display()));
        }
    }
}

const BALLS: &str = r#"<mujoco><worldbody><geom type="plane" size="5 5 1"/>
    <body name="a" pos="0 0 .3"><freejoint/><geom size=".1"/></body>
    <body name="b" pos=".05 0 .5"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="arm" pos="1 0 1"><joint name="hinge" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".05"/></body></worldbody>
  <actuator><motor joint="hinge"/></actuator></mujoco>"#;

#[test]
fn poison_stays_where_it_is_and_is_named() {
    let n = 64;
    for poison in [f64::NAN, f64::INFINITY, 1e300] {
        let (mut healthy, _) = start(load_str(BALLS).unwrap(), n);
        let (mut poisoned, _) = start(load_str(BALLS).unwrap(), n);
        let nq = poisoned.model().nq;
        for k in 0..30 {
            let (expected, mut spoiled) = (healthy.step_all(), Vec::new());
            if k % 10 == 5 {
                spoiled =
                    vec![(k % n, 1), ((3 * k) % n, 1 + nq + 2), ((5 * k + 1) % n, usize::MAX)];
            }
            for &(env, at) in &spoiled {
                match at {
                    usize::MAX => poisoned.ctrl_mut(env).fill(poison),
                    at => poisoned.state_mut(env)[at] = poison,
                }
            }
            let result = poisoned.step_all();
            let mut kinds = spoiled.iter().map(|&(env, _)| {
                let error = result.errors[env].expect("what was spoiled fails");
                assert!(result.terminated[env] && !error.to_string().is_empty());
                (error.kind, error.dof, error.actuator)
            });
            if !spoiled.is_empty() {
                assert_eq!(kinds.next(), Some((StepErrorKind::Position, Some(0), None)));
                assert_eq!(kinds.next(), Some((StepErrorKind::Velocity, Some(2), None)));
                assert_eq!(kinds.next(), Some((StepErrorKind::Control, None, Some(0))));
            }
            for env in 0..n {
                if spoiled.iter().all(|&(e, _)| e != env) {
                    assert_eq!(result.errors[env], None);
                    assert_eq!(bits(result.state(env)), bits(expected.state(env)), "{env} {k}");
                }
            }
            // the other batch does so by itself, before its next step
            for (env, _) in spoiled {
                healthy.reset(env);
            }
        }
        assert_eq!(bits(healthy.states()), bits(poisoned.states()));
    }
}

#[test]
fn a_failure_names_the_contact() {
    let mut m = load_str(BALLS).unwrap();
    m.opt.o_solref = [1e-5, 1.0];
    m.opt.enableflags |= EnableBit::Override as i32;
    m.opt.disableflags |= ferrodyn::enums::DisableBit::RefSafe as i32;
    let mut batch = BatchSim::new(Arc::new(m), 3);
    // the ball deep in the floor
    batch.state_mut(1)[3] = -1e9;
    let error = batch.step_all().errors[1].expect("thrown out of the floor");
    assert_eq!((error.kind, error.body), (StepErrorKind::Acceleration, Some(1)), "{error}");
    assert_eq!(error.contact, Some([0, 1]), "{error}");
}

#[test]
fn rewards_and_ends_see_the_data_after_the_step() {
    let m = Arc::new(load_str(BALLS).unwrap());
    let mut batch = BatchSim::new(m.clone(), 11)
        .with_reward(|m: &Model, d: &Data| d.qpos.as_slice()[2] + d.xpos.len() as f64 + m.nv as f64)
        .with_termination(|_: &Model, d: &Data| d.time > 0.0055)
        .with_time_limit(2);
    let mut d = Data::new(&*m);
    for k in 1..=4 {
        let result = batch.step_all();
        step(&*m, &mut d);
        let reward = d.qpos.as_slice()[2] + 4.0 + m.nv as f64;
        assert_eq!(result.rewards, vec![reward; 11]);
        assert_eq!(result.terminated, vec![d.time > 0.0055; 11]);
        assert_eq!(result.truncated, vec![k >= 2; 11]);
    }
    batch.reset_where(&[true, false, true]);
    assert_eq!(batch.state(0), state_of(&m, &Data::new(&*m)));
    assert_ne!(batch.state(0), batch.state(1));
    let twice = batch.step_n(2);
    assert!(twice.rewards[0] > 2.0 * m.nv as f64 && !twice.terminated[0] && twice.terminated[1]);
}

#[test]
fn a_start_is_returned_to() {
    let m = Arc::new(load_str(BALLS).unwrap());
    let mut batch = BatchSim::new(m.clone(), 2);
    let mut d = Data::new(&*m);
    step(&*m, &mut d);
    let state = state_of(&m, &d);
    batch.set_start(&state).unwrap();
    batch.reset(1);
    assert_eq!(batch.state(1), state);
    assert!(batch.set_start(&state[1..]).is_err());
    set_state(&m, &mut d, batch.state(0), STATE).unwrap();
    assert!(BatchSim::new(m, 0).step_all().states.is_empty());
}

#[test]
fn threads_do_not_matter() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (mut batch, _) = start(load_str(BALLS).unwrap(), 100);
        pool.install(|| batch.step_n(50));
        bits(batch.states())
    };
    let one = run(1);
    assert!(run(2) == one && run(4) == one);
}

#[test]
fn trajectories_together_are_those_alone() {
    const STEPS: usize = 12;
    let physics = StateBit::FullPhysics as i32;
    for (file, m) in models() {
        let (nstate, nsensor) = (state_size(&m, physics).unwrap(), m.nsensordata);
        let mut controls: Vec<Vec<f64>> =
            (0..7).map(|seed| Numbers::new(seed).vector(STEPS * m.nu, 0.5)).collect();
        // one ends early
        if let Some(control) = controls[2].get_mut(5 * m.nu) {
            *control = f64::NAN;
        }
        let starts: Vec<Vec<f64>> = (0..7)
            .map(|seed| {
                let mut state = vec![0.0; nstate];
                get_state(&m, &random_data(&m, seed), &mut state, physics).unwrap();
                state
            })
            .collect();
        let input = |i: usize| Input {
            state: &starts[i],
            warmstart: None,
            control: Control::Each(&controls[i]),
            signature: StateBit::Ctrl as i32,
        };
        let empty = || (vec![-1.0; STEPS * nstate], vec![-1.0; STEPS * nsensor]);
        let mut together: Vec<_> = (0..7).map(|_| empty()).collect();
        let trajectories = together.iter_mut().enumerate();
        let trajectories = trajectories.map(|(i, (state, sensordata))| {
            (input(i), Output { state: Some(state), sensordata: Some(sensordata) })
        });
        let trajectories = trajectories.collect();
        Rollouts::new(&m).run(STEPS, trajectories, || true).unwrap();
        for (i, (states, sensordata)) in together.iter().enumerate() {
            let (mut alone, mut sensed) = empty();
            let output = Output { state: Some(&mut alone), sensordata: Some(&mut sensed) };
            rollout(&m, &mut Data::new(&m), STEPS, &input(i), output, |_, _| true).unwrap();
            assert_eq!(bits(states), bits(&alone), "{}: trajectory {i}", file.display());
            assert_eq!(bits(sensordata), bits(&sensed), "{}: sensors {i}", file.display());
        }
    }
}
