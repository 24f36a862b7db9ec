//! Tendons and the objects along them.

macro_rules! tendon_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// The first object of the tendon's path.
                tendon_adr: Field<TendonId, Link<WrapId>>;
                /// How many objects the tendon's path has.
                tendon_num: Field<TendonId, i32>;
                /// The material, -1 if it has none.
                tendon_matid: Field<TendonId, Link<MaterialId>>;
                /// The actuator that adds damping or armature to the tendon, -1 if none does, -2 if
                /// several do.
                tendon_actuatorid: Field<TendonId, Link<ActuatorId>>;
            }
            parameters {
                /// Group for visibility.
                tendon_group: Field<TendonId, i32>;
            }
            structure {
                /// How many kinematic trees the tendon connects.
                tendon_treenum: Field<TendonId, i32>;
                /// The first two kinematic trees that the tendon connects, -1 where there is none.
                tendon_treeid: Field<TendonId, [Link<TreeId>; 2]>;
                /// Entries in the tendon's row of `ten_J`.
                ten_J_rownnz: Field<TendonId, i32>;
                /// Where the tendon's row starts in `ten_J`.
                ten_J_rowadr: Field<TendonId, i32>;
                /// The degree of freedom of each entry of `ten_J`.
                ten_J_colind: Field<TendonJAdr, i32>;
            }
            parameters {
                /// Whether the length is limited.
                tendon_limited: Field<TendonId, u8>;
                /// Whether the total force of actuators on the tendon is limited.
                tendon_actfrclimited: Field<TendonId, u8>;
                /// Width to draw; m.
                tendon_width: Field<TendonId, f64>;
                /// Reference of the limit: time constant and damping ratio, if negative stiffness
                /// and damping; s and 1.
                tendon_solref_lim: Field<TendonId, [f64; NREF]>;
                /// Impedance of the limit: smallest, largest, width, midpoint, power; 1 and m.
                tendon_solimp_lim: Field<TendonId, [f64; NIMP]>;
                /// Reference of dry friction: time constant and damping ratio, if negative
                /// stiffness and damping; s and 1.
                tendon_solref_fri: Field<TendonId, [f64; NREF]>;
                /// Impedance of dry friction: smallest, largest, width, midpoint, power; 1 and m.
                tendon_solimp_fri: Field<TendonId, [f64; NIMP]>;
                /// Lower and upper limit of the length; m.
                tendon_range: Field<TendonId, [f64; 2]>;
                /// Lower and upper limit of the total force of actuators on the tendon; N.
                tendon_actfrcrange: Field<TendonId, [f64; 2]>;
                /// Distance from the limit at which its constraint begins; m.
                tendon_margin: Field<TendonId, f64>;
                /// Linear stiffness of the tendon's spring; N/m.
                tendon_stiffness: Field<TendonId, f64>;
                /// Coefficients of the quadratic and cubic force of the tendon's spring; N/m^2 and
                /// N/m^3.
                tendon_stiffnesspoly: Field<TendonId, [f64; NPOLY]>;
                /// Linear damping along the tendon; N s/m.
                tendon_damping: Field<TendonId, f64>;
                /// Coefficients of the quadratic and cubic force of damping along the tendon; N
                /// s^2/m^2 and N s^3/m^3.
                tendon_dampingpoly: Field<TendonId, [f64; NPOLY]>;
                /// Inertia added to changes of the tendon's length; kg.
                tendon_armature: Field<TendonId, f64>;
                /// Largest force of dry friction along the tendon; N.
                tendon_frictionloss: Field<TendonId, f64>;
                /// Lengths between which the tendon's spring is slack; m.
                tendon_lengthspring: Field<TendonId, [f64; 2]>;
                /// Length at the default pose; m.
                tendon_length0: Field<TendonId, f64>;
                /// Inverse inertia that the tendon meets at the default pose; 1/kg.
                tendon_invweight0: Field<TendonId, f64>;
                /// Numbers of the user's own; any.
                tendon_user: Rows<TendonId, f64>, nuser_tendon;
                /// Color and opacity where there is no material; 1.
                tendon_rgba: Field<TendonId, [f32; 4]>;
            }
            structure {
                /// What the object along the path is, a `WrapType`.
                wrap_type: Field<WrapId, Kind<WrapType>>;
                /// The joint, site or geom along the path, -1 for a pulley.
                wrap_objid: Field<WrapId, i32>;
            }
            parameters {
                /// Coefficient of a joint, divisor of a pulley, or side site of a geom; 1.
                wrap_prm: Field<WrapId, f64>;
            }
        }
    };
}

pub(super) use tendon_fields;
