//! Why a model could not be loaded: every problem found, each with its place and a suggestion.
//!
//! Reader and compiler collect into [`Problems`] and go on where they can, so that a user sees all
//! independent mistakes at once, and none that only follows from another. Displayed, a problem looks like
//!
//! ```text
//! robot.xml:14:7: <geom>: unknown attribute "sizes", did you mean "size"?
//!    14 |       <geom sizes="1"/>
//!       |             ^^^^^
//!    included from scene.xml:3:4
//! ```

mod asset;
mod edit;
mod mistaken;
mod problems;

use std::fmt;
use std::sync::Arc;

use crate::identity::ElementId;
pub use asset::AssetError;
pub use edit::EditError;
pub(crate) use mistaken::{Fault, FaultScope, Mistaken};
pub use problems::Problems;

/// The kind of a [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A file could not be read.
    Io,
    /// The text is not XML.
    Xml,
    /// An element, attribute or value that the format does not know.
    Schema,
    /// A valid description that cannot be made into a model.
    Compile,
    /// Something the format knows and this library does not do yet.
    Unsupported,
    /// A limit meant to contain hostile files was reached; see [`Limits`](crate::xml::Limits).
    Limit,
}

/// A place in a file: the path as the user gave it, line and column from one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file.
    pub file: Arc<str>,
    /// Line, from one.
    pub line: u32,
    /// Column in characters, from one.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A place, how the file was reached, and the line of text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// Where it is.
    pub place: Place,
    /// The `<include>` elements that lead there, innermost first.
    pub included_from: Vec<Place>,
    /// The line of text, cut to a readable length, with the part in question.
    pub excerpt: Option<Excerpt>,
    /// Nothing of the file may be shown, because the model reached it from outside.
    pub withheld: bool,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place.fmt(f)
    }
}

/// A line of text with a marked part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Excerpt {
    /// The text, one line, tabs and control characters replaced by spaces.
    pub text: String,
    /// Character at which the marked part begins, from zero.
    pub mark: usize,
    /// Number of marked characters, at least one.
    pub length: usize,
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// What kind of problem it is.
    pub kind: ProblemKind,
    /// Where it is, if it has a place in a file.
    pub location: Option<Location>,
    /// The element or object at fault, without brackets; may be empty.
    pub element: String,
    /// Where the element is in a spec made in code, such as `geom 0 of body "arm"`; given where it has
    /// neither a name nor a place in a file.
    pub path: Option<String>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it, such as `did you mean "size"?`.
    pub help: Option<String>,
    /// The element of the spec at fault; none for problems of reading, and for elements that were pushed
    /// into a list of the spec and have no identity yet; see [`Spec::assign_ids`](crate::Spec::assign_ids).
    pub id: ElementId,
    /// What it is about; none for what is not about an element.
    pub(crate) fault: Option<Box<Fault>>,
}

impl Problem {
    /// A problem without place, element and help.
    #[must_use]
    pub fn new(kind: ProblemKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            location: None,
            element: String::new(),
            path: None,
            message: message.into(),
            help: None,
            id: ElementId::NONE,
            fault: None,
        }
    }

    /// Says what it is about.
    pub(crate) fn about(mut self, fault: Fault) -> Self {
        self.fault = Some(Box::new(fault));
        self
    }

    /// Says how far it reaches.
    pub(crate) fn reaching(mut self, reach: FaultScope) -> Self {
        self.fault.get_or_insert_default().reach = reach;
        self
    }

    /// The problem without anything that the file says, if its file may not be shown.
    fn guarded(self) -> Self {
        if !self.location.as_ref().is_some_and(|location| location.withheld) {
            return self;
        }
        let message = "the file has a problem here; neither its text nor the details are shown, \
                       because it lies outside the directory of the model";
        let help = "name its directory in roots to see them";
        let (element, path) = (String::new(), None);
        Self { message: message.to_owned(), help: Some(help.to_owned()), element, path, ..self }
    }

    /// Says where it is.
    #[must_use]
    pub fn at(mut self, location: Location) -> Self {
        self.location = Some(location);
        self
    }

    /// Says which element or object is at fault.
    #[must_use]
    pub fn element(mut self, element: impl Into<String>) -> Self {
        self.element = element.into();
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds `did you mean "..."?` if a known word is near `word`.
    #[must_use]
    pub fn suggest<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match crate::suggest::did_you_mean(word, known) {
            Some(near) => self.help(format!("did you mean \"{near}\"?")),
            None => self,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // place: <element>: message, help
        if let Some(location) = &self.location {
            write!(f, "{location}: ")?;
        }
        match &self.path {
            Some(path) => write!(f, "{path}: ")?,
            None if self.element.is_empty() => {}
            None => write!(f, "<{}>: ", self.element)?,
        }
        f.write_str(&self.message)?;
        if let Some(help) = &self.help {
            write!(f, ", {help}")?;
        }

        // the line of text and a mark below it
        let Some(location) = &self.location else { return Ok(()) };
        if let Some(excerpt) = &location.excerpt {
            let number = location.place.line.to_string();
            let (indent, width) = (" ".repeat(excerpt.mark), number.len().max(5));
            let mark = "^".repeat(excerpt.length.max(1));
            write!(f, "\n{number:>width$} | {}", excerpt.text)?;
            write!(f, "\n{:>width$} | {indent}{mark}", "")?;
        }

        // how the file was reached
        for place in &location.included_from {
            write!(f, "\n   included from {place}")?;
        }
        Ok(())
    }
}

ferrodyn_engine::debug_as_message!(Problem);

/// Why a model could not be loaded: one or more problems, in the order they were found.
///
/// Displays as one block of lines per problem.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoadError {
    /// The problems; never empty.
    pub problems: Vec<Problem>,
    /// Number of further problems that were counted but not kept.
    pub omitted: usize,
}

impl LoadError {
    /// The kind of the first problem.
    #[must_use]
    pub fn kind(&self) -> ProblemKind {
        self.problems.first().map_or(ProblemKind::Compile, |problem| problem.kind)
    }
}

impl LoadError {
    /// An error of problems that were found together.
    pub(crate) fn from_problems(problems: Vec<Problem>) -> Self {
        Self { problems: problems.into_iter().map(Problem::guarded).collect(), omitted: 0 }
    }
}

impl From<EditError> for LoadError {
    /// So that a function which builds a spec and compiles it can end with `?` both ways.
    fn from(error: EditError) -> Self {
        Problem::new(ProblemKind::Compile, error.to_string()).into()
    }
}

impl From<Problem> for LoadError {
    fn from(problem: Problem) -> Self {
        Self { problems: vec![problem.guarded()], omitted: 0 }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}{problem}")?;
        }
        match self.omitted {
            0 => Ok(()),
            1 => f.write_str("\nand 1 more problem"),
            n => write!(f, "\nand {n} more problems"),
        }
    }
}

ferrodyn_engine::debug_as_message!(LoadError);

impl std::error::Error for LoadError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: &str, line: u32, column: u32) -> Place {
        Place { file: file.into(), line, column }
    }

    #[test]
    fn display_starts_with_the_place_and_ends_with_the_include_chain() {
        let excerpt = Excerpt { text: "<geom sizes=\"1\"/>".into(), mark: 6, length: 5 };
        let problem = Problem::new(ProblemKind::Schema, "unknown attribute \"sizes\"")
            .element("geom")
            .suggest("sizes", ["pos", "size"])
            .at(Location {
                place: place("robot.xml", 14, 7),
                included_from: vec![place("scene.xml", 3, 4)],
                excerpt: Some(excerpt),
                withheld: false,
            });
        let expected = "robot.xml:14:7: <geom>: unknown attribute \"sizes\", did you mean \"size\"?
   14 | <geom sizes=\"1\"/>
      |       ^^^^^
   included from scene.xml:3:4";
        assert_eq!(problem.to_string(), expected);
    }

    #[test]
    fn a_file_that_may_not_be_shown_is_not_quoted() {
        let location = Location {
            place: place("/etc/secret", 1, 1),
            included_from: Vec::new(),
            excerpt: None,
            withheld: true,
        };
        let problem = || {
            let message = "unknown attribute \"hunter2\"";
            Problem::new(ProblemKind::Xml, message).element("pass").help("hunter3")
        };
        let mut problems = Problems::new();
        problems.push(problem().at(location.clone()));
        let collected = problems.into_result(()).unwrap_err().to_string();
        let single = LoadError::from(problem().at(location.clone())).to_string();
        let several = LoadError::from_problems(vec![problem().at(location)]).to_string();
        assert_eq!([&collected, &single], [&several; 2]);
        assert!(several.contains("/etc/secret:1:1: the file has a problem here"), "{several}");
        assert!(!several.contains("hunter") && !several.contains("pass"), "{several}");
    }
}
