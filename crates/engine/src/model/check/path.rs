//! Paths of tendons: joints alone, or sites with pulleys between them and geoms to wrap around.

use super::{Checked, below};
use crate::enums::WrapType;
use crate::ids::{TendonId, WrapId};
use crate::model::error::Allowed;
use crate::model::{Structure, StructureError};

pub(super) fn check(s: &Structure) -> Checked {
    for w in (0..s.nwrap).map(WrapId) {
        let targets = match s.wrap_type[w].get() {
            Some(WrapType::Pulley) => continue,
            Some(WrapType::Joint) => s.njnt,
            Some(WrapType::Site) => s.nsite,
            Some(WrapType::Sphere | WrapType::Cylinder) => s.ngeom,
            Some(WrapType::None) | None => {
                return Err(wrong(s, w.0, Allowed::Range(1, 5)));
            }
        };
        below("wrap_objid", w.0, s.wrap_objid[w], 0, targets)?;
    }
    (0..s.ntendon).map(TendonId).try_for_each(|t| check_tendon(s, t))
}

/// A path is of one kind, and a geom stands between two sites.
fn check_tendon(s: &Structure, t: TendonId) -> Checked {
    let first = s.tendon_adr[t].raw().max(0) as usize;
    let path = first..first + s.tendon_num[t] as usize;
    let kind = |w: usize| {
        let inside = path.contains(&w);
        inside.then(|| s.wrap_type[WrapId(w)].get()).flatten()
    };
    let fixed = kind(first) == Some(WrapType::Joint);
    for w in path.clone() {
        let joint = kind(w) == Some(WrapType::Joint);
        if joint != fixed {
            let words = if fixed { "a joint, as the path begins with one" } else { "no joint" };
            return Err(wrong(s, w, Allowed::Words(words)));
        }
        let geom = matches!(kind(w), Some(WrapType::Sphere | WrapType::Cylinder));
        let before = if w == first { None } else { kind(w - 1) };
        if geom && (before != Some(WrapType::Site) || kind(w + 1) != Some(WrapType::Site)) {
            return Err(wrong(s, w, Allowed::Words("no geom, as it is not between two sites")));
        }
    }
    Ok(())
}

fn wrong(s: &Structure, w: usize, allowed: Allowed) -> StructureError {
    StructureError::entry("wrap_type", w, s.wrap_type[WrapId(w)].raw(), allowed)
}
