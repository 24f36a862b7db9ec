//! [`Lanes`], the number types that data is made of, and copies of selected arrays out of the lanes. A model that
//! cannot be simulated in lanes is refused with a [`LanesError`].

use std::fmt;
use std::ops::Range;

use super::{Data, DataOf};
use crate::fields::{DType, FieldInfo, Row, Scalar};
use crate::math::{InLanes, Num, Pack};
use crate::model::Model;

/// Why a model cannot be simulated in lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LanesError {
    /// Sleep is enabled: each simulation would have other trees asleep.
    Sleep,
    /// Closures of the user take the data of one simulation.
    Callbacks,
    /// Sensors that keep a history are computed for one simulation.
    SensorHistory,
    /// Plugins take the data of one simulation.
    Plugins,
    /// Flexes are computed for one simulation.
    Flexes,
    /// Delayed controls are looked up by time, in values.
    Delays,
    /// Tendons go around geoms by branches and iterations, in values.
    Wrapping,
    /// Adhesion comes from contacts, which are made of values.
    Adhesion,
    /// The midpoint rule of bodies that float alone iterates, in values.
    Midpoint,
}

impl fmt::Display for LanesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sleep => "models with sleep enabled cannot be simulated in lanes: disable it",
            Self::Callbacks => {
                "models with callbacks of actuators or passive forces cannot be simulated in lanes"
            }
            Self::SensorHistory => {
                "models with delayed sensors cannot be simulated in lanes: remove nsample"
            }
            Self::Plugins => "models with plugins cannot be simulated in lanes",
            Self::Flexes => "models with flexes cannot be simulated in lanes",
            Self::Delays => "delayed controls need numbers that are values alone: remove nsample",
            Self::Wrapping => "tendons around geoms need numbers that are values alone",
            Self::Adhesion => "adhesion actuators need numbers that are values alone",
            Self::Midpoint => "midpoint integration needs numbers that are values alone",
        })
    }
}

crate::debug_as_message!(LanesError);

impl std::error::Error for LanesError {}

/// Number types that data is made of.
pub trait Lanes: Num + Scalar {
    /// These numbers, where they are nothing but values in lanes; any such type where they are more.
    type Plain: InLanes;

    /// One `T` for every lane: an array of as many as the number has lanes.
    type Each<T: Send + Sync + 'static>: AsRef<[T]> + AsMut<[T]> + Send + Sync + 'static;

    /// Memory that stages keep in the data from step to step. Named here because the stages are layers above.
    type Workspace: Clone + fmt::Debug + Default + Send + Sync + 'static;

    /// Calls `make` with the number of each lane and collects the results.
    fn each<T: Send + Sync + 'static>(make: impl FnMut(usize) -> T) -> Self::Each<T>;
    /// A workspace that is ready for a model.
    fn workspace(m: &Model) -> Self::Workspace;
    /// The arrays of the data.
    fn arrays() -> Arrays<Self>;
    /// Interleaves arrays: `from` returns the array of a lane. Stops where the shortest of them ends.
    fn join<'a>(to: &mut [Self], from: impl Fn(usize) -> &'a [f64]);
    /// The numbers as nothing but values, to be read lane by lane; `None` where they are more than
    /// that. What stages do with it belongs to each simulation by itself (histories, contacts, paths
    /// around geoms, iterations); [`DataOf::in_lanes`] refuses models that need it for other numbers.
    fn plain(numbers: &[Self]) -> Option<&[Self::Plain]>;
    /// As [`plain`](Self::plain), to be written.
    fn plain_mut(numbers: &mut [Self]) -> Option<&mut [Self::Plain]>;
    /// As [`plain`](Self::plain), of an array.
    fn plain_array<const K: usize>(numbers: [Self; K]) -> Option<[Self::Plain; K]> {
        Self::plain(&numbers).and_then(<[_]>::first_chunk).copied()
    }
    /// The data, if it is of a single simulation.
    fn single(d: &DataOf<Self>) -> Option<&Data>;
    /// The data, to be written, if it is of a single simulation.
    fn single_mut(d: &mut DataOf<Self>) -> Option<&mut Data>;
}

/// The table of the arrays of data, which one function returns: generic code is compiled again in every crate
/// that uses it, and each copy would contain another table.
pub struct Arrays<N: Lanes>(pub(crate) &'static [Row<DataOf<N>>]);

impl<N: Lanes> Arrays<N> {
    /// The table, for [`Lanes::arrays`] of numbers that are defined elsewhere.
    #[doc(hidden)]
    pub const ALL: Self = Self(DataOf::<N>::ROWS);
}

impl<N: Lanes> fmt::Debug for Arrays<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|row| row.info.name)).finish()
    }
}

/// Which entries of an array are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entries<'a> {
    /// None of them.
    None,
    /// All of them.
    All,
    /// Those of some objects, of as many as this.
    Of(&'a [Range<usize>], usize),
}

/// Selected arrays, de-interleaved: one contiguous copy per lane, ready to be written into the [`Data`] of a
/// single simulation.
#[derive(Clone, Debug)]
pub(crate) struct LaneCopy<const L: usize> {
    arrays: Vec<ArrayRange>,
    /// The numbers of each lane, part after part.
    numbers: [Vec<f64>; L],
}

/// A range of numbers of an array.
#[derive(Clone, Debug)]
struct ArrayRange {
    /// Where the array is in the table.
    at: usize,
    /// How long it is.
    len: usize,
    /// Which of its numbers are meant.
    range: Range<usize>,
}

impl<const L: usize> LaneCopy<L> {
    /// Memory for the arrays of numbers, or the entries of them, that `wanted` names.
    pub(crate) fn new<'a>(
        d: &DataOf<Pack<L>>,
        mut wanted: impl FnMut(&FieldInfo) -> Entries<'a>,
    ) -> Self {
        let mut arrays = Vec::new();
        for (at, row) in DataOf::<Pack<L>>::ROWS.iter().enumerate() {
            if row.info.dtype != DType::F64 {
                continue;
            }
            let len = lanes_of(d, at).len();
            match wanted(&row.info) {
                Entries::None => {}
                Entries::All => arrays.push(ArrayRange { at, len, range: 0..len }),
                Entries::Of(ranges, count) => {
                    let width = len.checked_div(count).unwrap_or(0);
                    let parts = ranges.iter().map(|r| r.start * width..r.end * width);
                    arrays.extend(parts.map(|range| ArrayRange { at, len, range }));
                }
            }
        }
        let count = arrays.iter().map(|part| part.range.len()).sum();
        Self { arrays, numbers: std::array::from_fn(|_| vec![0.0; count]) }
    }

    /// Copies the arrays out of all lanes.
    pub(crate) fn take(&mut self, d: &DataOf<Pack<L>>) {
        let mut start = 0;
        for ArrayRange { at, range, .. } in &self.arrays {
            let end = start + range.len();
            let to = self.numbers.each_mut().map(|numbers| &mut numbers[start..end]);
            deinterleave(&lanes_of(d, *at)[range.clone()], to);
            start = end;
        }
    }

    /// Writes the arrays of one lane to the data of a single simulation.
    pub(crate) fn give(&self, lane: usize, d: &mut Data) {
        let mut start = 0;
        for ArrayRange { at, len, range } in &self.arrays {
            let end = start + range.len();
            let to = (Data::ROWS[*at].get_mut)(d).values::<f64>();
            // an array that a step has resized in the data (as rows of constraints) stays as it is
            if let Some(to) = to.filter(|to| to.len() == *len) {
                to[range.clone()].copy_from_slice(&self.numbers[lane][start..end]);
            }
            start = end;
        }
    }
}

/// The array at a place of the table.
fn lanes_of<const L: usize>(d: &DataOf<Pack<L>>, at: usize) -> &[[f64; L]] {
    let numbers = (DataOf::<Pack<L>>::ROWS[at].get)(d).values::<f64>();
    numbers.unwrap_or_default().as_chunks().0
}

/// Transposes: copies the numbers of each lane to one array per lane, four numbers at a time.
fn deinterleave<const L: usize>(from: &[[f64; L]], to: [&mut [f64]; L]) {
    let (from, rest_of_from) = from.as_chunks::<4>();
    let mut to = to.map(|to| to.as_chunks_mut::<4>());
    let count = to.iter().fold(from.len(), |count, (to, _)| count.min(to.len()));
    let mut fours = to.each_mut().map(|(to, _)| &mut to[..count]);
    for (i, four) in from[..count].iter().enumerate() {
        for (lane, to) in fours.iter_mut().enumerate() {
            to[i] = four.map(|packed| packed[lane]);
        }
    }
    for (lane, (_, rest)) in to.iter_mut().enumerate() {
        rest.iter_mut().zip(rest_of_from).for_each(|(to, from)| *to = from[lane]);
    }
}

impl<const L: usize> Lanes for Pack<L> {
    type Plain = Self;
    type Each<T: Send + Sync + 'static> = [T; L];
    type Workspace = ();

    fn each<T: Send + Sync + 'static>(make: impl FnMut(usize) -> T) -> [T; L] {
        std::array::from_fn(make)
    }
    fn workspace(_: &Model) {}
    #[inline(never)]
    fn arrays() -> Arrays<Self> {
        Arrays(DataOf::ROWS)
    }
    fn join<'a>(to: &mut [Self], from: impl Fn(usize) -> &'a [f64]) {
        let from: [_; L] = std::array::from_fn(from);
        let len = from.iter().fold(to.len(), |len, numbers| len.min(numbers.len()));
        let from = from.map(|numbers| &numbers[..len]);
        for (i, to) in to[..len].iter_mut().enumerate() {
            *to = Self(from.map(|numbers| numbers[i]));
        }
    }
    #[inline(always)]
    fn plain(numbers: &[Self]) -> Option<&[Self]> {
        Some(numbers)
    }
    #[inline(always)]
    fn plain_mut(numbers: &mut [Self]) -> Option<&mut [Self]> {
        Some(numbers)
    }
    fn single(_: &DataOf<Self>) -> Option<&Data> {
        None
    }
    fn single_mut(_: &mut DataOf<Self>) -> Option<&mut Data> {
        None
    }
}
