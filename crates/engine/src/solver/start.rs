//! Warm start of the primal solvers: the acceleration of the step before, or the one without constraints,
//! whichever costs less.

use super::instructions::Kernels;
use super::island::write_states;
use super::layout::NONE;
use super::problem::{Problem, Problems};
use super::vec8::{self, Vec8, each};
use crate::constraint::cost::{self, MAXDIM};
use crate::constraint::{set_b, update_rows_at_b};
use crate::data::Data;
use crate::ids::DofId;
use crate::model::Model;
use crate::smooth;

/// The point to start from, of all islands.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    // by slot
    pub(super) qacc: Vec<Vec8>,
    /// `M qacc`.
    pub(super) Ma: Vec<Vec8>,

    // by row
    /// `J qacc - aref`.
    pub(super) jar: Vec<Vec8>,
    /// The same without constraints.
    b: Vec<Vec8>,
}

/// Options of the warm start.
#[derive(Clone, Copy, Debug)]
pub(super) struct StartOptions {
    /// Whether the acceleration of the step before is considered.
    pub(super) warm: bool,
    /// Whether states at `efc_b` are wanted.
    pub(super) states: bool,
    pub(super) by_island: bool,
}

impl Start {
    /// Finds the point; writes `efc_b` and the acceleration of dofs in no island.
    #[inline(always)]
    pub(super) fn find(
        &mut self,
        m: &Model,
        d: &mut Data,
        all: &Problems,
        wanted: StartOptions,
        kernels: &Kernels,
    ) {
        vec8::clear(&mut self.qacc, all.layout.nblock);
        vec8::clear(&mut self.Ma, all.layout.nblock);
        self.jar.resize(all.row_blocks(), Vec8::ZERO);
        self.b.resize(all.row_blocks(), Vec8::ZERO);
        let (mut cost, mut smooth_cost) = (0.0, 0.0);
        if wanted.warm {
            all.layout.to_slots(&d.qacc_warmstart, &mut self.qacc);
            cost = cost_outside(m, d, wanted.by_island);
        }
        let Data { qacc, qacc_smooth, .. } = d;
        qacc.copy_from_slice(qacc_smooth);
        answer_outside(m, d, wanted.by_island);
        for i in 0..all.len() {
            let p = &all.island(i);
            let (slots, rows) = all.blocks(i);
            let b = &mut self.b[rows.clone()];
            (kernels.mul)(&p.J, p.qacc_smooth, b);
            vec8::add_scaled(b, p.aref, -1.0);
            if wanted.warm {
                let (qacc, Ma) = (&self.qacc[slots.clone()], &mut self.Ma[slots]);
                p.M.mul(qacc, Ma);
                let jar = &mut self.jar[rows];
                (kernels.mul)(&p.J, qacc, jar);
                vec8::add_scaled(jar, p.aref, -1.0);
                cost += p.gauss(qacc, Ma) + (kernels.cost)(p, jar);
                smooth_cost += (kernels.cost)(p, b);
            }
            write_b(p, b, d);
            if wanted.states {
                write_states(p, b, d);
            }
        }
        if !d.qacc_smooth.iter().fold(true, |finite, x| finite & x.is_finite()) {
            // zeros of the Jacobian were left out, and zero times infinity is not zero
            set_b(m, d);
        }
        if !wanted.warm || cost > smooth_cost {
            self.take_smooth(all);
        } else if !wanted.by_island && d.nisland > 0 {
            self.free_unconstrained(m, d, all);
        }
    }

    /// Starts without constraints.
    #[inline(always)]
    fn take_smooth(&mut self, all: &Problems) {
        std::mem::swap(&mut self.jar, &mut self.b);
        for i in 0..all.len() {
            let p = &all.island(i);
            let slots = all.blocks(i).0;
            self.qacc[slots.clone()].copy_from_slice(p.qacc_smooth);
            p.M.mul(p.qacc_smooth, &mut self.Ma[slots]);
        }
    }

    /// Dofs in no island are not for the solver, also where it takes everything at once.
    fn free_unconstrained(&mut self, m: &Model, d: &Data, all: &Problems) {
        let qacc = vec8::flat_mut(&mut self.qacc);
        for k in unconstrained(m, d) {
            qacc[all.layout.slot_of[k.0] as usize] = d.qacc_smooth[k];
        }
        for i in 0..all.len() {
            let slots = all.blocks(i).0;
            all.island(i).M.mul(&self.qacc[slots.clone()], &mut self.Ma[slots]);
        }
    }
}

/// Writes `efc_b` of an island.
#[inline(always)]
fn write_b(p: &Problem<'_>, b: &[Vec8], d: &mut Data) {
    let efc_b = d.efc_b.as_mut_slice();
    for (&row, &b) in p.rows.iter().zip(vec8::flat(b)) {
        if row != NONE {
            efc_b[row as usize] = b;
        }
    }
}

/// What rows in no island answer: they have no dofs, so it stays as it is.
fn answer_outside(m: &Model, d: &mut Data, by_island: bool) {
    let inside: i32 = d.island_nefc.iter().sum();
    if by_island && inside < d.nefc {
        set_b(m, d);
        update_rows_at_b(d);
    }
}

/// The cost of dofs in no island at the acceleration of the step before.
fn cost_outside(m: &Model, d: &mut Data, by_island: bool) -> f64 {
    if !by_island || d.nidof as usize >= m.nv {
        return 0.0;
    }
    let mut force = d.scratch.take(m.nv);
    smooth::mul_inertia(m, d, &mut force, &d.qacc_warmstart);
    let cost = |k: DofId| {
        let moved = d.qacc_warmstart[k] - d.qacc_smooth[k];
        0.5 * (force[k.0] - d.qfrc_smooth[k]) * moved
    };
    let total = unconstrained(m, d).map(cost).fold(0.0, |sum, x| sum + x);
    d.scratch.give(force);
    total
}

/// The dofs in no island.
fn unconstrained(m: &Model, d: &Data) -> impl Iterator<Item = DofId> {
    let rest = d.map_idof2dof.get(d.nidof.max(0) as usize..).unwrap_or(&[]);
    rest.iter().filter_map(|&k| DofId::new(k)).filter(|k| k.0 < m.nv)
}

impl Problem<'_> {
    /// The cost that inertia has at `qacc`, where `Ma = M qacc`.
    #[inline(always)]
    fn gauss(&self, qacc: &[Vec8], Ma: &[Vec8]) -> f64 {
        let mut sums = Vec8::ZERO;
        for i in 0..self.nblock {
            let (Ma, smooth, qacc, free) =
                (Ma[i], self.qfrc_smooth[i], qacc[i], self.qacc_smooth[i]);
            let force = each!(k => Ma.0[k] - smooth.0[k]);
            let moved = each!(k => 0.5 * (qacc.0[k] - free.0[k]));
            sums.add_product(&force, &moved);
        }
        vec8::total(&sums)
    }

    /// The cost of the constraints at `jar`.
    #[inline(always)]
    pub(super) fn cost(&self, jar: &[Vec8]) -> f64 {
        let mut sums = Vec8::ZERO;
        for i in 0..self.ends.equality {
            let (D, x) = (self.D[i], jar[i]);
            sums = each!(k => sums.0[k] + cost::equality(D.0[k], x.0[k]).cost);
        }
        for i in self.ends.equality..self.ends.friction {
            let (D, R, loss, x) = (self.D[i], self.R[i], self.loss[i], jar[i]);
            let costs = each!(k => cost::friction(D.0[k], R.0[k], loss.0[k], x.0[k]).cost);
            sums = each!(k => sums.0[k] + costs.0[k]);
        }
        for i in self.ends.friction..self.ends.inequality {
            let (D, x) = (self.D[i], jar[i]);
            let costs = each!(k => cost::inequality(D.0[k], x.0[k]).cost);
            sums = each!(k => sums.0[k] + costs.0[k]);
        }
        let mut total = vec8::total(&sums);
        let (D, jar) = (vec8::flat(self.D), vec8::flat(jar));
        let mut force = [0.0; MAXDIM];
        for c in self.cones {
            let rows = c.row..c.row + c.cone.dim;
            total += c.cone.answer(&D[rows.clone()], &jar[rows], &mut force[..c.cone.dim]).0;
        }
        total
    }
}
