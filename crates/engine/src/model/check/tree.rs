//! Bodies are numbered depth first; joints and geoms body by body; dofs joint by joint.

use super::super::error::Allowed;
use super::{Checked, number};
use crate::enums::JointType;
use crate::ids::{BodyId, JointId};
use crate::model::{Structure, StructureError};

pub(super) fn check(s: &Structure) -> Checked {
    check_parents(s)?;
    check_counts(s)?;
    check_joints(s)?;
    check_simple(s)
}

/// A body's parent is the body before it, or one above that.
fn check_parents(s: &Structure) -> Checked {
    for b in s.bodies() {
        let parent = s.body_parentid[b].raw();
        let error = |allowed| Err(StructureError::entry("body_parentid", b.0, parent, allowed));
        if !(0..b.raw().max(1)).contains(&parent) {
            return error(Allowed::Range(0, i64::from(b.raw().max(1)) - 1));
        }
        let mut above = b.0.saturating_sub(1);
        while above > parent as usize {
            above = s.body_parentid[BodyId(above)].raw() as usize;
        }
        if above != parent as usize {
            return error(Allowed::Words("the body before it or one above that body"));
        }
    }
    Ok(())
}

/// Bodies have as many joints and geoms as there are.
fn check_counts(s: &Structure) -> Checked {
    let counts = [
        ("body_jntnum", &s.body_jntnum, "njnt", s.njnt),
        ("body_geomnum", &s.body_geomnum, "ngeom", s.ngeom),
    ];
    for (field, nums, name, size) in counts {
        let mut needed = 0;
        for (index, &num) in nums.iter().enumerate() {
            needed += number(field, index, num)?;
        }
        if needed != size {
            return Err(StructureError::Size { name, needed, size });
        }
    }
    if let Some(&num) = s.body_jntnum.first().filter(|num| **num != 0) {
        return Err(StructureError::entry("body_jntnum", 0, num, Allowed::Range(0, 0)));
    }
    Ok(())
}

/// Joints are of a known kind and have the positions and dofs that there are. A free joint is the
/// only one of a child of the world.
fn check_joints(s: &Structure) -> Checked {
    let (mut nq, mut nv, mut j) = (0, 0, 0);
    for b in s.bodies() {
        for _ in 0..s.body_jntnum[b] {
            let kind = s.jnt_type[JointId(j)].raw();
            let error = |allowed| Err(StructureError::entry("jnt_type", j, kind, allowed));
            let Some(known) = JointType::from_i32(kind) else {
                return error(Allowed::Range(0, 3));
            };
            let alone = s.body_jntnum[b] == 1 && s.body_parentid[b].raw() == 0;
            if known == JointType::Free && !alone {
                return error(Allowed::Range(1, 3));
            }
            (nq, nv, j) = (nq + known.nq(), nv + known.nv(), j + 1);
        }
    }
    for (name, needed, size) in [("nq", nq, s.nq), ("nv", nv, s.nv)] {
        if needed != size {
            return Err(StructureError::Size { name, needed, size });
        }
    }
    Ok(())
}

/// Simple dofs come in runs that are counted down, and move no other body.
fn check_simple(s: &Structure) -> Checked {
    for (index, &num) in s.dof_simplenum.iter().enumerate() {
        let next = s.dof_simplenum.get(index + 1).copied().unwrap_or(0);
        if num != 0 && next.checked_add(1) != Some(num) {
            let allowed = Allowed::Words("0, or one more than the next");
            return Err(StructureError::entry("dof_simplenum", index, num, allowed));
        }
    }
    for b in s.bodies() {
        super::below("body_simple", b.0, s.body_simple[b].into(), 0, 3)?;
    }
    Ok(())
}
