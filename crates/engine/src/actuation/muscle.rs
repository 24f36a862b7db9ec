//! The muscle model: force as a function of length and velocity, activation as a filter.
//!
//! Lengths are scaled so that the optimum is 1: `lengthrange` of the actuator maps to `range` in
//! the parameters. Active force is a product of a length curve and a velocity curve, passive force
//! pulls beyond the optimum, and both are negative because muscles pull.
//!
//! Parameters of [`gain`] and [`bias`]: `range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax`.
//! A negative `force` means `scale / acc0`.

use crate::math::{MINVAL, scalar};

/// Active force over length: 0 at `lmin` and `lmax`, 1 at the optimum, four parabolas between.
#[doc(alias = "mju_muscleGainLength")]
pub(crate) fn gain_length(length: f64, lmin: f64, lmax: f64) -> f64 {
    if !(lmin <= length && length <= lmax) {
        return 0.0;
    }
    // where the parabolas that open upward meet those that open downward
    let a = 0.5 * (lmin + 1.0);
    let b = 0.5 * (1.0 + lmax);
    let foot = |from_end: f64, width: f64| {
        let x = from_end / at_least_minval(width);
        0.5 * x * x
    };
    if length <= a {
        foot(length - lmin, a - lmin)
    } else if length <= 1.0 {
        1.0 - foot(1.0 - length, 1.0 - a)
    } else if length <= b {
        1.0 - foot(length - 1.0, b - 1.0)
    } else {
        foot(lmax - length, lmax - b)
    }
}

/// Active force at full activation.
#[doc(alias = "mju_muscleGain")]
pub fn gain(len: f64, vel: f64, lengthrange: [f64; 2], acc0: f64, prm: &[f64; 9]) -> f64 {
    let [.., lmin, lmax, vmax, _, fvmax] = *prm;
    let (L0, L) = normalized_length(len, lengthrange, prm);
    let V = vel / at_least_minval(L0 * vmax);
    -peak_force(acc0, prm) * gain_length(L, lmin, lmax) * gain_velocity(V, fvmax)
}

/// Passive force: half a parabola up to the middle between optimum and `lmax`, a line beyond.
#[doc(alias = "mju_muscleBias")]
pub fn bias(len: f64, lengthrange: [f64; 2], acc0: f64, prm: &[f64; 9]) -> f64 {
    let [.., lmax, _, fpmax, _] = *prm;
    let (_, L) = normalized_length(len, lengthrange, prm);
    let force = peak_force(acc0, prm);
    let b = 0.5 * (1.0 + lmax);
    let width = at_least_minval(b - 1.0);
    if L <= 1.0 {
        0.0
    } else if L <= b {
        let x = (L - 1.0) / width;
        -force * fpmax * 0.5 * x * x
    } else {
        let x = (L - b) / width;
        -force * fpmax * (0.5 + x)
    }
}

/// Time derivative of the activation; `prm` is `tau_act, tau_deact, smoothing_width`.
///
/// The time constants depend on the activation as in Millard et al. (2013), "Flexing computational
/// muscle", doi 10.1115/1.4023390.
#[doc(alias = "mju_muscleDynamics")]
pub fn dynamics(ctrl: f64, act: f64, prm: &[f64; 3]) -> f64 {
    let stretch = 0.5 + 1.5 * scalar::clip(act, 0.0, 1.0);
    let excess = scalar::clip(ctrl, 0.0, 1.0) - act;
    let tau = timescale(excess, prm[0] * stretch, prm[1] / stretch, prm[2]);
    excess / at_least_minval(tau)
}

/// Time constant of the filter: `tau_act` when excited, `tau_deact` when not, with a switch that
/// is smooth over `smoothing_width`.
#[doc(alias = "mju_muscleDynamicsTimescale")]
pub(crate) fn timescale(excess: f64, tau_act: f64, tau_deact: f64, smoothing_width: f64) -> f64 {
    if smoothing_width < MINVAL {
        if excess > 0.0 { tau_act } else { tau_deact }
    } else {
        let s = scalar::sigmoid(excess / smoothing_width + 0.5);
        tau_deact + (tau_act - tau_deact) * s
    }
}

/// Active force over velocity: 0 when shortening at full speed, 1 at rest, `fvmax` when stretched.
fn gain_velocity(V: f64, fvmax: f64) -> f64 {
    let y = fvmax - 1.0;
    if V <= -1.0 {
        0.0
    } else if V <= 0.0 {
        (V + 1.0) * (V + 1.0)
    } else if V <= y {
        fvmax - (y - V) * (y - V) / at_least_minval(y)
    } else {
        fvmax
    }
}

/// The optimum length, and `len` in units where the optimum is 1.
fn normalized_length(len: f64, lengthrange: [f64; 2], prm: &[f64; 9]) -> (f64, f64) {
    let range = [prm[0], prm[1]];
    let L0 = (lengthrange[1] - lengthrange[0]) / at_least_minval(range[1] - range[0]);
    (L0, range[0] + (len - lengthrange[0]) / at_least_minval(L0))
}

/// Peak active force at rest.
fn peak_force(acc0: f64, prm: &[f64; 9]) -> f64 {
    let (force, scale) = (prm[2], prm[3]);
    if force < 0.0 { scale / at_least_minval(acc0) } else { force }
}

fn at_least_minval(x: f64) -> f64 {
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
