//! Stiffness of triangles and tetrahedra: energy as a quadratic form of the changes of their edges'
//! squared lengths, which is linear finite elements without coordinates.

use ferrodyn_engine::math::Vec3;

use super::ELEMENT_STIFFNESS;
use crate::spec::Flex;
use crate::spec::pose::normalize;

/// Thickness that stands for a solid.
const SOLID: f64 = 4.0;

/// The two edges of a triangle that are not at an edge, and how each of them runs.
const TRIANGLE: [[[usize; 2]; 2]; 3] = [[[2, 0], [0, 1]], [[0, 1], [1, 2]], [[1, 2], [2, 0]]];

/// Faces of a tetrahedron, and the two faces that are not at an edge.
const FACES: [[usize; 3]; 4] = [[2, 1, 0], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
const TETRAHEDRON: [[usize; 2]; 6] = [[2, 3], [1, 3], [2, 1], [1, 0], [0, 2], [0, 3]];

/// A symmetric tensor that an edge changes with its squared length.
type Basis = [[f64; 3]; 3];

/// The upper triangles of the forms of all elements.
pub(super) fn stiffness(spec: &Flex, elem: &[i32], vertices: &[Vec3]) -> Vec<f64> {
    let corners = spec.dim as usize + 1;
    let mut all = Vec::with_capacity(elem.len() / corners * ELEMENT_STIFFNESS);
    for element in elem.chunks(corners) {
        let at = |k: usize| vertices[element[k] as usize];
        let mut metric = [0.0; ELEMENT_STIFFNESS];
        match spec.dim {
            2 if spec.elastic2d >= 2 => {
                let v = [at(0), at(1), at(2)];
                let area = triangle_area(v);
                fill(&mut metric, spec, &triangle_basis(v, area), area, spec.thickness);
            }
            3 => {
                let v = [at(0), at(1), at(2), at(3)];
                let volume = (v[1] - v[0]).cross(v[2] - v[0]).dot(v[3] - v[0]) / 6.0;
                fill(&mut metric, spec, &tetrahedron_basis(v, volume), volume, SOLID);
            }
            _ => {}
        }
        all.extend(metric);
    }
    all
}

fn triangle_area([a, b, c]: [Vec3; 3]) -> f64 {
    let mut normal = (b - a).cross(c - a);
    normalize(&mut normal.0) / 2.0
}

/// Products of the normals of the two other edges.
fn triangle_basis(v: [Vec3; 3], area: f64) -> [Basis; 3] {
    TRIANGLE.map(|[left, right]| {
        let left = v[left[0]] - v[left[1]];
        let right = v[right[1]] - v[right[0]];
        let mut normal = right.cross(left);
        normalize(&mut normal.0);
        symmetric(normal.cross(left), right.cross(normal), 8.0 * area * area)
    })
}

/// Products of the normals of the two faces that do not have the edge.
fn tetrahedron_basis(v: [Vec3; 4], volume: f64) -> [Basis; 6] {
    let normal = |face: usize| {
        let [a, b, c] = FACES[face].map(|k| v[k]);
        (b - a).cross(c - a)
    };
    TETRAHEDRON
        .map(|[left, right]| symmetric(normal(left), normal(right), 36.0 * 2.0 * volume * volume))
}

fn symmetric(a: Vec3, b: Vec3, divisor: f64) -> Basis {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| (a[i] * b[j] + b[i] * a[j]) / divisor))
}

/// The form that the basis and the material make.
fn fill<const N: usize>(
    metric: &mut [f64],
    spec: &Flex,
    basis: &[Basis; N],
    volume: f64,
    thickness: f64,
) {
    let (young, poisson) = (spec.young, spec.poisson);
    let mu = young / (2.0 * (1.0 + poisson)) * volume.abs() / 4.0 * thickness;
    let la = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)) * volume.abs() / 4.0
        * thickness;
    let trace = basis.map(|b| 0.0 + b[0][0] + b[1][1] + b[2][2]);
    let mut at = 0;
    for e in 0..N {
        for f in e..N {
            let mut product = 0.0;
            for i in 0..3 {
                for j in 0..3 {
                    product += basis[e][i][j] * basis[f][j][i];
                }
            }
            metric[at] = mu * product + la * trace[f] * trace[e];
            at += 1;
        }
    }
}
