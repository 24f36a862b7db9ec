//! Generated meshes, orientations and sizes of sensors.

use ferrodyn_engine::enums::{GeomType, MeshBuiltin, ObjType, SensorType};

use crate::spec::{Geom, Mesh, Orientation, Sensor};
use crate::{Loader, Spec, resolve_orientation};

#[test]
fn a_made_mesh_is_the_builtin_one() {
    for (shape, params) in [
        (MeshBuiltin::Sphere, &[2.0][..]),
        (MeshBuiltin::Hemisphere, &[3.0]),
        (MeshBuiltin::Cone, &[8.0, 0.5]),
        (MeshBuiltin::SuperTorus, &[8.0, 0.5, 1.0, 1.0]),
        (MeshBuiltin::Plate, &[4.0, 3.0]),
    ] {
        let model = |fill: &dyn Fn(&mut Mesh)| {
            let mut spec = Spec::default();
            let mesh = spec.add(Mesh::default());
            spec.set_name(mesh, "m").unwrap();
            fill(spec.get_mut::<Mesh>(mesh).unwrap());
            let geom = spec.add_to(spec.world(), Geom::default()).unwrap();
            let geom = spec.get_mut::<Geom>(geom).unwrap();
            (geom.kind, geom.mesh) = (GeomType::Mesh, "m".into());
            (geom.contype, geom.conaffinity) = (0, 0);
            Loader::new().compile(&spec).unwrap()
        };
        let made = model(&|mesh| mesh.make(shape, params).unwrap());
        let builtin = model(&|mesh| (mesh.builtin, mesh.params) = (shape, params.to_vec()));
        assert_eq!(made.mesh_vert.as_slice(), builtin.mesh_vert.as_slice(), "{shape:?}");
        assert_eq!(made.mesh_face.as_slice(), builtin.mesh_face.as_slice(), "{shape:?}");
    }
    let mut mesh = Mesh::default();
    assert!(mesh.make(MeshBuiltin::Sphere, &[5.0]).is_err());
    assert!(mesh.make(MeshBuiltin::Sphere, &[]).is_err());
    assert!(mesh.vertex.is_empty());
}

#[test]
fn orientations_resolve_in_degrees_or_radians() {
    let half = 0.5_f64.sqrt();
    let turn = Orientation::AxisAngle([0.0, 0.0, 2.0, 90.0]);
    let quat = resolve_orientation(true, "xyz", &turn).unwrap();
    assert!((quat.0[0] - half).abs() < 1e-15 && (quat.0[3] - half).abs() < 1e-15);
    let turn = Orientation::Euler([std::f64::consts::FRAC_PI_2, 0.0, 0.0]);
    let quat = resolve_orientation(false, "zyx", &turn).unwrap();
    assert!((quat.0[3] - half).abs() < 1e-15);
    assert!(resolve_orientation(true, "xyz", &Orientation::ZAxis([0.0; 3])).is_err());
}

#[test]
fn sensors_know_their_size() {
    let mut spec = Spec::default();
    let id = spec.add(Sensor::default());
    let mut size = |kind, objtype, intprm| {
        let sensor = spec.get_mut::<Sensor>(id).unwrap();
        (sensor.kind, sensor.objtype, sensor.intprm) = (kind, objtype, intprm);
        spec.sensor_dim(id)
    };
    assert_eq!(size(SensorType::FrameQuat, ObjType::Body, [0; 3]), Some(4));
    assert_eq!(size(SensorType::Clock, ObjType::Unknown, [0; 3]), Some(1));
    // found, force and torque of two contacts
    assert_eq!(size(SensorType::Contact, ObjType::Unknown, [7, 0, 2]), Some(14));
    assert_eq!(size(SensorType::GeomFromTo, ObjType::Geom, [0; 3]), Some(6));
}
