//! Joints, degrees of freedom and kinematic trees.

macro_rules! joint_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// Kind of joint, a `JointType`.
                jnt_type: Field<JointId, Kind<JointType>>;
                /// Where the joint's positions start in `qpos`.
                jnt_qposadr: Field<JointId, Link<QposAdr>>;
                /// The joint's first degree of freedom.
                jnt_dofadr: Field<JointId, Link<DofId>>;
                /// The body that the joint moves.
                jnt_bodyid: Field<JointId, Link<BodyId>>;
                /// The actuator that adds damping or armature to the joint, -1 if none does, -2 if
                /// several do.
                jnt_actuatorid: Field<JointId, Link<ActuatorId>>;
            }
            parameters {
                /// Group for visibility.
                jnt_group: Field<JointId, i32>;
                /// Whether the joint has a limit.
                jnt_limited: Field<JointId, u8>;
                /// Whether the total force of actuators on the joint is limited.
                jnt_actfrclimited: Field<JointId, u8>;
                /// Whether gravity compensation counts as a force of actuators.
                jnt_actgravcomp: Field<JointId, u8>;
                /// Reference of the limit: time constant and damping ratio, if negative stiffness
                /// and damping; s and 1.
                jnt_solref: Field<JointId, [f64; NREF]>;
                /// Impedance of the limit: smallest, largest, width, midpoint, power; 1 and m or
                /// rad.
                jnt_solimp: Field<JointId, [f64; NIMP]>;
                /// Anchor of the joint; m, body frame.
                jnt_pos: Field<JointId, Vec3>;
                /// Axis of the joint; 1, body frame.
                jnt_axis: Field<JointId, Vec3>;
                /// Linear stiffness of the joint's spring; N/m or N m/rad.
                jnt_stiffness: Field<JointId, f64>;
                /// Coefficients of the quadratic and cubic force of the joint's spring; N/m^2 and
                /// N/m^3 or N m/rad^2 and N m/rad^3.
                jnt_stiffnesspoly: Field<JointId, [f64; NPOLY]>;
                /// Lower and upper limit of the position, for ball joints the largest angle in the
                /// second; m or rad.
                jnt_range: Field<JointId, [f64; 2]>;
                /// Lower and upper limit of the total force of actuators on the joint; N or N m.
                jnt_actfrcrange: Field<JointId, [f64; 2]>;
                /// Distance from the limit at which its constraint begins; m or rad.
                jnt_margin: Field<JointId, f64>;
                /// Numbers of the user's own; any.
                jnt_user: Rows<JointId, f64>, nuser_jnt;
            }
            structure {
                /// The body that the degree of freedom moves.
                dof_bodyid: Field<DofId, Link<BodyId>>;
                /// The joint that the degree of freedom belongs to.
                dof_jntid: Field<DofId, Link<JointId>>;
                /// The degree of freedom before it on the way to the root, -1 if there is none.
                dof_parentid: Field<DofId, Link<DofId>>;
                /// The kinematic tree that the degree of freedom belongs to.
                dof_treeid: Field<DofId, Link<TreeId>>;
                /// Where the row of the degree of freedom starts in `qM`, with its diagonal entry.
                dof_Madr: Field<DofId, i32>;
                /// How many simple degrees of freedom follow one another from here on.
                dof_simplenum: Field<DofId, i32>;
            }
            parameters {
                /// Reference of dry friction: time constant and damping ratio, if negative
                /// stiffness and damping; s and 1.
                dof_solref: Field<DofId, [f64; NREF]>;
                /// Impedance of dry friction: smallest, largest, width, midpoint, power; 1 and m or
                /// rad.
                dof_solimp: Field<DofId, [f64; NIMP]>;
                /// Largest force of dry friction; N or N m.
                dof_frictionloss: Field<DofId, f64>;
                /// Inertia added to the diagonal of the inertia matrix; kg or kg m^2.
                dof_armature: Field<DofId, f64>;
                /// Linear damping; N s/m or N m s/rad.
                dof_damping: Field<DofId, f64>;
                /// Coefficients of the quadratic and cubic force of damping; N s^2/m^2 and N
                /// s^3/m^3 or N m s^2/rad^2 and N m s^3/rad^3.
                dof_dampingpoly: Field<DofId, [f64; NPOLY]>;
                /// Diagonal of the inverse inertia matrix at the default pose, averaged over a
                /// joint; 1/kg or 1/(kg m^2).
                dof_invweight0: Field<DofId, f64>;
                /// Diagonal of the inertia matrix at the default pose; kg or kg m^2.
                dof_M0: Field<DofId, f64>;
                /// What turns a velocity into one along a path: the body's size for rotations, 1
                /// for translations; m or 1.
                dof_length: Field<DofId, f64>;
            }
            structure {
                /// The first body of the tree.
                tree_bodyadr: Field<TreeId, Link<BodyId>>;
                /// How many bodies the tree has.
                tree_bodynum: Field<TreeId, i32>;
                /// The first degree of freedom of the tree.
                tree_dofadr: Field<TreeId, Link<DofId>>;
                /// How many degrees of freedom the tree has.
                tree_dofnum: Field<TreeId, i32>;
                /// Whether the tree may fall asleep, a `SleepPolicy`.
                tree_sleep_policy: Field<TreeId, Kind<SleepPolicy>>;
            }
            parameters {}
        }
    };
}

pub(super) use joint_fields;
