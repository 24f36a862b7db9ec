//! What is wrong with a model: findings with the numbers behind them.
//!
//! [`examine`] looks at a compiled model, [`examine_spec`] also at what it was compiled from, which tells the
//! places of findings in the file. Checks of the model alone are formulas ([`Options::runs`] is off), the others
//! simulate it for a short while. A finding is a warning if its consequence was measured, or if the check raises no
//! false alarm on models known to be good; else it is a note: true, but maybe meant.
//!
//! # Examples
//! ```
//! use ferrodyn::doctor::{Check, Options, examine_spec};
//! use ferrodyn::Loader;
//!
//! let loader = Loader::new();
//! let spec = loader.read_str(
//!     "<mujoco><worldbody><body name='arm'><joint/><geom size='.1' mass='1'/></body>
//!     <body name='tool' pos='1 0 0'><joint/><geom size='.01' mass='50'/></body></worldbody></mujoco>",
//! )?;
//! let report = examine_spec(&loader, &spec, &Options { runs: false, ..Options::default() })?;
//! let [found] = &report.findings[..] else { panic!("{:?}", report.findings) };
//! assert_eq!((found.check, &found.elements[..]), (Check::Dense, &["tool".to_owned()][..]));
//! assert_eq!(found.location.as_ref().map(|location| location.place.line), Some(2));
//! # Ok::<(), ferrodyn::LoadError>(())
//! ```

mod allow;
mod check;
mod cure;
mod finding;
mod limit;
mod random;
mod report;
mod run;
mod start;
mod subject;
mod text;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrodyn_engine::Model;
use ferrodyn_engine::hooks::Interrupt;
use ferrodyn_mjcf::{Compiled, LoadError, Loader, Spec};

pub use allow::{Allowance, UnknownCheck};
pub use cure::Cure;
pub use finding::{Check, Finding, Severity};
pub use report::{Fact, Report};
pub use run::hold::Hold;

use limit::Limit;
use subject::Subject;

/// What to do to a model, and for how long.
#[derive(Clone)]
pub struct Options {
    /// Simulate the model, too.
    pub runs: bool,
    /// Try edits of the spec against warnings, each by the check that has fired.
    pub cures: bool,
    /// A box for a gripper to hold; needs a spec.
    pub hold: Option<Hold>,
    /// How long all of it may take; what does not fit is named in [`Report::not_run`].
    pub budget: Duration,
    /// Findings that are meant, besides those that the model itself allows by a custom text named `doctor`.
    pub allow: Vec<Allowance>,
    /// Asked every few milliseconds whether to end.
    pub interrupt: Option<Interrupt>,
}

impl Default for Options {
    /// Everything, for ten seconds at most.
    fn default() -> Self {
        Self {
            runs: true,
            cures: true,
            hold: None,
            budget: Duration::from_secs(10),
            allow: Vec::new(),
            interrupt: None,
        }
    }
}

/// Examines a compiled model. Findings have no places, and masses that count twice are not looked for: only a spec
/// tells.
pub fn examine(m: &Model, options: &Options) -> Report {
    examine_subject(&Subject::of_model(m), None, options)
}

/// Compiles a spec and examines it.
///
/// # Errors
/// If it cannot be compiled.
pub fn examine_spec(loader: &Loader, spec: &Spec, options: &Options) -> Result<Report, LoadError> {
    let mut loader = loader.clone();
    // cures compile the spec again
    loader.cache.get_or_insert_with(Arc::default);
    let compiled = spec.compile_with_ids(loader.environment())?;
    Ok(examine_subject(&Subject::of_spec(spec, &compiled), Some(&loader), options))
}

/// A copy of a spec with all edits that a report of it proposes; `None` if it proposes none.
pub fn fixed(spec: &Spec, report: &Report) -> Option<Spec> {
    cure::fixed(spec, report)
}

/// Examines a model that was compiled from a spec; numbers of the model may have been changed since. Cures are not
/// tried.
pub fn examine_compiled(spec: &Spec, compiled: &Compiled, options: &Options) -> Report {
    examine_subject(&Subject::of_spec(spec, compiled), None, options)
}

fn examine_subject(subject: &Subject<'_>, loader: Option<&Loader>, options: &Options) -> Report {
    let start = Instant::now();
    let limit = Limit::new(options.budget, options.interrupt.clone());
    let mut report = Report::default();
    check::run(subject, &limit, &mut report);
    if options.runs {
        run::run(subject, &limit, &mut report);
    }
    allow::apply(subject.m, &options.allow, &mut report);
    report.sort();
    if let (Some(spec), Some(loader), true) = (subject.spec, loader, options.cures) {
        cure::run(subject, spec, loader, &limit, &mut report);
    }
    if let (Some(spec), Some(loader), Some(hold)) = (subject.spec, loader, &options.hold) {
        run::hold::run(subject.m, spec, loader, hold, &limit, &mut report);
        report.sort();
    }
    report.interrupted = limit.interrupted();
    report.seconds = start.elapsed().as_secs_f64();
    report
}
