//! Plugins in files: what is accepted, what becomes of it, and what is refused by name.

use std::collections::BTreeMap;
use std::path::Path;

use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::ids::{ActuatorId, BodyId, PluginId};
use ferrodyn_engine::{Data, Model, step};
use ferrodyn_mjcf::ElementId;
use ferrodyn_mjcf::spec::{Body, Geom, Plugin, PluginRef, Spec};
use ferrodyn_mjcf::{Loader, SpecElement as _};

/// A model of an arm with an extension and an actuator.
fn pid(extension: &str, actuator: &str) -> String {
    format!(
        "<mujoco><extension>{extension}</extension><worldbody><body name='arm'><joint name='hinge'/>\
         <geom size='.1' pos='1 0 0'/></body></worldbody><actuator>{actuator}</actuator></mujoco>"
    )
}

fn load(extension: &str, actuator: &str) -> Result<Model, String> {
    Loader::new().load_str(&pid(extension, actuator)).map_err(|error| error.to_string())
}

const PID: &str = "<plugin plugin='mujoco.pid'/>";

fn fixture(name: &str) -> Spec {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    Loader::new().read_path(models.join(name)).unwrap()
}

#[test]
fn instances_of_the_spec_come_before_those_of_elements() {
    let m = load(
        "<plugin plugin='mujoco.pid'><instance name='a'><config key='kp' value='2'/></instance></plugin>",
        "<plugin joint='hinge' plugin='mujoco.pid'><config key='kd' value='.5'/></plugin>\
         <plugin joint='hinge' instance='a'/>",
    )
    .unwrap();
    assert_eq!((m.nplugin, m.plugin.as_slice()), (2, [0, 0].as_slice()));
    assert_eq!(m.actuator_plugin.raw(), [1, 0]);
    let text: Vec<u8> = m.plugin_attr.iter().map(|c| c.cast_unsigned()).collect();
    assert_eq!(text, b"2\0\0\0\0\0\0\0.5\0\0\0");
    assert_eq!(m.plugin_attradr.as_slice(), [0, 6]);
    assert_eq!(m.name2id(ObjType::Plugin, "a"), Some(0));
}

#[test]
fn instances_of_composites_come_after_those_of_sensors_and_actuators() {
    let composite = "<composite prefix='c' type='cable' curve='s' count='4 1 1' size='.4'>\
        <plugin plugin='mujoco.elasticity.cable'/><joint kind='main'/><geom type='capsule' size='.01'/></composite>";
    let text = pid(
        &format!("{PID}<plugin plugin='mujoco.elasticity.cable'/>"),
        "<plugin joint='hinge' plugin='mujoco.pid'/>",
    );
    let tuple =
        "<custom><tuple name='t'><element objtype='plugin' objname='compositec'/></tuple></custom>";
    let text = text.replace("<worldbody>", &format!("{tuple}<worldbody>{composite}"));
    let m = Loader::new().load_str(&text).unwrap();
    assert_eq!(m.actuator_plugin.raw(), [0]);
    assert_eq!(m.body_plugin.raw(), [-1, 1, 1, 1, -1]);
    assert_eq!(m.name2id(ObjType::Plugin, "compositec"), Some(1));
    assert_eq!(m.tuple_objid.as_slice(), [1]);
}

#[test]
fn a_model_brings_its_plugins_along() {
    let actuator =
        "<plugin joint='hinge' plugin='mujoco.pid'><config key='kp' value='3'/></plugin>";
    let m = load(PID, actuator).unwrap();
    let plugins = ferrodyn_plugins::registry();
    let saved = Model::from_bytes_with(&m.to_bytes(), &plugins).unwrap();
    for m in [&m, &m.clone(), &saved] {
        let mut d = Data::new(m);
        d.ctrl[ActuatorId(0)] = 0.5;
        step(m, &mut d);
        assert_eq!(d.actuator_force[ActuatorId(0)], 1.5);
    }
    // without them it would compute nothing
    assert!(Model::from_bytes(&m.to_bytes()).unwrap_err().to_string().contains("nplugin"));
}

#[test]
fn what_is_wrong_with_a_plugin_is_said_by_name() {
    let of = |extension: &str, actuator: &str| load(extension, actuator).unwrap_err();
    let plugin = |config: &str| {
        let actuator = format!("<plugin joint='hinge' plugin='mujoco.pid'>{config}</plugin>");
        of(PID, &actuator)
    };
    for (error, parts) in [
        (of("<plugin plugin='acme.rocket'/>", ""), ["acme.rocket", "there is no plugin"]),
        (of("<plugin plugin='mujoco.pdi'/>", ""), ["did you mean", "mujoco.pid"]),
        (of("", "<plugin joint='hinge' plugin='mujoco.pid'/>"), ["mujoco.pid", "not activated"]),
        (of(PID, "<plugin joint='hinge' instance='b'/>"), ["\"b\"", "there is no plugin"]),
        (of(PID, "<plugin joint='hinge'/>"), ["neither plugin nor instance", "actuator"]),
        (plugin("<config key='kq' value='1'/>"), ["plugin:kq", "did you mean"]),
        (plugin("<config key='kp'/>"), ["value", "is missing"]),
        (plugin("<config key='kp' value='1'/><config key='kp' value='1'/>"), ["\"kp\"", "twice"]),
        (plugin("<config key='ki' value='1'/>"), ["actdim", "expected 1"]),
        (plugin("<config key='slewmax' value='-1'/>"), ["slewmax", "non-negative"]),
        (
            of(
                "<plugin plugin='mujoco.elasticity.cable'/>",
                "<plugin joint='hinge' plugin='mujoco.elasticity.cable'/>",
            ),
            ["mujoco.elasticity.cable", "does not support actuators"],
        ),
        (
            of("<plugin plugin='mujoco.pid'><instance name='unused'/></plugin>", ""),
            ["unused", "actuator not found"],
        ),
    ] {
        for part in parts {
            assert!(error.contains(part), "{part:?} is not in\n{error}");
        }
    }
}

#[test]
fn settings_beside_an_instance_are_a_warning() {
    let xml = pid(
        "<plugin plugin='mujoco.pid'><instance name='a'/></plugin>",
        "<plugin joint='hinge' instance='a'><config key='kp' value='1'/></plugin>",
    );
    let spec = Loader::new().read_str(&xml).unwrap();
    assert_eq!(spec.warnings.len(), 1);
    assert!(Loader::new().compile(&spec).is_ok());
}

#[test]
fn fixtures_survive_being_written() {
    for name in ["plugins_pid.xml", "plugins_cable.xml", "plugins_touch_grid.xml"] {
        let spec = fixture(name);
        let xml = spec.to_xml();
        let again = Loader::new().read_str_in(&spec.modelfiledir, &xml).unwrap();
        assert_eq!(again.to_xml(), xml);
        let [m, n] = [&spec, &again].map(|spec| Loader::new().compile(spec).unwrap());
        for (a, b) in m.fields().zip(n.fields()).filter(|(a, _)| a.name != "signature") {
            assert!(a.bytes == b.bytes, "{name}: {} changed in\n{xml}", a.name);
        }
    }
}

#[test]
fn programs_make_instances_with_and_without_a_name() {
    let mut spec = Spec::default();
    spec.activate_plugin("mujoco.elasticity.cable");
    let geom = || Geom { size: [0.1, 0.0, 0.0], ..Geom::default() };
    let body = |plugin: PluginRef| Body { plugin, geoms: vec![geom()], ..Body::default() };
    let unnamed = spec.add(Plugin::default());
    let plugin = spec.get_mut::<Plugin>(unnamed).unwrap();
    plugin.plugin_name = "mujoco.elasticity.cable".into();
    plugin.config = BTreeMap::from([("bend".to_owned(), "1".to_owned())]);
    let uses = PluginRef {
        active: true,
        plugin_name: "mujoco.elasticity.cable".into(),
        instance: unnamed,
        ..PluginRef::default()
    };
    spec.add_to(spec.world(), body(uses.clone())).unwrap();
    spec.add_to(spec.world(), body(PluginRef { instance: ElementId::default(), ..uses })).unwrap();
    let m = Loader::new().compile(&spec).unwrap();
    assert_eq!(m.body_plugin.raw(), [-1, 0, 1]);
    assert_eq!(m.plugin_attradr.as_slice(), [0, 5]);

    // the file has both where they are used
    let again = Loader::new().read_str(&spec.to_xml()).unwrap();
    let n = Loader::new().compile(&again).unwrap();
    assert_eq!(n.plugin_attr.as_slice(), m.plugin_attr.as_slice());
}

#[test]
fn instances_go_along_with_what_uses_them() {
    let child = "<mujoco><extension><plugin plugin='mujoco.pid'><instance name='used'>\
                 <config key='kp' value='1'/></instance><instance name='unused'/></plugin></extension>\
                 <worldbody><body name='arm'><joint name='hinge'/><geom size='.1'/></body></worldbody>\
                 <actuator><plugin name='motor' joint='hinge' instance='used'/></actuator></mujoco>";
    let mut spec = Loader::new()
        .read_str("<mujoco><worldbody><frame name='f'/></worldbody></mujoco>")
        .unwrap();
    let frame = spec.find_kind(ObjType::Frame, "f").unwrap();
    let child = Loader::new().read_str(child).unwrap();
    let arm = child.find_kind(ObjType::Body, "arm").unwrap();
    spec.attach(frame, child.clone(), Some(arm), "a-", "").unwrap();
    let attached = spec.attach(frame, child, Some(arm), "b-", "").unwrap();
    let names = |spec: &Spec| spec.plugins.iter().map(|p| p.name().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&spec), ["a-used", "b-used"]);
    assert_eq!(spec.active_plugins, ["mujoco.pid"]);
    assert_eq!(Loader::new().compile(&spec).unwrap().actuator_plugin.raw(), [0, 1]);
    spec.delete(attached).unwrap();
    assert_eq!(names(&spec), ["a-used"]);
    assert_eq!(Loader::new().compile(&spec).unwrap().nplugin, 1);
}

#[test]
fn copies_of_elements_share_a_named_instance_and_have_others_of_their_own() {
    let xml = "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'><instance name='a'/></plugin>\
               </extension><worldbody><replicate count='3' offset='1 0 0'><body><geom size='.1'/>\
               <plugin instance='a'/></body><body><geom size='.1'/>\
               <plugin plugin='mujoco.elasticity.cable'/></body></replicate></worldbody></mujoco>";
    // one cable cannot have bodies that do not follow each other
    let error = Loader::new().load_str(xml).unwrap_err().to_string();
    assert!(error.contains("follow each other"), "{error}");
    let xml = xml.replace("<body><geom size='.1'/><plugin instance='a'/></body>", "");
    let m = Loader::new().load_str(&xml).unwrap();
    assert_eq!(m.body_plugin.raw(), [-1, 0, 1, 2]);
}

#[test]
fn composites_make_bodies_joints_sites_exclusions_and_a_text() {
    let cable = |attrs: &str, inside: &str| {
        format!(
            "<mujoco><worldbody><composite type='cable' {attrs}>{inside}</composite></worldbody></mujoco>"
        )
    };
    let capsule = "<geom type='capsule' size='.01'/>";
    let m = Loader::new()
        .load_str(&cable("prefix='x' curve='s' count='5' size='.4' initial='free'", capsule))
        .unwrap();
    let body = |name: &str| m.name2id(ObjType::Body, name);
    assert_eq!(
        [body("xB_first"), body("xB_1"), body("xB_2"), body("xB_last")],
        [Some(1), Some(2), Some(3), Some(4)]
    );
    assert_eq!((m.nv, m.nexclude, m.nsite, m.ntext), (15, 3, 2, 1));
    assert!((m.body_pos[BodyId(3)][0] - 0.1).abs() < 1e-7);

    let error = |attrs: &str, inside: &str| {
        Loader::new().load_str(&cable(attrs, inside)).unwrap_err().to_string()
    };
    for (error, part) in [
        (error("count='1' size='1'", capsule), "one dimension"),
        (error("count='3 2' size='1'", capsule), "one dimension"),
        (error("count='3 1 2' size='1'", capsule), "must come last"),
        (error("count='0' size='1'", capsule), "positive"),
        (error("count='3' size='0'", capsule), "positive"),
        (error("count='3' vertex='0 0 0 1 0 0'", capsule), "not both"),
        (error("count='5' curve='s t'", capsule), "\"t\""),
        (error("count='5' curve='s 0 0 0'", capsule), "three words"),
        (error("count='5'", "<geom type='sphere' size='.1'/>"), "capsule, cylinder or box"),
        (error("count='2000000000'", capsule), "limit"),
    ] {
        assert!(error.contains(part), "{part:?} is not in\n{error}");
    }
    let removed = cable("count='5'", capsule).replace("'cable'", "'rope'");
    let error = Loader::new().load_str(&removed).unwrap_err().to_string();
    assert!(error.contains("removed from MuJoCo: use cable"), "{error}");
}

#[test]
fn distance_fields_need_an_extent() {
    let torus = |radius: &str| {
        format!(
            "<mujoco><extension><plugin plugin='mujoco.sdf.torus'><instance name='t'>\
             <config key='radius2' value='{radius}'/></instance></plugin></extension>\
             <asset><mesh name='t'><plugin instance='t'/></mesh></asset><worldbody>\
             <geom type='sdf' mesh='t'><plugin instance='t'/></geom></worldbody></mujoco>"
        )
    };
    let m = Loader::new().load_str(&torus("0.1")).unwrap();
    assert_eq!((m.geom_plugin.raw(), m.plugin[PluginId(0)]), ([0].as_slice(), 7));
    assert!(m.nmeshvert > 10_000);
    for radius in ["0", "-1", "nan", "inf", "wide", "1e300"] {
        assert!(Loader::new().load_str(&torus(radius)).is_err(), "{radius}");
    }
}
