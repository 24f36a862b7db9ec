//! Cubes and skyboxes from one file (repeated or a grid of faces) or from one file for each face.

use super::load::{colorspace, load};
use super::{TextureData, builtin, described, image_bytes};
use crate::asset::image::Image;
use crate::asset::{AssetError, AssetSource};
use crate::spec::Texture;

/// Most cells of a grid.
const MAX_CELLS: usize = 12;

/// Letters of the faces, in the order they are stored.
const FACE_LETTERS: &[u8] = b"RLUDFB";

/// Six faces, some of them perhaps not set.
struct Faces {
    width: usize,
    nchannel: usize,
    images: [Option<Vec<u8>>; 6],
}

impl Faces {
    fn new(width: usize, nchannel: usize) -> Result<Self, AssetError> {
        image_bytes(width, width.saturating_mul(6), nchannel)?;
        Ok(Self { width, nchannel, images: Default::default() })
    }

    /// The texture, with the faces that are missing in the first color.
    fn stack(self, spec: &Texture) -> TextureData {
        let mut plain = builtin::color(spec.rgb1).to_vec();
        plain.resize(self.nchannel, u8::MAX);
        let pixels = self.width * self.width;
        let faces = self.images.into_iter();
        let data = faces.flat_map(|face| face.unwrap_or_else(|| plain.repeat(pixels))).collect();
        TextureData { data, ..described(spec, self.width, 6 * self.width, self.nchannel) }
    }
}

/// A square file that all faces repeat, or a grid of faces.
pub(super) fn from_one_file(
    spec: &Texture,
    source: &AssetSource<'_>,
) -> Result<TextureData, AssetError> {
    let [rows, columns] = spec.gridsize.map(|n| usize::try_from(n).unwrap_or(0));
    if !(1..=MAX_CELLS).contains(&rows.saturating_mul(columns)) {
        return Err(AssetError::Invalid(format!(
            "gridsize must be positive with no more than {MAX_CELLS} cells, not {} x {}",
            spec.gridsize[0], spec.gridsize[1]
        )));
    }
    let image = load(spec, &spec.file, source)?;
    let colorspace = colorspace(spec.colorspace, &image);
    let (width, height) = (image.width, image.height);
    let square = width / columns == height / rows;
    if !square || !width.is_multiple_of(columns) || !height.is_multiple_of(rows) {
        return Err(AssetError::Invalid(format!(
            "file '{}' has {width} x {height} pixels, which gridsize does not cut into squares: \
             set gridsize to the rows and columns of faces in the file",
            spec.file
        )));
    }
    if [rows, columns] == [1, 1] {
        let described = described(spec, width, height, image.nchannel);
        return Ok(TextureData { data: image.data, colorspace, ..described });
    }

    let mut faces = Faces::new(width / columns, image.nchannel)?;
    for (cell, letter) in spec.gridlayout.bytes().take(rows * columns).enumerate() {
        if let Some(face) = FACE_LETTERS.iter().position(|known| *known == letter) {
            let corner = [cell / columns, cell % columns].map(|n| n * faces.width);
            faces.images[face] = Some(cut(&image, corner, faces.width));
        } else if letter != b'.' {
            return Err(AssetError::Invalid(format!(
                "gridlayout must consist of the letters .RLUDFB, not '{}'",
                char::from(letter)
            )));
        }
    }
    Ok(TextureData { colorspace, ..faces.stack(spec) })
}

/// The square of `side` pixels with its upper left corner at a row and column.
fn cut(image: &Image, [row, column]: [usize; 2], side: usize) -> Vec<u8> {
    let rows = image.data.chunks_exact(image.width * image.nchannel).skip(row).take(side);
    let bytes = column * image.nchannel..(column + side) * image.nchannel;
    rows.flat_map(|row| &row[bytes.clone()]).copied().collect()
}

/// One square file for each face; missing faces get the first color.
pub(super) fn from_face_files(
    spec: &Texture,
    source: &AssetSource<'_>,
) -> Result<TextureData, AssetError> {
    let mut space = spec.colorspace;
    let mut faces: Option<Faces> = None;
    for (i, file) in spec.cubefiles.iter().enumerate().filter(|(_, file)| !file.is_empty()) {
        let image = load(spec, file, source)?;
        // the first file decides for all faces
        space = colorspace(space, &image);
        if image.width != image.height {
            return Err(AssetError::Invalid(format!(
                "file '{file}' has {} x {} pixels: the face of a cube must be square",
                image.width, image.height
            )));
        }
        let all = match &mut faces {
            Some(all) => all,
            none => none.insert(Faces::new(image.width, image.nchannel)?),
        };
        if [image.width, image.nchannel] != [all.width, all.nchannel] {
            return Err(AssetError::Invalid(format!(
                "file '{file}' is {} pixels wide, but the faces before it are {}",
                image.width, all.width
            )));
        }
        all.images[i] = Some(image.data);
    }
    let Some(faces) = faces else {
        return Err(AssetError::Invalid(
            "a cube or skybox texture needs a file, at least one face file, a builtin or data"
                .into(),
        ));
    };
    Ok(TextureData { colorspace: space, ..faces.stack(spec) })
}
