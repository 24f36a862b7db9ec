//! Reading what was written gives the same model, bit for bit.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use ferrodyn_engine::Model;
use ferrodyn_engine::math::Vec3;
use ferrodyn_mjcf::spec::{BodyKey, FlexCells, Geom, Orientation, Spec};
use ferrodyn_mjcf::{LoadError, Loader};

/// Names of sizes, options and arrays that differ.
fn differences(a: &Model, b: &Model) -> Vec<String> {
    let sizes = a.sizes.iter().zip(b.sizes.iter()).filter(|(x, y)| x != y);
    let mut names: Vec<String> = sizes.map(|((name, _), _)| name.to_owned()).collect();
    let fields = (a.opt.fields().zip(b.opt.fields()))
        .chain(a.stat.fields().zip(b.stat.fields()))
        .chain(a.vis.global.fields().zip(b.vis.global.fields()))
        .chain(a.vis.quality.fields().zip(b.vis.quality.fields()))
        .chain(a.vis.headlight.fields().zip(b.vis.headlight.fields()))
        .chain(a.vis.map.fields().zip(b.vis.map.fields()))
        .chain(a.vis.scale.fields().zip(b.vis.scale.fields()))
        .chain(a.vis.rgba.fields().zip(b.vis.rgba.fields()))
        .chain(a.fields().zip(b.fields()));
    names.extend(fields.filter(|(x, y)| x.bytes != y.bytes).map(|(x, _)| x.name.to_owned()));
    names
}

/// What writing and reading a spec changes in its model, and the text.
fn round_trip(spec: &Spec, model: &Model) -> Result<(Vec<String>, String), LoadError> {
    let loader = Loader::new();
    let xml = spec.to_xml();
    let again = loader.read_str_in(&spec.modelfiledir, &xml)?;
    assert_eq!(again.to_xml(), xml, "writing what was read gives the text");
    let mut changed = differences(model, &loader.compile(&again)?);
    if !spec.attached.is_empty() {
        // files of attached models are named from another directory
        let path = |name: &String| name.contains("path") || name == "nbuffer";
        changed.retain(|name| !path(name));
    }
    // of interpolated flexes, passive contacts, where nodes are on their bodies, and which cells are
    // empty or constrained have no words in MJCF
    if spec.flexes.iter().any(|f| !f.node.is_empty() || f.cells != FlexCells::default()) {
        let unsaid = ["flex_node", "flex_node0", "flex_stiffness", "flex_centered", "flex_passive"];
        changed.retain(|name| !unsaid.contains(&name.as_str()));
    }
    Ok((changed, xml))
}

/// Asserts that a spec survives, and returns its text.
fn survives(spec: &Spec) -> String {
    let model = Loader::new().compile(spec).unwrap();
    let (changed, xml) =
        round_trip(spec, &model).unwrap_or_else(|e| panic!("{e}\n{}", spec.to_xml()));
    assert!(changed.is_empty(), "{changed:?} changed in\n{xml}");
    xml
}

fn read(xml: &str) -> Spec {
    Loader::new().read_str(xml).unwrap()
}

fn fixture(name: &str) -> Spec {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/models").join(name);
    Loader::new().read_path(path).unwrap()
}

#[test]
fn every_section_survives() {
    survives(&fixture("sections.xml"));
}

#[test]
fn classes_are_written_inside_each_other_and_elements_relative_to_them() {
    let xml = survives(&fixture("classes.xml"));
    assert!(xml.contains(r#"<default class="outer">"#), "{xml}");
    assert!(xml.contains(r#"<geom name="plain"/>"#), "{xml}");
    assert!(xml.contains(r#"<geom name="inner" class="inner" size="0.3"/>"#), "{xml}");
    assert!(xml.contains(r#"<geom name="main" class="main" size="0.1"/>"#), "{xml}");
}

#[test]
fn frames_are_kept_and_opened_again_where_the_order_demands_it() {
    let xml = survives(&fixture("frames.xml"));
    assert_eq!(xml.matches("<frame").count(), 5, "{xml}");
    let mut spec = fixture("frames.xml");
    spec.bodies.world_mut().geoms.reverse();
    let xml = survives(&spec);
    assert!(xml.matches("<frame").count() > 5, "{xml}");
}

#[test]
fn attached_models_with_other_settings_survive() {
    let xml = survives(&fixture("attach.xml"));
    assert!(xml.contains(r#"angle="radian""#), "{xml}");
    assert!(xml.contains(r#"file="parts/shapes/wedge.obj""#), "{xml}");
}

#[test]
fn elements_that_undo_their_class_are_spelled_out() {
    let mut spec = read(
        "<mujoco><default><geom mass='1' euler='10 20 30' size='.1' user='1 2'/></default>
         <worldbody><body><geom name='a'/><geom name='b' size='.2'/></body></worldbody></mujoco>",
    );
    let classes = survives(&spec);
    assert!(classes.contains("<default>"), "{classes}");
    let ball = spec.bodies.children(BodyKey::WORLD)[0];
    let geom = &mut spec.bodies[ball].geoms[0];
    (geom.mass, geom.alt) = (None, Orientation::Quat);
    geom.user.clear();
    let spelled_out = survives(&spec);
    assert!(!spelled_out.contains("<default>"), "{spelled_out}");
}

#[test]
fn an_element_that_another_class_can_say_takes_that_class() {
    let mut spec = read(
        "<mujoco><default><default class='heavy'><geom mass='1'/></default></default>
         <worldbody><body><geom class='heavy' size='.1'/></body></worldbody></mujoco>",
    );
    let ball = spec.bodies.children(BodyKey::WORLD)[0];
    spec.bodies[ball].geoms[0].mass = None;
    let xml = survives(&spec);
    assert!(xml.contains(r#"<geom size="0.1"/>"#), "{xml}");
    assert!(xml.contains(r#"<default class="heavy">"#), "{xml}");
}

#[test]
fn looks_of_a_fixed_tendon_get_a_class_of_their_own() {
    let mut spec = read(
        "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>
         <tendon><fixed name='t'><joint joint='j' coef='2'/></fixed></tendon></mujoco>",
    );
    spec.tendons[0].rgba = [1.0, 0.5, 0.25, 1.0];
    spec.tendons[0].armature = 0.5;
    let xml = survives(&spec);
    assert!(xml.contains(r#"<tendon rgba="1 0.5 0.25 1"/>"#), "{xml}");
}

#[test]
fn inherited_ranges_survive_in_servos_classes_and_other_actuators() {
    let mut spec = read(
        "<mujoco><default><default class='servo'><position inheritrange='0.5' kp='3'/></default>
         </default><worldbody><body><joint name='j' range='-1 2'/><geom size='.1'/></body>
         </worldbody><actuator>
         <position joint='j' inheritrange='1' kp='20' dampratio='1' timeconst='.1'/>
         <intvelocity joint='j' inheritrange='0.9' kp='20' kv='2'/>
         <position joint='j' class='servo' kv='1'/>
         <position joint='j' inheritrange='1'/></actuator></mujoco>",
    );
    let xml = survives(&spec);
    assert!(xml.contains("<position kp=\"20\" dampratio=\"1\" timeconst=\"0.1\""), "{xml}");
    assert!(xml.contains("<intvelocity"), "{xml}");
    // no shortcut has this bias
    spec.actuators[3].biasprm[0] = 7.0;
    let xml = survives(&spec);
    assert!(xml.contains(r#"class="inheritrange""#), "{xml}");
}

#[test]
fn names_with_special_characters_survive() {
    let mut spec = read("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>");
    spec.modelname = "a & b < \"c\" 'd' > é\n".into();
    spec.comment = " two -- dashes ".into();
    spec.bodies.world_mut().geoms[0].name = "&amp;\t\r".into();
    survives(&spec);
    let again = read(&spec.to_xml());
    assert_eq!(again.modelname, spec.modelname);
    assert_eq!(again.comment, spec.comment);
    assert_eq!(again.bodies.world().geoms[0].name, spec.bodies.world().geoms[0].name);
}

#[test]
fn numbers_survive_to_the_last_bit() {
    let mut spec = Spec::default();
    for x in [0.1 + 0.2, -0.0, 1e-300, 1.0 / 3.0, 123_456_789.123_456_78] {
        let pos = Vec3([x, -x, 0.0]);
        spec.bodies.world_mut().geoms.push(Geom { pos, size: [1.0; 3], ..Geom::default() });
    }
    survives(&spec);
}

/// Files below a directory that may be models, in order.
fn models_below(dir: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            models_below(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "xml") {
            files.push(path);
        }
    }
}

/// Bytes of the largest model to keep twice in memory.
const LARGEST: i64 = 1 << 30;

/// What is wrong with a model of the corpus; nothing if it cannot be loaded in the first place.
#[expect(clippy::option_option, reason = "not loaded, fine and wrong are three cases")]
fn check(file: &Path) -> Option<Option<String>> {
    let loader = Loader::new();
    let spec = loader.read_path(file).ok()?;
    let model = loader.compile(&spec).ok()?;
    if model.nbuffer > LARGEST {
        return None;
    }
    Some(match round_trip(&spec, &model) {
        Ok((changed, _)) if changed.is_empty() => None,
        Ok((changed, _)) => Some(format!("{}: {changed:?}", file.display())),
        Err(error) => Some(format!("{}: {error}", file.display())),
    })
}

/// How many models below a directory load; all of them must survive.
fn all_survive(root: &Path) -> usize {
    let mut files = Vec::new();
    models_below(root, &mut files);
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut loaded, mut wrong) = (0, Vec::new());
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(outcome) = check(file) {
                loaded += 1;
                wrong.extend(outcome);
            }
        }
        (loaded, wrong)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut loaded, mut wrong) = (0, Vec::new());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            let (n, problems) = worker.join().unwrap();
            loaded += n;
            wrong.extend(problems);
        }
    });
    println!("round trip {} of {loaded}", loaded - wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    loaded
}

#[test]
fn the_models_of_the_repository_survive() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    assert!(all_survive(&root) > 0);
}

#[test]
fn the_corpus_survives() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let root = std::env::var_os("FERRODYN_CORPUS").map_or(beside, PathBuf::from);
    if root.is_dir() {
        assert!(all_survive(&root) > 0);
    } else {
        println!("SKIPPED: no models in {}: set FERRODYN_CORPUS", root.display());
    }
}

#[test]
fn flexes_survive_with_what_flexcomps_became() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/flex");
    for name in ["flex", "interpolated", "types_files"] {
        let spec = Loader::new().read_path(models.join(format!("{name}.xml"))).unwrap();
        let xml = survives(&spec);
        assert!(xml.contains("<deformable>") && !xml.contains("<flexcomp"), "{xml}");
    }
}

/// MuJoCo takes `.` and `..` out of names of files when it reads them; what a program sets stays as it is.
#[test]
fn files_that_are_read_have_the_shortest_names() {
    let mut spec = read(
        r#"<mujoco><asset>
          <mesh name="a" file="./m/../m/a.obj"/>
          <texture name="b" type="2d" file="./b.png"/>
          <texture name="c" type="cube" fileright="m/./c.png" fileleft="m//d.png"/>
          <hfield name="e" file=".\m\e.png" size="1 1 1 1"/>
          <skin name="f" file="a/../../f.skn"/>
        </asset></mujoco>"#,
    );
    let cube = &spec.textures[1].cubefiles;
    assert_eq!([&spec.meshes[0].file, &spec.textures[0].file], ["m/a.obj", "b.png"]);
    assert_eq!([&cube[0], &cube[1]], ["m/c.png", "m//d.png"]);
    assert_eq!([&spec.hfields[0].file, &spec.skins[0].file], ["m/e.png", "../f.skn"]);
    assert!(spec.to_xml().contains(r#"file="m/a.obj""#));
    spec.meshes[0].file = "./m/a.obj".to_owned();
    assert!(spec.to_xml().contains(r#"file="./m/a.obj""#));
}
