//! Forces of the surrounding medium on geoms, taken for ellipsoids.
//!
//! Each geom with fluid parameters feels added mass, Magnus lift from spinning, Kutta lift from the
//! asymmetry of its motion, and linear plus quadratic drag.

use std::f64::consts::PI;

use super::medium::{apply_local, velocity_in_medium};
use crate::constants::NFLUID;
use crate::data::{DataOf, Lanes};
use crate::enums::GeomType;
use crate::ids::{BodyId, GeomId};
use crate::math::{MINVAL, Num, SpatialOf, Vec3, Vec3Of};
use crate::model::Model;

/// Adds the forces on all geoms of a body.
#[doc(alias = "mj_ellipsoidFluidModel")]
pub(super) fn body<N: Lanes>(m: &Model, d: &mut DataOf<N>, b: BodyId) {
    for g in m.body_geoms(b) {
        let Some(ellipsoid) = Ellipsoid::new(m, g) else { continue };
        let (pos, rot) = (d.geom_xpos[g], d.geom_xmat[g]);
        let lvel = velocity_in_medium(m, d, b, pos, &rot);
        let lfrc = ellipsoid.force(&lvel);
        apply_local(m, d, b, pos, rot, &lfrc);
    }
}

/// A geom in the medium: its shape, how it interacts, and the medium.
pub(crate) struct Ellipsoid {
    pub(crate) size: [f64; 3],
    pub(crate) coef: Coefficients,
    pub(crate) density: f64,
    pub(crate) viscosity: f64,
    /// Largest and middle semi-axis.
    max: f64,
    mid: f64,
}

/// The entries of `geom_fluid`.
pub(crate) struct Coefficients {
    pub(crate) interaction: f64,
    pub(crate) blunt_drag: f64,
    pub(crate) slender_drag: f64,
    angular_drag: f64,
    pub(crate) kutta_lift: f64,
    magnus_lift: f64,
    pub(crate) virtual_mass: [f64; 3],
    pub(crate) virtual_inertia: [f64; 3],
}

impl Coefficients {
    fn new(fluid: &[f64; NFLUID]) -> Self {
        let [interaction, blunt_drag, slender_drag, angular_drag, kutta_lift, magnus_lift, ..] =
            *fluid;
        let [.., m0, m1, m2, i0, i1, i2] = *fluid;
        Self {
            interaction,
            blunt_drag,
            slender_drag,
            angular_drag,
            kutta_lift,
            magnus_lift,
            virtual_mass: [m0, m1, m2],
            virtual_inertia: [i0, i1, i2],
        }
    }
}

impl Ellipsoid {
    /// A geom that interacts with the medium.
    pub(crate) fn new(m: &Model, g: GeomId) -> Option<Self> {
        let coef = Coefficients::new(&m.geom_fluid[g]);
        if coef.interaction == 0.0 {
            return None;
        }
        let size = semi_axes(m.geom_size[g], m.geom_type[g].get());
        let [x, y, z] = size;
        let max = x.max_num(y).max_num(z);
        let min = x.min_num(y).min_num(z);
        let mid = x + y + z - max - min;
        Some(Self { size, coef, density: m.opt.density, viscosity: m.opt.viscosity, max, mid })
    }

    /// Torque and force at a velocity, both along the axes of the ellipsoid.
    fn force<N: Lanes>(&self, lvel: &SpatialOf<N>) -> SpatialOf<N> {
        let (ang, lin) = (lvel.ang(), lvel.lin());
        let added = self.added_mass_force(ang, lin);

        let lift = ang.cross(lin) * N::splat(self.magnus_coef()) + self.kutta_force(lin);
        let drag_ang = N::splat(self.viscosity * self.stokes_torque())
            + self.spin_drag(ang).norm() * self.density;
        let torque = added.ang() - ang * drag_ang;
        let force = added.lin() + (lift - lin * self.linear_drag(lin));
        SpatialOf::new(torque, force) * N::splat(self.coef.interaction)
    }

    /// Force of the medium that is carried along, without its acceleration.
    #[doc(alias = "mj_addedMassForces")]
    fn added_mass_force<N: Lanes>(&self, ang: Vec3Of<N>, lin: Vec3Of<N>) -> SpatialOf<N> {
        let [lin_mom, ang_mom] = self.virtual_momentum(ang, lin);
        SpatialOf::new(lin_mom.cross(lin) + ang_mom.cross(ang), lin_mom.cross(ang))
    }

    /// Linear and angular momentum of the medium that is carried along.
    pub(crate) fn virtual_momentum<N: Lanes>(
        &self,
        ang: Vec3Of<N>,
        lin: Vec3Of<N>,
    ) -> [Vec3Of<N>; 2] {
        let scaled = |v: Vec3Of<N>, by: &[f64; 3]| {
            Vec3(std::array::from_fn(|i| v[i] * (self.density * by[i])))
        };
        [scaled(lin, &self.coef.virtual_mass), scaled(ang, &self.coef.virtual_inertia)]
    }

    /// Lift orthogonal to the velocity, from the Kutta-Joukowski theorem.
    fn kutta_force<N: Lanes>(&self, lin: Vec3Of<N>) -> Vec3Of<N> {
        let projection = self.projection(lin);
        let [a, b, c] = self.face_squares();
        let normal = Vec3([lin[0] * a, lin[1] * b, lin[2] * c]);

        // cosine of the angle between velocity and normal; the normal is not scaled to unit length
        let length = lin.norm() * projection.denom;
        let cosine = projection.num / N::splat(MINVAL).max_num(length);
        let scale = cosine * (self.coef.kutta_lift * self.density) * projection.area;
        (normal.cross(lin) * scale).cross(lin)
    }

    /// Linear plus quadratic drag, as factor of the velocity.
    fn linear_drag<N: Lanes>(&self, lin: Vec3Of<N>) -> N {
        let area = self.projection(lin).area;
        N::splat(self.viscosity * self.stokes_force())
            + (lin.norm() * self.density) * self.drag_area(area)
    }

    /// The area that drags when `area` is the projection along the velocity.
    pub(crate) fn drag_area<N: Lanes>(&self, area: N) -> N {
        let largest = PI * self.max * self.mid;
        area * self.coef.blunt_drag + (N::splat(largest) - area) * self.coef.slender_drag
    }

    /// Angular velocity scaled by the coefficients of quadratic drag about each axis.
    pub(crate) fn spin_drag<N: Lanes>(&self, ang: Vec3Of<N>) -> Vec3Of<N> {
        let coef = self.spin_coef();
        Vec3(std::array::from_fn(|i| ang[i] * coef[i]))
    }

    /// Coefficients of quadratic drag about each axis.
    pub(crate) fn spin_coef(&self) -> [f64; 3] {
        let largest = 8.0 / 15.0 * PI * self.mid * fourth(self.max);
        std::array::from_fn(|i| {
            let [along, a, b] = [0, 1, 2].map(|k| self.size[(i + k) % 3]);
            let moment = 8.0 / 15.0 * PI * along * fourth(a.max_num(b));
            self.coef.angular_drag * moment + self.coef.slender_drag * (largest - moment)
        })
    }

    /// Coefficient of Magnus lift.
    pub(crate) fn magnus_coef(&self) -> f64 {
        let [x, y, z] = self.size;
        let volume = 4.0 / 3.0 * PI * x * y * z;
        self.coef.magnus_lift * self.density * volume
    }

    /// Stokes drag per viscosity and speed, as of a sphere.
    pub(crate) fn stokes_force(&self) -> f64 {
        3.0 * PI * self.diameter()
    }

    /// Stokes torque per viscosity and angular speed, as of a sphere.
    pub(crate) fn stokes_torque(&self) -> f64 {
        let diameter = self.diameter();
        PI * diameter * diameter * diameter
    }

    /// Diameter of the sphere of mean size.
    fn diameter(&self) -> f64 {
        let [x, y, z] = self.size;
        2.0 / 3.0 * (x + y + z)
    }

    /// Squared products of two semi-axes, by the axis that is left out.
    pub(crate) fn face_squares(&self) -> [f64; 3] {
        let [x, y, z] = self.size;
        [y * z, z * x, x * y].map(|face| face * face)
    }

    /// The shadow of the ellipsoid along a velocity.
    fn projection<N: Lanes>(&self, lin: Vec3Of<N>) -> Projection<N> {
        let [x, y, z] = self.size;
        let faces = [y * z, z * x, x * y];
        let square = |v: N| v * v;
        let [d0, d1, d2] = [0, 1, 2].map(|i| square(lin[i]) * fourth(faces[i]));
        let [n0, n1, n2] = [0, 1, 2].map(|i| square(lin[i] * faces[i]));
        let (denom, num) = (d0 + d1 + d2, n0 + n1 + n2);
        let area = (denom / N::splat(MINVAL).max_num(num)).sqrt() * PI;
        Projection { num, denom, area }
    }
}

/// Projected area, and the terms it is made of: the cosine between velocity and surface normal is
/// `num / (speed * sqrt(denom))`.
struct Projection<N> {
    num: N,
    denom: N,
    area: N,
}

/// Semi-axes of the ellipsoid that stands for a geom.
#[doc(alias = "mju_geomSemiAxes")]
fn semi_axes(size: Vec3, shape: Option<GeomType>) -> [f64; 3] {
    let [x, y, z] = size.0;
    match shape {
        Some(GeomType::Sphere) => [x, x, x],
        Some(GeomType::Capsule) => [x, x, y + x],
        Some(GeomType::Cylinder) => [x, x, y],
        _ => [x, y, z],
    }
}

fn fourth(a: f64) -> f64 {
    (a * a) * (a * a)
}
