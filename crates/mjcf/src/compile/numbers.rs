//! Refuses numbers that no model can use, in what programs make: NaN, infinite numbers, a time step that is
//! not positive.

use crate::error::{Problem, ProblemKind, Problems};
use crate::spec::Spec;

/// Reports infinite numbers, NaN and a time step that is not positive, unless a file held them.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    spec.each_nonfinite(&mut |found| {
        problems.push_with(|| {
            let message = format!("attribute \"{}\" holds {}", found.attribute, found.number);
            let element = match found.name {
                "" => found.element.to_owned(),
                name => format!("{} name=\"{name}\"", found.element),
            };
            let problem = Problem::new(ProblemKind::Compile, message).element(element);
            let mut problem = problem.help("give a finite number");
            if let Some(origin) = found.origin {
                problem.id = origin.id;
                problem.location = origin.location();
            }
            problem
        });
    });
    let timestep = spec.option.timestep;
    if timestep <= 0.0 && !spec.excused {
        let message = format!("attribute \"timestep\" is {timestep}");
        let problem = Problem::new(ProblemKind::Compile, message).element("option");
        problems.push(problem.help("it must be positive"));
    }
}
