//! Any bytes as a model, MJCF or URDF: read and compiled, without files and within limits.
#![no_main]

use ferrodyn_mjcf::Loader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut loader = Loader::new();
    loader.files = loader.files.with_roots(["/nonexistent"]);
    loader.limits.nodes = 10_000;
    if let Err(error) = loader.load_str(text) {
        let _ = error.to_string();
    }
});
