//! Every flag of the options: the trajectory that MuJoCo 3.8.0 takes with it, and that it changes something.
//!
//! `tests/records/flags/flags.txt` is written by `tools/compare/record.py`, which explains the lines.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ferrodyn::enums::{DisableBit, EnableBit};
use ferrodyn::ids::DofId;
use ferrodyn::inverse::inverse;
use ferrodyn::math::fun::sin;
use ferrodyn::{Data, Model, load, step};

use crate::records::{field, numbers};

/// How far a number may be from MuJoCo's, relative where it exceeds 1: contacts multiply rounding errors.
const TOLERANCE: f64 = 1e-6;
const STEPS: usize = 150;

/// A flag as a bit of `opt.disableflags` or of `opt.enableflags`.
#[derive(Clone, Copy, PartialEq)]
enum Flag {
    Disable(DisableBit),
    Enable(EnableBit),
}

impl Flag {
    fn all() -> impl Iterator<Item = Self> {
        let disable = DisableBit::ALL.iter().map(|&bit| Self::Disable(bit));
        disable.chain(EnableBit::ALL.iter().map(|&bit| Self::Enable(bit)))
    }

    /// As MuJoCo spells it, without prefix.
    fn name(self) -> String {
        match self {
            Self::Disable(bit) => format!("{bit:?}").to_uppercase(),
            Self::Enable(bit) => format!("{bit:?}").to_uppercase(),
        }
    }

    fn set(self, m: &mut Model) {
        match self {
            Self::Disable(bit) => m.opt.disableflags |= bit as i32,
            Self::Enable(bit) => m.opt.enableflags |= bit as i32,
        }
    }

    fn model(self) -> Model {
        let meshes = self == Self::Disable(DisableBit::MultiCcd);
        let file = if meshes { "meshes.xml" } else { "scene.xml" };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/flags");
        load(folder.join(file)).unwrap()
    }

    /// The field that shows what the flag does; it changes nothing else, or not in this scene.
    fn shown_by(self) -> &'static str {
        match self {
            Self::Disable(DisableBit::WarmStart) => "solver_niter",
            Self::Disable(DisableBit::Sensor) => "sensordata",
            Self::Disable(DisableBit::Island) => "nisland",
            Self::Enable(EnableBit::Energy) => "energy",
            Self::Enable(EnableBit::FwdInv) => "solver_fwdinv",
            Self::Enable(EnableBit::InvDiscrete) => "qfrc_inverse",
            Self::Enable(EnableBit::Sleep) => "tree_asleep",
            _ => "qpos",
        }
    }

    /// Whether the flag chooses between ways to the same contacts.
    fn finds_the_same(self) -> bool {
        matches!(self, Self::Disable(DisableBit::MidPhase | DisableBit::NativeCcd))
    }

    /// Calls `look` with the number of steps taken and the data, step by step, with or without the flag.
    fn run(self, with: bool, mut look: impl FnMut(usize, &Model, &Data)) {
        let mut m = self.model();
        if with {
            self.set(&mut m);
        }
        let mut d = Data::new(&m);
        if self == Self::Disable(DisableBit::AutoReset) {
            d.qvel[DofId(0)] = 1e11;
        }
        for i in 0..STEPS {
            d.ctrl.fill(0.3 * sin(0.05 * i as f64));
            step(&m, &mut d);
            if self == Self::Enable(EnableBit::InvDiscrete) {
                inverse(&m, &mut d);
            }
            look(i + 1, &m, &d);
        }
    }
}

/// What MuJoCo computes with each flag: after how many steps, field and numbers.
fn records() -> BTreeMap<String, Vec<(usize, String, Vec<f64>)>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records/flags/flags.txt");
    let (mut records, mut flag) = (BTreeMap::<String, Vec<_>>::new(), String::new());
    for line in fs::read_to_string(file).unwrap().lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(' ').unwrap() {
            ("flag", name) => name.clone_into(&mut flag),
            ("after", rest) => {
                let mut words = rest.splitn(3, ' ');
                let steps = words.next().unwrap().parse().unwrap();
                let name = words.next().unwrap().to_owned();
                let values = numbers(words.next().unwrap_or_default());
                records.entry(flag.clone()).or_default().push((steps, name, values));
            }
            (word, _) => panic!("{word}"),
        }
    }
    records
}

fn same(x: f64, y: f64) -> bool {
    (x.is_nan() && y.is_nan()) || x == y || (x - y).abs() <= TOLERANCE * (1.0 + y.abs())
}

#[test]
fn every_flag_takes_the_trajectory_of_mujoco() {
    let mut records = records();
    let mut wrong = Vec::new();
    for flag in Flag::all() {
        let record = records.remove(&flag.name()).unwrap_or_else(|| panic!("{}", flag.name()));
        let mut held = 0;
        flag.run(true, |steps, m, d| {
            for (_, name, expected) in record.iter().filter(|(at, ..)| *at == steps) {
                let (found, _) = field(m, d, name);
                let equal = found.len() == expected.len()
                    && found.iter().zip(expected).all(|(&x, &y)| same(x, y));
                if !equal {
                    let what = format!("{}, {steps} steps: {name}", flag.name());
                    wrong.push(format!("{what}: {found:?} instead of {expected:?}"));
                }
                held += 1;
            }
        });
        assert_eq!(held, record.len(), "{}", flag.name());
        assert!(held >= 27, "{}: {held} arrays", flag.name());
    }
    assert!(records.is_empty(), "flags that are not here: {:?}", records.keys());
    assert!(wrong.is_empty(), "{} arrays differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_flag_has_an_effect() {
    assert_eq!(Flag::all().count(), 25);
    for flag in Flag::all() {
        let shown = |with: bool| {
            let (mut values, mut contacts) = (Vec::new(), Vec::new());
            flag.run(with, |_, m, d| {
                values.push(field(m, d, flag.shown_by()).0.into_iter().map(f64::to_bits).collect());
                contacts.push(d.ncon);
            });
            let values: Vec<Vec<u64>> = values;
            (values, contacts)
        };
        let ((with, contacts), (without, usual)) = (shown(true), shown(false));
        if flag.finds_the_same() {
            assert_eq!(contacts, usual, "{}", flag.name());
        } else {
            assert!(with != without, "{} changes nothing", flag.name());
        }
    }
}
