//! Models and states that several tests share.

use std::path::{Path, PathBuf};

use ferrodyn::enums::DisableBit;
use ferrodyn::integrate::integrate_pos;
use ferrodyn::{Data, Model};

/// Numbers in [-1, 1) that are the same in every run.
pub(crate) struct Numbers(u64);

impl Numbers {
    /// A sequence for each seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// As many numbers, times a scale.
    pub(crate) fn vector(&mut self, len: usize, scale: f64) -> Vec<f64> {
        (0..len).map(|_| scale * self.next()).collect()
    }
}

/// The files of the models in a folder of the repository's models.
pub(crate) fn model_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(folder);
    let mut files: Vec<PathBuf> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "xml"));
    files.sort();
    files
}

/// The models of the repository, without constraints.
pub(crate) fn fixtures() -> impl Iterator<Item = (PathBuf, Model)> {
    model_files("").into_iter().map(|file| {
        let m = smooth(ferrodyn::load(&file).unwrap());
        (file, m)
    })
}

/// The model with constraints switched off.
pub(crate) fn smooth(mut m: Model) -> Model {
    m.opt.disableflags |= DisableBit::Constraint as i32;
    m
}

/// A model from text, with constraints switched off.
pub(crate) fn model(xml: &str) -> Model {
    smooth(ferrodyn::load_str(xml).unwrap())
}

/// Data away from the default pose, in motion, with controls and applied forces.
pub(crate) fn random_data(m: &Model, seed: u64) -> Data {
    let mut d = Data::new(m);
    let mut numbers = Numbers::new(seed + 1);
    let away = numbers.vector(m.nv, 0.5);
    integrate_pos(m, &mut d.qpos, &away, 1.0).unwrap();
    d.qvel.copy_from_slice(&numbers.vector(m.nv, 1.0));
    d.act.copy_from_slice(&numbers.vector(m.na, 0.5));
    d.ctrl.copy_from_slice(&numbers.vector(m.nu, 1.0));
    d.qfrc_applied.copy_from_slice(&numbers.vector(m.nv, 0.1));
    d
}
