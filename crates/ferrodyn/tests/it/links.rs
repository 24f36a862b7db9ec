//! Arrays of ids and constants say what they hold; in memory they are MuJoCo's numbers.

use ferrodyn::enums::{ConstraintType, EqType, GeomType, JointType, SensorType};
use ferrodyn::fields::DType;
use ferrodyn::ids::{
    BodyId, EfcId, EqualityId, GeomId, JointId, MaterialId, SensorId, SiteId, TreeId,
};
use ferrodyn::{Data, Kind, Link, Model, forward, load_str};

/// A box on the floor with a site, a camera of the world that looks at it, and a sensor.
const MODEL: &str = "<mujoco><asset><texture name='t' builtin='flat' type='2d' width='2' height='2'/>
    <material name='red' texture='t'/></asset>
    <worldbody><geom type='plane' size='5 5 .1'/><camera mode='targetbody' target='box'/><site name='fixed'/>
    <body name='box' pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1' material='red'/>
      <site name='top' pos='0 0 .1'/></body></worldbody>
    <equality><connect body1='box' anchor='0 0 0' active='false'/></equality>
    <sensor><accelerometer site='top'/></sensor></mujoco>";

fn resting() -> (Model, Data) {
    let m = load_str(MODEL).unwrap();
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    (m, d)
}

#[test]
fn arrays_of_ids_give_ids_of_what_they_hold() {
    let (m, d) = resting();
    let (fixed, top, body) = (SiteId(0), m.site("top").unwrap(), m.body("box").unwrap());
    assert_eq!(m.site_bodyid.id(top), Some(body));
    assert!(m.site_bodyid[top] == body && m.site_bodyid[fixed] != body);
    assert_eq!(m.geom_matid.id(GeomId(0)), None);
    assert_eq!(m.geom_matid.id(GeomId(1)), Some(MaterialId(0)));
    assert_eq!(m.mat_texid[MaterialId(0)].iter().filter_map(|texture| texture.id()).count(), 1);
    assert_eq!(m.cam_targetbodyid.iter().map(|body| body.id()).collect::<Vec<_>>(), [Some(body)]);
    assert_eq!(m.body_treeid.id(BodyId(0)), None);
    assert_eq!(m.body_treeid.id(body), Some(TreeId(0)));
    assert_eq!(d.tree_island[TreeId(0)].raw(), 0);
    let contact = &d.contact[ferrodyn::ids::ContactId(0)];
    assert_eq!(contact.geoms(), [Some(GeomId(0)), Some(GeomId(1))]);
    assert_eq!(contact.flexes(), [None; 2]);
}

#[test]
fn arrays_of_constants_compare_with_their_enum() {
    let (m, d) = resting();
    let (floor, shape) = (GeomId(0), GeomId(1));
    assert!(m.geom_type[shape] == GeomType::Box && m.geom_type[floor] != GeomType::Box);
    assert_eq!(m.jnt_type.kind(JointId(0)), Some(JointType::Free));
    assert_eq!(m.eq_type.kind(EqualityId(0)), Some(EqType::Connect));
    assert_eq!(m.sensor_type.kind(SensorId(0)), Some(SensorType::Accelerometer));
    assert_eq!(d.efc_type[EfcId(0)].get(), Some(ConstraintType::ContactPyramidal));
    assert_eq!(format!("{:?}", m.geom_type), "[Plane, Box]");
}

#[test]
fn numbers_are_those_of_mujoco_and_any_may_be_written() {
    let (m, mut d) = resting();
    let field = m.field("geom_type").unwrap();
    assert_eq!((field.dtype, field.values::<i32>()), (DType::I32, Some(&[0, 6][..])));
    let field = m.field("geom_matid").unwrap();
    assert_eq!((field.dtype, field.values::<i32>()), (DType::I32, Some(&[-1, 0][..])));
    assert_eq!(m.site_bodyid.raw(), [0, 1]);
    assert_eq!(m.field("mat_texid").unwrap().shape[..], [1, 10]);

    d.efc_type[EfcId(0)] = Kind::from_raw(99);
    assert_eq!(d.efc_type[EfcId(0)].get(), None);
    let error = d.efc_type[EfcId(0)].try_get().unwrap_err();
    assert_eq!(error.to_string(), "99 is no ConstraintType");
    assert_eq!(GeomType::try_from(-7).unwrap_err().to_string(), "-7 is no GeomType");
    assert_eq!(GeomType::try_from(6), Ok(GeomType::Box));
    d.tree_island[TreeId(0)] = Link::from_raw(i32::MIN);
    assert_eq!(d.tree_island.id(TreeId(0)), None);
    ferrodyn::step2(&m, &mut d);
    assert!(d.qpos.iter().all(|x| x.is_finite()));
}

#[test]
fn structure_is_written_by_ids_and_constants() {
    let (mut m, _) = resting();
    let top = m.site("top").unwrap();
    m.edit(|s| s.site_bodyid[top] = BodyId(0).into()).unwrap();
    assert_eq!(m.site_bodyid.id(top), Some(BodyId(0)));
    let error = m.edit(|s| s.site_bodyid[top] = BodyId(9).into()).unwrap_err();
    assert_eq!(error.to_string(), "site_bodyid[1] is 9, must be from 0 to 1");
    m.edit(|s| s.geom_matid[GeomId(1)] = None.into()).unwrap();
    assert_eq!(m.geom_matid.id(GeomId(1)), None);
    m.edit(|s| s.geom_type[GeomId(1)] = GeomType::Ellipsoid.into()).unwrap();
    assert!(m.geom_type[GeomId(1)] == GeomType::Ellipsoid);
    let error = m.edit(|s| s.geom_type[GeomId(1)] = Kind::from_raw(77)).unwrap_err();
    assert_eq!(error.to_string(), "geom_type[1] is 77, must be a known type");
}
