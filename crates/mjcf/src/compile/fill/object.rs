//! Arrays of pairs, exclusions, equality constraints, tendons, actuators, sensors and custom data.

use ferrodyn_engine::Link;
use ferrodyn_engine::enums::{ObjType, TrnType, WrapType};
use ferrodyn_engine::fields::Char;
use ferrodyn_engine::ids::{
    ActuatorId, EqualityId, ExcludeId, NumericId, PairId, SensorId, TendonId, TextId, TupleDataAdr,
    TupleId, WrapId,
};
use ferrodyn_engine::model::Draft;

use super::super::Objects;
use super::super::joint::is_limited;
use super::super::order::Order;
use super::super::work::Work;

/// Fills the arrays of everything outside the tree except assets and keyframes.
pub(super) fn fill(m: &mut Draft, work: &Work<'_>, order: &Order, objects: &Objects<'_>) {
    contacts(m, work, order, objects);
    equalities(m, order, objects);
    tendons(m, order, objects);
    let history = actuators(m, order, objects);
    sensors(m, order, objects, history);
    custom(m, work, order, objects);
}

/// Two body ids packed into one number.
fn signature(first: i32, second: i32) -> i32 {
    first.wrapping_shl(16).wrapping_add(second)
}

fn user(row: &mut [f64], given: &[f64]) {
    for (slot, value) in row.iter_mut().zip(given) {
        *slot = *value;
    }
}

fn contacts(m: &mut Draft, work: &Work<'_>, order: &Order, objects: &Objects<'_>) {
    for (i, pair) in objects.pairs.iter().enumerate() {
        let (id, spec) = (PairId(i), pair.spec);
        let [body1, body2] = pair.geoms.map(|g| order.bodies.id(Some(work.geoms[g].body)));
        m.structure().pair_dim[id] = spec.condim;
        m.structure().pair_geom1[id] = Link::from_raw(order.geoms.id(Some(pair.geoms[0])));
        m.structure().pair_geom2[id] = Link::from_raw(order.geoms.id(Some(pair.geoms[1])));
        m.structure().pair_signature[id] = signature(body1, body2);
        m.pair_solref[id] = spec.solref;
        m.pair_solreffriction[id] = spec.solreffriction;
        m.pair_solimp[id] = spec.solimp;
        m.pair_margin[id] = spec.margin;
        m.pair_gap[id] = spec.gap;
        m.pair_friction[id] = spec.friction;
    }
    for (i, exclude) in objects.excludes.iter().enumerate() {
        let [body1, body2] = exclude.bodies.map(|b| order.bodies.id(Some(b)));
        m.structure().exclude_signature[ExcludeId(i)] = signature(body1, body2);
    }
}

fn equalities(m: &mut Draft, order: &Order, objects: &Objects<'_>) {
    use ferrodyn_engine::enums::EqType;
    for (i, equality) in objects.equalities.iter().enumerate() {
        let (id, spec) = (EqualityId(i), equality.spec);
        let kind = match spec.kind {
            EqType::Joint => ObjType::Joint,
            EqType::Tendon => ObjType::Tendon,
            _ => equality.objtype,
        };
        m.structure().eq_type[id] = spec.kind.into();
        m.structure().eq_obj1id[id] = order.id(kind, equality.objects[0]);
        m.structure().eq_obj2id[id] = order.id(kind, equality.objects[1]);
        m.structure().eq_objtype[id] = equality.objtype.into();
        m.eq_active0[id] = u8::from(spec.active);
        m.eq_solref[id] = spec.solref;
        m.eq_solimp[id] = spec.solimp;
        m.eq_data[id] = spec.data;
    }
}

fn tendons(m: &mut Draft, order: &Order, objects: &Objects<'_>) {
    let mut adr = 0;
    for (i, tendon) in objects.tendons.iter().enumerate() {
        let (id, spec) = (TendonId(i), tendon.spec);
        m.structure().tendon_adr[id] = Link::from_raw(adr as i32);
        m.structure().tendon_num[id] = tendon.wraps.len() as i32;
        m.structure().tendon_matid[id] = Link::from_raw(tendon.material.map_or(-1, |i| i as i32));
        m.tendon_group[id] = spec.group;
        m.tendon_limited[id] = u8::from(tendon.limited);
        m.tendon_actfrclimited[id] = u8::from(tendon.actfrclimited);
        m.tendon_width[id] = spec.width;
        m.tendon_solref_lim[id] = spec.solref_limit;
        m.tendon_solimp_lim[id] = spec.solimp_limit;
        m.tendon_solref_fri[id] = spec.solref_friction;
        m.tendon_solimp_fri[id] = spec.solimp_friction;
        m.tendon_range[id] = spec.range;
        m.tendon_actfrcrange[id] = spec.actfrcrange;
        m.tendon_margin[id] = spec.margin;
        m.tendon_stiffness[id] = spec.stiffness[0];
        m.tendon_stiffnesspoly[id] = [spec.stiffness[1], spec.stiffness[2]];
        m.tendon_damping[id] = spec.damping[0];
        m.tendon_dampingpoly[id] = [spec.damping[1], spec.damping[2]];
        m.tendon_armature[id] = spec.armature;
        m.tendon_frictionloss[id] = spec.frictionloss;
        m.tendon_lengthspring[id] = spec.springlength;
        user(&mut m.tendon_user[id], &spec.user);
        m.tendon_rgba[id] = spec.rgba;
        for (k, wrap) in tendon.wraps.iter().enumerate() {
            let at = WrapId(adr + k);
            let around = matches!(wrap.kind, WrapType::Sphere | WrapType::Cylinder);
            let kind = match wrap.kind {
                WrapType::Joint => ObjType::Joint,
                WrapType::Site => ObjType::Site,
                _ => ObjType::Geom,
            };
            m.structure().wrap_type[at] = wrap.kind.into();
            m.structure().wrap_objid[at] = order.id(kind, wrap.object);
            m.wrap_prm[at] = if around { f64::from(order.sites.id(wrap.side)) } else { wrap.prm };
        }
        adr += tendon.wraps.len();
    }
}

/// Fills the actuators; returns how much of the history buffer they take.
fn actuators(m: &mut Draft, order: &Order, objects: &Objects<'_>) -> i32 {
    let (mut activation, mut history) = (0, 0);
    for (i, actuator) in objects.actuators.iter().enumerate() {
        let (id, spec) = (ActuatorId(i), actuator.spec);
        let kind = match spec.trntype {
            TrnType::Joint | TrnType::JointInParent => ObjType::Joint,
            TrnType::Tendon => ObjType::Tendon,
            TrnType::Body => ObjType::Body,
            _ => ObjType::Site,
        };
        m.structure().actuator_trntype[id] = spec.trntype.into();
        m.structure().actuator_dyntype[id] = spec.dyntype.into();
        m.structure().actuator_gaintype[id] = spec.gaintype.into();
        m.structure().actuator_biastype[id] = spec.biastype.into();
        m.structure().actuator_trnid[id] =
            [order.id(kind, actuator.target), order.sites.id(actuator.second)];
        m.structure().actuator_actnum[id] = actuator.actdim;
        m.structure().actuator_actadr[id] =
            Link::from_raw(if actuator.actdim > 0 { activation } else { -1 });
        activation += actuator.actdim;
        m.actuator_group[id] = spec.group;
        m.actuator_delay[id] = spec.delay;
        m.structure().actuator_history[id] = [spec.nsample, spec.interp as i32];
        m.structure().actuator_historyadr[id] = if spec.nsample > 0 { history } else { -1 };
        if spec.nsample > 0 {
            history += 2 + 2 * spec.nsample;
        }
        m.actuator_ctrllimited[id] = u8::from(is_limited(spec.ctrllimited, actuator.ctrlrange));
        m.actuator_forcelimited[id] = u8::from(is_limited(spec.forcelimited, spec.forcerange));
        m.actuator_actlimited[id] = u8::from(is_limited(spec.actlimited, actuator.actrange));
        m.actuator_actearly[id] = u8::from(spec.actearly);
        m.actuator_cranklength[id] = spec.cranklength;
        m.actuator_gear[id] = spec.gear;
        m.actuator_damping[id] = spec.damping[0];
        m.actuator_dampingpoly[id] = [spec.damping[1], spec.damping[2]];
        m.actuator_armature[id] = spec.armature;
        m.actuator_dynprm[id] = spec.dynprm;
        m.actuator_gainprm[id] = spec.gainprm;
        m.actuator_biasprm[id] = spec.biasprm;
        m.actuator_ctrlrange[id] = actuator.ctrlrange;
        m.actuator_forcerange[id] = spec.forcerange;
        m.actuator_actrange[id] = actuator.actrange;
        m.actuator_lengthrange[id] = spec.lengthrange;
        m.structure().actuator_plugin[id] = Link::from_raw(instance(&objects.plugins.actuators, i));
        user(&mut m.actuator_user[id], &spec.user);
    }
    history
}

fn sensors(m: &mut Draft, order: &Order, objects: &Objects<'_>, mut history: i32) {
    let mut adr = 0;
    for (i, sensor) in objects.sensors.iter().enumerate() {
        let (id, spec) = (SensorId(i), sensor.spec);
        m.structure().sensor_type[id] = spec.kind.into();
        m.structure().sensor_datatype[id] = sensor.datatype.into();
        m.structure().sensor_needstage[id] = sensor.needstage.into();
        m.structure().sensor_objtype[id] = spec.objtype.into();
        m.structure().sensor_objid[id] = order.id(spec.objtype, sensor.object);
        m.structure().sensor_reftype[id] = spec.reftype.into();
        m.structure().sensor_refid[id] = order.id(spec.reftype, sensor.reference);
        m.structure().sensor_intprm[id] = spec.intprm;
        m.structure().sensor_dim[id] = sensor.dim;
        m.structure().sensor_adr[id] = Link::from_raw(adr);
        adr += sensor.dim;
        m.sensor_cutoff[id] = spec.cutoff;
        m.sensor_noise[id] = spec.noise;
        m.sensor_delay[id] = spec.delay;
        m.structure().sensor_history[id] = [spec.nsample, spec.interp as i32];
        m.sensor_interval[id] = spec.interval;
        m.structure().sensor_historyadr[id] = if spec.nsample > 0 { history } else { -1 };
        if spec.nsample > 0 {
            history += 2 + spec.nsample * (1 + sensor.dim);
        }
        m.structure().sensor_plugin[id] = Link::from_raw(instance(&objects.plugins.sensors, i));
        user(&mut m.sensor_user[id], &spec.user);
    }
}

fn custom(m: &mut Draft, work: &Work<'_>, order: &Order, objects: &Objects<'_>) {
    let mut adr = 0;
    for (i, numeric) in work.spec.numerics.iter().enumerate() {
        let id = NumericId(i);
        let size = usize::try_from(numeric.size).unwrap_or(0);
        m.structure().numeric_adr[id] = adr as i32;
        m.structure().numeric_size[id] = numeric.size;
        user(&mut m.numeric_data.as_mut_slice()[adr..adr + size], &numeric.data);
        adr += size;
    }
    let mut adr = 0;
    for (i, text) in work.spec.texts.iter().enumerate() {
        let id = TextId(i);
        m.structure().text_adr[id] = adr as i32;
        m.structure().text_size[id] = text.data.len() as i32 + 1;
        for (slot, byte) in
            m.structure().text_data.as_mut_slice()[adr..].iter_mut().zip(text.data.bytes())
        {
            *slot = Char(byte);
        }
        adr += text.data.len() + 1;
    }
    let mut adr = 0;
    for (i, tuple) in objects.tuples.iter().enumerate() {
        let id = TupleId(i);
        m.structure().tuple_adr[id] = adr as i32;
        m.structure().tuple_size[id] = tuple.objects.len() as i32;
        for (element, &object) in tuple.spec.elements.iter().zip(&tuple.objects) {
            let at = TupleDataAdr(adr);
            m.structure().tuple_objtype[at] = element.objtype.into();
            m.structure().tuple_objid[at] = order.id(element.objtype, Some(object));
            m.tuple_objprm[at] = element.prm;
            adr += 1;
        }
    }
}

/// The instance of a plugin that an element uses, -1 for none.
pub(super) fn instance(used: &[Option<usize>], element: usize) -> i32 {
    used.get(element).copied().flatten().map_or(-1, |instance| instance as i32)
}
