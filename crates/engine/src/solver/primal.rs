//! Parts that the primal solvers (Newton, conjugate gradients) share: the current point, its forces and cost.
//!
//! Both minimize `1/2 (qacc - qacc_smooth)' M (qacc - qacc_smooth) + s(J qacc - aref)` over `qacc`,
//! where `s` is the cost of the constraints. `Ma = M qacc` and `jar = J qacc - aref` move along with
//! `qacc`.

use std::ops::Range;

use super::instructions::Kernels;
use super::linesearch::{self, ConeLine, Limits, LineMinimum};
use super::problem::Problem;
use super::start::Start;
use super::ticker::Ticker;
use super::vec8::{self, Vec8, WIDTH, each};
use crate::constraint::cost;
use crate::enums::ConstraintState;
use crate::math::MINVAL;

/// The current point, its search direction, forces, gradient and cost.
#[derive(Clone, Debug, Default)]
pub(super) struct Primal {
    // by slot
    pub(super) qacc: Vec<Vec8>,
    pub(super) Ma: Vec<Vec8>,
    pub(super) grad: Vec<Vec8>,
    pub(super) search: Vec<Vec8>,
    pub(super) Mv: Vec<Vec8>,
    pub(super) qfrc_constraint: Vec<Vec8>,

    // by row
    pub(super) jar: Vec<Vec8>,
    pub(super) jv: Vec<Vec8>,
    pub(super) force: Vec<Vec8>,
    /// `D` of rows in the quadratic state, zero of others.
    pub(super) weight: Vec<Vec8>,

    // by cone
    pub(super) states: Vec<ConstraintState>,
    pub(super) cone_lines: Vec<ConeLine>,

    /// Rows that are not satisfied.
    pub(super) active: i32,
    /// Rows that the last move brought to another state.
    pub(super) changed: i32,
    pub(super) cost: f64,
    /// The part of the cost that inertia has.
    pub(super) gauss: f64,
}

/// How to find the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Newton,
    ConjugateGradients,
}

/// Settings of the solvers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<'a> {
    pub(super) method: Method,
    pub(super) iterations: i32,
    pub(super) tolerance: f64,
    pub(super) ls_iterations: i32,
    pub(super) ls_tolerance: f64,
    pub(super) ticker: &'a Ticker<'a>,
    /// The inner loops, in the instructions of the machine.
    pub(super) kernels: &'a Kernels,
}

impl Primal {
    /// Makes room for a problem.
    #[inline(always)]
    fn resize(&mut self, p: &Problem<'_>) {
        for vectors in [
            &mut self.qacc,
            &mut self.Ma,
            &mut self.grad,
            &mut self.search,
            &mut self.Mv,
            &mut self.qfrc_constraint,
        ] {
            vectors.resize(p.nblock, Vec8::ZERO);
        }
        self.jar.resize(p.D.len(), Vec8::ZERO);
        self.jv.resize(p.D.len(), Vec8::ZERO);
        // rows that fill blocks of cones are never written
        vec8::clear(&mut self.force, p.D.len());
        vec8::clear(&mut self.weight, p.D.len());
        self.states.clear();
        self.states.resize(p.cones.len(), ConstraintState::Satisfied);
        self.cone_lines.clear();
        self.cone_lines.resize(p.cones.len().div_ceil(WIDTH), ConeLine::default());
    }

    /// Goes to the point to start from, of which an island has these blocks of slots and rows.
    #[inline(always)]
    pub(super) fn start(
        &mut self,
        p: &Problem<'_>,
        point: &Start,
        (slots, rows): (Range<usize>, Range<usize>),
        kernels: &Kernels,
    ) {
        self.resize(p);
        self.search.fill(Vec8::ZERO);
        self.qacc.copy_from_slice(&point.qacc[slots.clone()]);
        self.Ma.copy_from_slice(&point.Ma[slots]);
        self.jar.copy_from_slice(&point.jar[rows]);
        (kernels.update)(self, p);
    }

    /// Searches along `search`, and goes there.
    #[inline(always)]
    pub(super) fn advance(
        &mut self,
        p: &Problem<'_>,
        settings: &Settings<'_>,
    ) -> Option<LineMinimum> {
        // too short to tell a direction
        let length = vec8::dot(&self.search, &self.search).sqrt();
        if length < MINVAL {
            return None;
        }
        p.M.mul(&self.search, &mut self.Mv);
        (settings.kernels.mul)(&p.J, &self.search, &mut self.jv);
        let slope = settings.tolerance * settings.ls_tolerance * length / p.scale;
        let ticker = settings.ticker;
        let limits = Limits {
            slope,
            evaluations: settings.ls_iterations,
            ticker,
            kernels: settings.kernels,
        };
        let mut found = linesearch::search(p, self, limits);
        if found.alpha == 0.0 {
            return None;
        }
        found.slope *= p.scale / length;
        vec8::add_scaled(&mut self.qacc, &self.search, found.alpha);
        vec8::add_scaled(&mut self.Ma, &self.Mv, found.alpha);
        vec8::add_scaled(&mut self.jar, &self.jv, found.alpha);
        (settings.kernels.update)(self, p);
        Some(found)
    }

    /// Forces, weights, cost and gradient.
    #[inline(always)]
    pub(super) fn update(&mut self, p: &Problem<'_>) {
        self.cost = self.update_rows(p);
        p.J.mul_transposed(&self.force, &mut self.qfrc_constraint);
        let mut sums = Vec8::ZERO;
        for i in 0..p.nblock {
            let (Ma, smooth, force) = (self.Ma[i], p.qfrc_smooth[i], self.qfrc_constraint[i]);
            let (qacc, qacc_smooth) = (self.qacc[i], p.qacc_smooth[i]);
            let free = each!(k => Ma.0[k] - smooth.0[k]);
            let moved = each!(k => 0.5 * (qacc.0[k] - qacc_smooth.0[k]));
            sums.add_product(&free, &moved);
            self.grad[i] = each!(k => free.0[k] - force.0[k]);
        }
        self.gauss = vec8::total(&sums);
        self.cost += self.gauss;
    }

    /// Forces and weights of all rows; returns the cost of the constraints.
    #[inline(always)]
    fn update_rows(&mut self, p: &Problem<'_>) -> f64 {
        let Self { jar, force, weight, states, .. } = self;
        let mut sums = Vec8::ZERO;
        let (mut active, mut changed) = (Vec8::ZERO, Vec8::ZERO);
        for i in 0..p.ends.equality {
            let (D, x) = (p.D[i], jar[i]);
            force[i] = each!(k => cost::equality(D.0[k], x.0[k]).force);
            sums = each!(k => sums.0[k] + cost::equality(D.0[k], x.0[k]).cost);
            weight[i] = D;
        }
        for i in p.ends.equality..p.ends.friction {
            let (D, R, loss, x) = (p.D[i], p.R[i], p.loss[i], jar[i]);
            force[i] = each!(k => cost::friction(D.0[k], R.0[k], loss.0[k], x.0[k]).force);
            let costs = each!(k => cost::friction(D.0[k], R.0[k], loss.0[k], x.0[k]).cost);
            sums = each!(k => sums.0[k] + costs.0[k]);
            let new = each!(k => {
                let answer = cost::friction(D.0[k], R.0[k], loss.0[k], x.0[k]);
                if answer.state == ConstraintState::Quadratic { D.0[k] } else { 0.0 }
            });
            let old = std::mem::replace(&mut weight[i], new);
            changed.count_different(&new, &old);
        }
        for i in p.ends.friction..p.ends.inequality {
            let (D, x) = (p.D[i], jar[i]);
            force[i] = each!(k => cost::inequality(D.0[k], x.0[k]).force);
            let costs = each!(k => cost::inequality(D.0[k], x.0[k]).cost);
            sums = each!(k => sums.0[k] + costs.0[k]);
            let new = each!(k => {
                let answer = cost::inequality(D.0[k], x.0[k]);
                if answer.state == ConstraintState::Quadratic { D.0[k] } else { 0.0 }
            });
            let old = std::mem::replace(&mut weight[i], new);
            changed.count_different(&new, &old);
            active.count_different(&new, &Vec8::ZERO);
        }
        // equalities and friction are active whatever their state
        let [mut total, active, changed] = vec8::totals3(&[sums, active, changed]);
        self.active = p.always_active + active as i32;
        self.changed = changed as i32;
        let (D, jar) = (vec8::flat(p.D), vec8::flat(jar));
        let (force, weight) = (vec8::flat_mut(force), vec8::flat_mut(weight));
        for (c, old) in p.cones.iter().zip(states) {
            let rows = c.row..c.row + c.cone.dim;
            let D = &D[rows.clone()];
            let (cost, state) = c.cone.answer(D, &jar[rows.clone()], &mut force[rows.clone()]);
            total += cost;
            let dim = c.cone.dim as i32;
            self.changed += if *old == state { 0 } else { dim };
            self.active += if state == ConstraintState::Satisfied { 0 } else { dim };
            *old = state;
            if state == ConstraintState::Quadratic {
                weight[rows].copy_from_slice(D);
            } else {
                weight[rows].fill(0.0);
            }
        }
        total
    }
}
