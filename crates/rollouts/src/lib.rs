//! Rollouts of many environments of a model, in shards.
//!
//! An environment starts in the first keyframe of the model, or else in its default pose, and is driven by
//! noise around the controls that it starts with. Where it goes depends on the model, on the seed and on its
//! number. A shard holds some of the environments of a run: it is a function of the model, the
//! [`Settings`], its own number and the number of shards. Machines can write one each, in any order and
//! more than once; the bytes are the same.
//!
//! A shard is a `.npz` file, written under another name, synchronized and renamed: it is there as a whole or
//! not at all. One that is there is read to its end and kept.
//!
//! ```
//! # use std::{cell::Cell, ops::ControlFlow, sync::Arc};
//! use ferrodyn_rollouts::{Outcome, Progress, Settings, Trajectory, shard};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let out = std::env::temp_dir().join(format!("ferrodyn-rollouts-doc-{}", std::process::id()));
//! let xml = "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
//! let m = Arc::new(ferrodyn_mjcf::Loader::new().load_str(xml)?);
//! let settings = Settings { environments: 64, steps: 100, ..Settings::default() };
//!
//! // told of every step; a break ends the run before its time, and nothing is written
//! let steps = Cell::new(0);
//! let mut watch = |progress: Progress| {
//!     if let Progress::Taken(more) = progress {
//!         steps.set(steps.get() + more);
//!     }
//!     ControlFlow::Continue(())
//! };
//! let Outcome::Ran(ran) = shard(&m, &settings, 3, 8, &out, &mut watch)? else { panic!("it was there") };
//! assert_eq!((steps.get(), ran.failed.len()), (8 * 100, 0));
//!
//! // environment 24 is the first of shard 3 of 8
//! let file = ran.file.expect("there is a directory for it");
//! let fall = Trajectory::read(&file, Some(24))?;
//! assert_eq!(fall.steps, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
//!
//! // the same again finds it
//! assert!(matches!(shard(&m, &settings, 3, 8, &out, &mut watch)?, Outcome::Kept(found) if found == file));
//! # std::fs::remove_dir_all(&out)?;
//! # Ok(())
//! # }
//! ```
//!
//! | file | has |
//! |---|---|
//! | `run` | the shards of a run, each from its start to its file |
//! | `settings` | the settings that trajectories depend on, the division into shards, limits |
//! | `noise` | controls and starts, from the seed and the number of the environment |
//! | `envs` | environments on their way |
//! | `columns` | names of the columns of states and controls |
//! | `meta`, `records`, `npz`, `commit` | what a shard says of itself, what it holds, as arrays, in files that are whole or not there |
//! | `trajectory` | an environment of a shard |
//! | `failure`, `causes`, `dump` | failures: with names, counted, and as files to take the step again |
//! | `error` | why a run cannot begin or go on |

mod causes;
mod columns;
mod commit;
mod dump;
mod envs;
mod error;
mod failure;
mod meta;
mod noise;
mod npz;
mod records;
mod run;
mod settings;
mod trajectory;

pub use causes::{Cause, Causes};
pub use envs::Failure;
pub use error::{Bytes, Damage, RolloutError};
pub use failure::{Note, Numbers, Object, Place};
pub use meta::shard_name;
pub use run::{Files, Outcome, Progress, Ran, Rollout, Watch, shard};
pub use settings::{MOST_SHARDS, Settings};
pub use trajectory::{Trajectory, is_shard};

#[cfg(test)]
fn test_model(xml: &str) -> Result<ferrodyn_engine::Model, ferrodyn_mjcf::LoadError> {
    ferrodyn_mjcf::Loader::new().load_str(xml)
}
