//! A graph of operations on numbers that nobody knows yet, and its evaluation.

use std::cell::RefCell;

use ferrodyn::math::fun;

/// An operation on the numbers at earlier places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    Constant(f64),
    /// A number that is given to the evaluation, by its place there.
    Input(usize),
    Add(usize, usize),
    Sub(usize, usize),
    Mul(usize, usize),
    Div(usize, usize),
    Neg(usize),
    Sqrt(usize),
    Abs(usize),
    Sin(usize),
    Cos(usize),
    Atan2(usize, usize),
    Exp(usize),
    Pow(usize, f64),
    Round(usize),
    /// One where it holds, else zero.
    Less(usize, usize),
    LessOrEqual(usize, usize),
    Equal(usize, usize),
    Select(usize, usize, usize),
}

impl Op {
    /// The result, given those at earlier places.
    fn compute(self, at: impl Fn(usize) -> f64, inputs: &[f64]) -> f64 {
        let truth = |holds: bool| if holds { 1.0 } else { 0.0 };
        match self {
            Self::Constant(x) => x,
            Self::Input(i) => inputs[i],
            Self::Add(a, b) => at(a) + at(b),
            Self::Sub(a, b) => at(a) - at(b),
            Self::Mul(a, b) => at(a) * at(b),
            Self::Div(a, b) => at(a) / at(b),
            Self::Neg(a) => -at(a),
            Self::Sqrt(a) => at(a).sqrt(),
            Self::Abs(a) => at(a).abs(),
            Self::Sin(a) => fun::sin(at(a)),
            Self::Cos(a) => fun::cos(at(a)),
            Self::Atan2(a, b) => fun::atan2(at(a), at(b)),
            Self::Exp(a) => fun::exp(at(a)),
            Self::Pow(a, power) => fun::pow(at(a), power),
            Self::Round(a) => at(a).round(),
            Self::Less(a, b) => truth(at(a) < at(b)),
            Self::LessOrEqual(a, b) => truth(at(a) <= at(b)),
            Self::Equal(a, b) => truth(at(a) == at(b)),
            Self::Select(mask, yes, no) => at(if at(mask) == 1.0 { yes } else { no }),
        }
    }

    /// The places it reads.
    fn arguments(self) -> impl Iterator<Item = usize> {
        let places = match self {
            Self::Constant(_) | Self::Input(_) => [None; 3],
            Self::Neg(a)
            | Self::Sqrt(a)
            | Self::Abs(a)
            | Self::Sin(a)
            | Self::Cos(a)
            | Self::Exp(a)
            | Self::Pow(a, _)
            | Self::Round(a) => [Some(a), None, None],
            Self::Select(mask, yes, no) => [Some(mask), Some(yes), Some(no)],
            Self::Add(a, b)
            | Self::Sub(a, b)
            | Self::Mul(a, b)
            | Self::Div(a, b)
            | Self::Atan2(a, b)
            | Self::Less(a, b)
            | Self::LessOrEqual(a, b)
            | Self::Equal(a, b) => [Some(a), Some(b), None],
        };
        places.into_iter().flatten()
    }
}

/// The operations so far. Zero and one come first: memory of zeros is a number.
const START: [Op; 2] = [Op::Constant(0.0), Op::Constant(1.0)];

thread_local! {
    static TAPE: RefCell<Vec<Op>> = const { RefCell::new(Vec::new()) };
}

/// Begins a new graph on this thread.
pub(crate) fn start() {
    TAPE.set(START.to_vec());
}

/// The graph that was recorded.
pub(crate) fn finish() -> Vec<Op> {
    TAPE.take()
}

/// Appends an operation; one on constants is a constant. Returns its place.
pub(crate) fn push(op: Op) -> usize {
    TAPE.with_borrow_mut(|tape| {
        let known = !matches!(op, Op::Constant(_) | Op::Input(_))
            && op.arguments().all(|at| matches!(tape[at], Op::Constant(_)));
        let constant = |at: usize| match tape[at] {
            Op::Constant(x) => x,
            _ => unreachable!("not a constant"),
        };
        let op = if known { Op::Constant(op.compute(constant, &[])) } else { op };
        match (op, START) {
            (op, [zero, _]) if is_same(op, zero) => 0,
            (op, [_, one]) if is_same(op, one) => 1,
            _ => {
                tape.push(op);
                tape.len() - 1
            }
        }
    })
}

/// Whether two operations are constants of the same bits.
fn is_same(a: Op, b: Op) -> bool {
    matches!((a, b), (Op::Constant(a), Op::Constant(b)) if a.to_bits() == b.to_bits())
}

/// The number at a place, if it depends on no input.
pub(crate) fn constant(at: usize) -> Option<f64> {
    TAPE.with_borrow(|tape| match tape[at] {
        Op::Constant(x) => Some(x),
        _ => None,
    })
}

/// The numbers at all places of a graph.
pub(crate) fn evaluate(graph: &[Op], inputs: &[f64]) -> Vec<f64> {
    let mut numbers: Vec<f64> = Vec::with_capacity(graph.len());
    for op in graph {
        let x = op.compute(|at| numbers[at], inputs);
        numbers.push(x);
    }
    numbers
}
