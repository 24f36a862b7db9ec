//! The order in which the shapes of a scene are drawn.
//!
//! It is MuJoCo's: the scene in each mirror, the mirror, opaque shapes, the sky, transparent shapes from front to
//! back and from back to front.

use ferrodyn_engine::enums::{GeomType, RndFlag};
use ferrodyn_scene::{Scene, VGeom};

use crate::RenderError;
use crate::assets::{Assets, Part, Shape};
use crate::frame::{Block, Eye, Light, Lighting, Tile, ViewUniforms, light_view, shadow_frame};
use crate::instance::{
    Coloring, Cull, Draw, Instance, Paint, Parts, casts_shadow, is_behind, normal,
};
use crate::matrix::{dot, minus};
use crate::pipeline::Pass;

/// Draws that share a frame and a pass.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub pass: Pass,
    pub frame: u32,
    pub draws: Vec<usize>,
}

/// The draws into one rectangle of a picture.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub rect: [u32; 4],
    pub steps: Vec<Step>,
    pub lighting: Lighting,
    pub shadowed: bool,
    pub additive: bool,
    pub wire: bool,
}

/// Everything of a picture.
#[derive(Debug, Default)]
pub(crate) struct List {
    pub parts: Parts,
    pub frames: Vec<ViewUniforms>,
    pub lights: Vec<Light>,
    /// The lights of each view.
    pub blocks: Vec<Block>,
    /// The draws of each shadow map, and its tile.
    pub shadows: Vec<(Step, Tile)>,
    pub views: Vec<View>,
    pub shadow_map: u32,
    /// Whether round shapes have fewer triangles.
    pub is_coarse: bool,
}

/// Whether an effect is on.
fn has(scn: &Scene, flag: RndFlag) -> bool {
    scn.flags[flag as usize] != 0
}

/// Whether a shape is a mirror, if it is the only one.
fn is_reflective(geom: &VGeom) -> bool {
    matches!(geom.kind, GeomType::Plane | GeomType::Box) && geom.reflectance > 0.0
}

/// Number of lights of a scene whose shadows are drawn.
pub(crate) fn shadow_count(scn: &Scene, assets: &Assets) -> usize {
    if !has(scn, RndFlag::Shadow) {
        return 0;
    }
    let cam = &scn.camera[0];
    scn.lights.iter().filter(|light| light_view(light, cam, &assets.look).is_some()).count()
}

impl List {
    /// Adds a scene with one color for each shape.
    pub(crate) fn add_flat(&mut self, scn: &Scene, eye: &Eye, rect: [u32; 4], assets: &Assets) {
        let is_id = has(scn, RndFlag::IdColor);
        let coloring = if is_id { Coloring::Id } else { Coloring::Segment };
        let shown = scn.geoms.iter().filter(|geom| geom.segid >= 0);
        let draws =
            shown.flat_map(|geom| self.parts.add(geom, scn, eye.head, coloring, assets)).collect();
        let frame = self.frame(eye.plain());
        let steps = vec![Step { pass: Pass::Flat, frame, draws }];
        let lighting = Lighting::default();
        let (shadowed, additive, wire) = (false, false, false);
        self.views.push(View { rect, steps, lighting, shadowed, additive, wire });
    }

    /// Adds a scene with lights, whose shadows go into tiles of a map.
    pub(crate) fn add_lit(
        &mut self,
        scn: &Scene,
        eye: &Eye,
        rect: [u32; 4],
        assets: &Assets,
        tiles: &mut impl Iterator<Item = Tile>,
    ) {
        let first_light = self.lights.len() as u32;
        let kinds = Kinds::of(scn, eye.head);
        let ranges: Vec<_> = scn
            .geoms
            .iter()
            .map(|geom| self.parts.add(geom, scn, eye.head, Coloring::Own, assets))
            .collect();
        let draws = |geoms: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
            geoms.flat_map(|i| ranges[i].clone()).collect()
        };

        self.add_lights(scn, eye, assets, &draws(&mut kinds.casters.iter().copied()), tiles);
        let frame = eye.lit(scn, &assets.look, first_light);
        let main = self.frame(frame);
        let mut steps = Vec::new();
        let mirror = kinds.mirror.filter(|_| has(scn, RndFlag::Reflection));
        if let Some(mirror) = mirror
            && let Some((mark, seen)) = self.add_mirror(scn, eye, mirror, &frame, assets)
        {
            steps.push(Step { pass: Pass::Mirror, frame: main, draws: mark });
            let opaque = draws(&mut kinds.opaque.iter().copied().filter(|&i| i != mirror));
            steps.push(Step { pass: Pass::Mirrored, frame: seen, draws: opaque });
            let through = draws(&mut kinds.through(scn).filter(|&i| i != mirror));
            steps.push(Step { pass: Pass::MirroredBlend, frame: seen, draws: through });
        }
        let mut step = |pass, draws| steps.push(Step { pass, frame: main, draws });
        step(Pass::Add, draws(&mut kinds.mirror.into_iter()));
        let opaque = kinds.opaque.iter().copied().filter(|&i| Some(i) != kinds.mirror);
        step(Pass::Opaque, draws(&mut { opaque }));
        if let Some(sky) = assets.skybox.filter(|_| has(scn, RndFlag::Skybox)) {
            step(Pass::Sky, vec![self.parts.sky(eye, sky, scn)]);
            if has(scn, RndFlag::Haze) {
                step(Pass::Haze, self.parts.haze(scn, eye, assets).into_iter().collect());
            }
        }
        step(Pass::Blend, draws(&mut kinds.through(scn)));
        let lights = &self.lights[first_light as usize..];
        self.blocks.push(Block::new(lights));
        self.views.push(View {
            rect,
            steps,
            lighting: Lighting::of(lights),
            shadowed: has(scn, RndFlag::Shadow),
            additive: has(scn, RndFlag::Additive),
            wire: has(scn, RndFlag::Wireframe),
        });
    }

    fn frame(&mut self, frame: ViewUniforms) -> u32 {
        self.frames.push(frame);
        self.frames.len() as u32 - 1
    }

    /// Adds the lights of a scene, and what those see that cast shadows.
    fn add_lights(
        &mut self,
        scn: &Scene,
        eye: &Eye,
        assets: &Assets,
        casters: &[usize],
        tiles: &mut impl Iterator<Item = Tile>,
    ) {
        for light in &scn.lights {
            let view = light_view(light, &eye.cam, &assets.look);
            let view = view.filter(|_| has(scn, RndFlag::Shadow));
            let shadow = view.and_then(|view| Some((view, tiles.next()?)));
            if let Some((view, tile)) = shadow {
                let frame = self.frame(shadow_frame(view));
                let step = Step { pass: Pass::Shadow, frame, draws: casters.to_vec() };
                self.shadows.push((step, tile));
            }
            self.lights.push(Light::new(light, shadow, self.shadow_map));
        }
    }

    /// The draws that mark where a mirror is, and the frame of what is seen in it; `None` if it is
    /// seen from behind.
    fn add_mirror(
        &mut self,
        scn: &Scene,
        eye: &Eye,
        mirror: usize,
        frame: &ViewUniforms,
        assets: &Assets,
    ) -> Option<(Vec<usize>, u32)> {
        let mut face = scn.geoms[mirror].clone();
        let axis = normal(&face);
        if face.kind == GeomType::Box {
            // the side that is up
            for (x, n) in face.pos.iter_mut().zip(axis) {
                *x += face.size[2] * n;
            }
            (face.kind, face.dataid) = (GeomType::Plane, -1);
        }
        if is_behind(eye.head, &face) {
            return None;
        }
        let mark = self.parts.add(&face, scn, eye.head, Coloring::Own, assets).collect();
        let seen = self.frame(eye.mirrored(frame, face.pos, axis, face.reflectance));
        Some((mark, seen))
    }
}

/// Shapes of a scene by how they are drawn.
struct Kinds {
    opaque: Vec<usize>,
    /// Transparent shapes, the nearest first.
    blend: Vec<usize>,
    casters: Vec<usize>,
    mirror: Option<usize>,
}

impl Kinds {
    fn of(scn: &Scene, head: [f32; 3]) -> Self {
        let is_through = |geom: &VGeom| {
            geom.rgba[3] < 0.995 || (geom.kind == GeomType::Plane && is_behind(head, geom))
        };
        let all = || (0..scn.geoms.len()).zip(&scn.geoms);
        let mut blend: Vec<(f32, usize)> = all()
            .filter(|(_, geom)| is_through(geom))
            .map(|(i, geom)| (distance(geom, head), i))
            .collect();
        blend.sort_by(|a, b| a.0.total_cmp(&b.0));
        let only = |keep: &dyn Fn(&VGeom) -> bool| -> Vec<usize> {
            all().filter(|(_, geom)| keep(geom)).map(|(i, _)| i).collect()
        };
        let opaque = only(&|geom| !is_through(geom));
        let mirror = opaque.iter().copied().find(|&i| is_reflective(&scn.geoms[i]));
        let blend = blend.into_iter().map(|(_, i)| i).collect();
        Self { opaque, blend, casters: only(&casts_shadow), mirror }
    }

    /// What is seen through in the order of drawing: front to back, and unless colors add, back to
    /// front.
    fn through<'a>(&'a self, scn: &Scene) -> impl Iterator<Item = usize> + 'a {
        let again = if has(scn, RndFlag::Additive) { 0 } else { self.blend.len() };
        self.blend.iter().chain(self.blend.iter().rev().take(again)).copied()
    }
}

/// Distance of the nearest point of a shape, for the order of drawing.
fn distance(geom: &VGeom, head: [f32; 3]) -> f32 {
    if geom.kind == GeomType::Plane {
        return 1e10;
    }
    let to = minus(geom.pos, head);
    dot(to, to).sqrt() - geom.rbound()
}

impl Parts {
    /// Adds the sky around an eye.
    fn sky(&mut self, eye: &Eye, texture: usize, scn: &Scene) -> usize {
        let [x, y, z] = eye.head;
        let far = sky_distance(eye, scn);
        self.extra(
            Draw {
                part: Part::Shape(Shape::Cylinder),
                paint: Paint::Around(texture),
                cull: Cull::Front,
                instances: 0..0,
            },
            Instance {
                rows: [[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z]],
                scale: [far, far, far, 0.0],
                texture: [1.0, 1.0, 1.0, 0.0],
                ..Instance::default()
            },
        )
    }

    /// Adds haze where the first plane without borders meets the sky; `None` if there is none, or
    /// it is seen from below.
    fn haze(&mut self, scn: &Scene, eye: &Eye, assets: &Assets) -> Option<usize> {
        let is_endless =
            |geom: &&VGeom| geom.kind == GeomType::Plane && geom.size[..2] == [0.0, 0.0];
        let plane = scn.geoms.iter().find(is_endless)?;
        let far = sky_distance(eye, scn);
        let above = dot(minus(eye.head, plane.pos), normal(plane));
        if above < 0.0 {
            return None;
        }
        let row = |i: usize| {
            let m = &plane.mat[3 * i..3 * i + 3];
            [m[0], m[1], m[2], eye.head[i] - above * m[2]]
        };
        Some(self.extra(
            Draw {
                part: Part::Shape(Shape::Haze),
                paint: Paint::Plain,
                cull: Cull::Front,
                instances: 0..0,
            },
            Instance {
                rows: [row(0), row(1), row(2)],
                scale: [far, far, above, 0.0],
                color: assets.look.haze_color,
                ..Instance::default()
            },
        ))
    }

    fn extra(&mut self, draw: Draw, instance: Instance) -> usize {
        let at = self.instances.len() as u32;
        self.instances.push(instance);
        self.draws.push(Draw { instances: at..at + 1, ..draw });
        self.draws.len() - 1
    }
}

/// Distance of the sky, just near enough to be seen.
fn sky_distance(eye: &Eye, scn: &Scene) -> f32 {
    let far = 0.7 * eye.cam.frustum_far;
    if scn.enabletransform { far / scn.scale } else { far }
}

/// The camera between the two eyes of a scene.
pub(crate) fn middle(scn: &Scene) -> Result<ferrodyn_scene::GlCamera, RenderError> {
    Ok(ferrodyn_scene::average_camera(&scn.camera[0], &scn.camera[1])?)
}
