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

use std::fmt;

use crate::contact::WarningStat;
use crate::data::{Data, Sim};
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

/// A warning that was raised since the data was reset; [`Sim::warnings`] has them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaisedWarning {
    /// What is wrong.
    pub warning: Warning,
    /// How often it was raised.
    pub number: i32,
    /// What it was about the last time: a dof, an actuator, a count, bytes.
    pub lastinfo: i32,
}

/// MuJoCo's text about the last time, and how often there was one.
impl fmt::Display for RaisedWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.warning.text(u64::from(self.lastinfo.cast_unsigned())))?;
        if self.number > 1 { write!(f, " ({} times)", self.number) } else { Ok(()) }
    }
}

impl From<Warning> for WarningId {
    fn from(warning: Warning) -> Self {
        Self(warning as usize)
    }
}

impl Sim {
    /// The warnings that were raised since the data was reset, read as `d.warnings()`. [`blame`] says more about one
    /// while the state is still what it was.
    ///
    /// ```
    /// # fn simulate(d: &mut ferrodyn::Data) {
    /// use ferrodyn::enums::Warning;
    ///
    /// for raised in d.warnings() {
    ///     eprintln!("at {} s: {raised}", d.time);
    /// }
    /// let diverged = d.warnings().any(|raised| raised.warning == Warning::BadQacc);
    /// # }
    /// ```
    pub fn warnings(&self) -> impl Iterator<Item = RaisedWarning> {
        Warning::ALL.iter().filter_map(|&warning| {
            let WarningStat { lastinfo, number } = *self.warning.get(warning as usize)?;
            (number > 0).then_some(RaisedWarning { warning, number, lastinfo })
        })
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
    fn raised_warnings_are_listed_with_their_number() {
        let m = crate::Model::new(crate::Sizes { nbody: 1, nv: 8, ..Default::default() }).unwrap();
        let mut d = Data::new(&m);
        assert_eq!(d.warnings().count(), 0);
        d.warn(Warning::BadQacc, 5);
        d.warn(Warning::BadQvel, 1);
        d.warn(Warning::BadQacc, 7);
        let raised: Vec<_> = d.warnings().map(|raised| raised.to_string()).collect();
        assert_eq!(
            raised,
            [
                "Nan, Inf or huge value in QVEL at DOF 1. The simulation is unstable.",
                "Nan, Inf or huge value in QACC at DOF 7. The simulation is unstable. (2 times)",
            ]
        );
        let last = d.warnings().last().unwrap();
        assert_eq!((last.warning, last.number, last.lastinfo), (Warning::BadQacc, 2, 7));
        assert_eq!(d.warning[WarningId::from(Warning::BadQacc)].number, 2);
    }

    #[test]
    fn every_warning_names_its_number() {
        for &warning in Warning::ALL {
            assert!(warning.text(77).contains("77"), "{warning:?}");
        }
    }
}
