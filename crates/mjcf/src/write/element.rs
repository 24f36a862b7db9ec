//! Which attributes turn one element into another.
//!
//! An element is written as its difference from what it starts from: the values of its default
//! class, or the built-in ones. The attributes found are applied to a copy, as the reader would,
//! and the result compared with the element: some differences have no words (a default class can
//! set `mass`, no attribute unsets it).

use ferrodyn_engine::math::Quat;

use crate::grammar::{MJCF, Rule};
use crate::schema::{Attr, Element};
use crate::spec::{Body, Camera, Frame, Geom, Inertial, Orientation, Site};

/// Attributes to write, and whether reading them gives the element back.
#[derive(Clone, Debug)]
pub(super) struct WrittenAttrs {
    pub(super) attrs: Vec<(&'static str, String)>,
    pub(super) exact: bool,
}

impl WrittenAttrs {
    /// Both together.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.attrs.extend(other.attrs);
        self.exact &= other.exact;
        self
    }
}

/// The attributes that MJCF allows for the element at a path below the root.
pub(super) fn allowed(path: &[&str]) -> &'static [&'static str] {
    let mut rule: Option<&'static Rule> = Some(&MJCF);
    for name in path {
        rule = rule.and_then(|rule| rule.child(name));
    }
    rule.map_or(&[], Rule::attrs)
}

/// What to write for `element` where reading starts from `base`.
pub(super) fn attrs_of<E: Element + Clone>(
    element: &E,
    base: &E,
    allowed: &[&str],
) -> WrittenAttrs {
    let rows = E::ATTRS.iter().filter(|row| allowed.contains(&row.name));
    let (attrs, state) = attrs_of_each(element, base, rows);
    WrittenAttrs { attrs, exact: same(element, &state) }
}

/// As [`attrs_of`], with the rows of a table; what they do not say does not count.
pub(super) fn attrs_of_rows<E: Clone + 'static>(
    element: &E,
    base: &E,
    rows: &'static [Attr<E>],
) -> WrittenAttrs {
    WrittenAttrs { attrs: attrs_of_each(element, base, rows.iter()).0, exact: true }
}

/// The attributes that rows write, and what reading them over `base` gives.
fn attrs_of_each<E: Clone + 'static>(
    element: &E,
    base: &E,
    rows: impl Iterator<Item = &'static Attr<E>>,
) -> (Vec<(&'static str, String)>, E) {
    let mut state = base.clone();
    let mut attrs = Vec::new();
    for row in rows {
        if let Some(text) = (row.write)(element, base) {
            let text = shorten(row, element, base, text);
            // text that is refused leaves the state different
            let _ = (row.read)(&mut state, &text);
            attrs.push((row.name, text));
        }
    }
    (attrs, state)
}

/// Whether all attributes of two elements are the same.
pub(super) fn same<E: Element>(a: &E, b: &E) -> bool {
    E::ATTRS.iter().all(|row| (row.write)(a, b).is_none() && (row.write)(b, a).is_none())
}

/// Leaves out last numbers that keep their value when they are not given.
fn shorten<E: Clone>(row: &Attr<E>, element: &E, base: &E, mut text: String) -> String {
    const LONGEST: usize = 12;
    if text.split(' ').nth(LONGEST).is_some() {
        return text;
    }
    while let Some((shorter, _)) = text.rsplit_once(' ') {
        let mut state = base.clone();
        let kept = (row.read)(&mut state, shorter).is_ok_and(|found| found)
            && (row.write)(element, &state).is_none();
        if !kept {
            break;
        }
        text = shorter.to_owned();
    }
    text
}

/// An element with an orientation.
pub(super) trait Oriented: Element + Clone {
    fn quat(&mut self) -> &mut Quat;
    fn alt(&self) -> Orientation;
}

macro_rules! oriented {
    ($($type:ty),+) => {$(
        impl Oriented for $type {
            fn quat(&mut self) -> &mut Quat {
                &mut self.quat
            }
            fn alt(&self) -> Orientation {
                self.alt
            }
        }
    )+};
}
oriented!(Body, Frame, Inertial, Geom, Site, Camera);

/// As [`attrs_of`], with the orientation.
pub(super) fn say_oriented<E: Oriented>(element: &E, base: &E, allowed: &[&str]) -> WrittenAttrs {
    let alt = attrs_of(&element.alt(), &base.alt(), allowed);
    if element.alt() == Orientation::Quat {
        return attrs_of(element, base, allowed).and(alt);
    }
    // the quaternion does not count, and only one orientation can be given
    let mut element = element.clone();
    *element.quat() = *base.clone().quat();
    attrs_of(&element, base, allowed).and(alt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_numbers_that_stay_are_left_out() {
        let base = Geom::default();
        let geom = Geom { size: [0.25, 0.0, 0.0], user: vec![1.0, 0.0], ..Geom::default() };
        let said = attrs_of(&geom, &base, allowed(&["body", "geom"]));
        assert_eq!(said.attrs, [("size", "0.25".to_owned()), ("user", "1 0".to_owned())]);
        assert!(said.exact);
    }

    #[test]
    fn a_negative_zero_is_not_a_zero() {
        let geom = Geom { solmix: -0.0, density: -0.0, ..Geom::default() };
        let base = Geom { solmix: 0.0, ..Geom::default() };
        let said = attrs_of(&geom, &base, allowed(&["body", "geom"]));
        assert_eq!(said.attrs, [("density", "-0".to_owned()), ("solmix", "-0".to_owned())]);
    }

    #[test]
    fn what_no_attribute_can_undo_is_noticed() {
        let rule = allowed(&["body", "geom"]);
        let plain = Geom::default();
        let with_mass = Geom { mass: Some(1.0), ..Geom::default() };
        let with_user = Geom { user: vec![1.0], ..Geom::default() };
        let turned = Geom { alt: Orientation::ZAxis([1.0, 0.0, 0.0]), ..Geom::default() };
        for base in [with_mass, with_user, turned] {
            assert!(!say_oriented(&plain, &base, rule).exact, "{base:?}");
            assert!(say_oriented(&base, &plain, rule).exact, "{base:?}");
        }
    }
}
