//! Contacts of pairs of simple shapes in closed form, a file for each pair.

pub(super) mod box_box;
pub(super) mod capsule_box;
pub(super) mod capsule_capsule;
pub(super) mod plane;
pub(super) mod plane_cylinder;
pub(super) mod plane_mesh;
pub(super) mod sphere;
pub(super) mod sphere_box;

#[cfg(test)]
mod tests;
