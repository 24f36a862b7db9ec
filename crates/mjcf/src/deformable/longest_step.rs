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
//!
//! A chain that swings is another matter: integrators take centrifugal forces from the start of a step, too, which
//! brings energy to an end that whips. damping has to take away, see [`Whip`].

use std::fmt;

use super::DeformableError;

/// Share of the linear bound that is claimed: enough for a stretch by 7 %.
const SAFETY: f64 = 0.9;
/// Damping of a flex as a share of its longest undamped step. More would cost more steps than it is worth: with
/// half of it, the longest step is 0.62 of the undamped one.
const MOST_DAMPING: f64 = 0.5;
/// Time constant of contacts. The solver makes contacts softer whose time constant is below two steps.
pub(super) const CONTACT: f64 = 0.02;
/// How far an end that whips may turn in a step, for the square root of its damping ratio; rad. Measured: chains of 5
/// to 40 links with damping ratios from 0.003 to 3 gain less than a tenth of their energy at 1.7 to 3.
const WHIP: f64 = 1.5;
/// The same without damping, where every step brings some energy.
const UNDAMPED_WHIP: f64 = 0.01;

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
    /// The end of a chain whips when the chain is let go and swings.
    Swing,
    /// Contacts and other constraints become softer than they should be.
    Contact,
}

/// The longest time step of a deformable body.
///
/// ```
/// use ferrodyn::deformable::{SoftBody, StepLimit};
///
/// let longest = SoftBody::foam("cushion").longest_step()?;
/// assert_eq!(longest.limit, StepLimit::Stretch);
/// assert!(longest.seconds < 1e-3);
/// println!("{longest}");
/// # Ok::<(), ferrodyn::deformable::DeformableError>(())
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
    /// Its eigenvalue `w^2`; rad^2/s^2.
    pub(super) eigenvalue: f64,
    /// Its damping `beta w^2`; 1/s.
    pub(super) rate: f64,
}

impl Mode {
    /// The longest step that is claimed for it.
    fn longest(&self, damping: Damping) -> f64 {
        if self.eigenvalue <= 0.0 && (self.rate <= 0.0 || damping == Damping::Implicit) {
            return f64::INFINITY;
        }
        let root = (self.rate * self.rate + 4.0 * self.eigenvalue).sqrt();
        let longest = match damping {
            Damping::Explicit => 4.0 / (root + self.rate),
            Damping::Implicit => (root + self.rate) / self.eigenvalue,
        };
        // no step is short enough for what is not finite
        if longest.is_nan() { 0.0 } else { SAFETY * longest }
    }

    /// The least rate with which an implicitly damped mode bears a step.
    pub(super) fn rate_for(&self, timestep: f64) -> f64 {
        let h = timestep / SAFETY;
        0.5 * (h * self.eigenvalue - 4.0 / h).max(0.0)
    }
}

/// A chain whose last link may get the energy that the whole of it has when it swings.
///
/// Let it hang at one end and let it go from the horizontal. The fastest that its last link can turn is with all energy
/// of the fall, `I w^2 / 2 = M g L / 2`. In a step `h` centrifugal forces, which are those of its start, bring energy as
/// `(w h)^2`; the damping `c` of a joint takes it away as `c / (I w)`. So the bound is `w h < WHIP sqrt(c / (I w))`,
/// whatever the number of links. It is no threshold: where a chain whips, and how fast, differs from one start to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whip {
    /// Moment of inertia of the last link about its joint; kg m^2.
    pub(super) inertia: f64,
    /// Weight of the chain times its length; J.
    pub(super) energy: f64,
    /// Torque of a joint for each radian that it bends; N m.
    pub(super) stiffness: f64,
}

impl Whip {
    /// The longest step with a damping of joints.
    pub(super) fn longest(&self, damping: f64) -> f64 {
        // it does not bend so far
        if self.stiffness > self.energy {
            return f64::INFINITY;
        }
        let fastest = (self.energy / self.inertia).sqrt();
        let ratio = damping / (self.inertia * fastest);
        let longest = (WHIP * WHIP * ratio + UNDAMPED_WHIP * UNDAMPED_WHIP).sqrt() / fastest;
        if longest.is_nan() { 0.0 } else { longest }
    }

    /// The least damping of joints for a step.
    pub(super) fn damping_for(&self, timestep: f64) -> f64 {
        if self.stiffness > self.energy {
            return 0.0;
        }
        let fastest = (self.energy / self.inertia).sqrt();
        let turned = timestep * fastest;
        let ratio = (turned * turned - UNDAMPED_WHIP * UNDAMPED_WHIP) / (WHIP * WHIP);
        (ratio * self.inertia * fastest).max(0.0)
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
                let undamped = Mode { rate: 0.0, ..*mode }.longest(damping);
                Self { seconds, limit: mode.limit, undamped, ..longest }
            } else {
                longest
            }
        });
        let elastic = modes.first().filter(|mode| mode.eigenvalue > 0.0);
        longest.damping = elastic.map_or(0.0, |mode| mode.rate / mode.eigenvalue);
        longest
    }

    /// The same where the end of a chain may whip.
    pub(super) fn swinging(self, whip: &Whip, damping: f64) -> Self {
        let seconds = whip.longest(damping);
        if seconds < self.seconds {
            Self { seconds, limit: StepLimit::Swing, undamped: whip.longest(0.0), ..self }
        } else {
            self
        }
    }

    /// Refuses a longer step of a body that was made for it: something else than its material limits the step.
    pub(super) fn check_reached(&self, name: &str, timestep: f64) -> Result<(), DeformableError> {
        if timestep <= self.seconds {
            return Ok(());
        }
        let what =
            format!("no material bears a time step of {}: at most {self}", seconds(timestep));
        Err(DeformableError { name: name.to_owned(), what })
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
            Self::Swing => "swing",
            Self::Contact => "contact",
        }
    }

    /// Whether softness or damping helps.
    fn is_mode(self) -> bool {
        matches!(self, Self::Stretch | Self::Bend | Self::Twist | Self::Swing)
    }
}

impl fmt::Display for StepLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stretch => "a wave of stretching takes this long from point to point",
            Self::Bend => "a wave of bending takes this long from point to point",
            Self::Twist => "a wave of twisting takes this long from link to link",
            Self::Weight => "links swing this fast under the weight of those below",
            Self::Swing => "the end of the chain whips this fast when it is let go and swings",
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
