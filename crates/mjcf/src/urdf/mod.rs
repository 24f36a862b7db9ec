//! URDF to [`Spec`], with MuJoCo's reading of it.
//!
//! Links become bodies, joints become joints of their child's body, visual and collision elements
//! become geoms. A link without a parent is placed at the origin of the world, without a joint; a
//! link named `world` is the world itself. The extension element `<mujoco>` may hold `compiler`,
//! `option` and `size`. By default visual geoms are discarded and static bodies are merged into
//! their parents. What has no counterpart in a model is listed in a [`Report`].

mod inspect;
mod joint;
mod link;
mod package;
mod report;
#[cfg(test)]
mod tests;
mod xacro;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ferrodyn_engine::math::{Quat, Vec3};

use crate::error::{ProblemKind, Problems};
use crate::read::{self, Context};
use crate::schema::{Fit, Value};
use crate::spec::pose::resolve_orientation;
use crate::spec::{Angle, Body, BodyKey, Compiler, Orientation, Origin, Spec};
use crate::xml::{NodeId, Tree};

use package::Packages;
pub use report::Report;

/// How to read parts of URDF that MuJoCo ignores.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UrdfOptions {
    /// Make `mimic` an equality constraint between two joints. MuJoCo 3.8.0 ignores it.
    pub mimic: bool,
    /// Keep visual geoms, which MuJoCo drops unless the file says `discardvisual="false"`.
    pub keep_visual: bool,
    /// Directories of packages by name, for files given as `package://name/path`. A package that
    /// is not listed is looked for among the directories above the model, then on
    /// [`package_path`](Self::package_path).
    pub packages: BTreeMap<String, String>,
    /// Directories that are packages or contain them.
    pub package_path: Vec<String>,
}

impl Default for UrdfOptions {
    /// `mimic` counts, no packages are listed, those of `ROS_PACKAGE_PATH` are found.
    fn default() -> Self {
        // WebAssembly has no lists of directories
        let path = std::env::var_os("ROS_PACKAGE_PATH").filter(|_| !cfg!(target_family = "wasm"));
        let dirs = path.iter().flat_map(std::env::split_paths);
        let dirs = dirs.filter(|dir| !dir.as_os_str().is_empty());
        let dirs = dirs.filter_map(|dir| std::path::absolute(dir).ok());
        let package_path = dirs.map(|dir| dir.to_string_lossy().into_owned()).collect();
        Self { mimic: true, keep_visual: false, packages: BTreeMap::new(), package_path }
    }
}

impl UrdfOptions {
    /// Ignores what MuJoCo 3.8.0 ignores.
    pub fn mujoco() -> Self {
        Self { mimic: false, ..Self::default() }
    }
}

/// Reads the URDF document in `tree` over the values already in `spec`.
#[doc(alias = "mjXURDF")]
pub(crate) fn read_urdf(
    name: &str,
    tree: &Arc<Tree>,
    spec: &mut Spec,
    context: &Context<'_>,
    problems: &mut Problems,
) -> Report {
    if let Some(problem) = xacro::refuse(tree, name) {
        problems.push(problem);
        return Report::default();
    }
    spec.compiler.fusestatic = true;
    spec.compiler.discardvisual = true;
    let root = tree.root();
    let mut reader = Reader {
        tree: Arc::clone(tree),
        spec,
        context,
        problems,
        report: Report::default(),
        links: Vec::new(),
        index: BTreeMap::new(),
        materials: BTreeMap::new(),
        geom_names: BTreeSet::new(),
        meshes: BTreeMap::new(),
        dropped: Vec::new(),
        packages: Packages::new(context.files, context.urdf, context.limits),
    };
    reader.settings(root);
    inspect::inspect(tree, context.urdf, &mut reader.report);
    reader.document(root);
    reader.tell_dropped();
    reader.report
}

/// A link and the body it becomes.
struct Link {
    node: NodeId,
    body: Body,
    parent: Option<usize>,
    children: Vec<usize>,
}

struct Reader<'a, 'c> {
    tree: Arc<Tree>,
    spec: &'a mut Spec,
    context: &'a Context<'c>,
    problems: &'a mut Problems,
    report: Report,
    links: Vec<Link>,
    /// Links by name.
    index: BTreeMap<String, usize>,
    /// Colors by material name.
    materials: BTreeMap<String, [f32; 4]>,
    geom_names: BTreeSet<String>,
    /// Scales of the meshes made so far, by the name of the file.
    meshes: BTreeMap<String, Vec<[f64; 3]>>,
    /// Visual elements that are left out, and their links.
    dropped: Vec<(NodeId, usize)>,
    packages: Packages<'c>,
}

impl Reader<'_, '_> {
    /// The settings in the `<mujoco>` element.
    fn settings(&mut self, root: NodeId) {
        if let Some(extension) = self.child(root, "mujoco") {
            for name in ["compiler", "option", "size"] {
                if let Some(section) = self.child(extension, name) {
                    let tree = Arc::clone(&self.tree);
                    read::read_settings(tree, section, self.spec, self.context, self.problems);
                }
            }
        }
        self.spec.compiler.angle = Angle::Radian;
        if self.context.urdf.keep_visual {
            self.spec.compiler.discardvisual = false;
        }
    }

    fn document(&mut self, root: NodeId) {
        if let Some(name) = self.tree.attr(root, "name") {
            name.clone_into(&mut self.spec.modelname);
        }
        self.collect_materials(root);

        // links first, then who is whose parent
        let children: Vec<NodeId> = self.tree.children(root).collect();
        let named = |name: &str| -> Vec<NodeId> {
            children.iter().copied().filter(|&child| self.tree.name(child) == name).collect()
        };
        let (links, joints) = (named("link"), named("joint"));
        for &link in &links {
            self.add_link(link);
        }
        for &joint in &joints {
            self.connect(joint);
        }
        let Some(order) = self.order() else { return };

        for i in 0..self.links.len() {
            self.read_link(i);
        }
        for &joint in &joints {
            self.read_joint(joint);
        }
        if self.context.urdf.mimic {
            self.read_mimics(&joints);
        }
        self.assemble(&order);
    }

    /// Remembers the color of every named material; the first with a color counts.
    fn collect_materials(&mut self, root: NodeId) {
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            if self.tree.name(node) == "material"
                && let Some(name) = self.tree.attr(node, "name").map(str::to_owned)
                && !self.materials.contains_key(&name)
                && let Some(color) = self.child(node, "color")
            {
                let mut rgba = [0.0; 4];
                self.require(color, "rgba", &mut rgba);
                self.materials.insert(name, rgba);
            }
            let children: Vec<NodeId> = self.tree.children(node).collect();
            stack.extend(children.into_iter().rev());
        }
    }

    fn add_link(&mut self, node: NodeId) {
        let Some(name) = self.text(node, "name") else { return };
        if self.index.contains_key(&name) {
            self.refuse(node, format!("there is more than one link \"{name}\""));
            return;
        }
        let body = Body { name: name.clone(), origin: self.origin(node), ..Body::default() };
        self.index.insert(name, self.links.len());
        self.links.push(Link { node, body, parent: None, children: Vec::new() });
    }

    /// Notes which link a joint hangs below which.
    fn connect(&mut self, joint: NodeId) {
        let (parent, child) = (self.linked(joint, "parent"), self.linked(joint, "child"));
        let (Some(parent), Some(child)) = (parent, child) else { return };
        if self.links[child].parent.is_some() {
            let name = &self.links[child].body.name;
            self.refuse(joint, format!("link \"{name}\" already is the child of another joint"));
            return;
        }
        self.links[child].parent = Some(parent);
        self.links[parent].children.push(child);
    }

    /// The link that the `parent` or `child` element of a joint names.
    fn linked(&mut self, joint: NodeId, role: &str) -> Option<usize> {
        let element = self.required_child(joint, role)?;
        let name = self.text(element, "link")?;
        let found = self.index.get(&name).copied();
        if found.is_none() {
            let tree = Arc::clone(&self.tree);
            let span = tree.find_attr(element, "link").map_or(tree.span(element), |a| a.value_span);
            let message = format!("there is no link \"{name}\"");
            let names = self.index.keys().map(String::as_str);
            let problem = tree.attr_problem(ProblemKind::Schema, element, span, message);
            self.problems.push(problem.suggest(&name, names));
        }
        found
    }

    /// All links, parents before children, with the number of links above each. None if links
    /// hang in a circle or too deep.
    fn order(&mut self) -> Option<Vec<usize>> {
        let mut order = Vec::with_capacity(self.links.len());
        for root in (0..self.links.len()).filter(|&i| self.links[i].parent.is_none()) {
            let mut stack = vec![(root, 1)];
            while let Some((link, depth)) = stack.pop() {
                order.push(link);
                if depth > self.context.limits.depth {
                    let message = format!("more than {} links in a chain", depth - 1);
                    let node = self.links[link].node;
                    self.problems.push(self.tree.problem(ProblemKind::Limit, node, message));
                    return None;
                }
                let children = self.links[link].children.iter().rev();
                stack.extend(children.map(|&child| (child, depth + 1)));
            }
        }

        // a link that was not reached from the root is in a circle of joints, or below one
        if order.len() < self.links.len() {
            let met: BTreeSet<usize> = order.iter().copied().collect();
            let lost: Vec<NodeId> = (0..self.links.len())
                .filter(|i| !met.contains(i))
                .map(|i| self.links[i].node)
                .collect();
            for node in lost {
                self.refuse(node, "the joints above this link form a circle");
            }
            return None;
        }
        Some(order)
    }

    /// Puts every body into its parent, parents first.
    fn assemble(&mut self, order: &[usize]) {
        let mut keys = vec![BodyKey::WORLD; self.links.len()];
        for &i in order {
            let body = std::mem::take(&mut self.links[i].body);
            if body.name == "world" {
                self.fill_world(body);
            } else {
                let parent = self.links[i].parent.map_or(BodyKey::WORLD, |parent| keys[parent]);
                let key = self.spec.bodies.add(parent, body);
                keys[i] = key.expect("parents come before what is in them");
            }
        }
    }

    /// Gives the world what a link of that name has.
    fn fill_world(&mut self, link: Body) {
        let world = self.spec.bodies.world_mut();
        world.pos = link.pos;
        world.quat = link.quat;
        world.inertial = link.inertial;
        world.geoms.extend(link.geoms);
        world.joints.extend(link.joints);
    }

    /// Position and orientation in the `origin` element, if there is one.
    fn pose(&mut self, node: NodeId) -> (Vec3, Quat) {
        let (mut pos, mut rpy) = (Vec3::ZERO, [0.0; 3]);
        let Some(origin) = self.child(node, "origin") else { return (pos, Quat::IDENTITY) };
        self.value(origin, "xyz", &mut pos);
        if !self.value(origin, "rpy", &mut rpy) {
            return (pos, Quat::IDENTITY);
        }
        // fixed axes, whatever the compiler's sequence
        let fixed =
            Compiler { angle: Angle::Radian, eulerseq: "XYZ".into(), ..Compiler::default() };
        let quat = resolve_orientation(&Orientation::Euler(rpy), Quat::IDENTITY, &fixed);
        (pos, quat.unwrap_or(Quat::IDENTITY))
    }

    /// The child element of this name, which may stand once.
    fn child(&mut self, node: NodeId, name: &str) -> Option<NodeId> {
        let tree = Arc::clone(&self.tree);
        let mut found = tree.children_named(node, name);
        let first = found.next();
        if let Some(second) = found.next() {
            self.refuse(second, format!("<{name}> stands more than once in its element"));
        }
        first
    }

    fn required_child(&mut self, node: NodeId, name: &str) -> Option<NodeId> {
        let child = self.child(node, name);
        if child.is_none() {
            self.refuse(node, format!("element <{name}> is missing"));
        }
        child
    }

    /// The text of an attribute that must be there.
    fn text(&mut self, node: NodeId, name: &str) -> Option<String> {
        let text = self.tree.attr(node, name).map(str::to_owned);
        if text.is_none() {
            self.refuse(node, format!("attribute \"{name}\" is missing"));
        }
        text
    }

    /// Reads an attribute; false if it is not there or holds nothing.
    fn value<V: Value>(&mut self, node: NodeId, name: &str, value: &mut V) -> bool {
        let tree = Arc::clone(&self.tree);
        let Some(attr) = tree.find_attr(node, name) else { return false };
        match value.read(attr.value, Fit::Exact) {
            Ok(found) => {
                if value.nonfinite().is_some_and(f64::is_nan) {
                    self.spec.warnings.push(read::check::nan_warning(&tree, node, &attr));
                }
                found
            }
            Err(bad) => {
                let problem = |message: String| {
                    tree.attr_problem(ProblemKind::Schema, node, attr.value_span, message)
                };
                self.problems.push(read::explain(name, bad, problem));
                // it is there, if wrong
                true
            }
        }
    }

    /// Reads an attribute that must be there.
    fn require<V: Value>(&mut self, node: NodeId, name: &str, value: &mut V) {
        if !self.value(node, name, value) {
            self.refuse(node, format!("attribute \"{name}\" is missing"));
        }
    }

    fn refuse(&mut self, node: NodeId, message: impl Into<String>) {
        self.problems.push(self.tree.problem(ProblemKind::Schema, node, message));
    }

    fn origin(&self, node: NodeId) -> Origin {
        let (tree, span) = (Some(Arc::clone(&self.tree)), self.tree.span(node));
        Origin { tree, span, ..Origin::default() }
    }
}
