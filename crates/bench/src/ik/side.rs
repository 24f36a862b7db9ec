//! Jacobians and inverse kinematics on demand, for `tools/speed/ik.py`.
//!
//! `ferrodyn-bench ik-side MODEL FRAME CONFIGURATIONS POSES` reads files of little-endian doubles: coordinates of the
//! chain from the world to the frame, and targets as position and quaternion. Lines on stdin:
//!
//! ```text
//! jac            ns for a Jacobian: alone, and in lanes of eight; the sum of all absolute values
//! ik FROM TO     for each target microseconds and coordinates, from the middle of all ranges
//! loop FROM TO   microseconds for all of them, one after the other
//! batch FROM TO  the same in one call
//! ```

use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Instant;

use ferrodyn_engine::math::{Pack, Pose, Quat, Vec3};
use ferrodyn_ik::{Chain, Kinematics, Settings, Solver};

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let [model, frame, configurations, poses] = arguments else {
        return Err("ik-side MODEL FRAME CONFIGURATIONS POSES".into());
    };
    let chain = Chain::by_name(&ferrodyn_mjcf::Loader::new().load_path(model)?, "", frame)?;
    let qs: Vec<Vec<f64>> =
        numbers(configurations)?.chunks_exact(chain.nq()).map(<[f64]>::to_vec).collect();
    let targets: Vec<Pose> = numbers(poses)?
        .chunks_exact(7)
        .map(|p| Pose { pos: Vec3([p[0], p[1], p[2]]), quat: Quat([p[3], p[4], p[5], p[6]]) })
        .collect();
    let mut solver = Solver::new(&chain, Settings::default())?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["jac"] => jacobians(&chain, &qs, &mut out)?,
            ["ik", from, to] => {
                for target in targets.get(from.parse()?..to.parse()?).unwrap_or_default() {
                    let start = Instant::now();
                    let mut q = chain.middle();
                    solver.solve(target, &mut q)?;
                    write!(out, "{}", start.elapsed().as_secs_f64() * 1e6)?;
                    q.iter().try_for_each(|x| write!(out, " {x}"))?;
                    writeln!(out)?;
                }
            }
            ["loop" | "batch", from, to] => {
                let targets = targets.get(from.parse()?..to.parse()?).unwrap_or_default();
                let mut q = chain.middle().repeat(targets.len());
                let start = Instant::now();
                if words[0] == "batch" {
                    solver.solve_batch(targets, &mut q)?;
                } else {
                    for (target, q) in targets.iter().zip(q.chunks_exact_mut(chain.nq())) {
                        solver.solve(target, q)?;
                    }
                }
                black_box(&q);
                writeln!(out, "{}", start.elapsed().as_secs_f64() * 1e6)?;
            }
            _ => return Err(format!("\"{line}\" is none of jac, ik, loop, batch").into()),
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn numbers(path: &str) -> Result<Vec<f64>, std::io::Error> {
    let bytes = std::fs::read(path)?;
    Ok(bytes.as_chunks().0.iter().map(|&eight| f64::from_le_bytes(eight)).collect())
}

fn jacobians(chain: &Chain, qs: &[Vec<f64>], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let packs: Vec<Vec<Pack<8>>> = qs
        .chunks_exact(8)
        .map(|eight| {
            (0..chain.nq()).map(|i| Pack(std::array::from_fn(|lane| eight[lane][i]))).collect()
        })
        .collect();
    let mut one = Kinematics::<f64>::new(chain);
    let mut eight = Kinematics::<Pack<8>>::new(chain);
    let mut sum = 0.0;
    for q in qs {
        one.forward(chain, q)?;
        let columns = one.jacobian(ferrodyn_ik::JacobianType::Analytic);
        sum += columns.as_flattened().iter().map(|x| x.abs()).sum::<f64>();
    }
    let start = Instant::now();
    for q in qs {
        one.forward(chain, black_box(q))?;
        black_box(&one);
    }
    let alone = start.elapsed().as_secs_f64() * 1e9 / qs.len() as f64;
    let start = Instant::now();
    for q in &packs {
        eight.forward(chain, black_box(q))?;
        black_box(&eight);
    }
    let lanes = start.elapsed().as_secs_f64() * 1e9 / (8 * packs.len()) as f64;
    Ok(writeln!(out, "{alone} {lanes} {sum}")?)
}
