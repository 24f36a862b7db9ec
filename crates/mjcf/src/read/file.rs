//! A file and those that it names, read as far as they go: MJCF, or URDF where the root says so.

use std::rc::Rc;
use std::sync::Arc;

use super::{Context, read_mjcf};
use crate::error::{LoadError, Problem, ProblemKind, Problems};
use crate::path;
use crate::spec::Spec;
use crate::urdf::{Report, read_urdf};
use crate::xml::{Tree, expand_includes_of};

/// What could be read of a file.
pub(crate) struct Read {
    pub(crate) spec: Spec,
    pub(crate) report: Report,
    pub(crate) problems: Problems,
}

/// Reads a file as far as it goes. An error means that there is nothing to go on with.
pub(crate) fn read_file(file: &str, context: &Context<'_>) -> Result<Read, LoadError> {
    let bytes = context.files.read("", file);
    let bytes = bytes.map_err(|error| Problem::new(ProblemKind::Io, error.to_string()))?;
    let mut open = context.open.clone();
    open.push(file.to_owned());
    context.opened.set(context.opened.get() + 1);
    let (opened, room) = (Rc::clone(&context.opened), context.room.clone());
    let inside = Context { open, opened, room, ..*context };
    read_text(file, bytes.to_vec(), &inside)
}

pub(crate) fn read_text(
    name: &str,
    bytes: Vec<u8>,
    context: &Context<'_>,
) -> Result<Read, LoadError> {
    // messages may show what the user named, and what is below its directory
    let withheld = context.main_dir.is_some_and(|dir| !context.files.may_quote(dir, name));
    let main_dir = context.main_dir.unwrap_or(path::directory(name));
    let context = &context.inside(main_dir);
    let Context { files, limits, .. } = *context;
    let mut problems = Problems::new();
    let mut tree = Tree::parse_what_can_be(name, bytes, limits, withheld, &mut problems)?;
    let mut spec = Spec { modelfiledir: path::directory(name).to_owned(), ..Spec::default() };
    let mut report = Report::default();
    let root = tree.root();
    match tree.name(root) {
        "mujoco" => {
            expand_includes_of(&mut tree, main_dir, files, limits, &mut problems);
            problems.end_stage()?;
            read_mjcf(tree, &mut spec, context, &mut problems);
        }
        root if root.eq_ignore_ascii_case("robot") => {
            report = read_urdf(name, &Arc::new(tree), &mut spec, context, &mut problems);
        }
        other => {
            let message = format!("the root is <{other}>: a model starts with <mujoco> or <robot>");
            problems.push(tree.problem(ProblemKind::Schema, root, message));
            problems.check()?;
        }
    }
    if context.open.len() <= 1 {
        let (needed, limit) = (spec.pending_bytes(), limits.model_bytes);
        if needed > limit {
            let message = format!("the keyframes take {needed} bytes: the model may take {limit}");
            let problem = Problem::new(ProblemKind::Limit, message);
            problems.push(problem.help("make it smaller, or raise the limit model_bytes"));
        } else {
            spec.resolve_keys();
        }
        spec.assign_ids();
        spec.excuse_numbers();
    }
    problems.end_stage()?;
    Ok(Read { spec, report, problems })
}
