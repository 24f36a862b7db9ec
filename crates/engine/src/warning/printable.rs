//! Text that comes from a file, such as the names of a model, for terminals.

/// Text without characters that a terminal would act upon, but for ends of lines: each is replaced by
/// U+FFFD.
///
/// ```
/// use ferrodyn::warning::printable;
/// assert_eq!(printable("arm\u{1b}[2J"), "arm\u{fffd}[2J");
/// ```
#[must_use]
pub fn printable(text: &str) -> String {
    let replace =
        |c: char| if acts_on_terminal(c) && c != '\n' { char::REPLACEMENT_CHARACTER } else { c };
    text.chars().map(replace).collect()
}

/// Whether a terminal acts upon a character instead of showing it: control characters, those that change the
/// direction of what follows or break lines, and those that are not seen at all.
#[must_use]
pub fn acts_on_terminal(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}
