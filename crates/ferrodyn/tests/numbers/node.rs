//! A number that is a place in the graph of [`tape`]: it has no value that could be asked for.

use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};
use ferrodyn::fields::{DType, Element, Scalar};
use ferrodyn_engine::math::Num;

use crate::lane::one_lane;
use crate::tape::{self, Op};

/// A place in the graph.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct Node(u64);

impl Node {
    /// The place.
    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }

    /// An operation on two numbers.
    fn with(self, other: Self, op: impl Fn(usize, usize) -> Op) -> Self {
        Self::new(op(self.place(), other.place()))
    }

    /// The result of an operation.
    pub(crate) fn new(op: Op) -> Self {
        Self(tape::push(op) as u64)
    }
}

macro_rules! operators {
    ($($op:ident $method:ident $assign_op:ident $assign:ident;)*) => { $(
        impl $op for Node {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.with(other, Op::$op)
            }
        }
        impl $assign_op for Node {
            fn $assign(&mut self, other: Self) {
                *self = self.with(other, Op::$op);
            }
        }
    )* };
}

operators! {
    Add add AddAssign add_assign;
    Sub sub SubAssign sub_assign;
    Mul mul MulAssign mul_assign;
    Div div DivAssign div_assign;
}

impl Mul<f64> for Node {
    type Output = Self;
    fn mul(self, x: f64) -> Self {
        self * Self::splat(x)
    }
}

impl Neg for Node {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(Op::Neg(self.place()))
    }
}

impl Num for Node {
    /// A comparison is a number, too.
    type Mask = Self;

    const ZERO: Self = Self(0);
    const ONE: Self = Self(1);
    const LANES: usize = 1;

    fn splat(x: f64) -> Self {
        Self::new(Op::Constant(x))
    }
    fn sqrt(self) -> Self {
        Self::new(Op::Sqrt(self.place()))
    }
    fn abs(self) -> Self {
        Self::new(Op::Abs(self.place()))
    }
    fn sin_cos(self) -> (Self, Self) {
        (Self::new(Op::Sin(self.place())), Self::new(Op::Cos(self.place())))
    }
    fn atan2(self, x: Self) -> Self {
        self.with(x, Op::Atan2)
    }
    fn exp(self) -> Self {
        Self::new(Op::Exp(self.place()))
    }
    fn powf(self, power: f64) -> Self {
        Self::new(Op::Pow(self.place(), power))
    }
    fn round(self) -> Self {
        Self::new(Op::Round(self.place()))
    }
    fn lt(self, other: Self) -> Self {
        self.with(other, Op::Less)
    }
    fn le(self, other: Self) -> Self {
        self.with(other, Op::LessOrEqual)
    }
    fn eq_mask(self, other: Self) -> Self {
        self.with(other, Op::Equal)
    }
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        Self::new(Op::Select(mask.place(), yes.place(), no.place()))
    }
    // of constants of the model this is known; of the state nothing is
    fn known_all(mask: Self) -> bool {
        tape::constant(mask.place()) == Some(1.0)
    }
    fn known_none(mask: Self) -> bool {
        tape::constant(mask.place()) == Some(0.0)
    }
}

impl Element for Node {
    const DTYPE: DType = DType::U64;
    const INNER: &'static [usize] = &[];
}

impl Scalar for Node {}

one_lane!(Node);
