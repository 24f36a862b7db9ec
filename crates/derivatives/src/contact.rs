//! Derivatives of the forces of a contact.
//!
//! Row `k` of a contact is a spatial covector `e_k` that takes the relative velocity of the bodies; the wrench is
//! `W = sum e_k f_k` with `f` a function of `jar = J a - aref`, whose slope is `-S`:
//!
//! ```text
//! dW = -E S d(jar) + W (imp' / (imp (1 - imp))) d(dist) + sum f_k d(e_k)
//! ```
//!
//! The second part is the change of the regularization, which scales all forces of the contact alike.

use ferrodyn_engine::enums::{ConstraintState, ConstraintType};
use ferrodyn_engine::ids::{BodyId, EfcId};
use ferrodyn_engine::math::{Spatial, Vec3, Vec3Of};
use ferrodyn_engine::{Contact, Data, Model};

use crate::dual::{Dual, gradient};
use crate::error::DeriveError;
use crate::geometry::{self, Frame};
use crate::residual::Residual;
use crate::rows::RowReader;
use crate::sweep::Sweep;
use crate::topology::chain;
use crate::wrench::{Matrix6, Wrench};

/// The most rows of a contact: two for each direction of friction of a pyramid.
pub(crate) const MOST_ROWS: usize = 10;

/// A row as a spatial covector, and its slopes along the motions of the second body.
#[derive(Clone, Copy)]
struct Covector {
    value: Spatial,
    slopes: Matrix6,
    /// Its change when the tangents turn about the normal by one radian.
    spun: Spatial,
}

impl Covector {
    const ZERO: Self = Self { value: Spatial::ZERO, slopes: Matrix6::ZERO, spun: Spatial::ZERO };

    fn new(dual: &[Dual; 6], spun: Spatial) -> Self {
        Self { value: Spatial(dual.map(|x| x.value)), slopes: Matrix6(dual.map(gradient)), spun }
    }

    /// This row plus `scale` times another.
    fn plus(&self, scale: f64, other: &Self) -> Self {
        let mut sum = *self;
        sum.value += other.value * scale;
        sum.slopes.add_scaled(scale, &other.slopes);
        sum.spun += other.spun * scale;
        sum
    }
}

/// Six covectors: forces along the axes of the contact, then torques about them.
fn covectors(axes: &[Vec3Of<Dual>; 3], pos: Vec3Of<Dual>) -> [Covector; 6] {
    let none = Vec3Of::<Dual>::splat(Vec3::ZERO);
    let dual = |i: usize| {
        let axis = axes[i % 3];
        let (torque, force) = if i < 3 { (pos.cross(axis), axis) } else { (axis, none) };
        [torque[0], torque[1], torque[2], force[0], force[1], force[2]]
    };
    let value = |i: usize| Spatial(dual(i).map(|x| x.value));
    // turning about the normal takes the first tangent to the second, and that to minus the first
    std::array::from_fn(|i| {
        let spun = match i % 3 {
            0 => Spatial::ZERO,
            1 => value(i + 1),
            _ => -value(i - 1),
        };
        Covector::new(&dual(i), spun)
    })
}

/// Adds the derivatives of the forces of a contact whose first row is `first`; the number of its rows.
pub(crate) fn add(
    m: &Model,
    d: &Data,
    contact: &Contact,
    first: EfcId,
    reader: &mut RowReader,
    sweep: &mut Sweep,
    out: &mut Residual,
) -> Result<usize, DeriveError> {
    let dim = usize::try_from(contact.dim).unwrap_or(1).clamp(1, 6);
    let kind = d.efc_type.kind(first);
    let pyramid = kind == Some(ConstraintType::ContactPyramidal);
    let count = if pyramid { 2 * (dim - 1) } else { dim };
    let rows = first.0..first.0 + count;
    let states = rows.clone().map(|r| d.efc_state.kind(EfcId(r)));
    if states.clone().all(|state| state == Some(ConstraintState::Satisfied)) {
        return Ok(count);
    }

    let hit = geometry::find(m, d, contact, sweep.origin)?;
    let frame = Frame::new(&hit);
    let base = covectors(&frame.axes, hit.pos);
    let mut e = [Covector::ZERO; MOST_ROWS];
    for (k, e) in e.iter_mut().enumerate().take(count) {
        *e = if pyramid {
            let side = if k % 2 == 0 { 1.0 } else { -1.0 };
            base[0].plus(side * contact.friction[k / 2], &base[1 + k / 2])
        } else {
            base[k]
        };
    }

    // S: the slope of forces in jar
    let mut slope = [[0.0; MOST_ROWS]; MOST_ROWS];
    if d.efc_state.kind(first) == Some(ConstraintState::Cone) {
        for (slope, H) in slope.iter_mut().zip(contact.H.chunks_exact(dim)).take(dim) {
            slope[..dim].copy_from_slice(H);
        }
    } else {
        for ((k, slope), state) in slope.iter_mut().enumerate().zip(states) {
            if state == Some(ConstraintState::Quadratic) {
                slope[k] = d.efc_D[EfcId(first.0 + k)];
            }
        }
    }

    let bodies = contact.geoms().map(|g| g.and_then(|g| m.geom_bodyid.id(g)).unwrap_or(BodyId(0)));
    let response = Response::new(d, first, &e[..count], &slope, gradient(hit.dist), bodies, sweep);
    let mut list = std::mem::take(&mut reader.list);
    response.wrench.add(m, bodies, sweep, out, &mut list);
    if dim > 1 && frame.spin.norm() > 0.0 {
        let nv = out.nv;
        for &(i, sign) in &list {
            let along = sign * sweep.axis[i].dot(&response.spun);
            for j in chain(m, bodies[0]) {
                out.dq[i * nv + j] -= along * frame.spin.dot(sweep.axis[j].ang());
            }
        }
    }
    reader.list = list;
    Ok(count)
}

/// How the wrench of a contact follows motion and spin.
struct Response {
    wrench: Wrench,
    /// The change of the wrench when the tangents turn about the normal by one radian.
    spun: Spatial,
}

impl Response {
    fn new(
        d: &Data,
        first: EfcId,
        e: &[Covector],
        slope: &[[f64; MOST_ROWS]; MOST_ROWS],
        dist: Spatial,
        [one, two]: [BodyId; 2],
        sweep: &Sweep,
    ) -> Self {
        let velocity = sweep.velocity[two.0] - sweep.velocity[one.0];
        let acceleration = sweep.acceleration[two.0] - sweep.acceleration[one.0];
        let [_, _, imp, imp_slope] = d.efc_KBIP[first];
        // how the regularization follows the distance
        let softening = if imp_slope == 0.0 { 0.0 } else { imp_slope / (imp * (1.0 - imp)) };

        let mut value = Spatial::ZERO;
        let mut wrench = Wrench::constant(value);
        let mut spun = Spatial::ZERO;
        // the gradient of each row's jar in the motion, in its velocity, and along the spin
        let mut jar = [(Spatial::ZERO, Spatial::ZERO, 0.0); MOST_ROWS];
        for ((k, e), jar) in e.iter().enumerate().zip(&mut jar) {
            let row = EfcId(first.0 + k);
            let (force, [K, B, ..]) = (d.efc_force[row], d.efc_KBIP[row]);
            let pos = d.efc_pos[row] - d.efc_margin[row];
            value += e.value * force;
            wrench.by_pose.add_scaled(force, &e.slopes);
            spun += e.spun * force;
            let by_pose = sweep.acceleration[two.0].cross_force(&e.value)
                + sweep.velocity[two.0].cross_force(&e.value) * B
                + e.slopes.transpose_times(&(acceleration + velocity * B))
                + dist * (K * (imp + imp_slope * pos));
            let by_spin = e.spun.dot(&acceleration) + B * e.spun.dot(&velocity);
            *jar = (by_pose, e.value * B, by_spin);
        }
        for (e_a, slope) in e.iter().zip(slope) {
            for (b, e_b) in e.iter().enumerate().filter(|(b, _)| slope[*b] != 0.0) {
                let S = slope[b];
                let (by_pose, by_velocity, by_spin) = &jar[b];
                wrench.by_pose.add_outer(-S, &e_a.value, by_pose);
                wrench.by_velocity.add_outer(-S, &e_a.value, by_velocity);
                wrench.by_acceleration.add_outer(-S, &e_a.value, &e_b.value);
                spun -= e_a.value * (S * by_spin);
            }
        }
        wrench.by_pose.add_outer(softening, &value, &dist);
        wrench.value = value;
        Self { wrench, spun }
    }
}
