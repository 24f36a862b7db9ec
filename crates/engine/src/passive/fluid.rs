//! Forces of the surrounding medium: which model a body uses, and the model by its inertia box.
//!
//! The inertia box is the solid box that has the mass and inertia of the body. It feels Stokes
//! drag as the sphere of its mean size, and quadratic drag on its faces.

use std::f64::consts::PI;

use super::fluid_ellipsoid;
use super::medium::{apply_local, velocity_in_medium};
use crate::data::{DataOf, Lanes};
use crate::ids::BodyId;
use crate::math::{MINVAL, Num, SpatialOf, Vec3};
use crate::model::Model;
use crate::sleep::Bodies;

/// Adds the forces of the medium on all bodies; whether there is a medium.
pub(super) fn fluid<N: Lanes>(m: &Model, d: &mut DataOf<N>) -> bool {
    if m.opt.viscosity == 0.0 && m.opt.density == 0.0 {
        return false;
    }
    let bodies = Bodies::new(m, d);
    for i in bodies.places() {
        let b = bodies.at(d, i);
        if !is_immersed(m, b) {
            continue;
        }
        if uses_ellipsoids(m, b) {
            fluid_ellipsoid::body(m, d, b);
        } else {
            inertia_box(m, d, b);
        }
    }
    true
}

/// Whether the medium can move a body.
pub(crate) fn is_immersed(m: &Model, b: BodyId) -> bool {
    m.body_mass[b] >= MINVAL && m.body_weldid[b].raw() != 0
}

/// Whether any geom of the body has its own fluid parameters, which replace the inertia box.
pub(crate) fn uses_ellipsoids(m: &Model, b: BodyId) -> bool {
    m.body_geoms(b).any(|g| m.geom_fluid[g][0] > 0.0)
}

/// Adds the force on the inertia box of a body.
#[doc(alias = "mj_inertiaBoxFluidModel")]
fn inertia_box<N: Lanes>(m: &Model, d: &mut DataOf<N>, b: BodyId) {
    let drag = BoxDrag::new(m, b);
    let lvel = velocity_in_medium(m, d, b, d.xipos[b], &d.ximat[b]);
    let lfrc = drag.force(&lvel);
    apply_local(m, d, b, d.xipos[b], d.ximat[b], &lfrc);
}

/// Drag coefficients of an inertia box, rotation before translation: the force along a coordinate
/// of the velocity `v` is `-(linear + quadratic |v|) v`.
pub(crate) struct BoxDrag {
    linear: [f64; 2],
    /// Factor before `|v| v`, and what to divide the product by.
    quadratic: [(f64, f64); 6],
    viscous: bool,
    dense: bool,
}

impl BoxDrag {
    /// The coefficients of a body.
    pub(crate) fn new(m: &Model, b: BodyId) -> Self {
        let [x, y, z] = box_size(m.body_inertia[b], m.body_mass[b]);
        let (density, viscosity) = (m.opt.density, m.opt.viscosity);

        // the sphere of mean size
        let diam = (x + y + z) / 3.0;
        let linear = [PI * diam * diam * diam * viscosity, 3.0 * PI * diam * viscosity];

        let fourth = |a: f64| a * a * a * a;
        let spin = |along, a, b| (density * along * (fourth(a) + fourth(b)), 64.0);
        let face = |a, b| (0.5 * density * a * b, 1.0);
        let quadratic =
            [spin(x, y, z), spin(y, x, z), spin(z, x, y), face(y, z), face(x, z), face(x, y)];
        Self { linear, quadratic, viscous: viscosity > 0.0, dense: density > 0.0 }
    }

    /// Torque and force at a velocity, both along the axes of the box.
    fn force<N: Lanes>(&self, lvel: &SpatialOf<N>) -> SpatialOf<N> {
        let mut lfrc = SpatialOf::ZERO;
        for (i, f) in lfrc.0.iter_mut().enumerate() {
            let v = lvel[i];
            if self.viscous {
                *f = v * -self.linear[i / 3];
            }
            if self.dense {
                let (factor, divisor) = self.quadratic[i];
                *f -= (v.abs() * factor) * v / N::splat(divisor);
            }
        }
        lfrc
    }

    /// Derivatives of [`force`](Self::force) along each coordinate: viscous part, quadratic part.
    pub(crate) fn slope<N: Lanes>(&self, lvel: &SpatialOf<N>) -> [Option<[N; 6]>; 2] {
        let viscous = || std::array::from_fn(|i| N::splat(-self.linear[i / 3]));
        let quadratic = || {
            std::array::from_fn(|i| {
                let (factor, divisor) = self.quadratic[i];
                lvel[i].abs() * (-factor * 2.0) / N::splat(divisor)
            })
        };
        [self.viscous.then(viscous), self.dense.then(quadratic)]
    }
}

/// Side lengths of the solid box with the given principal moments of inertia.
fn box_size(inertia: Vec3, mass: f64) -> [f64; 3] {
    let side = |a: f64| (MINVAL.max_num(a) / mass * 6.0).sqrt();
    let [x, y, z] = inertia.0;
    [side(y + z - x), side(x + z - y), side(x + y - z)]
}
