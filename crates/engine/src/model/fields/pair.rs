//! Pairs of geoms, excluded pairs of bodies, and equality constraints.

macro_rules! pair_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// Dimensions of contact forces: 1, 3, 4 or 6.
                pair_dim: Field<PairId, i32>;
                /// The first geom of the pair.
                pair_geom1: Field<PairId, Link<GeomId>>;
                /// The second geom of the pair.
                pair_geom2: Field<PairId, Link<GeomId>>;
                /// The bodies of the pair in one number, by which pairs are sorted.
                pair_signature: Field<PairId, i32>;
            }
            parameters {
                /// Reference along the normal: time constant and damping ratio, if negative
                /// stiffness and damping; s and 1.
                pair_solref: Field<PairId, [f64; NREF]>;
                /// Reference of friction, zeros for that of the normal; s and 1.
                pair_solreffriction: Field<PairId, [f64; NREF]>;
                /// Impedance: smallest, largest, width, midpoint, power; 1 and m.
                pair_solimp: Field<PairId, [f64; NIMP]>;
                /// Distance at which contacts are detected; m.
                pair_margin: Field<PairId, f64>;
                /// Part of the margin in which contacts exert no force; m.
                pair_gap: Field<PairId, f64>;
                /// Coefficients of friction: two sliding, torsional, two rolling; 1 and m.
                pair_friction: Field<PairId, [f64; 5]>;
            }
            structure {
                /// The two bodies that do not collide in one number, by which pairs are sorted.
                exclude_signature: Field<ExcludeId, i32>;
                /// Kind of equality constraint, an `EqType`.
                eq_type: Field<EqualityId, Kind<EqType>>;
                /// The first object of the constraint.
                eq_obj1id: Field<EqualityId, i32>;
                /// The second object of the constraint, -1 if there is none.
                eq_obj2id: Field<EqualityId, i32>;
                /// What the two objects are, an `ObjType`.
                eq_objtype: Field<EqualityId, Kind<ObjType>>;
            }
            parameters {
                /// Whether the constraint is on after a reset.
                eq_active0: Field<EqualityId, u8>;
                /// Reference: time constant and damping ratio, if negative stiffness and damping; s
                /// and 1.
                eq_solref: Field<EqualityId, [f64; NREF]>;
                /// Impedance: smallest, largest, width, midpoint, power; 1 and m or rad.
                eq_solimp: Field<EqualityId, [f64; NIMP]>;
                /// Parameters by kind: anchors and relative pose, or the coefficients of a
                /// polynomial; any.
                eq_data: Field<EqualityId, [f64; NEQDATA]>;
            }
        }
    };
}

pub(super) use pair_fields;
