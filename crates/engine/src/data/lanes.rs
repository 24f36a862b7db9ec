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

impl<const L: usize> DataOf<Pack<L>> {
    /// The places of arrays of numbers in the table, of those that `wanted` accepts.
    pub(crate) fn places(mut wanted: impl FnMut(&FieldInfo) -> bool) -> Vec<usize> {
        let numbers = |info: &FieldInfo| info.dtype == DType::F64;
        let rows = Self::ROWS.iter().enumerate();
        rows.filter(|(_, row)| numbers(&row.info) && wanted(&row.info)).map(|(at, _)| at).collect()
    }

    /// Copies the arrays at some [places](Self::places) from a lane to data of its own.
    pub(crate) fn copy_lane(&self, lane: usize, places: &[usize], to: &mut Data) {
        for &at in places {
            let (Some(from), Some(to)) = (
                (Self::ROWS[at].get)(self).values::<f64>(),
                (Data::ROWS[at].get_mut)(to).values::<f64>(),
            ) else {
                continue;
            };
            // four at a time, with one turn of the loop
            let (to, rest) = to.as_chunks_mut::<4>();
            let (from, rest_of_from) = from.as_chunks::<L>().0.as_chunks::<4>();
            to.iter_mut().zip(from).for_each(|(to, from)| *to = from.map(|packed| packed[lane]));
            rest.iter_mut().zip(rest_of_from).for_each(|(to, from)| *to = from[lane]);
        }
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
