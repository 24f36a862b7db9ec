//! The muscle model: force as a function of length and velocity, activation as a filter.
//!
//! Lengths are scaled so that the optimum is 1: `lengthrange` of the actuator maps to `range` in
//! the parameters. Active force is a product of a length curve and a velocity curve, passive force
//! pulls beyond the optimum, and both are negative because muscles pull.
//!
//! Parameters of [`gain`] and [`bias`]: `range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax`.
//! A negative `force` means `scale / acc0`.

use crate::math::{MINVAL, Num, scalar};

/// Active force over length: 0 at `lmin` and `lmax`, 1 at the optimum, four parabolas between.
#[doc(alias = "mju_muscleGainLength")]
pub(crate) fn gain_length<N: Num>(length: N, lmin: f64, lmax: f64) -> N {
    // where the parabolas that open upward meet those that open downward
    let a = 0.5 * (lmin + 1.0);
    let b = 0.5 * (1.0 + lmax);
    let below = |x: f64| length.le(N::splat(x));
    let pick = |four: [N; 4]| {
        let right = N::select(below(b), four[2], four[3]);
        N::select(below(a), four[0], N::select(below(1.0), four[1], right))
    };

    // distance from the foot of the parabola, or from its top, in units of its width
    let from_end =
        pick([length - N::splat(lmin), N::ONE - length, length - N::ONE, N::splat(lmax) - length]);
    let width = pick([a - lmin, 1.0 - a, b - 1.0, lmax - b].map(|w| N::splat(at_least_minval(w))));
    let x = from_end / width;
    let foot = x * 0.5 * x;
    let top = N::ONE - foot;
    let curve = pick([foot, top, top, foot]);
    N::select(N::splat(lmin).le(length), N::select(below(lmax), curve, N::ZERO), N::ZERO)
}

/// Active force at full activation.
#[doc(alias = "mju_muscleGain")]
#[must_use]
pub fn gain<N: Num>(len: N, vel: N, lengthrange: [f64; 2], acc0: f64, prm: &[f64; 9]) -> N {
    let [.., lmin, lmax, vmax, _, fvmax] = *prm;
    let (L0, L) = normalized_length(len, lengthrange, prm);
    let V = vel / N::splat(at_least_minval(L0 * vmax));
    gain_length(L, lmin, lmax) * -peak_force(acc0, prm) * gain_velocity(V, fvmax)
}

/// Passive force: half a parabola up to the middle between optimum and `lmax`, a line beyond.
#[doc(alias = "mju_muscleBias")]
#[must_use]
pub fn bias<N: Num>(len: N, lengthrange: [f64; 2], acc0: f64, prm: &[f64; 9]) -> N {
    let [.., lmax, _, fpmax, _] = *prm;
    let (_, L) = normalized_length(len, lengthrange, prm);
    let force = -peak_force(acc0, prm) * fpmax;
    let b = 0.5 * (1.0 + lmax);
    let width = N::splat(at_least_minval(b - 1.0));
    let near = L.le(N::splat(b));
    let x = (L - N::select(near, N::ONE, N::splat(b))) / width;
    let parabola = x * (force * 0.5) * x;
    let line = (x + N::splat(0.5)) * force;
    N::select(L.le(N::ONE), N::ZERO, N::select(near, parabola, line))
}

/// Time derivative of the activation; `prm` is `tau_act, tau_deact, smoothing_width`.
///
/// The time constants depend on the activation as in Millard et al. (2013), "Flexing computational
/// muscle", doi 10.1115/1.4023390.
#[doc(alias = "mju_muscleDynamics")]
#[must_use]
pub fn dynamics<N: Num>(ctrl: N, act: N, prm: &[f64; 3]) -> N {
    let stretch = act.clip(0.0, 1.0) * 1.5 + N::splat(0.5);
    let excess = ctrl.clip(0.0, 1.0) - act;
    let tau = timescale(excess, stretch * prm[0], N::splat(prm[1]) / stretch, prm[2]);
    let min = N::splat(MINVAL);
    excess / N::select(tau.le(min), min, tau)
}

/// Time constant of the filter: `tau_act` when excited, `tau_deact` when not, with a switch that
/// is smooth over `smoothing_width`.
#[doc(alias = "mju_muscleDynamicsTimescale")]
pub(crate) fn timescale<N: Num>(excess: N, tau_act: N, tau_deact: N, smoothing_width: f64) -> N {
    if smoothing_width < MINVAL {
        return N::select(N::ZERO.lt(excess), tau_act, tau_deact);
    }
    let s = scalar::sigmoid(excess / N::splat(smoothing_width) + N::splat(0.5));
    tau_deact + (tau_act - tau_deact) * s
}

/// Active force over velocity: 0 when shortening at full speed, 1 at rest, `fvmax` when stretched.
fn gain_velocity<N: Num>(V: N, fvmax: f64) -> N {
    let y = N::splat(fvmax - 1.0);
    let max = N::splat(fvmax);
    let shortening = (V + N::ONE) * (V + N::ONE);
    let stretching = max - (y - V) * (y - V) / N::splat(at_least_minval(fvmax - 1.0));
    let moving = N::select(V.le(N::ZERO), shortening, N::select(V.le(y), stretching, max));
    N::select(V.le(-N::ONE), N::ZERO, moving)
}

/// The slope of [`gain_velocity`].
pub(crate) fn gain_velocity_slope<N: Num>(V: N, fvmax: f64) -> N {
    let y = fvmax - 1.0;
    let shortening = V * 2.0 + N::splat(2.0);
    let stretching = (V * -2.0 + N::splat(2.0 * y)) / N::splat(at_least_minval(y));
    let below_y = N::select(V.le(N::splat(y)), stretching, N::ZERO);
    let moving = N::select(V.le(N::ZERO), shortening, below_y);
    N::select(V.le(-N::ONE), N::ZERO, moving)
}

/// The optimum length, and `len` in units where the optimum is 1.
pub(crate) fn normalized_length<N: Num>(len: N, lengthrange: [f64; 2], prm: &[f64; 9]) -> (f64, N) {
    let range = [prm[0], prm[1]];
    let L0 = (lengthrange[1] - lengthrange[0]) / at_least_minval(range[1] - range[0]);
    let moved = (len - N::splat(lengthrange[0])) / N::splat(at_least_minval(L0));
    (L0, N::splat(range[0]) + moved)
}

/// Peak active force at rest.
pub(crate) fn peak_force(acc0: f64, prm: &[f64; 9]) -> f64 {
    let (force, scale) = (prm[2], prm[3]);
    if force < 0.0 { scale / at_least_minval(acc0) } else { force }
}

pub(crate) fn at_least_minval(x: f64) -> f64 {
    scalar::max(MINVAL, x)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRM: [f64; 9] = [0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2];
    /// The length at which `L` is 1, for the range 1 to 2.
    const OPTIMUM: f64 = 1.0 + 0.25 / 0.3;

    #[test]
    fn force_at_rest_and_optimum_is_scale_over_acc0() {
        let force = gain(OPTIMUM, 0.0, [1.0, 2.0], 4.0, &PRM);
        assert!((force + 50.0).abs() < 1e-12);
        assert!((bias(OPTIMUM, [1.0, 2.0], 4.0, &PRM)).abs() < 1e-12);
    }

    #[test]
    fn length_curve_is_continuous_and_peaks_at_one() {
        let curve = |length| gain_length(length, 0.5, 1.6);
        assert_eq!([0.4, 0.5, 1.0, 1.6, 1.7].map(curve), [0.0, 0.0, 1.0, 0.0, 0.0]);
        for joint in [0.75, 1.3] {
            assert!((curve(joint - 1e-9) - curve(joint + 1e-9)).abs() < 1e-7);
        }
    }

    #[test]
    fn no_active_force_at_full_shortening_speed() {
        assert_eq!(gain(OPTIMUM, -100.0, [1.0, 2.0], 4.0, &PRM), 0.0);
        let stretched = gain(OPTIMUM, 100.0, [1.0, 2.0], 4.0, &PRM);
        assert!((stretched + 1.2 * 50.0).abs() < 1e-12);
    }

    #[test]
    fn smooth_switching_passes_through_the_mean_time_constant() {
        assert_eq!(timescale(0.0, 0.01, 0.04, 0.0), 0.04);
        assert!((timescale(0.0, 0.01, 0.04, 0.2) - 0.025).abs() < 1e-15);
        assert!((timescale(0.1, 0.01, 0.04, 0.2) - 0.01).abs() < 1e-15);
        assert_eq!(dynamics(0.5, 0.5, &[0.01, 0.04, 0.0]), 0.0);
    }

    #[test]
    fn degenerate_parameters_give_numbers_or_nan_but_no_panic() {
        assert_eq!(gain(f64::NAN, 0.0, [1.0, 1.0], 0.0, &[0.0; 9]).abs(), 0.0);
        assert!(dynamics(f64::NAN, 0.0, &[0.0; 3]).is_nan());
    }
}
