//! Final order and ids: bodies depth first, their elements in the order of the bodies.

use ferrodyn_engine::enums::ObjType;

use super::work::{Body, Work};

/// Objects of one kind in final order, and the id of each.
#[derive(Default)]
pub(super) struct Kind {
    /// Index in the working list, by id.
    pub(super) order: Vec<usize>,
    /// Id by index in the working list; -1 if the object is gone.
    ids: Vec<i32>,
}

impl Kind {
    fn new(count: usize, order: Vec<usize>) -> Self {
        let mut ids = vec![-1; count];
        for (id, &index) in order.iter().enumerate() {
            ids[index] = id as i32;
        }
        Self { order, ids }
    }

    /// The id of an object, -1 for none.
    pub(super) fn id(&self, index: Option<usize>) -> i32 {
        index.and_then(|i| self.ids.get(i)).copied().unwrap_or(-1)
    }

    /// Number of objects that remain.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }
}

/// Final ids of everything in the tree, and of meshes.
pub(super) struct Order {
    pub(super) bodies: Kind,
    pub(super) joints: Kind,
    pub(super) geoms: Kind,
    pub(super) sites: Kind,
    pub(super) cameras: Kind,
    pub(super) lights: Kind,
    pub(super) meshes: Kind,
}

impl Order {
    /// Orders what is left of the tree; `keep_mesh` tells which meshes remain.
    pub(super) fn new(work: &Work<'_>, keep_mesh: &[bool]) -> Self {
        // depth first, children in order
        let mut bodies = Vec::with_capacity(work.bodies.len());
        let mut open = vec![0];
        while let Some(body) = open.pop() {
            bodies.push(body);
            open.extend(work.bodies[body].children.iter().rev());
        }
        let collect = |list: for<'a> fn(&'a Body<'_>) -> &'a Vec<usize>| -> Vec<usize> {
            bodies.iter().flat_map(|&b| list(&work.bodies[b]).iter().copied()).collect()
        };
        let geoms =
            collect(|b| &b.geoms).into_iter().filter(|&g| !work.geoms[g].discarded).collect();
        let meshes = (0..keep_mesh.len()).filter(|&i| keep_mesh[i]).collect();
        Self {
            joints: Kind::new(work.joints.len(), collect(|b| &b.joints)),
            geoms: Kind::new(work.geoms.len(), geoms),
            sites: Kind::new(work.sites.len(), collect(|b| &b.sites)),
            cameras: Kind::new(work.cameras.len(), collect(|b| &b.cameras)),
            lights: Kind::new(work.lights.len(), collect(|b| &b.lights)),
            meshes: Kind::new(keep_mesh.len(), meshes),
            bodies: Kind::new(work.bodies.len(), bodies),
        }
    }

    /// The id of an object of any kind, -1 for none.
    pub(super) fn id(&self, kind: ObjType, index: Option<usize>) -> i32 {
        match kind {
            ObjType::Body | ObjType::XBody => self.bodies.id(index),
            ObjType::Joint => self.joints.id(index),
            ObjType::Geom => self.geoms.id(index),
            ObjType::Site => self.sites.id(index),
            ObjType::Camera => self.cameras.id(index),
            ObjType::Light => self.lights.id(index),
            ObjType::Mesh => self.meshes.id(index),
            _ => index.map_or(-1, |i| i as i32),
        }
    }
}
