//! The bodies and degrees of freedom that a stage loops over: all, or those that are awake if sleep is enabled.
//!
//! | reads |
//! |---|
//! | `nbody_awake`, `nparent_awake`, `nv_awake`, `body_awake_ind`, `parent_awake_ind` |
//! | `dof_awake_ind`, `opt.enableflags` |
//!
//! A stage asks once and then goes by places, so that it may write to the data meanwhile:
//!
//! ```text
//! let bodies = Bodies::new(m, d);
//! for i in bodies.places() {
//!     let b = bodies.at(d, i);
//! ```

use std::ops::Range;

use crate::data::{DataOf, Lanes};
use crate::enums::EnableBit;
use crate::ids::{BodyId, DofId};
use crate::model::Model;

/// Whether some bodies sleep, so that stages skip them.
#[inline]
pub(crate) fn some_asleep<N: Lanes>(m: &Model, d: &DataOf<N>) -> bool {
    m.opt.enabled(EnableBit::Sleep) && d.first().nbody_awake < m.nbody as i32
}

/// The bodies that do not sleep, in order; the world is the first.
#[derive(Clone, Copy)]
pub(crate) struct Bodies(Scope);

impl Bodies {
    #[inline]
    pub(crate) fn new<N: Lanes>(m: &Model, d: &DataOf<N>) -> Self {
        let sim = d.first();
        Self(Scope::new(some_asleep(m, d), m.nbody, sim.nbody_awake, sim.body_awake_ind.len()))
    }

    /// Whether none sleeps.
    #[inline]
    pub(crate) fn all(self) -> bool {
        self.0.all
    }

    /// Places of all of them.
    #[inline]
    pub(crate) fn places(self) -> Range<usize> {
        0..self.0.len
    }

    /// Places of all but the world.
    #[inline]
    pub(crate) fn places_below_world(self) -> Range<usize> {
        self.0.len.min(1)..self.0.len
    }

    #[inline]
    pub(crate) fn at<N: Lanes>(self, d: &DataOf<N>, place: usize) -> BodyId {
        self.on(&d.first().body_awake_ind, place)
    }

    /// The same, given the list of the data.
    #[inline]
    pub(crate) fn on(self, body_awake_ind: &[i32], place: usize) -> BodyId {
        BodyId(self.0.at(body_awake_ind, place))
    }
}

/// The bodies other than the world whose parent does not sleep, in order.
#[derive(Clone, Copy)]
pub(crate) struct Children(Scope);

impl Children {
    #[inline]
    pub(crate) fn new<N: Lanes>(m: &Model, d: &DataOf<N>) -> Self {
        let sim = d.first();
        let (awake, listed) = (sim.nparent_awake, sim.parent_awake_ind.len());
        Self(Scope::new(some_asleep(m, d), m.nbody, awake, listed))
    }

    /// Whether none sleeps.
    #[inline]
    pub(crate) fn all(self) -> bool {
        self.0.all
    }

    #[inline]
    pub(crate) fn places(self) -> Range<usize> {
        usize::from(self.0.all).min(self.0.len)..self.0.len
    }

    #[inline]
    pub(crate) fn at<N: Lanes>(self, d: &DataOf<N>, place: usize) -> BodyId {
        BodyId(self.0.at(&d.first().parent_awake_ind, place))
    }
}

/// The degrees of freedom that do not sleep, in order.
#[derive(Clone, Copy)]
pub(crate) struct Dofs(Scope);

impl Dofs {
    #[inline]
    pub(crate) fn new<N: Lanes>(m: &Model, d: &DataOf<N>) -> Self {
        let sim = d.first();
        let some_asleep = m.opt.enabled(EnableBit::Sleep) && sim.nv_awake < m.nv as i32;
        Self(Scope::new(some_asleep, m.nv, sim.nv_awake, sim.dof_awake_ind.len()))
    }

    /// Whether none sleeps.
    #[inline]
    pub(crate) fn all(self) -> bool {
        self.0.all
    }

    #[inline]
    pub(crate) fn places(self) -> Range<usize> {
        0..self.0.len
    }

    #[inline]
    pub(crate) fn at<N: Lanes>(self, d: &DataOf<N>, place: usize) -> DofId {
        self.on(&d.first().dof_awake_ind, place)
    }

    /// The same, given the list of the data.
    #[inline]
    pub(crate) fn on(self, dof_awake_ind: &[i32], place: usize) -> DofId {
        DofId(self.0.at(dof_awake_ind, place))
    }

    /// The list of them, given that of the data; `None` if none sleeps.
    #[inline]
    pub(crate) fn list(self, dof_awake_ind: &[i32]) -> Option<&[i32]> {
        (!self.0.all).then(|| dof_awake_ind.get(..self.0.len).unwrap_or(&[]))
    }
}

/// All of `count` objects, or the first `len` of a list.
#[derive(Clone, Copy)]
struct Scope {
    all: bool,
    len: usize,
}

impl Scope {
    #[inline]
    fn new(some_asleep: bool, count: usize, awake: i32, listed: usize) -> Self {
        let len = if some_asleep { usize::try_from(awake).unwrap_or(0).min(listed) } else { count };
        Self { all: !some_asleep, len }
    }

    #[inline]
    fn at(self, list: &[i32], place: usize) -> usize {
        if self.all { place } else { list[place] as usize }
    }
}
