//! Failures of environments: with names for people, and as the note of a dump.

use std::fmt;

use ferrodyn::Model;
use ferrodyn::batch::{StepError, StepErrorKind};
use ferrodyn::enums::ObjType;
use ferrodyn::ids::DofId;
use serde::{Deserialize, Serialize};

use crate::report::printable;

/// An object of a model.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Object {
    id: usize,
    name: Option<String>,
}

impl Object {
    fn of(m: &Model, kind: ObjType, id: usize) -> Self {
        Self { id, name: m.id2name(kind, id).map(str::to_owned) }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "\"{}\"", printable(name).replace('\n', " ")),
            None => write!(f, "{}", self.id),
        }
    }
}

/// Where a failure is, with the names that the model has for it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Place {
    joint: Option<Object>,
    body: Option<Object>,
    actuator: Option<Object>,
    /// Those of the deepest contact of the body.
    geoms: Option<[Object; 2]>,
}

impl Place {
    pub(crate) fn of(m: &Model, error: &StepError) -> Self {
        let object = |kind| move |id| Object::of(m, kind, id);
        let joint = error.dof.filter(|&dof| dof < m.nv);
        let joint = joint.and_then(|dof| usize::try_from(m.dof_jntid[DofId(dof)]).ok());
        Self {
            joint: joint.map(object(ObjType::Joint)),
            body: error.body.map(object(ObjType::Body)),
            actuator: error.actuator.map(object(ObjType::Actuator)),
            geoms: error.contact.map(|geoms| geoms.map(object(ObjType::Geom))),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match (&self.joint, &self.body) {
            (Some(joint), Some(body)) => parts.push(format!("joint {joint} of body {body}")),
            (Some(joint), None) => parts.push(format!("joint {joint}")),
            (None, Some(body)) => parts.push(format!("body {body}")),
            (None, None) => {}
        }
        parts.extend(self.actuator.as_ref().map(|actuator| format!("actuator {actuator}")));
        parts.extend(self.geoms.as_ref().map(|[a, b]| format!("geoms {a} and {b} in contact")));
        f.write_str(&parts.join(", "))
    }
}

/// A failure as numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Numbers {
    pub(crate) kind: String,
    /// At the start of the step; none if it is not finite.
    pub(crate) time: Option<f64>,
    dof: Option<usize>,
    body: Option<usize>,
    actuator: Option<usize>,
    contact: Option<[usize; 2]>,
}

impl Numbers {
    /// What is wrong, in words.
    pub(crate) fn what(&self) -> String {
        if self.kind == StepErrorKind::Inertia.to_string() {
            "the inertia matrix cannot be factored".to_owned()
        } else {
            format!("NaN, infinity or a huge value in the {}", self.kind)
        }
    }
}

impl From<&StepError> for Numbers {
    fn from(error: &StepError) -> Self {
        let StepError { kind, time, dof, body, actuator, contact } = *error;
        let time = Some(time).filter(|time| time.is_finite());
        Self { kind: kind.to_string(), time, dof, body, actuator, contact }
    }
}

/// The note of a dump, beside the state before the step that fails.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Note {
    /// [`Note::FORMAT`].
    pub(crate) format: String,
    /// The model, as the command was given it.
    pub(crate) model: String,
    /// The seed of the run.
    pub(crate) seed: u64,
    /// The number of the environment in the whole run.
    pub(crate) env: u64,
    /// Steps that the run had taken before.
    pub(crate) step: u64,
    pub(crate) error: Numbers,
}

impl Note {
    pub(crate) const FORMAT: &'static str = "ferrodyn dump 1";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_names_where_there_are_some() {
        let m = ferrodyn::load_str(
            r#"<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>
            <body name="arm"><joint/><joint name="elbow" axis="1 0 0"/><geom size="1"/></body></worldbody>
            <actuator><motor name="pull" joint="elbow"/></actuator></mujoco>"#,
        )
        .unwrap();
        let mut error = StepError {
            kind: StepErrorKind::Acceleration,
            time: 0.1,
            dof: Some(1),
            body: Some(1),
            actuator: None,
            contact: Some([0, 1]),
        };
        let text = |error: &StepError| Place::of(&m, error).to_string();
        let expected = r#"joint "elbow" of body "arm", geoms "floor" and 1 in contact"#;
        assert_eq!(text(&error), expected);
        (error.dof, error.contact) = (Some(0), None);
        assert_eq!(text(&error), r#"joint 0 of body "arm""#);
        (error.dof, error.body, error.actuator) = (None, None, Some(0));
        assert_eq!(text(&error), r#"actuator "pull""#);
        error.dof = Some(99);
        assert_eq!(text(&error), r#"actuator "pull""#);
    }

    #[test]
    fn numbers_come_back_from_text() {
        for time in [0.1 + 0.2, f64::NAN] {
            let error = StepError {
                kind: StepErrorKind::Position,
                time,
                dof: Some(3),
                body: None,
                actuator: None,
                contact: None,
            };
            let numbers = Numbers::from(&error);
            let text = serde_json::to_string(&numbers).unwrap();
            assert_eq!(serde_json::from_str::<Numbers>(&text).unwrap(), numbers, "{text}");
        }
    }
}
