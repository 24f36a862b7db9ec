//! Numbers and names as reports show them.

/// Three digits of a number: `0.0123`, `57.3`, `1.2e-7`.
pub(crate) fn short(x: f64) -> String {
    if x == 0.0 {
        return "0".into();
    }
    let scientific = format!("{x:.2e}");
    let exponent = scientific.split_once('e').and_then(|(_, e)| e.parse::<i32>().ok());
    let text = match exponent {
        Some(e @ -4..=5) => format!("{x:.*}", (2 - e).max(0) as usize),
        Some(e) => {
            let digits = scientific.split_once('e').map_or("", |(digits, _)| digits);
            return format!("{}e{e}", plain(digits));
        }
        // infinite, or not a number
        None => return format!("{x}"),
    };
    plain(&text).to_owned()
}

/// Without zeros at the end of a fraction.
fn plain(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

/// A length in a unit that suits it.
pub(crate) fn length(meters: f64) -> String {
    match meters.abs() {
        x if x >= 1.0 => format!("{} m", short(meters)),
        x if x >= 1e-3 => format!("{} mm", short(meters * 1e3)),
        _ => format!("{} um", short(meters * 1e6)),
    }
}

/// A share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{} %", short(100.0 * share))
}

/// A name in quotation marks.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

/// How many of something.
pub(crate) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let numbers = [0.0, 1.0, 57.2958, 0.012_345, 1.2e-7, -3.5e9, 123_456.7, 9.999, 0.000_5];
        let texts = ["0", "1", "57.3", "0.0123", "1.2e-7", "-3.5e9", "123457", "10", "0.0005"];
        for (x, text) in numbers.into_iter().zip(texts) {
            assert_eq!(short(x), text);
        }
        assert_eq!([short(f64::NAN), short(f64::NEG_INFINITY)], ["NaN", "-inf"]);
    }

    #[test]
    fn lengths_have_a_unit_that_suits_them() {
        assert_eq!([length(1.5), length(0.012), length(3.0e-6)], ["1.5 m", "12 mm", "3 um"]);
        assert_eq!((percent(0.0017), quoted("a")), ("0.17 %".into(), "\"a\"".into()));
    }
}
