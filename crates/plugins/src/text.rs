//! Numbers in attributes, read as C reads them: as far as the text is one.

use ferrodyn_engine::hooks::{Attributes, PluginError};

/// The number that a text starts with, 0 if it starts with none, and what follows.
pub(crate) fn leading_number(text: &str) -> (f64, &str) {
    let start = text.trim_start();
    let len = number_len(start.as_bytes());
    match start[..len].parse() {
        Ok(number) if len > 0 => (number, &start[len..]),
        _ => (0.0, text),
    }
}

/// How many bytes belong to a decimal number.
fn number_len(text: &[u8]) -> usize {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    for word in ["infinity", "inf", "nan"] {
        let end = sign + word.len();
        if text.get(sign..end).is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes())) {
            return end;
        }
    }
    let whole = digits(sign);
    let mut end = sign + whole;
    let mut count = whole;
    if text.get(end) == Some(&b'.') {
        let decimals = digits(end + 1);
        count += decimals;
        end += 1 + decimals;
    }
    if count == 0 {
        return 0;
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    end
}

/// The number that an attribute starts with; `None` if it is not given.
pub(crate) fn loose_number(attributes: &Attributes, name: &str) -> Option<f64> {
    attributes.get(name).map(|text| leading_number(text).0)
}

/// The number that an attribute is, white space aside; 0 if it is not given.
pub(crate) fn strict_number(attributes: &Attributes, name: &str) -> Result<f64, PluginError> {
    let Some(value) = attributes.get(name) else { return Ok(0.0) };
    let dense: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    if dense.is_empty() {
        return Ok(0.0);
    }
    match leading_number(&dense) {
        (_, "") => Ok(leading_number(value).0),
        _ => Err(PluginError::Attribute {
            name: name.to_owned(),
            value: value.to_owned(),
            expected: "a number",
        }),
    }
}

/// Numbers between single spaces; a word that is no number counts as 0.
pub(crate) fn numbers(attributes: &Attributes, name: &str) -> Vec<f64> {
    let text = attributes.get(name).unwrap_or_default();
    let mut items: Vec<&str> = text.split(' ').collect();
    if items.last().is_some_and(|last| last.is_empty()) {
        items.pop();
    }
    items.into_iter().map(|item| leading_number(item).0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(value: &str) -> Attributes {
        Attributes::new([("x".to_owned(), value.to_owned())])
    }

    #[test]
    fn numbers_are_read_as_far_as_they_go() {
        for (text, number, rest) in [
            ("1.5", 1.5, ""),
            (" -2e3x", -2000.0, "x"),
            (".5.", 0.5, "."),
            ("7e", 7.0, "e"),
            ("+3.", 3.0, ""),
            ("abc", 0.0, "abc"),
            ("-", 0.0, "-"),
            ("", 0.0, ""),
            ("-inf", f64::NEG_INFINITY, ""),
        ] {
            assert_eq!(leading_number(text), (number, rest), "{text:?}");
        }
    }

    #[test]
    fn what_must_be_a_number_may_have_spaces_and_nothing_else() {
        assert_eq!(strict_number(&given(" 1 "), "x"), Ok(1.0));
        assert_eq!(strict_number(&given(""), "x"), Ok(0.0));
        assert_eq!(strict_number(&Attributes::default(), "x"), Ok(0.0));
        assert!(strict_number(&given("0.1 yes"), "x").is_err());
    }

    #[test]
    fn lists_are_split_at_single_spaces() {
        assert_eq!(numbers(&given("7 8 "), "x"), [7.0, 8.0]);
        assert_eq!(numbers(&given("7  8"), "x"), [7.0, 0.0, 8.0]);
        assert!(numbers(&Attributes::default(), "x").is_empty());
    }
}
