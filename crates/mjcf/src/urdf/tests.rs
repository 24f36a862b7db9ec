//! What becomes of links, joints, geoms and everything else.

use ferrodyn_engine::enums::{EqType, GeomType, JointType, Limited};
use ferrodyn_engine::math::{Quat, Vec3};

use super::*;
use crate::error::LoadError;
use crate::load::Loader;

fn load_with(body: &str, options: UrdfOptions) -> Result<(Spec, Report), LoadError> {
    let loader = Loader { urdf: options, ..Loader::new() };
    loader.read_str_with_report(&format!("<robot name=\"r\">{body}</robot>"))
}

fn load(body: &str) -> (Spec, Report) {
    load_with(body, UrdfOptions::default()).unwrap_or_else(|error| panic!("{body}: {error}"))
}

fn spec(body: &str) -> Spec {
    load(body).0
}

fn problems(body: &str) -> Vec<String> {
    let error = load_with(body, UrdfOptions::default()).expect_err(body);
    error.problems.into_iter().map(|problem| problem.message).collect()
}

fn notes(body: &str) -> Vec<String> {
    load(body).1.notes.into_iter().map(|note| note.message).collect()
}

/// A joint between two links, with content.
fn joint(name: &str, kind: &str, parent: &str, child: &str, content: &str) -> String {
    format!(
        "<joint name='{name}' type='{kind}'><parent link='{parent}'/><child link='{child}'/>\
         {content}</joint>"
    )
}

const LINKS: &str = "<link name='a'/><link name='b'/><link name='c'/>";

/// The names of a body and of those inside it.
fn outline(spec: &Spec, body: BodyKey) -> String {
    let inside = spec.bodies.children(body).iter().map(|&child| outline(spec, child));
    let inside: Vec<String> = inside.collect();
    let name = &spec.bodies[body].name;
    if inside.is_empty() { name.clone() } else { format!("{name}[{}]", inside.join(" ")) }
}

/// The body that is the first in the world, the first in that one, and so on.
fn first(spec: &Spec, depth: usize) -> &Body {
    let down = |key, _| spec.bodies.children(key)[0];
    &spec.bodies[(0..depth).fold(BodyKey::WORLD, down)]
}

#[test]
fn links_nest_as_joints_say() {
    let chain = joint("j", "fixed", "c", "a", "") + &joint("k", "fixed", "a", "b", "");
    assert_eq!(outline(&spec(&format!("{LINKS}{chain}")), BodyKey::WORLD), "world[c[a[b]]]");

    // children come in the order of the joints, roots in the order of the links
    let star = joint("j", "fixed", "b", "c", "") + &joint("k", "fixed", "b", "a", "");
    let spec = spec(&format!("<link name='z'/>{LINKS}{star}"));
    assert_eq!(outline(&spec, BodyKey::WORLD), "world[z b[c a]]");
    assert_eq!(spec.modelname, "r");
}

#[test]
fn a_link_named_world_is_the_world() {
    let links = "<link name='a'/><link name='world'><collision><geometry><sphere radius='1'/>\
                 </geometry></collision></link>";
    let spec = spec(&format!("{links}{}", joint("j", "revolute", "world", "a", "")));
    assert_eq!(outline(&spec, BodyKey::WORLD), "world[a]");
    assert_eq!(spec.bodies.world().geoms.len(), 1);
    assert_eq!(first(&spec, 1).joints[0].name, "j");
}

#[test]
fn defaults_of_the_compiler_can_be_changed_by_the_extension() {
    let spec_of = |body| spec(body).compiler;
    let plain = spec_of("");
    assert!(plain.fusestatic && plain.discardvisual && !plain.strippath);
    assert_eq!(plain.angle, Angle::Radian);
    let own = "<mujoco><compiler angle='degree' fusestatic='false' strippath='true'/></mujoco>";
    let changed = spec_of(own);
    assert!(!changed.fusestatic && changed.strippath);
    assert_eq!(changed.angle, Angle::Radian);
}

#[test]
fn inertia_of_zero_is_no_inertia() {
    let link = |inertia: &str| {
        let text = format!(
            "<link name='a'><inertial><origin xyz='1 2 3'/><mass value='4'/>\
             <inertia {inertia}/></inertial></link>"
        );
        first(&spec(&text), 1).inertial.clone().unwrap()
    };
    let given = link("ixx='1' iyy='2' izz='3' ixy='4' ixz='5' iyz='6'");
    assert_eq!(given.fullinertia, Some([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    assert_eq!((given.pos, given.mass), (Vec3::new(1.0, 2.0, 3.0), 4.0));
    assert_eq!(link("ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'").fullinertia, None);
}

#[test]
fn roll_pitch_yaw_turn_about_fixed_axes() {
    // roll takes z to -y, then yaw takes -y to x
    let origin = "<origin rpy='1.5707963267948966 0 1.5707963267948966' xyz='1 0 0'/>";
    let spec = spec(&format!("{LINKS}{}", joint("j", "fixed", "a", "b", origin)));
    let body = first(&spec, 2);
    assert_eq!(body.pos, Vec3::new(1.0, 0.0, 0.0));
    let turned = body.quat.to_mat() * Vec3::Z;
    assert!((turned - Vec3::X).norm() < 1e-15);
}

fn one_link(content: &str) -> Spec {
    spec(&format!(
        "<mujoco><compiler discardvisual='false'/></mujoco><link name='a'>{content}</link>"
    ))
}

#[test]
fn shapes_get_half_their_lengths() {
    let geom = |shape: &str| {
        let content = format!("<collision><geometry>{shape}</geometry></collision>");
        let geom = first(&one_link(&content), 1).geoms[0].clone();
        (geom.kind, geom.size)
    };
    assert_eq!(geom("<box size='1 2 3'/>"), (GeomType::Box, [0.5, 1.0, 1.5]));
    assert_eq!(geom("<cylinder radius='1' length='3'/>"), (GeomType::Cylinder, [1.0, 1.5, 0.0]));
    assert_eq!(geom("<capsule radius='1' length='3'/>"), (GeomType::Capsule, [1.0, 1.5, 0.0]));
    assert_eq!(geom("<sphere radius='2'/>"), (GeomType::Sphere, [2.0, 0.0, 0.0]));
}

const BALL: &str = "<geometry><sphere radius='1'/></geometry>";

#[test]
fn visual_geoms_neither_collide_nor_weigh() {
    let spec = one_link(&format!("<visual name='v'>{BALL}</visual><collision>{BALL}</collision>"));
    let [visual, collision] = &first(&spec, 1).geoms[..] else { panic!("two geoms") };
    assert_eq!((visual.contype, visual.conaffinity, visual.group), (0, 0, 1));
    assert_eq!((visual.density, visual.name.as_str()), (0.0, "v"));
    assert_eq!((collision.contype, collision.conaffinity, collision.group), (1, 1, 0));
}

#[test]
fn colors_come_from_materials_and_last_until_the_next() {
    let red = "<material name='red'><color rgba='1 0 0 1'/></material>";
    let text = format!(
        "<collision>{BALL}</collision><visual>{BALL}{red}</visual><collision>{BALL}</collision>\
         <visual>{BALL}<material name='none'/></visual><visual>{BALL}<material name='blue'/>\
         </visual>"
    );
    let blue = "<material name='blue'><color rgba='0 0 1 .5'/></material>";
    let link = format!("<link name='a'>{text}</link>");
    let settings = "<mujoco><compiler discardvisual='false'/></mujoco>";
    let spec = spec(&format!("{settings}{link}{blue}"));
    let colors: Vec<[f32; 4]> = first(&spec, 1).geoms.iter().map(|g| g.rgba).collect();
    let (gray, red, blue) = ([0.5, 0.5, 0.5, 1.0], [1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.5]);
    assert_eq!(colors, [gray, red, red, red, blue]);
}

#[test]
fn a_geom_name_counts_the_first_time() {
    let geom = format!("<collision name='g'>{BALL}</collision>");
    let text = format!("<link name='a'>{geom}{geom}</link><link name='b'>{geom}</link>");
    let (spec, report) = load(&text);
    let names: Vec<&str> =
        spec.bodies.iter().flat_map(|b| &b.geoms).map(|g| g.name.as_str()).collect();
    assert_eq!(names, ["g", "", ""]);
    assert_eq!(report.notes.len(), 2);
}

#[test]
fn one_mesh_for_each_file_and_scale() {
    let mesh = |file: &str, scale: &str| {
        format!("<collision><geometry><mesh filename='{file}' {scale}/></geometry></collision>")
    };
    let content = mesh("m/x.stl", "")
        + &mesh("m/x.stl", "scale='2 2 2'")
        + &mesh("n/x.obj", "scale='1 1 1'")
        + &mesh("y.stl", "")
        + &mesh("m/x.stl", "scale='3 3 3'")
        + &mesh("m/x.stl", "scale='2 2 2'");
    let spec = one_link(&content);
    let meshes: Vec<(&str, &str)> =
        spec.meshes.iter().map(|m| (m.name.as_str(), m.file.as_str())).collect();
    assert_eq!(meshes, [("x", "m/x.stl"), ("x1", "m/x.stl"), ("y", "y.stl"), ("x2", "m/x.stl")]);
    let used: Vec<&str> = first(&spec, 1).geoms.iter().map(|g| g.mesh.as_str()).collect();
    // the last one should be x1, and is x in MuJoCo too
    assert_eq!(used, ["x", "x1", "x", "y", "x2", "x"]);
}

fn joints(kind: &str, content: &str) -> Vec<crate::spec::Joint> {
    let spec = spec(&format!("{LINKS}{}", joint("j", kind, "a", "b", content)));
    first(&spec, 2).joints.clone()
}

#[test]
fn joint_types() {
    let kinds = |kind: &str| -> Vec<(String, JointType)> {
        joints(kind, "").into_iter().map(|j| (j.name, j.kind)).collect()
    };
    assert_eq!(kinds("revolute"), [("j".to_owned(), JointType::Hinge)]);
    assert_eq!(kinds("continuous"), [("j".to_owned(), JointType::Hinge)]);
    assert_eq!(kinds("prismatic"), [("j".to_owned(), JointType::Slide)]);
    assert_eq!(kinds("floating"), [("j".to_owned(), JointType::Free)]);
    assert_eq!(kinds("spherical"), [("j".to_owned(), JointType::Ball)]);
    assert_eq!(kinds("fixed"), []);
    assert_eq!(joints("revolute", "")[0].axis, Vec3::X);
}

#[test]
fn a_planar_joint_is_two_slides_and_a_hinge() {
    let parts = joints("planar", "<axis xyz='0 0 1'/><dynamics damping='2' friction='3'/>");
    let names: Vec<&str> = parts.iter().map(|j| j.name.as_str()).collect();
    assert_eq!(names, ["j_TX", "j_TY", "j_RZ"]);
    assert_eq!(parts[0].axis, Vec3::X);
    assert_eq!(parts[1].axis, Vec3::new(0.0, 1.0, 0.0));
    assert_eq!(parts[2].axis, Vec3::Z);
    assert!(parts.iter().all(|j| j.damping[0] == 2.0 && j.frictionloss == 3.0));
}

#[test]
fn limits_need_both_ends_in_order() {
    let limit = |attrs: &str| joints("revolute", &format!("<limit {attrs}/>")).remove(0);
    let both = limit("lower='-1' upper='2' effort='-5' velocity='1'");
    assert_eq!((both.range, both.limited), ([-1.0, 2.0], Limited::Auto));
    assert_eq!(both.actfrcrange, [-5.0, 5.0]);
    assert_eq!(limit("upper='2'").limited, Limited::False);
    assert_eq!(limit("lower='3' upper='2'").limited, Limited::False);
    assert_eq!(limit("effort='0'").limited, Limited::Auto);
    assert_eq!(limit("effort='0'").actfrcrange, [0.0, 0.0]);
}

#[test]
fn mimic_is_an_equality_unless_mujoco_is_followed() {
    let text = format!(
        "{LINKS}{}{}",
        joint("j", "revolute", "a", "b", ""),
        joint("k", "revolute", "b", "c", "<mimic joint='j' multiplier='-2' offset='0.5'/>")
    );
    let (spec, report) = load(&text);
    let [equality] = &spec.equalities[..] else { panic!("one equality") };
    assert_eq!(equality.kind, EqType::Joint);
    assert_eq!((equality.name1.as_str(), equality.name2.as_str()), ("k", "j"));
    assert_eq!(equality.data[..5], [0.5, -2.0, 0.0, 0.0, 0.0]);
    assert!(report.is_empty());

    let (spec, report) = load_with(&text, UrdfOptions::mujoco()).unwrap();
    assert!(spec.equalities.is_empty());
    assert_eq!(report.notes[0].message, "mimic is ignored, as in MuJoCo");
}

#[test]
fn mimic_of_a_joint_that_is_not_there_is_noted() {
    let text = joint("j", "revolute", "a", "b", "<mimic joint='none'/>");
    let found = notes(&format!("{LINKS}{text}"));
    assert_eq!(found, ["mimic needs two joints with one degree of freedom: it is ignored"]);
}

#[test]
fn what_a_model_cannot_hold_is_reported() {
    let text = "<transmission name='t'/><gazebo/><lnk/><link name='a' type='x' sizes='1'>\
                <collision><geometry><box size='1 1 1' sise='2'/></geometry></collision></link>\
                <link name='b'/><joint name='j' type='revolute'><parent link='a'/>\
                <child link='b'/><limit velocity='1'/><safety_controller k_velocity='1'/></joint>\
                <mujoco><compiler anle='radian'/><default/></mujoco>";
    assert_eq!(
        notes(text),
        [
            "transmissions are ignored: add actuators to the model instead",
            "settings for Gazebo are ignored",
            "unknown element \"lnk\" is ignored, did you mean \"link\"?",
            "link types are ignored",
            "unknown attribute \"sizes\" is ignored",
            "unknown attribute \"sise\" is ignored, did you mean \"size\"?",
            "safety controllers are ignored",
            "limits of velocity are ignored",
            "unknown attribute \"anle\" is ignored, did you mean \"angle\"?",
            "unknown element \"default\" is ignored",
        ]
    );
    let report = load(text).1;
    assert!(report.to_string().starts_with("<string>:1:17: <transmission>: "));
}

#[test]
fn the_rotation_of_an_inertial_frame_is_noted() {
    let link = |rpy: &str| {
        format!(
            "<link name='a'><inertial><origin rpy='{rpy}'/><mass value='1'/>\
             <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
        )
    };
    assert_eq!(notes(&link("0 0.0 -0")).len(), 0);
    assert_eq!(notes(&link("0 0 1")).len(), 1);
}

#[test]
fn all_mistakes_are_reported_together() {
    let text = "<link/><link name='a'/><link name='a'/><link name='b'><inertial/><collision/>\
                <collision><geometry/></collision><collision><geometry><sphere radius='x'/>\
                <sphere/></geometry></collision></link>\
                <joint name='j' type='revolut'><parent link='a'/><child link='b'/></joint>\
                <joint type='fixed'><parent link='b'/><child link='aa'/></joint>";
    assert_eq!(
        problems(text),
        [
            "attribute \"name\" is missing",
            "there is more than one link \"a\"",
            "element <mass> is missing",
            "element <inertia> is missing",
            "element <geometry> is missing",
            "there is no shape inside; it is one of: box, cylinder, sphere, capsule, mesh",
            "attribute \"radius\" takes a number, found \"x\"",
            "<sphere> stands more than once in its element",
            "there is no joint type \"revolut\", did you mean \"revolute\"?",
            "attribute \"name\" is missing",
            "there is no link \"aa\"",
        ]
    );
}

#[test]
fn links_have_one_parent_and_no_circles() {
    let two = joint("j", "fixed", "a", "b", "") + &joint("k", "fixed", "c", "b", "");
    assert_eq!(
        problems(&format!("{LINKS}{two}")),
        ["link \"b\" already is the child of another joint"]
    );
    let circle = joint("j", "fixed", "a", "b", "") + &joint("k", "fixed", "b", "a", "");
    let found = problems(&format!("{LINKS}{circle}"));
    assert_eq!(found, ["the joints above this link form a circle"; 2]);
}

#[test]
fn chains_are_limited_in_length() {
    let chain = |n: usize| -> String {
        let mut text = "<link name='l0'/>".to_owned();
        for i in 1..n {
            let (above, below) = (format!("l{}", i - 1), format!("l{i}"));
            text.extend(["<link name='", &below, "'/>"]);
            text += &joint(&format!("j{i}"), "fixed", &above, &below, "");
        }
        text
    };
    assert!(load_with(&chain(499), UrdfOptions::default()).is_ok());
    let error = load_with(&chain(500), UrdfOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ProblemKind::Limit);
}

#[test]
fn identity_is_the_default_pose() {
    let spec = spec(&format!("{LINKS}{}", joint("j", "fixed", "a", "b", "<origin xyz='1 2 3'/>")));
    assert_eq!(first(&spec, 2).quat, Quat::IDENTITY);
}

#[test]
fn macros_are_to_be_expanded_first() {
    let xacro = "xmlns:xacro='http://www.ros.org/wiki/xacro'";
    let read = |text: &str| Loader::new().read_str(text);
    let message = |text: &str| read(text).expect_err(text).to_string();
    let macros = [
        format!("<robot name='r' {xacro}><xacro:include filename='a.xacro'/></robot>"),
        format!("<robot name='r' {xacro}><link name='${{side}}_arm'/></robot>"),
        "<robot name='r'><xacro:property name='a' value='1'/></robot>".to_owned(),
    ];
    for text in &macros {
        let error = message(text);
        assert!(error.contains("xacro robot.urdf.xacro -o robot.urdf"), "{error}");
    }
    // what xacro has written still declares the prefix
    assert!(read(&format!("<robot name='r' {xacro}><link name='a'/></robot>")).is_ok());
}

#[test]
fn the_command_for_xacro_names_the_file() {
    let text = b"<robot name='r'><link name='${name}'/></robot>";
    for (file, output) in [("arm.xacro", "arm.urdf"), ("m/arm.urdf.xacro", "arm.urdf")] {
        let mut loader = Loader::new();
        loader.files.add(file, &text[..]).unwrap();
        let error = loader.read_path(file).expect_err(file).to_string();
        let command = format!("xacro {} -o {output}", crate::path::file_name(file));
        assert!(error.contains(&command), "{error}");
    }
}

#[test]
fn visuals_that_are_left_out_are_reported_and_can_be_kept() {
    let visual = format!("<visual>{BALL}</visual>");
    let text = format!(
        "<link name='a'>{visual}{visual}<collision>{BALL}</collision></link><link name='b'>{visual}</link>"
    );
    let (spec, report) = load(&text);
    assert_eq!(spec.bodies.iter().map(|body| body.geoms.len()).sum::<usize>(), 1);
    let [note] = &report.notes[..] else { panic!("{report}") };
    assert!(note.to_string().contains("3 visuals of links \"a\", \"b\" left out"), "{note}");
    assert!(note.location.is_some());

    let kept = format!("<mujoco><compiler discardvisual='false'/></mujoco>{text}");
    assert!(load(&kept).1.is_empty());
    let mut loader = crate::Loader::new();
    loader.urdf.keep_visual = true;
    let settings = "<mujoco><compiler discardvisual='true'/></mujoco>";
    for settings in ["", settings] {
        let xml = format!("<robot name='r'>{settings}{text}</robot>");
        let spec = loader.read_str(&xml).unwrap();
        assert_eq!(spec.bodies.iter().map(|body| body.geoms.len()).sum::<usize>(), 4);
        assert!(!spec.compiler.discardvisual);
    }
}
