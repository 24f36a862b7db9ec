//! Springs and dampers whose coefficient is a polynomial of the displacement or velocity.
//!
//! The coefficient is `linear + poly[0] x + poly[1] x^2 + ...`; the force is minus that times `x`.
//! With `odd`, the polynomial takes `|x|`, so that the force is an odd function of `x`.

use super::Num;

/// The argument of the polynomial.
fn argument<N: Num>(x: N, odd: bool) -> N {
    if odd { x.abs() } else { x }
}

/// The coefficient at `x`.
#[doc(alias = "mju_polyForce")]
pub(crate) fn coefficient<N: Num>(linear: f64, poly: &[f64], x: N, odd: bool) -> N {
    let x = argument(x, odd);
    let (mut sum, mut power) = (N::splat(linear), N::ONE);
    for &c in poly {
        power *= x;
        sum += power * c;
    }
    sum
}

/// Derivative of the coefficient times `x`.
#[doc(alias = "mjd_xPolyForce")]
pub(crate) fn force_derivative<N: Num>(linear: f64, poly: &[f64], x: N, odd: bool) -> N {
    let x = argument(x, odd);
    let (mut sum, mut power) = (N::splat(linear), N::ONE);
    for (i, &c) in poly.iter().enumerate() {
        power *= x;
        sum += power * ((i + 2) as f64 * c);
    }
    sum
}

/// Energy stored between zero and `x`.
#[doc(alias = "mju_polyPotential")]
pub(crate) fn potential<N: Num>(linear: f64, poly: &[f64], x: N, odd: bool) -> N {
    let x = argument(x, odd);
    let (mut sum, mut power) = ((x * x) * (0.5 * linear), x);
    for (i, &c) in poly.iter().enumerate() {
        power *= x;
        sum += (power * x) * (c / (i + 3) as f64);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn potential_and_derivative_belong_to_the_force() {
        let (linear, poly, h) = (2.0, [0.7, -0.3], 1e-5);
        for odd in [false, true] {
            let force = |x: f64| coefficient(linear, &poly, x, odd) * x;
            for x in [-1.3, -0.2, 0.4, 2.0] {
                let slope = (force(x + h) - force(x - h)) / (2.0 * h);
                assert!((slope - force_derivative(linear, &poly, x, odd)).abs() < 1e-8);
                let energy = |x: f64| potential(linear, &poly, x, odd);
                let power = (energy(x + h) - energy(x - h)) / (2.0 * h);
                assert!((power - force(x)).abs() < 1e-8, "{odd} {x}");
            }
        }
    }
}
