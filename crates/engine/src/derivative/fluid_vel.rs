//! The derivative of the fluid force on an ellipsoid in its local velocity.
//!
//! Rows are torque before force, columns rotation before translation. Lift and drag depend on the
//! velocity through the projected area `A = pi sqrt(denom / num)`, where
//! `num = a x^2 + b y^2 + c z^2`, `denom = a^2 x^2 + b^2 y^2 + c^2 z^2`, and `a`, `b`, `c` are the
//! squared products of two semi-axes.

use crate::data::Lanes;
use std::f64::consts::PI;

use crate::math::{MINVAL, Mat3, Mat3Of, SpatialOf, Vec3, Vec3Of};
use crate::passive::fluid_ellipsoid::Ellipsoid;

/// Derivative of torque and force in the velocity.
pub(super) fn force_slope<N: Lanes>(e: &Ellipsoid, lvel: &SpatialOf<N>) -> [[N; 6]; 6] {
    let (ang, lin) = (lvel.ang(), lvel.lin());
    let mut B = [[N::ZERO; 6]; 6];

    // lift of spinning: force = coef ang x lin
    let magnus = N::splat(e.magnus_coef());
    add_block(&mut B, 1, 0, &cross_in_first(lin * magnus));
    add_block(&mut B, 1, 1, &cross_in_second(ang * magnus));

    let speed = Speed::new(e, lin);
    add_block(&mut B, 1, 1, &kutta_slope(e, &speed));
    add_block(&mut B, 1, 1, &drag_slope(e, &speed));
    add_block(&mut B, 0, 0, &torque_slope(e, ang));
    add_added_mass(e, ang, lin, &mut B);
    B
}

/// Adds a 3x3 matrix to a quadrant.
fn add_block<N: Lanes>(B: &mut [[N; 6]; 6], row: usize, col: usize, D: &Mat3Of<N>) {
    for i in 0..3 {
        for j in 0..3 {
            B[3 * row + i][3 * col + j] += D[3 * i + j];
        }
    }
}

/// Derivative of `a x b` in `a`.
fn cross_in_first<N: Lanes>(b: Vec3Of<N>) -> Mat3Of<N> {
    let o = N::ZERO;
    Mat3([o, b[2], -b[1], -b[2], o, b[0], b[1], -b[0], o])
}

/// Derivative of `a x b` in `b`.
fn cross_in_second<N: Lanes>(a: Vec3Of<N>) -> Mat3Of<N> {
    let o = N::ZERO;
    Mat3([o, -a[2], a[1], a[2], o, -a[0], -a[1], a[0], o])
}

/// Adds the derivative of the force of the medium that is carried along.
fn add_added_mass<N: Lanes>(e: &Ellipsoid, ang: Vec3Of<N>, lin: Vec3Of<N>, B: &mut [[N; 6]; 6]) {
    let [lin_mom, ang_mom] = e.virtual_momentum(ang, lin);
    let scale_columns = |mut D: Mat3Of<N>, by: &[f64; 3]| {
        for (i, x) in D.0.iter_mut().enumerate() {
            *x = *x * (e.density * by[i % 3]);
        }
        D
    };
    let (mass, inertia) = (&e.coef.virtual_mass, &e.coef.virtual_inertia);

    // torque = ang_mom x ang + lin_mom x lin
    add_block(B, 0, 0, &cross_in_second(ang_mom));
    add_block(B, 0, 0, &scale_columns(cross_in_first(ang), inertia));
    add_block(B, 0, 1, &cross_in_second(lin_mom));
    add_block(B, 0, 1, &scale_columns(cross_in_first(lin), mass));

    // force = lin_mom x ang
    add_block(B, 1, 0, &cross_in_second(lin_mom));
    add_block(B, 1, 1, &scale_columns(cross_in_first(ang), mass));
}

/// Derivative of the torque from drag in the angular velocity.
fn torque_slope<N: Lanes>(e: &Ellipsoid, ang: Vec3Of<N>) -> Mat3Of<N> {
    let coef = e.spin_coef();
    let norm = e.spin_drag(ang).norm();
    let density = N::splat(e.density) / N::splat(MINVAL).max_num(norm);
    let mom_sq = Vec3(std::array::from_fn(|i| -density * ang[i] * coef[i] * coef[i]));
    let diagonal = ang.dot(mom_sq) - N::splat(e.viscosity * e.stokes_torque());
    outer_plus_diagonal(ang, mom_sq, [diagonal; 3])
}

/// `diag(diagonal) + u v'`.
fn outer_plus_diagonal<N: Lanes>(u: Vec3Of<N>, v: Vec3Of<N>, diagonal: [N; 3]) -> Mat3Of<N> {
    let mut D = Mat3([N::ZERO; 9]);
    for i in 0..3 {
        D[4 * i] = diagonal[i];
        for j in 0..3 {
            D[3 * i + j] += v[j] * u[i];
        }
    }
    D
}

/// A linear velocity and what the projected area is made of.
struct Speed<N> {
    /// The velocity, and its coordinates squared.
    lin: Vec3Of<N>,
    squares: Vec3Of<N>,
    /// `a`, `b`, `c`.
    faces: [f64; 3],
    num: N,
    denom: N,
    /// The square of the speed.
    norm2: N,
}

impl<N: Lanes> Speed<N> {
    fn new(e: &Ellipsoid, lin: Vec3Of<N>) -> Self {
        let faces = e.face_squares();
        let squares = lin.scale_by(lin);
        let weighted = |w: [f64; 3]| squares[0] * w[0] + squares[1] * w[1] + squares[2] * w[2];
        Self {
            lin,
            squares,
            faces,
            num: weighted(faces),
            denom: weighted(faces.map(|f| f * f)),
            norm2: squares[0] + squares[1] + squares[2],
        }
    }

    /// By axis: the other two squares, weighted by how much this face square exceeds theirs, and
    /// by `weight`.
    fn excess(&self, weight: [f64; 3]) -> Vec3Of<N> {
        let [a, b, c] = self.faces;
        let [xx, yy, zz] = [0, 1, 2].map(|i| self.squares[i] * weight[i]);
        Vec3([
            yy * (a - b) + zz * (a - c),
            xx * (b - a) + zz * (b - c),
            xx * (c - a) + yy * (c - b),
        ])
    }
}

/// Derivative of linear and quadratic drag in the linear velocity.
fn drag_slope<N: Lanes>(e: &Ellipsoid, speed: &Speed<N>) -> Mat3Of<N> {
    let &Speed { lin, squares, faces, num, denom, norm2 } = speed;
    let min = N::splat(MINVAL);
    let norm = norm2.sqrt();
    let area = (denom / min.max_num(num)).sqrt() * PI;

    // area derivative, scaled by density and speed
    let area_coef = N::splat(PI) / min.max_num((num * num * num * denom).sqrt());
    let coef = norm * e.density * (e.coef.blunt_drag - e.coef.slender_drag) * area_coef;
    let excess = speed.excess(faces);
    let area_slope = Vec3(std::array::from_fn(|i| coef * faces[i] * lin[i] * excess[i]));

    // -(quad / norm) (lin lin' + norm^2) - lin area_slope' - stokes
    let scale = -(e.drag_area(area) * e.density) * (N::ONE / min.max_num(norm));
    let stokes = N::splat(e.viscosity * e.stokes_force());
    let mut D = Mat3([N::ZERO; 9]);
    for i in 0..3 {
        for j in 0..3 {
            let product = if i == j { squares[i] + norm2 } else { lin[i] * lin[j] };
            D[3 * i + j] = product * scale + area_slope[j] * -lin[i];
        }
        D[4 * i] -= stokes;
    }
    D
}

/// Derivative of Kutta lift in the linear velocity.
fn kutta_slope<N: Lanes>(e: &Ellipsoid, speed: &Speed<N>) -> Mat3Of<N> {
    let &Speed { lin, squares, faces, num, denom, norm2 } = speed;
    let min = N::splat(MINVAL);
    let scale =
        N::splat(PI * e.coef.kutta_lift * e.density) / min.max_num((denom * num * norm2).sqrt());
    let excess = speed.excess([1.0; 3]);
    let proj_term = num / min.max_num(denom);
    let cos_term = num / min.max_num(norm2);
    let inner: [N; 3] =
        std::array::from_fn(|j| proj_term * (faces[j] * faces[j]) - N::splat(faces[j]) + cos_term);

    let mut D = Mat3([N::ZERO; 9]);
    for i in 0..3 {
        for j in 0..3 {
            let product = if i == j { squares[i] } else { lin[i] * lin[j] };
            let difference = (num * 2.0) * (faces[j] - faces[i]);
            D[3 * i + j] = (difference + inner[j] * excess[i]) * product;
        }
        D[4 * i] -= excess[i] * num;
    }
    Mat3(D.0.map(|x| x * scale))
}
