//! A field seen without its type: bytes, scalar type and shape.

use std::ops::Deref;

use super::{DType, Doc, Element, Field, Rows};
use crate::ids::{Id, ModelSize};
use crate::sizes::{SizeError, Sizes};

/// Dimensions of an array; at most two, as in MuJoCo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    dims: [usize; 2],
    rank: usize,
}

impl Shape {
    /// The shape of a scalar.
    pub const SCALAR: Self = Self { dims: [0; 2], rank: 0 };

    /// `outer` entries of the given inner dimensions (at most one).
    pub fn new(outer: Option<usize>, inner: &[usize]) -> Self {
        let mut shape = Self::SCALAR;
        for n in outer.into_iter().chain(inner.iter().copied()).take(2) {
            shape.dims[shape.rank] = n;
            shape.rank += 1;
        }
        shape
    }
}

impl Deref for Shape {
    type Target = [usize];
    fn deref(&self) -> &[usize] {
        &self.dims[..self.rank]
    }
}

/// The part of the pipeline that writes a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the stages say what they are")]
pub enum Stage {
    /// A constant of the model.
    Model,
    /// Bookkeeping: sizes, memory, timers, warnings.
    Header,
    /// State that integration advances.
    State,
    /// Set by the user before a step.
    Input,
    Kinematics,
    ComPos,
    CamLight,
    Flex,
    Tendon,
    MakeM,
    FactorM,
    Collision,
    MakeConstraint,
    Island,
    ProjectConstraint,
    Transmission,
    Sleep,
    FwdVelocity,
    ComVel,
    Passive,
    ReferenceConstraint,
    Rne,
    SubtreeVel,
    Actuation,
    FwdAcceleration,
    FwdConstraint,
    RnePostConstraint,
    Energy,
    Sensor,
    Integrate,
    Inverse,
}

/// A scalar or array that can be seen as plain numbers.
pub trait Storage {
    /// Scalar type.
    const DTYPE: DType;
    /// Dimensions after the first for arrays; all dimensions for a fixed vector.
    const INNER: &'static [usize];
    /// The size that counts the entries: `nbody`, `nefc`, or empty for scalars and fixed vectors.
    const COUNT: &'static str;

    /// Present dimensions.
    fn shape(&self) -> Shape;
    /// The numbers as bytes, in memory order of this machine.
    fn bytes(&self) -> &[u8];
    /// The numbers as bytes, to be written.
    fn bytes_mut(&mut self) -> &mut [u8];
    /// Where the numbers are. The pointer stays good while they stay in place, whatever references to
    /// them are made and used after it, as long as none of these lives while it is used.
    fn start(&mut self) -> *mut u8;
    /// Resizes the first dimension where a step may do so; false if that is not such an array.
    fn set_len(&mut self, len: usize) -> bool;
}

/// What the table knows about a field without a model at hand.
#[derive(Clone, Copy, Debug)]
pub struct FieldInfo {
    /// MuJoCo's name.
    pub name: &'static str,
    /// Scalar type.
    pub dtype: DType,
    /// Name of the size that counts the entries; empty for scalars and fixed vectors.
    pub count: &'static str,
    /// Inner dimensions; empty for one number per entry.
    pub inner: &'static [usize],
    /// Row width that the model decides, as an expression: `nq`, `nmocap * 3`; else empty.
    pub width: &'static str,
    /// The stage that writes it.
    pub by: Stage,
    /// Whether it says what a model is made of, rather than a number that may change between steps.
    pub structure: bool,
    /// What it is, its unit and frame.
    pub doc: Doc,
}

/// A field of a table, with its values.
#[derive(Clone, Copy, Debug)]
pub struct FieldRef<'a> {
    /// MuJoCo's name.
    pub name: &'static str,
    /// Scalar type.
    pub dtype: DType,
    /// Dimensions.
    pub shape: Shape,
    /// Values as bytes in native order.
    pub bytes: &'a [u8],
    /// The stage that writes it.
    pub by: Stage,
}

impl<'a> FieldRef<'a> {
    pub(crate) fn of<S: Storage>(name: &'static str, by: Stage, storage: &'a S) -> Self {
        Self { name, dtype: S::DTYPE, shape: storage.shape(), bytes: storage.bytes(), by }
    }

    /// The values as scalars, if `S` is their type.
    pub fn values<S: Element>(&self) -> Option<&'a [S]> {
        if S::DTYPE != self.dtype || !S::INNER.is_empty() {
            return None;
        }
        bytemuck::try_cast_slice(self.bytes).ok()
    }
}

/// A field of a table, with its values to be written.
#[derive(Debug)]
pub struct FieldMut<'a> {
    /// MuJoCo's name.
    pub name: &'static str,
    /// Scalar type.
    pub dtype: DType,
    /// Dimensions.
    pub shape: Shape,
    /// Values as bytes in native order.
    pub bytes: &'a mut [u8],
    /// Where the values are, see [`Storage::start`].
    pub start: *mut u8,
    /// The stage that writes it.
    pub by: Stage,
}

impl<'a> FieldMut<'a> {
    pub(crate) fn of<S: Storage>(name: &'static str, by: Stage, storage: &'a mut S) -> Self {
        let (shape, start) = (storage.shape(), storage.start());
        Self { name, dtype: S::DTYPE, shape, bytes: storage.bytes_mut(), start, by }
    }

    /// The values as scalars, if `S` is their type.
    pub fn values<S: Element>(self) -> Option<&'a mut [S]> {
        if S::DTYPE != self.dtype || !S::INNER.is_empty() {
            return None;
        }
        bytemuck::try_cast_slice_mut(self.bytes).ok()
    }
}

impl<T: Element> Storage for T {
    const DTYPE: DType = T::DTYPE;
    const INNER: &'static [usize] = T::INNER;
    const COUNT: &'static str = "";

    fn shape(&self) -> Shape {
        Shape::new(None, T::INNER)
    }
    fn bytes(&self) -> &[u8] {
        bytemuck::bytes_of(self)
    }
    fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::bytes_of_mut(self)
    }
    fn start(&mut self) -> *mut u8 {
        std::ptr::from_mut(self).cast()
    }
    fn set_len(&mut self, _: usize) -> bool {
        false
    }
}

impl<I: Id, T: Element> Storage for Field<I, T> {
    const DTYPE: DType = T::DTYPE;
    const INNER: &'static [usize] = T::INNER;
    const COUNT: &'static str = I::COUNT;

    fn shape(&self) -> Shape {
        Shape::new(Some(self.len()), T::INNER)
    }
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self.as_slice())
    }
    fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(self.as_mut_slice())
    }
    fn start(&mut self) -> *mut u8 {
        self.as_mut_ptr().cast()
    }
    fn set_len(&mut self, len: usize) -> bool {
        if I::GROWS {
            self.resize_any(len);
        }
        I::GROWS
    }
}

impl<I: Id, T: Element> Storage for Rows<I, T> {
    const DTYPE: DType = T::DTYPE;
    const INNER: &'static [usize] = T::INNER;
    const COUNT: &'static str = I::COUNT;

    fn shape(&self) -> Shape {
        Shape::new(Some(self.rows()), &[self.width()])
    }
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self.as_slice())
    }
    fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(self.as_mut_slice())
    }
    fn start(&mut self) -> *mut u8 {
        self.as_mut_ptr().cast()
    }
    fn set_len(&mut self, _: usize) -> bool {
        false
    }
}

/// Arrays whose size a model decides: how large they become and how they are made.
pub(crate) trait Allocate: Sized {
    /// No entries, or zero.
    fn empty() -> Self;
    /// Bytes for the given sizes; `None` on overflow.
    fn bytes_for(sizes: &Sizes, width: usize) -> Option<usize>;
    /// Zeroed storage.
    fn allocate(sizes: &Sizes, width: usize) -> Result<Self, SizeError>;
    /// Copies numbers and length; memory stays where it is as far as it is large enough.
    fn copy_from(&mut self, from: &Self);
}

impl<I: ModelSize, T: Element> Allocate for Field<I, T> {
    fn empty() -> Self {
        Self::none()
    }
    fn bytes_for(sizes: &Sizes, _: usize) -> Option<usize> {
        I::count(sizes).checked_mul(size_of::<T>())
    }
    fn allocate(sizes: &Sizes, _: usize) -> Result<Self, SizeError> {
        Self::zeroed(I::count(sizes)).map_err(|_| SizeError::Memory)
    }
    fn copy_from(&mut self, from: &Self) {
        Self::copy_from(self, from);
    }
}

impl<I: ModelSize, T: Element> Allocate for Rows<I, T> {
    fn empty() -> Self {
        Self::default()
    }
    fn bytes_for(sizes: &Sizes, width: usize) -> Option<usize> {
        I::count(sizes).checked_mul(width)?.checked_mul(size_of::<T>())
    }
    fn allocate(sizes: &Sizes, width: usize) -> Result<Self, SizeError> {
        Self::zeroed(I::count(sizes), width).map_err(|_| SizeError::Memory)
    }
    fn copy_from(&mut self, from: &Self) {
        Self::copy_from(self, from);
    }
}

impl<T: Element> Allocate for T {
    fn empty() -> Self {
        T::zeroed()
    }
    fn bytes_for(_: &Sizes, _: usize) -> Option<usize> {
        Some(0)
    }
    fn allocate(_: &Sizes, _: usize) -> Result<Self, SizeError> {
        Ok(T::zeroed())
    }
    fn copy_from(&mut self, from: &Self) {
        *self = *from;
    }
}
