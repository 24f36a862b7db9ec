//! The bits of trajectories: the same as ever, and the same on every instruction set.
//!
//! `tests/trajectories.txt` has a hash for each model. A change of arithmetic changes it, which is an
//! error unless it is meant; then the lines that the test prints belong into the file.

use std::fmt::Write;
use std::path::Path;

use ferrodyn::solver::{InstructionSet, instructions_used, limit_instructions};
use ferrodyn::{Data, Model, step};

use crate::samples::Numbers;

const STEPS: usize = 150;

/// Models below `models/`, without suffix.
const MODELS: [&str; 22] = [
    "actuators_defaults",
    "equality",
    "joints",
    "keyframes",
    "sensors_body",
    "tendons",
    "physics/chain_cg",
    "physics/friction_loss",
    "physics/gripper",
    "physics/hulls",
    "physics/islands",
    "physics/limits",
    "physics/loops",
    "physics/mocap",
    "physics/noslip",
    "physics/pairs",
    "physics/pile",
    "physics/pile_elliptic",
    "physics/runge_kutta",
    "physics/stack_pgs",
    "physics/swimmer_implicit",
    "physics/terrain",
];

/// The FNV-1a hash of bits.
struct Hash(u64);

impl Hash {
    fn add(&mut self, values: &[f64]) {
        for byte in values.iter().flat_map(|x| x.to_bits().to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

fn load(name: &str) -> Model {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name);
    ferrodyn::load(file.with_extension("xml")).unwrap()
}

/// A hash of state, accelerations, sensors and constraint forces along the way, and the instruction
/// set of the solver.
fn trajectory(m: &Model, most: InstructionSet) -> (u64, Option<InstructionSet>) {
    let mut d = Data::new(m);
    limit_instructions(&mut d, most);
    let mut numbers = Numbers::new(3);
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for _ in 0..STEPS {
        d.ctrl.copy_from_slice(&numbers.vector(m.nu, 0.3));
        step(m, &mut d);
        for values in [&*d.qpos, &*d.qvel, &*d.act, &*d.qacc, &*d.sensordata, &*d.efc_force] {
            hash.add(values);
        }
    }
    (hash.0, instructions_used(&d))
}

/// A line for each model, and the instruction sets that solvers used.
fn lines(most: InstructionSet) -> (String, Vec<InstructionSet>) {
    let (mut text, mut sets) = (String::new(), Vec::new());
    for name in MODELS {
        let (hash, used) = trajectory(&load(name), most);
        writeln!(text, "{hash:016x} {name}").unwrap();
        sets.extend(used);
    }
    sets.dedup();
    (text, sets)
}

/// Compares with the file, at one instruction set; says so if the machine does not have it.
fn check(set: InstructionSet) {
    let (found, used) = lines(set);
    let expected = include_str!("../trajectories.txt");
    let differ: Vec<&str> =
        found.lines().filter(|line| !expected.lines().any(|e| e == *line)).collect();
    assert!(differ.is_empty(), "with {used:?} these differ from the file:\n{}", differ.join("\n"));
    assert_eq!(expected.lines().count(), MODELS.len());
    assert_eq!(used.len(), 1, "every model is solved with the same instructions: {used:?}");
    if used[0] < set {
        println!("SKIPPED: this machine does not have {set:?}; {:?} was tested instead", used[0]);
    } else {
        assert_eq!(used[0], set);
    }
}

#[test]
fn trajectories_have_the_same_bits_with_the_instructions_every_processor_has() {
    check(InstructionSet::Baseline);
}

#[test]
fn trajectories_have_the_same_bits_with_avx2() {
    check(InstructionSet::Avx2);
}

#[test]
fn trajectories_have_the_same_bits_with_avx512() {
    check(InstructionSet::Avx512);
}

#[test]
fn a_hash_tells_the_last_bit() {
    let mut m = load("physics/islands");
    let (before, _) = trajectory(&m, InstructionSet::default());
    assert_eq!(trajectory(&m, InstructionSet::default()).0, before);
    m.opt.gravity[2] = m.opt.gravity[2].next_up();
    assert_ne!(trajectory(&m, InstructionSet::default()).0, before);
}
