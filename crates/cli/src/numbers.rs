//! Numbers as people type them after options.

use std::num::NonZeroU64;

/// Whole numbers up to here are exact, however they are written.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A number of things: 1000, or 1e3.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    if let Ok(n) = text.parse() {
        return Ok(n);
    }
    let x: f64 = text.parse().map_err(|_| format!("\"{text}\" is not a number"))?;
    if x.fract() == 0.0 && (0.0..=EXACT).contains(&x) {
        return Ok(x as u64);
    }
    Err("give a whole number from 0 on, as in 10000000 or 1e7".to_owned())
}

/// A number of things of which there is at least one.
pub(crate) fn count<N: TryFrom<NonZeroU64>>(text: &str) -> Result<N, String> {
    let n = NonZeroU64::new(whole(text)?).ok_or("give a number from 1 on")?;
    N::try_from(n).map_err(|_| format!("{n} is too many"))
}

/// A number that noise can be multiplied with.
pub(crate) fn spread(text: &str) -> Result<f64, String> {
    let x: f64 = text.parse().map_err(|_| format!("\"{text}\" is not a number"))?;
    if x.is_finite() && x >= 0.0 { Ok(x) } else { Err("give a number from 0 on".to_owned()) }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    #[test]
    fn numbers_of_things_are_read_as_people_write_them() {
        for (text, n) in [("0", 0), ("25", 25), ("1e7", 10_000_000), ("2.5e3", 2500)] {
            assert_eq!(whole(text), Ok(n));
        }
        assert_eq!(whole("18446744073709551615"), Ok(u64::MAX));
        for wrong in ["-1", "1.5", "1e17", "inf", "nan", "-1e3"] {
            assert!(whole(wrong).unwrap_err().contains("as in 10000000 or 1e7"), "{wrong}");
        }
        assert_eq!(whole("many"), Err("\"many\" is not a number".to_owned()));
        assert_eq!(count::<NonZeroU64>("0"), Err("give a number from 1 on".to_owned()));
        assert_eq!(count::<NonZeroU32>("1e10"), Err("10000000000 is too many".to_owned()));
        assert_eq!(spread("-1"), Err("give a number from 0 on".to_owned()));
    }
}
