// Corners of the shapes that every scene may have. They go around counterclockwise for who sees the
// front.

const SLICES = 32;
const STACKS = 16;

// The surface that rings make, the lowest first: radius, height, normal outward and upward, end.
function revolve(rings) {
  const corners = [];
  const corner = ([radius, height, outward, upward, end], slice) => {
    const angle = 2 * Math.PI * (slice % SLICES) / SLICES;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [radius * c, radius * s, height, outward * c, outward * s, upward, end, 0];
  };
  for (let i = 0; i + 1 < rings.length; i++) {
    const [low, high] = [rings[i], rings[i + 1]];
    for (let slice = 0; slice < SLICES; slice++) {
      const [a, b] = [corner(low, slice), corner(low, slice + 1)];
      const [c, d] = [corner(high, slice + 1), corner(high, slice)];
      // at a pole one of the two triangles has no area
      if (low[0] > 0) corners.push(...a, ...b, ...c);
      if (high[0] > 0) corners.push(...a, ...c, ...d);
    }
  }
  return corners;
}

// Rings of half a sphere, from the equator up or from the pole to it.
function half(sign, end) {
  const rings = [];
  for (let i = 0; i <= STACKS / 2; i++) {
    const angle = Math.PI * i / STACKS;
    const radius = i === STACKS / 2 ? 0 : Math.cos(angle);
    const height = sign * Math.sin(angle);
    rings.push([radius, height, radius, height, end]);
  }
  return sign < 0 ? rings.reverse() : rings;
}

const disc = (height, up) => {
  const ring = (radius) => [radius, height, 0, up ? 1 : -1, 0];
  return revolve(up ? [ring(1), ring(0)] : [ring(0), ring(1)]);
};

function quad([a, b, c, d], normal) {
  return [a, b, c, a, c, d].flatMap((at) => [...at, ...normal, 0, 0]);
}

function cube() {
  const corners = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [1, -1]) {
      const at = (along, across) => {
        const position = [0, 0, 0];
        position[axis] = sign;
        position[(axis + 1) % 3] = along * sign;
        position[(axis + 2) % 3] = across;
        return position;
      };
      const normal = [0, 0, 0];
      normal[axis] = sign;
      corners.push(...quad([at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)], normal));
    }
  }
  return corners;
}

function edges() {
  const corners = [];
  const put = (at) => corners.push(...at, 0, 0, 1, 0, 0);
  for (const [a, b] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
    for (const end of [-1, 1]) put([end, a, b]);
    for (const end of [-1, 1]) put([a, end, b]);
    for (const end of [-1, 1]) put([a, b, end]);
  }
  return corners;
}

const LOW = [1, -1, 1, 0, 0];
const HIGH = [1, 1, 1, 0, 0];
const SLOPE = Math.SQRT1_2;
const UP = [0, 0, 1];

export const SOLID = {
  sphere: () => revolve([...half(-1, 0), ...half(1, 0).slice(1)]),
  // the ends are told apart by the first texture coordinate
  capsule: () => revolve([...half(-1, -1), ...half(1, 1)]),
  cylinder: () => [...revolve([LOW, HIGH]), ...disc(-1, false), ...disc(1, true)],
  cone: () => [...revolve([[1, 0, SLOPE, SLOPE, 0], [0, 1, SLOPE, SLOPE, 0]]), ...disc(0, false)],
  cube,
  square: () => quad([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], UP),
  triangle: () => [[0, 0, 0], [1, 0, 0], [0, 1, 0]].flatMap((at) => [...at, ...UP, 0, 0]),
};

export const LINES = {
  line: () => [0, 1].flatMap((z) => [0, 0, z, 0, 0, 1, 0, 0]),
  lineBox: edges,
};
