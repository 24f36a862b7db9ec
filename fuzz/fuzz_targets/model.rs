//! Any bytes as a binary model, and a good one with altered arrays: what is accepted can be stepped.
#![no_main]

use ferrodyn_engine::fields::Table;
use ferrodyn_engine::{Data, Model, step};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    drop(Model::from_bytes(data).map_err(|error| error.to_string()));
    let mut m = ferrodyn_fuzz::model();
    for (field, at, value) in ferrodyn_fuzz::edits(data, Model::infos().len()) {
        let name = Model::infos()[field].name;
        if let Some(field) = m.field_mut(name) {
            ferrodyn_fuzz::put(field.bytes, at, value);
        }
    }
    // checksums fit what is written, so only the checks of the values are left
    if let Ok(m) = Model::from_bytes(&m.to_bytes()) {
        let mut d = Data::new(&m);
        step(&m, &mut d);
    }
});
