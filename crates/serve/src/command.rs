//! Messages from the page.

use ferrodyn_engine::math::Vec3;

/// Bytes of a message at most.
pub(crate) const LONGEST: usize = 64;

/// A command of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Command {
    /// A frame arrived.
    Seen(u32),
    Play(bool),
    Reset,
    /// Percent of real time.
    Speed(f64),
    Step(u32),
    Key(u32),
    Control(u32, f64),
    /// Selects what a ray meets.
    Grab {
        origin: Vec3,
        direction: Vec3,
    },
    /// Pulls at it.
    Pull(Vec3),
    Release,
}

/// A command of a client, or the notice that it is gone.
#[derive(Debug, PartialEq)]
pub(crate) struct ClientCommand {
    pub client: u64,
    /// `None` if it is gone.
    pub command: Option<Command>,
}

impl Command {
    /// A command; `None` if the bytes are none.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks::<4>();
        let (&kind, words) = words.split_first().filter(|_| rest.is_empty())?;
        let number = |i: usize| words.get(i).map(|&word| u32::from_le_bytes(word));
        let real = |i: usize| {
            let x = f64::from(f32::from_le_bytes(*words.get(i)?));
            x.is_finite().then_some(x)
        };
        let point = |i: usize| Some(Vec3([real(i)?, real(i + 1)?, real(i + 2)?]));
        let (command, len) = match u32::from_le_bytes(kind) {
            1 => (Self::Seen(number(0)?), 1),
            2 => (Self::Play(number(0)? != 0), 1),
            3 => (Self::Reset, 0),
            4 => (Self::Speed(real(0)?), 1),
            5 => (Self::Step(number(0)?), 1),
            6 => (Self::Key(number(0)?), 1),
            7 => (Self::Control(number(0)?, real(1)?), 2),
            8 => {
                let (origin, direction) = (point(0)?, point(3)?);
                // no direction is no ray
                (direction.norm() > 1e-6).then_some((Self::Grab { origin, direction }, 6))?
            }
            9 => (Self::Pull(point(0)?), 3),
            10 => (Self::Release, 0),
            _ => return None,
        };
        (words.len() == len).then_some(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(kind: u32, words: &[[u8; 4]]) -> Vec<u8> {
        std::iter::once(kind.to_le_bytes()).chain(words.iter().copied()).flatten().collect()
    }

    #[test]
    fn commands_are_read() {
        assert_eq!(Command::read(&bytes(3, &[])), Some(Command::Reset));
        assert_eq!(Command::read(&bytes(2, &[[1, 0, 0, 0]])), Some(Command::Play(true)));
        let half = 0.5f32.to_le_bytes();
        let control = Command::read(&bytes(7, &[[3, 0, 0, 0], half]));
        assert_eq!(control, Some(Command::Control(3, 0.5)));
        let pull = Command::read(&bytes(9, &[half; 3]));
        assert_eq!(pull, Some(Command::Pull(Vec3([0.5; 3]))));
    }

    #[test]
    fn what_is_no_command_is_refused() {
        let nan = f32::NAN.to_le_bytes();
        let zero = [0; 4];
        for wrong in [
            bytes(0, &[]),
            bytes(11, &[]),
            bytes(3, &[zero]),
            bytes(2, &[]),
            bytes(4, &[nan]),
            bytes(7, &[zero, nan]),
            bytes(8, &[zero; 6]),
            bytes(9, &[nan; 3]),
            vec![],
            vec![3],
            vec![3, 0, 0, 0, 0],
        ] {
            assert_eq!(Command::read(&wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn any_bytes_are_a_command_or_none() {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as u8
        };
        let mut read = 0;
        for _ in 0..20_000 {
            let len = usize::from(next()) % (LONGEST + 1);
            let mut message: Vec<u8> = (0..len).map(|_| next()).collect();
            // half of them begin like commands
            if len >= 4 && next() % 2 == 0 {
                message[..4].copy_from_slice(&u32::from(next() % 12).to_le_bytes());
            }
            read += usize::from(Command::read(&message).is_some());
        }
        assert!(read > 0);
    }
}
