//! The line search of the primal solvers: the cost along `qacc + alpha search` is convex in
//! `alpha`, with a kink in curvature wherever a constraint changes state.
//!
//! Newton steps from one side until the slope changes sign, then Newton steps and bisection from
//! both sides. It ends as soon as the slope is small, as in MuJoCo.

use super::instructions::Kernels;
use super::primal::Primal;
use super::problem::Problem;
use super::ticker::Ticker;
use super::vec8::{self, Vec8, WIDTH, each};
use crate::math::MINVAL;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits<'a> {
    /// Largest slope that will do.
    pub(super) slope: f64,
    /// Most evaluations, as far as they can be avoided.
    pub(super) evaluations: i32,
    /// Asks whether to go on.
    pub(super) ticker: &'a Ticker<'a>,
    /// The inner loops, in the instructions of the machine.
    pub(super) kernels: &'a Kernels,
}

/// How far to go, and what it took to find out.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineMinimum {
    pub(super) alpha: f64,
    pub(super) slope: f64,
    pub(super) evaluations: i32,
}

/// Eight cones along the line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ConeLine {
    /// Quadratic of the lower zone: cost, slope and half the curvature at zero.
    quadratic: [Vec8; 3],
    /// Height at zero, and its slope.
    height: [Vec8; 2],
    /// Squared distance from the axis at zero, half its slope, half its curvature.
    square: [Vec8; 3],
    weight: Vec8,
    mu: Vec8,
}

/// The cost as a function of `alpha`: a quadratic, and what the rows add.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    p: &'a Problem<'a>,
    jar: &'a [Vec8],
    jv: &'a [Vec8],
    cones: &'a [ConeLine],
    quadratic: [f64; 3],
    limits: Limits<'a>,
}

/// Cost and derivatives at `alpha`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    alpha: f64,
    cost: f64,
    slope: f64,
    curvature: f64,
}

impl Point {
    /// Where a Newton step leads.
    #[inline(always)]
    fn next(&self) -> f64 {
        self.alpha - self.slope / self.curvature
    }
}

/// Searches along `w.search`, for which `w.Mv` and `w.jv` are known.
#[inline(always)]
pub(super) fn search(p: &Problem<'_>, w: &mut Primal, limits: Limits<'_>) -> LineMinimum {
    prepare_cones(p, w);
    let mut along = vec8::dot(&w.search, &w.Ma) - vec8::dot(&w.search, p.qfrc_smooth);
    let mut half = 0.5 * vec8::dot(&w.search, &w.Mv);
    let mut start = w.gauss;
    let mut sums = Sums::default();
    let rows = 0..p.ends.equality;
    for ((D, x), v) in p.D[rows.clone()].iter().zip(&w.jar[rows.clone()]).zip(&w.jv[rows]) {
        sums.add_quadratic(*D, *x, *v);
    }
    let [cost, slope, curvature] = sums.totals();
    start += cost;
    along += slope;
    half += 0.5 * curvature;

    let quadratic = [start, along, half];
    let line = Line { p, jar: &w.jar, jv: &w.jv, cones: &w.cone_lines, quadratic, limits };
    line.search()
}

impl Line<'_> {
    /// Cost and derivatives at `alpha`, by the kernel.
    #[inline(always)]
    fn point(&self, alpha: f64) -> Point {
        (self.limits.kernels.line_point)(self, alpha)
    }

    #[inline(always)]
    fn search(&self) -> LineMinimum {
        let Limits { slope: small, evaluations: most, ticker, .. } = self.limits;
        let rows = self.jar.len() * WIDTH;
        let p0 = self.point(0.0);
        let mut p1 = self.point(p0.next());
        let mut count = 2;
        let found = |p: &Point, evaluations: i32| LineMinimum {
            alpha: p.alpha,
            slope: p.slope.abs(),
            evaluations,
        };
        if p1.slope.abs() < small {
            return found(&p1, count);
        }

        // from one side, until the slope changes sign
        let direction = if p1.slope < 0.0 { 1.0 } else { -1.0 };
        let mut p2 = p0;
        while p1.slope * direction <= -small && count < most && !ticker.add_work(rows) {
            let next = p1.next();
            if next == p1.alpha {
                // a step too short for the digits of alpha: all the others would end here, too
                return found(&p1, most);
            }
            p2 = p1;
            p1 = self.point(next);
            count += 1;
            if p1.slope.abs() < small {
                return found(&p1, count);
            }
        }
        if count >= most || ticker.interrupted() {
            return found(&p1, count);
        }

        // from both sides
        let mut p2_next = p1;
        let mut p1_next = self.point(p1.next());
        count += 1;
        while count < most && !ticker.add_work(rows) {
            let middle = self.point(0.5 * (p1.alpha + p2.alpha));
            count += 1;
            let candidates = [p1_next, p2_next, middle];
            let mut best: Option<&Point> = None;
            for point in &candidates {
                if point.slope.abs() < small && best.is_none_or(|best| point.cost < best.cost) {
                    best = Some(point);
                }
            }
            if let Some(best) = best {
                return found(best, count);
            }
            let nearer1 = approach(&mut p1, &candidates);
            if nearer1 {
                p1_next = self.point(p1.next());
                count += 1;
            }
            let nearer2 = approach(&mut p2, &candidates);
            if nearer2 {
                p2_next = self.point(p2.next());
                count += 1;
            }

            // as near as numbers can be
            if !nearer1 && !nearer2 {
                return found(&middle, count);
            }
        }

        // no convergence: the better side
        if p1.cost <= p2.cost && p1.cost < p0.cost {
            found(&p1, count)
        } else if p2.cost <= p1.cost && p2.cost < p0.cost {
            found(&p2, count)
        } else {
            LineMinimum { alpha: 0.0, slope: 1.0, evaluations: count }
        }
    }

    /// Cost and derivatives at `alpha`: a kernel.
    #[inline(always)]
    pub(super) fn at(&self, alpha: f64) -> Point {
        let Self { p, jar, jv, .. } = *self;
        let mut sums = Sums::default();

        // friction of dofs and tendons
        for i in p.ends.equality..p.ends.friction {
            let (D, R, loss, v, x) = (p.D[i], p.R[i], p.loss[i], jv[i], jar[i]);
            let x = each!(k => x.0[k] + alpha * v.0[k]);
            sums.add_friction(D, R, loss, x, v);
        }

        // limits, frictionless contacts, edges of pyramids
        let rows = p.ends.friction..p.ends.inequality;
        let (D, jar, jv) = (&p.D[rows.clone()], &jar[rows.clone()], &jv[rows]);
        for ((D, x), v) in D.iter().zip(jar).zip(jv) {
            let (D, x, v) = (*D, *x, *v);
            let x = each!(k => x.0[k] + alpha * v.0[k]);
            let D = each!(k => if x.0[k] < 0.0 { D.0[k] } else { 0.0 });
            sums.add_quadratic(D, x, v);
        }
        for line in self.cones {
            sums.add_cones(alpha, line);
        }

        let [start, along, half] = self.quadratic;
        let [cost, slope, curvature] = sums.totals();
        let cost = cost + (alpha * alpha * half + alpha * along + start);
        let slope = slope + (2.0 * alpha * half + along);
        let curvature = curvature + 2.0 * half;
        let curvature = if curvature <= 0.0 { MINVAL } else { curvature };
        Point { alpha, cost, slope, curvature }
    }
}

/// Partial sums of cost and derivatives. Every number is computed for eight rows before the next
/// one, without branches: that is the form which compilers turn into vector instructions.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    cost: Vec8,
    slope: Vec8,
    curvature: Vec8,
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, cost: Vec8, slope: Vec8, curvature: Vec8) {
        self.cost = each!(k => self.cost.0[k] + cost.0[k]);
        self.slope = each!(k => self.slope.0[k] + slope.0[k]);
        self.curvature = each!(k => self.curvature.0[k] + curvature.0[k]);
    }

    /// Cost, slope, curvature.
    #[inline(always)]
    fn totals(&self) -> [f64; 3] {
        vec8::totals3(&[self.cost, self.slope, self.curvature])
    }

    /// `1/2 D x^2` where `x` moves with `v`.
    #[inline(always)]
    fn add_quadratic(&mut self, D: Vec8, x: Vec8, v: Vec8) {
        let Dx = each!(k => D.0[k] * x.0[k]);
        let cost = each!(k => 0.5 * (Dx.0[k] * x.0[k]));
        let slope = each!(k => Dx.0[k] * v.0[k]);
        let curvature = each!(k => D.0[k] * v.0[k] * v.0[k]);
        self.add(cost, slope, curvature);
    }

    /// Quadratic inside `R loss`, linear outside.
    #[inline(always)]
    fn add_friction(&mut self, D: Vec8, R: Vec8, loss: Vec8, x: Vec8, v: Vec8) {
        let bound = each!(k => R.0[k] * loss.0[k]);
        let signed = each!(k => if x.0[k] <= -bound.0[k] { -loss.0[k] } else { loss.0[k] });
        let distance = each!(k => if x.0[k] < 0.0 { -x.0[k] } else { x.0[k] });
        let Dx = each!(k => D.0[k] * x.0[k]);
        let Dv = each!(k => D.0[k] * v.0[k]);
        let linear = each!(k => signed.0[k] * x.0[k] - 0.5 * bound.0[k] * loss.0[k]);
        let square = each!(k => 0.5 * (Dx.0[k] * x.0[k]));
        let cost = choose(&distance, &bound, &square, &linear);
        let force = choose(&distance, &bound, &Dx, &signed);
        let weight = choose(&distance, &bound, &Dv, &Vec8::ZERO);
        let slope = each!(k => force.0[k] * v.0[k]);
        let curvature = each!(k => weight.0[k] * v.0[k]);
        self.add(cost, slope, curvature);
    }

    /// Eight cones.
    #[inline(always)]
    fn add_cones(&mut self, alpha: f64, line: &ConeLine) {
        let ConeLine { quadratic: [q0, q1, q2], height, square, weight, mu } = *line;
        let ([n0, n1], [uu, uv, vv]) = (height, square);
        let n = each!(k => n0.0[k] + alpha * n1.0[k]);
        let tt = each!(k => uu.0[k] + alpha * (2.0 * uv.0[k] + alpha * vv.0[k]));
        let tt = each!(k => if tt.0[k] > 0.0 { tt.0[k] } else { 0.0 });
        let t = each!(k => tt.0[k].sqrt());

        // the distance from the cone is negative below it; in the polar cone all is quadratic
        let distance = each!(k => n.0[k] - mu.0[k] * t.0[k]);
        let polar = each!(k => mu.0[k] * n.0[k] + t.0[k]);
        let outside = each!(k => if distance.0[k] < 0.0 { 1.0 } else { 0.0 });
        let lower = each!(k => if polar.0[k] <= 0.0 { outside.0[k] } else { 0.0 });
        let middle = each!(k => if polar.0[k] <= 0.0 { 0.0 } else { outside.0[k] });

        // between the zones
        let safe = each!(k => if middle.0[k] > 0.0 { t.0[k] } else { 1.0 });
        let inv = each!(k => 1.0 / safe.0[k]);
        let t1 = each!(k => (uv.0[k] + alpha * vv.0[k]) * inv.0[k]);
        let t2 = each!(k => (vv.0[k] - t1.0[k] * t1.0[k]) * inv.0[k]);
        let distance1 = each!(k => n1.0[k] - mu.0[k] * t1.0[k]);
        let weight = each!(k => if middle.0[k] > 0.0 { weight.0[k] } else { 0.0 });
        let here = each!(k => weight.0[k] * distance.0[k]);
        let cost = each!(k => 0.5 * here.0[k] * distance.0[k]);
        let slope = each!(k => here.0[k] * distance1.0[k]);
        let bend = each!(k => here.0[k] * (mu.0[k] * t2.0[k]));
        let curvature = each!(k => weight.0[k] * (distance1.0[k] * distance1.0[k]) - bend.0[k]);
        self.add(cost, slope, curvature);

        // in the polar cone
        let cost = each!(k => q0.0[k] + alpha * (q1.0[k] + alpha * q2.0[k]));
        let slope = each!(k => q1.0[k] + 2.0 * alpha * q2.0[k]);
        let cost = each!(k => lower.0[k] * cost.0[k]);
        let slope = each!(k => lower.0[k] * slope.0[k]);
        let curvature = each!(k => lower.0[k] * (2.0 * q2.0[k]));
        self.add(cost, slope, curvature);
    }
}

/// `a` where `x < bound`, `b` elsewhere.
#[inline(always)]
fn choose(x: &Vec8, bound: &Vec8, a: &Vec8, b: &Vec8) -> Vec8 {
    each!(k => if x.0[k] < bound.0[k] { a.0[k] } else { b.0[k] })
}

/// Moves a side of the bracket to the candidate nearest to the minimum; returns whether it moved.
#[inline(always)]
fn approach(side: &mut Point, candidates: &[Point; 3]) -> bool {
    let mut moved = false;
    for point in candidates {
        let left = side.slope < 0.0 && point.slope < 0.0 && side.slope < point.slope;
        let right = side.slope > 0.0 && point.slope > 0.0 && side.slope > point.slope;
        if left || right {
            *side = *point;
            moved = true;
        }
    }
    moved
}

/// Cones as functions of `alpha`.
#[inline(always)]
fn prepare_cones(p: &Problem<'_>, w: &mut Primal) {
    let (D, jar, jv) = (vec8::flat(p.D), vec8::flat(&w.jar), vec8::flat(&w.jv));
    for (i, c) in p.cones.iter().enumerate() {
        let line = &mut w.cone_lines[i / WIDTH];
        let k = i % WIDTH;
        let mut quadratic = [0.0; 3];
        let mut square = [0.0; 3];
        for (j, &scale) in c.cone.scale.iter().enumerate().take(c.cone.dim) {
            let (D, x, v) = (D[c.row + j], jar[c.row + j], jv[c.row + j]);
            quadratic[0] += 0.5 * (D * x * x);
            quadratic[1] += D * x * v;
            quadratic[2] += 0.5 * (D * v * v);
            if j > 0 {
                let (x, v) = (x * scale, v * scale);
                square[0] += x * x;
                square[1] += x * v;
                square[2] += v * v;
            }
        }
        for (to, from) in line.quadratic.iter_mut().zip(quadratic) {
            to.0[k] = from;
        }
        for (to, from) in line.square.iter_mut().zip(square) {
            to.0[k] = from;
        }
        let mu = c.cone.scale[0];
        line.height[0].0[k] = jar[c.row] * mu;
        line.height[1].0[k] = jv[c.row] * mu;
        line.weight.0[k] = c.cone.weight(D[c.row]);
        line.mu.0[k] = mu;
    }
}
