//! Integers of the data that somebody overwrote with nonsense between two calls: no call hangs, those
//! that make up a step do not panic, and a reset makes the data as good as new.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use ferrodyn::fields::{FieldMut, Table};
use ferrodyn::ids::{DofId, IslandId};
use ferrodyn::mj::{
    mj_Euler, mj_RungeKutta, mj_camlight, mj_collision, mj_comPos, mj_comVel, mj_compareFwdInv,
    mj_crb, mj_energyPos, mj_energyVel, mj_factorM, mj_flex, mj_forward, mj_forwardSkip,
    mj_fwdAcceleration, mj_fwdActuation, mj_fwdConstraint, mj_fwdKinematics, mj_fwdPosition,
    mj_fwdVelocity, mj_implicit, mj_invConstraint, mj_invPosition, mj_invVelocity, mj_inverse,
    mj_inverseSkip, mj_island, mj_kinematics, mj_makeConstraint, mj_makeM, mj_passive,
    mj_projectConstraint, mj_referenceConstraint, mj_resetDataDebug, mj_rnePostConstraint,
    mj_sensorAcc, mj_sensorPos, mj_sensorVel, mj_step, mj_step1, mj_step2, mj_subtreeVel,
    mj_tendon, mj_transmission,
};
use ferrodyn::step::Skip;
use ferrodyn::{Contact, Data, Model, load_str};
use ferrodyn_engine::sleep;

const NONSENSE: [i32; 5] = [-1, 3, 1_000_000, i32::MAX, i32::MIN];
const LONGEST: Duration = Duration::from_secs(1);

thread_local! {
    /// Whether a stage runs, whose panics are counted and not printed.
    static CALLS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Calls a stage; false if it panicked.
fn survives(call: impl FnOnce()) -> bool {
    static QUIET: std::sync::Once = std::sync::Once::new();
    QUIET.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !CALLS.get() {
                loud(info);
            }
        }));
    });
    CALLS.set(true);
    let caught = catch_unwind(AssertUnwindSafe(call));
    CALLS.set(false);
    caught.is_ok()
}

/// Writes a number to a contact.
type SetContact = fn(&mut Contact, i32);

type Stage = fn(&Model, &mut Data);

/// Functions that mend the data themselves, or compute what they need.
const WHOLE: &[(&str, Stage)] = &[
    ("step", |m, d| mj_step(m, d)),
    ("step1", |m, d| mj_step1(m, d)),
    ("step2", |m, d| mj_step2(m, d)),
    ("forward", |m, d| mj_forward(m, d)),
    ("forward_skip pos", |m, d| mj_forwardSkip(m, d, Skip::Pos, false)),
    ("forward_skip vel", |m, d| mj_forwardSkip(m, d, Skip::Vel, false)),
    ("inverse", |m, d| mj_inverse(m, d)),
    ("inverse_skip pos", |m, d| mj_inverseSkip(m, d, Skip::Pos, false)),
    ("inverse_skip vel", |m, d| mj_inverseSkip(m, d, Skip::Vel, false)),
    ("fwd_position", |m, d| mj_fwdPosition(m, d)),
    ("fwd_kinematics", |m, d| mj_fwdKinematics(m, d)),
    ("fwd_velocity", |m, d| mj_fwdVelocity(m, d)),
    ("fwd_acceleration", |m, d| mj_fwdAcceleration(m, d)),
    ("fwd_constraint", |m, d| mj_fwdConstraint(m, d)),
    ("inv_position", |m, d| mj_invPosition(m, d)),
    ("inv_velocity", |m, d| mj_invVelocity(m, d)),
    ("inv_constraint", |m, d| mj_invConstraint(m, d)),
    ("compare_fwd_inv", |m, d| mj_compareFwdInv(m, d)),
    ("energy_pos", |m, d| mj_energyPos(m, d)),
    ("energy_vel", |m, d| mj_energyVel(m, d)),
];

/// Parts of a step, for which the caller mends the data.
const PARTS: &[(&str, Stage)] = &[
    ("kinematics", |m, d| mj_kinematics(m, d)),
    ("com_pos", |m, d| mj_comPos(m, d)),
    ("camlight", |m, d| mj_camlight(m, d)),
    ("flex", |m, d| mj_flex(m, d)),
    ("tendon", |m, d| mj_tendon(m, d)),
    ("transmission", |m, d| mj_transmission(m, d)),
    ("crb", |m, d| mj_crb(m, d)),
    ("make_m", |m, d| mj_makeM(m, d)),
    ("factor_m", |m, d| mj_factorM(m, d)),
    ("collide", |m, d| mj_collision(m, d)),
    ("make", |m, d| mj_makeConstraint(m, d)),
    ("island", |m, d| mj_island(m, d)),
    ("project", |m, d| mj_projectConstraint(m, d)),
    ("reference", |m, d| mj_referenceConstraint(m, d)),
    ("com_vel", |m, d| mj_comVel(m, d)),
    ("passive", |m, d| mj_passive(m, d)),
    ("fwd_actuation", |m, d| mj_fwdActuation(m, d)),
    ("rne_post_constraint", |m, d| mj_rnePostConstraint(m, d)),
    ("subtree_vel", |m, d| mj_subtreeVel(m, d)),
    ("sensor_pos", |m, d| mj_sensorPos(m, d)),
    ("sensor_vel", |m, d| mj_sensorVel(m, d)),
    ("sensor_acc", |m, d| mj_sensorAcc(m, d)),
    ("euler", |m, d| mj_Euler(m, d)),
    ("implicit", |m, d| mj_implicit(m, d)),
    ("runge_kutta4", |m, d| mj_RungeKutta(m, d)),
    ("sleep", |m, d| {
        let _woke = sleep::sleep(m, d);
    }),
    ("wake", |m, d| {
        let _woke = sleep::wake(m, d);
    }),
    ("wake_collision", |m, d| {
        let _woke = sleep::wake_collision(m, d);
    }),
    ("wake_tendon", |m, d| {
        let _woke = sleep::wake_tendon(m, d);
    }),
    ("wake_equality", |m, d| {
        let _woke = sleep::wake_equality(m, d);
    }),
    ("update_sleep", |m, d| sleep::update(m, d)),
];

/// Contacts, equalities, limits, friction, tendons, actuators and sensors, with other options each.
fn models() -> [Model; 3] {
    let text = |option: &str, flag: &str| {
        format!(
            r#"<mujoco>
            <option {option}><flag {flag}/></option>
            <worldbody>
                <geom name="floor" type="plane" size="5 5 .1"/>
                <site name="hook" pos="0 0 1"/>
                <body name="box" pos="0 0 .09"><freejoint/>
                    <geom name="box" type="box" size=".1 .1 .1"/><site name="top" pos="0 0 .1"/>
                </body>
                <body pos="0 0 .28"><freejoint/><geom name="ball" size=".1" condim="6"/></body>
                <body name="arm" pos="1 0 .5">
                    <joint name="shoulder" axis="0 1 0" range="-10 10" limited="true" frictionloss=".1" damping="1"/>
                    <geom name="arm" type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
                    <body pos=".3 0 0"><joint name="elbow" axis="0 1 0"/>
                        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" condim="4"/><site name="tip" pos=".3 0 0"/>
                    </body>
                </body>
                <body name="door" pos="2 0 .5"><joint name="door" axis="0 0 1"/><geom size=".05" pos=".1 0 0"/></body>
                <body name="leaf" pos="2.2 0 .5"><joint name="leaf" axis="0 0 1"/><geom size=".05" pos=".1 0 0"/></body>
            </worldbody>
            <tendon>
                <spatial name="rope" limited="true" range="0 .5" frictionloss=".1" armature=".1">
                    <site site="hook"/><site site="tip"/>
                </spatial>
                <spatial name="wrapped"><site site="hook"/><geom geom="ball"/><site site="tip"/></spatial>
                <fixed name="pair"><joint joint="shoulder" coef="1"/><joint joint="elbow" coef="-1"/></fixed>
            </tendon>
            <equality>
                <joint joint1="door" joint2="leaf"/>
                <connect body1="arm" body2="door" anchor="0 0 0" active="false"/>
                <tendon tendon1="pair"/>
            </equality>
            <actuator>
                <position joint="shoulder" kp="10"/><motor tendon="rope"/>
                <adhesion body="box" ctrlrange="0 1"/>
            </actuator>
            <sensor>
                <touch site="top"/><accelerometer site="top"/><framepos objtype="body" objname="box"/>
                <tendonlimitfrc tendon="rope"/><jointlimitfrc joint="shoulder"/>
                <contact geom1="box" num="3" data="found force pos"/><subtreeangmom body="arm"/>
                <actuatorfrc actuator="0"/><e_potential/>
            </sensor>
        </mujoco>"#
        )
    };
    // actuators without names have none to refer to
    let text = |option: &str, flag: &str| {
        text(option, flag)
            .replace(r#"<position joint="shoulder""#, r#"<position name="servo" joint="shoulder""#)
            .replace(r#"actuator="0""#, r#"actuator="servo""#)
    };
    [
        text(r#"jacobian="dense""#, r#"energy="enable""#),
        text(r#"jacobian="sparse" cone="elliptic" solver="PGS" noslip_iterations="2""#, ""),
        text(r#"jacobian="sparse" sleep_tolerance="1""#, r#"sleep="enable""#),
    ]
    .map(|text| load_str(&text).unwrap())
}

fn busy(m: &Model) -> Data {
    let mut d = Data::new(m);
    for _ in 0..20 {
        mj_step(m, &mut d);
    }
    d
}

/// The bytes of everything, ten steps after a reset.
fn after_reset(m: &Model, d: &mut Data) -> Vec<u8> {
    d.reset(m);
    for _ in 0..10 {
        mj_step(m, d);
    }
    d.to_bytes(m)
}

/// A change to data: a name, and what is done.
type Change = (String, Box<dyn Fn(&mut Data)>);

/// All changes that are tried.
fn changes() -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for value in NONSENSE {
        for (index, info) in Data::FIELDS.iter().enumerate() {
            let change = move |d: &mut Data| {
                if let Some(numbers) = d.field_at_mut(index).and_then(FieldMut::values::<i32>) {
                    numbers.fill(value);
                }
            };
            changes.push((format!("{} = {value}", info.name), Box::new(change)));
        }
        let parts: [(&str, SetContact); 4] = [
            ("geom", |c, v| c.geom = [v; 2]),
            ("dim", |c, v| c.dim = v),
            ("efc_address", |c, v| c.efc_address = v),
            ("exclude", |c, v| c.exclude = v),
        ];
        for (name, set) in parts {
            let change = move |d: &mut Data| d.contact.iter_mut().for_each(|c| set(c, value));
            changes.push((format!("contact.{name} = {value}"), Box::new(change)));
        }
    }
    for name in ["qpos", "qvel", "act", "ctrl", "qacc", "xfrc_applied", "efc_force", "efc_J", "qLD"]
    {
        let change = move |d: &mut Data| {
            if let Some(numbers) = d.field_mut(name).and_then(FieldMut::values::<f64>) {
                numbers.fill(f64::NAN);
            }
        };
        changes.push((format!("{name} = NaN"), Box::new(change)));
    }
    changes
}

/// Calls all stages after all changes; returns how often each stage panicked, and after what.
fn panics(stages: &[(&str, Stage)]) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::<String, Vec<String>>::new();
    for (i, m) in models().iter().enumerate() {
        let start = busy(m);
        let fresh = after_reset(m, &mut Data::new(m));
        let mut d = start.clone();
        for (name, change) in changes() {
            for (stage, call) in stages {
                d.clone_from(&start);
                change(&mut d);
                let time = Instant::now();
                let survived = survives(|| call(m, &mut d));
                assert!(time.elapsed() < LONGEST, "{stage} after {name}: {:?}", time.elapsed());
                if !survived {
                    found.entry((*stage).to_string()).or_default().push(format!("{i} {name}"));
                    assert!(after_reset(m, &mut d) == fresh, "{stage} after {name}");
                }
            }
            assert!(after_reset(m, &mut d) == fresh, "a reset after {name} is not fresh");
        }
    }
    found
}

#[test]
fn what_makes_up_a_step_takes_any_integers() {
    let found = panics(WHOLE);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn parts_of_a_step_take_any_integers_once_mended() {
    let mended: Vec<(&str, Stage)> = PARTS.to_vec();
    let mut found = BTreeMap::<String, Vec<String>>::new();
    for m in &models() {
        let start = busy(m);
        let mut d = start.clone();
        for (name, change) in changes() {
            for (stage, call) in &mended {
                d.clone_from(&start);
                change(&mut d);
                let time = Instant::now();
                let survived = survives(|| {
                    ferrodyn::check::integers(m, &mut d);
                    call(m, &mut d);
                });
                assert!(time.elapsed() < LONGEST, "{stage} after {name}: {:?}", time.elapsed());
                if !survived {
                    found.entry((*stage).to_string()).or_default().push(name.clone());
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn parts_of_a_step_never_hang_and_a_reset_mends_everything() {
    let found = panics(PARTS);
    let count: usize = found.values().map(Vec::len).sum();
    println!("{count} panics: {:?}", found.iter().map(|(s, f)| (s, f.len())).collect::<Vec<_>>());
}

#[test]
fn islands_that_fit_together_but_divide_trees_are_found_again() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/physics/islands.xml");
    let m = ferrodyn::load(file).unwrap();
    let mut d = Data::new(&m);
    (0..100).for_each(|_| mj_step(&m, &mut d));
    mj_step1(&m, &mut d);
    let mut expected = d.clone();
    mj_step2(&m, &mut expected);

    // the first two trees of an island, dof by dof in turn
    assert!(d.island_nv[IslandId(0)] == 12 && m.dof_treeid[DofId(6)].raw() == 1);
    for i in 0..12 {
        let k = i / 2 + 6 * (i % 2);
        d.map_idof2dof[DofId(i)] = k as i32;
        d.map_dof2idof[DofId(k)] = i as i32;
    }
    mj_step2(&m, &mut d);
    assert_eq!(d.qpos.as_slice(), expected.qpos.as_slice());
}

#[test]
fn a_second_half_of_a_step_on_data_of_any_bytes_does_not_panic() {
    for m in &models() {
        for byte in [0, 3, 127, 255] {
            let mut d = busy(m);
            mj_resetDataDebug(m, &mut d, byte);
            mj_step2(m, &mut d);
            for index in 0..Data::FIELDS.len() {
                d.field_at_mut(index).unwrap().bytes.fill(byte);
            }
            mj_step2(m, &mut d);
            assert!(after_reset(m, &mut d) == after_reset(m, &mut Data::new(m)));
        }
    }
}
