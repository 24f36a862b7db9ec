//! The keyframe that a shown simulation starts from, and returns to on reset.

use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::state::reset_keyframe;
use ferrodyn_engine::{AsSystem, Data, Model};

/// Where a simulation that is shown begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// The default pose of the model, as in MuJoCo's viewer.
    #[default]
    Pose,
    /// The first keyframe, or the default pose of a model without any, as in rollouts.
    FirstKey,
    /// The keyframe of this name or number; -1 is the default pose.
    Key(String),
}

impl Start {
    /// The number of the keyframe; none for the default pose.
    ///
    /// # Errors
    /// If the model has no such keyframe, with those that it has.
    pub fn key(&self, m: &Model) -> Result<Option<usize>, String> {
        match self {
            Self::Pose => Ok(None),
            Self::FirstKey => Ok((m.nkey > 0).then_some(0)),
            Self::Key(name) if name == "-1" => Ok(None),
            Self::Key(name) => {
                let number = || name.parse().ok().filter(|&key: &usize| key < m.nkey);
                let found = m.name2id(ObjType::Key, name).or_else(number);
                found.map(Some).ok_or_else(|| {
                    let names: Vec<_> =
                        (0..m.nkey).filter_map(|key| m.id2name(ObjType::Key, key)).collect();
                    match names.len() {
                        0 => format!(
                            "no keyframe \"{name}\": the model has {}, without names",
                            m.nkey
                        ),
                        _ => format!("no keyframe \"{name}\": there are {}", names.join(", ")),
                    }
                })
            }
        }
    }

    /// Puts data there: in the default pose if there is no such keyframe.
    pub fn reset(&self, m: &impl AsSystem, d: &mut Data) {
        let system = m.as_system();
        match self.key(&system) {
            Ok(Some(key)) => reset_keyframe(m, d, key as i32),
            Ok(None) | Err(_) => d.reset(m),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_is_a_keyframe_or_the_default_pose() {
        let xml = "<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody>
            <keyframe><key name='low' qpos='1'/><key qpos='2'/><key name='0' qpos='3'/></keyframe></mujoco>";
        let m = ferrodyn_mjcf::Loader::new().load_str(xml).unwrap();
        let mut d = Data::new(&m);
        let mut qpos = |start: &Start| {
            start.reset(&m, &mut d);
            d.qpos[0]
        };
        let key = |name: &str| Start::Key(name.to_owned());
        assert_eq!(
            [Start::Pose, Start::FirstKey, key("-1"), key("low"), key("1")]
                .map(|start| qpos(&start)),
            [0.0, 1.0, 0.0, 1.0, 2.0]
        );
        // a name is a name first
        assert_eq!(qpos(&key("0")), 3.0);
        let error = key("high").key(&m).unwrap_err();
        assert!(error.contains("\"high\": there are low, 0"), "{error}");
        assert_eq!(qpos(&key("high")), 0.0);

        let bare = ferrodyn_mjcf::Loader::new().load_str("<mujoco/>").unwrap();
        assert_eq!(Start::FirstKey.key(&bare), Ok(None));
        assert!(key("0").key(&bare).is_err());
    }
}
