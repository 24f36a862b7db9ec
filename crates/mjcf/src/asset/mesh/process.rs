//! From vertices and faces to a compiled mesh.
//!
//! Order of work: orientation check, hull, normals, polygons, the user's transformation, mass
//! properties, the move to the inertial frame, bounding volumes.

use ferrodyn_engine::math::{Quat, Vec3, eig3_with};

use super::inertia::{MassProperties, Triangle, mass_properties};
use super::polygons::Polygons;
use super::{MeshData, MeshUse, RawMesh, normals};
use crate::asset::AssetError;
use crate::asset::bvh::{Bvh, Leaf};
use crate::asset::hull::HullGraph;
use crate::asset::octree::Octree;
use crate::clock::Clock;
use crate::spec::pose::unit;
use crate::spec::{Mesh, MeshInertia};

/// Smallest area of a face that takes part in the orientation check: the root of `MINVAL`.
const MIN_ORIENTED_AREA: f64 = 3.162_277_660_168_379e-8;

/// Computes everything a model stores about a mesh.
pub(super) fn process(
    spec: &Mesh,
    inertia: MeshInertia,
    mut raw: RawMesh,
    usage: MeshUse,
    clock: Clock,
) -> Result<MeshData, AssetError> {
    let mut vert: Vec<Vec3> = raw.vert.iter().map(|v| Vec3(v.map(f64::from))).collect();
    if inertia == MeshInertia::Exact {
        check_orientation(&vert, &raw.face)?;
    }

    // hull, which also supplies missing faces
    let needs_hull = usage.needs_hull || raw.face.is_empty() || inertia == MeshInertia::Convex;
    let hull =
        if needs_hull { Some(HullGraph::new_until(&vert, spec.maxhullvert, clock)?) } else { None };
    if let (true, Some(hull)) = (raw.face.is_empty(), &hull) {
        raw.face.clone_from(&hull.face);
    }

    complete_normals_and_indices(&mut raw, &vert, spec.smoothnormal)?;
    let mut polygons =
        hull.as_ref().map_or_else(Polygons::default, |h| Polygons::new(&vert, &h.face, clock));
    clock.check()?;

    // a mirroring scale turns faces inside out
    let righthand = spec.scale[0] * spec.scale[1] * spec.scale[2] > 0.0;
    if !righthand {
        for indices in [&mut raw.face, &mut raw.facenormal, &mut raw.facetexcoord] {
            for f in indices {
                f.swap(1, 2);
            }
        }
    }
    transform_by_user(spec, &mut vert, &mut raw.normal);

    // inertial frame
    let solid = match &hull {
        Some(hull) if inertia == MeshInertia::Convex => &hull.face,
        _ => &raw.face,
    };
    let mass = mass_properties(&vert, &raw.face, solid, inertia)?;
    let (inertia_box, axes) = equivalent_box(&mass)?;
    let (com, quat) =
        if usage.keeps_frame { (Vec3::ZERO, Quat::IDENTITY) } else { (mass.com, axes) };
    let aamm = move_to_frame(&mut vert, &mut raw.normal, com, quat);

    // arrays in the final frame
    polygons.set_normals(&vert);
    let bvh = face_bvh(&vert, &raw.face);
    let octree = usage.needs_sdf.then(|| Octree::new_until(&vert, &raw.face, &aamm, &bvh, clock));
    clock.check()?;
    Ok(MeshData {
        vert: vert.iter().map(|v| v.0.map(|x| x as f32)).collect(),
        normal: raw.normal,
        texcoord: raw.texcoord,
        face: raw.face,
        facenormal: raw.facenormal,
        facetexcoord: raw.facetexcoord,
        graph: hull.map(super::super::hull::HullGraph::into_graph).unwrap_or_default(),
        polygons,
        bvh,
        octree,
        pos: com,
        quat,
        inertia_box,
        aamm,
        volume: mass.volume,
        shell: inertia == MeshInertia::Shell,
    })
}

/// Two faces that run along an edge in the same direction cannot both face outward.
fn check_orientation(vert: &[Vec3], face: &[[i32; 3]]) -> Result<(), AssetError> {
    let mut edges = Vec::with_capacity(3 * face.len());
    for &[a, b, c] in face {
        let [va, vb, vc] = [a, b, c].map(|i| vert[i as usize]);
        if Triangle::new(va, vb, vc).area > MIN_ORIENTED_AREA {
            edges.extend([(a, b), (b, c), (c, a)]);
        }
    }
    edges.sort_unstable();
    match edges.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(AssetError::Invalid(format!(
            "two faces run from vertex {} to vertex {} in the same direction, so the volume is \
             not defined: orient the faces consistently, or use another inertia than exact",
            pair[0].0 + 1,
            pair[0].1 + 1
        ))),
        None => Ok(()),
    }
}

/// Fills in normals and index arrays that neither file nor model gave.
fn complete_normals_and_indices(
    raw: &mut RawMesh,
    vert: &[Vec3],
    smooth: bool,
) -> Result<(), AssetError> {
    if raw.normal.is_empty() {
        raw.normal = normals::vertex_normals(vert, &raw.face, smooth);
        if raw.facenormal.is_empty() || raw.facenormal.len() == raw.face.len() {
            raw.facenormal.clone_from(&raw.face);
        }
    }
    if !raw.facenormal.is_empty() && raw.facenormal.len() != raw.face.len() {
        return Err(AssetError::Invalid(format!(
            "there are {} faces but normal indices for {}",
            raw.face.len(),
            raw.facenormal.len()
        )));
    }
    if raw.facetexcoord.is_empty() && !raw.texcoord.is_empty() {
        raw.facetexcoord.clone_from(&raw.face);
    }
    if raw.facenormal.is_empty() {
        // several normals per vertex: the first of each group
        let per_vertex = (raw.normal.len() / vert.len()) as i32;
        raw.facenormal = raw.face.iter().map(|f| f.map(|v| v.saturating_mul(per_vertex))).collect();
    }
    Ok(())
}

/// Applies `refpos`, `refquat` and `scale`, and normalizes the normals.
#[doc(alias = "ApplyTransformations")]
fn transform_by_user(spec: &Mesh, vert: &mut [Vec3], normal: &mut [[f32; 3]]) {
    if spec.refpos != Vec3::ZERO {
        for v in vert.iter_mut() {
            *v -= spec.refpos;
        }
    }
    if spec.refquat != Quat::IDENTITY {
        let inverse = unit(spec.refquat).to_mat().transpose();
        for v in vert.iter_mut() {
            *v = inverse * *v;
        }
        for n in normal.iter_mut() {
            *n = (inverse * Vec3(n.map(f64::from))).0.map(|x| x as f32);
        }
    }
    if spec.scale != Vec3::new(1.0, 1.0, 1.0) {
        for v in vert.iter_mut() {
            *v = v.scale_by(spec.scale);
        }
        for n in normal.iter_mut() {
            for (x, s) in n.iter_mut().zip(spec.scale.0) {
                *x = (f64::from(*x) * s) as f32;
            }
        }
    }
    for n in normal.iter_mut() {
        let squared = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
        *n = if f64::from(squared) > ferrodyn_engine::math::MINVAL {
            let inverse = 1.0 / squared.sqrt();
            n.map(|x| x * inverse)
        } else {
            [0.0, 0.0, 1.0]
        };
    }
}

/// Half sizes of the box with this inertia, and the principal axes.
fn equivalent_box(mass: &MassProperties) -> Result<([f64; 3], Quat), AssetError> {
    const ATOL: f64 = 1e-9;
    const RTOL: f64 = 1e-6;
    let (moment, quat) = eig3_with(&mass.inertia, unit);
    if moment[2] <= 0.0 {
        return Err(AssetError::Invalid(
            "the inertia is not positive: check that the faces bound a solid".into(),
        ));
    }
    for i in 0..3 {
        let others = moment[(i + 1) % 3] + moment[(i + 2) % 3];
        if others < moment[i] * (1.0 - RTOL) - ATOL {
            return Err(AssetError::Invalid(
                "no solid has this inertia (one principal moment exceeds the sum of the others): \
                 check the orientation of the faces, or use inertia=\"convex\""
                    .into(),
            ));
        }
    }
    let [a, b, c] = moment.0;
    let half = |twice: f64| 0.5 * (6.0 * twice / mass.volume).sqrt();
    Ok(([half(b + c - a), half(a + c - b), half(a + b - c)], quat))
}

/// Moves the mesh so that `com` is the origin and `quat` the axes; returns its bounds.
fn move_to_frame(vert: &mut [Vec3], normal: &mut [[f32; 3]], com: Vec3, quat: Quat) -> [f64; 6] {
    let inverse = quat.conj().to_mat();
    let mut aamm = [1e10, 1e10, 1e10, -1e10, -1e10, -1e10];
    for v in vert.iter_mut() {
        *v = inverse * (*v - com);
        for k in 0..3 {
            if v[k] < aamm[k] {
                aamm[k] = v[k];
            }
            if aamm[k + 3] < v[k] {
                aamm[k + 3] = v[k];
            }
        }
    }
    for n in normal.iter_mut() {
        *n = (inverse * Vec3(n.map(f64::from))).0.map(|x| x as f32);
    }
    aamm
}

/// Bounding volumes of the faces, ordered by circumcenter.
fn face_bvh(vert: &[Vec3], face: &[[i32; 3]]) -> Bvh {
    let leaves: Vec<Leaf> = face
        .iter()
        .enumerate()
        .map(|(id, f)| {
            let corners = f.map(|v| vert[v as usize]);
            let mut low = [f64::MAX; 3];
            let mut high = [-f64::MAX; 3];
            for v in corners {
                for k in 0..3 {
                    low[k] = if v[k] < low[k] { v[k] } else { low[k] };
                    high[k] = if high[k] < v[k] { v[k] } else { high[k] };
                }
            }
            let center = [0, 1, 2].map(|k| 0.5 * (low[k] + high[k]));
            let half = [0, 1, 2].map(|k| 0.5 * (high[k] - low[k]));
            Leaf {
                id: id as i32,
                contype: 1,
                conaffinity: 1,
                pos: circumcenter(corners),
                quat: None,
                aabb: [center[0], center[1], center[2], half[0], half[1], half[2]],
            }
        })
        .collect();
    Bvh::new(&leaves, Vec3::ZERO, Quat::IDENTITY)
}

/// Center of the circle through three points; not a number if they are on a line.
fn circumcenter([p, q, r]: [Vec3; 3]) -> Vec3 {
    let (a, b) = (p - r, q - r);
    let normal = a.cross(b);
    let (aa, bb) = (a.dot(a), b.dot(b));
    let area = normal.norm();
    let res = Vec3([0, 1, 2].map(|k| aa * b[k] - bb * a[k])).cross(normal);
    Vec3([0, 1, 2].map(|k| res[k] / (2.0 * area * area) + r[k]))
}
