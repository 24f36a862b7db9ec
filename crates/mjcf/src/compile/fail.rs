//! Failures of single elements while a spec is compiled, and their way into the list of problems.
//!
//! Each function that compiles an element returns a [`Fail`]: a message, without a place. The loop over the elements
//! collects them in a [`Failed`], which adds element, name and place, and continues with the next element, so that a
//! user sees all mistakes at once. At the end of a stage, `report` moves them to [`Problems`].
//!
//! Not every failure is reported. One that may only follow from a mistake in another element is kept as a doubt
//! ([`Reason::Consequence`]), the same failure in copies of a `<replicate>` is reported once, and beyond
//! [`Problems::KEPT`] failures are only counted. `mjcf/tests/it/mistakes.rs` makes mistakes in models and tests that
//! each is reported once and nothing else is.

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
    /// Whether the failure may only follow from another one.
    reason: Reason,
    /// Further failures of the element, which remain when this one is corrected.
    others: Vec<Fail>,
}

/// The reason of a failure, which decides whether it is reported.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Reason {
    /// The element as it was read: reported, unless the element was reported before.
    #[default]
    Element,
    /// A name that no element has: reported, unless an element of that name could not be read.
    MissingName,
    /// The element alone, whatever is wrong with others: always reported.
    Sure,
    /// Another element whose failure has been reported: this one is not.
    Consequence,
}

/// Shorthand for a failure with a message.
pub(super) fn fail<T>(message: impl Into<String>) -> Result<T, Fail> {
    Err(Fail::from(message.into()))
}

/// The values, or all failures.
pub(super) fn all<T>(results: impl IntoIterator<Item = Result<T, Fail>>) -> Result<Vec<T>, Fail> {
    let mut found = Vec::new();
    let mut failed: Option<Fail> = None;
    for result in results {
        match (result, &mut failed) {
            (Ok(value), _) => found.push(value),
            (Err(fail), None) => failed = Some(fail),
            (Err(fail), Some(first)) => first.others.push(fail),
        }
    }
    failed.map_or(Ok(found), Err)
}

/// Two values, or the failures of both.
pub(super) fn both<A, B>(a: Result<A, Fail>, b: Result<B, Fail>) -> Result<(A, B), Fail> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(mut fail), Err(other)) => {
            fail.others.push(other);
            Err(fail)
        }
        (Err(fail), Ok(_)) | (Ok(_), Err(fail)) => Err(fail),
    }
}

impl From<String> for Fail {
    fn from(message: String) -> Self {
        Self { message, help: None, value: None, reason: Reason::Element, others: Vec::new() }
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
        let reason = if name.is_empty() { Reason::Element } else { Reason::MissingName };
        if !names.may_suggest() {
            let message = format!("there is no {} \"{name}\"", kind.word());
            return Self { reason, ..Self::from(message) };
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
        let message = format!("there is no {} \"{name}\"", kind.word());
        Self { reason, ..Self::of_value(message, Some(help), name) }
    }

    /// With a value to be marked in the text, and what to do about it.
    pub(super) fn of_value(message: String, help: Option<String>, value: &str) -> Self {
        Self { help, value: Some(value.to_owned()), ..Self::from(message) }
    }

    /// The value is a name that nothing has: no failure if something of that name was left out.
    pub(super) fn if_missing(self) -> Self {
        Self { reason: Reason::MissingName, ..self }
    }

    /// A failure that cannot follow from another one.
    pub(super) fn sure(message: String) -> Self {
        Self { reason: Reason::Sure, ..Self::from(message) }
    }

    /// The same, if it may follow from something that failed before.
    pub(super) fn into_consequence(mut self) -> Self {
        let others =
            std::mem::take(&mut self.others).into_iter().map(Self::into_consequence).collect();
        let reason = match self.reason {
            Reason::Element => Reason::Consequence,
            reason => reason,
        };
        Self { reason, others, ..self }
    }

    /// A failure that only follows from one that has been reported.
    pub(super) fn consequence() -> Self {
        Self { reason: Reason::Consequence, ..Self::from("") }
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
    /// Records the failure of an element.
    pub(super) fn note(
        &mut self,
        element: &str,
        name: &str,
        origin: &Origin,
        done: Result<(), Fail>,
    ) {
        self.keep(element, name, origin, done);
    }

    /// The result of an element; on failure `None`, with the failure recorded.
    pub(super) fn keep<T, E: Into<Fail>>(
        &mut self,
        element: &str,
        name: &str,
        origin: &Origin,
        done: Result<T, E>,
    ) -> Option<T> {
        let mut fail = match done.map_err(Into::into) {
            Ok(value) => return Some(value),
            Err(fail) => fail,
        };
        let others = std::mem::take(&mut fail.others);
        self.add(element, name, origin, fail);
        for fail in others {
            self.add(element, name, origin, fail);
        }
        None
    }

    /// Adds one failure of an element.
    fn add(&mut self, element: &str, name: &str, origin: &Origin, fail: Fail) {
        if self.has_copy(&fail, origin) {
            return;
        }
        if self.problems.len() >= Problems::KEPT {
            self.omitted += 1;
            return;
        }
        let Fail { message, help, value, reason, .. } = fail;
        if reason == Reason::Consequence {
            self.doubts.push(origin.fault());
            return;
        }
        let element = origin.tag().unwrap_or(element);
        let element =
            if name.is_empty() { element.to_owned() } else { format!("{element} name=\"{name}\"") };
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
        fault.sure = reason == Reason::Sure;
        fault.missing = value.filter(|_| reason == Reason::MissingName);
        problem.fault = Some(Box::new(fault));
        self.problems.push(problem);
    }
}

impl Failed {
    /// Whether a copy of the element, as a replicate makes them, has failed for the same reason.
    fn has_copy(&self, fail: &Fail, origin: &Origin) -> bool {
        let alike = |problem: &&Problem| problem.message == fail.message;
        let mut alike = self.problems.iter().filter(alike).peekable();
        if alike.peek().is_none() || fail.reason == Reason::Consequence {
            return false;
        }
        let place = origin.fault().element;
        place.is_some()
            && alike.any(|problem| problem.fault.as_deref().is_some_and(|f| f.element == place))
    }

    /// Moves the recorded failures to a list of problems.
    pub(super) fn report(self, problems: &mut Problems) {
        problems.omit(self.omitted);
        self.doubts.into_iter().for_each(|fault| problems.mark_faulty(fault));
        self.problems.into_iter().for_each(|problem| problems.push(problem));
    }

    /// An error, if anything failed.
    pub(super) fn into_result(self) -> Result<(), LoadError> {
        let mut problems = Problems::new();
        self.report(&mut problems);
        problems.into_result(())
    }
}
