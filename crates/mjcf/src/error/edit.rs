//! Why a spec could not be edited.

use std::fmt;

use ferrodyn_engine::enums::ObjType;

use super::AssetError;

/// Why a spec could not be edited.
///
/// # Examples
/// ```
/// use ferrodyn::{EditError, Spec};
///
/// let mut spec = Spec::default();
/// assert_eq!(spec.delete(spec.world()), Err(EditError::DeleteWorld));
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// Nothing of the wanted kind has the identity; what was wanted.
    Missing(&'static str),
    /// A default class needs a name, which only `add_class` takes.
    UnnamedClass,
    /// What sits in a body was to be added without a parent.
    NoParent,
    /// Elements of this kind cannot be added.
    NotAdded(ObjType),
    /// What sits in a body can be added to a body or a frame only.
    NotInBody,
    /// The frame is not one of the parent body.
    ForeignFrame,
    /// There is a default class of this name.
    ClassTaken(String),
    /// The element has no default class.
    NoClass,
    /// Another element of the kind has the name.
    NameTaken {
        /// The kind.
        kind: ObjType,
        /// The name.
        name: String,
    },
    /// Elements of default classes stay with their class.
    InClass,
    /// The world cannot be deleted.
    DeleteWorld,
    /// The root class cannot be deleted.
    DeleteRootClass,
    /// The element cannot sit in a frame.
    NoFrame,
    /// The frame is not one of the body that the element of this name is in.
    MismatchedParents(String),
    /// A frame would be inside itself.
    FrameInsideItself,
    /// A body would be inside itself.
    BodyInsideItself,
    /// The world cannot become a frame.
    WorldToFrame,
    /// A body with `fullinertia` cannot become a frame.
    FullInertia,
    /// The inertias of a body and of its parent cannot be added.
    Inertia,
    /// Only a frame, body or site can be attached to.
    NotAParent,
    /// A body can be attached to a frame or site only.
    NotAFrame,
    /// Only a body or frame can be attached.
    NotAPart,
    /// The model to be attached has no body of the name.
    NoBody {
        /// Name of the model.
        model: String,
        /// Name of the body.
        body: String,
    },
    /// A part of a keyframe does not fit the model as it stands.
    Key {
        /// Name of the keyframe.
        key: String,
        /// Its part, such as `qpos`.
        part: &'static str,
        /// How many numbers the part has.
        found: usize,
        /// How many the model has.
        wanted: usize,
    },
    /// An orientation is not one; why.
    Orientation(&'static str),
    /// A mesh cannot be generated.
    Mesh(AssetError),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing(what) => return write!(f, "the {what} is not in this spec"),
            Self::UnnamedClass => "a default class needs a name: use add_class",
            Self::NoParent => "the parent body is missing",
            Self::NotAdded(_) => "elements of this kind cannot be added",
            Self::NotInBody => "what sits in a body is added to a body or a frame",
            Self::ForeignFrame => "the frame is not one of the parent body",
            Self::ClassTaken(name) => return write!(f, "default class '{name}' exists"),
            Self::NoClass => "the element has no default class",
            Self::NameTaken { kind, name } => {
                let word = kind.type_name().unwrap_or("default");
                return write!(f, "repeated name '{name}' in {word}");
            }
            Self::InClass => "an element of a default class cannot be deleted",
            Self::DeleteWorld => "the world cannot be deleted",
            Self::DeleteRootClass => "cannot remove the global default ('main')",
            Self::NoFrame => "the element cannot sit in a frame",
            Self::MismatchedParents(name) => {
                return write!(f, "Frame and body '{name}' have mismatched parents");
            }
            Self::FrameInsideItself => "a frame cannot sit inside itself",
            Self::BodyInsideItself => "a body cannot be inside itself",
            Self::WorldToFrame => "the world cannot become a frame",
            Self::FullInertia => "a body with fullinertia cannot become a frame",
            Self::Inertia => "the inertias cannot be added",
            Self::NotAParent => "parent element is not a frame, body or site",
            Self::NotAFrame => "child element is not a frame",
            Self::NotAPart => "child element is not a body or frame",
            Self::NoBody { model, body } => {
                return write!(f, "model \"{model}\" has no body \"{body}\"");
            }
            Self::Key { key, part, found, wanted } => {
                let model = format_args!("the model so far {wanted}");
                return write!(f, "keyframe \"{key}\": {part} has {found} numbers, {model}");
            }
            Self::Orientation(why) => why,
            Self::Mesh(error) => return error.fmt(f),
        })
    }
}

ferrodyn_engine::debug_as_message!(EditError);

impl std::error::Error for EditError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Mesh(error) => Some(error),
            _ => None,
        }
    }
}
