//! Meshes generated from parameters.

mod grids;
mod solids;

use crate::asset::AssetError;
use crate::spec::MeshBuiltin;

use super::RawMesh;

/// Most vertices a generated mesh may have: far beyond use, far below exhausting memory.
const MAX_VERTICES: f64 = 5e6;

/// Replaces the vertices (and faces and normals, where the shape defines them) of `mesh`.
#[doc(alias = "mjs_makeMesh")]
pub(crate) fn fill(
    mesh: &mut RawMesh,
    shape: MeshBuiltin,
    params: &[f64],
) -> Result<(), AssetError> {
    match shape {
        MeshBuiltin::None => {
            return Err(AssetError::Invalid("builtin shape none makes no mesh".into()));
        }
        MeshBuiltin::Sphere => {
            let [subdivisions] = exactly(params, "sphere")?;
            let subdivisions = integer(subdivisions, 0, 4, "subdivisions of a sphere")?;
            (mesh.vert, mesh.face) = solids::sphere(subdivisions);
        }
        MeshBuiltin::Hemisphere => {
            let [resolution] = exactly(params, "hemisphere")?;
            let resolution = integer(resolution, 0, 10, "resolution of a hemisphere")?;
            (mesh.vert, mesh.face) = solids::hemisphere(resolution);
        }
        MeshBuiltin::Cone => {
            let [edges, radius] = exactly(params, "cone")?;
            let edges = integer(edges, 0, MAX_VERTICES as i32 / 2, "edges of a cone")?;
            mesh.vert = solids::cone(edges, radius);
        }
        MeshBuiltin::SuperSphere => {
            let [resolution, e, n] = exactly(params, "supersphere")?;
            let resolution = square_grid(resolution, "resolution of a supersphere")?;
            require(e >= 0.0 && n >= 0.0, "the exponents of a supersphere must not be negative")?;
            (mesh.vert, mesh.face) = solids::supersphere(resolution, e, n);
        }
        MeshBuiltin::SuperTorus => {
            let [resolution, radius, s, t] = exactly(params, "supertorus")?;
            let resolution = square_grid(resolution, "resolution of a supertorus")?;
            require(
                radius > 0.0 && radius <= 1.0,
                "the radius of a supertorus must be positive and at most 1",
            )?;
            require(s > 0.0 && t > 0.0, "the exponents of a supertorus must be positive")?;
            (mesh.vert, mesh.face) = solids::supertorus(resolution, radius, s, t);
        }
        MeshBuiltin::Wedge => {
            let [columns, rows, fov_x, fov_y, gamma] = exactly(params, "wedge")?;
            let resolution = grid(columns, rows)?;
            require(
                fov_x > 0.0 && fov_x <= 180.0 && fov_y > 0.0 && fov_y <= 90.0,
                "the field of view of a wedge must be within (0, 180] by (0, 90] degrees",
            )?;
            require((0.0..=1.0).contains(&gamma), "gamma of a wedge must be within [0, 1]")?;
            (mesh.vert, mesh.normal) = grids::wedge(resolution, [fov_x, fov_y], gamma);
        }
        MeshBuiltin::Plate => {
            let [columns, rows] = exactly(params, "plate")?;
            let plate = grids::plate(grid(columns, rows)?);
            (mesh.vert, mesh.normal, mesh.face) = plate;
        }
    }
    Ok(())
}

/// Vertices that a shape has, about.
pub(crate) fn vertices(shape: MeshBuiltin, params: &[f64]) -> usize {
    let [a, b] = [0, 1].map(|i| params.get(i).map_or(0.0, |p| p.clamp(0.0, MAX_VERTICES)));
    let count = match shape {
        MeshBuiltin::None | MeshBuiltin::Sphere | MeshBuiltin::Hemisphere => 0.0,
        MeshBuiltin::Cone => a,
        MeshBuiltin::SuperSphere | MeshBuiltin::SuperTorus => a * a,
        MeshBuiltin::Wedge | MeshBuiltin::Plate => a * b,
    };
    count as usize
}

fn exactly<const N: usize>(params: &[f64], shape: &str) -> Result<[f64; N], AssetError> {
    params.try_into().map_err(|_| {
        AssetError::Invalid(format!(
            "a builtin {shape} takes {N} parameters, {} are given",
            params.len()
        ))
    })
}

fn require(ok: bool, message: &str) -> Result<(), AssetError> {
    if ok { Ok(()) } else { Err(AssetError::Invalid(message.into())) }
}

/// Drops the fraction of a parameter and checks its range.
fn integer(value: f64, low: i32, high: i32, what: &str) -> Result<usize, AssetError> {
    let value = value.trunc();
    require(
        value >= f64::from(low) && value <= f64::from(high),
        &format!("the {what} must be between {low} and {high}"),
    )?;
    Ok(value as usize)
}

fn square_grid(resolution: f64, what: &str) -> Result<usize, AssetError> {
    integer(resolution, 3, MAX_VERTICES.sqrt() as i32, what)
}

fn grid(columns: f64, rows: f64) -> Result<[usize; 2], AssetError> {
    require(
        columns >= 1.0 && rows >= 1.0 && columns * rows <= MAX_VERTICES,
        "the resolution must be positive in both directions, with at most five million points",
    )?;
    Ok([columns as usize, rows as usize])
}
