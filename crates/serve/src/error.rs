//! Why a server could not be started.

use std::fmt;
use std::io;
use std::net::IpAddr;

/// Why there is no server.
#[non_exhaustive]
pub enum ServeError {
    /// Other machines could connect, and there is no token that keeps strangers out.
    NeedsToken(IpAddr),
    /// The token is too short, or has characters that addresses do not have.
    Token,
    /// The address is taken or not one of this machine.
    Address(std::net::SocketAddr, io::Error),
    /// No thread can be started.
    Thread(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeedsToken(address) => write!(
                f,
                "{address} can be reached from other machines: give a token too \
                 (--token, or FERRODYN_TOKEN in the environment), \
                 or leave --bind out and use ssh -L"
            ),
            Self::Token => f.write_str(
                "a token has at least 16 letters, digits, '-', '_' or '.', \
                 as from: openssl rand -hex 16",
            ),
            Self::Address(address, error) => write!(f, "cannot listen on {address}: {error}"),
            Self::Thread(error) => write!(f, "cannot start a thread: {error}"),
        }
    }
}

ferrodyn_engine::debug_as_message!(ServeError);

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Address(_, error) | Self::Thread(error) => Some(error),
            Self::NeedsToken(_) | Self::Token => None,
        }
    }
}
