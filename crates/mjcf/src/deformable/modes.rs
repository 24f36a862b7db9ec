//! The fastest vibration of elastic points: the largest eigenvalue of `M^-1 K` at rest.
//!
//! `K` is the sum of the stiffness of elements as the compiler made it. An element that stretches has the
//! energy `g' S g / 4` of the growth `g` of the squares of its edges' lengths, so that its part of `K` is
//! `2 L' S L`, where a row of `L` has the edge at one of its ends and minus the edge at the other. A pair of
//! triangles that bends has its quadratic form along each axis, a cell of an interpolated flex the matrix
//! itself. `M` has the masses of the points.

use ferrodyn_engine::Model;
use ferrodyn_engine::ids::{BodyId, FlexEdgeId, FlexId, FlexNodeId, FlexVertId};
use ferrodyn_engine::math::Vec3;

/// Corners of the edges of triangles and tetrahedra, in the order of stiffness.
const TRIANGLE: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];
const TETRAHEDRON: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 0], [2, 3], [0, 3], [1, 3]];
/// Numbers of stiffness for each element.
const STIFFNESS: usize = 21;
/// Most iterations. The largest eigenvalue of a grid is found to less than a percent.
const ITERATIONS: usize = 40;

/// Largest eigenvalues of a flex; rad^2/s^2. They are zero where nothing pushes back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modes {
    /// Of stretching alone.
    pub(super) stretch: f64,
    /// Of bending alone.
    pub(super) bend: f64,
    /// Of both together.
    pub(super) all: f64,
}

/// Points with the square matrix that answers their displacements, three rows each.
struct Element {
    points: Vec<usize>,
    matrix: Vec<f64>,
}

impl Modes {
    /// Those of a flex at its places in `qpos0`. An interpolated flex must have one cell.
    pub(super) fn of(m: &Model, f: FlexId) -> Self {
        if m.flex_rigid[f] != 0 {
            return Self { stretch: 0.0, bend: 0.0, all: 0.0 };
        }
        let (masses, mut elements) =
            if m.flex_interp[f] != 0 { cell(m, f) } else { stretching(m, f) };
        let stretch = largest(&masses, &elements);
        let bending = bending(m, f);
        let bend = largest(&masses, &bending);
        let both = bend > 0.0 && stretch > 0.0;
        elements.extend(bending);
        let all = if both { largest(&masses, &elements) } else { stretch.max(bend) };
        Self { stretch, bend, all }
    }
}

/// Masses of points and the elements between them that stretch.
fn stretching(m: &Model, f: FlexId) -> (Vec<f64>, Vec<Element>) {
    let first = m.flex_vertadr[f] as usize;
    let vertices = (first..first + m.flex_vertnum[f] as usize).map(FlexVertId);
    let bodies = vertices.map(|v| (v, m.flex_vertbodyid[v].id().unwrap_or(BodyId(0))));
    let (masses, points): (Vec<f64>, Vec<Vec3>) =
        bodies.map(|(v, b)| (m.body_mass[b], m.body_pos[b] + m.flex_vert[v])).unzip();

    let corners = m.flex_dim[f] as usize + 1;
    let sides: &[[usize; 2]] = if corners == 3 { &TRIANGLE } else { &TETRAHEDRON };
    let vertices = m.flex_elem.get(m.flex_elemdataadr[f] as usize..).unwrap_or_default();
    let stiffness = m.flex_stiffness.get(m.flex_stiffnessadr[f] as usize..).unwrap_or_default();
    let elements = vertices.chunks_exact(corners).zip(stiffness.chunks_exact(STIFFNESS));
    let elements = elements.take(m.flex_elemnum[f] as usize).map(|(element, upper)| {
        let corners: Vec<usize> = element.iter().map(|&v| v as usize).collect();
        let matrix = stretch_matrix(&corners, &points, sides, upper);
        Element { points: corners, matrix }
    });
    (masses, elements.collect())
}

/// `2 L' S L`.
fn stretch_matrix(
    corners: &[usize],
    points: &[Vec3],
    sides: &[[usize; 2]],
    upper: &[f64],
) -> Vec<f64> {
    let size = 3 * corners.len();
    let rows: Vec<Vec<f64>> = sides
        .iter()
        .map(|&[a, b]| {
            let edge = points[corners[a]] - points[corners[b]];
            let mut row = vec![0.0; size];
            for x in 0..3 {
                row[3 * a + x] = edge[x];
                row[3 * b + x] = -edge[x];
            }
            row
        })
        .collect();
    let mut matrix = vec![0.0; size * size];
    let mut upper = upper.iter();
    for (i, first) in rows.iter().enumerate() {
        for (j, second) in rows.iter().enumerate().skip(i) {
            let Some(entry) = upper.next() else { break };
            let mut add = |a: &[f64], b: &[f64]| {
                for (row, a) in matrix.chunks_exact_mut(size).zip(a) {
                    for (to, b) in row.iter_mut().zip(b) {
                        *to += 2.0 * entry * a * b;
                    }
                }
            };
            add(first, second);
            if i != j {
                add(second, first);
            }
        }
    }
    matrix
}

/// Pairs of triangles that bend.
fn bending(m: &Model, f: FlexId) -> Vec<Element> {
    let start = m.flex_edgeadr[f] as usize;
    let edges = (start..start + m.flex_edgenum[f] as usize).map(FlexEdgeId);
    let pairs = edges.filter(|&e| m.flex_dim[f] == 2 && m.flex_edgeflap[e][1] != -1);
    pairs
        .map(|e| {
            let ([a, b], [c, opposite]) = (m.flex_edge[e], m.flex_edgeflap[e]);
            let mut matrix = vec![0.0; 12 * 12];
            for (place, entry) in m.flex_bending[e].iter().take(16).enumerate() {
                for x in 0..3 {
                    matrix[12 * (3 * (place / 4) + x) + 3 * (place % 4) + x] = *entry;
                }
            }
            Element { points: [a, b, c, opposite].map(|v| v as usize).to_vec(), matrix }
        })
        .collect()
}

/// Masses of the nodes of a cell and its stiffness, which the compiler gives as the force, not against it.
fn cell(m: &Model, f: FlexId) -> (Vec<f64>, Vec<Element>) {
    let first = m.flex_nodeadr[f] as usize;
    let nodes = (first..first + m.flex_nodenum[f] as usize).map(FlexNodeId);
    let masses: Vec<f64> =
        nodes.map(|n| m.flex_nodebodyid[n].id().map_or(0.0, |body| m.body_mass[body])).collect();
    let size = 3 * masses.len();
    let stiffness = m.flex_stiffness.get(m.flex_stiffnessadr[f] as usize..).unwrap_or_default();
    let matrix: Vec<f64> = stiffness.iter().take(size * size).map(|k| -k).collect();
    let points: Vec<usize> = (0..masses.len()).collect();
    let elements =
        if matrix.len() == size * size { vec![Element { points, matrix }] } else { vec![] };
    (masses, elements)
}

/// The largest eigenvalue of `M^-1/2 K M^-1/2` by the method of Lanczos. Points without mass do not move.
fn largest(masses: &[f64], elements: &[Element]) -> f64 {
    if elements.is_empty() {
        return 0.0;
    }
    let scale: Vec<f64> =
        masses.iter().map(|&mass| if mass > 0.0 { 1.0 / mass.sqrt() } else { 0.0 }).collect();
    let n = 3 * masses.len();
    let mut seed = 1_u64;
    let mut vector: Vec<f64> = (0..n).map(|_| noise(&mut seed)).collect();
    let mut before = vec![0.0; n];
    let (mut diagonal, mut beside) = (Vec::new(), Vec::new());
    let mut length = norm(&vector);
    let mut coupling = 0.0;
    for _ in 0..ITERATIONS.min(n) {
        for x in &mut vector {
            *x /= length;
        }
        let mut next = product(&scale, elements, &vector);
        let on = dot(&next, &vector);
        for ((to, v), w) in next.iter_mut().zip(&vector).zip(&before) {
            *to -= on * v + coupling * w;
        }
        diagonal.push(on);
        length = norm(&next);
        // all that the start can reach has been found
        if length <= 1e-10 * on.abs() {
            break;
        }
        beside.push(length);
        coupling = length;
        before = std::mem::replace(&mut vector, next);
    }
    largest_of_tridiagonal(&diagonal, &beside)
}

/// `M^-1/2 K M^-1/2 x`.
fn product(scale: &[f64], elements: &[Element], x: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; x.len()];
    let mut local = Vec::new();
    for Element { points, matrix } in elements {
        local.clear();
        for &p in points {
            local.extend(x[3 * p..3 * p + 3].iter().map(|x| x * scale[p]));
        }
        for (row, line) in matrix.chunks_exact(local.len()).enumerate() {
            let p = points[row / 3];
            out[3 * p + row % 3] += scale[p] * dot(line, &local);
        }
    }
    out
}

/// The largest eigenvalue of a symmetric tridiagonal matrix.
fn largest_of_tridiagonal(diagonal: &[f64], beside: &[f64]) -> f64 {
    let side = |i: usize| beside.get(i).copied().unwrap_or(0.0).abs();
    let row = |i: usize| diagonal[i] + if i > 0 { side(i - 1) } else { 0.0 } + side(i);
    let high = (0..diagonal.len()).map(row).fold(0.0, f64::max);
    bisect(high, diagonal.len(), |i, x| (diagonal[i] - x, side(i)))
}

/// The fastest swing of a chain that hangs under its own weight, as `w^2`: `n` links of a mass, a length and a
/// moment of inertia across it. The tension of a link is the weight below its middle.
pub(super) fn swinging(n: usize, mass: f64, length: f64, inertia: f64, gravity: f64) -> f64 {
    // joints move sideways: a link turns by their difference, its middle moves by their mean
    let turn = inertia / (length * length);
    let (on, off) = (0.25 * mass + turn, 0.25 * mass - turn);
    let pull =
        |i: usize| if i < n { mass * gravity * ((n - i) as f64 - 0.5) / length } else { 0.0 };
    // the first joint stays; row i is that of the joint between the links i and i + 1
    let high = pull(0) / turn;
    bisect(high, n, |i, x| {
        let masses = if i + 1 < n { 2.0 * on } else { on };
        (pull(i) + pull(i + 1) - x * masses, -pull(i + 1) - x * off)
    })
}

/// The largest `x` below a bound at which a symmetric tridiagonal matrix that depends on it is not negative
/// definite: at larger ones, all its pivots are negative. A row is its diagonal and what is beside it.
fn bisect(mut high: f64, rows: usize, row: impl Fn(usize, f64) -> (f64, f64)) -> f64 {
    let mut low = 0.0;
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let (mut pivot, mut before) = (1.0, 0.0);
        let negative = (0..rows).all(|i| {
            let (on, beside) = row(i, middle);
            pivot = on - before * before / pivot;
            before = beside;
            pivot < 0.0
        });
        if negative {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// Numbers between -1 and 1 that repeat from run to run.
fn noise(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
}

#[cfg(test)]
mod tests {
    use ferrodyn_engine::math::fun;

    use super::*;

    /// Masses on a line that springs join have the frequencies of a chain.
    #[test]
    fn the_fastest_mode_of_a_row_of_springs_is_known() {
        let (k, mass, n) = (3.0, 0.5, 12);
        let spring = |i: usize| {
            let mut matrix = vec![0.0; 36];
            for (row, column, sign) in [(0, 0, 1.0), (0, 3, -1.0), (3, 0, -1.0), (3, 3, 1.0)] {
                matrix[6 * row + column] = sign * k;
            }
            Element { points: vec![i, i + 1], matrix }
        };
        let springs: Vec<Element> = (0..n - 1).map(spring).collect();
        let found = largest(&vec![mass; n], &springs);
        let angle = std::f64::consts::PI * (n - 1) as f64 / (2 * n) as f64;
        let sine = fun::sin(angle);
        let expected = 4.0 * k / mass * sine * sine;
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
    }

    /// Two hanging links of no thickness have a known characteristic equation.
    #[test]
    fn the_fastest_swing_of_two_rods_is_known() {
        let (mass, length, gravity) = (2.0, 0.5, 9.81);
        let found = swinging(2, mass, length, mass * length * length / 12.0, gravity);
        // (4/3 - 3/2 y) (1/3 - 1/2 y) = 1/4 with y = g / (l w^2): 7/36 - 7/6 y + 3/4 y^2 = 0
        let y = (7.0 / 6.0 - (49.0_f64 / 36.0 - 7.0 / 12.0).sqrt()) / 1.5;
        let expected = gravity / length / y;
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
    }

    #[test]
    fn nothing_elastic_has_no_modes() {
        assert_eq!(largest(&[1.0], &[]), 0.0);
        assert_eq!(largest(&[0.0], &[Element { points: vec![0], matrix: vec![0.0; 9] }]), 0.0);
    }
}
