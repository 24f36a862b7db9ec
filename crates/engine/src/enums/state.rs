//! Enums of the state of a simulation.

use super::enums;

enums! {
    /// State of a task of a thread pool.
    TaskStatus = "mjtTaskStatus" {
        New = 0, "mjTASK_NEW";
        Queued = 1, "mjTASK_QUEUED";
        Completed = 2, "mjTASK_COMPLETED";
    }

    /// Parts of the state, as bits.
    StateBit = "mjtState" {
        Time = 1, "mjSTATE_TIME";
        Qpos = 2, "mjSTATE_QPOS";
        Qvel = 4, "mjSTATE_QVEL";
        Act = 8, "mjSTATE_ACT";
        History = 16, "mjSTATE_HISTORY";
        WarmStart = 32, "mjSTATE_WARMSTART";
        Ctrl = 64, "mjSTATE_CTRL";
        QfrcApplied = 128, "mjSTATE_QFRC_APPLIED";
        XfrcApplied = 256, "mjSTATE_XFRC_APPLIED";
        EqActive = 512, "mjSTATE_EQ_ACTIVE";
        MocapPos = 1024, "mjSTATE_MOCAP_POS";
        MocapQuat = 2048, "mjSTATE_MOCAP_QUAT";
        Userdata = 4096, "mjSTATE_USERDATA";
        Plugin = 8192, "mjSTATE_PLUGIN";
        #count = 14, "mjNSTATE";
        Physics = 30, "mjSTATE_PHYSICS";
        FullPhysics = 8223, "mjSTATE_FULLPHYSICS";
        User = 8128, "mjSTATE_USER";
        Integration = 16383, "mjSTATE_INTEGRATION";
    }

    /// Type of a scalar constraint.
    ConstraintType = "mjtConstraint" {
        Equality = 0, "mjCNSTR_EQUALITY";
        FrictionDof = 1, "mjCNSTR_FRICTION_DOF";
        FrictionTendon = 2, "mjCNSTR_FRICTION_TENDON";
        LimitJoint = 3, "mjCNSTR_LIMIT_JOINT";
        LimitTendon = 4, "mjCNSTR_LIMIT_TENDON";
        ContactFrictionless = 5, "mjCNSTR_CONTACT_FRICTIONLESS";
        ContactPyramidal = 6, "mjCNSTR_CONTACT_PYRAMIDAL";
        ContactElliptic = 7, "mjCNSTR_CONTACT_ELLIPTIC";
    }

    /// State of a scalar constraint.
    ConstraintState = "mjtConstraintState" {
        Satisfied = 0, "mjCNSTRSTATE_SATISFIED";
        Quadratic = 1, "mjCNSTRSTATE_QUADRATIC";
        LinearNeg = 2, "mjCNSTRSTATE_LINEARNEG";
        LinearPos = 3, "mjCNSTRSTATE_LINEARPOS";
        Cone = 4, "mjCNSTRSTATE_CONE";
    }

    /// Warnings that a step may count.
    Warning = "mjtWarning" {
        Inertia = 0, "mjWARN_INERTIA";
        ContactFull = 1, "mjWARN_CONTACTFULL";
        CnstrFull = 2, "mjWARN_CNSTRFULL";
        BadQpos = 3, "mjWARN_BADQPOS";
        BadQvel = 4, "mjWARN_BADQVEL";
        BadQacc = 5, "mjWARN_BADQACC";
        BadCtrl = 6, "mjWARN_BADCTRL";
        #count = 7, "mjNWARNING";
    }

    /// Parts of the pipeline that are timed.
    Timer = "mjtTimer" {
        Step = 0, "mjTIMER_STEP";
        Forward = 1, "mjTIMER_FORWARD";
        Inverse = 2, "mjTIMER_INVERSE";
        Position = 3, "mjTIMER_POSITION";
        Velocity = 4, "mjTIMER_VELOCITY";
        Actuation = 5, "mjTIMER_ACTUATION";
        Constraint = 6, "mjTIMER_CONSTRAINT";
        Advance = 7, "mjTIMER_ADVANCE";
        PosKinematics = 8, "mjTIMER_POS_KINEMATICS";
        PosInertia = 9, "mjTIMER_POS_INERTIA";
        PosCollision = 10, "mjTIMER_POS_COLLISION";
        PosMake = 11, "mjTIMER_POS_MAKE";
        PosProject = 12, "mjTIMER_POS_PROJECT";
        ColBroad = 13, "mjTIMER_COL_BROAD";
        ColNarrow = 14, "mjTIMER_COL_NARROW";
        #count = 15, "mjNTIMER";
    }

    /// Whether an object sleeps.
    SleepState = "mjtSleepState" {
        Static = -1, "mjS_STATIC";
        Asleep = 0, "mjS_ASLEEP";
        Awake = 1, "mjS_AWAKE";
    }
}
