//! Sentences that name the joint, actuator or contact behind a warning.
//!
//! | reads |
//! |---|
//! | `qpos`, `qvel`, `qacc`, `ctrl`, `contact`, `M`, `qLD` |
//! | `dof_jntid`, `jnt_bodyid`, `jnt_qposadr`, `geom_bodyid`, `opt.disableflags` |

use std::collections::BTreeMap;

use super::num_bytes;
use crate::constants::MINVAL;
use crate::contact::Contact;
use crate::data::Data;
use crate::enums::{DisableBit, ObjType, Warning};
use crate::ids::{DofId, GeomId, JointId};
use crate::linalg::ldl;
use crate::model::Model;

/// Sentences on the joint, actuator or contacts behind a warning, and on what is done about it. The data
/// is as the warning found it: as a [`hook`](crate::Hooks::warning) sees it.
///
/// ```
/// use std::sync::Arc;
///
/// use ferrodyn::enums::Warning;
/// use ferrodyn::{Data, Hooks, Model, step, warning};
///
/// let tell = |m: &Model, d: &Data, kind: Warning, info: usize| {
///     eprintln!("at {} s: {} {}", d.time, kind.text(info as u64), warning::blame(m, d, kind, info));
/// };
/// let hooks = Hooks { warning: Some(Arc::new(tell)), ..Hooks::default() };
/// let m = ferrodyn::load_str("<mujoco/>")?;
/// let mut d = Data::new(&m);
/// step(&m.with(&hooks), &mut d);
/// assert_eq!(
///     warning::blame(&m, &d, Warning::ContactFull, 0),
///     "A step may take 512M of memory, whatever the model says: further contacts are left out."
/// );
/// # Ok::<(), ferrodyn::LoadError>(())
/// ```
pub fn blame(m: &Model, d: &Data, warning: Warning, info: usize) -> String {
    match warning {
        Warning::BadQpos => {
            let joint = m.joints().take_while(|&j| m.jnt_qposadr[j].raw() as usize <= info).last();
            bad_state(m, joint, "qpos", info, d.qpos.get(info).copied())
        }
        Warning::BadQvel => {
            bad_state(m, joint_of(m, info), "qvel", info, d.qvel.get(info).copied())
        }
        Warning::BadQacc => {
            let why = reasons(m, d, info).map_or(String::new(), |why| format!(" {why}"));
            bad_state(m, joint_of(m, info), "qacc", info, d.qacc.get(info).copied()) + &why
        }
        Warning::BadCtrl => {
            let actuator = name(m, ObjType::Actuator, "Actuator", info);
            let value = d.ctrl.get(info).copied().map_or_else(|| "bad".to_owned(), number);
            format!("{actuator}: its control is {value}. All controls are zero in this step.")
        }
        Warning::Inertia => match joint_of(m, info) {
            Some(joint) => format!("{}: it moves almost no mass.", joint_name(m, joint)),
            None => String::new(),
        },
        Warning::ContactFull => memory(m, d, "further contacts are left out"),
        Warning::CnstrFull => memory(m, d, "constraints are left out, or solved another way"),
    }
}

/// A joint whose number in an array is bad, and whether the data is reset.
fn bad_state(
    m: &Model,
    joint: Option<JointId>,
    array: &str,
    at: usize,
    value: Option<f64>,
) -> String {
    let joint = joint.map_or(String::new(), |joint| joint_name(m, joint) + ": ");
    let value = value.map_or_else(|| "bad".to_owned(), number);
    let reset = if m.opt.disabled(DisableBit::AutoReset) { "" } else { " The data was reset." };
    format!("{joint}{array}[{at}] is {value}.{reset}")
}

/// The memory limit, how the step goes on beyond it, and which arrays take the memory.
fn memory(m: &Model, d: &Data, then: &str) -> String {
    let limit = num_bytes(d.memory_limit() as u64);
    let most = most_contacts(m, d);
    format!("A step may take {limit} of memory, whatever the model says: {then}.{most}")
}

/// Why an acceleration may be bad: nothing to accelerate, or a contact.
fn reasons(m: &Model, d: &Data, dof: usize) -> Option<String> {
    let joint = joint_of(m, dof)?;
    let diagonal = ldl::diagonal(m, DofId(dof)).0;
    let (inertia, pivot) = (*d.M.get(diagonal)?, *d.qLD.get(diagonal)?);
    if inertia.is_nan() || inertia < MINVAL {
        return Some(format!("It moves almost no mass: its inertia is {}.", number(inertia)));
    }
    if pivot.is_nan() || pivot < MINVAL {
        let pivot = number(pivot);
        return Some(format!("The inertia matrix cannot be factored: its pivot there is {pivot}."));
    }
    let [a, b] = deepest_contact(m, d, m.jnt_bodyid[joint].raw() as usize)?;
    Some(format!("Deepest contact of its body: {}.", geoms(m, [a, b])))
}

/// The geoms of the deepest contact of a body.
pub(crate) fn deepest_contact(m: &Model, d: &Data, body: usize) -> Option<[usize; 2]> {
    let on_body = |g: usize| g < m.ngeom && m.geom_bodyid[GeomId(g)].raw() as usize == body;
    let contacts = d.contact.iter().filter_map(|contact| Some((contact.dist, pair(contact)?)));
    contacts
        .filter(|(_, pair)| pair.iter().any(|&g| on_body(g)))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, pair)| pair)
}

/// The two geoms that touch most often, if any.
fn most_contacts(m: &Model, d: &Data) -> String {
    let mut counts = BTreeMap::new();
    for pair in d.contact.iter().filter_map(pair) {
        *counts.entry(pair).or_insert(0_usize) += 1;
    }
    // the first of those with as many
    match counts.into_iter().rev().max_by_key(|&(_, count)| count) {
        Some((pair, count)) => format!(" Most contacts, {count}: {}.", geoms(m, pair)),
        None => String::new(),
    }
}

/// The geoms of a contact, if both sides are geoms.
fn pair(contact: &Contact) -> Option<[usize; 2]> {
    let [a, b] = contact.geom.map(|g| usize::try_from(g).ok());
    Some([a?, b?])
}

fn geoms(m: &Model, [a, b]: [usize; 2]) -> String {
    let one = |g| match m.id2name(ObjType::Geom, g) {
        Some(name) => format!("\"{name}\""),
        None if g < m.ngeom => {
            let body = name(m, ObjType::Body, "body", m.geom_bodyid[GeomId(g)].raw() as usize);
            format!("{g} of {body}")
        }
        None => g.to_string(),
    };
    format!("geoms {} and {}", one(a), one(b))
}

fn joint_of(m: &Model, dof: usize) -> Option<JointId> {
    (dof < m.nv).then(|| m.dof_jntid[DofId(dof)].present())
}

/// A joint by its name, or by its number and the body it moves.
fn joint_name(m: &Model, joint: JointId) -> String {
    if let Some(name) = m.id2name(ObjType::Joint, joint.0) {
        return format!("Joint \"{name}\"");
    }
    let body = name(m, ObjType::Body, "body", m.jnt_bodyid[joint].raw() as usize);
    format!("Joint {} of {body}", joint.0)
}

fn name(m: &Model, kind: ObjType, word: &str, id: usize) -> String {
    match m.id2name(kind, id) {
        Some(name) => format!("{word} \"{name}\""),
        None => format!("{word} {id}"),
    }
}

/// A number in few digits.
fn number(value: f64) -> String {
    if value.is_finite() && value != 0.0 { format!("{value:.1e}") } else { value.to_string() }
}
