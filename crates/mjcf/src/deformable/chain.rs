//! Ropes, cables and chains.

use std::f64::consts::PI;

use ferrodyn_engine::enums::{GeomType, Integrator};
use ferrodyn_engine::math::{Quat, Vec3};

use super::longest_step::{CONTACT, Damping, LongestStep, Mode, StepLimit};
use super::modes::swinging;
use super::{DeformableError, MOST_POINTS, Material, check_step, count};
use crate::composite::{Composite, CompositeType, Curve, SkinOptions};
use crate::spec::{BodyKey, Geom, Joint, Origin, PluginRef, Site, Spec};

/// The plugin that bends and twists cables.
const CABLE: &str = "mujoco.elasticity.cable";
/// The acceleration of falling; m/s^2.
const GRAVITY: f64 = 9.81;

/// How the first link of a chain is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChainStart {
    /// It turns about its end, as if on a ball joint.
    #[default]
    Hinged,
    /// It is fixed.
    Clamped,
    /// It is free.
    Free,
}

/// Capsules in a row that resist bending and twisting as a rod of their material does, and do not stretch.
///
/// It lies along x and begins at `pos`. Links are bodies `<name>B_first`, `<name>B_1`, ... `<name>B_last`.
#[derive(Clone, Debug, PartialEq)]
pub struct CapsuleChain {
    /// Beginning of the names of its bodies.
    pub name: String,
    /// Number of links.
    pub links: usize,
    /// Length of all links together; m.
    pub length: f64,
    /// Radius of the links; m.
    pub radius: f64,
    /// What it is made of.
    pub material: Material,
    /// How the first link is held.
    pub start: ChainStart,
    /// The beginning, in the body it is added to; m.
    pub pos: Vec3,
    /// Orientation, in the body it is added to.
    pub quat: Quat,
}

impl CapsuleChain {
    /// Twenty links, one metre.
    pub fn new(name: impl Into<String>, material: Material, radius: f64) -> Self {
        Self {
            name: name.into(),
            links: 20,
            length: 1.0,
            radius,
            material,
            start: ChainStart::Hinged,
            pos: Vec3::ZERO,
            quat: Quat::IDENTITY,
        }
    }

    /// A climbing rope: its strands slide over each other, so that it bends far more easily than a rod.
    pub fn rope(name: impl Into<String>) -> Self {
        Self::new(name, Material { young: 1e6, ..Material::ROPE }, 5e-3)
    }

    /// A steel cable.
    pub fn steel_cable(name: impl Into<String>) -> Self {
        Self::new(name, Material::STEEL_CABLE, 2e-3)
    }

    /// The cord of a headphone.
    pub fn soft_cable(name: impl Into<String>) -> Self {
        Self::new(name, Material::RUBBER, 2e-3)
    }

    /// A strand of hair.
    pub fn hair(name: impl Into<String>) -> Self {
        let hair = Material { young: 4e9, density: 1300.0, ..Material::TENDON };
        Self { length: 0.3, ..Self::new(name, hair, 1e-4) }
    }

    /// A chain, which does not resist bending at all.
    pub fn chain(name: impl Into<String>) -> Self {
        Self::new(name, Material { young: 0.0, ..Material::STEEL_CABLE }, 4e-3)
    }

    /// The longest time step with which it is stable, and what limits that.
    ///
    /// # Errors
    /// If a number makes no sense.
    pub fn longest_step(&self) -> Result<LongestStep, DeformableError> {
        self.check()?;
        Ok(LongestStep::of(&self.modes(self.material.damping), Damping::Implicit, CONTACT))
    }

    /// The same chain of a material that damps more if the time step needs that, and its damping in seconds.
    /// Integrators take the damping of joints from the end of a step, so that it makes longer steps stable. It
    /// slows down what is faster than the step, and hardly what is slower.
    ///
    /// ```
    /// use ferrodyn_mjcf::deformable::CapsuleChain;
    ///
    /// let (cable, damping) = CapsuleChain::steel_cable("cable").damp_to(0.002)?;
    /// assert!(cable.longest_step()?.seconds >= 0.002 && damping < 0.002);
    /// # Ok::<(), ferrodyn_mjcf::deformable::DeformableError>(())
    /// ```
    ///
    /// # Errors
    /// If a number makes no sense.
    pub fn damp_to(self, timestep: f64) -> Result<(Self, f64), DeformableError> {
        self.check()?;
        check_step(&self.name, timestep)?;
        // the damping of a mode is a multiple of the material's
        let of_one = self.modes(1.0).into_iter().filter(|mode| mode.damping > 0.0);
        let least =
            of_one.map(|mode| mode.damping_for(timestep) / mode.damping).fold(0.0, f64::max);
        // rounding must not leave it a little too short
        let damping = self.material.damping.max(least * (1.0 + 1e-9));
        Ok((Self { material: Material { damping, ..self.material }, ..self }, damping))
    }

    /// The modes in which each link moves against its neighbors, with a damping of the material. All are of a
    /// long chain; with the mass `m` of a link, its length `l`, its moments of inertia about its axis `It` and
    /// across it `Ic`, the polar and second moment of area `J = 2 I`:
    ///
    /// | mode | eigenvalue |
    /// |---|---|
    /// | bending | `4 (E I / l) / Ic` |
    /// | twisting | `4 (G J / l) / It` |
    ///
    /// Links that hang swing under the weight of those below them, fastest at the top.
    fn modes(&self, damping: f64) -> [Mode; 3] {
        let Material { young, density, .. } = self.material;
        let (r, l) = (self.radius, self.length / self.links as f64);
        // a cylinder with half a ball at each end
        let cylinder = density * PI * r * r * l;
        let balls = density * 4.0 / 3.0 * PI * r * r * r;
        let about = cylinder * r * r / 2.0 + balls * 2.0 / 5.0 * r * r;
        let across = cylinder * (3.0 * r * r + l * l) / 12.0
            + balls * (2.0 / 5.0 * r * r + l * l / 4.0 + 3.0 / 8.0 * l * r);
        let shear = self.material.shear_modulus();
        let swing = swinging(self.links, cylinder + balls, l, across, GRAVITY);
        let mode = |limit, eigenvalue, damping| Mode { limit, eigenvalue, damping };
        [
            mode(StepLimit::Bend, 4.0 * young * self.second_moment() / l / across, damping),
            // joints have the damping of bending for twist too
            mode(
                StepLimit::Twist,
                4.0 * shear * 2.0 * self.second_moment() / l / about,
                if shear > 0.0 { damping * young / (2.0 * shear) } else { 0.0 },
            ),
            mode(StepLimit::Weight, swing, 0.0),
        ]
    }

    /// Second moment of area of the cross section.
    fn second_moment(&self) -> f64 {
        PI / 4.0 * (self.radius * self.radius) * (self.radius * self.radius)
    }

    /// Adds the chain to a spec, in a body of it.
    ///
    /// # Errors
    /// If the body is not there, or a number makes no sense: fewer than two links, no length or radius. If the
    /// time step of the spec is longer than [`longest_step`](Self::longest_step): set it first. The spec is
    /// not changed then.
    pub fn add_to(&self, spec: &mut Spec, body: BodyKey) -> Result<(), DeformableError> {
        if spec.bodies.get(body).is_none() {
            return Err(self.refuse("the body it should be in is not in the spec"));
        }
        self.check()?;
        let explicit = spec.option.integrator() == Some(Integrator::Rk4);
        let damping = if explicit { Damping::Explicit } else { Damping::Implicit };
        LongestStep::of(&self.modes(self.material.damping), damping, CONTACT)
            .check(spec.option.timestep, "damp more with damp_to(timestep)")
            .map_err(|what| self.refuse(&what))?;
        let mut cable = self.cable();
        cable.check().map_err(|what| self.refuse(&what))?;
        if cable.plugin.active {
            spec.activate_plugin(CABLE);
        }
        cable.make(spec, body, None);
        Ok(())
    }

    fn refuse(&self, what: &str) -> DeformableError {
        DeformableError { name: self.name.clone(), what: what.to_owned() }
    }

    /// Refuses numbers that make no sense.
    fn check(&self) -> Result<(), DeformableError> {
        if !(2..=MOST_POINTS).contains(&self.links) {
            return Err(self.refuse("a chain has from 2 to a million links"));
        }
        let positive = |x: f64| x > 0.0 && x.is_finite();
        if !(positive(self.length) && positive(self.radius)) {
            return Err(self.refuse("length and radius must be positive"));
        }
        let Material { young, poisson, density, friction, damping } = self.material;
        let sensible = young >= 0.0 && poisson > -1.0 && friction >= 0.0 && damping >= 0.0;
        let finite = |all: &[f64]| all.iter().all(|x| x.is_finite());
        if !(sensible && positive(density) && finite(&[young, poisson, friction, damping])) {
            return Err(self.refuse("its material must have finite numbers and a density"));
        }
        if !(finite(&self.pos.0) && finite(&self.quat.0)) {
            return Err(self.refuse("its place must be finite"));
        }
        Ok(())
    }

    /// Damping of a joint: that of the material for the stiffness of a link in bending.
    fn damping(&self) -> f64 {
        let link = self.length / self.links as f64;
        self.material.damping * self.material.young * self.second_moment() / link
    }

    fn cable(&self) -> Composite {
        let Material { young, friction, density, .. } = self.material;
        let config = [("bend", young), ("twist", self.material.shear_modulus())];
        let plugin = PluginRef {
            active: young > 0.0,
            plugin_name: CABLE.to_owned(),
            config: config.map(|(key, value)| (key.to_owned(), value.to_string())).into(),
            ..PluginRef::default()
        };
        let initial = match self.start {
            ChainStart::Hinged => "ball",
            ChainStart::Clamped => "none",
            ChainStart::Free => "free",
        };
        Composite {
            kind: CompositeType::Cable,
            prefix: self.name.clone(),
            count: [count(self.links + 1), 1, 1],
            offset: self.pos,
            quat: self.quat,
            initial: initial.to_owned(),
            vertex: Vec::new(),
            size: [self.length, 0.0, 0.0],
            curve: [Curve::Line, Curve::Zero, Curve::Zero],
            plugin,
            skin: SkinOptions::default(),
            geom: Geom {
                kind: GeomType::Capsule,
                size: [self.radius, 0.0, 0.0],
                density,
                friction: [friction, 0.005, 0.0001],
                ..Geom::default()
            },
            site: Site::default(),
            joint: Joint { damping: [self.damping(), 0.0, 0.0], ..Joint::default() },
            origin: Origin::default(),
            class: String::new(),
        }
    }
}
