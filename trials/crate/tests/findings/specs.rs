//! Models that are built and changed in code.

use ferrodyn::spec::{Actuator, Body, BodyKey, Geom, ServoShortcut};
use ferrodyn::{Data, Loader, Spec, step};

#[test]
fn elements_of_another_spec_are_refused() {
    let (mut other, mut spec) = (Spec::default(), Spec::default());
    let theirs = other.add_to(other.world(), Body::default()).unwrap();
    spec.add_to(spec.world(), Body::default()).unwrap();
    assert!(spec.add_to(theirs, Geom::default()).is_err());
    let key: BodyKey = other.body_key(theirs).unwrap();
    assert!(spec.bodies.get(key).is_none());
}

#[test]
fn an_edited_spec_goes_on_where_the_model_was() {
    let loader = Loader::new();
    let mut spec = loader.read_str(crate::CHAIN).unwrap();
    let m = loader.compile(&spec).unwrap();
    let mut d = Data::new(&m);
    for _ in 0..10 {
        step(&m, &mut d);
    }
    spec.add_to(spec.world(), Body { name: "more".into(), ..Body::default() }).unwrap();
    let (again, state) = loader.recompile(&spec, &m, &d).unwrap();
    assert_eq!(
        (again.nbody, state.time, state.qpos.to_vec()),
        (m.nbody + 1, d.time, d.qpos.to_vec())
    );
}

#[test]
fn a_spec_travels_with_its_files() {
    let folder = std::env::temp_dir().join(format!("ferrodyn-travel-{}", std::process::id()));
    let (from, to) = (folder.join("from"), folder.join("to"));
    std::fs::create_dir_all(&from).unwrap();
    std::fs::create_dir_all(&to).unwrap();
    std::fs::write(
        from.join("t.obj"),
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
    )
    .unwrap();
    let model = "<mujoco><asset><mesh file='t.obj'/></asset><worldbody><geom type='mesh' mesh='t'/></worldbody></mujoco>";
    std::fs::write(from.join("m.xml"), model).unwrap();
    let spec = Loader::new().read_path(from.join("m.xml")).unwrap();
    spec.save(to.join("m.xml")).unwrap();
    std::fs::remove_dir_all(&from).unwrap();
    assert_eq!(ferrodyn::load(to.join("m.xml")).unwrap().nmesh, 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_actuator_that_refuses_stays_as_it_was() {
    let mut actuator = Actuator::default();
    let before = format!("{actuator:?}");
    let servo = ServoShortcut {
        kp: Some(100.0),
        kv: Some(1.0),
        dampratio: Some(1.0),
        ..Default::default()
    };
    assert!(actuator.set_to_position(&servo).is_err());
    assert_eq!(format!("{actuator:?}"), before);
}
