//! What deformable bodies are made of.

/// An isotropic elastic material.
///
/// The presets are round figures from handbooks, at small strain and room temperature. Real materials of a
/// name differ by more than the last digit given here.
///
/// ```
/// use ferrodyn::deformable::Material;
///
/// let foam = Material { density: 80.0, ..Material::FOAM };
/// assert_eq!(Material::by_name("foam"), Some(Material::FOAM));
/// assert!(foam.shear_modulus() < foam.young);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Young's modulus: stress for each unit of stretch; Pa.
    pub young: f64,
    /// Poisson's ratio: how much it thins for each unit of stretch, from 0 to below 0.5.
    pub poisson: f64,
    /// Mass of a volume; kg/m^3.
    pub density: f64,
    /// Coefficient of sliding friction, as of a geom.
    pub friction: f64,
    /// Damping for each unit of stiffness (Rayleigh's); s. Flexes get less where it would decide the time step.
    pub damping: f64,
}

/// A material by its five numbers.
const fn material(young: f64, poisson: f64, density: f64, friction: f64, damping: f64) -> Material {
    Material { young, poisson, density, friction, damping }
}

impl Material {
    /// Soft vulcanised rubber.
    pub const RUBBER: Self = material(5e6, 0.49, 1100.0, 0.9, 1e-3);
    /// Woven cotton, as a sheet of its thickness.
    pub const CLOTH: Self = material(1e6, 0.3, 400.0, 0.5, 1e-3);
    /// Fat and skin.
    pub const SOFT_TISSUE: Self = material(1e4, 0.45, 1000.0, 0.4, 1e-2);
    /// Muscle at rest, across its fibres.
    pub const MUSCLE: Self = material(5e4, 0.45, 1060.0, 0.4, 5e-3);
    /// Cartilage of a joint.
    pub const CARTILAGE: Self = material(1e6, 0.45, 1100.0, 0.02, 1e-3);
    /// Table jelly.
    pub const GELATIN: Self = material(1e4, 0.45, 1010.0, 0.3, 5e-3);
    /// Open-cell polyurethane.
    pub const FOAM: Self = material(5e4, 0.2, 40.0, 0.7, 5e-3);
    /// Upholstery leather.
    pub const LEATHER: Self = material(5e7, 0.4, 900.0, 0.6, 1e-3);
    /// Laid nylon, as a solid of the rope's diameter.
    pub const ROPE: Self = material(1e9, 0.3, 900.0, 0.4, 1e-4);
    /// Stranded steel, as a solid of the cable's diameter.
    pub const STEEL_CABLE: Self = material(1e11, 0.3, 6000.0, 0.3, 1e-5);
    /// Tendon, along its fibres.
    pub const TENDON: Self = material(1.2e9, 0.4, 1100.0, 0.1, 1e-4);
    /// Office paper.
    pub const PAPER: Self = material(3e9, 0.2, 800.0, 0.4, 1e-4);
    /// Polyethylene of low density.
    pub const FLEXIBLE_PLASTIC: Self = material(3e8, 0.4, 920.0, 0.3, 5e-4);
    /// Pine, along the grain.
    pub const SOFT_WOOD: Self = material(1e10, 0.35, 500.0, 0.5, 1e-4);

    /// All presets by name.
    pub const PRESETS: [(&str, Self); 14] = [
        ("rubber", Self::RUBBER),
        ("cloth", Self::CLOTH),
        ("soft_tissue", Self::SOFT_TISSUE),
        ("muscle", Self::MUSCLE),
        ("cartilage", Self::CARTILAGE),
        ("gelatin", Self::GELATIN),
        ("foam", Self::FOAM),
        ("leather", Self::LEATHER),
        ("rope", Self::ROPE),
        ("steel_cable", Self::STEEL_CABLE),
        ("tendon", Self::TENDON),
        ("paper", Self::PAPER),
        ("flexible_plastic", Self::FLEXIBLE_PLASTIC),
        ("soft_wood", Self::SOFT_WOOD),
    ];

    /// The preset of a name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::PRESETS.iter().find(|preset| preset.0 == name).map(|preset| preset.1)
    }

    /// Stress for each unit of shear, `E / (2 (1 + nu))`; Pa.
    #[must_use]
    pub fn shear_modulus(&self) -> f64 {
        self.young / (2.0 * (1.0 + self.poisson))
    }

    /// Pressure for each unit of lost volume, `E / (3 (1 - 2 nu))`; Pa.
    #[must_use]
    pub fn bulk_modulus(&self) -> f64 {
        self.young / (3.0 * (1.0 - 2.0 * self.poisson))
    }

    /// Speed of waves that compress a large body of it; m/s. What a wave takes from point to point gives the
    /// order of the longest time step; builders have the number, `longest_step`.
    #[must_use]
    pub fn wave_speed(&self) -> f64 {
        let modulus = self.bulk_modulus() + 4.0 / 3.0 * self.shear_modulus();
        (modulus / self.density).sqrt()
    }

    /// The share of Young's modulus that takes an eigenvalue below another one.
    pub(super) fn share_left(now: f64, longest: f64) -> f64 {
        // rounding must not leave it a little too stiff
        if now > longest { longest / now * (1.0 - 1e-9) } else { 1.0 }
    }

    /// The same with a share of Young's modulus.
    pub(super) fn softened(self, left: f64) -> Self {
        Self { young: self.young * left, ..self }
    }
}
