//! Default positions.

macro_rules! position_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {}
            parameters {
                /// Positions at the default pose, a unit quaternion (w, x, y, z) for rotations of
                /// ball and free joints; m or rad or 1.
                qpos0: Field<QposAdr, f64>;
                /// Positions where springs of joints are at rest, laid out as `qpos0`; m or rad or
                /// 1.
                qpos_spring: Field<QposAdr, f64>;
            }
        }
    };
}

pub(super) use position_fields;
