//! Newton's method: the direction is `-H^-1 grad`.
//!
//! `H` follows the rows that change state; cones have Hessians that change with every move and are
//! added right before factorizing.

use super::hessian::Hessian;
use super::primal::{Primal, Settings};
use super::problem::{ConeRows, Problem};
use super::report::Report;
use super::ticker::Ticker;
use super::vec8::{self, Vec8};
use crate::constraint::cost::Curvature;
use crate::enums::ConstraintState;

/// Work memory of the method.
#[derive(Clone, Debug, Default)]
pub(super) struct Newton {
    pub(super) hessian: Hessian,
    /// Weights of rows in `H`.
    weight: Vec<Vec8>,
    /// Rows of a group whose weight changed, and by how much; scratch.
    changed: Vec<(usize, f64)>,
    /// Cones of a group with their Hessians; scratch.
    cones: Vec<(ConeRows, Curvature)>,
}

impl Newton {
    /// Finds the pattern of the Hessian; false if that takes more bytes than `most`.
    #[inline(always)]
    pub(super) fn prepare(&mut self, p: &Problem<'_>, most: usize) -> bool {
        vec8::clear(&mut self.weight, p.D.len());
        self.hessian.start(p, most)
    }

    /// Minimizes from where `w` is, once [prepared](Self::prepare).
    #[inline(always)]
    pub(super) fn minimize(
        &mut self,
        p: &Problem<'_>,
        w: &mut Primal,
        set: &Settings<'_>,
        r: &mut Report,
    ) {
        for iteration in 0..set.iterations {
            let updates = self.step(p, w, iteration == 0, set);
            if set.ticker.interrupted() {
                return;
            }
            let cost = w.cost;
            let Some(found) = (set.kernels.advance)(w, p, set) else { return };
            let ends = set.ticker.add_work(vec8::flat(p.D).len());
            if !r.push(p, w, cost, found, updates, set.tolerance) || ends {
                return;
            }
        }
        r.stop_at_limit();
    }

    /// `search = -H^-1 grad`; returns the rows of which `H` had to follow the state.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        p: &Problem<'_>,
        w: &mut Primal,
        first: bool,
        set: &Settings<'_>,
    ) -> i32 {
        let changed = (set.kernels.follow)(self, p, w);
        // what has not changed has its factor
        let renewed = first || changed > 0 || !p.cones.is_empty();
        if renewed && !(set.kernels.factorize)(self, p, w, set.ticker) && changed > 0 {
            // differences of large numbers left too little: from the beginning
            self.hessian.reset(&p.M);
            self.weight.fill(Vec8::ZERO);
            (set.kernels.follow)(self, p, w);
            (set.kernels.factorize)(self, p, w, set.ticker);
        }
        (set.kernels.solve)(self, w);
        changed
    }

    /// Adds what changed in the weights of rows.
    #[inline(always)]
    pub(super) fn follow(&mut self, p: &Problem<'_>, w: &Primal) -> i32 {
        let mut count = 0;
        let (new, old) = (vec8::flat(&w.weight), vec8::flat_mut(&mut self.weight));
        for group in p.J.groups {
            self.changed.clear();
            let rows = group.rows.clone();
            for ((row, &new), old) in rows.clone().zip(&new[rows.clone()]).zip(&mut old[rows]) {
                if new != *old {
                    self.changed.push((row, new - *old));
                    *old = new;
                }
            }
            if !self.changed.is_empty() {
                self.hessian.add_rows(&p.J, group, &self.changed);
                count += self.changed.len();
            }
        }
        count as i32
    }

    /// Factorizes `H` with cones; returns whether all pivots were large enough.
    #[inline(always)]
    pub(super) fn factorize(&mut self, p: &Problem<'_>, w: &Primal, ticker: &Ticker<'_>) -> bool {
        // those of cones change with every move
        self.hessian.copy_to_factor(!p.cones.is_empty());
        let (D, jar) = (vec8::flat(p.D), vec8::flat(&w.jar));
        let mut i = 0;
        while i < p.cones.len() {
            let group = p.J.group_of_cone(i);
            self.cones.clear();
            while i < p.cones.len() && p.cones[i].row < group.rows.end {
                if w.states[i] == ConstraintState::Cone {
                    let c = p.cones[i];
                    let jar = &jar[c.row..c.row + c.cone.dim];
                    self.cones.push((c, c.cone.curvature(D[c.row], jar)));
                }
                i += 1;
            }
            if !self.cones.is_empty() {
                self.hessian.add_cones(&p.J, group, &self.cones);
            }
        }
        self.hessian.factorize(ticker)
    }
}
