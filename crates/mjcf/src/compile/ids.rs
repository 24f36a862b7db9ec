//! [`Compiled`]: a model, and the kind and id of the object that each element of its spec became.

use std::collections::HashMap;

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::ObjType;

use super::Objects;
use super::order::Order;
use super::work::Work;
use crate::spec::ElementId;

/// A model, and which of its objects each element of the spec became.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The model.
    pub model: Model,
    /// Kind and id of the object that an element became. Frames, default classes, fused bodies and discarded
    /// geoms have none.
    pub ids: HashMap<ElementId, (ObjType, i32)>,
}

impl Compiled {
    /// The id that an element has in the model, among the objects of its kind.
    #[doc(alias = "mjs_getId")]
    #[must_use]
    pub fn object_id(&self, element: ElementId) -> Option<i32> {
        self.ids.get(&element).map(|&(_, id)| id)
    }
}

/// Collects the ids of all elements that became objects.
pub(super) fn collect(
    work: &Work<'_>,
    order: &Order,
    objects: &Objects<'_>,
    ids: &mut HashMap<ElementId, (ObjType, i32)>,
) {
    let spec = work.spec;
    let mut add = |kind: ObjType, list: &mut dyn Iterator<Item = ElementId>| {
        ids.extend(list.zip(0..).map(|(element, id)| (element, (kind, id))));
    };
    macro_rules! tree {
        ($($list:ident $kind:ident),+) => {$(
            add(ObjType::$kind, &mut order.$list.order.iter().map(|&i| work.$list[i].spec.origin.id));
        )+};
    }
    tree!(bodies Body, joints Joint, geoms Geom, sites Site, cameras Camera, lights Light);
    let meshes = order.meshes.order.iter();
    add(ObjType::Mesh, &mut meshes.map(|&i| spec.meshes[i].origin.id));
    macro_rules! referring {
        ($($list:ident $kind:ident),+) => {$(
            add(ObjType::$kind, &mut objects.$list.iter().map(|object| object.spec.origin.id));
        )+};
    }
    referring!(pairs Pair, excludes Exclude, equalities Equality, tendons Tendon);
    referring!(actuators Actuator, sensors Sensor, tuples Tuple);
    macro_rules! plain {
        ($($list:ident $kind:ident),+) => {$(
            add(ObjType::$kind, &mut spec.$list.iter().map(|element| element.origin.id));
        )+};
    }
    plain!(flexes Flex, skins Skin, hfields Hfield, textures Texture, materials Material);
    plain!(numerics Numeric, texts Text, keys Key);
}
