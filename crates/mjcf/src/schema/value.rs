//! Attribute types: how each kind of field is read from text and written back.

use ferrodyn_engine::math::{Quat, Vec3};

use super::keyword::Keyword;
use super::number::{BadNumber, Number, is_space, read_all};

/// How many values an attribute takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// As many as the field has.
    Exact,
    /// At most as many as the field has; the rest keep their value.
    UpTo,
}

/// Why an attribute's text could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BadValue {
    /// A token is not of the kind expected.
    Number(BadNumber, &'static str),
    /// Wrong number of values: wanted, found.
    Count { want: usize, upto: bool, got: usize },
    /// Not one of the keywords.
    Keyword { word: String, words: Vec<&'static str> },
    /// A keyword appears twice.
    Repeated(String),
    /// The quaternion is zero.
    ZeroQuat,
    /// Anything else, in words.
    Other(String),
}

/// A field type that an attribute can set.
pub(crate) trait Value {
    /// What the attribute holds, for the documentation and for messages.
    fn kind() -> String;
    /// Sets the field from text; false if the text holds no value at all.
    fn read(&mut self, text: &str, fit: Fit) -> Result<bool, BadValue>;
    /// The text that reads back to the same value.
    fn text(&self) -> String;
    /// Whether two values would be written alike.
    fn same(&self, other: &Self) -> bool;

    /// The first number that is infinite or NaN.
    fn nonfinite(&self) -> Option<f64> {
        None
    }

    /// The text to write, or nothing if the field equals its default.
    fn write(&self, default: &Self) -> Option<String> {
        (!self.same(default)).then(|| self.text())
    }
}

fn join<T: Number>(values: &[T]) -> String {
    values.iter().map(|v| v.write()).collect::<Vec<_>>().join(" ")
}

fn same<T: Number>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.write() == y.write())
}

fn nonfinite<T: Number>(values: &[T]) -> Option<f64> {
    values.iter().find_map(|value| value.nonfinite())
}

fn numbers<T: Number>(text: &str) -> Result<Vec<T>, BadValue> {
    read_all(text).map_err(|e| BadValue::Number(e, T::WHAT))
}

fn number_kind<T: Number>() -> &'static str {
    if T::WHAT == "an integer" { "int" } else { "real" }
}

fn read_into<T: Number>(field: &mut [T], text: &str, fit: Fit) -> Result<bool, BadValue> {
    let values = numbers::<T>(text)?;
    let (got, want) = (values.len(), field.len());
    if got == 0 {
        return Ok(false);
    }
    if got > want || (fit == Fit::Exact && got < want) {
        return Err(BadValue::Count { want, upto: fit == Fit::UpTo, got });
    }
    field[..got].copy_from_slice(&values);
    Ok(true)
}

macro_rules! scalar {
    ($($type:ty),+) => {$(
        impl Value for $type {
            fn kind() -> String {
                number_kind::<Self>().into()
            }
            fn read(&mut self, text: &str, fit: Fit) -> Result<bool, BadValue> {
                read_into(std::slice::from_mut(self), text, fit)
            }
            fn text(&self) -> String {
                Number::write(*self)
            }
            fn same(&self, other: &Self) -> bool {
                same(&[*self], &[*other])
            }
            fn nonfinite(&self) -> Option<f64> {
                Number::nonfinite(*self)
            }
        }
    )+};
}
scalar!(f64, f32, i32);

impl<T: Number, const N: usize> Value for [T; N] {
    fn kind() -> String {
        format!("{}({N})", number_kind::<T>())
    }
    fn read(&mut self, text: &str, fit: Fit) -> Result<bool, BadValue> {
        read_into(self, text, fit)
    }
    fn text(&self) -> String {
        join(self)
    }
    fn same(&self, other: &Self) -> bool {
        same(self, other)
    }
    fn nonfinite(&self) -> Option<f64> {
        nonfinite(self)
    }
}

impl<T: Number> Value for Vec<T> {
    fn kind() -> String {
        format!("{}(...)", number_kind::<T>())
    }
    fn read(&mut self, text: &str, _: Fit) -> Result<bool, BadValue> {
        let values = numbers::<T>(text)?;
        let found = !values.is_empty();
        if found {
            *self = values;
        }
        Ok(found)
    }
    fn text(&self) -> String {
        join(self)
    }
    fn same(&self, other: &Self) -> bool {
        same(self, other)
    }
    fn nonfinite(&self) -> Option<f64> {
        nonfinite(self)
    }
}

/// Names, separated by white space.
impl Value for Vec<String> {
    fn kind() -> String {
        "text(...)".into()
    }
    fn read(&mut self, text: &str, _: Fit) -> Result<bool, BadValue> {
        *self = text.split(is_space).filter(|w| !w.is_empty()).map(str::to_owned).collect();
        Ok(!self.is_empty())
    }
    fn text(&self) -> String {
        self.join(" ")
    }
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

impl Value for Vec3 {
    fn kind() -> String {
        <[f64; 3]>::kind()
    }
    fn read(&mut self, text: &str, fit: Fit) -> Result<bool, BadValue> {
        self.0.read(text, fit)
    }
    fn text(&self) -> String {
        self.0.text()
    }
    fn same(&self, other: &Self) -> bool {
        self.0.same(&other.0)
    }
    fn nonfinite(&self) -> Option<f64> {
        self.0.nonfinite()
    }
}

impl Value for Quat {
    fn kind() -> String {
        "quaternion".into()
    }
    fn read(&mut self, text: &str, fit: Fit) -> Result<bool, BadValue> {
        let found = self.0.read(text, fit)?;
        if self.0 == [0.0; 4] { Err(BadValue::ZeroQuat) } else { Ok(found) }
    }
    fn text(&self) -> String {
        self.0.text()
    }
    fn same(&self, other: &Self) -> bool {
        self.0.same(&other.0)
    }
    fn nonfinite(&self) -> Option<f64> {
        self.0.nonfinite()
    }
}

impl Value for String {
    fn kind() -> String {
        "text".into()
    }
    fn read(&mut self, text: &str, _: Fit) -> Result<bool, BadValue> {
        text.clone_into(self);
        Ok(true)
    }
    fn text(&self) -> String {
        self.clone()
    }
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

impl Keyword for bool {
    const WORDS: &'static [(&'static str, Self)] = &[("false", false), ("true", true)];
}

impl<K: Keyword> Value for K {
    fn kind() -> String {
        K::WORDS.iter().map(|(w, _)| *w).collect::<Vec<_>>().join(", ")
    }
    fn read(&mut self, text: &str, _: Fit) -> Result<bool, BadValue> {
        *self = K::from_word(text).ok_or_else(|| BadValue::Keyword {
            word: text.into(),
            words: K::WORDS.iter().map(|(w, _)| *w).collect(),
        })?;
        Ok(true)
    }
    fn text(&self) -> String {
        self.word().into()
    }
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

/// A field that may be unset; an attribute can only set it.
impl<T: Value + Default> Value for Option<T> {
    fn kind() -> String {
        T::kind()
    }
    fn read(&mut self, text: &str, fit: Fit) -> Result<bool, BadValue> {
        let mut value = T::default();
        let found = value.read(text, fit)?;
        if found {
            *self = Some(value);
        }
        Ok(found)
    }
    fn text(&self) -> String {
        self.as_ref().map(Value::text).unwrap_or_default()
    }
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => a.same(b),
            (None, _) => true,
            _ => false,
        }
    }
    fn nonfinite(&self) -> Option<f64> {
        self.as_ref().and_then(Value::nonfinite)
    }
}

/// Reads white-space separated keywords, none of them twice.
pub(crate) fn read_keywords<K: Keyword>(text: &str) -> Result<Vec<K>, BadValue> {
    let mut found: Vec<(&str, K)> = Vec::new();
    for word in text.split(is_space).filter(|w| !w.is_empty()) {
        if found.iter().any(|(w, _)| *w == word) {
            return Err(BadValue::Repeated(word.into()));
        }
        let mut value = K::WORDS[0].1;
        value.read(word, Fit::Exact)?;
        found.push((word, value));
    }
    Ok(found.into_iter().map(|(_, value)| value).collect())
}
