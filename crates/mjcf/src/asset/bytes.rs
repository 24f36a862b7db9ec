//! Little-endian numbers out of the bytes of binary asset files.

/// The first `N` 32-bit integers and the bytes after them; `None` if there are too few.
pub(crate) fn header<const N: usize>(bytes: &[u8]) -> Option<([i32; N], &[u8])> {
    let (head, rest) = bytes.split_at_checked(4 * N)?;
    let mut numbers = ints(head).into_iter();
    Some((std::array::from_fn(|_| numbers.next().unwrap_or_default()), rest))
}

/// All 32-bit integers; up to three last bytes are left out.
pub(crate) fn ints(bytes: &[u8]) -> Vec<i32> {
    bytes.as_chunks().0.iter().map(|number| i32::from_le_bytes(*number)).collect()
}

/// All 32-bit floats; up to three last bytes are left out.
pub(crate) fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|number| f32::from_le_bytes(*number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_little_endian() {
        let bytes = [1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0x80, 0x3f, 9];
        assert_eq!(header::<2>(&bytes), Some(([1, -1], &bytes[8..])));
        assert_eq!(header::<4>(&bytes), None);
        assert_eq!(ints(&bytes), [1, -1, 0x3f80_0000]);
        assert_eq!(floats(&bytes[8..]), [1.0]);
    }
}
