//! A first number: how high the arm's tool is after a second without torques.

use ferrodyn::{Data, step};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("which model?")?;
    let m = ferrodyn::load(file)?;
    let mut d = Data::new(&m);
    let tool = m.site("attachment_site").ok_or("no tool")?;
    while d.time < 1.0 {
        step(&m, &mut d);
    }
    println!("{:.6} m", d.site_xpos[tool][2]);
    Ok(())
}
