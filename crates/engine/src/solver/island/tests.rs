use super::{
    InstructionSet, IslandWorkspace, Method, Settings, StartOptions, Ticker, cg, instructions,
    newton, vec8,
};
use crate::constraint;
use crate::contact::Contact;
use crate::data::Data;
use crate::enums::{Cone, ConstraintType};
use crate::fields::Link;
use crate::hooks::{AsSystem, Hooks};
use crate::ids::{DofId, EfcId, MAdr};
use crate::model::Model;
use crate::sizes::Sizes;

/// Numbers between -1 and 1 that look random.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

const NV: usize = 14;
const FRICTION: [f64; 5] = [0.8, 0.6, 0.05, 0.01, 0.02];

/// Fourteen masses in two trees; an equality, friction of a dof, a limit, and contacts with 3, 4
/// and 6 dimensions that all push.
fn pile(cone: Cone, seed: u64) -> (Model, Data) {
    let mut m =
        Model::new(Sizes { nbody: 1, nv: NV, nC: NV, ntree: 2, ..Sizes::default() }).unwrap();
    for k in m.dofs() {
        m.M_rownnz[k] = 1;
        m.M_rowadr[k] = k.0 as i32;
        m.M_colind[MAdr(k.0)] = k.0 as i32;
        m.dof_treeid[k] = Link::from_raw(i32::from(k.0 >= 9));
    }
    m.opt.cone = cone as i32;
    m.opt.tolerance = 0.0;
    m.opt.iterations = 500;
    m.stat.meaninertia = 1.0;
    let mut d = Data::new(&m);
    let mut numbers = Numbers(seed);
    for k in m.dofs() {
        let mass = 1.5 + numbers.next();
        d.M[MAdr(k.0)] = mass;
        d.qLD[MAdr(k.0)] = mass;
        d.qLDiagInv[k] = 1.0 / mass;
        d.qacc_smooth[k] = 10.0 * numbers.next();
        d.qfrc_smooth[k] = mass * d.qacc_smooth[k];
        d.qacc_warmstart[k] = numbers.next();
    }

    // kind, contact, weight of each row
    let (mut rows, mu) = (Vec::new(), 0.5);
    rows.push((ConstraintType::Equality, 0, 30.0));
    rows.push((ConstraintType::FrictionDof, 0, 20.0));
    rows.push((ConstraintType::LimitJoint, 0, 50.0));
    for (contact, dim) in [3, 4, 6].into_iter().enumerate() {
        d.contact.push(Contact { dim, mu, friction: FRICTION, ..Contact::default() });
        if cone == Cone::Pyramidal {
            let edge = (ConstraintType::ContactPyramidal, contact, 40.0);
            rows.extend((0..2 * (dim - 1)).map(|_| edge));
        } else {
            let weight = |j: i32| if j == 0 { 1.0 } else { FRICTION[j as usize - 1] / mu };
            let row = |j| (ConstraintType::ContactElliptic, contact, 40.0 * weight(j) * weight(j));
            rows.extend((0..dim).map(row));
        }
    }
    let n = rows.len();
    (d.nefc, d.ne, d.nf) = (n as i32, 1, 1);
    let [sim] = &mut d.sims;
    for field in [&mut sim.efc_D, &mut sim.efc_R, &mut sim.efc_frictionloss, &mut sim.efc_aref] {
        field.resize(n);
    }
    sim.efc_type.resize(n);
    sim.efc_id.resize(n);
    sim.efc_state.resize(n);
    d.efc_b.resize(n);
    d.efc_force.resize(n);
    d.efc_J.resize(n * NV);
    d.efc_J.fill_with(|| numbers.next());
    d.efc_frictionloss[EfcId(1)] = 0.7;
    for (i, (kind, contact, weight)) in rows.into_iter().enumerate() {
        let row = EfcId(i);
        (d.efc_type[row], d.efc_id[row]) = (kind.into(), contact as i32);
        (d.efc_D[row], d.efc_R[row]) = (weight, 1.0 / weight);
        let tangent = kind == ConstraintType::ContactElliptic
            && i > 0
            && d.efc_id[EfcId(i - 1)] == d.efc_id[row]
            && d.efc_type[EfcId(i - 1)].raw() == d.efc_type[row].raw();
        d.efc_aref[row] = if tangent { numbers.next() } else { 15.0 + 20.0 * numbers.next() };
    }
    (m, d)
}

/// Largest entry of `M qacc - qfrc_smooth - J' efc_force`.
fn imbalance(m: &Model, d: &Data) -> f64 {
    let mut worst = 0.0_f64;
    for k in m.dofs() {
        let mut force = d.qfrc_smooth[k];
        for (row, &f) in d.efc_force.iter().enumerate() {
            force += d.efc_J.as_slice()[row * NV + k.0] * f;
        }
        worst = worst.max((d.M[MAdr(k.0)] * d.qacc[k] - force).abs());
    }
    worst
}

#[test]
fn forces_balance_and_methods_agree() {
    for cone in [Cone::Pyramidal, Cone::Elliptic] {
        for seed in 0..20 {
            let (m, mut d) = pile(cone, seed);
            newton(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
            let (m, mut other) = pile(cone, seed);
            cg(&m.as_system(), &mut other, &Ticker::new(&Hooks::NONE));
            assert!(imbalance(&m, &d) < 1e-10, "{cone:?} {seed}: {:e}", imbalance(&m, &d));
            assert!(imbalance(&m, &other) < 1e-5, "{cone:?} {seed}: {:e}", imbalance(&m, &other));
            for (a, b) in d.qacc.iter().zip(other.qacc.iter()) {
                assert!((a - b).abs() < 1e-5, "{cone:?} {seed}: {a} {b}");
            }
        }
    }
}

#[test]
fn the_factor_is_kept_while_rows_keep_their_states() {
    let (m, mut d) = pile(Cone::Pyramidal, 3);
    let mut memory = IslandWorkspace::default();
    let IslandWorkspace { problems, start, primal, newton, .. } = &mut memory;
    let hooks = Hooks::NONE;
    let ticker = Ticker::new(&hooks);
    let (_, kernels) = instructions::kernels(InstructionSet::default());
    let set = &Settings {
        method: Method::Newton,
        iterations: 1,
        tolerance: 0.0,
        ls_iterations: 1,
        ls_tolerance: 0.0,
        ticker: &ticker,
        kernels,
    };
    problems.read(&m, &d, false, Method::Newton);
    start.find(
        &m,
        &mut d,
        problems,
        StartOptions { warm: true, by_island: false, states: false },
        kernels,
    );
    let p = &problems.island(0);
    primal.start(p, start, problems.blocks(0), kernels);
    assert!(newton.prepare(p, usize::MAX));
    assert!(newton.step(p, primal, true, set) > 0);
    let search = vec8::flat(&primal.search).to_vec();

    // a factor of this would be that of the inertia alone
    newton.hessian.reset(&p.M);
    assert_eq!(newton.step(p, primal, false, set), 0);
    assert_eq!(vec8::flat(&primal.search), search);
    newton.step(p, primal, true, set);
    assert_ne!(vec8::flat(&primal.search), search);
}

#[test]
fn contacts_push_and_friction_stays_in_the_cone() {
    let (mut sliding, mut sticking) = (0, 0);
    for seed in 0..40 {
        for method in [newton, cg] {
            let (m, mut d) = pile(Cone::Elliptic, seed);
            method(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
            let mut row = 3;
            for contact in &d.contact {
                let dim = contact.dim as usize;
                let force = &d.efc_force.as_slice()[row..row + dim];
                let scaled = |(f, mu): (&f64, &f64)| (f / mu) * (f / mu);
                let tangent = force[1..].iter().zip(&FRICTION).map(scaled).sum::<f64>().sqrt();
                assert!(force[0] >= 0.0 && tangent <= force[0] * (1.0 + 1e-9), "{force:?}");
                sliding += i32::from(force[0] > 0.0 && tangent > 0.999 * force[0]);
                sticking += i32::from(force[0] > 0.0 && tangent < 0.999 * force[0]);
                row += dim;
            }
        }
    }
    assert!(sliding > 0 && sticking > 0, "{sliding} {sticking}");

    let (m, mut d) = pile(Cone::Pyramidal, 3);
    newton(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
    assert!(d.efc_force.iter().skip(2).all(|&force| force >= 0.0));
    assert!(d.efc_force[EfcId(1)].abs() <= 0.7);
}

#[test]
fn what_is_not_a_number_ends_at_once() {
    for cone in [Cone::Pyramidal, Cone::Elliptic] {
        for method in [newton, cg] {
            for poison in [f64::NAN, f64::INFINITY] {
                let (mut m, mut d) = pile(cone, 1);
                m.opt.iterations = i32::MAX;
                m.opt.ls_iterations = i32::MAX;
                d.qacc_warmstart[DofId(2)] = poison;
                method(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
                let (_, mut d) = pile(cone, 1);
                d.efc_J.fill(poison);
                method(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
            }
        }
    }
}

/// How many dofs and rows an island has.
struct Island {
    nv: i32,
    ne: i32,
    nf: i32,
    nefc: i32,
}

/// Islands one after the other; the dofs and rows after them are in none.
fn set_islands(d: &mut Data, islands: &[Island]) {
    let [sim] = &mut d.sims;
    for (field, of) in [
        (&mut sim.island_nv, (|i| i.nv) as fn(&Island) -> i32),
        (&mut sim.island_ne, |i| i.ne),
        (&mut sim.island_nf, |i| i.nf),
        (&mut sim.island_nefc, |i| i.nefc),
    ] {
        field.resize(islands.len());
        field.copy_from_slice(&islands.iter().map(of).collect::<Vec<_>>());
    }
    let (mut dofs, mut rows) = (0, 0);
    sim.island_idofadr.resize(islands.len());
    sim.island_iefcadr.resize(islands.len());
    for (k, island) in islands.iter().enumerate() {
        let k = crate::ids::IslandId(k);
        (sim.island_idofadr[k], sim.island_iefcadr[k]) = (dofs, rows);
        (dofs, rows) = (dofs + island.nv, rows + island.nefc);
    }
    (sim.nisland, sim.nidof) = (islands.len() as i32, dofs);
    sim.map_idof2dof.iter_mut().zip(0..).for_each(|(to, k)| *to = k);
    sim.map_iefc2efc.resize(sim.nefc as usize);
    sim.map_iefc2efc.iter_mut().zip(0..).for_each(|(to, i)| *to = i);
}

#[test]
fn rows_in_no_island_push_as_hard_as_they_must_without_moving_anything() {
    let (m, mut d) = pile(Cone::Pyramidal, 8);
    let n = d.efc_force.len();
    // the second half of the last pyramid sees nothing
    d.efc_J.as_mut_slice()[(n - 5) * NV..].fill(0.0);
    let mut whole = d.clone();
    newton(&m.as_system(), &mut whole, &Ticker::new(&Hooks::NONE));
    set_islands(&mut d, &[Island { nv: NV as i32, ne: 1, nf: 1, nefc: n as i32 - 5 }]);
    newton(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
    near(&d.efc_force, &whole.efc_force);
    near(&d.efc_b, &whole.efc_b);
    assert!(d.efc_force.as_slice()[n - 5..].iter().all(|&force| force > 0.0));
}

#[test]
fn dofs_in_no_island_move_freely_when_everything_is_solved_at_once() {
    let (mut m, mut d) = pile(Cone::Pyramidal, 9);
    // a noslip pass takes everything at once
    m.opt.noslip_iterations = 1;
    m.opt.iterations = 0;
    for row in d.efc_J.as_mut_slice().chunks_exact_mut(NV) {
        row[9..].fill(0.0);
    }
    let mut best = d.clone();
    m.opt.iterations = 500;
    newton(&m.as_system(), &mut best, &Ticker::new(&Hooks::NONE));
    m.opt.iterations = 0;
    d.qacc_warmstart.copy_from_slice(&best.qacc);
    d.qacc_warmstart[DofId(12)] += 0.01;
    let nefc = d.nefc;
    set_islands(&mut d, &[Island { nv: 9, ne: 1, nf: 1, nefc }]);
    newton(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
    assert_eq!(d.qacc.as_slice()[..9], best.qacc.as_slice()[..9], "the warm start");
    assert_eq!(d.qacc.as_slice()[9..], d.qacc_smooth.as_slice()[9..]);
}

#[test]
fn islands_solve_as_everything_at_once() {
    let (m, mut whole) = pile(Cone::Elliptic, 5);
    // rows 3 and on see the second tree, others the first
    for row in 0..whole.efc_force.len() {
        for k in 0..NV {
            if (row < 3) != (k < 9) {
                whole.efc_J.as_mut_slice()[row * NV + k] = 0.0;
            }
        }
    }
    let mut d = whole.clone();
    newton(&m.as_system(), &mut whole, &Ticker::new(&Hooks::NONE));

    let rest = d.nefc - 3;
    set_islands(
        &mut d,
        &[Island { nv: 9, ne: 1, nf: 1, nefc: 3 }, Island { nv: 5, ne: 0, nf: 0, nefc: rest }],
    );
    newton(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
    for (a, b) in d.qacc.iter().zip(whole.qacc.iter()) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }
    assert!(d.solver_niter[crate::ids::SolverIslandId(1)] > 0);
    near(&d.efc_b, &whole.efc_b);
}

fn near(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()), "{a} {b}");
    }
}

#[test]
fn tiles_give_the_plain_b() {
    for cone in [Cone::Pyramidal, Cone::Elliptic] {
        let (m, mut d) = pile(cone, 2);
        newton(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
        let found = d.efc_b.to_vec();
        constraint::set_b(&m, &mut d);
        near(&found, &d.efc_b);
    }
}

#[test]
fn zero_times_what_is_not_finite_is_not_left_out_of_b() {
    for poison in [f64::NAN, f64::INFINITY] {
        let (m, mut d) = pile(Cone::Pyramidal, 2);
        d.efc_J.fill(0.0);
        d.qacc_smooth[DofId(13)] = poison;
        newton(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
        assert!(d.efc_b.iter().all(|b| b.is_nan()), "{:?}", d.efc_b.to_vec());
    }
}

#[test]
fn the_cheaper_of_two_points_is_where_it_starts() {
    let (mut m, d) = pile(Cone::Elliptic, 4);
    m.opt.iterations = 0;
    // nothing moves without iterations
    let run = |warm: f64| {
        let mut d = d.clone();
        d.qacc_warmstart.fill(warm);
        newton(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
        d.qacc.to_vec()
    };
    assert_eq!(run(1e6), d.qacc_smooth.to_vec());
    m.opt.iterations = 500;
    let mut best = d.clone();
    newton(&m.as_system(), &mut best, &Ticker::new(&Hooks::NONE));
    m.opt.iterations = 0;
    let mut again = best.clone();
    again.qacc_warmstart.copy_from_slice(&best.qacc);
    newton(&m.as_system(), &mut again, &Ticker::new(&Hooks::NONE));
    assert_eq!(again.qacc.to_vec(), best.qacc.to_vec());
}

#[test]
fn another_model_of_the_same_size_gets_its_own_layout() {
    let (m, mut d) = pile(Cone::Pyramidal, 6);
    newton(&m.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
    let mut other = m.clone();
    let one_tree = |m: &mut Model| m.dof_treeid.raw_mut().fill(0);
    one_tree(&mut other);
    let mut fresh = pile(Cone::Pyramidal, 6).1;
    newton(&other.as_system(), &mut fresh, &Ticker::new(&Hooks::NONE));
    newton(&other.as_system(), &mut d, &Ticker::new(&Hooks::NONE));
    assert_eq!(d.qacc.to_vec(), fresh.qacc.to_vec());
}
