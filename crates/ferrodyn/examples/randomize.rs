//! A batch whose environments differ: the mass and the friction of a sled are drawn for each, and half of
//! them have a wall before them.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example randomize
//! 256 sleds, pulled with 20 N for a second
//! 60 have not moved
//! 41 are at the wall that every other track has
//! half came farther than 1.44 m, the best 8.22 m
//! ```

use std::sync::Arc;

use ferrodyn::batch::BatchSim;
use ferrodyn::load_str;

const SLED: &str = r#"<mujoco><worldbody>
  <geom name="floor" type="plane" size="50 5 1" friction="0.1"/>
  <geom name="wall" type="box" size="0.1 1 0.2" pos="3 0 0.2" conaffinity="0"/>
  <body name="sled" pos="0 0 0.1"><joint name="pull" type="slide" axis="1 0 0"/>
    <joint type="slide" axis="0 0 1"/><geom name="hull" type="box" size="0.3 0.2 0.1" mass="2"/></body>
  </worldbody>
  <actuator><motor joint="pull" gear="20"/></actuator></mujoco>"#;

const COUNT: usize = 256;

/// Numbers from 0 to 1 that look random and are the same every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        // a congruential generator; its high bits are the good ones
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let m = Arc::new(load_str(SLED)?);
    let sled = m.body("sled").ok_or("there is no sled")?;
    let hull = m.geom("hull").ok_or("there is no hull")?;
    let wall = m.geom("wall").ok_or("there is no wall")?;
    let mut batch = BatchSim::new(m.clone(), COUNT);
    let mut random = Random(1);

    // parameters have a row for each environment, at first that of the model
    for masses in batch.vary("body_mass")?.chunks_exact_mut(m.nbody) {
        masses[sled.0] = random.between(1.0, 4.0);
    }
    for frictions in batch.vary("geom_friction")?.chunks_exact_mut(3 * m.ngeom) {
        frictions[3 * hull.0] = random.between(0.2, 1.0);
    }
    // integers are asked for by their type: every other track has a wall, which the other sleds do not touch
    let bits = batch.vary_as::<i32>("geom_contype")?;
    for (env, bits) in bits.chunks_exact_mut(m.ngeom).enumerate() {
        bits[wall.0] = (env % 2) as i32;
    }
    // what follows from masses
    batch.set_const()?;

    for env in 0..COUNT {
        batch.ctrl_mut(env)[0] = 1.0;
    }
    batch.step_n(500);
    let mut reached: Vec<f64> = (0..COUNT).map(|env| batch.qpos(env)[0]).collect();
    reached.sort_by(f64::total_cmp);
    println!("{COUNT} sleds, pulled with 20 N for a second");
    let at_wall = reached.iter().filter(|&&x| (x - 2.6).abs() < 0.05).count();
    println!("{} have not moved", reached.iter().filter(|&&x| x < 0.01).count());
    println!("{at_wall} are at the wall that every other track has");
    println!(
        "half came farther than {:.2} m, the best {:.2} m",
        reached[COUNT / 2],
        reached[COUNT - 1]
    );
    Ok(())
}
