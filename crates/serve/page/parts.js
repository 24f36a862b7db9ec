// Shapes as instances of geometries: what does not change once, poses for every frame.

import { INSTANCE } from './gl.js';
import { axes, dot, minus, scaled } from './matrix.js';
import { edgesOf } from './surfaces.js';
import { FLAT } from './textures.js';

// MuJoCo's numbers of shapes
const Type = {
  plane: 0, hfield: 1, sphere: 2, capsule: 3, ellipsoid: 4, cylinder: 5, box: 6, mesh: 7, sdf: 8,
  arrow: 100, arrow1: 101, arrow2: 102, line: 103, lineBox: 104, flex: 105, skin: 106, triangle: 108,
};
const TEXTURED = 1;
const DECORATION = 2;
const PLANE_GRID = 200;
const OPAQUE = 0.999;
const BELOW = 0.3;

// The parts of all shapes, those that can be drawn together side by side.
export function makeParts(shapes, model, assets) {
  const parts = shapes.list.flatMap((shape, index) => {
    const base = {
      index, shape, up: 0, isTurned: false, edge: null,
      color: shape.color,
      material: [shape.shine[0], shape.shine[1], 128 * shape.shine[2], 0],
      isBothSided: false,
      throwsShadow: !(shape.flags & DECORATION),
      scale: [1, 1, 1, 0],
      ...paintOf(shape, model, assets),
    };
    return partsOf(shape, base, model, assets).filter(({ geometry }) => geometry);
  });
  const key = ({ geometry, texture, paint }) => 4096 * geometry.id + 4 * ((texture?.id ?? -1) + 1) + paint;
  return parts.sort((a, b) => key(a) - key(b));
}

function partsOf(shape, base, model, assets) {
  const { solid } = assets;
  const [x, y, z] = shape.size;
  const one = (geometry, scale, more) => ({ ...base, geometry, scale: [...scale, 0], ...more });
  const plain = { paint: 0, texture: null, material: [0, 0, 0, 1], throwsShadow: false };
  switch (shape.type) {
    case Type.plane: return [plane(shape, base, model, assets)];
    case Type.hfield: return [{ ...base, geometry: assets.hfields.get(shape.data) }];
    case Type.mesh: case Type.sdf: return [{ ...base, geometry: assets.meshes.get(shape.data) }];
    case Type.sphere: case Type.ellipsoid: return [one(solid.sphere, [x, y, z])];
    case Type.capsule: return [{ ...base, geometry: solid.capsule, scale: [x, y, (x + y) / 2, z] }];
    case Type.cylinder: return [one(solid.cylinder, [x, y, z])];
    case Type.box: return [one(solid.cube, [x, y, z])];
    case Type.triangle: return [one(solid.triangle, [x, y, 1], { isBothSided: true })];
    case Type.arrow: case Type.arrow1: {
      const head = shape.type === Type.arrow ? 1.75 : 1;
      return [
        one(solid.cylinder, [x, y, z / 6], { up: z / 6 }),
        one(solid.cone, [head * x, head * y, z / 6], { up: z / 3 }),
      ];
    }
    case Type.arrow2: {
      const head = [1.75 * x, 1.75 * y, z / 6];
      return [
        one(solid.cylinder, [x, y, z / 3]),
        one(solid.cone, head, { up: z / 3 }),
        one(solid.cone, head, { up: z / 3, isTurned: true }),
      ];
    }
    case Type.line: return [one(solid.line, [1, 1, z], plain)];
    case Type.lineBox: return [one(solid.lineBox, [x, y, z], plain)];
    case Type.flex: case Type.skin: return surface(shape, base, assets);
    default: return [];
  }
}

// How a shape is painted, and the factors of its texture coordinates.
function paintOf(shape, model, assets) {
  const material = model.materials[shape.material];
  const texture = material && assets.textures.get(material.texture);
  const plain = { paint: 0, texture: null, painting: [0, 0, 0, 0] };
  if (!texture) return plain;
  const [x, y, z] = shape.size;
  const isByCorners = (shape.flags & TEXTURED) !== 0;
  if (texture.wrap !== FLAT) {
    const painting = material.uniform ? [x, y, z, 0] : [1, 1, 1, 0];
    return isByCorners ? plain : { paint: 2, texture, painting };
  }
  if (isByCorners) return { paint: 1, texture, painting: [0, 0, 0, 0] };
  const factor = (repeat, size) => {
    // corners of planes and meshes have the size of the shape already
    const own = shape.data >= 0 && size > 0 ? repeat / Math.max(size, 1e-15) : repeat;
    return material.uniform && size > 0 ? own * size : own;
  };
  const [s, t] = [factor(material.repeat[0], x), factor(material.repeat[1], y)];
  return { paint: 1, texture, painting: [0.5 * s, -0.5 * t, 0, -0.5] };
}

// A plane; where it has no border, it goes as far as the eye sees, in steps of its grid.
function plane(shape, base, model, assets) {
  const repeat = model.materials[shape.material]?.repeat ?? [0, 0];
  const far = 2.1 * model.far;
  const steps = [0, 1].map((k) => (repeat[k] > 0 ? 2 / repeat[k] : far / (PLANE_GRID - 2)));
  const half = [0, 1].map((k) => (shape.size[k] > 0 ? shape.size[k] : 0.5 * (far + 2 * steps[k])));
  const [s, t, u, w] = base.painting;
  return {
    ...base,
    geometry: assets.solid.square,
    scale: [...half, 1, 0],
    painting: [s * half[0], t * half[1], u, w],
    steps: steps.map((step, k) => (shape.size[k] > 0 ? 0 : step)),
    isPlane: true,
    isBothSided: true,
    throwsShadow: false,
  };
}

function surface(shape, base, assets) {
  const found = assets.surfaces.get(shape.data);
  if (!found) return [];
  const { message, geometry } = found;
  if (message.dim > 1) return [{ ...base, geometry, isWorld: true, isBothSided: message.dim === 2 }];
  // lines are capsules
  const radius = Math.max(message.radius, 1e-4);
  return Array.from({ length: message.corners.length / 2 }, (_, edge) => ({
    ...base, geometry: assets.solid.capsule, edge, surface: shape.data,
    paint: 0, texture: null, scale: [radius, radius, radius, 0],
  }));
}

// Writes the instances of a frame. Parts that are seen through come last, the farthest first.
export function fillParts(parts, frame, view, assets, out) {
  const edgeOf = edgeFinder(frame, assets);
  const alpha = (part) => part.color[3] * (part.isPlane && isBehind(part, frame.poses, view) ? BELOW : 1);
  const alphas = new Map(parts.map((part) => [part, alpha(part)]));
  const opaque = parts.filter((part) => alphas.get(part) >= OPAQUE);
  const clear = parts.filter((part) => alphas.get(part) < OPAQUE);
  const at = ({ index }) => frame.poses.subarray(7 * index, 7 * index + 3);
  const distance = (part) => (part.isPlane ? Infinity : dot(minus(at(part), view.eye), view.forward));
  const distances = new Map(clear.map((part) => [part, distance(part)]));
  clear.sort((a, b) => (distances.get(b) > distances.get(a) ? 1 : -1));
  [...opaque, ...clear].forEach((part, i) => {
    const at = INSTANCE * i;
    const edge = part.edge === null ? null : edgeOf(part);
    out.set(edge ? edge.rows : rowsOf(part, frame.poses, view), at);
    out.set(part.scale, at + 12);
    if (edge) out[at + 15] = edge.half;
    out.set(part.color, at + 16);
    out[at + 19] = alphas.get(part);
    out.set(part.material, at + 20);
    out.set(part.painting, at + 24);
  });
  return { opaque, clear };
}

// Edges of flexes that are lines, computed when they are first asked for.
function edgeFinder(frame, assets) {
  const edges = new Map();
  return ({ surface: id, edge }) => {
    if (!edges.has(id)) {
      const verts = frame.surfaces[id];
      edges.set(id, verts?.length ? [...edgesOf(assets.surfaces.get(id).message, verts)] : []);
    }
    return edges.get(id)[edge];
  };
}

const WORLD = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

// Rows of the rotation, each with a coordinate of the position.
function rowsOf(part, poses, { eye }) {
  if (part.isWorld) return WORLD;
  const at = 7 * part.index;
  let [x, y, z] = axes(poses, at + 3);
  if (part.isTurned) [y, z] = [scaled(y, -1), scaled(z, -1)];
  const position = [poses[at], poses[at + 1], poses[at + 2]];
  const center = [...position];
  for (let k = 0; k < 3; k++) position[k] += part.up * z[k];
  if (part.isPlane) {
    [x, y].forEach((axis, i) => {
      const step = part.steps[i];
      if (!step) return;
      const moved = 2 * step * Math.floor(0.5 * dot(minus(eye, center), axis) / step + 0.5);
      for (let k = 0; k < 3; k++) position[k] += moved * axis[k];
    });
  }
  return [0, 1, 2].flatMap((k) => [x[k], y[k], z[k], position[k]]);
}

// Planes are seen through from below.
function isBehind({ index }, poses, { eye }) {
  const at = 7 * index;
  const [, , normal] = axes(poses, at + 3);
  return dot(minus(eye, poses.subarray(at, at + 3)), normal) < 0;
}
