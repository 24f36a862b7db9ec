//! Buffers indexed by typed ids: [`Field`] (entries of fixed width) and [`Rows`] (width known when
//! the model is).

use std::collections::TryReserveError;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut, Range, RangeFrom, RangeFull, RangeTo};

use bytemuck::Zeroable;

use super::Element;
use crate::ids::{Id, IdRange, StepId, VectorId};

/// A contiguous array with one entry of type `T` per object, indexed by the object's id.
///
/// Derefs to a slice, so `len`, `iter`, `fill` and the like work; an entry is `field[id]`. Vectors
/// such as `qpos`, `qvel`, `ctrl` and `sensordata` take plain numbers and ranges of them too, see
/// [`VectorId`]. Of objects the number alone is not enough, so that one kind is not taken for another:
///
/// ```
/// use ferrodyn::ids::{BodyId, UserDataAdr};
/// use ferrodyn::{Data, load_str};
///
/// let mut m = load_str("<mujoco><size nuserdata='5'/><worldbody><body/><body/></worldbody></mujoco>")?;
/// m.body_mass[BodyId(1)] = 2.0;
/// assert_eq!(m.body_mass.as_slice(), [0.0, 2.0, 0.0]);
///
/// let mut d = Data::new(&m);
/// d.userdata[2] = 1.5;
/// d.userdata[3..].copy_from_slice(&[1.0, 4.0]);
/// assert_eq!(d.userdata[UserDataAdr(2)], 1.5);
/// assert_eq!(format!("{:?}", d.userdata), "[0.0, 0.0, 1.5, 1.0, 4.0]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0277
/// # use ferrodyn::Model;
/// # fn of(m: &Model) {
/// let _ = m.body_mass[1]; // of what?
/// # }
/// ```
///
/// The length is that of the model, for good: only models and data make fields, and nobody copies one
/// (`to_vec` copies its entries). What a step counts, such as contacts, can be [resized](Self::resize).
/// Two fields can still be exchanged by `std::mem::swap`: do so only where both have one length.
///
/// Entries never move in memory while the field lives, except when [`resize`](Self::resize) or
/// [`push`](Self::push) outgrow the capacity; even then the former memory stays allocated, so that
/// NumPy views of it remain readable. Capacity doubles, so this at most doubles the memory.
pub struct Field<I, T> {
    data: Vec<T>,
    outgrown: Vec<Vec<T>>,
    id: PhantomData<fn(I)>,
}

impl<I, T: Copy> Field<I, T> {
    /// A field with the same entries.
    pub(crate) fn duplicate(&self) -> Self {
        Self { data: self.data.clone(), outgrown: Vec::new(), id: PhantomData }
    }

    /// Copies the entries, and their number, of another field.
    pub(crate) fn copy_from(&mut self, from: &Self) {
        self.reserve(from.data.len());
        self.data.clear();
        self.data.extend_from_slice(&from.data);
    }

    /// Room for `len` entries; keeps the former memory if it was too small.
    ///
    /// # Panics
    /// If the machine has not enough memory.
    fn reserve(&mut self, len: usize) {
        self.try_reserve(len).expect("memory for what a step needs");
    }

    /// Room for `len` entries; keeps the former memory if it was too small. Memory beyond the
    /// entries is not touched, so that it costs nothing until it is used.
    #[inline]
    pub(crate) fn try_reserve(&mut self, len: usize) -> Result<(), TryReserveError> {
        if len > self.data.capacity() { self.grow(len) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, len: usize) -> Result<(), TryReserveError> {
        let mut grown = Vec::new();
        grown.try_reserve_exact(len.max(2 * self.data.capacity()))?;
        grown.extend_from_slice(&self.data);
        let former = std::mem::replace(&mut self.data, grown);
        if former.capacity() > 0 {
            self.outgrown.push(former);
        }
        Ok(())
    }
}

impl<I, T> Field<I, T> {
    /// No entries. Not `Default`: `std::mem::take` would move the memory out from under NumPy views.
    pub(crate) const fn none() -> Self {
        Self { data: Vec::new(), outgrown: Vec::new(), id: PhantomData }
    }
}

impl<I: Id, T: Element> Field<I, T> {
    /// `len` entries of zero bytes.
    pub(crate) fn zeroed(len: usize) -> Result<Self, TryReserveError> {
        Ok(Self { data: zeroed(len)?, outgrown: Vec::new(), id: PhantomData })
    }

    /// All entries.
    pub fn as_slice(&self) -> &[T] {
        &self.data
    }

    /// All entries, to be written.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.data
    }

    /// Where the entries are: the pointer of the allocation itself, not of a reference to it.
    pub(super) fn as_mut_ptr(&mut self) -> *mut T {
        self.data.as_mut_ptr()
    }

    /// All entries as the scalars they consist of: `nbody x 3` numbers for a `Vec3` per body.
    ///
    /// # Panics
    /// If `S` is not the scalar type (or one of its size).
    pub fn scalars<S: Element>(&self) -> &[S] {
        bytemuck::cast_slice(&self.data)
    }

    /// As [`scalars`](Self::scalars), to be written.
    ///
    /// # Panics
    /// If `S` is not the scalar type (or one of its size).
    pub fn scalars_mut<S: Element>(&mut self) -> &mut [S] {
        bytemuck::cast_slice_mut(&mut self.data)
    }

    /// The ids of all entries, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.data.len()).map(I::from_index)
    }

    /// [`resize`](Self::resize) of whatever is counted.
    #[inline]
    pub(super) fn resize_any(&mut self, len: usize) {
        // most steps have no more rows than the last
        self.data.truncate(len);
        if len > self.data.len() {
            self.reserve(len);
            self.data.resize(len, T::zeroed());
        }
    }
}

/// Arrays whose length a step decides. All others keep the length that they were made with.
impl<I: StepId, T: Element> Field<I, T> {
    /// Changes the number of entries. New entries are zero bytes. Memory is kept when shrinking.
    ///
    /// ```compile_fail,E0599
    /// # use ferrodyn::Model;
    /// # fn shorter(m: &mut Model) {
    /// m.body_mass.resize(1); // the model has as many masses as bodies
    /// # }
    /// ```
    ///
    /// # Panics
    /// If the machine has not enough memory.
    #[inline]
    pub fn resize(&mut self, len: usize) {
        self.resize_any(len);
    }

    /// [`resize`](Self::resize); false, and nothing changes, if the machine has not enough memory.
    #[inline]
    pub(crate) fn try_resize(&mut self, len: usize) -> bool {
        let made = self.try_reserve(len).is_ok();
        if made {
            self.resize(len);
        }
        made
    }

    /// Appends an entry.
    ///
    /// # Panics
    /// If the machine has not enough memory.
    pub fn push(&mut self, entry: T) {
        self.reserve(self.data.len() + 1);
        self.data.push(entry);
    }
}

/// Prints as a slice.
impl<I, T: fmt::Debug> fmt::Debug for Field<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.data.fmt(f)
    }
}

impl<I, T> Deref for Field<I, T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.data
    }
}

impl<I, T> DerefMut for Field<I, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.data
    }
}

impl<'a, I, T> IntoIterator for &'a Field<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.data.iter()
    }
}

impl<'a, I, T> IntoIterator for &'a mut Field<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.data.iter_mut()
    }
}

impl<I: Id, T> Index<I> for Field<I, T> {
    type Output = T;
    fn index(&self, i: I) -> &T {
        &self.data[i.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Field<I, T> {
    fn index_mut(&mut self, i: I) -> &mut T {
        &mut self.data[i.index()]
    }
}

impl<I: Id, T> Index<Range<I>> for Field<I, T> {
    type Output = [T];
    fn index(&self, r: Range<I>) -> &[T] {
        &self.data[r.start.index()..r.end.index()]
    }
}

impl<I: Id, T> IndexMut<Range<I>> for Field<I, T> {
    fn index_mut(&mut self, r: Range<I>) -> &mut [T] {
        &mut self.data[r.start.index()..r.end.index()]
    }
}

impl<I: Id, T> Index<IdRange<I>> for Field<I, T> {
    type Output = [T];
    fn index(&self, r: IdRange<I>) -> &[T] {
        &self.data[r.indices()]
    }
}

impl<I: Id, T> IndexMut<IdRange<I>> for Field<I, T> {
    fn index_mut(&mut self, r: IdRange<I>) -> &mut [T] {
        &mut self.data[r.indices()]
    }
}

/// Plain numbers and ranges of them lead where those of a slice do.
macro_rules! plain_index {
    ($($index:ty => $output:ty;)*) => { $(
        impl<I: VectorId, T> Index<$index> for Field<I, T> {
            type Output = $output;
            fn index(&self, i: $index) -> &$output {
                &self.data[i]
            }
        }

        impl<I: VectorId, T> IndexMut<$index> for Field<I, T> {
            fn index_mut(&mut self, i: $index) -> &mut $output {
                &mut self.data[i]
            }
        }
    )* };
}

plain_index! {
    usize => T;
    Range<usize> => [T];
    RangeFrom<usize> => [T];
    RangeTo<usize> => [T];
    RangeFull => [T];
}

/// A contiguous array with one row of `width` scalars per object; `rows[id]` is a slice.
pub struct Rows<I, T> {
    data: Vec<T>,
    len: usize,
    width: usize,
    id: PhantomData<fn(I)>,
}

impl<I, T: Copy> Rows<I, T> {
    /// Rows with the same entries.
    pub(super) fn copy_from(&mut self, from: &Self) {
        self.data.clone_from(&from.data);
        (self.len, self.width) = (from.len, from.width);
    }
}

impl<I, T> Default for Rows<I, T> {
    fn default() -> Self {
        Self { data: Vec::new(), len: 0, width: 0, id: PhantomData }
    }
}

impl<I: Id, T: Element> Rows<I, T> {
    /// `len` rows of `width` zeros. The product must not overflow.
    pub(crate) fn zeroed(len: usize, width: usize) -> Result<Self, TryReserveError> {
        Ok(Self { data: zeroed(len.saturating_mul(width))?, len, width, id: PhantomData })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.len
    }

    /// Scalars per row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// All rows, one after the other.
    pub fn as_slice(&self) -> &[T] {
        &self.data
    }

    /// All rows, one after the other, to be written.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.data
    }

    /// Where the rows are: the pointer of the allocation itself, not of a reference to it.
    pub(super) fn as_mut_ptr(&mut self) -> *mut T {
        self.data.as_mut_ptr()
    }
}

/// Prints as a slice of slices, one for each row.
impl<I, T: fmt::Debug> fmt::Debug for Rows<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |i: usize| &self.data[i * self.width..(i + 1) * self.width];
        f.debug_list().entries((0..self.len).map(row)).finish()
    }
}

impl<I: Id, T> Index<I> for Rows<I, T> {
    type Output = [T];
    fn index(&self, i: I) -> &[T] {
        assert!(i.index() < self.len, "row {} of {}", i.index(), self.len);
        &self.data[i.index() * self.width..(i.index() + 1) * self.width]
    }
}

impl<I: Id, T> IndexMut<I> for Rows<I, T> {
    fn index_mut(&mut self, i: I) -> &mut [T] {
        assert!(i.index() < self.len, "row {} of {}", i.index(), self.len);
        &mut self.data[i.index() * self.width..(i.index() + 1) * self.width]
    }
}

/// Memory that comes as zeros is not written here: what nobody uses of large arrays costs nothing.
fn zeroed<T: Zeroable + Clone>(len: usize) -> Result<Vec<T>, TryReserveError> {
    if let Ok(data) = bytemuck::allocation::try_zeroed_vec(len) {
        return Ok(data);
    }
    let mut data = Vec::new();
    data.try_reserve_exact(len)?;
    data.resize(len, T::zeroed());
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Link;
    use crate::ids::{BodyId, EfcId, GeomId, KeyId};
    use crate::math::Vec3;

    #[test]
    fn entries_are_indexed_by_id_and_flat_underneath() {
        let mut pos: Field<BodyId, Vec3> = Field::zeroed(3).unwrap();
        pos[BodyId(1)] = Vec3::new(1.0, 2.0, 3.0);
        assert_eq!(pos.scalars::<f64>(), &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0]);
        assert_eq!(pos.ids().collect::<Vec<_>>(), [BodyId(0), BodyId(1), BodyId(2)]);
    }

    #[test]
    fn rows_have_the_width_of_the_model() {
        let mut key: Rows<KeyId, f64> = Rows::zeroed(2, 3).unwrap();
        key[KeyId(1)].copy_from_slice(&[4.0, 5.0, 6.0]);
        assert_eq!(key.as_slice(), &[0.0, 0.0, 0.0, 4.0, 5.0, 6.0]);
        assert_eq!(key[KeyId(0)], [0.0; 3]);
        assert_eq!(format!("{key:?}"), "[[0.0, 0.0, 0.0], [4.0, 5.0, 6.0]]");
    }

    #[test]
    fn growing_keeps_entries_and_copies_keep_the_memory() {
        let mut field: Field<EfcId, f64> = Field::none();
        for i in 0..100 {
            field.push(f64::from(i));
        }
        assert!(field.iter().enumerate().all(|(i, &v)| v == i as f64));
        let mut copy: Field<EfcId, f64> = Field::zeroed(100).unwrap();
        let place = copy.as_slice().as_ptr();
        copy.copy_from(&field);
        assert_eq!(copy.as_slice(), field.as_slice());
        assert_eq!(copy.as_slice().as_ptr(), place);
    }

    #[test]
    fn fields_are_looped_over() {
        let mut field: Field<BodyId, f64> = Field::zeroed(3).unwrap();
        for x in &mut field {
            *x += 0.5;
        }
        let mut sum = 0.0;
        for &x in &field {
            sum += x;
        }
        assert_eq!(sum, 1.5);
    }

    #[test]
    fn a_negative_entry_is_no_id() {
        let mut geom: Field<BodyId, Link<GeomId>> = Field::zeroed(2).unwrap();
        geom.raw_mut().copy_from_slice(&[-1, 7]);
        assert_eq!(geom.id(BodyId(0)), None);
        assert_eq!(geom.id(BodyId(1)), Some(GeomId(7)));
        assert!(geom[BodyId(1)] == GeomId(7) && geom[BodyId(0)] != GeomId(7));
        geom[BodyId(0)] = Some(GeomId(3)).into();
        geom[BodyId(1)] = None.into();
        assert_eq!(format!("{geom:?}"), "[3, -1]");
    }
}
