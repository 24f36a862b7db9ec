//! Inverse kinematics: an arm follows a line, then many targets are solved at once.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example reach
//! y = -0.2: Converged, [-0.519, 0.335, 1.675] rad
//! y = -0.1: Converged, [-0.278, 0.246, 1.802] rad
//! y =  0.0: Converged, [-0.000, 0.214, 1.845] rad
//! y =  0.1: Converged, [0.278, 0.246, 1.802] rad
//! y =  0.2: Converged, [0.519, 0.335, 1.675] rad
//! 2 m away: Unreachable, 1.31 m too far
//! 344 of 1000 targets are within reach
//! ```

use ferrodyn::ik::{Aim, Chain, Settings, Solver, Status};
use ferrodyn::math::{Pose, Quat, Vec3};

const ARM: &str = r#"<mujoco><worldbody>
  <body><joint axis="0 0 1" range="-170 170"/><joint axis="0 1 0" range="-100 100"/>
    <geom type="capsule" size="0.04" fromto="0 0 0 0 0 0.4"/>
    <body pos="0 0 0.4"><joint axis="0 1 0" range="0 150"/>
      <geom type="capsule" size="0.03" fromto="0 0 0 0 0 0.3"/>
      <site name="tip" pos="0 0 0.3"/></body></body>
</worldbody></mujoco>"#;

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose { pos: Vec3([x, y, z]), quat: Quat::IDENTITY }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let m = ferrodyn::load_str(ARM)?;
    let chain = Chain::by_name(&m, "", "tip")?; // "" is the world
    let mut solver = Solver::new(&chain, Settings { aim: Aim::Position, ..Settings::default() })?;

    // along a line: each point starts from the solution of the one before
    let mut q = chain.middle();
    for i in 0..5 {
        let y = -0.2 + 0.1 * f64::from(i);
        let report = solver.solve(&at(0.35, y, 0.25), &mut q)?;
        println!("y = {y:4.1}: {:?}, {:.3?} rad", report.status, q);
    }

    // out of reach: the best there is, and why it is not good enough
    let report = solver.solve(&at(2.0, 0.0, 0.0), &mut q)?;
    println!("2 m away: {:?}, {:.2} m too far", report.status, report.position_error);

    // a grid of targets, eight at a time in vector registers, on all cores
    let grid: Vec<Pose> = (0..1000)
        .map(|i| [i % 10, i / 10 % 10, i / 100].map(|k: i32| 0.15 * f64::from(k - 5)))
        .map(|[x, y, z]| at(x, y, z))
        .collect();
    let mut all = chain.middle().repeat(grid.len());
    let reports = solver.solve_batch(&grid, &mut all)?;
    let reached = reports.iter().filter(|report| report.status == Status::Converged).count();
    println!("{reached} of {} targets are within reach", grid.len());
    Ok(())
}
