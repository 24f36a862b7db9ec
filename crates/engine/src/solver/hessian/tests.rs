use super::*;

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
