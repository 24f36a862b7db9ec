//! Adds `J' B J` to `qDeriv`, where `J` maps `qvel` to the velocity that a force depends on and
//! `B` is the derivative of the force in that velocity.
//!
//! | reads |
//! |---|
//! | `D_rownnz`, `D_rowadr`, `D_diag`, `D_colind` |

use std::ops::Range;

use crate::data::Lanes;
use crate::fields::Field;
use crate::ids::{DofDofAdr, DofId};
use crate::math::SpatialOf;
use crate::model::Model;

/// Adds `B J' J` for one row of a Jacobian with the given increasing columns.
pub(super) fn add_row<N: Lanes>(
    m: &Model,
    qDeriv: &mut Field<DofDofAdr, N>,
    columns: &[i32],
    J: &[N],
    B: N,
) {
    // a single column meets the diagonal only
    if let ([k], [J]) = (columns, J) {
        let k = DofId(*k as usize);
        qDeriv[DofDofAdr((m.D_rowadr[k] + m.D_diag[k]) as usize)] += *J * (*J * B);
        return;
    }
    let (threes, rest) = columns.as_chunks();
    for (i, (three, J3)) in threes.iter().zip(J.as_chunks().0).enumerate() {
        match alone(m, three) {
            Some(start) => add_alone(&mut qDeriv.as_mut_slice()[start..], J3, B),
            None => add_entries(m, qDeriv, (columns, J), 3 * i..3 * i + 3, B),
        }
    }
    add_entries(m, qDeriv, (columns, J), columns.len() - rest.len()..columns.len(), B);
}

/// Adds the rows of some of the columns.
fn add_entries<N: Lanes>(
    m: &Model,
    qDeriv: &mut Field<DofDofAdr, N>,
    (columns, J): (&[i32], &[N]),
    some: Range<usize>,
    B: N,
) {
    for (&k, &Jk) in columns[some.clone()].iter().zip(&J[some]) {
        let scale = Jk * B;
        for_each_entry(m, DofId(k as usize), columns, |at, p| qDeriv[at] += J[p] * scale);
    }
}

/// Where the block of three degrees of freedom is that are coupled only to each other, as those of a vertex
/// of a flex do.
#[inline(always)]
fn alone(m: &Model, &[a, b, c]: &[i32; 3]) -> Option<usize> {
    let [first, second, third] = [a, b, c].map(|k| DofId(k as usize));
    let start = m.D_rowadr[first] as usize;
    let block = m.D_colind.as_slice().get(start..start + 9)?;
    let counts = [first, second, third].map(|k| m.D_rownnz[k]);
    let follow = b == a + 1 && c == a + 2 && counts == [3; 3];
    (follow && block == [a, b, c, a, b, c, a, b, c]).then_some(start)
}

/// Adds `B J' J` to a block.
#[inline(always)]
fn add_alone<N: Lanes>(block: &mut [N], J: &[N; 3], B: N) {
    for (row, &Jk) in block.as_chunks_mut::<3>().0.iter_mut().zip(J) {
        let scale = Jk * B;
        for (entry, &Jp) in row.iter_mut().zip(J) {
            *entry += Jp * scale;
        }
    }
}

/// Adds `J' B J` for a body: the columns of `J` are local velocities of the body per unit speed of
/// the degrees of freedom in `chain`.
pub(super) fn add_body<N: Lanes>(
    m: &Model,
    qDeriv: &mut Field<DofDofAdr, N>,
    chain: &[i32],
    J: &[SpatialOf<N>],
    B: &[[N; 6]; 6],
) {
    for (&k, Jk) in chain.iter().zip(J) {
        for_each_entry(m, DofId(k as usize), chain, |at, p| {
            let Jp = &J[p];
            let entry = &mut qDeriv[at];
            for (i, row) in B.iter().enumerate() {
                for (j, &b) in row.iter().enumerate() {
                    if !N::known_all(b.eq_mask(N::ZERO)) {
                        *entry += Jp[j] * (Jk[i] * b);
                    }
                }
            }
        });
    }
}

/// Calls `visit` with the address of each entry of row `k` of `qDeriv` whose column is among
/// `columns`, and with the place there. Both are in increasing order.
fn for_each_entry(m: &Model, k: DofId, columns: &[i32], mut visit: impl FnMut(DofDofAdr, usize)) {
    let start = m.D_rowadr[k] as usize;
    let row = &m.D_colind.as_slice()[start..start + m.D_rownnz[k] as usize];
    let mut p = 0;
    for (at, &column) in row.iter().enumerate() {
        while columns.get(p).is_some_and(|&c| c < column) {
            p += 1;
        }
        match columns.get(p) {
            Some(&c) if c == column => visit(DofDofAdr(start + at), p),
            Some(_) => {}
            None => return,
        }
    }
}
