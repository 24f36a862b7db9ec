//! Attributes of constraints, tendons, actuators, sensors, custom data and keyframes.

use ferrodyn_engine::enums::{EqType, ObjType};
use ferrodyn_mjcf::spec::{
    Actuator, DefaultClass, Equality, Exclude, Flex, Key, Numeric, Pair, Plugin, Sensor, Tendon,
    Text, Tuple, TupleElement,
};

use super::field::{element_fields, fields};

fields! {
    Pair {}
    Exclude {}

    Equality {
        "objtype": ObjType = objtype, |e, v| e.sites = v == ObjType::Site;
    }

    Tendon {}
    Actuator {}
    Sensor {}
    Numeric {}
    Text {}

    Tuple {
        "objtype": Vec<i32> =
            |t| each(t, |e| e.objtype as i32),
            |t, v| set_each(t, v, 0, |e, v| {
                e.objtype = ObjType::from_i32(v).unwrap_or(ObjType::Unknown);
            });
        "objname": Vec<String> =
            |t| each(t, |e| e.objname.clone()),
            |t, v| set_each(t, v, String::new(), |e, v| e.objname = v);
        "objprm": Vec<f64> =
            |t| each(t, |e| e.prm), |t, v| set_each(t, v, 0.0, |e, v| e.prm = v);
    }

    Key {}
    Flex {}
    Plugin {}

    only DefaultClass {
        "info" = origin.info;
    }
}

/// What the names of an equality constraint refer to; unknown while it has none.
fn objtype(equality: &Equality) -> ObjType {
    match equality.kind {
        EqType::Connect | EqType::Weld if equality.sites => ObjType::Site,
        _ if equality.name1.is_empty() => ObjType::Unknown,
        EqType::Connect | EqType::Weld => ObjType::Body,
        EqType::Joint => ObjType::Joint,
        EqType::Tendon => ObjType::Tendon,
        _ => ObjType::Flex,
    }
}

/// One value of every element of a tuple.
fn each<V>(tuple: &Tuple, of: impl Fn(&TupleElement) -> V) -> Vec<V> {
    tuple.elements.iter().map(of).collect()
}

/// Gives every element of a tuple a value; elements are added where there are more values.
fn set_each<V: Clone>(
    tuple: &mut Tuple,
    values: Vec<V>,
    absent: V,
    set: impl Fn(&mut TupleElement, V),
) {
    let blank = || TupleElement { objtype: ObjType::Unknown, objname: String::new(), prm: 0.0 };
    let count = tuple.elements.len().max(values.len());
    tuple.elements.resize_with(count, blank);
    let given = values.len();
    let values = values.into_iter().chain(std::iter::repeat(absent));
    tuple.elements.iter_mut().zip(values).for_each(|(element, value)| set(element, value));
    while tuple.elements.len() > given && tuple.elements.last() == Some(&blank()) {
        tuple.elements.pop();
    }
}
