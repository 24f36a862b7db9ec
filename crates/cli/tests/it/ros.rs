//! URDF as people who use ROS have it: packages, and macros.

use std::path::{Path, PathBuf};

use super::{command, models, stderr, stdout};

/// A workspace with a robot whose mesh is in the package `arm_meshes`, in the folder `meshes_of_arm`.
struct Workspace(PathBuf);

impl Workspace {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("ferrodyn-{name}-{}", std::process::id()));
        let package = dir.join("ros/meshes_of_arm");
        std::fs::create_dir_all(package.join("stl")).expect("a directory");
        std::fs::create_dir_all(dir.join("robot")).expect("a directory");
        let wedge = models().join("meshes/wedge.obj");
        std::fs::copy(wedge, package.join("stl/wedge.obj")).expect("a mesh");
        let manifest = "<package format='2'><name>arm_meshes</name></package>";
        std::fs::write(package.join("package.xml"), manifest).expect("a manifest");
        let urdf = "<robot name='arm'><link name='base'><collision><geometry>\n\
                    <mesh filename='package://arm_meshes/stl/wedge.obj'/>\n\
                    </geometry></collision></link></robot>";
        std::fs::write(dir.join("robot/arm.urdf"), urdf).expect("a robot");
        Self(dir)
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn check(workspace: &Workspace, more: &[&str], ros_path: Option<&Path>) -> (Option<i32>, String) {
    let robot = workspace.path("robot/arm.urdf");
    let mut args = vec!["check", robot.to_str().expect("a path in UTF-8")];
    args.extend(more);
    let mut command = command(&args);
    command.env_remove("ROS_PACKAGE_PATH");
    ros_path.map(|dir| command.env("ROS_PACKAGE_PATH", dir));
    let output = command.output().expect("the command starts");
    (output.status.code(), stdout(&output) + &stderr(&output))
}

#[test]
fn packages_are_found_where_the_user_or_ros_says() {
    let workspace = Workspace::new("packages");
    let named = format!("arm_meshes={}", workspace.path("ros/meshes_of_arm").display());
    assert_eq!(check(&workspace, &["--package", &named], None).0, Some(0));
    assert_eq!(check(&workspace, &[], Some(&workspace.path("ros"))).0, Some(0));
    assert_eq!(check(&workspace, &[], Some(&workspace.path("ros/meshes_of_arm"))).0, Some(0));
}

#[test]
fn a_package_that_is_not_found_is_named_with_the_remedy() {
    let workspace = Workspace::new("no-package");
    let (status, text) = check(&workspace, &[], Some(&workspace.path("robot")));
    assert_eq!(status, Some(1));
    let searched = workspace.path("robot").display().to_string();
    for part in ["arm.urdf:2:", "\"arm_meshes\"", "--package arm_meshes=DIR", &searched] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (status, text) = check(&workspace, &["--package", "arm_meshes=no/such/folder"], None);
    assert_eq!(status, Some(2));
    assert!(text.contains("there is no directory"), "{text}");
}

#[test]
fn only_packages_that_are_named_may_be_read_by_strangers() {
    let workspace = Workspace::new("strange-package");
    let named = format!("arm_meshes={}", workspace.path("ros/meshes_of_arm").display());
    assert_eq!(check(&workspace, &["--untrusted", "--package", &named], None).0, Some(0));
    let by_path = check(&workspace, &["--untrusted"], Some(&workspace.path("ros")));
    assert_eq!(by_path.0, Some(1), "{}", by_path.1);
    // the package that is named, and nothing above it
    let robot = workspace.path("robot/arm.urdf");
    let text = std::fs::read_to_string(&robot).expect("the robot");
    let up = text.replace("stl/wedge.obj", "../../wedge.obj");
    std::fs::write(&robot, up).expect("the robot");
    std::fs::copy(models().join("meshes/wedge.obj"), workspace.path("wedge.obj")).expect("a mesh");
    let (status, text) = check(&workspace, &["--untrusted", "--package", &named], None);
    assert_eq!(status, Some(1), "{text}");
    assert_eq!(check(&workspace, &["--package", &named], None).0, Some(0));
}

#[test]
fn a_file_with_macros_is_refused_with_the_command_that_expands_it() {
    let workspace = Workspace::new("xacro");
    let file = workspace.path("arm.urdf.xacro");
    let text = "<robot name='arm' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n\
                <xacro:property name='width' value='.1'/>\n<link name='base'/></robot>";
    std::fs::write(&file, text).expect("a file");
    let output = command(&["check", file.to_str().expect("a path in UTF-8")]).output();
    let output = output.expect("the command starts");
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("xacro arm.urdf.xacro -o arm.urdf"), "{text}");
    assert!(text.contains("arm.urdf.xacro:2:1: error: "), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_of_a_package_with_other_capital_letters_is_named() {
    let workspace = Workspace::new("capitals");
    let robot = workspace.path("robot/arm.urdf");
    let text = std::fs::read_to_string(&robot).expect("a robot");
    std::fs::write(&robot, text.replace("wedge.obj", "Wedge.obj")).expect("a robot");
    let named = format!("arm_meshes={}", workspace.path("ros/meshes_of_arm").display());
    std::fs::rename(workspace.path("ros/meshes_of_arm"), workspace.path("ros/arm_meshes")).unwrap();
    let by_name = named.replace("meshes_of_arm", "arm_meshes");
    let (by_name, by_path) = (["--package", &by_name], workspace.path("ros"));
    for (more, path) in [(&by_name[..], None), (&[], Some(&*by_path))] {
        let (status, text) = check(&workspace, more, path);
        assert_eq!(status, Some(1));
        assert!(text.contains("stl/wedge.obj': capital letters count here"), "{text}");
    }
}

#[test]
fn convert_says_which_visuals_it_leaves_out() {
    let workspace = Workspace::new("visuals");
    let robot = workspace.path("robot/arm.urdf");
    let visual = "<visual><geometry><sphere radius='.1'/></geometry></visual></link>";
    let text = std::fs::read_to_string(&robot).expect("a robot");
    std::fs::write(&robot, text.replace("</link>", visual)).expect("a robot");
    let named = format!("arm_meshes={}", workspace.path("ros/meshes_of_arm").display());
    let robot = robot.to_str().expect("a path in UTF-8");
    let convert = |more: &[&str]| {
        let args = [&["convert", "--package", &named, robot, "-"], more].concat();
        let output = command(&args).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        (stdout(&output), stderr(&output))
    };
    let (xml, told) = convert(&[]);
    assert!(!xml.contains("sphere") && !xml.contains("size=\"0.1\""), "{xml}");
    assert!(
        told.contains("arm.urdf:") && told.contains("1 visual of link \"base\" left out"),
        "{told}"
    );
    let (xml, told) = convert(&["--keep-visual"]);
    assert!(xml.contains("size=\"0.1") && told.is_empty(), "{xml}{told}");
}
