//! Derivatives of the forces of constraints.

use ferrodyn_engine::enums::{ConstraintState, ConstraintType, EqType, JointType, WrapType};
use ferrodyn_engine::ids::{
    ContactId, DofId, EfcId, EfcJAdr, EqualityId, JointId, QposAdr, TendonId, WrapId,
};
use ferrodyn_engine::{Data, Model};

use crate::contact;
use crate::error::{DeriveError, refuse};
use crate::residual::Residual;
use crate::sweep::Sweep;

/// Reads rows of the Jacobian, sparse or dense.
#[derive(Debug, Default)]
pub(crate) struct RowReader {
    /// The row that was read last, with all columns.
    pub(crate) row: Vec<f64>,
    /// A second row.
    pub(crate) other: Vec<f64>,
    /// A buffer for degrees of freedom that move two bodies apart.
    pub(crate) list: Vec<(usize, f64)>,
}

impl RowReader {
    pub(crate) fn new(m: &Model) -> Self {
        Self { row: vec![0.0; m.nv], other: vec![0.0; m.nv], list: Vec::with_capacity(m.nv) }
    }

    /// Reads a row.
    pub(crate) fn read(&mut self, d: &Data, r: EfcId) {
        let nv = self.row.len();
        if d.efc_J_rownnz.is_empty() {
            self.row.copy_from_slice(&d.efc_J.as_slice()[r.0 * nv..(r.0 + 1) * nv]);
            return;
        }
        self.row.fill(0.0);
        let from = d.efc_J_rowadr[r] as usize;
        for at in (from..from + d.efc_J_rownnz[r] as usize).map(EfcJAdr) {
            self.row[d.efc_J_colind[at] as usize] = d.efc_J[at];
        }
    }
}

/// Adds the derivatives of the forces of all constraints.
pub(crate) fn constraints(
    m: &Model,
    d: &Data,
    reader: &mut RowReader,
    sweep: &mut Sweep,
    out: &mut Residual,
) -> Result<(), DeriveError> {
    let count = d.efc_type.len();
    let mut r = EfcId(0);
    while r.0 < count {
        let id = usize::try_from(d.efc_id[r]).unwrap_or(0);
        r.0 += match d.efc_type.kind(r) {
            Some(
                ConstraintType::ContactFrictionless
                | ConstraintType::ContactPyramidal
                | ConstraintType::ContactElliptic,
            ) => {
                let contact = d.contact[ContactId(id)];
                contact::add(m, d, &contact, r, reader, sweep, out)?
            }
            Some(ConstraintType::Equality) => {
                equality(m, d, r, EqualityId(id), reader, out)?;
                1
            }
            Some(ConstraintType::LimitJoint) => {
                if m.jnt_type.kind(JointId(id)) == Some(JointType::Ball) {
                    return refuse(format!("the limit of {}", joint_name(m, JointId(id))));
                }
                row(d, r, true, reader, out);
                1
            }
            Some(kind @ (ConstraintType::LimitTendon | ConstraintType::FrictionTendon)) => {
                let t = TendonId(id);
                if !is_fixed(m, t) {
                    let what =
                        if kind == ConstraintType::LimitTendon { "limit" } else { "friction" };
                    return refuse(format!("the {what} of {}", tendon_name(m, t)));
                }
                row(d, r, kind == ConstraintType::LimitTendon, reader, out);
                1
            }
            Some(ConstraintType::FrictionDof) => {
                row(d, r, false, reader, out);
                1
            }
            None => return refuse("constraint rows of an unknown kind"),
        };
    }
    Ok(())
}

/// Adds a row whose Jacobian is constant; `spring` says whether it pulls toward a position.
fn row(d: &Data, r: EfcId, spring: bool, reader: &mut RowReader, out: &mut Residual) {
    let [K, B, imp, imp_slope] = d.efc_KBIP[r];
    let quadratic = d.efc_state.kind(r) == Some(ConstraintState::Quadratic);
    let S = if quadratic { d.efc_D[r] } else { 0.0 };
    let (stiffness, softening) = if spring {
        let pos = d.efc_pos[r] - d.efc_margin[r];
        let softening = if imp_slope == 0.0 { 0.0 } else { imp_slope / (imp * (1.0 - imp)) };
        (K * (imp + imp_slope * pos), softening)
    } else {
        (0.0, 0.0)
    };
    reader.read(d, r);
    let row = &reader.row;
    Residual::add_square(&mut out.da, S, row);
    Residual::add_square(&mut out.dv, S * B, row);
    Residual::add_square(&mut out.dq, S * stiffness - d.efc_force[r] * softening, row);
}

/// Adds the row of an equality of one or two joints.
fn equality(
    m: &Model,
    d: &Data,
    r: EfcId,
    e: EqualityId,
    reader: &mut RowReader,
    out: &mut Residual,
) -> Result<(), DeriveError> {
    let kind = m.eq_type.kind(e);
    if kind != Some(EqType::Joint) {
        let kind = match kind {
            Some(EqType::Connect) => "connect",
            Some(EqType::Weld) => "weld",
            Some(EqType::Tendon) => "tendon",
            _ => "flex",
        };
        let name = m.name(e).map_or_else(|| e.0.to_string(), |name| format!("{name:?}"));
        return refuse(format!("the {kind} constraint {name}"));
    }
    row(d, r, true, reader, out);

    // q1 - poly(q2): the Jacobian of the second joint follows its position
    let Ok(second) = usize::try_from(m.eq_obj2id[e]) else { return Ok(()) };
    let second = JointId(second);
    let (Some(adr), Some(k)) = (m.jnt_qposadr.id(second), m.jnt_dofadr.id(second)) else {
        return Ok(());
    };
    let QposAdr(adr) = adr;
    let x = d.qpos[adr] - m.qpos0[adr];
    let [_, _, c2, c3, c4, ..] = m.eq_data[e];
    let curvature = -(2.0 * c2 + x * (6.0 * c3 + x * 12.0 * c4));
    if curvature != 0.0 {
        let B = d.efc_KBIP[r][1];
        let jar = curvature * (d.qacc[k] + B * d.qvel[k]);
        let DofId(k) = k;
        for (i, J) in reader.row.iter().enumerate() {
            out.dq[i * out.nv + k] += d.efc_D[r] * J * jar;
        }
        out.dq[k * out.nv + k] -= d.efc_force[r] * curvature;
    }
    Ok(())
}

/// Whether a tendon is a weighted sum of joints.
pub(crate) fn is_fixed(m: &Model, t: TendonId) -> bool {
    let first = m.tendon_adr.id(t).map_or(WrapId(0), |w| w);
    m.wrap_type.kind(first) == Some(WrapType::Joint)
}

pub(crate) fn joint_name(m: &Model, j: JointId) -> String {
    match m.name(j) {
        Some(name) => format!("joint {name:?}"),
        None => format!("joint {}", j.0),
    }
}

pub(crate) fn tendon_name(m: &Model, t: TendonId) -> String {
    match m.name(t) {
        Some(name) => format!("tendon {name:?}"),
        None => format!("tendon {}", t.0),
    }
}
