//! Tendons: lengths in closed form, derivatives against finite differences.

use ferrodyn::ids::{DofId, MAdr, QposAdr, TendonId, TendonJAdr};
use ferrodyn::integrate::integrate_pos;
use ferrodyn::math::fun;
use ferrodyn::{Data, Model, forward};

use crate::lanes;
use crate::samples::{model, random_data};

const STEP: f64 = 1e-6;

/// A free body, a ball joint and two hinges; tendons between sites of them, over a pulley, around a
/// sphere, around a cylinder on a given side, inside a cylinder, and over joints.
fn tendons() -> Model {
    model(
        r#"<mujoco><worldbody>
            <site name="w0" pos="-.6 .1 .5"/> <site name="w1" pos=".9 0 .4"/>
            <geom name="ring" type="cylinder" size=".2 .3" pos="0 .5 .6" euler="20 0 0"/>
            <site name="in_ring" pos="0 .5 .6"/>
            <site name="r0" pos="-.5 1.1 .7"/>
            <body pos="0 0 .5"><joint name="a" axis="0 1 .2"/>
              <geom name="ball" size=".25" mass="1"/> <site name="a0" pos=".3 .05 .1"/>
              <body pos=".5 0 0"><joint name="b" axis=".1 1 0"/>
                <geom name="rod" type="cylinder" size=".08 .2" euler="80 0 0"/>
                <site name="b0" pos=".3 .2 .1"/> <site name="side" pos="0 0 -.3"/>
              </body>
            </body>
            <body pos="0 1 1"><joint type="ball"/> <geom size=".1" pos="0 0 -.2"/>
              <site name="c0" pos=".4 .3 -.3"/></body>
            <body pos="0 -1 .3"><freejoint/> <geom type="box" size=".1 .2 .3"/>
              <site name="d0" pos=".1 .2 .3"/></body>
          </worldbody>
          <tendon>
            <spatial name="plain"><site site="w0"/><site site="a0"/><site site="b0"/></spatial>
            <spatial name="pulley"><site site="d0"/><site site="a0"/><pulley divisor="2"/>
              <site site="b0"/><site site="c0"/><pulley divisor="3"/><site site="w1"/>
              <site site="d0"/></spatial>
            <spatial name="sphere"><site site="w0"/><geom geom="ball"/><site site="b0"/></spatial>
            <spatial name="side"><site site="a0"/><geom geom="rod" sidesite="side"/>
              <site site="w1"/></spatial>
            <spatial name="inside"><site site="r0"/><geom geom="ring" sidesite="in_ring"/>
              <site site="c0"/></spatial>
            <fixed name="fixed"><joint joint="a" coef="2"/><joint joint="b" coef="-.5"/></fixed>
          </tendon></mujoco>"#,
    )
}

/// Row of `ten_J`, with the zeros.
fn jacobian(m: &Model, d: &Data, t: TendonId) -> Vec<f64> {
    let mut row = vec![0.0; m.nv];
    for i in 0..m.ten_J_rownnz[t] {
        let at = TendonJAdr((m.ten_J_rowadr[t] + i) as usize);
        row[m.ten_J_colind[at] as usize] = d.ten_J[at];
    }
    row
}

/// The data after moving along a velocity for a time.
fn moved(m: &Model, d: &Data, velocity: &[f64], time: f64) -> Data {
    let mut d = d.clone();
    integrate_pos(m, &mut d.qpos, velocity, time).unwrap();
    forward(m, &mut d);
    d
}

#[test]
fn a_tendon_around_a_cylinder_is_tangents_and_an_arc_long() {
    let m = model(
        r#"<mujoco><worldbody>
            <geom name="rod" type="cylinder" size=".1 1" euler="90 0 0"/>
            <site name="fixed" pos="-.5 0 0"/>
            <body><joint axis="0 1 0"/><geom size=".1" mass="1"/>
              <site name="arm" pos=".5 0 0"/></body>
          </worldbody>
          <tendon><spatial><site site="fixed"/><geom geom="rod"/><site site="arm"/></spatial>
          </tendon></mujoco>"#,
    );
    let mut d = Data::new(&m);
    let tangent = (0.25_f64 - 0.01).sqrt();
    let free = 2.0 * fun::acos(0.1 / 0.5);
    for turn in [0.1, 0.4, -0.2, -0.35] {
        d.qpos[QposAdr(0)] = turn;
        forward(&m, &mut d);
        let arc = std::f64::consts::PI - turn.abs() - free;
        assert!((d.ten_length[TendonId(0)] - (2.0 * tangent + 0.1 * arc)).abs() < 1e-14);
        // the moment arm is the radius
        assert!((d.ten_J[TendonJAdr(0)] + 0.1 * turn.signum()).abs() < 1e-14);
        assert_eq!(d.ten_wrapnum.as_slice(), [4]);
        assert_eq!(d.wrap_obj.as_slice(), [[-1, 0], [0, -1], [0, 0]]);
    }
    // so far that the straight line is free
    d.qpos[QposAdr(0)] = 2.8;
    forward(&m, &mut d);
    assert!((d.ten_length[TendonId(0)] - (2.0 * 0.5 * fun::cos(1.4))).abs() < 1e-14);
    assert_eq!(d.ten_wrapnum.as_slice(), [2]);
}

#[test]
fn the_jacobian_of_a_tendon_is_the_derivative_of_its_length() {
    let m = tendons();
    let mut wrapped = vec![0; m.ntendon];
    for seed in 0..20 {
        let mut d = random_data(&m, seed);
        forward(&m, &mut d);
        for t in m.tendons() {
            wrapped[t.0] += usize::from(d.ten_wrapnum[t] == 4);
            let row = jacobian(&m, &d, t);
            for k in m.dofs() {
                let mut unit = vec![0.0; m.nv];
                unit[k.0] = 1.0;
                let length = |time: f64| moved(&m, &d, &unit, time).ten_length[t];
                let slope = (length(STEP) - length(-STEP)) / (2.0 * STEP);
                assert!((slope - row[k.0]).abs() < 1e-5, "{t:?} {k:?}: {slope} {}", row[k.0]);
            }
            let velocity: f64 = row.iter().zip(d.qvel.iter()).map(|(j, v)| j * v).sum();
            assert!((velocity - d.ten_velocity[t]).abs() < 1e-13);
        }
    }
    // the states include many that touch the geoms
    assert!(wrapped[2..5].iter().all(|&n| n >= 5), "{wrapped:?}");
}

#[test]
fn inertia_of_a_tendon_adds_its_moment_arms_to_the_inertia_and_bias() {
    let without = tendons();
    let mut m = without.clone();
    for (t, armature) in [(0, 0.3), (1, 0.7), (5, 0.2)] {
        m.tendon_armature[TendonId(t)] = armature;
    }
    for sparse in [false, true] {
        m.opt.jacobian = i32::from(sparse);
        for seed in 0..5 {
            let mut d = random_data(&m, seed);
            let mut base = d.clone();
            forward(&m, &mut d);
            forward(&without, &mut base);
            let rows: Vec<_> = m.tendons().map(|t| jacobian(&m, &d, t)).collect();

            // M: armature times the square of the Jacobian, where M has room
            for i in m.dofs() {
                let start = m.M_rowadr[i] as usize;
                for at in (start..start + m.M_rownnz[i] as usize).map(MAdr) {
                    let j = DofId(m.M_colind[at] as usize);
                    let square = |t: TendonId| rows[t.0][i.0] * rows[t.0][j.0];
                    let sum: f64 = m.tendons().map(|t| m.tendon_armature[t] * square(t)).sum();
                    assert!((d.M[at] - base.M[at] - sum).abs() < 1e-13);
                }
            }

            // bias: what accelerates the tendons although no coordinate accelerates
            let [after, before] = [STEP, -STEP].map(|time| moved(&m, &d, &d.qvel, time));
            let acc = |t: TendonId| (after.ten_velocity[t] - before.ten_velocity[t]) / (2.0 * STEP);
            let force = |t: TendonId| m.tendon_armature[t] * acc(t);
            for k in m.dofs() {
                let sum: f64 = m.tendons().map(|t| rows[t.0][k.0] * force(t)).sum();
                let found = d.qfrc_bias[k] - base.qfrc_bias[k];
                assert!((found - sum).abs() < 1e-7, "{k:?}: {found} {sum}");
            }
        }
    }
}

#[test]
fn paths_list_sites_pulleys_and_geoms() {
    let m = tendons();
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    let objects: Vec<i32> = d.wrap_obj.as_flattened().to_vec();
    let path = |t: usize| {
        let start = d.ten_wrapadr[TendonId(t)] as usize;
        &objects[start..start + d.ten_wrapnum[TendonId(t)] as usize]
    };
    assert_eq!(path(0), [-1, -1, -1]);
    assert_eq!(path(1), [-1, -1, -2, -1, -1, -2, -1, -1]);
    assert_eq!(path(2), [-1, 1, 1, -1]);
    assert!(path(5).is_empty());
}

#[test]
fn tendons_in_lanes_have_the_bits_of_single_ones_also_where_only_some_touch_a_geom() {
    let mut m = tendons();
    m.tendon_armature.copy_from_slice(&[0.3, 0.7, 0.0, 0.0, 0.0, 0.2]);
    lanes::assert_steps_equal(&m, "tendons");
}
