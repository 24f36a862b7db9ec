//! A loop of 1 kHz: computed torques follow a circle of all joints, with the mass matrix, the Jacobian of the tool and
//! inverse dynamics in each cycle, and without allocations.

use std::time::Instant;

use ferrodyn::enums::DisableBit;
use ferrodyn::support::{JacobianMut, jac_into, mass_matrix_into, mul_m};
use ferrodyn::{Data, smooth, step1, step2};

const CYCLES: usize = 20_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("which model?")?;
    let mut m = ferrodyn::load(file)?;
    m.opt.set_timestep(0.001)?;
    // torques of our own instead of the arm's servos
    m.opt.disableflags |= DisableBit::Actuation as i32;
    let tool = m.site("attachment_site").ok_or("no tool")?;
    let body = m.site_bodyid.id(tool).ok_or("a site is on a body")?;
    let mut d = Data::new(&m);
    d.reset_to_key(&m, m.key("home").ok_or("no pose")?)?;
    let start = d.qpos.to_vec();

    let nv = m.nv;
    let (mut mass, mut jacp, mut jacr) = (vec![0.0; nv * nv], vec![0.0; 3 * nv], vec![0.0; 3 * nv]);
    let (mut acc, mut pull, mut bias) = (vec![0.0; nv], vec![0.0; nv], vec![0.0; nv]);
    let mut micros = Vec::with_capacity(CYCLES);
    let (mut error, mut allocations) = (0.0_f64, 0);
    for _ in 0..CYCLES {
        let (time, begun) = (d.time, Instant::now());
        let counted = allocation_counter::measure(|| {
            step1(&m, &mut d);
            let point = d.site_xpos[tool];
            let out = JacobianMut { jacp: Some(&mut jacp), jacr: Some(&mut jacr) };
            jac_into(&m, &d, body, point, out).expect("slices of that size");
            mass_matrix_into(&m, &d, &mut mass).expect("a slice of that size");
            for k in 0..nv {
                let (target, speed) = (start[k] + 0.3 * time.sin(), 0.3 * time.cos());
                acc[k] =
                    -0.3 * time.sin() + 400.0 * (target - d.qpos[k]) + 40.0 * (speed - d.qvel[k]);
            }
            mul_m(&m, &d, &mut pull, &acc).expect("slices of that size");
            smooth::rne(&m, &mut d, false, &mut bias).expect("a slice of that size");
            for k in 0..nv {
                d.qfrc_applied[k] = pull[k] + bias[k] - d.qfrc_passive[k];
            }
            step2(&m, &mut d);
        });
        micros.push(begun.elapsed().as_nanos() as f64 / 1e3);
        // the first cycles make memory
        if micros.len() > 100 {
            allocations += counted.count_total;
            error = error.max((d.qpos[0] - start[0] - 0.3 * d.time.sin()).abs());
        }
    }
    micros.sort_by(f64::total_cmp);
    let at = |part: f64| micros[(part * (CYCLES - 1) as f64) as usize];
    println!("{allocations} allocations, error at most {error:.1e} rad");
    eprintln!("p50 {:.1} us, p99 {:.1}, max {:.0}", at(0.5), at(0.99), at(1.0));
    Ok(())
}
