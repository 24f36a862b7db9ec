//! Any bytes inside the root of a URDF file, read as MuJoCo does and with all that MJCF can hold.
#![no_main]

use ferrodyn_mjcf::Loader;
use ferrodyn_mjcf::urdf::UrdfOptions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let text = format!("<robot name='r'>{text}</robot>");
    for urdf in [UrdfOptions::default(), UrdfOptions::mujoco()] {
        let loader = Loader { urdf, ..Loader::untrusted() };
        match loader.read_str_with_report(&text) {
            Ok((spec, _)) => drop(loader.compile(&spec).map_err(|error| error.to_string())),
            Err(error) => drop(error.to_string()),
        }
    }
});
