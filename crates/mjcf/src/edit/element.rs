//! The trait of all elements of a spec, and the list that holds the elements of each kind.

use ferrodyn_engine::enums::ObjType;

use crate::spec::place::{Home, Place};
use crate::spec::{
    Actuator, Body, Camera, DefaultClass, Equality, Exclude, Flex, Frame, Geom, HField, Joint, Key,
    Light, Material, Mesh, Numeric, Origin, Pair, Plugin, Sensor, Site, Skin, Spec, Tendon, Text,
    Texture, Tuple,
};

/// An element of a spec that can be found by its identity or its name.
pub trait SpecElement: Stored {
    /// Kind of the element.
    const KIND: ObjType;

    /// Name; may be empty.
    fn name(&self) -> &str;

    /// The name, to be changed; [`Spec::set_name`] also sees that it is not taken.
    fn name_mut(&mut self) -> &mut String;

    /// Where it came from, with its identity.
    fn origin(&self) -> &Origin;

    /// Where it came from, to be changed.
    fn origin_mut(&mut self) -> &mut Origin;
}

/// An element that sits in a body: a body, frame, joint, geom, site, camera or light.
pub trait InBody: SpecElement {}

/// An element that a list of the spec holds: a mesh, actuator, sensor and so on. Default classes are added by
/// [`Spec::add_class`].
pub trait InSpec: SpecElement {
    /// The list.
    #[doc(hidden)]
    fn list_of(spec: &mut Spec) -> &mut Vec<Self>;
}

/// Where elements of a kind are kept: in bodies, in a list of the spec, in default classes.
pub trait Stored: Clone + Default + 'static {
    /// Whether elements of the kind are in the tree of bodies.
    #[doc(hidden)]
    const IN_TREE: bool = false;

    /// Those of a body.
    #[doc(hidden)]
    fn of_body(_: &Body) -> &[Self] {
        &[]
    }

    /// The list of a body, if bodies have one.
    #[doc(hidden)]
    fn of_body_mut(_: &mut Body) -> Option<&mut Vec<Self>> {
        None
    }

    /// Those in a list of the spec.
    #[doc(hidden)]
    fn of_spec(_: &Spec) -> &[Self] {
        &[]
    }

    /// The list of the spec, if it has one.
    #[doc(hidden)]
    fn of_spec_mut(_: &mut Spec) -> Option<&mut Vec<Self>> {
        None
    }

    /// The one of a default class.
    #[doc(hidden)]
    fn of_class(_: &DefaultClass) -> Option<&Self> {
        None
    }

    /// The one of a default class, to be changed.
    #[doc(hidden)]
    fn of_class_mut(_: &mut DefaultClass) -> Option<&mut Self> {
        None
    }

    /// The frame it sits in, by index in the body, if it can sit in one.
    #[doc(hidden)]
    fn frame_mut(&mut self) -> Option<&mut Option<usize>> {
        None
    }

    /// The name of its default class, if it has one.
    #[doc(hidden)]
    fn class_mut(&mut self) -> Option<&mut String> {
        None
    }

    /// The element at a place.
    #[doc(hidden)]
    fn at(spec: &Spec, place: Place) -> Option<&Self> {
        match place.home {
            Home::Body(body) => Self::of_body(spec.bodies.get(body)?).get(place.index),
            Home::List => Self::of_spec(spec).get(place.index),
            Home::Class(class) => Self::of_class(spec.defaults.get(class)?),
            Home::Path(_) => None,
        }
    }

    /// The element at a place, to be changed.
    #[doc(hidden)]
    fn at_mut(spec: &mut Spec, place: Place) -> Option<&mut Self> {
        match place.home {
            Home::Body(body) => Self::of_body_mut(spec.bodies.get_mut(body)?)?.get_mut(place.index),
            Home::List => Self::of_spec_mut(spec)?.get_mut(place.index),
            Home::Class(class) => Self::of_class_mut(spec.defaults.get_mut(class)?),
            Home::Path(_) => None,
        }
    }
}

macro_rules! elements {
    ($($type:ident $kind:ident { ($home:ident $list:ident) $($class:tt)? })+) => {$(
        elements! { # $home $type $list }

        impl SpecElement for $type {
            const KIND: ObjType = ObjType::$kind;
            fn name(&self) -> &str {
                &self.name
            }
            fn name_mut(&mut self) -> &mut String {
                &mut self.name
            }
            fn origin(&self) -> &Origin {
                &self.origin
            }
            fn origin_mut(&mut self) -> &mut Origin {
                &mut self.origin
            }
        }

        impl Stored for $type {
            elements! { @ ($home $list) }
            $(elements! { @ $class })?
        }
    )+};
    (# spec DefaultClass $list:ident) => {};
    (# spec $type:ident $list:ident) => {
        impl InSpec for $type {
            fn list_of(spec: &mut Spec) -> &mut Vec<Self> {
                &mut spec.$list
            }
        }
    };
    (# $in_body:ident $type:ident $list:ident) => {
        impl InBody for $type {}
    };
    (@ (body $list:ident)) => {
        const IN_TREE: bool = true;
        fn of_body(body: &Body) -> &[Self] {
            &body.$list
        }
        fn of_body_mut(body: &mut Body) -> Option<&mut Vec<Self>> {
            Some(&mut body.$list)
        }
        fn frame_mut(&mut self) -> Option<&mut Option<usize>> {
            Some(&mut self.frame)
        }
    };
    (@ (spec $list:ident)) => {
        fn of_spec(spec: &Spec) -> &[Self] {
            &spec.$list
        }
        fn of_spec_mut(spec: &mut Spec) -> Option<&mut Vec<Self>> {
            Some(&mut spec.$list)
        }
    };
    (@ (class $field:ident)) => {
        fn of_class(class: &DefaultClass) -> Option<&Self> {
            Some(&class.$field)
        }
        fn of_class_mut(class: &mut DefaultClass) -> Option<&mut Self> {
            Some(&mut class.$field)
        }
        fn class_mut(&mut self) -> Option<&mut String> {
            Some(&mut self.class)
        }
    };
    // a body is found by its own key, not by its index in another
    (@ (tree $list:ident)) => {
        const IN_TREE: bool = true;
        fn frame_mut(&mut self) -> Option<&mut Option<usize>> {
            Some(&mut self.frame)
        }
        fn at(spec: &Spec, place: Place) -> Option<&Self> {
            match place.home {
                Home::Body(body) => spec.bodies.get(body),
                _ => None,
            }
        }
        fn at_mut(spec: &mut Spec, place: Place) -> Option<&mut Self> {
            match place.home {
                Home::Body(body) => spec.bodies.get_mut(body),
                _ => None,
            }
        }
    };
}

/// Hands every element of a spec to a macro: type, kind, and where a spec keeps it.
#[doc(hidden)]
#[macro_export]
macro_rules! element_kinds {
    ([$($with:tt)+] $($args:tt)*) => {
        $($with)+! { $($args)*
            Body Body { (tree bodies) }
            Frame Frame { (body frames) }
            Joint Joint { (body joints) (class joint) }
            Geom Geom { (body geoms) (class geom) }
            Site Site { (body sites) (class site) }
            Camera Camera { (body cameras) (class camera) }
            Light Light { (body lights) (class light) }
            Flex Flex { (spec flexes) }
            Mesh Mesh { (spec meshes) (class mesh) }
            Skin Skin { (spec skins) }
            HField Hfield { (spec hfields) }
            Texture Texture { (spec textures) }
            Material Material { (spec materials) (class material) }
            Pair Pair { (spec pairs) (class pair) }
            Exclude Exclude { (spec excludes) }
            Equality Equality { (spec equalities) (class equality) }
            Tendon Tendon { (spec tendons) (class tendon) }
            Actuator Actuator { (spec actuators) (class actuator) }
            Sensor Sensor { (spec sensors) }
            Numeric Numeric { (spec numerics) }
            Text Text { (spec texts) }
            Tuple Tuple { (spec tuples) }
            Key Key { (spec keys) }
            Plugin Plugin { (spec plugins) }
            DefaultClass Default { (spec defaults) }
        }
    };
}

element_kinds!([elements]);

/// A kind of element of a spec, and where a spec keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementKind {
    /// The kind.
    pub kind: ObjType,
    /// The field that lists elements of the kind, such as `meshes`.
    pub list: &'static str,
    /// Whether elements of the kind are in bodies; a list of the spec holds them otherwise.
    pub in_tree: bool,
    /// Whether default classes have such an element.
    pub has_class: bool,
}

macro_rules! table {
    ($($type:ident $kind:ident { ($home:ident $list:ident) $($more:tt)* })+) => {
        /// All kinds of elements of a spec.
        pub const ELEMENT_KINDS: &[ElementKind] = &[$(ElementKind {
            kind: ObjType::$kind,
            list: stringify!($list),
            in_tree: table!(@ $home),
            has_class: table!(@ $($more)*),
        },)+];
    };
    (@ body) => { true };
    (@ tree) => { true };
    (@ (class $field:ident)) => { true };
    (@ $($other:tt)*) => { false };
}
element_kinds!([table]);

/// Evaluates an expression with a type name bound to the element type of a kind of object.
#[macro_export]
macro_rules! with_kind {
    ($kind:expr, $element:ident => $value:expr, $none:expr) => {
        $crate::element_kinds!([$crate::with_kind] @ $kind, $element, $value, $none;)
    };
    (@ $kind:expr, $element:ident, $value:expr, $none:expr; $($type:ident $name:ident { $($stored:tt)* })+) => {
        match $kind {
            $($crate::edit::ObjType::$name => {
                type $element = $crate::spec::$type;
                $value
            })+
            _ => $none,
        }
    };
}
