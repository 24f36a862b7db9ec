//! Actuators, and the shortcuts that set their parameters.

use ferrodyn_engine::enums::{BiasType, DynType, GainType, Limited, TrnType};

use super::saved::SavedActuator;
use super::{Origin, PluginRef, ShortcutError};
use crate::schema::element;
use crate::schema::keyword::keywords;

keywords! {
    /// How a history buffer is read between samples.
    pub enum Interp {
        /// The last sample holds.
        Zoh = 0 "zoh",
        /// Straight lines.
        Linear = 1 "linear",
        /// Cubic splines.
        Cubic = 2 "cubic",
    }

    /// What a DC motor's control input means.
    pub enum MotorInput {
        /// Terminal voltage.
        Voltage = 0 "voltage",
        /// Position set point.
        Position = 1 "position",
        /// Velocity set point.
        Velocity = 2 "velocity",
    }
}

element! {
    /// An actuator: transmission, activation dynamics and force generation.
    pub struct Actuator {
        /// Name.
        pub name: String = String::new(), "name";
        /// Default class.
        pub class: String = String::new();
        /// Group, for disabling many at once.
        pub group: i32 = 0, "group";
        /// Samples in the history buffer.
        pub nsample: i32 = 0, "nsample";
        /// How the history is read.
        pub interp: Interp = Interp::Zoh, "interp";
        /// Delay in seconds.
        pub delay: f64 = 0.0, "delay";
        /// Whether control is clamped.
        pub ctrllimited: Limited = Limited::Auto, "ctrllimited";
        /// Whether force is clamped.
        pub forcelimited: Limited = Limited::Auto, "forcelimited";
        /// Whether activation is clamped.
        pub actlimited: Limited = Limited::Auto, "actlimited";
        /// Range of control.
        pub ctrlrange: [f64; 2] = [0.0; 2], "ctrlrange";
        /// Range of force.
        pub forcerange: [f64; 2] = [0.0; 2], "forcerange";
        /// Range of activation.
        pub actrange: [f64; 2] = [0.0; 2], "actrange";
        /// Range of transmission length.
        pub lengthrange: [f64; 2] = [0.0; 2], "lengthrange";
        /// Scale of length and force, or direction of a wrench.
        pub gear: [f64; 6] = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], upto "gear";
        /// Damping: linear, quadratic and cubic coefficient.
        pub damping: [f64; 3] = [0.0; 3], upto "damping";
        /// Rotor inertia.
        pub armature: f64 = 0.0, "armature";
        /// Transmission type.
        pub trntype: TrnType = TrnType::Undefined;
        /// Name of the transmission target.
        pub target: String = String::new();
        /// Crank length.
        pub cranklength: f64 = 0.0, "cranklength";
        /// Site of the slider.
        pub slidersite: String = String::new(), "slidersite";
        /// Site relative to which a site transmission acts.
        pub refsite: String = String::new(), "refsite";
        /// Number of activations; -1 for what the dynamics needs.
        pub actdim: i32 = -1, "actdim";
        /// Activation dynamics.
        pub dyntype: DynType = DynType::None, "dyntype";
        /// Gain.
        pub gaintype: GainType = GainType::Fixed, "gaintype";
        /// Bias.
        pub biastype: BiasType = BiasType::None, "biastype";
        /// Parameters of the dynamics.
        pub dynprm: [f64; 10] = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], upto "dynprm";
        /// Parameters of the gain.
        pub gainprm: [f64; 10] = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], upto "gainprm";
        /// Parameters of the bias.
        pub biasprm: [f64; 10] = [0.0; 10], upto "biasprm";
        /// The force uses the next activation.
        pub actearly: bool = false, "actearly";
        /// Take the range from the target, times this factor.
        pub inheritrange: f64 = 0.0;
        /// User data.
        pub user: Vec<f64> = Vec::new(), "user" => "userdata";
        /// State in keyframes of the model it was attached from.
        #[doc(hidden)]
        pub saved: Vec<SavedActuator> = Vec::new();
        /// Plugin that computes something of it.
        pub plugin: PluginRef = PluginRef::default();
        /// Where it came from.
        pub origin: Origin = Origin::default();
    }
}

impl Actuator {
    /// A direct drive: the force is the control.
    #[doc(alias = "mjs_setToMotor")]
    pub fn set_to_motor(&mut self) {
        self.gainprm[0] = 1.0;
        self.dyntype = DynType::None;
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::None;
    }

    /// A position servo.
    ///
    /// # Errors
    /// If parameters exclude each other or are negative; the actuator stays as it is then, as with the other
    /// shortcuts.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::spec::{Actuator, ServoShortcut};
    ///
    /// let mut actuator = Actuator::default();
    /// actuator.set_to_position(&ServoShortcut { kp: Some(100.0), kv: Some(5.0), ..Default::default() })?;
    /// assert_eq!((actuator.gainprm[0], actuator.biasprm[2]), (100.0, -5.0));
    /// # Ok::<(), ferrodyn::spec::ShortcutError>(())
    /// ```
    #[doc(alias = "mjs_setToPosition")]
    pub fn set_to_position(&mut self, p: &ServoShortcut) -> Result<(), ShortcutError> {
        self.set_or_stay(|a| a.position(p))
    }

    /// A servo whose set point is the integral of the control.
    ///
    /// # Errors
    /// If both a range of the activation and an inherited one are given.
    #[doc(alias = "mjs_setToIntVelocity")]
    pub fn set_to_intvelocity(&mut self, p: &ServoShortcut) -> Result<(), ShortcutError> {
        self.set_or_stay(|a| {
            // MuJoCo ignores what a position servo would refuse here
            let _ = a.position(p);
            a.dyntype = DynType::Integrator;
            a.actlimited = Limited::True;
            let inheritrange = p.inheritrange.unwrap_or(a.inheritrange);
            if inheritrange > 0.0 && a.actrange != [0.0; 2] {
                return Err(ShortcutError::Exclusive("actrange", "inheritrange"));
            }
            Ok(())
        })
    }

    /// Sets parameters, or none of them if they are refused.
    pub(super) fn set_or_stay(
        &mut self,
        set: impl FnOnce(&mut Self) -> Result<(), ShortcutError>,
    ) -> Result<(), ShortcutError> {
        let mut changed = self.clone();
        set(&mut changed)?;
        *self = changed;
        Ok(())
    }

    /// Sets the parameters of a position servo up to the one that is refused, in MuJoCo's order.
    fn position(&mut self, p: &ServoShortcut) -> Result<(), ShortcutError> {
        let kp = p.kp.unwrap_or(self.gainprm[0]);
        self.gainprm[0] = kp;
        self.biasprm[1] = -kp;
        // a positive biasprm[2] is a damping ratio, to be resolved from the inertia
        if p.kv.is_some() && p.dampratio.is_some() {
            return Err(ShortcutError::Exclusive("kv", "dampratio"));
        }
        if let Some(kv) = p.kv {
            if kv < 0.0 {
                return Err(ShortcutError::Negative("kv"));
            }
            self.biasprm[2] = -kv;
        }
        if let Some(ratio) = p.dampratio {
            if ratio < 0.0 {
                return Err(ShortcutError::Negative("dampratio"));
            }
            self.biasprm[2] = ratio;
        }
        if let Some(tau) = p.timeconst {
            if tau < 0.0 {
                return Err(ShortcutError::Negative("timeconst"));
            }
            self.dynprm[0] = tau;
            self.dyntype = if tau == 0.0 { DynType::None } else { DynType::FilterExact };
        }
        self.inheritrange = p.inheritrange.unwrap_or(self.inheritrange);
        if self.inheritrange > 0.0 && self.ctrlrange != [0.0; 2] {
            return Err(ShortcutError::Exclusive("ctrlrange", "inheritrange"));
        }
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::Affine;
        Ok(())
    }

    /// A velocity servo.
    #[doc(alias = "mjs_setToVelocity")]
    pub fn set_to_velocity(&mut self, kv: f64) {
        self.biasprm = [0.0; 10];
        self.gainprm[0] = kv;
        self.biasprm[2] = -kv;
        self.dyntype = DynType::None;
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::Affine;
    }

    /// A damper whose coefficient is the control.
    #[doc(alias = "mjs_setToDamper")]
    pub fn set_to_damper(&mut self, kv: f64) -> Result<(), ShortcutError> {
        if kv < 0.0 {
            return Err(ShortcutError::Negative("the damping coefficient kv"));
        }
        if self.ctrlrange.iter().any(|&c| c < 0.0) {
            return Err(ShortcutError::Negative("the control range of a damper"));
        }
        self.gainprm = [0.0; 10];
        self.gainprm[2] = -kv;
        self.ctrllimited = Limited::True;
        self.dyntype = DynType::None;
        self.gaintype = GainType::Affine;
        self.biastype = BiasType::None;
        Ok(())
    }

    /// A pneumatic or hydraulic cylinder; a diameter, if not negative, wins over the area. What is not given
    /// stays as it is.
    #[doc(alias = "mjs_setToCylinder")]
    pub fn set_to_cylinder(&mut self, p: &CylinderShortcut) {
        self.dynprm[0] = p.timeconst.unwrap_or(self.dynprm[0]);
        self.biasprm[0] = p.bias.map_or(self.biasprm[0], |bias| bias[0]);
        self.gainprm[0] = p.area.unwrap_or(self.gainprm[0]);
        if let Some(diameter) = p.diameter.filter(|&diameter| diameter >= 0.0) {
            self.gainprm[0] = std::f64::consts::PI / 4.0 * diameter * diameter;
        }
        self.dyntype = DynType::Filter;
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::Affine;
    }

    /// A muscle; negative parameters keep their value.
    #[doc(alias = "mjs_setToMuscle")]
    pub fn set_to_muscle(&mut self, p: &MuscleShortcut) -> Result<(), ShortcutError> {
        self.set_or_stay(|a| a.muscle(p))
    }

    fn muscle(&mut self, p: &MuscleShortcut) -> Result<(), ShortcutError> {
        // replace the general defaults by those of a muscle
        let replace = |slot: &mut f64, general: f64, muscle: f64| {
            if *slot == general {
                *slot = muscle;
            }
        };
        replace(&mut self.dynprm[0], 1.0, 0.01);
        replace(&mut self.dynprm[1], 0.0, 0.04);
        replace(&mut self.gainprm[0], 1.0, 0.75);
        for (i, muscle) in [1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2].into_iter().enumerate() {
            replace(&mut self.gainprm[i + 1], 0.0, muscle);
        }
        let tausmooth = p.tausmooth.unwrap_or(self.dynprm[2]);
        if tausmooth < 0.0 {
            return Err(ShortcutError::Negative("tausmooth"));
        }
        self.dynprm[2] = tausmooth;

        // given values
        let set = |slot: &mut f64, value: f64| {
            if value >= 0.0 {
                *slot = value;
            }
        };
        for i in 0..2 {
            set(&mut self.dynprm[i], p.timeconst[i]);
            set(&mut self.gainprm[i], p.range[i]);
        }
        let rest = [p.force, p.scale, p.lmin, p.lmax, p.vmax, p.fpmax, p.fvmax];
        for (i, value) in rest.into_iter().enumerate() {
            set(&mut self.gainprm[i + 2], value);
        }
        self.biasprm[..9].copy_from_slice(&self.gainprm[..9]);
        self.dyntype = DynType::Muscle;
        self.gaintype = GainType::Muscle;
        self.biastype = BiasType::Muscle;
        Ok(())
    }

    /// An adhesion actuator: pulls a body's contacts together.
    #[doc(alias = "mjs_setToAdhesion")]
    pub fn set_to_adhesion(&mut self, gain: f64) -> Result<(), ShortcutError> {
        if gain < 0.0 {
            return Err(ShortcutError::Negative("the gain of adhesion"));
        }
        if self.ctrlrange.iter().any(|&c| c < 0.0) {
            return Err(ShortcutError::Negative("the control range of adhesion"));
        }
        self.gainprm[0] = gain;
        self.ctrllimited = Limited::True;
        self.gaintype = GainType::Fixed;
        self.biastype = BiasType::None;
        Ok(())
    }
}

element! {
    /// Attributes of `position` and `intvelocity`; what is not given stays as it is.
    pub struct ServoShortcut {
        /// Position gain.
        pub kp: Option<f64> = None, "kp";
        /// Velocity gain.
        pub kv: Option<f64> = None, "kv";
        /// Damping ratio.
        pub dampratio: Option<f64> = None, "dampratio";
        /// Time constant of a filter on the control.
        pub timeconst: Option<f64> = None, "timeconst";
        /// Take the range from the target, times this factor.
        pub inheritrange: Option<f64> = None, "inheritrange";
    }

    /// Attributes of `cylinder`.
    pub struct CylinderShortcut {
        /// Time constant.
        pub timeconst: Option<f64> = None, "timeconst";
        /// Area.
        pub area: Option<f64> = None, "area";
        /// Diameter; wins over the area.
        pub diameter: Option<f64> = None, "diameter";
        /// Bias parameters; the first is used.
        pub bias: Option<[f64; 3]> = None, "bias";
    }

    /// Attributes of `muscle`; negative means unset.
    pub struct MuscleShortcut {
        /// Activation and deactivation time constants.
        pub timeconst: [f64; 2] = [-1.0; 2], "timeconst";
        /// Width of the smooth transition between them.
        pub tausmooth: Option<f64> = None, "tausmooth";
        /// Operating length range, in units of the rest length.
        pub range: [f64; 2] = [-1.0; 2], "range";
        /// Peak force; negative to derive it from `scale`.
        pub force: f64 = -1.0, "force";
        /// Scale of the derived peak force.
        pub scale: f64 = -1.0, "scale";
        /// Shortest normalized length that generates force.
        pub lmin: f64 = -1.0, "lmin";
        /// Longest normalized length that generates force.
        pub lmax: f64 = -1.0, "lmax";
        /// Shortening velocity at which force drops to zero.
        pub vmax: f64 = -1.0, "vmax";
        /// Passive force at the longest length.
        pub fpmax: f64 = -1.0, "fpmax";
        /// Force at saturating lengthening velocity.
        pub fvmax: f64 = -1.0, "fvmax";
    }

    /// Attributes of `velocity` and `damper`.
    pub struct VelocityShortcut {
        /// Velocity gain.
        pub kv: Option<f64> = None, "kv";
    }

    /// Attributes of `adhesion`.
    pub struct AdhesionShortcut {
        /// Force per unit of control.
        pub gain: Option<f64> = None, "gain";
    }
}
