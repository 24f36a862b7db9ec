//! Data of several simulations, one in each lane of its numbers, and what cannot be put there.

use std::fmt;

use super::{Data, DataOf};
use crate::fields::{DType, FieldInfo, Scalar};
use crate::math::{Num, Pack};
use crate::model::Model;

/// Why a model cannot be simulated in lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LanesError {
    /// Each simulation would sleep by itself.
    Sleep,
    /// Closures of the user take the data of one simulation.
    Callbacks,
    /// Sensors that keep a history are computed for one simulation.
    SensorHistory,
    /// Plugins take the data of one simulation.
    Plugins,
    /// Flexes are computed for one simulation.
    Flexes,
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
        })
    }
}

impl std::error::Error for LanesError {}

/// Number types that data is made of.
pub trait Lanes: Num + Scalar {
    /// Something for every lane.
    type Each<T: Send + Sync + 'static>: AsRef<[T]> + AsMut<[T]> + Send + Sync + 'static;

    /// What the stages above keep in the data from step to step.
    type Workspace: Clone + fmt::Debug + Default + Send + Sync + 'static;

    /// What `make` returns for every lane.
    fn each<T: Send + Sync + 'static>(make: impl FnMut(usize) -> T) -> Self::Each<T>;
    /// A workspace that is ready for a model.
    fn workspace(m: &Model) -> Self::Workspace;
    /// The data, if it is of a single simulation.
    fn single(d: &DataOf<Self>) -> Option<&Data>;
    /// The data, to be written, if it is of a single simulation.
    fn single_mut(d: &mut DataOf<Self>) -> Option<&mut Data>;
}

/// Some arrays of lanes, those of each lane by themselves: on the way to data of their own.
#[derive(Clone, Debug)]
pub(crate) struct Apart<const L: usize> {
    /// Where the arrays are in the table, and how long they are.
    arrays: Vec<(usize, usize)>,
    /// The numbers of each lane, array after array.
    numbers: [Vec<f64>; L],
}

impl<const L: usize> Apart<L> {
    /// Memory for the arrays of numbers that `wanted` accepts.
    pub(crate) fn new(d: &DataOf<Pack<L>>, mut wanted: impl FnMut(&FieldInfo) -> bool) -> Self {
        let rows = DataOf::<Pack<L>>::ROWS.iter().enumerate();
        let rows = rows.filter(|(_, row)| row.info.dtype == DType::F64 && wanted(&row.info));
        let arrays: Vec<_> = rows.map(|(at, _)| (at, lanes_of(d, at).len())).collect();
        let count = arrays.iter().map(|(_, len)| len).sum();
        Self { arrays, numbers: std::array::from_fn(|_| vec![0.0; count]) }
    }

    /// Takes the arrays of all lanes.
    pub(crate) fn take(&mut self, d: &DataOf<Pack<L>>) {
        let mut start = 0;
        for &(at, len) in &self.arrays {
            let to = self.numbers.each_mut().map(|numbers| &mut numbers[start..start + len]);
            separate(lanes_of(d, at), to);
            start += len;
        }
    }

    /// Gives data the arrays of a lane.
    pub(crate) fn give(&self, lane: usize, d: &mut Data) {
        let mut start = 0;
        for &(at, len) in &self.arrays {
            let to = (Data::ROWS[at].get_mut)(d).values::<f64>();
            // what lanes do not have, as rows of constraints, is the data's own
            if let Some(to) = to.filter(|to| to.len() == len) {
                to.copy_from_slice(&self.numbers[lane][start..start + len]);
            }
            start += len;
        }
    }
}

/// The array at a place of the table.
fn lanes_of<const L: usize>(d: &DataOf<Pack<L>>, at: usize) -> &[[f64; L]] {
    let numbers = (DataOf::<Pack<L>>::ROWS[at].get)(d).values::<f64>();
    numbers.unwrap_or_default().as_chunks().0
}

/// Copies each lane to an array of its own, four numbers at a time.
fn separate<const L: usize>(from: &[[f64; L]], to: [&mut [f64]; L]) {
    let (from, rest_of_from) = from.as_chunks::<4>();
    let mut to = to.map(|to| to.as_chunks_mut::<4>()).map(|(to, rest)| (to.iter_mut(), rest));
    for four in from {
        for (lane, (to, _)) in to.iter_mut().enumerate() {
            if let Some(to) = to.next() {
                *to = four.map(|packed| packed[lane]);
            }
        }
    }
    for (lane, (_, rest)) in to.iter_mut().enumerate() {
        rest.iter_mut().zip(rest_of_from).for_each(|(to, from)| *to = from[lane]);
    }
}

impl<const L: usize> Lanes for Pack<L> {
    type Each<T: Send + Sync + 'static> = [T; L];
    type Workspace = ();

    fn each<T: Send + Sync + 'static>(make: impl FnMut(usize) -> T) -> [T; L] {
        std::array::from_fn(make)
    }
    fn workspace(_: &Model) {}
    fn single(_: &DataOf<Self>) -> Option<&Data> {
        None
    }
    fn single_mut(_: &mut DataOf<Self>) -> Option<&mut Data> {
        None
    }
}
