//! Trees deeper than any one file can hold, on stacks of ordinary size and small ones.

use std::collections::BTreeMap;

use ferrodyn_mjcf::spec::{Body, Frame, Geom};
use ferrodyn_mjcf::{Loader, Spec};

/// Bodies inside each other in one file, about the most that are read.
const PER_FILE: usize = 490;

/// Models inside each other, each a chain of bodies that ends in the next model.
fn nested(levels: usize) -> Loader {
    let file = |level: usize| {
        let next = format!("<asset><model name='m' file='{}.xml'/></asset>", level + 1);
        let (asset, inner) = if level + 1 < levels {
            (next.as_str(), "<attach model='m' prefix='a'/>")
        } else {
            ("", "<geom size='1'/>")
        };
        let (open, close) = ("<body>".repeat(PER_FILE), "</body>".repeat(PER_FILE));
        format!("<mujoco>{asset}<worldbody>{open}{inner}{close}</worldbody></mujoco>")
    };
    let files = (0..levels).map(|level| (format!("{level}.xml"), file(level).into_bytes()));
    Loader::new().with_assets(&files.collect::<BTreeMap<_, _>>()).expect("names differ")
}

#[test]
fn models_inside_models_make_a_tree_of_any_depth() {
    let loader = nested(30);
    let spec = loader.read_path("0.xml").expect("it reads");
    let model = loader.compile(&spec.clone()).expect("it compiles");
    assert_eq!(model.nbody, 1 + 30 * PER_FILE);
    assert_eq!(spec.list::<Body>().len(), model.nbody);
    assert_eq!(spec.to_xml().matches("<body>").count(), model.nbody - 1);
}

#[test]
fn a_tree_built_in_code_can_be_deep() {
    let mut spec = Spec::default();
    let mut body = spec.world();
    for _ in 0..3_000 {
        body = spec.add_to(body, Body::default()).expect("it can be added");
    }
    let geom = spec.add_to(body, Geom::default()).expect("it can be added");
    spec.get_mut::<Geom>(geom).expect("it is there").size = [1.0; 3];
    spec.set_name(geom, "last").expect("the name is free");

    // places are found again after everything moved
    let first = spec.list_in::<Body>(spec.world(), false)[0];
    let moved = spec.clone();
    spec.delete(first).expect("it can be deleted");
    assert_eq!(spec.list::<Body>().len(), 1);
    assert_eq!(moved.find::<Geom>("last"), Some(geom));
    assert_eq!(moved.parent_of(geom), Some(body));
    let model = Loader::new().compile(&moved).expect("it compiles");
    assert_eq!((model.nbody, model.ngeom), (3_001, 1));

    let mut outer = Spec::default();
    let frame = outer.add_to(outer.world(), Frame::default());
    outer.attach(frame.expect("it can be added"), moved, Some(first), "p", "").expect("attached");
    assert_eq!(outer.list::<Body>().len(), 3_001);
}

#[test]
fn nothing_recurses_as_deep_as_a_tree() {
    let build = || {
        let (mut spec, mut class) = (Spec::default(), None);
        let mut body = spec.world();
        for i in 0..1_500 {
            let frame = (i > 0).then_some(0);
            let inner = Body { frames: vec![Frame::default()], frame, ..Body::default() };
            body = spec.add_to(body, inner).expect("it can be added");
            class = Some(spec.add_class(&format!("c{i}"), class).expect("the name is free"));
        }
        let copy = spec.clone();
        assert_eq!(copy.signature(), spec.signature());
        assert_eq!(copy.to_xml().matches("</body>").count(), 1_499);
        assert_eq!(copy.to_xml().matches("</default>").count(), 1_500);
        drop(copy);
        assert!(spec.delete(spec.list::<Body>()[1]).is_ok() && spec.bodies.iter().count() == 1);
    };
    let small = std::thread::Builder::new().stack_size(192 << 10);
    small.spawn(build).expect("there is a thread").join().expect("the stack is enough");
}
