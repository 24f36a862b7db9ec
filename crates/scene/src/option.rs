//! Visualization options, and the perturbation of a body by the user.

use ferrodyn_engine::constants::NGROUP;
use ferrodyn_engine::enums::{Label, PertBit, VisFlag, VisFrame};
use ferrodyn_engine::math::{Quat, Vec3};

use crate::names::{VIS_SWITCHES, defaults};

/// What is shown.
#[doc(alias = "mjvOption")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisOption {
    /// What is labeled.
    pub label: Label,
    /// Whose axes are shown.
    pub frame: VisFrame,
    /// Groups of geoms.
    pub geomgroup: [u8; NGROUP],
    /// Groups of sites.
    pub sitegroup: [u8; NGROUP],
    /// Groups of joints.
    pub jointgroup: [u8; NGROUP],
    /// Groups of tendons.
    pub tendongroup: [u8; NGROUP],
    /// Groups of actuators.
    pub actuatorgroup: [u8; NGROUP],
    /// Groups of flexes.
    pub flexgroup: [u8; NGROUP],
    /// Groups of skins.
    pub skingroup: [u8; NGROUP],
    /// Kinds of things, by [`VisFlag`].
    pub flags: [u8; VisFlag::COUNT],
    /// Depth of the bounding boxes that are shown.
    pub bvh_depth: i32,
    /// Layer of elements that is shown of flexes with volume.
    pub flex_layer: i32,
}

impl Default for VisOption {
    #[doc(alias = "mjv_defaultOption")]
    fn default() -> Self {
        let first = [1, 1, 1, 0, 0, 0];
        Self {
            label: Label::None,
            frame: VisFrame::None,
            geomgroup: first,
            sitegroup: first,
            jointgroup: first,
            tendongroup: first,
            actuatorgroup: first,
            flexgroup: first,
            skingroup: first,
            flags: defaults(&VIS_SWITCHES),
            bvh_depth: 1,
            flex_layer: 0,
        }
    }
}

impl VisOption {
    /// Whether a kind of thing is shown.
    pub fn shows(&self, flag: VisFlag) -> bool {
        self.flags[flag as usize] != 0
    }

    /// Whether any part of flexes is shown.
    pub(crate) fn shows_flexes(&self) -> bool {
        use VisFlag::{FlexEdge, FlexFace, FlexSkin, FlexVert};
        [FlexVert, FlexEdge, FlexFace, FlexSkin].into_iter().any(|flag| self.shows(flag))
    }
}

/// Whether a group is among those shown; groups out of range count as the first or the last.
pub(crate) fn is_shown(groups: [u8; NGROUP], group: i32) -> bool {
    groups[group.clamp(0, NGROUP as i32 - 1) as usize] != 0
}

/// A selected body and how it is pulled.
#[doc(alias = "mjvPerturb")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perturb {
    /// Selected body; none if it is not positive.
    pub select: i32,
    /// Selected flex; none if it is negative.
    pub flexselect: i32,
    /// Selected skin; none if it is negative.
    pub skinselect: i32,
    /// How it is pulled, bits of [`PertBit`].
    pub active: i32,
    /// How somebody else pulls it.
    pub active2: i32,
    /// Where the body's center of mass should be; m, world frame.
    pub refpos: Vec3,
    /// How its axes of inertia should be turned.
    pub refquat: Quat,
    /// Where the selected point should be; m, world frame.
    pub refselpos: Vec3,
    /// The selected point; m, frame of the body.
    pub localpos: Vec3,
    /// What the point weighs; kg.
    pub localmass: f64,
    /// Way of the point per way of the mouse.
    pub scale: f64,
}

impl Default for Perturb {
    #[doc(alias = "mjv_defaultPerturb")]
    fn default() -> Self {
        Self {
            select: 0,
            flexselect: -1,
            skinselect: -1,
            active: 0,
            active2: 0,
            refpos: Vec3::ZERO,
            refquat: Quat::IDENTITY,
            refselpos: Vec3::ZERO,
            localpos: Vec3::ZERO,
            localmass: 0.0,
            scale: 1.0,
        }
    }
}

impl Perturb {
    /// Whether anybody pulls in this way.
    pub(crate) fn pulls(&self, bit: PertBit) -> bool {
        (self.active | self.active2) & bit as i32 != 0
    }
}
