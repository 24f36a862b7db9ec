//! What is sent is what is there.

use ferrodyn_engine::{Data, forward};
use ferrodyn_mjcf::Loader;
use ferrodyn_scene::{Camera, Perturb, Scene, VisOption, update_scene};
use ferrodyn_serve::{Options, Server, Subject, protocol};

use crate::browse::{BALL, Page, serve};
use crate::message::{Mesh, Sent, Surface};

fn paused() -> Options {
    Options { paused: true, ..Options::default() }
}

/// Messages up to the first frame.
fn first_messages(xml: &str) -> Vec<Sent> {
    let server = serve(xml, paused());
    let mut page = Page::new(&server);
    let mut all = Vec::new();
    while !matches!(all.last(), Some(Sent::Frame(_))) {
        all.push(page.next());
    }
    all
}

#[test]
fn a_model_arrives_as_it_is() {
    let all = first_messages(BALL);
    assert!(matches!(all[0], Sent::Hello(protocol::VERSION)));
    let model = all.iter().find_map(|sent| if let Sent::Model(m) = sent { Some(m) } else { None });
    let model = model.unwrap();
    assert_eq!((model.number, model.name.as_str(), model.lights), (1, "ball", 1));
    assert_eq!(model.bodies, ["world", "ball"]);
    assert_eq!(model.controls, [("lift".to_owned(), -2.0, 3.0)]);
    assert_eq!(model.keys, ["high"]);
    assert_eq!((model.cameras.len(), model.cameras[0].0.as_str()), (1, "eye"));
    // 45 degrees up and down
    let half = (22.5f32).to_radians().tan();
    assert!((model.cameras[0].1[3] - half).abs() < 1e-5);
    assert!(model.extent > 0.0 && model.materials.is_empty() && model.assets == 0);
}

#[test]
fn a_frame_is_the_scene() {
    let all = first_messages(BALL);
    let Some(Sent::Frame(frame)) = all.last() else { panic!("no frame") };
    let shapes = all.iter().find_map(|sent| match sent {
        Sent::Shapes { model: 1, version, list } => Some((*version, list)),
        _ => None,
    });
    let (version, shapes) = shapes.unwrap();
    assert_eq!((frame.model, frame.shapes, frame.time), (1, version, 0.0));
    assert_eq!((frame.running, frame.speed, frame.selected), (false, 100.0, -1));
    assert_eq!(frame.controls, [0.0]);

    let m = Loader::new().load_str(BALL).unwrap();
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    let (mut scene, mut camera) = (Scene::new(&m, 100), Camera::free(&m));
    let (options, nothing) = (VisOption::default(), Perturb::default());
    update_scene(&m, &d, &options, &nothing, &mut camera, 7, &mut scene).unwrap();
    assert_eq!((shapes.len(), frame.poses.len()), (scene.geoms.len(), scene.geoms.len()));
    for ((geom, shape), pose) in scene.geoms.iter().zip(shapes).zip(&frame.poses) {
        assert_eq!(shape.kind, geom.kind as i32);
        assert_eq!((&shape.size[..], &shape.color[..]), (&geom.size[..], &geom.rgba[..]));
        assert_eq!(pose[..3], geom.pos);
        assert_eq!(pose[3..], [1.0, 0.0, 0.0, 0.0]);
    }
    assert_eq!(shapes[1].body, 1);
    assert_eq!(frame.cameras[0][..3], [0.0, -3.0, 0.0]);
    assert_eq!(frame.lights[0], [0.0, 0.0, 3.0, 0.0, 0.0, -1.0]);
}

#[test]
fn assets_arrive_as_they_are() {
    let all = first_messages(
        "<mujoco><asset>
        <mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' texcoord='0 0 1 0 0 1 1 1'/>
        <hfield name='h' nrow='2' ncol='3' size='1 2 3 .5' elevation='0 1 2 3 4 5'/>
        <texture name='t' type='2d' builtin='flat' rgb1='1 0 0' width='4' height='2'/>
        <texture name='c' type='cube' builtin='flat' rgb1='0 1 0' rgb2='0 1 0' width='3' height='3'/>
        <material name='a' texture='t' texrepeat='2 3' texuniform='true'/></asset>
        <worldbody><geom type='hfield' hfield='h'/>
        <body><freejoint/><geom type='mesh' mesh='m' material='a'/></body></worldbody></mujoco>",
    );
    let Sent::Model(model) = &all[1] else { panic!("no model") };
    assert_eq!(model.materials, [(0, true, vec![2.0, 3.0])]);
    assert_eq!(model.assets as usize, all.len() - 4);
    let mut found = 0;
    for sent in &all {
        match sent {
            Sent::Mesh(Mesh { id: 0, verts, normals, texcoords, faces, face_texcoords }) => {
                assert_eq!((verts.len(), texcoords.len(), faces.len()), (12, 8, 12));
                assert!(!normals.is_empty() && face_texcoords.len() == 12);
                found += 1;
            }
            Sent::Hfield { id: 0, rows: 2, columns: 3, size, heights } => {
                assert_eq!(size, &[1.0, 2.0, 3.0, 0.5]);
                // the rows of a file begin at the far side
                assert_eq!((heights.len(), heights[0], heights[5]), (6, 0.6, 0.4));
                found += 1;
            }
            Sent::Texture { id: 0, kind: 0, width: 4, height: 2, file } => {
                assert_eq!(pixels(file), (4, 2, [255, 0, 0].repeat(8)));
                found += 1;
            }
            Sent::Texture { id: 1, kind: 1, width: 3, height, file } => {
                assert_eq!(pixels(file), (3, *height, [0, 255, 0].repeat(3 * *height as usize)));
                found += 1;
            }
            _ => {}
        }
    }
    assert_eq!(found, 4);
}

fn pixels(file: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

#[test]
fn what_bends_has_faces_once_and_vertices_in_every_frame() {
    let all = first_messages(
        "<mujoco><worldbody><flexcomp type='grid' count='3 4 1' spacing='.1 .1 .1' dim='2' name='f' radius='.02'/>
        </worldbody></mujoco>",
    );
    let surface =
        all.iter().find_map(|sent| if let Sent::Surface(s) = sent { Some(s) } else { None });
    let Some(Surface { id: 0, dim: 2, radius, verts: 12, corners }) = surface else {
        panic!("{surface:?}")
    };
    assert_eq!((*radius, corners.len()), (0.02, 3 * 2 * 2 * 3));
    assert!(corners.iter().all(|&corner| corner < 12));
    let Some(Sent::Frame(frame)) = all.last() else { panic!("no frame") };
    assert_eq!((frame.surfaces.len(), frame.surfaces[0].len()), (1, 36));
    assert!(frame.surfaces[0].iter().any(|&x| x != 0.0));
    let shapes = all
        .iter()
        .find_map(|sent| if let Sent::Shapes { list, .. } = sent { Some(list) } else { None });
    assert!(shapes.unwrap().iter().any(|shape| (shape.kind, shape.data) == (105, 0)));
}

#[test]
fn a_file_that_changes_is_shown_anew_and_problems_are_told() {
    let file = std::env::temp_dir().join(format!("ferrodyn-serve-it-{}.xml", std::process::id()));
    std::fs::write(&file, BALL).unwrap();
    let subject = Subject::File(file.clone(), Box::new(Loader::new()));
    let server = Server::start(subject, Options::default()).unwrap();
    let mut page = Page::new(&server);
    assert_eq!(page.frame(|_| true).model, 1);

    std::fs::write(&file, "<mujoco>\n<worldbdy/></mujoco>").unwrap();
    let problem = loop {
        if let Sent::Problem(text) = page.next()
            && !text.is_empty()
        {
            break text;
        }
    };
    assert!(problem.contains(":2:") && problem.contains("worldb"), "{problem}");
    assert_eq!(server.problem(), problem);
    // the last good model goes on
    assert_eq!(page.frame(|_| true).model, 1);

    std::fs::write(&file, BALL.replace("model='ball'", "model='next'")).unwrap();
    let name = loop {
        if let Sent::Model(model) = page.next() {
            break model.name;
        }
    };
    assert_eq!(name, "next");
    assert_eq!(page.frame(|_| true).model, 2);
    assert_eq!(server.problem(), "");
    std::fs::remove_file(&file).unwrap();
}
