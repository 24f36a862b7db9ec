//! Any bytes as binary data, and good ones with altered arrays: what is accepted can be stepped.
#![no_main]

use ferrodyn_engine::fields::Table;
use ferrodyn_engine::{Data, step};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let m = ferrodyn_fuzz::model();
    drop(Data::from_bytes(&m, data).map_err(|error| error.to_string()));
    let mut d = Data::new(&m);
    step(&m, &mut d);
    for (field, at, value) in ferrodyn_fuzz::edits(data, Data::infos().len()) {
        let name = Data::infos()[field].name;
        if let Some(field) = d.field_mut(name) {
            ferrodyn_fuzz::put(field.bytes, at, value);
        }
    }
    if let Ok(mut d) = Data::from_bytes(&m, &d.to_bytes(&m)) {
        step(&m, &mut d);
    }
});
