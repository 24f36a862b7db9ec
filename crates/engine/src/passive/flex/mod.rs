//! Elastic forces of flexes.
//!
//! | file | forces of |
//! |---|---|
//! | `bending` | pairs of triangles that share an edge |
//! | `elements` | triangles and tetrahedra that stretch |
//! | `cells` | cells of interpolated flexes |
//! | `edges` | springs and dampers along edges |

mod bending;
mod cells;
mod edges;
mod elements;

use crate::data::Data;
use crate::enums::DisableBit;
use crate::ids::FlexId;
use crate::model::Model;
use crate::smooth::flex::flexes;
use crate::smooth::flex::grid::Grid;

/// The number of `flex_edgeequality` whose rows take the place of elasticity.
const ON_STRAIN: i32 = 3;

/// Which forces are not disabled.
#[derive(Clone, Copy)]
struct Enabled {
    springs: bool,
    dampers: bool,
}

/// Adds the forces of all flexes to `qfrc_spring` and `qfrc_damper`.
pub(in crate::passive) fn flex(m: &Model, d: &mut Data) {
    let enabled = Enabled {
        springs: !m.opt.disabled(DisableBit::Spring),
        dampers: !m.opt.disabled(DisableBit::Damper),
    };
    for f in flexes(m).filter(|&f| m.flex_dim[f] > 1 && m.flex_rigid[f] == 0) {
        if m.flex_dim[f] == 2 {
            bending::add(m, d, f, enabled);
        }
        if !is_elastic(m, f) {
            continue;
        }
        match Grid::of(m, f) {
            Some(grid) => cells::add(m, d, f, grid, enabled),
            None => elements::add(m, d, f),
        }
    }
    for f in flexes(m) {
        edges::add(m, d, f, enabled);
    }
}

/// Whether elements or cells of a flex push back: the first number of their stiffness decides, and
/// an equality on strain replaces them.
pub(crate) fn is_elastic(m: &Model, f: FlexId) -> bool {
    let first = m.flex_stiffness.get(m.flex_stiffnessadr[f] as usize);
    first.is_some_and(|&k| k != 0.0) && m.flex_edgeequality[f] != ON_STRAIN
}

#[cfg(test)]
mod tests;
