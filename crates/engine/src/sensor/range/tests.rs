use super::*;
use crate::enums::{GeomType, SensorStage, SensorType};
use crate::fields::Link;
use crate::ids::GeomId;
use crate::math::fun;
use crate::sensor;
use crate::sizes::Sizes;

const SENSOR: SensorId = SensorId(0);
const CAMERA: CameraId = CameraId(0);
const WALL: GeomId = GeomId(0);
const ALL_FIELDS: i32 = 0b11_1111;

/// A plane through the origin that faces up, and a rangefinder at a site or camera of body 1.
fn model(object: ObjType, fields: i32, numbers: usize) -> (Model, Data) {
    let sizes = Sizes {
        nbody: 2,
        ngeom: 1,
        nsite: 1,
        ncam: 1,
        nsensor: 1,
        nsensordata: numbers,
        ..Sizes::default()
    };
    let mut m = Model::new(sizes).unwrap();
    m.geom_type[WALL] = GeomType::Plane.into();
    m.geom_rgba[WALL] = [1.0; 4];
    m.geom_matid[WALL] = Link::NONE;
    m.body_geomnum.copy_from_slice(&[1, 0]);
    m.body_bvhadr.fill(-1);
    m.site_bodyid.raw_mut().fill(1);
    m.cam_bodyid.raw_mut().fill(1);
    m.sensor_type[SENSOR] = SensorType::RangeFinder.into();
    m.sensor_needstage[SENSOR] = SensorStage::Pos.into();
    m.sensor_objtype[SENSOR] = object.into();
    m.sensor_dim[SENSOR] = numbers as i32;
    m.sensor_intprm[SENSOR][0] = fields;
    let mut d = Data::new(&m);
    d.geom_xmat.fill(Mat3::IDENTITY);
    d.cam_xmat.fill(Mat3::IDENTITY);
    // z down, along the ray
    d.site_xmat.fill(Mat3([1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0]));
    d.site_xpos.fill(Vec3([1.0, 2.0, 3.0]));
    d.cam_xpos.fill(Vec3([1.0, 2.0, 3.0]));
    (m, d)
}

#[test]
fn a_site_measures_along_its_z_axis_in_the_order_of_the_fields() {
    let (m, mut d) = model(ObjType::Site, ALL_FIELDS, 14);
    sensor::pos(&m, &mut d);
    let (dist, dir, origin) = ([3.0], [0.0, 0.0, -1.0], [1.0, 2.0, 3.0]);
    let (point, normal, depth) = ([1.0, 2.0, 0.0], [0.0, 0.0, 1.0], [3.0]);
    let expected = [&dist[..], &dir, &origin, &point, &normal, &depth].concat();
    assert_eq!(d.sensordata.as_slice(), expected);

    // some of the fields
    let (m, mut d) = model(ObjType::Site, 0b01_1001, 7);
    sensor::pos(&m, &mut d);
    assert_eq!(d.sensordata.as_slice(), [&dist[..], &point, &normal].concat());
}

#[test]
fn without_a_hit_distances_are_negative_and_the_origin_stays() {
    let (mut m, mut d) = model(ObjType::Site, ALL_FIELDS, 14);
    m.geom_bodyid[WALL] = Link::from_raw(1);
    sensor::pos(&m, &mut d);
    let zeros = [0.0; 3];
    let expected = [&[-1.0][..], &zeros, &[1.0, 2.0, 3.0], &zeros, &zeros, &[-1.0]].concat();
    assert_eq!(d.sensordata.as_slice(), expected);
}

#[test]
fn a_camera_above_a_plane_sees_one_depth_and_longer_distances_to_the_side() {
    let fields = 1 << RayDataField::Dist as i32 | 1 << RayDataField::Depth as i32;
    let (mut m, mut d) = model(ObjType::Camera, fields, 2 * 5 * 3);
    m.cam_resolution[CAMERA] = [5, 3];
    m.cam_fovy[CAMERA] = 60.0;
    sensor::pos(&m, &mut d);
    let focal = 1.5 / fun::tan(30.0_f64.to_radians());
    for (pixel, &[dist, depth]) in d.sensordata.as_chunks::<2>().0.iter().enumerate() {
        let (x, y) = ((pixel % 5) as f64 - 2.0, (pixel / 5) as f64 - 1.0);
        assert!((depth - 3.0).abs() < 1e-14);
        assert!((dist - 3.0 * (1.0 + (x * x + y * y) / (focal * focal)).sqrt()).abs() < 1e-14);
    }
}

#[test]
fn the_principal_point_of_a_measured_camera_sees_straight_ahead() {
    let fields = 1 << RayDataField::Dir as i32;
    let (mut m, mut d) = model(ObjType::Camera, fields, 3 * 4 * 4);
    m.cam_resolution[CAMERA] = [4, 4];
    m.cam_sensorsize[CAMERA] = [2.0, 2.0];
    // focal lengths 1 and 2, axis through the pixel in column 3 of row 1
    m.cam_intrinsic[CAMERA] = [1.0, 2.0, 1.75, 0.75];
    sensor::pos(&m, &mut d);
    let (directions, _) = d.sensordata.as_chunks::<3>();
    assert_eq!(directions[4 + 3], [0.0, 0.0, -1.0]);
    // one pixel to the left is 1 / 2, one row below 1 / 4
    let [x, y, z] = directions[8 + 2];
    assert!((x / z - 0.5).abs() < 1e-15 && (y / z - 0.25).abs() < 1e-15 && z < 0.0);
}

#[test]
fn rays_of_an_orthographic_camera_are_parallel() {
    let fields = 1 << RayDataField::Dir as i32 | 1 << RayDataField::Origin as i32;
    let (mut m, mut d) = model(ObjType::Camera, fields, 6 * 2 * 2);
    m.cam_resolution[CAMERA] = [2, 2];
    m.cam_fovy[CAMERA] = 4.0;
    m.cam_projection[CAMERA] = Projection::Orthographic.into();
    sensor::pos(&m, &mut d);
    let origins = [[0.0, 3.0, 3.0], [2.0, 3.0, 3.0], [0.0, 1.0, 3.0], [2.0, 1.0, 3.0]];
    let expected: Vec<f64> =
        origins.iter().flat_map(|o| [0.0, 0.0, -1.0].into_iter().chain(*o)).collect();
    assert_eq!(d.sensordata.as_slice(), expected);
}

#[test]
fn a_rangefinder_that_does_not_fit_or_has_no_object_breaks_nothing() {
    let (mut m, mut d) = model(ObjType::Camera, ALL_FIELDS, 20);
    m.cam_resolution[CAMERA] = [i32::MAX, i32::MAX];
    m.cam_fovy[CAMERA] = 45.0;
    sensor::pos(&m, &mut d);
    assert!(d.sensordata.as_slice()[..14].iter().any(|&x| x != 0.0));
    assert!(d.sensordata.as_slice()[14..].iter().all(|&x| x == 0.0));
    for (id, resolution) in [(-1, 1), (7, 1), (0, -3)] {
        d.sensordata.fill(5.0);
        m.sensor_objid[SENSOR] = id;
        m.cam_resolution[CAMERA] = [resolution; 2];
        sensor::pos(&m, &mut d);
        assert!(d.sensordata.iter().all(|&x| x == 5.0));
    }
}
