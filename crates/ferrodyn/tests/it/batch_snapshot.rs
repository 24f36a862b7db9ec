//! A batch that is saved and restored goes on as if there had been no break; what is no snapshot is refused.

use std::sync::Arc;

use ferrodyn::batch::{BatchSim, SnapshotError, SnapshotInfo};
use ferrodyn::enums::EnableBit;
use ferrodyn::ids::DofId;
use ferrodyn::{Data, FormatError, Hooks, Model, load, load_str};

use crate::batch::{BALLS, bits, models, start, varied};

/// The checksum that a file ends with: eight bytes at a time, then the number of bytes.
fn reseal(bytes: &mut [u8]) {
    let at = bytes.len() - 8;
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut mix = |word: u64| {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    };
    let (words, tail) = bytes[..at].as_chunks::<8>();
    for &word in words {
        mix(u64::from_le_bytes(word));
    }
    let mut last = [0; 8];
    last[..tail.len()].copy_from_slice(tail);
    mix(u64::from_le_bytes(last));
    mix(at as u64);
    bytes[at..].copy_from_slice(&hash.to_le_bytes());
}

fn balls() -> Arc<Model> {
    Arc::new(load_str(BALLS).unwrap())
}

/// Takes steps, saves, goes on; restores into another batch, goes on: the same bits after every step.
fn assert_goes_on(m: Model, warm_up: usize, what: &str) {
    let (mut batch, _) = start(m, 5);
    batch.step_n(warm_up);
    if let Some(number) = batch.qpos_mut(3).first_mut() {
        // the step that follows is the reset of one that failed
        *number = f64::NAN;
    }
    batch.step_all();
    let bytes = batch.save();

    // into a batch that was somewhere else
    let mut again = BatchSim::new(batch.model().clone(), 5);
    again.step_n(2);
    again.restore(&bytes).unwrap();
    assert_eq!(again.save(), bytes, "{what}");
    for k in 0..40 {
        let (one, other) = (batch.step_all(), again.step_all());
        assert_eq!(
            bits(again.integration_states()),
            bits(batch.integration_states()),
            "{what}, step {k}"
        );
        assert_eq!(format!("{other:?}"), format!("{one:?}"), "{what}, step {k}");
    }
    // whatever else data has
    assert!(again.save() == batch.save(), "{what}");
}

#[test]
fn a_restored_batch_goes_on_bit_for_bit() {
    for (file, m) in models() {
        assert_goes_on(m, 20, &file.display().to_string());
    }
}

#[test]
fn a_restored_batch_sleeps_and_wakes_as_the_other() {
    for (file, mut m) in models() {
        m.opt.enableflags |= EnableBit::Sleep as i32;
        m.opt.sleep_tolerance = 0.05;
        assert_goes_on(m, 30, &format!("{} with sleep", file.display()));
    }
}

/// Trees that sleep in a snapshot go on sleeping, and what falls on them wakes them in the same step.
#[test]
fn what_sleeps_in_a_snapshot_is_woken_as_without_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/physics/sleeping.xml");
    let m = Arc::new(load(folder).unwrap());
    let mut batch = BatchSim::new(m.clone(), 3);
    // the ball high above the boxes that rest
    batch.qpos_mut(1)[3 * 7..][..3].copy_from_slice(&[1.0, 0.0, 1.5]);
    let frozen = |batch: &BatchSim| batch.qvel(1)[6..18].iter().all(|&v| v == 0.0);
    batch.step_n(200);
    assert!(frozen(&batch), "the stack sleeps before the ball arrives");
    let mut again = BatchSim::new(m.clone(), 3);
    again.restore(&batch.save()).unwrap();
    let mut woken = false;
    for k in 0..300 {
        batch.step_all();
        again.step_all();
        assert_eq!(bits(again.integration_states()), bits(batch.integration_states()), "step {k}");
        woken |= !frozen(&batch);
    }
    assert!(woken, "the ball wakes the stack");

    // a state alone does not say who sleeps
    let (mut batch, mut forgetful) = (BatchSim::new(m.clone(), 1), BatchSim::new(m, 1));
    batch.step_n(200);
    forgetful.integration_state_mut(0).copy_from_slice(batch.integration_state(0));
    assert_ne!(forgetful.save(), batch.save());
}

#[test]
fn one_environment_goes_on_by_itself_and_carries_a_note() {
    for (file, m) in models() {
        let (mut batch, _) = start(m, 6);
        batch.step_n(10);
        let bytes = batch.save_some(4..5, b"the fifth");
        let info = SnapshotInfo::read(&bytes).unwrap();
        assert_eq!((info.environments, info.note), (1, &b"the fifth"[..]));
        assert_eq!(info.model_hash, batch.model().content_hash());
        let mut alone = BatchSim::new(batch.model().clone(), 1);
        alone.restore(&bytes).unwrap();
        batch.step_n(10);
        alone.step_n(10);
        assert_eq!(
            bits(alone.integration_state(0)),
            bits(batch.integration_state(4)),
            "{}",
            file.display()
        );
    }
}

#[test]
fn a_start_and_the_count_of_steps_come_back() {
    let mut batch = BatchSim::new(balls(), 2);
    batch.step_n(3);
    let away = batch.integration_state(0).to_vec();
    batch.set_start(&away).unwrap();
    let mut again = BatchSim::new(balls(), 2).with_time_limit(5);
    again.restore(&batch.save()).unwrap();
    assert_eq!(again.step_all().truncated, [false; 2]);
    assert_eq!(again.step_all().truncated, [true; 2]);
    again.reset(1);
    assert_eq!(again.integration_state(1), away);
}

#[test]
fn other_models_and_numbers_are_refused_and_change_nothing() {
    let (mut batch, _) = start(load_str(BALLS).unwrap(), 3);
    batch.step_n(3);
    let before = batch.save();
    let refused = |batch: &mut BatchSim, bytes: &[u8]| batch.restore(bytes).unwrap_err();

    let four = BatchSim::new(balls(), 4).save();
    let error = refused(&mut batch, &four);
    assert_eq!(error, SnapshotError::Environments { expected: 3, found: 4 });
    assert!(error.to_string().contains("make a batch of 4"), "{error}");

    let mut heavier = load_str(BALLS).unwrap();
    heavier.body_mass[ferrodyn::ids::BodyId(1)] += 1.0;
    let found = heavier.content_hash();
    let error = refused(&mut batch, &BatchSim::new(Arc::new(heavier), 3).save());
    assert_eq!(error, SnapshotError::Model { expected: balls().content_hash(), found });
    assert!(error.to_string().contains(&format!("{found:016x}")), "{error}");

    let other_kind = SnapshotError::Format(FormatError::Magic);
    assert_eq!(refused(&mut batch, &balls().to_bytes()), other_kind);
    assert_eq!(refused(&mut batch, &[b'x'; 5000]), other_kind);
    let mut newer = before.clone();
    newer[9] = 7;
    reseal(&mut newer);
    assert_eq!(refused(&mut batch, &newer), SnapshotError::Format(FormatError::Version(7)));
    assert!(batch.save() == before);
}

/// Environments with hooks that compute keep their data: without it they would go on with other bits.
#[test]
fn snapshots_with_hooks_and_without_are_told_apart() {
    let hooks = |_: usize| Hooks {
        control: Some(Arc::new(|_: &Model, d: &mut Data| d.qfrc_applied[DofId(0)] += 0.1)),
        ..Hooks::default()
    };
    let plain = || BatchSim::new(balls(), 3);
    let mut hooked = plain().with_hooks(hooks);
    hooked.step_n(3);
    let (with, without) = (hooked.save(), plain().save());

    let mut batch = plain();
    batch.step_n(2);
    let before = batch.save();
    let error = batch.restore(&with).unwrap_err();
    assert_eq!(error, SnapshotError::Hooks { snapshot: true });
    assert!(error.to_string().contains("with_hooks"), "{error}");
    assert!(batch.save() == before);

    let error = hooked.restore(&without).unwrap_err();
    assert_eq!(error, SnapshotError::Hooks { snapshot: false });
    assert!(error.to_string().contains("without hooks that compute"), "{error}");
    assert!(hooked.save() == with);

    // like to like goes on, and so do batches without environments
    let mut again = plain().with_hooks(hooks);
    again.restore(&with).unwrap();
    again.step_n(2);
    hooked.step_n(2);
    assert_eq!(bits(again.integration_states()), bits(hooked.integration_states()));
    let none = BatchSim::new(balls(), 0).with_hooks(hooks).save();
    BatchSim::new(balls(), 0).restore(&none).unwrap();
}

#[test]
fn torn_and_altered_snapshots_are_refused_without_a_panic() {
    let sleeping = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/physics/sleeping.xml");
    for m in [balls(), Arc::new(load(sleeping).unwrap())] {
        let mut batch = BatchSim::new(m, 2);
        batch.step_n(5);
        let (bytes, step) = (batch.save(), 1 + batch.save().len() / 600);
        for cut in (0..bytes.len()).step_by(step) {
            let error = batch.restore(&bytes[..cut]).unwrap_err();
            if cut >= 64 {
                let (expected, found) = (bytes.len() as u64, cut as u64);
                assert_eq!(error, SnapshotError::Length { expected, found });
            }
        }
        assert!(batch.restore(&[&bytes[..], &[0]].concat()).is_err(), "a tail");
        for at in (0..bytes.len()).step_by(step).chain(0..200) {
            let mut altered = bytes.clone();
            altered[at] ^= 1 << (at % 8);
            assert!(batch.restore(&altered).is_err(), "byte {at}");
        }
        assert!(batch.save() == bytes, "what is refused changes nothing");
    }
}

/// With a checksum that fits, what is altered is either refused or a batch that can be stepped.
#[test]
fn snapshots_with_wrong_contents_are_refused_or_can_be_stepped() {
    let sleeping = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/physics/sleeping.xml");
    for m in [balls(), Arc::new(load(sleeping).unwrap())] {
        let mut batch = BatchSim::new(m.clone(), 2);
        batch.step_n(5);
        let (bytes, step) = (batch.save(), 1 + batch.save().len() / 150);
        let (mut refused, mut taken) = (0, 0);
        for at in (0..bytes.len() - 8).step_by(step).chain(0..200) {
            for value in [0xff, 0x00] {
                let mut altered = bytes.clone();
                altered[at] = value;
                reseal(&mut altered);
                match batch.restore(&altered) {
                    Ok(()) => {
                        taken += 1;
                        batch.step_n(2);
                    }
                    Err(error) => refused += usize::from(!error.to_string().is_empty()),
                }
            }
        }
        assert!(refused > 50 && taken > 50, "{refused} refused, {taken} taken");
    }
}

#[test]
fn counts_and_flags_out_of_range_are_named() {
    let mut batch = BatchSim::new(balls(), 2);
    let bytes = batch.save();
    let value_of = |name: &str| {
        let found = bytes.windows(name.len()).position(|w| w == name.as_bytes()).unwrap();
        // after type, rank and one dimension
        found + name.len() + 2 + 8
    };
    for (field, at) in [("steps", value_of("steps") + 15), ("failed", value_of("failed") + 1)] {
        let mut altered = bytes.clone();
        altered[at] = 0xff;
        reseal(&mut altered);
        let error = batch.restore(&altered).unwrap_err();
        let expected = FormatError::Reference { field, index: 1 };
        assert_eq!(error, SnapshotError::Format(expected));
    }
    // an impossible number of environments allocates nothing
    let mut altered = bytes.clone();
    let at = value_of("environments") - 8;
    altered[at..at + 8].fill(0xff);
    reseal(&mut altered);
    let error = batch.restore(&altered).unwrap_err();
    assert_eq!(error, SnapshotError::Environments { expected: 2, found: u64::MAX });
    // nor does an impossible length of the note
    let mut altered = bytes.clone();
    let at = value_of("note") - 8;
    altered[at..at + 8].fill(0xff);
    reseal(&mut altered);
    assert_eq!(batch.restore(&altered), Err(SnapshotError::Format(FormatError::Length)));
}

#[test]
fn parameters_of_their_own_are_brought_back() {
    let (mut batch, _) = varied(&balls(), 4);
    batch.step_n(3);
    let bytes = batch.save();
    let mut again = BatchSim::new(batch.model().clone(), 4);
    again.restore(&bytes).unwrap();
    assert_eq!(again.vary("body_mass").unwrap(), batch.vary("body_mass").unwrap());
    batch.step_n(20);
    again.step_n(20);
    assert_eq!(bits(again.integration_states()), bits(batch.integration_states()));
    // and forgotten where there were none, also when another one differs
    let mut fresh = BatchSim::new(batch.model().clone(), 4);
    let plain = fresh.save();
    again.restore(&plain).unwrap();
    assert_eq!(again.save(), plain);
    for batch in [&mut again, &mut fresh] {
        batch.vary("opt.timestep").unwrap();
        batch.step_n(5);
    }
    assert_eq!(bits(again.integration_states()), bits(fresh.integration_states()));
}
