//! Tactile sensors: the faces of their mesh, in the colors of what they feel.

use ferrodyn_engine::constants::MINVAL;
use ferrodyn_engine::enums::{ObjType, SensorType, VisFlag};
use ferrodyn_engine::ids::{GeomId, MeshFaceId, MeshId, SensorId};
use ferrodyn_engine::math::Vec3;

use super::Add;

/// Adds the faces of tactile sensors that feel something.
pub(super) fn tactile_sensors(add: &mut Add<'_>) -> Option<()> {
    let m = add.m;
    if !add.shows(VisFlag::ContactPoint) {
        return Some(());
    }
    for s in m.sensors().filter(|&s| m.sensor_type[s] == SensorType::Tactile) {
        let mesh = MeshId::new(m.sensor_objid[s]).filter(|mesh| mesh.0 < m.nmesh);
        let geom = GeomId::new(m.sensor_refid[s]).filter(|geom| geom.0 < m.ngeom);
        if let (Some(mesh), Some(geom)) = (mesh, geom) {
            faces(add, s, mesh, geom)?;
        }
    }
    Some(())
}

fn faces(add: &mut Add<'_>, s: SensorId, mesh: MeshId, geom: GeomId) -> Option<()> {
    let (m, d) = (add.m, add.d);
    let index = |adr: i32| usize::try_from(adr).unwrap_or(0);
    let (verts, dim) = (index(m.mesh_vertnum[mesh]), index(m.sensor_dim[s]));
    let start = index(m.sensor_adr[s].raw());
    let Some(values) = d.sensordata.get(start..start.saturating_add(dim)) else { return Some(()) };
    let channels = dim.checked_div(verts).unwrap_or(0).min(3);
    let most = values.iter().take(verts).fold(0.0_f64, |most, value| most.max(value.abs()));
    if most == 0.0 || m.geom_rbound[geom] < MINVAL {
        return Some(());
    }
    let (pos, mat) = (d.geom_xpos[geom], &d.geom_xmat[geom]);
    let (first_vert, first_face) = (index(m.mesh_vertadr[mesh]), index(m.mesh_faceadr[mesh]));
    for f in (first_face..first_face + index(m.mesh_facenum[mesh])).map(MeshFaceId) {
        let corners = m.mesh_face[f].map(index);
        let at = |corner: usize| {
            let vert = m.mesh_vert.get(first_vert + corner).copied().unwrap_or_default();
            *mat * Vec3(vert.map(f64::from)) + pos
        };
        let mut rgba = [0.0, 0.0, 0.0, 1.0];
        for (channel, color) in rgba.iter_mut().enumerate().take(channels) {
            let felt =
                corners.map(|corner| values.get(channel * verts + corner).copied().unwrap_or(0.0));
            *color = mean_of_nonzero(felt, most);
        }
        if rgba[..3] == [0.0; 3] {
            rgba[3] = 0.1;
        }
        add.triangle(ObjType::Sensor, s.0, corners.map(at), rgba)?;
    }
    Some(())
}

/// Mean of the values that are not zero, relative to the largest; summed in single precision.
fn mean_of_nonzero(values: [f64; 3], most: f64) -> f32 {
    let (mut sum, mut count) = (0.0_f32, 0.0);
    for value in values {
        sum = (f64::from(sum) + value.abs() / most) as f32;
        count += if value == 0.0 { 0.0 } else { 1.0 };
    }
    if count == 0.0 { sum } else { (f64::from(sum) / count) as f32 }
}
