//! Gives each environment of a batch its own values of some parameters, such as masses or friction.

use std::sync::{Mutex, PoisonError};

use super::BatchSim;
use super::driver::on_cores;
use super::vary::{DERIVED, Parameter, Refresher, Varied, VaryError};
use crate::fields::DType;
use crate::set_const::ConstError;

impl BatchSim {
    /// The values of a parameter of the model for all environments, one after the other: at first those
    /// of the model. From then on each environment has its own, and steps by itself instead of in lanes.
    ///
    /// Names are those of arrays of the model (`body_mass`), options (`opt.gravity`) and statistics
    /// (`stat.meaninertia`). After masses, inertias, positions or gains have changed,
    /// [`set_const`](Self::set_const) computes what follows from them.
    ///
    /// # Errors
    /// If there is no such parameter, or it is not of `f64`.
    pub fn vary(&mut self, name: &str) -> Result<&mut [f64], VaryError> {
        let parameter = Parameter::find(&self.model, name)?;
        if parameter.dtype() != DType::F64 {
            return Err(VaryError::NotFloats(name.to_owned()));
        }
        let at = self.varied.iter().position(|(known, _)| *known == parameter);
        let at = at.unwrap_or_else(|| {
            let mut values = vec![0.0; parameter.size() / size_of::<f64>()];
            parameter.read(&self.model, bytemuck::cast_slice_mut(&mut values));
            self.varied.push((parameter, values.repeat(self.len())));
            self.varied.len() - 1
        });
        Ok(&mut self.varied[at].1)
    }

    /// Computes for every environment the constants of its model that follow from its parameters, see
    /// [`DERIVED`]; they become parameters that differ too.
    ///
    /// # Errors
    /// The first environment whose constants cannot be computed, and why; the others have theirs.
    pub fn set_const(&mut self) -> Result<(), (usize, ConstError)> {
        for name in DERIVED {
            // there is none that may not
            let _ = self.vary(name);
        }
        let before: Vec<Varied<'_>> = self.varied.iter().map(as_varied).collect();
        let mut after: Vec<Vec<f64>> = self.varied.iter().map(|(_, v)| v.clone()).collect();
        let failed = Mutex::new(None::<(usize, ConstError)>);
        let work = |worker: &mut Refresher<'_>, (env, rows): (usize, Vec<&mut [f64]>)| match worker
            .refresh(env, &before)
        {
            Ok(m) => {
                for (varied, row) in before.iter().zip(rows) {
                    varied.parameter.read(m, bytemuck::cast_slice_mut(row));
                }
            }
            Err(cause) => {
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                if failed.is_none_or(|(first, _)| env < first) {
                    *failed = Some((env, cause));
                }
            }
        };
        let jobs = rows_of(&mut after, &before, self.len()).into_iter().enumerate();
        on_cores(jobs, || Refresher::new(&self.model), work);
        for ((_, values), after) in self.varied.iter_mut().zip(after) {
            *values = after;
        }
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// The values of every environment: a row of each parameter.
fn rows_of<'a>(
    values: &'a mut [Vec<f64>],
    varied: &[Varied<'_>],
    count: usize,
) -> Vec<Vec<&'a mut [f64]>> {
    let mut rows: Vec<_> = values
        .iter_mut()
        .zip(varied)
        .map(|(values, varied)| values.chunks_mut((varied.parameter.size() / 8).max(1)))
        .collect();
    let row = |_| rows.iter_mut().map(|rows| rows.next().unwrap_or_default()).collect();
    (0..count).map(row).collect()
}

/// The values of all environments as bytes.
pub(super) fn as_varied((parameter, values): &(Parameter, Vec<f64>)) -> Varied<'_> {
    Varied { parameter: *parameter, values: bytemuck::cast_slice(values) }
}
