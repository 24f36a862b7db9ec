//! What the solvers tell about each iteration: `solver`, `solver_niter`, `solver_nnz`.
//!
//! | reads | writes |
//! |---|---|
//! | | `solver` |

use crate::constants::{NISLAND, NSOLVER};
use crate::contact::SolverStat;
use crate::data::Data;
use crate::ids::SolverStatId;

/// Keeps the statistics of an iteration; those of islands and iterations beyond the arrays are lost.
pub(super) fn save(d: &mut Data, island: usize, iteration: usize, stat: SolverStat) {
    if island < NISLAND && iteration < NSOLVER {
        d.solver[SolverStatId(island * NSOLVER + iteration)] = stat;
    }
}
