// Shaders. Light is computed as OpenGL's fixed pipeline does, for every pixel.

export const MOST_LIGHTS = 8;

const HEAD = '#version 300 es\nprecision highp float;\nprecision highp int;\n';

// Corners and instances; the ends of capsules are apart from their middle by scale.w.
const PLACE = `
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 coordinates;
layout(location = 3) in vec4 row0;
layout(location = 4) in vec4 row1;
layout(location = 5) in vec4 row2;
layout(location = 6) in vec4 scale;
layout(location = 7) in vec4 color;
layout(location = 8) in vec4 material;
layout(location = 9) in vec4 painting;
uniform mat4 clip;

float end() { return scale.w != 0.0 ? coordinates.x : 0.0; }
vec3 turned(vec3 v) { return vec3(dot(row0.xyz, v), dot(row1.xyz, v), dot(row2.xyz, v)); }
vec3 placed() {
  vec3 local = scale.xyz * position + vec3(0.0, 0.0, end() * scale.w);
  return turned(local) + vec3(row0.w, row1.w, row2.w);
}
`;

export const SHAPE_VERTEX = `${HEAD}${PLACE}
uniform int paint;
out vec3 world;
out vec3 facing;
out vec3 textured;
flat out vec4 tint;
flat out vec4 shine;

void main() {
  world = placed();
  gl_Position = clip * vec4(world, 1.0);
  facing = turned(normal / max(abs(scale.xyz), vec3(1e-10)));
  vec3 local = position + vec3(0.0, 0.0, end());
  bool isCorners = paint == 1 && painting.w == 0.0;
  textured = isCorners ? vec3(coordinates, 0.0) : local * painting.xyz + painting.w;
  tint = color;
  shine = material;
}`;

export const SHAPE_FRAGMENT = `${HEAD}
precision highp sampler2DShadow;
in vec3 world;
in vec3 facing;
in vec3 textured;
flat in vec4 tint;
flat in vec4 shine;
uniform int paint;
uniform vec3 eye;
uniform int lightCount;
// place, direction, ambient, diffuse, specular, attenuation; w: has a place, cosine of the cone,
// exponent, casts the shadows of the map
uniform vec4 lights[6 * ${MOST_LIGHTS}];
uniform mat4 shadowClip;
// size of a pixel of the map at a distance of 1
uniform float shadowPixel;
uniform sampler2D flatTexture;
uniform samplerCube cubeTexture;
uniform sampler2DShadow shadowMap;
out vec4 result;

// share of a light that reaches a point
float reach(vec3 n) {
  // a little off the surface, so that it does not shade itself
  float depth = (shadowClip * vec4(world, 1.0)).w;
  vec4 p = shadowClip * vec4(world + 2.0 * shadowPixel * depth * n, 1.0);
  vec3 at = p.xyz / p.w * 0.5 + 0.5;
  if (p.w <= 0.0 || any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  vec2 pixel = 1.0 / vec2(textureSize(shadowMap, 0));
  float sum = 0.0;
  for (int i = -1; i <= 1; i++) {
    for (int j = -1; j <= 1; j++) {
      sum += texture(shadowMap, vec3(at.xy + pixel * vec2(i, j), at.z - 0.00002));
    }
  }
  return sum / 9.0;
}

vec3 shineOf(int k, vec3 n, vec3 base) {
  vec4 place = lights[6 * k], direction = lights[6 * k + 1];
  vec4 ambient = lights[6 * k + 2], diffuse = lights[6 * k + 3];
  vec3 l = -direction.xyz;
  float strength = 1.0;
  if (place.w != 0.0) {
    vec3 to = place.xyz - world;
    float d = length(to);
    l = to / max(d, 1e-10);
    vec3 a = lights[6 * k + 5].xyz;
    strength = 1.0 / max(a.x + a.y * d + a.z * d * d, 1e-10);
    float inside = dot(-l, direction.xyz);
    strength *= inside >= direction.w ? pow(max(inside, 0.0), ambient.w) : 0.0;
  }
  float front = dot(n, l);
  vec3 thrown = max(front, 0.0) * diffuse.rgb * base;
  if (front > 0.0) {
    vec3 middle = normalize(l + normalize(eye - world));
    thrown += pow(max(dot(n, middle), 0.0), max(shine.z, 1.0)) * shine.y * lights[6 * k + 4].rgb;
  }
  if (diffuse.w != 0.0 && front > 0.0) thrown *= reach(n);
  return strength * (ambient.rgb * base + thrown);
}

void main() {
  vec4 painted = vec4(1.0);
  if (paint == 1) painted = texture(flatTexture, textured.xy);
  if (paint == 2) painted = texture(cubeTexture, textured);
  vec3 n = normalize(facing);
  if (!gl_FrontFacing) n = -n;
  // what nothing shines on gets a little light from the sky, and less from the ground
  vec3 sky = mix(vec3(0.05, 0.045, 0.04), vec3(0.1, 0.11, 0.13), 0.5 * n.z + 0.5);
  vec3 sum = tint.rgb * (shine.x + sky);
  for (int k = 0; k < lightCount; k++) sum += shineOf(k, n, tint.rgb);
  if (shine.w != 0.0) sum = tint.rgb;
  result = vec4(clamp(sum, 0.0, 1.0) * painted.rgb, tint.a * painted.a);
}`;

export const DEPTH_VERTEX = `${HEAD}${PLACE}
void main() { gl_Position = clip * vec4(placed(), 1.0); }`;

export const DEPTH_FRAGMENT = `${HEAD}
void main() {}`;

// One triangle over the whole picture, behind everything.
export const SKY_VERTEX = `${HEAD}
uniform vec3 forward;
uniform vec3 right;
uniform vec3 up;
uniform vec4 sides;
out vec3 direction;
void main() {
  vec2 p = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(p, 1.0, 1.0);
  vec2 at = 0.5 * p + 0.5;
  direction = forward + right * mix(-sides.x, sides.y, at.x) + up * mix(-sides.z, sides.w, at.y);
}`;

export const SKY_FRAGMENT = `${HEAD}
in vec3 direction;
uniform bool hasTexture;
uniform samplerCube cubeTexture;
out vec4 result;
void main() {
  vec3 d = normalize(direction);
  // textures of skies have their own idea of what is up
  vec3 painted = texture(cubeTexture, vec3(d.x, d.z, -d.y)).rgb;
  vec3 low = vec3(0.32, 0.38, 0.44), high = vec3(0.12, 0.2, 0.32), ground = vec3(0.15, 0.16, 0.17);
  vec3 plain = d.z > 0.0 ? mix(low, high, pow(d.z, 0.6)) : mix(low, ground, pow(-d.z, 0.4));
  result = vec4(hasTexture ? painted : plain, 1.0);
}`;
