//! Entities and line ends in attribute values and text, resolved as tinyxml2 does.

use std::borrow::Cow;

/// The largest code point a numeric reference may name.
const LARGEST_CODE_POINT: u32 = 0x0010_FFFF;

const ENTITIES: [(&[u8], u8); 5] =
    [(b"&quot;", b'"'), (b"&amp;", b'&'), (b"&apos;", b'\''), (b"&lt;", b'<'), (b"&gt;", b'>')];

/// Whether `raw` reads as it is written.
pub(super) fn is_plain(raw: &str) -> bool {
    memchr::memchr2(b'&', b'\r', raw.as_bytes()).is_none()
}

/// `raw` with entities and line ends resolved. Unknown entities stay as they are, a numeric
/// reference to zero ends the value, and any line end becomes one line feed.
pub(super) fn unescape(raw: &str) -> Cow<'_, str> {
    if is_plain(raw) {
        return Cow::Borrowed(raw);
    }
    let mut out = resolve(raw.as_bytes(), true);
    if let Some(end) = memchr::memchr(0, &out) {
        out.truncate(end);
    }
    Cow::Owned(into_text(out))
}

/// `raw` with line ends made into line feeds and everything else kept.
pub(super) fn normalize_newlines(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\r') {
        return Cow::Borrowed(raw);
    }
    Cow::Owned(into_text(resolve(raw.as_bytes(), false)))
}

/// Bytes to text: a byte that is not UTF-8 becomes the Latin-1 character of the same number, so
/// that distinct bytes stay distinct.
pub(super) fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let bytes = error.into_bytes();
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|&byte| byte as char));
        }
        text
    })
}

fn resolve(raw: &[u8], entities: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    let mut at = 0;
    while let Some(&byte) = raw.get(at) {
        let rest = &raw[at..];
        match byte {
            b'\r' | b'\n' => {
                let other = if byte == b'\r' { b'\n' } else { b'\r' };
                at += if rest.get(1) == Some(&other) { 2 } else { 1 };
                out.push(b'\n');
            }
            b'&' if entities && rest.get(1) == Some(&b'#') => match character_reference(rest) {
                Some((code, length)) => {
                    push_code_point(&mut out, code);
                    at += length;
                }
                // nothing at all after the `#`: tinyxml2 loses the ampersand
                None if rest.len() == 2 => at += 1,
                None => {
                    out.push(b'&');
                    at += 1;
                }
            },
            b'&' if entities => {
                let known = ENTITIES.iter().find(|(name, _)| rest.starts_with(name));
                // tinyxml2 decodes in place and does not copy the ampersand of an unknown
                // entity: the byte that happens to stand at the output position remains
                let left_in_place = raw.get(out.len()).copied().unwrap_or(b'&');
                out.push(known.map_or(left_in_place, |&(_, value)| value));
                at += known.map_or(1, |(name, _)| name.len());
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

/// The code point of `&#...;` or `&#x...;` at the start of `text`, and how many bytes it takes.
/// Digits are read from the semicolon backwards to the nearest `#` or `x`.
fn character_reference(text: &[u8]) -> Option<(u32, usize)> {
    let hex = text.get(2) == Some(&b'x');
    let (radix, opening, first) = if hex { (16, b'x', 3) } else { (10, b'#', 2) };
    let semicolon = first + memchr::memchr(b';', text.get(first..)?)?;

    let (mut code, mut scale) = (0_u32, 1_u32);
    for &byte in text[..semicolon].iter().rev() {
        if byte == opening {
            break;
        }
        let digit = (byte as char).to_digit(radix)?;
        code = code.wrapping_add(scale * digit);
        scale = (scale * radix).min(LARGEST_CODE_POINT);
    }
    (code <= LARGEST_CODE_POINT).then_some((code, semicolon + 1))
}

/// Appends a code point in UTF-8; surrogates are encoded like any other number, as tinyxml2 does.
fn push_code_point(out: &mut Vec<u8>, code: u32) {
    if let Some(c) = char::from_u32(code) {
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        let [low, middle, high] = [code & 0x3F, (code >> 6) & 0x3F, code >> 12].map(|x| x as u8);
        out.extend_from_slice(&[0xE0 | high, 0x80 | middle, 0x80 | low]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_entities_are_resolved_and_unknown_ones_kept() {
        assert_eq!(unescape("a&lt;b&gt;c&amp;&quot;&apos;"), "a<b>c&\"'");
        assert_eq!(unescape("a&foo;&"), "a&foo;&");
        assert_eq!(unescape("&LT;"), "&LT;");
    }

    #[test]
    fn unknown_entity_after_a_known_one_reads_the_byte_left_in_place() {
        // raw:  & l t ; & f o o     out: < then raw[1] = 'l' in place of the ampersand
        assert_eq!(unescape("&lt;&foo"), "<lfoo");
    }

    #[test]
    fn numeric_references() {
        assert_eq!(unescape("&#65;&#x42;&#xe9;&#x4E2d;&#128512;"), "ABé中😀");
        assert_eq!(unescape("&#00000000000000000065;"), "A");
        assert_eq!(unescape("&#x110000;"), "&#x110000;");
        assert_eq!(unescape("&#6a;"), "&#6a;");
        assert_eq!(unescape("&##65;&#xx41;"), "AA");
        assert_eq!(unescape("a&#"), "a#");
        assert_eq!(unescape("a&#x"), "a&#x");
    }

    #[test]
    fn reference_to_zero_ends_the_value() {
        assert_eq!(unescape("ab&#0;cd"), "ab");
        assert_eq!(unescape("ab&#;cd"), "ab");
    }

    #[test]
    fn line_ends_become_line_feeds() {
        assert_eq!(unescape("a\r\nb\rc\nd\n\re"), "a\nb\nc\nd\ne");
        assert_eq!(normalize_newlines("a\r\n\rb\rc&lt;"), "a\n\nb\nc&lt;");
    }

    #[test]
    fn bytes_that_are_not_utf8_become_latin1() {
        assert_eq!(into_text(b"caf\xe9 \xff".to_vec()), "café ÿ");
        assert_eq!(unescape("&#xD800;").chars().count(), 3);
    }
}
