//! Ropes, cables and chains.

use std::f64::consts::PI;

use ferrodyn_engine::enums::{DisableBit, GeomType, Integrator};
use ferrodyn_engine::math::{Quat, Vec3};

use super::longest_step::{CONTACT, Damping, LongestStep, Mode, StepLimit, Whip};
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

/// A link of a chain.
struct Link {
    length: f64,
    mass: f64,
    /// Moments of inertia about its axis and across it, at its middle.
    about: f64,
    across: f64,
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
    /// Damping of each joint besides that of the material, such as friction between links; N m s.
    pub joint_damping: f64,
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
            joint_damping: 0.0,
            start: ChainStart::Hinged,
            pos: Vec3::ZERO,
            quat: Quat::IDENTITY,
        }
    }

    /// A climbing rope: its strands slide over each other, so that it bends far more easily than a rod and damps as much.
    pub fn rope(name: impl Into<String>) -> Self {
        Self::new(name, Material { young: 1e6, damping: 0.1, ..Material::ROPE }, 5e-3)
    }

    /// A steel cable.
    pub fn steel_cable(name: impl Into<String>) -> Self {
        Self::new(name, Material::STEEL_CABLE, 2e-3)
    }

    /// The cord of a headphone: strands that slide in a sheath of rubber.
    pub fn soft_cable(name: impl Into<String>) -> Self {
        Self::new(name, Material { damping: 0.15, ..Material::RUBBER }, 2e-3)
    }

    /// A strand of hair.
    pub fn hair(name: impl Into<String>) -> Self {
        let hair = Material { young: 4e9, density: 1300.0, ..Material::TENDON };
        Self { length: 0.3, ..Self::new(name, hair, 1e-4) }
    }

    /// A chain, which does not resist bending at all, but for the friction of its links.
    pub fn chain(name: impl Into<String>) -> Self {
        let steel = Material { young: 0.0, ..Material::STEEL_CABLE };
        Self { joint_damping: 3e-3, ..Self::new(name, steel, 4e-3) }
    }

    /// The longest time step with which it is stable, and what limits that: at rest, on the ground, and while it
    /// swings after it was held at one end and let go from the horizontal. What is thrown faster, or falls from
    /// upright, may need a shorter one.
    ///
    /// # Errors
    /// If a number makes no sense.
    pub fn longest_step(&self) -> Result<LongestStep, DeformableError> {
        self.check()?;
        Ok(self.longest(Damping::Implicit))
    }

    fn longest(&self, damping: Damping) -> LongestStep {
        let modes = LongestStep::of(&self.modes(self.damping()), damping, CONTACT);
        modes.swinging(&self.whip(), self.damping())
    }

    /// The same chain of a material that damps more if the time step needs that, and its damping in seconds. A
    /// chain that does not resist bending gets a larger [`joint_damping`](Self::joint_damping) instead.
    /// Integrators take the damping of joints from the end of a step, so that it makes longer steps stable. It
    /// slows down what is faster than the step, and hardly what is slower.
    ///
    /// ```
    /// use ferrodyn::deformable::CapsuleChain;
    ///
    /// let (cable, damping) = CapsuleChain::steel_cable("cable").damp_to(0.002)?;
    /// assert!(cable.longest_step()?.seconds >= 0.002 && damping < 0.002);
    /// # Ok::<(), ferrodyn::deformable::DeformableError>(())
    /// ```
    ///
    /// # Errors
    /// If a number makes no sense, or the step is too long for something else than the material: contacts, and links
    /// that hang.
    pub fn damp_to(self, timestep: f64) -> Result<(Self, f64), DeformableError> {
        self.check()?;
        check_step(&self.name, timestep)?;
        // the rate of a mode is a multiple of the damping of joints
        let of_one = self.modes(1.0).into_iter().filter(|mode| mode.rate > 0.0);
        let of_modes = of_one.map(|mode| mode.rate_for(timestep) / mode.rate).fold(0.0, f64::max);
        // rounding must not leave it a little too short
        let least = of_modes.max(self.whip().damping_for(timestep)) * (1.0 + 1e-9);
        let mut damped = self;
        if least > damped.damping() {
            let stiffness = damped.stiffness();
            if stiffness > 0.0 {
                damped.material.damping = (least - damped.joint_damping) / stiffness;
            } else {
                damped.joint_damping = least;
            }
        }
        damped.longest(Damping::Implicit).check_reached(&damped.name, timestep)?;
        let damping = damped.material.damping;
        Ok((damped, damping))
    }

    /// The modes in which each link moves against its neighbors, with a damping of joints. All are of a long chain;
    /// with the mass `m` of a link, its length `l`, its moments of inertia about its axis `It` and across it `Ic`, the
    /// polar and second moment of area `J = 2 I`:
    ///
    /// | mode | eigenvalue |
    /// |---|---|
    /// | bending | `4 (E I / l) / Ic` |
    /// | twisting | `4 (G J / l) / It` |
    ///
    /// Links that hang swing under the weight of those below them, fastest at the top.
    fn modes(&self, damping: f64) -> [Mode; 3] {
        let Link { length, mass, about, across } = self.link();
        let twist = self.material.shear_modulus() * 2.0 * self.second_moment() / length;
        let mode = |limit, stiffness: f64, inertia: f64| Mode {
            limit,
            eigenvalue: 4.0 * stiffness / inertia,
            rate: 4.0 * damping / inertia,
        };
        let swing = swinging(self.links, mass, length, across, GRAVITY);
        [
            mode(StepLimit::Bend, self.stiffness(), across),
            // joints have one damping for bending and twisting
            mode(StepLimit::Twist, twist, about),
            Mode { limit: StepLimit::Weight, eigenvalue: swing, rate: 0.0 },
        ]
    }

    /// What its end does when it swings.
    fn whip(&self) -> Whip {
        let Link { length, mass, across, .. } = self.link();
        Whip {
            inertia: across + 0.25 * mass * length * length,
            energy: self.links as f64 * mass * GRAVITY * self.length,
            stiffness: self.stiffness(),
        }
    }

    /// A cylinder with half a ball at each end.
    fn link(&self) -> Link {
        let density = self.material.density;
        let (r, length) = (self.radius, self.length / self.links as f64);
        let cylinder = density * PI * r * r * length;
        let balls = density * 4.0 / 3.0 * PI * r * r * r;
        let about = cylinder * r * r / 2.0 + balls * 2.0 / 5.0 * r * r;
        let across = cylinder * (3.0 * r * r + length * length) / 12.0
            + balls * (2.0 / 5.0 * r * r + length * length / 4.0 + 3.0 / 8.0 * length * r);
        Link { length, mass: cylinder + balls, about, across }
    }

    /// Torque of a joint for each radian that it bends.
    fn stiffness(&self) -> f64 {
        self.material.young * self.second_moment() * self.links as f64 / self.length
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
        let explicit = match spec.option.integrator() {
            Some(Integrator::Rk4) => true,
            Some(Integrator::Euler) => spec.option.disabled(DisableBit::EulerDamp),
            _ => false,
        };
        self.longest(if explicit { Damping::Explicit } else { Damping::Implicit })
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
        if !(self.joint_damping >= 0.0 && self.joint_damping.is_finite()) {
            return Err(self.refuse("the damping of its joints must be at least 0"));
        }
        Ok(())
    }

    /// Damping of a joint: that of the material for the stiffness of a link in bending, and its own.
    fn damping(&self) -> f64 {
        self.material.damping * self.stiffness() + self.joint_damping
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
