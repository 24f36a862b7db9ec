//! Why elements could not be compiled, and where they are.

use ferrodyn_engine::enums::ObjType;

use super::work::Names;
use crate::error::{Fault, LoadError, Problem, ProblemKind, Problems};
use crate::spec::{Keyword, Origin};

/// How many names a message lists when none is similar.
const SHOWN_NAMES: usize = 5;

/// Why an element could not be compiled.
pub(crate) struct Fail {
    message: String,
    help: Option<String>,
    /// The value at fault, to be marked in the text.
    value: Option<String>,
    /// What the failure rests on.
    ground: Ground,
}

/// What a failure rests on.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Ground {
    /// The element itself, as it was read.
    #[default]
    Element,
    /// There is no such name, whatever else is wrong.
    MissingName,
    /// What it says for itself, whatever else is wrong.
    Sure,
    /// Something that failed before: there is nothing to report.
    Earlier,
}

/// Shorthand for a failure with a message.
pub(super) fn fail<T>(message: impl Into<String>) -> Result<T, Fail> {
    Err(Fail::from(message.into()))
}

impl From<String> for Fail {
    fn from(message: String) -> Self {
        Self { message, help: None, value: None, ground: Ground::Element }
    }
}

impl From<&str> for Fail {
    fn from(message: &str) -> Self {
        Self::from(message.to_owned())
    }
}

impl Fail {
    /// A name that nothing has, with a similar one if there is.
    pub(super) fn unknown(names: &Names<'_>, kind: ObjType, name: &str) -> Self {
        let ground = if name.is_empty() { Ground::Element } else { Ground::MissingName };
        if !names.may_suggest() {
            let message = format!("there is no {} \"{name}\"", kind.word());
            return Self { ground, ..Self::from(message) };
        }
        let known = names.all(kind);
        let help = match crate::suggest::did_you_mean(name, known.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if known.is_empty() => "none has a name in this model".to_owned(),
            None => {
                let some: Vec<String> =
                    known.iter().take(SHOWN_NAMES).map(|n| format!("\"{n}\"")).collect();
                let more = if known.len() > SHOWN_NAMES { ", ..." } else { "" };
                format!("there is {}{more}", some.join(", "))
            }
        };
        Self {
            message: format!("there is no {} \"{name}\"", kind.word()),
            help: Some(help),
            value: Some(name.to_owned()),
            ground,
        }
    }

    /// With a value to be marked in the text, and what to do about it.
    pub(super) fn of_value(message: String, help: Option<String>, value: &str) -> Self {
        Self { help, value: Some(value.to_owned()), ..Self::from(message) }
    }

    /// The value is a name that nothing has: no failure if something of that name was left out.
    pub(super) fn if_missing(self) -> Self {
        Self { ground: Ground::MissingName, ..self }
    }

    /// A failure that nothing else can be the reason of.
    pub(super) fn sure(message: String) -> Self {
        Self { ground: Ground::Sure, ..Self::from(message) }
    }

    /// The same, if it may follow from something that failed before.
    pub(super) fn or_earlier(self) -> Self {
        if self.ground == Ground::Element { Self::earlier() } else { self }
    }

    /// What fails because something failed that was reported before.
    pub(super) fn earlier() -> Self {
        Self { ground: Ground::Earlier, ..Self::from("") }
    }
}

/// Failures as problems with a place.
#[derive(Default)]
pub(super) struct Failed {
    pub(super) problems: Vec<Problem>,
    /// Failures that are only counted: more than enough are described.
    pub(super) omitted: usize,
    /// Elements that failed because of others.
    doubts: Vec<Fault>,
}

impl Failed {
    /// Keeps a failure of an element.
    pub(super) fn note(
        &mut self,
        element: &str,
        name: &str,
        origin: &Origin,
        done: Result<(), Fail>,
    ) {
        self.keep(element, name, origin, done);
    }

    /// The result of an element, or nothing and its failure kept.
    pub(super) fn keep<T, E: Into<Fail>>(
        &mut self,
        element: &str,
        name: &str,
        origin: &Origin,
        done: Result<T, E>,
    ) -> Option<T> {
        match done.map_err(Into::into) {
            Ok(value) => Some(value),
            Err(fail) if self.has_copy(&fail, origin) => None,
            Err(_) if self.problems.len() >= Problems::KEPT => {
                self.omitted += 1;
                None
            }
            Err(Fail { ground: Ground::Earlier, .. }) => {
                self.doubts.push(origin.fault());
                None
            }
            Err(Fail { message, help, value, ground }) => {
                let element = origin.tag().unwrap_or(element);
                let element = if name.is_empty() {
                    element.to_owned()
                } else {
                    format!("{element} name=\"{name}\"")
                };
                let element = match origin.info.as_str() {
                    "" => element,
                    info => format!("{element}, {info}"),
                };
                let mut problem = Problem::new(ProblemKind::Compile, message).element(element);
                problem.location = match &value {
                    Some(value) => origin.location_of(value),
                    None => origin.location(),
                };
                problem.help = help;
                problem.id = origin.id;
                let mut fault = origin.fault();
                fault.sure = ground == Ground::Sure;
                fault.missing = value.filter(|_| ground == Ground::MissingName);
                problem.fault = Some(Box::new(fault));
                self.problems.push(problem);
                None
            }
        }
    }
}

impl Failed {
    /// Whether a copy of the element, as a replicate makes them, has failed for the same reason.
    fn has_copy(&self, fail: &Fail, origin: &Origin) -> bool {
        let alike = |problem: &&Problem| problem.message == fail.message;
        let mut alike = self.problems.iter().filter(alike).peekable();
        if alike.peek().is_none() || fail.ground == Ground::Earlier {
            return false;
        }
        let place = origin.fault().element;
        place.is_some()
            && alike.any(|problem| problem.fault.as_deref().is_some_and(|f| f.element == place))
    }

    /// Hands the failures on.
    pub(super) fn report(self, problems: &mut Problems) {
        problems.omit(self.omitted);
        self.doubts.into_iter().for_each(|fault| problems.doubt(fault));
        self.problems.into_iter().for_each(|problem| problems.push(problem));
    }

    /// An error, if anything failed.
    pub(super) fn into_result(self) -> Result<(), LoadError> {
        let mut problems = Problems::new();
        self.report(&mut problems);
        problems.into_result(())
    }
}
