//! The plugins that come with MuJoCo, on the traits of [`ferrodyn_engine::hooks::plugin`].
//!
//! | name | what it is | file |
//! |---|---|---|
//! | `mujoco.pid` | an actuator with a PID controller | `pid` |
//! | `mujoco.elasticity.cable` | passive forces of a cable that bends and twists | `cable` |
//! | `mujoco.sensor.touch_grid` | contact forces seen from a site, as images | `touch_grid` |
//! | `mujoco.sdf.bolt`, `bowl`, `gear`, `nut`, `torus` | signed distance fields | `sdf` |
//!
//! [`registry`] has all of them, with the numbers that they have in MuJoCo's Python package. Loaders
//! start from it, and users add their own kinds:
//!
//! ```
//! let registry = ferrodyn::plugins::registry();
//! assert_eq!(registry.find("mujoco.pid").map(|(number, _)| number), Some(0));
//! assert_eq!(registry.kinds().count(), 8);
//! ```

mod cable;
mod pid;
mod sdf;
mod text;
mod touch_grid;

use ferrodyn_engine::hooks::{PluginError, Registry};

pub use cable::CableKind;
pub use pid::PidKind;
pub use sdf::SdfKind;
pub use touch_grid::TouchGridKind;

/// The plugins that come with MuJoCo.
#[must_use]
pub fn registry() -> Registry {
    let mut registry = Registry::default();
    // no two of them have the same name
    let _ = add_all(&mut registry);
    registry
}

fn add_all(registry: &mut Registry) -> Result<(), PluginError> {
    registry.add(PidKind)?;
    registry.add(CableKind)?;
    registry.add(TouchGridKind)?;
    for kind in SdfKind::ALL {
        registry.add(kind)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name_of_its_own_and_the_number_it_has_in_mujoco() {
        let names = [
            "mujoco.pid",
            "mujoco.elasticity.cable",
            "mujoco.sensor.touch_grid",
            "mujoco.sdf.bolt",
            "mujoco.sdf.bowl",
            "mujoco.sdf.gear",
            "mujoco.sdf.nut",
            "mujoco.sdf.torus",
        ];
        let registry = registry();
        assert!(add_all(&mut Registry::default()).is_ok());
        assert_eq!(registry.kinds().map(|kind| kind.name().to_owned()).collect::<Vec<_>>(), names);
    }
}
