//! Failures of environments: with the names of the model, and as the note of a dump.

use std::fmt;

use ferrodyn_engine::Model;
use ferrodyn_engine::batch::{StepError, StepErrorKind};
use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::ids::DofId;
use serde::{Deserialize, Serialize};

/// An object of a model.
#[derive(Clone, Debug, Serialize)]
pub struct Object {
    /// Its number.
    pub id: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
}

impl Object {
    fn of(m: &Model, kind: ObjType, id: usize) -> Self {
        Self { id, name: m.id2name(kind, id).map(str::to_owned) }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "\"{name}\""),
            None => write!(f, "{}", self.id),
        }
    }
}

/// Where a failure is, with the names that the model has for it.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The joint.
    pub joint: Option<Object>,
    /// The body.
    pub body: Option<Object>,
    /// The actuator.
    pub actuator: Option<Object>,
    /// The geoms of the deepest contact of the body.
    pub geoms: Option<[Object; 2]>,
}

impl Place {
    /// The place of a failure in its model.
    pub fn of(m: &Model, error: &StepError) -> Self {
        let object = |kind| move |id| Object::of(m, kind, id);
        let joint = error.dof.filter(|&dof| dof < m.nv);
        let joint = joint.and_then(|dof| usize::try_from(m.dof_jntid[DofId(dof)].raw()).ok());
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
pub struct Numbers {
    /// What is wrong.
    pub kind: String,
    /// Time at the start of the step; none if it is not finite.
    pub time: Option<f64>,
    /// The degree of freedom.
    pub dof: Option<usize>,
    /// The body.
    pub body: Option<usize>,
    /// The actuator.
    pub actuator: Option<usize>,
    /// The geoms of the deepest contact of the body.
    pub contact: Option<[usize; 2]>,
}

impl Numbers {
    /// What is wrong, in words.
    pub fn what(&self) -> String {
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
pub struct Note {
    /// [`Note::FORMAT`].
    pub format: String,
    /// The model, as the run was given it.
    pub model: String,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the environment in the whole run.
    pub env: u64,
    /// Steps that the run had taken before.
    pub step: u64,
    /// What failed.
    pub error: Numbers,
}

impl Note {
    /// The first word of the note of a dump.
    pub const FORMAT: &'static str = "ferrodyn dump 1";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_names_where_there_are_some() {
        let m = crate::test_model(
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
