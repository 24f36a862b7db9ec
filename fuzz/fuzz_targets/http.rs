//! Any bytes as a request of somebody who opens the page of `ferrodyn view --serve`.
#![no_main]

use ferrodyn_serve::stranger::ask;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| ask(data));
