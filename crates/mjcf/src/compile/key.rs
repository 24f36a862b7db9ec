//! Keyframes: sizes checked, missing parts taken from the model, quaternions normalized.

use ferrodyn_engine::Model;
use ferrodyn_engine::ids::{BodyId, JointId, KeyId};

use super::order::Order;
use super::work::Work;
use super::{Failed, fail};
use crate::error::LoadError;
use crate::spec::Key;
use crate::spec::pose::{Pose, normalize, push_reference};

/// Fills the arrays of keyframes.
pub(super) fn fill(m: &mut Model, work: &Work<'_>, order: &Order) -> Result<(), LoadError> {
    let spec = work.spec;
    let mut failed = Failed::default();
    let (mut mpos, mut mquat) = (vec![0.0; 3 * m.nmocap], vec![0.0; 4 * m.nmocap]);
    for b in 0..m.nbody {
        if let Ok(mocap) = usize::try_from(m.body_mocapid[BodyId(b)].raw()) {
            mpos[3 * mocap..3 * mocap + 3].copy_from_slice(&m.body_pos[BodyId(b)].0);
            mquat[4 * mocap..4 * mocap + 4].copy_from_slice(&m.body_quat[BodyId(b)].0);
        }
    }
    let qpos0 = m.qpos0.to_vec();
    let written = written_reference(work, order);
    let quaternions = quaternion_addresses(m);
    for (i, key) in spec.keys.iter().enumerate() {
        let id = KeyId(i);
        let done = (|| {
            set(&mut m.key_qpos[id], &key.qpos, &qpos0, &written.qpos, "qpos")?;
            set(&mut m.key_qvel[id], &key.qvel, &[], &[], "qvel")?;
            set(&mut m.key_act[id], &key.act, &[], &[], "act")?;
            set(&mut m.key_mpos[id], &key.mpos, &mpos, &written.mpos, "mpos")?;
            set(&mut m.key_mquat[id], &key.mquat, &mquat, &written.mquat, "mquat")?;
            set(&mut m.key_ctrl[id], &key.ctrl, &[], &[], "ctrl")
        })();
        let Key { name, origin, .. } = key;
        failed.note("key", name, origin, done);
        m.key_time[id] = key.time;
        for &adr in &quaternions {
            normalize_quat(&mut m.key_qpos[id][adr..adr + 4]);
        }
        for quat in m.key_mquat[id].chunks_exact_mut(4) {
            normalize(quat);
        }
    }
    failed.into_result()
}

/// Sets one part: what is given, or the default (zero if empty). A part that is too short is
/// completed with what the spec says, before units and frames are applied.
fn set(
    row: &mut [f64],
    given: &[f64],
    default: &[f64],
    written: &[f64],
    name: &str,
) -> Result<(), super::Fail> {
    if given.len() > row.len() {
        return fail(format!("{name} has {} numbers, the model {}", given.len(), row.len()));
    }
    let base = if given.is_empty() { default } else { written };
    if !base.is_empty() {
        row.copy_from_slice(base);
    }
    row[..given.len()].copy_from_slice(given);
    Ok(())
}

/// The reference configuration as the spec writes it.
struct Written {
    qpos: Vec<f64>,
    mpos: Vec<f64>,
    mquat: Vec<f64>,
}

fn written_reference(work: &Work<'_>, order: &Order) -> Written {
    let mut written = Written { qpos: Vec::new(), mpos: Vec::new(), mquat: Vec::new() };
    for &b in &order.bodies.order {
        let body = work.bodies[b].spec;
        if body.mocap {
            written.mpos.extend(body.pos.0);
            written.mquat.extend(body.quat.0);
        }
        for &j in &work.bodies[b].joints {
            let joint = work.joints[j].spec;
            let pose = Pose { pos: body.pos, quat: body.quat };
            push_reference(&mut written.qpos, joint.kind, &pose, joint.reference);
        }
    }
    written
}

/// Where in `qpos` the quaternions are.
fn quaternion_addresses(m: &Model) -> Vec<usize> {
    (0..m.njnt)
        .filter_map(|j| {
            let kind = m.jnt_type[JointId(j)].get()?;
            kind.quat_offset().map(|offset| m.jnt_qposadr[JointId(j)].raw() as usize + offset)
        })
        .collect()
}

/// The compiler's normalization, then the engine's: a zero quaternion becomes the identity.
fn normalize_quat(quat: &mut [f64]) {
    normalize(quat);
    let mut q = ferrodyn_engine::math::Quat([quat[0], quat[1], quat[2], quat[3]]);
    q.normalize();
    quat.copy_from_slice(&q.0);
}

#[cfg(test)]
mod tests {
    /// Only quaternions are scaled, wherever in `qpos` they are.
    #[test]
    fn quaternions_of_keyframes_have_unit_length() {
        let xml = r#"<mujoco><worldbody>
            <body><joint/><geom size="1"/></body>
            <body><freejoint/><geom size="1"/></body>
        </worldbody><keyframe><key qpos="3 4 5 6 2 0 0 0"/></keyframe></mujoco>"#;
        let m = crate::Loader::new().load_str(xml).unwrap();
        assert_eq!(m.key_qpos.as_slice(), [3.0, 4.0, 5.0, 6.0, 1.0, 0.0, 0.0, 0.0]);
    }
}
