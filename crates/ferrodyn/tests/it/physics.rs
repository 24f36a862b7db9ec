//! What must hold whatever the implementation: energy, momentum, and algorithms that compute the
//! same thing in different ways.

use ferrodyn::enums::{DisableBit, EnableBit, Integrator};
use ferrodyn::ids::{BodyId, DofId, QposAdr};
use ferrodyn::{Data, Model, forward, smooth, step, support};

use crate::chains::{chain, pendulum, tree};
use crate::samples::{fixtures, model, random_data};

fn assert_close(a: &[f64], b: &[f64], tolerance: f64, what: &str) {
    assert_eq!(a.len(), b.len(), "{what}");
    let scale = b.iter().fold(1.0_f64, |s, x| s.max(x.abs()));
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        assert!((x - y).abs() <= tolerance * scale, "{what}[{i}]: {x:e} and {y:e}");
    }
}

/// A pendulum of six links, let go aslant.
fn swinging_chain(timestep: f64) -> (Model, Data) {
    let mut m = pendulum(6);
    m.opt.timestep = timestep;
    m.opt.integrator = Integrator::Rk4 as i32;
    m.opt.enableflags |= EnableBit::Energy as i32;
    let mut d = Data::new(&m);
    d.qpos[QposAdr(0)] = 0.5;
    forward(&m, &mut d);
    (m, d)
}

#[test]
fn runge_kutta_keeps_the_energy_of_a_swinging_chain() {
    let (m, mut d) = swinging_chain(1e-3);
    let start = d.energy[0] + d.energy[1];
    let mut worst = 0.0_f64;
    for _ in 0..10_000 {
        step(&m, &mut d);
        worst = worst.max((d.energy[0] + d.energy[1] - start).abs() / start.abs());
    }
    println!("largest relative change of energy in 10 s: {worst:.2e}");
    assert!(worst < 1e-9, "{worst:e}");
}

#[test]
fn runge_kutta_is_of_fourth_order() {
    let end = |h: f64| {
        let (m, mut d) = swinging_chain(h);
        for _ in 0..(0.25 / h).round() as usize {
            step(&m, &mut d);
        }
        d.qpos.to_vec()
    };
    let exact = end(0.25 / 4096.0);
    let error = |h: f64| -> f64 {
        end(h).iter().zip(&exact).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
    };
    let errors: Vec<f64> = [32.0, 64.0, 128.0, 256.0].iter().map(|n| error(0.25 / n)).collect();
    let orders: Vec<f64> = errors.windows(2).map(|e| (e[0] / e[1]).log2()).collect();
    println!("errors {errors:?}, orders {orders:.2?}");
    assert!(orders.iter().all(|order| (3.7..4.5).contains(order)), "{orders:?}");
}

#[test]
fn a_torque_free_body_keeps_its_angular_momentum() {
    let mut m = model(
        r#"<mujoco><worldbody><body><freejoint/>
            <inertial pos="0 0 0" mass="1" diaginertia=".1 .2 .3"/></body></worldbody></mujoco>"#,
    );
    m.opt.integrator = Integrator::Rk4 as i32;
    m.opt.timestep = 1e-4;
    m.opt.disableflags |= DisableBit::Gravity as i32;
    let mut d = Data::new(&m);
    d.qvel.copy_from_slice(&[0.0, 0.0, 0.0, 0.3, 1.0, -0.2]);
    let momentum = |d: &mut Data| {
        forward(&m, d);
        smooth::subtree_vel(&m, d);
        d.subtree_angmom[BodyId(0)]
    };
    let start = momentum(&mut d);
    for _ in 0..100_000 {
        step(&m, &mut d);
    }
    let change = (momentum(&mut d) - start).norm() / start.norm();
    println!("relative change of angular momentum after 100,000 steps: {change:.2e}");
    assert!(change < 1e-10, "{change:e}");
}

#[test]
fn inertia_by_composite_bodies_equals_that_of_unit_accelerations() {
    for (file, m) in fixtures() {
        let mut d = random_data(&m, 3);
        forward(&m, &mut d);
        let mut bias = vec![0.0; m.nv];
        smooth::rne(&m, &mut d, false, &mut bias).unwrap();
        let armature = inertia_of_rotors_and_tendons(&m, &d);
        for k in 0..m.nv {
            d.qacc.fill(0.0);
            d.qacc[DofId(k)] = 1.0;
            let mut column = vec![0.0; m.nv];
            smooth::rne(&m, &mut d, true, &mut column).unwrap();
            let mut expected = vec![0.0; m.nv];
            support::mul_m(&m, &d, &mut expected, &d.qacc).unwrap();
            for i in 0..m.nv {
                column[i] += armature[i * m.nv + k] - bias[i];
            }
            assert_close(&column, &expected, 1e-10, &format!("{} {k}", file.display()));
        }
    }
}

/// What `M` holds besides the inertia of bodies: `M` of the model less `M` without armature.
fn inertia_of_rotors_and_tendons(m: &Model, d: &Data) -> Vec<f64> {
    let mut bare = m.clone();
    bare.dof_armature.fill(0.0);
    bare.tendon_armature.fill(0.0);
    bare.actuator_armature.fill(0.0);
    // simple dofs have their inertia among the constants
    ferrodyn::set_const::set_const(&mut bare, &mut Data::new(m)).unwrap();
    let mut copy = d.clone();
    forward(&bare, &mut copy);
    let dense = |m: &Model, d: &Data| {
        let mut out = vec![0.0; m.nv * m.nv];
        for k in 0..m.nv {
            let mut unit = vec![0.0; m.nv];
            unit[k] = 1.0;
            let mut column = vec![0.0; m.nv];
            support::mul_m(m, d, &mut column, &unit).unwrap();
            (0..m.nv).for_each(|i| out[i * m.nv + k] = column[i]);
        }
        out
    };
    dense(m, d).iter().zip(dense(&bare, &copy)).map(|(a, b)| a - b).collect()
}

#[test]
fn the_sparse_factor_equals_a_dense_cholesky_factor() {
    for n in [1, 10, 100, 300, 1000] {
        assert_factors_agree(chain(n, 0.01), &format!("chain of {n}"));
    }
    for levels in [3, 6, 9] {
        assert_factors_agree(tree(levels), &format!("tree of {levels} levels"));
    }
}

fn assert_factors_agree(mut m: Model, what: &str) {
    // rotors keep the matrix well conditioned, so that entries of the factors can be compared
    m.dof_armature.fill(1.0);
    let m = &m;
    let mut d = random_data(m, 5);
    smooth::kinematics(m, &mut d);
    smooth::com_pos(m, &mut d);
    smooth::make_m(m, &mut d);
    smooth::factor_m(m, &mut d);
    let n = m.nv;
    let chol = dense_cholesky(n, &reversed_inertia(m, &d));
    let mut worst = 0.0_f64;
    for (i, j, entry) in entries(m, &d.qLD) {
        // M = L' D L, so the reversed matrix is C C' with C = reversed(L') sqrt(D)
        let (row, col) = (n - 1 - j, n - 1 - i);
        let pivot = chol[col * n + col];
        let dense = if i == j { pivot * pivot } else { chol[row * n + col] / pivot };
        worst = worst.max((entry - dense).abs() / dense.abs().max(1.0));
    }
    println!("{what}: sparse and dense factor differ by {worst:.1e}");
    assert!(worst < 1e-12, "{what}: {worst:e}");
}

/// Row, column and value of the stored entries of a matrix with the pattern of `M`.
fn entries<'a>(m: &'a Model, values: &'a [f64]) -> impl Iterator<Item = (usize, usize, f64)> + 'a {
    let row = |k: DofId| {
        let adr = m.M_rowadr[k] as usize;
        (adr..adr + m.M_rownnz[k] as usize).map(move |a| (k.0, a))
    };
    m.dofs().flat_map(row).map(|(i, a)| (i, m.M_colind.as_slice()[a] as usize, values[a]))
}

/// The dense inertia matrix with rows and columns in reverse order.
fn reversed_inertia(m: &Model, d: &Data) -> Vec<f64> {
    let n = m.nv;
    let mut out = vec![0.0; n * n];
    for (i, j, value) in entries(m, &d.M) {
        let (i, j) = (n - 1 - i, n - 1 - j);
        out[i * n + j] = value;
        out[j * n + i] = value;
    }
    out
}

/// The lower triangular `C` with `C C' = a`, row by row.
fn dense_cholesky(n: usize, a: &[f64]) -> Vec<f64> {
    let mut c = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let (ci, cj) = (&c[i * n..i * n + j], &c[j * n..j * n + j]);
            let rest = a[i * n + j] - ci.iter().zip(cj).map(|(x, y)| x * y).sum::<f64>();
            c[i * n + j] = if i == j { rest.sqrt() } else { rest / c[j * n + j] };
        }
    }
    c
}
