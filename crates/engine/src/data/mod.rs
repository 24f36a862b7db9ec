//! [`Data`]: the state of a simulation and everything computed from it. Its fields are declared in `fields`.
//!
//! The fields are in two structs. [`DataOf<N>`](DataOf) has the numbers `N`, in which each of several simulations
//! may have a lane. A [`Sim`] has the fields that simulations cannot share: counts, contacts, rows, islands, sleep,
//! time, warnings. `Data` is `DataOf<f64>`; its only `Sim` is read as if its fields were in `Data`.
//! [`mod@crate::reset`] makes data and brings it back to the start.

mod fields;
mod fit;
mod lanes;
pub mod limits;
mod sim;
mod table;
mod view;

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::fields::FieldRef;
use crate::sizes::{SizeError, Sizes};
use limits::Growth;

pub use fields::{Data, DataOf, Sim};
pub use fit::WrongModel;
pub use lanes::{Arrays, Lanes, LanesError};
pub(crate) use lanes::{Entries, LaneCopy};
pub(crate) use sim::Limited;

impl Deref for Data {
    type Target = Sim;
    #[inline]
    fn deref(&self) -> &Sim {
        &self.sims[0]
    }
}

impl DerefMut for Data {
    #[inline]
    fn deref_mut(&mut self) -> &mut Sim {
        &mut self.sims[0]
    }
}

impl<N: Lanes> Clone for DataOf<N> {
    fn clone(&self) -> Self {
        let mut made = Self::empty();
        made.clone_from(self);
        made.scratch = self.scratch.clone();
        made.workspace = self.workspace.clone();
        made.growth = self.growth;
        made
    }

    /// Copies everything; arrays stay where they are in memory as far as they are large enough.
    #[doc(alias = "mj_copyData")]
    fn clone_from(&mut self, from: &Self) {
        for row in N::arrays().0 {
            (row.copy)(self, from);
        }
        for (to, from) in self.sims_mut().iter_mut().zip(from.sims()) {
            to.clone_from(from);
        }
        self.plan = from.plan;
    }
}

impl<N: Lanes> fmt::Debug for DataOf<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("DataOf");
        for field in self.numbers().filter(|field| !field.bytes.is_empty()) {
            out.field(field.name, &field.shape);
        }
        out.field("sims", &self.sims()).finish_non_exhaustive()
    }
}

impl<N: Lanes> DataOf<N> {
    /// Allocates every array as zeros; those that a step sizes are empty.
    pub(crate) fn allocate(sizes: &Sizes) -> Result<Self, SizeError> {
        let mut made = Self::empty();
        N::arrays().0.iter().try_for_each(|row| (row.make)(&mut made, sizes))?;
        for sim in made.sims_mut() {
            *sim = Sim::allocate(sizes)?;
        }
        Ok(made)
    }

    /// Bytes of all arrays that the model sizes; `None` on overflow.
    pub fn bytes_for(sizes: &Sizes) -> Option<usize> {
        let rows = |total: usize, bytes: Option<usize>| total.checked_add(bytes?);
        let shared = N::arrays().0.iter().map(|row| (row.bytes)(sizes)).try_fold(0, rows)?;
        let own = Sim::rows().iter().map(|row| (row.bytes)(sizes)).try_fold(0, rows)?;
        shared.checked_add(own.checked_mul(N::LANES)?)
    }

    /// The numbers in lanes and the integers that lanes share, in MuJoCo's order.
    pub fn numbers(&self) -> impl Iterator<Item = FieldRef<'_>> {
        N::arrays().0.iter().map(|row| (row.get)(self))
    }

    /// The [`Sim`] of each simulation, one after the other.
    #[inline]
    pub fn sims(&self) -> &[Sim] {
        self.sims.as_ref()
    }

    /// The [`Sim`] of the first lane. Stages ask it which trees sleep: models with sleep enabled have one lane only.
    #[inline]
    pub(crate) fn first(&self) -> &Sim {
        &self.sims()[0]
    }

    /// The [`Sim`] of each simulation, to be written.
    #[inline]
    pub fn sims_mut(&mut self) -> &mut [Sim] {
        self.sims.as_mut()
    }

    /// How many bytes a step may take for contacts, rows and solvers: [`mod@limits`] says what
    /// happens beyond.
    pub fn memory_limit(&self) -> usize {
        self.growth.limit()
    }

    /// Sets [`memory_limit`](Self::memory_limit), from the next step on. Memory that is there stays.
    pub fn set_memory_limit(&mut self, bytes: usize) {
        self.growth = Growth::new(bytes);
    }

    /// Sets every byte to zero and empties what a step sizes; memory is kept.
    pub(crate) fn clear(&mut self) {
        for row in N::arrays().0 {
            (row.get_mut)(self).bytes.fill(0);
        }
        self.sims_mut().iter_mut().for_each(Sim::clear);
    }
}

#[cfg(test)]
mod tests;
