//! Nanoseconds for poses and Jacobians of arms: one at a time, and eight in lanes.
//!
//! `cargo run --release -p ferrodyn-bench -- jacobians`

use std::hint::black_box;
use std::time::Instant;

use crate::robots::{IIWA, PANDA, Robot, UR5E, UR10E, Uniform, WX250S};
use ferrodyn_engine::math::{Num, Pack};
use ferrodyn_engine::support::{self, JacobianMut};
use ferrodyn_engine::{Data, Model, smooth};
use ferrodyn_ik::{Chain, Frame, Kinematics};

const CONFIGURATIONS: usize = 256;
const ROUNDS: usize = 40;

pub(crate) fn run() {
    println!("{:10} {:>8} {:>14} {:>14}", "ns", "chain", "lane of eight", "whole model");
    for robot in [UR5E, UR10E, PANDA, IIWA, WX250S] {
        if let Some(m) = robot.load() {
            measure(&robot, &m);
        }
    }
}

fn measure(robot: &Robot, m: &Model) {
    let chain = Chain::by_name(m, "", robot.end).expect("arms have joints");
    let mut uniform = Uniform::new(1);
    let qs: Vec<Vec<f64>> = (0..CONFIGURATIONS)
        .map(|_| (0..chain.nq()).map(|_| uniform.between(-2.0, 2.0)).collect())
        .collect();
    let packs: Vec<Vec<Pack<8>>> = qs
        .chunks(8)
        .map(|eight| {
            (0..chain.nq()).map(|i| Pack(std::array::from_fn(|lane| eight[lane][i]))).collect()
        })
        .collect();
    let mut one = Kinematics::<f64>::new(&chain);
    let mut eight = Kinematics::<Pack<8>>::new(&chain);
    let mut d = Data::new(m);
    let body = Frame::named(m, robot.end).expect("the end has a name").body;
    let (mut jacp, mut jacr) = (vec![0.0; 3 * m.nv], vec![0.0; 3 * m.nv]);

    // the best of interleaved rounds
    let mut best = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        best[0] = best[0].min(time(|| {
            for q in &qs {
                one.forward(&chain, black_box(q)).expect("lengths fit");
                black_box(&one);
            }
        }));
        best[1] = best[1].min(time(|| {
            for q in &packs {
                eight.forward(&chain, black_box(q)).expect("lengths fit");
                black_box(&eight);
            }
        }));
        best[2] = best[2].min(time(|| {
            for q in &qs {
                chain.scatter(black_box(q), d.qpos.as_mut_slice()).expect("lengths fit");
                smooth::kinematics(m, &mut d);
                smooth::com_pos(m, &mut d);
                let point = d.xpos[body];
                let out = JacobianMut { jacp: Some(&mut jacp), jacr: Some(&mut jacr) };
                support::jac_into(m, &d, body, point, out).expect("the body is there");
                black_box((&jacp, &jacr));
            }
        }));
    }
    assert_eq!(Pack::<8>::LANES, 8);
    println!("{:10} {:8.0} {:14.0} {:14.0}", robot.name, best[0], best[1], best[2]);
    println!("{:10} memory {} bytes, in lanes {} bytes", "", one.bytes(), eight.bytes());
}

/// Nanoseconds for one configuration.
fn time(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos() as f64 / CONFIGURATIONS as f64
}
