//! A model from its arrays, as other programs have them in memory.

use super::FormatError;
use crate::fields::Row;
use crate::model::{Draft, Model, is_derived};
use crate::sizes::{SizeError, Sizes};

impl Model {
    /// Makes a model of its sizes and of arrays by MuJoCo's names, as this machine has them in memory.
    /// Structure that follows from the rest is computed where `array` has none, else compared; the table
    /// of names is made anew. Options, statistics and visualization stay at their defaults, and plugins
    /// are not made.
    ///
    /// # Errors
    /// If an array is missing or does not have the length that the sizes give it, before anything is
    /// allocated; or if an id or address is out of range.
    pub fn from_arrays<'a>(
        sizes: Sizes,
        array: impl Fn(&'static str) -> Option<&'a [u8]>,
    ) -> Result<Self, FormatError> {
        for Row { info, bytes, .. } in Self::ROWS {
            let name = info.name;
            let scalar = info.count.is_empty().then(|| info.dtype.size());
            let needed = scalar.or_else(|| bytes(&sizes)).ok_or(SizeError::Total)?;
            match array(name) {
                None if name == "names_map" || is_derived(name) => {}
                None => return Err(FormatError::Missing(name)),
                Some(given) if given.len() == needed => {}
                Some(_) => return Err(FormatError::Shape(name.to_owned())),
            }
        }
        let mut draft = Draft::new(sizes)?;
        let m: &mut Self = &mut draft;
        m.try_for_each_field_mut(|field| match array(field.name) {
            Some(given) if given.len() == field.bytes.len() => {
                field.bytes.copy_from_slice(given);
                Ok(())
            }
            // the names of a model take at least a byte, their table what there are of objects
            Some(_) => Err(FormatError::Shape(field.name.to_owned())),
            None => Ok(()),
        })?;
        draft.build_names_map();
        Ok(draft.finish_filled(|name| array(name).is_none())?)
    }
}
