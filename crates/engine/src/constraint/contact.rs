//! Rows of contacts: along the normal and in friction directions.
//!
//! The Jacobian of a contact is that of the second body minus that of the first at the contact
//! point, along the axes of the contact frame: rows `n` (normal), `t1`, `t2` (tangents) for the
//! velocity and again `n`, `t1`, `t2` (torsion, rolling) for the angular velocity. Dimension 1, 3,
//! 4 or 6 says how many of them count. Elliptic cones use these rows; pyramidal cones replace them
//! by the edges `n + mu_i t_i`, `n - mu_i t_i` of the pyramid.

use nalgebra::DMatrix;

use super::difference::{BodyPair, WeightedSum};
use super::inputs::Inputs;
use super::parts::{Part, Sides};
use super::passive::{NO_DOFS, PASSIVE, is_passive};
use super::rows::{Block, Origin, RowBuilder, RowPosition};
use crate::contact::Contact;
use crate::data::Data;
use crate::enums::{ConstraintType, DisableBit};
use crate::ids::{ContactId, DofId};
use crate::math::Mat3;
use crate::model::Model;
use crate::model::facts::is_pyramidal;
use crate::smooth::jacobian::Column;

/// Most dimensions of a contact.
const MAX_DIM: usize = 6;
/// Most rows of a contact: the edges of a pyramid.
const MAX_ROWS: usize = 2 * (MAX_DIM - 1);

/// Adds the rows of all contacts that are not excluded.
#[doc(alias = "mj_instantiateContact")]
pub(super) fn add(
    m: &Model,
    d: Inputs<'_>,
    contacts: &mut [Contact],
    parts: &mut Vec<Part>,
    rows: &mut RowBuilder<'_>,
) {
    if m.opt.disabled(DisableBit::Contact) {
        return;
    }
    if m.nflex > 0 {
        for contact in contacts.iter_mut().filter(|contact| is_passive(m, contact)) {
            (contact.efc_address, contact.exclude) = (-1, PASSIVE);
        }
    }
    if m.nv == 0 {
        return;
    }
    let pyramidal = is_pyramidal(m);
    let count = contacts.len();
    for (id, contact) in contacts.iter_mut().enumerate() {
        if contact.exclude != 0 {
            continue;
        }
        let cone = Cone::of(contact, pyramidal);
        rows.expect(count - id);
        let start = rows.len();
        let added = match Sides::of(m, d.flexvert_xpos, contact, parts) {
            None => continue,
            Some(Sides::Bodies(bodies)) => {
                let pair = BodyPair::new(m, d.subtree_com, bodies, contact.pos);
                let nnz = if rows.is_sparse() { pair.dof_count(m) } else { m.nv };
                cone.add(rows, contact, nnz, pair.columns(m, d.cdof))
            }
            Some(Sides::Parts(parts)) => {
                let mut sum = WeightedSum::new(m, d.subtree_com, d.cdof, parts);
                let nnz = if rows.is_sparse() { sum.dof_count() } else { m.nv };
                cone.add(rows, contact, nnz, sum)
            }
        };
        contact.efc_address = if added { start as i32 } else { -1 };
        if added {
            cone.close(rows, id, contact);
        }
    }
}

/// How the rows of a contact are made, and its dimension.
#[derive(Clone, Copy)]
enum Cone {
    Frictionless,
    Pyramidal(usize),
    Elliptic(usize),
}

impl Cone {
    fn of(contact: &Contact, pyramidal: bool) -> Self {
        match dimension(contact) {
            1 => Self::Frictionless,
            dim if pyramidal => Self::Pyramidal(dim),
            dim => Self::Elliptic(dim),
        }
    }

    fn rows(self) -> usize {
        match self {
            Self::Frictionless => 1,
            Self::Pyramidal(dim) => 2 * (dim - 1),
            Self::Elliptic(dim) => dim,
        }
    }

    /// Opens the rows of a contact and writes their Jacobian; false if there are none.
    #[inline]
    fn add(
        self,
        rows: &mut RowBuilder<'_>,
        contact: &mut Contact,
        nnz: usize,
        columns: impl Iterator<Item = (DofId, Column<f64>)>,
    ) -> bool {
        // a contact that no degree of freedom changes; dense rows are kept all the same
        if nnz == 0 {
            contact.exclude = NO_DOFS;
            return false;
        }
        let Some(mut block) = rows.open(self.rows(), nnz) else { return false };
        self.fill(&mut block, columns, contact);
        true
    }

    /// Writes the Jacobian, one routine for each number of rows.
    #[inline]
    fn fill(
        self,
        block: &mut Block<'_>,
        columns: impl Iterator<Item = (DofId, Column<f64>)>,
        contact: &Contact,
    ) {
        match self {
            Self::Frictionless => fill(block, columns, |c| [contact.frame.row(0).dot(c.p)]),
            Self::Pyramidal(2) => fill(block, columns, |c| edges::<2>(contact, c)),
            Self::Pyramidal(3) => fill(block, columns, |c| edges::<4>(contact, c)),
            Self::Pyramidal(4) => fill(block, columns, |c| edges::<6>(contact, c)),
            Self::Pyramidal(5) => fill(block, columns, |c| edges::<8>(contact, c)),
            Self::Pyramidal(_) => fill(block, columns, |c| edges::<MAX_ROWS>(contact, c)),
            Self::Elliptic(2) => fill(block, columns, |c| axes::<2>(contact, c)),
            Self::Elliptic(3) => fill(block, columns, |c| axes::<3>(contact, c)),
            Self::Elliptic(4) => fill(block, columns, |c| axes::<4>(contact, c)),
            Self::Elliptic(5) => fill(block, columns, |c| axes::<5>(contact, c)),
            Self::Elliptic(_) => fill(block, columns, |c| axes::<MAX_DIM>(contact, c)),
        }
    }

    /// Ends the rows of a contact. Only the normal has a position, and every edge.
    fn close(self, rows: &mut RowBuilder<'_>, id: usize, contact: &Contact) {
        let place = RowPosition { pos: contact.dist, margin: contact.includemargin };
        let (kind, placed) = match self {
            Self::Frictionless => (ConstraintType::ContactFrictionless, 1),
            Self::Pyramidal(_) => (ConstraintType::ContactPyramidal, MAX_ROWS),
            Self::Elliptic(_) => (ConstraintType::ContactElliptic, 1),
        };
        rows.close_with(Origin::new(kind, id), self.rows(), |i| {
            if i < placed { place } else { RowPosition::default() }
        });
    }
}

/// Writes the columns of a block of `N` rows.
#[inline]
fn fill<const N: usize>(
    block: &mut Block<'_>,
    columns: impl Iterator<Item = (DofId, Column<f64>)>,
    rows: impl Fn(&Column<f64>) -> [f64; N],
) {
    for (k, column) in columns {
        block.put(k, &rows(&column));
    }
}

/// A column of the edges of a pyramid.
#[inline]
fn edges<const N: usize>(contact: &Contact, column: &Column<f64>) -> [f64; N] {
    let axes = along(&contact.frame, column, N > 4);
    std::array::from_fn(|i| {
        let (t, mu) = (axes[1 + i / 2], contact.friction[i / 2]);
        if i % 2 == 0 { axes[0] + t * mu } else { axes[0] + t * -mu }
    })
}

/// A column of the first axes of a contact.
#[inline]
fn axes<const N: usize>(contact: &Contact, column: &Column<f64>) -> [f64; N] {
    let axes = along(&contact.frame, column, N > 3);
    std::array::from_fn(|i| axes[i])
}

/// A column along the axes of the contact: velocity, then angular velocity if friction turns.
#[inline]
fn along(frame: &Mat3, column: &Column<f64>, turns: bool) -> [f64; MAX_DIM] {
    let [n, t1, t2] = (*frame * column.p).0;
    let [torsion, roll1, roll2] = if turns { (*frame * column.r).0 } else { [0.0; 3] };
    [n, t1, t2, torsion, roll1, roll2]
}

/// Dimension of a contact, at least 1.
pub(super) fn dimension(contact: &Contact) -> usize {
    usize::try_from(contact.dim).unwrap_or(1).clamp(1, MAX_DIM)
}

/// Jacobian, dim x nv, of a contact: how fast the second body moves and turns relative to the
/// first, at the contact point and along the axes of the contact frame.
///
/// | row | relative velocity |
/// |---|---|
/// | 0 | along the normal |
/// | 1, 2 | along the tangents |
/// | 3 | angular, about the normal: torsion |
/// | 4, 5 | angular, about the tangents: rolling |
///
/// The dimension of the contact, 1, 3, 4 or 6, says how many rows there are. Rows are
/// `frame * (J2 - J1)` with the Jacobians that [`jac`](crate::support::jac) gives for both bodies,
/// so the axes of ball and free joints are those of their body. This is the Jacobian of the motion;
/// the rows of a pyramidal cone in `efc_J` are the edges made from it. Call after
/// [`collide`](crate::collision::collide). No rows for a contact that does not exist.
#[must_use]
#[doc(alias = "mj_contactJacobian")]
pub fn contact_jacobian(m: &Model, d: &Data, contact: ContactId) -> DMatrix<f64> {
    let mut parts = Vec::new();
    let sides = |c, parts| Some((c, Sides::of(m, &d.flexvert_xpos, c, parts)?));
    let Some((contact, sides)) = d.contact.get(contact.0).and_then(|c| sides(c, &mut parts)) else {
        return DMatrix::zeros(0, m.nv);
    };
    let dim = dimension(contact);
    let mut jacobian = DMatrix::zeros(dim, m.nv);
    let mut put = |(k, column): (DofId, Column<f64>)| {
        let axes = along(&contact.frame, &column, dim > 3);
        jacobian.column_mut(k.0).copy_from_slice(&axes[..dim]);
    };
    match sides {
        Sides::Bodies(bodies) => {
            let pair = BodyPair::new(m, &d.subtree_com, bodies, contact.pos);
            pair.columns(m, &d.cdof).for_each(&mut put);
        }
        Sides::Parts(parts) => {
            WeightedSum::new(m, &d.subtree_com, &d.cdof, parts).for_each(&mut put);
        }
    }
    jacobian
}
