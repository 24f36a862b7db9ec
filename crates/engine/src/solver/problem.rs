//! Islands as the primal solvers see them: dofs in slots, rows by kind, both in blocks of eight.
//!
//! Rows are sorted into equalities, friction, inequalities and cones; each kind starts a new block, and
//! rows in between have no weight.

use std::ops::Range;

use super::jacobian::{Jacobian, Jacobians};
use super::layout::{Layout, NONE};
use super::mass::{Mass, Masses};
use super::primal::Method;
use super::vec8::{self, Vec8, WIDTH};
use crate::constraint::cost::Cone;
use crate::data::Data;
use crate::enums::ConstraintType;
use crate::ids::{DofId, EfcId, IslandId};
use crate::linalg::ldl::diagonal;
use crate::model::Model;

/// The contact with an elliptic cone whose rows start at `row`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConeRows {
    pub(super) row: usize,
    pub(super) contact: usize,
    pub(super) cone: Cone,
}

/// Blocks where the kinds of rows end; cones last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    pub(super) equality: usize,
    pub(super) friction: usize,
    pub(super) inequality: usize,
}

/// The ranges of one island in the lists of rows and cones of all islands.
#[derive(Clone, Debug)]
struct Parts {
    /// Blocks of rows.
    rows: Range<usize>,
    ends: Ends,
    always_active: i32,
    cones: Range<usize>,
    scale: f64,
}

/// Values that do not change while islands are solved.
#[derive(Clone, Debug, Default)]
pub(super) struct Problems {
    pub(super) layout: Layout,
    masses: Masses,
    jacobians: Jacobians,
    islands: Vec<Parts>,
    /// Rows of `efc_*`, or [`NONE`].
    rows: Vec<u32>,
    cones: Vec<ConeRows>,

    // by slot
    qacc_smooth: Vec<Vec8>,
    qfrc_smooth: Vec<Vec8>,

    // by row
    D: Vec<Vec8>,
    R: Vec<Vec8>,
    loss: Vec<Vec8>,
    aref: Vec<Vec8>,
}

/// One island.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem<'a> {
    /// Blocks of slots.
    pub(super) nblock: usize,
    /// How many slots of each block are used: its first ones.
    pub(super) used: &'a [usize],
    /// Rows of `efc_*`, or [`NONE`].
    pub(super) rows: &'a [u32],
    pub(super) ends: Ends,
    /// Rows of equalities and friction.
    pub(super) always_active: i32,
    pub(super) cones: &'a [ConeRows],
    pub(super) J: Jacobian<'a>,
    pub(super) M: Mass<'a>,

    // by slot
    pub(super) qacc_smooth: &'a [Vec8],
    pub(super) qfrc_smooth: &'a [Vec8],

    // by row; R and loss only of friction
    pub(super) D: &'a [Vec8],
    pub(super) R: &'a [Vec8],
    pub(super) loss: &'a [Vec8],
    pub(super) aref: &'a [Vec8],

    /// Scale of improvement and gradient.
    pub(super) scale: f64,
}

impl Problems {
    /// Reads all islands, or everything as one, for a method.
    #[inline(always)]
    pub(super) fn read(&mut self, m: &Model, d: &Data, by_island: bool, method: Method) {
        if self.layout.update(m, d, by_island) {
            self.masses.place(&m.plan().inertia, &self.layout);
            vec8::clear(&mut self.qacc_smooth, self.layout.nblock);
            vec8::clear(&mut self.qfrc_smooth, self.layout.nblock);
        }
        self.masses.read(d);
        self.layout.to_slots(&d.qacc_smooth, &mut self.qacc_smooth);
        self.layout.to_slots(&d.qfrc_smooth, &mut self.qfrc_smooth);

        self.rows.clear();
        self.cones.clear();
        self.islands.clear();
        self.jacobians.clear();
        for i in 0..self.layout.islands.len() {
            self.read_rows(m, d, i, by_island, method);
        }
        self.read_weights(d);
    }

    /// Number of islands.
    pub(super) fn len(&self) -> usize {
        self.islands.len()
    }

    /// Blocks of rows of all islands.
    pub(super) fn row_blocks(&self) -> usize {
        self.D.len()
    }

    /// The blocks of slots and of rows that an island has.
    pub(super) fn blocks(&self, island: usize) -> (Range<usize>, Range<usize>) {
        (self.layout.islands[island].blocks.clone(), self.islands[island].rows.clone())
    }

    #[inline(always)]
    pub(super) fn island(&self, island: usize) -> Problem<'_> {
        let Parts { rows, ends, always_active, cones, scale } = self.islands[island].clone();
        let blocks = self.layout.islands[island].blocks.clone();
        Problem {
            nblock: blocks.len(),
            used: &self.layout.used[blocks.clone()],
            rows: &self.rows[rows.start * WIDTH..rows.end * WIDTH],
            ends,
            always_active,
            cones: &self.cones[cones],
            J: self.jacobians.island(island),
            M: self.masses.island(island),
            qacc_smooth: &self.qacc_smooth[blocks.clone()],
            qfrc_smooth: &self.qfrc_smooth[blocks],
            D: &self.D[rows.clone()],
            R: &self.R[rows.clone()],
            loss: &self.loss[rows.clone()],
            aref: &self.aref[rows],
            scale,
        }
    }

    /// Lists the rows of an island by kind, and reads their Jacobian.
    #[inline(always)]
    fn read_rows(&mut self, m: &Model, d: &Data, island: usize, by_island: bool, method: Method) {
        let (first, first_cone) = (self.rows.len(), self.cones.len());
        let (ne, nf);
        let ends = if by_island {
            let id = IslandId(island);
            (ne, nf) = (d.island_ne[id] as usize, d.island_nf[id] as usize);
            let (start, count) = (d.island_iefcadr[id] as usize, d.island_nefc[id] as usize);
            let map = &d.map_iefc2efc.as_slice()[start..start + count];
            self.list_rows(d, (ne, nf, count), |i| map[i] as u32)
        } else {
            (ne, nf) = (d.ne as usize, d.nf as usize);
            self.list_rows(d, (ne, nf, d.efc_D.len()), |i| i as u32)
        };
        let place = &self.layout.islands[island];
        let cones = &self.cones[first_cone..];
        let rows = &self.rows[first..];
        self.jacobians.read(m, d, (&self.layout, place), rows, cones, method);
        self.islands.push(Parts {
            rows: first / WIDTH..self.rows.len() / WIDTH,
            ends,
            always_active: (ne + nf) as i32,
            cones: first_cone..self.cones.len(),
            scale: 1.0 / self.inertia(m, d, by_island.then_some(island)),
        });
    }

    /// Appends rows by kind: equalities, friction, inequalities, cones.
    #[inline(always)]
    fn list_rows(
        &mut self,
        d: &Data,
        (ne, nf, nefc): (usize, usize, usize),
        row: impl Fn(usize) -> u32,
    ) -> Ends {
        let first = self.rows.len();
        let kinds = d.efc_type.raw();
        let elliptic = |row: u32| kinds[row as usize] == ConstraintType::ContactElliptic as i32;
        self.rows.extend((0..ne).map(&row));
        let equality = self.fill_block(first);
        self.rows.extend((ne..ne + nf).map(&row));
        let friction = self.fill_block(first);
        self.rows.extend((ne + nf..nefc).map(&row).filter(|&row| !elliptic(row)));
        let has_cones = self.rows.len() - first - friction * WIDTH < nefc - ne - nf;
        let inequality = self.fill_block(first);
        let mut i = if has_cones { ne + nf } else { nefc };
        while i < nefc {
            let id = d.efc_id[EfcId(row(i) as usize)] as usize;
            let contact = d.contact.get(id).filter(|_| elliptic(row(i)));
            let dim = contact.map_or(1, |contact| {
                let cone = Cone::new(contact, nefc - i);
                self.cones.push(ConeRows { row: self.rows.len() - first, contact: id, cone });
                self.rows.extend((i..i + cone.dim).map(&row));
                cone.dim
            });
            i += dim;
        }
        self.fill_block(first);
        Ends { equality, friction, inequality }
    }

    /// The inertia that costs are measured by.
    #[inline(always)]
    fn inertia(&self, m: &Model, d: &Data, island: Option<usize>) -> f64 {
        let Some(island) = island else { return m.stat.meaninertia * m.nv.max(1) as f64 };
        let diagonal = |&k: &u32| d.M[diagonal(m, DofId(k as usize))];
        let dofs = &self.layout.dofs[self.layout.islands[island].dofs.clone()];
        dofs.iter().map(diagonal).fold(0.0, |sum, x| sum + x)
    }

    /// Fills the last block of rows; returns the number of blocks since row `first`.
    #[inline(always)]
    fn fill_block(&mut self, first: usize) -> usize {
        let blocks = self.rows.len().div_ceil(WIDTH);
        self.rows.resize(blocks * WIDTH, NONE);
        blocks - first / WIDTH
    }

    /// Reads what rows have beside their Jacobian.
    #[inline(always)]
    fn read_weights(&mut self, d: &Data) {
        let blocks = self.rows.len() / WIDTH;
        for vectors in [&mut self.D, &mut self.R, &mut self.loss, &mut self.aref] {
            vec8::clear(vectors, blocks);
        }
        let D = vec8::flat_mut(&mut self.D);
        let R = vec8::flat_mut(&mut self.R);
        let loss = vec8::flat_mut(&mut self.loss);
        let aref = vec8::flat_mut(&mut self.aref);

        // runs of rows that follow each other
        let mut i = 0;
        for run in self.rows.chunk_by(|&a, &b| a != NONE && b == a.wrapping_add(1)) {
            let to = i..i + run.len();
            i = to.end;
            let first = run[0] as usize;
            if run[0] == NONE {
                continue;
            }
            let from = first..first + run.len();
            D[to.clone()].copy_from_slice(&d.efc_D.as_slice()[from.clone()]);
            aref[to].copy_from_slice(&d.efc_aref.as_slice()[from]);
        }
        for parts in &self.islands {
            let start = parts.rows.start;
            for i in (start + parts.ends.equality) * WIDTH..(start + parts.ends.friction) * WIDTH {
                if self.rows[i] != NONE {
                    R[i] = d.efc_R[EfcId(self.rows[i] as usize)];
                    loss[i] = d.efc_frictionloss[EfcId(self.rows[i] as usize)];
                }
            }
        }
    }
}
