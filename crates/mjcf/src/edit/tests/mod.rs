//! Editing by handle.

mod attach;
mod recompile;
mod shortcut;

use std::collections::HashSet;

use ferrodyn_engine::enums::ObjType;

use crate::spec::{
    Actuator, Body, BodyKey, DefaultClass, Flex, Frame, Geom, Material, Mesh, Plugin, Sensor,
    Tendon, WrapKind,
};
use crate::{ElementId, Loader, Spec};

fn read(xml: &str) -> Spec {
    Loader::new().read_str(xml).unwrap()
}

const TREE: &str =
    "<mujoco><default><default class='red'><geom rgba='1 0 0 1'/></default></default>
  <worldbody><geom name='g0' size='1'/>
    <frame name='f' childclass='red'><body name='a'><geom name='g1' size='1'/>
      <body name='b'><geom name='g2' size='1'/></body></body></frame>
    <body name='c'><geom name='g3' size='1'/><frame name='inner'/></body>
    <replicate count='2' offset='1 0 0'><body name='r'><geom name='g' size='1'/></body></replicate>
  </worldbody></mujoco>";

fn names<E: crate::SpecElement>(spec: &Spec, ids: &[ElementId]) -> Vec<String> {
    ids.iter().map(|&id| spec.get::<E>(id).unwrap().name().to_owned()).collect()
}

#[test]
fn all_elements_have_identities_of_their_own() {
    let mut spec = read(TREE);
    let mut seen = HashSet::new();
    spec.each_origin(&mut |origin| assert!(!origin.id.is_none() && seen.insert(origin.id)));
    assert!(seen.len() > 30);
    let before = spec.list::<Geom>();
    spec.assign_ids();
    assert_eq!(spec.list::<Geom>(), before);
    assert_eq!(spec.clone().list::<Geom>(), before);
}

#[test]
fn lists_are_in_depth_first_order() {
    let spec = read(TREE);
    let bodies = spec.list::<Body>();
    assert_eq!(names::<Body>(&spec, &bodies), ["world", "a", "b", "c", "r0", "r1"]);
    let geoms = spec.list::<Geom>();
    assert_eq!(names::<Geom>(&spec, &geoms), ["g0", "g1", "g2", "g3", "g0", "g1"]);
    let world = spec.world();
    assert_eq!(names::<Body>(&spec, &spec.list_in::<Body>(world, false)), ["a", "c", "r0", "r1"]);
    assert_eq!(spec.list_in::<Body>(world, true).len(), 5);
    let a = spec.find::<Body>("a").unwrap();
    assert_eq!(names::<Geom>(&spec, &spec.list_in::<Geom>(a, true)), ["g1", "g2"]);
    assert_eq!(names::<Geom>(&spec, &spec.list_in::<Geom>(a, false)), ["g1"]);
}

#[test]
fn what_is_added_is_found_and_starts_from_the_class_around() {
    let mut spec = read(TREE);
    let b = spec.find::<Body>("b").unwrap();
    let inside = spec.add_of_class::<Body>(Some(b), None, None).unwrap();
    let geom = spec.add_of_class::<Geom>(Some(inside), None, None).unwrap();
    assert_eq!(spec.get::<Geom>(geom).unwrap().rgba, [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(spec.get::<Geom>(geom).unwrap().class, "red");
    let red = spec.find::<DefaultClass>("red").unwrap();
    assert_eq!(spec.class_of(geom), Some(red));
    assert_eq!(spec.class_of(inside), Some(red));
    assert_eq!((spec.parent_of(geom), spec.parent_of(inside)), (Some(inside), Some(b)));

    // without a class around, the root; with one given, that one
    let c = spec.find::<Body>("c").unwrap();
    let plain = spec.add_of_class::<Geom>(Some(c), None, None).unwrap();
    assert_eq!(spec.get::<Geom>(plain).unwrap().rgba, [0.5, 0.5, 0.5, 1.0]);
    let asked = spec.add_of_class::<Geom>(Some(c), None, Some(red)).unwrap();
    assert_eq!(spec.get::<Geom>(asked).unwrap().class, "red");
    assert!(spec.add_of_class::<Geom>(None, None, None).is_err());
    assert!(spec.add_of_class::<Geom>(Some(plain), None, None).is_err());
}

#[test]
fn elements_of_default_classes_and_paths_are_found() {
    let mut spec = Spec::default();
    let class = spec.add_class("new", None).unwrap();
    assert!(spec.add_class("new", None).is_err());
    assert_ne!(spec.defaults[1].geom.origin.id, spec.defaults[0].geom.origin.id);
    let geom = spec.get::<DefaultClass>(class).unwrap().geom.origin.id;
    spec.get_mut::<Geom>(geom).unwrap().condim = 6;
    assert_eq!((spec.defaults[1].geom.condim, spec.kind_of(geom)), (6, Some(ObjType::Geom)));
    assert!(!spec.list::<Geom>().contains(&geom));

    let tendon = spec.add(Tendon::default());
    let wrap = spec.add_wrap(tendon, WrapKind::Pulley { divisor: 2.0 }).unwrap();
    spec.wrap_mut(wrap).unwrap().kind = WrapKind::Pulley { divisor: 3.0 };
    assert_eq!(spec.wrap(wrap).unwrap().kind, WrapKind::Pulley { divisor: 3.0 });
    assert_eq!(spec.kind_of(wrap), Some(ObjType::Unknown));
    assert!(spec.get::<Actuator>(wrap).is_none());
}

#[test]
fn handles_survive_that_elements_move() {
    let mut spec = read(TREE);
    let geoms = spec.list::<Geom>();
    let last = geoms[5];
    assert_eq!(spec.get::<Geom>(last).unwrap().name, "g1");
    // removing what comes before shifts indices
    let first = spec.bodies.children(BodyKey::WORLD)[0];
    spec.bodies.remove(first);
    spec.bodies.world_mut().geoms.clear();
    assert_eq!(spec.get::<Geom>(last).unwrap().name, "g1");
    assert!(spec.get::<Geom>(geoms[0]).is_none() && spec.get::<Geom>(geoms[1]).is_none());
    for _ in 0..3 {
        spec.add(Sensor::default());
    }
    let sensors = spec.list::<Sensor>();
    spec.sensors.remove(0);
    assert!(spec.get::<Sensor>(sensors[0]).is_none());
    assert_eq!(spec.get::<Sensor>(sensors[2]).unwrap().origin.id, sensors[2]);
}

#[test]
fn frames_are_set_within_a_body_only() {
    let mut spec = read(TREE);
    let (f, inner) = (spec.find::<Frame>("f").unwrap(), spec.find::<Frame>("inner").unwrap());
    let (a, g3) = (spec.find::<Body>("a").unwrap(), spec.find::<Geom>("g3").unwrap());
    assert_eq!((spec.frame_of(a), spec.frame_of(g3)), (Some(f), None));
    assert!(spec.set_frame(g3, Some(f)).is_err());
    spec.set_frame(g3, Some(inner)).unwrap();
    assert_eq!(spec.frame_of(g3), Some(inner));

    // a frame put into a later one: indices follow
    let c = spec.find::<Body>("c").unwrap();
    let outer = spec.add_to(c, Frame::default()).unwrap();
    spec.set_frame(inner, Some(outer)).unwrap();
    assert_eq!((spec.frame_of(inner), spec.frame_of(g3)), (Some(outer), Some(inner)));
    assert!(spec.set_frame(outer, Some(inner)).is_err());
    spec.set_frame(g3, None).unwrap();
    assert_eq!(spec.frame_of(g3), None);
}

#[test]
fn names_are_unique_and_files_name_assets() {
    let mut spec = Spec::default();
    let mesh = spec.add(Mesh::default());
    spec.get_mut::<Mesh>(mesh).unwrap().file = "some/dir/part.v2.stl".into();
    assert_eq!(spec.find::<Mesh>("part.v2"), Some(mesh));
    let material = spec.add(Material::default());
    spec.set_name(material, "yellow").unwrap();
    spec.set_name(material, "yellow").unwrap();
    let other = spec.add(Material::default());
    let error = spec.set_name(other, "yellow").unwrap_err();
    assert_eq!(error.to_string(), "repeated name 'yellow' in material");
    assert_eq!(spec.find_kind(ObjType::Material, "yellow"), Some(material));
}

#[test]
fn a_flex_is_made_of_bodies() {
    let mut spec = Spec::default();
    let flex = spec.add(Flex::default());
    spec.set_name(flex, "cloth").unwrap();
    assert_eq!(spec.kind_of(flex), Some(ObjType::Flex));
    let error = Loader::new().compile(&spec).unwrap_err().to_string();
    assert!(error.contains("cloth"), "{error}");
    let names = ["a", "b", "c"].map(str::to_owned);
    for name in &names {
        let body = spec.add_to(spec.world(), Body::default()).unwrap();
        spec.set_name(body, name).unwrap();
    }
    let cloth = spec.get_mut::<Flex>(flex).unwrap();
    cloth.vertbody = names.to_vec();
    cloth.elem = vec![0, 1, 2];
    let compiled = Loader::new().compile(&spec).unwrap();
    assert_eq!((compiled.nflex, compiled.nflexvert, compiled.nflexedge), (1, 3, 3));
    spec.delete(flex).unwrap();
    assert_eq!(Loader::new().compile(&spec).unwrap().nflex, 0);
}

#[test]
fn plugins_are_refused_by_name_with_the_note_of_their_user() {
    let mut spec = Spec::default();
    let body = spec.add_to(spec.world(), Body::default()).unwrap();
    let plugin = spec.add(Plugin::default());
    spec.get_mut::<Plugin>(plugin).unwrap().plugin_name = "some.plugin".into();
    let error = Loader::new().compile(&spec).unwrap_err().to_string();
    assert!(error.contains("some.plugin"), "{error}");
    spec.delete(plugin).unwrap();
    spec.get_mut::<Body>(body).unwrap().plugin.active = true;
    spec.get_mut::<Body>(body).unwrap().origin.info = "made by hand".into();
    let error = Loader::new().compile(&spec).unwrap_err().to_string();
    assert!(error.contains("made by hand"), "{error}");
    spec.get_mut::<Body>(body).unwrap().plugin.active = false;
    assert!(Loader::new().compile(&spec).is_ok());
}

#[test]
fn a_kind_names_the_type_of_its_elements() {
    let count = |spec: &Spec, kind| crate::with_kind!(kind, E => spec.list::<E>().len(), 0);
    assert_eq!(count(&Spec::default(), ObjType::Body), 1);
    assert_eq!(count(&Spec::default(), ObjType::Dof), 0);
}
