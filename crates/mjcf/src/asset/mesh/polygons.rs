//! Flat sides of a convex hull: triangles with nearly equal normals joined into polygons.

use std::collections::HashMap;

use crate::clock::Clock;
use ferrodyn_engine::math::{MINVAL, Vec3, fun};

use crate::asset::compat::{hash, hash_order};

/// Faces whose normals round to the same multiple of this angle belong together.
const ANGLE: f64 = 0.01;

/// The flat sides of a convex hull.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygons {
    /// Vertices around each side (`mesh_polyvert`).
    pub vert: Vec<Vec<i32>>,
    /// Normal of each side (`mesh_polynormal`).
    pub normal: Vec<[f64; 3]>,
}

impl Polygons {
    /// Joins the faces of a hull; sides come in the order of MuJoCo's hash map.
    #[doc(alias = "MakePolygons")]
    pub(super) fn new(vert: &[Vec3], face: &[[i32; 3]], clock: Clock) -> Self {
        let mut sides: Vec<Side> = Vec::new();
        let mut hashes = Vec::new();
        let mut by_direction: HashMap<[i32; 2], usize> = HashMap::new();
        for (i, &f) in face.iter().enumerate() {
            if clock.is_over_at(i, 64) {
                break;
            }
            let Some(key) = direction(f.map(|v| vert[v as usize])) else { continue };
            if let Some(&side) = by_direction.get(&key) {
                sides[side].insert(f);
            } else {
                by_direction.insert(key, sides.len());
                sides.push(Side::new(f));
                hashes.push(hash(key.map(f64::from)));
            }
        }
        let mut polygons = Self::default();
        for side in hash_order(&hashes) {
            if clock.is_over() {
                break;
            }
            polygons.vert.extend(sides[side].outlines().into_iter().filter(|path| path.len() >= 3));
        }
        polygons
    }

    /// Computes the normals from the first three vertices of each side.
    #[doc(alias = "MakePolygonNormals")]
    pub(super) fn set_normals(&mut self, vert: &[Vec3]) {
        self.normal = self
            .vert
            .iter()
            .map(|path| {
                let [a, b, c] = [path[0], path[1], path[2]].map(|v| vert[v as usize]);
                let normal = (b - a).cross(c - a);
                let norm = normal.norm();
                let normal = if norm < 1e-14 { Vec3::X } else { normal };
                (normal / norm).0
            })
            .collect();
    }

    /// The sides around each of `count` vertices (`mesh_polymap`).
    #[must_use]
    pub fn map(&self, count: usize) -> Vec<Vec<i32>> {
        let mut map = vec![Vec::new(); count];
        for (side, path) in self.vert.iter().enumerate() {
            for &v in path {
                map[v as usize].push(side as i32);
            }
        }
        map
    }
}

/// Rounded azimuth and inclination of a face's normal; none if the face has no area.
fn direction([a, b, c]: [Vec3; 3]) -> Option<[i32; 2]> {
    let normal = (b - a).cross(c - a);
    let norm = normal.norm();
    if norm < MINVAL {
        return None;
    }
    // adding zero turns negative zeros positive, which atan2 would tell apart
    let [x, y, z] = normal.0.map(|n| n / norm + 0.0);
    if z.abs() > 1.0 - 1e-7 {
        let half_turn = (std::f64::consts::PI / ANGLE).round();
        return Some([0, if z < 0.0 { half_turn as i32 } else { 0 }]);
    }
    Some([(fun::atan2(y, x) / ANGLE).round() as i32, (fun::acos(z) / ANGLE).round() as i32])
}

/// Boundary edges of a growing set of coplanar triangles.
///
/// Triangles that do not touch yet form separate islands, numbered from zero.
struct Side {
    edges: Vec<(i32, i32)>,
    islands: Vec<usize>,
    count: usize,
}

impl Side {
    fn new([a, b, c]: [i32; 3]) -> Self {
        Self { edges: vec![(a, b), (b, c), (c, a)], islands: vec![0; 3], count: 1 }
    }

    /// Adds a triangle: edges it shares with the boundary disappear, the others join it.
    fn insert(&mut self, [a, b, c]: [i32; 3]) {
        let mut island = None;
        let mut fresh = Vec::with_capacity(3);
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let Some(i) = self.edges.iter().position(|&edge| edge == (to, from)) else {
                fresh.push((from, to));
                continue;
            };
            let other = self.islands[i];
            island = Some(match island {
                Some(island) if island != other => self.join(island, other),
                _ => other,
            });
            self.edges.remove(i);
            self.islands.remove(i);
        }
        let island = island.unwrap_or_else(|| {
            self.count += 1;
            self.count - 1
        });
        for edge in fresh {
            self.edges.push(edge);
            self.islands.push(island);
        }
    }

    /// Makes two islands one and closes the gap in the numbering; returns the number kept.
    fn join(&mut self, a: usize, b: usize) -> usize {
        let (keep, drop) = (a.min(b), a.max(b));
        for island in &mut self.islands {
            if *island == drop {
                *island = keep;
            } else if *island > drop {
                *island -= 1;
            }
        }
        self.count -= 1;
        keep
    }

    /// Walks around each island.
    fn outlines(&self) -> Vec<Vec<i32>> {
        if let [(a, _), (b, _), (c, _)] = *self.edges {
            return vec![vec![a, b, c]];
        }
        (0..self.count).filter_map(|island| self.outline(island)).collect()
    }

    fn outline(&self, island: usize) -> Option<Vec<i32>> {
        let start = self.islands.iter().position(|&i| i == island)?;
        let (first, mut next) = self.edges[start];
        let mut path = vec![first, next];
        // the walk closes within as many steps as there are edges, or is dropped
        for _ in 0..self.edges.len() {
            // the very first edge never continues a walk
            let step = (1..self.edges.len())
                .find(|&k| self.islands[k] == island && self.edges[k].0 == next);
            if let Some(k) = step {
                next = self.edges[k].1;
                if next == first {
                    return Some(path);
                }
                path.push(next);
            }
        }
        None
    }
}
