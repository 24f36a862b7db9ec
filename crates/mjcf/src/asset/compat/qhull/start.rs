//! The first tetrahedron.

use ferrodyn_engine::math::Vec3;

use super::{Facet, FacetList, Ordered, Vertex};

/// A determinant smaller than this part of the largest possible one calls for a wider search.
const NARROW: f64 = 1e-3;
/// Cosine between facets below which a hull is too thin for this method.
const THIN: f64 = -0.999_999_99;

/// Extent of the points.
struct Extent {
    /// Points with the smallest and largest coordinate along each axis.
    extremes: Vec<u32>,
    width: f64,
    max_abs: f64,
    /// Sum of the largest coordinates of the axes so far, for each axis.
    sums: [f64; 3],
}

impl<'a> Ordered<'a> {
    /// Chooses four points and builds their tetrahedron.
    pub(super) fn start(points: &'a [Vec3]) -> Option<Self> {
        let extent = Extent::new(points);
        let simplex = first_simplex(points, &extent)?;
        let distance_sum = (3f64.sqrt() * extent.max_abs).min(extent.sums[2]);
        let error = f64::EPSILON * (3.0 * distance_sum * 1.01 + extent.max_abs);
        let mut hull = Ordered {
            points,
            error,
            near_zero: [0, 1].map(|k| 80.0 * extent.sums[k] * f64::EPSILON),
            max_outside: 0.0,
            interior: Vec3::ZERO,
            facets: Vec::new(),
            ridges: Vec::new(),
            vertices: simplex
                .iter()
                .map(|&point| Vertex { degree: 3, ..Vertex::new(point) })
                .collect(),
            list: FacetList::new(),
            vertex_clock: 4,
            cursor: 0,
            first_fresh: usize::MAX,
            merges: 0,
            tracking: false,
            search_all: false,
            not_sharp: false,
            visit: 0,
            renewed: Vec::new(),
        };
        hull.build_simplex()?;
        Some(hull)
    }

    fn build_simplex(&mut self) -> Option<()> {
        // facet k leaves out the k-th latest vertex; orientations alternate
        let latest_first = [3, 2, 1, 0];
        for (k, skipped) in latest_first.into_iter().enumerate() {
            let facet = Facet {
                verts: latest_first.iter().copied().filter(|&v| v != skipped).collect(),
                neighbors: (0..4).filter(|&f| f != k).collect(),
                top: k % 2 == 0,
                simplicial: true,
                ..Facet::default()
            };
            self.facets.push(facet);
            self.append(k);
            self.vertices[skipped].stamp = k;
        }

        // a point inside tells which way is out
        let mut center = [0.0; 3];
        for (k, c) in center.iter_mut().enumerate() {
            for v in latest_first {
                *c += self.points[self.vertices[v].point as usize][k];
            }
            *c /= 4.0;
        }
        self.interior = Vec3(center);
        let first = self.plane(0)?;
        if first.height(self.interior) > self.error {
            for f in &mut self.facets {
                f.top = !f.top;
            }
        }
        for f in 0..4 {
            self.facets[f].plane = Some(self.checked_plane(f)?);
        }
        let normals: Vec<[f64; 3]> =
            self.facets.iter().filter_map(|f| f.plane.map(|p| p.normal)).collect();
        let thin = |a: &[f64; 3], b: &[f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < THIN;
        let any_thin = normals.iter().any(|a| normals.iter().any(|b| thin(a, b)));
        (!any_thin).then_some(())
    }
}

impl Extent {
    fn new(points: &[Vec3]) -> Self {
        let mut extent =
            Self { extremes: Vec::new(), width: f64::MIN, max_abs: 0.0, sums: [0.0; 3] };
        let mut sum = 0.0;
        for k in 0..3 {
            let (mut low, mut high) = (0, 0);
            for (i, p) in points.iter().enumerate() {
                if points[high][k] < p[k] {
                    high = i;
                } else if points[low][k] > p[k] {
                    low = i;
                }
            }
            let largest = points[high][k].max(-points[low][k]);
            extent.width = extent.width.max(points[high][k] - points[low][k]);
            extent.max_abs = extent.max_abs.max(largest);
            sum += largest;
            extent.sums[k] = sum;
            extent.extremes.extend([low as u32, high as u32]);
        }
        extent
    }

    /// Determinants below this are taken for zero.
    fn near_zero(&self, dimension: usize) -> f64 {
        10.0 * 80.0 * self.sums[dimension - 1] * f64::EPSILON
    }
}

/// Two points furthest apart in x, then those that make the largest area and volume.
fn first_simplex(points: &[Vec3], extent: &Extent) -> Option<Vec<u32>> {
    let x = |p: u32| points[p as usize][0];
    let (mut low, mut high) = (extent.extremes[0], extent.extremes[0]);
    for &p in &extent.extremes {
        if x(p) > x(high) {
            high = p;
        }
        if x(p) < x(low) {
            low = p;
        }
    }
    if low == high {
        return None;
    }
    let mut simplex = vec![low, high];
    let mut largest = x(high) - x(low);
    for dimension in 2..=3 {
        let target = largest * extent.width;
        let near_zero = extent.near_zero(dimension);
        let size = |p: u32| determinant(points, &simplex, p, dimension).abs();

        // among the extremes first
        let mut best: Option<(u32, f64)> = None;
        for &p in &extent.extremes {
            let candidate = size(p);
            if !simplex.contains(&p) && best.is_none_or(|(_, value)| candidate > value) {
                best = Some((p, candidate));
            }
        }
        // then among all points, until one is good enough
        let poor = |value: f64| value < near_zero || (value > 0.0 && value / target < NARROW);
        if best.is_none_or(|(_, value)| poor(value)) {
            for p in 0..points.len() as u32 {
                if extent.extremes.contains(&p) || simplex.contains(&p) {
                    continue;
                }
                let candidate = size(p);
                if best.is_none_or(|(_, value)| candidate > value) {
                    best = Some((p, candidate));
                    if candidate >= near_zero && candidate > 10.0 * NARROW * target {
                        break;
                    }
                }
            }
        }
        let (point, value) = best?;
        largest = value;
        simplex.push(point);
    }
    Some(simplex)
}

/// Determinant of the simplex seen from `apex`, in the first `dimension` coordinates.
fn determinant(points: &[Vec3], simplex: &[u32], apex: u32, dimension: usize) -> f64 {
    let rows: Vec<Vec3> =
        simplex.iter().map(|&p| points[p as usize] - points[apex as usize]).collect();
    let (a, b) = (rows[0], rows[1]);
    if dimension == 2 {
        return a[0] * b[1] - a[1] * b[0];
    }
    let c = rows[2];
    let minor = |p: Vec3, q: Vec3| p[1] * q[2] - p[2] * q[1];
    a[0] * minor(b, c) - b[0] * minor(a, c) + c[0] * minor(a, b)
}
