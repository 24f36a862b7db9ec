//! [`Subject`]: the model that is examined, with names and places of its objects.

use std::collections::{BTreeMap, HashMap};

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::ids::{BodyId, GeomId, NamedId};
use ferrodyn_mjcf::spec::{Actuator, Body, Equality, Geom, Joint, Pair, Tendon};
use ferrodyn_mjcf::{Compiled, ElementId, Location, Spec, SpecElement};

/// A compiled model and, where there is one, the spec that it was compiled from.
pub(crate) struct Subject<'a> {
    pub(crate) m: &'a Model,
    pub(crate) spec: Option<&'a Spec>,
    /// The elements of the spec that objects of the model were made from.
    elements: BTreeMap<(i32, i32), ElementId>,
    /// The objects that elements became.
    objects: Option<&'a HashMap<ElementId, (ObjType, i32)>>,
}

impl<'a> Subject<'a> {
    pub(crate) fn of_model(m: &'a Model) -> Self {
        Self { m, spec: None, elements: BTreeMap::new(), objects: None }
    }

    pub(crate) fn of_spec(spec: &'a Spec, compiled: &'a Compiled) -> Self {
        let mut elements = BTreeMap::new();
        // the order does not matter: no two elements became the same object
        #[expect(clippy::iter_over_hash_type, reason = "a sorted map is made of it")]
        for (&element, &(kind, id)) in &compiled.ids {
            elements.insert((kind as i32, id), element);
        }
        Self { m: &compiled.model, spec: Some(spec), elements, objects: Some(&compiled.ids) }
    }

    /// The object that an element of the spec became.
    pub(crate) fn object(&self, element: ElementId) -> Option<usize> {
        let (_, id) = self.objects?.get(&element)?;
        usize::try_from(*id).ok()
    }

    /// The element of the spec that an object was made from.
    pub(crate) fn element<I: NamedId>(&self, id: I) -> Option<ElementId> {
        let number = i32::try_from(id.index()).ok()?;
        self.elements.get(&(I::KIND as i32, number)).copied()
    }

    /// Where an object is in the file.
    pub(crate) fn place<I: NamedId>(&self, id: I) -> Option<Location> {
        fn origin<E: SpecElement>(spec: &Spec, id: ElementId) -> Option<Location> {
            spec.get::<E>(id)?.origin().location()
        }
        let (spec, id) = (self.spec?, self.element(id)?);
        match I::KIND {
            ObjType::Body => origin::<Body>(spec, id),
            ObjType::Joint => origin::<Joint>(spec, id),
            ObjType::Geom => origin::<Geom>(spec, id),
            ObjType::Actuator => origin::<Actuator>(spec, id),
            ObjType::Equality => origin::<Equality>(spec, id),
            ObjType::Pair => origin::<Pair>(spec, id),
            ObjType::Tendon => origin::<Tendon>(spec, id),
            _ => None,
        }
    }

    /// The name of an object, or its number, as `#3`.
    pub(crate) fn name<I: NamedId>(&self, id: I) -> String {
        let name = self.m.name(id).filter(|name| !name.is_empty());
        name.map_or_else(|| format!("#{}", id.index()), str::to_owned)
    }

    /// The name of a geom, or its place in its body, as `hand#0`.
    pub(crate) fn geom_name(&self, g: GeomId) -> String {
        if let Some(name) = self.m.name(g).filter(|name| !name.is_empty()) {
            return name.to_owned();
        }
        let body = self.body_of(g);
        let first = self.m.body_geoms(body).start;
        format!("{}#{}", self.name(body), g.0.saturating_sub(first.0))
    }

    pub(crate) fn body_of(&self, g: GeomId) -> BodyId {
        self.m.geom_bodyid.id(g).unwrap_or(BodyId(0))
    }
}
