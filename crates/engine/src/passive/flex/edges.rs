//! Springs and dampers along the edges of flexes.

use super::Enabled;
use crate::data::Data;
use crate::ids::{DofId, FlexEdgeId, FlexEdgeJAdr, FlexId};
use crate::model::Model;

/// Adds the forces of the edges of a flex.
pub(super) fn add(m: &Model, d: &mut Data, f: FlexId, enabled: Enabled) {
    let stiffness = if enabled.springs { m.flex_edgestiffness[f] } else { 0.0 };
    let damping = if enabled.dampers { m.flex_edgedamping[f] } else { 0.0 };
    if m.flex_rigid[f] != 0 || (stiffness == 0.0 && damping == 0.0) {
        return;
    }
    let start = m.flex_edgeadr[f] as usize;
    for e in (start..start + m.flex_edgenum[f] as usize).map(FlexEdgeId) {
        if m.flexedge_rigid[e] != 0 {
            continue;
        }
        let spring = stiffness * (m.flexedge_length0[e] - d.flexedge_length[e]);
        let damper = -damping * d.flexedge_velocity[e];
        let from = m.flexedge_J_rowadr[e] as usize;
        for at in (from..from + m.flexedge_J_rownnz[e] as usize).map(FlexEdgeJAdr) {
            let k = DofId(m.flexedge_J_colind[at] as usize);
            let J = d.flexedge_J[at];
            if stiffness != 0.0 {
                d.qfrc_spring[k] += J * spring;
            }
            if damping != 0.0 {
                d.qfrc_damper[k] += J * damper;
            }
        }
    }
}
