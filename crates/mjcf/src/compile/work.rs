//! Working copies of a spec's elements while they are compiled.
//!
//! The tree is flattened into lists in depth-first order. Bodies refer to their elements by index,
//! so that merging bodies and discarding geoms only move indices around; final ids are given when
//! the model is filled.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::math::{Quat, Vec3};

use crate::asset::bvh::Bvh;
use crate::clock::Clock;
use crate::error::Problems;
use crate::spec::pose::Pose;
use crate::spec::{self, BodyKey, Spec};

/// A body under compilation.
pub(super) struct Body<'s> {
    pub(super) spec: &'s spec::Body,
    pub(super) parent: usize,
    pub(super) children: Vec<usize>,
    pub(super) joints: Vec<usize>,
    pub(super) geoms: Vec<usize>,
    pub(super) sites: Vec<usize>,
    pub(super) cameras: Vec<usize>,
    pub(super) lights: Vec<usize>,
    /// Poses of the body's frames, in the body frame.
    pub(super) frames: Vec<Pose>,
    /// Nearest ancestor, or self, that moves relative to its parent; 0 if none.
    pub(super) weld: usize,
    pub(super) pose: Pose,
    pub(super) inertial: Pose,
    pub(super) mass: f64,
    pub(super) inertia: Vec3,
    pub(super) contype: i32,
    pub(super) conaffinity: i32,
    pub(super) margin: f64,
    pub(super) dofnum: usize,
    pub(super) bvh: Bvh,
    /// Merged into its parent.
    pub(super) fused: bool,
}

/// A joint under compilation.
pub(super) struct Joint<'s> {
    pub(super) spec: &'s spec::Joint,
    pub(super) body: usize,
    pub(super) pos: Vec3,
    pub(super) axis: Vec3,
    pub(super) limited: bool,
    pub(super) range: [f64; 2],
    pub(super) actfrclimited: bool,
    pub(super) reference: f64,
    pub(super) springref: f64,
}

/// A geom under compilation.
pub(super) struct Geom<'s> {
    pub(super) spec: &'s spec::Geom,
    pub(super) body: usize,
    pub(super) mesh: Option<usize>,
    pub(super) hfield: Option<usize>,
    pub(super) material: Option<usize>,
    pub(super) pose: Pose,
    pub(super) size: [f64; 3],
    pub(super) aabb: [f64; 6],
    pub(super) mass: f64,
    pub(super) inertia: Vec3,
    pub(super) fluid: [f64; 12],
    /// Neither collides nor is referred to.
    pub(super) visual: bool,
    pub(super) discarded: bool,
}

/// A site under compilation.
pub(super) struct Site<'s> {
    pub(super) spec: &'s spec::Site,
    pub(super) body: usize,
    pub(super) material: Option<usize>,
    pub(super) pose: Pose,
    pub(super) size: [f64; 3],
}

/// A camera under compilation.
pub(super) struct Camera<'s> {
    pub(super) spec: &'s spec::Camera,
    pub(super) body: usize,
    pub(super) pose: Pose,
    pub(super) target: Option<usize>,
    pub(super) fovy: f64,
    pub(super) intrinsic: [f32; 4],
}

/// A light under compilation.
pub(super) struct Light<'s> {
    pub(super) spec: &'s spec::Light,
    pub(super) body: usize,
    pub(super) pos: Vec3,
    pub(super) dir: Vec3,
    pub(super) target: Option<usize>,
    pub(super) texture: Option<usize>,
}

/// The flattened tree and the names of everything.
pub(super) struct Work<'s> {
    pub(super) spec: &'s Spec,
    pub(super) bodies: Vec<Body<'s>>,
    pub(super) joints: Vec<Joint<'s>>,
    pub(super) geoms: Vec<Geom<'s>>,
    pub(super) sites: Vec<Site<'s>>,
    pub(super) cameras: Vec<Camera<'s>>,
    pub(super) lights: Vec<Light<'s>>,
    pub(super) names: Names<'s>,
    /// Ends compilation when the time limit is reached.
    pub(super) clock: Clock,
}

/// From name to index, for each kind of object.
#[derive(Default)]
pub(super) struct Names<'s> {
    maps: HashMap<ObjType, HashMap<&'s str, usize>>,
    /// How often similar names were looked for.
    searches: Cell<usize>,
    /// Objects that are not as they were meant, and whether one of them was found.
    faulty: HashSet<(ObjType, usize)>,
    found_doubtful: Cell<bool>,
}

impl<'s> Names<'s> {
    /// Adds the names of a list; the last of equal names is found.
    pub(super) fn add(&mut self, kind: ObjType, names: impl Iterator<Item = &'s str>) {
        let map = self.maps.entry(kind).or_default();
        map.extend(names.enumerate().map(|(i, name)| (name, i)));
    }

    /// The index of a name; nothing for the empty name.
    pub(super) fn find(&self, kind: ObjType, name: &str) -> Option<usize> {
        let kind = if kind == ObjType::XBody { ObjType::Body } else { kind };
        let found = if name.is_empty() { None } else { self.maps.get(&kind)?.get(name).copied() };
        if !self.faulty.is_empty() && found.is_some_and(|i| self.faulty.contains(&(kind, i))) {
            self.found_doubtful.set(true);
        }
        found
    }

    /// Marks an object that has a mistake: failures of elements that refer to it are not reported.
    pub(super) fn mark_faulty(&mut self, kind: ObjType, index: usize) {
        self.faulty.insert((kind, index));
    }

    /// Whether an object was found since the last call that is not as it was meant.
    pub(super) fn take_faulty(&self) -> bool {
        self.found_doubtful.take()
    }

    /// Whether to look for similar names: not for more problems than are shown.
    pub(super) fn may_suggest(&self) -> bool {
        self.searches.replace(self.searches.get() + 1) < Problems::KEPT
    }

    /// All names of a kind, sorted.
    pub(super) fn all(&self, kind: ObjType) -> Vec<&'s str> {
        let kind = if kind == ObjType::XBody { ObjType::Body } else { kind };
        let map = self.maps.get(&kind);
        let mut names: Vec<&str> = map.into_iter().flat_map(|m| m.keys().copied()).collect();
        names.retain(|name| !name.is_empty());
        names.sort_unstable();
        names
    }
}

impl<'s> Work<'s> {
    /// Flattens the tree, parents before children.
    pub(super) fn new(spec: &'s Spec) -> Self {
        let mut work = Self {
            spec,
            bodies: Vec::new(),
            joints: Vec::new(),
            geoms: Vec::new(),
            sites: Vec::new(),
            cameras: Vec::new(),
            lights: Vec::new(),
            names: Names::default(),
            clock: Clock::unlimited(),
        };
        // an explicit stack: models may nest deeply
        let mut open = vec![(BodyKey::WORLD, 0)];
        while let Some((body, parent)) = open.pop() {
            let id = work.add(&spec.bodies[body], parent);
            if id > 0 {
                work.bodies[parent].children.push(id);
            }
            open.extend(spec.bodies.children(body).iter().rev().map(|&child| (child, id)));
        }
        work
    }

    fn add(&mut self, spec: &'s spec::Body, parent: usize) -> usize {
        let body = self.bodies.len();
        let (joints, geoms, sites, cameras, lights) = (
            self.joints.len(),
            self.geoms.len(),
            self.sites.len(),
            self.cameras.len(),
            self.lights.len(),
        );
        self.joints.extend(spec.joints.iter().map(|j| Joint {
            spec: j,
            body,
            pos: j.pos,
            axis: j.axis,
            limited: false,
            range: j.range,
            actfrclimited: false,
            reference: j.reference,
            springref: j.springref,
        }));
        self.geoms.extend(spec.geoms.iter().map(|g| Geom {
            spec: g,
            body,
            mesh: None,
            hfield: None,
            material: None,
            pose: Pose { pos: g.pos, quat: g.quat },
            size: g.size,
            aabb: [0.0; 6],
            mass: 0.0,
            inertia: Vec3::ZERO,
            fluid: [0.0; 12],
            visual: false,
            discarded: false,
        }));
        self.sites.extend(spec.sites.iter().map(|s| Site {
            spec: s,
            body,
            material: None,
            pose: Pose { pos: s.pos, quat: s.quat },
            size: s.size,
        }));
        self.cameras.extend(spec.cameras.iter().map(|c| Camera {
            spec: c,
            body,
            pose: Pose { pos: c.pos, quat: c.quat },
            target: None,
            fovy: c.fovy,
            intrinsic: [0.0; 4],
        }));
        self.lights.extend(spec.lights.iter().map(|l| Light {
            spec: l,
            body,
            pos: l.pos,
            dir: l.dir,
            target: None,
            texture: None,
        }));
        self.bodies.push(Body {
            spec,
            parent,
            children: Vec::new(),
            joints: (joints..self.joints.len()).collect(),
            geoms: (geoms..self.geoms.len()).collect(),
            sites: (sites..self.sites.len()).collect(),
            cameras: (cameras..self.cameras.len()).collect(),
            lights: (lights..self.lights.len()).collect(),
            frames: Vec::new(),
            weld: 0,
            pose: Pose { pos: spec.pos, quat: spec.quat },
            inertial: Pose { pos: Vec3::ZERO, quat: Quat::IDENTITY },
            mass: 0.0,
            inertia: Vec3::ZERO,
            contype: 0,
            conaffinity: 0,
            margin: 0.0,
            dofnum: 0,
            bvh: Bvh::default(),
            fused: false,
        });
        body
    }

    /// Name of a body as the compiler sees it.
    pub(super) fn is_world(&self, body: usize) -> bool {
        self.bodies[body].spec.name == "world"
    }
}
