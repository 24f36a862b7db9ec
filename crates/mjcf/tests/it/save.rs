//! Saved files load from where they are.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::fs;
use std::path::{Path, PathBuf};

use ferrodyn_mjcf::spec::{Frame, Mesh, Texture};
use ferrodyn_mjcf::{Loader, SaveError, SavedAssets, Spec};

/// A tetrahedron of a size.
fn corner(size: u32) -> String {
    format!(
        "v 0 0 0\nv {size} 0 0\nv 0 {size} 0\nv 0 0 {size}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
    )
}

/// A directory of a test that is removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("ferrodyn-save-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn at(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.at(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn model(name: &str) -> String {
    format!(
        "<mujoco model='{name}'><compiler meshdir='{name}'/><asset><mesh file='base_0.obj'/>
         <hfield name='ground' file='../ground.bin' size='1 1 1 1'/></asset>
         <worldbody><body name='{name}'><geom type='mesh' mesh='base_0'/></body>
         <geom type='hfield' hfield='ground'/></worldbody></mujoco>"
    )
}

/// Two robots whose meshes have one name, attached to one table.
fn attached(folder: &Folder) -> Spec {
    let ground: Vec<u8> = [2_i32, 2].iter().flat_map(|n| n.to_le_bytes()).chain([0; 16]).collect();
    fs::write(folder.at("robots/ground.bin"), ground).unwrap();
    let loader = Loader::new();
    let mut table = Spec::default();
    for (i, name) in ["left", "right"].into_iter().enumerate() {
        folder.write(&format!("robots/{name}/base_0.obj"), &corner(1 + i as u32));
        let file = folder.write(&format!("robots/{name}.xml"), &model(name));
        let robot = loader.read_path(file).unwrap();
        let frame = table.add_to(table.world(), Frame::default()).unwrap();
        table.attach(frame, robot, None, &format!("{name}_"), "").unwrap();
    }
    table
}

/// Every number of the models is the same.
fn assert_same(spec: &Spec, file: &Path) {
    let m = spec.compile().unwrap();
    let n = Loader::new().load_path(file).unwrap();
    for (a, b) in m.fields().zip(n.fields()) {
        let is_same = a.bytes == b.bytes || ["signature", "paths"].contains(&a.name);
        assert!(is_same || a.name.ends_with("pathadr"), "{} changed", a.name);
    }
}

#[test]
fn a_copy_has_all_assets_and_loads_where_the_originals_are_gone() {
    let folder = Folder::new("copy");
    let spec = attached(&folder);
    let before = spec.compile().unwrap();
    let file = folder.at("out/table.xml");
    spec.save(&file).unwrap();
    assert_same(&spec, &file);
    let mut names: Vec<String> = fs::read_dir(folder.at("out/assets"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["base_0.obj", "base_0_2.obj", "ground.bin"]);

    // a second time nothing is in the way
    spec.save(&file).unwrap();
    fs::rename(folder.at("out"), folder.at("elsewhere")).unwrap();
    fs::remove_dir_all(folder.at("robots")).unwrap();
    let after = Loader::new().load_path(folder.at("elsewhere/table.xml")).unwrap();
    assert_eq!(after.mesh_vert.as_slice(), before.mesh_vert.as_slice());
}

#[test]
fn linked_assets_stay_where_they_are() {
    let folder = Folder::new("link");
    let spec = attached(&folder);
    let file = folder.at("out/deep/table.xml");
    Loader::new().save(&spec, &file, SavedAssets::Link).unwrap();
    assert!(!folder.at("out/deep/assets/x").with_file_name("base_0.obj").exists());
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("../../robots/left/base_0.obj"), "{text}");
    assert_same(&spec, &file);
}

#[test]
fn assets_in_memory_are_written_out() {
    let folder = Folder::new("memory");
    let assets = BTreeMap::from([("m/Corner.obj".to_owned(), corner(2).into_bytes())]);
    let loader = Loader::new().with_assets(&assets).unwrap();
    let xml = "<mujoco><asset><mesh file='m/Corner.obj'/></asset>
        <worldbody><geom type='mesh' mesh='Corner'/></worldbody></mujoco>";
    let spec = loader.read_str(xml).unwrap();
    for (name, assets) in [("a", SavedAssets::Copy), ("b", SavedAssets::Link)] {
        let file = folder.at(&format!("{name}/corner.xml"));
        loader.save(&spec, &file, assets).unwrap();
        assert_eq!(Loader::new().load_path(&file).unwrap().nmeshvert, 4);
    }
}

#[test]
fn nothing_else_is_overwritten_and_what_fails_is_named() {
    let folder = Folder::new("refused");
    let spec = attached(&folder);
    let other = folder.write("out/assets/base_0.obj", "something else");
    let file = folder.at("out/table.xml");
    let error = spec.save(&file).unwrap_err();
    let real = other.canonicalize().unwrap();
    assert_eq!(error, SaveError::Exists(real.clone()));
    assert!(error.to_string().starts_with(&real.display().to_string()), "{error}");
    assert_eq!(fs::read_to_string(&other).unwrap(), "something else");
    assert!(!file.exists() && !other.with_file_name("base_0_2.obj").exists());

    let missing = folder.0.join("none/table.xml");
    assert!(matches!(spec.save(&missing), Err(SaveError::Write { .. })));
    fs::remove_file(folder.at("robots/left/base_0.obj")).unwrap();
    let error = spec.save(folder.at("new/table.xml")).unwrap_err();
    assert!(error.to_string().starts_with("mesh \"left_base_0\": file '"), "{error}");
    assert!(error.source().is_some());

    let mut spec = Spec::default();
    spec.add(Texture { data: vec![0; 3], ..Texture::default() });
    let error = spec.save(folder.at("new/a.xml")).unwrap_err().to_string();
    assert!(error.starts_with("texture 0: MJCF cannot hold pixels that a program set"), "{error}");

    // names of files in memory may be anything
    let assets = BTreeMap::from([("..".to_owned(), corner(1).into_bytes())]);
    let loader = Loader::new().with_assets(&assets).unwrap();
    let mut spec = Spec::default();
    spec.add(Mesh { file: "..".into(), ..Mesh::default() });
    let error = loader.save(&spec, folder.at("new/a.xml"), SavedAssets::Copy).unwrap_err();
    assert!(matches!(error, SaveError::Name(_)), "{error}");
}
