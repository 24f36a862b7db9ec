//! What a field is, in words: a sentence, its unit and its frame.

use std::fmt;

/// The documentation of a field: `What it is; unit, frame.`
///
/// The unit follows the last semicolon, the frame a comma after the unit. Both may be missing: ids,
/// counts and flags have neither. Units are products and quotients of `m`, `kg`, `s`, `N`, `rad` and
/// the like, `1` for a plain number; ` and ` stands between units of different entries, ` or `
/// between units that depend on the object. `any` is decided by what the field belongs to or by the
/// user.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Doc(&'static str);

impl Doc {
    /// Documentation of that text.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Self(text.trim_ascii())
    }

    /// The whole text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        self.0
    }

    /// What the field is, without unit and frame.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        self.0.rsplit_once("; ").map_or(self.0, |(sentence, _)| sentence).trim_end_matches('.')
    }

    /// The unit, `None` where there is none.
    #[must_use]
    pub fn unit(self) -> Option<&'static str> {
        let tail = self.tail()?;
        Some(tail.split_once(", ").map_or(tail, |(unit, _)| unit))
    }

    /// The frame or space that the numbers are given in, `None` where there is none.
    #[must_use]
    pub fn frame(self) -> Option<&'static str> {
        Some(self.tail()?.split_once(", ")?.1)
    }

    /// Unit and frame.
    fn tail(self) -> Option<&'static str> {
        Some(self.0.rsplit_once("; ")?.1.trim_end_matches('.'))
    }
}

impl fmt::Debug for Doc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::Doc;

    #[test]
    fn unit_and_frame_are_the_tail_of_the_sentence() {
        let doc = Doc::new(" Positions of body frames; m, world frame.");
        assert_eq!(doc.text(), "Positions of body frames; m, world frame.");
        assert_eq!(doc.sentence(), "Positions of body frames");
        assert_eq!((doc.unit(), doc.frame()), (Some("m"), Some("world frame")));
    }

    #[test]
    fn a_field_without_unit_has_no_tail() {
        let doc = Doc::new(" The body, -1 if there is none.");
        assert_eq!(doc.sentence(), "The body, -1 if there is none");
        assert_eq!((doc.unit(), doc.frame()), (None, None));
        assert_eq!(Doc::new("Mass; kg.").unit(), Some("kg"));
        assert_eq!(Doc::new("Mass; kg.").frame(), None);
    }
}
