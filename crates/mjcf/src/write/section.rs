//! Sections that set options: compiler, option, size, visual, statistic.

use ferrodyn_engine::{Opt, Visual};

use super::Writer;
use super::element::{allowed, attrs_of};
use super::node::Node;
use crate::spec::flags::FLAGS;
use crate::spec::{Compiler, LengthRange, Size, StatisticOverride};

impl Writer<'_> {
    pub(super) fn compiler(&self) -> Node {
        let compiler = &self.spec.compiler;
        let said = attrs_of(compiler, &Compiler::default(), allowed(&["compiler"]));
        let mut node = Node::new("compiler").with(said.attrs);
        let rule = allowed(&["compiler", "lengthrange"]);
        let said = attrs_of(&compiler.lengthrange, &LengthRange::default(), rule);
        node.push_unless_empty(Node::new("lengthrange").with(said.attrs));
        node
    }

    pub(super) fn option(&self) -> Node {
        let (option, default) = (&self.spec.option, Opt::default());
        let mut node =
            Node::new("option").with(attrs_of(option, &default, allowed(&["option"])).attrs);
        let mut flags = Node::new("flag");
        for (name, bit, disables) in FLAGS {
            let flags_of = |o: &Opt| if disables { o.disableflags } else { o.enableflags };
            let set = flags_of(option) & bit != 0;
            if set != (flags_of(&default) & bit != 0) {
                flags.set(name, if set == disables { "disable" } else { "enable" });
            }
        }
        node.push_unless_empty(flags);
        node
    }

    pub(super) fn size(&self) -> Node {
        let size = &self.spec.size;
        let mut node = Node::new("size");
        if size.memory != -1 {
            node.set("memory", size.memory.to_string());
        }
        node.with(attrs_of(size, &Size::default(), allowed(&["size"])).attrs)
    }

    pub(super) fn visual(&self) -> Node {
        let (visual, default) = (&self.spec.visual, Visual::default());
        let mut node = Node::new("visual");
        macro_rules! groups {
            ($($group:ident),+) => {$(
                let rule = allowed(&["visual", stringify!($group)]);
                let said = attrs_of(&visual.$group, &default.$group, rule);
                node.push_unless_empty(Node::new(stringify!($group)).with(said.attrs));
            )+};
        }
        groups!(global, quality, headlight, map, scale, rgba);
        node
    }

    pub(super) fn statistic(&self) -> Node {
        let said =
            attrs_of(&self.spec.stat, &StatisticOverride::default(), allowed(&["statistic"]));
        Node::new("statistic").with(said.attrs)
    }
}
