//! Any bytes as a snapshot of a batch, and good ones with altered states: what is accepted can be stepped.
#![no_main]

use std::sync::Arc;

use ferrodyn_engine::batch::BatchSim;
use libfuzzer_sys::fuzz_target;

const ENVS: usize = 5;

fuzz_target!(|data: &[u8]| {
    let m = Arc::new(ferrodyn_fuzz::model());
    let mut batch = BatchSim::new(m.clone(), ENVS);
    drop(batch.restore(data).map_err(|error| error.to_string()));
    drop(batch.vary("body_mass"));
    for (env, at, value) in ferrodyn_fuzz::edits(data, ENVS) {
        let state = batch.integration_state_mut(env);
        let at = at % state.len();
        state[at] = f64::from(f32::from_le_bytes(value));
    }
    let saved = batch.save();
    let mut again = BatchSim::new(m, ENVS);
    again.restore(&saved).expect("a snapshot of the same model");
    assert_eq!(again.save(), saved);
    batch.step_n(2);
    again.step_n(2);
    let bits = |batch: &BatchSim| batch.integration_states().iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&again), bits(&batch));
});
