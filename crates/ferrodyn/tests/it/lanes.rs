//! Packs of simulations give the bits of single ones.

use std::sync::Arc;

use ferrodyn::enums::Integrator;
use ferrodyn::ids::{MomentAdr, QposAdr};
use ferrodyn::math::Vec3;
use ferrodyn::mj::mj_forward;
use ferrodyn::{AsSystem, Data, Hooks, Model, integrate, load_str, smooth};
use ferrodyn_engine::math::{InLanes, Pack};
use ferrodyn_engine::step::forward_smooth;
use ferrodyn_engine::{DataOf, Lanes, LanesError};

use crate::samples::{fixtures, random_data};

pub(crate) const LANES: usize = 4;

/// The stages that are written for any number type, in the order of a step.
pub(crate) fn step<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    forward_smooth(&m.as_system(), d);
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
        assert_eq!(moments(pack, lane), moments(d, 0), "{what}: lane {lane}");
        for (many, one) in pack.numbers().zip(d.numbers()) {
            let name = one.name;
            if name == "actuator_moment" {
                continue; // lanes store what is not zero in any of them
            }
            let (Some(many), Some(one)) = (many.values::<f64>(), one.values::<f64>()) else {
                continue; // integers that all lanes share
            };
            let bits = |x: f64| x.to_bits();
            for (i, &x) in one.iter().enumerate() {
                let y = many[i * LANES + lane];
                assert!(
                    bits(x) == bits(y) || (x == 0.0 && y == 0.0) || (x.is_nan() && y.is_nan()),
                    "{what}: lane {lane}, {name}[{i}]: {y:e} instead of {x:e}"
                );
            }
        }
    }
}

/// The moments of all actuators on all degrees of freedom, in a lane.
fn moments<N: Lanes + InLanes>(d: &DataOf<N>, lane: usize) -> Vec<Vec<f64>> {
    let rows = d.moment_rowadr.iter().zip(d.moment_rownnz.iter());
    rows.map(|(&adr, &nnz)| {
        let mut dense = vec![0.0; d.qvel.len()];
        for at in adr as usize..(adr + nnz) as usize {
            dense[d.moment_colind[MomentAdr(at)] as usize] =
                d.actuator_moment[MomentAdr(at)].lane(lane);
        }
        dense
    })
    .collect()
}

/// Puts the states of single simulations into lanes.
pub(crate) fn pack(m: &Model, lanes: &[Data]) -> DataOf<Pack<LANES>> {
    let mut d = DataOf::<Pack<LANES>>::in_lanes(m).unwrap();
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

/// Whether a model has nothing that belongs to single simulations.
fn fits_lanes(m: &Model) -> bool {
    DataOf::<Pack<LANES>>::in_lanes(m).is_ok()
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
        if !fits_lanes(&m) {
            continue;
        }
        assert_steps_equal(&m, &file.display().to_string());
    }
}

#[test]
fn every_lane_has_the_bits_of_its_own_implicit_steps_in_a_medium() {
    for (file, mut m) in fixtures() {
        if !fits_lanes(&m) {
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

#[test]
fn what_belongs_to_single_simulations_is_refused_in_lanes() {
    fn refused(m: &impl AsSystem) -> LanesError {
        DataOf::<Pack<2>>::in_lanes(m).unwrap_err()
    }
    let load = |rest: &str| {
        let body = "<worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>";
        load_str(&format!("<mujoco>{body}{rest}</mujoco>")).unwrap()
    };
    let m = load("");
    assert!(DataOf::<Pack<2>>::in_lanes(&m).is_ok());
    let hooks = Hooks { act_bias: Some(Arc::new(|_, _, _| 1.0)), ..Hooks::NONE };
    assert_eq!(refused(&m.with(&hooks)), LanesError::Callbacks);
    let m = load("<option><flag sleep='enable'/></option>");
    assert_eq!(refused(&m), LanesError::Sleep);
    let m = load("<sensor><jointpos joint='j' nsample='2' delay='.01'/></sensor>");
    assert_eq!(refused(&m), LanesError::SensorHistory);
    assert!(refused(&m).to_string().contains("delayed sensors"));
}

#[test]
fn controls_are_delayed_in_every_lane() {
    let m = load_str(
        "<mujoco><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>
         <actuator><motor joint='j' nsample='4' delay='.005'/></actuator></mujoco>",
    )
    .unwrap();
    assert!(m.nhistory > 0);
    assert_steps_equal(&m, "delay");
}

#[test]
fn adhesion_pulls_in_every_lane_by_its_own_contacts() {
    let m = load_str(
        "<mujoco><worldbody><geom type='plane' size='1 1 1' gap='.1' margin='.1'/>
         <body name='foot' pos='0 0 .1'><freejoint/><geom size='.1'/>
         <geom size='.1' pos='.3 0 0'/></body></worldbody>
         <actuator><adhesion body='foot' ctrlrange='0 1'/></actuator></mujoco>",
    )
    .unwrap();
    let mut singles: Vec<Data> = (0..LANES).map(|_| Data::new(&m)).collect();
    for (lane, d) in singles.iter_mut().enumerate() {
        // two contacts, two in the gap, one, none
        let [height, tilt] = [[0.09, 0.0], [0.15, 0.0], [0.1, 0.9], [2.0, 0.0]][lane];
        d.qpos[QposAdr(2)] = height;
        d.qpos[QposAdr(5)] = -tilt;
        mj_forward(&m, d);
    }
    let counts: Vec<usize> = singles.iter().map(|d| d.contact.len()).collect();
    assert_eq!(counts, [2, 2, 1, 0]);

    let mut d = pack(&m, &singles);
    smooth::kinematics(&m, &mut d);
    smooth::com_pos(&m, &mut d);
    for (sim, from) in d.sims_mut().iter_mut().zip(&singles) {
        sim.clone_from(&from.sims()[0]);
    }
    smooth::transmission(&m, &mut d);
    for (lane, single) in singles.iter_mut().enumerate() {
        smooth::transmission(&m, single);
        let moments = moments(single, 0);
        assert_eq!(self::moments(&d, lane), moments, "lane {lane}");
        assert_eq!(moments[0].iter().any(|&x| x != 0.0), counts[lane] > 0);
    }
}
