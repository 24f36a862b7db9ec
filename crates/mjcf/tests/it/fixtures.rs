//! Every model in `models/` loads, and details that its fixtures brought to light.

use std::path::{Path, PathBuf};

use ferrodyn_mjcf::Loader;

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

fn model_files(dir: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            model_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "xml") {
            let text = std::fs::read_to_string(&path).unwrap();
            if !text.contains("<mujocoinclude") {
                found.push(path);
            }
        }
    }
}

#[test]
fn every_fixture_loads() {
    let mut files = Vec::new();
    model_files(&models(), &mut files);
    assert!(files.len() > 30, "only {} models found", files.len());
    for file in files {
        if let Err(error) = Loader::new().load_path(&file) {
            panic!("{}:\n{error}", file.display());
        }
    }
}

#[test]
fn a_shape_fitted_to_a_mesh_keeps_its_data_id() {
    let m = Loader::new().load_path(models().join("compiler_fitaabb.xml")).unwrap();
    assert_eq!(m.geom_dataid.as_slice(), [0, 0, 0, 1, 1]);
}

#[test]
fn the_field_of_view_of_a_lens_is_taken_in_single_precision() {
    let m = Loader::new().load_path(models().join("cameras_lights.xml")).unwrap();
    let [lens, pixels] = [m.cam_fovy.as_slice()[1], m.cam_fovy.as_slice()[2]];
    assert!((lens - 26.991_468_137_522_812).abs() < 1e-14, "{lens}");
    assert!((pixels - 34.708_046_814_621_26).abs() < 1e-14, "{pixels}");
}

#[test]
fn replication_is_linear_in_the_number_of_copies() {
    let model = "<mujoco><worldbody><replicate count='20000' offset='1 0 0'><body name='b'>\
                 <joint name='j'/><geom size='.1'/></body></replicate></worldbody>\
                 <actuator><motor name='m' joint='j'/></actuator></mujoco>";
    // quadratic time would be minutes
    let m = Loader::new().load_str(model).unwrap();
    assert_eq!((m.nv, m.nu), (20_000, 20_000));
}
