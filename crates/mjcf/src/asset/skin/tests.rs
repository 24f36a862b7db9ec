use super::super::Files;
use super::*;

/// One triangle held by two bones; the first vertex belongs to both.
fn triangle() -> Skin {
    let bone = |body: &str, vertid: &[i32], vertweight: &[f32]| Bone {
        body: body.into(),
        bindpos: [1.0, 2.0, 3.0],
        bindquat: [0.0, 3.0, 0.0, 4.0],
        vertid: vertid.into(),
        vertweight: vertweight.into(),
    };
    Skin {
        vertex: (0_u8..9).map(f32::from).collect(),
        texcoord: vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0],
        face: vec![0, 1, 2],
        bones: vec![bone("a", &[0, 1], &[1.0, 2.0]), bone("b", &[2, 0], &[0.5, 3.0])],
        ..Skin::default()
    }
}

fn compiled(spec: &Skin) -> Result<SkinData, AssetError> {
    compile_skin(spec, &AssetSource::new(&Files::new()))
}

/// The same skin as the bytes of a file.
fn encode(skin: &Skin) -> Vec<u8> {
    let sizes =
        [skin.vertex.len() / 3, skin.texcoord.len() / 2, skin.face.len() / 3, skin.bones.len()];
    let mut bytes: Vec<u8> = sizes.iter().flat_map(|n| (*n as i32).to_le_bytes()).collect();
    bytes.extend(skin.vertex.iter().chain(&skin.texcoord).flat_map(|x| x.to_le_bytes()));
    bytes.extend(skin.face.iter().flat_map(|id| id.to_le_bytes()));
    for bone in &skin.bones {
        let mut name = [0; 40];
        name[..bone.body.len()].copy_from_slice(bone.body.as_bytes());
        bytes.extend(name);
        bytes.extend(bone.bindpos.iter().chain(&bone.bindquat).flat_map(|x| x.to_le_bytes()));
        bytes.extend((bone.vertid.len() as i32).to_le_bytes());
        bytes.extend(bone.vertid.iter().flat_map(|id| id.to_le_bytes()));
        bytes.extend(bone.vertweight.iter().flat_map(|x| x.to_le_bytes()));
    }
    bytes
}

fn from_file(file: &str, bytes: &[u8]) -> Result<SkinData, AssetError> {
    let mut files = Files::new();
    files.add(file, bytes).unwrap();
    let spec = Skin { file: file.into(), ..Skin::default() };
    compile_skin(&spec, &AssetSource::new(&files))
}

#[test]
fn weights_of_a_vertex_sum_to_one_over_its_bones() {
    let skin = compiled(&triangle()).unwrap();
    assert_eq!(skin.bonebody, ["a", "b"]);
    assert_eq!(skin.bonevertadr, [0, 2]);
    assert_eq!(skin.bonevertnum, [2, 2]);
    assert_eq!(skin.bonevertid, [0, 1, 2, 0]);
    assert_eq!(skin.bonevertweight, [0.25, 1.0, 1.0, 0.75]);
}

#[test]
fn bind_orientations_are_normalized() {
    let skin = compiled(&triangle()).unwrap();
    assert_eq!(skin.bonebindquat[..4], [0.0, 0.6, 0.0, 0.8]);
    let mut zero = triangle();
    zero.bones[0].bindquat = [0.0; 4];
    assert_eq!(compiled(&zero).unwrap().bonebindquat[..4], [0.0; 4]);
}

#[test]
fn files_hold_the_same_data() {
    let bytes = encode(&triangle());
    assert_eq!(from_file("a.SKN", &bytes).unwrap(), compiled(&triangle()).unwrap());
    assert!(from_file("a.bin", &bytes).is_err());
}

#[test]
fn damaged_files_are_refused() {
    let bytes = encode(&triangle());
    for cut in 0..bytes.len() {
        assert!(from_file("a.skn", &bytes[..cut]).is_err(), "cut at {cut}");
    }
    for at in 0..16 {
        let mut bad = bytes.clone();
        bad[at] = 0xff;
        assert!(from_file("a.skn", &bad).is_err(), "size {at}");
    }
    let longer = [&bytes[..], &[0; 4]].concat();
    assert!(from_file("a.skn", &longer).is_err());
}

/// The message for a skin with one thing wrong.
fn refusal(spoil: impl FnOnce(&mut Skin)) -> String {
    let mut skin = triangle();
    spoil(&mut skin);
    compiled(&skin).unwrap_err().to_string()
}

#[test]
fn bad_data_is_refused_by_name() {
    assert!(refusal(|s| s.vertex.clear()).contains("needs vertices"));
    assert!(refusal(|s| s.bones.clear()).contains("needs vertices"));
    assert!(refusal(|s| s.vertex.truncate(8)).contains("vertex must hold"));
    assert!(refusal(|s| s.texcoord.truncate(5)).contains("texcoord must hold"));
    assert!(refusal(|s| s.face.truncate(2)).contains("face must hold"));
    assert!(refusal(|s| s.face[0] = 3).contains("vertex 3 of 3"));
    assert!(refusal(|s| s.bones[0].vertid[0] = -1).contains("vertex -1 of 3"));
    assert!(refusal(|s| s.bones[1].vertweight.clear()).contains("'b'"));
    assert!(refusal(|s| s.bones[1].vertweight[0] = 0.0).contains("vertex 2 has no"));
    assert!(refusal(|s| s.file = "a.skn".into()).contains("not both"));
}
