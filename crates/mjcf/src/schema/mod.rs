//! The MJCF schema: how attributes are declared, read and written.
//!
//! Reader, writer, error messages and the reference table all come from these declarations. They stand once,
//! next to the spec field they set (see [`attr`]); [`crate::grammar`] says which element takes which of
//! them and what it may contain.

mod attr;
pub(crate) mod keyword;
mod number;
mod value;

pub(crate) use attr::{Attr, Element, attr, element, kind_of};
pub use keyword::Keyword;
pub(crate) use number::{BadNumber, is_space};
pub(crate) use value::{BadValue, Fit, Value, read_keywords};
