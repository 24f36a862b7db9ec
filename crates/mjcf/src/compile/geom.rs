//! Geoms: pose, size, bounds, mass and fluid coefficients.

use ferrodyn_engine::enums::{GeomInertia, GeomType};
use ferrodyn_engine::math::{Vec3, fun};

use super::fail::Fail;
use super::shape;
use super::work::Geom;
use crate::asset::mesh::{FitShape, MeshData, fit_primitive};
use crate::spec::pose::{EPS, Pose, normalize, resolve_orientation, unit, z_to};
use crate::spec::{self, Compiler, FluidShape, Keyword};

/// Largest coordinate of a plane's bounds.
const MAXVAL: f64 = 1e10;

/// Facts about its model and body that a geom is compiled with.
pub(super) struct GeomContext<'a> {
    pub(super) compiler: &'a Compiler,
    /// Fitting is decided by the model, not by the part the geom comes from.
    pub(super) fitaabb: bool,
    pub(super) mesh: Option<&'a MeshData>,
    pub(super) hfield_size: Option<[f64; 4]>,
    /// The body it belongs to does not move.
    pub(super) is_static: bool,
    /// The body's inertia comes from its geoms.
    pub(super) infer_inertia: bool,
    pub(super) frame: Option<Pose>,
}

/// Compiles one geom.
pub(super) fn compile(geom: &mut Geom<'_>, around: &GeomContext<'_>) -> Result<(), Fail> {
    let spec = geom.spec;
    check(spec, around)?;
    geom.visual = spec.contype == 0 && spec.conaffinity == 0;

    // pose and size
    geom.pose.quat = unit(spec.quat);
    match given(spec.fromto) {
        Some(fromto) => {
            let (pose, size) = from_to(spec.kind, spec.pos, spec.size, fromto)?;
            (geom.pose, geom.size) = (pose, size);
        }
        None => {
            geom.pose.quat = resolve_orientation(&spec.alt, geom.pose.quat, around.compiler)?;
        }
    }
    if let Some(mesh) = around.mesh {
        place_in_mesh(geom, mesh, around)?;
    }
    check_size(spec.kind, &geom.size, "geom")?;
    match spec.kind {
        GeomType::Hfield => {
            if let Some([x, y, top, base]) = around.hfield_size {
                geom.size = [x, y, 0.25 * top + 0.5 * base];
            }
        }
        GeomType::Mesh | GeomType::Sdf => {
            if let Some(mesh) = around.mesh {
                geom.size = std::array::from_fn(|i| mesh.aamm[i].abs().max(mesh.aamm[i + 3].abs()));
            }
        }
        _ => {}
    }
    if geom.size.iter().any(|s| s.is_nan()) {
        return Err("the size is not a number".into());
    }
    geom.aabb = aabb(spec.kind, &geom.size, around);

    // mass
    if around.infer_inertia {
        set_mass(geom, around)?;
    }
    if spec.fluidshape == FluidShape::Ellipsoid {
        geom.fluid = shape::fluid(spec.kind, &geom.size, &spec.fluidcoef);
    }
    if let Some(frame) = around.frame {
        geom.pose = frame * geom.pose;
    }
    Ok(())
}

fn check(spec: &spec::Geom, around: &GeomContext<'_>) -> Result<(), String> {
    if !matches!(spec.condim, 1 | 3 | 4 | 6) {
        return Err(format!("condim is 1, 3, 4 or 6, not {}", spec.condim));
    }
    let meshed = matches!(spec.kind, GeomType::Mesh | GeomType::Sdf);
    if meshed && around.mesh.is_none() {
        return Err("a mesh geom needs a mesh: add the attribute \"mesh\"".into());
    }
    if (spec.kind == GeomType::Hfield) != around.hfield_size.is_some() {
        return Err("a height field geom needs a height field, and no other geom has one".into());
    }
    if spec.kind == GeomType::Plane && !around.is_static {
        return Err("a plane can only be in a body that does not move".into());
    }
    if around.mesh.is_some() && given(spec.fromto).is_some() {
        return Err("fromto does not go with a mesh: remove one of them".into());
    }
    Ok(())
}

/// End points, unless the first number says that there are none.
pub(super) fn given(fromto: Option<[f64; 6]>) -> Option<[f64; 6]> {
    fromto.filter(|points| !points[0].is_nan())
}

/// Pose and size of a shape between two points.
pub(super) fn from_to(
    kind: GeomType,
    pos: Vec3,
    mut size: [f64; 3],
    p: [f64; 6],
) -> Result<(Pose, [f64; 3]), String> {
    use GeomType::{Box, Capsule, Cylinder, Ellipsoid};
    if !matches!(kind, Capsule | Cylinder | Ellipsoid | Box) {
        return Err("fromto is for capsules, cylinders, boxes and ellipsoids".into());
    }
    if pos != Vec3::ZERO {
        return Err("pos and fromto exclude each other: give one of them".into());
    }
    let mut along = Vec3([p[0] - p[3], p[1] - p[4], p[2] - p[5]]);
    size[1] = normalize(&mut along.0) / 2.0;
    if size[1] < EPS {
        return Err("the points of fromto are too close to each other".into());
    }
    if matches!(kind, Ellipsoid | Box) {
        size = [size[0], size[0], size[1]];
    }
    let middle =
        Vec3([f64::midpoint(p[0], p[3]), f64::midpoint(p[1], p[4]), f64::midpoint(p[2], p[5])]);
    Ok((Pose { pos: middle, quat: z_to(along) }, size))
}

/// Moves the geom to its mesh's frame; a shape other than the mesh itself is fitted to it.
fn place_in_mesh(
    geom: &mut Geom<'_>,
    mesh: &MeshData,
    around: &GeomContext<'_>,
) -> Result<(), String> {
    let spec = geom.spec;
    let mut center = Vec3::ZERO;
    if matches!(spec.kind, GeomType::Mesh | GeomType::Sdf) {
        if spec.typeinertia == GeomInertia::Shell {
            return Err("the inertia of a mesh geom is chosen in the mesh asset".into());
        }
    } else {
        let shape = match spec.kind {
            GeomType::Sphere => FitShape::Sphere,
            GeomType::Capsule => FitShape::Capsule,
            GeomType::Cylinder => FitShape::Cylinder,
            GeomType::Ellipsoid => FitShape::Ellipsoid,
            GeomType::Box => FitShape::Box,
            _ => return Err("this type of geom cannot be fitted to a mesh".into()),
        };
        let (size, middle) = fit_primitive(mesh, shape, around.fitaabb);
        // entries the shape does not use keep their value, scaled too
        let used = shape::size_count(spec.kind);
        for (i, slot) in geom.size.iter_mut().enumerate() {
            let fitted = if i < used { size[i] } else { *slot };
            *slot = fitted * spec.fitscale;
        }
        center = middle;
        geom.mesh = None;
    }
    let offset = mesh.quat.rotate(center) + mesh.pos;
    geom.pose = geom.pose * Pose { pos: offset, quat: mesh.quat };
    Ok(())
}

/// Refuses sizes that must be positive and are not.
pub(super) fn check_size(kind: GeomType, size: &[f64; 3], element: &str) -> Result<(), Fail> {
    if kind == GeomType::Plane {
        return if size[2] > 0.0 || size[2].is_nan() {
            Ok(())
        } else {
            Err("the third size of a plane, its grid spacing, must be positive".into())
        };
    }
    let count = shape::size_count(kind);
    match (0..count).find(|&i| size[i] <= 0.0) {
        Some(i) => {
            let (word, value) = (kind.word(), size[i]);
            let numbers = if count == 1 { "number" } else { "numbers" };
            let message = format!(
                "size {i} must be positive in {element}: it is {value}, and type {word} needs {count} \
                 positive {numbers} in size"
            );
            // a negative size was written by the user; a size that could not be read is zero
            Err(if value < 0.0 { Fail::sure(message) } else { message.into() })
        }
        None => Ok(()),
    }
}

/// Bounding box: center and half sizes.
fn aabb(kind: GeomType, size: &[f64; 3], around: &GeomContext<'_>) -> [f64; 6] {
    let symmetric = |h: [f64; 3]| [-h[0], -h[1], -h[2], h[0], h[1], h[2]];
    let b = match kind {
        GeomType::Hfield => {
            let [x, y, top, base] = around.hfield_size.unwrap_or_default();
            [-x, -y, -base, x, y, top]
        }
        GeomType::Sphere => symmetric([size[0]; 3]),
        GeomType::Capsule => symmetric([size[0], size[0], size[0] + size[1]]),
        GeomType::Cylinder => symmetric([size[0], size[0], size[1]]),
        GeomType::Mesh | GeomType::Sdf => around.mesh.map_or([0.0; 6], |mesh| mesh.aamm),
        GeomType::Plane => [-MAXVAL, -MAXVAL, -MAXVAL, MAXVAL, MAXVAL, 0.0],
        _ => symmetric(*size),
    };
    std::array::from_fn(
        |i| if i < 3 { f64::midpoint(b[i + 3], b[i]) } else { (b[i] - b[i - 3]) / 2.0 },
    )
}

/// Mass and inertia, from the given mass or the density.
fn set_mass(geom: &mut Geom<'_>, around: &GeomContext<'_>) -> Result<(), Fail> {
    let spec = geom.spec;
    let mesh = around.mesh.filter(|_| geom.mesh.is_some());
    let volume = match mesh {
        Some(mesh) => mesh.volume,
        None => shape::volume(spec.kind, &geom.size, spec.typeinertia),
    };
    let mut density = spec.density;
    match spec.mass {
        Some(0.0) => density = 0.0,
        Some(mass) if volume > EPS => {
            geom.mass = mass;
            density = mass / volume;
        }
        Some(_) => {}
        None if density == 0.0 => {}
        None => geom.mass = density * volume,
    }
    let given = spec.mass.map_or(density != 0.0, |mass| mass != 0.0 && volume > EPS);
    if given {
        geom.inertia = match mesh {
            Some(mesh) => shape::box_inertia(geom.mass, &mesh.inertia_box),
            None => shape::inertia(spec.kind, geom.mass, &geom.size, spec.typeinertia),
        };
    }
    let negative = geom.mass < 0.0 || density < 0.0 || geom.inertia.0.iter().any(|&i| i < 0.0);
    if !negative {
        return Ok(());
    }
    let message = "mass, inertia and density cannot be negative".to_owned();
    let written = spec.mass.unwrap_or(spec.density) < 0.0;
    Err(if written { Fail::sure(message) } else { message.into() })
}

/// Radius of the bounding sphere.
pub(super) fn rbound(
    kind: GeomType,
    size: &[f64; 3],
    mesh: Option<&MeshData>,
    hfield_size: Option<[f64; 4]>,
) -> f64 {
    match kind {
        GeomType::Hfield => {
            let [x, y, top, base] = hfield_size.unwrap_or_default();
            (x * x + y * y + (top * top).max(base * base)).sqrt()
        }
        GeomType::Sphere => size[0],
        GeomType::Capsule => size[0] + size[1],
        GeomType::Cylinder => (size[0] * size[0] + size[1] * size[1]).sqrt(),
        GeomType::Ellipsoid => size[0].max(size[1]).max(size[2]),
        GeomType::Box => (size[0] * size[0] + size[1] * size[1] + size[2] * size[2]).sqrt(),
        GeomType::Mesh | GeomType::Sdf => {
            let b = mesh.map_or([0.0; 6], |mesh| mesh.aamm);
            let h: [f64; 3] = std::array::from_fn(|i| b[i].abs().max(b[i + 3].abs()));
            (h[0] * h[0] + h[1] * h[1] + h[2] * h[2]).sqrt()
        }
        _ => 0.0,
    }
}

/// `fovy` of a camera from its sensor height and focal length, in degrees.
pub(super) fn field_of_view(height: f32, focal: f32) -> f64 {
    f64::from(fun::atan2f(height / 2.0, focal)) * 360.0 / std::f64::consts::PI
}
