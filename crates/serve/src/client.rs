//! The connection of one page: a thread that sends and a thread that receives.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

use crate::command::{self, ClientCommand, Command};
use crate::hub::{Hub, Registration};
use crate::outbox::Outbox;

/// Time that nothing may go out, or come in, before the other side counts as gone. Frames come at
/// least twice a second, and each is answered.
const STUCK: Duration = Duration::from_secs(10);
const SILENT: Duration = Duration::from_secs(30);

/// Messages of a client in a second at most; others wait.
const MOST_MESSAGES: u32 = 400;

/// A client, until its connection ends.
pub(crate) struct Client {
    pub id: u64,
    pub hub: Arc<Hub>,
    pub wishes: SyncSender<ClientCommand>,
    pub seat: Registration,
}

/// The state that both threads share.
#[derive(Default)]
struct Shared {
    outbox: Outbox,
    is_gone: bool,
}

impl Client {
    /// Serves a connection whose handshake is done, with what was read after it.
    pub(crate) fn serve(self, stream: &TcpStream, rest: Vec<u8>) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(STUCK))?;
        stream.set_read_timeout(Some(SILENT))?;
        let shared = Arc::new(Mutex::new(Shared::default()));
        let sender = {
            let (hub, shared, stream) = (self.hub.clone(), shared.clone(), stream.try_clone()?);
            let name = format!("send {}", self.id);
            thread::Builder::new().name(name).spawn(move || send(&hub, &shared, &stream))?
        };
        self.listen(stream, rest, &shared);
        lock(&shared).is_gone = true;
        self.hub.wake();
        // wakes a sender that is stuck
        let _ = stream.shutdown(Shutdown::Both);
        let _ = sender.join();
        let _ = self.wishes.send(ClientCommand { client: self.id, command: None });
        drop(self.seat);
        Ok(())
    }

    /// Passes the commands of the page on, until one is invalid.
    fn listen(&self, stream: &TcpStream, rest: Vec<u8>, shared: &Mutex<Shared>) {
        let config = WebSocketConfig::default()
            .read_buffer_size(4096)
            .max_message_size(Some(command::LONGEST))
            .max_frame_size(Some(command::LONGEST.max(125)));
        let half = Listening(stream);
        let mut socket = WebSocket::from_partially_read(half, rest, Role::Server, Some(config));
        let mut rate = Rate::new();
        loop {
            let command = match socket.read() {
                Ok(Message::Binary(bytes)) => Command::read(&bytes),
                Ok(Message::Ping(bytes)) => {
                    lock(shared).outbox.pong = Some(bytes);
                    self.hub.wake();
                    rate.count();
                    continue;
                }
                Ok(Message::Pong(_)) => continue,
                Ok(Message::Text(_) | Message::Close(_) | Message::Frame(_)) | Err(_) => None,
            };
            match command {
                Some(Command::Seen(number)) => {
                    lock(shared).outbox.seen(number);
                    self.hub.wake();
                }
                Some(command) => {
                    // waits if the simulation has enough to do
                    let wish = ClientCommand { client: self.id, command: Some(command) };
                    if self.wishes.send(wish).is_err() {
                        return;
                    }
                }
                None => return,
            }
            rate.count();
        }
    }
}

/// Sends new messages until the page is gone.
fn send(hub: &Hub, shared: &Mutex<Shared>, stream: &TcpStream) {
    let config = WebSocketConfig::default().read_buffer_size(0).write_buffer_size(0);
    let mut socket = WebSocket::from_raw_socket(stream, Role::Server, Some(config));
    loop {
        let next = hub.wait(|newest| {
            let mut shared = lock(shared);
            if shared.is_gone {
                return Some(None);
            }
            let pong = shared.outbox.pong.take().map(Message::Pong);
            pong.or_else(|| shared.outbox.next(newest).map(Message::Binary)).map(Some)
        });
        match next {
            Some(Some(message)) => {
                if socket.send(message).is_err() {
                    break;
                }
            }
            Some(None) => break,
            None => {
                // the server ends, and says so
                let _ = socket.close(None);
                let _ = socket.flush();
                break;
            }
        }
    }
    // wakes who listens
    let _ = stream.shutdown(Shutdown::Both);
}

fn lock(shared: &Mutex<Shared>) -> std::sync::MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The half of a connection that is listened to; what the protocol would answer by itself is said by
/// the other half.
struct Listening<'a>(&'a TcpStream);

impl Read for Listening<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Listening<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How many messages came in this second.
struct Rate {
    since: Instant,
    count: u32,
}

impl Rate {
    fn new() -> Self {
        Self { since: Instant::now(), count: 0 }
    }

    /// One more; waits for the next second if it was one too many.
    fn count(&mut self) {
        const SECOND: Duration = Duration::from_secs(1);
        self.count += 1;
        if self.count > MOST_MESSAGES {
            thread::sleep(SECOND.saturating_sub(self.since.elapsed()));
        }
        if self.since.elapsed() >= SECOND {
            *self = Self::new();
        }
    }
}
