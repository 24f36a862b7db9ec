//! The same bits: a hash of a thousand steps, twice alone, and of a batch in pools of one, two and four threads.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use ferrodyn::batch::BatchSim;
use ferrodyn::enums::StateBit;
use ferrodyn::state::{get_state, state_size};
use ferrodyn::{Data, Model, step};

const STEPS: usize = 1000;

/// A hash of position and velocity.
fn hash(state: &[f64]) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.iter().for_each(|x| x.to_bits().hash(&mut hasher));
    hasher.finish()
}

fn alone(m: &Model) -> Result<u64, Box<dyn std::error::Error>> {
    let parts = StateBit::Qpos | StateBit::Qvel;
    let mut d = Data::new(m);
    (0..STEPS).for_each(|_| step(m, &mut d));
    let mut state = vec![0.0; state_size(m, parts)?];
    get_state(m, &d, &mut state, parts)?;
    Ok(hash(&state))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("which model?")?;
    let m = Arc::new(ferrodyn::load(file)?);
    let mut hashes = vec![alone(&m)?, alone(&m)?];
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let mut batch = BatchSim::new(m.clone(), 9);
        pool.install(|| batch.step_n(STEPS));
        hashes.extend((0..batch.len()).map(|env| hash(batch.state(env))));
    }
    let different = hashes.iter().filter(|hash| **hash != hashes[0]).count();
    println!("{} hashes, {different} differ", hashes.len());
    Ok(())
}
