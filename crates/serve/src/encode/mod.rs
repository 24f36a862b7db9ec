//! Encodes models and frames as messages, whose format [`protocol`](crate::protocol) describes.

mod asset;
mod frame;
mod model;
mod surface;

pub(crate) use frame::{Shapes, frame};
pub(crate) use model::model;

/// A run of entries of a table; none if it is not all there.
fn run<T>(entries: &[T], start: i32, len: i32) -> &[T] {
    let range = usize::try_from(start).ok().zip(usize::try_from(len).ok());
    range.and_then(|(start, len)| entries.get(start..start.checked_add(len)?)).unwrap_or(&[])
}
