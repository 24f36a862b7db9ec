//! Messages in the making, four bytes at a time.

use bytes::Bytes;

/// The kinds of messages to the page; see [`protocol`](crate::protocol).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Kind {
    Hello = 1,
    Model,
    Mesh,
    Hfield,
    Texture,
    Surface,
    Shapes,
    Frame,
    Problem,
}

/// A message in the making.
#[derive(Debug)]
pub(crate) struct Wire(Vec<u8>);

impl Wire {
    pub(crate) fn new(kind: Kind) -> Self {
        Self(Vec::new()).u32(kind as u32)
    }

    #[must_use]
    pub(crate) fn u32(mut self, x: u32) -> Self {
        self.0.extend_from_slice(&x.to_le_bytes());
        self
    }

    #[must_use]
    pub(crate) fn i32(mut self, x: i32) -> Self {
        self.0.extend_from_slice(&x.to_le_bytes());
        self
    }

    #[must_use]
    pub(crate) fn count(self, x: usize) -> Self {
        self.u32(u32::try_from(x).unwrap_or(u32::MAX))
    }

    #[must_use]
    pub(crate) fn flag(self, x: bool) -> Self {
        self.u32(u32::from(x))
    }

    #[must_use]
    pub(crate) fn f64(mut self, x: f64) -> Self {
        self.0.extend_from_slice(&x.to_le_bytes());
        self
    }

    #[must_use]
    pub(crate) fn floats(mut self, values: &[f32]) -> Self {
        self.extend(values);
        self
    }

    #[must_use]
    pub(crate) fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    #[must_use]
    pub(crate) fn bytes(self, bytes: &[u8]) -> Self {
        let mut wire = self.count(bytes.len());
        wire.0.extend_from_slice(bytes);
        wire.padded()
    }

    /// Numbers of entries of a table of `len`, in two bytes each if that is enough.
    #[must_use]
    pub(crate) fn indices(mut self, indices: &[i32], len: usize) -> Self {
        if is_small(len) {
            self.0.extend(indices.iter().flat_map(|&i| (i as u16).to_le_bytes()));
        } else {
            self.0.extend(indices.iter().flat_map(|i| i.to_le_bytes()));
        }
        self.padded()
    }

    pub(crate) fn extend(&mut self, values: &[f32]) {
        self.0.extend(values.iter().flat_map(|x| x.to_le_bytes()));
    }

    fn padded(mut self) -> Self {
        self.0.resize(self.0.len().next_multiple_of(4), 0);
        self
    }

    pub(crate) fn done(self) -> Bytes {
        self.0.into()
    }
}

/// Whether two bytes tell the entries of a table apart.
pub(crate) fn is_small(len: usize) -> bool {
    len <= 1 << 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_a_multiple_of_four_bytes() {
        let wire = Wire::new(Kind::Problem).text("abcde").indices(&[1, 2, 3], 4).flag(true);
        let expected: &[u8] = b"\x09\0\0\0\x05\0\0\0abcde\0\0\0\x01\0\x02\0\x03\0\0\0\x01\0\0\0";
        assert_eq!(wire.done(), expected);
        assert_eq!(Wire::new(Kind::Hello).indices(&[70_000], 70_001).done().len(), 8);
    }
}
