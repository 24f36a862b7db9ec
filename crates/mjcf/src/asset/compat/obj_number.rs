//! Numbers in OBJ text, rounded the way tinyobjloader rounds them.
//!
//! Digits are added one by one as `digit * 10^-position`, so the result can differ from the
//! nearest double by a few units in the last place. That is invisible after rounding to single
//! precision except in ties, and those should fall as in MuJoCo.

use ferrodyn_engine::math::fun;

const TENTHS: [f64; 24] = [
    1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14,
    1e-15, 1e-16, 1e-17, 1e-18, 1e-19, 1e-20, 1e-21, 1e-22, 1e-23,
];

pub(in crate::asset) fn blank(b: u8) -> bool {
    matches!(b, b' ' | b'\t')
}

/// Reads the next blank-separated word as a number; zero if it is not one.
pub(in crate::asset) fn real(rest: &mut &[u8]) -> f32 {
    let start = rest.iter().position(|&b| !blank(b)).unwrap_or(rest.len());
    let word = &rest[start..];
    let end = word.iter().position(|&b| blank(b)).unwrap_or(word.len());
    let (word, tail) = word.split_at(end);
    *rest = tail;
    parse(word).unwrap_or(0.0) as f32
}

/// Value of the integer that `bytes` start with, like `atoi`; zero if there is none.
pub(in crate::asset) fn integer(bytes: &[u8]) -> i32 {
    let mut rest = bytes;
    while let [b' ' | b'\t' | b'\x0b' | b'\x0c', tail @ ..] = rest {
        rest = tail;
    }
    let negative = matches!(rest, [b'-', ..]);
    if let [b'+' | b'-', tail @ ..] = rest {
        rest = tail;
    }
    let mut value = 0i32;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        value = value.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
        rest = tail;
    }
    if negative { -value } else { value }
}

/// Reads `[sign] digits [. digits] [e [sign] digits]`, ignoring what follows.
fn parse(word: &[u8]) -> Option<f64> {
    let mut rest = word;
    let negative = matches!(rest, [b'-', ..]);
    if let [b'+' | b'-', tail @ ..] = rest {
        rest = tail;
    }

    // integer part, which may be missing in front of a point
    let mut mantissa = 0.0;
    if !matches!(rest, [b'.', ..]) {
        let before = rest.len();
        while let [digit @ b'0'..=b'9', tail @ ..] = rest {
            mantissa = mantissa * 10.0 + f64::from(digit - b'0');
            rest = tail;
        }
        if rest.len() == before {
            return None;
        }
    }

    // decimals
    if let [b'.', tail @ ..] = rest {
        rest = tail;
        let mut position = 1;
        while let [digit @ b'0'..=b'9', tail @ ..] = rest {
            mantissa += f64::from(digit - b'0') * tenth(position);
            position += 1;
            rest = tail;
        }
    }

    // exponent
    let mut exponent = 0i32;
    if let [b'e' | b'E', tail @ ..] = rest {
        rest = tail;
        let shrink = matches!(rest, [b'-', ..]);
        if let [b'+' | b'-', tail @ ..] = rest {
            rest = tail;
        }
        if !matches!(rest, [b'0'..=b'9', ..]) {
            return None;
        }
        while let [digit @ b'0'..=b'9', tail @ ..] = rest {
            exponent = exponent.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
            rest = tail;
        }
        if shrink {
            exponent = -exponent;
        }
    }
    let magnitude = if exponent == 0 {
        mantissa
    } else {
        times_power_of_two(mantissa * fun::pow(5.0, f64::from(exponent)), exponent)
    };
    Some(if negative { -magnitude } else { magnitude })
}

fn tenth(position: usize) -> f64 {
    TENTHS.get(position).copied().unwrap_or_else(|| fun::pow(10.0, -(position as f64)))
}

/// `x * 2^exponent`, in steps that stay within the range of a double.
fn times_power_of_two(mut x: f64, exponent: i32) -> f64 {
    let mut left = exponent.clamp(-4000, 4000);
    while left != 0 {
        let step = left.clamp(-1000, 1000);
        x *= f64::from_bits(((1023 + step) as u64) << 52);
        left -= step;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_as_numbers_and_anything_else_as_zero() {
        let cases: [(&[u8], f32); 9] = [
            (b" 1.5 ", 1.5),
            (b"-.25", -0.25),
            (b"+3", 3.0),
            (b"2e3", 2000.0),
            (b"1.25E-2", 0.0125),
            (b"7abc", 7.0),
            (b"nan", 0.0),
            (b"1e", 0.0),
            (b"", 0.0),
        ];
        for (text, value) in cases {
            assert_eq!(real(&mut &*text), value, "{text:?}");
        }
    }

    #[test]
    fn integers_saturate_instead_of_overflowing() {
        assert_eq!(integer(b"-12/3"), -12);
        assert_eq!(integer(b"99999999999"), i32::MAX);
        assert_eq!(integer(b"x"), 0);
    }
}
