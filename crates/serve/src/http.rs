//! Requests for one thing each, and answers after which the connection ends.

use std::io::{self, Read};
use std::time::{Duration, Instant};

/// Bytes of the head of a request at most, and lines of it.
pub(crate) const LONGEST: usize = 8192;
const MOST_HEADERS: usize = 64;

/// Time that a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(5);

/// A request without a body.
#[derive(Debug, PartialEq)]
pub(crate) struct Request {
    pub path: String,
    query: String,
    headers: Vec<(String, String)>,
    /// Bytes that came after the head of the request.
    pub rest: Vec<u8>,
}

/// Why there is no request.
#[derive(Debug)]
pub(crate) enum Problem {
    /// It does not make sense.
    Bad,
    /// It is too long.
    Long,
    /// It asks for something else than to see a page.
    Method,
    /// The connection ended, or took too long.
    Io,
}

impl From<io::Error> for Problem {
    fn from(_: io::Error) -> Self {
        Self::Io
    }
}

impl Request {
    /// Reads a request from a connection that gives up waiting now and then.
    pub(crate) fn read(stream: &mut impl Read) -> Result<Self, Problem> {
        let start = Instant::now();
        let mut bytes = Vec::new();
        let mut part = [0; 1024];
        loop {
            let count = stream.read(&mut part)?;
            if count == 0 || start.elapsed() > PATIENCE {
                return Err(Problem::Io);
            }
            bytes.extend_from_slice(&part[..count]);
            if let Some(request) = Self::parse(&bytes)? {
                return Ok(request);
            }
            if bytes.len() > LONGEST {
                return Err(Problem::Long);
            }
        }
    }

    /// A request, if all of it is there.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Option<Self>, Problem> {
        let mut lines = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut found = httparse::Request::new(&mut lines);
        // what is longer is too long however much of it has arrived
        let len = match found.parse(&bytes[..bytes.len().min(LONGEST)]) {
            Ok(httparse::Status::Complete(len)) => len,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(Problem::Long),
            Err(_) => return Err(Problem::Bad),
        };
        if found.method != Some("GET") {
            return Err(Problem::Method);
        }
        let target = found.path.unwrap_or("/");
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut headers = Vec::new();
        for line in found.headers.iter() {
            let value = std::str::from_utf8(line.value).map_err(|_| Problem::Bad)?;
            headers.push((line.name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let (path, query) = (path.to_owned(), query.to_owned());
        Ok(Some(Self { path, query, headers, rest: bytes[len..].to_vec() }))
    }

    /// Whether it is the same but for what came after its head.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        (&self.path, &self.query, &self.headers) == (&other.path, &other.query, &other.headers)
    }

    /// A header; `None` if there are two of them, of which others may have seen the other.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(own, _)| own == name);
        let (_, value) = found.next()?;
        found.next().is_none().then_some(value)
    }

    /// A value of the address; those that are asked for need no decoding.
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|&(own, _)| own == name).map(|(_, value)| value).next()
    }

    /// A cookie.
    pub(crate) fn cookie(&self, name: &str) -> Option<&str> {
        let pairs = self.header("cookie")?.split(';').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(own, _)| own.trim() == name).map(|(_, value)| value.trim()).next()
    }

    /// Whether a header lists a word.
    pub(crate) fn lists(&self, name: &str, word: &str) -> bool {
        let list = self.header(name).unwrap_or("");
        list.split(',').any(|own| own.trim().eq_ignore_ascii_case(word))
    }
}

/// Headers of every answer: the page loads nothing from elsewhere and may not be embedded.
const SAFETY: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n\
    X-Content-Type-Options: nosniff\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Referrer-Policy: no-referrer\r\n\
    Cache-Control: no-store\r\n\
    Connection: close\r\n";

/// An answer, with more lines if there are some.
pub(crate) fn answer(status: &str, kind: &str, lines: &str, body: &str) -> Vec<u8> {
    let len = body.len();
    let text = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {len}\r\n\
         {SAFETY}{lines}\r\n{body}"
    );
    text.into_bytes()
}

/// An answer that says only why there is no other.
pub(crate) fn refusal(status: &str, why: &str) -> Vec<u8> {
    answer(status, "text/plain", "", &format!("{why}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Request {
        Request::parse(text.as_bytes()).unwrap().unwrap()
    }

    #[test]
    fn a_request_is_read_with_what_follows() {
        let text = "GET /ws?a=1&token=abc HTTP/1.1\r\nHost: here\r\ncookie: x=1; t=2\r\nConnection: keep-alive, Upgrade\r\n\r\nrest";
        let request = parse(text);
        assert_eq!((request.path.as_str(), request.query("token")), ("/ws", Some("abc")));
        assert_eq!((request.header("host"), request.cookie("t")), (Some("here"), Some("2")));
        assert!(request.lists("connection", "upgrade") && !request.lists("upgrade", "x"));
        assert_eq!(request.rest, b"rest");
        // in pieces of one byte too
        for end in 0..text.len() - 4 {
            assert_eq!(Request::parse(&text.as_bytes()[..end]).unwrap(), None);
        }
    }

    #[test]
    fn a_header_that_is_there_twice_counts_as_none() {
        let request = parse("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n");
        assert_eq!(request.header("host"), None);
    }

    #[test]
    fn what_is_too_long_or_something_else_is_refused() {
        let long = [b"GET /".to_vec(), vec![b'a'; 2 * LONGEST]].concat();
        assert!(matches!(Request::read(&mut &long[..]), Err(Problem::Long)));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MOST_HEADERS + 1));
        assert!(matches!(Request::read(&mut many.as_bytes()), Err(Problem::Long)));
        let post = "POST / HTTP/1.1\r\n\r\n";
        assert!(matches!(Request::read(&mut post.as_bytes()), Err(Problem::Method)));
        assert!(matches!(Request::read(&mut &b"\x16\x03\x01"[..]), Err(Problem::Bad)));
        assert!(matches!(Request::read(&mut &b""[..]), Err(Problem::Io)));
    }

    #[test]
    fn mutated_requests_are_read_or_refused() {
        let good = b"GET /ws?token=abc HTTP/1.1\r\nHost: localhost:1\r\nOrigin: http://localhost:1\r\nCookie: a=b\r\nUpgrade: websocket\r\n\r\n";
        let mut seed = 7u64;
        let mut next = move || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize
        };
        let (mut read, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let mut bytes = good.to_vec();
            for _ in 0..=next() % 4 {
                let at = next() % bytes.len();
                match next() % 3 {
                    0 => bytes[at] = next() as u8,
                    1 => {
                        bytes.remove(at);
                    }
                    _ => bytes.insert(at, b"\r\n:?=&; \0\xff"[next() % 10]),
                }
            }
            match Request::read(&mut &bytes[..]) {
                Ok(request) => {
                    let _ = (request.header("host"), request.query("token"), request.cookie("a"));
                    read += 1;
                }
                Err(_) => refused += 1,
            }
        }
        assert!(read > 1000 && refused > 1000, "{read} {refused}");
    }
}
