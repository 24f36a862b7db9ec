//! Limits on the memory that a step may take for contacts, rows of constraints and solvers.
//!
//! Arrays grow as a step needs them, up to shares of one limit per [`Data`](crate::Data). What does not fit is
//! left out and counted as a warning, as in MuJoCo when its arena is full:
//!
//! | what | share | beyond it | warning |
//! |---|---|---|---|
//! | pairs of bodies or geoms that may touch | an eighth each | pairs left out | `ContactFull` |
//! | contacts | a quarter | contacts left out | `ContactFull` |
//! | rows of constraints, their Jacobian | a half | rows left out | `CnstrFull` |
//! | `efc_AR`, of PGS and no-slip | a half | no constraints in this step | `CnstrFull` |
//! | Hessian of Newton's method | a quarter | conjugate gradients instead | `CnstrFull` |
//!
//! Work memory of the solvers beyond that is proportional to the rows.

use crate::contact::Contact;

/// The limit of a [`Data`](crate::Data) that has not been given another, in bytes.
pub const DEFAULT_LIMIT: usize = 512 << 20;

/// The memory limit of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Growth {
    limit: usize,
}

impl Default for Growth {
    fn default() -> Self {
        Self { limit: DEFAULT_LIMIT }
    }
}

impl Growth {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit }
    }

    /// The limit in bytes.
    pub(crate) fn limit(self) -> usize {
        self.limit
    }

    /// Most pairs of bodies, or of geoms of two bodies, of so many bytes each.
    pub(crate) fn pairs(self, bytes: usize) -> usize {
        self.limit / 8 / bytes
    }

    /// Most contacts.
    pub(crate) fn contacts(self) -> usize {
        (self.limit / 4 / size_of::<Contact>()).min(i32::MAX as usize)
    }

    /// Bytes of rows and their Jacobian.
    pub(crate) fn rows(self) -> usize {
        self.limit / 2
    }

    /// Bytes of the inverse inertia of constraints.
    pub(crate) fn inverse(self) -> usize {
        self.limit / 2
    }

    /// Bytes of the Hessian.
    pub(crate) fn hessian(self) -> usize {
        self.limit / 4
    }
}
