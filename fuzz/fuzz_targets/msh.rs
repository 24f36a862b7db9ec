//! Any bytes as an MSH file: the mesh is compiled with hull and distances.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| ferrodyn_fuzz::load_asset(
    "m.msh",
    data,
    "<mujoco><asset><mesh name='m' file='m.msh'/></asset>\
     <worldbody><geom type='mesh' mesh='m'/><geom type='sdf' mesh='m'/></worldbody></mujoco>"
));
