//! One environment of a shard.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::error::RolloutError;
use crate::npz::read::Arrays;

/// Whether a file begins as a shard does, or anything else that numpy saves several arrays in.
#[must_use]
pub fn is_shard(file: &Path) -> bool {
    // what is no file is not opened: a pipe waits for its other end, and what it gives is gone
    if !file.is_file() {
        return false;
    }
    let mut start = Vec::new();
    let read = File::open(file).and_then(|file| file.take(64).read_to_end(&mut start));
    let name = start.get(30..).unwrap_or_default();
    read.is_ok() && start.starts_with(b"PK\x03\x04") && name.windows(4).any(|part| part == b".npy")
}

/// The records of an environment.
#[derive(Clone, Debug)]
pub struct Trajectory {
    /// Steps before each.
    pub steps: Vec<u64>,
    states: Vec<f64>,
    width: usize,
    /// Of the model, where the file says so.
    pub model_hash: Option<String>,
}

impl Trajectory {
    /// Reads those of an environment by its number in the run, or the first of a shard.
    ///
    /// # Errors
    /// If the file cannot be read, is no shard, or does not have the environment.
    pub fn read(file: &Path, env: Option<u64>) -> Result<Self, RolloutError> {
        Self::read_from(file, env).map_err(RolloutError::io(file))
    }

    fn read_from(file: &Path, env: Option<u64>) -> io::Result<Self> {
        let wrong = |text: String| io::Error::new(io::ErrorKind::InvalidInput, text);
        if !file.metadata()?.is_file() {
            return Err(wrong("a shard is a file, this is none".to_owned()));
        }
        let mut arrays = Arrays::open(File::open(file)?)?;
        let envs = arrays.counts("env")?;
        let steps = arrays.counts("step")?;
        let head = arrays.head("state", 3)?;
        let (Some(low), Some(high)) = (envs.iter().min(), envs.iter().max()) else {
            return Err(wrong("it has no environments".to_owned()));
        };
        let env = env.unwrap_or(envs[0]);
        let place = envs.iter().position(|&found| found == env).ok_or_else(|| {
            wrong(format!(
                "environment {env} is not in it, but in another shard: it has {low} to {high}"
            ))
        })?;
        let [count, records, width] = head.shape[..] else { return Err(wrong(String::new())) };
        if (count, records) != (envs.len() as u64, steps.len() as u64) || !steps.is_sorted() {
            return Err(wrong("its states are not those of its environments and steps".to_owned()));
        }
        let each = records * width;
        let states = arrays.numbers(&head, place as u64 * each, each)?;
        let meta = arrays.bytes("meta")?.unwrap_or_default();
        let meta = serde_json::from_slice::<serde_json::Value>(&meta).unwrap_or_default();
        let model_hash = meta["model_hash"].as_str().map(str::to_owned);
        Ok(Self { steps, states, width: width as usize, model_hash })
    }

    /// Numbers of a state, `StateBit::FullPhysics`.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The last record that is not after so many steps, which may be a part of one.
    #[must_use]
    pub fn at(&self, steps: f64) -> &[f64] {
        let later = self.steps.partition_point(|&step| step as f64 <= steps);
        let from = later.saturating_sub(1) * self.width;
        self.states.get(from..from + self.width).unwrap_or_default()
    }
}
