//! Dense, sparse and banded matrices, row-major; a [`Band`] holds the sizes of the last ones.

use ferrodyn_engine::linalg::qp::BoxQp;
use ferrodyn_engine::linalg::{band, cholesky};

use crate::math::{Mat3, Quat, Vec3};

pub use ferrodyn_engine::linalg::band::Band;
pub use ferrodyn_engine::linalg::qp::BoxQpError;

pub use ferrodyn_engine::linalg::band::{
    factor as mju_cholFactorBand, from_dense as mju_dense2Band, mul_vec as mju_bandMulMatVec,
    to_dense as mju_band2Dense,
};
pub use ferrodyn_engine::linalg::cholesky::{factor as mju_cholFactor, update as mju_cholUpdate};
pub use ferrodyn_engine::linalg::dense::{
    eye as mju_eye, mul_mat_mat as mju_mulMatMat, mul_mat_mat_t as mju_mulMatMatT,
    mul_mat_t_mat as mju_mulMatTMat, mul_mat_t_vec as mju_mulMatTVec, mul_mat_vec as mju_mulMatVec,
    mul_vec_mat_vec as mju_mulVecMatVec, sqr_mat_td as mju_sqrMatTD, symmetrize as mju_symmetrize,
    transpose as mju_transpose,
};
pub use ferrodyn_engine::linalg::sparse::{
    from_dense as mju_dense2sparse, to_dense as mju_sparse2dense,
};

/// Solves `L L' res = vec` with the factor of [`mju_cholFactor`].
///
/// `res` has the size of the problem.
pub fn mju_cholSolve(res: &mut [f64], mat: &[f64], vec: &[f64]) {
    super::mju_copy(res, vec);
    cholesky::solve(res, mat);
}

/// Solves `L L' res = vec` with the factor of [`mju_cholFactorBand`].
pub fn mju_cholSolveBand(res: &mut [f64], mat: &[f64], vec: &[f64], layout: Band) {
    super::mju_copy(res, vec);
    band::solve(res, mat, layout);
}

/// Where entry `(i, i)` of a band matrix is stored: [`Band::diag`]. Nothing if there is no such
/// matrix.
pub fn mju_bandDiag(i: usize, ntotal: usize, nband: usize, ndense: usize) -> Option<usize> {
    let layout = Band::new(ntotal, nband, ndense)?;
    (i < ntotal).then(|| layout.diag(i))
}

/// Eigenvalues in decreasing order, eigenvectors as columns and as a rotation, of a symmetric
/// matrix: [`math::eig3`](crate::math::eig3).
pub fn mju_eig3(mat: &Mat3) -> (Vec3, Mat3, Quat) {
    let (values, quat) = crate::math::eig3(mat);
    (values, quat.to_mat(), quat)
}

/// Minimizes `res' H res / 2 + res' g` in a box, from the start `res`.
///
/// # Errors
/// If the problem is empty, the sizes disagree or the box is.
pub fn mju_boxQP(
    res: &mut [f64],
    R: &mut [f64],
    index: &mut [i32],
    H: &[f64],
    g: &[f64],
    lower: Option<&[f64]>,
    upper: Option<&[f64]>,
) -> Result<Option<usize>, BoxQpError> {
    BoxQp { H, g, lower, upper }.solve(res, R, index)
}
