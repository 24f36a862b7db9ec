//! The instruction sets that the primal solvers are compiled for.
//!
//! The best one of the machine is found at run time, and data may ask for less. All of them give the
//! same bits: no operation is fused, and sums have one order whatever the width of a register.

use multiversion::multiversion;
use multiversion::target::match_target;

use super::island::SolverWorkspace;
use super::primal::Settings;
use crate::data::Data;

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

/// Compiles a function for every instruction set, as a function that takes the best set allowed and
/// says which one it took.
macro_rules! for_instruction_sets {
    ($(#[$meta:meta])* $name:ident = $minimize:ident) => {
        $(#[$meta])*
        pub(super) fn $name(memory: &mut SolverWorkspace, settings: &Settings<'_>) {
            #[multiversion(targets("x86_64+avx512f+avx2"))]
            fn avx512(memory: &mut SolverWorkspace, settings: &Settings<'_>) -> InstructionSet {
                match_target! {
                    "x86_64+avx512f+avx2" => {
                        $minimize(memory, settings);
                        InstructionSet::Avx512
                    }
                    _ => avx2(memory, settings),
                }
            }

            #[multiversion(targets("x86_64+avx2"))]
            fn avx2(memory: &mut SolverWorkspace, settings: &Settings<'_>) -> InstructionSet {
                match_target! {
                    "x86_64+avx2" => {
                        $minimize(memory, settings);
                        InstructionSet::Avx2
                    }
                    _ => baseline(memory, settings),
                }
            }

            fn baseline(memory: &mut SolverWorkspace, settings: &Settings<'_>) -> InstructionSet {
                $minimize(memory, settings);
                InstructionSet::Baseline
            }

            memory.used = Some(match memory.most {
                InstructionSet::Avx512 => avx512(memory, settings),
                InstructionSet::Avx2 => avx2(memory, settings),
                InstructionSet::Baseline => baseline(memory, settings),
            });
        }
    };
}

for_instruction_sets!(
    /// Newton's method on the problem in memory.
    newton = minimize_newton
);
for_instruction_sets!(
    /// Conjugate gradients on the problem in memory.
    cg = minimize_cg
);

#[inline(always)]
fn minimize_newton(memory: &mut SolverWorkspace, settings: &Settings<'_>) {
    let SolverWorkspace { problem, primal, newton, report, .. } = memory;
    newton.minimize(problem, primal, settings, report);
}

#[inline(always)]
fn minimize_cg(memory: &mut SolverWorkspace, settings: &Settings<'_>) {
    let SolverWorkspace { problem, primal, cg, report, .. } = memory;
    cg.minimize(problem, primal, settings, report);
}
