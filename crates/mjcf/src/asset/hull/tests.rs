use super::*;
use crate::clock::Clock;

/// The cube's corners in qhull's order, and how it cuts the sides.
#[test]
fn cube_comes_in_the_order_of_qhull() {
    let points: Vec<[f64; 3]> =
        (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2 & 1].map(f64::from)).collect();
    let hull = hull(&points);
    assert_eq!(hull.vert, [3, 2, 0, 1, 5, 4, 7, 6]);
    #[rustfmt::skip]
    assert_eq!(hull.face, [
        [2, 3, 0], [3, 1, 0], [1, 5, 0], [5, 4, 0], [3, 5, 1], [5, 3, 7],
        [6, 2, 0], [4, 6, 0], [6, 3, 2], [3, 6, 7], [5, 6, 4], [6, 5, 7],
    ]);
    assert_eq!(hull.edges[1], [3, 0, 6]);
}

/// Both ways of building agree on what the hull is.
#[test]
fn exact_hull_has_the_same_vertices() {
    let mut random = numbers();
    for count in [5, 20, 100, 400] {
        let points: Vec<Vec3> = (0..count)
            .map(|_| Vec3([0; 3].map(|_| (10.0 * random.next().unwrap_or(0.0)).round())))
            .collect();
        let Some(mut ordered) = qhull::hull(&points, usize::MAX, Clock::unlimited()) else {
            continue;
        };
        let lattice = lattice::Lattice::new(&points).expect("has volume");
        let start = simplex::largest(&lattice).expect("has volume");
        let face =
            build::Hull::new(&lattice, start).grow(usize::MAX, Clock::unlimited()).expect("closes");
        let at = |v: i32| points[v as usize].0.map(|x| x as i64);
        let mut exact: Vec<[i64; 3]> = face.iter().flatten().map(|&v| at(v)).collect();
        let mut ours: Vec<[i64; 3]> = ordered.vert.drain(..).map(at).collect();
        exact.sort_unstable();
        exact.dedup();
        ours.sort_unstable();
        assert_eq!(ours, exact);
    }
}

/// Repeated, collinear and coplanar points in all combinations.
#[test]
fn degenerate_point_sets_give_a_hull_or_an_error() {
    let mut random = numbers();
    for case in 0..CASES {
        let count = 4 + case % 37;
        let range = f64::from(1 + case as u32 / 7 % 5);
        let noise = [0.0, 1e-16, 1e-13][case % 3];
        let points: Vec<[f64; 3]> = (0..count)
            .map(|_| {
                [0; 3].map(|_| {
                    let mut next = || random.next().unwrap_or(0.0);
                    (range * next()).round() + noise * next()
                })
            })
            .collect();
        let vectors: Vec<Vec3> = points.iter().map(|p| Vec3(*p)).collect();
        if let Ok(hull) = HullGraph::new(&vectors, -1) {
            assert_is_hull(&points, &hull);
        }
    }
}

const CASES: usize = 1000;

fn hull(points: &[[f64; 3]]) -> HullGraph {
    let points: Vec<Vec3> = points.iter().map(|p| Vec3(*p)).collect();
    HullGraph::new(&points, -1).expect("has volume")
}

/// Euler's formula, closed surface, and every point behind every face.
fn assert_is_hull(points: &[[f64; 3]], hull: &HullGraph) {
    assert_eq!(hull.face.len(), 2 * hull.vert.len() - 4);
    let mut edges: Vec<(i32, i32)> =
        hull.face.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]).collect();
    edges.sort_unstable();
    for &(a, b) in &edges {
        assert!(edges.binary_search(&(b, a)).is_ok(), "edge {a} {b} has one face");
    }
    for f in &hull.face {
        let [a, b, c] = f.map(|v| Vec3(points[v as usize]));
        let (normal, area) = (b - a).cross(c - a).normalized();
        if area < 1e-9 {
            continue; // slivers between points that nearly coincide have no direction
        }
        for p in points {
            assert!(normal.dot(Vec3(*p) - a) < 1e-9, "{p:?} is outside {f:?}");
        }
    }
}

/// A repeatable sequence of numbers in [0, 1).
fn numbers() -> impl Iterator<Item = f64> {
    let mut state = 1u64;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 11) as f64 / 9_007_199_254_740_992.0
    })
}

#[test]
fn grid_of_points_has_eight_vertices() {
    let mut points = Vec::new();
    for i in 0..125 {
        points.push([i % 5, i / 5 % 5, i / 25].map(f64::from));
    }
    let hull = hull(&points);
    let mut vert = hull.vert.clone();
    vert.sort_unstable();
    assert_eq!(vert, [0, 4, 20, 24, 100, 104, 120, 124]);
    assert_is_hull(&points, &hull);
}

#[test]
fn noise_below_rounding_error_adds_no_vertices() {
    let mut noise = numbers();
    let mut points = Vec::new();
    for i in 0..125 {
        let p = [i % 5, i / 5 % 5, i / 25].map(f64::from);
        points.push(p.map(|x| x + 1e-16 * noise.next().unwrap_or(0.0)));
    }
    assert_eq!(hull(&points).vert.len(), 8);
}

#[test]
fn random_points_lie_behind_every_face() {
    let mut random = numbers();
    let points: Vec<[f64; 3]> =
        (0..2000).map(|_| [0; 3].map(|_| random.next().unwrap_or(0.0) - 0.5)).collect();
    assert_is_hull(&points, &hull(&points));
}

#[test]
fn points_on_a_sphere_are_all_vertices() {
    let mut random = numbers();
    let points: Vec<[f64; 3]> = (0..500)
        .map(|_| {
            let p = Vec3([0; 3].map(|_| random.next().unwrap_or(0.0) - 0.5));
            p.normalized().0.0
        })
        .collect();
    let hull = hull(&points);
    assert_eq!(hull.vert.len(), 500);
    assert_is_hull(&points, &hull);
}

#[test]
fn vertex_limit_is_kept() {
    let mut random = numbers();
    let points: Vec<Vec3> =
        (0..300).map(|_| Vec3([0; 3].map(|_| random.next().unwrap_or(0.0) - 0.5))).collect();
    for limit in [4, 5, 10, 20] {
        let hull = HullGraph::new(&points, limit).expect("has volume");
        assert_eq!(hull.vert.len(), limit as usize);
    }
}

#[test]
fn flat_and_short_point_sets_are_refused() {
    let flat: Vec<Vec3> =
        (0..20).map(|i| Vec3::new(f64::from(i % 5), f64::from(i / 5), 0.5)).collect();
    assert!(HullGraph::new(&flat, -1).is_err());
    assert!(HullGraph::new(&flat[..3], -1).is_err());
    assert!(HullGraph::new(&[Vec3::ZERO; 9], -1).is_err());
    let line: Vec<Vec3> = (0..9).map(|i| f64::from(i) * Vec3::new(1.0, 2.0, 3.0)).collect();
    assert!(HullGraph::new(&line, -1).is_err());
}

#[test]
fn graph_lists_the_neighbors_of_every_vertex() {
    let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.1; 3]];
    let graph = hull(&points).into_graph();
    assert_eq!(graph.len(), 2 + 3 * 4 + 6 * 4);
    assert_eq!(graph[..10], [4, 4, 0, 4, 8, 12, 3, 2, 1, 0]);
    for (v, edges) in graph[10..26].chunks(4).enumerate() {
        let mut neighbors = edges[..3].to_vec();
        neighbors.sort_unstable();
        let others: Vec<i32> = (0..4).filter(|&o| o != v as i32).collect();
        assert_eq!(neighbors, others);
        assert_eq!(edges[3], -1);
    }
}
