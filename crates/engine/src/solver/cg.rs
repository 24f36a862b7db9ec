//! Nonlinear conjugate gradients, preconditioned with the inverse of `M`.

use super::layout::{IslandRange, Layout};
use super::primal::{Primal, Settings};
use super::problem::Problem;
use super::report::Report;
use super::vec8::{self, Vec8, each};
use crate::data::Data;
use crate::ids::DofId;
use crate::math::{MINVAL, Num};
use crate::model::Model;

/// Work memory of the method.
#[derive(Clone, Debug, Default)]
pub(super) struct ConjugateGradients {
    inverse: InverseMass,
    /// `M^-1 grad`.
    Mgrad: Vec<Vec8>,
    /// Gradient before the last move, and the same with `M^-1`.
    old_grad: Vec<Vec8>,
    old_Mgrad: Vec<Vec8>,
}

impl ConjugateGradients {
    /// Reads the factor of `M`.
    pub(super) fn read(&mut self, m: &Model, d: &Data, layout: &Layout, place: &IslandRange) {
        self.inverse.read(m, d, layout, place);
        for vectors in [&mut self.Mgrad, &mut self.old_grad, &mut self.old_Mgrad] {
            vec8::clear(vectors, place.blocks.len());
        }
    }

    /// Minimizes from where `w` is.
    #[inline(always)]
    pub(super) fn minimize(
        &mut self,
        p: &Problem<'_>,
        w: &mut Primal,
        set: &Settings<'_>,
        r: &mut Report,
    ) {
        let mut beta = 0.0;
        for _ in 0..set.iterations {
            self.Mgrad.copy_from_slice(&w.grad);
            self.inverse.mul(&mut self.Mgrad);

            // Polak-Ribiere; start over where it is negative
            if r.count() > 0 {
                let rise = vec8::dot(&w.grad, &self.Mgrad) - vec8::dot(&w.grad, &self.old_Mgrad);
                let fall = vec8::dot(&self.old_grad, &self.old_Mgrad);
                beta = 0.0.max_num(rise / MINVAL.max_num(fall));
            }
            let search = vec8::flat_mut(&mut w.search);
            for (search, Mgrad) in search.iter_mut().zip(vec8::flat(&self.Mgrad)) {
                *search = -Mgrad + beta * *search;
            }

            self.old_grad.copy_from_slice(&w.grad);
            self.old_Mgrad.copy_from_slice(&self.Mgrad);
            let cost = w.cost;
            let Some(found) = (set.kernels.advance)(w, p, set) else { return };
            let ends = set.ticker.add_work(vec8::flat(p.D).len());
            if !r.push(p, w, cost, found, 0, set.tolerance) || ends {
                return;
            }
        }
        r.stop_at_limit();
    }
}

/// The factor `L' D L` of the inertia of an island, from `qLD`.
#[derive(Clone, Debug, Default)]
struct InverseMass {
    /// Of dofs that have entries left of the diagonal, in island order: slot, and end of the row.
    rows: Vec<(u32, u32)>,
    /// Slot and value of each entry left of the diagonal.
    entries: Vec<(u32, f64)>,
    /// Inverse of `D` by slot.
    diagonal: Vec<Vec8>,
}

impl InverseMass {
    fn read(&mut self, m: &Model, d: &Data, layout: &Layout, place: &IslandRange) {
        self.rows.clear();
        self.entries.clear();
        vec8::clear(&mut self.diagonal, place.blocks.len());
        let diagonal = vec8::flat_mut(&mut self.diagonal);
        for &k in &layout.dofs[place.dofs.clone()] {
            let slot = layout.slot_of[k as usize];
            let k = DofId(k as usize);
            let start = m.M_rowadr[k] as usize;
            let range = start..(start + m.M_rownnz[k] as usize).saturating_sub(1).max(start);
            diagonal[slot as usize] = d.qLDiagInv[k];
            if range.is_empty() {
                continue;
            }
            let columns = &m.M_colind.as_slice()[range.clone()];
            for (&column, &value) in columns.iter().zip(&d.qLD.as_slice()[range]) {
                self.entries.push((layout.slot_of[column as usize], value));
            }
            self.rows.push((slot, self.entries.len() as u32));
        }
    }

    /// `x <- M^-1 x`.
    #[inline(always)]
    fn mul(&self, x: &mut [Vec8]) {
        self.substitute_back(vec8::flat_mut(x));
        for (x, inverse) in x.iter_mut().zip(&self.diagonal) {
            *x = each!(k => x.0[k] * inverse.0[k]);
        }
        self.substitute(vec8::flat_mut(x));
    }

    /// `x <- L'^-1 x`.
    fn substitute_back(&self, x: &mut [f64]) {
        for (i, &(slot, end)) in self.rows.iter().enumerate().rev() {
            let xi = x[slot as usize];
            for &(column, value) in &self.entries[self.start(i)..end as usize] {
                x[column as usize] -= value * xi;
            }
        }
    }

    /// `x <- L^-1 x`.
    fn substitute(&self, x: &mut [f64]) {
        for (i, &(slot, end)) in self.rows.iter().enumerate() {
            let mut sum = x[slot as usize];
            for &(column, value) in &self.entries[self.start(i)..end as usize] {
                sum -= value * x[column as usize];
            }
            x[slot as usize] = sum;
        }
    }

    /// First entry of a row.
    fn start(&self, row: usize) -> usize {
        row.checked_sub(1).map_or(0, |above| self.rows[above].1 as usize)
    }
}
