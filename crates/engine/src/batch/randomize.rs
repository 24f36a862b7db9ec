//! Gives each environment of a batch its own values of some parameters, such as masses or friction.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::BatchSim;
use super::driver::on_cores;
use super::vary::{DERIVED, OwnedValues, Parameter, Refresher, Varied, VaryError};
use crate::fields::Scalar;
use crate::set_const::ConstError;

/// Why [`BatchSim::set_const`] fails: the first environment whose constants cannot be computed, and the cause.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetConstError {
    /// The environment.
    pub env: usize,
    /// What is wrong with its parameters.
    pub cause: ConstError,
}

impl fmt::Display for SetConstError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "environment {}: {}", self.env, self.cause)
    }
}

crate::debug_as_message!(SetConstError);

impl std::error::Error for SetConstError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

impl BatchSim {
    /// The values of a parameter of the model for all environments, one after the other: at first those
    /// of the model. From then on each environment has its own, and steps by itself instead of in lanes.
    ///
    /// Names are those of arrays of the model (`body_mass`), options (`opt.gravity`) and statistics
    /// (`stat.meaninertia`). After masses, inertias, positions or gains have changed,
    /// [`set_const`](Self::set_const) computes what follows from them.
    ///
    /// # Errors
    /// If there is no such parameter, or it is not of `f64`: see [`vary_as`](Self::vary_as).
    pub fn vary(&mut self, name: &str) -> Result<&mut [f64], VaryError> {
        self.vary_as(name)
    }

    /// As [`vary`](Self::vary), for parameters of any type of numbers: `i32` for contact bits (`geom_contype`),
    /// priorities and counts of iterations (`opt.iterations`), `u8` for switches (`jnt_limited`, `eq_active0`), `f32`
    /// for colors.
    ///
    /// Structure, which is how many objects there are, of what type and which refers to which, cannot differ.
    /// Where `eq_active0` differs, a [reset](Self::reset) takes it from there instead of from the
    /// [start](Self::set_start).
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use ferrodyn::batch::BatchSim;
    ///
    /// let m = Arc::new(ferrodyn::load_str("<mujoco/>")?);
    /// let mut batch = BatchSim::new(m, 3);
    /// batch.vary_as::<i32>("opt.iterations")?.copy_from_slice(&[5, 20, 100]);
    /// let error = batch.vary_as::<i32>("opt.iteration").unwrap_err().to_string();
    /// assert!(error.ends_with("did you mean opt.iterations?"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such parameter, it is structure, or of another type.
    pub fn vary_as<T: Scalar>(&mut self, name: &str) -> Result<&mut [T], VaryError> {
        let parameter = Parameter::find(&self.model, name)?;
        let (found, asked) = (parameter.dtype(), T::DTYPE);
        if found != asked || size_of::<T>() != asked.size() {
            return Err(VaryError::Type { name: name.to_owned(), found, asked });
        }
        let at = self.varied.iter().position(|values| values.parameter() == parameter);
        let at = at.unwrap_or_else(|| {
            self.varied.push(OwnedValues::new(parameter, &self.model, self.len()));
            self.varied.len() - 1
        });
        Ok(bytemuck::cast_slice_mut(self.varied[at].bytes_mut()))
    }

    /// Computes for every environment the constants of its model that follow from its parameters, see
    /// [`DERIVED`]; they become parameters that differ too.
    ///
    /// # Errors
    /// The first environment whose constants cannot be computed, and why; the others have theirs.
    pub fn set_const(&mut self) -> Result<(), SetConstError> {
        for name in DERIVED {
            // there is none that may not
            let _ = self.vary(name);
        }
        let before: Vec<Varied<'_>> = self.varied.iter().map(OwnedValues::as_varied).collect();
        let mut after = self.varied.clone();
        let failed = Mutex::new(None::<SetConstError>);
        let work = |worker: &mut Refresher<'_>, (env, rows): (usize, Vec<&mut [u8]>)| match worker
            .refresh(env, &before)
        {
            Ok(m) => {
                for (varied, row) in before.iter().zip(rows) {
                    varied.parameter.read(m, row);
                }
            }
            Err(cause) => {
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                if failed.is_none_or(|first| env < first.env) {
                    *failed = Some(SetConstError { env, cause });
                }
            }
        };
        let jobs = rows_of(&mut after, self.len()).into_iter().enumerate();
        on_cores(jobs.collect(), || Refresher::new(&self.model), work);
        self.varied = after;
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// The values of every environment: a row of each parameter.
fn rows_of(values: &mut [OwnedValues], count: usize) -> Vec<Vec<&mut [u8]>> {
    let mut rows: Vec<_> = values
        .iter_mut()
        .map(|values| {
            let size = values.parameter().size().max(1);
            values.bytes_mut().chunks_mut(size)
        })
        .collect();
    let row = |_| rows.iter_mut().map(|rows| rows.next().unwrap_or_default()).collect();
    (0..count).map(row).collect()
}
