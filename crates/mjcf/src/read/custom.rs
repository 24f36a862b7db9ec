//! Custom numbers, texts and tuples; keyframes.

use ferrodyn_engine::enums::ObjType;

use super::Reader;
use crate::spec::{Key, Keyword, Numeric, Text, Tuple, TupleElement};
use crate::xml::NodeId;

/// Largest custom numeric array.
const MAX_NUMERIC: usize = 500;

impl Reader<'_, '_> {
    pub(super) fn custom(&mut self, node: NodeId) {
        for child in self.children(node) {
            if !self.room_for(child) {
                return;
            }
            match self.tree.name(child) {
                "numeric" => self.numeric(child),
                "text" => self.custom_text(child),
                "tuple" => self.tuple(child),
                _ => {}
            }
        }
    }

    fn numeric(&mut self, node: NodeId) {
        let mut numeric = Numeric { origin: self.origin(node), ..Numeric::default() };
        self.require(node, &["name"]);
        self.attrs(node, &mut numeric);
        let given = self.has(node, "size");
        let want = usize::try_from(numeric.size).unwrap_or(0);
        if given && numeric.data.len() > want {
            let got = numeric.data.len();
            self.refuse_attr(node, "data", format!("size is {want}, but data has {got} numbers"));
        }
        let size = if given { want } else { numeric.data.len() };
        if !(1..=MAX_NUMERIC).contains(&size) {
            self.refuse(node, format!("a numeric field has 1 to {MAX_NUMERIC} numbers"));
            return;
        }
        numeric.data.resize(size, 0.0);
        numeric.size = size as i32;
        self.spec.numerics.push(numeric);
    }

    fn custom_text(&mut self, node: NodeId) {
        let mut text = Text { origin: self.origin(node), ..Text::default() };
        self.attrs(node, &mut text);
        self.required(node, "name");
        if self.required(node, "data").is_some_and(|data| data.is_empty()) {
            self.refuse_attr(node, "data", "a text field cannot be empty");
        }
        self.spec.texts.push(text);
    }

    fn tuple(&mut self, node: NodeId) {
        let mut tuple = Tuple { origin: self.origin(node), ..Tuple::default() };
        self.required(node, "name");
        self.attrs(node, &mut tuple);
        for child in self.children(node) {
            if !self.room_for(child) {
                return;
            }
            let objtype = self.object_type(child, "objtype");
            let objname = self.required(child, "objname");
            let mut prm = 0.0;
            self.value(child, "prm", &mut prm);
            if let (Some(objtype), Some(objname)) = (objtype, objname) {
                tuple.elements.push(TupleElement { objtype, objname, prm });
            }
        }
        self.spec.tuples.push(tuple);
    }

    /// An object type named by a required attribute.
    pub(super) fn object_type(&mut self, node: NodeId, name: &str) -> Option<ObjType> {
        self.required(node, name)?;
        let mut objtype = ObjType::WORDS[0].1;
        self.value(node, name, &mut objtype).then_some(objtype)
    }

    pub(super) fn keyframe(&mut self, node: NodeId) {
        for child in self.children(node) {
            if !self.room_for(child) {
                return;
            }
            let mut key = Key { origin: self.origin(child), ..Key::default() };
            self.attrs(child, &mut key);
            self.spec.keys.push(key);
        }
    }
}
