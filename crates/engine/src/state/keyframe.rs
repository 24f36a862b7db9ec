//! Keyframes: states that a model keeps.
//!
//! | reads | writes |
//! |---|---|
//! | `key_time`, `key_qpos`, `key_qvel`, `key_act` | `time`, `qpos`, `qvel`, `act` |
//! | `key_mpos`, `key_mquat`, `key_ctrl` | `mocap_pos`, `mocap_quat`, `ctrl` |
//! | `time`, `qpos`, `qvel`, `act` | `key_time`, `key_qpos`, `key_qvel`, `key_act` |
//! | `mocap_pos`, `mocap_quat`, `ctrl` | `key_mpos`, `key_mquat`, `key_ctrl` |

use super::{StateError, copy};
use crate::data::Data;
use crate::hooks::AsSystem;
use crate::ids::KeyId;
use crate::model::Model;

/// Returns to a keyframe; to the default pose if there is none with that number.
///
/// [`Data::reset_to_key`] takes a [`KeyId`] and returns an error instead.
#[doc(alias = "mj_resetDataKeyframe")]
pub fn reset_keyframe(m: &impl AsSystem, d: &mut Data, key: i32) {
    let m = &m.as_system();
    let key = KeyId::new(key).map(|key| d.reset_to_key(m, key));
    if !matches!(key, Some(Ok(()))) {
        d.reset(m);
    }
}

impl Data {
    /// Returns to a keyframe: its time, state, controls and mocap poses, all else as
    /// [`reset`](Self::reset) leaves it.
    ///
    /// # Errors
    /// If the model has no such keyframe; the data is as before then.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::Data;
    /// use ferrodyn::ids::KeyId;
    /// use ferrodyn::state::StateError;
    ///
    /// let m = ferrodyn::load_str("<mujoco><keyframe><key name='late' time='2.5'/></keyframe></mujoco>")?;
    /// let mut d = Data::new(&m);
    /// d.reset_to_key(&m, m.key("late").ok_or("no such keyframe")?)?;
    /// assert_eq!(d.time, 2.5);
    ///
    /// let error = d.reset_to_key(&m, KeyId(1)).unwrap_err();
    /// assert_eq!(error, StateError::Key { key: 1, count: 1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "mj_resetDataKeyframe")]
    pub fn reset_to_key(&mut self, m: &impl AsSystem, key: KeyId) -> Result<(), StateError> {
        let m = &m.as_system();
        if key.0 >= m.nkey {
            return Err(StateError::Key { key: key.0, count: m.nkey });
        }
        self.reset(m);
        set_to_key(m, self, key);
        Ok(())
    }
}

/// Copies the values of a keyframe to the data.
fn set_to_key(m: &Model, d: &mut Data, key: KeyId) {
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
/// If the model has no such keyframe, or the data is of another model.
#[doc(alias = "mj_setKeyframe")]
pub fn set_keyframe(m: &mut Model, d: &Data, key: KeyId) -> Result<(), StateError> {
    d.check_plan(m)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enums::StateBit;
    use crate::state::tests::{ALL, model, numbered};
    use crate::state::{get_state, set_state, state_size};

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
}
