// Corners of meshes and height fields.

import { CORNER } from './gl.js';

// Sharp edges stay sharp, unless whoever made the texture said how to shade.
const SHARP = 0.8;

export function meshCorners(mesh) {
  const { verts, normals, texcoords, faces, faceTexcoords } = mesh;
  const faceNormals = mesh.faceNormals.length > 0 ? mesh.faceNormals : faces;
  const isTextured = faceTexcoords.length > 0;
  const out = new Float32Array(CORNER * faces.length);
  const flat = new Float32Array(3);
  for (let i = 0; i < faces.length; i++) {
    if (i % 3 === 0) faceNormal(verts, faces[i], faces[i + 1], faces[i + 2], flat);
    const [v, n, at] = [3 * faces[i], 3 * faceNormals[i], CORNER * i];
    const [x, y, z] = [normals[n], normals[n + 1], normals[n + 2]];
    const isSmooth = isTextured || x * flat[0] + y * flat[1] + z * flat[2] >= SHARP;
    for (let k = 0; k < 3; k++) {
      out[at + k] = verts[v + k];
      out[at + 3 + k] = isSmooth ? normals[n + k] : flat[k];
    }
    if (isTextured) {
      const t = 2 * faceTexcoords[i];
      out[at + 6] = texcoords[t];
      out[at + 7] = texcoords[t + 1];
    }
  }
  return out;
}

// Unit normal of a triangle of vertices, given by their numbers.
export function faceNormal(verts, a, b, c, out) {
  [a, b, c] = [3 * a, 3 * b, 3 * c];
  const [ux, uy, uz] = [verts[b] - verts[a], verts[b + 1] - verts[a + 1], verts[b + 2] - verts[a + 2]];
  const [vx, vy, vz] = [verts[c] - verts[a], verts[c + 1] - verts[a + 1], verts[c + 2] - verts[a + 2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const scale = 1 / Math.max(Math.hypot(x, y, z), 1e-20);
  out[0] = x * scale;
  out[1] = y * scale;
  out[2] = z * scale;
}

// The top of a height field, its four sides and its bottom.
export function hfieldCorners({ rows, columns, size: [x, y, z, base], heights }) {
  if (rows < 2 || columns < 2) return new Float32Array(0);
  const quads = (rows - 1) * (columns - 1) + 2 * (rows - 1) + 2 * (columns - 1) + 1;
  const out = new Float32Array(6 * CORNER * quads);
  let at = 0;
  const place = (r, c) => [x * (2 * c / (columns - 1) - 1), y * (2 * r / (rows - 1) - 1)];
  const top = (r, c) => [...place(r, c), z * heights[r * columns + c]];
  const low = (r, c) => [...place(r, c), -base];
  const put = (position, normal) => {
    out.set(position, at);
    out.set(normal, at + 3);
    at += CORNER;
  };
  const quad = (a, b, c, d, normal) => [a, b, c, a, c, d].forEach((corner) => put(corner, normal));
  const side = ([r1, c1], [r2, c2], normal) => quad(low(r1, c1), low(r2, c2), top(r2, c2), top(r1, c1), normal);
  const slope = smoothNormals(rows, columns, [x, y, z], heights);
  for (let r = 0; r + 1 < rows; r++) {
    for (let c = 0; c + 1 < columns; c++) {
      for (const [i, j] of [[1, 0], [0, 0], [1, 1], [0, 0], [0, 1], [1, 1]]) {
        put(top(r + i, c + j), slope(r + i, c + j));
      }
    }
    side([r + 1, 0], [r, 0], [-1, 0, 0]);
    side([r, columns - 1], [r + 1, columns - 1], [1, 0, 0]);
  }
  for (let c = 0; c + 1 < columns; c++) {
    side([0, c], [0, c + 1], [0, -1, 0]);
    side([rows - 1, c + 1], [rows - 1, c], [0, 1, 0]);
  }
  const [r, c] = [rows - 1, columns - 1];
  quad(low(0, 0), low(r, 0), low(r, c), low(0, c), [0, 0, -1]);
  return out;
}

// Normals of a height field, from the slopes around a point.
function smoothNormals(rows, columns, [x, y, z], heights) {
  const at = (r, c) => z * heights[r * columns + c];
  return (r, c) => {
    const [left, right] = [Math.max(c - 1, 0), Math.min(c + 1, columns - 1)];
    const [down, up] = [Math.max(r - 1, 0), Math.min(r + 1, rows - 1)];
    const dx = (at(r, right) - at(r, left)) / ((right - left) * 2 * x / (columns - 1));
    const dy = (at(up, c) - at(down, c)) / ((up - down) * 2 * y / (rows - 1));
    const scale = 1 / Math.hypot(dx, dy, 1);
    return [-dx * scale, -dy * scale, scale];
  };
}
