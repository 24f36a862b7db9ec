//! Edges and surface fragments that elements share, and the distance of elements from the surface.

use std::collections::{HashMap, VecDeque};

/// Vertices of the edges of a line, a triangle and a tetrahedron.
const EDGES: [&[[usize; 2]]; 3] =
    [&[[0, 1]], &[[1, 2], [2, 0], [0, 1]], &[[0, 1], [1, 2], [2, 0], [2, 3], [0, 3], [1, 3]]];

/// Vertices of the fragments that bound a line, a triangle and a tetrahedron.
const FRAGMENTS: [&[[usize; 3]]; 3] = [
    &[[0; 3], [1; 3]],
    &[[0, 1, 1], [2, 0, 0], [1, 2, 2]],
    &[[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]],
];

/// The four vertices around an edge of triangles: those of the edge and those opposite of it, -1
/// where there is none.
pub(super) type Flap = [i32; 4];

/// Edges, surface and neighborhood of the elements of a flex.
#[derive(Default)]
pub(in super::super) struct Surface {
    /// Vertices of the edges, the smaller one first.
    pub(in super::super) edges: Vec<[i32; 2]>,
    /// Edges of the elements.
    pub(in super::super) elemedge: Vec<i32>,
    /// Of triangles, one for each edge.
    pub(in super::super) flaps: Vec<Flap>,
    /// Vertices of the fragments that only one element has.
    pub(in super::super) shell: Vec<i32>,
    /// Elements between each element and the surface, in three dimensions.
    pub(in super::super) layer: Vec<i32>,
    /// Elements at the border and vertices of their neighbors, below three dimensions.
    pub(in super::super) evpair: Vec<[i32; 2]>,
}

/// A fragment of an element's boundary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fragment {
    /// Its vertices, sorted; what tells fragments apart.
    sorted: [i32; 3],
    element: i32,
    /// Its vertices, in the order of the element.
    vertices: [i32; 3],
}

/// Two elements with a fragment in common.
struct Connection {
    elements: [i32; 2],
    fragment: [i32; 3],
}

impl Surface {
    pub(super) fn new(dim: usize, elem: &[i32]) -> Self {
        let mut surface = Self::default();
        surface.connect_edges(dim, elem);
        let fragments = fragments(dim, elem);
        let count = elem.len() / (dim + 1);
        let mut border = vec![false; count];
        let mut connections = Vec::new();
        for group in fragments.chunk_by(|a, b| a.sorted == b.sorted) {
            if let [alone] = group {
                border[alone.element as usize] = true;
                surface.shell.extend(&alone.vertices[..dim]);
            }
            for pair in group.windows(2) {
                let elements = [pair[0].element, pair[1].element];
                connections.push(Connection { elements, fragment: pair[0].sorted });
            }
        }
        surface.layer = if dim < 3 { vec![0; count] } else { layers(&border, &connections) };
        if dim < 3 {
            surface.pair(dim, elem, &border, &connections);
        }
        surface
    }

    /// Numbers the edges in the order elements have them.
    fn connect_edges(&mut self, dim: usize, elem: &[i32]) {
        let mut known: HashMap<[i32; 2], usize> = HashMap::new();
        for element in elem.chunks(dim + 1) {
            for &[a, b] in EDGES[dim - 1] {
                let ends = [element[a], element[b]];
                let edge = [ends[0].min(ends[1]), ends[0].max(ends[1])];
                let opposite = if dim == 2 { element[(b + 1) % 3] } else { -1 };
                let next = self.edges.len();
                let index = *known.entry(edge).or_insert(next);
                if index == next {
                    self.edges.push(edge);
                    self.flaps.push([ends[0], ends[1], opposite, -1]);
                } else {
                    self.flaps[index][3] = opposite;
                }
                self.elemedge.push(index as i32);
            }
        }
    }

    /// Pairs elements with the vertex of a neighbor that they do not have, at the border.
    fn pair(&mut self, dim: usize, elem: &[i32], border: &[bool], connections: &[Connection]) {
        for connection in connections {
            let [a, b] = connection.elements;
            if !border[a as usize] && !border[b as usize] {
                continue;
            }
            for (element, other) in [(a, b), (b, a)] {
                let vertices = elem.chunks(dim + 1).nth(element as usize).unwrap_or_default();
                let common = &connection.fragment[..dim];
                if let Some(&vertex) = vertices.iter().find(|vertex| !common.contains(vertex)) {
                    self.evpair.push([other, vertex]);
                }
            }
        }
    }
}

/// The fragments of all elements, equal ones next to each other.
fn fragments(dim: usize, elem: &[i32]) -> Vec<Fragment> {
    let mut all = Vec::with_capacity(elem.len());
    for (e, element) in elem.chunks(dim + 1).enumerate() {
        for places in FRAGMENTS[dim - 1] {
            // what a fragment has no vertices for is the same for all
            let mut vertices = [0; 3];
            for (vertex, &place) in vertices.iter_mut().zip(places).take(dim) {
                *vertex = element[place];
            }
            let mut sorted = vertices;
            sorted[..dim].sort_unstable();
            all.push(Fragment { sorted, element: e as i32, vertices });
        }
    }
    all.sort_unstable();
    all
}

/// How many elements are between each element and the border; more than there are where no way
/// leads to it.
fn layers(border: &[bool], connections: &[Connection]) -> Vec<i32> {
    let mut neighbors = vec![Vec::new(); border.len()];
    for connection in connections {
        let [a, b] = connection.elements;
        neighbors[a as usize].push(b as usize);
        neighbors[b as usize].push(a as usize);
    }
    let mut layer = vec![border.len() as i32 + 1; border.len()];
    let mut open: VecDeque<usize> = (0..border.len()).filter(|&e| border[e]).collect();
    for &e in &open {
        layer[e] = 0;
    }
    while let Some(e) = open.pop_front() {
        for &next in &neighbors[e] {
            if layer[next] > layer[e] + 1 {
                layer[next] = layer[e] + 1;
                open.push_back(next);
            }
        }
    }
    layer
}
