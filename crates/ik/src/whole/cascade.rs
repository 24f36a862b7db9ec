//! The step of an iteration: least squares, level after level, in the freedom that those before
//! leave.
//!
//! `Z` is an orthonormal basis of the directions that are still free, `d` the step so far. A level
//! with rows `J` and wanted `e` adds `Z z` with the `z` that minimizes
//!
//! ```text
//! |J (d + Z z) - e|^2 + damping |z|^2
//! ```
//!
//! and takes from `Z` what `J` sees of it, by Householder reflections. Pairs that the step brings
//! too near are held at their distance, the degree of freedom that it takes farthest beyond its box is
//! held there, and all levels are solved again; what the first priority pulls back is let go.

use super::rows::Rows;

/// Directions in which rows see less than this part of their largest are free.
const RANK: f64 = 1e-7;
/// Damping for a squared error of one.
const DAMPING: f64 = 0.02;
/// Damping of rows that have to hold exactly.
const LEAST: f64 = 1e-10;

/// Memory of the cascade.
#[derive(Clone, Debug)]
pub(super) struct Cascade {
    nv: usize,
    /// Orthonormal basis `Z` of the free directions, column after column.
    basis: Vec<f64>,
    /// Degrees of freedom that are held at an end of their box.
    held: Vec<bool>,
    released: Vec<bool>,
    /// Pairs that are held at their distance: which, and their rows.
    near: Vec<bool>,
    near_rows: Vec<f64>,
    near_wanted: Vec<f64>,
    /// Rows of a level in the basis, and their residual.
    reduced: Vec<f64>,
    rest: Vec<f64>,
    normal: Vec<f64>,
    solution: Vec<f64>,
    reflector: Vec<f64>,
}

/// Rows of a level.
struct Level<'a> {
    jacobian: &'a [f64],
    wanted: &'a [f64],
    /// The part of it that this step has to bring.
    part: f64,
    damping: f64,
    /// Whether there is no level after it.
    last: bool,
}

impl Cascade {
    pub(super) fn new(nv: usize) -> Self {
        Self {
            nv,
            basis: vec![0.0; nv * nv],
            held: vec![false; nv],
            released: vec![false; nv],
            near: Vec::new(),
            near_rows: Vec::new(),
            near_wanted: Vec::new(),
            reduced: Vec::new(),
            rest: Vec::new(),
            normal: Vec::new(),
            solution: Vec::new(),
            reflector: vec![0.0; nv],
        }
    }

    /// Computes the step for rows in a box.
    pub(super) fn solve(
        &mut self,
        rows: &Rows,
        [lowest, highest]: [&[f64]; 2],
        damping: f64,
        step: &mut [f64],
    ) {
        self.held.fill(false);
        self.near.clear();
        self.near.resize(rows.least.len(), false);
        step.fill(0.0);
        self.released.fill(false);
        // each is held at most twice, and let go once
        for _ in 0..=3 * self.nv + rows.least.len() {
            self.all_levels(rows, damping, step);
            let bounds = [lowest, highest];
            if !self.hold(rows, bounds, step) && !self.release(rows, bounds, step) {
                break;
            }
        }
        for (k, d) in step.iter_mut().enumerate() {
            // also where it is not a number
            let d0 = if d.is_finite() { *d } else { 0.0 };
            *d = d0.max(lowest[k]).min(highest[k]);
        }
    }

    /// One pass over all levels. `step` holds the values of the held degrees of freedom.
    fn all_levels(&mut self, rows: &Rows, damping: f64, step: &mut [f64]) {
        // the basis begins as the axes of the degrees of freedom that are not held
        let nv = self.nv;
        let mut free = 0;
        for k in 0..nv {
            if !self.held[k] {
                let column = &mut self.basis[free * nv..(free + 1) * nv];
                column.fill(0.0);
                column[k] = 1.0;
                step[k] = 0.0;
                free += 1;
            }
        }

        // pairs at their distance come before everything else
        self.near_rows.clear();
        self.near_wanted.clear();
        for i in (0..rows.least.len()).filter(|&i| self.near[i]) {
            self.near_rows.extend_from_slice(&rows.apart[i * nv..(i + 1) * nv]);
            self.near_wanted.push(rows.least[i]);
        }
        let (near_rows, near_wanted) =
            (std::mem::take(&mut self.near_rows), std::mem::take(&mut self.near_wanted));
        let near = Level {
            jacobian: &near_rows,
            wanted: &near_wanted,
            part: 1.0,
            damping: LEAST,
            last: false,
        };
        free = self.level(&near, free, step);
        (self.near_rows, self.near_wanted) = (near_rows, near_wanted);

        for index in 0..rows.levels() {
            let range = rows.level(index);
            let wanted = &rows.wanted[range.clone()];
            let square: f64 = wanted.iter().map(|e| e * e).sum();
            // equality constraints hold as they are
            let (damping, part) =
                if index == 0 { (LEAST, 1.0) } else { (damping + DAMPING * square, rows.part) };
            let jacobian = &rows.jacobian[range.start * nv..range.end * nv];
            let last = index + 1 == rows.levels();
            free = self.level(&Level { jacobian, wanted, part, damping, last }, free, step);
        }
    }

    /// Adds the step of a level; returns how many directions it leaves free.
    fn level(&mut self, level: &Level<'_>, free: usize, step: &mut [f64]) -> usize {
        let (nv, count) = (self.nv, level.wanted.len());
        if count == 0 || free == 0 {
            return free;
        }
        self.reduced.clear();
        self.rest.clear();
        for (row, &wanted) in level.jacobian.chunks_exact(nv).zip(level.wanted) {
            self.rest.push(level.part * wanted - dot(row, step));
            for column in self.basis.chunks_exact(nv).take(free) {
                self.reduced.push(dot(row, column));
            }
        }
        self.least_squares(count, free, level.damping);
        for (column, &z) in self.basis.chunks_exact(nv).zip(&self.solution) {
            step.iter_mut().zip(column).for_each(|(d, x)| *d += z * x);
        }
        if level.last { free } else { self.take_from_basis(count, free) }
    }

    /// `solution` of the damped least squares of `reduced` and `rest`, by the smaller of both normal
    /// equations.
    fn least_squares(&mut self, count: usize, free: usize, damping: f64) {
        let a = &self.reduced;
        let size = count.min(free);
        self.normal.clear();
        self.normal.resize(size * size, 0.0);
        self.solution.clear();
        if count <= free {
            // z = A' (A A' + damping)^-1 rest
            for i in 0..count {
                for j in 0..=i {
                    self.normal[i * size + j] =
                        dot(&a[i * free..(i + 1) * free], &a[j * free..(j + 1) * free]);
                }
                self.normal[i * size + i] += damping;
            }
            factor_and_solve(&mut self.normal, size, &mut self.rest);
            self.solution.resize(free, 0.0);
            for (row, &y) in a.chunks_exact(free).zip(&self.rest) {
                self.solution.iter_mut().zip(row).for_each(|(z, x)| *z += y * x);
            }
        } else {
            // z = (A' A + damping)^-1 A' rest
            self.solution.resize(free, 0.0);
            for (row, &e) in a.chunks_exact(free).zip(&self.rest) {
                for i in 0..free {
                    self.solution[i] += e * row[i];
                    for j in 0..=i {
                        self.normal[i * size + j] += row[i] * row[j];
                    }
                }
            }
            (0..free).for_each(|i| self.normal[i * size + i] += damping);
            factor_and_solve(&mut self.normal, size, &mut self.solution);
        }
    }

    /// Turns the basis so that rows see its first columns only, and drops those; how many are left.
    fn take_from_basis(&mut self, count: usize, free: usize) -> usize {
        let nv = self.nv;
        let norm = |row: &[f64], from: usize| dot(&row[from..], &row[from..]);
        let mut rank = 0;
        let mut largest = 0.0;
        while rank < free.min(count) {
            // the row with the largest part in the remaining directions
            let rows = self.reduced.chunks_exact(free);
            let (most, square) = rows
                .map(|row| norm(row, rank))
                .enumerate()
                .fold((0, 0.0), |best, now| if now.1 > best.1 { now } else { best });
            largest = if rank == 0 { square } else { largest };
            if square <= RANK * RANK * largest || square == 0.0 {
                break;
            }

            // the reflection that turns it onto column `rank`
            let v = &mut self.reflector[..free - rank];
            v.copy_from_slice(&self.reduced[most * free + rank..(most + 1) * free]);
            v[0] += if v[0] < 0.0 { -square.sqrt() } else { square.sqrt() };
            let scale = 2.0 / dot(v, v);
            for row in self.reduced.chunks_exact_mut(free) {
                let along = scale * dot(&row[rank..], v);
                row[rank..].iter_mut().zip(&*v).for_each(|(x, v)| *x -= along * v);
            }
            for k in 0..nv {
                let along: f64 =
                    v.iter().enumerate().map(|(c, v)| v * self.basis[(rank + c) * nv + k]).sum();
                for (c, v) in v.iter().enumerate() {
                    self.basis[(rank + c) * nv + k] -= scale * along * v;
                }
            }
            rank += 1;
        }
        self.basis.copy_within(rank * nv..free * nv, 0);
        free - rank
    }

    /// Holds the pair or degree of freedom that the step takes farthest beyond its bound. False if there is none.
    fn hold(&mut self, rows: &Rows, [lowest, highest]: [&[f64]; 2], step: &mut [f64]) -> bool {
        // one pair may keep others apart too, and several held at once contradict each other
        let short =
            |i: usize| rows.least[i] - dot(&rows.apart[i * self.nv..(i + 1) * self.nv], step);
        let nearest = (0..rows.least.len())
            .filter(|&i| !self.near[i] && short(i) > 1e-12)
            .max_by(|&a, &b| short(a).total_cmp(&short(b)));
        if let Some(i) = nearest {
            self.near[i] = true;
            return true;
        }
        let beyond = |k: usize| (lowest[k] - step[k]).max(step[k] - highest[k]);
        let worst = (0..self.nv)
            .filter(|&k| !self.held[k] && beyond(k) > 0.0)
            .max_by(|&a, &b| beyond(a).total_cmp(&beyond(b)));
        let Some(k) = worst else { return false };
        step[k] = step[k].max(lowest[k]).min(highest[k]);
        self.held[k] = true;
        true
    }

    /// Lets go of what the tasks of the first priority pull back into its box, once each; whether
    /// there is any.
    fn release(&mut self, rows: &Rows, [lowest, highest]: [&[f64]; 2], step: &[f64]) -> bool {
        let mut any = false;
        if rows.levels() < 2 {
            return false;
        }
        for k in 0..self.nv {
            if !self.held[k] || self.released[k] || lowest[k] >= highest[k] {
                continue;
            }
            let pull: f64 = rows
                .level(1)
                .map(|r| rows.row(r)[k] * (rows.part * rows.wanted[r] - dot(rows.row(r), step)))
                .sum();
            let inward = if step[k] <= lowest[k] { pull } else { -pull };
            if inward > 1e-9 {
                (self.held[k], self.released[k]) = (false, true);
                any = true;
            }
        }
        any
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Solves a system whose symmetric matrix is given by its lower triangle, in place.
fn factor_and_solve(a: &mut [f64], n: usize, x: &mut [f64]) {
    for j in 0..n {
        let pivot = a[j * n + j] - dot(&a[j * n..j * n + j], &a[j * n..j * n + j]);
        // rounding may take a pivot below the damping
        let pivot = pivot.max(f64::MIN_POSITIVE).sqrt();
        a[j * n + j] = pivot;
        for i in j + 1..n {
            let sum = a[i * n + j] - dot(&a[i * n..i * n + j], &a[j * n..j * n + j]);
            a[i * n + j] = sum / pivot;
        }
    }
    for i in 0..n {
        x[i] = (x[i] - dot(&a[i * n..i * n + i], &x[..i])) / a[i * n + i];
    }
    for i in (0..n).rev() {
        let after: f64 = (i + 1..n).map(|k| a[k * n + i] * x[k]).sum();
        x[i] = (x[i] - after) / a[i * n + i];
    }
}
