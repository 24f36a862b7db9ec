//! The macro that makes [`DataOf`](super::DataOf) and [`Sim`](super::Sim), with their constructors and copies, from
//! the rows in `fields`.

/// Everything in the data, in MuJoCo's order, `name: type, Stage;`, as blocks of what each simulation
/// has for itself and of numbers `N` that several simulations hold in lanes, by turns.
macro_rules! data_fields {
    ($(
        each { $($(#[doc = $edoc:literal])* $efield:ident: $ety:ty, $eby:ident;)* }
        lanes { $($(#[doc = $doc:literal])* $field:ident: $ty:ty, $by:ident;)* }
    )*) => {
        /// The state of one simulation and everything computed from it.
        ///
        /// [`Data::new`] makes one for a model, [`step`](crate::step()) moves it on. Users mostly read and write
        /// [`time`](Sim::time), [`qpos`](DataOf::qpos), [`qvel`](DataOf::qvel), [`ctrl`](DataOf::ctrl),
        /// [`xfrc_applied`](DataOf::xfrc_applied), [`xpos`](DataOf::xpos), [`xquat`](DataOf::xquat),
        /// [`sensordata`](DataOf::sensordata), and what belongs to one object by [`joint`](Data::joint),
        /// [`actuator`](Data::actuator), [`sensor`](Data::sensor) and [`contacts`](Data::contacts).
        ///
        /// Methods follow below the fields; those of [`Sim`] are called here too: [`warnings`](Sim::warnings),
        /// [`warn`](Sim::warn), [`unconverged`](Sim::unconverged), [`fallbacks`](Sim::fallbacks).
        ///
        /// # All fields
        ///
        /// In MuJoCo's order, with the stage that writes them. Where the type says `N`, it is `f64`; [`DataOf`] may hold
        /// several simulations in lanes.
        ///
        /// | field | type | what it is | written by |
        /// |---|---|---|---|
        $(
            $(
                #[doc = concat!("| [`", stringify!($efield), "`](Sim::", stringify!($efield), ") | `",
                    stringify!($ety), "` |", $($edoc,)* " | [`", stringify!($eby), "`](crate::Stage::",
                    stringify!($eby), ") |")]
            )*
            $(
                #[doc = concat!("| [`", stringify!($field), "`](DataOf::", stringify!($field), ") | `",
                    stringify!($ty), "` |", $($doc,)* " | [`", stringify!($by), "`](crate::Stage::",
                    stringify!($by), ") |")]
            )*
        )*
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
            /// The names of the fields, in the blocks of the table: of a [`Sim`] and of numbers in lanes by turns.
            pub(super) const BLOCKS: &'static [&'static [&'static str]] =
                &[$(&[$(stringify!($efield)),*], &[$(stringify!($field)),*],)*];
        }
    };
}

pub(super) use data_fields;
