//! Lists contacts with their forces: a box that lies on the floor and a ball that lies on the box.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example contacts
//! floor - box: depth 0.14 mm, normal force 6.57 N
//! floor - box: depth 0.16 mm, normal force 7.62 N
//! floor - box: depth 0.15 mm, normal force 7.09 N
//! floor - box: depth 0.17 mm, normal force 8.15 N
//! ball - box: depth 0.24 mm, normal force 9.81 N
//! the floor carries 29.43 N, box and ball weigh 29.43 N
//! ```

use ferrodyn::{Data, forward, step};

const SCENE: &str = r#"<mujoco><worldbody>
  <geom name="floor" type="plane" size="1 1 1"/>
  <body pos="0 0 0.1"><freejoint/><geom name="box" type="box" size="0.1 0.1 0.1" mass="2"/></body>
  <body pos="0.02 0.01 0.25"><freejoint/><geom name="ball" size="0.05" mass="1" condim="6"/></body>
</worldbody></mujoco>"#;

fn main() -> Result<(), ferrodyn::LoadError> {
    let m = ferrodyn::load_str(SCENE)?;
    let mut d = Data::new(&m);
    for _ in 0..1000 {
        step(&m, &mut d);
    }
    // contacts and forces of the state that the last step led to
    forward(&m, &mut d);

    let mut weight = 0.0;
    for contact in d.contacts(&m) {
        let [normal, ..] = contact.force().0;
        let [g1, g2] = contact.names().map(|name| name.unwrap_or("?"));
        println!("{g1} - {g2}: depth {:.2} mm, normal force {normal:.2} N", -1e3 * contact.dist);
        if g1 == "floor" {
            weight += normal;
        }
    }
    println!("the floor carries {weight:.2} N, box and ball weigh {:.2} N", 3.0 * 9.81);
    Ok(())
}
