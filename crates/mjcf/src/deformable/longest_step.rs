//! The longest time step with which a deformable body is stable, and why.
//!
//! Near rest, elastic points are springs: `M a = -K x - beta K v` with the damping time `beta`. In a mode of
//! the eigenvalue `w^2` of `M^-1 K`, MuJoCo's integrators take all of this from the start of a step, except
//! for the damping of joints, which they take from its end. So with the step `h`
//!
//! | damping | `v' = ` | stable for | longest `h` |
//! |---|---|---|---|
//! | of a flex | `v - h w^2 (x + beta v)` | `h^2 w^2 + 2 h beta w^2 < 4` | `sqrt(beta^2 + 4 / w^2) - beta` |
//! | of joints | `v - h w^2 (x + beta v')` | `h^2 w^2 - 2 h beta w^2 < 4` | `sqrt(beta^2 + 4 / w^2) + beta` |
//!
//! and `x' = x + h v'` in both. The fastest mode decides. What is claimed is [`SAFETY`] of that, since material
//! that is stretched is stiffer than at rest.

use std::fmt;

/// Share of the linear bound that is claimed: enough for a stretch by 7 %.
const SAFETY: f64 = 0.9;
/// Damping of a flex as a share of its longest undamped step. More would cost more steps than it is worth: with
/// half of it, the longest step is 0.62 of the undamped one.
const MOST_DAMPING: f64 = 0.5;
/// Time constant of contacts. The solver makes contacts softer whose time constant is below two steps.
pub(super) const CONTACT: f64 = 0.02;

/// What limits a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepLimit {
    /// A wave of stretching passes from point to point.
    Stretch,
    /// A wave of bending does.
    Bend,
    /// A wave of twisting does.
    Twist,
    /// Links that hang swing under the weight of those below.
    Weight,
    /// Contacts and other constraints become softer than they should be.
    Contact,
}

/// The longest time step of a deformable body.
///
/// ```
/// use ferrodyn_mjcf::deformable::{SoftBody, StepLimit};
///
/// let longest = SoftBody::foam("cushion").longest_step()?;
/// assert_eq!(longest.limit, StepLimit::Stretch);
/// assert!(longest.seconds < 1e-3);
/// println!("{longest}");
/// # Ok::<(), ferrodyn_mjcf::deformable::DeformableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LongestStep {
    /// The step; s.
    pub seconds: f64,
    /// What limits it.
    pub limit: StepLimit,
    /// What it would be without damping; s.
    pub undamped: f64,
    /// The damping for each unit of stiffness that the body gets, at most that of its material; s.
    pub damping: f64,
}

/// Where damping enters the equations of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damping {
    /// From the start of the step.
    Explicit,
    /// From its end.
    Implicit,
}

/// A mode that may limit the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode {
    pub(super) limit: StepLimit,
    /// Its eigenvalue; rad^2/s^2.
    pub(super) eigenvalue: f64,
    /// Its damping time; s.
    pub(super) damping: f64,
}

impl Mode {
    /// The longest step that is claimed for it.
    fn longest(&self, damping: Damping) -> f64 {
        if self.eigenvalue <= 0.0 {
            return f64::INFINITY;
        }
        let beta = self.damping;
        let root = (beta * beta + 4.0 / self.eigenvalue).sqrt();
        match damping {
            Damping::Explicit => SAFETY * (4.0 / self.eigenvalue) / (root + beta),
            Damping::Implicit => SAFETY * (root + beta),
        }
    }

    /// The least damping time with which an implicitly damped mode bears a step.
    pub(super) fn damping_for(&self, timestep: f64) -> f64 {
        let h = timestep / SAFETY;
        if self.eigenvalue <= 0.0 { 0.0 } else { (0.5 * (h - 4.0 / self.eigenvalue / h)).max(0.0) }
    }
}

/// The damping that a flex gets: that of its material, unless this would decide the step.
pub(super) fn flex_damping(asked: f64, eigenvalue: f64) -> f64 {
    if eigenvalue > 0.0 { asked.min(MOST_DAMPING * 2.0 / eigenvalue.sqrt()) } else { asked }
}

/// The largest eigenvalue with which a flex of a material with some damping bears a step.
pub(super) fn eigenvalue_for(timestep: f64, asked: f64) -> f64 {
    let h = timestep.max(0.0) / SAFETY;
    // if the damping is a share of the undamped step
    let undamped = h / ((MOST_DAMPING * MOST_DAMPING + 1.0).sqrt() - MOST_DAMPING);
    if MOST_DAMPING * undamped <= asked {
        4.0 / (undamped * undamped)
    } else {
        4.0 / (h * (h + 2.0 * asked))
    }
}

impl LongestStep {
    /// The least of what some modes and constraints with a time constant allow.
    pub(super) fn of(modes: &[Mode], damping: Damping, time_constant: f64) -> Self {
        let seconds = 0.5 * time_constant;
        let contact = Self { seconds, limit: StepLimit::Contact, undamped: seconds, damping: 0.0 };
        let mut longest = modes.iter().fold(contact, |longest, mode| {
            let seconds = mode.longest(damping);
            if seconds < longest.seconds {
                let undamped = Mode { damping: 0.0, ..*mode }.longest(damping);
                Self { seconds, limit: mode.limit, undamped, ..longest }
            } else {
                longest
            }
        });
        longest.damping = modes.first().map_or(0.0, |mode| mode.damping);
        longest
    }

    /// Refuses a longer step, and says which method would help.
    pub(super) fn check(&self, timestep: f64, help: &str) -> Result<(), String> {
        if timestep <= self.seconds {
            return Ok(());
        }
        Err(format!(
            "the time step of {} is too long: at most {self}. Set option.timestep before the body is added{}",
            seconds(timestep),
            if self.limit.is_mode() { format!(", or make it {help}") } else { String::new() },
        ))
    }
}

impl StepLimit {
    /// The limit as a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stretch => "stretch",
            Self::Bend => "bend",
            Self::Twist => "twist",
            Self::Weight => "weight",
            Self::Contact => "contact",
        }
    }

    /// Whether elasticity sets it, so that softness or damping helps.
    fn is_mode(self) -> bool {
        matches!(self, Self::Stretch | Self::Bend | Self::Twist)
    }
}

impl fmt::Display for StepLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stretch => "a wave of stretching takes this long from point to point",
            Self::Bend => "a wave of bending takes this long from point to point",
            Self::Twist => "a wave of twisting takes this long from link to link",
            Self::Weight => "links swing this fast under the weight of those below",
            Self::Contact => "constraints would become softer in longer steps",
        })
    }
}

impl fmt::Display for LongestStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", seconds(self.seconds), self.limit)?;
        if self.limit.is_mode() && self.damping > 0.0 {
            write!(
                f,
                "; {} without its damping of {}",
                seconds(self.undamped),
                seconds(self.damping)
            )?;
        }
        f.write_str(")")
    }
}

/// A time as people write it, with three digits.
fn seconds(time: f64) -> String {
    let (number, unit) = if time < 1e-3 { (time * 1e6, "us") } else { (time * 1e3, "ms") };
    let decimals = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    let text = format!("{number:.decimals$}");
    let text = if decimals > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} {unit}")
}
