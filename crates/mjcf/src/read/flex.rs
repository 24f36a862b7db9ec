//! Deformable objects: flexes, skins, and flexcomps, which are expanded into a flex and its bodies.

use std::sync::Arc;

use ferrodyn_engine::math::Quat;

use super::Reader;
use crate::asset::AssetSource;
use crate::flexcomp::{
    ExpandedFlexcomp, Flexcomp, FlexcompKind, Shape, Template, expand, points_asked,
};
use crate::schema::Attr;
use crate::spec::flex::{FLEX_CONTACT, FLEX_DOF, FLEX_EDGE, FLEX_ELASTICITY};
use crate::spec::pose::resolve_orientation;
use crate::spec::{BodyKey, Equality, Flex, Orientation, PluginRef};
use crate::xml::NodeId;

/// Bytes of a point of a flexcomp with its body, joints and elements, about.
const POINT_BYTES: usize = 8 << 10;
/// Bytes of a cell of an interpolation grid and its constraint, about.
const CELL_BYTES: usize = 1 << 10;
/// Elements that a point becomes: a body and its joints.
const ELEMENTS: usize = 4;
/// Characters of the numbers in the names of bodies.
const NUMBERS: usize = 32;

impl Reader<'_, '_> {
    pub(super) fn deformable(&mut self, section: NodeId) {
        self.each(section, "flex", Self::flex);
        self.each(section, "skin", Self::skin);
    }

    fn flex(&mut self, node: NodeId) {
        let mut flex = Flex { origin: self.origin(node), ..Flex::default() };
        self.require(node, &["body", "element"]);
        self.attrs(node, &mut flex);
        self.rows(node, &[FLEX_DOF], &mut flex);
        self.flex_parts(node, &mut flex);
        flex.passive = self.passive_flag(node).unwrap_or(flex.passive);
        self.spec.flexes.push(flex);
    }

    /// What `passive` of a flex means to MuJoCo: it looks at the keyword that it read before,
    /// whether vertices collide with elements, else how the flex is interpolated, else how it is
    /// drawn.
    fn passive_flag(&self, node: NodeId) -> Option<i32> {
        let contact = self.tree.children_named(node, "contact").next()?;
        self.tree.attr(contact, "passive")?;
        let before = [(contact, "internal"), (node, "dof"), (node, "flatskin")];
        let before = before.into_iter().find_map(|(node, name)| self.tree.attr(node, name));
        Some(i32::from(matches!(before, Some("true" | "radial"))))
    }

    /// The elements inside of a flex.
    fn flex_parts(&mut self, node: NodeId, flex: &mut Flex) {
        for child in self.children(node) {
            if !self.room_for(child) {
                return;
            }
            let rows = match self.tree.name(child) {
                "contact" => FLEX_CONTACT,
                "edge" => FLEX_EDGE,
                "elasticity" => FLEX_ELASTICITY,
                _ => continue,
            };
            self.rows(child, rows, flex);
        }
    }

    /// Sets the fields that the attributes of a node stand for, by the rows of a table.
    fn rows<E>(&mut self, node: NodeId, rows: &[Attr<E>], element: &mut E) {
        let tree = Arc::clone(&self.tree);
        for attr in tree.attrs(node) {
            if let Some(row) = rows.iter().find(|row| row.name == attr.name)
                && let Err(bad) = (row.read)(element, attr.value)
            {
                self.bad_value(node, attr.name, attr.value_span, bad);
            }
        }
    }

    /// A flex made from parameters, with its bodies in `body`, whose joints are of a class.
    pub(super) fn flexcomp(&mut self, node: NodeId, body: BodyKey, class: usize) {
        let before = self.problems.len();
        let mut comp = Flexcomp::default();
        let mut flex = Flex::default();
        self.required(node, "name");
        self.attrs(node, &mut comp);
        let own = ["dim", "flatskin", "group", "material", "radius", "rgba"];
        self.attrs_named(node, &own, &mut flex);
        self.flex_parts(node, &mut flex);
        let mut alt = Orientation::Quat;
        self.orientation(node, &mut alt);
        let mut equality = Equality::default();
        self.flexcomp_parts(node, &mut comp, &mut equality);
        if comp.kind == FlexcompKind::Mesh && flex.dim == 3 && comp.origin.is_none() {
            self.refuse(node, "tetrahedra of a mesh need a point to meet in: give the origin");
        }
        if self.problems.len() > before {
            return;
        }
        match self.make_flexcomp(node, &comp, flex, (body, class), (&alt, &equality)) {
            Ok(Some(mut made)) => {
                self.flexcomp_plugin(node, &comp, &mut made, body);
                self.spec.flexes.push(made.flex);
                self.spec.equalities.extend(made.equalities);
                for child in made.bodies {
                    self.spec.bodies.add(body, child);
                }
            }
            Ok(None) => {}
            Err(why) => self.refuse(node, why),
        }
    }

    /// Gives the plugin of a flexcomp to the bodies of its vertices: not to those of nodes.
    fn flexcomp_plugin(
        &mut self,
        node: NodeId,
        comp: &Flexcomp,
        made: &mut ExpandedFlexcomp,
        parent: BodyKey,
    ) {
        let mut plugin = PluginRef::default();
        self.plugin_inside(node, &mut plugin);
        if !plugin.active {
            return;
        }
        // then all vertices have one body
        if made.flex.vertbody.len() == 1 {
            self.refuse(
                node,
                "a rigid flexcomp has no bodies for a plugin: remove it, or give it to the body around",
            );
            return;
        }
        let instance = format!("flexcomp_{}", comp.name);
        let plugin = self.spec.shared_instance(&plugin, instance, &made.flex.origin);
        if made.flex.order == 0 {
            made.bodies.iter_mut().for_each(|body| body.plugin = plugin.clone());
        }
        let of_parent =
            made.flex.vertbody.iter().any(|name| *name == self.spec.bodies[parent].name);
        if of_parent {
            self.spec.bodies[parent].plugin = plugin;
        }
    }

    /// Constraints and pins of a flexcomp.
    fn flexcomp_parts(&mut self, node: NodeId, comp: &mut Flexcomp, equality: &mut Equality) {
        for child in self.children(node) {
            match self.tree.name(child) {
                "edge" => {
                    self.value(child, "equality", &mut comp.equality);
                    self.attrs_named(child, &["solref", "solimp"], equality);
                }
                "pin" => {
                    let pins = [
                        ("id", &mut comp.pin_id),
                        ("range", &mut comp.pin_range),
                        ("grid", &mut comp.pin_grid),
                        ("gridrange", &mut comp.pin_gridrange),
                    ];
                    for (name, list) in pins {
                        let mut more: Vec<i32> = Vec::new();
                        self.value(child, name, &mut more);
                        list.append(&mut more);
                    }
                }
                _ => {}
            }
        }
    }

    /// Sets only the fields of some attributes.
    fn attrs_named<E: crate::schema::Element>(
        &mut self,
        node: NodeId,
        names: &[&str],
        element: &mut E,
    ) {
        let tree = Arc::clone(&self.tree);
        for attr in tree.attrs(node).filter(|attr| names.contains(&attr.name)) {
            if let Some(row) = E::attr(attr.name)
                && let Err(bad) = (row.read)(element, attr.value)
            {
                self.bad_value(node, attr.name, attr.value_span, bad);
            }
        }
    }

    /// Expands a flexcomp; nothing if there is no room for it, which has been said.
    fn make_flexcomp(
        &mut self,
        node: NodeId,
        comp: &Flexcomp,
        flex: Flex,
        (body, class): (BodyKey, usize),
        (alt, equality): (&Orientation, &Equality),
    ) -> Result<Option<ExpandedFlexcomp>, String> {
        let parent = self.spec.bodies[body].name.clone();
        let origin = self.origin(node);
        comp.check(&flex, &parent)?;
        let asked = points_asked(comp, &flex).zip(cells_asked(comp));
        let (points, cells) = asked.unwrap_or((usize::MAX, usize::MAX));
        if !self.room_for_points(node, comp, points) || !self.take_copies(node, CELL_BYTES, cells) {
            return Ok(None);
        }
        let bytes = match comp.kind {
            FlexcompKind::Mesh | FlexcompKind::Gmsh => Some(self.flexcomp_file(node, comp)?),
            _ => None,
        };
        let shape = Shape::new(comp, &flex, bytes.as_deref())?;
        if bytes.is_some() && !self.room_for_points(node, comp, shape.point.len()) {
            return Ok(None);
        }
        let quat = resolve_orientation(alt, Quat(comp.quat), &self.spec.compiler)
            .map_err(|_| "the orientation cannot be computed".to_owned())?;
        let mut joint = self.spec.defaults[class].joint.clone();
        joint.class.clone_from(&self.spec.defaults[class].name);
        let equality = Equality { class: self.spec.defaults[0].name.clone(), ..equality.clone() };
        let template =
            Template { parent: &parent, quat, joint: &joint, equality: &equality, origin: &origin };
        expand(comp, flex, shape, &template).map(Some)
    }

    /// Whether so many points and the nodes of the interpolation grid stay within the limits.
    fn room_for_points(&mut self, node: NodeId, comp: &Flexcomp, points: usize) -> bool {
        let nodes = comp.nodes().map_or(usize::MAX, |nodes| nodes.iter().product());
        let all = points.saturating_add(nodes);
        let bytes = POINT_BYTES + ELEMENTS * (comp.name.len() + NUMBERS);
        self.count_copies(node, all.saturating_mul(ELEMENTS))
            && self.take_copies(node, bytes, all)
            && self.has_time(node)
    }

    /// The contents of the file of a flexcomp.
    fn flexcomp_file(&mut self, node: NodeId, comp: &Flexcomp) -> Result<Arc<[u8]>, String> {
        if comp.file.is_empty() {
            return Err("a flexcomp of this type is read from a file: name it".into());
        }
        let compiler = &self.spec.compiler;
        let file = self.file(node, &comp.file, &compiler.meshdir);
        let source = AssetSource {
            files: self.context.files,
            model_dir: &self.spec.modelfiledir,
            asset_dir: &compiler.meshdir,
            strippath: compiler.strippath,
            cache: None,
            budget: None,
        };
        source.read(&file).map_err(|error| error.to_string())
    }
}

/// Cells of the interpolation grid; nothing if they cannot be counted.
fn cells_asked(comp: &Flexcomp) -> Option<usize> {
    if comp.dof.order() == 0 || comp.rigid {
        return Some(0);
    }
    let cells = comp.cells().map(|n| usize::try_from(n).unwrap_or(0));
    cells[0].checked_mul(cells[1])?.checked_mul(cells[2])
}
