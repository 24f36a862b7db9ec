//! The derivatives of the residual of inverse dynamics.

/// Derivatives of `r(q, v, a, u)`, row-major with a row for each degree of freedom.
#[derive(Debug, Default)]
pub(crate) struct Residual {
    pub(crate) nv: usize,
    /// In positions, along their tangents.
    pub(crate) dq: Vec<f64>,
    /// In velocities.
    pub(crate) dv: Vec<f64>,
    /// In accelerations: Newton's matrix `M + J' S J`.
    pub(crate) da: Vec<f64>,
    /// The inertia matrix.
    pub(crate) inertia: Vec<f64>,
    /// Derivative of `M w` in positions, with the vector `w` held.
    pub(crate) inertia_dq: Vec<f64>,
    /// What controls and activations add to the forces.
    pub(crate) by_ctrl: Vec<f64>,
    pub(crate) by_act: Vec<f64>,
}

impl Residual {
    pub(crate) fn new(nv: usize, nu: usize, na: usize) -> Self {
        let square = || vec![0.0; nv * nv];
        Self {
            nv,
            dq: square(),
            dv: square(),
            da: square(),
            inertia: square(),
            inertia_dq: square(),
            by_ctrl: vec![0.0; nv * nu],
            by_act: vec![0.0; nv * na],
        }
    }

    pub(crate) fn clear(&mut self) {
        let Self { nv: _, dq, dv, da, inertia, inertia_dq, by_ctrl, by_act } = self;
        for x in [dq, dv, da, inertia, inertia_dq, by_ctrl, by_act] {
            x.fill(0.0);
        }
    }

    /// Adds `scale row' row` to a matrix.
    pub(crate) fn add_square(mat: &mut [f64], scale: f64, row: &[f64]) {
        Self::add_outer(mat, scale, row, row);
    }

    /// Adds `scale a b'` to a matrix.
    pub(crate) fn add_outer(mat: &mut [f64], scale: f64, a: &[f64], b: &[f64]) {
        if scale == 0.0 {
            return;
        }
        for (to, &a) in mat.chunks_exact_mut(b.len().max(1)).zip(a) {
            if a != 0.0 {
                for (to, &b) in to.iter_mut().zip(b) {
                    *to += scale * a * b;
                }
            }
        }
    }
}
