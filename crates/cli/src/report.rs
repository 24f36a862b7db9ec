//! Problems of models as text, in color where the output is a terminal.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use ferrodyn::warning::acts_on_terminal as acts;
pub(crate) use ferrodyn::warning::printable;
use ferrodyn::{LoadError, Problem, ProblemKind};
use ferrodyn_rollouts::Place;
use serde::Serialize;
use serde_json::Value;

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GREEN: Style = AnsiColor::Green.on_default();

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Severity {
    /// The model cannot be loaded.
    Error,
    /// MuJoCo ignores it, and so does the model.
    Warning,
    /// Of a URDF file, not in the model.
    Note,
}

impl Severity {
    pub(crate) fn word(self) -> (&'static str, Style) {
        match self {
            Self::Error => ("error", AnsiColor::Red.on_default().bold()),
            Self::Warning => ("warning", AnsiColor::Yellow.on_default().bold()),
            Self::Note => ("note", AnsiColor::Cyan.on_default().bold()),
        }
    }
}

/// Writes `place: error: message`, then the line of text it is about.
pub(crate) fn problem(
    out: &mut impl Write,
    file: &str,
    severity: Severity,
    problem: &Problem,
) -> io::Result<()> {
    // the place is the start of the first line; without one, the file is named
    let text = printable(&problem.to_string());
    let place = problem.location.as_ref().map(|location| printable(&location.to_string()));
    let place = place.filter(|place| text.starts_with(&format!("{place}: ")));
    let message = place.as_ref().map_or(&text[..], |place| &text[place.len() + 2..]);
    let place = place.as_deref().unwrap_or(file);

    let (word, style) = severity.word();
    let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
    writeln!(out, "{BOLD}{place}:{BOLD:#} {style}{word}:{style:#} {first}")?;
    for line in rest.lines() {
        writeln!(out, "{DIM}{line}{DIM:#}")?;
    }
    Ok(())
}

/// A problem for programs; one without a place is about the file as a whole.
pub(crate) fn described(severity: Severity, problem: &Problem) -> Value {
    let place = problem.location.as_ref().map(|location| &location.place);
    serde_json::json!({
        "severity": severity.word().0,
        "file": place.map(|place| &*place.file),
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "element": problem.element,
        "message": problem.message,
        "help": problem.help,
    })
}

/// Writes all problems of an error, those of a file in the order of its lines.
pub(crate) fn error(out: &mut impl Write, file: &str, error: &LoadError) -> io::Result<()> {
    let mut sorted: Vec<_> = error.problems.iter().collect();
    sorted.sort_by_key(|p| {
        p.location.as_ref().map(|l| (l.place.file.clone(), l.place.line, l.place.column))
    });
    for p in sorted {
        problem(out, file, Severity::Error, p)?;
    }
    match error.omitted {
        0 => Ok(()),
        n => writeln!(out, "{file}: and {}", count(n, "more problem")),
    }
}

/// Says on the standard error stream why a command gave up.
pub(crate) fn failure(message: &dyn Display) {
    let (word, style) = Severity::Error.word();
    let message = printable(&message.to_string());
    // there is nobody left to tell if this fails
    let _ = writeln!(anstream::stderr(), "{style}{word}:{style:#} {message}");
}

/// The exit status for an error: a file that was asked for and is not there is no fault of a model.
pub(crate) fn status(error: &LoadError) -> u8 {
    let unread =
        matches!(&error.problems[..], [p] if p.kind == ProblemKind::Io && p.location.is_none());
    if unread { crate::FAILED } else { crate::PROBLEMS }
}

/// `1 thing`, `2 things`.
pub(crate) fn count(n: usize, what: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{n} {what}{s}")
}

/// Something as JSON, in which characters that a terminal would act upon are escaped.
pub(crate) fn json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    writeln!(out, "{}", escaped(&text, |code| format!("\\u{code:04x}")))
}

/// XML in which characters that a terminal would act upon are references to characters.
pub(crate) fn xml_for_terminals(text: &str) -> String {
    let of = |c: char| format!("&#x{:x};", u32::from(c));
    let write = |c: char| if acts(c) && !"\n\r\t".contains(c) { of(c) } else { c.to_string() };
    text.chars().map(write).collect()
}

/// Writes codes of UTF-16 for what terminals act upon; JSON has such characters within its texts only.
fn escaped(text: &str, of: impl Fn(u16) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if acts(c) && c != '\n' {
            out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|&code| of(code)));
        } else {
            out.push(c);
        }
    }
    out
}

/// A whole number with commas.
pub(crate) fn thousands(x: f64) -> String {
    let digits = format!("{x:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Where a failure is, on a line.
pub(crate) fn place_in_words(place: &Place) -> String {
    printable(&place.to_string()).replace('\n', " ")
}

/// An error of a file, with its name.
pub(crate) fn in_file(file: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", printable(&file.to_string_lossy())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_act_upon_is_shown_otherwise() {
        let evil = "a\u{1b}[31m\u{9b}31m\u{7f}b\u{202e}c\u{2066}d\u{2028}e\u{200b}f\u{e0041}\n";
        let shown = printable(evil);
        assert_eq!(shown.replace(char::REPLACEMENT_CHARACTER, ""), "a[31m31mbcdef\n");
        // what people write stays
        let fine = "näme 腕 🤖 كتف é\n";
        assert_eq!(printable(fine), fine);

        let mut text = Vec::new();
        json(&mut text, &[evil, fine]).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.chars().all(|c| c == '\n' || !acts(c)), "{text:?}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).unwrap(), [evil, fine]);
        assert!(text.contains("\\udb40\\udc41"), "{text}");
        assert_eq!(xml_for_terminals("<a b=\"\u{9b}é\"/>\n"), "<a b=\"&#x9b;é\"/>\n");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([thousands(12.0), thousands(1_234_567.0)], ["12", "1,234,567"]);
    }
}
