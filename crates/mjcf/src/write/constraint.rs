//! Contact pairs, exclusions, equality constraints and tendons.

use ferrodyn_engine::enums::EqType;

use super::Writer;
use super::element::{WrittenAttrs, allowed, attrs_of};
use super::node::Node;
use crate::schema::Value;
use crate::spec::{Equality, Exclude, Tendon, WrapKind};

impl Writer<'_> {
    pub(super) fn contact(&mut self) -> Node {
        let mut section = Node::new("contact");
        let spec = self.spec;
        for pair in &spec.pairs {
            let rule = allowed(&["contact", "pair"]);
            let (class, said) = self.choose(&pair.class, |class| attrs_of(pair, &class.pair, rule));
            let mut node = Node::new("pair").with(said.attrs);
            self.set_class(&mut node, class, 0);
            section.push(node);
        }
        for exclude in &spec.excludes {
            let said = attrs_of(exclude, &Exclude::default(), allowed(&["contact", "exclude"]));
            section.push(Node::new("exclude").with(said.attrs));
        }
        section
    }

    pub(super) fn equality(&mut self) -> Node {
        let mut section = Node::new("equality");
        let spec = self.spec;
        for equality in &spec.equalities {
            let name = match equality.kind {
                EqType::Connect => "connect",
                EqType::Weld => "weld",
                EqType::Joint => "joint",
                EqType::Tendon => "tendon",
                EqType::Flex => "flex",
                EqType::FlexVert => "flexvert",
                EqType::FlexStrain => "flexstrain",
                EqType::Distance => continue,
            };
            let rule = allowed(&["equality", name]);
            let (class, said) =
                self.choose(&equality.class, |class| attrs_of(equality, &class.equality, rule));
            let mut node = Node::new(name).with(said.attrs);
            self.set_class(&mut node, class, 0);
            objects(&mut node, equality, &spec.defaults[class].equality);
            section.push(node);
        }
        section
    }

    pub(super) fn tendon(&mut self) -> Node {
        let mut section = Node::new("tendon");
        let spec = self.spec;
        for tendon in &spec.tendons {
            let fixed =
                matches!(tendon.path.first().map(|w| &w.kind), Some(WrapKind::Joint { .. }));
            let node = if fixed { self.fixed(tendon) } else { self.spatial(tendon) };
            section.push(path(node, tendon));
        }
        section
    }

    fn spatial(&mut self, tendon: &Tendon) -> Node {
        let rule = allowed(&["tendon", "spatial"]);
        let (class, said) =
            self.choose(&tendon.class, |class| attrs_of_tendon(tendon, &class.tendon, rule));
        let mut node = Node::new("spatial").with(said.attrs);
        self.set_class(&mut node, class, 0);
        node
    }

    /// A fixed tendon has no attributes for its looks: only a class can set them.
    fn fixed(&mut self, tendon: &Tendon) -> Node {
        let rule = allowed(&["tendon", "fixed"]);
        let lost = self.lost;
        let (class, said) =
            self.choose(&tendon.class, |class| attrs_of_tendon(tendon, &class.tendon, rule));
        if said.exact {
            let mut node = Node::new("fixed").with(said.attrs);
            self.set_class(&mut node, class, 0);
            return node;
        }
        let mut base = self.spec.defaults[0].tendon.clone();
        let looks = Tendon {
            material: tendon.material.clone(),
            rgba: tendon.rgba,
            width: tendon.width,
            ..base.clone()
        };
        let class = attrs_of(&looks, &base, allowed(&["default", "tendon"]));
        base = looks;
        let said = attrs_of_tendon(tendon, &base, rule);
        self.lost = lost || !said.exact;
        let name = self.add_class("tendon", Node::new("tendon").with(class.attrs));
        let mut node = Node::new("fixed").with(said.attrs);
        node.set_class("class", &name);
        node
    }
}

/// Objects and data of an equality constraint.
fn objects(node: &mut Node, eq: &Equality, base: &Equality) {
    if matches!(eq.kind, EqType::Flex | EqType::FlexVert | EqType::FlexStrain) {
        node.set("flex", &*eq.name1);
        if eq.kind == EqType::FlexStrain {
            node.set("cell", eq.data[..3].to_vec().text());
        }
        return;
    }
    let [first, second] = match eq.kind {
        EqType::Joint => ["joint1", "joint2"],
        EqType::Tendon => ["tendon1", "tendon2"],
        _ if eq.sites => ["site1", "site2"],
        _ => ["body1", "body2"],
    };
    node.set(first, &*eq.name1);
    if eq.name2 != base.name2 {
        node.set(second, &*eq.name2);
    }
    let changed = |range: std::ops::Range<usize>| {
        let (own, base) = (eq.data[range.clone()].to_vec(), base.data[range].to_vec());
        own.write(&base)
    };
    match eq.kind {
        EqType::Joint | EqType::Tendon => {
            if let Some(text) = changed(0..5) {
                node.set("polycoef", text);
            }
            return;
        }
        EqType::Connect if !eq.sites => node.set("anchor", eq.data[..3].to_vec().text()),
        EqType::Weld if !eq.sites => {
            // without an anchor, it is the origin
            if let Some(text) = eq.data[..3].to_vec().write(&vec![0.0; 3]) {
                node.set("anchor", text);
            }
            if let Some(text) = changed(3..10) {
                node.set("relpose", text);
            }
        }
        _ => {}
    }
    if eq.kind == EqType::Weld
        && let Some(text) = changed(10..11)
    {
        node.set("torquescale", text);
    }
}

/// Attributes of a tendon.
pub(super) fn attrs_of_tendon(tendon: &Tendon, base: &Tendon, allowed: &[&str]) -> WrittenAttrs {
    let mut said = attrs_of(tendon, base, allowed);
    if let Some(text) = tendon.springlength.write(&base.springlength) {
        let [low, high] = tendon.springlength.map(|length| length.text());
        said.attrs.push(("springlength", if low == high { low } else { text }));
    }
    said
}

fn path(mut node: Node, tendon: &Tendon) -> Node {
    for wrap in &tendon.path {
        let child = match &wrap.kind {
            WrapKind::Site { site } => Node::new("site").with(vec![("site", site.clone())]),
            WrapKind::Geom { geom, sidesite } => {
                let mut child = Node::new("geom").with(vec![("geom", geom.clone())]);
                if !sidesite.is_empty() {
                    child.set("sidesite", &**sidesite);
                }
                child
            }
            WrapKind::Pulley { divisor } => {
                Node::new("pulley").with(vec![("divisor", divisor.text())])
            }
            WrapKind::Joint { joint, coef } => {
                Node::new("joint").with(vec![("joint", joint.clone()), ("coef", coef.text())])
            }
        };
        node.push(child);
    }
    node
}
