//! Enumerations that MJCF spells as keywords.

/// A type whose values are written as one of a fixed list of words.
pub trait Keyword: Copy + PartialEq + 'static {
    /// Every word with its value; the first word of a value is the one written.
    const WORDS: &'static [(&'static str, Self)];

    /// The word for this value; empty for a value MJCF cannot spell.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }

    /// The value of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(w, _)| *w == word).map(|(_, value)| *value)
    }
}

/// Declares an enumeration together with its MJCF keywords. The first variant is the default.
macro_rules! keywords {
    ($($(#[$doc:meta])* $vis:vis enum $name:ident {
        $($(#[$vdoc:meta])* $variant:ident = $value:literal $word:literal),+ $(,)?
    })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(i32)]
        $vis enum $name { $($(#[$vdoc])* $variant = $value),+ }

        impl $crate::schema::Keyword for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),+];
        }
    )+};
}
pub(crate) use keywords;
