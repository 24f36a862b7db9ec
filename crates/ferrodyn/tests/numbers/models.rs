//! The models of the repository, their states, and what the stages make of them.

use std::path::{Path, PathBuf};

use ferrodyn::enums::TrnType;
use ferrodyn::ids::MomentAdr;
use ferrodyn::integrate::integrate_pos;
use ferrodyn::{Data, Model};
use ferrodyn_engine::{DataOf, Lanes};

/// Numbers in [-1, 1) that are the same in every run.
pub(crate) struct Random(u64);

impl Random {
    /// A sequence for each seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// Fills with numbers, times a scale.
    pub(crate) fn fill(&mut self, to: &mut [f64], scale: f64) {
        for x in to {
            *x = scale * self.next();
        }
    }
}

/// All models of the repository that are a whole, with their paths from the folder of models; controls act at once, as
/// delayed ones are looked up by time.
pub(crate) fn models() -> Vec<(String, Model)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let mut files = Vec::new();
    find(&root, &mut files);
    files.sort();
    let name = |file: &Path| file.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
    let load = |file: &Path| {
        let mut m = ferrodyn::load(file).ok()?;
        m.actuator_delay.as_mut_slice().fill(0.0);
        Some(m)
    };
    files.iter().filter_map(|file| Some((name(file), load(file)?))).collect()
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|e| e == "xml") {
            files.push(path);
        }
    }
}

/// Data away from the default pose, in motion, with controls and applied forces.
pub(crate) fn random_data(m: &Model, seed: u64) -> Data {
    let mut random = Random::new(seed);
    let mut d = Data::new(m);
    let mut away = vec![0.0; m.nv];
    random.fill(&mut away, 0.4);
    integrate_pos(m, &mut d.qpos, &away, 1.0).unwrap();
    random.fill(&mut d.qvel, 1.0);
    random.fill(&mut d.act, 0.5);
    random.fill(&mut d.ctrl, 1.0);
    random.fill(&mut d.qfrc_applied, 0.1);
    random.fill(d.xfrc_applied.scalars_mut(), 0.1);
    d
}

/// The arrays that a user sets, as numbers.
pub(crate) fn inputs<N: Lanes>(d: &mut DataOf<N>) -> [&mut [N]; 8] {
    let DataOf { qpos, qvel, act, ctrl, qfrc_applied, xfrc_applied, mocap_pos, mocap_quat, .. } = d;
    [
        qpos.as_mut_slice(),
        qvel.as_mut_slice(),
        act.as_mut_slice(),
        ctrl.as_mut_slice(),
        qfrc_applied.as_mut_slice(),
        xfrc_applied.as_mut_slice().as_flattened_mut(),
        bytemuck::cast_slice_mut(mocap_pos.as_mut_slice()),
        bytemuck::cast_slice_mut(mocap_quat.as_mut_slice()),
    ]
}

/// All arrays of numbers of data; moments of actuators as rows with a number for every degree of freedom.
pub(crate) fn arrays<N: Lanes>(d: &DataOf<N>) -> Vec<(&'static str, Vec<N>)> {
    let numbers = d.numbers().filter(|field| field.dtype == N::DTYPE);
    let numbers = numbers.filter(|field| !NOT_COMPARED.contains(&field.name));
    let mut all: Vec<_> =
        numbers.map(|field| (field.name, bytemuck::cast_slice(field.bytes).to_vec())).collect();
    let rows = d.moment_rowadr.iter().zip(d.moment_rownnz.iter());
    let moments = rows.flat_map(|(&adr, &nnz)| {
        let mut dense = vec![N::ZERO; d.qvel.len()];
        for at in adr as usize..(adr + nnz) as usize {
            dense[d.moment_colind[MomentAdr(at)] as usize] = d.actuator_moment[MomentAdr(at)];
        }
        dense
    });
    all.push(("actuator_moment", moments.collect()));
    all
}

/// Places of moments depend on which of them are zero; what is kept for delays is kept as values, and nothing reads it
/// where there are none.
const NOT_COMPARED: [&str; 2] = ["actuator_moment", "history"];

/// Whether rows of moments leave out what is zero in this state, which decides the order of sums.
pub(crate) fn has_compressed_rows(m: &Model) -> bool {
    let compressed = [TrnType::Site, TrnType::SliderCrank, TrnType::Body].map(|kind| kind as i32);
    m.actuator_trntype.raw().iter().any(|kind| compressed.contains(kind))
}
