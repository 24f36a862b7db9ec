//! Newton's method: the direction is `-H^-1 grad`.
//!
//! `H` follows the rows that change state; cones have Hessians that change with every move and are
//! added right before factorizing.

use super::hessian::{Hessian, TERMS};
use super::primal::{Primal, Settings};
use super::problem::Problem;
use super::report::Report;
use super::ticker::Ticker;
use super::vec8::{self, Vec8};
use crate::enums::ConstraintState;

/// Work memory of the method.
#[derive(Clone, Debug, Default)]
pub(super) struct Newton {
    pub(super) hessian: Hessian,
    /// Weights of rows in `H`.
    weight: Vec<Vec8>,
}

impl Newton {
    /// Finds the pattern of the Hessian; false if that takes more bytes than `most`.
    pub(super) fn prepare(&mut self, p: &Problem, most: usize) -> bool {
        self.hessian.start(p.nblock, &p.J, &p.M, &p.slots, most)
    }

    /// Minimizes from where `w` is, once [prepared](Self::prepare).
    #[inline(always)]
    pub(super) fn minimize(
        &mut self,
        p: &Problem,
        w: &mut Primal,
        set: &Settings<'_>,
        r: &mut Report,
    ) {
        w.start(p);
        vec8::clear(&mut self.weight, p.D.len());
        for _ in 0..set.iterations {
            let updates = self.step(p, w, set.ticker);
            if set.ticker.told() {
                break;
            }
            let cost = w.cost;
            let Some(found) = w.advance(p, set) else { break };
            let ends = set.ticker.spend(vec8::flat(&p.D).len());
            if !r.push(p, w, cost, found, updates, set.tolerance) || ends {
                break;
            }
        }
    }

    /// `search = -H^-1 grad`; returns the rows of which `H` had to follow the state.
    #[inline(always)]
    fn step(&mut self, p: &Problem, w: &mut Primal, ticker: &Ticker<'_>) -> i32 {
        let changed = self.follow(p, w);
        if !self.factorize(p, w, ticker) && changed > 0 {
            // differences of large numbers left too little: from the beginning
            self.hessian.reset(&p.M, &p.slots);
            self.weight.fill(Vec8::ZERO);
            self.follow(p, w);
            self.factorize(p, w, ticker);
        }
        w.search.copy_from_slice(&w.grad);
        self.hessian.solve(&mut w.search);
        for x in vec8::flat_mut(&mut w.search) {
            *x = -*x;
        }
        changed
    }

    /// Adds what changed in the weights of rows.
    #[inline(always)]
    fn follow(&mut self, p: &Problem, w: &Primal) -> i32 {
        let mut changed = 0;
        let mut group = [(0, 0.0); TERMS];
        let mut len = 0;
        let (new, old) = (vec8::flat(&w.weight), vec8::flat_mut(&mut self.weight));
        for (row, (&new, old)) in new.iter().zip(old).enumerate() {
            if new == *old {
                continue;
            }
            let same = len > 0 && p.J.rows[group[0].0].list == p.J.rows[row].list;
            if len == TERMS || !same {
                self.hessian.add_rows(&p.J, &group[..len]);
                len = 0;
            }
            group[len] = (row, new - *old);
            len += 1;
            changed += 1;
            *old = new;
        }
        self.hessian.add_rows(&p.J, &group[..len]);
        changed
    }

    /// Factorizes `H` with cones; returns whether all pivots were large enough.
    #[inline(always)]
    fn factorize(&mut self, p: &Problem, w: &Primal, ticker: &Ticker<'_>) -> bool {
        self.hessian.copy_to_factor();
        let (D, jar) = (vec8::flat(&p.D), vec8::flat(&w.jar));
        for (c, _) in p.cones.iter().zip(&w.states).filter(|(_, s)| **s == ConstraintState::Cone) {
            let mut H = [0.0; 36];
            c.cone.hessian(D[c.row], &jar[c.row..c.row + c.cone.dim], &mut H);
            self.hessian.add_cone(&p.J, c.row, c.cone.dim, &H);
        }
        self.hessian.factorize(ticker)
    }
}
