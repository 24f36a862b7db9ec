//! Vertex normals: area-weighted averages over the faces around each vertex.

use ferrodyn_engine::math::{MINVAL, Vec3};

/// Faces whose normal makes a larger angle with the average (cosine below this) are left out.
const SHARP_COSINE: f64 = 0.8;
const EPS: f64 = 1e-14;

/// One normal for each vertex, averaged over all faces or only over those that are nearly level.
#[doc(alias = "MakeNormal")]
pub(super) fn vertex_normals(vert: &[Vec3], face: &[[i32; 3]], smooth: bool) -> Vec<[f32; 3]> {
    let mut sum = vec![[0f32; 3]; vert.len()];
    let weighted: Vec<(Vec3, f64)> = face.iter().map(|f| face_normal(vert, *f)).collect();
    for (f, &(normal, area)) in face.iter().zip(&weighted) {
        for &v in f {
            accumulate(&mut sum[v as usize], normal, area);
        }
    }

    if !smooth {
        // unit averages, before any face is taken out
        let average: Vec<Vec3> = sum.iter().map(|n| unit(Vec3(n.map(f64::from))).0).collect();
        let mut removed = vec![[0f32; 3]; vert.len()];
        for (f, &(normal, area)) in face.iter().zip(&weighted) {
            for &v in f {
                if normal.dot(average[v as usize]) < SHARP_COSINE {
                    accumulate(&mut removed[v as usize], normal, area);
                }
            }
        }
        for (n, r) in sum.iter_mut().zip(&removed) {
            for k in 0..3 {
                n[k] -= r[k];
            }
        }
    }

    for n in &mut sum {
        let len = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
        *n = if f64::from(len) > MINVAL { n.map(|x| x / len) } else { [0.0, 0.0, 1.0] };
    }
    sum
}

/// Unit normal and twice the area of a face.
fn face_normal(vert: &[Vec3], face: [i32; 3]) -> (Vec3, f64) {
    let [a, b, c] = face.map(|v| vert[v as usize]);
    unit((b - a).cross(c - a))
}

/// Adds in double precision, stores in single.
fn accumulate(sum: &mut [f32; 3], normal: Vec3, weight: f64) {
    for k in 0..3 {
        sum[k] = (f64::from(sum[k]) + normal[k] * weight) as f32;
    }
}

/// Divides by the length unless that is tiny (then reported as zero) or 1 to within rounding.
#[doc(alias = "mjuu_normvec")]
pub(super) fn unit(v: Vec3) -> (Vec3, f64) {
    let squared = v.dot(v);
    if squared < EPS {
        return (v, 0.0);
    }
    let norm = squared.sqrt();
    if (norm - 1.0).abs() > EPS { (v / norm, norm) } else { (v, norm) }
}
