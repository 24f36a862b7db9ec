//! The instruction sets that the primal solvers are compiled for.
//!
//! The best one of the machine is found at run time, and data may ask for less. All of them give the
//! same bits: no operation is fused, and sums have one order whatever the width of a register.

use multiversion::multiversion;
use multiversion::target::match_target;

use super::island::{self, IslandWorkspace};
use super::primal::Settings;
use crate::data::Data;
use crate::model::Model;

/// Instruction sets, each with all before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSet {
    /// What every processor of the architecture has: SSE2 on `x86_64`, NEON on `aarch64`.
    Baseline,
    /// AVX2, of `x86_64`.
    Avx2,
    /// AVX-512 F, of `x86_64`.
    #[default]
    Avx512,
}

/// Lets the primal solvers of this data use this instruction set at most; the machine may have less.
pub fn limit_instructions(d: &mut Data, most: InstructionSet) {
    d.workspace.solver.most = most;
}

/// The instruction set that the primal solvers used last; `None` if they have not run.
pub fn instructions_used(d: &Data) -> Option<InstructionSet> {
    d.workspace.solver.used
}

/// What a primal solver works on and with.
pub(super) struct Work<'a> {
    pub(super) m: &'a Model,
    pub(super) d: &'a mut Data,
    pub(super) memory: &'a mut IslandWorkspace,
    pub(super) settings: &'a Settings<'a>,
}

/// Runs a primal solver with the best instruction set allowed; returns which one it took.
pub(super) fn solve(work: Work<'_>) -> InstructionSet {
    match work.d.workspace.solver.most {
        InstructionSet::Avx512 => avx512(work),
        InstructionSet::Avx2 => avx2(work),
        InstructionSet::Baseline => baseline(work),
    }
}

/// With AVX-512 if the machine has it.
#[multiversion(targets("x86_64+avx512f+avx2"))]
fn avx512(work: Work<'_>) -> InstructionSet {
    match_target! {
        "x86_64+avx512f+avx2" => {
            island::solve(work);
            InstructionSet::Avx512
        }
        _ => avx2(work),
    }
}

/// With AVX2 if the machine has it.
#[multiversion(targets("x86_64+avx2"))]
fn avx2(work: Work<'_>) -> InstructionSet {
    match_target! {
        "x86_64+avx2" => {
            island::solve(work);
            InstructionSet::Avx2
        }
        _ => baseline(work),
    }
}

fn baseline(work: Work<'_>) -> InstructionSet {
    island::solve(work);
    InstructionSet::Baseline
}
