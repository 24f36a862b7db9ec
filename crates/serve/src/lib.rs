//! A simulation in a browser: a small server on this machine and the page that it shows.
//!
//! The page draws by itself (WebGL2); the server sends what there is to draw: the model once, then
//! about thirty scenes per second. Whoever opens the page sees the same simulation with a camera of
//! their own, and can play, pause, reset, set controls and pull at bodies.
//!
//! | file | what |
//! |---|---|
//! | `server`, `guests`, `http`, `access`, `page` | connections, which of them are answered, and with what files |
//! | `client`, `outbox`, `hub` | sending: the newest frame to each page, never a queue of frames |
//! | `wire`, `encode/`, `command` | messages to the page and from it; see [`protocol`] |
//! | `play`, `sim`, `pace` | a simulation that goes with the clock |
//! | `run`, `source` | the thread that it runs in, and the file that it watches |
//! | `stranger` | what any bytes come to that somebody sends, for the fuzz target `http` |
//! | `local` | the same without a server, for a page that simulates by itself |
//!
//! Without the feature `server` there is only [`Local`], and no crate that knows networks.
//!
//! ```no_run
//! # #[cfg(feature = "server")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use ferrodyn_serve::{Options, Server, Subject};
//!
//! let model = ferrodyn_mjcf::Loader::new().load_path("humanoid.xml")?;
//! let server = Server::start(Subject::Model(Box::new(model)), Options::default())?;
//! println!("{}", server.url());
//! server.wait();
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "server"))]
//! # fn main() {}
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
// hub and player know servers too
#![cfg_attr(not(feature = "server"), expect(dead_code, reason = "a single page needs less"))]

#[cfg(feature = "server")]
mod access;
#[cfg(feature = "server")]
mod client;
mod command;
mod encode;
#[cfg(feature = "server")]
mod error;
#[cfg(feature = "server")]
mod guests;
#[cfg(feature = "server")]
mod http;
mod hub;
mod local;
mod outbox;
#[cfg(feature = "server")]
mod page;
mod play;
pub mod protocol;
#[cfg(feature = "server")]
mod run;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod source;
#[cfg(feature = "server")]
#[doc(hidden)]
pub mod stranger;
mod wire;

#[cfg(feature = "server")]
pub use access::Token;
#[cfg(feature = "server")]
pub use error::ServeError;
pub use ferrodyn_scene::Start;
pub use local::Local;
#[cfg(feature = "server")]
pub use server::{Options, Server, Subject};
