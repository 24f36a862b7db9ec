//! Closed forms of impedance, stiffness and damping.

use super::*;
use crate::sizes::Sizes;

const SOLREF: [f64; NREF] = [0.05, 0.7];

fn model() -> Model {
    Model::new(Sizes { nbody: 1, ..Sizes::default() }).unwrap()
}

fn soft(solimp: [f64; NIMP]) -> Softness {
    Softness::new(&model(), SOLREF, solimp)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-14 * a.abs().max(1.0)
}

#[test]
fn impedance_is_flat_without_range_or_width() {
    let same = soft([0.8, 0.8, 0.1, 0.5, 2.0]).impedance(0.03, 0.0);
    assert_eq!(same, Impedance { value: 0.8, slope: 0.0 });
    let no_width = soft([0.8, 0.9, 0.0, 0.5, 2.0]).impedance(0.03, 0.0);
    assert!(close(no_width.value, 0.85) && no_width.slope == 0.0);
}

#[test]
fn impedance_runs_from_low_at_the_margin_to_high_at_the_width() {
    let soft = soft([0.2, 0.9, 0.1, 0.4, 3.0]);
    assert_eq!(soft.impedance(0.5, 0.5), Impedance { value: 0.2, slope: 0.0 });
    for pos in [0.39, 0.61, -7.0] {
        assert_eq!(soft.impedance(pos, 0.5), Impedance { value: 0.9, slope: 0.0 }, "{pos}");
    }
    // both curves pass through the midpoint
    for x in [0.4, 0.4 + 1e-12] {
        let there = soft.impedance(x * 0.1, 0.0);
        assert!((there.value - (0.2 + 0.4 * 0.7)).abs() < 1e-11);
    }
}

#[test]
fn power_one_is_linear_and_power_two_a_parabola() {
    let linear = soft([0.2, 0.6, 0.1, 0.5, 1.0]).impedance(-0.025, 0.0);
    assert!(close(linear.value, 0.3) && close(linear.slope, -4.0));
    // y = 2 x^2 below the midpoint
    let parabola = soft([0.2, 0.6, 0.1, 0.5, 2.0]).impedance(0.025, 0.0);
    assert!(close(parabola.value, 0.2 + 0.4 * 0.125) && close(parabola.slope, 4.0));
}

#[test]
fn slope_is_the_derivative_of_impedance() {
    let step = 1e-7;
    for power in [1.0, 2.0, 2.7, 5.0] {
        let soft = soft([0.3, 0.95, 0.2, 0.35, power]);
        for pos in [-0.15, -0.05, 0.02, 0.06, 0.11, 0.19] {
            let at = |pos| soft.impedance(pos, 0.0).value;
            let rate = (at(pos + step) - at(pos - step)) / (2.0 * step);
            let slope = soft.impedance(pos, 0.0).slope;
            assert!((rate - slope).abs() < 1e-6, "{power} {pos}: {rate} {slope}");
        }
    }
}

#[test]
fn time_constant_and_damping_ratio_become_stiffness_and_damping() {
    let soft = soft([0.5, 0.8, 0.1, 0.5, 2.0]);
    assert!(close(soft.stiffness(), 1.0 / (0.8 * 0.8 * 0.05 * 0.05 * 0.7 * 0.7)));
    assert!(close(soft.damping(soft.solref), 2.0 / (0.8 * 0.05)));
}

#[test]
fn negative_numbers_are_stiffness_and_damping_themselves() {
    let soft = Softness::new(&model(), [-300.0, -4.0], [0.5, 0.8, 0.1, 0.5, 2.0]);
    assert!(close(soft.stiffness(), 300.0 / (0.8 * 0.8)));
    assert!(close(soft.damping(soft.solref), 4.0 / 0.8));
}

#[test]
fn a_reference_of_mixed_format_is_the_default() {
    let solimp = [0.5, 0.8, 0.1, 0.5, 2.0];
    assert_eq!(Softness::new(&model(), [0.1, -1.0], solimp).solref, DEFAULT_SOLREF);
    assert_eq!(Softness::new(&model(), [-0.1, 1.0], solimp).solref, DEFAULT_SOLREF);
    assert_eq!(Softness::friction_reference(&model(), [0.1, -1.0]), None);
    assert_eq!(Softness::friction_reference(&model(), [0.0, 0.0]), None);
    assert_eq!(Softness::friction_reference(&model(), [-9.0, -1.0]), Some([-9.0, -1.0]));
}

#[test]
fn the_time_constant_is_two_steps_at_least_unless_disabled() {
    let mut m = model();
    m.opt.timestep = 0.04;
    let solimp = [0.5, 0.8, 0.1, 0.5, 2.0];
    assert_eq!(Softness::new(&m, SOLREF, solimp).solref, [0.08, 0.7]);
    assert_eq!(Softness::friction_reference(&m, SOLREF), Some([0.08, 0.7]));
    m.opt.disableflags |= DisableBit::RefSafe as i32;
    assert_eq!(Softness::new(&m, SOLREF, solimp).solref, SOLREF);
}

#[test]
fn impedance_parameters_are_brought_into_their_ranges() {
    let soft = soft([-1.0, 2.0, -3.0, 7.0, 0.1]);
    assert_eq!(soft.solimp, [MINIMP, MAXIMP, 0.0, MAXIMP, 1.0]);
}
