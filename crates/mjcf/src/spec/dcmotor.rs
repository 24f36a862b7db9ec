//! The DC motor shortcut: from data-sheet values to actuator parameters.

use ferrodyn_engine::enums::{BiasType, DynType, GainType, Limited};

use super::actuator::MotorInput;
use super::{Actuator, ShortcutError};
use crate::schema::element;

element! {
    /// Attributes of `dcmotor`.
    pub struct DcMotorShortcut {
        /// Torque and back-EMF constant.
        pub motorconst: [f64; 2] = [0.0; 2], upto "motorconst";
        /// Electrical resistance.
        pub resistance: f64 = 0.0, "resistance";
        /// Nominal voltage, stall torque, no-load speed.
        pub nominal: [f64; 3] = [0.0; 3], upto "nominal";
        /// Largest torque, current and current rate.
        pub saturation: [f64; 3] = [0.0; 3], upto "saturation";
        /// Inductance, electrical time constant.
        pub inductance: [f64; 2] = [0.0; 2], upto "inductance";
        /// Amplitude, periodicity and phase of cogging.
        pub cogging: [f64; 3] = [0.0; 3], upto "cogging";
        /// kp, ki, kd, slew rate, integral limit, voltage limit.
        pub controller: [f64; 6] = [0.0; 6], upto "controller";
        /// Thermal resistance, capacitance, time constant; temperature coefficient, reference and
        /// ambient temperature.
        pub thermal: [f64; 6] = [0.0; 6], upto "thermal";
        /// Bristle stiffness and damping, Coulomb and static friction, Stribeck velocity.
        pub lugre: [f64; 5] = [0.0; 5], upto "lugre";
        /// Meaning of the control input.
        pub input: MotorInput = MotorInput::Voltage, "input";
    }
}

impl DcMotorShortcut {
    /// What an actuator already holds, from a default class.
    #[must_use]
    pub fn inherited(a: &Actuator) -> Self {
        let mut p = Self::default();
        if a.gaintype == GainType::DcMotor {
            let (gain, bias, dynamics) = (&a.gainprm, &a.biasprm, &a.dynprm);
            p.motorconst[0] = gain[1];
            p.resistance = gain[0];
            p.saturation[2] = dynamics[1];
            p.controller = [gain[4], gain[5], gain[6], dynamics[7], dynamics[8], gain[7]];
            p.inductance[1] = dynamics[0];
            p.cogging.copy_from_slice(&bias[..3]);
            p.thermal = [dynamics[2], dynamics[3], 0.0, gain[2], gain[3], dynamics[4]];
            p.lugre = [dynamics[5], dynamics[6], bias[3], bias[4], bias[5]];
            p.input = match gain[8] as i32 {
                1 => MotorInput::Position,
                2 => MotorInput::Velocity,
                _ => MotorInput::Voltage,
            };
        }
        p
    }

    /// Motor constant and resistance, given or derived from nominal values; `damping` is the
    /// linear damping of the motor.
    fn constants(&self, damping: f64) -> (f64, f64) {
        let [voltage, stall, speed] = self.nominal;
        let (torque_const, mut emf_const) = (self.motorconst[0], self.motorconst[1]);
        let mut resistance = self.resistance;

        // speed = voltage ke / (ke^2 + R damping)
        if voltage > 0.0 && emf_const <= 0.0 && speed > 0.0 {
            let undamped = voltage / speed;
            emf_const = if damping > 0.0 && resistance > 0.0 {
                let disc = voltage * voltage - 4.0 * resistance * damping * speed * speed;
                if disc > 0.0 { (voltage + disc.sqrt()) / (2.0 * speed) } else { undamped }
            } else if damping > 0.0 && stall > 0.0 {
                let exact = voltage / speed - voltage * damping / stall;
                if exact > 0.0 { exact } else { undamped }
            } else {
                undamped
            };
        }
        let k = if torque_const > 0.0 && emf_const > 0.0 {
            (torque_const * emf_const).sqrt()
        } else if torque_const > 0.0 {
            torque_const
        } else {
            emf_const
        };
        // stall = k voltage / R
        if resistance == 0.0 && voltage > 0.0 && stall > 0.0 && k > 0.0 {
            resistance = k * voltage / stall;
        }
        (k, resistance)
    }
}

impl Actuator {
    /// A DC motor with optional electrical, thermal, controller and friction states.
    #[doc(alias = "mjs_setToDCMotor")]
    pub fn set_to_dcmotor(&mut self, p: &DcMotorShortcut) -> Result<(), ShortcutError> {
        self.set_or_stay(|a| a.dcmotor(p))
    }

    fn dcmotor(&mut self, p: &DcMotorShortcut) -> Result<(), ShortcutError> {
        let (k, resistance) = p.constants(self.damping[0]);
        if k <= 0.0 {
            return Err(ShortcutError::MotorConstant);
        }
        if resistance <= 0.0 {
            return Err(ShortcutError::Resistance);
        }
        self.dyntype = DynType::DcMotor;
        self.gaintype = GainType::DcMotor;
        self.biastype = BiasType::DcMotor;
        self.gainprm[0] = resistance;
        self.gainprm[1] = k;

        // controller
        let [kp, ki, kd, slew, integral, voltage] = p.controller;
        self.gainprm[4..7].copy_from_slice(&[kp, ki, kd]);
        self.dynprm[7] = slew;
        self.dynprm[8] = integral;
        if voltage > 0.0 {
            self.gainprm[7] = voltage;
        }

        // saturation
        let [torque, current, rate] = p.saturation;
        if torque > 0.0 || current > 0.0 {
            let limit = if torque == 0.0 && current > 0.0 { k * current } else { torque };
            self.forcerange = [-limit, limit];
            self.forcelimited = Limited::True;
        }
        if rate > 0.0 {
            self.dynprm[1] = rate;
        }
        self.biasprm[..3].copy_from_slice(&p.cogging);

        // one activation for each state in use
        let mut actdim = 0;
        if p.inductance[0] < 0.0 || p.inductance[1] < 0.0 {
            return Err(ShortcutError::Negative("inductance and electrical time constant"));
        }
        let tau =
            if p.inductance[0] > 0.0 { p.inductance[0] / resistance } else { p.inductance[1] };
        self.dynprm[0] = tau;
        actdim += i32::from(tau > 0.0) + i32::from(slew > 0.0) + i32::from(ki > 0.0);
        actdim += self.set_thermal(&p.thermal)?;
        if p.lugre[0] > 0.0 {
            self.dynprm[5..7].copy_from_slice(&p.lugre[..2]);
            self.biasprm[3..6].copy_from_slice(&p.lugre[2..]);
            actdim += 1;
        }
        self.gainprm[8] = f64::from(p.input as i32);
        self.actdim = actdim;
        self.actlimited = Limited::False;
        self.actearly = true;
        Ok(())
    }

    /// Temperature state: two of resistance, capacitance and time constant give the third.
    fn set_thermal(&mut self, thermal: &[f64; 6]) -> Result<i32, ShortcutError> {
        let [mut resistance, mut capacitance, tau, coefficient, reference, ambient] = *thermal;
        if resistance <= 0.0 && capacitance <= 0.0 && tau <= 0.0 {
            return Ok(0);
        }
        if tau > 0.0 && resistance > 0.0 && capacitance == 0.0 {
            capacitance = tau / resistance;
        } else if tau > 0.0 && capacitance > 0.0 && resistance == 0.0 {
            resistance = tau / capacitance;
        }
        if resistance <= 0.0 || capacitance <= 0.0 {
            return Err(ShortcutError::Thermal);
        }
        self.dynprm[2..5].copy_from_slice(&[resistance, capacitance, ambient]);
        self.gainprm[2..4].copy_from_slice(&[coefficient, reference]);
        Ok(1)
    }
}
