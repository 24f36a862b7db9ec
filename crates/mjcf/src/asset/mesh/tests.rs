use super::*;
use crate::spec::MeshInertia;

const CUBE: &str = "\
v -1 -2 -3\nv 1 -2 -3\nv 1 2 -3\nv -1 2 -3\nv -1 -2 3\nv 1 -2 3\nv 1 2 3\nv -1 2 3\n\
f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

fn obj(text: &str, spec: &Mesh) -> Result<MeshData, AssetError> {
    let file = MeshFile { name: "mesh.obj", bytes: text.as_bytes() };
    compile_mesh(spec, Some(file), &MeshUse { needs_hull: true, ..MeshUse::default() })
}

fn message(result: Result<MeshData, AssetError>) -> String {
    result.expect_err("must be refused").to_string()
}

/// A binary STL file with the given faces.
fn stl(faces: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((faces.len() as u32).to_le_bytes());
    for face in faces {
        bytes.extend([0; 12]);
        bytes.extend(face.iter().flatten().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

const CORNER: [[[f32; 3]; 3]; 4] = {
    let [o, x, y, z] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    [[o, y, x], [o, x, z], [o, z, y], [x, y, z]]
};

#[test]
fn box_has_its_volume_inertia_and_eight_hull_vertices() {
    for inertia in [MeshInertia::Convex, MeshInertia::Exact, MeshInertia::Legacy] {
        let mesh = obj(CUBE, &Mesh { inertia, ..Mesh::default() }).expect("compiles");
        assert!((mesh.volume - 48.0).abs() < 1e-12, "{inertia:?}");
        let mut half = mesh.inertia_box;
        half.sort_by(f64::total_cmp);
        assert!((0..3).all(|k| (half[k] - (k + 1) as f64).abs() < 1e-12), "{half:?}");
        assert_eq!((mesh.face.len(), mesh.graph[0], mesh.graph[1]), (12, 8, 12));
        assert_eq!(mesh.polygons.vert.len(), 6);
        assert!(mesh.polygons.vert.iter().all(|side| side.len() == 4));
        assert!(mesh.polygons.map(8).iter().all(|sides| sides.len() == 3));
        assert_eq!(mesh.bvh.len(), 23);
    }
}

/// The middles of the edges of a cube, with eight triangles and six squares between them.
const CUBOCTAHEDRON: &str = "\
v 1 1 0\nv 1 -1 0\nv -1 1 0\nv -1 -1 0\nv 1 0 1\nv 1 0 -1\nv -1 0 1\nv -1 0 -1\n\
v 0 1 1\nv 0 1 -1\nv 0 -1 1\nv 0 -1 -1\n\
f 1 5 9\nf 1 10 6\nf 2 11 5\nf 2 6 12\nf 3 9 7\nf 3 8 10\nf 4 7 11\nf 4 12 8\n\
f 1 6 2 5\nf 3 7 4 8\nf 1 9 3 10\nf 2 12 4 11\nf 5 11 7 9\nf 6 10 8 12\n";

#[test]
fn sides_of_a_hull_come_in_the_order_of_mujoco() {
    let mesh = obj(CUBOCTAHEDRON, &Mesh::default()).expect("compiles");
    let outward = |side: &Vec<i32>| {
        let sum = |k: usize| -> f32 { side.iter().map(|&v| mesh.vert[v as usize][k]).sum() };
        [0, 1, 2].map(|k| sum(k).round() as i32)
    };
    let order: Vec<[i32; 3]> = mesh.polygons.vert.iter().map(outward).collect();
    let x: [i32; 14] = [0, -4, 0, 0, 0, 4, 2, -2, 2, -2, -2, 2, -2, 2];
    let y: [i32; 14] = [-4, 0, 0, 4, 0, 0, -2, 2, 2, -2, 2, -2, -2, 2];
    let z: [i32; 14] = [0, 0, 4, 0, -4, 0, 2, 2, 2, -2, -2, -2, 2, -2];
    let expected: Vec<[i32; 3]> = (0..14).map(|i| [x[i], y[i], z[i]]).collect();
    assert_eq!(order, expected);
}

#[test]
fn shell_weighs_its_surface() {
    let spec = Mesh { inertia: MeshInertia::Shell, ..Mesh::default() };
    let mesh = obj(CUBE, &spec).expect("compiles");
    assert!(mesh.shell);
    assert!((mesh.volume - 88.0).abs() < 1e-12);
}

#[test]
fn frame_brings_the_vertices_back_to_where_the_file_has_them() {
    let mesh = obj(CUBE, &Mesh::default()).expect("compiles");
    let corner = mesh.pos + mesh.quat.rotate(Vec3(mesh.vert[6].map(f64::from)));
    assert!((corner - Vec3::new(1.0, 2.0, 3.0)).norm() < 1e-6);
}

#[test]
fn reference_frame_and_scale_apply_in_that_order() {
    let spec = Mesh {
        refpos: Vec3::new(1.0, 0.0, 0.0),
        refquat: Quat::from_axis_angle(Vec3::Z, std::f64::consts::FRAC_PI_2),
        scale: Vec3::new(2.0, 1.0, 1.0),
        ..Mesh::default()
    };
    // (1, 2, 3) - (1, 0, 0), turned back by 90 degrees about z, doubled along x
    let mesh = obj(CUBE, &spec).expect("compiles");
    let corner = mesh.pos + mesh.quat.rotate(Vec3(mesh.vert[6].map(f64::from)));
    assert!((corner - Vec3::new(4.0, 0.0, 3.0)).norm() < 1e-6, "{corner:?}");
}

#[test]
fn mirroring_scale_keeps_faces_outward() {
    let spec =
        Mesh { scale: Vec3::new(-1.0, 1.0, 1.0), inertia: MeshInertia::Exact, ..Mesh::default() };
    let mesh = obj(CUBE, &spec).expect("volume stays positive");
    assert!((mesh.volume - 48.0).abs() < 1e-12);
}

#[test]
fn stl_corners_with_the_same_bits_become_one_vertex() {
    let bytes = stl(&CORNER);
    let file = MeshFile { name: "corner.STL", bytes: &bytes };
    let mesh = compile_mesh(&Mesh::default(), Some(file), &MeshUse::default()).expect("compiles");
    assert_eq!((mesh.vert.len(), mesh.face.len()), (4, 4));
    assert_eq!(mesh.face[0], [0, 1, 2]);
    assert!(mesh.graph.is_empty() && mesh.polygons.vert.is_empty());
    assert!((mesh.volume - 1.0 / 6.0).abs() < 1e-12);
}

#[test]
fn stl_sizes_are_checked_before_use() {
    let mut bytes = stl(&CORNER);
    let read = |bytes: &[u8]| {
        let file = MeshFile { name: "m.stl", bytes };
        message(compile_mesh(&Mesh::default(), Some(file), &MeshUse::default()))
    };
    assert!(read(&bytes[..50]).contains("84 bytes of header"));
    assert!(read(&bytes[..200]).contains("the file is cut"));
    bytes[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(read(&bytes).contains("does not announce 1 to"));
}

#[test]
fn msh_reads_back_what_was_written_and_refuses_wrong_counts() {
    let vert = [[0f32; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let face = [[0i32, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let mut bytes: Vec<u8> = [4i32, 0, 0, 4].iter().flat_map(|n| n.to_le_bytes()).collect();
    bytes.extend(vert.iter().flatten().flat_map(|x| x.to_le_bytes()));
    bytes.extend(face.iter().flatten().flat_map(|x| x.to_le_bytes()));
    let file = MeshFile { name: "corner.msh", bytes: &bytes };
    let raw = read_mesh_file(file, "", Vec3::new(1.0, 1.0, 1.0), false).expect("reads");
    assert_eq!((raw.vert.as_slice(), raw.face.as_slice()), (&vert[..], &face[..]));
    bytes[0] = 5;
    let file = MeshFile { name: "corner.msh", bytes: &bytes };
    let refused = read_mesh_file(file, "", Vec3::new(1.0, 1.0, 1.0), false).expect_err("short");
    assert!(refused.to_string().contains("bytes of data"), "{refused}");
}

#[test]
fn obj_uses_the_first_shape_and_flips_texture_rows() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0.25 0.25\nvn 0 0 -2\n\
                o first\nf 1/1/1 3/1/1 2/1/1\nf -4/1/1 -3/1/1 -1/1/1\no second\nf 1 4 3\n";
    let file = MeshFile { name: "m.obj", bytes: text.as_bytes() };
    let raw = read_mesh_file(file, "", Vec3::new(1.0, 1.0, 1.0), false).expect("reads");
    assert_eq!(raw.face, [[0, 2, 1], [0, 1, 3]]);
    assert_eq!(raw.texcoord, [[0.25, 0.75]]);
    assert_eq!(raw.facenormal, [[0; 3]; 2]);
    assert_eq!(raw.normal, [[0.0, 0.0, -2.0]]);
}

#[test]
fn obj_polygons_are_cut_without_leaving_their_outline() {
    // an arrow head: the fourth corner is inside the triangle of the others
    let text = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 0\nf 1 2 4 3\n";
    let file = MeshFile { name: "m.obj", bytes: text.as_bytes() };
    let raw = read_mesh_file(file, "", Vec3::new(1.0, 1.0, 1.0), false).expect("reads");
    assert_eq!(raw.face, [[0, 1, 3], [0, 3, 2]]);
}

#[test]
fn obj_zero_index_is_refused_with_its_line() {
    let text = "v 0 0 0\n\nf 0 1 2\n";
    assert!(message(obj(text, &Mesh::default())).starts_with("OBJ line 3:"));
}

#[test]
fn merging_joins_equal_positions_and_both_zeros() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv -0 0 0\nv 0 0 1\nf 4 2 3\nf 1 5 2\n";
    let file = MeshFile { name: "m.obj", bytes: text.as_bytes() };
    let raw = read_mesh_file(file, "", Vec3::new(1.0, 1.0, 1.0), true).expect("reads");
    assert_eq!(raw.vert.len(), 4);
    assert_eq!(raw.face, [[0, 1, 2], [0, 3, 1]]);
}

#[test]
fn content_type_overrides_the_extension() {
    let spec = Mesh { content_type: "model/obj".into(), ..Mesh::default() };
    let file = MeshFile { name: "cube.bin", bytes: CUBE.as_bytes() };
    assert!(compile_mesh(&spec, Some(file), &MeshUse::default()).is_ok());
    let refused = compile_mesh(&Mesh::default(), Some(file), &MeshUse::default());
    assert!(message(refused).contains("the extension must be"));
}

#[test]
fn vertices_alone_make_their_convex_hull() {
    let spec = Mesh {
        vertex: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.1, 0.1, 0.1],
        ..Mesh::default()
    };
    let mesh = compile_mesh(&spec, None, &MeshUse::default()).expect("compiles");
    assert_eq!((mesh.vert.len(), mesh.face.len(), mesh.graph[0]), (5, 4, 4));
    assert!((mesh.volume - 1.0 / 6.0).abs() < 1e-8);
}

#[test]
fn what_cannot_be_a_mesh_is_refused_with_the_reason() {
    let user = |vertex: &[f32], face: &[i32]| {
        let spec = Mesh { vertex: vertex.to_vec(), face: face.to_vec(), ..Mesh::default() };
        message(compile_mesh(&spec, None, &MeshUse::default()))
    };
    let square = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0];
    assert!(user(&square[..11], &[]).contains("not a multiple of 3"));
    assert!(user(&square[..9], &[]).contains("at least 4 vertices"));
    assert!(user(&square, &[]).contains("in one plane"));
    assert!(user(&square, &[0, 1, 2]).contains("inertia=\"shell\""));
    assert!(user(&square, &[0, 1, 4]).contains("refers to vertex 4"));
    assert!(user(&square, &[0, 0, 0]).contains("no area"));
    let mut infinite = square;
    infinite[5] = f32::INFINITY;
    assert!(user(&infinite, &[0, 1, 2]).contains("vertex 1 is not finite"));
}

#[test]
fn inconsistent_orientation_is_refused_for_exact_inertia() {
    let flipped = CUBE.replace("f 5 6 7 8", "f 8 7 6 5");
    let exact = Mesh { inertia: MeshInertia::Exact, ..Mesh::default() };
    assert!(message(obj(&flipped, &exact)).contains("same direction"));
    assert!(obj(&flipped, &Mesh::default()).is_ok(), "legacy does not care");
}

#[test]
fn normals_average_faces_around_a_vertex_unless_the_edge_is_sharp() {
    let length = |n: [f32; 3]| (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    let smooth = obj(CUBE, &Mesh { smoothnormal: true, ..Mesh::default() }).expect("compiles");
    // every corner of a box points away from the center in all three directions
    for (v, n) in smooth.vert.iter().zip(&smooth.normal) {
        assert!((0..3).all(|k| v[k] * n[k] > 0.0), "{v:?} {n:?}");
        assert!((length(*n) - 1.0).abs() < 1e-6);
    }
}

#[test]
fn builtin_shapes_close_and_check_their_parameters() {
    let make = |builtin: MeshBuiltin, params: &[f64]| {
        let spec = Mesh {
            builtin,
            params: params.to_vec(),
            inertia: MeshInertia::Exact,
            ..Mesh::default()
        };
        compile_mesh(&spec, None, &MeshUse::default())
    };
    let sphere = make(MeshBuiltin::Sphere, &[4.0]).expect("compiles").volume;
    let half = make(MeshBuiltin::Hemisphere, &[10.0]).expect("compiles").volume;
    let ball = 4.0 / 3.0 * std::f64::consts::PI;
    assert!((sphere - ball).abs() < 0.02 && (half - ball / 2.0).abs() < 0.05);
    let torus = make(MeshBuiltin::SuperTorus, &[40.0, 0.5, 1.0, 1.0]).expect("compiles").volume;
    assert!((torus - 4.934_802).abs() < 0.1, "2 pi^2 r^2, got {torus}");
    let cone = make(MeshBuiltin::Cone, &[4.0, 0.0]).expect("compiles").volume;
    assert!((cone - 4.0 / 3.0).abs() < 1e-6, "pyramid over a square of area 2, got {cone}");
    assert!(message(make(MeshBuiltin::Sphere, &[5.0])).contains("between 0 and 4"));
    assert!(message(make(MeshBuiltin::Sphere, &[])).contains("takes 1 parameters"));
    assert!(message(make(MeshBuiltin::SuperSphere, &[1e9, 1.0, 1.0])).contains("between 3"));
    assert!(message(make(MeshBuiltin::Plate, &[1e6, 1e6])).contains("at most"));
}

#[test]
fn plate_is_a_shell_of_area_with_frames_for_normals() {
    let spec = Mesh { builtin: MeshBuiltin::Plate, params: vec![4.0, 3.0], ..Mesh::default() };
    let mesh = compile_mesh(&spec, None, &MeshUse::default()).expect("compiles");
    assert!(mesh.shell);
    assert!((mesh.volume - 1.5 * 4.0 / 3.0).abs() < 1e-6);
    assert_eq!((mesh.vert.len(), mesh.normal.len(), mesh.face.len()), (12, 36, 12));
    assert_eq!(mesh.facenormal[0], mesh.face[0].map(|v| 3 * v));
}

#[test]
fn fitted_primitives_have_the_inertia_or_the_bounds_of_the_mesh() {
    let mesh = obj(CUBE, &Mesh::default()).expect("compiles");
    let (size, center) = fit_primitive(&mesh, FitShape::Box, false);
    assert_eq!((size, center), (mesh.inertia_box, Vec3::ZERO));
    let (size, _) = fit_primitive(&mesh, FitShape::Sphere, true);
    assert!((size[0] - 3.0).abs() < 1e-12);
    assert!(FitShape::from_geom_type(7).is_err());
}

#[test]
fn truncated_and_random_bytes_never_panic() {
    let mut state = 7u32;
    for length in 0..400usize {
        let bytes: Vec<u8> = (0..length)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        for name in ["m.stl", "m.obj", "m.msh"] {
            let file = MeshFile { name, bytes: &bytes };
            let _ = compile_mesh(&Mesh::default(), Some(file), &MeshUse::default());
        }
        let text = &CUBE.as_bytes()[..length.min(CUBE.len())];
        let file = MeshFile { name: "m.obj", bytes: text };
        let _ = compile_mesh(&Mesh::default(), Some(file), &MeshUse::default());
    }
}
