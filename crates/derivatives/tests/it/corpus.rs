//! Public robots, where the corpus is: contact-rich states against differences.

use std::path::PathBuf;

use ferrodyn_derivatives::{Linearization, linearize};
use ferrodyn_engine::{Data, step};

use crate::differences::{Random, error, of_step, tighten};

/// The folder of models, if it is there.
fn corpus() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let place = std::env::var_os("FERRODYN_CORPUS").map_or(beside, PathBuf::from);
    place.is_dir().then_some(place)
}

#[test]
fn a_humanoid_that_falls_has_the_matrices_of_differences() {
    let Some(corpus) = corpus() else {
        println!("SKIPPED: no models; FERRODYN_CORPUS names a folder that holds them");
        return;
    };
    let mut m = ferrodyn_mjcf::Loader::new()
        .load_path(corpus.join("mujoco/model/humanoid/humanoid.xml"))
        .unwrap();
    tighten(&mut m);
    let mut out = Linearization::new(&m);
    for cone in [0, 1] {
        m.opt.cone = cone;
        let mut random = Random(11);
        let (mut errors, mut contacts) = (Vec::new(), 0);
        for _ in 0..12 {
            let mut d = Data::new(&m);
            for q in &mut d.qpos[7..] {
                *q += 0.4 * random.signed();
            }
            for v in &mut d.qvel {
                *v = 0.5 * random.signed();
            }
            for i in 0..(150.0 + 100.0 * random.signed()) as usize {
                if i % 10 == 0 {
                    d.ctrl.iter_mut().for_each(|u| *u = 0.9 * random.signed());
                }
                step(&m, &mut d);
            }
            linearize(&m, &mut d, &mut out).unwrap();
            contacts += d.ncon;
            let expected = of_step(&m, &mut d);
            errors.push(error(out.A(), &expected.A).max(error(out.B(), &expected.B)));
        }
        errors.sort_by(f64::total_cmp);
        assert!(contacts > 12, "{contacts} contacts");
        // a contact that appears within the step of a difference spoils that one
        assert!(errors[6] < 3e-9 && errors[10] < 2e-8, "cone {cone}: {errors:?}");
    }
}
