//! What one reads when something is wrong.

use ferrodyn::math::Vec3;
use ferrodyn::spec::{Body, Geom};
use ferrodyn::{Data, Loader, Spec, step};

#[test]
fn an_error_that_main_returns_says_what_is_wrong() {
    let broken = "<mujoco><worldbody><geom sizes='1'/><body><joint type='hing'/></body></worldbody></mujoco>";
    let error: Box<dyn std::error::Error> = ferrodyn::load_str(broken).unwrap_err().into();
    let printed = format!("{error:?}");
    assert!(
        printed.contains("did you mean \"size\"") && printed.contains("did you mean \"hinge\"")
    );
    assert!(!printed.contains("Problem {"), "{printed}");
}

#[test]
fn a_message_names_an_element_without_a_name_by_its_place() {
    let mut spec = Spec::default();
    for k in 0..5 {
        let size = [if k == 3 { f64::NAN } else { 0.1 }, 0.0, 0.0];
        let geoms = vec![Geom { size, ..Geom::default() }];
        spec.add_to(spec.world(), Body { name: format!("o{k}"), geoms, ..Body::default() })
            .unwrap();
    }
    let error = spec.compile().unwrap_err().to_string();
    assert!(error.contains("geom 0 of body \"o3\""), "{error}");
}

#[test]
fn numbers_that_are_none_are_refused_in_code_and_told_in_files() {
    let with = |change: fn(&mut Spec, &mut Body)| {
        let mut spec = Spec::default();
        let geoms = vec![Geom { size: [0.1, 0.0, 0.0], ..Geom::default() }];
        let mut body = Body { geoms, ..Body::default() };
        change(&mut spec, &mut body);
        spec.add_to(spec.world(), body).unwrap();
        spec.compile()
    };
    assert!(with(|_, body| body.pos = Vec3::new(f64::NAN, 0.0, 0.0)).is_err());
    assert!(with(|spec, _| spec.option.gravity[2] = f64::NAN).is_err());
    assert!(with(|spec, _| spec.option.timestep = -1.0).is_err());
    let file =
        "<mujoco><worldbody><body pos='nan 0 0'><geom size='.1'/></body></worldbody></mujoco>";
    let spec = Loader::new().read_str(file).unwrap();
    assert!(
        spec.warnings.iter().any(|warning| warning.to_string().contains("NaN")),
        "{:?}",
        spec.warnings
    );
}

#[test]
fn data_has_its_fields_and_functions() {
    let m = ferrodyn::load_str("<mujoco/>").unwrap();
    let mut d = Data::new(&m);
    step(&m, &mut d);
    assert_eq!((d.time, d.ncon, d.contact.len(), d.warning.len() > 5), (0.002, 0, 0, true));
    d.reset(&m);
    assert_eq!(Data::from_bytes(&m, &d.to_bytes(&m)).unwrap().time, 0.0);
}

#[test]
fn features_are_listed_and_shown_on_docs_rs() {
    let manifest = include_str!("../../../../crates/ferrodyn/Cargo.toml");
    let (_, shown) = manifest.split_once("[package.metadata.docs.rs]").unwrap();
    assert!(shown.contains("all-features = true"));
    let guide = include_str!("../../../../docs/rust.md");
    assert!(guide.contains("| `parallel` | yes |"), "the default feature is named");
}
