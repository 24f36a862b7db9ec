//! Names of objects: lookup both ways, and the hash table that makes it fast.
//!
//! `names` holds null-terminated strings, `name_bodyadr` and its siblings their addresses.
//! `names_map` is one open-addressing hash table per object kind, one after the other, each with
//! twice as many slots as objects; empty slots are -1.

use crate::enums::{ObjType, object_kinds};
use crate::fields::Char;
use crate::ids::{self, NamedId};
use crate::model::{Model, Structure};
use crate::sizes::LOAD_MULTIPLE;

impl Structure {
    /// Addresses in `names` of all objects of a kind, to be filled; empty for kinds without names.
    pub fn name_addresses_mut(&mut self, kind: ObjType) -> &mut [i32] {
        macro_rules! fields {
            ($($kind:ident $word:ident $size:ident $($names:ident $id:ident)?;)*) => {
                match kind {
                    $($(ObjType::$kind => &mut self.$names,)?)*
                    ObjType::XBody => &mut self.name_bodyadr,
                    _ => &mut [],
                }
            };
        }
        object_kinds!(fields)
    }
}

impl Model {
    /// The id of the object of that kind and name.
    #[doc(alias = "mj_name2id")]
    #[must_use]
    pub fn name2id(&self, kind: ObjType, name: &str) -> Option<usize> {
        let adr = self.name_addresses(kind);
        let slots = self.name_slots_of(kind)?;
        let start = hash(name.as_bytes(), slots.len());
        for k in 0..slots.len() {
            let id = usize::try_from(slots[(start + k) % slots.len()]).ok()?;
            if adr.get(id).and_then(|&a| self.string_at(a)) == Some(name.as_bytes()) {
                return Some(id);
            }
        }
        None
    }

    /// The name of an object; `None` if it has no name or does not exist.
    #[doc(alias = "mj_id2name")]
    #[must_use]
    pub fn id2name(&self, kind: ObjType, id: usize) -> Option<&str> {
        let name = self.string_at(*self.name_addresses(kind).get(id)?)?;
        if name.is_empty() { None } else { std::str::from_utf8(name).ok() }
    }

    /// The object of that name, of the kind whose id is asked for: `m.find::<BodyId>("arm")` is
    /// [`m.body("arm")`](Self::body).
    #[must_use]
    pub fn find<I: NamedId>(&self, name: &str) -> Option<I> {
        self.name2id(I::KIND, name).map(I::from_index)
    }

    /// The name of an object; `None` if it has no name or does not exist.
    ///
    /// ```
    /// use ferrodyn::ids::BodyId;
    ///
    /// let m = ferrodyn::load_str("<mujoco><worldbody><body name='arm'/><body/></worldbody></mujoco>")?;
    /// let names: Vec<_> = m.bodies().map(|b| m.name(b).unwrap_or("a body without a name")).collect();
    /// assert_eq!(names, ["world", "arm", "a body without a name"]);
    /// assert_eq!(m.name(BodyId(99)), None);
    /// # Ok::<(), ferrodyn::LoadError>(())
    /// ```
    #[must_use]
    pub fn name<I: NamedId>(&self, id: I) -> Option<&str> {
        self.id2name(I::KIND, id.index())
    }

    /// The name of the model.
    #[must_use]
    pub fn model_name(&self) -> &str {
        self.string_at(0).and_then(|s| std::str::from_utf8(s).ok()).unwrap_or("")
    }

    /// Addresses in `names` of all objects of a kind; empty for kinds without names.
    #[must_use]
    pub fn name_addresses(&self, kind: ObjType) -> &[i32] {
        macro_rules! fields {
            ($($kind:ident $word:ident $size:ident $($names:ident $id:ident)?;)*) => {
                match kind {
                    $($(ObjType::$kind => &self.$names,)?)*
                    ObjType::XBody => &self.name_bodyadr,
                    _ => &[],
                }
            };
        }
        object_kinds!(fields)
    }

    /// Fills `names_map` from `names` and the addresses.
    pub fn build_names_map(&mut self) {
        let mut map = vec![-1; self.names_map.len()];
        let mut start = 0;
        for kind in ObjType::named() {
            let adr = self.name_addresses(kind);
            let end = start + LOAD_MULTIPLE * adr.len();
            if let Some(slots) = map.get_mut(start..end) {
                for (id, &a) in adr.iter().enumerate() {
                    if let Some(name) = self.string_at(a).filter(|s| !s.is_empty()) {
                        insert(slots, name, id);
                    }
                }
            }
            start = end;
        }
        self.structure_mut().names_map.copy_from_slice(&map);
    }

    /// The hash table of a kind; `None` if it has no slots.
    fn name_slots_of(&self, kind: ObjType) -> Option<&[i32]> {
        let kind = if kind == ObjType::XBody { ObjType::Body } else { kind };
        let mut kinds = ObjType::named();
        let before: usize =
            kinds.by_ref().take_while(|&k| k != kind).map(|k| self.name_addresses(k).len()).sum();
        let start = LOAD_MULTIPLE * before;
        let end = start + LOAD_MULTIPLE * self.name_addresses(kind).len();
        self.names_map.get(start..end).filter(|slots| !slots.is_empty())
    }

    /// The null-terminated string at an address of `names`.
    fn string_at(&self, adr: i32) -> Option<&[u8]> {
        let tail = self.names.get(usize::try_from(adr).ok()?..)?;
        let end = tail.iter().position(|c| *c == Char(0)).unwrap_or(tail.len());
        Some(bytemuck::cast_slice(&tail[..end]))
    }
}

/// A function for each kind of object that has names, called as the kind.
macro_rules! lookups {
    ($($kind:ident $word:ident $size:ident $($names:ident $id:ident)?;)*) => {
        $($(impl NamedId for ids::$id {
            const KIND: ObjType = ObjType::$kind;
        })?)*

        /// Objects by name. [`name`](Self::name) is the way back, [`find`](Self::find) the same for
        /// code that is generic in the kind.
        impl Model {
            $($(
                #[doc = concat!("The ", stringify!($word), " of that name.")]
                #[must_use]
                pub fn $word(&self, name: &str) -> Option<ids::$id> {
                    self.find(name)
                }
            )?)*
        }
    };
}
object_kinds!(lookups);

/// Puts an id into the first free slot at or after the hash of its name.
fn insert(slots: &mut [i32], name: &[u8], id: usize) {
    let start = hash(name, slots.len());
    let n = slots.len();
    if let Some(k) = (0..n).map(|k| (start + k) % n).find(|&k| slots[k] < 0) {
        slots[k] = id as i32;
    }
}

/// The string hash of MuJoCo's name tables (bytes are signed characters).
#[doc(alias = "mj_hashString")]
fn hash(name: &[u8], slots: usize) -> usize {
    let h = name.iter().fold(5381u64, |h, &c| (h << 5).wrapping_add(h) ^ i64::from(c as i8) as u64);
    (h % slots as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{BodyId, GeomId};
    use crate::sizes::Sizes;

    /// Bodies world, arm, hand and geoms "arm", (unnamed).
    fn named() -> Model {
        let names = b"model\0world\0arm\0hand\0arm\0\0";
        let sizes = Sizes { nbody: 3, ngeom: 2, nnames: names.len(), ..Sizes::default() };
        let mut m = Model::new(sizes).unwrap();
        m.names.scalars_mut::<u8>().copy_from_slice(names);
        m.name_bodyadr.copy_from_slice(&[6, 12, 16]);
        m.name_geomadr.copy_from_slice(&[21, 25]);
        m.build_names_map();
        m
    }

    #[test]
    fn names_are_found_both_ways_and_per_kind() {
        let m = named();
        assert_eq!(m.model_name(), "model");
        assert_eq!(m.name2id(ObjType::Body, "hand"), Some(2));
        assert_eq!(m.name2id(ObjType::XBody, "arm"), Some(1));
        assert_eq!(m.name2id(ObjType::Geom, "arm"), Some(0));
        assert_eq!(m.name2id(ObjType::Geom, "hand"), None);
        assert_eq!(m.name2id(ObjType::Dof, "arm"), None);
        assert_eq!(m.id2name(ObjType::Body, 2), Some("hand"));
        assert_eq!(m.id2name(ObjType::Geom, 1), None);
        assert_eq!(m.id2name(ObjType::Body, 3), None);
        assert_eq!((m.name_bodyadr[BodyId(2)], m.name_geomadr[GeomId(0)]), (16, 21));
    }

    #[test]
    fn ids_of_a_kind_lead_to_names_and_back() {
        let m = named();
        assert_eq!((m.body("hand"), m.geom("arm")), (Some(BodyId(2)), Some(GeomId(0))));
        assert_eq!((m.geom("hand"), m.camera("arm")), (None, None));
        assert_eq!(m.find::<BodyId>("arm"), m.body("arm"));
        assert_eq!((m.name(BodyId(1)), m.name(GeomId(0))), (Some("arm"), Some("arm")));
        assert_eq!((m.name(GeomId(1)), m.name(GeomId(2))), (None, None));
    }

    #[test]
    fn unnamed_objects_take_no_slot() {
        let used = named().names_map.iter().filter(|&&id| id >= 0).count();
        assert_eq!(used, 4);
    }

    #[test]
    fn corrupt_tables_find_nothing() {
        let mut m = named();
        m.names_map.fill(1000);
        m.name_bodyadr.fill(i32::MAX);
        assert_eq!(m.name2id(ObjType::Body, "arm"), None);
        assert_eq!(m.id2name(ObjType::Body, 1), None);
    }
}
