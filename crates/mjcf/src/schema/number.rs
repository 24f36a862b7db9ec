//! Numbers in attribute text: white-space separated, as the C library reads them.

/// Why a number in an attribute could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BadNumber {
    /// Not a number of the kind expected.
    Syntax(String),
    /// Does not fit the type.
    Range(String),
}

/// A number type an attribute can hold.
pub(crate) trait Number: Copy + PartialEq + 'static {
    /// What the type is called in messages.
    const WHAT: &'static str;
    /// Reads one token.
    fn read(token: &str) -> Result<Self, BadNumber>;
    /// The shortest text that reads back to the same value.
    fn write(self) -> String;
    /// The number, if it is infinite or NaN.
    fn nonfinite(self) -> Option<f64>;
}

/// The white space of the C locale.
pub(crate) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

/// Reads all numbers of a text.
pub(crate) fn read_all<T: Number>(text: &str) -> Result<Vec<T>, BadNumber> {
    text.split(is_space).filter(|t| !t.is_empty()).map(T::read).collect()
}

macro_rules! float {
    ($type:ty) => {
        impl Number for $type {
            const WHAT: &'static str = "a number";

            fn read(token: &str) -> Result<Self, BadNumber> {
                let value: Self = token.parse().map_err(|_| BadNumber::Syntax(token.to_owned()))?;
                // overflow and underflow are refused, as the C library reports them
                let mantissa = token.split(['e', 'E']).next().unwrap_or(token);
                let spelled = mantissa.contains(|c: char| matches!(c, '1'..='9'));
                let lost = spelled && (value.is_infinite() || value.is_subnormal() || value == 0.0);
                if lost { Err(BadNumber::Range(token.to_owned())) } else { Ok(value) }
            }

            fn write(self) -> String {
                let size = self.abs();
                if self == 0.0 || (1e-5..1e15).contains(&size) {
                    format!("{self}")
                } else if self.is_finite() {
                    format!("{self:e}")
                } else if self.is_nan() {
                    "nan".into()
                } else {
                    (if self > 0.0 { "inf" } else { "-inf" }).into()
                }
            }

            fn nonfinite(self) -> Option<f64> {
                (!self.is_finite()).then_some(self.into())
            }
        }
    };
}
float!(f64);
float!(f32);

impl Number for i32 {
    const WHAT: &'static str = "an integer";

    fn read(token: &str) -> Result<Self, BadNumber> {
        let digits = token.strip_prefix(['+', '-']).unwrap_or(token);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(BadNumber::Syntax(token.to_owned()));
        }
        token.parse().map_err(|_| BadNumber::Range(token.to_owned()))
    }

    fn write(self) -> String {
        self.to_string()
    }

    fn nonfinite(self) -> Option<f64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_separated_by_any_white_space() {
        assert_eq!(read_all::<f64>(" 1 -2.5e1\t.5\n5. ").unwrap(), [1.0, -25.0, 0.5, 5.0]);
        assert_eq!(read_all::<i32>("+3 -4").unwrap(), [3, -4]);
        assert!(read_all::<f64>("").unwrap().is_empty());
        assert!(read_all::<f64>("inf -INF").unwrap().iter().all(|x| x.is_infinite()));
    }

    #[test]
    fn malformed_and_lost_numbers_are_refused() {
        for bad in ["1,2", "x", "1e", "--1", "0x", "1.2.3"] {
            assert!(matches!(read_all::<f64>(bad), Err(BadNumber::Syntax(_))), "{bad}");
        }
        for bad in ["1e999", "1e-400", "4e-320"] {
            assert!(matches!(read_all::<f64>(bad), Err(BadNumber::Range(_))), "{bad}");
        }
        assert!(matches!(i32::read("1.5"), Err(BadNumber::Syntax(_))));
        assert!(matches!(i32::read("3000000000"), Err(BadNumber::Range(_))));
    }

    #[test]
    fn written_numbers_read_back_bit_for_bit() {
        for x in [0.1, 1e-7, 1e300, 123_456_789.123, -0.0, f64::MIN_POSITIVE, 1.0 / 3.0] {
            assert_eq!(f64::read(&x.write()).unwrap().to_bits(), x.to_bits());
        }
        for x in [0.1_f32, 1e-7, 1e30, 16_777_217.0] {
            assert_eq!(f32::read(&x.write()).unwrap().to_bits(), x.to_bits());
        }
    }
}
