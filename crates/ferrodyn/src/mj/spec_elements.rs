//! Adding elements to a spec, making default ones, and reaching them by kind.
//!
//! Every row is a function and what it does.

use crate::spec::{
    Actuator, Body, Camera, Equality, Exclude, Flex, Frame, Geom, HField, Joint, Key, Light,
    Material, Mesh, Numeric, Pair, Plugin, Sensor, Site, Skin, Spec, Tendon, Text, Texture, Tuple,
};
use crate::{EditError, ElementId};

/// Elements of a body, with the default class to start from.
macro_rules! add_to_body {
    ($(fn $name:ident = Spec::add_to::<$kind:ident>;)*) => {$(
        #[doc = concat!("Adds a [`", stringify!($kind), "`] with the values of a default class to a body: [`Spec::of_class`] and [`Spec::add_to`].")]
        ///
        /// # Errors
        /// If body or class are not in the spec.
        pub fn $name(
            s: &mut Spec,
            body: ElementId,
            def: Option<ElementId>,
        ) -> Result<ElementId, EditError> {
            s.add_of_class::<$kind>(Some(body), None, def)
        }
    )*};
}

add_to_body! {
    fn mjs_addBody = Spec::add_to::<Body>;
    fn mjs_addSite = Spec::add_to::<Site>;
    fn mjs_addJoint = Spec::add_to::<Joint>;
    fn mjs_addGeom = Spec::add_to::<Geom>;
    fn mjs_addCamera = Spec::add_to::<Camera>;
    fn mjs_addLight = Spec::add_to::<Light>;
}

/// Elements of the spec, with the default class to start from.
macro_rules! add_of_class {
    ($(fn $name:ident = Spec::add::<$kind:ident>;)*) => {$(
        #[doc = concat!("Adds a [`", stringify!($kind), "`] with the values of a default class: [`Spec::of_class`] and [`Spec::add`].")]
        ///
        /// # Errors
        /// If the class is not in the spec.
        pub fn $name(s: &mut Spec, def: Option<ElementId>) -> Result<ElementId, EditError> {
            s.add_of_class::<$kind>(None, None, def)
        }
    )*};
}

add_of_class! {
    fn mjs_addActuator = Spec::add::<Actuator>;
    fn mjs_addPair = Spec::add::<Pair>;
    fn mjs_addEquality = Spec::add::<Equality>;
    fn mjs_addTendon = Spec::add::<Tendon>;
    fn mjs_addMesh = Spec::add::<Mesh>;
    fn mjs_addMaterial = Spec::add::<Material>;
}

/// Elements of the spec that have no default class.
macro_rules! add_plain {
    ($(fn $name:ident = Spec::add::<$kind:ident>;)*) => {$(
        #[doc = concat!("Adds a [`", stringify!($kind), "`]: [`Spec::add`].")]
        ///
        /// # Errors
        /// None that is known; kinds that cannot be added are refused.
        pub fn $name(s: &mut Spec) -> Result<ElementId, EditError> {
            s.add_of_class::<$kind>(None, None, None)
        }
    )*};
}

add_plain! {
    fn mjs_addSensor = Spec::add::<Sensor>;
    fn mjs_addFlex = Spec::add::<Flex>;
    fn mjs_addExclude = Spec::add::<Exclude>;
    fn mjs_addNumeric = Spec::add::<Numeric>;
    fn mjs_addText = Spec::add::<Text>;
    fn mjs_addTuple = Spec::add::<Tuple>;
    fn mjs_addKey = Spec::add::<Key>;
    fn mjs_addPlugin = Spec::add::<Plugin>;
    fn mjs_addHField = Spec::add::<HField>;
    fn mjs_addSkin = Spec::add::<Skin>;
    fn mjs_addTexture = Spec::add::<Texture>;
}

macro_rules! default_element {
    ($(fn $name:ident = $kind:ident::default;)*) => {$(
        #[doc = concat!("A [`", stringify!($kind), "`] with default values.")]
        pub fn $name() -> $kind {
            $kind::default()
        }
    )*};
}

default_element! {
    fn mjs_defaultSpec = Spec::default;
    fn mjs_defaultBody = Body::default;
    fn mjs_defaultFrame = Frame::default;
    fn mjs_defaultJoint = Joint::default;
    fn mjs_defaultGeom = Geom::default;
    fn mjs_defaultSite = Site::default;
    fn mjs_defaultCamera = Camera::default;
    fn mjs_defaultLight = Light::default;
    fn mjs_defaultFlex = Flex::default;
    fn mjs_defaultMesh = Mesh::default;
    fn mjs_defaultHField = HField::default;
    fn mjs_defaultSkin = Skin::default;
    fn mjs_defaultTexture = Texture::default;
    fn mjs_defaultMaterial = Material::default;
    fn mjs_defaultPair = Pair::default;
    fn mjs_defaultEquality = Equality::default;
    fn mjs_defaultTendon = Tendon::default;
    fn mjs_defaultActuator = Actuator::default;
    fn mjs_defaultSensor = Sensor::default;
    fn mjs_defaultNumeric = Numeric::default;
    fn mjs_defaultText = Text::default;
    fn mjs_defaultTuple = Tuple::default;
    fn mjs_defaultKey = Key::default;
    fn mjs_defaultPlugin = Plugin::default;
}

macro_rules! as_element {
    ($(fn $name:ident = Spec::get_mut::<$kind:ident>;)*) => {$(
        #[doc = concat!(
            "An element as a [`", stringify!($kind), "`], if it is one: [`Spec::get_mut`].",
        )]
        pub fn $name(s: &mut Spec, element: ElementId) -> Option<&mut $kind> {
            s.get_mut::<$kind>(element)
        }
    )*};
}

as_element! {
    fn mjs_asBody = Spec::get_mut::<Body>;
    fn mjs_asGeom = Spec::get_mut::<Geom>;
    fn mjs_asJoint = Spec::get_mut::<Joint>;
    fn mjs_asSite = Spec::get_mut::<Site>;
    fn mjs_asCamera = Spec::get_mut::<Camera>;
    fn mjs_asLight = Spec::get_mut::<Light>;
    fn mjs_asFrame = Spec::get_mut::<Frame>;
    fn mjs_asActuator = Spec::get_mut::<Actuator>;
    fn mjs_asSensor = Spec::get_mut::<Sensor>;
    fn mjs_asFlex = Spec::get_mut::<Flex>;
    fn mjs_asPair = Spec::get_mut::<Pair>;
    fn mjs_asEquality = Spec::get_mut::<Equality>;
    fn mjs_asExclude = Spec::get_mut::<Exclude>;
    fn mjs_asTendon = Spec::get_mut::<Tendon>;
    fn mjs_asNumeric = Spec::get_mut::<Numeric>;
    fn mjs_asText = Spec::get_mut::<Text>;
    fn mjs_asTuple = Spec::get_mut::<Tuple>;
    fn mjs_asKey = Spec::get_mut::<Key>;
    fn mjs_asMesh = Spec::get_mut::<Mesh>;
    fn mjs_asHField = Spec::get_mut::<HField>;
    fn mjs_asSkin = Spec::get_mut::<Skin>;
    fn mjs_asTexture = Spec::get_mut::<Texture>;
    fn mjs_asMaterial = Spec::get_mut::<Material>;
    fn mjs_asPlugin = Spec::get_mut::<Plugin>;
}
