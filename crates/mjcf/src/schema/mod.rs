//! The MJCF schema: which elements there are, which attributes they take and what those hold.
//!
//! Reader, writer, error messages and the reference table all come from here. Attributes are
//! declared once, next to the spec field they set (see [`attr`]); [`grammar`] says which element
//! takes which of them and what it may contain.

mod attr;
mod grammar;
mod listing;
mod number;
mod sets;
mod table;
mod value;

pub(crate) use attr::{Attr, Element, attr, element, kind_of};
pub(crate) use grammar::{Count, FRAME, MJCF, REPLICATE, Rule};
pub use listing::{ListingStyle, schema_listing};
pub(crate) use number::BadNumber;
pub use table::schema_table;
pub(crate) use value::{BadValue, Fit, Value, read_keywords};
