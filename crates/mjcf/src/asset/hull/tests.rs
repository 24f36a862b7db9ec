use super::*;

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
        let normal = (b - a).cross(c - a).normalized().0;
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
    assert_eq!(hull.vert, [0, 4, 20, 24, 100, 104, 120, 124]);
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
    assert_eq!(graph[..10], [4, 4, 0, 4, 8, 12, 0, 1, 2, 3]);
    for (v, edges) in graph[10..26].chunks(4).enumerate() {
        let mut neighbors = edges[..3].to_vec();
        neighbors.sort_unstable();
        let others: Vec<i32> = (0..4).filter(|&o| o != v as i32).collect();
        assert_eq!(neighbors, others);
        assert_eq!(edges[3], -1);
    }
}
