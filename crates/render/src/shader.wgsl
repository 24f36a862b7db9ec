// Shapes, lights, shadows, sky and text. Light is computed as OpenGL's fixed pipeline does, for
// every pixel instead of every corner.

struct Frame {
    // world to clip space
    clip: mat4x4<f32>,
    // where the eye is, and where it looks; both mirrored in a mirror
    eye: vec4<f32>,
    forward: vec4<f32>,
    // what is kept is on this side of the mirror
    mirror: vec4<f32>,
    // factor of colors; ambient light without lights
    tint: vec4<f32>,
    // where fog begins, one over its depth
    fog: vec4<f32>,
    fog_color: vec4<f32>,
    // size of the picture
    size: vec4<f32>,
    // first light, number of lights
    lights: vec4<u32>,
}

struct Light {
    // w: 1 if it has a place, 0 if only a direction
    pos: vec4<f32>,
    // w: cosine of the cone's half angle
    dir: vec4<f32>,
    // w: exponent of the cone
    ambient: vec4<f32>,
    // w: 1 if it casts shadows
    diffuse: vec4<f32>,
    specular: vec4<f32>,
    attenuation: vec4<f32>,
    // world to the light's clip space
    clip: mat4x4<f32>,
    // where its shadows are in the map: scale, shift
    tile: vec4<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> lights: array<Light>;
@group(0) @binding(2) var shadows: texture_depth_2d;
@group(0) @binding(3) var shadow_sampler: sampler_comparison;
// the lights of the picture, if they are few; processors read them much faster than the others
@group(0) @binding(4) var<uniform> few: array<Light, 8>;

@group(1) @binding(0) var flat_texture: texture_2d<f32>;
@group(1) @binding(1) var cube_texture: texture_cube<f32>;
@group(1) @binding(2) var texture_sampler: sampler;

// 0 none, 1 by coordinates of corners or along z, 2 around
override PAINT: u32 = 0u;
// whether shadows fall on what is drawn
override SHADOWED: bool = false;
// how many lights there are; more than 8 are read one by one
override LIGHTS: u32 = 9u;
// bits of those of the few lights that have a place, and of those that cast shadows
override PLACED: u32 = 0u;
override CASTING: u32 = 0u;
// whether what is drawn is seen in a mirror
override MIRRORED: bool = false;

struct Corner {
    @location(0) pos: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
}

struct Instance {
    @location(3) row0: vec4<f32>,
    @location(4) row1: vec4<f32>,
    @location(5) row2: vec4<f32>,
    @location(6) scale: vec4<f32>,
    @location(7) color: vec4<f32>,
    @location(8) material: vec4<f32>,
    @location(9) texture: vec4<f32>,
}

struct Point {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) texture: vec3<f32>,
    @location(3) @interpolate(flat) color: vec4<f32>,
    @location(4) @interpolate(flat) material: vec3<f32>,
}

fn place(i: Instance, v: vec3<f32>) -> vec3<f32> {
    let p = vec4(v, 1.0);
    return vec3(dot(i.row0, p), dot(i.row1, p), dot(i.row2, p));
}

fn turn(i: Instance, v: vec3<f32>) -> vec3<f32> {
    return vec3(dot(i.row0.xyz, v), dot(i.row1.xyz, v), dot(i.row2.xyz, v));
}

// the ends of a capsule are apart from its middle
fn end_of(corner: Corner, i: Instance) -> f32 {
    return select(0.0, corner.uv.x, i.scale.w != 0.0);
}

fn world_of(corner: Corner, i: Instance) -> vec3<f32> {
    return place(i, i.scale.xyz * corner.pos + vec3(0.0, 0.0, end_of(corner, i) * i.scale.w));
}

@vertex
fn shape(corner: Corner, i: Instance) -> Point {
    var out: Point;
    out.world = world_of(corner, i);
    out.clip = frame.clip * vec4(out.world, 1.0);
    out.normal = turn(i, corner.normal / max(abs(i.scale.xyz), vec3(1e-10)));
    let local = corner.pos + vec3(0.0, 0.0, end_of(corner, i));
    if PAINT == 1u && i.texture.w == 0.0 {
        out.texture = vec3(corner.uv, 0.0);
    } else {
        out.texture = local * i.texture.xyz + i.texture.w;
    }
    out.color = i.color;
    out.material = i.material.xyz;
    return out;
}

// only where it is, for depth and shadows
@vertex
fn outline(corner: Corner, i: Instance) -> @builtin(position) vec4<f32> {
    return frame.clip * vec4(world_of(corner, i), 1.0);
}

struct Flat {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) color: vec4<f32>,
}

@vertex
fn flat_shape(corner: Corner, i: Instance) -> Flat {
    return Flat(frame.clip * vec4(world_of(corner, i), 1.0), i.color);
}

// a line of some pixels between two points
@vertex
fn line(corner: Corner, i: Instance) -> Flat {
    let a = frame.clip * vec4(place(i, vec3(0.0)), 1.0);
    let b = frame.clip * vec4(place(i, vec3(0.0, 0.0, i.scale.z)), 1.0);
    // points behind the eye would turn the line around
    let near = 1e-6;
    let along = (b.xy / max(b.w, near) - a.xy / max(a.w, near)) * frame.size.xy;
    let length = max(length(along), 1e-6);
    let across = vec2(-along.y, along.x) / length;
    var out = mix(a, b, corner.pos.z);
    let shift = across * corner.uv.y * i.material.w / frame.size.xy;
    out = vec4(out.xy + shift * out.w, out.zw);
    return Flat(out, i.color);
}

@fragment
fn plain(point: Flat) -> @location(0) vec4<f32> {
    return point.color;
}

fn foggy(color: vec3<f32>, world: vec3<f32>) -> vec3<f32> {
    let depth = dot(world - frame.eye.xyz, frame.forward.xyz);
    let fog = clamp((depth - frame.fog.x) * frame.fog.y, 0.0, 1.0);
    return mix(color, frame.fog_color.rgb, fog);
}

// share of a light that reaches a point
fn reach(light: Light, world: vec3<f32>) -> f32 {
    let clip = light.clip * vec4(world, 1.0);
    let ndc = clip.xyz / clip.w;
    let uv = vec2(0.5, -0.5) * clamp(ndc.xy, vec2(-1.0), vec2(1.0)) + vec2(0.5);
    let inside = all(abs(ndc.xy) <= vec2(1.0)) && clip.w > 0.0;
    let depth = clamp(ndc.z, 0.0, 1.0);
    let at = uv * light.tile.xy + light.tile.zw;
    let lit = textureSampleCompareLevel(shadows, shadow_sampler, at, depth);
    return select(1.0, lit, inside);
}

// a point of a surface
struct Spot {
    world: vec3<f32>,
    normal: vec3<f32>,
    color: vec3<f32>,
    alpha: f32,
    material: vec3<f32>,
}

// light without that of lights that cast shadows, and theirs
struct Sum {
    steady: vec3<f32>,
    thrown: vec3<f32>,
}

// light on a surface: ambient, diffuse and specular of one light
fn shine(light: Light, has_place: bool, at: Spot) -> vec3<f32> {
    let world = at.world;
    var l = -light.dir.xyz;
    var strength = 1.0;
    if has_place {
        let to = light.pos.xyz - world;
        let d = length(to);
        l = to / max(d, 1e-10);
        let a = light.attenuation.xyz;
        strength = 1.0 / max(a.x + a.y * d + a.z * d * d, 1e-10);
        let inside = dot(-l, light.dir.xyz);
        let cone = pow(max(inside, 0.0), light.ambient.w);
        strength *= select(0.0, cone, inside >= light.dir.w);
    }
    let facing = dot(at.normal, l);
    var sum = light.ambient.rgb * at.color + max(facing, 0.0) * light.diffuse.rgb * at.color;
    if facing > 0.0 {
        let half = normalize(l + normalize(frame.eye.xyz - world));
        sum += pow(max(dot(at.normal, half), 0.0), at.material.z) * at.material.y * light.specular.rgb;
    }
    return strength * sum;
}

// adds one light; what is seen through gets no light that casts shadows
fn add_light(sum: Sum, light: Light, has_place: bool, casts: bool, at: Spot) -> Sum {
    let share = shine(light, has_place, at);
    if !casts {
        return Sum(sum.steady + share, sum.thrown);
    }
    if at.alpha < 0.99 {
        return sum;
    }
    let thrown = clamp(share, vec3(0.0), vec3(1.0)) * reach(light, at.world);
    return Sum(sum.steady, sum.thrown + thrown);
}

// adds one of the few lights, of which all but the numbers is known when the pipeline is made
fn add_known(sum: Sum, k: u32, light: Light, at: Spot) -> Sum {
    return add_light(sum, light, ((PLACED >> k) & 1u) != 0u, ((CASTING >> k) & 1u) != 0u, at);
}

fn light_all(start: Sum, at: Spot) -> Sum {
    var sum = start;
    if LIGHTS > 8u {
        for (var k = 0u; k < frame.lights.y; k += 1u) {
            let light = lights[frame.lights.x + k];
            sum = add_light(sum, light, light.pos.w != 0.0, SHADOWED && light.diffuse.w != 0.0, at);
        }
        return sum;
    }
    // not a loop: the place of each light is a constant then
    if LIGHTS > 0u { sum = add_known(sum, 0u, few[0], at); }
    if LIGHTS > 1u { sum = add_known(sum, 1u, few[1], at); }
    if LIGHTS > 2u { sum = add_known(sum, 2u, few[2], at); }
    if LIGHTS > 3u { sum = add_known(sum, 3u, few[3], at); }
    if LIGHTS > 4u { sum = add_known(sum, 4u, few[4], at); }
    if LIGHTS > 5u { sum = add_known(sum, 5u, few[5], at); }
    if LIGHTS > 6u { sum = add_known(sum, 6u, few[6], at); }
    if LIGHTS > 7u { sum = add_known(sum, 7u, few[7], at); }
    return sum;
}

fn painted(at: vec3<f32>) -> vec4<f32> {
    if PAINT == 1u {
        return textureSample(flat_texture, texture_sampler, at.xy);
    }
    if PAINT == 2u {
        return textureSample(cube_texture, texture_sampler, at);
    }
    return vec4(1.0);
}

@fragment
fn lit(point: Point) -> @location(0) vec4<f32> {
    let paint = painted(point.texture);
    if MIRRORED && dot(frame.mirror, vec4(point.world, 1.0)) < 0.0 {
        discard;
    }
    let color = point.color.rgb * frame.tint.rgb;
    let alpha = point.color.a * paint.a;
    let at = Spot(point.world, normalize(point.normal), color, alpha, point.material);
    let sum = light_all(Sum(color * (point.material.x + frame.tint.w), vec3(0.0)), at);
    let total = (clamp(sum.steady, vec3(0.0), vec3(1.0)) + sum.thrown) * paint.rgb;
    return vec4(foggy(total, point.world), alpha);
}

// the sky around the eye, whose texture has its own idea of what is up
@fragment
fn sky(point: Point) -> @location(0) vec4<f32> {
    let d = point.texture;
    let color = textureSample(cube_texture, texture_sampler, vec3(d.x, d.z, -d.y));
    return vec4(foggy(color.rgb, point.world), 1.0);
}

struct Haze {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) alpha: f32,
    @location(2) @interpolate(flat) color: vec3<f32>,
}

@vertex
fn haze(corner: Corner, i: Instance) -> Haze {
    let world = place(i, i.scale.xyz * corner.pos);
    return Haze(frame.clip * vec4(world, 1.0), world, corner.uv.x, i.color.rgb);
}

@fragment
fn hazy(point: Haze) -> @location(0) vec4<f32> {
    return vec4(foggy(point.color, point.world), point.alpha);
}
