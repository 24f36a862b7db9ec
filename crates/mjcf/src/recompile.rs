//! Compiling a spec again, for a simulation that goes on.

use std::collections::HashSet;

use ferrodyn_engine::{Data, Model};

use crate::compile::carry_over;
use crate::error::{LoadError, Problem, ProblemKind};
use crate::load::Loader;
use crate::spec::{ElementId, Spec};

impl Loader {
    /// Compiles a spec again, after it was edited, and makes data in which time and state (positions,
    /// velocities, activations, controls, mocap poses) are those of `d` for all elements that were there before;
    /// new ones start as the model says.
    ///
    /// `m` is one of the last four models that the spec was compiled to, or another spec of which this one is a
    /// clone; `d` is data of it. Elements are told apart by their identities, which readers and [`Spec::add_to`]
    /// give them, not by their names.
    ///
    /// # Errors
    /// As [`compile`](Self::compile); if `m` is another model, or its structure was edited, or `d` is data of
    /// another model; and for joints, actuators and bodies without an identity of their own, whose state could
    /// not be followed: [`Spec::assign_ids`] gives them one, before the spec is compiled for the first time.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::{Data, step};
    /// use ferrodyn::Loader;
    /// use ferrodyn::spec::{Body, Geom, Joint};
    ///
    /// let loader = Loader::new();
    /// let mut spec = loader.read_str(
    ///     "<mujoco><worldbody><body name='arm'><joint axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body>
    ///     </worldbody></mujoco>",
    /// )?;
    /// let m = loader.compile(&spec)?;
    /// let mut d = Data::new(&m);
    /// (0..100).for_each(|_| step(&m, &mut d));
    ///
    /// // a hand, while the arm falls
    /// let arm = spec.find::<Body>("arm").ok_or("no arm")?;
    /// let (joints, geoms) = (vec![Joint::default()], vec![Geom { size: [0.05; 3], ..Geom::default() }]);
    /// spec.add_to(arm, Body { joints, geoms, pos: [0.6, 0.0, 0.0].into(), ..Body::default() })?;
    /// let (m, new) = loader.recompile(&spec, &m, &d)?;
    /// assert_eq!((m.nq, new.time), (2, d.time));
    /// assert_eq!(new.qpos[..2], [d.qpos[0], 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn recompile(&self, spec: &Spec, m: &Model, d: &Data) -> Result<(Model, Data), LoadError> {
        let refuse = |why: String| LoadError::from(Problem::new(ProblemKind::Compile, why));
        d.check_model(m).map_err(|error| refuse(error.to_string()))?;
        let known = m.plan_number().and_then(|number| spec.compiled.find(number));
        let before = known.ok_or_else(|| {
            refuse(
                "the model is none of the last that this spec was compiled to, or its structure was edited: \
                 give the model that Loader::compile made of it"
                    .to_owned(),
            )
        })?;
        followed(spec)?;
        let compiled = spec.compile_with_ids(self.environment())?;
        let mut data = Data::new(&compiled.model);
        let both = before.iter().filter_map(|(element, kind, was)| {
            compiled.ids.get(element).map(|&(_, is)| (*kind, *was, is))
        });
        carry_over(both, (m, d), (&compiled.model, &mut data));
        Ok((compiled.model, data))
    }
}

/// Refuses a spec in which elements that have a state have no identity, or that of another one.
fn followed(spec: &Spec) -> Result<(), LoadError> {
    let (mut seen, mut lost) = (HashSet::new(), 0);
    let mut look = |id: ElementId| lost += usize::from(id.is_none() || !seen.insert(id));
    for body in spec.bodies.iter() {
        look(body.origin.id);
        body.joints.iter().for_each(|joint| look(joint.origin.id));
    }
    spec.actuators.iter().for_each(|actuator| look(actuator.origin.id));
    if lost == 0 {
        return Ok(());
    }
    let message = format!("{lost} bodies, joints or actuators have no identity of their own");
    let help =
        "add them with Spec::add and Spec::add_to, or call Spec::assign_ids before compiling";
    Err(Problem::new(ProblemKind::Compile, message).help(help).into())
}
