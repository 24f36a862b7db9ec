//! What a browser does: requests, sockets.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use ferrodyn_mjcf::Loader;
use ferrodyn_serve::{Options, Server, Subject, Token};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Error, Message, WebSocket};

use crate::message::{Frame, Sent};

pub(crate) const TOKEN: &str = "0123456789abcdef";

/// A ball that falls, a camera, a light, a control and a keyframe.
pub(crate) const BALL: &str = "<mujoco model='ball'>
    <worldbody><light name='sun' pos='0 0 3'/><camera name='eye' pos='0 -3 0' xyaxes='1 0 0 0 0 1'/>
    <geom type='plane' size='1 2 1'/>
    <body name='ball' pos='0 0 1'><joint name='up' type='slide' axis='0 0 1'/><geom size='.1' rgba='1 0 0 1'/></body>
    </worldbody>
    <actuator><motor name='lift' joint='up' ctrlrange='-2 3' ctrllimited='true'/></actuator>
    <keyframe><key name='high' qpos='5'/></keyframe></mujoco>";

pub(crate) fn serve(xml: &str, options: Options) -> Server {
    let model = Loader::new().load_str(xml).unwrap();
    Server::start(Subject::Model(Box::new(model)), options).unwrap()
}

pub(crate) fn with_token() -> Options {
    Options { token: Some(Token::new(TOKEN).unwrap()), ..Options::default() }
}

/// Sends bytes, and returns everything that is answered.
pub(crate) fn ask(server: &Server, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    // the server may answer and go before all is said
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// The answer to a request with more headers.
pub(crate) fn get(server: &Server, path: &str, headers: &str) -> String {
    let host = server.address();
    let host = if headers.contains("Host:") { String::new() } else { format!("Host: {host}\r\n") };
    ask(server, format!("GET {path} HTTP/1.1\r\n{host}{headers}\r\n").as_bytes())
}

pub(crate) fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

/// A page that looks.
pub(crate) struct Page(pub WebSocket<TcpStream>);

/// Opens a socket; `None` for a header leaves it out.
pub(crate) fn open(
    server: &Server,
    path: &str,
    headers: &[(&'static str, Option<String>)],
) -> Result<Page, u16> {
    let address = server.address();
    let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
    let own = ("origin", Some(format!("http://{address}")));
    for (name, value) in [own].iter().chain(headers) {
        match value {
            Some(value) => {
                request.headers_mut().insert(*name, HeaderValue::from_str(value).unwrap());
            }
            None => {
                request.headers_mut().remove(*name);
            }
        }
    }
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(Page(socket)),
        Err(tungstenite::HandshakeError::Failure(Error::Http(answer))) => {
            Err(answer.status().as_u16())
        }
        // the server is full or has closed the connection
        Err(tungstenite::HandshakeError::Failure(Error::Io(_))) => Err(0),
        Err(error) => panic!("{error}"),
    }
}

impl Page {
    pub(crate) fn new(server: &Server) -> Self {
        open(server, "/ws", &[]).unwrap()
    }

    /// The next message.
    pub(crate) fn next(&mut self) -> Sent {
        loop {
            if let Message::Binary(bytes) = self.0.read().unwrap() {
                let sent = Sent::read(&bytes);
                if let Sent::Frame(frame) = &sent {
                    self.tell(1, &[frame.number]);
                }
                return sent;
            }
        }
    }

    /// The next frame that is as it should be.
    pub(crate) fn frame(&mut self, is_wanted: impl Fn(&Frame) -> bool) -> Frame {
        let start = Instant::now();
        loop {
            if let Sent::Frame(frame) = self.next()
                && is_wanted(&frame)
            {
                return frame;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "no such frame");
        }
    }

    /// Sends a command.
    pub(crate) fn tell(&mut self, kind: u32, words: &[u32]) {
        let all = std::iter::once(&kind).chain(words);
        let bytes: Vec<u8> = all.flat_map(|word| word.to_le_bytes()).collect();
        self.0.send(Message::binary(bytes)).unwrap();
    }
}
