//! `mujoco.sdf.*`: solids given by the distance to their surface.

mod angle;
mod gear;
mod screw;
mod simple;
mod upright;

use ferrodyn_engine::enums::PluginCapabilityBit;
use ferrodyn_engine::hooks::plugin::{Canvas, Plugin, PluginKind, SdfPlugin};
use ferrodyn_engine::hooks::{Attributes, PluginError};
use ferrodyn_engine::ids::PluginId;
use ferrodyn_engine::math::Vec3;
use ferrodyn_engine::{Data, Model};

use gear::Gear;
use screw::{Bolt, Nut};
use simple::Bowl;
use upright::Upright;

use crate::text::{leading_number, strict_number};

/// A kind of solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SdfKind {
    /// A hexagonal bolt with a thread.
    Bolt,
    /// Part of a hollow sphere, open at the top.
    Bowl,
    /// An involute gear.
    Gear,
    /// A hexagonal nut with a thread.
    Nut,
    /// A torus around z.
    Torus,
}

/// The description of a kind: name, attributes with their defaults.
struct Described {
    name: &'static str,
    attributes: &'static [(&'static str, f64)],
    /// Attributes that must be numbers from end to end.
    strict: &'static [&'static str],
}

impl SdfKind {
    /// All of them, in the order in which they are registered.
    pub const ALL: [Self; 5] = [Self::Bolt, Self::Bowl, Self::Gear, Self::Nut, Self::Torus];

    fn described(self) -> Described {
        let of = |name, attributes, strict| Described { name, attributes, strict };
        match self {
            Self::Bolt => of("mujoco.sdf.bolt", &[("radius", 0.26)], &["radius"]),
            Self::Bowl => of(
                "mujoco.sdf.bowl",
                &[("height", 0.4), ("radius", 1.0), ("thickness", 0.02)],
                &["height", "radius", "thickness"],
            ),
            Self::Gear => of(
                "mujoco.sdf.gear",
                &[
                    ("alpha", 0.0),
                    ("diameter", 2.8),
                    ("teeth", 25.0),
                    ("thickness", 0.2),
                    ("innerdiameter", -1.0),
                ],
                &["alpha", "diameter", "teeth", "innerdiameter"],
            ),
            Self::Nut => of("mujoco.sdf.nut", &[("radius", 0.26)], &["radius"]),
            Self::Torus => of(
                "mujoco.sdf.torus",
                &[("radius1", 0.35), ("radius2", 0.15)],
                &["radius1", "radius2"],
            ),
        }
    }

    /// The solid with the numbers that attributes give, defaults for others.
    fn solid(self, attributes: &Attributes) -> Result<Solid, PluginError> {
        let described = self.described();
        let mut values = [0.0; 5];
        for (value, &(name, default)) in values.iter_mut().zip(described.attributes) {
            if described.strict.contains(&name) {
                strict_number(attributes, name)?;
            }
            *value = match attributes.get(name) {
                None => default,
                Some(text) => match leading_number(text) {
                    (_, rest) if rest.len() == text.len() => {
                        return Err(PluginError::Attribute {
                            name: name.to_owned(),
                            value: text.to_owned(),
                            expected: "a number",
                        });
                    }
                    (number, _) => number,
                },
            };
        }
        let [a, b, c, ..] = values;
        Ok(match self {
            Self::Bolt => Solid::Bolt(Bolt(a)),
            Self::Bowl => Solid::Bowl(Bowl([a, b, c])),
            Self::Gear => Solid::Gear(Gear::new(values)),
            Self::Nut => Solid::Nut(Nut(a)),
            Self::Torus => Solid::Torus([a, b]),
        })
    }
}

impl PluginKind for SdfKind {
    fn name(&self) -> &str {
        self.described().name
    }

    fn capabilities(&self) -> &[PluginCapabilityBit] {
        &[PluginCapabilityBit::Sdf]
    }

    fn attributes(&self) -> Vec<&str> {
        self.described().attributes.iter().map(|(name, _)| *name).collect()
    }

    fn field(&self, attributes: &Attributes) -> Result<Box<dyn SdfPlugin>, PluginError> {
        self.solid(attributes).map(|solid| Box::new(solid) as Box<dyn SdfPlugin>)
    }

    fn instance(
        &self,
        _: &Model,
        _: PluginId,
        attributes: &Attributes,
    ) -> Result<Box<dyn Plugin>, PluginError> {
        self.solid(attributes).map(|solid| Box::new(solid) as Box<dyn Plugin>)
    }
}

/// A solid of some kind with its numbers, in the order of the attributes.
#[derive(Clone, Copy, Debug)]
enum Solid {
    Bolt(Bolt),
    Bowl(Bowl),
    Gear(Gear),
    Nut(Nut),
    Torus([f64; 2]),
}

impl Plugin for Solid {
    fn follows_from_state(&self) -> bool {
        true
    }

    fn sdf(&self) -> Option<&dyn SdfPlugin> {
        Some(self)
    }

    fn visualize(&self, _: &Model, _: &Data, id: PluginId, canvas: &mut dyn Canvas) {
        // tori draw nothing
        if !matches!(self, Self::Torus(_)) {
            canvas.show_descents(id);
        }
    }

    fn advance(&self, _: &Model, _: &mut Data, _: PluginId) {}
}

impl SdfPlugin for Solid {
    fn distance(&self, point: Vec3) -> f64 {
        match self {
            Self::Bolt(bolt) => bolt.distance(point),
            Self::Bowl(bowl) => bowl.distance(point),
            Self::Gear(gear) => gear.distance(point),
            Self::Nut(nut) => nut.distance(point),
            Self::Torus(radii) => simple::torus(point, *radii),
        }
    }

    fn gradient(&self, point: Vec3) -> Vec3 {
        self.distance_and_gradient(point).1
    }

    fn distance_and_gradient(&self, point: Vec3) -> (f64, Vec3) {
        match self {
            Self::Bolt(bolt) => bolt.distance_and_gradient(point),
            Self::Bowl(bowl) => bowl.distance_and_gradient(point),
            Self::Gear(gear) => gear.distance_and_gradient(point),
            Self::Nut(nut) => nut.distance_and_gradient(point),
            Self::Torus(radii) => simple::torus_and_gradient(point, *radii),
        }
    }

    fn aabb(&self) -> [Vec3; 2] {
        let half = match self {
            Self::Bolt(_) | Self::Nut(_) => [0.6, 0.6, 1.0],
            Self::Bowl(Bowl([_, radius, thickness])) => [radius + thickness; 3],
            Self::Gear(gear) => gear.half_sizes(),
            Self::Torus([radius, tube]) => [radius + tube, radius + tube, *tube],
        };
        [Vec3::ZERO, Vec3(half)]
    }
}

/// The intersection of two solids.
fn both(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The difference of two solids: points of the first that are not in the second.
fn without(a: f64, b: f64) -> f64 {
    both(a, -b)
}

/// The union of two solids.
fn either(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solid(kind: SdfKind) -> Solid {
        kind.solid(&Attributes::default()).unwrap()
    }

    #[test]
    fn gradients_are_slopes_of_distances() {
        const H: f64 = 1e-5;
        for kind in SdfKind::ALL {
            let solid = solid(kind);
            for at in [Vec3([0.31, 0.22, 0.07]), Vec3([-0.45, 0.13, -0.31])] {
                let slope = |axis: usize| {
                    let (mut low, mut high) = (at, at);
                    low[axis] -= H;
                    high[axis] += H;
                    (solid.distance(high) - solid.distance(low)) / (2.0 * H)
                };
                let numeric = Vec3([slope(0), slope(1), slope(2)]);
                let difference = (solid.gradient(at) - numeric).norm();
                assert!(difference < 1e-4, "{kind:?}: {difference}");
            }
        }
    }

    #[test]
    fn boxes_hold_the_surface() {
        for kind in SdfKind::ALL {
            let solid = solid(kind);
            let [_, half] = solid.aabb();
            // outside of the box there is nothing inside
            for axis in 0..3 {
                let mut at = Vec3([0.01, 0.02, 0.03]);
                at[axis] = 1.05 * half[axis];
                assert!(solid.distance(at) > 0.0, "{kind:?} along {axis}");
            }
        }
    }

    #[test]
    fn a_torus_is_as_far_as_its_circle_less_its_radius() {
        let torus = solid(SdfKind::Torus);
        assert!((torus.distance(Vec3([0.35, 0.0, 0.2])) - 0.05).abs() < 1e-15);
        assert!((torus.gradient(Vec3([0.35, 0.0, 0.2])) - Vec3::Z).norm() < 1e-12);
    }

    #[test]
    fn attributes_are_numbers() {
        let given = |value: &str| Attributes::new([("radius1".to_owned(), value.to_owned())]);
        let torus = SdfKind::Torus.solid(&given("0.5")).unwrap();
        assert!(matches!(torus, Solid::Torus([0.5, 0.15])), "{torus:?}");
        assert!(SdfKind::Torus.solid(&given("wide")).is_err());
        assert!(SdfKind::Torus.solid(&given("0.5 m")).is_err());
    }
}
