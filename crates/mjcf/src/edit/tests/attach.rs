//! Attaching, deleting, bodies that become frames. Expected values are MuJoCo's.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::ObjType;

use super::read;
use crate::spec::{
    Actuator, Body, DefaultClass, Exclude, Frame, Geom, Joint, Key, Mesh, Sensor, Site,
};
use crate::{ElementId, Loader, Spec, SpecElement};

const CHILD: &str = "<mujoco model='c'><compiler angle='radian'/>
  <default><default class='a'><geom rgba='1 0 0 1'/></default></default>
  <asset><material name='mat'/></asset>
  <worldbody>
    <frame name='f'><body name='b' childclass='a'><joint name='j' range='0 1'/>
      <geom name='g' size='.1' material='mat'/></body></frame>
    <geom name='wg' size='.1'/>
    <body name='other'><joint name='jo'/><geom size='1'/></body>
  </worldbody>
  <actuator><motor name='m' joint='j'/><motor name='mo' joint='jo'/></actuator>
  <keyframe><key name='k' qpos='1 2'/></keyframe></mujoco>";

const PARENT: &str = "<mujoco><worldbody><body name='pb'><joint name='pj'/><geom size='1'/>
  <frame name='pf'/><site name='ps' pos='0 0 1' euler='0 0 90'/></body></worldbody>
  <keyframe><key name='pk' qpos='5'/></keyframe></mujoco>";

fn id<E: SpecElement>(spec: &Spec, name: &str) -> ElementId {
    spec.find::<E>(name).unwrap()
}

fn names<E: SpecElement>(spec: &Spec) -> Vec<String> {
    super::names::<E>(spec, &spec.list::<E>())
}

fn compile(spec: &Spec) -> Model {
    Loader::new().compile(spec).unwrap()
}

#[test]
fn an_attached_body_keeps_its_identity_and_brings_what_refers_to_it() {
    let (mut parent, child) = (read(PARENT), read(CHILD));
    let (body, geom) = (id::<Body>(&child, "b"), id::<Geom>(&child, "g"));
    let frame = id::<Frame>(&parent, "pf");
    assert_eq!(parent.attach(frame, child, Some(body), "x_", "_y"), Ok(body));
    assert_eq!(parent.get::<Geom>(geom).unwrap().name, "x_g_y");
    assert_eq!(parent.get::<Geom>(geom).unwrap().material, "x_mat_y");
    assert_eq!((parent.find::<Body>("x_b_y"), parent.frame_of(body)), (Some(body), Some(frame)));
    assert_eq!(names::<Actuator>(&parent), ["x_m_y"]);
    assert_eq!(names::<DefaultClass>(&parent), ["main", "x_main_y", "x_a_y"]);
    assert_eq!(parent.class_of(body), parent.find::<DefaultClass>("x_a_y"));
    // settings come along: the range is in radians
    let joint = parent.get::<Joint>(id::<Joint>(&parent, "x_j_y")).unwrap();
    assert_eq!(parent.compiler_of(&joint.origin).angle, crate::spec::Angle::Radian);

    // keyframes wait for compilation
    assert_eq!(names::<Key>(&parent), ["pk"]);
    let m = compile(&parent);
    assert_eq!((m.nkey, m.key_qpos.as_slice()), (2, &[5.0, 0.0, 0.0, 1.0][..]));
    parent.resolve_keys();
    assert_eq!(names::<Key>(&parent), ["pk", "x_k_y"]);
    assert_eq!(compile(&parent).key_qpos.as_slice(), [5.0, 0.0, 0.0, 1.0]);
}

#[test]
fn attaching_again_makes_new_elements() {
    let (mut parent, child) = (read(PARENT), read(CHILD));
    let (body, frame) = (id::<Body>(&child, "b"), id::<Frame>(&parent, "pf"));
    let first = parent.attach(frame, child.clone(), Some(body), "1_", "").unwrap();
    let second = parent.attach(frame, child, Some(body), "2_", "").unwrap();
    assert_eq!(first, body);
    assert_ne!(second, body);
    assert_eq!(parent.get::<Body>(second).unwrap().name, "2_b");
    let mut seen = std::collections::HashSet::new();
    parent.each_origin(&mut |origin| assert!(seen.insert(origin.id)));
    assert_eq!(compile(&parent).nbody, 4);
}

#[test]
fn everything_goes_into_a_frame_where_the_site_is() {
    let (mut parent, child) = (read(PARENT), read(CHILD));
    let site = id::<Site>(&parent, "ps");
    let frame = parent.attach(site, child, None, "s-", "").unwrap();
    assert_eq!(parent.kind_of(frame), Some(ObjType::Frame));
    assert_eq!(names::<Frame>(&parent), ["pf", "", "", "s-f"]);
    assert_eq!(parent.frame_of(id::<Frame>(&parent, "s-f")), Some(frame));
    assert_eq!(names::<Body>(&parent), ["world", "pb", "s-b", "s-other"]);
    assert_eq!(names::<Geom>(&parent), ["", "s-wg", "s-g", ""]);
    let m = compile(&parent);
    let body = ferrodyn_engine::ids::BodyId(2);
    assert_eq!(m.body_pos[body].0, [0.0, 0.0, 1.0]);
    assert!((m.body_quat[body].0[3] - 0.5_f64.sqrt()).abs() < 1e-12);

    // deleting detaches: the keyframes lose what was attached
    parent.delete(id::<Body>(&parent, "s-other")).unwrap();
    assert_eq!(names::<Actuator>(&parent), ["s-m"]);
    assert!(names::<Key>(&parent).is_empty());
    assert_eq!(compile(&parent).key_qpos.as_slice(), [0.0, 1.0, 5.0, 0.0]);
}

#[test]
fn a_frame_brings_only_what_is_in_it() {
    let (mut parent, child) = (read(PARENT), read(CHILD));
    let (frame, body) = (id::<Frame>(&child, "f"), id::<Body>(&parent, "pb"));
    assert_eq!(parent.attach(body, child.clone(), Some(frame), "", "!"), Ok(frame));
    assert_eq!(names::<Body>(&parent), ["world", "pb", "b!"]);
    assert_eq!(parent.frame_of(id::<Body>(&parent, "b!")), Some(frame));
    // what does not fit is refused and nothing changes
    let b = id::<Body>(&child, "b");
    assert!(parent.attach(body, child.clone(), Some(b), "", "").is_err());
    let g = id::<Geom>(&child, "g");
    assert!(parent.attach(frame, child.clone(), Some(g), "", "").is_err());
    assert!(parent.attach(id::<Geom>(&parent, "g!"), child, None, "", "").is_err());
    assert_eq!(names::<Body>(&parent).len(), 3);
}

#[test]
fn a_copy_within_a_spec_shares_assets_and_classes() {
    let mut spec = read(CHILD);
    let body = id::<Body>(&spec, "b");
    let frame = spec.add_to(spec.world(), Frame::default()).unwrap();
    let copy = spec.attach_copy(frame, body, "", "_2").unwrap();
    assert_ne!(copy, body);
    assert_eq!(names::<Actuator>(&spec), ["m", "mo", "m_2"]);
    assert_eq!(spec.get::<Geom>(id::<Geom>(&spec, "g_2")).unwrap().material, "mat");
    assert_eq!(spec.defaults.len(), 2);
    let m = compile(&spec);
    assert_eq!((m.nu, m.key_qpos.as_slice()), (3, &[1.0, 2.0, 0.0, 0.0, 2.0, 1.0][..]));
}

#[test]
fn deleting_a_body_takes_what_refers_to_it() {
    let mut spec = read(
        "<mujoco><worldbody><body name='a'><geom name='ga' size='1'/>
           <body name='b'><joint name='j'/><geom name='gb' size='1'/><site name='s'/></body></body>
         </worldbody>
         <contact><pair geom1='ga' geom2='gb'/><exclude name='e' body1='a' body2='b'/></contact>
         <tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon>
         <equality><joint joint1='j'/></equality>
         <actuator><motor name='on_j' joint='j'/><motor name='on_t' tendon='t'/></actuator>
         <sensor><framepos name='p' objtype='site' objname='s'/><clock name='c'/></sensor></mujoco>",
    );
    let inner = id::<Geom>(&spec, "gb");
    spec.delete(id::<Body>(&spec, "b")).unwrap();
    assert!(spec.get::<Geom>(inner).is_none());
    assert!(spec.pairs.is_empty() && spec.excludes.is_empty() && spec.tendons.is_empty());
    assert!(spec.equalities.is_empty() && spec.actuators.is_empty());
    assert_eq!(names::<Sensor>(&spec), ["c"]);
    assert_eq!(compile(&spec).nbody, 2);
    assert!(spec.delete(spec.world()).is_err());
}

#[test]
fn deleting_other_elements_leaves_what_refers_to_them() {
    let mut spec = read(CHILD);
    spec.delete(id::<Joint>(&spec, "jo")).unwrap();
    assert_eq!(names::<Actuator>(&spec), ["m", "mo"]);
    assert!(Loader::new().compile(&spec).is_err());
    spec.delete(id::<Actuator>(&spec, "mo")).unwrap();
    spec.delete(id::<Key>(&spec, "k")).unwrap();
    assert_eq!(compile(&spec).nu, 1);
    assert!(spec.delete(spec.defaults[0].geom.origin.id).is_err());
}

#[test]
fn deleting_a_frame_moves_its_content_out() {
    let mut spec = read(
        "<mujoco><worldbody><frame name='f'><frame name='g' pos='1 0 0'><geom name='x' size='1'/>
         </frame></frame></worldbody></mujoco>",
    );
    let (f, g, x) = (id::<Frame>(&spec, "f"), id::<Frame>(&spec, "g"), id::<Geom>(&spec, "x"));
    spec.delete(f).unwrap();
    assert_eq!((spec.frame_of(x), spec.frame_of(g)), (Some(g), None));
    spec.delete(g).unwrap();
    assert_eq!(spec.frame_of(x), None);
}

#[test]
fn deleting_a_class_takes_those_derived_from_it() {
    let mut spec = read(
        "<mujoco><default><default class='a'><geom rgba='1 0 0 1'/><default class='b'/></default>
         <default class='c'><default class='d'/></default></default>
         <worldbody><geom name='x' class='b' size='1'/></worldbody></mujoco>",
    );
    spec.delete(id::<DefaultClass>(&spec, "a")).unwrap();
    assert_eq!(names::<DefaultClass>(&spec), ["main", "c", "d"]);
    let d = id::<DefaultClass>(&spec, "d");
    assert_eq!(spec.parent_class(d), spec.find::<DefaultClass>("c"));
    assert!(spec.delete(id::<DefaultClass>(&spec, "main")).is_err());
    let again = read(&spec.to_xml());
    assert_eq!(again.bodies.world().geoms[0].rgba, [1.0, 0.0, 0.0, 1.0]);
}

#[test]
fn a_body_becomes_a_frame_of_its_parent() {
    let mut spec = read(
        "<mujoco><worldbody><body name='p'><freejoint/><geom size='.1'/>
           <body name='b' pos='1 0 0' euler='0 0 90'><geom name='g' size='.1'/>
             <frame name='in' pos='0 0 5'><geom name='h' size='.2'/></frame></body></body>
         </worldbody></mujoco>",
    );
    let before = Loader::new().compile(&spec).unwrap();
    let frame = spec.body_to_frame(id::<Body>(&spec, "b")).unwrap();
    assert_eq!(spec.get::<Frame>(frame).unwrap().pos.0, [1.0, 0.0, 0.0]);
    assert_eq!(spec.frame_of(id::<Geom>(&spec, "g")), Some(frame));
    let inner = id::<Frame>(&spec, "in");
    assert_eq!(spec.frame_of(id::<Geom>(&spec, "h")), Some(inner));
    assert_eq!(spec.frame_of(inner), Some(frame));
    let m = compile(&spec);
    assert_eq!((before.nbody, m.nbody, m.ngeom), (3, 2, 3));
    assert_eq!(m.geom_pos[ferrodyn_engine::ids::GeomId(2)].0, [1.0, 0.0, 5.0]);
    assert!(spec.body_to_frame(spec.world()).is_err());
    assert!(spec.list::<Mesh>().is_empty() && spec.list::<Exclude>().is_empty());
}
