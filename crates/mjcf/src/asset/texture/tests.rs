use super::*;
use crate::asset::image::tests::{encode, encode_rgb};
use crate::asset::{AssetCache, Files};
use crate::spec::{Spec, TextureMark};

const RED: [u8; 3] = [255, 0, 0];
const BLUE: [u8; 3] = [0, 0, 255];
const GREEN: [u8; 3] = [0, 255, 0];

/// A builtin of red and blue with green marks.
fn builtin(kind: TextureType, builtin: TextureBuiltin, width: i32, height: i32) -> Texture {
    Texture {
        kind,
        builtin,
        width,
        height,
        rgb1: [1.0, 0.0, 0.0],
        rgb2: [0.0, 0.0, 1.0],
        markrgb: [0.0, 1.0, 0.0],
        ..Texture::default()
    }
}

fn compiled(spec: &Texture) -> Result<TextureData, AssetError> {
    compile_texture(spec, &AssetSource::new(&Files::new()))
}

/// Compiles with files that are in memory.
fn with_files(spec: &Texture, list: &[(&str, Vec<u8>)]) -> Result<TextureData, AssetError> {
    let mut files = Files::new();
    for (name, bytes) in list {
        files.add(name, bytes.clone()).unwrap();
    }
    compile_texture(spec, &AssetSource::new(&files))
}

fn pixels(texture: &TextureData) -> Vec<[u8; 3]> {
    texture.data.as_chunks().0.to_vec()
}

/// A square PNG of one color.
fn plain(side: u32, rgb: [u8; 3]) -> Vec<u8> {
    encode_rgb((side, side), &rgb.repeat((side * side) as usize))
}

#[test]
fn checkers_swap_in_each_quarter() {
    let spec = builtin(TextureType::TwoD, TextureBuiltin::Checker, 2, 3);
    let texture = compiled(&spec).unwrap();
    assert_eq!((texture.width, texture.height, texture.nchannel), (2, 3, 3));
    assert_eq!(texture.colorspace, ColorSpace::Auto);
    assert_eq!(pixels(&texture), [RED, BLUE, BLUE, RED, BLUE, RED]);
}

#[test]
fn models_hold_textures_one_after_the_other() {
    let checker = builtin(TextureType::TwoD, TextureBuiltin::Checker, 5, 4);
    let cube = builtin(TextureType::Cube, TextureBuiltin::Gradient, 3, 0);
    let given = Texture { builtin: TextureBuiltin::None, data: vec![7; 60], ..checker.clone() };
    let textures = [checker.clone(), Texture { nchannel: 1, ..checker.clone() }, given, cube]
        .into_iter()
        .chain([Texture { nchannel: 4, ..checker }])
        .enumerate()
        .map(|(i, texture)| Texture { name: i.to_string(), ..texture });
    let spec = Spec { textures: textures.collect(), ..Spec::default() };
    let m = spec.compile().unwrap();
    let data = spec.textures.iter().map(|texture| compiled(texture).unwrap().data);
    assert_eq!(m.tex_data.as_slice(), data.collect::<Vec<_>>().concat());
}

#[test]
fn cubes_stack_six_faces() {
    let spec = builtin(TextureType::Cube, TextureBuiltin::Flat, 1, -7);
    let texture = compiled(&spec).unwrap();
    assert_eq!((texture.width, texture.height), (1, 6));
    assert_eq!(pixels(&texture), [RED, RED, RED, BLUE, RED, RED]);
}

#[test]
fn faces_of_checkered_cubes_are_alike_but_front_and_back_their_negative() {
    let cube = compiled(&builtin(TextureType::Cube, TextureBuiltin::Checker, 2, 0)).unwrap();
    let (face, negative) = ([RED, BLUE, BLUE, RED], [BLUE, RED, RED, BLUE]);
    assert_eq!(pixels(&cube), [face, face, face, face, negative, negative].concat());
}

#[test]
fn gradients_run_from_the_middle_and_from_the_top() {
    let flat = compiled(&builtin(TextureType::TwoD, TextureBuiltin::Gradient, 9, 9)).unwrap();
    assert_eq!(pixels(&flat)[40], RED);
    assert_eq!(pixels(&flat)[0], BLUE);
    let sky = compiled(&builtin(TextureType::Skybox, TextureBuiltin::Gradient, 9, 9)).unwrap();
    let middle = |face: usize| pixels(&sky)[81 * face + 40];
    assert_eq!((middle(2), middle(3)), (RED, BLUE));
    // the horizon is halfway between the colors, on all sides
    assert_eq!([0, 1, 4, 5].map(middle), [[127, 0, 127]; 4]);
}

#[test]
fn marks_are_drawn_on_every_face() {
    let marked = |mark, random| {
        let flat = builtin(TextureType::Cube, TextureBuiltin::Flat, 3, 0);
        let texture = compiled(&Texture { mark, random, ..flat }).unwrap();
        let faces = pixels(&texture);
        let green = |face: &[[u8; 3]]| face.iter().map(|p| *p == GREEN).collect::<Vec<_>>();
        faces.chunks(9).map(green).collect::<Vec<_>>()
    };
    let (o, x) = (false, true);
    assert_eq!(marked(TextureMark::Edge, 0.0), vec![vec![x, x, x, x, o, x, x, x, x]; 6]);
    assert_eq!(marked(TextureMark::Cross, 0.0), vec![vec![o, x, o, x, x, x, o, x, o]; 6]);
    assert_eq!(marked(TextureMark::Random, 1.0), vec![vec![x; 9]; 6]);
    assert_eq!(marked(TextureMark::Random, 0.0), vec![vec![o; 9]; 6]);
}

#[test]
fn builtins_are_drawn_in_rgb_whatever_the_channels() {
    let spec = Texture { nchannel: 4, ..builtin(TextureType::TwoD, TextureBuiltin::Flat, 2, 1) };
    assert_eq!(compiled(&spec).unwrap().data, [255, 0, 0, 255, 0, 0, 0, 0]);
    assert_eq!(compiled(&Texture { nchannel: 1, ..spec }).unwrap().data, [255, 0]);
}

#[test]
fn senseless_sizes_are_refused() {
    for (width, height) in [(0, 1), (1, 0), (-1, -1), (i32::MAX, i32::MAX), (60_000, 60_000)] {
        let spec = builtin(TextureType::TwoD, TextureBuiltin::Flat, width, height);
        assert!(compiled(&spec).is_err(), "{width} x {height}");
    }
    let spec = builtin(TextureType::Cube, TextureBuiltin::Flat, i32::MAX, 0);
    assert!(compiled(&spec).is_err());
    let spec = builtin(TextureType::TwoD, TextureBuiltin::Flat, 1, 1);
    assert!(compiled(&Texture { nchannel: 0, ..spec }).is_err());
    assert!(compiled(&Texture::default()).is_err());
    assert!(compiled(&Texture { kind: TextureType::TwoD, ..Texture::default() }).is_err());
}

#[test]
fn given_pixels_are_checked_and_flipped() {
    let spec = Texture {
        width: 2,
        height: 2,
        nchannel: 2,
        data: vec![1, 2, 3, 4, 5, 6, 7, 8],
        ..Texture::default()
    };
    assert_eq!(compiled(&spec).unwrap().data, spec.data);
    let mirrored = Texture { hflip: true, ..spec.clone() };
    assert_eq!(compiled(&mirrored).unwrap().data, [3, 4, 1, 2, 7, 8, 5, 6]);
    let upside_down = Texture { vflip: true, ..spec.clone() };
    assert_eq!(compiled(&upside_down).unwrap().data, [5, 6, 7, 8, 1, 2, 3, 4]);
    assert!(compiled(&Texture { nchannel: 3, ..spec }).is_err());
}

#[test]
fn files_decide_an_automatic_color_space() {
    let tagged = encode((1, 1), png::ColorType::Rgb, png::BitDepth::Eight, &RED, |encoder| {
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    });
    let list = [("plain.png", plain(1, RED)), ("tagged.png", tagged)];
    for (file, wanted, expected) in [
        ("plain.png", ColorSpace::Auto, ColorSpace::Linear),
        ("tagged.png", ColorSpace::Auto, ColorSpace::Srgb),
        ("tagged.png", ColorSpace::Linear, ColorSpace::Linear),
    ] {
        let spec = Texture {
            kind: TextureType::TwoD,
            file: file.into(),
            colorspace: wanted,
            ..Texture::default()
        };
        assert_eq!(with_files(&spec, &list).unwrap().colorspace, expected, "{file}");
    }
}

#[test]
fn one_square_file_is_repeated_on_all_faces() {
    let spec = Texture { file: "a.png".into(), ..Texture::default() };
    let texture = with_files(&spec, &[("a.png", plain(2, RED))]).unwrap();
    assert_eq!((texture.width, texture.height), (2, 2));
    let oblong = encode_rgb((2, 1), &[0; 6]);
    assert!(with_files(&spec, &[("a.png", oblong)]).is_err());
}

#[test]
fn grids_are_cut_into_faces() {
    // blue above red above black
    let column = encode_rgb((1, 3), &[0, 0, 255, 255, 0, 0, 0, 0, 0]);
    let spec = Texture {
        file: "a.png".into(),
        gridsize: [3, 1],
        gridlayout: "U.D".into(),
        rgb1: [0.0, 1.0, 0.0],
        ..Texture::default()
    };
    let list = [("a.png", column)];
    let texture = with_files(&spec, &list).unwrap();
    assert_eq!((texture.width, texture.height), (1, 6));
    assert_eq!(pixels(&texture), [GREEN, GREEN, BLUE, [0; 3], GREEN, GREEN]);
    let refused = |gridsize, gridlayout: &str| {
        let spec = Texture { gridsize, gridlayout: gridlayout.into(), ..spec.clone() };
        with_files(&spec, &list).is_err()
    };
    assert!(
        refused([3, 1], "UxD")
            && refused([0, 1], "")
            && refused([13, 1], "")
            && refused([2, 1], "UD")
    );
}

#[test]
fn separate_files_fill_their_faces() {
    let mut spec = Texture { rgb1: [0.0, 1.0, 0.0], ..Texture::default() };
    spec.cubefiles[1] = "left.png".into();
    spec.cubefiles[5] = "back.png".into();
    let texture =
        with_files(&spec, &[("left.png", plain(1, RED)), ("back.png", plain(1, BLUE))]).unwrap();
    assert_eq!(pixels(&texture), [GREEN, RED, GREEN, GREEN, GREEN, BLUE]);
    let unequal = [("left.png", plain(1, RED)), ("back.png", plain(2, BLUE))];
    assert!(with_files(&spec, &unequal).is_err());
}

#[test]
fn binary_and_ktx_files_are_taken_as_they_are() {
    let mut binary: Vec<u8> = [1_i32, 2].iter().flat_map(|n| n.to_le_bytes()).collect();
    binary.extend([1, 2, 3, 4, 5, 6]);
    let list =
        [("a.tex", binary.clone()), ("a.ktx", vec![7, 8, 9]), ("cut.tex", binary[..13].to_vec())];
    let flat =
        |file: &str| Texture { kind: TextureType::TwoD, file: file.into(), ..Texture::default() };
    let texture = with_files(&flat("a.tex"), &list).unwrap();
    assert_eq!((texture.width, texture.height, texture.data), (1, 2, vec![1, 2, 3, 4, 5, 6]));
    let texture = with_files(&flat("a.ktx"), &list).unwrap();
    assert_eq!((texture.width, texture.height, texture.nchannel), (3, 1, 1));
    assert!(with_files(&Texture { hflip: true, ..flat("a.ktx") }, &list).is_err());
    assert!(with_files(&Texture { nchannel: 4, ..flat("a.tex") }, &list).is_err());
    assert!(with_files(&flat("cut.tex"), &list).is_err());
    let stl = Texture { content_type: "model/stl".into(), ..flat("a.tex") };
    assert!(with_files(&stl, &list).unwrap_err().to_string().contains("model/stl"));
}

#[test]
fn cached_textures_differ_by_flips_and_channels() {
    let cache = AssetCache::default();
    let mut files = Files::new();
    files.add("a.png", encode_rgb((2, 1), &[1, 2, 3, 4, 5, 6])).unwrap();
    let source = AssetSource { cache: Some(&cache), ..AssetSource::new(&files) };
    let spec = Texture { kind: TextureType::TwoD, file: "a.png".into(), ..Texture::default() };
    let data = |spec: &Texture| compile_texture(spec, &source).unwrap().data;
    for _ in 0..2 {
        assert_eq!(data(&spec), [1, 2, 3, 4, 5, 6]);
        assert_eq!(data(&Texture { hflip: true, ..spec.clone() }), [4, 5, 6, 1, 2, 3]);
        assert_eq!(data(&Texture { nchannel: 1, ..spec.clone() }), [1, 4]);
    }
    assert_eq!(cache.len(), 3);
}
