//! What a spec made in code may hold, and how messages name its elements.

use ferrodyn_engine::enums::{JointType, TrnType};
use ferrodyn_engine::math::Vec3;
use ferrodyn_mjcf::spec::{
    Actuator, Body, DefaultClass, Equality, Flex, Frame, Geom, Inertial, Joint, Key, Light,
    Material, Mesh, Numeric, Orientation, Pair, Sensor, Site, Tendon, Tuple, TupleElement, Wrap,
};
use ferrodyn_mjcf::{EditError, ElementId, LoadError, Loader, Spec};

fn ball() -> Geom {
    Geom { size: [0.1, 0.0, 0.0], ..Geom::default() }
}

/// Everything that is wrong with a spec.
fn problems(spec: &Spec) -> String {
    spec.compile().map_or_else(|error| error.to_string(), |_| String::new())
}

#[test]
fn elements_without_names_are_named_by_their_place() {
    let mut spec = Spec::default();
    for i in 0..5 {
        let joints = vec![Joint { kind: JointType::Free, ..Joint::default() }];
        let geoms = vec![ball()];
        let body = Body { name: format!("o{i}"), joints, geoms, ..Body::default() };
        spec.add_to(spec.world(), body).unwrap();
    }
    let third = spec.find::<Body>("o3").unwrap();
    let geom = spec.list_in::<Geom>(third, false)[0];
    spec.get_mut::<Geom>(geom).unwrap().size[0] = f64::NAN;
    let error = spec.compile().unwrap_err();
    assert_eq!(
        error.to_string(),
        "geom 0 of body \"o3\": attribute \"size\" holds NaN, give a finite number"
    );
    assert_eq!((error.problems.len(), error.problems[0].id), (1, geom));

    // a mistake of another kind is named in the same way
    spec.get_mut::<Geom>(geom).unwrap().size[0] = -1.0;
    assert!(problems(&spec).starts_with("geom 0 of body \"o3\": "), "{}", problems(&spec));
    assert_eq!(spec.compile().unwrap_err().problems[0].id, geom);
    spec.set_name(geom, "shell").unwrap();
    assert!(problems(&spec).starts_with("<geom name=\"shell\">: "), "{}", problems(&spec));
}

#[test]
fn places_lead_through_bodies_without_names_and_lists() {
    let mut spec = Spec::default();
    let world = spec.world();
    let broken = || Geom { condim: 7, ..ball() };
    spec.add_to(world, ball()).unwrap();
    spec.add_to(world, broken()).unwrap();
    let first = spec.add_to(world, Body::default()).unwrap();
    let second = spec.add_to(first, Body::default()).unwrap();
    spec.add_to(second, broken()).unwrap();
    spec.add(Actuator { trntype: TrnType::Joint, target: "elbow".into(), ..Actuator::default() });
    let text = problems(&spec);
    let starts: Vec<&str> =
        text.lines().filter_map(|line| line.split_once(':')).map(|l| l.0).collect();
    assert_eq!(
        starts,
        ["geom 1 of the world", "geom 0 of body 0 of body 0 of the world", "actuator 0"]
    );

    let mut deep = Spec::default();
    let mut inner = deep.world();
    for _ in 0..50 {
        inner = deep.add_to(inner, Body::default()).unwrap();
    }
    deep.add_to(inner, broken()).unwrap();
    let place = "geom 0 of body 0 of body 0 of body 0 of body 0 of a body: ";
    assert!(problems(&deep).starts_with(place), "{}", problems(&deep));
}

#[test]
fn elements_that_were_pushed_are_named_by_their_place_too_and_have_no_identity() {
    let mut spec = Spec::default();
    spec.bodies.world_mut().geoms.extend([ball(), Geom { condim: 2, ..ball() }]);
    let error = spec.compile().unwrap_err();
    assert!(error.to_string().starts_with("geom 1 of the world: "), "{error}");
    assert_eq!(error.problems[0].id, ElementId::NONE);
    spec.assign_ids();
    let error = spec.compile().unwrap_err();
    assert_eq!(error.problems[0].id, spec.list::<Geom>()[1]);
}

/// A change of a spec, and the message that it leads to.
type Case = (&'static str, fn(&mut Spec));

/// The only element of a kind.
fn only<E: ferrodyn_mjcf::SpecElement>(spec: &mut Spec) -> &mut E {
    let id = spec.list::<E>().last().copied().expect("there is one");
    spec.get_mut::<E>(id).expect("it is there")
}

const CASES: [Case; 31] = [
    ("<body name=\"b\">: attribute \"pos\" holds NaN", |s| only::<Body>(s).pos.0[1] = f64::NAN),
    ("<body name=\"b\">: attribute \"quat\" holds inf", |s| {
        only::<Body>(s).quat.0[0] = f64::INFINITY;
    }),
    ("<body name=\"b\">: attribute \"euler\" holds NaN", |s| {
        only::<Body>(s).alt = Orientation::Euler([0.0, f64::NAN, 0.0]);
    }),
    ("<inertial name=\"b\">: attribute \"mass\" holds inf", |s| {
        only::<Body>(s).inertial = Some(Inertial { mass: f64::INFINITY, ..Inertial::default() });
    }),
    ("joint 0 of body \"b\": attribute \"damping\" holds inf", |s| {
        only::<Joint>(s).damping[0] = f64::INFINITY;
    }),
    ("joint 0 of body \"b\": attribute \"range\" holds -inf", |s| {
        only::<Joint>(s).range = [f64::NEG_INFINITY, 1.0];
    }),
    ("geom 0 of body \"b\": attribute \"rgba\" holds NaN", |s| only::<Geom>(s).rgba[3] = f32::NAN),
    ("geom 0 of body \"b\": attribute \"mass\" holds NaN", |s| {
        only::<Geom>(s).mass = Some(f64::NAN);
    }),
    ("geom 0 of body \"b\": attribute \"fromto\" holds NaN", |s| {
        only::<Geom>(s).fromto = Some([0.0, 0.0, 0.0, 0.0, 0.0, f64::NAN]);
    }),
    ("geom 0 of body \"b\": attribute \"user\" holds NaN", |s| {
        only::<Geom>(s).user = vec![f64::NAN];
    }),
    ("site 0 of body \"b\": attribute \"pos\" holds NaN", |s| only::<Site>(s).pos.0[0] = f64::NAN),
    ("light 0 of body \"b\": attribute \"dir\" holds NaN", |s| {
        only::<Light>(s).dir.0[0] = f64::NAN;
    }),
    ("frame 0 of body \"b\": attribute \"pos\" holds NaN", |s| {
        only::<Frame>(s).pos.0[0] = f64::NAN;
    }),
    ("mesh 0: attribute \"scale\" holds inf", |s| only::<Mesh>(s).scale.0[0] = f64::INFINITY),
    ("mesh 0: attribute \"vertex\" holds NaN", |s| only::<Mesh>(s).vertex = vec![f32::NAN; 12]),
    ("material 0: attribute \"rgba\" holds NaN", |s| only::<Material>(s).rgba[0] = f32::NAN),
    ("pair 0: attribute \"margin\" holds NaN", |s| only::<Pair>(s).margin = f64::NAN),
    ("equality 0: attribute \"data\" holds NaN", |s| only::<Equality>(s).data[0] = f64::NAN),
    ("tendon 0: attribute \"springlength\" holds NaN", |s| {
        only::<Tendon>(s).springlength[0] = f64::NAN;
    }),
    ("object 0 on the path of tendon 0: attribute \"coef\" holds NaN", |s| {
        only::<Tendon>(s).path = vec![Wrap::joint("j", f64::NAN)];
    }),
    ("actuator 0: attribute \"gainprm\" holds NaN", |s| only::<Actuator>(s).gainprm[0] = f64::NAN),
    ("sensor 0: attribute \"noise\" holds NaN", |s| only::<Sensor>(s).noise = f64::NAN),
    ("numeric 0: attribute \"data\" holds NaN", |s| only::<Numeric>(s).data = vec![1.0, f64::NAN]),
    ("tuple 0: attribute \"prm\" holds NaN", |s| {
        let element = TupleElement { prm: f64::NAN, ..TupleElement::default() };
        only::<Tuple>(s).elements = vec![element];
    }),
    ("key 0: attribute \"qpos\" holds NaN", |s| only::<Key>(s).qpos = vec![f64::NAN]),
    ("flex 0: attribute \"young\" holds inf", |s| only::<Flex>(s).young = f64::INFINITY),
    ("geom of default class \"main\": attribute \"margin\" holds NaN", |s| {
        s.defaults[0].geom.margin = f64::NAN;
    }),
    ("<option>: attribute \"gravity\" holds NaN", |s| s.option.gravity.0[2] = f64::NAN),
    ("<option>: attribute \"timestep\" is -1, it must be positive", |s| s.option.timestep = -1.0),
    ("<option>: attribute \"timestep\" is 0, it must be positive", |s| s.option.timestep = 0.0),
    ("<map>: attribute \"znear\" holds NaN", |s| s.visual.map.znear = f32::NAN),
];

/// A spec with an element of every kind that has numbers.
fn full() -> Spec {
    let mut spec = Spec::default();
    let body = Body {
        name: "b".into(),
        frames: vec![Frame::default()],
        joints: vec![Joint { name: "j".into(), ..Joint::default() }],
        geoms: vec![ball()],
        sites: vec![Site::default()],
        lights: vec![Light::default()],
        ..Body::default()
    };
    spec.add_to(spec.world(), body).unwrap();
    let joint = spec.list::<Joint>()[0];
    spec.get_mut::<Joint>(joint).unwrap().name.clear();
    spec.add(Mesh::default());
    spec.add(Material::default());
    spec.add(Pair::default());
    spec.add(Equality::default());
    spec.add(Tendon::default());
    spec.add(Actuator::default());
    spec.add(Sensor::default());
    spec.add(Numeric::default());
    spec.add(Tuple::default());
    spec.add(Key::default());
    spec.add(Flex::default());
    spec
}

#[test]
fn numbers_that_no_model_can_use_are_refused_with_element_and_attribute() {
    for (message, change) in CASES {
        let mut spec = full();
        change(&mut spec);
        let text = problems(&spec);
        assert!(text.starts_with(message), "{message}\nbut\n{text}");
        assert_eq!(text.lines().count(), 1, "{text}");

        // MuJoCo's bindings may ask for MuJoCo's rules
        let loader = Loader { accept_any_number: true, ..Loader::new() };
        let error = loader.compile(&spec).map_err(|error| error.to_string()).err();
        let refused = error.is_some_and(|error| error.contains("give a finite number"));
        assert!(!refused, "{message}");
    }
    // what is not wrong is not refused, and NaN that means that nothing is given stays that
    assert!(!problems(&full()).contains("holds"), "{}", problems(&full()));
    let mut spec = Spec::default();
    let geom = Geom { fromto: Some([f64::NAN; 6]), ..ball() };
    let inertial = Inertial { pos: Vec3([f64::NAN; 3]), ..Inertial::default() };
    let body = Body { geoms: vec![geom], inertial: Some(inertial), ..Body::default() };
    spec.add_to(spec.world(), body).unwrap();
    assert!(spec.compile().is_ok());
}

#[test]
fn files_may_hold_any_number_as_for_mujoco_which_warns_of_nan() {
    // what MuJoCo 3.8.0 loads, and how often it warns
    let cases = [
        ("<body pos='nan 0 0'><joint/><geom size='.1'/></body>", 1),
        ("<body pos='inf 0 0'><joint/><geom size='.1'/></body>", 0),
        ("<body quat='NaN 0 0 1'><joint/><geom size='.1'/></body>", 1),
        ("<body><joint damping='inf'/><geom size='.1'/></body>", 0),
        ("<body><joint damping='nan' name='nan'/><geom size='.1'/></body>", 1),
        ("<body><joint/><geom size='.1' rgba='nan 0 0 1' user='nan'/></body>", 2),
        ("<frame pos='0 nan 0'><geom size='.1'/></frame>", 1),
    ];
    for (world, warnings) in cases {
        let xml = format!("<mujoco><worldbody>{world}</worldbody></mujoco>");
        let loader = Loader::new();
        let spec = loader.read_str(&xml).unwrap();
        assert_eq!(spec.warnings.len(), warnings, "{world}: {:?}", spec.warnings);
        assert!(spec.warnings.iter().all(|warning| warning.location.is_some()));
        loader.compile(&spec).unwrap();
        // copies, and copies in other specs, are excused as well
        loader.compile(&spec.clone()).unwrap();
        let mut outer = Spec::default();
        let frame = outer.add_to(outer.world(), Frame::default()).unwrap();
        outer.attach(frame, spec.clone(), None, "a_", "").unwrap();
        outer.attach(frame, spec, None, "b_", "").unwrap();
        outer.compile().unwrap();
    }
    for (option, warnings) in [("-1", 0), ("0", 0), ("nan", 1), ("inf", 0)] {
        let xml = format!("<mujoco><option timestep='{option}'/></mujoco>");
        let spec = Loader::new().read_str(&xml).unwrap();
        let m = spec.compile().unwrap();
        assert_eq!(m.opt.timestep.to_string().to_lowercase(), option);
        assert_eq!(spec.warnings.len(), warnings);
    }
    let urdf = "<robot name='r'><link name='a'><inertial><origin xyz='nan 0 0'/><mass value='1'/>
      <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link></robot>";
    let spec = Loader::new().read_str(urdf).unwrap();
    assert_eq!(spec.warnings.len(), 1);
    assert_eq!(
        spec.warnings[0].to_string().lines().next().unwrap(),
        "<string>:1:55: <origin>: attribute \"xyz\" holds NaN, what is computed from it will be NaN, too"
    );

    // what a program changes in such a spec is looked at
    let xml =
        "<mujoco><worldbody><body pos='inf 0 0'><geom size='.1'/></body></worldbody></mujoco>";
    let mut spec = Loader::new().read_str(xml).unwrap();
    let geom = spec.list::<Geom>()[0];
    spec.get_mut::<Geom>(geom).unwrap().friction[0] = f64::NAN;
    let text = problems(&spec);
    assert!(text.contains("<string>:1:40: <geom>: attribute \"friction\" holds NaN"), "{text}");
}

#[test]
fn identities_of_other_specs_are_refused() {
    let (mut spec, mut other) = (Spec::default(), Spec::default());
    let foreign = other.add_to(other.world(), Body::default()).unwrap();
    let inside = other.add_to(foreign, Body::default()).unwrap();
    let own = spec.add_to(spec.world(), Body::default()).unwrap();
    let before = spec.to_xml();

    let missing = |what| Err(EditError::Missing(what));
    assert_eq!(spec.add_to(foreign, Geom::default()), missing("parent body"));
    assert_eq!(spec.add_to(inside, Body::default()), missing("parent body"));
    assert_eq!(spec.add_to(ElementId::NONE, Body::default()), missing("parent body"));
    assert!(spec.delete(foreign).is_err() && spec.set_name(foreign, "x").is_err());
    assert!(
        spec.set_frame(own, Some(foreign)).is_err()
            && spec.attach_copy(foreign, own, "", "").is_err()
    );
    assert!(
        spec.add_class("c", Some(foreign)).is_err() && spec.of_class::<Geom>(foreign).is_none()
    );
    assert!(spec.get::<Body>(foreign).is_none() && spec.body_key(foreign).is_none());
    let key = other.body_key(foreign).unwrap();
    assert!(spec.bodies.get(key).is_none() && spec.bodies.remove(key).is_empty());
    let site = spec.add_to(own, Site::default()).unwrap();
    assert_eq!(spec.add_to(site, Geom::default()), Err(EditError::NotInBody));
    spec.delete(site).unwrap();
    assert_eq!(spec.to_xml(), before);

    // a clone has the elements of the original, and its own from then on
    let mut clone = spec.clone();
    let added = clone.add_to(own, Geom::default()).unwrap();
    assert!(spec.get::<Geom>(added).is_none() && spec.get::<Body>(own).is_some());
}

#[test]
fn what_is_added_gets_identities_of_its_own() {
    let mut spec = Spec::default();
    let geoms = vec![ball(), ball()];
    let first = spec.add_to(spec.world(), Body { geoms, ..Body::default() }).unwrap();
    let again = spec.get::<Body>(first).unwrap().clone();
    let second = spec.add_to(spec.world(), again).unwrap();
    assert_ne!(first, second);
    let mut all =
        [spec.list_in::<Geom>(first, false), spec.list_in::<Geom>(second, false)].concat();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 4);
    let class = spec.add_class("red", None).unwrap();
    spec.get_mut::<DefaultClass>(class).unwrap().geom.group = 3;
    let geom = spec.of_class::<Geom>(class).unwrap();
    let geom = spec.add_to(first, Geom { size: [0.1; 3], ..geom }).unwrap();
    assert_eq!((spec.get::<Geom>(geom).unwrap().group, spec.class_of(geom)), (3, Some(class)));
}

#[test]
fn a_function_that_builds_and_compiles_needs_one_kind_of_error() {
    fn build(parent: Option<ElementId>) -> Result<ferrodyn_engine::Model, LoadError> {
        let mut spec = Spec::default();
        spec.add_to(parent.unwrap_or(spec.world()), ball())?;
        spec.compile()
    }
    assert_eq!(build(None).unwrap().ngeom, 1);
    let error = build(Some(ElementId::NONE)).unwrap_err().to_string();
    assert_eq!(error, "the parent body is not in this spec");
}
