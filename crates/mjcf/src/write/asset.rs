//! Assets: textures, materials, meshes, skins and height fields.

use ferrodyn_engine::enums::TextureRole;

use super::Writer;
use super::element::{WrittenAttrs, allowed, attrs_of};
use super::node::Node;
use crate::spec::asset::CUBE_FILES;
use crate::spec::{Bone, HField, Keyword, Material, Skin, Texture};

impl Writer<'_> {
    pub(super) fn asset(&mut self) -> Node {
        let mut section = Node::new("asset");
        let spec = self.spec;
        spec.textures.iter().for_each(|t| section.push(texture(t)));
        for m in &spec.materials {
            let node = Node::new("material");
            let rule = allowed(&["asset", "material"]);
            let (class, said) =
                self.choose(&m.class, |class| attrs_of_material(m, &class.material, rule));
            let mut node = node.with(said.attrs);
            self.set_class(&mut node, class, 0);
            write_layers(&mut node, m, &spec.defaults[class].material);
            section.push(node);
        }
        for mesh in &spec.meshes {
            let rule = allowed(&["asset", "mesh"]);
            let (class, said) = self.choose(&mesh.class, |class| attrs_of(mesh, &class.mesh, rule));
            let mut node = Node::new("mesh").with(said.attrs);
            self.set_class(&mut node, class, 0);
            self.push_plugin(&mut node, &mesh.plugin);
            section.push(node);
        }
        spec.hfields.iter().for_each(|h| section.push(hfield(h)));
        spec.skins.iter().for_each(|s| section.push(skin(s)));
        section
    }
}

fn texture(texture: &Texture) -> Node {
    // the layout is kept with room for the largest grid
    let cells = texture.gridsize.iter().map(|&n| usize::try_from(n).unwrap_or(0)).product();
    let mut short = texture.clone();
    let default = Texture::default();
    if texture.gridlayout != default.gridlayout {
        short.gridlayout.truncate(cells);
    }
    let mut node =
        Node::new("texture").with(attrs_of(&short, &default, allowed(&["asset", "texture"])).attrs);
    for (name, file) in CUBE_FILES.into_iter().zip(&texture.cubefiles) {
        if !file.is_empty() {
            node.set(name, &**file);
        }
    }
    node
}

/// Attributes of a material, with its color texture if that is the only one to be said.
pub(super) fn attrs_of_material(
    material: &Material,
    base: &Material,
    allowed: &[&str],
) -> WrittenAttrs {
    let mut said = attrs_of(material, base, allowed);
    let changed = changed_textures(material, base);
    if changed == [TextureRole::Rgb as usize] {
        said.attrs.push(("texture", material.textures[TextureRole::Rgb as usize].clone()));
    }
    // roles without a name
    let spelled = |role: &usize| TextureRole::WORDS.iter().any(|(_, word)| *word as usize == *role);
    said.exact &= changed.iter().all(spelled);
    said
}

/// Layers of a material that its attributes do not say.
pub(super) fn write_layers(node: &mut Node, material: &Material, base: &Material) {
    let changed = changed_textures(material, base);
    if changed == [TextureRole::Rgb as usize] {
        return;
    }
    for (word, role) in TextureRole::WORDS {
        if changed.contains(&(*role as usize)) {
            let mut layer = Node::new("layer");
            layer.set("role", *word);
            layer.set("texture", &*material.textures[*role as usize]);
            node.push(layer);
        }
    }
}

fn changed_textures(material: &Material, base: &Material) -> Vec<usize> {
    let pairs = material.textures.iter().zip(&base.textures);
    pairs.enumerate().filter(|(_, (own, base))| own != base).map(|(role, _)| role).collect()
}

fn hfield(hfield: &HField) -> Node {
    let mut reversed = hfield.clone();
    if let Ok(columns @ 1..) = usize::try_from(hfield.ncol) {
        // the text lists the last row first
        reversed.elevation = hfield.elevation.chunks(columns).rev().flatten().copied().collect();
    }
    let mut default = HField::default();
    // the size must be given, whatever it is
    default.size[0] = f64::NAN;
    Node::new("hfield").with(attrs_of(&reversed, &default, allowed(&["asset", "hfield"])).attrs)
}

fn skin(skin: &Skin) -> Node {
    let said = attrs_of(skin, &Skin::default(), allowed(&["asset", "skin"]));
    let mut node = Node::new("skin").with(said.attrs);
    // all attributes of a bone must be given, whatever they are
    let other = Bone {
        body: "\0".into(),
        bindpos: [f32::NAN; 3],
        bindquat: [f32::NAN; 4],
        ..Bone::default()
    };
    for bone in &skin.bones {
        let said = attrs_of(bone, &other, allowed(&["asset", "skin", "bone"]));
        node.push(Node::new("bone").with(said.attrs));
    }
    node
}
