//! All constraint solvers on the same contacts: friction stays in its cone, forces and what they act
//! against are complementary, and the optimum is one.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ferrodyn::constants::NSOLVER;
use ferrodyn::constraint::{mul_jac_vec, update};
use ferrodyn::enums::{Cone, ConstraintType, DisableBit, Jacobian, Solver};
use ferrodyn::ids::{ContactId, SolverIslandId, SolverStatId};
use ferrodyn::integrate::integrate_pos;
use ferrodyn::solver::{fall_back_to_pgs, falls_back_to_pgs, summary};
use ferrodyn::support::{contact_force, mul_m};
use ferrodyn::{Data, Hooks, Model, forward, step};

use crate::samples::Numbers;

/// Models below `models/physics` with contacts, or with rows of another kind.
const MODELS: [&str; 12] = [
    "chain_cg",
    "friction_loss",
    "gripper",
    "hulls",
    "islands",
    "limits",
    "loops",
    "pairs",
    "pile",
    "pile_elliptic",
    "runge_kutta",
    "stack_pgs",
];

fn load(name: &str) -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/physics");
    ferrodyn::load(folder.join(name).with_extension("xml")).unwrap()
}

/// Data of a state: the start, the start disturbed, or after some steps.
fn states(m: &Model) -> Vec<Data> {
    let mut disturbed = Data::new(m);
    let mut numbers = Numbers::new(5);
    integrate_pos(m, &mut disturbed.qpos, &numbers.vector(m.nv, 0.005), 1.0).unwrap();
    disturbed.qvel.copy_from_slice(&numbers.vector(m.nv, 0.3));
    let mut later = Data::new(m);
    (0..40).for_each(|_| step(m, &mut later));
    vec![Data::new(m), disturbed, later]
}

/// The state solved by a method, far enough that it could not do better.
fn solved(m: &Model, state: &Data, solver: Solver, cone: Cone) -> (Model, Data) {
    let mut m = m.clone();
    m.opt.solver = solver as i32;
    m.opt.cone = cone as i32;
    m.opt.tolerance = if solver == Solver::Cg { 1e-12 } else { 0.0 };
    m.opt.ls_tolerance = 1e-6;
    m.opt.iterations = if solver == Solver::Pgs { 20_000 } else { 500 };
    m.opt.ls_iterations = 50;
    let mut d = state.clone();
    d.qacc_warmstart.fill(0.0);
    forward(&m, &mut d);
    (m, d)
}

/// How far contact forces lie outside their cones, relative to the force.
fn outside_cone(m: &Model, d: &Data) -> f64 {
    let mut worst = 0.0_f64;
    for (i, contact) in d.contact.iter().enumerate().filter(|(_, c)| c.efc_address >= 0) {
        let force = contact_force(m, d, ContactId(i));
        let friction = (1..contact.dim as usize).map(|k| force[k] / contact.friction[k - 1]);
        let size = if m.opt.cone == Cone::Elliptic as i32 {
            friction.map(|x| x * x).sum::<f64>().sqrt()
        } else {
            friction.map(f64::abs).sum()
        };
        let scale = force.iter().fold(1.0_f64, |s, f| s.max(f.abs()));
        worst = worst.max((size - force[0]).max(-force[0]) / scale);
    }
    worst
}

/// `J qacc - aref`.
fn residual(m: &Model, d: &Data) -> Vec<f64> {
    let mut jar = vec![0.0; d.nefc as usize];
    mul_jac_vec(m, d, &d.qacc, &mut jar).unwrap();
    jar.iter_mut().zip(d.efc_aref.iter()).for_each(|(x, aref)| *x -= aref);
    jar
}

/// The largest product of forces that cannot pull and the motion against them.
fn complementarity(m: &Model, d: &Data) -> f64 {
    let motion: Vec<f64> = residual(m, d)
        .iter()
        .zip(d.efc_R.iter().zip(d.efc_force.iter()))
        .map(|(jar, (softness, f))| jar + softness * f)
        .collect();
    let (mut worst, mut i) = (0.0_f64, (d.ne + d.nf) as usize);
    while i < motion.len() {
        // the rows of an elliptic cone belong together
        let elliptic = d.efc_type.raw()[i] == ConstraintType::ContactElliptic as i32;
        let contact = ContactId(d.efc_id.as_slice()[i] as usize);
        let end = i + if elliptic { d.contact[contact].dim as usize } else { 1 };
        let (f, w) = (&d.efc_force.as_slice()[i..end], &motion[i..end]);
        let size = |x: &[f64]| x.iter().fold(1.0_f64, |s, x| s.max(x.abs()));
        let product: f64 = f.iter().zip(w).map(|(f, w)| f * w).sum();
        worst = worst.max(product.abs() / (size(f) * size(w)));
        i = end;
    }
    worst
}

/// The cost of the accelerations, in the units of the solver's tolerance.
fn cost(m: &Model, d: &Data) -> f64 {
    let mut momentum = vec![0.0; m.nv];
    mul_m(m, d, &mut momentum, &d.qacc).unwrap();
    let smooth: f64 = (0..m.nv)
        .map(|k| {
            let force = momentum[k] - d.qfrc_smooth.as_slice()[k];
            0.5 * force * (d.qacc.as_slice()[k] - d.qacc_smooth.as_slice()[k])
        })
        .sum();
    let rows = update(m, &mut d.clone(), &residual(m, d), false).unwrap();
    (smooth + rows) / (m.stat.meaninertia * m.nv as f64)
}

/// Checks a solver on all models and states, but for the states that are left out by model and number;
/// how many contacts there were.
fn check(solver: Solver, cone: Cone, left_out: &[(&str, usize)]) -> usize {
    let mut contacts = 0;
    for name in MODELS {
        let m = load(name);
        for (i, state) in states(&m).iter().enumerate() {
            let what = format!("{name}, state {i}, {solver:?}, {cone:?}");
            let (m, d) = solved(&m, state, solver, cone);
            contacts += d.contact.len();
            let outside = outside_cone(&m, &d);
            assert!(outside < 1e-12, "{what}: {outside:e} outside the cone");
            let product = complementarity(&m, &d);
            let tolerance = if solver == Solver::Pgs { 1e-5 } else { 1e-10 };
            assert!(product < tolerance, "{what}: complementary to {product:e}");

            let (best_m, best) = solved(&m, state, Solver::Newton, cone);
            let optimum = cost(&best_m, &best);
            let above = (cost(&m, &d) - optimum) / optimum.abs().max(1.0);
            let reached = above < 1e-12;
            assert_eq!(reached, !left_out.contains(&(name, i)), "{what}: {above:e} above");
        }
    }
    contacts
}

#[test]
fn newton_keeps_friction_in_its_cone_and_forces_complementary() {
    for cone in [Cone::Pyramidal, Cone::Elliptic] {
        assert!(check(Solver::Newton, cone, &[]) > 100);
    }
}

#[test]
fn conjugate_gradients_find_the_optimum_of_newton() {
    for cone in [Cone::Pyramidal, Cone::Elliptic] {
        assert!(check(Solver::Cg, cone, &[]) > 100);
    }
}

#[test]
fn sweeps_find_the_optimum_of_newton() {
    assert!(check(Solver::Pgs, Cone::Pyramidal, &[]) > 100);
    // a sweep moves the force of an elliptic contact along its ray, then across it: in two states it
    // comes to rest beside the optimum, as MuJoCo's does at the same cost
    assert!(check(Solver::Pgs, Cone::Elliptic, &[("gripper", 1), ("hulls", 1)]) > 100);
}

#[test]
fn statistics_say_how_every_solver_did() {
    for solver in [Solver::Pgs, Solver::Cg, Solver::Newton] {
        let mut m = load("pile");
        let state = &states(&m)[1];
        m.opt.solver = solver as i32;
        m.opt.disableflags |= DisableBit::Island as i32;
        let run = |iterations: i32, tolerance: f64| {
            let (mut m, mut d) = (m.clone(), state.clone());
            (m.opt.iterations, m.opt.tolerance) = (iterations, tolerance);
            forward(&m, &mut d);
            (summary(&m, &d), d)
        };
        let (short, d) = run(2, 1e-8);
        assert!(short.iterations == 2 && !short.converged, "{solver:?}: {short:?}");
        let last = d.solver[SolverStatId(1)];
        assert_eq!(short.improvement, last.improvement);
        assert!(last.improvement > 1e-8 && last.nactive > 0, "{solver:?}: {last:?}");
        if solver != Solver::Pgs {
            // what primal solvers write along the way is what is computed here
            let error = (short.residual - last.gradient).abs();
            assert!(error < 1e-9 * last.gradient, "{solver:?}: {short:?} {last:?}");
        }

        let (long, d) = run(10_000, 1e-8);
        assert_eq!(long.iterations as i32, d.solver_niter[SolverIslandId(0)]);
        assert!(long.iterations > 2 && long.iterations < 10_000, "{solver:?}: {long:?}");
        assert!(long.converged, "{solver:?}: {long:?}");
        let below = long.improvement.min(long.residual) < 1e-8;
        assert!(long.iterations > NSOLVER || below, "{solver:?}: {long:?}");
        assert!(long.residual < 1e-3 * short.residual, "{solver:?}: {short:?} {long:?}");
    }
}

#[test]
fn iterations_are_counted_over_all_islands_and_without_slip() {
    let mut m = load("islands");
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    let counts: i32 = d.solver_niter.iter().sum();
    assert!(d.nisland > 2 && counts > d.nisland);
    assert_eq!(summary(&m, &d).iterations as i32, counts);

    m.opt.noslip_iterations = 3;
    m.opt.noslip_tolerance = 0.0;
    let mut hard = Data::new(&m);
    forward(&m, &mut hard);
    let main = hard.solver_niter[SolverIslandId(0)] as usize - 3;
    assert!(main > 0 && hard.solver[SolverStatId(main - 1)].gradient > 0.0);
    assert_eq!(hard.solver[SolverStatId(main)].gradient, 0.0, "no-slip comes after");
    assert!(hard.solver[SolverStatId(main + 2)].nactive > 0);
}

/// A heap in motion, solved by a method with so many iterations.
fn heap(solver: Solver, iterations: i32) -> (Model, Data) {
    let mut m = load("pile");
    let d = states(&m).remove(1);
    (m.opt.solver, m.opt.iterations) = (solver as i32, iterations);
    (m, d)
}

#[test]
fn solves_that_stop_at_their_limit_are_counted_until_the_data_is_reset() {
    for solver in [Solver::Pgs, Solver::Cg, Solver::Newton] {
        for (iterations, solves) in [(0, 3), (1, 3), (10_000, 0)] {
            let (m, mut d) = heap(solver, iterations);
            for _ in 0..3 {
                d.qacc_warmstart.fill(0.0);
                forward(&m, &mut d);
            }
            let what = format!("{solver:?}, {iterations} iterations");
            assert_eq!((d.unconverged(), d.fallbacks()), (solves, 0), "{what}");
            assert_eq!(summary(&m, &d).converged, solves == 0, "{what}");
            assert!(d.warning.iter().all(|warning| warning.number == 0), "{what}");
            let mut copy = Data::new(&m);
            copy.clone_from(&d);
            assert_eq!((copy.unconverged(), d.clone().unconverged()), (solves, solves));
            d.reset(&m);
            assert_eq!(d.unconverged(), 0);
        }
    }
}

#[test]
fn no_slip_sweeps_do_not_hide_that_the_solver_before_them_stopped() {
    for (iterations, converged) in [(1, false), (200, true)] {
        let (mut m, mut d) = heap(Solver::Newton, iterations);
        // sweeps that come to rest at once, and sweeps that do not
        for (sweeps, tolerance) in [(3, 1e30), (300, 0.0)] {
            (m.opt.noslip_iterations, m.opt.noslip_tolerance) = (sweeps, tolerance);
            forward(&m, &mut d);
            assert_eq!(summary(&m, &d).converged, converged, "{iterations}, {sweeps}");
        }
    }
}

#[test]
fn sweeps_after_conjugate_gradients_lower_the_cost_and_are_told_once() {
    let told = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&told);
    let fallback = move |_: &Model, d: &Data| {
        assert_eq!(d.fallbacks(), 1);
        count.fetch_add(1, Ordering::Relaxed);
    };
    let hooks = Hooks { fallback: Some(Arc::new(fallback)), ..Hooks::default() };
    let (mut lower, mut kept) = (0, 0);
    for (name, cone) in [("pile", 0), ("pile_elliptic", 1), ("gripper", 1), ("limits", 0)] {
        for (i, state) in states(&load(name)).into_iter().enumerate() {
            for iterations in [1, 3, 10] {
                let mut m = load(name);
                (m.opt.solver, m.opt.cone) = (Solver::Cg as i32, cone);
                m.opt.iterations = iterations;
                let (mut alone, mut helped) = (state.clone(), state.clone());
                fall_back_to_pgs(&mut helped, true);
                assert!(falls_back_to_pgs(&helped.clone()) && !falls_back_to_pgs(&alone));
                for _ in 0..2 {
                    alone.qacc_warmstart.fill(0.0);
                    helped.qacc_warmstart.fill(0.0);
                    forward(&m, &mut alone);
                    forward(&m.with(&hooks), &mut helped);
                }
                let what = format!("{name}, state {i}, {iterations} iterations");
                let (without, with) = (cost(&m, &alone), cost(&m, &helped));
                let rounding = 1e-13 * without.abs();
                assert!(with <= without + rounding, "{what}: {with:e} after {without:e}");
                assert_eq!(helped.fallbacks(), alone.unconverged(), "{what}");
                assert_eq!((alone.fallbacks(), helped.efc_AR.len()), (0, 0), "{what}");
                lower += usize::from(with < without - rounding);
                kept += usize::from(helped.unconverged() > 0);
                let told = told.swap(0, Ordering::Relaxed);
                assert_eq!(told, usize::from(helped.fallbacks() > 0), "{what}");
            }
        }
    }
    assert!(lower > 5 && kept > 0, "lower {lower} times, unconverged {kept} times");
}

/// Where `efc_AR` does not fit into the memory of a step, sweeps do not go on: what conjugate gradients have found
/// stays, bit for bit, nothing is told, and no part of the matrix is left.
#[test]
fn sweeps_that_find_too_little_memory_leave_what_was_found() {
    for jacobian in [Jacobian::Dense, Jacobian::Sparse] {
        let (mut m, state) = heap(Solver::Cg, 1);
        m.opt.jacobian = jacobian as i32;
        let rows = |limit: usize, helps: bool| {
            let mut d = state.clone();
            d.set_memory_limit(limit);
            fall_back_to_pgs(&mut d, helps);
            forward(&m, &mut d);
            d
        };
        let enough = rows(state.memory_limit(), true);
        assert_eq!(enough.fallbacks(), 1, "{jacobian:?}");
        // all rows fit, the square of their number does not
        let fits = |limit: &usize| rows(*limit, false).nefc == enough.nefc;
        let limit = (10..10_000).map(|k| 1000 * k).find(fits).unwrap();
        let (alone, helped) = (rows(limit, false), rows(limit, true));
        assert_eq!(
            (helped.fallbacks(), helped.unconverged()),
            (0, 1),
            "{jacobian:?}, {limit} bytes"
        );
        assert_eq!((helped.nA, helped.efc_AR.len()), (0, 0), "{jacobian:?}");
        let found = |d: &Data| -> (Vec<u64>, Vec<i32>) {
            let numbers = d.qacc.iter().chain(d.efc_force.iter()).map(|x| x.to_bits());
            (numbers.collect(), d.warning.iter().map(|warning| warning.number).collect())
        };
        assert_eq!(found(&helped), found(&alone), "{jacobian:?}");
    }
}

#[test]
fn the_no_slip_solver_follows_sweeps_that_went_on() {
    let (mut m, state) = heap(Solver::Cg, 1);
    m.opt.noslip_iterations = 5;
    let (mut alone, mut helped) = (state.clone(), state);
    fall_back_to_pgs(&mut helped, true);
    forward(&m, &mut alone);
    forward(&m, &mut helped);
    assert_eq!((helped.fallbacks(), alone.fallbacks()), (1, 0));
    // what it works with is the same, and is still there
    assert!(!helped.efc_AR.is_empty());
    assert_eq!(helped.efc_AR.as_slice(), alone.efc_AR.as_slice());
    assert!(helped.solver_niter[SolverIslandId(0)] > alone.solver_niter[SolverIslandId(0)]);
    assert!(helped.qacc.iter().all(|x| x.is_finite()));
}
