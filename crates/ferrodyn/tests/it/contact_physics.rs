//! Contacts and constraints against closed forms.

use std::fmt::Write;

use ferrodyn::ids::{BodyId, DofId, QposAdr};
use ferrodyn::math::{Vec3, fun};
use ferrodyn::{Data, Model, forward, step};

use crate::samples::Numbers;

fn load(xml: &str) -> Model {
    ferrodyn::load_str(xml).unwrap()
}

/// Velocity, after a second, of a block on a plane with friction 0.5 when gravity is turned by an
/// angle. The block cannot turn.
fn slide(angle: f64) -> f64 {
    let mut m = load(
        r#"<mujoco>
          <option timestep="0.001" cone="elliptic" impratio="100"/>
          <worldbody>
            <geom type="plane" size="9 9 1" friction="0.5"/>
            <body pos="0 0 0.1">
              <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
              <geom type="box" size="0.1 0.1 0.1" friction="0.5"/>
            </body>
          </worldbody>
        </mujoco>"#,
    );
    let (sin, cos) = fun::sin_cos(angle);
    m.opt.gravity = Vec3::new(9.81 * sin, 0.0, -9.81 * cos);
    let mut d = Data::new(&m);
    (0..1000).for_each(|_| step(&m, &mut d));
    d.qvel[DofId(0)]
}

#[test]
fn a_block_slips_when_the_slope_exceeds_the_friction() {
    let friction_angle = fun::atan2(1.0, 2.0);
    let held = slide(0.99 * friction_angle);
    assert!(held.abs() < 1e-4, "creeps at {held} m/s below the friction angle");
    for factor in [1.01, 1.03, 1.3] {
        let angle = factor * friction_angle;
        let (speed, coulomb) = (slide(angle), 9.81 * (fun::sin(angle) - 0.5 * fun::cos(angle)));
        println!("slides at {speed:.4} m/s after a second, Coulomb says {coulomb:.4}");
        assert!((speed - coulomb).abs() < 0.03 * coulomb, "{speed} and {coulomb}");
    }
}

#[test]
fn a_stack_of_ten_boxes_stands_for_a_minute() {
    let mut boxes = String::new();
    for i in 0..10 {
        let z = 0.1 + 0.2 * f64::from(i);
        let body = r#"<freejoint/><geom type="box" size="0.1 0.1 0.1"/>"#;
        write!(boxes, r#"<body pos="0 0 {z}">{body}</body>"#).unwrap();
    }
    let m = load(&format!(
        r#"<mujoco><worldbody><geom type="plane" size="5 5 1"/>{boxes}</worldbody></mujoco>"#
    ));
    let mut d = Data::new(&m);
    (0..30_000).for_each(|_| step(&m, &mut d));
    for b in m.bodies().skip(1) {
        let rest = m.body_pos[b];
        let moved = (d.xpos[b] - rest).norm();
        assert!(moved < 0.01, "box {} moved by {moved}", b.0);
    }
}

#[test]
fn a_fast_top_precesses_at_the_analytic_rate() {
    // disk on a stick whose tip is fixed, spinning about the stick, tilted by 30 degrees
    let m = load(
        r#"<mujoco>
          <option timestep="0.0002" integrator="RK4"/>
          <worldbody><body>
            <joint type="ball"/>
            <inertial pos="0 0 0.2" mass="1" diaginertia="0.01 0.01 0.02"/>
          </body></worldbody>
        </mujoco>"#,
    );
    let (tilt, spin) = (0.5_f64, 80.0);
    let (across, along, torque) = (0.01 + 0.2 * 0.2, 0.02, 9.81 * 0.2);
    // steady precession: across cos(tilt) w^2 - along spin w + torque = 0, the slow root
    let (a, b) = (across * fun::cos(tilt), along * spin);
    let rate = (b - (b * b - 4.0 * a * torque).sqrt()) / (2.0 * a);

    let mut d = Data::new(&m);
    let (half_sin, half_cos) = fun::sin_cos(0.5 * tilt);
    d.qpos.copy_from_slice(&[half_cos, half_sin, 0.0, 0.0]);
    // the turning of the steady motion in the axes of the body: about the stick and the vertical;
    // the spin of the formula is the whole turning about the stick
    d.qvel.copy_from_slice(&[0.0, rate * fun::sin(tilt), spin]);
    let heading = |d: &Data| {
        let axis = d.xmat[BodyId(1)].transpose().row(2);
        fun::atan2(axis[1], axis[0])
    };
    forward(&m, &mut d);
    let (start, steps) = (heading(&d), 2000);
    (0..steps).for_each(|_| step(&m, &mut d));
    forward(&m, &mut d);
    let turned = (heading(&d) - start).rem_euclid(std::f64::consts::TAU);
    let measured = turned / (f64::from(steps) * 0.0002);
    println!("precesses at {measured:.6} rad/s, the formula says {rate:.6}");
    assert!((measured - rate).abs() < 1e-4 * rate, "{measured} and {rate}");
}

#[test]
fn a_bouncing_ball_loses_the_energy_that_solref_says() {
    // stiffness and damping per unit mass, at constant impedance
    let (stiffness, damping) = (1e4, 40.0);
    let m = load(&format!(
        r#"<mujoco>
          <option timestep="0.00001" gravity="0 0 0"/>
          <default><geom solref="-{stiffness} -{damping}" solimp="0.9 0.9 0.001" condim="1"/></default>
          <worldbody>
            <geom type="plane" size="5 5 1"/>
            <body pos="0 0 0.1001"><freejoint/><geom size="0.1"/></body>
          </worldbody>
        </mujoco>"#
    ));
    let mut d = Data::new(&m);
    d.qvel[DofId(2)] = -1.0;
    while d.qvel[DofId(2)] < 0.0 || d.ncon > 0 {
        step(&m, &mut d);
        assert!(d.time < 1.0, "the ball does not come back");
    }
    // a spring and damper that cannot pull lets go before it is at rest length
    let ratio = damping / (2.0 * f64::sqrt(stiffness));
    let phase = std::f64::consts::PI - 2.0 * fun::asin(ratio);
    let restitution = fun::exp(-ratio / (1.0 - ratio * ratio).sqrt() * phase);
    let measured = d.qvel[DofId(2)];
    println!("restitution {measured:.5}, the formula says {restitution:.5}");
    assert!((measured - restitution).abs() < 2e-3 * restitution, "{measured} and {restitution}");
}

#[test]
fn a_thousand_colliding_spheres_keep_their_momentum() {
    let mut numbers = Numbers::new(5);
    let mut bodies = String::new();
    for i in 0..1000 {
        let [x, y, z] = [i % 10, i / 10 % 10, i / 100].map(|k| 0.21 * f64::from(k));
        let size = 0.08 + 0.02 * numbers.next();
        let body = format!(r#"<freejoint/><geom size="{size}" condim="3"/>"#);
        write!(bodies, r#"<body pos="{x} {y} {z}">{body}</body>"#).unwrap();
    }
    let mut m = load(&format!(
        r#"<mujoco><option gravity="0 0 0"/><worldbody>{bodies}</worldbody></mujoco>"#
    ));
    m.opt.timestep = 0.005;
    let mut d = Data::new(&m);
    for b in m.bodies().skip(1) {
        let center = Vec3::new(0.945, 0.945, 0.945);
        let inward = (center - m.body_pos[b]) * 2.0;
        for (k, v) in inward.0.into_iter().enumerate() {
            d.qvel[DofId(6 * (b.0 - 1) + k)] = v + 0.2 * numbers.next();
        }
    }
    let momentum = |d: &Data| {
        let of = |b: BodyId| {
            let v = &d.qvel[DofId(6 * (b.0 - 1))..DofId(6 * (b.0 - 1) + 3)];
            Vec3::new(v[0], v[1], v[2]) * m.body_mass[b]
        };
        let parts: Vec<Vec3> = m.bodies().skip(1).map(of).collect();
        let size: f64 = parts.iter().map(|p| p.norm()).sum();
        (parts.into_iter().fold(Vec3::ZERO, |sum, p| sum + p), size)
    };
    let (before, size) = momentum(&d);
    let mut contacts = 0;
    for _ in 0..40 {
        step(&m, &mut d);
        contacts += d.ncon;
    }
    let change = (momentum(&d).0 - before).norm() / size;
    println!("{contacts} contacts, momentum changed by {change:.1e} of its size");
    assert!(contacts > 10_000);
    assert!(change < 1e-10, "{change:e}");
    assert!(d.qpos[QposAdr(0)].is_finite());
}
