//! The sparse factor of the inertia matrix against a dense one.

use ferrodyn::ids::DofId;
use ferrodyn::support::full_m;
use ferrodyn::{Data, Model, smooth};
use ferrodyn_engine::linalg::ldl::{self, Rows};
use nalgebra::DVector;

use crate::chains::{chain, pendulum, tree};
use crate::samples::{Numbers, fixtures, random_data};

/// Data with the inertia matrix and its factor.
fn factored(m: &Model, seed: u64) -> Data {
    let mut d = random_data(m, seed);
    smooth::kinematics(m, &mut d);
    smooth::com_pos(m, &mut d);
    smooth::tendon(m, &mut d);
    smooth::make_m(m, &mut d);
    smooth::factor_m(m, &mut d);
    d
}

/// The largest difference of the solutions `M^-1 b`, relative to the largest number of the solution.
fn difference(m: &Model, d: &Data, b: &[f64]) -> f64 {
    let mut x = b.to_vec();
    ldl::solve(Rows::of_inertia(m), &d.qLD, &d.qLDiagInv, &mut x);
    let dense = full_m(m, &d.qM).unwrap().cholesky().expect("the inertia is positive");
    let y = dense.solve(&DVector::from_column_slice(b));
    (DVector::from_vec(x) - &y).amax() / y.amax().max(1e-300)
}

#[test]
fn the_sparse_factor_solves_as_a_dense_cholesky_factor() {
    let mut models: Vec<(String, Model)> = vec![
        ("chain".into(), chain(7, 0.2)),
        ("pendulum".into(), pendulum(5)),
        ("tree".into(), tree(4)),
    ];
    models.extend(fixtures().map(|(file, m)| (file.display().to_string(), m)));
    let mut solved = 0;
    for (name, m) in &mut models {
        // nothing but the masses of bodies
        m.dof_armature.fill(0.0);
        m.tendon_armature.fill(0.0);
        let d = factored(m, 3);
        let mut numbers = Numbers::new(7);
        for _ in 0..3 {
            let error = difference(m, &d, &numbers.vector(m.nv, 1.0));
            assert!(m.nv == 0 || error < 1e-12, "{name}: {error:e}");
            solved += m.nv;
        }
    }
    assert!(solved > 500, "{solved}");
}

#[test]
fn an_entry_changed_in_its_last_digits_is_noticed() {
    let m = chain(7, 0.2);
    let mut d = factored(&m, 3);
    let b = Numbers::new(7).vector(m.nv, 1.0);
    d.qLDiagInv[DofId(3)] *= 1.0 + 1e-10;
    assert!(difference(&m, &d, &b) > 1e-12);
}

/// Elimination as it is defined, from the last row to the first: a row takes from the rows of its
/// ancestors what it explains of them.
fn eliminate(m: &Model, mat: &mut [f64]) -> Vec<f64> {
    let mut inverse = vec![0.0; m.nv];
    for k in m.dofs().rev() {
        let start = m.M_rowadr[k] as usize;
        let diagonal = start + m.M_rownnz[k] as usize - 1;
        inverse[k.0] = 1.0 / mat[diagonal];
        for at in (start..diagonal).rev() {
            let row = m.M_rowadr[DofId(m.M_colind.as_slice()[at] as usize)] as usize;
            let scale = -mat[at] * inverse[k.0];
            for i in 0..=at - start {
                mat[row + i] += mat[start + i] * scale;
            }
        }
        mat[start..diagonal].iter_mut().for_each(|x| *x *= inverse[k.0]);
    }
    inverse
}

#[test]
fn the_factor_has_the_bits_of_plain_elimination() {
    let chains = vec![chain(30, 0.2), chain(9, 0.1), pendulum(5), tree(4)];
    for m in chains.into_iter().chain(fixtures().map(|(_, m)| m)) {
        let d = factored(&m, 5);
        let mut expected = d.M.to_vec();
        let inverse = eliminate(&m, &mut expected);
        assert_eq!(d.qLD.as_slice(), expected);
        assert_eq!(d.qLDiagInv.as_slice(), inverse);
    }
}
