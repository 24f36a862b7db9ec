//! Attributes of constraints, tendons, actuators, sensors, custom data and keyframes.

use ferrodyn_engine::enums::{EqType, ObjType};
use ferrodyn_mjcf::spec::{
    Actuator, DefaultClass, Equality, Exclude, Flex, Key, Numeric, Pair, Plugin, Sensor, Tendon,
    Text, Tuple, TupleElement,
};

use super::field::fields;

fields! {
    Pair {
        "geomname1" = geom1;
        "geomname2" = geom2;
        condim, solref, solreffriction, solimp, margin, gap, friction;
        "info" = origin.info;
    }

    Exclude {
        "bodyname1" = body1;
        "bodyname2" = body2;
        "info" = origin.info;
    }

    Equality {
        "type" = kind;
        data, active, name1, name2;
        "objtype": ObjType = objtype, |e, v| e.sites = v == ObjType::Site;
        solref, solimp;
        "info" = origin.info;
    }

    Tendon {
        stiffness, springlength, damping, frictionloss, solref_friction, solimp_friction, limited;
        actfrclimited, range, actfrcrange, margin, solref_limit, solimp_limit, armature;
        material, width, rgba, group;
        "userdata" = user;
        "info" = origin.info;
    }

    Actuator {
        gaintype, gainprm, biastype, biasprm, dyntype, dynprm, actdim, actearly, trntype, gear;
        target, refsite, slidersite, cranklength, lengthrange, inheritrange, ctrllimited;
        ctrlrange, forcelimited, forcerange, actlimited, actrange, damping, armature, group;
        nsample, interp, delay, plugin;
        "userdata" = user;
        "info" = origin.info;
    }

    Sensor {
        "type" = kind;
        objtype, objname, reftype, refname, intprm, datatype, needstage, dim, cutoff, noise;
        nsample, interp, delay, interval, plugin;
        "userdata" = user;
        "info" = origin.info;
    }

    Numeric {
        data, size;
        "info" = origin.info;
    }

    Text {
        data;
        "info" = origin.info;
    }

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
        "info" = origin.info;
    }

    Key {
        time, qpos, qvel, act, mpos, mquat, ctrl;
        "info" = origin.info;
    }

    Flex {
        contype, conaffinity, condim, priority, friction, solmix, solref, solimp, margin, gap;
        dim, radius, size, internal, flatskin, selfcollide, passive, activelayers, group;
        edgestiffness, edgedamping, rgba, material, young, poisson, damping, thickness;
        elastic2d, cellcount, order, nodebody, vertbody, node, vert, elem, texcoord, elemtexcoord;
        "info" = origin.info;
    }

    Plugin {
        plugin_name, active, config;
        "info" = origin.info;
    }

    DefaultClass {
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
