//! Problems of a model that is being loaded, stage by stage.

use std::sync::Arc;

use super::{Fault, LoadError, Mistaken, Problem, ProblemKind};

/// Collects problems while reading goes on.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    kept: Vec<Problem>,
    omitted: usize,
    mistaken: Mistaken,
}

impl Problems {
    /// Problems beyond this number are counted, not kept.
    pub const KEPT: usize = 100;

    /// No problems yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a problem. One that repeats another word for word, at the same place, is dropped, and so
    /// is one that may only follow from those of earlier stages.
    pub fn push(&mut self, problem: Problem) {
        let problem = problem.guarded();
        let explained = self.mistaken.explains(&problem);
        if let Some(fault) = problem.fault.as_deref() {
            self.mistaken.add(fault.clone());
        }
        if explained || self.kept.contains(&problem) {
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
    #[must_use]
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
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The number of problems so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.len() + self.omitted
    }

    /// The problems that were kept.
    #[must_use]
    pub fn into_vec(self) -> Vec<Problem> {
        self.kept
    }

    /// Marks an element that has a mistake without reporting a problem.
    pub(crate) fn mark_faulty(&mut self, fault: Fault) {
        self.mistaken.add(fault);
    }

    /// What is known to be wrong.
    pub(crate) fn mistaken(&self) -> &Mistaken {
        &self.mistaken
    }

    /// Adds the problems of a model that is part of this one, each changed by `change`.
    pub(crate) fn absorb(&mut self, other: Self, change: impl Fn(&mut Problem)) {
        self.omitted += other.omitted;
        for mut problem in other.kept {
            change(&mut problem);
            self.push(problem);
        }
        self.mistaken.absorb(other.mistaken);
    }

    /// Ends a stage: the next one says nothing about the elements of these problems.
    ///
    /// # Errors
    /// All problems, if there is no point in going on: a limit was reached, or there are more
    /// problems than are kept.
    pub(crate) fn end_stage(&mut self) -> Result<(), LoadError> {
        self.mistaken.close();
        let limit = self.kept.iter().any(|problem| problem.kind == ProblemKind::Limit);
        if limit || self.is_full() { self.check() } else { Ok(()) }
    }

    /// Stops here if anything went wrong so far.
    pub fn check(&mut self) -> Result<(), LoadError> {
        std::mem::take(self).into_result(())
    }

    /// `value` if nothing went wrong, otherwise all problems in the order of the document.
    pub fn into_result<T>(self, value: T) -> Result<T, LoadError> {
        if self.kept.is_empty() { Ok(value) } else { Err(self.into_error()) }
    }

    /// All problems in the order of the document.
    pub(crate) fn into_error(mut self) -> LoadError {
        self.sort();
        LoadError { problems: self.kept, omitted: self.omitted }
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
    use crate::error::{Location, Place};

    fn place(file: &str, line: u32, column: u32) -> Place {
        Place { file: file.into(), line, column }
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
