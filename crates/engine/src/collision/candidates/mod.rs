//! Candidates: pairs of geoms that may touch, found without looking at their shapes.
//!
//! | file | computes |
//! |---|---|
//! | `filter` | which pairs are left out: contact bits, places in the tree, sleep, exclusion, bounding spheres |
//! | `broadphase` | pairs of bodies and flexes whose boxes overlap, by `sweep` |
//! | `midphase` | pairs of geoms of two bodies, by their trees of boxes; `obb` compares two boxes |
//! | `listed` | the pairs of a model with few of them, listed once instead of both |
//! | `kinds` | which kinds of shapes can touch |
//! | `near` | pairs of several simulations at once |

pub(super) mod broadphase;
pub(super) mod filter;
pub(super) mod kinds;
pub(super) mod listed;
pub(super) mod midphase;
pub(super) mod obb;
pub(super) mod pairs;
pub(super) mod sweep;
