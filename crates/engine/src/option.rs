//! Physics options and model statistics, with MuJoCo's defaults.

use std::fmt;

use crate::constants::{NIMP, NREF};
use crate::enums::{Cone, DisableBit, EnableBit, Integrator, Jacobian, Solver};
use crate::fields::plain_fields;
use crate::math::Vec3;

/// MuJoCo's default reference acceleration: time constant, damping ratio.
pub(crate) const DEFAULT_SOLREF: [f64; NREF] = [0.02, 1.0];
/// MuJoCo's default impedance: smallest, largest, width, midpoint, power.
pub(crate) const DEFAULT_SOLIMP: [f64; NIMP] = [0.9, 0.95, 0.001, 0.5, 2.0];

plain_fields! {
    /// Physics options.
    #[doc(alias = "mjOption")]
    #[doc(alias = "mj_defaultOption")]
    Opt {
        /// Time step; s.
        timestep: f64 = 0.002;
        /// Ratio of friction to normal impedance of contacts; 1.
        impratio: f64 = 1.0;
        /// Tolerance of the main solver: it stops when an iteration, scaled by the inertia, gains
        /// less; 1.
        tolerance: f64 = 1e-8;
        /// Tolerance of the line search, as a share of the gradient; 1.
        ls_tolerance: f64 = 0.01;
        /// Tolerance of the no-slip solver; 1.
        noslip_tolerance: f64 = 1e-6;
        /// Tolerance of convex collision; m.
        ccd_tolerance: f64 = 1e-6;
        /// Velocity below which a tree may sleep; m/s.
        sleep_tolerance: f64 = 1e-4;
        /// Gravity; m/s^2, world axes.
        gravity: Vec3 = Vec3([0.0, 0.0, -9.81]);
        /// Velocity of the medium, for fluid forces; m/s, world axes.
        wind: Vec3 = Vec3::ZERO;
        /// Magnetic flux, the same everywhere; T, world axes.
        magnetic: Vec3 = Vec3([0.0, -0.5, 0.0]);
        /// Density of the medium; kg/m^3.
        density: f64 = 0.0;
        /// Viscosity of the medium; kg/(m s).
        viscosity: f64 = 0.0;
        /// Margin of all contacts where contacts are overridden; m.
        o_margin: f64 = 0.0;
        /// Reference of all contacts where contacts are overridden; s and 1.
        o_solref: [f64; NREF] = DEFAULT_SOLREF;
        /// Impedance of all contacts where contacts are overridden; 1 and m.
        o_solimp: [f64; NIMP] = DEFAULT_SOLIMP;
        /// Friction of all contacts where contacts are overridden: two sliding, torsional, two
        /// rolling; 1 and m.
        o_friction: [f64; 5] = [1.0, 1.0, 0.005, 0.0001, 0.0001];
        /// The integrator, a number of `Integrator`.
        integrator: i32 = Integrator::Euler as i32;
        /// The friction cone, a number of `Cone`.
        cone: i32 = Cone::Pyramidal as i32;
        /// The format of the constraint Jacobian, a number of `Jacobian`.
        jacobian: i32 = Jacobian::Auto as i32;
        /// The constraint solver, a number of `Solver`.
        solver: i32 = Solver::Newton as i32;
        /// Most iterations of the main solver.
        iterations: i32 = 100;
        /// Most iterations of the line search.
        ls_iterations: i32 = 50;
        /// Most iterations of the no-slip solver.
        noslip_iterations: i32 = 0;
        /// Most iterations of convex collision.
        ccd_iterations: i32 = 35;
        /// Bits of `DisableBit`: parts of the pipeline that are switched off.
        disableflags: i32 = 0;
        /// Bits of `EnableBit`: optional parts that are switched on.
        enableflags: i32 = 0;
        /// Bits of disabled actuator groups.
        disableactuator: i32 = 0;
        /// Starting points of collision between signed distance fields.
        sdf_initpoints: i32 = 40;
        /// Iterations of collision between signed distance fields.
        sdf_iterations: i32 = 10;
    }
}

impl Opt {
    /// Sets the time step, in seconds.
    ///
    /// Whoever assigns to the field instead may assign anything, and a step takes it as MuJoCo's does: with a
    /// negative number time goes back, with NaN the state becomes NaN, which is counted as a warning.
    ///
    /// # Errors
    /// If it is not positive, infinite or NaN; the time step stays as it is then.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::Opt;
    ///
    /// let mut opt = Opt::default();
    /// opt.set_timestep(0.001)?;
    /// assert!(opt.set_timestep(-1.0).is_err() && opt.set_timestep(f64::NAN).is_err());
    /// assert_eq!(opt.timestep, 0.001);
    /// # Ok::<(), ferrodyn::TimestepError>(())
    /// ```
    pub fn set_timestep(&mut self, seconds: f64) -> Result<(), TimestepError> {
        if !(seconds > 0.0 && seconds.is_finite()) {
            return Err(TimestepError(seconds));
        }
        self.timestep = seconds;
        Ok(())
    }
}

/// A time step that no simulation can take: not positive, infinite or NaN.
#[derive(Clone, Copy, PartialEq)]
pub struct TimestepError(pub f64);

impl fmt::Display for TimestepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a time step is positive and finite, not {}", self.0)
    }
}

crate::debug_as_message!(TimestepError);

impl std::error::Error for TimestepError {}

impl Opt {
    /// The integrator, `None` if the number names none.
    #[must_use]
    pub fn integrator(&self) -> Option<Integrator> {
        Integrator::from_i32(self.integrator)
    }

    /// The friction cone, `None` if the number names none.
    #[must_use]
    pub fn cone(&self) -> Option<Cone> {
        Cone::from_i32(self.cone)
    }

    /// The format of the constraint Jacobian, `None` if the number names none.
    #[must_use]
    pub fn jacobian(&self) -> Option<Jacobian> {
        Jacobian::from_i32(self.jacobian)
    }

    /// The constraint solver, `None` if the number names none.
    #[must_use]
    pub fn solver(&self) -> Option<Solver> {
        Solver::from_i32(self.solver)
    }

    /// Whether a part of the pipeline is switched off.
    #[doc(alias = "mjDISABLED")]
    #[must_use]
    pub fn disabled(&self, bit: DisableBit) -> bool {
        self.disableflags & bit as i32 != 0
    }

    /// Whether an optional part of the pipeline is switched on.
    #[doc(alias = "mjENABLED")]
    #[must_use]
    pub fn enabled(&self, bit: EnableBit) -> bool {
        self.enableflags & bit as i32 != 0
    }
}

plain_fields! {
    /// Averages over the model, computed by the compiler unless given.
    #[doc(alias = "mjStatistic")]
    #[doc(alias = "mj_defaultStatistic")]
    Statistic {
        /// Mean of the diagonal of the inertia matrix at the default pose; kg or kg m^2.
        meaninertia: f64 = 1.0;
        /// Mean mass of bodies; kg.
        meanmass: f64 = 1.0;
        /// Mean size of bodies; m.
        meansize: f64 = 0.2;
        /// Largest side of the box around the model at the default pose; m.
        extent: f64 = 2.0;
        /// Center of the box around the model at the default pose; m, world frame.
        center: Vec3 = Vec3::ZERO;
    }
}
