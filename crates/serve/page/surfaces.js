// Flexes and skins: corners from the vertices of a frame.

import { CORNER } from './gl.js';
import { cross, length, minus, unit } from './matrix.js';
import { faceNormal } from './meshes.js';

// Mean normals of the faces around each vertex.
function vertexNormals(verts, corners) {
  const normals = new Float32Array(verts.length);
  const flat = new Float32Array(3);
  for (let i = 0; i < corners.length; i += 3) {
    faceNormal(verts, corners[i], corners[i + 1], corners[i + 2], flat);
    for (let k = 0; k < 3; k++) {
      const at = 3 * corners[i + k];
      for (let axis = 0; axis < 3; axis++) normals[at + axis] += flat[axis];
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const scale = 1 / Math.max(Math.hypot(normals[i], normals[i + 1], normals[i + 2]), 1e-20);
    for (let axis = 0; axis < 3; axis++) normals[i + axis] *= scale;
  }
  return normals;
}

// Corners of the faces: a sheet through the vertices, or a skin around what has an inside.
export function surfaceCorners(surface, verts) {
  const { corners, texcoords, textureCorners, dim, radius, flat } = surface;
  const normals = vertexNormals(verts, corners);
  const out = new Float32Array(CORNER * corners.length);
  const own = new Float32Array(3);
  const offset = dim === 3 ? radius : 0;
  for (let i = 0; i < corners.length; i++) {
    if (flat && i % 3 === 0) faceNormal(verts, corners[i], corners[i + 1], corners[i + 2], own);
    const [v, at] = [3 * corners[i], CORNER * i];
    for (let k = 0; k < 3; k++) {
      out[at + k] = verts[v + k] + offset * normals[v + k];
      out[at + 3 + k] = flat ? own[k] : normals[v + k];
    }
    const t = 2 * (textureCorners.length > 0 ? textureCorners[i] : corners[i]);
    if (t + 1 < texcoords.length) {
      out[at + 6] = texcoords[t];
      out[at + 7] = texcoords[t + 1];
    }
  }
  return out;
}

// Capsules along the edges of a flex that is a line: rows of the pose, and half the length.
export function* edgesOf({ corners }, verts) {
  const point = (i) => [verts[3 * i], verts[3 * i + 1], verts[3 * i + 2]];
  for (let i = 0; i + 1 < corners.length; i += 2) {
    const [a, b] = [point(corners[i]), point(corners[i + 1])];
    const along = minus(b, a);
    const z = unit(along);
    const x = unit(cross(Math.abs(z[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], z));
    const y = cross(z, x);
    const row = (k) => [x[k], y[k], z[k], (a[k] + b[k]) / 2];
    yield { rows: [...row(0), ...row(1), ...row(2)], half: length(along) / 2 };
  }
}
