// Mouse and fingers: turn, move, zoom, pull.

import { meet, ray } from './camera.js';
import * as commands from './commands.js';
import { dot, minus, unit } from './matrix.js';

// cosine of the angle between a ray and what it grabbed
const NEAR = 0.998;

export class Pointer {
  // `scene` has `camera`, `view`, `frame`, `send` and `redraw`
  constructor(canvas, scene) {
    this.canvas = canvas;
    this.scene = scene;
    this.pulls = false;
    this.fingers = new Map();
    this.grabbed = null;
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.motion(event));
    for (const end of ['pointerup', 'pointercancel']) {
      canvas.addEventListener(end, (event) => this.up(event));
    }
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('dblclick', (event) => this.select(event));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.focus();
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 1 && (this.pulls || event.ctrlKey || event.metaKey)) {
      this.grabbed = { ray: this.select(event), after: this.scene.frame?.number ?? 0 };
    } else {
      this.release();
    }
  }

  motion(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    const height = this.canvas.clientHeight;
    const [dx, dy] = [(now[0] - before[0]) / height, (now[1] - before[1]) / height];
    if (this.grabbed) {
      this.fingers.set(event.pointerId, now);
      this.pull(event);
      return;
    }
    const { camera } = this.scene;
    if (this.fingers.size === 2) this.pinch(event.pointerId, now, dx / 2, dy / 2);
    else if (event.buttons & 2 || event.buttons & 4 || event.shiftKey) camera.move(dx, dy);
    else camera.turn(dx, dy);
    this.fingers.set(event.pointerId, now);
    this.scene.redraw();
  }

  // two fingers move and zoom
  pinch(id, now, dx, dy) {
    const [other] = [...this.fingers].filter(([own]) => own !== id).map(([, at]) => at);
    const before = this.fingers.get(id);
    const span = (at) => Math.max(1, Math.hypot(at[0] - other[0], at[1] - other[1]));
    this.scene.camera.zoom(span(before) / span(now));
    this.scene.camera.move(dx, dy);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    this.release();
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    this.scene.camera.zoom(Math.exp(0.001 * lines * Math.max(-300, Math.min(300, event.deltaY))));
    this.scene.redraw();
  }

  ray(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    return ray(this.scene.view, x, y);
  }

  select(event) {
    if (!this.scene.view) return null;
    const { origin, direction } = this.ray(event);
    this.scene.send(commands.grab(origin, direction));
    return { origin, direction };
  }

  // the point stays as far away as it was when it was grabbed
  pull(event) {
    const { frame, view } = this.scene;
    // the server says with a later frame what was grabbed; until then it may be something else
    this.grabbed.point ??= this.isGrabbed(frame) ? [...frame.point] : null;
    if (!this.grabbed.point) return;
    this.scene.send(commands.pull(meet(this.ray(event), this.grabbed.point, view.forward)));
  }

  isGrabbed(frame) {
    const { ray: grabbing, after } = this.grabbed;
    if (!frame || !grabbing || frame.selected <= 0 || frame.number === after) return false;
    return dot(unit(minus(frame.point, grabbing.origin)), grabbing.direction) > NEAR;
  }

  release() {
    if (this.grabbed) this.scene.send(commands.release());
    this.grabbed = null;
  }
}
