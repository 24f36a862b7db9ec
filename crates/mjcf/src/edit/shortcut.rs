//! What follows from the description without compiling it: orientations, generated meshes, sizes
//! of sensors.

use ferrodyn_engine::enums::{MeshBuiltin, MeshInertia};
use ferrodyn_engine::math::Quat;

use super::EditError;
use crate::asset::mesh::{RawMesh, builtin};
use crate::spec::pose;
use crate::spec::sensor::outputs;
use crate::spec::{Angle, Camera, Compiler, ElementId, Mesh, Orientation, Sensor, Spec};

/// An orientation as a quaternion. Angles are in degrees if `degree` says so, Euler angles are
/// about the axes of `eulerseq`: three of `xyz`, or of `XYZ` for fixed axes.
///
/// # Errors
/// If an axis is too short to give a direction, or the sequence is not one.
///
/// # Examples
/// ```
/// use ferrodyn::resolve_orientation;
/// use ferrodyn::spec::Orientation;
///
/// let quat = resolve_orientation(true, "xyz", &Orientation::Euler([0.0, 0.0, 180.0]))?;
/// assert!((quat.0[3] - 1.0).abs() < 1e-12);
/// # Ok::<(), ferrodyn::EditError>(())
/// ```
#[doc(alias = "mjs_resolveOrientation")]
pub fn resolve_orientation(
    degree: bool,
    eulerseq: &str,
    orientation: &Orientation,
) -> Result<Quat, EditError> {
    let angle = if degree { Angle::Degree } else { Angle::Radian };
    let compiler = Compiler { angle, eulerseq: eulerseq.to_owned(), ..Compiler::default() };
    pose::resolve_orientation(orientation, Quat::IDENTITY, &compiler)
        .map_err(EditError::Orientation)
}

impl Mesh {
    /// Replaces the vertices, normals and faces by those of a generated shape.
    ///
    /// # Errors
    /// If the parameters are not those the shape takes.
    #[doc(alias = "mjs_makeMesh")]
    pub fn make(&mut self, shape: MeshBuiltin, params: &[f64]) -> Result<(), EditError> {
        let mut raw = RawMesh::default();
        builtin::fill(&mut raw, shape, params).map_err(EditError::Mesh)?;
        self.vertex = raw.vert.into_flattened();
        self.normal = raw.normal.into_flattened();
        self.face = raw.face.into_flattened();
        (self.facenormal, self.facetexcoord) = (Vec::new(), Vec::new());
        self.texcoord = Vec::new();
        // a plate has no volume
        if shape == MeshBuiltin::Plate {
            self.inertia = MeshInertia::Shell;
        }
        Ok(())
    }
}

impl Spec {
    /// The number of outputs of a sensor; nothing if there is no such sensor, or they are too many
    /// to be counted.
    #[doc(alias = "mjs_sensorDim")]
    #[must_use]
    pub fn sensor_dim(&self, sensor: ElementId) -> Option<i32> {
        let sensor = self.get::<Sensor>(sensor)?;
        let camera = || Some(self.get::<Camera>(self.find::<Camera>(&sensor.objname)?)?.resolution);
        let mesh = || self.find::<Mesh>(&sensor.objname).and_then(|id| self.get::<Mesh>(id));
        outputs(sensor, camera, || mesh().map_or(0, |mesh| mesh.vertex.len() / 3))
    }
}
