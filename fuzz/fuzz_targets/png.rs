//! Any bytes as a PNG file, or as the binary formats: a texture and a height field.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let model = "<mujoco><asset><texture name='t' type='2d' file='m.png'/>\
                 <texture name='c' type='cube' file='m.png' gridsize='3 4'/>\
                 <hfield name='h' file='m.png' size='1 1 1 1'/></asset></mujoco>";
    ferrodyn_fuzz::load_asset("m.png", data, model);
});
