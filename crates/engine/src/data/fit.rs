//! Whether data is of a model: its arrays have the lengths that the model asks for.
//!
//! Data remembers the plan of the model that it was made for, so that the question costs one
//! comparison. Another plan, as of a model that was compiled again, takes a look at every array.

use std::fmt;

use super::{DataOf, Lanes, Sim};
use crate::enums::Warning;
use crate::fields::{FieldInfo, Row};
use crate::ids::STEP_COUNTS;
use crate::model::Model;
use crate::sizes::Sizes;

/// Data was made for another model, of other sizes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct WrongModel {
    /// The first array that has not the length it must have.
    pub field: &'static str,
    /// The numbers of it that the model asks for.
    pub expected: usize,
    /// The numbers that the data has.
    pub found: usize,
}

impl fmt::Display for WrongModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, expected, found } = self;
        write!(
            f,
            "the data is of another model: {field} has {found} numbers, {expected} are needed"
        )
    }
}

crate::debug_as_message!(WrongModel);

impl std::error::Error for WrongModel {}

impl<N: Lanes> DataOf<N> {
    /// An error unless the data is of this model, or of one of the same sizes.
    ///
    /// [`step`](crate::step()) and its like ask this themselves, by one comparison. Given data of
    /// another model they compute nothing, and leave NaN in every number of the data, with a warning
    /// in `d.warning`: the mistake cannot be taken for a result, nor does it end the program.
    /// [`try_step`](crate::try_step) leaves the data as it is and returns this error instead.
    ///
    /// Single stages of a step, such as [`kinematics`](crate::smooth::kinematics), do not ask: they
    /// panic where an array is too short. So do steps if arrays of different lengths were exchanged
    /// between data, as `std::mem::swap` can do it; this function finds that too.
    ///
    /// ```
    /// use ferrodyn::{Data, load_str, step, try_step};
    ///
    /// let (m, other) = (load_str("<mujoco><size nuserdata='3'/></mujoco>")?, load_str("<mujoco/>")?);
    /// let mut d = Data::new(&other);
    /// let error = try_step(&m, &mut d).unwrap_err();
    /// assert_eq!(d.check_model(&m), Err(error));
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the data is of another model: userdata has 0 numbers, 3 are needed"
    /// );
    ///
    /// d.reset(&m); // now it is of this one
    /// try_step(&m, &mut d)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_model(&self, m: &Model) -> Result<(), WrongModel> {
        let sizes = &m.sizes;
        N::arrays().0.iter().try_for_each(|row| check_row(row, self, sizes))?;
        let sims = self.sims().iter();
        sims.flat_map(|sim| Sim::rows().iter().map(move |row| (row, sim)))
            .try_for_each(|(row, sim)| check_row(row, sim, sizes))
    }

    /// Whether the data is of this model; else every number in it becomes NaN.
    #[inline]
    #[must_use]
    pub(crate) fn is_of(&mut self, m: &Model) -> bool {
        m.plan_number() == Some(self.plan) || self.is_of_too(m)
    }

    /// [`is_of`](Self::is_of) where the plan is not the one that the data was made for.
    #[cold]
    #[inline(never)]
    fn is_of_too(&mut self, m: &Model) -> bool {
        let fits = self.accept(m).is_ok();
        if !fits {
            self.fill_with_nan();
        }
        fits
    }

    /// An error unless the data is of this model, which is remembered.
    #[inline]
    pub(crate) fn accept(&mut self, m: &Model) -> Result<(), WrongModel> {
        let plan = m.plan_number();
        if plan != Some(self.plan) {
            self.check_model(m)?;
            // no plan has the number zero
            self.plan = plan.unwrap_or(0);
        }
        Ok(())
    }

    /// An error unless the data is of this model.
    #[inline]
    pub(crate) fn check_plan(&self, m: &Model) -> Result<(), WrongModel> {
        if m.plan_number() == Some(self.plan) { Ok(()) } else { self.check_model(m) }
    }

    /// Leaves no number in the data that could be taken for a result.
    pub(crate) fn fill_with_nan(&mut self) {
        for row in N::arrays().0 {
            if let Some(numbers) = (row.get_mut)(self).values::<f64>() {
                numbers.fill(f64::NAN);
            }
        }
        for sim in self.sims_mut() {
            sim.contact.resize(0);
            sim.ncon = 0;
            sim.clear_constraints();
            sim.time = f64::NAN;
            sim.warn(Warning::BadQpos, 0);
        }
    }
}

/// Whether an array has the length that the sizes of a model give it; those that a step sizes always.
fn check_row<S: 'static>(row: &Row<S>, table: &S, sizes: &Sizes) -> Result<(), WrongModel> {
    let FieldInfo { name, dtype, count, .. } = row.info;
    if count.is_empty() || STEP_COUNTS.contains(&count) {
        return Ok(());
    }
    let numbers = |bytes: usize| bytes / dtype.size();
    let expected = (row.bytes)(sizes).map_or(usize::MAX, numbers);
    let found = numbers((row.get)(table).bytes.len());
    if found == expected { Ok(()) } else { Err(WrongModel { field: name, expected, found }) }
}
