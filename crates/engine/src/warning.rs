//! Warnings of a step: they are counted in the data, the first of a kind is reported to a hook, and each has a text.
//!
//! | reads |
//! |---|
//! | `warning` |

mod blame;
mod printable;

pub use blame::blame;
pub(crate) use blame::deepest_contact;
pub use printable::{acts_on_terminal, printable};

use crate::data::Data;
use crate::enums::Warning;
use crate::hooks::System;
use crate::ids::WarningId;

impl System<'_> {
    /// Counts a warning; the first of its kind since the data was reset is told to the hook.
    #[cold]
    pub(crate) fn warn(self, d: &mut Data, warning: Warning, at: usize) {
        let is_first = d.warning[WarningId(warning as usize)].number == 0;
        d.warn(warning, at);
        if let Some(tell) = self.hooks.warning.as_ref().filter(|_| is_first) {
            tell(self.model, d, warning, at);
        }
    }
}

impl Warning {
    /// The message, with the number that comes with the warning: a dof, a count, bytes.
    #[doc(alias = "mju_warningText")]
    pub fn text(self, info: u64) -> String {
        let bad = |array: &str, object: &str| {
            format!(
                "Nan, Inf or huge value in {array} at {object} {info}. The simulation is unstable."
            )
        };
        match self {
            Self::Inertia => {
                format!("Inertia matrix is too close to singular at DOF {info}. Check model.")
            }
            Self::ContactFull => format!(
                "Too many contacts. The arena memory is full, increase arena memory allocation.\
                 (ncon = {info})"
            ),
            Self::CnstrFull => format!(
                "Insufficient arena memory for the number of constraints generated. \
                 Increase arena memory allocation above {} bytes.",
                num_bytes(info)
            ),
            Self::BadQpos => bad("QPOS", "DOF"),
            Self::BadQvel => bad("QVEL", "DOF"),
            Self::BadQacc => bad("QACC", "DOF"),
            Self::BadCtrl => bad("CTRL", "ACTUATOR"),
        }
    }
}

/// A number of bytes with the largest suffix out of `KMGTPE` that divides it.
#[doc(alias = "mju_writeNumBytes")]
pub fn num_bytes(n: u64) -> String {
    let whole = |power: &u32| n != 0 && n.is_multiple_of(1 << (10 * power));
    match (1..=6).rev().find(whole) {
        Some(power) => format!("{}{}", n >> (10 * power), &"KMGTPE"[power as usize - 1..][..1]),
        None => n.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_take_the_largest_suffix_that_divides_them() {
        let texts = [0, 1000, 1024, 1536, 3 << 20, 1 << 60].map(num_bytes);
        assert_eq!(texts, ["0", "1000", "1K", "1536", "3M", "1E"]);
    }

    #[test]
    fn every_warning_names_its_number() {
        for &warning in Warning::ALL {
            assert!(warning.text(77).contains("77"), "{warning:?}");
        }
    }
}
