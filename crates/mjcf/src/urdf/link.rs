//! A link's mass, and its visual and collision geoms.

use std::sync::Arc;

use ferrodyn_engine::enums::GeomType;
use ferrodyn_engine::math::Vec3;

use super::Reader;
use super::package::Resolved;
use crate::path;
use crate::spec::pose::unit;
use crate::spec::{Geom, Inertial, Mesh};
use crate::xml::NodeId;

impl Reader<'_, '_> {
    /// Reads the content of link `i` into its body.
    pub(super) fn read_link(&mut self, i: usize) {
        let node = self.links[i].node;
        if let Some(inertial) = self.child(node, "inertial") {
            self.links[i].body.inertial = Some(self.inertial(inertial));
        }

        // collision geoms take the color of the latest visual element before them
        let tree = Arc::clone(&self.tree);
        let mut color = None;
        for element in tree.children(node) {
            let is_visual = match tree.name(element) {
                "visual" => true,
                "collision" => false,
                _ => continue,
            };
            if is_visual {
                color = self.color(element).or(color);
                if self.spec.compiler.discardvisual {
                    self.dropped.push((element, i));
                    continue;
                }
            }
            if let Some(mut geom) = self.geom(element, is_visual) {
                // a negative red means that there is no color
                geom.rgba = color.filter(|rgba| rgba[0] >= 0.0).unwrap_or(geom.rgba);
                self.links[i].body.geoms.push(geom);
            }
        }
    }

    /// Reports visual elements that are left out, in one entry for all.
    pub(super) fn tell_dropped(&mut self) {
        /// Links that are named at most.
        const NAMED: usize = 12;
        let Some(&(first, _)) = self.dropped.first() else { return };
        let mut links: Vec<usize> = self.dropped.iter().map(|&(_, link)| link).collect();
        links.dedup();
        let names =
            links.iter().take(NAMED).map(|&i| match self.tree.attr(self.links[i].node, "name") {
                Some(name) => format!("\"{name}\""),
                None => "one without a name".to_owned(),
            });
        let names = names.collect::<Vec<_>>().join(", ");
        let more = match links.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (count, of) = (self.dropped.len(), if links.len() == 1 { "link" } else { "links" });
        let what = if count == 1 { "1 visual" } else { &format!("{count} visuals") };
        let message = format!(
            "{what} of {of} {names}{more} left out, as in MuJoCo: --keep-visual (in Rust \
             UrdfOptions::keep_visual) keeps them, or discardvisual=\"false\" in the file"
        );
        self.report.note(&self.tree, first, message);
    }

    fn inertial(&mut self, node: NodeId) -> Inertial {
        let (pos, quat) = self.pose(node);
        let mut inertial = Inertial { pos, quat: unit(quat), ..Inertial::default() };
        if let Some(mass) = self.required_child(node, "mass") {
            self.require(mass, "value", &mut inertial.mass);
        }
        if let Some(inertia) = self.required_child(node, "inertia") {
            let mut full = [0.0; 6];
            for (name, entry) in ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"].iter().zip(&mut full) {
                self.require(inertia, name, entry);
            }
            // all zero: left to the compiler's bounds
            inertial.fullinertia = (full != [0.0; 6]).then_some(full);
        }
        inertial
    }

    /// The color of a visual element: its own, or that of the material it names.
    fn color(&mut self, visual: NodeId) -> Option<[f32; 4]> {
        let material = self.child(visual, "material")?;
        if let Some(color) = self.child(material, "color") {
            let mut rgba = [0.0; 4];
            self.require(color, "rgba", &mut rgba);
            return Some(rgba);
        }
        let name = self.text(material, "name")?;
        self.materials.get(&name).copied()
    }

    fn geom(&mut self, element: NodeId, is_visual: bool) -> Option<Geom> {
        let geometry = self.required_child(element, "geometry")?;
        let mut geom = Geom { origin: self.origin(element), ..Geom::default() };
        if is_visual {
            geom.contype = 0;
            geom.conaffinity = 0;
            geom.group = 1;
            geom.density = 0.0;
        }
        self.shape(geometry, &mut geom)?;
        (geom.pos, geom.quat) = self.pose(element);

        // a name counts the first time only
        if let Some(name) = self.tree.attr(element, "name").filter(|name| !name.is_empty()) {
            if self.geom_names.insert(name.to_owned()) {
                name.clone_into(&mut geom.name);
            } else {
                let message = format!("another geom is named \"{name}\": this one gets no name");
                self.report.note(&self.tree, element, message);
            }
        }
        Some(geom)
    }

    /// Type and size of a geom. Lengths are halved.
    fn shape(&mut self, geometry: NodeId, geom: &mut Geom) -> Option<()> {
        if let Some(shape) = self.child(geometry, "box") {
            geom.kind = GeomType::Box;
            self.require(shape, "size", &mut geom.size);
            geom.size = geom.size.map(|length| length / 2.0);
        } else if let Some(shape) = self.child(geometry, "cylinder") {
            geom.kind = GeomType::Cylinder;
            self.radius_and_length(shape, geom);
        } else if let Some(shape) = self.child(geometry, "sphere") {
            geom.kind = GeomType::Sphere;
            self.require(shape, "radius", &mut geom.size[0]);
        } else if let Some(shape) = self.child(geometry, "capsule") {
            geom.kind = GeomType::Capsule;
            self.radius_and_length(shape, geom);
        } else if let Some(shape) = self.child(geometry, "mesh") {
            geom.kind = GeomType::Mesh;
            geom.mesh = self.mesh(shape)?;
        } else {
            let shapes = "box, cylinder, sphere, capsule, mesh";
            self.refuse(geometry, format!("there is no shape inside; it is one of: {shapes}"));
            return None;
        }
        Some(())
    }

    fn radius_and_length(&mut self, shape: NodeId, geom: &mut Geom) {
        self.require(shape, "radius", &mut geom.size[0]);
        self.require(shape, "length", &mut geom.size[1]);
        geom.size[1] /= 2.0;
    }

    /// The mesh for a file and a scale, made if there is none yet. Returns its name.
    fn mesh(&mut self, shape: NodeId) -> Option<String> {
        let written = self.text(shape, "filename")?;
        let mut scale = [1.0; 3];
        if !self.value(shape, "scale", &mut scale) && self.tree.attr(shape, "scale").is_some() {
            self.refuse(shape, "attribute \"scale\" is empty");
        }
        let file = if self.spec.compiler.strippath {
            path::file_name(&written).to_owned()
        } else {
            match self.packages.resolve(&written, self.spec) {
                Resolved::File(file) => file,
                Resolved::AsWritten => written,
                // it may still be given when the model is compiled
                Resolved::Missing(why) => {
                    self.spec.missing_packages.insert(written.clone(), why);
                    written
                }
            }
        };

        // one mesh for each scale; all but the first have a number in their name
        let stem = path::strip_extension(path::file_name(&file)).to_owned();
        let known = self.meshes.entry(stem.clone()).or_default();
        if let Some(found) = known.iter().position(|other| *other == scale) {
            // MuJoCo takes the first mesh of the name, whichever was found
            if found > 0 {
                let message = "the mesh gets the scale of its first use, as in MuJoCo";
                self.report.note(&self.tree, shape, message);
            }
            return Some(stem);
        }
        let name = if known.is_empty() { stem } else { format!("{stem}{}", known.len()) };
        known.push(scale);
        self.spec.meshes.push(Mesh {
            name: name.clone(),
            file,
            scale: Vec3(scale),
            origin: self.origin(shape),
            ..Mesh::default()
        });
        Some(name)
    }
}
