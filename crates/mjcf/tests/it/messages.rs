//! What a model's author reads when a file does not load: one snapshot per theme.
//!
//! Files stand in memory, so that paths are the same everywhere. After a change of wording, run
//! with `INSTA_UPDATE=always` and read the difference as an author would: each message says where
//! (file, line, column, include chain), what is wrong and, where that is known, what to do.

use std::fmt::Write;

use ferrodyn_mjcf::Loader;
use ferrodyn_mjcf::asset::Files;

/// Messages under their titles.
#[derive(Default)]
struct Report(String);

impl Report {
    /// Loads `model.xml` from several files in memory.
    fn files(&mut self, title: &str, files: &[(&str, &str)]) {
        self.load(title, &in_memory(files));
    }

    fn load(&mut self, title: &str, loader: &Loader) {
        let error = match loader.load_path("model.xml") {
            Ok(_) => panic!("{title}: the model loads"),
            Err(error) => error.to_string(),
        };
        writeln!(self.0, "## {title}\n{error}\n").unwrap();
    }

    /// Loads one text as `model.xml`.
    fn text(&mut self, title: &str, text: &str) {
        self.files(title, &[("model.xml", text)]);
    }

    /// Loads something that stands in the world.
    fn world(&mut self, title: &str, inside: &str) {
        self.text(title, &format!("<mujoco>\n <worldbody>\n  {inside}\n </worldbody>\n</mujoco>"));
    }

    /// Loads a section beside a small arm with two joints, geoms and sites.
    fn section(&mut self, title: &str, section: &str) {
        self.text(title, &format!("<mujoco>\n{ARM}\n {section}\n</mujoco>"));
    }
}

/// A loader with these files and nothing from the disk.
fn in_memory(files: &[(&str, &str)]) -> Loader {
    let mut loader = Loader::new();
    loader.files = Files::new().with_roots(Vec::<&str>::new());
    for (name, text) in files {
        loader.files.add(name, text.as_bytes()).unwrap();
    }
    loader
}

const ARM: &str = " <worldbody>
  <geom name='floor' type='plane' size='1 1 1'/>
  <body name='upper'><joint name='shoulder'/><geom name='upper' size='.1'/><site name='mount'/>
   <body name='lower'><joint name='elbow'/><geom name='lower' size='.1'/><site name='tip'/></body>
  </body>
 </worldbody>";

#[test]
fn unknown_words() {
    let mut r = Report::default();
    r.world("unknown element", "<boddy name='a'/>");
    r.world("unknown element, nothing similar", "<xyz/>");
    r.text("unknown section", "<mujoco>\n <wordlbody/>\n</mujoco>");
    r.text("element in the wrong place", "<mujoco>\n <geom size='1'/>\n</mujoco>");
    r.world("unknown attribute", "<geom sizes='1'/>");
    r.world("unknown attribute, nothing similar", "<body><freejoint qqq='1'/></body>");
    r.world("unknown keyword", "<geom type='spere' size='1'/>");
    r.world("unknown keyword, nothing similar", "<geom type='blob' size='1'/>");
    r.text("unknown flag value", "<mujoco>\n <option><flag contact='off'/></option>\n</mujoco>");
    r.text("wrong case", "<mujoco>\n <option integrator='euler'/>\n</mujoco>");
    r.world("bad boolean", "<body mocap='yes'/>");
    r.text("element twice", "<mujoco>\n <option><flag/><flag/></option>\n</mujoco>");
    r.text("wrong root", "<model>\n</model>");
    insta::assert_snapshot!(r.0);
}

#[test]
fn wrong_values() {
    let mut r = Report::default();
    r.world("too many numbers", "<geom pos='1 2 3 4' size='1'/>");
    r.world("too few numbers", "<geom pos='1 2' size='1'/>");
    r.world("too many of at most", "<geom size='1 2 3 4'/>");
    r.world("not a number", "<geom size='1' pos='1 two 3'/>");
    r.world("comma", "<geom size='1' pos='1, 2, 3'/>");
    r.world("not an integer", "<geom size='1' group='1.5'/>");
    r.world("integer out of range", "<geom size='1' group='99999999999'/>");
    r.world("number out of range", "<geom size='1e999'/>");
    r.world("zero quaternion", "<geom size='1' quat='0 0 0 0'/>");
    r.world("two orientations", "<geom size='1' quat='1 0 0 0' euler='0 0 0'/>");
    r.world("negative size", "<geom size='-1'/>");
    r.world("missing size", "<geom type='box' size='1 1'/>");
    r.text("eulerseq", "<mujoco>\n <compiler eulerseq='xyw'/>\n <worldbody>\n  <geom size='1' euler='1 2 3'/>\n </worldbody>\n</mujoco>");
    r.text("eulerseq length", "<mujoco>\n <compiler eulerseq='xy'/>\n</mujoco>");
    r.text("global coordinates", "<mujoco>\n <compiler coordinate='global'/>\n</mujoco>");
    r.text("memory", "<mujoco>\n <size memory='lots'/>\n</mujoco>");
    r.world(
        "range not ordered",
        "<body><joint limited='true' range='1 -1'/><geom size='1'/></body>",
    );
    r.world("zero axis", "<body><joint axis='0 0 0'/><geom size='1'/></body>");
    r.world("fovy", "<camera fovy='190'/>");
    r.world("plane in a moving body", "<body><joint/><geom type='plane' size='1 1 1'/></body>");
    insta::assert_snapshot!(r.0);
}

#[test]
fn what_is_missing() {
    let mut r = Report::default();
    r.world("count of replicate", "<replicate><geom size='1'/></replicate>");
    r.world("inertial without mass", "<body><inertial pos='0 0 0'/></body>");
    r.section("joint of an equality", "<equality><joint/></equality>");
    r.section("anchor of a connect", "<equality><connect body1='upper'/></equality>");
    r.section("site of a sensor", "<sensor><gyro/></sensor>");
    r.section(
        "refname without reftype",
        "<sensor><framepos objtype='site' objname='tip' refname='mount'/></sensor>",
    );
    r.section("transmission", "<actuator><motor/></actuator>");
    r.section("path of a tendon", "<tendon><spatial/></tendon>");
    r.section("one site on a path", "<tendon><spatial><site site='tip'/></spatial></tendon>");
    r.section("divisor", "<tendon><spatial><pulley/></spatial></tendon>");
    r.text("name of a nested class", "<mujoco>\n <default><default/></default>\n</mujoco>");
    r.text("name of a material", "<mujoco>\n <asset><material/></asset>\n</mujoco>");
    r.text("file of a mesh", "<mujoco>\n <asset><mesh name='m'/></asset>\n</mujoco>");
    r.text("texture without source", "<mujoco>\n <asset><texture name='t'/></asset>\n</mujoco>");
    r.world("mass of a moving body", "<body name='ghost'><joint/></body>");
    insta::assert_snapshot!(r.0);
}

#[test]
fn names() {
    let mut r = Report::default();
    r.world("duplicate body", "<body name='a'/>\n  <body name='a'/>");
    r.section(
        "duplicate actuator",
        "<actuator><motor name='m' joint='elbow'/><motor name='m' joint='elbow'/></actuator>",
    );
    r.text(
        "duplicate class",
        "<mujoco>\n <default><default class='a'/><default class='a'/></default>\n</mujoco>",
    );
    r.text("outermost class", "<mujoco>\n <default class='robot'/>\n</mujoco>");
    r.world("class", "<geom class='mian' size='1'/>");
    r.world("material", "<geom material='steel' size='1'/>");
    r.world("mesh", "<geom type='mesh' mesh='bunny'/>");
    r.world("hfield", "<geom type='hfield' hfield='hills'/>");
    r.text("texture", "<mujoco>\n <asset><texture name='wood' builtin='flat' width='2' height='2'/><material name='m' texture='wod'/></asset>\n</mujoco>");
    r.section("joint", "<actuator><motor joint='elbo'/></actuator>");
    r.section("tendon", "<actuator><motor tendon='cable'/></actuator>");
    r.section("site", "<sensor><gyro site='tipp'/></sensor>");
    r.section("body", "<contact><exclude body1='upper' body2='uper'/></contact>");
    r.section("geom", "<contact><pair geom1='flor' geom2='lower'/></contact>");
    r.section("wrapped geom", "<tendon><spatial><site site='tip'/><geom geom='uppr'/><site site='mount'/></spatial></tendon>");
    r.section(
        "joint of a tendon",
        "<tendon><fixed><joint joint='sholder' coef='1'/></fixed></tendon>",
    );
    r.section("equality", "<equality><joint joint1='elbow' joint2='shoulders'/></equality>");
    r.section("camera", "<sensor><camprojection site='tip' camera='front'/></sensor>");
    r.section("object of a sensor", "<sensor><framepos objtype='body' objname='lowr'/></sensor>");
    r.section(
        "object of a tuple",
        "<custom><tuple name='t'><element objtype='geom' objname='lowerr'/></tuple></custom>",
    );
    r.world(
        "target of a camera",
        "<body name='head'><camera mode='targetbody' target='haed'/></body>",
    );
    r.section("bone of a skin", "<asset><skin name='s' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'><bone body='uppper' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2' vertweight='1 1 1'/></skin></asset>");
    insta::assert_snapshot!(r.0);
}

#[test]
fn includes() {
    let mut r = Report::default();
    let main = "<mujoco>\n <worldbody>\n  <include file='arm.xml'/>\n </worldbody>\n</mujoco>";
    r.files("missing file", &[("model.xml", main)]);
    r.files("empty file", &[("model.xml", main), ("arm.xml", "")]);
    r.files("empty root", &[("model.xml", main), ("arm.xml", "<mujocoinclude/>")]);
    r.files(
        "problem in an included file",
        &[
            ("model.xml", main),
            ("arm.xml", "<mujocoinclude>\n <include file='hand.xml'/>\n</mujocoinclude>"),
            ("hand.xml", "<mujocoinclude>\n <geom siz='1'/>\n</mujocoinclude>"),
        ],
    );
    r.files(
        "compile problem in an included file",
        &[
            ("model.xml", main),
            ("arm.xml", "<mujocoinclude>\n <geom size='1' material='m'/>\n</mujocoinclude>"),
        ],
    );
    r.files(
        "cycle",
        &[
            ("model.xml", main),
            ("arm.xml", "<mujocoinclude>\n <include file='hand.xml'/>\n</mujocoinclude>"),
            ("hand.xml", "<mujocoinclude>\n <include file='arm.xml'/>\n</mujocoinclude>"),
        ],
    );
    r.files(
        "file included twice",
        &[
            (
                "model.xml",
                "<mujoco>\n <include file='a.xml'/>\n <include file='a.xml'/>\n</mujoco>",
            ),
            ("a.xml", "<mujocoinclude><option/></mujocoinclude>"),
        ],
    );
    r.text("without file", "<mujoco>\n <include/>\n</mujoco>");
    r.text("with content", "<mujoco>\n <include file='a.xml'><geom/></include>\n</mujoco>");
    r.files(
        "XML error in an included file",
        &[("model.xml", main), ("arm.xml", "<mujocoinclude>\n <geom")],
    );
    let attach = "<mujoco>\n <asset><model name='m' file='robot.xml'/></asset>\n</mujoco>";
    r.files("missing model", &[("model.xml", attach)]);
    r.files(
        "problem in a model to attach",
        &[("model.xml", attach), ("robot.xml", "<mujoco>\n <optoin/>\n</mujoco>")],
    );
    r.files("model includes itself by attaching", &[("model.xml", attach), ("robot.xml", attach)]);
    insta::assert_snapshot!(r.0);
}

#[test]
fn attached_models() {
    let mut r = Report::default();
    let robot = ("robot.xml", "<mujoco><worldbody><body name='arm'/></worldbody></mujoco>");
    let attach = |what: &str| {
        format!(
            "<mujoco>\n <asset><model name='robot' file='robot.xml'/></asset>\n <worldbody>\n  {what}\n </worldbody>\n</mujoco>"
        )
    };
    r.files("unknown model", &[("model.xml", &attach("<attach model='robt' prefix='a'/>")), robot]);
    r.files(
        "unknown body",
        &[("model.xml", &attach("<attach model='robot' body='amr' prefix='a'/>")), robot],
    );
    r.files("without prefix", &[("model.xml", &attach("<attach model='robot'/>")), robot]);
    insta::assert_snapshot!(r.0);
}

#[test]
fn broken_xml() {
    let mut r = Report::default();
    r.text("empty file", "");
    r.text("only a comment", "<!-- nothing -->");
    r.text("not XML", "hello");
    r.text("tag not closed", "<mujoco>\n <worldbody>\n</mujoco>");
    r.text("end of file", "<mujoco>\n <worldbody>\n  <geom size='1'/>");
    r.text("attribute without value", "<mujoco>\n <option timestep/>\n</mujoco>");
    r.text("attribute without quotes", "<mujoco>\n <option timestep=1/>\n</mujoco>");
    r.text("quote not closed", "<mujoco>\n <option timestep='1/>\n</mujoco>");
    r.text("attribute twice", "<mujoco>\n <option timestep='1' timestep='2'/>\n</mujoco>");
    r.text("comment not closed", "<mujoco>\n <!-- \n</mujoco>");
    r.text("unfinished tag", "<mujoco>\n <geom");
    insta::assert_snapshot!(r.0);
}

#[test]
fn flexes() {
    let mut r = Report::default();
    r.world("flexcomp without a name", "<flexcomp/>");
    r.world("flexcomp in a body without a name", "<body><flexcomp name='f'/></body>");
    r.world(
        "plugin of a rigid flexcomp",
        "<body name='b'><flexcomp name='f' rigid='true' count='3 2 1' dim='2'><plugin plugin='mujoco.pid'/></flexcomp></body>",
    );
    r.world("type of a flexcomp", "<flexcomp name='f' type='gird'/>");
    r.world("count", "<flexcomp name='f' count='0 1 1'/>");
    r.world("spacing", "<flexcomp name='f' spacing='.001 .1 .1'/>");
    r.world("too many points", "<flexcomp name='f' count='100000 100000 100000' dim='3'/>");
    r.world("too many nodes", "<flexcomp name='f' dof='trilinear' cellcount='99999 99999 9'/>");
    r.world("pin", "<flexcomp name='f' count='2 2 1'><pin id='4'/></flexcomp>");
    r.world("file", "<flexcomp name='f' type='mesh' file='none.obj'/>");
    r.world(
        "strain",
        "<flexcomp name='f'><edge equality='strain'/><elasticity young='1'/></flexcomp>",
    );
    let flex = |attributes: &str| {
        format!("<mujoco>\n <deformable><flex name='f' {attributes}/></deformable>\n</mujoco>")
    };
    r.text("flex without bodies", &flex("element='0 1 2'"));
    r.text("flex of unknown bodies", &flex("body='hat cat rat' element='0 1 2'"));
    r.text(
        "element out of range",
        &flex("body='world' vertex='0 0 0 1 0 0 0 1 0' element='0 1 3'"),
    );
    r.text(
        "element with a vertex twice",
        &flex("body='world' vertex='0 0 0 1 0 0 0 1 0' element='0 1 1'"),
    );
    r.text(
        "nodes without interpolation",
        &flex("body='world' node='world' vertex='0 0 0' element='0 1 2'"),
    );
    r.section("equality of no flex", "<equality><flex flex='g'/></equality>");
    insta::assert_snapshot!(r.0);
}

#[test]
fn limits() {
    let mut r = Report::default();
    r.world("replicate", "<replicate count='1000000000'><geom size='1'/></replicate>");
    r.world(
        "nested replicates",
        "<replicate count='2000'><replicate count='2000'><geom size='1'/></replicate></replicate>",
    );
    r.text("texture", "<mujoco>\n <asset><texture name='t' builtin='flat' type='2d' width='100000' height='100000'/></asset>\n</mujoco>");
    r.text("hfield", "<mujoco>\n <asset><hfield name='h' nrow='100000' ncol='100000' size='1 1 1 1'/></asset>\n</mujoco>");
    r.text("user data", "<mujoco>\n <size nuser_body='2000000000'/>\n</mujoco>");
    r.text("userdata", "<mujoco>\n <size nuserdata='2000000000'/>\n</mujoco>");
    r.text("keys", "<mujoco>\n <size nkey='2000000000'/>\n</mujoco>");
    r.text("depth", &format!("<mujoco><worldbody>{}", "<body>".repeat(600)));
    r.section("sensor samples", "<sensor><clock nsample='2000000000'/></sensor>");
    r.section("actuator samples", "<actuator><motor joint='elbow' nsample='16777216'/><motor joint='elbow' nsample='16777217'/></actuator>");
    r.section(
        "activations",
        "<actuator><general joint='elbow' dyntype='user' actdim='2000000000'/></actuator>",
    );
    r.section("sensor dimension", "<sensor><user dim='2000000000'/></sensor>");
    r.section("contacts of a sensor", "<sensor><contact num='2000000000'/></sensor>");
    r.text(
        "builtin mesh",
        "<mujoco>\n <asset><mesh name='m' builtin='sphere' params='30'/></asset>\n</mujoco>",
    );
    insta::assert_snapshot!(r.0);
}

#[test]
fn assets_beyond_their_limit_are_told_where_geoms_name_meshes() {
    let text = "<mujoco><asset><texture name='t' type='2d' builtin='flat' width='100' height='100'/>\
                <mesh name='m' builtin='sphere' params='1'/></asset>\
                <worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>";
    let mut loader = in_memory(&[("model.xml", text)]);
    loader.limits.asset_bytes = 20_000;
    let error = loader.load_path("model.xml").unwrap_err().to_string();
    assert!(error.contains("asset_bytes"), "{error}");
}

#[test]
fn lowered_limits() {
    let mut r = Report::default();
    let texture = "<mujoco>\n <asset>\n  \
                   <texture name='a' type='2d' builtin='flat' width='100' height='100'/>\n  \
                   <texture name='b' type='2d' builtin='flat' width='100' height='100'/>\n \
                   </asset>\n</mujoco>";
    let mut loader = in_memory(&[("model.xml", texture)]);
    loader.limits.asset_bytes = 50_000;
    r.load("bytes of assets", &loader);

    let mesh =
        "<mujoco>\n <asset>\n  <mesh name='m' builtin='sphere' params='3'/>\n </asset>\n</mujoco>";
    let mut loader = in_memory(&[("model.xml", mesh)]);
    loader.limits.mesh_vertices = 100;
    r.load("vertices", &loader);

    let keys = "<mujoco>\n <worldbody>\n  <replicate count='500'>\n   <body><joint/><geom size='1'/></body>\n  </replicate>\n </worldbody>\n <keyframe><key qpos='1'/></keyframe>\n</mujoco>";
    let mut loader = in_memory(&[("model.xml", keys)]);
    loader.limits.model_bytes = 1 << 20;
    r.load("keyframes of copies", &loader);

    // every model attaches the next one twice
    let names: Vec<String> =
        (0..12).map(|i| if i == 0 { "model.xml".into() } else { format!("m{i}.xml") }).collect();
    let mut texts: Vec<String> = (1..12)
        .map(|i| {
            format!(
                "<mujoco>\n <asset><model name='m' file='m{i}.xml'/></asset>\n <worldbody>\n  \
                 <attach model='m' prefix='a'/>\n  <attach model='m' prefix='b'/>\n \
                 </worldbody>\n</mujoco>"
            )
        })
        .collect();
    texts.push("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>".into());
    let files: Vec<(&str, &str)> =
        names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut loader = in_memory(&files);
    loader.limits.replicas = 500;
    r.load("models that double", &loader);

    let mut loader = in_memory(&files);
    loader.limits.include_depth = 3;
    r.load("models inside each other", &loader);
    let mut loader = in_memory(&files);
    loader.limits.files = 3;
    r.load("files", &loader);
    insta::assert_snapshot!(r.0);
}

#[test]
fn several_problems_are_reported_together() {
    let mut r = Report::default();
    r.world(
        "schema problems",
        "<geom sizes='1'/>\n  <body name='a' poss='1'>\n   <joint type='hing'/>\n   <geom pos='1 2'/>\n  </body>\n  <sphere/>",
    );
    r.section(
        "compile problems",
        "<actuator>\n  <motor joint='elbo'/>\n  <motor tendon='t'/>\n </actuator>\n <sensor>\n  <gyro site='tp'/>\n </sensor>",
    );
    insta::assert_snapshot!(r.0);
}
