//! Loads a model from a file, a pile of bodies unless another one is given, and steps it for a second.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example load_and_step
//! pile: 6 bodies, 36 dofs
//! 0.2 s: top body at 0.496 m, 13 contacts
//! 0.4 s: top body at 0.497 m, 14 contacts
//! 0.6 s: top body at 0.497 m, 14 contacts
//! 0.8 s: top body at 0.497 m, 14 contacts
//! 1.0 s: top body at 0.496 m, 14 contacts
//! ```

use std::path::Path;

use ferrodyn::ids::BodyId;
use ferrodyn::{Data, step};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pile = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/physics/pile.xml");
    let file = std::env::args_os().nth(1).map_or(pile, Into::into);
    let m = ferrodyn::load(file)?;
    println!("{}: {} bodies, {} dofs", m.model_name(), m.nbody - 1, m.nv);

    // a model is shared; every simulation has data of its own
    let mut d = Data::new(&m);
    let top = BodyId(m.nbody - 1);
    for _ in 0..5 {
        for _ in 0..100 {
            step(&m, &mut d);
        }
        println!("{:.1} s: top body at {:.3} m, {} contacts", d.time, d.xpos[top][2], d.ncon);
    }
    Ok(())
}
