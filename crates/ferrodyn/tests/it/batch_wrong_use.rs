//! What users can get wrong with a batch: an error that says so, or a panic that is documented as that of an index.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ferrodyn::batch::{BatchResult, BatchSim, MixedBatch, Parameter, VaryError};
use ferrodyn::enums::StateBit;
use ferrodyn::fields::{DType, Table};
use ferrodyn::state::StateError;
use ferrodyn::{Model, Opt, load_str};

use crate::batch::{BALLS, bits, models};

fn balls(n: usize) -> BatchSim {
    BatchSim::new(Arc::new(load_str(BALLS).unwrap()), n)
}

#[test]
fn an_environment_that_is_not_there_panics_like_an_index_and_changes_nothing() {
    let uses: [fn(&mut BatchSim, usize); 14] = [
        |batch, env| drop(batch.state(env).to_vec()),
        |batch, env| batch.state_mut(env)[0] = 7.0,
        |batch, env| drop(batch.integration_state(env).to_vec()),
        |batch, env| batch.integration_state_mut(env)[0] = 7.0,
        |batch, env| batch.qpos_mut(env).fill(7.0),
        |batch, env| batch.qvel_mut(env).fill(7.0),
        |batch, env| batch.ctrl_mut(env).fill(7.0),
        |batch, env| batch.xfrc_applied_mut(env).fill([7.0; 6]),
        |batch, env| batch.mocap_pos_mut(env).fill([7.0; 3]),
        |batch, env| batch.set_time(env, 7.0),
        |batch, env| drop(batch.sensordata(env).to_vec()),
        |batch, env| _ = batch.get_state(env, &mut [0.0], StateBit::Time as i32),
        |batch, env| _ = batch.set_state(env, &[0.0], StateBit::Time as i32),
        |batch, env| batch.reset(env),
    ];
    for n in [0, 3] {
        let mut batch = balls(n);
        let before = bits(batch.integration_states());
        for (number, wrong) in uses.iter().enumerate() {
            for env in [n, n + 1, 1 << 40] {
                let call = || wrong(&mut batch, env);
                assert!(catch_unwind(AssertUnwindSafe(call)).is_err(), "use {number} of {env}");
            }
        }
        assert_eq!(bits(batch.integration_states()), before);
        assert_eq!(batch.step_all().errors, vec![None; n]);
    }
}

#[test]
fn wrong_lengths_and_signatures_are_errors() {
    let mut batch = balls(2);
    let before = batch.save();
    let qpos = StateBit::Qpos as i32;
    let expected = batch.model().nq;
    let error = StateError::Length { expected, found: 3 };
    assert_eq!(batch.get_state(1, &mut [0.0; 3], qpos), Err(error));
    assert_eq!(batch.set_state(1, &[0.0; 3], qpos), Err(error));
    for signature in [-1, 1 << 14, i32::MIN] {
        assert!(batch.get_state(1, &mut [], signature).is_err());
        assert!(batch.set_state(1, &[], signature).is_err());
    }
    assert!(batch.set_start(&[0.0; 3]).is_err());
    assert_eq!(batch.save(), before);
    // masks of other lengths: those beyond the end stay, more than there are make no difference
    batch.qpos_mut(1)[0] = 5.0;
    batch.reset_where(&[]);
    batch.reset_where(&[true]);
    assert_eq!(batch.qpos(1)[0], 5.0);
    batch.reset_where(&[true; 99]);
    assert_eq!(batch.save(), before);
}

#[test]
fn parts_of_a_state_have_one_layout() {
    let mut batch = balls(2);
    let (nq, nv) = (batch.model().nq, batch.model().nv);
    let numbers: Vec<f64> = (0..nq + nv).map(|i| 0.01 * i as f64).collect();
    batch.state_mut(1).copy_from_slice(&numbers);
    assert_eq!((batch.qpos(1), batch.qvel(1)), (&numbers[..nq], &numbers[nq..]));
    let mut state = vec![0.0; nq + nv];
    let moving = StateBit::Qpos as i32 | StateBit::Qvel as i32;
    batch.get_state(1, &mut state, moving).unwrap();
    assert_eq!(state, numbers);
    batch.set_time(1, 3.0);
    assert_eq!((batch.time(1), batch.integration_state(1)[0]), (3.0, 3.0));
    batch.ctrl_mut(1)[0] = 0.5;
    batch.qfrc_applied_mut(1)[2] = 0.25;
    batch.xfrc_applied_mut(1)[3][5] = 0.125;
    for (part, at, value) in [
        (StateBit::Ctrl, 0, 0.5),
        (StateBit::QfrcApplied, 2, 0.25),
        (StateBit::XfrcApplied, 3 * 6 + 5, 0.125),
    ] {
        let size = ferrodyn::state::state_size(batch.model(), part as i32).unwrap();
        let mut found = vec![0.0; size];
        batch.get_state(1, &mut found, part as i32).unwrap();
        assert_eq!(found[at], value);
    }
    let result = batch.step_all();
    assert_eq!(result.state(1), batch.state(1));
    assert_ne!(result.state(0), batch.state(1));
}

#[test]
fn a_result_of_another_batch_is_made_to_fit() {
    let (mut large, mut small) = (balls(30), balls(2));
    let mut mixed = MixedBatch::from_iter([balls(3), balls(1)]);
    let mut result = BatchResult::default();
    for _ in 0..3 {
        large.step_into(&mut result);
        assert_eq!((result.rewards.len(), result.state(29)), (30, large.state(29)));
        small.step_into(&mut result);
        assert_eq!((result.errors.len(), result.state(1)), (2, small.state(1)));
        mixed.step_into(&mut result);
        assert_eq!((result.starts.len(), result.state(3)), (5, mixed.parts()[1].state(0)));
    }
    // what a caller has done to its fields does not matter
    result.starts = vec![7, 1];
    result.states.clear();
    result.errors.clear();
    small.step_into(&mut result);
    assert_eq!(result, {
        let mut again = balls(2);
        (0..3).for_each(|_| drop(again.step_all()));
        again.step_all()
    });
}

#[test]
fn types_that_are_not_those_of_a_parameter_are_named() {
    let mut batch = balls(2);
    let error = batch.vary_as::<i32>("body_mass").unwrap_err();
    let (found, asked) = (DType::F64, DType::I32);
    assert_eq!(error, VaryError::Type { name: "body_mass".to_owned(), found, asked });
    assert!(batch.vary_as::<u8>("geom_contype").is_err());
    assert!(batch.vary_as::<f64>("eq_active0").is_err());
    let error = batch.vary_as::<i32>("geom_type").unwrap_err().to_string();
    assert!(error.contains("geom_type is structure"), "{error}");
}

/// Numbers that make no sense for any integer of a model.
const NONSENSE: [i32; 8] = [-1, 1, 2, 7, 99, 1 << 20, i32::MAX, i32::MIN];

#[test]
fn integers_that_make_no_sense_do_not_panic() {
    let fields = Model::infos()
        .iter()
        .map(|info| (info, ""))
        .chain(Opt::infos().iter().map(|info| (info, "opt.")));
    let is_integer = |dtype| matches!(dtype, DType::I32 | DType::U8);
    let names: Vec<(String, DType)> = fields
        .filter(|(info, _)| !info.structure && is_integer(info.dtype))
        .map(|(info, prefix)| (format!("{prefix}{}", info.name), info.dtype))
        .filter(|(name, _)| name != "opt.enableflags")
        .collect();
    assert!(names.len() > 30, "{}", names.len());
    for (file, m) in models() {
        let m = Arc::new(m);
        for (name, dtype) in &names {
            if Parameter::find(&m, name).unwrap().size() == 0 {
                continue;
            }
            let mut batch = BatchSim::new(m.clone(), NONSENSE.len());
            let rows = NONSENSE.len();
            // iterations without end are what was asked for
            let counts = name.contains("iterations") || name.contains("initpoints");
            let largest = if counts { 200 } else { i32::MAX };
            if *dtype == DType::I32 {
                let values = batch.vary_as::<i32>(name).unwrap();
                let each = values.len() / rows;
                for (row, number) in values.chunks_exact_mut(each).zip(NONSENSE) {
                    row.fill(number.min(largest));
                }
            } else {
                let values = batch.vary_as::<u8>(name).unwrap();
                let each = values.len() / rows;
                for (row, number) in values.chunks_exact_mut(each).zip(NONSENSE) {
                    row.fill(number as u8);
                }
            }
            let call = || {
                batch.reset_all();
                batch.step_n(3);
                _ = batch.set_const();
                batch.step_n(2)
            };
            assert!(catch_unwind(AssertUnwindSafe(call)).is_ok(), "{name} of {}", file.display());
        }
    }
}
