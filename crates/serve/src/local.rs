//! A simulation and its page in the same program, without a server.

use std::sync::Arc;

use bytes::Bytes;
use ferrodyn_engine::Model;
use ferrodyn_scene::Start;

use crate::command::{ClientCommand, Command};
use crate::hub::{Hub, Registration};
use crate::outbox::Outbox;
use crate::play::Player;

/// A simulation that talks to one page as a server does, by [messages](crate::protocol); who has it
/// carries them, and lets time go on.
///
/// ```
/// use ferrodyn_serve::Local;
///
/// let model = ferrodyn_mjcf::Loader::new().load_str("<mujoco><worldbody/></mujoco>")?;
/// let mut local = Local::new();
/// local.open(model);
/// local.advance();
/// let first = local.next().expect("a page is greeted");
/// assert_eq!(first[..4], 1u32.to_le_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Local {
    hub: Arc<Hub>,
    player: Player,
    outbox: Outbox,
    /// The page counts as one that looks.
    _seat: Option<Registration>,
}

impl Default for Local {
    fn default() -> Self {
        Self::new()
    }
}

impl Local {
    /// Without a model, and running.
    pub fn new() -> Self {
        let hub = Arc::new(Hub::default());
        let player = Player::new(Arc::clone(&hub), false, Start::Pose);
        Self { _seat: hub.join(1), hub, player, outbox: Outbox::default() }
    }

    /// Shows a model from its start.
    pub fn open(&mut self, model: Model) {
        self.player.open(model);
    }

    /// Tells the page why there is no other model.
    pub fn refuse(&mut self, problem: String) {
        self.player.refuse(problem);
    }

    /// Runs the command in a message of the page; false if there is none.
    pub fn receive(&mut self, message: &[u8]) -> bool {
        let command = Command::read(message);
        match command {
            Some(Command::Seen(number)) => self.outbox.seen(number),
            Some(command) => {
                self.player.apply(&ClientCommand { client: 0, command: Some(command) });
            }
            None => {}
        }
        command.is_some()
    }

    /// Takes the steps that are due, and makes a frame if it is time for one.
    pub fn advance(&mut self) {
        self.player.advance();
        self.player.publish();
    }

    /// The next message for the page; `None` if there is nothing to say now.
    #[expect(clippy::should_implement_trait, reason = "there may be more later")]
    pub fn next(&mut self) -> Option<Bytes> {
        self.hub.look(|newest| self.outbox.next(newest))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    const BALL: &str =
        "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>";

    /// The kinds of messages that come until there is a frame.
    fn until_frame(local: &mut Local) -> Vec<u8> {
        let (start, mut kinds) = (Instant::now(), Vec::new());
        while !kinds.contains(&8) && start.elapsed() < Duration::from_secs(10) {
            local.advance();
            kinds.extend(std::iter::from_fn(|| local.next()).map(|message| message[0]));
        }
        kinds
    }

    #[test]
    fn a_model_is_shown_and_another_one_takes_its_place() {
        let mut local = Local::new();
        let model = || ferrodyn_mjcf::Loader::new().load_str(BALL).unwrap();
        local.open(model());
        assert_eq!(until_frame(&mut local), [1, 2, 7, 8]);
        local.open(model());
        assert_eq!(until_frame(&mut local), [2, 7, 8]);
    }

    #[test]
    fn messages_are_commands_or_refused_and_problems_are_told() {
        let mut local = Local::new();
        local.open(ferrodyn_mjcf::Loader::new().load_str(BALL).unwrap());
        until_frame(&mut local);
        let pause = [2u32, 0].map(u32::to_le_bytes).concat();
        assert!(local.receive(&pause));
        assert!(!local.receive(b"nonsense"));
        local.refuse("broken".to_owned());
        let message = local.next().unwrap();
        assert!(message[0] == 9 && message.ends_with(b"broken\0\0"));
    }

    #[test]
    fn a_model_whose_steps_are_longer_than_frames_plays() {
        let mut local = Local::new();
        let xml = BALL.replace("<mujoco>", "<mujoco><option timestep='0.15'/>");
        local.open(ferrodyn_mjcf::Loader::new().load_str(&xml).unwrap());
        let (start, mut time) = (Instant::now(), 0.0);
        while time == 0.0 && start.elapsed() < Duration::from_secs(10) {
            local.advance();
            while let Some(message) = local.next() {
                if let (8, Some(now)) =
                    (message[0], message.get(12..).and_then(|m| m.first_chunk()))
                {
                    time = f64::from_le_bytes(*now);
                }
            }
        }
        assert!(time > 0.1, "{time}");
    }
}
