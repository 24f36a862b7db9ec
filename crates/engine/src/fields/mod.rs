//! Flat, typed storage for every array of [`Model`](crate::Model) and [`Data`](crate::Data), and
//! the macros that turn one table into struct, constructor, enumeration and serialization.
//!
//! - [`Element`]: what one entry may be, and how it looks as plain numbers;
//! - [`Field`], [`Rows`]: buffers indexed by a typed id, of fixed or model-dependent width;
//! - [`Link`], [`Kind`]: entries that are ids or constants;
//! - [`Storage`]: a buffer or scalar seen as bytes with a dtype and a shape;
//! - [`Doc`]: what a field is, its unit and frame;
//! - [`FieldRef`], [`FieldMut`], [`FieldInfo`]: one row of a table, with or without its values.

mod doc;
mod element;
mod field;
mod link;
mod record;
mod storage;
mod table;

pub use doc::Doc;
pub use element::{Char, DType, Element, Layout, Member, Scalar};
pub use field::{Field, Rows};
pub use link::{Kind, KindOf, Link};
pub(crate) use record::record;
pub(crate) use storage::Allocate;
pub use storage::{FieldInfo, FieldMut, FieldRef, Shape, Stage, Storage};
pub use table::Table;
pub(crate) use table::{Row, plain_fields, row, views, views_of_rows};
