//! The macro that makes [`DataOf`](super::DataOf) and [`Sim`](super::Sim), with their constructors and copies, from
//! the rows in `fields`, and the two lists of these read as one.

use super::{Data, Sim};
use crate::fields::{FieldInfo, FieldMut, FieldRef, views};

/// Everything in the data, in MuJoCo's order, `name: type, Stage;`, as blocks of what each simulation
/// has for itself and of numbers `N` that several simulations hold in lanes, by turns.
macro_rules! data_fields {
    ($(
        each { $($(#[doc = $edoc:literal])* $efield:ident: $ety:ty, $eby:ident;)* }
        lanes { $($(#[doc = $doc:literal])* $field:ident: $ty:ty, $by:ident;)* }
    )*) => {
        /// The state of one simulation and everything computed from it.
        #[doc(alias = "mjData")]
        pub type Data = DataOf<f64>;

        /// What a simulation has for itself, also where its numbers share lanes with others: counts
        /// and what is counted (contacts, rows of constraints, islands), what sleeps, time,
        /// switches, diagnostics.
        pub struct Sim {
            $($(
                $(#[doc = $edoc])*
                #[doc = concat!("\n\nMuJoCo's `", stringify!($efield), "`, written by [`",
                    stringify!($eby), "`](crate::Stage::", stringify!($eby), ").")]
                pub $efield: $ety,
            )*)*
            /// Solves that did not come to their end.
            pub(crate) limited: $crate::data::Limited,
        }

        /// [`Data`] of one simulation, or of several in the lanes of a number type `N`.
        ///
        /// What cannot share lanes is in a [`Sim`] for each; that of a single simulation is read and
        /// written as if it were here: `d.contact`, `d.time`.
        pub struct DataOf<N: $crate::data::Lanes> {
            /// Memory that stages borrow.
            pub(crate) scratch: $crate::scratch::Scratch<N>,
            /// Memory that stages keep from step to step.
            pub(crate) workspace: N::Workspace,
            /// The plan of the model that the data is of.
            pub(crate) plan: u64,
            /// How much memory a step may take.
            pub(crate) growth: $crate::data::limits::Growth,
            /// One for each simulation: the fields that lanes cannot share.
            pub(crate) sims: N::Each<Sim>,
            $($(
                $(#[doc = $doc])*
                #[doc = concat!("\n\nMuJoCo's `", stringify!($field), "`, written by [`",
                    stringify!($by), "`](crate::Stage::", stringify!($by), ").")]
                pub $field: $ty,
            )*)*
        }

        impl Sim {
            /// The arrays, in a place of memory: a constant would be in each crate that compiles generic
            /// code of [`DataOf`] again.
            pub(super) const fn rows() -> &'static [$crate::fields::Row<Self>] {
                static ROWS: &[$crate::fields::Row<Sim>] =
                    &[$($($crate::fields::row!($efield [$efield]: $ety, $eby, false, concat!($($edoc),*)),)*)*];
                ROWS
            }

            /// Nothing of anything.
            pub(super) fn empty() -> Self {
                use $crate::fields::Allocate;
                Self { $($($efield: <$ety>::empty(),)*)* limited: $crate::data::Limited::default() }
            }
        }

        impl<N: $crate::data::Lanes> DataOf<N> {
            #[allow(clippy::large_stack_arrays, reason = "a constant, never on the stack")]
            pub(crate) const ROWS: &'static [$crate::fields::Row<Self>] =
                &[$($($crate::fields::row!($field [$field]: $ty, $by, false, concat!($($doc),*)),)*)*];

            /// Data without any object.
            pub(super) fn empty() -> Self {
                use $crate::fields::Allocate;
                Self {
                    scratch: $crate::scratch::Scratch::default(),
                    workspace: N::Workspace::default(),
                    plan: 0,
                    growth: $crate::data::limits::Growth::default(),
                    sims: N::each(|_| Sim::empty()),
                    $($($field: <$ty>::empty(),)*)*
                }
            }
        }

        impl Data {
            /// Where the fields are, in MuJoCo's order.
            pub(super) const PLACES: &'static [$crate::data::table::Place] =
                &$crate::data::table::Place::of::<{ Data::COUNT }>(&[$(
                    &[$(stringify!($efield)),*], &[$(stringify!($field)),*],
                )*]);
            const COUNT: usize = Sim::rows().len() + Self::ROWS.len();
        }
    };
}

/// Where a field of [`Data`] is: at which place among the rows of its only [`Sim`], or among its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Sim(usize),
    Lanes(usize),
}

impl Place {
    /// The places of fields in blocks, of a [`Sim`] and of numbers in lanes by turns.
    pub(super) const fn of<const K: usize>(blocks: &[&[&str]]) -> [Self; K] {
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
    /// The fields of the table, in MuJoCo's order, without values.
    pub const FIELDS: &'static [FieldInfo] = &{
        let mut infos = [Self::ROWS[0].info; Self::PLACES.len()];
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

pub(super) use data_fields;
