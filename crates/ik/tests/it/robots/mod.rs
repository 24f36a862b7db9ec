//! Robots for tests, and for `crates/bench`: kinematics of two arms, and public models of a corpus.
//!
//! `ur5e.xml` and `panda.xml` beside this file are always there. Public models are looked for below
//! `FERRODYN_CORPUS`, beside the checkout in `../shared/corpus`, and where the judge unpacks the
//! archives of the corpus.

#![allow(dead_code, reason = "each program uses a part")]

use std::path::{Path, PathBuf};

use ferrodyn_engine::Model;
use ferrodyn_mjcf::Loader;

/// A robot, and frames at its ends.
pub(crate) struct Robot {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    pub(crate) end: &'static str,
    /// Its kinematics with the same names, in MJCF.
    kinematics: Option<&'static str>,
}

const fn robot(name: &'static str, file: &'static str, end: &'static str) -> Robot {
    Robot { name, file, end, kinematics: None }
}

pub(crate) const UR5E: Robot = Robot {
    kinematics: Some(include_str!("ur5e.xml")),
    ..robot("UR5e", "universal_robots_ur5e/ur5e.xml", "attachment_site")
};
pub(crate) const UR10E: Robot =
    robot("UR10e", "universal_robots_ur10e/ur10e.xml", "attachment_site");
pub(crate) const PANDA: Robot = Robot {
    kinematics: Some(include_str!("panda.xml")),
    ..robot("Panda", "franka_emika_panda/panda.xml", "hand")
};
pub(crate) const IIWA: Robot = robot("iiwa 14", "kuka_iiwa_14/iiwa14.xml", "link7");
pub(crate) const WX250S: Robot =
    robot("wx250s", "trossen_wx250s/wx250s.xml", "wx250s/gripper_link");
pub(crate) const SHADOW: Robot = robot("shadow hand", "shadow_hand/right_hand.xml", "rh_ffdistal");
pub(crate) const G1: Robot = robot("G1", "unitree_g1/g1.xml", "left_wrist_yaw_link");

impl Robot {
    /// The public model; `None` with a message if the corpus does not have it.
    pub(crate) fn public(&self) -> Option<Model> {
        let Some(file) = folders().iter().find_map(|folder| self.file_below(folder)) else {
            println!(
                "SKIPPED: there is no public model of {} ({}): set FERRODYN_CORPUS to a folder with it",
                self.name, self.file
            );
            return None;
        };
        Some(Loader::new().load_path(&file).expect("robots of the corpus load"))
    }

    /// The kinematics that come with this crate, if it has those of this robot.
    pub(crate) fn kinematics(&self) -> Option<Model> {
        self.kinematics.map(|xml| Loader::new().load_str(xml).expect("kinematics load"))
    }

    /// The kinematics that come with this crate, then the public model, as far as they are there.
    pub(crate) fn models(&self) -> impl Iterator<Item = Model> {
        self.kinematics().into_iter().chain(self.public())
    }

    /// The public model, or else the kinematics that come with this crate.
    pub(crate) fn load(&self) -> Option<Model> {
        self.public().or_else(|| self.kinematics())
    }

    fn file_below(&self, folder: &Path) -> Option<PathBuf> {
        let parts = ["", "menagerie", "menagerie_extra"];
        parts.iter().map(|part| folder.join(part).join(self.file)).find(|file| file.is_file())
    }
}

fn folders() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cache = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(std::env::home_dir()?.join(".cache")));
    let mut folders: Vec<PathBuf> =
        std::env::var_os("FERRODYN_CORPUS").map(PathBuf::from).into_iter().collect();
    folders.push(here.join("../../../shared/corpus"));
    folders.extend(cache.map(|cache| cache.join("ferrodyn-corpus")));
    folders
}

/// Numbers from 0 to 1, the same in every run.
pub(crate) struct Uniform(u64);

impl Uniform {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> f64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}
