//! Keyframes while trees are attached, replicated or deleted.
//!
//! A keyframe is one vector for the whole model, so it loses its meaning when bodies come, go or change their order.
//! Before such an edit, [`Spec::store_keys`] cuts each keyframe into the states of single joints, actuators and mocap
//! bodies, which are stored in these elements and are copied and renamed with them. When the tree is complete,
//! [`Spec::resolve_keys`] joins them into keyframes of the whole model; elements without a stored state get their
//! reference pose. Compiling and writing do that on a copy.
//!
//! Values are those of MuJoCo's keyframes: radians, meters, quaternions w, x, y, z. A keyframe of the wrong length is an [`EditError`]. Tests: `edit/tests/attach.rs`.

use std::collections::HashMap;
use std::rc::Rc;

use ferrodyn_engine::enums::{DynType, JointType};
use ferrodyn_engine::math::Quat;

use super::{Angle, Bodies, Body, BodyKey, Joint, Key, Spec};
use crate::error::EditError;
use crate::spec::pose::{Pose, push_reference, resolve_orientation, unit};

/// State of a joint in a keyframe.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedJoint {
    key: String,
    qpos: Vec<f64>,
    qvel: Vec<f64>,
}

/// Pose of a mocap body in a keyframe.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedMocap {
    key: String,
    pos: Vec<f64>,
    quat: Vec<f64>,
}

/// State of an actuator in a keyframe.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedActuator {
    key: String,
    act: Vec<f64>,
    ctrl: Vec<f64>,
}

/// The stored states of all elements in the order of the model, each by name of keyframe; the last of equal names
/// counts.
#[derive(Default)]
struct Saved<'s> {
    joints: Vec<HashMap<&'s str, &'s SavedJoint>>,
    mocaps: Vec<HashMap<&'s str, &'s SavedMocap>>,
    actuators: Vec<HashMap<&'s str, &'s SavedActuator>>,
}

impl<'s> Saved<'s> {
    fn of(spec: &'s Spec) -> Self {
        let mut saved = Self::default();
        spec.bodies.iter().for_each(|body| saved.add(body));
        for actuator in &spec.actuators {
            saved.actuators.push(actuator.saved.iter().map(|s| (s.key.as_str(), s)).collect());
        }
        saved
    }

    /// Adds a body, in the order in which they are read.
    fn add(&mut self, body: &'s Body) {
        for joint in &body.joints {
            self.joints.push(joint.saved.iter().map(|s| (s.key.as_str(), s)).collect());
        }
        if body.mocap {
            self.mocaps.push(body.saved.iter().map(|s| (s.key.as_str(), s)).collect());
        }
    }
}

/// A keyframe whose values are stored in the elements until the tree is complete.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PendingKey {
    /// The original keyframe under its new name. Its values are not used: an empty part stays empty.
    key: Key,
}

/// Activations of an actuator, as far as they are known before compilation.
fn actdim(actuator: &super::Actuator) -> usize {
    usize::try_from(actuator.actdim)
        .ok()
        .filter(|&n| n > 0)
        .unwrap_or(usize::from(actuator.dyntype != DynType::None))
}

/// The next `n` numbers of a part of a keyframe; nothing if the keyframe does not have the part.
fn take(part: &[f64], at: &mut usize, n: usize) -> Vec<f64> {
    let taken = part.get(*at..*at + n).unwrap_or(&[]).to_vec();
    *at += n;
    taken
}

impl Spec {
    /// Stores all keyframes in the elements, under the names that `rename` gives, and returns them as pending. The
    /// keyframes themselves stay in `keys`: callers clear them.
    pub(crate) fn store_keys(
        &mut self,
        rename: impl Fn(&str) -> String,
    ) -> Result<Vec<PendingKey>, EditError> {
        let mut pending = Vec::new();
        for mut key in self.keys.clone() {
            self.check_key(&key)?;
            key.name = rename(&key.name);
            let (mut q, mut v, mut p, mut r) = (0, 0, 0, 0);
            self.bodies.each_mut(BodyKey::WORLD, |body| {
                for joint in &mut body.joints {
                    let (nq, nv) = (joint.kind.nq(), joint.kind.nv());
                    let qpos = take(&key.qpos, &mut q, nq);
                    let qvel = take(&key.qvel, &mut v, nv);
                    joint.saved.push(SavedJoint { key: key.name.clone(), qpos, qvel });
                }
                if body.mocap {
                    let pos = take(&key.mpos, &mut p, 3);
                    let quat = take(&key.mquat, &mut r, 4);
                    body.saved.push(SavedMocap { key: key.name.clone(), pos, quat });
                }
            });
            let (mut a, mut u) = (0, 0);
            for actuator in &mut self.actuators {
                let act = take(&key.act, &mut a, actdim(actuator));
                let ctrl = take(&key.ctrl, &mut u, 1);
                actuator.saved.push(SavedActuator { key: key.name.clone(), act, ctrl });
            }
            pending.push(PendingKey { key });
        }
        Ok(pending)
    }

    /// How many states [`store_keys`](Self::store_keys) would store, for limits on the size of a model.
    pub(crate) fn key_states(&self) -> usize {
        if self.keys.is_empty() {
            return 0;
        }
        let joints: usize = self.bodies.iter().map(|body| body.joints.len()).sum();
        (self.actuators.len() + joints).saturating_mul(self.keys.len())
    }

    /// Bytes that pending keyframes will take once they are resolved.
    pub(crate) fn pending_bytes(&self) -> usize {
        if self.pending.is_empty() {
            return 0;
        }
        let numbers: usize = self.key_sizes().iter().sum();
        numbers.saturating_mul(8).saturating_mul(self.pending.len())
    }

    /// Refuses a keyframe whose parts do not fit the model as it stands.
    fn check_key(&self, key: &Key) -> Result<(), EditError> {
        let sizes = self.key_sizes();
        let parts = [&key.qpos, &key.qvel, &key.act, &key.ctrl, &key.mpos, &key.mquat];
        let names = ["qpos", "qvel", "act", "ctrl", "mpos", "mquat"];
        for ((numbers, wanted), part) in parts.iter().zip(sizes).zip(names) {
            let found = numbers.len();
            if found != 0 && found != wanted {
                return Err(EditError::Key { key: key.name.clone(), part, found, wanted });
            }
        }
        Ok(())
    }

    /// Lengths of qpos, qvel, act, ctrl, mpos and mquat as the model stands.
    fn key_sizes(&self) -> [usize; 6] {
        let (mut nq, mut nv, mut nmocap) = (0, 0, 0);
        for body in self.bodies.iter() {
            for joint in &body.joints {
                let (q, v) = (joint.kind.nq(), joint.kind.nv());
                (nq, nv) = (nq + q, nv + v);
            }
            nmocap += usize::from(body.mocap);
        }
        let na = self.actuators.iter().map(actdim).sum();
        [nq, nv, na, self.actuators.len(), 3 * nmocap, 4 * nmocap]
    }

    /// Lengthens keyframes to the model as it stands, with the values the spec says.
    pub(crate) fn expand_keys(&mut self) {
        if self.keys.is_empty() {
            return;
        }
        let [_, nv, na, nu, ..] = self.key_sizes();
        let (mut qpos, mut mpos, mut mquat) = (Vec::new(), Vec::new(), Vec::new());
        for body in self.bodies.iter() {
            for joint in &body.joints {
                let pose = Pose { pos: body.pos, quat: body.quat };
                push_reference(&mut qpos, joint.kind, &pose, joint.reference);
            }
            if body.mocap {
                mpos.extend(body.pos.0);
                mquat.extend(body.quat.0);
            }
        }
        let extend = |part: &mut Vec<f64>, whole: &[f64]| {
            if !part.is_empty() && part.len() < whole.len() {
                part.extend_from_slice(&whole[part.len()..]);
            }
        };
        for key in &mut self.keys {
            extend(&mut key.qpos, &qpos);
            extend(&mut key.qvel, &vec![0.0; nv]);
            extend(&mut key.act, &vec![0.0; na]);
            extend(&mut key.ctrl, &vec![0.0; nu]);
            extend(&mut key.mpos, &mpos);
            extend(&mut key.mquat, &mquat);
        }
    }

    /// Turns keyframes that wait for the tree to be complete into keyframes of the whole model.
    ///
    /// Attaching, and deleting bodies, makes keyframes wait: their values are kept with the
    /// elements. Compiling and saving see them completed without changing the spec.
    pub fn resolve_keys(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() {
            return;
        }
        let poses = self.reference_poses();
        let saved = Saved::of(self);
        let keys: Vec<Key> = pending
            .into_iter()
            .map(|PendingKey { key }| self.resolved_key(key, &poses, &saved))
            .collect();
        self.keys.extend(keys);
        self.assign_ids();
    }

    /// A keyframe with the values kept with the elements; the reference where there are none.
    fn resolved_key(&self, mut key: Key, poses: &[Pose], saved: &Saved<'_>) -> Key {
        let mut whole = Key::default();
        let (mut joints, mut mocaps) = (saved.joints.iter(), saved.mocaps.iter());
        let name = key.name.as_str();
        for (body, pose) in self.bodies.iter().zip(poses) {
            for joint in &body.joints {
                let saved = joints.next().and_then(|by_key| by_key.get(name));
                match saved.filter(|s| !s.qpos.is_empty()) {
                    Some(saved) => whole.qpos.extend(&saved.qpos),
                    None => self.reference_qpos(joint, pose, &mut whole.qpos),
                }
                match saved.filter(|s| !s.qvel.is_empty()) {
                    Some(saved) => whole.qvel.extend(&saved.qvel),
                    None => whole.qvel.extend(vec![0.0; joint.kind.nv()]),
                }
            }
            if body.mocap {
                let saved = mocaps.next().and_then(|by_key| by_key.get(name));
                match saved.filter(|s| !s.pos.is_empty()) {
                    Some(saved) => whole.mpos.extend(&saved.pos),
                    None => whole.mpos.extend(pose.pos.0),
                }
                match saved.filter(|s| !s.quat.is_empty()) {
                    Some(saved) => whole.mquat.extend(&saved.quat),
                    None => whole.mquat.extend(pose.quat.0),
                }
            }
        }
        for (actuator, by_key) in self.actuators.iter().zip(&saved.actuators) {
            let saved = by_key.get(name);
            let n = actdim(actuator);
            match saved.filter(|s| s.act.len() == n) {
                Some(saved) => whole.act.extend(&saved.act),
                None => whole.act.extend(vec![0.0; n]),
            }
            whole.ctrl.push(saved.and_then(|s| s.ctrl.first()).copied().unwrap_or(0.0));
        }
        let set = |part: &mut Vec<f64>, whole: Vec<f64>| {
            if !part.is_empty() {
                *part = whole;
            }
        };
        set(&mut key.qpos, whole.qpos);
        set(&mut key.qvel, whole.qvel);
        set(&mut key.act, whole.act);
        set(&mut key.ctrl, whole.ctrl);
        set(&mut key.mpos, whole.mpos);
        set(&mut key.mquat, whole.mquat);
        key
    }

    /// Positions of a joint in the reference configuration.
    fn reference_qpos(&self, joint: &Joint, pose: &Pose, qpos: &mut Vec<f64>) {
        let degrees = joint.kind == JointType::Hinge
            && self.compiler_of(&joint.origin).angle == Angle::Degree;
        let unit = if degrees { std::f64::consts::PI / 180.0 } else { 1.0 };
        push_reference(qpos, joint.kind, pose, joint.reference * unit);
    }

    /// Pose of each body in its parent, in tree order.
    fn reference_poses(&self) -> Vec<Pose> {
        let mut poses = Vec::new();
        let mut open: Vec<(BodyKey, Option<Rc<[Pose]>>)> = vec![(BodyKey::WORLD, None)];
        while let Some((key, parent)) = open.pop() {
            let frames = self.add_pose(&self.bodies[key], parent.as_deref(), &mut poses);
            let inside = self.bodies.children(key).iter().rev();
            open.extend(inside.map(|&child| (child, Some(Rc::clone(&frames)))));
        }
        poses
    }

    /// Adds the pose of a body, given those of its parent's frames; returns those of its own.
    fn add_pose(&self, body: &Body, parent: Option<&[Pose]>, poses: &mut Vec<Pose>) -> Rc<[Pose]> {
        let resolve = |alt, quat: Quat, origin| {
            resolve_orientation(alt, unit(quat), self.compiler_of(origin)).unwrap_or(quat)
        };
        let mut pose = Pose { pos: body.pos, quat: resolve(&body.alt, body.quat, &body.origin) };
        if let Some(frame) = body.frame.and_then(|i| parent?.get(i)) {
            pose = *frame * pose;
        }
        poses.push(pose);
        let mut frames: Vec<Pose> = Vec::with_capacity(body.frames.len());
        for frame in &body.frames {
            let quat = resolve(&frame.alt, frame.quat, &frame.origin);
            let mut pose = Pose { pos: frame.pos, quat };
            if let Some(outer) = frame.frame.and_then(|i| frames.get(i)) {
                pose = *outer * pose;
            }
            frames.push(pose);
        }
        frames.into()
    }
}

impl Bodies {
    /// Forgets the state kept with a body and the elements below it.
    pub(crate) fn forget_keys(&mut self, body: BodyKey) {
        self.each_mut(body, |body| {
            body.saved.clear();
            body.joints.iter_mut().for_each(|joint| joint.saved.clear());
        });
    }
}
