// Where the picture is seen from: a free camera, one that follows a body, or one of the model.

import { add, axes, cross, dot, look, minus, multiply, orthographic, perspective, radians, scaled, unit } from './matrix.js';

export const FREE = -1;
export const FOLLOW = -2;

export class Camera {
  constructor() {
    this.choice = FREE;
    this.followed = null;
    Object.assign(this, { lookat: [0, 0, 0], distance: 2, azimuth: 90, elevation: -45, extent: 1 });
  }

  // Sees all of a model.
  see(model) {
    this.extent = model.extent;
    this.lookat = [...model.center];
    this.distance = 1.5 * model.extent;
    this.azimuth = model.azimuth;
    this.elevation = model.elevation;
    this.choice = model.camera >= 0 && model.camera < model.cameras.length ? model.camera : FREE;
  }

  // Moves are in heights of the picture, to the right and down.
  turn(dx, dy) {
    this.azimuth -= 180 * dx;
    this.elevation = Math.min(89, Math.max(-89, this.elevation - 180 * dy));
  }

  move(dx, dy) {
    const { forward, up } = this.frame();
    const right = cross(forward, up);
    const scale = 2 * Math.tan(radians(this.fovy ?? 45) / 2) * this.distance;
    this.lookat = add(this.lookat, add(scaled(right, -dx * scale), scaled(up, dy * scale)));
  }

  zoom(factor) {
    const distance = this.distance * factor;
    this.distance = Math.min(100 * this.extent, Math.max(0.01 * this.extent, distance));
  }

  // The free camera: where it is and what is up.
  frame() {
    const [a, e] = [radians(this.azimuth), radians(this.elevation)];
    const forward = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
    const up = [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)];
    return { eye: add(this.lookat, scaled(forward, -this.distance)), forward, up };
  }

  // Follows something that moved.
  follow(position) {
    if (this.choice !== FOLLOW || !position) {
      this.followed = null;
      return;
    }
    if (this.followed) this.lookat = add(this.lookat, minus(position, this.followed));
    this.followed = position;
  }

  // What shaders need of a view with a ratio of width to height.
  view(model, frame, aspect) {
    const own = this.choice >= 0 ? model.cameras[this.choice] : null;
    this.fovy = model.fovy;
    // a narrow picture sees as much to the sides as a square one
    const tall = Math.max(1, 1 / aspect);
    const half = tall * (model.orthographic ? model.fovy / 2 : Math.tan(radians(model.fovy) / 2));
    const isFlat = own ? own.orthographic : model.orthographic;
    let [left, right, down, up] = own ? own.sides : [0, 0, half, half];
    if (!(left + right > 0)) [left, right] = [aspect * (down + up) / 2, aspect * (down + up) / 2];
    const place = own ? fixed(frame.cameras, this.choice) : this.frame();
    const sides = [left, right, down, up];
    const project = isFlat ? orthographic : perspective;
    const projection = project(sides, model.near, model.far);
    const view = look(place.eye, place.forward, place.up);
    return { ...place, sides, isFlat, projection, clip: multiply(projection, view) };
  }
}

function fixed(poses, id) {
  const at = 7 * id;
  const [, up, back] = axes(poses, at + 3);
  return { eye: [...poses.subarray(at, at + 3)], forward: scaled(back, -1), up };
}

// The ray through a point of the picture, from 0 to 1 to the right and down.
export function ray({ eye, forward, up, sides, isFlat }, x, y) {
  const right = unit(cross(forward, up));
  const [l, r, d, u] = sides;
  const aside = add(scaled(right, -l + x * (l + r)), scaled(up, u - y * (d + u)));
  if (isFlat) return { origin: add(eye, aside), direction: forward };
  return { origin: eye, direction: unit(add(forward, aside)) };
}

// Where a ray meets the plane through a point that faces the eye.
export function meet({ origin, direction }, point, forward) {
  const depth = dot(minus(point, origin), forward) / Math.max(dot(direction, forward), 1e-6);
  return add(origin, scaled(direction, depth));
}
