//! Environments of a batch go where they would go alone, bit for bit.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ferrodyn::batch::{
    BatchSim, DERIVED, Env, MixedBatch, Models, Rollouts, StepErrorKind, Stepper, Wanted,
};
use ferrodyn::enums::{DisableBit, EnableBit, Integrator, Solver, StateBit};
use ferrodyn::rollout::{Control, Input, Output, rollout};
use ferrodyn::set_const::{ConstError, set_const};
use ferrodyn::state::{get_state, set_state, state_size};
use ferrodyn::{Data, Model, load, load_str, step};

use crate::samples::{Numbers, random_data};

const STATE: i32 = StateBit::Integration as i32;

/// All models of the repository, as they are.
pub(crate) fn models() -> impl Iterator<Item = (PathBuf, Model)> {
    models_in(&["", "physics"])
}

/// All models of some folders of `models`.
pub(crate) fn models_in(folders: &[&str]) -> impl Iterator<Item = (PathBuf, Model)> + use<> {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let mut files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| models.join(folder).read_dir().unwrap())
        .map(|entry| entry.unwrap().path())
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

pub(crate) fn bits(state: &[f64]) -> Vec<u64> {
    state.iter().map(|x| x.to_bits()).collect()
}

/// Environments in states of their own, and single simulations in the same.
pub(crate) fn start(m: Model, n: usize) -> (BatchSim, Vec<Data>) {
    let singles: Vec<Data> = (0..n as u64).map(|seed| random_data(&m, seed)).collect();
    let mut batch = BatchSim::new(Arc::new(m), n);
    for (env, d) in singles.iter().enumerate() {
        let state = state_of(batch.model(), d);
        batch.integration_state_mut(env).copy_from_slice(&state);
    }
    (batch, singles)
}

fn assert_same(batch: &BatchSim, singles: &[Data], what: &str) {
    for (env, d) in singles.iter().enumerate() {
        let alone = state_of(batch.model(), d);
        let there = batch.integration_state(env);
        if let Some(at) = (0..alone.len()).find(|&i| alone[i].to_bits() != there[i].to_bits()) {
            panic!("{what}: environment {env}: {:e} instead of {:e} at {at}", there[at], alone[at]);
        }
    }
}

fn assert_steps_equal(m: Model, n: usize, what: &str) {
    let models = vec![m.clone(); n];
    let (mut batch, mut singles) = start(m, n);
    step_and_compare(&mut batch, &mut singles, &models, what);
}

fn step_and_compare(batch: &mut BatchSim, singles: &mut [Data], models: &[Model], what: &str) {
    for k in 0..20 {
        let result = batch.step_all();
        for (env, (d, m)) in singles.iter_mut().zip(models).enumerate() {
            if result.errors[env].is_some() {
                // from here on the batch resets it
                *d = Data::new(m);
                batch.reset(env);
            } else {
                step(m, d);
            }
        }
        assert_same(batch, singles, &format!("{what}, {} environments, step {k}", models.len()));
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

/// Changes that leave the structure of a model as it is.
const CHANGES: [fn(&mut Model); 7] = [
    |_| {},
    |m| m.opt.solver = Solver::Cg as i32,
    |m| m.opt.noslip_iterations = 2,
    |m| m.opt.solver = Solver::Newton as i32,
    |m| m.opt.enableflags |= EnableBit::Energy as i32,
    |m| m.geom_contype.iter_mut().for_each(|bits| *bits = 1 - *bits),
    |m| m.opt.disableflags |= DisableBit::MidPhase as i32,
];

#[test]
fn changes_of_a_model_between_steps_are_followed() {
    for (file, mut m) in models() {
        let mut singles: Vec<Data> = (0..6).map(|seed| random_data(&m, seed)).collect();
        let mut states: Vec<_> = singles.iter().map(|d| state_of(&m, d)).collect();
        let mut stepper = Stepper::new(&m, Wanted::Sensors);
        for (number, change) in CHANGES.iter().enumerate() {
            change(&mut m);
            let mut envs: Vec<_> =
                states.iter_mut().enumerate().map(|(i, state)| Env::new(i, state, None)).collect();
            stepper.step(Models::Same(&m), &mut envs, 2, &mut |_, _, _| {});
            for (i, (d, state)) in singles.iter_mut().zip(&states).enumerate() {
                // a state does not keep what sleeps
                if m.opt.enabled(EnableBit::Sleep) {
                    continue;
                }
                step(&m, d);
                step(&m, d);
                let what = format!("{}, change {number}, environment {i}", file.display());
                assert_eq!(bits(state), bits(&state_of(&m, d)), "{what}");
            }
        }
    }
}

/// Two balls that touch in one point; whether that is a contact depends on where the marks are.
const TOUCHING: &str = r#"<mujoco><option gravity="0 0 0"/><worldbody>
    <body pos="-.1 0 0"><joint type="slide" axis="1 0 0"/><geom size=".1"/></body>
    <body pos=".1 0 0"><joint type="slide" axis="1 0 0"/><geom size=".1"/></body>
    <body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <geom size=".01" contype="0" conaffinity="0"/></body>
    <body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <geom size=".01" contype="0" conaffinity="0"/></body></worldbody></mujoco>"#;

#[test]
fn contacts_in_doubt_are_decided_by_where_all_geoms_are_now() {
    let m = load_str(TOUCHING).unwrap();
    let mut stepper = Stepper::new(&m, Wanted::Sensors);
    let mut contacts = Vec::new();
    // marks far along x in one round, far along y in the next, the other way round in the third
    for (x, y) in [(30.0, 0.0), (0.0, 30.0), (30.0, 0.0)] {
        let start = |i: usize| {
            let mut d = Data::new(&m);
            d.qpos[2..].copy_from_slice(&[x, y, -x, -y - 0.1 * i as f64]);
            d.qvel[..2].copy_from_slice(&[0.2, -0.1]);
            d
        };
        let mut singles: Vec<Data> = (0..4).map(start).collect();
        let mut states: Vec<_> = singles.iter().map(|d| state_of(&m, d)).collect();
        let envs = states.iter_mut().enumerate();
        let mut envs: Vec<_> = envs.map(|(i, state)| Env::new(i, state, None)).collect();
        stepper.step(Models::Same(&m), &mut envs, 1, &mut |_, _, _| {});
        for (i, (d, state)) in singles.iter_mut().zip(&states).enumerate() {
            step(&m, d);
            assert_eq!(bits(state), bits(&state_of(&m, d)), "marks at {x}, {y}, environment {i}");
            contacts.push(d.ncon);
        }
    }
    assert!(contacts.contains(&0) && contacts.contains(&1), "{contacts:?}");
}

#[test]
fn an_environment_alone_is_stepped_as_a_single_simulation() {
    let m = load_str(BALLS).unwrap();
    let mut stepper = Stepper::new(&m, Wanted::Sensors);
    for n in [1, 5] {
        let mut states: Vec<_> = (0..n).map(|i| state_of(&m, &random_data(&m, i))).collect();
        let envs = states.iter_mut().enumerate();
        let mut envs: Vec<_> = envs.map(|(i, state)| Env::new(i, state, None)).collect();
        let mut seen = Vec::new();
        stepper.step(Models::Same(&m), &mut envs, 1, &mut |_, _, d| seen.push(d.xpos.to_vec()));
        let mut single = random_data(&m, n - 1);
        step(&m, &mut single);
        // in lanes poses are computed elsewhere
        assert_eq!(seen.last().unwrap().as_slice(), single.xpos.as_slice());
    }
}

pub(crate) const BALLS: &str = r#"<mujoco><worldbody><geom type="plane" size="5 5 1"/>
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
                    at => poisoned.integration_state_mut(env)[at] = poison,
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
        assert_eq!(bits(healthy.integration_states()), bits(poisoned.integration_states()));
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
    batch.qpos_mut(1)[2] = -1e9;
    let error = batch.step_all().errors[1].expect("thrown out of the floor");
    assert_eq!((error.kind, error.body), (StepErrorKind::Acceleration, Some(1)), "{error}");
    assert_eq!(error.contact, Some([0, 1]), "{error}");
}

#[test]
fn a_failure_without_inertia_says_so() {
    let chain = r#"<mujoco><worldbody>
        <body pos="0 0 9"><freejoint/><geom size=".1"/>
          <body name="link"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></body>
      </worldbody></mujoco>"#;
    for spoiled in [0.0, f64::NAN] {
        let mut batch = BatchSim::new(Arc::new(load_str(chain).unwrap()), 8);
        let link = 3 * 5 + 2;
        batch.vary("body_mass").unwrap()[link] = spoiled;
        batch.vary("body_inertia").unwrap()[3 * link..][..3].fill(spoiled);
        let errors = batch.step_all().errors;
        let error = errors[5].expect("nothing to accelerate");
        assert_eq!((error.kind, error.dof), (StepErrorKind::Inertia, Some(6)), "{error}");
        assert_eq!(error.body, Some(2), "{error}");
        assert!(error.to_string().starts_with("the inertia matrix cannot be factored, dof "));
        assert_eq!(errors.iter().flatten().count(), 1, "the others do not notice");
    }
}

#[test]
fn solves_at_their_limit_are_counted_for_each_environment() {
    for integrator in [Integrator::Euler, Integrator::Rk4] {
        let mut m = load_str(BALLS).unwrap();
        (m.opt.iterations, m.opt.integrator) = (1, integrator as i32);
        let (mut batch, mut singles) = start(m, 13);
        let (mut total, mut before) = (0, [0; 13]);
        for _ in 0..40 {
            let result = batch.step_n(2);
            for (env, d) in singles.iter_mut().enumerate() {
                (0..2).for_each(|_| step(&**batch.model(), d));
                assert_eq!(result.unconverged[env], d.unconverged() - before[env], "{env}");
                before[env] = d.unconverged();
                total += result.unconverged[env];
            }
            assert!(result.errors.iter().all(Option::is_none));
        }
        assert!(total > 10, "{total} solves");
    }
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
    assert_eq!(batch.integration_state(0), state_of(&m, &Data::new(&*m)));
    assert_ne!(batch.integration_state(0), batch.integration_state(1));
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
    assert_eq!(batch.integration_state(1), state);
    assert!(batch.set_start(&state[1..]).is_err());
    set_state(&m, &mut d, batch.integration_state(0), STATE).unwrap();
    assert!(BatchSim::new(m, 0).step_all().states.is_empty());
}

#[test]
fn threads_do_not_matter() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (mut batch, _) = start(load_str(BALLS).unwrap(), 100);
        pool.install(|| batch.step_n(50));
        bits(batch.integration_states())
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

/// A batch with masses, friction, gravity and gains of their own, and the models that it comes to.
pub(crate) fn varied(m: &Model, n: usize) -> (BatchSim, Vec<Model>) {
    let mut batch = BatchSim::new(Arc::new(m.clone()), n);
    let mut models = vec![m.clone(); n];
    for (name, share) in [("body_mass", 0.2), ("geom_friction", 0.5), ("opt.gravity", 0.1)] {
        let values = batch.vary(name).unwrap();
        let each = values.len() / n;
        for (env, m) in models.iter_mut().enumerate() {
            let numbers = Numbers::new(env as u64).vector(each, share);
            let row = &mut values[env * each..][..each];
            row.iter_mut().zip(numbers).for_each(|(value, x)| *value *= 1.0 + x);
            let to = match name {
                "body_mass" => m.body_mass.as_mut_slice(),
                "geom_friction" => m.geom_friction.as_mut_slice().as_flattened_mut(),
                _ => &mut m.opt.gravity.0,
            };
            to.copy_from_slice(row);
        }
    }
    batch.set_const().unwrap();
    for m in &mut models {
        set_const(m, &mut Data::new(&*m)).unwrap();
    }
    (batch, models)
}

#[test]
fn parameters_of_their_own_give_what_models_of_their_own_give() {
    for (file, m) in models() {
        let (mut batch, models) = varied(&m, 9);
        let mut singles: Vec<Data> = models.iter().map(Data::new).collect();
        step_and_compare(&mut batch, &mut singles, &models, &file.display().to_string());
    }
}

#[test]
fn all_that_constants_write_is_derived() {
    for (file, m) in models() {
        let (mut batch, models) = varied(&m, 1);
        for (before, after) in m.fields().zip(models[0].fields()) {
            let given = ["body_mass", "geom_friction"].contains(&before.name);
            if before.bytes != after.bytes && !given {
                assert!(DERIVED.contains(&before.name), "{}: {}", file.display(), before.name);
            }
        }
        assert_eq!(batch.vary("stat.meaninertia").unwrap()[0], models[0].stat.meaninertia);
    }
}

#[test]
fn what_cannot_vary_is_refused_by_name() {
    let mut batch = BatchSim::new(Arc::new(load_str(BALLS).unwrap()), 2);
    for (name, reason) in [
        ("body_mess", "no field of a model, nor an option, did you mean body_mass?"),
        ("Body_mas", "did you mean body_mass?"),
        ("body_parentid", "structure"),
        ("names", "structure"),
        ("geom_rgba", "type f32, not f64: use vary for f64, vary_as"),
        ("opt.enableflags", "shared"),
        ("opt.gravitas", "did you mean opt.gravity?"),
        ("opt.banana", "no field of a model, nor an option"),
    ] {
        let error = batch.vary(name).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains(reason), "{error}");
    }
}

#[test]
fn models_of_several_kinds_step_in_one_batch() {
    let (m, other) = (load_str(BALLS).unwrap(), load_str(BALLS.replace("box", "sphere").as_str()));
    let (m, other) = (Arc::new(m), Arc::new(other.unwrap()));
    let pendulum = Arc::new(
        load_str("<mujoco><worldbody><body><joint/><geom pos='1 0 0' size='.1'/></body></worldbody></mujoco>")
            .unwrap(),
    );
    let models = [(m, 9), (pendulum, 3), (other, 0)];
    let mut mixed = MixedBatch::new(models.clone());
    let result = mixed.step_n(5);
    assert_eq!((mixed.len(), result.rewards.len()), (12, 12));
    let mut first = 0;
    for (m, n) in models {
        let alone = BatchSim::new(m, n).step_n(5);
        for env in 0..n {
            assert_eq!(result.state(first + env), alone.state(env));
        }
        first += n;
    }
}

#[test]
fn parameters_that_switch_a_force_on_are_refused() {
    let mut batch = BatchSim::new(Arc::new(load_str(BALLS).unwrap()), 3);
    batch.vary("body_mass").unwrap().fill(2.0);
    batch.vary("body_gravcomp").unwrap()[4 + 1] = 1.0;
    let error = batch.set_const().unwrap_err();
    assert_eq!((error.env, error.cause), (1, ConstError::Structure));
    let text = error.to_string();
    assert!(text.starts_with("environment 1: ") && text.contains("gravity compensated"), "{text}");
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), error.cause.to_string());
    // the others have their constants
    let masses = batch.vary("body_subtreemass").unwrap().to_vec();
    assert_eq!((masses[0], masses[8]), (8.0, 8.0));
}
