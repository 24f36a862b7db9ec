//! A table with ten objects and an arm with a gripper, from two files; then one object goes and another comes while
//! it is simulated.

use ferrodyn::enums::{GeomType, JointType};
use ferrodyn::spec::{Body, Frame, Geom, Joint, Site};
use ferrodyn::{Data, Loader, forward, step};

/// An object that lies on the table.
fn object(i: u32) -> Body {
    let (column, row) = (f64::from(i % 5), f64::from(i / 5));
    let kind = if i.is_multiple_of(2) { GeomType::Box } else { GeomType::Cylinder };
    Body {
        name: format!("object{i}"),
        pos: [0.4 + 0.1 * row, -0.3 + 0.15 * column, 0.05].into(),
        joints: vec![Joint { kind: JointType::Free, ..Joint::default() }],
        geoms: vec![Geom { kind, size: [0.02, 0.03, 0.03], ..Geom::default() }],
        ..Body::default()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files = std::env::args().skip(1);
    let mut file = || files.next().ok_or("the files of an arm and a gripper");
    let loader = Loader::new();
    let mut arm = loader.read_path(file()?)?;
    let gripper = loader.read_path(file()?)?;
    let flange = arm.find::<Site>("attachment_site").ok_or("no flange")?;
    arm.attach(flange, gripper, None, "gripper_", "")?;

    let mut scene = ferrodyn::Spec::default();
    let table = Geom {
        name: "table".into(),
        kind: GeomType::Plane,
        size: [2.0, 2.0, 0.1],
        ..Geom::default()
    };
    scene.add_to(scene.world(), table)?;
    let place = scene.add_to(scene.world(), Frame::default())?;
    scene.attach(place, arm, None, "arm_", "")?;
    for i in 0..10 {
        scene.add_to(scene.world(), object(i))?;
    }
    let m = loader.compile(&scene)?;
    let mut d = Data::new(&m);
    while d.time < 1.0 {
        step(&m, &mut d);
    }
    let lying = d.contacts(&m).filter(|c| c.names().contains(&Some("table"))).count();
    println!("{} bodies, {} joints, {lying} contacts with the table", m.nbody, m.njnt);

    let gone = scene.find::<Body>("object3").ok_or("no object")?;
    scene.delete(gone)?;
    scene.add_to(scene.world(), object(10))?;
    let (m, mut d) = loader.recompile(&scene, &m, &d)?;
    forward(&m, &mut d);
    let pan = m.joint("arm_shoulder_pan_joint").ok_or("no joint")?;
    println!("{:.3} s, {} bodies, pan {:.4} rad", d.time, m.nbody, d.joint(&m, pan).qpos[0]);
    Ok(())
}
