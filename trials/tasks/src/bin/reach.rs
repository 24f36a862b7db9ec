//! Inverse kinematics: the joints that bring the tool 27 cm away, and how well a simulated arm then gets there.

use std::time::Instant;

use ferrodyn::ik::{Chain, Settings, Solver};
use ferrodyn::math::Vec3;
use ferrodyn::{Data, forward, step};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("which model?")?;
    let m = ferrodyn::load(file)?;
    let mut d = Data::new(&m);
    d.reset_to_key(&m, m.key("home").ok_or("no pose")?)?;
    forward(&m, &mut d);

    let chain = Chain::by_name(&m, "", "attachment_site")?;
    let mut q = vec![0.0; chain.nq()];
    chain.gather(&d.qpos, &mut q)?;
    let mut target = chain.pose(&q)?;
    target.pos += Vec3::new(0.1, 0.2, -0.15);
    let mut solver = Solver::new(&chain, Settings::default())?;
    let begun = Instant::now();
    let report = solver.solve(&target, &mut q)?;
    eprintln!("solved in {:.1} us", begun.elapsed().as_nanos() as f64 / 1e3);

    // the servos of this arm take angles
    d.ctrl.copy_from_slice(&q);
    while d.time < 3.0 {
        step(&m, &mut d);
    }
    let tool = m.site("attachment_site").ok_or("no tool")?;
    let miss = (d.site_xpos[tool] - target.pos).norm();
    println!(
        "{:?} within {:.0e} m, the arm misses by {miss:.4} m",
        report.status, report.position_error
    );
    Ok(())
}
