//! The page of the crate lists every feature.

#[test]
fn the_crate_lists_its_features() {
    let manifest = include_str!("../../Cargo.toml");
    let (_, features) = manifest.split_once("[features]").unwrap();
    let (features, _) = features.split_once("\n[").unwrap();
    let named = |line: &str| line.split_once(" = [").map(|(name, _)| name.to_owned());
    let names: Vec<String> = features.lines().filter_map(named).collect();
    assert!(names.len() >= 3 && names.contains(&"default".to_owned()), "{names:?}");
    let page = include_str!("../../src/lib.rs");
    for name in names.iter().filter(|name| *name != "default") {
        assert!(page.contains(&format!("//! | `{name}` |")), "{name} is not in the table");
    }
}
