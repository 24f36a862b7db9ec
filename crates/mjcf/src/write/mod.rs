//! [`Spec`] to MJCF text: the inverse of the reader.
//!
//! Every element is written as what it changes in its default class. Where an element cannot be
//! said that way with any class, all classes are left out and everything is spelled out. Parts
//! attached from other models are first brought under the settings of the whole.

mod actuator;
mod asset;
mod body;
mod constraint;
mod custom;
mod default;
mod element;
mod flex;
mod node;
mod plugin;
mod saved;
mod scope;
mod section;
mod sensor;

use crate::spec::{DefaultClass, Spec};
use element::WrittenAttrs;
use node::Node;

impl Spec {
    /// The description as MJCF text.
    ///
    /// Reading the text in the same directory and compiling it gives the same model: the text names assets as the
    /// file did that was read, so that it belongs beside that. [`Spec::save`](Self::save) writes a file that loads
    /// from anywhere, with its assets. What MJCF
    /// has no words for is left out: pixels of a texture and normal or texture indices of a mesh
    /// set by a program, an aligned free joint with properties that `freejoint` has not, where nodes of
    /// an interpolated flex are on their bodies, which of its cells are empty, and that its contacts are
    /// passive.
    ///
    /// # Examples
    /// ```
    /// use ferrodyn::Loader;
    ///
    /// let spec = Loader::new().read_str(
    ///     "<mujoco model='ball'><worldbody><body><freejoint/><geom size='.10'/></body>\
    ///      </worldbody></mujoco>",
    /// )?;
    /// assert_eq!(
    ///     spec.to_xml(),
    ///     r#"<mujoco model="ball">
    ///   <worldbody>
    ///     <body>
    ///       <freejoint/>
    ///       <geom size="0.1"/>
    ///     </body>
    ///   </worldbody>
    /// </mujoco>
    /// "#
    /// );
    /// # Ok::<(), ferrodyn::LoadError>(())
    /// ```
    #[doc(alias = "mj_saveXMLString")]
    #[must_use]
    pub fn to_xml(&self) -> String {
        if !self.pending.is_empty() {
            let mut spec = self.clone();
            spec.resolve_keys();
            return spec.to_xml();
        }
        if !self.attached.is_empty() {
            let mut spec = self.clone();
            scope::merge_scopes(&mut spec);
            return spec.to_xml();
        }
        self.written(false)
    }

    /// The text of a description that is complete.
    fn written(&self, saved: bool) -> String {
        let mut writer = Writer { saved, ..Writer::new(self) };
        let mut root = writer.document();
        if writer.lost {
            let mut spec = self.clone();
            spec.drop_classes();
            root = Writer { saved, ..Writer::new(&spec) }.document();
        }
        root.document(&self.comment)
    }

    /// Leaves only the root class, with the built-in values. Elements keep theirs.
    fn drop_classes(&mut self) {
        self.defaults = vec![DefaultClass { name: "main".into(), ..DefaultClass::default() }];
    }
}

struct Writer<'s> {
    spec: &'s Spec,
    /// Some element cannot be said with the default classes there are.
    lost: bool,
    /// Classes made for values that only a default class can set, inside the root class.
    added: Vec<(String, Node)>,
    /// Spelled as MuJoCo saves models.
    saved: bool,
}

impl<'s> Writer<'s> {
    fn new(spec: &'s Spec) -> Self {
        Self { spec, lost: false, added: Vec::new(), saved: false }
    }

    fn document(&mut self) -> Node {
        let mut root = Node::new("mujoco");
        root.set("model", &*self.spec.modelname);
        for section in [
            self.compiler(),
            self.option(),
            self.size(),
            self.visual(),
            self.statistic(),
            self.extension(),
            self.custom(),
        ] {
            root.push_unless_empty(section);
        }
        let mut rest = vec![
            self.asset(),
            self.worldbody(),
            self.contact(),
            self.deformable(),
            self.equality(),
        ];
        rest.extend([self.tendon(), self.actuator(), self.sensor(), self.keyframe()]);
        // classes come last, when it is known which were added
        root.push_unless_empty(self.default());
        for section in rest {
            root.push_unless_empty(section);
        }
        root
    }

    /// The default class with this name, the root if there is none.
    fn class(&self, name: &str) -> usize {
        self.spec.find_default(name).unwrap_or(0)
    }

    /// The class an element can be said with, its own if possible, and how.
    fn choose(
        &mut self,
        own: &str,
        attrs_of: impl Fn(&DefaultClass) -> WrittenAttrs,
    ) -> (usize, WrittenAttrs) {
        let own = self.class(own);
        let said = attrs_of(&self.spec.defaults[own]);
        if said.exact || self.lost {
            return (own, said);
        }
        for (other, class) in self.spec.defaults.iter().enumerate() {
            let said = attrs_of(class);
            if said.exact {
                return (other, said);
            }
        }
        self.lost = true;
        (own, said)
    }

    /// Names the class of an element unless it is the one inherited.
    fn set_class(&self, node: &mut Node, class: usize, inherited: usize) {
        if class != inherited {
            node.set_class("class", &self.spec.defaults[class].name);
        }
    }

    /// Adds a class inside the root class and returns its name.
    fn add_class(&mut self, stem: &str, content: Node) -> String {
        let taken = |name: &str| {
            self.spec.find_default(name).is_some() || self.added.iter().any(|(n, _)| n == name)
        };
        let mut name = stem.to_owned();
        let mut number = 1;
        while taken(&name) {
            number += 1;
            name = format!("{stem}{number}");
        }
        self.added.push((name.clone(), content));
        name
    }
}
