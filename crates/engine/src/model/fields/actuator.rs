//! Actuators.

macro_rules! actuator_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// What the force acts on, a `TrnType`.
                actuator_trntype: Field<ActuatorId, Kind<TrnType>>;
                /// How the activation follows the control, a `DynType`.
                actuator_dyntype: Field<ActuatorId, Kind<DynType>>;
                /// How the force grows with control or activation, a `GainType`.
                actuator_gaintype: Field<ActuatorId, Kind<GainType>>;
                /// How the force depends on length and velocity alone, a `BiasType`.
                actuator_biastype: Field<ActuatorId, Kind<BiasType>>;
                /// The joint, tendon, site or body that the force acts on, and a reference or
                /// slider site, -1 if there is none.
                actuator_trnid: Field<ActuatorId, [i32; 2]>;
            }
            parameters {
                /// Linear damping that the actuator adds to its joint or tendon; N s/m or N m
                /// s/rad.
                actuator_damping: Field<ActuatorId, f64>;
                /// Coefficients of the quadratic and cubic force of the added damping; N s^2/m^2
                /// and N s^3/m^3 or N m s^2/rad^2 and N m s^3/rad^3.
                actuator_dampingpoly: Field<ActuatorId, [f64; NPOLY]>;
                /// Inertia that the actuator adds to its joint or tendon; kg or kg m^2.
                actuator_armature: Field<ActuatorId, f64>;
            }
            structure {
                /// Where the actuator's activations start in `act`, -1 if it has none.
                actuator_actadr: Field<ActuatorId, Link<ActAdr>>;
                /// How many activations the actuator has.
                actuator_actnum: Field<ActuatorId, i32>;
            }
            parameters {
                /// Group for visibility, and for disabling by `opt.disableactuator`.
                actuator_group: Field<ActuatorId, i32>;
            }
            structure {
                /// Samples of the control that are kept, and how they are interpolated.
                actuator_history: Field<ActuatorId, [i32; 2]>;
                /// Where the actuator's samples start in `history`, -1 if it keeps none.
                actuator_historyadr: Field<ActuatorId, i32>;
            }
            parameters {
                /// Time from setting a control to its effect; s.
                actuator_delay: Field<ActuatorId, f64>;
                /// Whether the control is limited.
                actuator_ctrllimited: Field<ActuatorId, u8>;
                /// Whether the force is limited.
                actuator_forcelimited: Field<ActuatorId, u8>;
                /// Whether the activation is limited.
                actuator_actlimited: Field<ActuatorId, u8>;
                /// Parameters of the activation's dynamics, by `actuator_dyntype`; any.
                actuator_dynprm: Field<ActuatorId, [f64; NDYN]>;
                /// Parameters of the gain, by `actuator_gaintype`; any.
                actuator_gainprm: Field<ActuatorId, [f64; NGAIN]>;
                /// Parameters of the bias, by `actuator_biastype`; any.
                actuator_biasprm: Field<ActuatorId, [f64; NBIAS]>;
                /// Whether the force follows the activation at the end of the step instead of its
                /// start.
                actuator_actearly: Field<ActuatorId, u8>;
                /// Lower and upper limit of the control; any.
                actuator_ctrlrange: Field<ActuatorId, [f64; 2]>;
                /// Lower and upper limit of the force; N or N m.
                actuator_forcerange: Field<ActuatorId, [f64; 2]>;
                /// Lower and upper limit of the activation; any.
                actuator_actrange: Field<ActuatorId, [f64; 2]>;
                /// What the length and the force are scaled by, for some transmissions a direction
                /// of force and torque; 1 or m.
                actuator_gear: Field<ActuatorId, [f64; 6]>;
                /// Length of the rod of a slider-crank; m.
                actuator_cranklength: Field<ActuatorId, f64>;
                /// Norm of the acceleration that a force of 1 causes at the default pose; 1/kg or
                /// 1/(kg m^2).
                actuator_acc0: Field<ActuatorId, f64>;
                /// Length at the default pose; m or rad.
                actuator_length0: Field<ActuatorId, f64>;
                /// Smallest and largest length that can be reached; m or rad.
                actuator_lengthrange: Field<ActuatorId, [f64; 2]>;
                /// Numbers of the user's own; any.
                actuator_user: Rows<ActuatorId, f64>, nuser_actuator;
            }
            structure {
                /// The plugin instance of the actuator, -1 if it has none.
                actuator_plugin: Field<ActuatorId, Link<PluginId>>;
            }
            parameters {}
        }
    };
}

pub(super) use actuator_fields;
