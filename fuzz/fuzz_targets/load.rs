//! Any bytes as MJCF: read and compiled, without files, within the limits for strangers.
#![no_main]

use ferrodyn_mjcf::Loader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Err(error) = Loader::untrusted().load_str(text) {
        let _ = error.to_string();
    }
});
