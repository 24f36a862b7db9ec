//! A box that a gripper holds, and how fast it slips.
//!
//! Friction of constraints is regularized: a row at rest that bears a load slips at `v = f R / B`, with its force
//! `f`, its regularization `R` (`efc_R`; `R / 2 mu^2` of an edge of a pyramid) and the damping `B` of `efc_KBIP`.
//! So slip does not depend on how hard a gripper presses, nor on the time step, but on cone, `impratio`, `solref`
//! and `solimp`.

use std::time::Instant;

use ferrodyn_engine::enums::{Cone, JointType};
use ferrodyn_engine::ids::{ActuatorId, BodyId, ContactId, EfcId, JointId, TendonId};
use ferrodyn_engine::math::{Quat, Vec3};
use ferrodyn_engine::{Contact, Data, Model, forward, step};
use ferrodyn_mjcf::spec::{Body, Geom, Joint};
use ferrodyn_mjcf::{LoadError, Loader, Spec};

use super::simulate::{is_bad, steps_in};
use crate::check::Unfinished;
use crate::cure::{Cure, Edit, edited};
use crate::finding::{Check, Finding, Severity};
use crate::limit::Limit;
use crate::report::{Fact, Report};
use crate::start::joint_of;
use crate::text::{percent, quoted, short};

/// The name that the box has.
const NAME: &str = "doctor's box";
/// Without weight while the gripper closes, then with weight until it rests; s.
const CLOSE: f64 = 0.7;
const REST: f64 = 0.3;
/// How long slip is measured; s.
const MEASURE: f64 = 2.0;
/// Slip from which on it is a warning; m/s.
const SLIP: f64 = 1e-4;
/// Slip from which on the box is not held at all; m/s.
const LOST: f64 = 0.02;
/// Share of the friction cone above which it slips for want of friction.
const CONE: f64 = 0.9;

/// A box for a gripper to hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Hold {
    /// The body in whose frame the box is put.
    pub body: String,
    /// Where its center is there; m.
    pub at: [f64; 3],
    /// Its edges, along the axes of the body; m.
    pub size: [f64; 3],
    /// Its mass; kg.
    pub mass: f64,
}

/// Why there is nothing to hold.
enum Refused {
    Unfinished,
    Why(String),
}

impl From<Unfinished> for Refused {
    fn from(_: Unfinished) -> Self {
        Self::Unfinished
    }
}

impl From<LoadError> for Refused {
    fn from(error: LoadError) -> Self {
        Self::Why(error.to_string())
    }
}

/// How a box was held.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// m/s.
    slip: f64,
    /// What the rows of its contacts predict; m/s.
    predicted: f64,
    /// Share of the cone that is used.
    used: f64,
    contacts: usize,
    /// The time of a step; s.
    step: f64,
}

pub(crate) fn run(
    before: &Model,
    spec: &Spec,
    loader: &Loader,
    hold: &Hold,
    limit: &Limit,
    report: &mut Report,
) {
    match examine(before, spec, loader, hold, limit, report) {
        Ok(()) => {}
        Err(Refused::Unfinished) => {
            report.not_run.push("the box to hold: no time was left".to_owned());
        }
        Err(Refused::Why(why)) => report.not_run.push(format!("the box to hold: {why}")),
    }
}

fn examine(
    before: &Model,
    spec: &Spec,
    loader: &Loader,
    hold: &Hold,
    limit: &Limit,
    report: &mut Report,
) -> Result<(), Refused> {
    let body = before.body(&hold.body);
    let body =
        body.ok_or_else(|| Refused::Why(format!("no body is named {}", quoted(&hold.body))))?;
    let with_box = add_box(spec, hold)?;
    let m = loader.compile(&with_box)?;
    let grip = Grip::find(before, &m, body, hold, limit)?;
    let held = grip.measure(&m, limit)?;
    let fact = |name, message, value| Fact { name, message, value, unit: "m/s" };
    if held.contacts == 0 || held.slip > LOST {
        let message = format!(
            "a box of {} kg at {} is not held: it moves at {} m/s with {} contacts; see where it is put, and which \
             controls close the gripper",
            short(hold.mass),
            quoted(&hold.body),
            short(held.slip),
            held.contacts
        );
        report.facts.push(fact("slip", message, held.slip));
        return Ok(());
    }
    let said = format!(
        "a box of {} kg held by {} slips at {} mm/s; the rows of its contacts predict {}",
        short(hold.mass),
        quoted(&hold.body),
        short(held.slip * 1e3),
        short(held.predicted * 1e3)
    );
    if held.slip <= SLIP {
        report.facts.push(fact("slip", said, held.slip));
        return Ok(());
    }
    let why = if held.used < CONE {
        format!(", and not for want of friction: {} of the cone is used", percent(held.used))
    } else {
        format!(": {} of the friction cone is used", percent(held.used))
    };
    let mut finding = Finding::new(Check::Slip, Severity::Warning, said + &why)
        .of([hold.body.clone()])
        .help("friction is regularized: cone, impratio, solimp and noslip_iterations decide, not grip nor time step")
        .value(held.slip, SLIP, "m/s")
        .number("predicted", held.predicted)
        .number("cone_used", held.used)
        .number("step_us", held.step * 1e6);
    for edits in candidates(&m) {
        let Ok(changed) = loader.compile(&edited(&with_box, &edits)) else { continue };
        let Ok(held) = grip.measure(&changed, limit) else {
            report.not_run.push("cures of slip: no time was left".to_owned());
            break;
        };
        finding.cures.push(cure(edits, &held));
    }
    if let Some(best) = finding.cures.iter_mut().find(|cure| cure.cures) {
        best.proposed = true;
    }
    report.findings.push(finding);
    Ok(())
}

fn cure(edits: Vec<Edit>, held: &Held) -> Cure {
    let is_held = held.contacts > 0 && held.slip <= SLIP;
    let diagnosis = edits.iter().any(Edit::is_diagnosis);
    let numbers = [("predicted", held.predicted), ("step_us", held.step * 1e6)];
    Cure::new(edits, held.slip, is_held && !diagnosis, numbers)
}

fn candidates(m: &Model) -> Vec<Vec<Edit>> {
    let mut list = vec![vec![Edit::Friction(2.0)], vec![Edit::Timestep(m.opt.timestep / 4.0)]];
    let mut base = Vec::new();
    if m.opt.cone() != Some(Cone::Elliptic) {
        base.push(Edit::Cone(Cone::Elliptic));
        list.push(base.clone());
    }
    if m.opt.impratio < 10.0 {
        base.push(Edit::Impratio(10.0));
        list.push(base.clone());
    }
    base.push(Edit::Noslip(3));
    list.push(base);
    list
}

/// The spec with a box in the world, and without keyframes, which have no place for it.
fn add_box(spec: &Spec, hold: &Hold) -> Result<Spec, Refused> {
    let mut spec = spec.clone();
    spec.keys.clear();
    let geom = Geom {
        kind: ferrodyn_engine::enums::GeomType::Box,
        size: hold.size.map(|edge| edge / 2.0),
        mass: Some(hold.mass),
        ..Geom::default()
    };
    let joint = Joint { name: NAME.into(), kind: JointType::Free, ..Joint::default() };
    let (joints, geoms) = (vec![joint], vec![geom]);
    let body = Body { name: NAME.into(), joints, geoms, ..Body::default() };
    let world = spec.world();
    spec.add_to(world, body).map_err(|error| Refused::Why(error.to_string()))?;
    Ok(spec)
}

/// Where the box is put, and the controls that close the gripper on it.
struct Grip {
    qpos: Vec<f64>,
    ctrl: Vec<f64>,
    hand: BodyId,
    object: BodyId,
}

impl Grip {
    /// Puts the box where it should be, and tries which controls press most.
    fn find(
        before: &Model,
        m: &Model,
        hand: BodyId,
        hold: &Hold,
        limit: &Limit,
    ) -> Result<Self, Refused> {
        let object = m.body(NAME).ok_or_else(|| Refused::Why("the box was not made".into()))?;
        let joint = m.joint(NAME).ok_or_else(|| Refused::Why("the box was not made".into()))?;
        // bodies are numbered depth first: the box is the last
        let (mut first, mut d) = (Data::new(before), Data::new(m));
        super::simulate::start(before, &mut first);
        let adr = m.joint_qpos(joint).start;
        d.qpos[..before.nq].copy_from_slice(&first.qpos);
        forward(m, &mut d);
        let position = d.xpos[hand] + d.xquat[hand].rotate(Vec3(hold.at));
        let Quat(orientation) = d.xquat[hand];
        let pose = [&position.0[..], &orientation[..]].concat();
        d.qpos[adr.0..adr.0 + pose.len()].copy_from_slice(&pose);
        let mut grip = Self { qpos: d.qpos.to_vec(), ctrl: first.ctrl.to_vec(), hand, object };
        for a in
            m.actuators().filter(|&a| m.actuator_ctrllimited[a] != 0 && moves_below(m, a, hand))
        {
            let mut best = (0.0, grip.ctrl[a.0]);
            for ctrl in m.actuator_ctrlrange[a] {
                grip.ctrl[a.0] = ctrl;
                let d = grip.close(m, limit)?;
                let force = pressing(m, &d, object);
                if force > best.0 {
                    best = (force, ctrl);
                }
            }
            grip.ctrl[a.0] = best.1;
        }
        Ok(grip)
    }

    /// Closes the gripper while nothing has weight.
    fn close(&self, m: &Model, limit: &Limit) -> Result<Data, Unfinished> {
        let mut weightless = m.clone();
        weightless.opt.gravity = Vec3::ZERO;
        let mut d = Data::new(m);
        d.qpos.copy_from_slice(&self.qpos);
        d.ctrl.copy_from_slice(&self.ctrl);
        advance(&weightless, &mut d, CLOSE, limit)?;
        Ok(d)
    }

    /// Holds the box for a while.
    fn measure(&self, m: &Model, limit: &Limit) -> Result<Held, Unfinished> {
        let mut d = self.close(m, limit)?;
        advance(m, &mut d, REST, limit)?;
        let (from, rows) = (self.offset(&d), rows(m, &d, self.object));
        let begin = Instant::now();
        advance(m, &mut d, MEASURE, limit)?;
        let step = begin.elapsed().as_secs_f64() / steps_in(m, MEASURE) as f64;
        let slip = (self.offset(&d) - from).norm() / MEASURE;
        let contacts = rows.len();
        let mean = |of: fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / contacts.max(1) as f64;
        let slip = if is_bad(&d) { f64::INFINITY } else { slip };
        Ok(Held {
            slip,
            predicted: mean(|row| row.slip),
            used: mean(|row| row.used),
            contacts,
            step,
        })
    }

    /// Where the box is in the frame of the hand.
    fn offset(&self, d: &Data) -> Vec3 {
        d.xmat[self.hand].transpose_mul(d.xpos[self.object] - d.xpos[self.hand])
    }
}

fn advance(m: &Model, d: &mut Data, time: f64, limit: &Limit) -> Result<(), Unfinished> {
    let hooks = limit.hooks();
    for _ in 0..steps_in(m, time) {
        step(&m.with(&hooks), d);
        if limit.is_over() {
            return Err(Unfinished);
        }
    }
    Ok(())
}

/// Whether an actuator moves a body that is below another one, or that one itself.
fn moves_below(m: &Model, a: ActuatorId, hand: BodyId) -> bool {
    let is_below = |j: JointId| {
        let above = std::iter::successors(m.jnt_bodyid.id(j), |&b| m.body_parentid[b].id());
        above.take_while(|&b| b != BodyId(0)).take(m.nbody).any(|b| b == hand)
    };
    if let Some(j) = joint_of(m, a) {
        // the joint of the hand itself moves it, not its fingers
        return m.jnt_bodyid.id(j) != Some(hand) && is_below(j);
    }
    if m.actuator_trntype[a] != ferrodyn_engine::enums::TrnType::Tendon {
        return false;
    }
    let tendon = usize::try_from(m.actuator_trnid[a][0]).ok().map(TendonId);
    let wraps = tendon.into_iter().flat_map(|t| m.tendon_wraps(t));
    wraps
        .filter(|&w| m.wrap_type[w] == ferrodyn_engine::enums::WrapType::Joint)
        .filter_map(|w| usize::try_from(m.wrap_objid[w]).ok().map(JointId))
        .any(is_below)
}

/// The contacts of a body that have rows.
fn contacts_of<'a>(
    m: &'a Model,
    d: &'a Data,
    body: BodyId,
) -> impl Iterator<Item = (ContactId, &'a Contact)> {
    let touches = move |contact: &Contact| {
        contact.geoms().iter().flatten().any(|&g| m.geom_bodyid[g] == body)
    };
    let all = d.contact.iter().enumerate().map(|(i, contact)| (ContactId(i), contact));
    all.filter(move |(_, contact)| contact.efc_address >= 0 && touches(contact))
}

fn normal_force(m: &Model, d: &Data, id: ContactId) -> [f64; 3] {
    let force = ferrodyn_engine::support::contact_force(m, d, id);
    [force[0], force[1], force[2]]
}

/// The normal forces on a body, together.
fn pressing(m: &Model, d: &Data, body: BodyId) -> f64 {
    contacts_of(m, d, body).map(|(id, _)| normal_force(m, d, id)[0]).sum()
}

/// What the rows of a contact say.
struct Row {
    slip: f64,
    used: f64,
}

fn rows(m: &Model, d: &Data, body: BodyId) -> Vec<Row> {
    let is_elliptic = m.opt.cone() == Some(Cone::Elliptic);
    let row = |(id, contact): (ContactId, &Contact)| {
        let [normal, one, two] = normal_force(m, d, id);
        let (tangent, mu) = ((one * one + two * two).sqrt(), contact.friction[0]);
        let first = usize::try_from(contact.efc_address).ok()?;
        if contact.dim < 3 || first + 1 >= d.efc_R.len() {
            return None;
        }
        let regularization = if is_elliptic {
            d.efc_R[EfcId(first + 1)]
        } else {
            d.efc_R[EfcId(first)] / (2.0 * mu * mu)
        };
        let damping = d.efc_KBIP[EfcId(first)][1];
        let slip = tangent * regularization / damping;
        Some(Row { slip, used: tangent / (mu * normal).max(1e-12) })
    };
    contacts_of(m, d, body).filter_map(row).collect()
}
