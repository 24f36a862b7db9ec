//! The types one entry of an array may have, and their plain-number view.

use bytemuck::Pod;

use super::Doc;
use crate::math::{InertOf, Mat3Of, Num, Pack, QuatOf, SpatialOf, Vec3Of};

/// The scalar type that an array consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DType {
    /// 64-bit float, `mjtNum`.
    F64,
    /// 32-bit float, `float`.
    F32,
    /// 32-bit integer, `int`.
    I32,
    /// 64-bit integer, `mjtSize`.
    I64,
    /// 64-bit unsigned integer: signatures and opaque handles.
    U64,
    /// Byte, `mjtByte`: flags and texture data.
    U8,
    /// Signed byte: attributes of plugins, as NumPy shows them.
    I8,
    /// Character of a string buffer, `char`.
    Char,
    /// A record of named members, such as a contact.
    Record(&'static Layout),
}

impl DType {
    /// Bytes of one scalar (or record).
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::F64 | Self::I64 | Self::U64 => 8,
            Self::F32 | Self::I32 => 4,
            Self::U8 | Self::I8 | Self::Char => 1,
            Self::Record(layout) => layout.size,
        }
    }

    /// A stable number for files.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::F64 => 0,
            Self::F32 => 1,
            Self::I32 => 2,
            Self::I64 => 3,
            Self::U64 => 4,
            Self::U8 => 5,
            Self::Char => 6,
            Self::Record(_) => 7,
            Self::I8 => 8,
        }
    }
}

/// Members of a record, in memory order.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    /// The record's name in MuJoCo.
    pub name: &'static str,
    /// Bytes of one record.
    pub size: usize,
    /// The named members.
    pub members: &'static [Member],
}

/// One member of a record.
#[derive(Debug, PartialEq, Eq)]
pub struct Member {
    /// MuJoCo's name.
    pub name: &'static str,
    /// Scalar type.
    pub dtype: DType,
    /// Inner dimensions: empty for a scalar, `[3]` for a position.
    pub inner: &'static [usize],
    /// Bytes from the start of the record.
    pub offset: usize,
    /// What it is, its unit and frame.
    pub doc: Doc,
}

/// One entry of an array: a number, or a few numbers in a row.
pub trait Element: Pod {
    /// Scalar type.
    const DTYPE: DType;
    /// Inner dimensions: empty for a scalar, `[3]` for a vector.
    const INNER: &'static [usize];
}

/// An element that arrays of fixed length are made of.
pub trait Scalar: Element {}

impl<T: Scalar, const N: usize> Element for [T; N] {
    const DTYPE: DType = T::DTYPE;
    const INNER: &'static [usize] = &[N];
}

/// A character of a string buffer; the same byte as `u8`, told apart for NumPy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Char(pub u8);

macro_rules! elements {
    ($($scalar:ty => $dtype:ident;)*) => { $(
        impl Element for $scalar {
            const DTYPE: DType = DType::$dtype;
            const INNER: &'static [usize] = &[];
        }
        impl Scalar for $scalar {}
    )* };
}

elements! {
    f64 => F64;
    f32 => F32;
    i32 => I32;
    i64 => I64;
    u64 => U64;
    u8 => U8;
    i8 => I8;
    Char => Char;
}

impl<const L: usize> Element for Pack<L> {
    const DTYPE: DType = DType::F64;
    const INNER: &'static [usize] = &[L];
}

impl<const L: usize> Scalar for Pack<L> {}

macro_rules! vectors {
    ($($vector:ident => $n:literal;)*) => { $(
        impl<N: Num + Scalar> Element for $vector<N> {
            const DTYPE: DType = N::DTYPE;
            const INNER: &'static [usize] = &[$n];
        }
    )* };
}

vectors! {
    Vec3Of => 3;
    QuatOf => 4;
    Mat3Of => 9;
    SpatialOf => 6;
    InertOf => 10;
}
