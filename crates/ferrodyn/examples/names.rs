//! Finds joints, sensors, actuators and keyframes by name, and reads and writes what belongs to them.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example names
//! root: qpos 0..7, dofs 0..6
//! hip: qpos 7..8, dofs 6..7
//! 0.0 s: trunk 0.80 m up, hip 0.50 rad, foot [-0.14, 0.00, 0.49]
//! 0.1 s: trunk 0.75 m up, hip -0.71 rad, foot [0.10, 0.00, 0.43]
//! None, no keyframe 7, the model has 1
//! ```

use ferrodyn::ids::KeyId;
use ferrodyn::{Data, Model, step};

const ROBOT: &str = r#"<mujoco model="walker"><worldbody>
  <body name="trunk" pos="0 0 1"><freejoint name="root"/><geom type="box" size=".2 .1 .05"/>
    <body name="leg" pos="0 0 -.05"><joint name="hip" axis="0 1 0" range="-60 60"/>
      <geom type="capsule" size=".03" fromto="0 0 0 0 0 -.3"/><site name="foot" pos="0 0 -.3"/></body>
  </body></worldbody>
  <actuator><motor name="hip_motor" joint="hip" gear="5"/></actuator>
  <sensor><framepos name="foot_pos" objtype="site" objname="foot"/></sensor>
  <keyframe><key name="crouch" qpos="0 0 0.8 1 0 0 0 0.5"/></keyframe></mujoco>"#;

fn print(m: &Model, d: &Data) -> Option<()> {
    let hip = d.joint(m, m.joint("hip")?).qpos[0];
    let foot = d.sensor(m, m.sensor("foot_pos")?).values;
    let trunk = d.xpos[m.body("trunk")?];
    println!("{:.1} s: trunk {:.2} m up, hip {hip:.2} rad, foot {foot:.2?}", d.time, trunk[2]);
    Some(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let m = ferrodyn::load_str(ROBOT)?;
    for joint in m.joints() {
        let (positions, dofs) = (m.joint_qpos(joint), m.joint_dofs(joint));
        let name = m.name(joint).unwrap_or("?");
        println!(
            "{name}: qpos {}..{}, dofs {}..{}",
            positions.start.0, positions.end.0, dofs.start.0, dofs.end.0
        );
    }

    let mut d = Data::new(&m);
    let crouch = m.key("crouch").ok_or("there is no such keyframe")?;
    d.reset_to_key(&m, crouch)?;
    let motor = m.actuator("hip_motor").ok_or("there is no such motor")?;
    *d.actuator_mut(&m, motor).ctrl = -1.0;
    for _ in 0..2 {
        ferrodyn::forward(&m, &mut d);
        print(&m, &d).ok_or("a name is missing")?;
        (0..50).for_each(|_| step(&m, &mut d));
    }

    // a name that nothing has, and a keyframe that is not there
    println!("{:?}, {}", m.body("tail"), d.reset_to_key(&m, KeyId(7)).unwrap_err());
    Ok(())
}
