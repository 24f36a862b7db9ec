use super::*;
use crate::hooks::Hooks;

const CONE: Cone = Cone { dim: 6, scale: [0.7, 0.9, 0.8, 0.02, 0.3, 0.4] };
/// Points between the zones.
const POINTS: [[f64; MAXDIM]; 3] = [
    [-0.3, 1.0, 0.4, -2.0, 0.5, 1.5],
    [0.2, -1.0, 0.7, 0.1, -0.2, 0.3],
    [-0.1, 0.0, 0.9, 0.0, 0.0, 0.0],
];

#[test]
fn squares_of_terms_add_up_to_the_hessian_of_a_cone() {
    for dim in 2..=MAXDIM {
        let cone = Cone { dim, ..CONE };
        for point in &POINTS {
            let jar = &point[..dim];
            if jar[1..].iter().all(|x| *x == 0.0) {
                continue;
            }
            let mut plain_form = [0.0; MAXDIM * MAXDIM];
            cone.hessian(50.0, jar, &mut plain_form);

            // with rows of ones, columns are those of the Hessian itself
            let row = |i: usize| each!(k => if k == i { 1.0 } else { 0.0 });
            let (mut plain, mut weighted) = ([Vec8::ZERO; 5], [Vec8::ZERO; 5]);
            let to = (&mut plain[..dim - 1], &mut weighted[..dim - 1]);
            cone_terms(&cone, &cone.curvature(50.0, jar), row, to);
            let mut tile = ZERO;
            vec8::add_outer(&mut tile, &plain, &weighted);
            for i in 0..dim {
                for j in 0..dim {
                    let (a, b) = (tile[j].0[i], plain_form[i * dim + j]);
                    assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()), "{dim} {i} {j}: {a} {b}");
                }
            }
        }
    }
}

/// A Hessian of six blocks that hang together like a tree, all of it to be factorized.
fn tree() -> Hessian {
    let pattern = Pattern::of_pairs(6, &[[0, 2], [1, 2], [2, 5], [3, 4], [4, 5]]);
    let tile = |seed: usize| {
        let number = |i: usize, j: usize| ((7 * i + 5 * j + 3 * seed) % 11) as f64 - 5.0;
        std::array::from_fn(|j| each!(i => number(i, j)))
    };
    let mut H: Vec<Tile> = (0..pattern.tiles()).map(tile).collect();
    for &diagonal in &pattern.columns[..6] {
        for k in 0..WIDTH {
            H[diagonal][k].0[k] += 1000.0;
        }
    }
    Hessian {
        factor: H.clone(),
        inverse: vec![Vec8::ZERO; 6],
        used: vec![8, 3, 8, 5, 8, 7],
        stale: vec![true; 6],
        regular: vec![true; 6],
        H,
        pattern,
        ..Hessian::default()
    }
}

#[test]
fn columns_that_are_kept_have_the_bits_of_a_factor_made_anew() {
    let hooks = Hooks::NONE;
    let ticker = Ticker::new(&hooks);
    for (changed, kept) in
        [(0, &[1, 3, 4][..]), (3, &[0, 1, 2]), (4, &[0, 1, 2, 3]), (5, &[0, 1, 2, 3, 4])]
    {
        let mut hessian = tree();
        assert!(hessian.factorize(&ticker));
        let column = hessian.pattern.columns[changed];
        hessian.H[column][2].0[2] += 70.0;
        hessian.stale[changed] = true;
        hessian.copy_to_factor(false);
        assert!(kept.iter().all(|&column: &usize| !hessian.stale[column]));
        assert!(hessian.factorize(&ticker));
        let [factor, inverse] = [hessian.factor.concat(), hessian.inverse.clone()];

        hessian.copy_to_factor(true);
        assert!(hessian.factorize(&ticker));
        assert_eq!(vec8::flat(&factor), vec8::flat(&hessian.factor.concat()));
        assert_eq!(vec8::flat(&inverse), vec8::flat(&hessian.inverse));
    }
}

#[test]
fn a_column_that_is_kept_still_tells_of_small_pivots() {
    let hooks = Hooks::NONE;
    let ticker = Ticker::new(&hooks);
    let mut hessian = tree();
    let first = hessian.pattern.columns[0];
    hessian.H[first][0].0[0] = 0.0;
    hessian.copy_to_factor(true);
    assert!(!hessian.factorize(&ticker));
    hessian.stale[3] = true;
    hessian.copy_to_factor(false);
    assert!(!hessian.factorize(&ticker));
}
