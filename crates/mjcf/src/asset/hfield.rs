//! Height fields: elevations on a grid, scaled to the range 0 to 1.
//!
//! Row 0 of the grid is at the lowest y. Images are turned over for that, because their first row
//! is at the top; elevations in a spec and in a binary file already come in grid order.
//!
//! The binary format is `nrow`, `ncol` (32-bit integers) and `nrow * ncol` floats.

use super::bytes::{floats, header};
use super::image::decode_png;
use super::{AssetError, AssetSource};
use crate::path;
use crate::spec::HField;

/// The grid of a height field, as in `hfield_nrow`, `hfield_ncol` and `hfield_data`.
#[derive(Clone, Debug, PartialEq)]
pub struct HFieldData {
    /// Points along y.
    pub nrow: usize,
    /// Points along x.
    pub ncol: usize,
    /// Elevation of each point between 0 and 1, row by row.
    pub data: Vec<f32>,
}

/// Smallest range of elevations that is scaled up to 1.
const MIN_RANGE: f64 = 1e-14;

/// Reads or takes the elevations of a height field and scales them to the range 0 to 1.
///
/// # Errors
/// For sizes that are not positive, missing, doubled or mismatched elevations, and unreadable
/// files.
#[doc(alias = "mjCHField::Compile")]
pub fn compile_hfield(spec: &HField, source: &AssetSource<'_>) -> Result<HFieldData, AssetError> {
    let mut grid = if spec.file.is_empty() { inline_grid(spec)? } else { HFieldData::EMPTY };
    if !spec.file.is_empty() && !spec.elevation.is_empty() {
        return Err(AssetError::Invalid("give either a file or elevation data, not both".into()));
    }
    if let Some(i) = spec.size.iter().position(|size| *size <= 0.0) {
        return Err(AssetError::Invalid(format!("size must be positive: number {} is not", i + 1)));
    }
    if !spec.file.is_empty() {
        grid = load(spec, source)?;
    }
    if grid.data.is_empty() {
        return Err(AssetError::Invalid(
            "the height field has no elevations: give a file, or nrow, ncol and elevation".into(),
        ));
    }
    normalize(&mut grid.data)?;
    Ok(grid)
}

impl HFieldData {
    const EMPTY: Self = Self { nrow: 0, ncol: 0, data: Vec::new() };
}

/// The grid given in the spec itself; empty if there is none.
fn inline_grid(spec: &HField) -> Result<HFieldData, AssetError> {
    if spec.elevation.is_empty() {
        return Ok(HFieldData::EMPTY);
    }
    let (Ok(nrow), Ok(ncol)) = (usize::try_from(spec.nrow), usize::try_from(spec.ncol)) else {
        return Err(AssetError::Invalid("nrow and ncol must be positive".into()));
    };
    if nrow.checked_mul(ncol) != Some(spec.elevation.len()) {
        return Err(AssetError::Invalid(format!(
            "elevation data length must match nrow*ncol: {nrow} x {ncol} numbers are needed, not {}",
            spec.elevation.len()
        )));
    }
    Ok(HFieldData { nrow, ncol, data: spec.elevation.clone() })
}

fn load(spec: &HField, source: &AssetSource<'_>) -> Result<HFieldData, AssetError> {
    let media_type = path::media_type(&spec.file, &spec.content_type);
    let decode = match media_type.as_str() {
        "image/png" => from_png,
        "" | "image/vnd.mujoco.hfield" => from_binary,
        _ => {
            return Err(AssetError::Invalid(format!(
                "a height field cannot be of type '{media_type}': use image/png or \
                 image/vnd.mujoco.hfield"
            )));
        }
    };
    let bytes = source.read(&spec.file)?;
    let in_file = |e: AssetError| AssetError::Invalid(format!("file '{}': {e}", spec.file));
    let Some(cache) = source.cache else {
        return decode(&bytes).map_err(in_file);
    };
    let size = |grid: &HFieldData| size_of_val(&grid.data[..]);
    let shared = cache.get_or_decode("hfield", &media_type, &bytes, size, || decode(&bytes));
    shared.map(|grid| (*grid).clone()).map_err(in_file)
}

fn from_png(bytes: &[u8]) -> Result<HFieldData, AssetError> {
    let image = decode_png(bytes, 1)?;
    let rows = image.data.chunks_exact(image.width).rev();
    let data = rows.flatten().map(|gray| f32::from(*gray)).collect();
    Ok(HFieldData { nrow: image.height, ncol: image.width, data })
}

fn from_binary(bytes: &[u8]) -> Result<HFieldData, AssetError> {
    let Some(([nrow, ncol], rest)) = header::<2>(bytes) else {
        return Err(AssetError::Invalid(
            "it is too short for the numbers of rows and columns".into(),
        ));
    };
    let (Ok(rows), Ok(cols)) = (usize::try_from(nrow), usize::try_from(ncol)) else {
        return Err(AssetError::Invalid("its numbers of rows and columns are not positive".into()));
    };
    if rows == 0 || cols == 0 {
        return Err(AssetError::Invalid("its numbers of rows and columns are not positive".into()));
    }
    if rows.checked_mul(cols).and_then(|n| n.checked_mul(4)) != Some(rest.len()) {
        return Err(AssetError::Invalid(format!(
            "its {} bytes do not hold as many floats as its numbers of rows and columns say",
            bytes.len()
        )));
    }
    Ok(HFieldData { nrow: rows, ncol: cols, data: floats(rest) })
}

/// Shifts the lowest elevation to 0 and scales the highest to 1; a flat field is only shifted.
fn normalize(data: &mut [f32]) -> Result<(), AssetError> {
    let (mut low, mut high) = (1e10_f32, -1e10_f32);
    for z in &*data {
        // comparisons rather than min and max: NaN counts for neither
        low = if *z < low { *z } else { low };
        high = if high < *z { *z } else { high };
    }
    if low > high {
        return Err(AssetError::Invalid("its elevations are not finite numbers".into()));
    }
    let range = high - low;
    for z in data {
        *z -= low;
        if f64::from(range) > MIN_RANGE {
            *z /= range;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
