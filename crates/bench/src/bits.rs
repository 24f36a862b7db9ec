//! A hash of the trajectory of each model: equal hashes are equal bits, on any machine.
//!
//! ```text
//! $ cargo run -q -p ferrodyn-bench -- bits 1000 models/equality.xml models/sensors_body.xml
//! de38179147adb2e2 models/equality.xml
//! 4c56f2431e131f74 models/sensors_body.xml
//! ```

use std::error::Error;
use std::process::ExitCode;

use ferrodyn_engine::{Data, Model, step};
use ferrodyn_mjcf::Loader;

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let [steps, files @ ..] = arguments else { return Err("bits STEPS FILE...".into()) };
    let steps = steps.parse().map_err(|_| format!("{steps} is no number of steps"))?;
    for file in files {
        match Loader::new().load_path(file) {
            Ok(m) => println!("{:016x} {file}", trajectory(&m, steps)),
            Err(error) => println!("refused {file}: {error}"),
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Steps a model with controls that look random, and mixes what it computes into a number.
fn trajectory(m: &Model, steps: usize) -> u64 {
    let mut d = Data::new(m);
    let (mut hash, mut noise) = (Hash::default(), 1_u64);
    for _ in 0..steps {
        for ctrl in &mut d.ctrl {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *ctrl = (noise >> 40) as f64 / f64::from(1 << 24) - 0.5;
        }
        step(m, &mut d);
        for numbers in [
            d.qpos.as_slice(),
            d.qvel.as_slice(),
            d.act.as_slice(),
            d.qacc.as_slice(),
            &d.sensordata,
            &d.efc_force,
        ] {
            for &number in numbers {
                hash.mix(number);
            }
        }
    }
    hash.0
}

/// The hash FNV-1a, of words instead of bytes.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn mix(&mut self, number: f64) {
        self.0 = (self.0 ^ number.to_bits()).wrapping_mul(0x0100_0000_01b3);
    }
}
