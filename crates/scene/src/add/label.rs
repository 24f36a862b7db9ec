//! Texts of labels.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::ObjType;

use super::Add;
use crate::VGeom;

impl Add<'_> {
    /// Labels a shape with the name of an object, or with its kind and number.
    pub(super) fn name(&self, geom: &mut VGeom, kind: ObjType, id: usize) {
        geom.set_label(&text(self.m, kind, id));
    }
}

fn text(m: &Model, kind: ObjType, id: usize) -> String {
    match (m.id2name(kind, id), kind.type_name()) {
        (Some(name), _) => name.to_owned(),
        (None, Some(word)) => format!("{word} {id}"),
        (None, None) => id.to_string(),
    }
}

/// A number with three significant digits, as `%.3g` writes it.
pub(super) fn three_digits(x: f64) -> String {
    if !x.is_finite() {
        return if x.is_nan() { "nan" } else { "inf" }.to_owned();
    }
    let scientific = format!("{x:.2e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| {
        let short = text.trim_end_matches('0').trim_end_matches('.');
        if text.contains('.') { short.to_owned() } else { text.to_owned() }
    };
    if (-4..3).contains(&exponent) {
        return trimmed(&format!("{x:.*}", (2 - exponent) as usize));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(digits), exponent.abs())
}

/// A number with three decimals, as `%.3f` writes it.
pub(super) fn three_decimals(x: f64) -> String {
    if x.is_nan() { "nan".to_owned() } else { format!("{x:.3}") }
}

#[cfg(test)]
mod tests {
    use super::three_digits;

    #[test]
    fn numbers_are_written_as_c_writes_them() {
        for (x, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (9.81, "9.81"),
            (98.14, "98.1"),
            (999.6, "1e+03"),
            (123_456.0, "1.23e+05"),
            (0.000_123_4, "0.000123"),
            (0.000_012_34, "1.23e-05"),
            (100.0, "100"),
        ] {
            assert_eq!(three_digits(x), text);
        }
    }
}
