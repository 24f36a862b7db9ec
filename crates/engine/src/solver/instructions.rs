//! The instruction sets that the inner loops of the primal solvers are compiled for.
//!
//! The best one of the machine is found at run time, and data may ask for less. All of them give the
//! same bits: no operation is fused, and sums have one order whatever the width of a register.

use std::sync::LazyLock;

use multiversion::target::match_target;
use multiversion::{inherit_target, multiversion};

use super::jacobian::Jacobian;
use super::linesearch::{Line, LineMinimum, Point};
use super::newton::Newton;
use super::primal::{Method, Primal, Settings};
use super::problem::{Problem, Problems};
use super::ticker::Ticker;
use super::vec8::Vec8;
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
#[must_use]
pub fn instructions_used(d: &Data) -> Option<InstructionSet> {
    d.workspace.solver.used
}

/// The inner loops of the primal solvers, compiled for one instruction set.
///
/// What calls them is compiled once. If all of it were compiled for each instruction set, its functions
/// would grow to a size that takes the compiler minutes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernels {
    /// Gathers rows and inertias of all islands.
    pub(super) read: fn(&mut Problems, &Model, &Data, bool, Method),
    /// The cost of constraints.
    pub(super) cost: fn(&Problem<'_>, &[Vec8]) -> f64,
    /// The product of the Jacobian and a vector.
    pub(super) mul: fn(&Jacobian<'_>, &[Vec8], &mut [Vec8]),
    /// Forces, weights, cost and gradient.
    pub(super) update: fn(&mut Primal, &Problem<'_>),
    /// Goes along the search direction as far as the line search says.
    pub(super) advance: fn(&mut Primal, &Problem<'_>, &Settings<'_>) -> Option<LineMinimum>,
    /// Cost and derivatives at a point of the line.
    pub(super) line_point: fn(&Line<'_>, f64) -> Point,
    /// Adds to the Hessian what changed in the weights of rows.
    pub(super) follow: fn(&mut Newton, &Problem<'_>, &Primal) -> i32,
    /// Factorizes the Hessian.
    pub(super) factorize: fn(&mut Newton, &Problem<'_>, &Primal, &Ticker<'_>) -> bool,
    /// Newton's direction, from the factor.
    pub(super) solve: fn(&mut Newton, &mut Primal),
}

macro_rules! kernels {
    ($(#[$doc:meta])* $name:ident, $target:literal) => {
        $(#[$doc])*
        #[multiversion(targets($target))]
        fn $name() -> Option<Kernels> {
            #[inherit_target]
            fn read(all: &mut Problems, m: &Model, d: &Data, by_island: bool, method: Method) {
                all.read(m, d, by_island, method);
            }
            #[inherit_target]
            fn cost(p: &Problem<'_>, jar: &[Vec8]) -> f64 {
                p.cost(jar)
            }
            #[inherit_target]
            fn mul(J: &Jacobian<'_>, x: &[Vec8], result: &mut [Vec8]) {
                J.mul(x, result);
            }
            #[inherit_target]
            fn update(w: &mut Primal, p: &Problem<'_>) {
                w.update(p);
            }
            #[inherit_target]
            fn advance(w: &mut Primal, p: &Problem<'_>, settings: &Settings<'_>) -> Option<LineMinimum> {
                w.advance(p, settings)
            }
            #[inherit_target]
            fn line_point(line: &Line<'_>, alpha: f64) -> Point {
                line.at(alpha)
            }
            #[inherit_target]
            fn follow(n: &mut Newton, p: &Problem<'_>, w: &Primal) -> i32 {
                n.follow(p, w)
            }
            #[inherit_target]
            fn factorize(n: &mut Newton, p: &Problem<'_>, w: &Primal, ticker: &Ticker<'_>) -> bool {
                n.factorize(p, w, ticker)
            }
            #[inherit_target]
            fn solve(n: &mut Newton, w: &mut Primal) {
                n.hessian.solve_negative(&w.grad, &mut w.search);
            }
            let compiled_for_it = match_target! { $target => true, _ => false };
            compiled_for_it.then_some(Kernels {
                read,
                cost,
                mul,
                update,
                advance,
                line_point,
                follow,
                factorize,
                solve,
            })
        }
    };
}

kernels!(
    /// For AVX-512, if the machine has it.
    avx512,
    "x86_64+avx512f+avx2"
);
kernels!(
    /// For AVX2, if the machine has it.
    avx2,
    "x86_64+avx2"
);

/// For every processor of the architecture.
static BASELINE: Kernels = Kernels {
    read: |all, m, d, by_island, method| all.read(m, d, by_island, method),
    cost: |p, jar| p.cost(jar),
    mul: |J, x, result| J.mul(x, result),
    update: |w, p| w.update(p),
    advance: |w, p, settings| w.advance(p, settings),
    line_point: |line, alpha| line.at(alpha),
    follow: |n, p, w| n.follow(p, w),
    factorize: |n, p, w, ticker| n.factorize(p, w, ticker),
    solve: |n, w| n.hessian.solve_negative(&w.grad, &mut w.search),
};

/// The best instruction set allowed that the machine has, and its kernels.
pub(super) fn kernels(most: InstructionSet) -> (InstructionSet, &'static Kernels) {
    static AVX512: LazyLock<Option<Kernels>> = LazyLock::new(avx512);
    static AVX2: LazyLock<Option<Kernels>> = LazyLock::new(avx2);
    if most >= InstructionSet::Avx512
        && let Some(kernels) = &*AVX512
    {
        return (InstructionSet::Avx512, kernels);
    }
    if most >= InstructionSet::Avx2
        && let Some(kernels) = &*AVX2
    {
        return (InstructionSet::Avx2, kernels);
    }
    (InstructionSet::Baseline, &BASELINE)
}
