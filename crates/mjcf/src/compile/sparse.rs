//! Counts the nonzeros of the matrices whose sparsity follows from the kinematic tree.

/// Ancestors of a dof, nearest first, the dof itself not included.
fn ancestors(parent: &[i32], dof: usize) -> impl Iterator<Item = usize> + '_ {
    let up = |dof: &usize| usize::try_from(parent[*dof]).ok();
    std::iter::successors(up(&dof), up)
}

/// Number of nonzeros of the three patterns, from parents and simple flags.
pub(super) struct Counts {
    pub(super) chain: usize,
    pub(super) lower: usize,
    pub(super) both: usize,
}

impl Counts {
    pub(super) fn new(parent: &[i32], simplenum: &[i32]) -> Self {
        let nv = parent.len();
        let (mut chain, mut lower) = (nv, nv);
        for (dof, &simple) in simplenum.iter().enumerate() {
            let above = ancestors(parent, dof).count();
            chain += above;
            if simple == 0 {
                lower += above;
            }
        }
        Self { chain, lower, both: 2 * chain - nv }
    }
}
