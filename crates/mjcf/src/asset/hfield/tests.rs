use super::super::image::tests::encode_gray;
use super::super::{AssetCache, Files};
use super::*;

fn inline(nrow: i32, ncol: i32, elevation: &[f32]) -> HField {
    HField { size: [1.0; 4], nrow, ncol, elevation: elevation.into(), ..HField::default() }
}

fn from_file(file: &str, bytes: &[u8]) -> Result<HFieldData, AssetError> {
    let mut files = Files::new();
    files.add(file, bytes).unwrap();
    let spec = HField { file: file.into(), size: [1.0; 4], ..HField::default() };
    compile_hfield(&spec, &AssetSource::new(&files))
}

fn compiled(spec: &HField) -> Result<HFieldData, AssetError> {
    compile_hfield(spec, &AssetSource::new(&Files::new()))
}

#[test]
fn elevations_are_scaled_to_the_unit_range() {
    let grid = compiled(&inline(2, 3, &[-1.0, 0.0, 3.0, 1.0, 1.0, 2.0])).unwrap();
    assert_eq!((grid.nrow, grid.ncol), (2, 3));
    assert_eq!(grid.data, [0.0, 0.25, 1.0, 0.5, 0.5, 0.75]);
    assert_eq!(compiled(&inline(1, 2, &[5.0, 5.0])).unwrap().data, [0.0, 0.0]);
}

#[test]
fn images_are_turned_over() {
    let grid = from_file("a.png", &encode_gray((2, 3), &[0, 255, 51, 51, 102, 102])).unwrap();
    assert_eq!((grid.nrow, grid.ncol), (3, 2));
    assert_eq!(grid.data, [0.4, 0.4, 0.2, 0.2, 0.0, 1.0]);
}

#[test]
fn binary_files_hold_two_sizes_and_floats() {
    let mut bytes: Vec<u8> = [1_i32, 2].iter().flat_map(|n| n.to_le_bytes()).collect();
    bytes.extend([4.0_f32, 2.0].iter().flat_map(|z| z.to_le_bytes()));
    assert_eq!(from_file("a.hf", &bytes).unwrap().data, [1.0, 0.0]);
    for bad in [&bytes[..4], &bytes[..8], &bytes[..15]] {
        assert!(from_file("a.hf", bad).is_err(), "{bad:?}");
    }
    bytes[..8].copy_from_slice(&[0xff; 8]);
    assert!(from_file("a.hf", &bytes).is_err());
}

#[test]
fn contradictions_are_refused() {
    assert!(compiled(&inline(2, 2, &[0.0; 3])).is_err());
    assert!(compiled(&inline(-1, -3, &[0.0; 3])).is_err());
    assert!(compiled(&inline(0, 0, &[])).is_err());
    assert!(compiled(&inline(1, 1, &[f32::NAN])).is_err());
    let flat = HField { size: [1.0, 1.0, 0.0, 1.0], ..inline(1, 1, &[0.0]) };
    assert!(compiled(&flat).unwrap_err().to_string().contains("number 3"));
    let both = HField { file: "a.png".into(), ..inline(1, 1, &[0.0]) };
    assert!(compiled(&both).unwrap_err().to_string().contains("not both"));
    assert!(from_file("a.stl", b"x").unwrap_err().to_string().contains("model/stl"));
}

#[test]
fn cached_files_are_decoded_once() {
    let cache = AssetCache::default();
    let mut files = Files::new();
    files.add("a.png", encode_gray((1, 2), &[0, 9])).unwrap();
    let source = AssetSource { cache: Some(&cache), ..AssetSource::new(&files) };
    let spec = HField { file: "a.png".into(), size: [1.0; 4], ..HField::default() };
    let first = compile_hfield(&spec, &source).unwrap();
    assert_eq!(compile_hfield(&spec, &source).unwrap(), first);
    assert_eq!((cache.len(), cache.size()), (1, 8));
}
