//! Flexes and flexcomps: what they become, and what is refused.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{EqType, ObjType};
use ferrodyn_engine::ids::FlexId;
use ferrodyn_mjcf::Loader;

fn flexcomp(attributes: &str, inside: &str) -> Result<Model, String> {
    let text = format!(
        "<mujoco><worldbody><flexcomp name='f' radius='.001' spacing='.1 .1 .1' {attributes}>{inside}\
         </flexcomp></worldbody></mujoco>"
    );
    Loader::new().load_str(&text).map_err(|error| error.to_string())
}

fn names(m: &Model, kind: ObjType, count: usize) -> Vec<String> {
    (0..count).map(|i| m.id2name(kind, i).unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_sheet_is_bodies_with_three_slides_each() {
    let m =
        flexcomp("type='grid' dim='2' count='2 3 1' mass='6'", "<edge equality='true'/>").unwrap();
    assert_eq!((m.nbody, m.nv, m.nflexvert, m.nflexelem, m.nflexedge), (7, 18, 6, 4, 9));
    let bodies = names(&m, ObjType::Body, m.nbody);
    assert_eq!(bodies, ["world", "f_0", "f_1", "f_2", "f_3", "f_4", "f_5"]);
    assert_eq!(m.body_mass.as_slice()[1..], [1.0; 6]);
    assert_eq!(m.eq_type.raw(), [EqType::Flex as i32]);
    assert_eq!((m.flex_edgeequality[FlexId(0)], m.flex_centered[FlexId(0)]), (1, 1));
    // an edge moves with six dofs
    assert!(m.flexedge_J_rownnz.iter().all(|&n| n == 6));
}

#[test]
fn what_is_pinned_stays_with_the_parent() {
    let m = flexcomp("dim='1' type='grid' count='3 1 1'", "<pin id='1'/>").unwrap();
    assert_eq!(names(&m, ObjType::Body, m.nbody), ["world", "f_0", "f_2"]);
    assert_eq!(m.flex_vertbodyid.raw(), [1, 0, 2]);
    let rigid = flexcomp("dim='1' type='grid' count='3 1 1'", "<pin range='0 2'/>").unwrap();
    assert_eq!((rigid.nbody, rigid.flex_rigid[FlexId(0)], rigid.nJfe), (1, 1, 0));
}

#[test]
fn a_surface_of_two_dimensions_is_open_at_the_top() {
    let m = flexcomp("type='box' dim='2' count='3 3 3'", "").unwrap();
    assert_eq!(m.nflexvert, 26 - 1);
    assert_eq!(m.flex_flatskin[FlexId(0)], 1);
    let solid = flexcomp("type='box' dim='3' count='3 3 3'", "").unwrap();
    assert_eq!((solid.nflexvert, solid.nflexelem), (27, 48));
}

#[test]
fn an_interpolated_flex_has_bodies_at_the_corners_of_its_cells() {
    let none = "<contact selfcollide='none'/><elasticity young='10'/>";
    let m = flexcomp("type='grid' dim='3' count='3 3 3' dof='trilinear' mass='4'", none).unwrap();
    assert_eq!((m.nbody, m.nflexnode, m.nflexvert), (9, 8, 27));
    assert_eq!(m.id2name(ObjType::Body, 1), Some("f_0_0_0"));
    assert!(m.flex_vertbodyid.raw().iter().all(|&b| b == -1));
    assert!((m.body_mass.iter().sum::<f64>() - 4.0).abs() < 1e-14);
    let m = flexcomp("type='grid' dim='3' count='3 3 3' dof='quadratic'", none).unwrap();
    assert_eq!((m.nbody, m.nflexnode, m.nflexstiffness), (28, 27, 48 * 21 + 81 * 81));
}

#[test]
fn cells_without_elements_are_pinned_and_not_constrained() {
    // one tetrahedron in a corner of a grid of 2 x 1 x 1 cells, and one far away
    let attributes = "type='direct' dim='3' dof='trilinear' cellcount='4 1 1' \
        point='0 0 0 .1 0 0 0 .1 0 0 0 .1 .9 0 0 1 0 0 .9 .1 0 .9 0 .1' element='0 1 2 3 4 5 6 7'";
    let inside = "<contact selfcollide='none'/><edge equality='strain'/>";
    let m = flexcomp(attributes, inside).unwrap();
    // cells 1 and 2 are empty: the four nodes between them are pinned
    assert_eq!((m.nflexnode, m.nbody, m.neq), (20, 17, 2));
    assert_eq!(m.eq_data.iter().map(|data| data[0]).collect::<Vec<_>>(), [0.0, 3.0]);
    assert_eq!(m.flex_centered[FlexId(0)], 0);
    let modes = m.flex_stiffness[ferrodyn_engine::ids::FlexStiffnessAdr(2 * 21)];
    assert_eq!(modes, 18.0, "24 dofs without six motions of a rigid body");
}

#[test]
fn parameters_that_make_no_flex_are_refused() {
    for (attributes, inside, words) in [
        ("dim='4'", "", "dim is 1, 2 or 3"),
        ("count='0 1 1'", "", "count must be at least 1"),
        ("type='box' count='1 2 2'", "", "at least 2"),
        ("spacing='.001 1 1'", "", "spacing"),
        ("mass='0'", "", "mass and inertiabox"),
        ("type='mesh' dim='3'", "", "give the origin"),
        ("type='gmsh'", "", "name it"),
        ("type='gmsh' file='missing.msh'", "", "missing.msh"),
        ("type='direct'", "", "points and elements are missing"),
        ("type='direct' dof='radial'", "", "points and elements are missing"),
        ("type='direct' dim='1' point='0 0 0' element='0 7'", "", "point 7 of 1"),
        ("dim='2' count='3 3 1'", "<pin id='9'/>", "point 9 of 9"),
        ("dim='2' count='3 3 1'", "<pin grid='1'/>", "multiple of 2"),
        ("dim='1' count='3 1 1'", "<pin grid='1'/>", "use id or range"),
        ("type='disc' count='3 3 1'", "<pin grid='1 1'/>", "only grids"),
        ("dim='2' count='3 3 4'", "", "point 12 of 9"),
        ("dim='3' count='2 2 2' dof='trilinear' cellcount='0 1 1'", "", "cellcount"),
        ("dim='2' count='2 2 1'", "<elasticity elastic2d='both' young='1'/>", "thickness"),
        ("dim='2' count='2 2 1'", "<elasticity young='1' poisson='.5'/>", "poisson"),
        ("dim='2' count='2 2 1' material='none'", "", "no material"),
        ("dim='1' count='3 1 1' rigid='true'", "<edge equality='true'/>", ""),
    ] {
        match flexcomp(attributes, inside) {
            Ok(_) => assert!(words.is_empty(), "{attributes} {inside} loads"),
            Err(error) => assert!(!words.is_empty() && error.contains(words), "{words}: {error}"),
        }
    }
}

#[test]
fn a_flex_is_moved_by_bodies_that_are_named() {
    let text = "<mujoco><worldbody><body name='a'><joint/><geom size='.1'/></body></worldbody>\
        <deformable><flex dim='1' body='a b' element='0 1'/></deformable></mujoco>";
    let error = Loader::new().load_str(text).unwrap_err().to_string();
    assert!(error.contains("there is no body \"b\""), "{error}");
    let text = text.replace("a b", "a world").replace("<flex ", "<flex name='s' ");
    let m = Loader::new().load_str(&text).unwrap();
    assert_eq!(m.flex_vertbodyid.raw(), [1, 0]);
    assert_eq!(m.id2name(ObjType::Flex, 0), Some("s"));
}

#[test]
fn constraints_name_flexes_that_can_move() {
    let text = |kind: &str, flex: &str| {
        format!(
            "<mujoco><worldbody><flexcomp name='soft' dim='1' count='3 1 1' radius='.001'/>\
             <flexcomp name='stiff' dim='1' count='3 1 1' radius='.001' rigid='true'/></worldbody>\
             <equality><{kind} flex='{flex}'/></equality></mujoco>"
        )
    };
    for kind in ["flex", "flexvert", "flexstrain"] {
        assert!(Loader::new().load_str(&text(kind, "soft")).is_ok(), "{kind}");
        let error = Loader::new().load_str(&text(kind, "stiff")).unwrap_err().to_string();
        assert!(error.contains("is rigid"), "{error}");
        let error = Loader::new().load_str(&text(kind, "sofd")).unwrap_err().to_string();
        assert!(error.contains("did you mean \"soft\""), "{error}");
    }
}

#[test]
fn joints_of_a_flexcomp_are_of_the_class_of_its_body() {
    let text = "<mujoco><default><joint damping='3'/><default class='k'><joint damping='5'/></default>\
        </default><worldbody><body name='p' childclass='k'><frame childclass='main'>\
        <flexcomp name='f' dim='1' count='2 1 1' radius='.001'/></frame></body></worldbody></mujoco>";
    let m = Loader::new().load_str(text).unwrap();
    assert_eq!(m.dof_damping.as_slice(), [5.0; 6]);
}

#[test]
fn a_flex_goes_along_with_a_model_that_is_attached() {
    let child = "<mujoco model='c'><worldbody><body name='b'>\
        <flexcomp name='f' dim='1' count='3 1 1' radius='.001'><edge equality='true'/></flexcomp>\
        </body></worldbody></mujoco>";
    let parent = "<mujoco><asset><model name='c' file='child.xml'/></asset><worldbody>\
        <attach model='c' body='b' prefix='x_'/></worldbody></mujoco>";
    let files = [("child.xml".to_owned(), child.as_bytes().to_vec())];
    let loader = Loader::new().with_assets(&files.into_iter().collect()).unwrap();
    let m = loader.load_str(parent).unwrap();
    assert_eq!((m.nflex, m.neq), (1, 1));
    assert_eq!(m.id2name(ObjType::Flex, 0), Some("x_f"));
    assert_eq!(m.id2name(ObjType::Body, 2), Some("x_f_0"));
}
