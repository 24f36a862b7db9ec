//! The [`Profile`]: which results of MuJoCo are reproduced although its own method gives another one.
//!
//! These are the switches for places inside an algorithm. Routines that exist for nothing else are in
//! modules called `compat`. docs/quirks.md lists all of them, with models that show them.

/// The quirks of a version of MuJoCo, as switches.
#[expect(
    clippy::struct_excessive_bools,
    reason = "switches that have nothing to do with each other"
)]
pub(crate) struct Profile {
    /// The version.
    pub(crate) version: &'static str,
    /// Columns of `D` that [`transition_fd`](crate::finite_difference::transition_fd) computes from
    /// differences both ways have the opposite sign.
    pub(crate) negated_sensor_columns: bool,
    /// GJK keeps the coordinate of the fourth vertex when it drops that vertex, and then takes a
    /// sliver for a tetrahedron around the origin.
    pub(crate) stale_fourth_coordinate: bool,
    /// The velocity derivative of the ellipsoid fluid model is not scaled by the interaction
    /// coefficient that scales the force.
    pub(crate) unscaled_fluid_slope: bool,
    /// Where islands are solved from a warm start, `efc_state` remains that of the warm start.
    pub(crate) island_states_of_warm_start: bool,
    /// On the first side of a contact the place of a point in an interpolated flex, and not its motion,
    /// changes its sign.
    pub(crate) negated_place_in_flex: bool,
    /// Of many contacts of a flex some are chosen by distances that belong to other contacts, because
    /// those change places and the distances do not.
    pub(crate) stale_distances_of_contacts: bool,
}

/// The version whose results are reproduced.
pub(crate) const PROFILE: Profile = Profile {
    version: "3.8.0",
    negated_sensor_columns: true,
    stale_fourth_coordinate: true,
    unscaled_fluid_slope: true,
    island_states_of_warm_start: true,
    negated_place_in_flex: true,
    stale_distances_of_contacts: true,
};
