//! Packs of simulations give the bits of single ones.

use ferrodyn::enums::Integrator;
use ferrodyn::math::{Num, Pack, Vec3};
use ferrodyn::{Data, DataOf, Model, actuation, integrate, passive, smooth};

use crate::samples::{fixtures, random_data};

pub(crate) const LANES: usize = 4;

/// The stages that are written for any number type, in the order of a step.
pub(crate) fn step<N: Num>(m: &Model, d: &mut DataOf<N>) {
    smooth::kinematics(m, d);
    smooth::com_pos(m, d);
    smooth::camlight(m, d);
    smooth::tendon(m, d);
    smooth::make_m(m, d);
    smooth::factor_m(m, d);
    smooth::transmission(m, d);
    smooth::tendon_velocity(m, d);
    smooth::actuator_velocity(m, d);
    smooth::com_vel(m, d);
    passive::passive(m, d);
    smooth::bias(m, d);
    actuation::fwd_actuation(m, d);
    smooth::acceleration(m, d);
    let DataOf { qacc, qacc_smooth, .. } = d;
    qacc.copy_from_slice(qacc_smooth);
    match m.opt.integrator() {
        Some(Integrator::Implicit | Integrator::ImplicitFast) => integrate::implicit(m, d),
        _ => integrate::euler(m, d),
    }
}

/// The number type shows in the bytes: `LANES` numbers stand where single data has one.
fn assert_lanes_equal(pack: &DataOf<Pack<LANES>>, lanes: &[Data], what: &str) {
    for (lane, d) in lanes.iter().enumerate() {
        for (many, one) in pack.fields().zip(d.fields()) {
            let (Some(many), Some(one)) = (many.values::<f64>(), one.values::<f64>()) else {
                continue;
            };
            if many.len() == one.len() {
                continue; // a number that all lanes share
            }
            let bits = |x: f64| x.to_bits();
            for (i, &x) in one.iter().enumerate() {
                let y = many[i * LANES + lane];
                assert!(
                    bits(x) == bits(y) || (x == 0.0 && y == 0.0) || (x.is_nan() && y.is_nan()),
                    "{what}: lane {lane}, entry {i}: {y:e} instead of {x:e}"
                );
            }
        }
    }
}

/// Puts the states of single simulations into lanes.
pub(crate) fn pack(m: &Model, lanes: &[Data]) -> DataOf<Pack<LANES>> {
    let mut d = DataOf::<Pack<LANES>>::new(m);
    for (lane, from) in lanes.iter().enumerate() {
        let fill = |to: &mut [Pack<LANES>], from: &[f64]| {
            to.iter_mut().zip(from).for_each(|(to, &x)| to.set_lane(lane, x));
        };
        fill(&mut d.qpos, &from.qpos);
        fill(&mut d.qvel, &from.qvel);
        fill(&mut d.act, &from.act);
        fill(&mut d.ctrl, &from.ctrl);
        fill(&mut d.qfrc_applied, &from.qfrc_applied);
        fill(d.xfrc_applied.scalars_mut(), from.xfrc_applied.scalars());
    }
    d
}

pub(crate) fn assert_steps_equal(m: &Model, what: &str) {
    let mut singles: Vec<Data> = (0..LANES as u64).map(|seed| random_data(m, seed)).collect();
    // forces on bodies in every other lane
    for d in singles.iter_mut().step_by(2) {
        for (i, x) in d.xfrc_applied.scalars_mut::<f64>().iter_mut().enumerate() {
            *x = 0.01 * (i % 5) as f64;
        }
    }
    let mut d = pack(m, &singles);
    for steps in 0..3 {
        step(m, &mut d);
        for d in &mut singles {
            step(m, d);
        }
        assert_lanes_equal(&d, &singles, &format!("{what} after {steps}"));
    }
}

#[test]
fn every_lane_has_the_bits_of_a_simulation_of_its_own() {
    for (file, m) in fixtures() {
        if m.nhistory > 0 {
            continue; // delays belong to single simulations
        }
        assert_steps_equal(&m, &file.display().to_string());
    }
}

#[test]
fn every_lane_has_the_bits_of_its_own_implicit_steps_in_a_medium() {
    for (file, mut m) in fixtures() {
        if m.nhistory > 0 {
            continue;
        }
        m.opt.density = 1.3;
        m.opt.viscosity = 0.1;
        m.opt.wind = Vec3::new(0.3, -0.2, 0.1);
        for integrator in [Integrator::Implicit, Integrator::ImplicitFast] {
            m.opt.integrator = integrator as i32;
            assert_steps_equal(&m, &format!("{} {integrator:?}", file.display()));
        }
    }
}
