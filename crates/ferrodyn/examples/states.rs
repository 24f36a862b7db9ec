//! Saves the state of a simulation and goes back to it: the same steps give the same bits again.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example states
//! state at 0.300 s: 38 numbers
//! went on to 0.700 s: height 0.029892 m
//! back at 0.300 s
//! the same again: true
//! the same in other data: true
//! the same from bytes: true
//! ```

use ferrodyn::enums::StateBit;
use ferrodyn::state::{get_state, set_state, state_size};
use ferrodyn::{Data, Model, step};

const SCENE: &str = r#"<mujoco><worldbody>
  <geom type="plane" size="1 1 1"/>
  <body pos="0 0 0.5" euler="30 40 0"><freejoint/><geom type="box" size="0.1 0.05 0.03"/></body>
</worldbody></mujoco>"#;

fn advance(m: &Model, d: &mut Data, steps: usize) -> Vec<f64> {
    (0..steps).for_each(|_| step(m, d));
    d.qpos.to_vec()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let m = ferrodyn::load_str(SCENE)?;
    let mut d = Data::new(&m);
    advance(&m, &mut d, 150);

    // everything that the next step depends on, what the solver starts from included
    let signature = StateBit::Integration;
    let mut saved = vec![0.0; state_size(&m, signature)?];
    get_state(&m, &d, &mut saved, signature)?;
    println!("state at {:.3} s: {} numbers", d.time, saved.len());

    let first = advance(&m, &mut d, 200);
    println!("went on to {:.3} s: height {:.6} m", d.time, first[2]);

    // back, in the same data
    set_state(&m, &mut d, &saved, signature)?;
    println!("back at {:.3} s", d.time);
    println!("the same again: {}", advance(&m, &mut d, 200) == first);

    // in other data
    let mut other = Data::new(&m);
    set_state(&m, &mut other, &saved, signature)?;
    println!("the same in other data: {}", advance(&m, &mut other, 200) == first);

    // all of the data as bytes, for a file
    let bytes = d.to_bytes(&m);
    let mut read = Data::from_bytes(&m, &bytes)?;
    let same = advance(&m, &mut read, 200) == advance(&m, &mut d, 200);
    println!("the same from bytes: {same}");
    Ok(())
}
