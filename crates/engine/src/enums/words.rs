//! The words that MuJoCo uses for object types.

use super::ObjType;

impl ObjType {
    /// The word for the type, such as `body`; `None` for types that no object has.
    #[doc(alias = "mju_type2Str")]
    pub fn type_name(self) -> Option<&'static str> {
        let entry = WORDS.iter().find(|(kind, _)| *kind == self);
        entry.map(|(_, word)| *word)
    }

    /// The type that a word stands for. `frame` is not among them, as in MuJoCo.
    #[doc(alias = "mju_str2Type")]
    pub fn from_type_name(word: &str) -> Option<Self> {
        let entry = WORDS.iter().find(|entry| entry.1 == word && entry.0 != Self::Frame);
        entry.map(|(kind, _)| *kind)
    }
}

const WORDS: [(ObjType, &str); 26] = [
    (ObjType::Body, "body"),
    (ObjType::XBody, "xbody"),
    (ObjType::Joint, "joint"),
    (ObjType::Dof, "dof"),
    (ObjType::Geom, "geom"),
    (ObjType::Site, "site"),
    (ObjType::Camera, "camera"),
    (ObjType::Light, "light"),
    (ObjType::Flex, "flex"),
    (ObjType::Mesh, "mesh"),
    (ObjType::Skin, "skin"),
    (ObjType::Hfield, "hfield"),
    (ObjType::Texture, "texture"),
    (ObjType::Material, "material"),
    (ObjType::Pair, "pair"),
    (ObjType::Exclude, "exclude"),
    (ObjType::Equality, "equality"),
    (ObjType::Tendon, "tendon"),
    (ObjType::Actuator, "actuator"),
    (ObjType::Sensor, "sensor"),
    (ObjType::Numeric, "numeric"),
    (ObjType::Text, "text"),
    (ObjType::Tuple, "tuple"),
    (ObjType::Key, "key"),
    (ObjType::Plugin, "plugin"),
    (ObjType::Frame, "frame"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_types_map_to_each_other() {
        for &kind in ObjType::ALL {
            let back = kind.type_name().and_then(ObjType::from_type_name);
            assert!(back == Some(kind) || back.is_none() && kind as i32 % 100 < 3, "{kind:?}");
        }
        assert_eq!(ObjType::from_type_name("nothing"), None);
    }
}
