//! Names for the columns of states, controls and sensors, so that tables of them need no guessing.
//!
//! | column | of |
//! |---|---|
//! | `time` | the time |
//! | `qpos:elbow`, `qvel:elbow` | a hinge or a slide |
//! | `qpos:wrist:qw` to `:qz`, `qvel:wrist:wx` to `:wz` | a ball joint |
//! | `qpos:root:x` to `:z`, `:qw` to `:qz`, `qvel:root:vx` to `:vz`, `:wx` to `:wz` | a free joint |
//! | `act:lift`, `ctrl:lift` | an actuator; `act:lift:0` and so on where it has several activations |
//! | `sensor:force:0` to `:2` | a sensor; `sensor:height` where it has one number |
//! | `history:0`, `plugin:0` | numbers without a name of their own |
//!
//! An object without a name in the model is called by its number, `#3`.

use std::collections::HashSet;

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{JointType, ObjType, StateBit};
use ferrodyn_engine::ids::JointId;
use ferrodyn_engine::state::state_size;
use serde::Serialize;

use crate::settings::KEPT;

/// Names of columns, each once.
#[derive(Debug, Serialize)]
pub(crate) struct Columns {
    /// Of `state`.
    state: Vec<String>,
    /// Of controls.
    ctrl: Vec<String>,
    /// Of `sensordata`, which shards do not have, but which follows from a state and its controls.
    sensordata: Vec<String>,
}

/// Parts of the numbers of joints.
const POSITION: [&str; 3] = ["x", "y", "z"];
const QUATERNION: [&str; 4] = ["qw", "qx", "qy", "qz"];
const VELOCITY: [&str; 3] = ["vx", "vy", "vz"];
const ROTATION: [&str; 3] = ["wx", "wy", "wz"];

impl Columns {
    pub(crate) fn new(m: &Model) -> Self {
        let parts = [
            (StateBit::Time, vec!["time".to_owned()]),
            (StateBit::Qpos, joints(m, "qpos", [&POSITION, &QUATERNION])),
            (StateBit::Qvel, joints(m, "qvel", [&VELOCITY, &ROTATION])),
            (StateBit::Act, of_all(m, "act", ObjType::Actuator, &m.actuator_actnum)),
            (StateBit::History, numbered(m, StateBit::History, "history")),
            (StateBit::Plugin, numbered(m, StateBit::Plugin, "plugin")),
        ];
        let kept = parts.into_iter().filter(|(part, _)| KEPT & *part as i32 != 0);
        let ctrl = (0..m.nu).map(|u| format!("ctrl:{}", name(m, ObjType::Actuator, u)));
        Self {
            state: each_once(kept.flat_map(|(_, names)| names).collect()),
            ctrl: each_once(ctrl.collect()),
            sensordata: each_once(of_all(m, "sensor", ObjType::Sensor, &m.sensor_dim)),
        }
    }
}

/// The name of an object, or its number.
fn name(m: &Model, kind: ObjType, id: usize) -> String {
    m.id2name(kind, id).map_or_else(|| format!("#{id}"), str::to_owned)
}

/// Of joints, with what the parts of a free joint are called: those that move, those that turn.
fn joints(m: &Model, field: &str, [moves, turns]: [&[&str]; 2]) -> Vec<String> {
    let mut out = Vec::new();
    for j in 0..m.njnt {
        let name = format!("{field}:{}", name(m, ObjType::Joint, j));
        let with = |parts: &[&str], out: &mut Vec<String>| {
            out.extend(parts.iter().map(|part| format!("{name}:{part}")));
        };
        match m.jnt_type[JointId(j)].get() {
            Some(JointType::Free) => {
                with(moves, &mut out);
                with(turns, &mut out);
            }
            Some(JointType::Ball) => with(turns, &mut out),
            Some(JointType::Slide | JointType::Hinge) | None => out.push(name),
        }
    }
    out
}

/// Of all objects of a kind, each with as many numbers as it has.
fn of_all(m: &Model, field: &str, kind: ObjType, counts: &[i32]) -> Vec<String> {
    let mut out = Vec::new();
    for (id, &count) in counts.iter().enumerate() {
        let name = format!("{field}:{}", name(m, kind, id));
        match usize::try_from(count).unwrap_or(0) {
            1 => out.push(name),
            count => out.extend((0..count).map(|i| format!("{name}:{i}"))),
        }
    }
    out
}

fn numbered(m: &Model, part: StateBit, name: &str) -> Vec<String> {
    let count = state_size(m, part as i32).unwrap_or(0);
    (0..count).map(|i| format!("{name}:{i}")).collect()
}

/// Names of a model can be such that two columns would have the same one: the later is marked.
fn each_once(mut names: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    for name in &mut names {
        while !seen.insert(name.clone()) {
            name.push('\'');
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_name_of_its_own() {
        let m = crate::test_model(
            r##"<mujoco><worldbody>
              <body><freejoint name="root"/><geom size="1"/>
                <body><joint name="elbow"/><joint/><joint name="#2"/><geom size="1"/>
                  <body><joint name="wrist" type="ball"/><geom size="1"/></body></body></body>
            </worldbody>
            <actuator><motor joint="elbow"/><position name="lift" joint="elbow" timeconst="1"/></actuator>
            <sensor><gyro name="turn" site="s"/><jointpos joint="elbow"/></sensor></mujoco>"##
                .replace("<body><freejoint", r#"<site name="s"/><body><freejoint"#)
                .as_str(),
        )
        .unwrap();
        let columns = Columns::new(&m);
        assert_eq!(columns.state.len(), state_size(&m, KEPT).unwrap());
        assert_eq!(
            columns.state,
            [
                &["time"][..],
                &["qpos:root:x", "qpos:root:y", "qpos:root:z"],
                &["qpos:root:qw", "qpos:root:qx", "qpos:root:qy", "qpos:root:qz"],
                &["qpos:elbow", "qpos:#2", "qpos:#2'"],
                &["qpos:wrist:qw", "qpos:wrist:qx", "qpos:wrist:qy", "qpos:wrist:qz"],
                &["qvel:root:vx", "qvel:root:vy", "qvel:root:vz"],
                &["qvel:root:wx", "qvel:root:wy", "qvel:root:wz"],
                &["qvel:elbow", "qvel:#2", "qvel:#2'"],
                &["qvel:wrist:wx", "qvel:wrist:wy", "qvel:wrist:wz"],
                &["act:lift"],
            ]
            .concat()
        );
        assert_eq!(columns.ctrl, ["ctrl:#0", "ctrl:lift"]);
        assert_eq!(
            columns.sensordata,
            ["sensor:turn:0", "sensor:turn:1", "sensor:turn:2", "sensor:#1"]
        );
    }
}
