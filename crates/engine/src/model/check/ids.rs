//! Ids and addresses, field by field.

use super::{Checked, number};
use crate::enums::object_kinds;
use crate::model::error::Allowed;
use crate::model::{Structure, StructureError};

pub(super) fn check(s: &Structure) -> Checked {
    check_ids(s)?;
    check_optional_ids(s)?;
    check_spans(s)
}

/// Every number of an array lies in `low..count`; entries have `parts` numbers each.
fn within(field: &'static str, values: &[i32], parts: usize, low: i32, count: usize) -> Checked {
    for (at, &value) in values.iter().enumerate() {
        if value < low || i64::from(value) >= count as i64 {
            let allowed = Allowed::Range(low.into(), count as i64 - 1);
            let part = (parts > 1).then_some(at % parts);
            let (index, value) = (at / parts, value.into());
            return Err(StructureError::Entry { field, index, part, value, allowed });
        }
    }
    Ok(())
}

/// `num[i]` entries from `adr[i]` lie in an array of `count`; no address is fine for no entries.
fn spans(names: [&'static str; 2], adr: &[i32], num: &[i32], count: usize) -> Checked {
    for (index, (&adr, &num)) in adr.iter().zip(num).enumerate() {
        let num = number(names[1], index, num)?;
        let low = if num == 0 { -1 } else { 0 };
        if adr < low || i64::from(adr) + num as i64 > count as i64 {
            let allowed = Allowed::Range(low.into(), count as i64 - num as i64);
            return Err(StructureError::entry(names[0], index, adr, allowed));
        }
    }
    Ok(())
}

macro_rules! each {
    ($s:ident, $low:literal: $($field:ident < $count:ident;)*) => { $({
        let parts = $s.$field.scalars::<i32>().len() / $s.$field.len().max(1);
        within(stringify!($field), $s.$field.scalars(), parts, $low, $s.$count)?;
    })* };
}

/// Ids and addresses that are always there.
fn check_ids(s: &Structure) -> Checked {
    each! { s, 0:
        site_bodyid < nbody;
        cam_bodyid < nbody;
        light_bodyid < nbody;
        skin_bonebodyid < nbody;
        skin_bonevertid < nskinvert;
        pair_geom1 < ngeom;
        pair_geom2 < ngeom;
    }
    macro_rules! names {
        ($($kind:ident $word:ident $size:ident $($names:ident $id:ident)?;)*) => {
            each! { s, 0: $($($names < nnames;)?)* }
        };
    }
    object_kinds!(names);
    Ok(())
}

/// Calls a macro with the ids and addresses that are -1 where there is none.
macro_rules! optional_ids {
    ($with:ident, $s:ident) => {
        $with! { $s, -1:
            body_mocapid < nmocap;
            geom_matid < nmat;
            site_matid < nmat;
            cam_targetbodyid < nbody;
            light_targetbodyid < nbody;
            light_texid < ntex;
            skin_matid < nmat;
            skin_texcoordadr < nskintexvert;
            mat_texid < ntex;
            tendon_matid < nmat;
            hfield_pathadr < npaths;
            mesh_pathadr < npaths;
            skin_pathadr < npaths;
            tex_pathadr < npaths;
            body_plugin < nplugin;
            geom_plugin < nplugin;
            actuator_plugin < nplugin;
            sensor_plugin < nplugin;
        }
        // -2 tells that there are several
        $with! { $s, -2:
            jnt_actuatorid < nu;
            tendon_actuatorid < nu;
        }
    };
}

fn check_optional_ids(s: &Structure) -> Checked {
    optional_ids!(each, s);
    Ok(())
}

/// Sets all ids that may be missing to -1.
pub(in crate::model) fn set_to_none(s: &mut Structure) {
    macro_rules! none {
        ($s:ident, $low:literal: $($field:ident < $count:ident;)*) => { $(
            $s.$field.scalars_mut::<i32>().fill(-1);
        )* };
    }
    optional_ids!(none, s);
    // what it counts depends on the kind of the geom, so it is not in the table
    s.geom_dataid.fill(-1);
}

/// Addresses with a number of entries each.
fn check_spans(s: &Structure) -> Checked {
    macro_rules! each {
        ($($adr:ident, $num:ident < $count:ident;)*) => { $(
            spans([stringify!($adr), stringify!($num)], s.$adr.scalars(), &s.$num, s.$count)?;
        )* };
    }
    each! {
        body_bvhadr, body_bvhnum < nbvh;
        mesh_vertadr, mesh_vertnum < nmeshvert;
        mesh_normaladr, mesh_normalnum < nmeshnormal;
        mesh_texcoordadr, mesh_texcoordnum < nmeshtexcoord;
        mesh_faceadr, mesh_facenum < nmeshface;
        mesh_bvhadr, mesh_bvhnum < nbvh;
        mesh_octadr, mesh_octnum < noct;
        skin_vertadr, skin_vertnum < nskinvert;
        skin_faceadr, skin_facenum < nskinface;
        skin_boneadr, skin_bonenum < nskinbone;
        skin_bonevertadr, skin_bonevertnum < nskinbonevert;
        actuator_actadr, actuator_actnum < na;
        tendon_adr, tendon_num < nwrap;
        numeric_adr, numeric_size < nnumericdata;
        text_adr, text_size < ntextdata;
        tuple_adr, tuple_size < ntupledata;
    }
    Ok(())
}
