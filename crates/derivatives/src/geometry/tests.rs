//! Every pair that is covered, at random poses: contacts are those of the engine, slopes those of differences.

use super::*;
use ferrodyn_engine::{Data, forward};

/// A model of two shapes, the second on a free joint.
fn pair(first: &str, second: &str) -> Model {
    let xml = format!(
        r#"<mujoco><worldbody><geom {first}/>
        <body><freejoint/><geom {second} mass="1"/></body></worldbody></mujoco>"#
    );
    ferrodyn_mjcf::Loader::new().load_str(&xml).unwrap_or_else(|e| panic!("{xml}: {e}"))
}

const PAIRS: [(&str, &str); 12] = [
    (r#"type="plane" size="1 1 1""#, r#"size=".2""#),
    (r#"type="plane" size="1 1 1""#, r#"type="capsule" size=".1 .2""#),
    (r#"type="plane" size="1 1 1""#, r#"type="cylinder" size=".1 .2""#),
    (r#"type="plane" size="1 1 1""#, r#"type="ellipsoid" size=".1 .2 .3""#),
    (r#"type="plane" size="1 1 1""#, r#"type="box" size=".1 .2 .3""#),
    (r#"size=".3""#, r#"size=".2""#),
    (r#"size=".2""#, r#"type="capsule" size=".1 .3""#),
    (r#"size=".2""#, r#"type="cylinder" size=".15 .1""#),
    (r#"size=".1""#, r#"type="box" size=".1 .2 .15""#),
    (r#"type="capsule" size=".1 .2""#, r#"type="capsule" size=".15 .2""#),
    (r#"type="capsule" size=".1 .2" euler="30 20 10""#, r#"type="capsule" size=".05 .4""#),
    (r#"size=".02""#, r#"type="box" size=".2 .2 .3""#),
];

/// The contacts at a pose.
fn contacts(m: &Model, d: &mut Data, qpos: &[f64]) -> Vec<Contact> {
    d.qpos.copy_from_slice(qpos);
    forward(m, d);
    d.contact.to_vec()
}

/// The pose moved by a twist about the origin of the world.
fn moved(qpos: &[f64], twist: usize, h: f64) -> Vec<f64> {
    use ferrodyn_engine::math::Quat;
    let axis = [Vec3::X, Vec3::Y, Vec3::Z][twist % 3];
    let mut moved = qpos.to_vec();
    if twist < 3 {
        let turn = Quat::from_axis_angle(axis, h);
        let pos = turn.rotate(Vec3([qpos[0], qpos[1], qpos[2]]));
        let quat = turn * Quat([qpos[3], qpos[4], qpos[5], qpos[6]]);
        moved[..3].copy_from_slice(&pos.0);
        moved[3..].copy_from_slice(&quat.0);
    } else {
        moved[twist - 3] += h;
    }
    moved
}

#[test]
fn slopes_of_contacts_are_those_of_differences() {
    const STEP: f64 = 1e-6;
    for (first, second) in PAIRS {
        let m = pair(first, second);
        let mut d = Data::new(&m);
        let mut random = crate::tests_random::Random::new(5);
        let mut seen = 0;
        for _ in 0..200 {
            let mut qpos = [0.0; 7];
            qpos[..3].fill_with(|| 0.35 * random.signed());
            qpos[3..].fill_with(|| random.signed());
            let norm = qpos[3..].iter().map(|x| x * x).sum::<f64>().sqrt();
            qpos[3..].iter_mut().for_each(|x| *x /= norm);
            let here = contacts(&m, &mut d, &qpos);
            for (i, contact) in here.iter().enumerate() {
                contacts(&m, &mut d, &qpos);
                let hit = find(&m, &d, contact, Vec3::ZERO).unwrap();
                let frame = Frame::new(&hit);
                for twist in 0..6 {
                    let sides = [STEP, -STEP]
                        .map(|h| contacts(&m, &mut d, &moved(&qpos, twist, h)).get(i).copied());
                    let [Some(plus), Some(minus)] = sides else { continue };
                    let slope = |f: &dyn Fn(&Contact) -> f64| (f(&plus) - f(&minus)) / (2.0 * STEP);
                    // a contact that jumps from one feature to another has no slope
                    if (plus.pos - minus.pos).norm() > 1e-4 {
                        continue;
                    }
                    seen += 1;
                    let close = |name: &str, found: f64, expected: f64| {
                        assert!(
                            (found - expected).abs() < 1e-6 * (1.0 + expected.abs()),
                            "{first} {second} {name}, twist {twist}: {found}, {expected}"
                        );
                    };
                    close("dist", hit.dist.slopes[twist], slope(&|c| c.dist));
                    for k in 0..3 {
                        close("pos", hit.pos[k].slopes[twist], slope(&|c| c.pos[k]));
                        for (a, axis) in frame.axes.iter().enumerate() {
                            close("frame", axis[k].slopes[twist], slope(&|c| c.frame.row(a)[k]));
                        }
                    }
                }
            }
        }
        assert!(seen > 100, "{first} {second}: {seen}");
    }
}

#[test]
fn a_pair_that_is_not_covered_is_named() {
    let m = pair(r#"name="crate" type="box" size=".2 .2 .2""#, r#"type="box" size=".1 .1 .1""#);
    let mut d = Data::new(&m);
    let list = contacts(&m, &mut d, &[0.0, 0.0, 0.25, 1.0, 0.0, 0.0, 0.0]);
    let Err(error) = find(&m, &d, &list[0], Vec3::ZERO) else { panic!("boxes are covered now") };
    assert!(error.to_string().contains("box \"crate\" with box 1"), "{error}");
}
