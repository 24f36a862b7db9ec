//! The surface of a signed distance field as a mesh, by marching cubes.
//!
//! The field is sampled on a grid in single precision. Where it changes sign along an edge of the
//! grid there is a vertex; edges of a cell are joined to triangles as a table says. Vertices and
//! faces come in the order in which MuJoCo finds them: cells with x fastest, and in each cell those
//! edges that no cell before had.

mod table;

use ferrodyn_engine::hooks::plugin::SdfPlugin;
use ferrodyn_engine::math::Vec3;

use super::RawMesh;
use crate::asset::AssetError;
use crate::clock::Clock;
use table::TRIANGLES;

/// Points of the grid along the three axes together, about.
const POINTS: f64 = 300.0;

/// Where a corner of a cell is.
const CORNERS: [[usize; 3]; 8] =
    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]];

/// Edges of a cell: along which axis, from which corner.
const EDGES: [(usize, usize); 12] = [
    (0, 0),
    (0, 2),
    (0, 4),
    (0, 6),
    (1, 0),
    (1, 1),
    (1, 4),
    (1, 5),
    (2, 0),
    (2, 1),
    (2, 2),
    (2, 3),
];

/// Samples of a field.
struct Grid {
    size: [usize; 3],
    center: Vec3,
    half: Vec3,
    samples: Vec<f32>,
}

/// Vertices, normals and faces of the surface of a field.
pub(super) fn surface(field: &dyn SdfPlugin, clock: Clock) -> Result<RawMesh, AssetError> {
    let grid = Grid::new(field, clock)?;
    let mut surface = Surface::new(&grid);
    for z in 0..grid.size[2] - 1 {
        clock.check()?;
        for y in 0..grid.size[1] - 1 {
            for x in 0..grid.size[0] - 1 {
                surface.add_cell(&grid, [x, y, z]);
            }
        }
    }
    Ok(surface.into_mesh(&grid))
}

impl Grid {
    fn new(field: &dyn SdfPlugin, clock: Clock) -> Result<Self, AssetError> {
        let [center, half] = field.aabb();
        let total = half[0] + half[1] + half[2];
        let sizes = half.0.map(|half| (POINTS / total * half).floor() + 1.0);
        if !sizes.iter().all(|&size| (2.0..=POINTS + 1.0).contains(&size)) {
            let why = "the signed distance field has no extent: check the plugin's attributes";
            return Err(AssetError::Invalid(why.into()));
        }
        let size = sizes.map(|size| size as usize);
        let at = |axis: usize, i: usize| {
            center[axis] - half[axis] + 2.0 * half[axis] * i as f64 / (size[axis] - 1) as f64
        };
        let mut samples = Vec::with_capacity(size[0] * size[1] * size[2]);
        for k in 0..size[2] {
            clock.check()?;
            for j in 0..size[1] {
                let row = (0..size[0]).map(|i| Vec3([at(0, i), at(1, j), at(2, k)]));
                samples.extend(row.map(|point| field.distance(point) as f32));
            }
        }
        Ok(Self { size, center, half, samples })
    }

    fn sample(&self, [x, y, z]: [usize; 3]) -> f32 {
        self.samples[(z * self.size[1] + y) * self.size[0] + x]
    }

    /// From places in the grid to coordinates.
    fn position(&self, place: [f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|k| {
            let along = 2.0 * self.half[k] * f64::from(place[k]) / (self.size[k] - 1) as f64;
            (along + self.center[k] - self.half[k]) as f32
        })
    }
}

/// A surface under way; places are counted in cells.
struct Surface {
    vert: Vec<[f32; 3]>,
    normal: Vec<[f32; 3]>,
    face: Vec<[i32; 3]>,
    /// The vertex on the edge along each axis that starts at a point, in this slab and the next.
    on_edge: Vec<[i32; 3]>,
    columns: usize,
    rows: usize,
}

impl Surface {
    fn new(grid: &Grid) -> Self {
        let [columns, rows, _] = grid.size;
        Self {
            vert: Vec::new(),
            normal: Vec::new(),
            face: Vec::new(),
            on_edge: vec![[0; 3]; 2 * columns * rows],
            columns,
            rows,
        }
    }

    fn slot(&self, [x, y, z]: [usize; 3]) -> usize {
        self.columns * self.rows * (z % 2) + y * self.columns + x
    }

    fn add_cell(&mut self, grid: &Grid, cell: [usize; 3]) {
        let corner = |i: usize| [0, 1, 2].map(|k| cell[k] + CORNERS[i][k]);
        let samples: [f32; 8] = std::array::from_fn(|i| grid.sample(corner(i)));
        let inside = (0..8).filter(|&i| samples[i] < 0.0).fold(0, |bits, i| bits | 1 << i);
        if inside == 0 || inside == 255 {
            return;
        }
        for (axis, from) in EDGES {
            // an edge at a lower side belongs to the cell before, if there is one
            let at = CORNERS[from];
            let first = (0..3).all(|k| k == axis || at[k] == 1 || cell[k] == 0);
            if first {
                let to = from + [1, 2, 4][axis];
                self.add_vertex(corner(from), axis, [samples[from], samples[to]]);
            }
        }
        let vertices = EDGES.map(|(axis, from)| self.on_edge[self.slot(corner(from))][axis]);
        let edge = |letter: u8| match letter {
            b'0'..=b'9' => usize::from(letter - b'0'),
            _ => usize::from(letter - b'a') + 10,
        };
        for triangle in TRIANGLES[inside].as_bytes().chunks_exact(3) {
            self.add_face([0, 1, 2].map(|k| vertices[edge(triangle[k])]));
        }
    }

    /// Adds the vertex of an edge along which the field changes sign.
    fn add_vertex(&mut self, from: [usize; 3], axis: usize, [a, b]: [f32; 2]) {
        if (a < 0.0) == (b < 0.0) {
            return;
        }
        let mut place = from.map(|i| i as f32);
        place[axis] += a / (a - b);
        let slot = self.slot(from);
        self.on_edge[slot][axis] = self.vert.len() as i32;
        self.vert.push(place);
        self.normal.push([0.0; 3]);
    }

    fn add_face(&mut self, face: [i32; 3]) {
        let [a, b, c] = face.map(|i| self.vert[i as usize]);
        let (u, v) = ([0, 1, 2].map(|k| c[k] - b[k]), [0, 1, 2].map(|k| a[k] - b[k]));
        let normal =
            [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        for i in face {
            for (sum, part) in self.normal[i as usize].iter_mut().zip(normal) {
                *sum += part;
            }
        }
        self.face.push(face);
    }

    fn into_mesh(self, grid: &Grid) -> RawMesh {
        let unit = |n: [f32; 3]| {
            let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
            n.map(|x| x / length)
        };
        RawMesh {
            vert: self.vert.into_iter().map(|place| grid.position(place)).collect(),
            normal: self.normal.into_iter().map(unit).collect(),
            face: self.face,
            ..RawMesh::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Ball;

    impl SdfPlugin for Ball {
        fn distance(&self, point: Vec3) -> f64 {
            point.norm() - 0.5
        }
        fn gradient(&self, point: Vec3) -> Vec3 {
            point.normalized().0
        }
        fn aabb(&self) -> [Vec3; 2] {
            [Vec3::ZERO, Vec3([0.6; 3])]
        }
    }

    #[test]
    fn the_surface_of_a_ball_is_closed_and_round() {
        let mesh = surface(&Ball, Clock::unlimited()).unwrap();
        // Euler's formula for a sphere
        let (v, f) = (mesh.vert.len(), mesh.face.len());
        assert_eq!(v + f, f * 3 / 2 + 2);
        let radius = |v: &[f32; 3]| v.iter().map(|x| x * x).sum::<f32>().sqrt();
        assert!(mesh.vert.iter().all(|v| (radius(v) - 0.5).abs() < 1e-3));
        // every edge is used once in each direction
        let mut edges: Vec<(i32, i32)> =
            mesh.face.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]).collect();
        edges.sort_unstable();
        assert!(edges.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn every_set_of_corners_cuts_the_edges_that_change_sign() {
        for (inside, triangles) in TRIANGLES.iter().enumerate() {
            let is_inside = |corner: usize| inside >> corner & 1 == 1;
            for (edge, (axis, from)) in EDGES.into_iter().enumerate() {
                let cut = is_inside(from) != is_inside(from + [1, 2, 4][axis]);
                let letter = char::from_digit(edge as u32, 16).unwrap();
                assert_eq!(triangles.contains(letter), cut, "{inside}: edge {edge}");
            }
        }
    }
}
