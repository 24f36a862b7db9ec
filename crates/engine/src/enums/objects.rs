//! The kinds of objects that a model has: one table, from which words, counts and names follow.

use super::ObjType;

/// Hands every kind of object to a macro, in MuJoCo's order: type, word, size that counts them and,
/// if they have names, the field with their addresses in `names` and the type of their ids.
macro_rules! object_kinds {
    ($with:ident) => {
        $with! {
            Body body nbody name_bodyadr BodyId;
            XBody xbody nbody;
            Joint joint njnt name_jntadr JointId;
            Dof dof nv;
            Geom geom ngeom name_geomadr GeomId;
            Site site nsite name_siteadr SiteId;
            Camera camera ncam name_camadr CameraId;
            Light light nlight name_lightadr LightId;
            Flex flex nflex name_flexadr FlexId;
            Mesh mesh nmesh name_meshadr MeshId;
            Skin skin nskin name_skinadr SkinId;
            Hfield hfield nhfield name_hfieldadr HfieldId;
            Texture texture ntex name_texadr TextureId;
            Material material nmat name_matadr MaterialId;
            Pair pair npair name_pairadr PairId;
            Exclude exclude nexclude name_excludeadr ExcludeId;
            Equality equality neq name_eqadr EqualityId;
            Tendon tendon ntendon name_tendonadr TendonId;
            Actuator actuator nu name_actuatoradr ActuatorId;
            Sensor sensor nsensor name_sensoradr SensorId;
            Numeric numeric nnumeric name_numericadr NumericId;
            Text text ntext name_textadr TextId;
            Tuple tuple ntuple name_tupleadr TupleId;
            Key key nkey name_keyadr KeyId;
            Plugin plugin nplugin name_pluginadr PluginId;
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
    ($($kind:ident $word:ident $size:ident $($names:ident $id:ident)?;)*) => {
        /// All kinds of objects, in MuJoCo's order. Those with names have their hash tables in it.
        pub const OBJECT_KINDS: &[ObjectKind] = &[$(ObjectKind {
            kind: ObjType::$kind,
            word: stringify!($word),
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
    #[must_use]
    pub fn type_name(self) -> Option<&'static str> {
        if self == Self::Frame {
            return Some("frame");
        }
        OBJECT_KINDS.iter().find(|object| object.kind == self).map(|object| object.word)
    }

    /// The type that a word stands for. `frame` is not among them, as in MuJoCo.
    #[doc(alias = "mju_str2Type")]
    #[must_use]
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
