//! Shards as a function of model, settings and numbers.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ferrodyn_engine::Model;
use ferrodyn_rollouts::{Files, Outcome, Progress, Rollout, RolloutError, Settings, shard};

/// A directory of a test, which goes with it.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("ferrodyn-rollouts-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A ball that falls on a floor, and an arm whose spring is too stiff for the time step.
const UNSTABLE: &str = r#"<mujoco model="unstable">
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1"/>
    <body name="ball" pos="0 0 0.3"><freejoint/><geom name="skin" size="0.1"/></body>
    <body name="arm" pos="1 0 1">
      <joint name="spring" axis="0 1 0" stiffness="1e5" springref="0"/>
      <geom name="rod" type="capsule" fromto="0 0 0 0.4 0 0" size="0.02"/>
    </body>
  </worldbody>
  <actuator><motor name="pull" joint="spring" ctrlrange="-1 1"/></actuator>
</mujoco>"#;

fn unstable() -> Arc<Model> {
    Arc::new(ferrodyn_mjcf::Loader::new().load_str(UNSTABLE).expect("the model is right"))
}

const SETTINGS: Settings = Settings {
    environments: 5,
    steps: 60,
    every: 7,
    seed: 5,
    noise: 1.0,
    hold: 20,
    qpos_noise: 0.01,
};

fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn ran(outcome: Outcome) -> ferrodyn_rollouts::Ran {
    match outcome {
        Outcome::Ran(ran) => ran,
        other => panic!("it was not run: {other:?}"),
    }
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    let prime = 0x0100_0000_01b3;
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(prime))
}

/// The arrays of a shard after the first, which has the version of the program.
fn arrays(file: &Path) -> Vec<u8> {
    let bytes = fs::read(file).expect("the shard is there");
    let find = |word: &[u8], from| {
        let at = bytes[from..].windows(4).position(|found| found == word);
        from + at.expect("it is in every shard")
    };
    bytes[find(b"PK\x03\x04", 4)..find(b"PK\x01\x02", 0)].to_vec()
}

/// States, times, controls, restarts and failures of a shard have these bytes on every machine.
#[test]
fn the_bytes_of_a_shard_stay_what_they_are() {
    let dir = Dir::new("golden");
    let shard = ran(shard(&unstable(), &SETTINGS, 0, 1, &dir.0, &mut go_on).unwrap());
    assert_eq!(shard.failed.len(), 5);
    assert_eq!(hash(&arrays(&shard.file.unwrap())), GOLDEN);
}
const GOLDEN: u64 = 0x050c_d4f6_86e5_8dc6;

#[test]
fn a_shard_is_told_of_every_step_and_found_again() {
    let (dir, m) = (Dir::new("again"), unstable());
    let mut told = Vec::new();
    let mut watch = |progress| {
        told.push(progress);
        ControlFlow::Continue(())
    };
    let file = ran(shard(&m, &SETTINGS, 1, 2, &dir.0, &mut watch).unwrap()).file.unwrap();
    assert_eq!(file.file_name().unwrap(), "shard-00001-of-00002.npz");
    // environments 2 to 4; asked before they are looked for and before the first step
    let expected = [vec![Progress::Taken(0); 2], vec![Progress::Taken(3); 60]].concat();
    assert_eq!(told, expected);

    told.clear();
    let mut watch = |progress| {
        told.push(progress);
        ControlFlow::Continue(())
    };
    let again = shard(&m, &SETTINGS, 1, 2, &dir.0, &mut watch).unwrap();
    assert!(matches!(again, Outcome::Kept(kept) if kept == file));
    assert_eq!(told, [Progress::Taken(0), Progress::Kept(180)]);
}

#[test]
fn a_shard_that_is_interrupted_leaves_nothing() {
    let (dir, m) = (Dir::new("interrupted"), unstable());
    for last in [0, 1, 40] {
        let mut steps = 0;
        let mut watch = |progress| {
            steps += i32::from(progress == Progress::Taken(5));
            if steps < last { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let end = shard(&m, &SETTINGS, 0, 1, &dir.0, &mut watch).unwrap();
        assert!(matches!(end, Outcome::Interrupted), "{end:?}");
        assert_eq!((steps, fs::read_dir(&dir.0).unwrap().count()), (last, 0));
    }
}

#[test]
fn failures_are_dumped_once_for_each_environment() {
    let (dir, m) = (Dir::new("dumps"), unstable());
    let files = Files { dumps: Some(dir.0.clone()), ..Files::default() };
    let run = Rollout::new(m.clone(), SETTINGS, 1, files).unwrap();
    run.prepare(&[0]).unwrap();
    let ran = ran(run.shard(0, &mut go_on).unwrap());
    assert!(ran.file.is_none());
    let names: Vec<String> = (0..5).map(|env| format!("env-00000{env}.dump")).collect();
    let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
    let dumps: Vec<String> = ran.dumps.iter().map(name).collect();
    assert_eq!(dumps, names);
    assert!(ran.dumps.iter().all(|file| file.is_file()));
    let table = ran.causes.table(&m);
    assert_eq!(table[0].place.to_string(), r#"joint "spring" of body "arm""#);
}

#[test]
fn settings_of_no_run_are_refused() {
    let (m, dir) = (unstable(), Dir::new("refused"));
    let refused = |settings: Settings, i, n| {
        let error = shard(&m, &settings, i, n, &dir.0, &mut go_on).expect_err("it is none");
        error.to_string()
    };
    for (settings, text) in [
        (Settings { environments: 0, ..SETTINGS }, "environments must be at least 1"),
        (Settings { steps: 0, ..SETTINGS }, "steps must be at least 1"),
        (Settings { every: 0, ..SETTINGS }, "every must be at least 1"),
        (Settings { hold: 0, ..SETTINGS }, "hold must be at least 1"),
        (Settings { noise: f64::NAN, ..SETTINGS }, "noise must be a number from 0 on"),
        (Settings { qpos_noise: -1.0, ..SETTINGS }, "qpos_noise must be a number from 0 on"),
    ] {
        assert_eq!(refused(settings, 0, 1), text);
    }
    assert_eq!(refused(SETTINGS, 0, 0), "shards must be at least 1");
    assert_eq!(refused(SETTINGS, 0, 6), "6 shards of 5 environments");
    assert_eq!(refused(SETTINGS, 0, 100_000), "shards must be at most 99999");
    assert!(!dir.0.exists());
    assert!(refused(SETTINGS, 2, 2).starts_with("there is no shard 2"));
}

#[test]
fn a_shard_of_another_run_stays() {
    let (dir, m) = (Dir::new("other"), unstable());
    let file = ran(shard(&m, &SETTINGS, 0, 1, &dir.0, &mut go_on).unwrap()).file.unwrap();
    let bytes = fs::read(&file).unwrap();
    let other = Settings { seed: 6, ..SETTINGS };
    let error = shard(&m, &other, 0, 1, &dir.0, &mut go_on).unwrap_err();
    assert!(
        matches!(&error, RolloutError::OtherRun { difference, .. } if difference.contains("seed"))
    );
    let error = shard(&m, &SETTINGS, 0, 2, &dir.0, &mut go_on).unwrap_err();
    assert!(matches!(error, RolloutError::OtherCut { shards: 2, .. }));

    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let error = shard(&m, &SETTINGS, 0, 1, &dir.0, &mut go_on).unwrap_err();
    assert!(matches!(&error, RolloutError::Damaged { files } if files.len() == 1), "{error}");
    assert_eq!(fs::read(&file).unwrap().len(), bytes.len() - 1);
}
