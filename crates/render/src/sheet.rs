//! Several pictures of one size on a sheet.

use crate::RenderError;

/// The most pixels of a picture: devices keep 50 bytes for each.
pub(crate) const LARGEST: u64 = 1 << 25;
/// The most pixels of several pictures that are drawn at once.
const TOGETHER: u64 = 1 << 22;

/// A sheet with rows and columns of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sheet {
    width: u32,
    height: u32,
    columns: u32,
    rows: u32,
}

impl Sheet {
    /// A sheet for so many pictures, or as many as fit.
    ///
    /// # Errors
    /// If not even one fits, or it is empty.
    pub(crate) fn new(
        count: usize,
        width: u32,
        height: u32,
        most: u32,
    ) -> Result<Self, RenderError> {
        let area = u64::from(width) * u64::from(height);
        let sides = 1..=most;
        if !sides.contains(&width) || !sides.contains(&height) || area > LARGEST {
            return Err(RenderError::Size { width, height, most });
        }
        let fitting = u32::try_from(TOGETHER / area).unwrap_or(1).max(1);
        let count = u32::try_from(count).unwrap_or(u32::MAX).clamp(1, fitting);
        let columns = count.isqrt().max(1).min(most / width);
        let rows = count.div_ceil(columns).min(most / height);
        Ok(Self { width, height, columns, rows })
    }

    /// Size in pixels.
    pub(crate) fn size(&self) -> [u32; 2] {
        [self.columns * self.width, self.rows * self.height]
    }

    /// How many pictures fit.
    pub(crate) fn most(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Pixels of a picture.
    pub(crate) fn pixels(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Where a picture is: left, top, width, height.
    pub(crate) fn rect(&self, i: usize) -> [u32; 4] {
        let i = i as u32;
        let (x, y) = (i % self.columns * self.width, i / self.columns * self.height);
        [x, y, self.width, self.height]
    }

    /// Splits a row of the sheet into rows of pictures: for each, which pixel of all pictures one
    /// after the other it begins with, and its bytes, four per pixel.
    pub(crate) fn split(&self, row: usize, bytes: &[u8], mut each: impl FnMut(usize, &[u8])) {
        let height = self.height as usize;
        let (down, y) = (row / height, row % height);
        for (across, bytes) in bytes.chunks_exact(4 * self.width as usize).enumerate() {
            let picture = down * self.columns as usize + across;
            each(picture * self.pixels() + y * self.width as usize, bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_put_in_rows_and_found_again() {
        let sheet = Sheet::new(5, 4, 3, 100).unwrap();
        assert_eq!((sheet.size(), sheet.most()), ([8, 9], 6));
        assert_eq!(sheet.rect(3), [4, 3, 4, 3]);
        let mut starts = Vec::new();
        sheet.split(4, &[0; 32], |at, bytes| starts.push((at, bytes.len())));
        assert_eq!(starts, [(2 * 12 + 4, 16), (3 * 12 + 4, 16)]);
    }

    #[test]
    fn sheets_are_no_larger_than_devices_can_hold() {
        let sheet = Sheet::new(1_000_000, 64, 48, 1000).unwrap();
        assert!(sheet.size().iter().all(|&side| side <= 1000));
        assert!((13..=16).contains(&Sheet::new(1000, 640, 480, 16384).unwrap().most()));
        assert_eq!(Sheet::new(1000, 4000, 3000, 16384).unwrap().most(), 1);
        assert!(Sheet::new(1, 16384, 16384, 16384).is_err());
        let error = Sheet::new(1, 0, 5, 1000).unwrap_err();
        assert_eq!(error, RenderError::Size { width: 0, height: 5, most: 1000 });
        assert!(Sheet::new(1, 5, 1001, 1000).is_err());
    }
}
