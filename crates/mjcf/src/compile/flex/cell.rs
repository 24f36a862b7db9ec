//! Stiffness of the cells of an interpolation grid: linear elasticity, integrated by quadrature.

use ferrodyn_engine::math::Vec3;

use super::super::work::Work;
use super::super::{Fail, fail};
use crate::spec::Flex;

/// Material of cells whose strain is constrained: only shapes of deformation matter.
const STRAIN_YOUNG: f64 = 10.0;
const STRAIN_POISSON: f64 = 0.3;
/// Modes softer than this part of the stiffest are motions without deformation.
const MIN_MODE: f64 = 1e-8;

/// The matrices of all cells, or the modes of deformation if strain is constrained: their number,
/// then each mode times the root of its stiffness.
pub(super) fn stiffness(spec: &Flex, nodes: &[Vec3], work: &Work<'_>) -> Result<Vec<f64>, Fail> {
    let order = spec.order as usize;
    let cells = spec.cellcount.map(|n| n as usize);
    let rule = Rule::new(order);
    let dofs = 3 * (order + 1).pow(3);
    let mut all = vec![0.0; cells.iter().product::<usize>() * dofs * dofs];
    let last = |k: usize| cells[k] * order + 1;
    for (index, out) in all.chunks_mut(dofs * dofs).enumerate() {
        if spec.cells.empty.get(index) == Some(&true) {
            continue;
        }
        if work.clock.is_over() {
            return fail(work.clock.message());
        }
        let cell = [index / (cells[1] * cells[2]), index / cells[2] % cells[1], index % cells[2]];
        let node = |corner: usize| {
            let at = cell.map(|c| (c + corner) * order);
            nodes[(at[0] * last(1) + at[1]) * last(2) + at[2]]
        };
        let (young, poisson) = if spec.cells.strain {
            (STRAIN_YOUNG, STRAIN_POISSON)
        } else {
            (spec.young, spec.poisson)
        };
        rule.integrate(out, node(1) - node(0), young, poisson);
        if spec.cells.strain {
            modes(out, dofs);
        }
    }
    Ok(all)
}

/// Points of the quadrature and gradients of the basis functions there.
struct Rule {
    /// Weights along each axis, and gradients of all basis functions, by point.
    points: Vec<([f64; 3], Vec<[f64; 3]>)>,
}

impl Rule {
    fn new(order: usize) -> Self {
        let (at, weight) = quadrature(order + 1);
        let basis = |s: f64, i: usize| function(s, i, order);
        let slope = |s: f64, i: usize| derivative(s, i, order);
        let n = order + 1;
        let mut points = Vec::with_capacity(n.pow(3));
        for [a, b, c] in triples(n) {
            let (s, t, u) = (at[a], at[b], at[c]);
            let gradient = |[x, y, z]: [usize; 3]| {
                [
                    slope(s, x) * basis(t, y) * basis(u, z),
                    basis(s, x) * slope(t, y) * basis(u, z),
                    basis(s, x) * basis(t, y) * slope(u, z),
                ]
            };
            points.push(([weight[a], weight[b], weight[c]], triples(n).map(gradient).collect()));
        }
        Self { points }
    }

    /// The matrix of a cell with these sides, of which the compiler stores the negative.
    fn integrate(&self, matrix: &mut [f64], sides: Vec3, young: f64, poisson: f64) {
        let volume = sides[0] * sides[1] * sides[2];
        let inverse = Vec3(sides.0.map(|side| 1.0 / side));
        let la = young * poisson / (1.0 + poisson) / (1.0 - 2.0 * poisson);
        let mu = young / (2.0 * (1.0 + poisson));
        for (weight, gradients) in &self.points {
            let part = weight[0] * weight[1] * weight[2] * volume;
            let strains: Vec<(f64, [[f64; 3]; 3])> = gradients
                .iter()
                .flat_map(|gradient| {
                    let slope = [0, 1, 2].map(|k| inverse[k] * gradient[k]);
                    [0, 1, 2].map(|axis| (slope[axis], strain(slope, axis)))
                })
                .collect();
            let dofs = strains.len();
            for (row, (trace, own)) in matrix.chunks_mut(dofs).zip(&strains) {
                for (entry, (other_trace, other)) in row.iter_mut().zip(&strains) {
                    *entry -= la * trace * other_trace * part;
                    *entry -= mu * trace_of_product(own, other) * part;
                }
            }
        }
    }
}

/// The strain from a displacement along an axis that changes with this slope.
fn strain(slope: [f64; 3], axis: usize) -> [[f64; 3]; 3] {
    let mut gradient = [[0.0; 3]; 3];
    gradient[axis] = slope;
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| f64::midpoint(gradient[i][j], gradient[j][i])))
}

fn trace_of_product(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> f64 {
    let diagonal = |i: usize| a[i][0] * b[0][i] + a[i][1] * b[1][i] + a[i][2] * b[2][i];
    diagonal(0) + diagonal(1) + diagonal(2)
}

/// All places of a grid, the last axis first.
fn triples(n: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..n).flat_map(move |x| (0..n).flat_map(move |y| (0..n).map(move |z| [x, y, z])))
}

/// Points and weights from 0 to 1. The outer two of three points are where MuJoCo has them, which
/// is not where Gauss has them.
fn quadrature(points: usize) -> (Vec<f64>, Vec<f64>) {
    let half = 0.5;
    if points == 2 {
        let offset = half / 3.0_f64.sqrt();
        return (vec![-offset + half, offset + half], vec![half; 2]);
    }
    let offset = half / (3.0_f64 / 5.0).sqrt();
    let outer = 5.0 / 9.0 * half;
    (vec![half, -offset + half, offset + half], vec![8.0 / 9.0 * half, outer, outer])
}

/// A basis function along an axis.
fn function(s: f64, i: usize, order: usize) -> f64 {
    match (order, i) {
        (1, 0) => 1.0 - s,
        (1, _) => s,
        (_, 0) => 2.0 * s * s - 3.0 * s + 1.0,
        (_, 1) => 4.0 * (s - s * s),
        _ => 2.0 * s * s - s,
    }
}

/// Its derivative.
fn derivative(s: f64, i: usize, order: usize) -> f64 {
    match (order, i) {
        (1, 0) => -1.0,
        (1, _) => 1.0,
        (_, 0) => 4.0 * s - 3.0,
        (_, 1) => 4.0 * (1.0 - 2.0 * s),
        _ => 4.0 * s - 1.0,
    }
}

/// Replaces the negative of a stiffness matrix by its modes.
fn modes(matrix: &mut [f64], n: usize) {
    let (values, vectors) = eigen(matrix, n);
    matrix.fill(0.0);
    let largest = values.iter().fold(0.0_f64, |max, x| if max < x.abs() { x.abs() } else { max });
    let mut count = 0;
    for (i, &value) in values.iter().enumerate() {
        let stiffness = -value;
        if stiffness > largest * MIN_MODE && (count + 1) * n < matrix.len() {
            let scale = stiffness.sqrt();
            for j in 0..n {
                matrix[1 + count * n + j] = scale * vectors[j * n + i];
            }
            count += 1;
        }
    }
    matrix[0] = count as f64;
}

/// Sweeps after which Jacobi's method is given up.
const MAX_SWEEPS: usize = 200;
/// What counts as zero outside the diagonal.
const TOLERANCE: f64 = 1e-12;

/// Eigenvalues of a symmetric matrix, and eigenvectors as columns, by Jacobi's method.
fn eigen(matrix: &mut [f64], n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut vectors = vec![0.0; n * n];
    vectors.iter_mut().step_by(n + 1).for_each(|x| *x = 1.0);
    for _ in 0..MAX_SWEEPS {
        let mut off = 0.0;
        for i in 0..n {
            for j in i + 1..n {
                off += matrix[i * n + j] * matrix[i * n + j];
            }
        }
        if off < TOLERANCE * TOLERANCE {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(matrix, &mut vectors, n, p, q);
            }
        }
    }
    (matrix.iter().step_by(n + 1).copied().collect(), vectors)
}

/// Turns two axes so that the entry between them becomes zero.
fn rotate(matrix: &mut [f64], vectors: &mut [f64], n: usize, p: usize, q: usize) {
    let between = matrix[p * n + q];
    if between.abs() < TOLERANCE * 1e-3 {
        return;
    }
    let tau = (matrix[q * n + q] - matrix[p * n + p]) / (2.0 * between);
    let sign = if tau >= 0.0 { 1.0 } else { -1.0 };
    let t = sign / (tau.abs() + (1.0 + tau * tau).sqrt());
    let c = 1.0 / (1.0 + t * t).sqrt();
    let s = t * c;
    matrix[p * n + p] -= t * between;
    matrix[q * n + q] += t * between;
    matrix[p * n + q] = 0.0;
    matrix[q * n + p] = 0.0;
    for r in (0..n).filter(|&r| r != p && r != q) {
        let (a, b) = (matrix[r * n + p], matrix[r * n + q]);
        let turned = (c * a - s * b, s * a + c * b);
        (matrix[r * n + p], matrix[p * n + r]) = (turned.0, turned.0);
        (matrix[r * n + q], matrix[q * n + r]) = (turned.1, turned.1);
    }
    for r in 0..n {
        let (a, b) = (vectors[r * n + p], vectors[r * n + q]);
        vectors[r * n + p] = c * a - s * b;
        vectors[r * n + q] = s * a + c * b;
    }
}
