//! States as vectors, and keyframes.
//!
//! | reads | writes |
//! |---|---|
//! | `time`, `qpos`, `qvel` | `time`, `qpos`, `qvel` |
//! | `act`, `history`, `qacc_warmstart` | `act`, `history`, `qacc_warmstart` |
//! | `plugin_state`, `ctrl`, `qfrc_applied` | `plugin_state`, `ctrl`, `qfrc_applied` |
//! | `xfrc_applied`, `eq_active`, `mocap_pos` | `xfrc_applied`, `eq_active`, `mocap_pos` |
//! | `mocap_quat`, `userdata`, `key_time` | `mocap_quat`, `userdata`, `key_time` |
//! | `key_qpos`, `key_qvel`, `key_act` | `key_qpos`, `key_qvel`, `key_act` |
//! | `key_mpos`, `key_mquat`, `key_ctrl` | `key_mpos`, `key_mquat`, `key_ctrl` |
//!
//! A state vector holds the parts that the bits of a signature name, in the order of the bits; see
//! [`StateBit`]. `FullPhysics` is what a simulation needs to go on from there, `Integration` also
//! what the user sets.

use std::fmt;
use std::ops::Range;

use crate::data::{Data, DataOf, Lanes};
use crate::enums::StateBit;
use crate::fields::Stage;
use crate::hooks::AsSystem;
use crate::ids::KeyId;
use crate::model::Model;

/// The parts of a state, in order.
const PARTS: [StateBit; StateBit::COUNT] = [
    StateBit::Time,
    StateBit::Qpos,
    StateBit::Qvel,
    StateBit::Act,
    StateBit::History,
    StateBit::WarmStart,
    StateBit::Ctrl,
    StateBit::QfrcApplied,
    StateBit::XfrcApplied,
    StateBit::EqActive,
    StateBit::MocapPos,
    StateBit::MocapQuat,
    StateBit::Userdata,
    StateBit::Plugin,
];

/// Why a state or keyframe could not be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// A signature has bits that name nothing.
    Signature {
        /// The signature.
        signature: i32,
    },
    /// A state does not have all the parts that are asked for.
    NotASubset {
        /// Signature of the state.
        source: i32,
        /// Signature of what is asked for.
        target: i32,
    },
    /// A vector has not the length of the state.
    Length {
        /// The length it must have.
        expected: usize,
        /// The length it has.
        found: usize,
    },
    /// There is no such keyframe.
    Key {
        /// The keyframe asked for.
        key: usize,
        /// The number of keyframes of the model.
        count: usize,
    },
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signature { signature } => {
                write!(f, "invalid state signature {signature}, must be 0 to {}", last_signature())
            }
            Self::NotASubset { source, target } => {
                write!(f, "the parts {target:#x} are not all in a state of {source:#x}")
            }
            Self::Length { expected, found } => {
                write!(f, "a state of length {expected} is needed, got {found}")
            }
            Self::Key { key, count } => write!(f, "no keyframe {key}, the model has {count}"),
        }
    }
}

impl std::error::Error for StateError {}

/// The signature of all parts.
const fn last_signature() -> i32 {
    (1 << StateBit::COUNT) - 1
}

/// The parts that a signature names.
fn parts(signature: i32) -> Result<impl Iterator<Item = StateBit>, StateError> {
    if (0..=last_signature()).contains(&signature) {
        Ok(PARTS.into_iter().filter(move |&part| signature & part as i32 != 0))
    } else {
        Err(StateError::Signature { signature })
    }
}

/// Length of a part.
fn part_size(m: &Model, part: StateBit) -> usize {
    match part {
        StateBit::Time => 1,
        StateBit::Qpos => m.nq,
        StateBit::Qvel | StateBit::WarmStart | StateBit::QfrcApplied => m.nv,
        StateBit::Act => m.na,
        StateBit::History => m.nhistory,
        StateBit::Ctrl => m.nu,
        StateBit::XfrcApplied => 6 * m.nbody,
        StateBit::EqActive => m.neq,
        StateBit::MocapPos => 3 * m.nmocap,
        StateBit::MocapQuat => 4 * m.nmocap,
        StateBit::Userdata => m.nuserdata,
        StateBit::Plugin => m.npluginstate,
        // several parts at once
        StateBit::Physics | StateBit::FullPhysics | StateBit::User | StateBit::Integration => 0,
    }
}

/// The numbers of a part; none for time and switches, which each simulation has for itself.
fn part_numbers<N: Lanes>(d: &DataOf<N>, part: StateBit) -> &[N] {
    match part {
        StateBit::Qpos => &d.qpos,
        StateBit::Qvel => &d.qvel,
        StateBit::Act => &d.act,
        StateBit::History => &d.history,
        StateBit::WarmStart => &d.qacc_warmstart,
        StateBit::Ctrl => &d.ctrl,
        StateBit::QfrcApplied => &d.qfrc_applied,
        StateBit::XfrcApplied => d.xfrc_applied.scalars(),
        StateBit::MocapPos => d.mocap_pos.scalars(),
        StateBit::MocapQuat => d.mocap_quat.scalars(),
        StateBit::Userdata => &d.userdata,
        StateBit::Plugin => &d.plugin_state,
        _ => &[],
    }
}

/// As [`part_numbers`], to be written.
fn part_numbers_mut<N: Lanes>(d: &mut DataOf<N>, part: StateBit) -> &mut [N] {
    match part {
        StateBit::Qpos => &mut d.qpos,
        StateBit::Qvel => &mut d.qvel,
        StateBit::Act => &mut d.act,
        StateBit::History => &mut d.history,
        StateBit::WarmStart => &mut d.qacc_warmstart,
        StateBit::Ctrl => &mut d.ctrl,
        StateBit::QfrcApplied => &mut d.qfrc_applied,
        StateBit::XfrcApplied => d.xfrc_applied.scalars_mut(),
        StateBit::MocapPos => d.mocap_pos.scalars_mut(),
        StateBit::MocapQuat => d.mocap_quat.scalars_mut(),
        StateBit::Userdata => &mut d.userdata,
        StateBit::Plugin => &mut d.plugin_state,
        _ => &mut [],
    }
}

/// Length of the state vector of a signature.
///
/// # Errors
/// If the signature is none.
#[doc(alias = "mj_stateSize")]
pub fn state_size(m: &Model, signature: i32) -> Result<usize, StateError> {
    Ok(parts(signature)?.map(|part| part_size(m, part)).sum())
}

/// Checks the length of a state vector.
fn check_length(m: &Model, found: usize, signature: i32) -> Result<(), StateError> {
    let expected = state_size(m, signature)?;
    if found == expected { Ok(()) } else { Err(StateError::Length { expected, found }) }
}

/// Copies the parts of the state that a signature names to a vector.
///
/// # Errors
/// If the signature is none, or the vector has not its length.
#[doc(alias = "mj_getState")]
pub fn get_state(m: &Model, d: &Data, state: &mut [f64], signature: i32) -> Result<(), StateError> {
    get_lane_state(m, d, 0, state, signature)
}

/// [`get_state`] of the simulation in a lane.
pub(crate) fn get_lane_state<N: Lanes>(
    m: &Model,
    d: &DataOf<N>,
    lane: usize,
    state: &mut [f64],
    signature: i32,
) -> Result<(), StateError> {
    check_length(m, state.len(), signature)?;
    let own = &d.sims()[lane];
    let mut rest = state;
    for part in parts(signature)? {
        let (to, next) = rest.split_at_mut(part_size(m, part));
        match part {
            StateBit::Time => to.fill(own.time),
            StateBit::EqActive => {
                to.iter_mut().zip(own.eq_active.iter()).for_each(|(to, &x)| *to = f64::from(x));
            }
            _ => {
                let from = part_numbers(d, part);
                to.iter_mut().zip(from).for_each(|(to, from)| *to = from.lane(lane));
            }
        }
        rest = next;
    }
    Ok(())
}

/// Copies a vector to the parts of the state that a signature names.
///
/// # Errors
/// If the signature is none, or the vector has not its length.
#[doc(alias = "mj_setState")]
pub fn set_state(m: &Model, d: &mut Data, state: &[f64], signature: i32) -> Result<(), StateError> {
    set_lane_state(m, d, 0, state, signature)
}

/// [`set_state`] of the simulation in a lane.
pub(crate) fn set_lane_state<N: Lanes>(
    m: &Model,
    d: &mut DataOf<N>,
    lane: usize,
    state: &[f64],
    signature: i32,
) -> Result<(), StateError> {
    check_length(m, state.len(), signature)?;
    let mut rest = state;
    for part in parts(signature)? {
        let (from, next) = rest.split_at(part_size(m, part));
        let own = &mut d.sims_mut()[lane];
        match part {
            StateBit::Time => own.time = from[0],
            StateBit::EqActive => {
                own.eq_active.iter_mut().zip(from).for_each(|(to, &x)| *to = to_byte(x));
            }
            _ => {
                let to = part_numbers_mut(d, part);
                to.iter_mut().zip(from).for_each(|(to, &from)| to.set_lane(lane, from));
            }
        }
        rest = next;
    }
    Ok(())
}

/// Copies some parts of a state vector to another vector.
///
/// # Errors
/// If the signature of the source is none, the target has parts that the source does not have, or
/// a vector has not the length of its signature.
#[doc(alias = "mj_extractState")]
pub fn extract_state(
    m: &Model,
    source: &[f64],
    source_signature: i32,
    target: &mut [f64],
    target_signature: i32,
) -> Result<(), StateError> {
    let parts = (target_signature, target.len());
    for (whole, part) in shared_parts(m, (source_signature, source.len()), parts)? {
        target[part].copy_from_slice(&source[whole]);
    }
    Ok(())
}

/// Copies a state vector over the parts that it has of another vector.
///
/// # Errors
/// As of [`extract_state`], the other way round.
pub fn insert_state(
    m: &Model,
    source: &[f64],
    source_signature: i32,
    target: &mut [f64],
    target_signature: i32,
) -> Result<(), StateError> {
    let parts = (source_signature, source.len());
    for (whole, part) in shared_parts(m, (target_signature, target.len()), parts)? {
        target[whole].copy_from_slice(&source[part]);
    }
    Ok(())
}

/// Where the parts of one state vector are in another that has them too, and in itself; each given by its
/// signature and length.
fn shared_parts(
    m: &Model,
    (source, found): (i32, usize),
    (target, target_found): (i32, usize),
) -> Result<impl Iterator<Item = (Range<usize>, Range<usize>)>, StateError> {
    check_length(m, found, source)?;
    if source & target != target {
        return Err(StateError::NotASubset { source, target });
    }
    check_length(m, target_found, target)?;
    let (mut from, mut to) = (0, 0);
    Ok(parts(source)?.filter_map(move |part| {
        let size = part_size(m, part);
        from += size;
        if target & part as i32 == 0 {
            return None;
        }
        to += size;
        Some((from - size..from, to - size..to))
    }))
}

/// Copies the parts of the state that a signature names from one simulation to another.
///
/// # Errors
/// If the signature is none.
#[doc(alias = "mj_copyState")]
pub fn copy_state(
    _m: &Model,
    source: &Data,
    target: &mut Data,
    signature: i32,
) -> Result<(), StateError> {
    for part in parts(signature)? {
        match part {
            StateBit::Time => target.time = source.time,
            StateBit::EqActive => copy(&mut target.eq_active, &source.eq_active),
            _ => copy(part_numbers_mut(target, part), part_numbers(source, part)),
        }
    }
    Ok(())
}

/// Returns to a keyframe; to the default pose if there is none with that number.
#[doc(alias = "mj_resetDataKeyframe")]
pub fn reset_keyframe(m: &impl AsSystem, d: &mut Data, key: i32) {
    let m = &m.as_system();
    d.reset(m);
    let Some(key) = KeyId::new(key).filter(|key| key.0 < m.nkey) else {
        return;
    };
    d.time = m.key_time[key];
    copy(&mut d.qpos, &m.key_qpos[key]);
    copy(&mut d.qvel, &m.key_qvel[key]);
    copy(&mut d.act, &m.key_act[key]);
    copy(d.mocap_pos.scalars_mut(), &m.key_mpos[key]);
    copy(d.mocap_quat.scalars_mut(), &m.key_mquat[key]);
    copy(&mut d.ctrl, &m.key_ctrl[key]);
}

/// Makes the present state a keyframe of the model.
///
/// # Errors
/// If the model has no such keyframe.
#[doc(alias = "mj_setKeyframe")]
pub fn set_keyframe(m: &mut Model, d: &Data, key: KeyId) -> Result<(), StateError> {
    if key.0 >= m.nkey {
        return Err(StateError::Key { key: key.0, count: m.nkey });
    }
    m.key_time[key] = d.time;
    copy(&mut m.key_qpos[key], &d.qpos);
    copy(&mut m.key_qvel[key], &d.qvel);
    copy(&mut m.key_act[key], &d.act);
    copy(&mut m.key_mpos[key], d.mocap_pos.scalars());
    copy(&mut m.key_mquat[key], d.mocap_quat.scalars());
    copy(&mut m.key_ctrl[key], &d.ctrl);
    Ok(())
}

/// As [`Data::reset`], and fills what a step computes with a byte, so that reading it before it is
/// computed shows.
#[doc(alias = "mj_resetDataDebug")]
pub fn reset_debug(m: &impl AsSystem, d: &mut Data, value: u8) {
    let m = &m.as_system();
    d.reset(m);
    // an array of state, input or bookkeeping is set by the reset, as are these three
    let set = |name, by| {
        let kept = [Stage::Header, Stage::State, Stage::Input, Stage::Energy, Stage::Sleep];
        // constraints live in memory that a step allocates
        let allocated = [Stage::MakeConstraint, Stage::Island];
        kept.contains(&by) || allocated.contains(&by) || ["qacc", "act_dot", "qM"].contains(&name)
    };
    let Ok(()) = d.try_for_each_field_mut(|field| {
        if !set(field.name, field.by) {
            field.bytes.fill(value);
        }
        Ok::<(), std::convert::Infallible>(())
    });
}

/// A number as a byte: the low bits of its whole part, zero for what no `i32` holds.
fn to_byte(x: f64) -> u8 {
    if x.abs() < 2_147_483_648.0 { x as i32 as u8 } else { 0 }
}

/// Copies as far as both reach.
fn copy<T: Copy>(to: &mut [T], from: &[T]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sizes::Sizes;

    const ALL: i32 = StateBit::Integration as i32;

    /// Something of everything that a state has.
    fn model() -> Model {
        let sizes = Sizes {
            nbody: 3,
            nq: 2,
            nv: 2,
            na: 1,
            nu: 3,
            nhistory: 7,
            neq: 2,
            nmocap: 1,
            nuserdata: 4,
            npluginstate: 2,
            nkey: 2,
            ..Sizes::default()
        };
        let mut m = Model::new(sizes).unwrap();
        m.body_mocapid.copy_from_slice(&[-1, 0, -1]);
        m.qpos0.fill(0.25);
        m
    }

    /// A state vector of 1, 2, 3 ..., switches 1 and 0.
    fn numbered(m: &Model) -> Vec<f64> {
        let mut state: Vec<f64> = (1..=state_size(m, ALL).unwrap()).map(|i| i as f64).collect();
        let before = ALL & (StateBit::EqActive as i32 - 1);
        let switches = state_size(m, before).unwrap();
        state[switches..switches + 2].copy_from_slice(&[1.0, 0.0]);
        state
    }

    #[test]
    fn a_state_that_was_set_is_read_back() {
        let m = model();
        let mut d = Data::new(&m);
        let state = numbered(&m);
        assert_eq!(state.len(), 1 + 2 + 2 + 1 + 7 + 2 + 3 + 2 + 18 + 2 + 3 + 4 + 4 + 2);
        set_state(&m, &mut d, &state, ALL).unwrap();
        assert_eq!(
            (d.time, d.qpos.as_slice(), d.qvel[crate::ids::DofId(1)]),
            (1.0, &[2.0, 3.0][..], 5.0)
        );
        assert_eq!(d.eq_active.as_slice(), [1, 0]);
        let mut found = vec![0.0; state.len()];
        get_state(&m, &d, &mut found, ALL).unwrap();
        assert_eq!(found, state);

        let mut other = Data::new(&m);
        copy_state(&m, &d, &mut other, ALL).unwrap();
        get_state(&m, &other, &mut found, ALL).unwrap();
        assert_eq!(found, state);
    }

    #[test]
    fn parts_of_a_state_vector_equal_the_state_of_those_parts() {
        let m = model();
        let mut d = Data::new(&m);
        let state = numbered(&m);
        set_state(&m, &mut d, &state, ALL).unwrap();
        for signature in [0, StateBit::Physics as i32, StateBit::User as i32, 1 << 9, ALL] {
            let mut direct = vec![0.0; state_size(&m, signature).unwrap()];
            let mut extracted = direct.clone();
            get_state(&m, &d, &mut direct, signature).unwrap();
            extract_state(&m, &state, ALL, &mut extracted, signature).unwrap();
            assert_eq!(direct, extracted);
        }
    }

    #[test]
    fn wrong_signatures_and_lengths_are_errors() {
        let m = model();
        let mut d = Data::new(&m);
        for signature in [-1, 1 << 14, i32::MIN] {
            let error = StateError::Signature { signature };
            assert_eq!(state_size(&m, signature), Err(error));
            assert_eq!(get_state(&m, &d, &mut [], signature), Err(error));
            assert_eq!(set_state(&m, &mut d, &[], signature), Err(error));
            assert_eq!(extract_state(&m, &[], signature, &mut [], 0), Err(error));
            assert_eq!(copy_state(&m, &Data::new(&m), &mut d, signature), Err(error));
        }
        let length = StateError::Length { expected: 2, found: 3 };
        assert_eq!(get_state(&m, &d, &mut [0.0; 3], 2), Err(length));
        assert_eq!(set_state(&m, &mut d, &[0.0; 3], 2), Err(length));
        let subset = StateError::NotASubset { source: 2, target: 6 };
        assert_eq!(extract_state(&m, &[0.0; 2], 2, &mut [0.0; 4], 6), Err(subset));
        assert_eq!(length.to_string(), "a state of length 2 is needed, got 3",);
    }

    #[test]
    fn a_keyframe_returns_the_state_it_was_made_of() {
        let mut m = model();
        let mut d = Data::new(&m);
        set_state(&m, &mut d, &numbered(&m), ALL).unwrap();
        set_keyframe(&mut m, &d, KeyId(1)).unwrap();
        let mut back = Data::new(&m);
        reset_keyframe(&m, &mut back, 1);
        let of_keys = StateBit::Time as i32
            | StateBit::Qpos as i32
            | StateBit::Qvel as i32
            | StateBit::Act as i32
            | StateBit::Ctrl as i32
            | StateBit::MocapPos as i32
            | StateBit::MocapQuat as i32;
        let read = |d: &Data| {
            let mut state = vec![0.0; state_size(&m, of_keys).unwrap()];
            get_state(&m, d, &mut state, of_keys).unwrap();
            state
        };
        assert_eq!(read(&back), read(&d));
        assert_eq!(back.qfrc_applied.as_slice(), [0.0; 2]);

        // no such keyframe: the default pose, or an error
        for key in [-1, 2] {
            reset_keyframe(&m, &mut back, key);
            assert_eq!(back.qpos.as_slice(), [0.25; 2]);
        }
        let error = StateError::Key { key: 2, count: 2 };
        assert_eq!(set_keyframe(&mut m, &d, KeyId(2)), Err(error));
    }

    #[test]
    fn a_debug_reset_marks_what_a_step_computes_and_nothing_else() {
        let m = model();
        let mut d = Data::new(&m);
        d.qvel.fill(3.0);
        reset_debug(&m, &mut d, 0x7f);
        assert_eq!(d.xpos.as_slice()[0].0[0].to_bits(), 0x7f7f_7f7f_7f7f_7f7f);
        assert_eq!(d.qfrc_bias.as_slice()[1].to_bits(), 0x7f7f_7f7f_7f7f_7f7f);
        let mut reset = Data::new(&m);
        let all = StateBit::Integration as i32;
        let read = |d: &Data| {
            let mut state = vec![0.0; state_size(&m, all).unwrap()];
            get_state(&m, d, &mut state, all).unwrap();
            state
        };
        assert_eq!(read(&d), read(&reset));
        assert_eq!((d.qacc.as_slice(), d.ncon, d.body_awake.len()), (&[0.0; 2][..], 0, 3));
        reset_debug(&m, &mut reset, 0);
        assert_eq!(reset.to_bytes(&m), Data::new(&m).to_bytes(&m));
    }
}
