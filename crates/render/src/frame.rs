//! The uniforms of a view: camera, mirror, fog and lights.

use ferrodyn_engine::enums::{LightType, RndFlag};
use ferrodyn_scene::{GlCamera, Scene, VLight, camera_in_model};

use crate::RenderError;
use crate::assets::Look;
use crate::matrix::{Mat4, dot, minus, sideways, unit};

/// Bytes from one frame to the next; devices want a multiple of 256.
pub(crate) const STRIDE: u64 = 256;

/// A view, as shaders read it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub(crate) struct ViewUniforms {
    clip: [[f32; 4]; 4],
    eye: [f32; 4],
    forward: [f32; 4],
    mirror: [f32; 4],
    tint: [f32; 4],
    fog: [f32; 4],
    fog_color: [f32; 4],
    size: [f32; 4],
    lights: [u32; 4],
    unused: [u32; 16],
}

const _: () = assert!(size_of::<ViewUniforms>() as u64 == STRIDE);

/// A light, as shaders read it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub(crate) struct Light {
    pos: [f32; 4],
    dir: [f32; 4],
    ambient: [f32; 4],
    diffuse: [f32; 4],
    specular: [f32; 4],
    attenuation: [f32; 4],
    clip: [[f32; 4]; 4],
    tile: [f32; 4],
}

/// The most lights of a view that shaders read as a block.
pub(crate) const FEW: usize = 8;

/// Lights of a view as a block, as shaders read it; devices want a multiple of 256 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub(crate) struct Block {
    lights: [Light; FEW],
    unused: [u32; 32],
}

const _: () = assert!((size_of::<Block>() as u64).is_multiple_of(STRIDE));

impl Block {
    /// The first lights.
    pub(crate) fn new(all: &[Light]) -> Self {
        let mut block = Self::default();
        block.lights.iter_mut().zip(all).for_each(|(to, from)| *to = *from);
        block
    }
}

/// Facts about the lights of a view that are fixed in its pipelines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lighting {
    /// Their number, or one more than a block holds.
    pub count: u8,
    /// Bits of those that have a place.
    pub placed: u8,
    /// Bits of those that cast shadows.
    pub casting: u8,
}

impl Lighting {
    pub(crate) fn of(all: &[Light]) -> Self {
        if all.len() > FEW {
            return Self { count: FEW as u8 + 1, ..Self::default() };
        }
        let bits = |is: fn(&Light) -> bool| {
            all.iter().enumerate().fold(0, |bits, (k, light)| bits | u8::from(is(light)) << k)
        };
        Self {
            count: all.len() as u8,
            placed: bits(|light| light.pos[3] != 0.0),
            casting: bits(|light| light.diffuse[3] != 0.0),
        }
    }
}

/// A square of the shadow map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tile {
    pub x: u32,
    pub y: u32,
    pub side: u32,
}

/// Where somebody stands and looks, and how large the picture is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eye {
    pub cam: GlCamera,
    pub head: [f32; 3],
    pub forward: [f32; 3],
    clip: Mat4,
    size: [f32; 2],
}

impl Eye {
    /// The eye of a scene for a picture of a size.
    pub(crate) fn new(scn: &Scene, cam: GlCamera, size: [u32; 2]) -> Result<Self, RenderError> {
        let size = size.map(|x| x as f32);
        let head = camera_in_model(scn)?;
        let view = Mat4::look(cam.pos, cam.forward, cam.up) * Mat4::room(scn);
        Ok(Self {
            cam,
            head: head.pos.0.map(|x| x as f32),
            forward: unit(head.forward.0.map(|x| x as f32)),
            clip: Mat4::projection(&cam, size[0] / size[1]) * view,
            size,
        })
    }

    /// Where a point is in the picture, from -1 to 1 to the right and up; `None` if it is not seen.
    pub(crate) fn see(&self, point: [f32; 3]) -> Option<[f32; 2]> {
        let c = &self.clip.0;
        let at = |i: usize| c[0][i] * point[0] + c[1][i] * point[1] + c[2][i] * point[2] + c[3][i];
        let [x, y, w] = [at(0) / at(3), at(1) / at(3), at(3)];
        (w > 0.0 && x.abs() <= 1.0 && y.abs() <= 1.0).then_some([x, y])
    }

    /// The uniforms of a view without lights.
    pub(crate) fn plain(&self) -> ViewUniforms {
        let [width, height] = self.size;
        ViewUniforms {
            clip: self.clip.0,
            eye: with(self.head, 1.0),
            forward: with(self.forward, 0.0),
            tint: [1.0, 1.0, 1.0, 0.0],
            size: [width, height, 0.0, 0.0],
            ..ViewUniforms::default()
        }
    }

    /// The uniforms of a lit view, whose lights start at an index.
    pub(crate) fn lit(&self, scn: &Scene, look: &Look, first_light: u32) -> ViewUniforms {
        let [start, end] = look.fog;
        let has_fog = scn.flags[RndFlag::Fog as usize] != 0 && end > start;
        let ambient = if scn.lights.is_empty() { 0.3 } else { 0.0 };
        ViewUniforms {
            tint: [1.0, 1.0, 1.0, ambient],
            fog: [start, if has_fog { 1.0 / (end - start) } else { 0.0 }, 0.0, 0.0],
            fog_color: look.fog_color,
            lights: [first_light, scn.lights.len() as u32, 0, 0],
            ..self.plain()
        }
    }

    /// A frame as it is seen in a mirror that reflects a share of light.
    pub(crate) fn mirrored(
        &self,
        frame: &ViewUniforms,
        point: [f32; 3],
        normal: [f32; 3],
        share: f32,
    ) -> ViewUniforms {
        let mirror = Mat4::mirror(point, normal);
        let origin = mirror.apply([0.0; 3]);
        ViewUniforms {
            clip: (self.clip * mirror).0,
            eye: with(mirror.apply(self.head), 1.0),
            forward: with(minus(mirror.apply(self.forward), origin), 0.0),
            mirror: with(normal, -dot(normal, point)),
            tint: [share, share, share, frame.tint[3]],
            ..*frame
        }
    }
}

/// The view of a light that casts shadows, for its shadow map; `None` for other lights.
pub(crate) fn light_view(light: &VLight, cam: &GlCamera, look: &Look) -> Option<Mat4> {
    let (near, far) = (cam.frustum_near, cam.frustum_far);
    let clip = look.shadow_clip;
    let projection = match light.kind {
        LightType::Directional => Mat4::orthographic([-clip, clip], [-clip, clip], near, far),
        LightType::Spot => {
            Mat4::perspective((2.0 * light.cutoff * look.shadow_scale).min(160.0), near, far)
        }
        LightType::Point | LightType::Image => return None,
    };
    let casts = light.castshadow && look.shadow_size > 0;
    casts.then(|| projection * Mat4::look(light.pos, light.dir, sideways(light.dir)))
}

/// The uniforms of the view of a light.
pub(crate) fn shadow_frame(view: Mat4) -> ViewUniforms {
    ViewUniforms { clip: view.0, ..ViewUniforms::default() }
}

impl Light {
    /// A light, with what it sees and where its shadows are in a map of some side.
    pub(crate) fn new(light: &VLight, shadow: Option<(Mat4, Tile)>, map: u32) -> Self {
        let has_place = !matches!(light.kind, LightType::Directional);
        let (cone, exponent) = match light.kind {
            LightType::Spot if light.cutoff <= 90.0 => {
                (light.cutoff.to_radians().cos(), light.exponent.clamp(0.0, 128.0))
            }
            _ => (-2.0, 0.0),
        };
        let is_on = if light.kind == LightType::Image { 0.0 } else { 1.0 };
        let attenuation = match light.kind {
            LightType::Spot => light.attenuation,
            _ => [1.0, 0.0, 0.0],
        };
        let (clip, tile) = shadow.map_or(([[0.0; 4]; 4], [0.0; 4]), |(view, tile)| {
            // a border of one pixel is left, where nothing throws shadows
            let part = |pixels: u32| pixels as f32 / map as f32;
            let side = part(tile.side.saturating_sub(2));
            (view.0, [side, side, part(tile.x + 1), part(tile.y + 1)])
        });
        Self {
            pos: with(light.pos, if has_place { 1.0 } else { 0.0 }),
            dir: with(unit(light.dir), cone),
            ambient: with(light.ambient.map(|x| is_on * x), exponent),
            diffuse: with(light.diffuse.map(|x| is_on * x), f32::from(u8::from(shadow.is_some()))),
            specular: with(light.specular.map(|x| is_on * x), 0.0),
            attenuation: with(attenuation, 0.0),
            clip,
            tile,
        }
    }
}

fn with(v: [f32; 3], w: f32) -> [f32; 4] {
    [v[0], v[1], v[2], w]
}

/// Squares for the shadows of so many lights, in rows, and the side of the whole map.
///
/// A map is as large as the model asks, unless the picture is too small to show that.
pub(crate) fn tiles(count: usize, size: u32, picture: u32) -> (Vec<Tile>, u32) {
    /// Pixels of a map for a pixel of the picture.
    const FINE: u32 = 4;
    if count == 0 || size == 0 {
        return (Vec::new(), 1);
    }
    let rows = (count as u32 - 1).isqrt() + 1;
    let side = (size / rows).min(FINE.saturating_mul(picture)).max(4);
    let place = |i: u32| Tile { x: i % rows * side, y: i / rows * side, side };
    ((0..count as u32).map(place).collect(), rows * side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shadows_of_many_lights_share_a_map() {
        let (one, side) = tiles(1, 4096, 1920);
        assert_eq!((one.len(), one[0].side, side), (1, 4096, 4096));
        let (five, side) = tiles(5, 4096, 640);
        assert_eq!((five[0].side, side), (1365, 4095));
        assert!(five.iter().all(|tile| tile.x + tile.side <= side && tile.y + tile.side <= side));
        assert_eq!(tiles(1, 4096, 64).1, 256);
        assert_eq!(tiles(0, 4096, 64).1, 1);
    }
}
