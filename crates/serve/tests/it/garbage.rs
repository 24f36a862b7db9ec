//! Whatever comes from the network, the server goes on.

use std::io::Write;
use std::net::TcpStream;

use ferrodyn_serve::Options;
use tungstenite::{Error, Message};

use crate::browse::{BALL, Page, ask, get, serve, status};

/// Numbers without a pattern.
struct Random(u64);

impl Random {
    fn next(&mut self) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next() as u8).collect()
    }
}

#[test]
fn what_is_no_request_is_refused() {
    let server = serve(BALL, Options::default());
    assert_eq!(status(&ask(&server, b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n")), "405");
    assert_eq!(status(&ask(&server, b"\x16\x03\x01\x02\x00\x01\x00")), "400");
    let long = [&b"GET /"[..], &vec![b'a'; 20_000]].concat();
    // who is refused in the middle of a sentence may not hear it
    assert!(["431", "none"].contains(&status(&ask(&server, &long))));
    let mut random = Random(1);
    for _ in 0..50 {
        let len = random.next() % 500;
        let mut bytes = random.bytes(len);
        bytes.extend_from_slice(b"\r\n\r\n");
        ask(&server, &bytes);
    }
    assert_eq!(status(&get(&server, "/", "")), "200");
}

/// Whether the other side ended the connection.
fn is_ended(page: &mut Page) -> bool {
    loop {
        match page.0.read() {
            Ok(_) => {}
            Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                return false;
            }
            Err(_) => return true,
        }
    }
}

#[test]
fn what_is_no_command_ends_the_connection() {
    let server = serve(BALL, Options::default());
    for message in [
        Message::text("hello"),
        Message::binary(vec![0u8; 4]),
        Message::binary(vec![3u8, 0, 0, 0, 0]),
        Message::binary(vec![1u8; 100_000]),
        Message::binary(Vec::<u8>::new()),
    ] {
        let mut page = Page::new(&server);
        // a long message may be refused before its end
        let _ = page.0.send(message);
        assert!(is_ended(&mut page));
    }
    Page::new(&server).frame(|_| true);
}

#[test]
fn commands_without_a_meaning_change_nothing() {
    let server = serve(BALL, Options { paused: true, ..Options::default() });
    let mut page = Page::new(&server);
    page.tell(1, &[u32::MAX]);
    page.tell(6, &[u32::MAX]);
    page.tell(7, &[u32::MAX, 0]);
    page.tell(9, &[1.0f32.to_bits(); 3]);
    page.tell(10, &[]);
    let frame = page.frame(|_| true);
    assert_eq!((frame.time, frame.controls[0], frame.selected), (0.0, 0.0, -1));
}

#[test]
fn mutated_frames_of_the_protocol_end_a_connection_at_most() {
    let server = serve(BALL, Options::default());
    // a masked frame with a command of eight bytes, a ping and a close
    let good = [
        &b"\x82\x88\x01\x02\x03\x04"[..],
        &[2 ^ 1, 2, 3, 4, 1 ^ 1, 2, 3, 4],
        b"\x89\x82\x00\x00\x00\x00hi",
        b"\x88\x82\x00\x00\x00\x00\x03\xe8",
    ]
    .concat();
    let host = server.address();
    let head = format!(
        "GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let mut random = Random(3);
    for round in 0..300 {
        let mut bytes = good.clone();
        for _ in 0..random.next() % 4 {
            let at = random.next() % bytes.len();
            bytes[at] = random.next() as u8;
        }
        if random.next().is_multiple_of(4) {
            bytes.truncate(random.next() % bytes.len());
        }
        let mut stream = TcpStream::connect(host).unwrap();
        // sometimes all at once, sometimes after the handshake
        if round % 2 == 0 {
            let _ = stream.write_all(&[head.as_bytes(), &bytes].concat());
        } else {
            let _ = stream.write_all(head.as_bytes());
            let _ = stream.write_all(&bytes);
        }
    }
    // places of those who are gone are free again
    let back = (0..500).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        crate::browse::open(&server, "/ws", &[]).is_ok()
    });
    assert!(back);
}
