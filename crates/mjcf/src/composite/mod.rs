//! `composite`: elements that stand for many. Of MuJoCo's types only the cable is left.

mod cable;
mod skin;
mod subgrid;

use ferrodyn_engine::math::{Quat, Vec3};

pub(crate) use crate::spec::composite::{CompositeType, Curve};
use crate::spec::{BodyKey, Geom, Joint, Keyword as _, Origin, PluginRef, Site, Spec};

/// The settings of a composite element.
pub(crate) struct Composite {
    pub(crate) kind: CompositeType,
    pub(crate) prefix: String,
    pub(crate) count: [i32; 3],
    pub(crate) offset: Vec3,
    pub(crate) quat: Quat,
    /// How the first body is held: a ball joint unless it is `free` or `none`.
    pub(crate) initial: String,
    /// Vertices; if there are none, the curve makes them.
    pub(crate) vertex: Vec<f32>,
    pub(crate) size: [f64; 3],
    pub(crate) curve: [Curve; 3],
    pub(crate) plugin: PluginRef,
    pub(crate) skin: SkinOptions,
    pub(crate) geom: Geom,
    pub(crate) site: Site,
    pub(crate) joint: Joint,
    pub(crate) origin: Origin,
    /// Default class of the bodies and elements that are made.
    pub(crate) class: String,
}

/// How a skin looks.
#[derive(Default)]
pub(crate) struct SkinOptions {
    pub(crate) given: bool,
    pub(crate) texcoord: bool,
    pub(crate) material: String,
    pub(crate) rgba: [f32; 4],
    pub(crate) subgrid: i32,
    pub(crate) group: i32,
}

impl Composite {
    /// Counts vertices and checks which settings may stand together; returns why nothing can be made, if so.
    pub(crate) fn check(&mut self) -> Result<(), String> {
        if self.count.iter().any(|&count| count < 1) {
            return Err("counts must be positive".into());
        }
        let length = self.size.iter().fold(0.0, |sum, x| sum + x * x);
        if length < ferrodyn_engine::math::MINVAL && self.vertex.is_empty() {
            return Err("spacing or length must be positive".into());
        }
        if !self.vertex.is_empty() {
            if self.count[0] > 1 {
                return Err("give either vertex or count, not both".into());
            }
            self.count[0] = i32::try_from(self.vertex.len() / 3).unwrap_or(i32::MAX);
            self.count[1] = 1;
        }
        if self.count.windows(2).any(|pair| pair[0] == 1 && pair[1] > 1) {
            return Err("counts of 1 must come last".into());
        }
        let cable = self.kind == CompositeType::Cable;
        if self.skin.given
            && self.skin.subgrid > 0
            && !cable
            && self.count[..2].iter().any(|&n| n < 3)
        {
            return Err("a subgrid of a skin needs at least 3x3 bodies".into());
        }
        if self.plugin.active && !cable {
            return Err("only cables take plugins".into());
        }
        if self.plugin.active && self.plugin.plugin_name != "mujoco.elasticity.cable" {
            return Err("only the plugin mujoco.elasticity.cable goes with composites".into());
        }
        let instead = match self.kind {
            CompositeType::Cable => return self.check_cable(),
            CompositeType::Particle => "replicate",
            CompositeType::Grid => "flex",
            CompositeType::Rope => "cable",
            CompositeType::Loop | CompositeType::Cloth => "flexcomp",
        };
        let kind = CompositeType::WORDS.iter().find(|(_, kind)| *kind == self.kind);
        let kind = kind.map_or("", |(word, _)| *word);
        Err(format!("the composite type \"{kind}\" was removed from MuJoCo: use {instead} instead"))
    }

    /// How many bodies a cable has.
    pub(crate) fn bodies(&self) -> usize {
        usize::try_from(self.count[0]).unwrap_or(0).saturating_sub(1)
    }

    /// About how many numbers the skin takes.
    pub(crate) fn skin_numbers(&self) -> usize {
        if !self.has_skin() {
            return 0;
        }
        let finer = usize::try_from(self.skin.subgrid).unwrap_or(0).saturating_add(1);
        let vertices = self.bodies().saturating_add(1).saturating_mul(finer).saturating_mul(finer);
        vertices.saturating_mul(200)
    }

    /// Adds the bodies and elements that the composite stands for to a body.
    pub(crate) fn make(mut self, spec: &mut Spec, body: BodyKey, frame: Option<usize>) {
        let instance = format!("composite{}", self.prefix);
        self.plugin = spec.shared_instance(&self.plugin, instance, &self.origin);
        let vertices = self.vertices();
        self.add_cable(spec, body, frame, &vertices);
        if self.has_skin() {
            spec.skins.push(self.make_skin());
        }
    }
}
