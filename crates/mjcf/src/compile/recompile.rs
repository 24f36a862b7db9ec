//! Compiling a spec again, with the state of a simulation carried over.

use std::ops::Range;

use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::ids::{ActuatorId, BodyId, JointId, MocapId};
use ferrodyn_engine::{Data, Model};

use super::{Compiled, Environment};
use crate::error::LoadError;
use crate::spec::Spec;

impl Spec {
    /// Compiles the spec again and makes data in which time and state (positions, velocities,
    /// activations, controls, mocap poses) are those of `d` for all elements that were there
    /// before; new ones start as the model says.
    ///
    /// `before` is what an earlier state of this spec was compiled to, `d` data of its model.
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    #[doc(alias = "mj_recompile")]
    pub fn recompile(
        &self,
        environment: Environment<'_>,
        before: &Compiled,
        d: &Data,
    ) -> Result<(Compiled, Data), LoadError> {
        let compiled = self.compile_with_ids(environment)?;
        let mut data = Data::new(&compiled.model);
        let both = before.ids.iter().filter_map(|(element, &(kind, was))| {
            compiled.ids.get(element).map(|&(_, is)| (kind, was, is))
        });
        carry_over(both, (&before.model, d), (&compiled.model, &mut data));
        Ok((compiled, data))
    }
}

/// Copies the state of elements that are in both models: their kinds, old and new ids.
pub(crate) fn carry_over(
    elements: impl Iterator<Item = (ObjType, i32, i32)>,
    (old, from): (&Model, &Data),
    (new, to): (&Model, &mut Data),
) {
    to.time = from.time;
    for (kind, was, is) in elements {
        let (was, is) = (was as usize, is as usize);
        match kind {
            ObjType::Joint => {
                let (q, v) = (joint(old, was), joint(new, is));
                copy(&from.qpos, &q.0, &mut to.qpos, &v.0);
                copy(&from.qvel, &q.1, &mut to.qvel, &v.1);
            }
            ObjType::Actuator => {
                copy(&from.ctrl, &(was..was + 1), &mut to.ctrl, &(is..is + 1));
                copy(&from.act, &activations(old, was), &mut to.act, &activations(new, is));
            }
            ObjType::Body => {
                let ids = (mocap(old, was), mocap(new, is));
                let (Some(was), Some(is)) = ids else { continue };
                to.mocap_pos[is] = from.mocap_pos[was];
                to.mocap_quat[is] = from.mocap_quat[was];
            }
            _ => {}
        }
    }
}

/// Copies a range to another one of the same length; of different length, nothing.
fn copy(from: &[f64], was: &Range<usize>, to: &mut [f64], is: &Range<usize>) {
    if let (Some(from), Some(to)) = (from.get(was.clone()), to.get_mut(is.clone()))
        && from.len() == to.len()
    {
        to.copy_from_slice(from);
    }
}

/// Where the positions and velocities of a joint are.
fn joint(m: &Model, joint: usize) -> (Range<usize>, Range<usize>) {
    let id = JointId(joint);
    let kind = m.jnt_type[id].get();
    let (nq, nv) = kind.map_or((1, 1), |kind| (kind.nq(), kind.nv()));
    let (q, v) = (m.jnt_qposadr[id].raw() as usize, m.jnt_dofadr[id].raw() as usize);
    (q..q + nq, v..v + nv)
}

/// Where the activations of an actuator are.
fn activations(m: &Model, actuator: usize) -> Range<usize> {
    let id = ActuatorId(actuator);
    let start = usize::try_from(m.actuator_actadr[id].raw()).unwrap_or(0);
    start..start + usize::try_from(m.actuator_actnum[id]).unwrap_or(0)
}

/// The mocap id of a body.
fn mocap(m: &Model, body: usize) -> Option<MocapId> {
    m.body_mocapid[BodyId(body)].id()
}
