//! Saved files load from where they are.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::fs;
use std::path::{Path, PathBuf};

use ferrodyn_engine::enums::GeomType;
use ferrodyn_mjcf::spec::{Frame, Geom, Mesh, Texture};
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

/// The names in a directory.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_copy_has_all_assets_and_loads_where_the_originals_are_gone() {
    let folder = Folder::new("copy");
    let spec = attached(&folder);
    let before = spec.compile().unwrap();
    let file = folder.at("out/table.xml");
    spec.save(&file).unwrap();
    assert_same(&spec, &file);
    let copies = names(&folder.0.join("out/assets"));
    assert_eq!(copies, ["base_0.obj", "base_0_2.obj", "ground.bin"]);

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

#[test]
fn assets_take_no_more_than_the_loader_allows() {
    let folder = Folder::new("limit");
    let spec = attached(&folder);
    let mut loader = Loader::new();
    loader.limits.asset_bytes = 100;
    let file = folder.at("out/table.xml");
    let error = loader.save(&spec, &file, SavedAssets::Copy).unwrap_err();
    assert!(error.to_string().contains("raise the limit asset_bytes"), "{error}");
    assert_eq!(names(&folder.0.join("out")), [""; 0]);
}

#[test]
fn a_file_is_not_saved_over_one_of_its_assets() {
    let folder = Folder::new("own");
    let spec = attached(&folder);
    for assets in [SavedAssets::Copy, SavedAssets::Link] {
        let file = folder.at("robots/left/base_0.obj");
        let error = Loader::new().save(&spec, &file, assets).unwrap_err();
        assert!(
            error.to_string().ends_with("is the file of mesh \"left_base_0\": save elsewhere"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), corner(1));
    }
    // the directory of copies is needed
    let error = spec.save(folder.0.join("Assets")).unwrap_err();
    assert!(matches!(error, SaveError::Name(_)), "{error}");
}

#[test]
fn a_file_that_cannot_be_written_stays_and_nothing_else_is_left() {
    let folder = Folder::new("stays");
    let spec = attached(&folder);
    let file = folder.write("out/table.xml", "mine");
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    let writable = permissions.clone();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    let error = spec.save(&file).unwrap_err();
    assert!(error.to_string().ends_with("cannot be written: it is read-only"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    fs::set_permissions(&file, writable).unwrap();

    let error = spec.save(folder.0.join("out")).unwrap_err();
    assert!(error.to_string().ends_with("it is a directory, not a regular file"), "{error}");
    assert_eq!(
        (names(&folder.0).len(), names(&folder.0.join("out"))),
        (2, vec!["table.xml".to_owned()])
    );

    // what a process that was killed has left is in nobody's way, and belongs to that process
    let left = folder.write(&format!("out/assets/.ferrodyn-{}-0.tmp", std::process::id()), "half");
    spec.save(&file).unwrap();
    assert_same(&spec, &file);
    assert_eq!(fs::read_to_string(left).unwrap(), "half");
    assert_eq!(names(&folder.0.join("out")), ["assets", "table.xml"]);
    assert_eq!(names(&folder.0.join("out/assets")).len(), 4);
}

#[test]
fn odd_names_are_written_as_every_system_takes_them() {
    let folder = Folder::new("odd");
    let odd = ["con.obj", "c:corner.obj", "two\nlines.obj", "<>&\".obj"];
    let assets = odd.iter().zip(1..).map(|(name, i)| ((*name).to_owned(), corner(i).into_bytes()));
    let loader = Loader::new().with_assets(&assets.collect()).unwrap();
    let mut spec = Spec::default();
    for (i, file) in odd.into_iter().enumerate() {
        spec.add(Mesh { name: format!("m{i}"), file: file.into(), ..Mesh::default() });
        let geom = Geom { kind: GeomType::Mesh, mesh: format!("m{i}"), ..Geom::default() };
        spec.add_to(spec.world(), geom).unwrap();
    }
    let file = folder.at("out/odd.xml");
    loader.save(&spec, &file, SavedAssets::Copy).unwrap();
    let copies = names(&folder.0.join("out/assets"));
    assert_eq!(copies, ["__&_.obj", "_con.obj", "c_corner.obj", "two_lines.obj"]);
    let m = Loader::new().load_path(&file).unwrap();
    assert_eq!(m.mesh_vert.as_slice(), loader.compile(&spec).unwrap().mesh_vert.as_slice());
}

/// What others may have put where files will be: links, pipes, devices.
#[cfg(unix)]
mod traps {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::process::Command;

    use super::*;

    #[test]
    fn what_is_no_file_is_in_the_way_of_a_copy_and_is_not_read() {
        let folder = Folder::new("traps");
        let spec = attached(&folder);
        let file = folder.at("out/table.xml");
        let assets = folder.at("out/assets/base_0.obj").with_file_name("");
        let copy = assets.canonicalize().unwrap().join("base_0.obj");
        let inside = |error: SaveError| assert_eq!(error, SaveError::Exists(copy.clone()));
        // without an end, leading nowhere, in a circle
        for to in ["/dev/zero", "/nowhere/at/all", "base_0.obj"] {
            symlink(to, &copy).unwrap();
            inside(spec.save(&file).unwrap_err());
            fs::remove_file(&copy).unwrap();
        }
        fs::create_dir(&copy).unwrap();
        inside(spec.save(&file).unwrap_err());
        fs::remove_dir(&copy).unwrap();
        if Command::new("mkfifo").arg(&copy).status().is_ok_and(|status| status.success()) {
            inside(spec.save(&file).unwrap_err());
            let error = spec.save(&copy).unwrap_err().to_string();
            assert!(error.contains("a pipe, socket or device"), "{error}");
            fs::remove_file(&copy).unwrap();
        } else {
            println!("SKIPPED pipes: there is no mkfifo");
        }
        // a link to what the copy would hold is as good
        symlink(folder.at("robots/left/base_0.obj"), &copy).unwrap();
        spec.save(&file).unwrap();
        assert!(copy.symlink_metadata().unwrap().is_symlink());
        assert_same(&spec, &file);
    }

    #[test]
    fn links_lead_nobody_to_write_elsewhere() {
        let folder = Folder::new("elsewhere");
        let spec = attached(&folder);
        let file = folder.at("out/table.xml");
        fs::create_dir(folder.0.join("private")).unwrap();
        let assets = folder.0.join("out").canonicalize().unwrap().join("assets");
        symlink(folder.0.join("private"), &assets).unwrap();
        assert_eq!(spec.save(&file).unwrap_err(), SaveError::Exists(assets.clone()));
        assert_eq!(names(&folder.0.join("private")), [""; 0]);
        fs::remove_file(assets).unwrap();

        // a link where the file will be is replaced, and what it led to stays
        let precious = folder.write("precious", "mine");
        symlink(&precious, &file).unwrap();
        spec.save(&file).unwrap();
        assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
        assert!(!file.symlink_metadata().unwrap().is_symlink());

        // who may read the file stays as it was
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        spec.save(&file).unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
