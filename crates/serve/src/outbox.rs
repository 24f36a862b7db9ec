//! Chooses the next message to one client, given the messages that it has received.
//!
//! An [`Outbox`] has the order of the protocol: `Hello`, a problem if there is a new one, the messages of the model,
//! shapes when they changed, then frames. A new model starts again with its messages. Frames are not queued: the next
//! one is always the newest, and it waits while [`MOST_FRAMES`] frames or 256 kB are on their way unconfirmed. So a
//! slow connection shows the present with fewer frames instead of the past, and never holds up the simulation.
//!
//! The sending thread of a client (`client.rs`) calls [`next`](Outbox::next) whenever the hub changes or the page has
//! confirmed a frame (`seen`); the numbers come from the page and may be wrong: unknown ones are ignored.

use std::collections::VecDeque;

use bytes::Bytes;

use crate::hub::Newest;
use crate::protocol::{MOST_FRAMES, VERSION};
use crate::wire::{Kind, Wire};

/// Most bytes of unconfirmed frames. A single frame may be larger.
const MOST_BYTES: usize = 256 * 1024;

/// The messages that a client has received, and those that are on their way.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    greeted: bool,
    problem: u32,
    /// Number of the model, and how many of its messages were sent.
    model: Option<(u32, usize)>,
    shapes: Option<u32>,
    frame: Option<u32>,
    /// Frames that are on their way, with their sizes.
    flight: VecDeque<(u32, usize)>,
    /// The answer to a ping of the client, to be sent first.
    pub pong: Option<Bytes>,
}

impl Outbox {
    /// The page has confirmed a frame, and with it all earlier ones.
    pub(crate) fn seen(&mut self, number: u32) {
        if let Some(at) = self.flight.iter().position(|&(own, _)| own == number) {
            self.flight.drain(..=at);
        }
    }

    /// The next message; `None` if there is nothing to say now.
    pub(crate) fn next(&mut self, newest: &Newest) -> Option<Bytes> {
        if !std::mem::replace(&mut self.greeted, true) {
            return Some(Wire::new(Kind::Hello).u32(VERSION).done());
        }
        if self.problem != newest.problem.0 {
            self.problem = newest.problem.0;
            return Some(Wire::new(Kind::Problem).text(&newest.problem.1).done());
        }
        let package = newest.package.as_ref()?;
        // another model makes all that was sent useless
        let (number, sent) =
            self.model.filter(|&(number, _)| number == package.number).unwrap_or_else(|| {
                (self.shapes, self.frame) = (None, None);
                (package.number, 0)
            });
        if let Some(message) = package.messages.get(sent) {
            self.model = Some((number, sent + 1));
            return Some(message.clone());
        }
        let shot = newest.shot.as_ref().filter(|shot| shot.model == number)?;
        if self.frame == Some(shot.number) || !self.has_room(shot.frame.len()) {
            return None;
        }
        if self.shapes != Some(shot.shapes_version) {
            self.shapes = Some(shot.shapes_version);
            return Some(shot.shapes.clone());
        }
        self.frame = Some(shot.number);
        self.flight.push_back((shot.number, shot.frame.len()));
        Some(shot.frame.clone())
    }

    fn has_room(&self, more: usize) -> bool {
        let bytes: usize = self.flight.iter().map(|&(_, len)| len).sum();
        self.flight.is_empty() || (self.flight.len() < MOST_FRAMES && bytes + more <= MOST_BYTES)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::hub::{Package, Shot};

    fn newest(model: u32) -> Newest {
        let messages = vec![Bytes::from_static(b"model"), Bytes::from_static(b"mesh")];
        let package = Some(Arc::new(Package { number: model, messages }));
        Newest { package, shot: Some(shot(model, 1, 1, 5)), ..Newest::default() }
    }

    fn shot(model: u32, number: u32, shapes_version: u32, len: usize) -> Shot {
        let (shapes, frame) = (Bytes::from_static(b"shapes"), Bytes::from(vec![b'f'; len]));
        Shot { model, number, shapes_version, shapes, frame }
    }

    fn all(outbox: &mut Outbox, newest: &Newest) -> Vec<Bytes> {
        std::iter::from_fn(|| outbox.next(newest)).collect()
    }

    #[test]
    fn a_model_comes_once_and_shapes_when_they_change() {
        let (mut outbox, mut newest) = (Outbox::default(), newest(1));
        let first = all(&mut outbox, &newest);
        assert_eq!(first.len(), 5);
        assert_eq!(first[1..], [&b"model"[..], b"mesh", b"shapes", b"fffff"]);
        newest.shot = Some(shot(1, 2, 1, 3));
        assert_eq!(all(&mut outbox, &newest), [&b"fff"[..]]);
        newest.shot = Some(shot(1, 3, 2, 3));
        assert_eq!(all(&mut outbox, &newest), [&b"shapes"[..], b"fff"]);
    }

    #[test]
    fn another_model_brings_everything_anew() {
        let mut outbox = Outbox::default();
        all(&mut outbox, &newest(1));
        assert_eq!(all(&mut outbox, &newest(2)).len(), 4);
        // a frame of another model is not sent
        let mut mixed = newest(2);
        mixed.shot = Some(shot(1, 9, 9, 1));
        assert!(all(&mut outbox, &mixed).is_empty());
    }

    #[test]
    fn a_client_that_sees_nothing_gets_no_more_frames() {
        let (mut outbox, mut newest) = (Outbox::default(), newest(1));
        let mut frames = 0;
        for number in 1..100 {
            newest.shot = Some(shot(1, number, 1, 7));
            frames += all(&mut outbox, &newest).iter().filter(|m| m.starts_with(b"f")).count();
        }
        assert_eq!(frames, MOST_FRAMES);
        // what it never got is no excuse
        outbox.seen(99);
        assert!(all(&mut outbox, &newest).is_empty());
        outbox.seen(3);
        assert_eq!(all(&mut outbox, &newest).len(), 1);
        assert_eq!(outbox.flight.len(), MOST_FRAMES - 3 + 1);
    }

    #[test]
    fn large_frames_go_one_at_a_time() {
        let (mut outbox, mut newest) = (Outbox::default(), newest(1));
        newest.shot = Some(shot(1, 1, 1, 2 * MOST_BYTES));
        assert_eq!(all(&mut outbox, &newest).len(), 5);
        newest.shot = Some(shot(1, 2, 1, 2 * MOST_BYTES));
        assert!(all(&mut outbox, &newest).is_empty());
        outbox.seen(1);
        assert_eq!(all(&mut outbox, &newest).len(), 1);
    }

    #[test]
    fn problems_come_before_models() {
        let (mut outbox, mut newest) = (Outbox::default(), newest(1));
        newest.problem = (1, "broken".to_owned());
        newest.package = None;
        assert_eq!(all(&mut outbox, &newest).len(), 2);
        assert!(all(&mut outbox, &newest).is_empty());
    }
}
