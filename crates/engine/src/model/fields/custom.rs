//! Custom numbers, texts and tuples, and keyframes.

macro_rules! custom_fields {
    ($next:ident $($rest:ident)*; $($before:tt)*) => {
        $next! {
            $($rest)*; $($before)*
            structure {
                /// Where the numbers start in `numeric_data`.
                numeric_adr: Field<NumericId, i32>;
                /// How many numbers there are.
                numeric_size: Field<NumericId, i32>;
            }
            parameters {
                /// Numbers of all custom numeric fields; any.
                numeric_data: Field<NumericDataAdr, f64>;
            }
            structure {
                /// Where the text starts in `text_data`.
                text_adr: Field<TextId, i32>;
                /// Bytes of the text, with the zero at its end.
                text_size: Field<TextId, i32>;
                /// Characters of all custom texts, each with a zero at its end.
                text_data: Field<TextDataAdr, Char>;
                /// Where the tuple starts in `tuple_objid`.
                tuple_adr: Field<TupleId, i32>;
                /// How many objects the tuple has.
                tuple_size: Field<TupleId, i32>;
                /// What the object of a tuple is, an `ObjType`.
                tuple_objtype: Field<TupleDataAdr, Kind<ObjType>>;
                /// The object of a tuple.
                tuple_objid: Field<TupleDataAdr, i32>;
            }
            parameters {
                /// A number that goes with the object of a tuple; any.
                tuple_objprm: Field<TupleDataAdr, f64>;
                /// Time of the keyframe; s.
                key_time: Field<KeyId, f64>;
                /// Positions of the keyframe, laid out as `qpos`; m or rad or 1.
                key_qpos: Rows<KeyId, f64>, nq;
                /// Velocities of the keyframe; m/s or rad/s.
                key_qvel: Rows<KeyId, f64>, nv;
                /// Activations of the keyframe; any.
                key_act: Rows<KeyId, f64>, na;
                /// Positions of mocap bodies; m, world frame.
                key_mpos: Rows<KeyId, f64>, nmocap * 3;
                /// Orientations of mocap bodies; 1, world frame.
                key_mquat: Rows<KeyId, f64>, nmocap * 4;
                /// Controls of the keyframe; any.
                key_ctrl: Rows<KeyId, f64>, nu;
            }
        }
    };
}

pub(super) use custom_fields;
