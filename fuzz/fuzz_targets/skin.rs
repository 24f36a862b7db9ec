//! Any bytes as a skin file.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| ferrodyn_fuzz::load_asset(
    "m.skn",
    data,
    "<mujoco><asset><skin name='s' file='m.skn'/></asset>\
     <worldbody><body name='b'/><body name='c'/></worldbody></mujoco>"
));
