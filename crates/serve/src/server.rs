//! The server: connections, each for one request or for a socket.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ferrodyn_engine::Model;
use ferrodyn_mjcf::Loader;
use ferrodyn_scene::Start;
use tungstenite::handshake::derive_accept_key;

use crate::access::{Access, Refusal};
use crate::client::Client;
use crate::command::ClientCommand;
use crate::guests::{Connection, Guests};
use crate::http::{Problem, Request, answer, refusal};
use crate::hub::Hub;
use crate::{ServeError, Token, page, run};

/// Pages that look at once at most.
const MOST_CLIENTS: usize = 16;

/// Wishes that wait for the simulation at most.
const MOST_WISHES: usize = 256;

/// Time between two bytes of a request at most, and for an answer to leave.
const SLOW: Duration = Duration::from_secs(2);

/// How long somebody waits who does not know the token.
const WRONG: Duration = Duration::from_millis(300);

/// How often is looked whether the place is needed meanwhile.
const LOOK: Duration = Duration::from_millis(10);

/// The model or file to show.
#[derive(Debug)]
pub enum Subject {
    /// A file, loaded again whenever it changes.
    File(PathBuf, Box<Loader>),
    /// A model.
    Model(Box<Model>),
}

/// Where the server listens, and to whom.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address; one that other machines reach needs a token.
    pub bind: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What everybody who connects has to know, if anything.
    pub token: Option<Token>,
    /// Whether time stands still at first.
    pub paused: bool,
    /// Where the simulation begins, and begins again.
    pub start: Start,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            token: None,
            paused: false,
            start: Start::default(),
        }
    }
}

/// A server with its simulation. Both end when it is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    token: Option<Token>,
    hub: Arc<Hub>,
    threads: Vec<JoinHandle<()>>,
}

impl Server {
    /// Starts a server.
    ///
    /// # Errors
    /// If other machines could connect without a token, or the address cannot be listened on.
    pub fn start(subject: Subject, options: Options) -> Result<Self, ServeError> {
        let Options { bind, port, token, paused, start } = options;
        let access = Access::new(bind, token.clone())?;
        let wanted = SocketAddr::new(bind, port);
        let no_address = |error| ServeError::Address(wanted, error);
        let listener = TcpListener::bind(wanted).map_err(no_address)?;
        let address = listener.local_addr().map_err(no_address)?;
        let hub = Arc::new(Hub::default());
        let (wishes, wished) = sync_channel(MOST_WISHES);
        let mut server = Self { address, token, hub: Arc::clone(&hub), threads: Vec::new() };
        let door = Arc::new(Door {
            access: access.on_port(address.port()),
            hub: Arc::clone(&hub),
            wishes,
            clients: AtomicU64::new(0),
            guests: Arc::default(),
        });
        server.spawn("simulate", move || run::run(subject, (paused, start), &hub, &wished))?;
        server.spawn("listen", move || door.listen(&listener))?;
        Ok(server)
    }

    fn spawn(
        &mut self,
        name: &str,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), ServeError> {
        let thread = thread::Builder::new().name(name.to_owned()).spawn(work);
        self.threads.push(thread.map_err(ServeError::Thread)?);
        Ok(())
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page, with the token.
    pub fn url(&self) -> String {
        let query = self.token.as_ref().map(|token| format!("?token={}", token.text()));
        format!("http://{}/{}", self.address, query.unwrap_or_default())
    }

    /// Why the file is not shown as it is; empty if it is.
    pub fn problem(&self) -> String {
        self.hub.problem()
    }

    /// Waits until the server ends, which it does not by itself.
    pub fn wait(mut self) {
        for thread in std::mem::take(&mut self.threads) {
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.hub.update(|newest| newest.closing = true);
        // wakes who listens
        let mut to = self.address;
        if to.ip().is_unspecified() {
            to.set_ip(if to.is_ipv4() {
                Ipv4Addr::LOCALHOST.into()
            } else {
                std::net::Ipv6Addr::LOCALHOST.into()
            });
        }
        let _ = TcpStream::connect_timeout(&to, Duration::from_secs(1));
        for thread in std::mem::take(&mut self.threads) {
            let _ = thread.join();
        }
    }
}

/// Who lets connections in.
struct Door {
    access: Access,
    hub: Arc<Hub>,
    wishes: SyncSender<ClientCommand>,
    /// Clients that ever were.
    clients: AtomicU64,
    /// Connections that are open.
    guests: Arc<Guests>,
}

impl Door {
    fn listen(self: &Arc<Self>, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.hub.is_closing() {
                return;
            }
            let Ok(stream) = stream else {
                // out of files, most likely
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            let Some(place) = self.guests.enter(&stream) else { continue };
            let door = Arc::clone(self);
            // errors of one connection end it alone, also if no thread can be started for it
            let work = move || drop(door.receive(stream, &place));
            let _ = thread::Builder::new().name("connection".to_owned()).spawn(work);
        }
    }

    /// Reads a request and answers it.
    fn receive(&self, mut stream: TcpStream, place: &Connection) -> std::io::Result<()> {
        stream.set_read_timeout(Some(SLOW))?;
        stream.set_write_timeout(Some(SLOW))?;
        let request = match Request::read(&mut stream) {
            Ok(request) => request,
            Err(Problem::Io) => return Ok(()),
            Err(Problem::Bad) => {
                return stream.write_all(&refusal("400 Bad Request", "not a request"));
            }
            Err(Problem::Long) => {
                return stream
                    .write_all(&refusal("431 Request Header Fields Too Large", "too long"));
            }
            Err(Problem::Method) => {
                return stream.write_all(&refusal("405 Method Not Allowed", "only GET"));
            }
        };
        if let Err(refused) = self.access.check(&request) {
            if refused == Refusal::Token {
                linger(place);
            }
            return refuse(&mut stream, refused);
        }
        if !place.keep() {
            return Ok(());
        }
        if request.path == "/ws" {
            return self.open_socket(stream, request);
        }
        let Some(file) = page::find(&request.path) else {
            return stream.write_all(&refusal("404 Not Found", "no such page"));
        };
        let cookie = self.access.set_cookie(&request).unwrap_or_default();
        stream.write_all(&answer("200 OK", file.kind, &cookie, file.text))
    }

    /// Opens a socket for a page of this server.
    fn open_socket(&self, mut stream: TcpStream, request: Request) -> std::io::Result<()> {
        if let Err(refused) = Access::check_socket(&request) {
            return refuse(&mut stream, refused);
        }
        let is_upgrade = request.lists("connection", "upgrade")
            && request.lists("upgrade", "websocket")
            && request.header("sec-websocket-version") == Some("13");
        let key = request.header("sec-websocket-key").filter(|_| is_upgrade);
        let Some(key) = key else {
            let wrong = refusal("426 Upgrade Required", "this is for WebSockets, version 13");
            return stream.write_all(&wrong);
        };
        let Some(seat) = self.hub.join(MOST_CLIENTS) else {
            return stream.write_all(&refusal("503 Service Unavailable", "too many look already"));
        };
        let accept = derive_accept_key(key.as_bytes());
        let head = format!(
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Accept: {accept}\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        let id = self.clients.fetch_add(1, Ordering::Relaxed);
        let client = Client { id, hub: Arc::clone(&self.hub), wishes: self.wishes.clone(), seat };
        client.serve(&stream, request.rest)
    }
}

/// Lets somebody wait who guesses, as long as nobody else needs the place.
fn linger(place: &Connection) {
    let start = Instant::now();
    while start.elapsed() < WRONG && place.is_there() {
        thread::sleep(LOOK);
    }
}

fn refuse(stream: &mut TcpStream, refused: Refusal) -> std::io::Result<()> {
    let (status, why) = match refused {
        Refusal::Host => ("403 Forbidden", "open the page as localhost or 127.0.0.1"),
        Refusal::Origin => ("403 Forbidden", "this is for pages of this server only"),
        Refusal::Token => {
            ("401 Unauthorized", "open the address with ?token=... that the command printed")
        }
    };
    stream.write_all(&refusal(status, why))
}
