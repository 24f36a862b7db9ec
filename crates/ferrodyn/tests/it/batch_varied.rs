//! Integers and switches that differ from environment to environment: each goes where a single simulation of such a
//! model goes.

use std::sync::Arc;

use ferrodyn::batch::BatchSim;
use ferrodyn::enums::{DisableBit, Integrator, Solver};
use ferrodyn::{Data, Model, load_str, step};

use crate::batch::{bits, start};

/// Geoms on a floor, of which two may touch each other, a limited hinge, equalities that are switched.
const SWITCHED: &str = r#"<mujoco><worldbody><geom type="plane" size="5 5 1" friction=".9"/>
    <body name="a" pos="0 0 .11"><freejoint/><geom size=".1" condim="3" priority="1" friction=".05"/></body>
    <body name="b" pos=".05 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="arm" pos="1 0 1"><joint name="h" axis="0 1 0" range="-10 10"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".05"/></body></worldbody>
  <equality><joint joint1="h" polycoef="0.2"/><connect body1="a" body2="b" anchor="0 0 .1" active="false"/></equality>
  <actuator><motor joint="h" gear="3" ctrlrange="-.1 .1"/></actuator></mujoco>"#;

/// Sets a parameter of a model as an environment has it.
type SetOne = fn(&mut Model, usize);

/// Parameters, and how a model of an environment has them.
const INTEGERS: [(&str, SetOne); 8] = [
    ("geom_contype", |m, env| m.geom_contype.iter_mut().for_each(|x| *x = (env % 3) as i32)),
    ("geom_conaffinity", |m, env| {
        m.geom_conaffinity.iter_mut().for_each(|x| *x = (env % 2) as i32);
    }),
    ("geom_priority", |m, env| {
        m.geom_priority.iter_mut().rev().for_each(|x| *x = (env % 2) as i32);
    }),
    ("opt.iterations", |m, env| m.opt.iterations = env as i32),
    ("opt.disableflags", |m, env| {
        let flags = [
            0,
            DisableBit::Contact as i32,
            DisableBit::Gravity as i32,
            DisableBit::Equality as i32,
        ];
        m.opt.disableflags = flags[env % 4];
    }),
    ("opt.integrator", |m, env| {
        m.opt.integrator = Integrator::ALL[env % Integrator::ALL.len()] as i32;
    }),
    ("opt.solver", |m, env| m.opt.solver = Solver::ALL[env % Solver::ALL.len()] as i32),
    ("opt.cone", |m, env| m.opt.cone = (env % 2) as i32),
];

/// Switches.
const SWITCHES: [(&str, SetOne); 2] = [
    ("jnt_limited", |m, env| m.jnt_limited.iter_mut().for_each(|x| *x = (env % 2) as u8)),
    ("actuator_ctrllimited", |m, env| {
        m.actuator_ctrllimited.iter_mut().for_each(|x| *x = (env % 2) as u8);
    }),
];

/// The values of a parameter in models, one after the other.
fn values<T: bytemuck::Pod>(name: &str, models: &[Model]) -> Vec<T> {
    let of = |m: &Model| {
        let field = match name.strip_prefix("opt.") {
            Some(name) => m.opt.field(name),
            None => m.field(name),
        };
        bytemuck::cast_slice::<u8, T>(field.unwrap().bytes).to_vec()
    };
    models.iter().flat_map(of).collect()
}

fn assert_same_as_alone(name: &str, set: SetOne, write: impl Fn(&mut BatchSim, &[Model])) {
    const COUNT: usize = 13;
    let m = load_str(SWITCHED).unwrap();
    let mut models = vec![m.clone(); COUNT];
    models.iter_mut().enumerate().for_each(|(env, m)| set(m, env));
    let run = |threads: usize| {
        let (mut batch, singles) = start(m.clone(), COUNT);
        write(&mut batch, &models);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let result = pool.install(|| batch.step_n(60));
        assert!(result.errors.iter().all(Option::is_none), "{name}: {:?}", result.errors);
        (result, singles)
    };
    let (one, mut singles) = run(1);
    assert!((2..=4).all(|threads| bits(&run(threads).0.states) == bits(&one.states)), "{name}");
    let mut differ = false;
    for (env, (m, d)) in models.iter().zip(&mut singles).enumerate() {
        (0..60).for_each(|_| step(m, d));
        let alone = [d.qpos.as_slice(), d.qvel.as_slice()].concat();
        assert_eq!(bits(one.state(env)), bits(&alone), "{name}, environment {env}");
        // what the model alone does is something else in some of them
        let mut plain = crate::samples::random_data(&load_str(SWITCHED).unwrap(), env as u64);
        (0..60).for_each(|_| step(&load_str(SWITCHED).unwrap(), &mut plain));
        differ |= alone[..d.qpos.len()] != plain.qpos[..];
    }
    assert!(differ, "{name} makes a difference");
}

#[test]
fn integers_and_switches_of_their_own_give_what_models_of_their_own_give() {
    for (name, set) in INTEGERS {
        assert_same_as_alone(name, set, |batch, models| {
            batch.vary_as::<i32>(name).unwrap().copy_from_slice(&values(name, models));
        });
    }
    for (name, set) in SWITCHES {
        assert_same_as_alone(name, set, |batch, models| {
            batch.vary_as::<u8>(name).unwrap().copy_from_slice(&values(name, models));
        });
    }
}

#[test]
fn a_reset_takes_switches_of_equalities_from_where_they_differ() {
    let m = Arc::new(load_str(SWITCHED).unwrap());
    let mut batch = BatchSim::new(m.clone(), 4);
    assert_eq!(batch.eq_active(0), [1.0, 0.0]);
    batch.vary_as::<u8>("eq_active0").unwrap().copy_from_slice(&[1, 1, 0, 0, 0, 1, 1, 0]);
    // like masses, they are parameters: the state follows when it is reset
    assert_eq!(batch.eq_active(1), [1.0, 0.0]);
    batch.reset(1);
    assert_eq!((batch.eq_active(0), batch.eq_active(1)), (&[1.0, 0.0][..], &[0.0; 2][..]));
    batch.reset_where(&[true]);
    assert_eq!(batch.eq_active(0), [1.0, 1.0]);
    batch.reset_all();
    assert_eq!((batch.eq_active(2), batch.eq_active(3)), (&[0.0, 1.0][..], &[1.0, 0.0][..]));
    // a failure is reset in the same way
    batch.eq_active_mut(2).fill(0.0);
    batch.qpos_mut(2)[0] = f64::NAN;
    assert!(batch.step_all().errors[2].is_some());
    batch.step_all();
    assert_eq!(batch.eq_active(2), [0.0, 1.0]);
    let mut alone = Data::new(&*m);
    alone.eq_active.copy_from_slice(&[0, 1]);
    step(&*m, &mut alone);
    assert_eq!(batch.qpos(2), alone.qpos.as_slice());
}

#[test]
fn a_snapshot_keeps_parameters_of_every_type() {
    let m = Arc::new(load_str(SWITCHED).unwrap());
    let mut batch = BatchSim::new(m.clone(), 3);
    batch.vary("body_mass").unwrap()[5] = 7.0;
    batch.vary_as::<i32>("geom_contype").unwrap()[3] = 5;
    batch.vary_as::<u8>("eq_active0").unwrap()[1] = 1;
    batch.vary_as::<f32>("geom_rgba").unwrap()[2] = 0.25;
    let mut again = BatchSim::new(m, 3);
    again.restore(&batch.save()).unwrap();
    assert_eq!(again.vary("body_mass").unwrap()[5], 7.0);
    assert_eq!(again.vary_as::<i32>("geom_contype").unwrap()[3], 5);
    assert_eq!(again.vary_as::<u8>("eq_active0").unwrap()[1], 1);
    assert_eq!(again.vary_as::<f32>("geom_rgba").unwrap()[2], 0.25);
    assert_eq!(batch.save(), again.save());
}
