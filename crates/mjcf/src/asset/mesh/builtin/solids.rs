//! Generated closed shapes of unit size.

use std::collections::HashMap;
use std::f64::consts::PI;

use ferrodyn_engine::math::fun;

type Solid = (Vec<[f32; 3]>, Vec<[i32; 3]>);

/// Icosahedron with every face cut in four, `subdivisions` times.
pub(super) fn sphere(subdivisions: usize) -> Solid {
    let phi = f64::midpoint(1.0, 5f64.sqrt()) as f32;
    let norm = (1.0 + f64::from(phi * phi)).sqrt();
    let unit = |x: f32| (f64::from(x) / norm) as f32;
    let (a, b) = (unit(1.0), unit(phi));
    let mut vert = vec![
        [-a, b, 0.0],
        [a, b, 0.0],
        [-a, -b, 0.0],
        [a, -b, 0.0],
        [0.0, -a, b],
        [0.0, a, b],
        [0.0, -a, -b],
        [0.0, a, -b],
        [b, 0.0, -a],
        [b, 0.0, a],
        [-b, 0.0, -a],
        [-b, 0.0, a],
    ];
    #[rustfmt::skip]
    let mut face = vec![
        [0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11],
        [1, 5, 9], [5, 11, 4], [11, 10, 2], [10, 7, 6], [7, 1, 8],
        [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8], [3, 8, 9],
        [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7], [9, 8, 1],
    ];
    for _ in 0..subdivisions {
        let mut middles = HashMap::new();
        let mut finer = Vec::with_capacity(4 * face.len());
        for [p, q, r] in face {
            let pq = middle(p, q, &mut vert, &mut middles);
            let qr = middle(q, r, &mut vert, &mut middles);
            let rp = middle(r, p, &mut vert, &mut middles);
            finer.extend([[p, pq, rp], [q, qr, pq], [r, rp, qr], [pq, qr, rp]]);
        }
        face = finer;
    }
    (vert, face)
}

/// The vertex on the sphere halfway between two others, created when first asked for.
fn middle(p: i32, q: i32, vert: &mut Vec<[f32; 3]>, middles: &mut HashMap<(i32, i32), i32>) -> i32 {
    *middles.entry((p.min(q), p.max(q))).or_insert_with(|| {
        let (a, b) = (vert[p as usize], vert[q as usize]);
        let [x, y, z] = [0, 1, 2].map(|k| f32::midpoint(a[k], b[k]));
        let norm = (x * x + y * y + z * z).sqrt();
        vert.push([x / norm, y / norm, z / norm]);
        vert.len() as i32 - 1
    })
}

/// Upper half of a sphere made of four quadrants, closed below by a fan.
pub(super) fn hemisphere(resolution: usize) -> Solid {
    const POLE: [f64; 3] = [0.0, 0.0, 1.0];
    const EQUATOR: [[f64; 3]; 4] =
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]];
    let rows = resolution + 1;

    // rows of 4, 8, 12, ... vertices from the pole down
    let mut vert = vec![POLE.map(|x| x as f32)];
    for row in 1..=rows {
        let factor = row as f64 / rows as f64;
        for side in 0..4 {
            let towards =
                |corner: [f64; 3]| [0, 1, 2].map(|i| POLE[i] + factor * (corner[i] - POLE[i]));
            let start = towards(EQUATOR[side]);
            let end = towards(EQUATOR[(side + 1) % 4]);
            for i in 0..row {
                let p = [0, 1, 2].map(|k| start[k] + i as f64 * ((end[k] - start[k]) / row as f64));
                let norm = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
                vert.push(p.map(|x| (x / norm) as f32));
            }
        }
    }
    vert.push([0.0; 3]);

    let mut face = vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]];
    for row in 0..resolution {
        append_band(row as i32, &mut face);
    }
    let start = (2 * resolution * (resolution + 1) + 1) as i32;
    let count = 4 * rows as i32;
    let center = vert.len() as i32 - 1;
    face.extend((0..count).map(|i| [start + i, center, start + (i + 1) % count]));
    (vert, face)
}

/// Faces between row `row` of a hemisphere and the next.
fn append_band(row: i32, face: &mut Vec<[i32; 3]>) {
    let upper = |i: i32| 2 * row * (row + 1) + 1 + i % (4 * (row + 1));
    let lower = |i: i32| 2 * (row + 1) * (row + 2) + 1 + i % (4 * (row + 2));
    for side in 0..4 {
        for i in 0..row + 2 {
            let (u, l) = (i + (row + 1) * side, i + (row + 2) * side);
            face.push([upper(u), lower(l), lower(l + 1)]);
            if i < row + 1 {
                face.push([upper(u), lower(l + 1), upper(u + 1)]);
            }
        }
    }
}

/// Base polygon, and a smaller one or a point above it. Faces come from the convex hull.
pub(super) fn cone(edges: usize, radius: f64) -> Vec<[f32; 3]> {
    let angle = |i: usize| (2 * i) as f64 * PI / edges as f64;
    let mut vert: Vec<[f32; 3]> =
        (0..edges).map(|i| [fun::cos(angle(i)) as f32, fun::sin(angle(i)) as f32, -1.0]).collect();
    if radius > 0.0 {
        vert.extend((edges..2 * edges).map(|i| {
            [(radius * fun::cos(angle(i))) as f32, (radius * fun::sin(angle(i))) as f32, 1.0]
        }));
    } else {
        vert.push([0.0, 0.0, 1.0]);
    }
    vert
}

/// Cosine raised to a power, keeping its sign.
fn power_cos(angle: f64, exponent: f64) -> f64 {
    let c = fun::cos(angle);
    fun::pow(c.abs(), exponent).copysign(c)
}

/// Sine raised to a power, keeping its sign.
fn power_sin(angle: f64, exponent: f64) -> f64 {
    let s = fun::sin(angle);
    fun::pow(s.abs(), exponent).copysign(s)
}

/// Superellipsoid: `resolution` meridians, one ring less of parallels.
pub(super) fn supersphere(resolution: usize, e: f64, n: f64) -> Solid {
    let res = resolution as i32;
    let mut vert = vec![[0.0, 0.0, -1.0]];
    for i in 1..res {
        let v = -PI / 2.0 + f64::from(i) * PI / f64::from(res);
        for j in 0..res {
            let u = -PI + f64::from(j * 2) * PI / f64::from(res);
            let c = power_cos(v, n);
            vert.push(
                [c * power_cos(u, e), c * power_sin(u, e), power_sin(v, n)].map(|x| x as f32),
            );
        }
    }
    vert.push([0.0, 0.0, 1.0]);

    let at = |ring: i32, j: i32| 1 + ring * res + j % res;
    let mut face: Vec<[i32; 3]> = (0..res).map(|j| [0, at(0, j + 1), at(0, j)]).collect();
    for ring in 0..res - 2 {
        for j in 0..res {
            face.push([at(ring, j), at(ring, j + 1), at(ring + 1, j)]);
            face.push([at(ring, j + 1), at(ring + 1, j + 1), at(ring + 1, j)]);
        }
    }
    let pole = vert.len() as i32 - 1;
    face.extend((0..res).map(|j| [at(res - 2, j), at(res - 2, j + 1), pole]));
    (vert, face)
}

/// Supertoroid: a closed grid of `resolution` by `resolution` points.
pub(super) fn supertorus(resolution: usize, radius: f64, s: f64, t: f64) -> Solid {
    let res = resolution as i32;
    let angle = |i: i32| 2.0 * PI * f64::from(i) / f64::from(res);
    let at = |i: i32, j: i32| (i % res) * res + j % res;
    let mut vert = Vec::with_capacity(resolution * resolution);
    let mut face = Vec::with_capacity(2 * resolution * resolution);
    for i in 0..res {
        let (cos_u, sin_u) = (power_cos(angle(i), t), power_sin(angle(i), t));
        for j in 0..res {
            let ring = 1.0 + radius * power_cos(angle(j), s);
            let z = radius * power_sin(angle(j), s);
            vert.push([ring * cos_u, ring * sin_u, z].map(|x| x as f32));
            face.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
            face.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    (vert, face)
}
