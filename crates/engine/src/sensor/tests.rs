use std::sync::Arc;

use super::*;
use crate::enums::{ConDataField, ConstraintType, GeomType};
use crate::hooks::{self, Hooks};
use crate::ids::{BodyId, GeomId, SiteId};
use crate::math::{Mat3, Vec3};
use crate::sizes::Sizes;
use crate::{Contact, Field};

/// A world with a body, a geom and a site each, and one sensor of `dim` numbers.
fn model(kind: SensorType, stage: SensorStage, dim: usize) -> Model {
    let sizes =
        Sizes { nbody: 3, ngeom: 2, nsite: 2, nsensor: 1, nsensordata: dim, ..Sizes::default() };
    let mut m = Model::new(sizes).unwrap();
    m.geom_bodyid.raw_mut().copy_from_slice(&[0, 2]);
    m.site_bodyid.raw_mut().copy_from_slice(&[0, 1]);
    m.body_rootid.raw_mut().copy_from_slice(&[0, 1, 1]);
    m.body_parentid.raw_mut().copy_from_slice(&[0, 0, 1]);
    m.body_weldid.raw_mut().copy_from_slice(&[0, 1, 2]);
    m.sensor_type[SENSOR] = kind.into();
    m.sensor_needstage[SENSOR] = stage.into();
    m.sensor_dim[SENSOR] = dim as i32;
    m.sensor_refid[SENSOR] = -1;
    m
}

const SENSOR: SensorId = SensorId(0);

fn data(m: &Model) -> Data {
    let mut d = Data::new(m);
    d.site_xmat.fill(Mat3::IDENTITY);
    d
}

#[test]
fn cutoff_limits_real_numbers_on_both_sides_and_positive_ones_above() {
    let mut m = model(SensorType::User, SensorStage::Pos, 3);
    m.sensor_cutoff[SENSOR] = 2.0;
    let cut = |m: &Model| {
        let mut values = [-5.0, 0.5, 7.0];
        cut_off(m, SENSOR, &mut values);
        values
    };
    assert_eq!(cut(&m), [-2.0, 0.5, 2.0]);
    m.sensor_datatype[SENSOR] = DataType::Positive.into();
    assert_eq!(cut(&m), [-5.0, 0.5, 2.0]);
    m.sensor_datatype[SENSOR] = DataType::Quaternion.into();
    assert_eq!(cut(&m), [-5.0, 0.5, 7.0]);
    m.sensor_datatype[SENSOR] = DataType::Real.into();
    m.sensor_type[SENSOR] = SensorType::Contact.into();
    assert_eq!(cut(&m), [-5.0, 0.5, 7.0]);
    m.sensor_type[SENSOR] = SensorType::User.into();
    m.sensor_cutoff[SENSOR] = 0.0;
    assert_eq!(cut(&m), [-5.0, 0.5, 7.0]);
}

#[test]
fn a_user_sensor_is_what_the_closure_writes_in_its_stage() {
    let mut m = model(SensorType::User, SensorStage::Vel, 2);
    m.sensor_cutoff[SENSOR] = 1.0;
    let sensor: hooks::SensorStage = Arc::new(|_, d, stage| {
        d.sensordata.fill(0.25 * f64::from(stage));
        d.sensordata[crate::ids::SensorAdr(1)] += 3.0;
    });
    let hooks = Hooks { sensor: Some(sensor), ..Hooks::NONE };
    let hooked = m.with(&hooks);
    let mut d = data(&m);
    pos(&hooked, &mut d);
    acc(&hooked, &mut d);
    assert_eq!(d.sensordata.as_slice(), [0.0, 0.0]);
    vel(&hooked, &mut d);
    assert_eq!(d.sensordata.as_slice(), [0.5, 1.0]);
    assert_eq!(d.flg_subtreevel, 1);

    // without a closure they are zero
    vel(&m, &mut d);
    assert_eq!(d.sensordata.as_slice(), [0.0, 0.0]);
}

#[test]
fn disabled_sensors_keep_their_values() {
    let mut m = model(SensorType::Clock, SensorStage::Pos, 1);
    let mut d = data(&m);
    d.time = 3.0;
    pos(&m, &mut d);
    d.time = 4.0;
    m.opt.disableflags = DisableBit::Sensor as i32;
    pos(&m, &mut d);
    assert_eq!(d.sensordata.as_slice(), [3.0]);
}

/// Gives an array that a step sizes these entries.
fn put<I: crate::ids::StepId, T: crate::fields::Element>(field: &mut Field<I, T>, values: &[T]) {
    field.resize(values.len());
    field.copy_from_slice(values);
}

#[test]
fn limit_sensors_read_the_row_of_their_joint_and_zero_without_one() {
    let mut m = model(SensorType::JointLimitFrc, SensorStage::Acc, 1);
    m.sensor_objid[SENSOR] = 5;
    let mut d = data(&m);
    acc(&m, &mut d);
    assert_eq!(d.sensordata.as_slice(), [0.0]);

    let limit = ConstraintType::LimitJoint.into();
    put(&mut d.efc_type, &[ConstraintType::Equality.into(), limit, limit]);
    put(&mut d.efc_id, &[5, 4, 5]);
    put(&mut d.efc_force, &[1.0, 2.0, 3.0]);
    d.ne = 1;
    acc(&m, &mut d);
    assert_eq!(d.sensordata.as_slice(), [3.0]);
}

/// The second body is pressed against the world: normal along x, 2 N, some friction.
fn contact() -> Contact {
    Contact {
        dist: -0.1,
        pos: Vec3::new(0.0, 0.0, 0.5),
        frame: Mat3::IDENTITY,
        geom: [0, 1],
        dim: 3,
        ..Contact::default()
    }
}

fn touched(m: &mut Model) -> Data {
    m.opt.cone = crate::enums::Cone::Elliptic as i32;
    let mut d = data(m);
    d.contact.push(contact());
    d.ncon = 1;
    d.efc_force.resize(3);
    d.efc_force.copy_from_slice(&[2.0, 0.5, -0.25]);
    d
}

#[test]
fn touch_adds_normal_forces_whose_line_meets_the_zone() {
    let mut m = model(SensorType::Touch, SensorStage::Acc, 1);
    m.site_type[SiteId(0)] = GeomType::Box.into();
    m.site_size[SiteId(0)] = Vec3::new(0.1, 0.1, 0.1);
    let mut d = touched(&mut m);
    for (z, expected) in [(0.5, 2.0), (0.45, 2.0), (0.8, 0.0)] {
        d.site_xpos[SiteId(0)] = Vec3::new(0.3, 0.0, z);
        acc(&m, &mut d);
        assert_eq!(d.sensordata.as_slice(), [expected], "{z}");
    }
    // behind the contact
    d.site_xpos[SiteId(0)] = Vec3::new(-0.3, 0.0, 0.5);
    acc(&m, &mut d);
    assert_eq!(d.sensordata.as_slice(), [0.0]);
}

#[test]
fn contact_sensors_report_contacts_as_seen_from_their_object() {
    let mut m = model(SensorType::Contact, SensorStage::Acc, 14);
    let fields = [ConDataField::Found, ConDataField::Force, ConDataField::Normal];
    m.sensor_intprm[SENSOR][0] = fields.iter().map(|&f| 1 << f as i32).sum();
    m.sensor_objtype[SENSOR] = ObjType::Geom.into();
    m.sensor_objid[SENSOR] = 0;
    let mut d = touched(&mut m);
    let mut read = |m: &Model| {
        acc(m, &mut d);
        d.sensordata.to_vec()
    };
    let empty = [0.0; 7];
    let seen = [1.0, 2.0, 0.5, -0.25, 1.0, 0.0, 0.0];
    assert_eq!(read(&m), [seen, empty].concat());

    // from the other geom: a subtree that holds it
    m.sensor_objtype[SENSOR] = ObjType::XBody.into();
    m.sensor_objid[SENSOR] = 1;
    assert_eq!(read(&m), [[1.0, 2.0, 0.5, 0.25, -1.0, 0.0, 0.0], empty].concat());

    // a body that does not touch anything
    m.sensor_objtype[SENSOR] = ObjType::Body.into();
    assert_eq!(read(&m), [empty, empty].concat());
}

#[test]
fn the_net_force_has_axes_even_without_contacts() {
    let mut m = model(SensorType::Contact, SensorStage::Acc, 4);
    let fields = [ConDataField::Found, ConDataField::Normal];
    m.sensor_intprm[SENSOR] = [fields.iter().map(|&f| 1 << f as i32).sum(), 3, 0];
    let mut d = data(&m);
    acc(&m, &mut d);
    assert_eq!(d.sensordata.as_slice(), [0.0, 1.0, 0.0, 0.0]);
}

#[test]
fn points_inside_a_zone_are_told_from_those_outside() {
    let mut m = model(SensorType::InsideSite, SensorStage::Pos, 1);
    let site = SiteId(1);
    m.site_size[site] = Vec3::new(1.0, 2.0, 3.0);
    let d = data(&m);
    let shapes = [
        (GeomType::Sphere, [0.5, 0.5, 0.5], [0.8, 0.8, 0.0]),
        (GeomType::Capsule, [0.5, 0.5, 2.5], [0.8, 0.0, 2.8]),
        (GeomType::Ellipsoid, [0.0, 1.9, 0.0], [0.8, 1.9, 0.0]),
        (GeomType::Cylinder, [0.5, 0.5, 1.9], [0.5, 0.5, 2.1]),
        (GeomType::Box, [0.9, 1.9, 2.9], [1.1, 0.0, 0.0]),
        (GeomType::Plane, [9.0, 9.0, -0.1], [0.0, 0.0, 0.1]),
    ];
    for (shape, inside, outside) in shapes {
        m.site_type[site] = shape.into();
        assert!(zone::is_inside(&m, &d, site, Vec3(inside)), "{shape:?}");
        assert!(!zone::is_inside(&m, &d, site, Vec3(outside)), "{shape:?}");
    }
}

#[test]
fn rays_from_inside_a_zone_meet_it_and_rays_beside_it_do_not() {
    let mut m = model(SensorType::Touch, SensorStage::Acc, 1);
    let site = SiteId(1);
    m.site_size[site] = Vec3::new(1.0, 2.0, 3.0);
    let d = data(&m);
    let shapes = [
        GeomType::Sphere,
        GeomType::Capsule,
        GeomType::Ellipsoid,
        GeomType::Cylinder,
        GeomType::Box,
    ];
    for shape in shapes {
        m.site_type[site] = shape.into();
        let hits = |from: [f64; 3], along| zone::is_hit(&m, &d, site, Vec3(from), along);
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            assert!(hits([0.1, 0.2, 0.3], axis) && hits([0.1, 0.2, 0.3], -axis), "{shape:?}");
            // toward the zone, away from it, and past it
            let far = (axis * -9.0).0;
            assert!(hits(far, axis) && !hits(far, -axis), "{shape:?} {axis:?}");
            let beside = Vec3([axis[1], axis[2], axis[0]]) * 5.0 - axis * 9.0;
            assert!(!hits(beside.0, axis), "{shape:?} {axis:?}");
        }
    }
}

#[test]
fn wrong_ids_and_sizes_change_nothing_and_do_not_panic() {
    for &kind in SensorType::ALL {
        for stage in [SensorStage::Pos, SensorStage::Vel, SensorStage::Acc] {
            for object in [-1, 0, 1, 99] {
                let mut m = model(kind, stage, 3);
                m.sensor_objtype[SENSOR] = ObjType::Site.into();
                m.sensor_reftype[SENSOR] = ObjType::Camera.into();
                m.sensor_objid[SENSOR] = object;
                m.sensor_refid[SENSOR] = object;
                for (adr, dim) in [(0, 3), (-1, 3), (2, 3), (0, -4), (i32::MAX, i32::MAX)] {
                    m.sensor_adr[SENSOR] = crate::fields::Link::from_raw(adr);
                    m.sensor_dim[SENSOR] = dim;
                    let mut d = touched(&mut m.clone());
                    d.contact[crate::ids::ContactId(0)].geom = [object, 7];
                    for run in [pos, vel, acc] {
                        run(&m, &mut d);
                    }
                    assert_eq!(d.sensordata.len(), 3);
                }
            }
        }
    }
    let m = model(SensorType::Clock, SensorStage::Pos, 1);
    compute(&m, &mut data(&m), SENSOR, &mut []);
}

#[test]
fn objects_without_a_frame_have_no_velocity() {
    let m = model(SensorType::Clock, SensorStage::Pos, 1);
    let mut d = data(&m);
    d.cvel[BodyId(2)] = crate::math::Spatial([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    d.geom_xpos[GeomId(1)] = Vec3::X;
    let velocity = |kind, id| crate::smooth::object::object_velocity(&m, &d, kind, id, false);
    // turning about the origin, seen one unit away
    let expected = crate::math::Spatial([0.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    assert_eq!(velocity(ObjType::Geom, 1), Some(expected));
    assert_eq!(velocity(ObjType::Geom, 0), Some(crate::math::Spatial::ZERO));
    assert_eq!(velocity(ObjType::Geom, 2), None);
    assert_eq!(velocity(ObjType::Body, 3), None);
    assert_eq!(velocity(ObjType::Tendon, 0), None);
    assert_eq!(crate::smooth::object::object_acceleration(&m, &d, ObjType::Light, 0, true), None);
}
