//! Potential and kinetic energy.
//!
//! Potential energy is that of gravity and of springs in joints, tendons and cables. Both energies
//! are computed once per position or velocity: by a sensor, or because the option asks for them.

use crate::data::{DataOf, Lanes};
use crate::enums::{DisableBit, EnableBit, JointType, ObjType, SleepState};
use crate::ids::{BodyId, FlexEdgeId, FlexId, JointId};
use crate::linalg::dense;
use crate::linalg::ldl::{self, Rows};
use crate::math::rotation::sub_quat;
use crate::math::{Quat, QuatOf, Vec3, Vec3Of, poly};
use crate::model::Model;
use crate::sleep::{sleep_state, some_asleep};
use crate::stage::stage;

/// Potential energy if the option asks for it and it is not known.
pub(crate) fn pos_if_enabled<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    if m.opt.enabled(EnableBit::Energy) && d.flg_energypos == 0 {
        pos(m, d);
    }
}

/// [`pos_if_enabled`]; where neither the option nor a sensor asks for it, both energies are zero.
pub(crate) fn pos_or_zero<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    pos_if_enabled(m, d);
    if d.flg_energypos == 0 {
        d.energy = [N::ZERO; 2];
    }
}

/// Kinetic energy if the option asks for it and it is not known.
pub(crate) fn vel_if_enabled<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    if m.opt.enabled(EnableBit::Energy) && d.flg_energyvel == 0 {
        vel(m, d);
    }
}

stage! {
    /// Potential energy.
    ENERGY_POS = Each(pos_or_zero), Forward;
    model {
        qpos_spring body_jntnum body_jntadr body_mass jnt_type jnt_qposadr jnt_stiffness
        jnt_stiffnesspoly flex_dim flex_edgeadr flex_edgenum flexedge_length0 flex_edgestiffness
        flex_rigid flexedge_rigid tendon_stiffness tendon_stiffnesspoly tendon_lengthspring
        opt.disableflags opt.enableflags opt.gravity
    }
    reads when Energy { xipos qpos ten_length flexedge_length }
    writes { energy flg_energypos }
}

/// Potential energy: `energy[0]`.
#[doc(alias = "mj_energyPos")]
pub fn pos<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let mut sum = N::ZERO;
    if !m.opt.disabled(DisableBit::Gravity) {
        let gravity = Vec3Of::splat(m.opt.gravity);
        for b in m.bodies().skip(1) {
            sum -= gravity.dot(d.xipos[b]) * m.body_mass[b];
        }
    }
    if !m.opt.disabled(DisableBit::Spring) {
        let awake = |b: BodyId| is_awake(m, d, ObjType::Body, b.raw());
        for b in m.bodies().skip(1).filter(|&b| awake(b)) {
            for j in m.body_joints(b) {
                sum = add_joint(m, d, j, sum);
            }
        }
        sum = add_tendons(m, d, sum);
        for f in (0..m.nflex).map(FlexId) {
            sum = add_cable(m, d, f, sum);
        }
    }
    d.energy[0] = sum;
    d.flg_energypos = 1;
}

/// Whether an object counts; where nothing sleeps, all do.
fn is_awake<N: Lanes>(m: &Model, d: &DataOf<N>, kind: ObjType, id: i32) -> bool {
    !some_asleep(m, d) || sleep_state(m, d, kind, id) == SleepState::Awake
}

/// Adds the energy of the spring of a joint.
fn add_joint<N: Lanes>(m: &Model, d: &DataOf<N>, j: JointId, mut sum: N) -> N {
    let (stiffness, coefs) = (m.jnt_stiffness[j], &m.jnt_stiffnesspoly[j]);
    if stiffness == 0.0 && coefs.iter().all(|&c| c == 0.0) {
        return sum;
    }
    let start = usize::try_from(m.jnt_qposadr[j].raw()).unwrap_or(usize::MAX);
    let (Some(q), Some(rest)) = (d.qpos.get(start..), m.qpos_spring.get(start..)) else {
        return sum;
    };
    let energy = |x: N| poly::potential(stiffness, coefs, x, false);
    match m.jnt_type[j].get() {
        Some(JointType::Free) => {
            if let (Some(&pos), Some(&rest)) = (q.first_chunk(), rest.first_chunk()) {
                sum += energy((Vec3(pos) - Vec3Of::splat(Vec3(rest))).norm());
            }
            sum + turn(q.get(3..), rest.get(3..)).map_or(N::ZERO, energy)
        }
        Some(JointType::Ball) => sum + turn(Some(q), Some(rest)).map_or(N::ZERO, energy),
        Some(JointType::Slide | JointType::Hinge) => match (q.first(), rest.first()) {
            (Some(&q), Some(&rest)) => sum + energy(q - N::splat(rest)),
            _ => sum,
        },
        None => sum,
    }
}

/// The angle between an orientation and that at rest.
fn turn<N: Lanes>(q: Option<&[N]>, rest: Option<&[f64]>) -> Option<N> {
    let (q, rest) = (*q?.first_chunk()?, *rest?.first_chunk()?);
    Some(sub_quat(Quat(q), QuatOf::splat(Quat(rest))).norm())
}

/// Adds the energy of the springs of tendons: zero between two lengths.
fn add_tendons<N: Lanes>(m: &Model, d: &DataOf<N>, mut sum: N) -> N {
    for t in m.tendons().filter(|&t| is_awake(m, d, ObjType::Tendon, t.raw())) {
        let length = d.ten_length[t];
        let [lower, upper] = m.tendon_lengthspring[t].map(N::splat);
        let short = N::select(length.lt(lower), length - lower, N::ZERO);
        let x = N::select(upper.lt(length), length - upper, short);
        sum += poly::potential(m.tendon_stiffness[t], &m.tendon_stiffnesspoly[t], x, false);
    }
    sum
}

/// Adds the energy of the edges of a one-dimensional flex.
fn add_cable<N: Lanes>(m: &Model, d: &DataOf<N>, f: FlexId, mut sum: N) -> N {
    let stiffness = m.flex_edgestiffness[f];
    if m.flex_rigid[f] != 0 || stiffness == 0.0 || m.flex_dim[f] > 1 {
        return sum;
    }
    let start = usize::try_from(m.flex_edgeadr[f]).unwrap_or(m.nflexedge);
    let num = usize::try_from(m.flex_edgenum[f]).unwrap_or(0);
    for e in (start..m.nflexedge).take(num).map(FlexEdgeId) {
        if m.flexedge_rigid[e] == 0 {
            let x = N::splat(m.flexedge_length0[e]) - d.flexedge_length[e];
            sum += x * (0.5 * stiffness) * x;
        }
    }
    sum
}

stage! {
    /// Kinetic energy.
    ENERGY_VEL = Each(vel_if_enabled), Forward;
    reads when Energy { M qvel }
    writes { energy flg_energyvel }
}

/// Kinetic energy: `energy[1] = qvel' M qvel / 2`.
#[doc(alias = "mj_energyVel")]
pub fn vel<N: Lanes>(m: &Model, d: &mut DataOf<N>) {
    let mut momentum = d.scratch.take(m.nv);
    ldl::mul_sym(Rows::of_inertia(m), &d.M, &d.qvel, &mut momentum);
    d.energy[1] = dense::dot(&momentum, &d.qvel) * 0.5;
    d.flg_energyvel = 1;
    d.scratch.give(momentum);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Data;
    use crate::hooks::AsSystem;
    use crate::ids::{DofId, MAdr, TendonId};
    use crate::math::{InLanes, Pack};
    use crate::sizes::Sizes;

    /// A free body, a ball joint and a slide, all with springs, and a tendon.
    fn model() -> Model {
        let sizes =
            Sizes { nbody: 4, njnt: 3, nq: 12, nv: 10, nC: 10, ntendon: 1, ..Sizes::default() };
        let mut m = Model::new(sizes).unwrap();
        m.opt.gravity = Vec3::new(0.0, 0.0, -10.0);
        m.opt.enableflags = EnableBit::Energy as i32;
        m.body_mass.copy_from_slice(&[100.0, 1.0, 2.0, 3.0]);
        m.body_jntadr.raw_mut().copy_from_slice(&[-1, 0, 1, 2]);
        m.body_jntnum.copy_from_slice(&[0, 1, 1, 1]);
        m.jnt_type.raw_mut().copy_from_slice(&[0, 1, 2]);
        m.jnt_qposadr.raw_mut().copy_from_slice(&[0, 7, 11]);
        m.qpos_spring.as_mut_slice()[3] = 1.0;
        m.qpos_spring.as_mut_slice()[7] = 1.0;
        m.tendon_lengthspring[TendonId(0)] = [1.0, 2.0];
        for k in m.dofs() {
            m.M_rownnz[k] = 1;
            m.M_rowadr[k] = k.raw();
            m.M_colind[MAdr(k.0)] = k.raw();
        }
        m
    }

    fn data<N: Lanes>(m: &Model) -> DataOf<N> {
        let mut d = DataOf::make(&m.as_system());
        d.qpos.iter_mut().zip(m.qpos_spring.iter()).for_each(|(to, &x)| *to = N::splat(x));
        d
    }

    #[test]
    fn weight_has_energy_that_grows_with_height() {
        let m = model();
        let mut d: Data = data(&m);
        for b in m.bodies() {
            d.xipos[b] = Vec3::new(5.0, 6.0, 2.0);
        }
        pos_if_enabled(&m, &mut d);
        assert_eq!((d.energy[0], d.flg_energypos), (6.0 * 10.0 * 2.0, 1));
    }

    #[test]
    fn each_spring_stores_half_its_stiffness_times_the_square_of_its_stretch() {
        let mut m = model();
        let mut d: Data = data(&m);
        m.jnt_stiffness.fill(4.0);
        // translation by (3, 4, 0), a turn of half a radian, a slide by 2
        d.qpos.as_mut_slice()[..2].copy_from_slice(&[3.0, 4.0]);
        let turned = Quat::from_axis_angle(Vec3::Y, 0.5);
        d.qpos.as_mut_slice()[7..11].copy_from_slice(&turned.0);
        d.qpos.as_mut_slice()[11] = 2.0;
        pos(&m, &mut d);
        let expected = 2.0 * (25.0 + 0.25 + 4.0);
        assert!((d.energy[0] - expected).abs() < 1e-13);

        // between its two rest lengths a tendon stores nothing
        m.tendon_stiffness.fill(6.0);
        for (length, stored) in [(1.5, 0.0), (4.0, 12.0), (0.0, 3.0)] {
            d.ten_length.fill(length);
            pos(&m, &mut d);
            assert!((d.energy[0] - expected - stored).abs() < 1e-13);
        }
        m.opt.disableflags = DisableBit::Spring as i32;
        pos(&m, &mut d);
        assert_eq!(d.energy[0], 0.0);
    }

    #[test]
    fn kinetic_energy_is_half_of_momentum_times_velocity() {
        let m = model();
        let mut d: Data = data(&m);
        for k in m.dofs() {
            d.M[MAdr(k.0)] = 2.0;
            d.qvel[k] = k.0 as f64;
        }
        vel_if_enabled(&m, &mut d);
        assert_eq!((d.energy[1], d.flg_energyvel), (285.0, 1));
    }

    #[test]
    fn without_the_option_energies_are_zero_unless_a_sensor_computed_them() {
        let mut m = model();
        m.opt.enableflags = 0;
        let mut d: Data = data(&m);
        d.energy = [1.0, 2.0];
        d.flg_energypos = 1;
        pos_or_zero(&m, &mut d);
        vel_if_enabled(&m, &mut d);
        assert_eq!(d.energy, [1.0, 2.0]);
        d.flg_energypos = 0;
        pos_or_zero(&m, &mut d);
        assert_eq!((d.energy, d.flg_energypos), ([0.0; 2], 0));
    }

    #[test]
    fn lanes_have_the_bits_of_single_simulations() {
        let mut m = model();
        m.jnt_stiffness.fill(4.0);
        m.jnt_stiffnesspoly.fill([0.3, 0.7]);
        m.tendon_stiffness.fill(6.0);
        let scatter = |lane: usize, i: usize| crate::math::fun::sin((lane * 17 + i * 5) as f64);
        let fill = |d: &mut Data, lane: usize| {
            d.qpos.iter_mut().enumerate().for_each(|(i, x)| *x = scatter(lane, i));
            d.qvel.iter_mut().enumerate().for_each(|(i, x)| *x = scatter(lane, i + 50));
            d.M.iter_mut().enumerate().for_each(|(i, x)| *x = scatter(lane, i + 70));
            d.ten_length.fill(4.0 * scatter(lane, 99));
        };
        let mut packed: DataOf<Pack<4>> = data(&m);
        let mut singles: Vec<Data> = (0..4).map(|_| data(&m)).collect();
        for (lane, one) in singles.iter_mut().enumerate() {
            fill(one, lane);
            for (to, from) in packed.qpos.iter_mut().zip(one.qpos.iter()) {
                to.set_lane(lane, *from);
            }
            for k in m.dofs() {
                packed.qvel[k].set_lane(lane, one.qvel[k]);
                packed.M[MAdr(k.0)].set_lane(lane, one.M[MAdr(k.0)]);
            }
            packed.ten_length[TendonId(0)].set_lane(lane, one.ten_length[TendonId(0)]);
        }
        pos(&m, &mut packed);
        vel(&m, &mut packed);
        for (lane, one) in singles.iter_mut().enumerate() {
            pos(&m, one);
            vel(&m, one);
            assert_eq!(packed.energy.map(|e| e.lane(lane).to_bits()), one.energy.map(f64::to_bits));
            assert!(one.qvel[DofId(0)] != 0.0 && one.energy[0] != 0.0);
        }
    }
}
