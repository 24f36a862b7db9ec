// Vectors, quaternions (w, x, y, z) and 4 x 4 matrices by columns, as WebGL wants them.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0],
];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);
export const unit = (a) => scaled(a, 1 / Math.max(length(a), 1e-12));
export const radians = (degrees) => degrees * Math.PI / 180;

// Columns of the rotation at q, which begins at an index of an array.
export function axes(q, at = 0) {
  const [w, x, y, z] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

export function multiply(a, b) {
  const out = new Float32Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      out[4 * column + row] = sum;
    }
  }
  return out;
}

// World to eye.
export function look(eye, forward, up) {
  const f = unit(forward);
  const r = unit(cross(f, up));
  const u = cross(r, f);
  return new Float32Array([
    r[0], u[0], -f[0], 0, r[1], u[1], -f[1], 0, r[2], u[2], -f[2], 0,
    -dot(r, eye), -dot(u, eye), dot(f, eye), 1,
  ]);
}

// Eye to clip space; the sides are at the distance 1.
export function perspective([left, right, down, up], near, far) {
  const [w, h, d] = [left + right, down + up, far - near];
  return new Float32Array([
    2 / w, 0, 0, 0, 0, 2 / h, 0, 0,
    (right - left) / w, (up - down) / h, -(far + near) / d, -1, 0, 0, -2 * far * near / d, 0,
  ]);
}

export function orthographic([left, right, down, up], near, far) {
  const [w, h, d] = [left + right, down + up, far - near];
  return new Float32Array([
    2 / w, 0, 0, 0, 0, 2 / h, 0, 0, 0, 0, -2 / d, 0,
    (left - right) / w, (down - up) / h, -(far + near) / d, 1,
  ]);
}
