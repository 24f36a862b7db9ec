//! Every mistake of a file is reported in one run, and nothing that only follows from one.

use ferrodyn_mjcf::Loader;
use ferrodyn_mjcf::asset::Files;

/// Problems of a text as `line: message`, in the order they are reported.
fn problems(text: &str) -> Vec<String> {
    let mut loader = Loader::new();
    loader.files = Files::new().with_roots(Vec::<&str>::new());
    loader.files.add("model.xml", text.as_bytes()).unwrap();
    let error = loader.load_path("model.xml").expect_err(text);
    let line = |problem: &ferrodyn_mjcf::Problem| {
        let place = &problem.location.as_ref().expect("every problem has a place").place;
        assert_eq!(&*place.file, "model.xml");
        format!("{}: {}", place.line, problem.message)
    };
    error.problems.iter().map(line).collect()
}

/// Asserts that the problems are those that begin like these, and no others.
#[track_caller]
fn assert_problems(text: &str, expected: &[&str]) {
    let found = problems(text);
    let alike = found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| found.starts_with(expected));
    assert!(alike, "found {found:#?}, expected {expected:#?}");
}

#[test]
fn mistakes_of_all_stages_are_reported_together() {
    let text = r#"<mujoco>
 <option timestep="0.0o1"/>
 <asset>
  <mesh name="hull" file="hull.stl"/>
 </asset>
 <worldbody>
  <geom name="floor" type="plane" size="1 1 .1" colour="1 0 0 1"/>
  <blob/>
  <body name="base">
   <freejoint/>
   <inertial pos="0 0 0" diaginertia="1 1 1"/>
   <geom name="hull" type="mesh" mesh="hull"/>
   <site name="tip"/>
   <site name="tip"/>
   <body name="arm">
    <joint name="elbow" axis="0 0 0"/>
    <geom name="arm" type="capsule" size="-.1 .2"/>
   </body>
  </body>
 </worldbody>
 <actuator>
  <motor joint="elbo"/>
 </actuator>
 <sensor>
  <jointpos joint="elbow"/>
  <gyro site="top"/>
 </sensor>
</mujoco>"#;
    assert_problems(
        text,
        &[
            "2: attribute \"timestep\" takes",
            "4: file 'hull.stl'",
            "7: unknown attribute \"colour\"",
            "8: unknown element in <worldbody>",
            "11: attribute \"mass\" is missing",
            "14: another site at model.xml:13:4 has this name",
            "16: the axis is too small",
            "17: size 0 must be positive in geom",
            "22: there is no joint \"elbo\"",
            "26: there is no site \"top\"",
        ],
    );
}

/// A model with a section before the world, something in a moving body, and a section after it.
fn model(before: &str, in_body: &str, after: &str) -> String {
    format!(
        "<mujoco>\n{before}\n<worldbody><body name='b'><joint name='j' range='-1 1'/>\n{in_body}\n\
         </body></worldbody>\n{after}\n</mujoco>"
    )
}

const GEOM: &str = "<geom name='g' size='.1'/>";

#[test]
fn nobody_is_blamed_for_a_name_that_was_left_out() {
    // a name that is no attribute of the element
    let spelt =
        model("", "<geom size='.1'/><site nom_du_site='s'/>", "<sensor><gyro site='s'/></sensor>");
    assert_problems(&spelt, &["4: unknown attribute \"nom_du_site\""]);
    // an element that is not known
    let left_out =
        model("", "<geom size='.1'/><marker name='s'/>", "<sensor><gyro site='s'/></sensor>");
    assert_problems(&left_out, &["4: unknown element in <body>"]);
    // a misspelt one is read as what was meant
    let sites = "<geom size='.1'/><siet name='s'/><site name='s'/>";
    let misspelt = model("", sites, "<sensor><gyro site='s'/></sensor>");
    assert_problems(&misspelt, &["4: unknown element in <body>", "4: another site at"]);
    // a class inside one that has no name
    let classes =
        "<default><default><default class='c'><geom size='1'/></default></default></default>";
    let of_class = model(classes, "<geom class='c'/>", "");
    assert_problems(&of_class, &["2: a nested default needs a name"]);
}

#[test]
fn nothing_is_said_about_elements_that_take_mistaken_values() {
    let class = "<default><geom size='one'/><joint range='1 2 3'/></default>";
    let text = model(class, "<geom/>", "<sensor><jointlimitpos joint='j'/></sensor>");
    assert_problems(&text, &["2: attribute \"size\" takes", "2: attribute \"range\" takes"]);
    // the body may have mass once its geom is right
    assert_problems(&model("", "<geom size='.1 x'/>", ""), &["4: attribute \"size\" takes"]);
    let mesh = "<asset><mesh name='m' file='m.stl'/></asset>";
    let geom = "<geom type='mesh' mesh='m'/>";
    assert_problems(&model(mesh, geom, ""), &["2: file 'm.stl'"]);
    // settings that could not be read may be the reason
    let limits = "<compiler autolimits='flase'/>";
    assert_problems(&model(limits, GEOM, ""), &["2: attribute \"autolimits\""]);
}

#[test]
fn an_unknown_element_of_a_class_is_not_reported_again_by_those_who_take_its_values() {
    let geoms = "<geom/>\n<geom type='box'/>\n<joint axis='0 0 0'/>";
    let class = |inside: &str| model(&format!("<default>{inside}</default>"), geoms, "");
    let unknown = "2: unknown element in <default>";
    let axis = "6: the axis is too small";
    // geoms take sizes, joints do not
    assert_problems(&class("<shape size='.1 .1 .1'/>"), &[unknown, axis]);
    // joints take damping, geoms do not
    let sizes = ["4: size 0 must be positive", "5: size 0 must be positive"];
    assert_problems(&class("<hinge damping='1'/>"), &[unknown, sizes[0], sizes[1]]);
    // what was meant cannot be told
    assert_problems(&class("<shape><geom size='.1'/></shape>"), &[unknown]);
    // classes inside have it too
    let nested = "<shape size='.1'/><default class='c'/>";
    let text = model(&format!("<default>{nested}</default>"), "<geom class='c'/>", "");
    assert_problems(&text, &[unknown]);
}

#[test]
fn objects_that_failed_are_there_for_those_who_refer_to_them() {
    let joint = "<joint name='k' axis='0 0 0' range='0 1'/>";
    let sensor = "<sensor><jointlimitpos joint='k'/></sensor>";
    assert_problems(&model("", &format!("{GEOM}{joint}"), sensor), &["4: the axis is too small"]);
    let tendon = "<tendon><fixed name='t' range='1 -1' limited='true'><joint joint='j' coef='1'/></fixed></tendon>
<actuator><position tendon='t' inheritrange='1'/></actuator>
<sensor><tendonlimitpos tendon='t'/></sensor>";
    assert_problems(&model("", GEOM, tendon), &["6: the first number of range"]);
}

#[test]
fn references_and_values_of_one_element_are_independent() {
    let text = model("", GEOM, "<actuator><motor joint='jj' gear='x'/></actuator>");
    assert_problems(&text, &["6: there is no joint \"jj\"", "6: attribute \"gear\" takes"]);
}

#[test]
fn all_names_that_an_element_refers_to_are_looked_up() {
    let text = "<tendon><spatial><site site='s1'/>\n<site site='s2'/></spatial></tendon>
<equality><joint joint1='j1' joint2='j2'/></equality>
<contact><exclude body1='b1' body2='b2'/>\n<pair geom1='g1' geom2='g2'/></contact>";
    let names = ["6: there is no site \"s1\"", "7: there is no site \"s2\""];
    let joints = ["8: there is no joint \"j1\"", "8: there is no joint \"j2\""];
    let bodies = ["9: there is no body \"b1\"", "9: there is no body \"b2\""];
    let geoms = ["10: there is no geom \"g1\"", "10: there is no geom \"g2\""];
    assert_problems(&model("", GEOM, text), &[names, joints, bodies, geoms].concat());
    // a name that is missing twice is one mistake, a name that was left out none
    let twice = "<equality><joint joint1='k' joint2='k'/></equality>";
    assert_problems(&model("", GEOM, twice), &["6: there is no joint \"k\""]);
    let left_out = "<equality><joint joint1='k' joint2='l'/></equality>";
    let text = model("", &format!("{GEOM}<hinge name='k'/>"), left_out);
    assert_problems(&text, &["4: unknown element in <body>", "6: there is no joint \"l\""]);
}

#[test]
fn a_misspelt_attribute_of_numbers_is_read_and_what_is_no_number_in_it_reported() {
    let text = model("", "<geom sizes='.1 o'/>", "");
    assert_problems(&text, &["4: unknown attribute \"sizes\"", "4: attribute \"size\" takes"]);
    // without any number, another attribute may have been meant
    assert_problems(&model("", "<geom sizes='big'/>", ""), &["4: unknown attribute \"sizes\""]);
}

#[test]
fn what_is_negative_is_reported_whatever_else_is_wrong_with_its_element() {
    let text =
        model("", "<geom size='-1' pos='0 o 0'/>\n<geom size='.1' mass='-1' wobble='1'/>", "");
    let found = problems(&text);
    let has = |message: &str| found.iter().any(|problem| problem.contains(message));
    assert!(has("size 0 must be positive in geom: it is -1"), "{found:#?}");
    assert!(has("mass, inertia and density cannot be negative"), "{found:#?}");
    assert_eq!(found.len(), 4, "{found:#?}");
    // what could not be read is not zero
    assert_eq!(problems(&model("", "<geom size='x'/>", "")).len(), 1);
}

#[test]
fn copies_of_an_element_have_its_mistake_once() {
    let text = model(
        "",
        "<replicate count='200' offset='1 0 0'><geom name='g' size='-1'/></replicate>",
        "<actuator><motor joint='jj'/></actuator>",
    );
    assert_problems(&text, &["4: size 0 must be positive", "6: there is no joint \"jj\""]);
}

#[test]
fn reading_goes_on_after_mistakes_of_syntax() {
    // the first attribute counts
    let text = model(
        "",
        "<geom name='g' size='.1' size='.2'/>",
        "<actuator><motor joint='x'/></actuator>",
    );
    assert_problems(&text, &["4: attribute \"size\" is repeated", "6: there is no joint \"x\""]);
    // a misspelt end tag closes what is open
    let text = "<mujoco>\n<worldbody>\n<geom size='-1'/>\n</wordlbody>\n</mujoco>";
    assert_problems(text, &["3: size 0 must be positive", "4: </wordlbody> does not close"]);
    // what is before and after a tag that cannot be read
    let text = "<mujoco>\n<option timestep='x'/>\n<worldbody>\n<geom size=1/>\n<geom pos='0 0'/>\n\
                </worldbody>\n</mujoco>";
    assert_problems(
        text,
        &[
            "2: attribute \"timestep\"",
            "4: the value of attribute \"size\"",
            "5: attribute \"pos\"",
        ],
    );
    // names may be in the part that is missing
    let text =
        "<mujoco>\n<option timestep='x'/>\n<actuator><motor joint='j'/></actuator>\n<worldbody>";
    assert_problems(text, &["2: attribute \"timestep\"", "4: <worldbody> is never closed"]);
    // what stands in an element that was not closed belongs elsewhere
    let text = "<mujoco>\n<asset>\n<worldbody><geom size='1'/></worldbody>\n</mujoco>";
    assert_problems(text, &["4: </mujoco> does not close <asset>"]);
}

#[test]
fn reading_goes_on_without_a_file_that_is_missing() {
    let include = "<include file='parts.xml'/><option timestep='x'/>";
    let text = model(include, "<geom class='c'/>", "<actuator><motor joint='x'/></actuator>");
    assert_problems(&text, &["2: file 'parts.xml'", "2: attribute \"timestep\""]);
}

#[test]
fn a_description_that_is_only_read_reports_all_but_files() {
    let mesh = "<asset><mesh name='m' file='m.stl'/></asset>";
    let text = model(
        mesh,
        "<geom type='mesh' mesh='m' pos='x'/>",
        "<actuator><motor joint='x'/></actuator>",
    );
    let error = Loader::new().read_str(&text).unwrap_err();
    let messages: Vec<&str> = error.problems.iter().map(|p| p.message.as_str()).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages[0].contains("\"pos\"") && messages[1].contains("\"x\""), "{messages:?}");
}

#[test]
fn texts_are_called_string() {
    let error = Loader::new().load_str("<mujoco><geom/></mujoco>").unwrap_err().to_string();
    assert!(error.starts_with("<string>:1:9: <geom>: unknown element"), "{error}");
}
