// A picture as it is, over all of a rectangle.

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var between: sampler;

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) at: vec2f,
}

// one triangle that is larger than the rectangle
@vertex
fn corner(@builtin(vertex_index) i: u32) -> Corner {
    let at = vec2f(f32((i << 1u) & 2u), f32(i & 2u));
    return Corner(vec4f(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, 0.0, 1.0), at);
}

@fragment
fn show(corner: Corner) -> @location(0) vec4f {
    return vec4f(textureSampleLevel(picture, between, corner.at, 0.0).rgb, 1.0);
}

// for windows that encode colors themselves
@fragment
fn show_linear(corner: Corner) -> @location(0) vec4f {
    let c = textureSampleLevel(picture, between, corner.at, 0.0).rgb;
    let high = pow((c + 0.055) / 1.055, vec3f(2.4));
    return vec4f(select(high, c / 12.92, c <= vec3f(0.04045)), 1.0);
}
