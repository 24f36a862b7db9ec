//! Reads a URDF robot, says what a model cannot hold of it, and lets it swing.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example urdf
//! not in the model: settings for Gazebo are ignored
//! not in the model: limits of velocity are ignored
//! shoulder: [-1.5, 1.5] rad
//! elbow: turns without limits
//! 0.0 s: [1.000, 0.000]
//! 0.5 s: [-0.409, -0.624]
//! ```

use ferrodyn::{Data, Loader, step};

const ROBOT: &str = r#"<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial><origin xyz="0 0 -0.2"/><mass value="2"/>
      <inertia ixx="0.03" iyy="0.03" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <link name="lower">
    <inertial><origin xyz="0 0 -0.15"/><mass value="1"/>
      <inertia ixx="0.01" iyy="0.01" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" effort="50" velocity="3"/><dynamics damping="0.1"/>
  </joint>
  <joint name="elbow" type="continuous">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 -0.4"/><axis xyz="0 1 0"/>
  </joint>
  <gazebo reference="upper"><material>Gazebo/Red</material></gazebo>
</robot>"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let loader = Loader::new();
    let (spec, report) = loader.read_str_with_report(ROBOT)?;
    for note in &report.notes {
        println!("not in the model: {}", note.message);
    }

    let m = loader.compile(&spec)?;
    for j in m.joints() {
        let name = m.name(j).unwrap_or("");
        match m.jnt_limited[j] {
            0 => println!("{name}: turns without limits"),
            _ => println!("{name}: {:?} rad", m.jnt_range[j]),
        }
    }

    let mut d = Data::new(&m);
    let shoulder = m.joint("shoulder").ok_or("there is no such joint")?;
    d.joint_mut(&m, shoulder).qpos.fill(1.0);
    println!("0.0 s: {:.3?}", &*d.qpos);
    while d.time < 0.5 {
        step(&m, &mut d);
    }
    println!("{:.1} s: {:.3?}", d.time, &*d.qpos);
    Ok(())
}
