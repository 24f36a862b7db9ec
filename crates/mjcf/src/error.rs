//! Why a model could not be loaded: every problem found, each with its place and a suggestion.
//!
//! The reader collects into [`Problems`] and goes on where it can, so that a user sees all
//! independent mistakes at once. Displayed, a problem looks like
//!
//! ```text
//! robot.xml:14:7: <geom>: unknown attribute "sizes", did you mean "size"?
//!    14 |       <geom sizes="1"/>
//!       |             ^^^^^
//!    included from scene.xml:3:4
//! ```

use std::fmt;
use std::sync::Arc;

use crate::spec::ElementId;

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
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// What kind of problem it is.
    pub kind: ProblemKind,
    /// Where it is, if it has a place in a file.
    pub location: Option<Location>,
    /// The element or object at fault, without brackets; may be empty.
    pub element: String,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it, such as `did you mean "size"?`.
    pub help: Option<String>,
    /// The element of the spec at fault; none for problems of reading.
    pub id: ElementId,
}

impl Problem {
    /// A problem without place, element and help.
    pub fn new(kind: ProblemKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            location: None,
            element: String::new(),
            message: message.into(),
            help: None,
            id: ElementId::NONE,
        }
    }

    /// The problem without anything that the file says, if its file may not be shown.
    fn guarded(self) -> Self {
        if !self.location.as_ref().is_some_and(|location| location.withheld) {
            return self;
        }
        let message = "the file has a problem here; neither its text nor the details are shown, \
                       because it lies outside the directory of the model";
        let help = "name its directory in roots to see them";
        let element = String::new();
        Self { message: message.to_owned(), help: Some(help.to_owned()), element, ..self }
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
        if !self.element.is_empty() {
            write!(f, "<{}>: ", self.element)?;
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

/// Why a model could not be loaded: one or more problems, in the order they were found.
///
/// Displays as one block of lines per problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoadError {
    /// The problems; never empty.
    pub problems: Vec<Problem>,
    /// Number of further problems that were counted but not kept.
    pub omitted: usize,
}

impl LoadError {
    /// The kind of the first problem.
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

impl std::error::Error for LoadError {}

/// Collects problems while reading goes on.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    kept: Vec<Problem>,
    omitted: usize,
}

impl Problems {
    /// Problems beyond this number are counted, not kept.
    pub const KEPT: usize = 100;

    /// No problems yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a problem. One that repeats the latest problem word for word is dropped.
    pub fn push(&mut self, problem: Problem) {
        let problem = problem.guarded();
        if self.kept.last() == Some(&problem) {
            return;
        }
        if self.kept.len() < Self::KEPT {
            self.kept.push(problem);
        } else {
            self.omitted += 1;
        }
    }

    /// Adds all problems of an error.
    pub fn extend(&mut self, error: LoadError) {
        self.omitted += error.omitted;
        for problem in error.problems {
            self.push(problem);
        }
    }

    /// Whether further problems are only counted: there is no need to describe them.
    pub fn is_full(&self) -> bool {
        self.kept.len() >= Self::KEPT
    }

    /// Counts problems without keeping them.
    pub fn omit(&mut self, count: usize) {
        self.omitted += count;
    }

    /// Adds a problem that is described only if it is kept.
    pub fn push_with(&mut self, problem: impl FnOnce() -> Problem) {
        if self.is_full() {
            self.omitted += 1;
        } else {
            self.push(problem());
        }
    }

    /// Whether nothing went wrong so far.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The number of problems so far.
    pub fn len(&self) -> usize {
        self.kept.len() + self.omitted
    }

    /// The problems that were kept.
    pub fn into_vec(self) -> Vec<Problem> {
        self.kept
    }

    /// Stops here if anything went wrong so far.
    pub fn check(&mut self) -> Result<(), LoadError> {
        std::mem::take(self).into_result(())
    }

    /// `value` if nothing went wrong, otherwise all problems in the order of the document.
    pub fn into_result<T>(mut self, value: T) -> Result<T, LoadError> {
        if self.kept.is_empty() {
            return Ok(value);
        }
        self.sort();
        Err(LoadError { problems: self.kept, omitted: self.omitted })
    }

    /// Sorts by place, included files where they are included; the first file met comes first, and
    /// problems without a place last.
    fn sort(&mut self) {
        let outermost = |problem: &Problem| {
            let location = problem.location.as_ref()?;
            Some(location.included_from.last().unwrap_or(&location.place).file.clone())
        };
        let mut files: Vec<Arc<str>> = Vec::new();
        for file in self.kept.iter().filter_map(outermost) {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        self.kept.sort_by_cached_key(|problem| {
            let file = outermost(problem).and_then(|file| files.iter().position(|f| *f == file));
            let places = problem.location.iter().flat_map(|location| {
                location.included_from.iter().rev().chain(std::iter::once(&location.place))
            });
            let way: Vec<(u32, u32)> = places.map(|place| (place.line, place.column)).collect();
            (file.unwrap_or(usize::MAX), way)
        });
    }
}

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
    fn all_problems_are_shown_and_too_many_are_counted() {
        let mut problems = Problems::new();
        for i in 0..Problems::KEPT + 3 {
            problems.push(Problem::new(ProblemKind::Compile, format!("problem {i}")));
        }
        assert_eq!(problems.len(), Problems::KEPT + 3);
        let error = problems.into_result(()).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("problem 0\nproblem 1\n"));
        assert!(text.ends_with("problem 99\nand 3 more problems"));
    }

    #[test]
    fn problems_come_in_the_order_of_the_document() {
        let at = |line: u32, included_from: Vec<Place>| {
            let file = if included_from.is_empty() { "scene.xml" } else { "robot.xml" };
            let place = place(file, line, 1);
            let location = Location { place, included_from, excerpt: None, withheld: false };
            Problem::new(ProblemKind::Schema, format!("{file} {line}")).at(location)
        };
        let mut problems = Problems::new();
        problems.push(Problem::new(ProblemKind::Limit, "nowhere"));
        problems.push(at(9, Vec::new()));
        problems.push(at(50, vec![place("scene.xml", 4, 2)]));
        problems.push(at(2, Vec::new()));
        problems.push(at(40, vec![place("scene.xml", 4, 2)]));
        let error = problems.into_result(()).unwrap_err();
        let order: Vec<&str> = error.problems.iter().map(|p| p.message.as_str()).collect();
        assert_eq!(
            order,
            ["scene.xml 2", "robot.xml 40", "robot.xml 50", "scene.xml 9", "nowhere"]
        );
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

    #[test]
    fn no_problem_is_success() {
        assert_eq!(Problems::new().into_result(7), Ok(7));
    }

    #[test]
    fn a_repeated_problem_is_shown_once() {
        let mut problems = Problems::new();
        problems.push(Problem::new(ProblemKind::Io, "same"));
        problems.push(Problem::new(ProblemKind::Io, "same"));
        assert_eq!(problems.len(), 1);
    }
}
