//! [`Sim`], the fields that each simulation has for itself: allocation, copies, and arrays whose length a step
//! decides.

use std::fmt;

use super::Sim;
use crate::contact::WarningStat;
use crate::enums::Warning;
use crate::fields::{FieldInfo, Row, Stage};
use crate::ids::WarningId;
use crate::model::Model;
use crate::model::facts::is_dual;
use crate::sizes::{SizeError, Sizes};

/// Solves that ended because of `opt.iterations` and not because they had converged. Beside the fields:
/// MuJoCo has no such number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limited {
    /// How many, since the data was reset.
    pub(crate) number: u32,
    /// Whether the last one did.
    pub(crate) last: bool,
    /// How often another solver went on, since the data was reset.
    pub(crate) fallbacks: u32,
}

impl Sim {
    pub(super) fn allocate(sizes: &Sizes) -> Result<Self, SizeError> {
        let mut made = Self::empty();
        Self::rows().iter().try_for_each(|row| (row.make)(&mut made, sizes))?;
        Ok(made)
    }

    /// Sets every byte to zero and empties what a step sizes; memory is kept.
    pub(super) fn clear(&mut self) {
        for row in Self::rows() {
            (row.set_len)(self, 0);
            clear((row.get_mut)(self).bytes);
        }
        self.limited = Limited::default();
    }

    /// How many times since the data was reset a solver stopped at `opt.iterations` before it had
    /// converged: each solve of a step counts, of which Runge-Kutta has four.
    /// [`solver::summary`](crate::solver::summary) says how far the last one came.
    pub fn unconverged(&self) -> u32 {
        self.limited.number
    }

    /// How many times since the data was reset PGS went on where CG had not converged, which is only so
    /// if [`solver::fall_back_to_pgs`](crate::solver::fall_back_to_pgs) asked for it.
    pub fn fallbacks(&self) -> u32 {
        self.limited.fallbacks
    }

    /// Counts a warning about the number at a place.
    #[doc(alias = "mj_warning")]
    pub fn warn(&mut self, warning: Warning, at: usize) {
        let WarningStat { lastinfo, number } = &mut self.warning[WarningId(warning as usize)];
        *lastinfo = at as i32;
        *number = number.saturating_add(1);
    }

    /// Forgets the rows of constraints and their islands; contacts stay.
    pub(crate) fn clear_constraints(&mut self) {
        self.empty_rows();
        self.nefc = 0;
        self.nisland = 0;
        for contact in &mut self.contact {
            contact.efc_address = -1;
        }
    }

    /// Empties the arrays of rows and islands.
    pub(crate) fn empty_rows(&mut self) {
        for row in Self::rows() {
            if matches!(row.info.count, "nefc" | "nJ" | "nA" | "nisland" | "nidof") {
                (row.set_len)(self, 0);
            }
        }
    }

    /// Makes room for so many contacts and constraint rows, all zero, and for `nj` numbers of the
    /// constraint Jacobian; earlier contents are lost. For callers that fill these arrays themselves.
    ///
    /// Returns false, with none of them, if they take more memory than the model grants.
    pub fn resize_constraints(&mut self, m: &Model, ncon: usize, nefc: usize, nj: usize) -> bool {
        self.clear_constraints();
        (self.ncon, self.nefc, self.nJ, self.nA) = (0, 0, 0, 0);
        let dual = is_dual(m);
        let len = |field: &FieldInfo| match field.count {
            _ if field.by == Stage::Island || field.name.starts_with("iefc_") => None,
            "ncon" => Some(ncon),
            "nefc" if dual || !field.name.starts_with("efc_AR") => Some(nefc),
            "nJ" => Some(nj),
            _ => None,
        };

        // within the limit, each array and all together
        let mut bytes = 0usize;
        for Row { info, .. } in Self::rows() {
            let entry = info.inner.iter().product::<usize>() * info.dtype.size();
            let size = len(info).map_or(Some(0), |n| n.checked_mul(entry));
            bytes = bytes.saturating_add(size.unwrap_or(usize::MAX));
        }
        let fits = i64::try_from(bytes).is_ok_and(|bytes| bytes <= self.narena);
        for row in Self::rows() {
            if let Some(n) = len(&row.info) {
                (row.set_len)(self, 0);
                (row.set_len)(self, if fits { n } else { 0 });
            }
        }
        if fits {
            (self.ncon, self.nefc, self.nJ) = (ncon as i32, nefc as i32, nj as i32);
        }
        fits
    }
}

impl fmt::Debug for Sim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Sim");
        for field in Self::rows().iter().map(|row| (row.get)(self)) {
            if !field.bytes.is_empty() {
                out.field(field.name, &field.shape);
            }
        }
        out.finish_non_exhaustive()
    }
}

impl Clone for Sim {
    fn clone(&self) -> Self {
        let mut made = Self::empty();
        made.clone_from(self);
        made
    }

    fn clone_from(&mut self, from: &Self) {
        for row in Self::rows() {
            (row.copy)(self, from);
        }
        self.limited = from.limited;
    }
}

/// Bytes that are looked at before they are written.
const PAGE: usize = 4096;

/// Makes bytes zero. Statistics of solvers are far larger than all else and hardly ever written to: looking at
/// a page takes less time than writing it.
fn clear(bytes: &mut [u8]) {
    for page in bytes.chunks_mut(PAGE) {
        if page.len() < PAGE || page.iter().fold(0, |any, byte| any | byte) != 0 {
            page.fill(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_are_zero_wherever_one_was_not() {
        for len in [0, 1, PAGE - 1, PAGE, 3 * PAGE + 5] {
            for at in [0, 1, PAGE - 1, PAGE, 2 * PAGE + 1, 3 * PAGE + 4] {
                let mut bytes = vec![0; len];
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = 0x80;
                }
                clear(&mut bytes);
                assert!(bytes.iter().all(|&byte| byte == 0), "{len} {at}");
            }
        }
    }
}
