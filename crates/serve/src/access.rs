//! Access control: which requests are answered.
//!
//! Without a token only names of this machine are answered, so that a web page whose name was pointed
//! at this machine reads nothing. A socket is opened only for pages that came from this server.

use std::fmt;
use std::net::IpAddr;

use crate::ServeError;
use crate::http::Request;

/// The fewest characters of a token.
const SHORTEST: usize = 16;

/// The token that a request must contain.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A token.
    ///
    /// # Errors
    /// If it is shorter than 16 characters, or has others than letters, digits, `-`, `_` and `.`.
    pub fn new(text: &str) -> Result<Self, ServeError> {
        let is_plain = |c: u8| c.is_ascii_alphanumeric() || b"-_.".contains(&c);
        let is_good = text.len() >= SHORTEST && text.bytes().all(is_plain);
        if is_good { Ok(Self(text.to_owned())) } else { Err(ServeError::Token) }
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is the token, in a time that only the text decides.
    fn is(&self, text: &str) -> bool {
        let own = self.0.as_bytes();
        let mut differs = usize::from(own.len() != text.len());
        for (i, byte) in text.bytes().enumerate() {
            differs |= usize::from(own[i % own.len()] ^ byte);
        }
        std::hint::black_box(differs) == 0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It is for another machine, or does not say for which.
    Host,
    /// It comes from a page of somebody else.
    Origin,
    /// It does not know the token.
    Token,
}

/// The rules that decide whether a request is answered.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    token: Option<Token>,
    /// Name of the cookie that has the token; servers on other ports have other tokens.
    cookie: String,
}

impl Access {
    pub(crate) fn new(bind: IpAddr, token: Option<Token>) -> Result<Self, ServeError> {
        if token.is_none() && !bind.is_loopback() {
            return Err(ServeError::NeedsToken(bind));
        }
        Ok(Self { token, cookie: "ferrodyn".to_owned() })
    }

    /// Names the cookie after the port.
    pub(crate) fn on_port(mut self, port: u16) -> Self {
        self.cookie = format!("ferrodyn-{port}");
        self
    }

    /// Whether a request is answered.
    pub(crate) fn check(&self, request: &Request) -> Result<(), Refusal> {
        let host = request.header("host").ok_or(Refusal::Host)?;
        if let Some(token) = &self.token {
            let given = request.query("token").or_else(|| request.cookie(&self.cookie));
            if !given.is_some_and(|given| token.is(given)) {
                return Err(Refusal::Token);
            }
        } else if !is_this_machine(host) {
            return Err(Refusal::Host);
        }
        Ok(())
    }

    /// Whether a request that passed [`check`](Self::check) may have a socket.
    pub(crate) fn check_socket(request: &Request) -> Result<(), Refusal> {
        let host = request.header("host").ok_or(Refusal::Host)?;
        let origin = request.header("origin").ok_or(Refusal::Origin)?;
        // behind a proxy the page may have come encrypted
        let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        let is_own = from.is_some_and(|from| from.eq_ignore_ascii_case(host));
        if is_own { Ok(()) } else { Err(Refusal::Origin) }
    }

    /// A line that lets the browser remember a token that came with the address.
    pub(crate) fn set_cookie(&self, request: &Request) -> Option<String> {
        let token = self.token.as_ref().filter(|_| request.query("token").is_some())?;
        let (name, text) = (&self.cookie, token.text());
        Some(format!("Set-Cookie: {name}={text}; Path=/; HttpOnly; SameSite=Strict\r\n"))
    }
}

/// Whether a host is this machine, whatever the port: a tunnel may have another.
fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost")
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine_are_known_with_any_port() {
        for own in ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "127.9.9.9", "[::1]:80", "[::1]"]
        {
            assert!(is_this_machine(own), "{own}");
        }
        for other in [
            "",
            "evil.example",
            "localhost.evil.example:80",
            "10.0.0.1",
            "127.0.0.1.nip.io",
            "127.0.0.1:80:80",
            "localhost:x",
        ] {
            assert!(!is_this_machine(other), "{other}");
        }
    }

    #[test]
    fn a_token_is_only_itself() {
        let token = Token::new("0123456789abcdef").unwrap();
        assert!(token.is("0123456789abcdef"));
        for wrong in [
            "",
            "0123456789abcdeF",
            "0123456789abcde",
            "0123456789abcdef0",
            "0123456789abcdef0123456789abcdef",
        ] {
            assert!(!token.is(wrong), "{wrong}");
        }
        assert_eq!(format!("{token:?}"), "Token(..)");
    }

    #[test]
    fn weak_tokens_and_open_doors_are_refused() {
        for weak in ["", "short", "has spaces in it all over", "0123456789abcdé"] {
            assert!(Token::new(weak).is_err(), "{weak}");
        }
        let anybody: IpAddr = "0.0.0.0".parse().unwrap();
        let error = Access::new(anybody, None).unwrap_err().to_string();
        assert!(error.contains("--token") && error.contains("ssh -L"), "{error}");
        assert!(Access::new(anybody, Token::new("0123456789abcdef").ok()).is_ok());
        assert!(Access::new("::1".parse().unwrap(), None).is_ok());
    }
}
