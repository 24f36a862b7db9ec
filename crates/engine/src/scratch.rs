//! Buffers that a stage borrows for the length of a call, so that a step does not allocate.
//!
//! ```text
//! let mut column = d.scratch.take(m.nv);    // zeros, owned by the caller
//! ...
//! d.scratch.give(column);                   // back to the pool of this `Data`
//! ```
//!
//! MuJoCo's counterpart is its stack (`mj_stackAlloc`); here buffers may be given back in any order. A buffer that
//! is not given back (an early return, a panic) is freed and costs one allocation in the next step: nothing else goes
//! wrong. A stage that needs more or longer buffers than [`READY`] and [`Scratch::new`] provide makes the first step
//! allocate; the tests of `ferrodyn/tests/it/corpus.rs` count that, and the numbers here are then raised.

use crate::data::Lanes;
use crate::enums::{Integrator, SensorType};
use crate::math::SpatialOf;
use crate::model::Model;

/// Buffers that are ready when data is made: the most that stages hold at the same time.
const READY: usize = 12;
/// The same, for spatial vectors.
const SPATIAL_READY: usize = 4;

/// The pool of unused buffers of one [`Data`](crate::Data).
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch<N> {
    numbers: Vec<Vec<N>>,
    spatials: Vec<Vec<SpatialOf<N>>>,
    indices: Vec<Vec<i32>>,
}

impl<N: Lanes> Scratch<N> {
    /// Buffers large enough for six numbers per degree of freedom, in fours, or body. The derivatives of
    /// implicit integration need more, which is made ready if the model integrates that way.
    pub(crate) fn new(m: &Model) -> Self {
        let len = (6 * m.nv.next_multiple_of(4))
            .max(6 * m.nbody)
            .max(m.nq + m.nv + m.na)
            .max(m.nu)
            .max(m.ntendon);
        // a camera rangefinder knows where it sees each geom
        let camera = m.sensor_type.raw().contains(&(SensorType::RangeFinder as i32)) && m.ncam > 0;
        let len = len.max(if camera { 4 * m.ngeom } else { 0 });
        // sensors with many numbers are computed in a copy of them
        let longest = m.sensor_dim.iter().copied().max().unwrap_or(0);
        let len = len.max(usize::try_from(longest).unwrap_or(0).min(m.nsensordata));
        // vectors of nodes or vertices of flexes
        let len = len.max(3 * m.nflexnode.max(m.nflexvert));
        let implicit = m.opt.integrator() == Some(Integrator::Implicit);
        let spatial = m.nbody.max(m.nv).max(if implicit { m.nB } else { 0 });
        Self {
            numbers: (0..READY).map(|_| Vec::with_capacity(len)).collect(),
            spatials: (0..SPATIAL_READY).map(|_| Vec::with_capacity(spatial)).collect(),
            indices: (0..READY).map(|_| Vec::with_capacity(m.nv.max(m.nbody))).collect(),
        }
    }

    /// `len` zeros.
    pub(crate) fn take(&mut self, len: usize) -> Vec<N> {
        take(&mut self.numbers, len, N::ZERO)
    }

    /// Gives back a buffer of [`take`](Self::take).
    pub(crate) fn give(&mut self, buffer: Vec<N>) {
        self.numbers.push(buffer);
    }

    /// `len` zero vectors.
    pub(crate) fn take_spatial(&mut self, len: usize) -> Vec<SpatialOf<N>> {
        take(&mut self.spatials, len, SpatialOf::ZERO)
    }

    /// Gives back a buffer of [`take_spatial`](Self::take_spatial).
    pub(crate) fn give_spatial(&mut self, buffer: Vec<SpatialOf<N>>) {
        self.spatials.push(buffer);
    }

    /// `len` zero indices.
    pub(crate) fn take_indices(&mut self, len: usize) -> Vec<i32> {
        take(&mut self.indices, len, 0)
    }

    /// Gives back a buffer of [`take_indices`](Self::take_indices).
    pub(crate) fn give_indices(&mut self, buffer: Vec<i32>) {
        self.indices.push(buffer);
    }
}

/// The last buffer of the pool that is large enough, or a new one.
fn take<T: Copy>(pool: &mut Vec<Vec<T>>, len: usize, zero: T) -> Vec<T> {
    let fits = |buffer: &mut Vec<T>| buffer.capacity() >= len;
    let mut buffer = pool.pop_if(fits).or_else(|| take_below(pool, len)).unwrap_or_default();
    buffer.clear();
    buffer.resize(len, zero);
    buffer
}

/// A buffer of the pool where the last one is too small.
#[cold]
fn take_below<T>(pool: &mut Vec<Vec<T>>, len: usize) -> Option<Vec<T>> {
    let place = pool.iter().rposition(|buffer| buffer.capacity() >= len);
    place.map(|i| pool.swap_remove(i)).or_else(|| pool.pop())
}
