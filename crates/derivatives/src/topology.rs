//! The order in which joints move bodies.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::JointType;
use ferrodyn_engine::ids::{BodyId, DofId};

/// Degrees of freedom that move at once: one, or the three rotations of a ball or free joint, which move each
/// other's axes both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) first: usize,
    pub(crate) end: usize,
    /// Whether the axis is fixed in the world, as those of the translations of a free joint.
    pub(crate) fixed: bool,
}

/// The groups of all degrees of freedom, in order.
#[derive(Debug)]
pub(crate) struct Topology {
    pub(crate) groups: Vec<Group>,
    /// The group of each degree of freedom.
    pub(crate) group_of: Vec<usize>,
    /// The groups of each body: start and end.
    pub(crate) of_body: Vec<[usize; 2]>,
}

impl Topology {
    pub(crate) fn new(m: &Model) -> Self {
        let mut groups = Vec::with_capacity(m.nv);
        let mut group_of = vec![0; m.nv];
        let mut of_body = Vec::with_capacity(m.nbody);
        for b in m.bodies() {
            let start = groups.len();
            let first = m.body_dofadr.id(b).map_or(0, |k| k.0);
            let end = first + usize::try_from(m.body_dofnum[b]).unwrap_or(0);
            let mut k = first;
            while k < end {
                let joint = m.dof_jntid.id(DofId(k));
                let kind = joint.and_then(|j| m.jnt_type.kind(j));
                let translation = kind == Some(JointType::Free)
                    && joint.and_then(|j| m.jnt_dofadr.id(j)).is_some_and(|adr| k < adr.0 + 3);
                let width = match kind {
                    Some(JointType::Ball) => 3,
                    Some(JointType::Free) if !translation => 3,
                    _ => 1,
                };
                let group = Group { first: k, end: (k + width).min(end), fixed: translation };
                group_of[group.first..group.end].fill(groups.len());
                groups.push(group);
                k = group.end;
            }
            of_body.push([start, groups.len()]);
        }
        Self { groups, group_of, of_body }
    }

    /// The groups of a body.
    pub(crate) fn groups(&self, b: BodyId) -> &[Group] {
        let [start, end] = self.of_body[b.0];
        &self.groups[start..end]
    }
}

/// The last degree of freedom that moves a body.
pub(crate) fn last_dof(m: &Model, mut b: BodyId) -> Option<usize> {
    while b.0 > 0 {
        let count = usize::try_from(m.body_dofnum[b]).unwrap_or(0);
        if let Some(first) = m.body_dofadr.id(b).filter(|_| count > 0) {
            return Some(first.0 + count - 1);
        }
        b = m.body_parentid.id(b)?;
    }
    None
}

/// The degrees of freedom that move a body, from the last to the first.
pub(crate) fn chain(m: &Model, b: BodyId) -> impl Iterator<Item = usize> + use<'_> {
    std::iter::successors(last_dof(m, b), |&k| m.dof_parentid.id(DofId(k)).map(|k| k.0))
}

/// The degrees of freedom that move one of two bodies and not the other, with the sign with which they move the
/// second relative to the first.
pub(crate) fn apart(m: &Model, bodies: [BodyId; 2], out: &mut Vec<(usize, f64)>) {
    out.clear();
    let mut ends = bodies.map(|b| last_dof(m, b));
    while ends[0] != ends[1] {
        let second = ends[1] > ends[0];
        let side = usize::from(second);
        let Some(k) = ends[side] else { break };
        out.push((k, if second { 1.0 } else { -1.0 }));
        ends[side] = m.dof_parentid.id(DofId(k)).map(|k| k.0);
    }
}
