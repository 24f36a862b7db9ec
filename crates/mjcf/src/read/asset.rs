//! Assets: textures, materials, meshes, skins, height fields and models to attach.

use std::sync::Arc;

use ferrodyn_engine::enums::{MeshBuiltin, TextureRole};

use super::file::{Read, read_file};
use super::{Context, Reader};
use crate::error::{Problem, ProblemKind};
use crate::path;
use crate::spec::asset::CUBE_FILES;
use crate::spec::{Bone, HField, Keyword, Material, Mesh, Skin, Spec, Texture};
use crate::xml::{Limits, NodeId};

impl Reader<'_, '_> {
    pub(super) fn asset(&mut self, section: NodeId) {
        for node in self.children(section) {
            if !self.room_for(node) {
                return;
            }
            let tree = Arc::clone(&self.tree);
            match tree.name(node) {
                "texture" => self.texture(node),
                "material" => {
                    let class = self.class(node, "class", 0);
                    let mut material = self.spec.defaults[class].material.clone();
                    material.class.clone_from(&self.spec.defaults[class].name);
                    material.origin = self.origin(node);
                    self.material_attrs(node, &mut material);
                    self.spec.materials.push(material);
                }
                "mesh" => {
                    let class = self.class(node, "class", 0);
                    let mut mesh = self.spec.defaults[class].mesh.clone();
                    mesh.class.clone_from(&self.spec.defaults[class].name);
                    mesh.origin = self.origin(node);
                    self.mesh_attrs(node, &mut mesh);
                    self.plugin_inside(node, &mut mesh.plugin);
                    self.spec.meshes.push(mesh);
                }
                "skin" => self.skin(node),
                "hfield" => self.hfield(node),
                "model" => self.model(node),
                _ => {}
            }
        }
    }

    fn texture(&mut self, node: NodeId) {
        let mut texture = Texture { origin: self.origin(node), ..Texture::default() };
        let empty = texture.gridlayout.clone();
        self.attrs(node, &mut texture);
        if self.has(node, "gridlayout") {
            let cells = texture.gridsize.map(i64::from).iter().product::<i64>();
            let length = texture.gridlayout.len();
            if length > empty.len() {
                self.refuse_attr(node, "gridlayout", "gridlayout has at most 12 letters");
            } else if i64::try_from(length) != Ok(cells) {
                let message = format!("gridlayout has {length} letters, gridsize {cells} cells");
                self.refuse_attr(node, "gridlayout", message);
            }
            texture.gridlayout.push_str(empty.get(length..).unwrap_or(""));
        }
        let dir = self.spec.compiler.texturedir.clone();
        if self.has(node, "file") {
            texture.file = self.file(node, &texture.file, &dir);
        }
        for (slot, name) in texture.cubefiles.iter_mut().zip(CUBE_FILES) {
            if let Some(file) = self.text(node, name) {
                *slot = self.file(node, &file, &dir);
            }
        }
        self.spec.textures.push(texture);
    }

    pub(super) fn material_attrs(&mut self, node: NodeId, material: &mut Material) {
        self.attrs(node, material);
        let texture = self.text(node, "texture");
        let layers = self.children(node);
        if texture.is_some() && !layers.is_empty() {
            self.refuse(layers[0], "a material with a texture attribute cannot have layers");
            return;
        }
        if let Some(texture) = texture {
            material.textures[TextureRole::Rgb as usize] = texture;
        }
        for layer in layers {
            let mut role = TextureRole::WORDS[0].1;
            self.require(layer, &["role"]);
            let known = self.value(layer, "role", &mut role);
            if let Some(texture) = self.required(layer, "texture").filter(|_| known) {
                material.textures[role as usize] = texture;
            }
        }
    }

    pub(super) fn mesh_attrs(&mut self, node: NodeId, mesh: &mut Mesh) {
        self.attrs(node, mesh);
        if self.has(node, "file") {
            let dir = self.spec.compiler.meshdir.clone();
            mesh.file = self.file(node, &mesh.file, &dir);
        }
        if self.has(node, "maxhullvert") && mesh.maxhullvert != -1 && mesh.maxhullvert < 4 {
            self.refuse_attr(
                node,
                "maxhullvert",
                "a hull needs at least 4 vertices, or -1 for any",
            );
        }
        if self.has(node, "builtin") {
            self.require(node, &["params"]);
            if self.has(node, "file") {
                self.refuse(node, "a builtin mesh has no file: remove one of them");
            }
            if !mesh.vertex.is_empty() {
                self.refuse(node, "a builtin mesh has no vertices of its own: remove one of them");
            }
            if mesh.builtin == MeshBuiltin::None {
                self.refuse_attr(node, "builtin", "choose the shape of the builtin mesh");
            }
        }
    }

    pub(super) fn skin(&mut self, node: NodeId) {
        let mut skin = Skin { origin: self.origin(node), ..Skin::default() };
        self.attrs(node, &mut skin);
        if !(0..6).contains(&skin.group) {
            self.refuse_attr(node, "group", "the group of a skin is between 0 and 5");
        }
        if self.has(node, "file") {
            let dir = self.spec.compiler.meshdir.clone();
            skin.file = self.file(node, &skin.file, &dir);
        }
        for child in self.children(node) {
            if !self.room_for(child) {
                return;
            }
            let mut bone = Bone::default();
            self.required(child, "body");
            self.require(child, &["bindpos", "bindquat", "vertid", "vertweight"]);
            self.attrs(child, &mut bone);
            skin.bones.push(bone);
        }
        self.spec.skins.push(skin);
    }

    fn hfield(&mut self, node: NodeId) {
        let mut hfield = HField { origin: self.origin(node), ..HField::default() };
        self.require(node, &["size"]);
        self.attrs(node, &mut hfield);
        if self.has(node, "file") {
            let dir = self.spec.compiler.meshdir.clone();
            hfield.file = self.file(node, &hfield.file, &dir);
            hfield.elevation.clear();
        }
        if self.has(node, "file") || hfield.nrow <= 0 || hfield.ncol <= 0 {
            hfield.elevation.clear();
        } else if !hfield.elevation.is_empty() {
            let (rows, columns) = (hfield.nrow as usize, hfield.ncol as usize);
            if rows.checked_mul(columns) == Some(hfield.elevation.len()) {
                // the text lists the last row first
                hfield.elevation =
                    hfield.elevation.chunks(columns).rev().flatten().copied().collect();
            } else {
                let got = hfield.elevation.len();
                let message = format!("elevation has {got} numbers, the grid {rows} x {columns}");
                self.refuse_attr(node, "elevation", message);
            }
        }
        self.spec.hfields.push(hfield);
    }

    /// A model to attach, read here and kept by name.
    fn model(&mut self, node: NodeId) {
        let Some(file) = self.required(node, "file") else { return };
        let file = self.file(node, &file, "");
        let name = path::join(&self.spec.modelfiledir, &file);
        if let Err((kind, message)) = self.may_open(&name) {
            self.problems.push(self.tree.problem(kind, node, message));
            self.unread = true;
            return;
        }
        match read_file(&name, self.context) {
            Ok(Read { spec: child, problems, .. }) => {
                let name = self.text(node, "name").unwrap_or_else(|| child.modelname.clone());
                self.add_model(name, child);
                if !problems.is_empty() {
                    let way = self.tree.problem(ProblemKind::Io, node, "");
                    self.problems.absorb(problems, |problem| lead_to(problem, &way));
                }
            }
            Err(mut error) => {
                let way = self.tree.problem(ProblemKind::Io, node, "");
                error.problems.iter_mut().for_each(|problem| lead_to(problem, &way));
                self.problems.extend(error);
                self.problems.mark_faulty(self.tree.fault(node));
                self.unread = true;
            }
        }
    }

    /// Refuses a model inside itself, and models that nest or repeat without end.
    fn may_open(&self, name: &str) -> Result<(), (ProblemKind, String)> {
        let Limits { files, include_depth, .. } = *self.context.limits;
        let Context { open, opened, .. } = self.context;
        if let Some(first) = open.iter().position(|model| model == name) {
            let chain = format!("{} -> {name}", open[first..].join(" -> "));
            Err((ProblemKind::Schema, format!("a model cannot attach itself: {chain}")))
        } else if open.len() > include_depth {
            let message = format!(
                "more than {include_depth} models inside each other: raise the limit include_depth"
            );
            Err((ProblemKind::Limit, message))
        } else if opened.get() >= files {
            Err((ProblemKind::Limit, format!("more than {files} files: raise the limit files")))
        } else {
            Ok(())
        }
    }

    fn add_model(&mut self, name: String, mut model: Spec) {
        model.modelname.clone_from(&name);
        self.models.push((name, model));
    }
}

/// Says how the file of a problem was reached: from where the problem `way` is.
fn lead_to(problem: &mut Problem, way: &Problem) {
    let Some(here) = &way.location else { return };
    if let Some(location) = &mut problem.location {
        location.included_from.push(here.place.clone());
        location.included_from.extend(here.included_from.iter().cloned());
    } else {
        problem.location = Some(here.clone());
        problem.element.clone_from(&way.element);
    }
}
