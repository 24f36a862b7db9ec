//! Errors and their derivatives along the degrees of freedom, by priority.

/// Rows of several levels; the first has the model's equality constraints.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    nv: usize,
    /// Derivatives, row after row.
    pub(super) jacobian: Vec<f64>,
    /// The right side: `jacobian * step = wanted`.
    pub(super) wanted: Vec<f64>,
    /// The fraction of the tasks' errors that one step has to remove.
    pub(super) part: f64,
    /// Where levels start.
    starts: Vec<usize>,
    /// Inequalities `row * step >= least`: derivatives, then bounds.
    pub(super) apart: Vec<f64>,
    pub(super) least: Vec<f64>,
    /// Space for Jacobians of two frames.
    pub(super) scratch: [Vec<f64>; 4],
}

impl Rows {
    pub(super) fn new(nv: usize) -> Self {
        Self {
            nv,
            jacobian: Vec::new(),
            wanted: Vec::new(),
            part: 1.0,
            starts: vec![0],
            apart: Vec::new(),
            least: Vec::new(),
            scratch: std::array::from_fn(|_| vec![0.0; 3 * nv]),
        }
    }

    /// Starts over at the first level.
    pub(super) fn clear(&mut self) {
        self.jacobian.clear();
        self.wanted.clear();
        self.part = 1.0;
        self.starts.clear();
        self.starts.push(0);
        self.apart.clear();
        self.least.clear();
    }

    pub(super) fn next_level(&mut self) {
        self.starts.push(self.wanted.len());
    }

    pub(super) fn levels(&self) -> usize {
        self.starts.len()
    }

    /// The rows of a level.
    pub(super) fn level(&self, level: usize) -> std::ops::Range<usize> {
        let end = self.starts.get(level + 1).copied().unwrap_or(self.wanted.len());
        self.starts[level]..end
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.jacobian[row * self.nv..(row + 1) * self.nv]
    }

    /// Adds a row of zeros and returns it.
    pub(super) fn push(&mut self, wanted: f64) -> &mut [f64] {
        let start = self.jacobian.len();
        self.jacobian.resize(start + self.nv, 0.0);
        self.wanted.push(wanted);
        &mut self.jacobian[start..]
    }

    /// Squared errors of the equality constraints and of the tasks of the first priority.
    pub(super) fn square(&self) -> f64 {
        let end = if self.levels() > 1 { self.level(1).end } else { self.wanted.len() };
        self.wanted[..end].iter().map(|x| x * x).sum()
    }

    /// How strongly the tasks of the first priority push a degree of freedom.
    pub(super) fn gradient(&self, dof: usize) -> f64 {
        let level = if self.levels() > 1 { self.level(1) } else { 0..0 };
        level.map(|row| self.row(row)[dof] * self.wanted[row]).sum()
    }
}
