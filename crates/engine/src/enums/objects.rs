//! The kinds of objects that a model has: one table, from which words, counts and names follow.

use super::ObjType;

/// Hands every kind of object to a macro, in MuJoCo's order: type, word, size that counts them and,
/// if they have names, the field with their addresses in `names`.
macro_rules! object_kinds {
    ($with:ident) => {
        $with! {
            Body "body" nbody name_bodyadr;
            XBody "xbody" nbody;
            Joint "joint" njnt name_jntadr;
            Dof "dof" nv;
            Geom "geom" ngeom name_geomadr;
            Site "site" nsite name_siteadr;
            Camera "camera" ncam name_camadr;
            Light "light" nlight name_lightadr;
            Flex "flex" nflex name_flexadr;
            Mesh "mesh" nmesh name_meshadr;
            Skin "skin" nskin name_skinadr;
            Hfield "hfield" nhfield name_hfieldadr;
            Texture "texture" ntex name_texadr;
            Material "material" nmat name_matadr;
            Pair "pair" npair name_pairadr;
            Exclude "exclude" nexclude name_excludeadr;
            Equality "equality" neq name_eqadr;
            Tendon "tendon" ntendon name_tendonadr;
            Actuator "actuator" nu name_actuatoradr;
            Sensor "sensor" nsensor name_sensoradr;
            Numeric "numeric" nnumeric name_numericadr;
            Text "text" ntext name_textadr;
            Tuple "tuple" ntuple name_tupleadr;
            Key "key" nkey name_keyadr;
            Plugin "plugin" nplugin name_pluginadr;
        }
    };
}
pub(crate) use object_kinds;

/// A kind of object in a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectKind {
    /// The type.
    pub kind: ObjType,
    /// The word for it in MJCF, such as `joint`.
    pub word: &'static str,
    /// The size that says how many there are, such as `njnt`.
    pub size: &'static str,
    /// The field with the addresses of their names, such as `name_jntadr`, if they have names.
    pub names: Option<&'static str>,
}

macro_rules! table {
    ($($kind:ident $word:literal $size:ident $($names:ident)?;)*) => {
        /// All kinds of objects, in MuJoCo's order. Those with names have their hash tables in it.
        pub const OBJECT_KINDS: &[ObjectKind] = &[$(ObjectKind {
            kind: ObjType::$kind,
            word: $word,
            size: stringify!($size),
            names: table!(@ $($names)?),
        },)*];
    };
    (@) => { None };
    (@ $names:ident) => { Some(stringify!($names)) };
}
object_kinds!(table);

impl ObjType {
    /// The types whose objects have names, in the order of their hash tables.
    pub fn named() -> impl Iterator<Item = Self> {
        OBJECT_KINDS.iter().filter(|object| object.names.is_some()).map(|object| object.kind)
    }

    /// The word for the type, such as `body`; `None` for types that no object has.
    #[doc(alias = "mju_type2Str")]
    pub fn type_name(self) -> Option<&'static str> {
        if self == Self::Frame {
            return Some("frame");
        }
        OBJECT_KINDS.iter().find(|object| object.kind == self).map(|object| object.word)
    }

    /// The type that a word stands for. `frame` is not among them, as in MuJoCo.
    #[doc(alias = "mju_str2Type")]
    pub fn from_type_name(word: &str) -> Option<Self> {
        OBJECT_KINDS.iter().find(|object| object.word == word).map(|object| object.kind)
    }
}

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

    #[test]
    fn kinds_are_in_the_order_of_their_numbers() {
        assert!(OBJECT_KINDS.is_sorted_by_key(|object| object.kind as i32));
        assert_eq!(OBJECT_KINDS.len() + 1, ObjType::COUNT);
        assert_eq!(ObjType::named().count(), 23);
    }
}
