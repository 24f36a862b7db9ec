//! Contacts of a height field with an element of a flex.

use super::body::Element;
use crate::collision::convex::{CcdOptions, Workspace};
use crate::collision::hfield::{Bounds, HeightField};
use crate::collision::shape::{Hits, Shape};

/// Contacts of a height field with an element of a flex.
#[doc(alias = "mjc_HFieldElem")]
pub(super) fn hfield_element(
    a: &Shape,
    element: &Element,
    margin: f64,
    opts: &CcdOptions,
    work: &mut Workspace,
    out: &mut Hits,
) {
    let Some(field) = HeightField::of(a) else { return };
    let element = element.seen_from(a.pos, a.mat);
    let bounds = Bounds::around(element.corners());
    if field.is_apart(&bounds, margin) {
        return;
    }
    let mut solid = element.solid(margin);
    field.collide(a, &bounds, margin, &mut solid, (opts, work), out);
}
