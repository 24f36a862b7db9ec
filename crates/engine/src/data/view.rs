//! The fields of [`Data`] in MuJoCo's order: those of its [`Sim`] and its numbers, which are two lists of rows, as one.

use super::{Data, Sim};
use crate::fields::{FieldInfo, FieldMut, FieldRef, views};

/// Where a field is: at which place among the rows of the only [`Sim`] of the data, or among those of its numbers.
#[derive(Clone, Copy, Debug)]
enum Place {
    Sim(usize),
    Lanes(usize),
}

impl Place {
    /// The places of fields in blocks, of a [`Sim`] and of numbers in lanes by turns.
    const fn of<const K: usize>(blocks: &[&[&str]]) -> [Self; K] {
        let mut places = [Self::Sim(0); K];
        let (mut at, mut counts, mut block) = (0, [0; 2], 0);
        while block < blocks.len() {
            let end = at + blocks[block].len();
            while at < end {
                let count = &mut counts[block % 2];
                places[at] = if block % 2 == 0 { Self::Sim(*count) } else { Self::Lanes(*count) };
                *count += 1;
                at += 1;
            }
            block += 1;
        }
        places
    }
}

impl Data {
    const COUNT: usize = Sim::rows().len() + Self::ROWS.len();
    const PLACES: &'static [Place; Self::COUNT] = &Place::of(Self::BLOCKS);

    /// The fields of the table, in MuJoCo's order, without values.
    #[allow(clippy::large_stack_arrays, reason = "a constant, never on the stack")]
    pub const FIELDS: &'static [FieldInfo] = &{
        let mut infos = [Self::ROWS[0].info; Self::COUNT];
        let mut at = 0;
        while at < infos.len() {
            infos[at] = match Self::PLACES[at] {
                Place::Sim(row) => Sim::rows()[row].info,
                Place::Lanes(row) => Self::ROWS[row].info,
            };
            at += 1;
        }
        infos
    };

    fn at(&self, index: usize) -> FieldRef<'_> {
        match Self::PLACES[index] {
            Place::Sim(row) => (Sim::rows()[row].get)(&self.sims[0]),
            Place::Lanes(row) => (Self::ROWS[row].get)(self),
        }
    }

    fn at_mut(&mut self, index: usize) -> FieldMut<'_> {
        match Self::PLACES[index] {
            Place::Sim(row) => (Sim::rows()[row].get_mut)(&mut self.sims[0]),
            Place::Lanes(row) => (Self::ROWS[row].get_mut)(self),
        }
    }

    /// Resizes the array at that place of [`FIELDS`](Self::FIELDS) if a step may do so.
    pub(crate) fn set_len(&mut self, index: usize, len: usize) {
        if let Some(&Place::Sim(row)) = Self::PLACES.get(index) {
            (Sim::rows()[row].set_len)(&mut self.sims[0], len);
        }
    }
}

views!(Data);
