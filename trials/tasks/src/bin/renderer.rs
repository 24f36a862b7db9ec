//! What another renderer takes: triangles of all meshes once, poses and colors of geoms in each frame, contacts as arrows.

use ferrodyn::enums::GeomType;
use ferrodyn::ids::MeshId;
use ferrodyn::math::{Mat3, Vec3};
use ferrodyn::{Data, Model, step};

/// Corners of triangles, three after each other, with a normal for each.
struct Triangles {
    corners: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
}

/// A geom in a frame.
struct Drawn {
    mesh: Option<MeshId>,
    pos: Vec3,
    mat: Mat3,
    rgba: [f32; 4],
}

fn triangles(m: &Model, mesh: MeshId) -> Triangles {
    let first = m.mesh_faceadr[mesh] as usize;
    let faces = first..first + m.mesh_facenum[mesh] as usize;
    let take = |indices: &[[i32; 3]], start: i32, points: &[[f32; 3]]| {
        let corners = indices[faces.clone()].iter().flatten();
        corners.map(|i| points[(start + i) as usize]).collect::<Vec<[f32; 3]>>()
    };
    Triangles {
        corners: take(&m.mesh_face, m.mesh_vertadr[mesh], &m.mesh_vert),
        normals: take(&m.mesh_facenormal, m.mesh_normaladr[mesh], &m.mesh_normal),
    }
}

fn frame(m: &Model, d: &Data) -> Vec<Drawn> {
    m.geoms()
        .map(|g| Drawn {
            mesh: (m.geom_type[g] == GeomType::Mesh).then(|| MeshId(m.geom_dataid[g] as usize)),
            pos: d.geom_xpos[g],
            mat: d.geom_xmat[g],
            rgba: m.geom_rgba[g],
        })
        .collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("which model?")?;
    let m = ferrodyn::load(file)?;
    let mut d = Data::new(&m);
    d.reset_to_key(&m, m.key("home").ok_or("no pose")?)?;
    let meshes: Vec<Triangles> = (0..m.nmesh).map(|i| triangles(&m, MeshId(i))).collect();
    let corners: usize = meshes.iter().map(|mesh| mesh.corners.len()).sum();
    assert!(meshes.iter().all(|mesh| mesh.corners.len() == mesh.normals.len()));

    for _ in 0..100 {
        step(&m, &mut d);
    }
    let drawn = frame(&m, &d);
    let with_mesh = drawn.iter().filter(|geom| geom.mesh.is_some() && geom.rgba[3] > 0.0).count();
    let low =
        drawn.iter().map(|geom| (geom.pos + geom.mat * Vec3::ZERO)[2]).fold(f64::MAX, f64::min);
    println!(
        "{} meshes, {corners} corners; {} geoms, {with_mesh} with meshes, lowest {low:.3} m",
        meshes.len(),
        drawn.len()
    );
    for contact in d.contacts(&m) {
        let [force, at] = [contact.world_force(), contact.pos];
        println!("{:?}: {:.1} N at {at:.3}", contact.names(), force.norm());
    }
    Ok(())
}
