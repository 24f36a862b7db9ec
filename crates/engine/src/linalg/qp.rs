//! Quadratic programs in a box: minimize `x' H x / 2 + x' g` with `lower <= x <= upper`.
//!
//! A projected Newton method: dimensions at a bound whose gradient points outward are clamped, the
//! Newton step in the free ones is followed with a backtracking search that projects onto the box.
//! Tassa, Mansard, Todorov, "Control-limited differential dynamic programming", ICRA 2014.

use std::fmt;

use super::{cholesky, dense};
use crate::math::{MINVAL, scalar};

/// A quadratic program in a box.
#[derive(Clone, Copy, Debug)]
pub struct BoxQp<'a> {
    /// Symmetric positive definite matrix; only its lower triangle counts in the objective.
    pub H: &'a [f64],
    /// Linear term; its size is that of the problem.
    pub g: &'a [f64],
    /// Lower bounds, if any.
    pub lower: Option<&'a [f64]>,
    /// Upper bounds, if any.
    pub upper: Option<&'a [f64]>,
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxQpOptions {
    /// Most iterations.
    pub max_iterations: usize,
    /// Squared norm of the free gradient that counts as zero.
    pub min_gradient: f64,
    /// Factor by which a step is shortened.
    pub backtrack: f64,
    /// Shortest step.
    pub min_step: f64,
    /// Fraction of the expected decrease that a step must reach.
    pub armijo: f64,
}

impl Default for BoxQpOptions {
    fn default() -> Self {
        Self {
            max_iterations: 100,
            min_gradient: 1e-16,
            backtrack: 0.5,
            min_step: 1e-22,
            armijo: 0.1,
        }
    }
}

/// Why a program cannot be solved as given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BoxQpError {
    /// There are no variables.
    Empty,
    /// The arrays have different sizes.
    Sizes,
    /// A lower bound is not below its upper bound.
    Bounds,
}

impl fmt::Display for BoxQpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "there are no variables",
            Self::Sizes => "the arrays have different sizes",
            Self::Bounds => "a lower bound is not below its upper bound",
        })
    }
}

crate::debug_as_message!(BoxQpError);

impl std::error::Error for BoxQpError {}

/// The vectors of the iteration.
struct Work {
    gradient: Vec<f64>,
    search: Vec<f64>,
    candidate: Vec<f64>,
    temp: Vec<f64>,
    clamped: Vec<bool>,
}

impl BoxQp<'_> {
    /// Solves from the start `x`, with default options; see [`solve_with`](Self::solve_with).
    ///
    /// # Errors
    /// If the problem is empty, the sizes disagree or the box is.
    #[doc(alias = "mju_boxQP")]
    pub fn solve(
        &self,
        x: &mut [f64],
        R: &mut [f64],
        index: &mut [i32],
    ) -> Result<Option<usize>, BoxQpError> {
        self.solve_with(&BoxQpOptions::default(), x, R, index)
    }

    /// Solves from the start `x`; returns how many dimensions are free, `None` on failure.
    ///
    /// The free dimensions come back in `index` and the Cholesky factor of their part of `H` in
    /// the lower triangle of `R`, whose rows are as long as there are free dimensions. `R` has room
    /// for `n * n` numbers and `index` for `n`.
    ///
    /// # Errors
    /// If the problem is empty, the sizes disagree or the box is.
    #[doc(alias = "mju_boxQPoption")]
    pub fn solve_with(
        &self,
        options: &BoxQpOptions,
        x: &mut [f64],
        R: &mut [f64],
        index: &mut [i32],
    ) -> Result<Option<usize>, BoxQpError> {
        self.check(x, R, index)?;
        if self.lower.is_none() && self.upper.is_none() {
            return Ok(self.newton_point(x, R, index));
        }
        self.clamp(x);
        Ok(self.iterate(options, x, R, index))
    }

    fn check(&self, x: &[f64], R: &[f64], index: &[i32]) -> Result<(), BoxQpError> {
        let n = self.g.len();
        if n == 0 {
            return Err(BoxQpError::Empty);
        }
        let bounds = [self.lower, self.upper];
        let sizes_agree = self.H.len() == n * n
            && x.len() == n
            && R.len() >= n * n
            && index.len() == n
            && bounds.iter().flatten().all(|b| b.len() == n);
        if !sizes_agree {
            return Err(BoxQpError::Sizes);
        }
        if let (Some(lower), Some(upper)) = (self.lower, self.upper)
            && lower.iter().zip(upper).any(|(l, u)| l >= u)
        {
            return Err(BoxQpError::Bounds);
        }
        Ok(())
    }

    /// The minimum without bounds.
    fn newton_point(&self, x: &mut [f64], R: &mut [f64], index: &mut [i32]) -> Option<usize> {
        let n = self.g.len();
        R[..n * n].copy_from_slice(self.H);
        index.iter_mut().zip(0..).for_each(|(i, k)| *i = k);
        if cholesky::factor(R, n, MINVAL) < n {
            return None;
        }
        x.copy_from_slice(self.g);
        cholesky::solve(x, R);
        for x in x {
            *x *= -1.0;
        }
        Some(n)
    }

    fn iterate(
        &self,
        options: &BoxQpOptions,
        x: &mut [f64],
        R: &mut [f64],
        index: &mut [i32],
    ) -> Option<usize> {
        let n = self.g.len();
        let vector = || vec![0.0; n];
        let mut w = Work {
            gradient: vector(),
            search: vector(),
            candidate: vector(),
            temp: vector(),
            clamped: vec![false; n],
        };
        let mut free = n;
        for iteration in 0..options.max_iterations {
            let value = self.objective(x);
            dense::mul_mat_vec(&mut w.gradient, self.H, x);
            dense::add_to(&mut w.gradient, self.g);

            // who is clamped, and did that change
            let changed = self.find_clamped(x, &mut w) || iteration == 0;
            free = 0;
            for i in (0..n).filter(|&i| !w.clamped[i]) {
                index[free] = i as i32;
                free += 1;
            }
            if free == 0 {
                return Some(0);
            }
            if !self.newton_step(x, R, &index[..free], changed, &mut w) {
                return None;
            }

            // a small gradient in the free dimensions: done
            let square = |sum: f64, &i: &i32| sum + w.gradient[i as usize] * w.gradient[i as usize];
            if index[..free].iter().fold(0.0, square) < options.min_gradient {
                return Some(free);
            }
            let slope = dense::dot(&w.search, &w.gradient);
            if slope >= 0.0 {
                return None;
            }
            let found = self.line_search(options, x, value, slope, &mut w);
            x.copy_from_slice(&w.candidate);
            if !found {
                return Some(free);
            }
        }
        Some(free)
    }

    /// Marks dimensions at a bound that want to leave the box; returns whether any mark changed.
    fn find_clamped(&self, x: &[f64], w: &mut Work) -> bool {
        let mut changed = false;
        for (i, clamped) in w.clamped.iter_mut().enumerate() {
            let at = |bound: Option<&[f64]>| bound.is_some_and(|b| b[i] == x[i]);
            let now =
                (at(self.lower) && w.gradient[i] > 0.0) || (at(self.upper) && w.gradient[i] < 0.0);
            changed |= now != *clamped;
            *clamped = now;
        }
        changed
    }

    /// Sets `search` to the Newton step in the free dimensions; `false` if `H` is not definite.
    fn newton_step(
        &self,
        x: &[f64],
        R: &mut [f64],
        free: &[i32],
        refactor: bool,
        w: &mut Work,
    ) -> bool {
        let n = x.len();
        let nfree = free.len();

        // right-hand side: g + H(:,clamped) * x(clamped)
        for (i, t) in w.temp.iter_mut().enumerate() {
            *t = if w.clamped[i] { x[i] } else { 0.0 };
        }
        dense::mul_mat_vec(&mut w.search, self.H, &w.temp);
        dense::add_to(&mut w.search, self.g);

        // R = chol(H(free,free))
        if refactor {
            for (i, &row) in free.iter().enumerate() {
                for (j, &col) in free[..=i].iter().enumerate() {
                    R[i * nfree + j] = self.H[row as usize * n + col as usize];
                }
            }
            if cholesky::factor(R, nfree, MINVAL) < nfree {
                return false;
            }
        }

        // search(free) = -H(free,free)^-1 rhs(free) - x(free)
        let step = &mut w.temp[..nfree];
        for (s, &i) in step.iter_mut().zip(free) {
            *s = w.search[i as usize];
        }
        cholesky::solve(step, R);
        w.search.fill(0.0);
        for (s, &i) in step.iter().zip(free) {
            w.search[i as usize] = -s - x[i as usize];
        }
        true
    }

    /// Shortens the step until the objective decreases enough; `false` if it got too short.
    fn line_search(
        &self,
        options: &BoxQpOptions,
        x: &[f64],
        value: f64,
        slope: f64,
        w: &mut Work,
    ) -> bool {
        let mut step = 1.0;
        loop {
            dense::scl(&mut w.candidate, &w.search, step);
            dense::add_to(&mut w.candidate, x);
            self.project(&mut w.candidate);
            let new = self.objective(&w.candidate);
            step *= options.backtrack;
            if step < options.min_step {
                return false;
            }
            let short = (new - value) / (step * slope) < options.armijo;
            if !short {
                return true;
            }
        }
    }

    /// `x' H x / 2 + x' g`, from the lower triangle of `H`.
    fn objective(&self, x: &[f64]) -> f64 {
        let n = x.len();
        let mut quadratic = 0.0;
        for i in 0..n {
            quadratic += x[i] * self.H[n * i + i] * x[i];
            quadratic += 2.0 * x[i] * dense::dot(&self.H[n * i..n * i + i], &x[..i]);
        }
        0.5 * quadratic + dense::dot(x, self.g)
    }

    /// Brings the start into the box; NaN becomes a bound.
    fn clamp(&self, x: &mut [f64]) {
        for (i, x) in x.iter_mut().enumerate() {
            if let Some(lower) = self.lower {
                *x = scalar::max(*x, lower[i]);
            }
            if let Some(upper) = self.upper {
                *x = scalar::min(*x, upper[i]);
            }
        }
    }

    /// Brings a candidate into the box; NaN stays.
    fn project(&self, x: &mut [f64]) {
        for (i, x) in x.iter_mut().enumerate() {
            if let Some(lower) = self.lower
                && *x < lower[i]
            {
                *x = lower[i];
            } else if let Some(upper) = self.upper
                && *x > upper[i]
            {
                *x = upper[i];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const H: [f64; 9] = [4.0, 1.0, 0.0, 1.0, 3.0, 0.5, 0.0, 0.5, 2.0];

    #[test]
    fn without_bounds_the_gradient_vanishes() {
        let g = [1.0, -2.0, 0.5];
        let (mut x, mut R, mut index) = ([0.0; 3], [0.0; 9], [0; 3]);
        let qp = BoxQp { H: &H, g: &g, lower: None, upper: None };
        assert_eq!(qp.solve(&mut x, &mut R, &mut index), Ok(Some(3)));
        let mut gradient = [0.0; 3];
        dense::mul_mat_vec(&mut gradient, &H, &x);
        dense::add_to(&mut gradient, &g);
        assert!(dense::norm(&gradient) < 1e-14);
    }

    #[test]
    fn the_solution_meets_the_optimality_conditions() {
        let (lower, upper) = ([-1.0, -0.2, -1.0], [1.0, 0.1, 0.05]);
        for g in [[1.0, -2.0, 0.5], [-9.0, 9.0, -9.0], [0.1, 0.1, 0.1]] {
            let (mut x, mut R, mut index) = ([0.3; 3], [0.0; 9], [0; 3]);
            let qp = BoxQp { H: &H, g: &g, lower: Some(&lower), upper: Some(&upper) };
            let free = qp.solve(&mut x, &mut R, &mut index).unwrap().unwrap();
            let mut gradient = [0.0; 3];
            dense::mul_mat_vec(&mut gradient, &H, &x);
            dense::add_to(&mut gradient, &g);
            let clamped = |i: usize| {
                (x[i] == lower[i] && gradient[i] > 0.0) || (x[i] == upper[i] && gradient[i] < 0.0)
            };
            for i in 0..3 {
                assert!(clamped(i) || gradient[i].abs() < 1e-8, "{x:?} {gradient:?}");
            }
            assert_eq!(free, (0..3).filter(|&i| !clamped(i)).count());
        }
    }

    #[test]
    fn bad_problems_are_refused() {
        let (mut x, mut R, mut index) = ([0.0; 3], [0.0; 9], [0; 3]);
        let qp = BoxQp { H: &H, g: &[0.0; 3], lower: Some(&[0.0; 3]), upper: Some(&[0.0; 3]) };
        assert_eq!(qp.solve(&mut x, &mut R, &mut index), Err(BoxQpError::Bounds));
        let qp = BoxQp { H: &H, g: &[0.0; 2], lower: None, upper: None };
        assert_eq!(qp.solve(&mut x, &mut R, &mut index), Err(BoxQpError::Sizes));
        let qp = BoxQp { H: &[], g: &[], lower: None, upper: None };
        assert_eq!(qp.solve(&mut [], &mut [], &mut []), Err(BoxQpError::Empty));
        let qp = BoxQp { H: &[-1.0], g: &[1.0], lower: Some(&[f64::NAN]), upper: None };
        assert_eq!(qp.solve(&mut [0.0], &mut [0.0], &mut [0]), Ok(None));
    }
}
