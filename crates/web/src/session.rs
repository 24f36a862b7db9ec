//! Messages to the simulation and its answers.

use ferrodyn_mjcf::Loader;
use ferrodyn_serve::Local;

/// A message that opens a model: its text follows. Other messages are those of
/// [`ferrodyn_serve::protocol`].
const OPEN: u32 = 0;

/// A simulation in a page.
#[derive(Debug, Default)]
pub struct Session {
    local: Local,
}

impl Session {
    /// Without a model.
    pub fn new() -> Self {
        Self::default()
    }

    /// Does what messages ask for, lets time go on, and returns what there is to say. Each message has
    /// its length before it, four bytes.
    pub fn tick(&mut self, mut messages: &[u8]) -> Vec<u8> {
        while let Some((message, rest)) = split(messages) {
            self.receive(message);
            messages = rest;
        }
        self.local.advance();
        let mut answers = Vec::new();
        while let Some(message) = self.local.next() {
            answers.extend_from_slice(&(message.len() as u32).to_le_bytes());
            answers.extend_from_slice(&message);
        }
        answers
    }

    fn receive(&mut self, message: &[u8]) {
        match message.split_first_chunk() {
            Some((kind, text)) if u32::from_le_bytes(*kind) == OPEN => self.open(text),
            // the page only says what is a message
            _ => {
                self.local.receive(message);
            }
        }
    }

    /// Shows a model, or why it is none.
    fn open(&mut self, text: &[u8]) {
        let loader = Loader::untrusted();
        let model = std::str::from_utf8(text)
            .map_err(|error| error.to_string())
            .and_then(|text| loader.load_str(text).map_err(|error| error.to_string()));
        match model {
            Ok(model) => self.local.open(model),
            Err(problem) => self.local.refuse(problem),
        }
    }
}

/// The first message and what comes after it.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(u32::from_le_bytes(*len) as usize)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn message(kind: u32, rest: &[u8]) -> Vec<u8> {
        [&(4 + rest.len() as u32).to_le_bytes(), &kind.to_le_bytes()[..], rest].concat()
    }

    /// The messages in what was answered.
    fn answers(mut bytes: &[u8]) -> Vec<&[u8]> {
        std::iter::from_fn(|| {
            let (message, rest) = split(bytes)?;
            bytes = rest;
            Some(message)
        })
        .collect()
    }

    #[test]
    fn a_model_that_is_opened_is_shown() {
        let mut session = Session::new();
        let xml = b"<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>";
        let (start, mut all) = (Instant::now(), session.tick(&message(OPEN, xml)));
        while !answers(&all).iter().any(|m| m[0] == 8) && start.elapsed() < Duration::from_secs(10)
        {
            all.extend(session.tick(&[]));
        }
        let kinds: Vec<u8> = answers(&all).iter().map(|message| message[0]).collect();
        assert_eq!(kinds, [1, 2, 7, 8]);
    }

    #[test]
    fn a_model_with_mistakes_is_explained() {
        let mut session = Session::new();
        let all = session.tick(&message(OPEN, b"<mujoco>\n<worlbody/></mujoco>"));
        let [_, problem] = answers(&all)[..] else { panic!("a greeting and a problem") };
        let text = String::from_utf8_lossy(problem);
        assert!(text.contains("<string>:2") && text.contains("worldbody"), "{text}");
    }

    #[test]
    fn torn_messages_and_nonsense_are_left_out() {
        let mut session = Session::new();
        for bytes in [&b"\x05"[..], b"\xff\xff\xff\xff1234", b"\x01\0\0\0x", b"\0\0\0\0"] {
            session.tick(bytes);
        }
        assert!(answers(&session.tick(&message(OPEN, b"\xff"))).iter().any(|m| m[0] == 9));
    }
}
