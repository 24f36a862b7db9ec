//! Stiffness of edges against bending: the cotangent operator, with the term of shells that are
//! curved at rest.

use ferrodyn_engine::math::{Vec3, fun};

use super::place::FlexPositions;
use super::surface::Flap;
use crate::spec::Flex;

/// The form over the four vertices around an edge, and the number of the curvature at rest; zero at
/// the border.
pub(super) fn stiffness(spec: &Flex, flap: &Flap, place: &FlexPositions) -> [f64; 17] {
    let mut bending = [0.0; 17];
    if flap[3] < 0 {
        return bending;
    }
    let [v0, v1, v2, v3] = flap.map(|id| place.vertices[id as usize]);
    let a01 = cotangent(v0, v1, v2);
    let a02 = cotangent(v0, v3, v1);
    let a03 = cotangent(v1, v2, v0);
    let a04 = cotangent(v1, v0, v3);
    let c = [a03 + a04, a01 + a02, -(a01 + a03), -(a02 + a04)];
    let area = area(v0, v1, v2) + area(v1, v0, v3);
    let mu = spec.young / (2.0 * (1.0 + spec.poisson));
    let stiffness = 3.0 * mu * fun::pow(spec.thickness, 3.0) / (24.0 * area);

    // the angle at rest
    let (e0, e1, e2, e3, e4) = (v1 - v0, v2 - v0, v3 - v0, v2 - v1, v3 - v1);
    let t0 = Vec3([0, 1, 2].map(|k| -(a03 * e1[k] + a01 * e3[k])));
    let t1 = Vec3([0, 1, 2].map(|k| -(a04 * e2[k] + a02 * e4[k])));
    let square = e0.dot(e0);
    let cosine = -t0.dot(t1) / square;
    for i in 0..4 {
        for j in 0..4 {
            bending[4 * i + j] += c[i] * c[j] * cosine * stiffness;
        }
    }
    let normal = e0.cross(e1);
    bending[16] = normal.dot(e2) * (a01 - a03) * (a04 - a02) * stiffness / (square * square.sqrt());
    bending
}

/// Cotangent of the angle at `corner`.
fn cotangent(corner: Vec3, a: Vec3, b: Vec3) -> f64 {
    let (a, b) = (a - corner, b - corner);
    let normal = a.cross(b);
    a.dot(b) / normal.dot(normal).sqrt()
}

fn area(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    let normal = (b - a).cross(c - a);
    normal.dot(normal).sqrt() / 2.0
}
