//! States as vectors, and [keyframes](keyframe).
//!
//! | reads | writes |
//! |---|---|
//! | `time`, `qpos`, `qvel` | `time`, `qpos`, `qvel` |
//! | `act`, `history`, `qacc_warmstart` | `act`, `history`, `qacc_warmstart` |
//! | `plugin_state`, `ctrl`, `qfrc_applied` | `plugin_state`, `ctrl`, `qfrc_applied` |
//! | `xfrc_applied`, `eq_active`, `mocap_pos` | `xfrc_applied`, `eq_active`, `mocap_pos` |
//! | `mocap_quat`, `userdata` | `mocap_quat`, `userdata` |
//!
//! A state vector holds the parts that a signature names, in the order of its bits: a [`StateBit`] such as
//! `StateBit::FullPhysics`, several of them as in `StateBit::Qpos | StateBit::Qvel`, or MuJoCo's number.
//! `FullPhysics` is what a simulation needs to go on from there, `Integration` also
//! what the user sets.

mod bits;
mod error;
mod keyframe;

use std::ops::Range;

use crate::data::{Data, DataOf, Lanes};
use crate::enums::StateBit;
use crate::fields::Stage;
use crate::hooks::AsSystem;
use crate::math::InLanes;
use crate::model::Model;

pub use bits::{Signature, StateBits};
pub use error::StateError;
pub use keyframe::{reset_keyframe, set_keyframe};

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

/// The signature of all parts.
const fn last_signature() -> i32 {
    (1 << StateBit::COUNT) - 1
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
pub fn state_size(m: &Model, signature: impl Signature) -> Result<usize, StateError> {
    Ok(size_of(m, signature.parts()?))
}

/// Length of the state vector of some parts.
fn size_of(m: &Model, parts: StateBits) -> usize {
    parts.iter().map(|part| part_size(m, part)).sum()
}

/// Checks the length of a state vector.
fn check_length(m: &Model, found: usize, parts: StateBits) -> Result<(), StateError> {
    let expected = size_of(m, parts);
    if found == expected { Ok(()) } else { Err(StateError::Length { expected, found }) }
}

/// Copies the parts of the state that a signature names to a vector.
///
/// # Errors
/// If the signature is none, or the vector has not its length.
#[doc(alias = "mj_getState")]
pub fn get_state(
    m: &Model,
    d: &Data,
    state: &mut [f64],
    signature: impl Signature,
) -> Result<(), StateError> {
    d.check_plan(m)?;
    get_lane_state(m, d, 0, state, signature)
}

/// [`get_state`] of the simulation in a lane.
pub(crate) fn get_lane_state<N: Lanes + InLanes>(
    m: &Model,
    d: &DataOf<N>,
    lane: usize,
    state: &mut [f64],
    signature: impl Signature,
) -> Result<(), StateError> {
    let parts = signature.parts()?;
    check_length(m, state.len(), parts)?;
    let own = &d.sims()[lane];
    let mut rest = state;
    for part in parts.iter() {
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
pub fn set_state(
    m: &Model,
    d: &mut Data,
    state: &[f64],
    signature: impl Signature,
) -> Result<(), StateError> {
    d.accept(m)?;
    set_states(m, d, |_| state, signature)
}

/// [`set_state`] of the simulations in all lanes.
pub(crate) fn set_states<'a, N: Lanes>(
    m: &Model,
    d: &mut DataOf<N>,
    states: impl Fn(usize) -> &'a [f64],
    signature: impl Signature,
) -> Result<(), StateError> {
    let parts = signature.parts()?;
    let expected = size_of(m, parts);
    let mut lengths = (0..N::LANES).map(|lane| states(lane).len());
    if let Some(found) = lengths.find(|&found| found != expected) {
        return Err(StateError::Length { expected, found });
    }
    let mut start = 0;
    for part in parts.iter() {
        let end = start + part_size(m, part);
        let from = |lane| &states(lane)[start..end];
        match part {
            StateBit::Time => {
                for (lane, own) in d.sims_mut().iter_mut().enumerate() {
                    own.time = from(lane)[0];
                }
            }
            StateBit::EqActive => {
                for (lane, own) in d.sims_mut().iter_mut().enumerate() {
                    own.eq_active.iter_mut().zip(from(lane)).for_each(|(to, &x)| *to = to_byte(x));
                }
            }
            _ => N::join(part_numbers_mut(d, part), from),
        }
        start = end;
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
    source_signature: impl Signature,
    target: &mut [f64],
    target_signature: impl Signature,
) -> Result<(), StateError> {
    let whole = (source_signature.parts()?, source.len());
    let part = (target_signature.parts()?, target.len());
    for (whole, part) in shared_parts(m, whole, part)? {
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
    source_signature: impl Signature,
    target: &mut [f64],
    target_signature: impl Signature,
) -> Result<(), StateError> {
    let whole = (target_signature.parts()?, target.len());
    let part = (source_signature.parts()?, source.len());
    for (whole, part) in shared_parts(m, whole, part)? {
        target[whole].copy_from_slice(&source[part]);
    }
    Ok(())
}

/// Where the parts of one state vector are in another that has them too, and in itself; each given by its
/// parts and length.
fn shared_parts(
    m: &Model,
    (source, found): (StateBits, usize),
    (target, target_found): (StateBits, usize),
) -> Result<impl Iterator<Item = (Range<usize>, Range<usize>)>, StateError> {
    check_length(m, found, source)?;
    if !source.contains(target) {
        return Err(StateError::NotASubset { source: source.bits(), target: target.bits() });
    }
    check_length(m, target_found, target)?;
    let (mut from, mut to) = (0, 0);
    Ok(source.iter().filter_map(move |part| {
        let size = part_size(m, part);
        from += size;
        if !target.contains(part) {
            return None;
        }
        to += size;
        Some((from - size..from, to - size..to))
    }))
}

/// Copies the parts of the state that a signature names from one simulation to another.
///
/// # Errors
/// If the signature is none, or data is of another model.
#[doc(alias = "mj_copyState")]
pub fn copy_state(
    m: &Model,
    source: &Data,
    target: &mut Data,
    signature: impl Signature,
) -> Result<(), StateError> {
    source.check_plan(m)?;
    target.accept(m)?;
    for part in signature.parts()?.iter() {
        match part {
            StateBit::Time => target.time = source.time,
            StateBit::EqActive => copy(&mut target.eq_active, &source.eq_active),
            _ => copy(part_numbers_mut(target, part), part_numbers(source, part)),
        }
    }
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

    pub(super) const ALL: i32 = StateBit::Integration as i32;

    /// Something of everything that a state has.
    pub(super) fn model() -> Model {
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
        m.body_mocapid.raw_mut().copy_from_slice(&[-1, 0, -1]);
        m.qpos0.fill(0.25);
        m
    }

    /// A state vector of 1, 2, 3 ..., switches 1 and 0.
    pub(super) fn numbered(m: &Model) -> Vec<f64> {
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

        // a bit, a set and the number name the same
        let parts = StateBits::from(StateBit::Integration);
        get_state(&m, &d, &mut found, parts).unwrap();
        assert_eq!((&found, state_size(&m, StateBit::Integration)), (&state, Ok(state.len())));

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
        let pairs = StateBit::Qvel | StateBit::EqActive;
        let some = [0, StateBit::Physics as i32, StateBit::User as i32, 1 << 9, pairs.bits(), ALL];
        for signature in some {
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
