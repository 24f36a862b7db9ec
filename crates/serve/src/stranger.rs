//! What a stranger sends, as the server reads and judges it: the fuzz target `http` calls this with any bytes.

use std::io::{self, Read};
use std::net::{IpAddr, Ipv4Addr};

use crate::access::{Access, Token};
use crate::http::{Problem, Request};
use crate::page;

/// A connection whose bytes arrive in pieces.
struct Pieces<'a> {
    bytes: &'a [u8],
    longest: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let longest = to.len().min(self.longest);
        self.bytes.read(&mut to[..longest])
    }
}

/// Reads bytes as a request and asks whether it is answered.
///
/// # Panics
/// If the answer depends on how the bytes arrive, if somebody who does not know a token is let in, or if a line of an
/// answer could be written by whoever asks.
pub fn ask(bytes: &[u8]) {
    let read =
        |longest| Request::read(&mut Pieces { bytes, longest }).map_err(|problem| kind(&problem));
    let whole = read(usize::MAX);
    // what is short comes byte by byte, too
    for longest in [1 + bytes.len() / 512, 100, 1000] {
        let same = match (&read(longest), &whole) {
            (Ok(own), Ok(other)) => own.is_like(other),
            (own, other) => own == other,
        };
        assert!(same, "a request is another one in pieces of {longest} bytes");
    }
    let Ok(request) = whole else { return };

    let secret = "a-token-that-nobody-knows";
    let is_known = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
    for token in [None, Token::new(secret).ok()] {
        let has_token = token.is_some();
        let bind = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let Ok(access) = Access::new(bind, token).map(|access| access.on_port(8000)) else {
            continue;
        };
        let is_answered = access.check(&request).is_ok();
        assert!(!is_answered || !has_token || is_known, "a stranger was let in");
        let cookie = access.set_cookie(&request).unwrap_or_default();
        assert_eq!(cookie.matches(['\r', '\n']).count(), if cookie.is_empty() { 0 } else { 2 });
    }
    let may_open = Access::check_socket(&request).is_ok();
    assert!(!may_open || request.header("origin").is_some(), "a socket for a page from nowhere");
    let _ = page::find(&request.path);
}

fn kind(problem: &Problem) -> &'static str {
    match problem {
        Problem::Bad => "bad",
        Problem::Long => "long",
        Problem::Method => "method",
        Problem::Io => "incomplete",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::LONGEST;

    const REQUEST: &str = "GET /ws?token=a-token-that-nobody-knew&a=1 HTTP/1.1\r\nHost: localhost:8000\r\n\
        Origin: http://localhost:8000\r\nCookie: ferrodyn-8000=a-token-that-nobody-knew; x=1\r\n\
        Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\nrest";

    #[test]
    fn requests_with_any_mistake_are_read_the_same_in_all_pieces() {
        let mut seed = 1u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let signs = b"\r\n :;=?&/%\0\x80\xffaZ";
        for _ in 0..2000 {
            let mut bytes = REQUEST.as_bytes().to_vec();
            for _ in 0..=next(4) {
                let at = next(bytes.len());
                match next(4) {
                    0 => bytes[at] = signs[next(signs.len())],
                    1 => bytes.insert(at, signs[next(signs.len())]),
                    2 => drop(bytes.remove(at)),
                    _ => bytes.truncate(at.max(8)),
                }
            }
            ask(&bytes);
        }
    }

    #[test]
    fn a_head_is_as_long_as_it_may_be_however_it_arrives() {
        let with_value = |value: usize| {
            format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(value))
        };
        let frame = with_value(0).len();
        for len in [100, LONGEST - 1, LONGEST, LONGEST + 1, LONGEST + 500, LONGEST + 1100] {
            let text = with_value(len - frame);
            let is_read = Request::read(&mut text.as_bytes()).is_ok();
            assert_eq!(is_read, len <= LONGEST, "{len}");
            ask(text.as_bytes());
        }
    }
}
