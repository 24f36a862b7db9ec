//! Steps and inverse dynamics of small models at random states.

use ferrodyn_derivatives::{InverseLinearization, Linearization, linearize, linearize_inverse};
use ferrodyn_engine::ids::BodyId;
use ferrodyn_engine::{Data, Model, step};

use crate::differences::{Random, error, of_inverse, of_step};
use crate::models::{MODELS, load};

/// Largest error, relative to the largest entry; differences have no more digits.
const CLOSE: f64 = 1e-7;
/// Where differences of two step sizes disagree by more than this share, the step has a corner in between.
const CORNER: f64 = 1e-5;

/// A random state after some steps with random controls and forces.
fn shake(m: &Model, random: &mut Random) -> Data {
    let mut d = Data::new(m);
    for v in &mut d.qvel {
        *v = random.signed();
    }
    let steps = (60.0 * (1.0 + random.signed())) as usize;
    for _ in 0..steps {
        step(m, &mut d);
    }
    for u in &mut d.ctrl {
        *u = random.signed();
    }
    for x in &mut d.qfrc_applied {
        *x = 0.1 * random.signed();
    }
    if m.nbody > 2 {
        d.xfrc_applied[BodyId(2)] = std::array::from_fn(|_| 0.2 * random.signed());
    }
    d
}

#[test]
fn matrices_of_steps_are_those_of_differences() {
    for (name, text) in MODELS {
        for integrator in ["Euler", "implicitfast", "RK4"] {
            let m = load(text, integrator);
            let mut out = Linearization::new(&m);
            let mut random = Random(3);
            let (mut compared, mut contacts) = (0, 0);
            for _ in 0..24 {
                let mut d = shake(&m, &mut random);
                linearize(&m, &mut d, &mut out).unwrap_or_else(|e| panic!("{name}: {e}"));
                contacts += d.ncon;
                let expected = of_step(&m, &mut d);
                let size = expected.A.iter().fold(1.0_f64, |max, x| x.abs().max(max));
                if expected.apart > CORNER * size {
                    continue;
                }
                compared += 1;
                let errors = [error(out.A(), &expected.A), error(out.B(), &expected.B)];
                assert!(errors[0] < CLOSE, "{name}, {integrator}: A is off by {:e}", errors[0]);
                assert!(
                    m.nu == 0 || errors[1] < CLOSE,
                    "{name}, {integrator}: B by {:e}",
                    errors[1]
                );
            }
            assert!(compared >= 15, "{name}, {integrator}: {compared} of 24 without corners");
            let touching = text.contains("plane") || text.contains("touch");
            assert!(!touching || contacts > 0, "{name}: nothing touches");
        }
    }
}

#[test]
fn matrices_of_inverse_dynamics_are_those_of_differences() {
    for (name, text) in MODELS {
        let m = load(text, "Euler");
        let mut out = InverseLinearization::new(&m);
        let mut random = Random(9);
        for _ in 0..10 {
            let mut d = shake(&m, &mut random);
            ferrodyn_engine::forward(&m, &mut d);
            for a in &mut d.qacc {
                *a += random.signed();
            }
            linearize_inverse(&m, &mut d, &mut out).unwrap_or_else(|e| panic!("{name}: {e}"));
            let [q, v, a] = of_inverse(&m, &mut d);
            let found = [out.by_position(), out.by_velocity(), out.by_acceleration()];
            for (what, found, expected) in
                [("q", found[0], q), ("v", found[1], v), ("a", found[2], a)]
            {
                let error = error(found, &expected);
                // one-sided differences cannot be told from corners: those are rare and large
                assert!(error < 1e-5, "{name}: by {what} off by {error:e}");
            }
        }
    }
}

#[test]
fn gradients_of_a_number_are_products_with_the_matrices() {
    let m = load(MODELS[2].1, "Euler");
    let mut d = shake(&m, &mut Random(1));
    let mut out = Linearization::new(&m);
    linearize(&m, &mut d, &mut out).unwrap();
    let nx = 2 * m.nv + m.na;
    let next: Vec<f64> = (0..nx).map(|i| f64::from(i as u32) - 2.0).collect();
    let (mut state, mut ctrl) = (vec![0.0; nx], vec![0.0; m.nu]);
    out.pull_back(&next, &mut state, &mut ctrl).unwrap();
    for (j, found) in state.iter().enumerate() {
        let product: f64 = (0..nx).map(|i| out.A()[i * nx + j] * next[i]).sum();
        assert!((found - product).abs() < 1e-12 * (1.0 + product.abs()));
    }
    for (j, found) in ctrl.iter().enumerate() {
        let product: f64 = (0..nx).map(|i| out.B()[i * m.nu + j] * next[i]).sum();
        assert!((found - product).abs() < 1e-12 * (1.0 + product.abs()));
    }
    assert!(out.pull_back(&next[1..], &mut state, &mut ctrl).is_err());
}

/// A world that is turned about gravity and moved has the same matrices: what is left out of the spin of contact frames
/// would show here.
#[test]
fn a_turned_and_moved_world_has_the_same_matrices() {
    use ferrodyn_engine::math::{Quat, Vec3};
    // tangents of contacts are guessed from the axes of the world: of circular cones nothing depends on that
    let text = r#"<mujoco><option cone="elliptic"/><worldbody><geom type="plane" size="2 2 1"/>
        <body pos="0 0 .2"><freejoint/><geom type="capsule" fromto="-.2 0 0 .2 0 0" size=".1"/><geom size=".15" pos=".3 .1 0"/>
        <body pos="-.2 0 0"><joint axis="0 1 0" damping=".1"/><geom size=".1" pos="0 0 -.05"/></body></body></worldbody></mujoco>"#;
    let m = load(text, "Euler");
    let mut random = Random(4);
    let turn = Quat::from_axis_angle(Vec3::Z, 1.1);
    for _ in 0..10 {
        let mut here = shake(&m, &mut random);
        let mut there = here.clone();
        let place =
            turn.rotate(Vec3([here.qpos[0], here.qpos[1], here.qpos[2]])) + Vec3([3.0, -2.0, 0.0]);
        there.qpos[..3].copy_from_slice(&place.0);
        let quat = turn * Quat([here.qpos[3], here.qpos[4], here.qpos[5], here.qpos[6]]);
        there.qpos[3..7].copy_from_slice(&quat.0);
        let velocity = turn.rotate(Vec3([here.qvel[0], here.qvel[1], here.qvel[2]]));
        there.qvel[..3].copy_from_slice(&velocity.0);
        for d in [&mut here, &mut there] {
            d.xfrc_applied.fill([0.0; 6]);
            d.qfrc_applied.fill(0.0);
        }
        let (mut one, mut two) = (Linearization::new(&m), Linearization::new(&m));
        linearize(&m, &mut here, &mut one).unwrap();
        linearize(&m, &mut there, &mut two).unwrap();

        // translations of the free joint are in the world's axes, all else in the body's
        let nx = 2 * m.nv;
        let mut turned = one.A().to_vec();
        for block in [0, m.nv] {
            for column in 0..nx {
                let v = Vec3(std::array::from_fn(|i| turned[(block + i) * nx + column]));
                let v = turn.rotate(v);
                (0..3).for_each(|i| turned[(block + i) * nx + column] = v[i]);
            }
            for row in 0..nx {
                let v = Vec3(std::array::from_fn(|i| turned[row * nx + block + i]));
                let v = turn.rotate(v);
                (0..3).for_each(|i| turned[row * nx + block + i] = v[i]);
            }
        }
        let error = error(two.A(), &turned);
        assert!(error < 1e-8, "{error:e}");
    }
}

/// After the first call, nothing is allocated.
#[test]
fn matrices_are_computed_without_allocation() {
    for (name, text) in MODELS {
        for integrator in ["Euler", "RK4"] {
            let m = load(text, integrator);
            let mut d = shake(&m, &mut Random(2));
            let mut out = Linearization::new(&m);
            linearize(&m, &mut d, &mut out).unwrap();
            let before = d.clone();
            let info = allocation_counter::measure(|| linearize(&m, &mut d, &mut out).unwrap());
            assert_eq!(info.count_total, 0, "{name}");
            assert!(
                d.qpos[..] == before.qpos[..]
                    && d.qvel[..] == before.qvel[..]
                    && d.act[..] == before.act[..],
                "{name}"
            );
            assert!(d.time == before.time && d.qacc[..] == before.qacc[..], "{name}");
        }
    }
}
