// The picture: assets of a model on the device, and what is drawn of a frame.

import { Geometry, INSTANCE, program } from './gl.js';
import { cross, unit } from './matrix.js';
import { hfieldCorners, meshCorners } from './meshes.js';
import { fillParts, makeParts } from './parts.js';
import { SHAPE_FRAGMENT, SHAPE_VERTEX, SKY_FRAGMENT, SKY_VERTEX } from './shaders.js';
import { Shadow, lightsOf } from './shadow.js';
import { LINES, SOLID } from './shapes.js';
import { surfaceCorners } from './surfaces.js';
import { AROUND, FLAT, Texture, wrapOf } from './textures.js';

export class Picture {
  // `ready` is called when something can be drawn that could not before
  constructor(canvas, ready) {
    const gl = canvas.getContext('webgl2', { antialias: true, alpha: false });
    if (!gl) throw new Error('this browser has no WebGL2');
    Object.assign(this, { canvas, gl, ready, ids: 0 });
    this.instances = gl.createBuffer();
    this.shape = program(gl, SHAPE_VERTEX, SHAPE_FRAGMENT);
    this.sky = program(gl, SKY_VERTEX, SKY_FRAGMENT);
    this.skyArray = gl.createVertexArray();
    this.shadow = new Shadow(gl);
    this.white = { [FLAT]: new Texture(gl, FLAT), [AROUND]: new Texture(gl, AROUND) };
    const solid = {};
    for (const [name, corners] of Object.entries(SOLID)) solid[name] = this.geometry(corners());
    for (const [name, corners] of Object.entries(LINES)) solid[name] = this.geometry(corners(), gl.LINES);
    this.assets = { solid, meshes: new Map(), hfields: new Map(), textures: new Map(), surfaces: new Map() };
    this.numbers = new Float32Array(0);
  }

  geometry(corners, mode, usage) {
    const made = new Geometry(this.gl, this.instances, new Float32Array(corners), mode, usage);
    made.id = this.ids++;
    return made;
  }

  // Forgets the assets of the last model.
  clear() {
    const { meshes, hfields, textures, surfaces } = this.assets;
    for (const geometry of [...meshes.values(), ...hfields.values()]) geometry.free();
    for (const { geometry } of surfaces.values()) geometry.free();
    for (const texture of textures.values()) texture.free();
    for (const map of [meshes, hfields, textures, surfaces]) map.clear();
    this.parts = null;
  }

  addMesh(message) {
    this.assets.meshes.set(message.id, this.geometry(meshCorners(message)));
    this.parts = null;
  }

  addHfield(message) {
    this.assets.hfields.set(message.id, this.geometry(hfieldCorners(message)));
    this.parts = null;
  }

  addTexture(message) {
    const texture = new Texture(this.gl, wrapOf(message), message, this.ready);
    texture.id = message.id;
    this.assets.textures.set(message.id, texture);
    this.parts = null;
  }

  addSurface(message) {
    const geometry = this.geometry([], this.gl.TRIANGLES, this.gl.DYNAMIC_DRAW);
    this.assets.surfaces.set(message.id, { message, geometry });
    this.parts = null;
  }

  // Vertices of flexes and skins, once for each frame.
  updateSurfaces(frame) {
    for (const [id, { message, geometry }] of this.assets.surfaces) {
      const verts = frame.surfaces[id];
      if (message.dim > 1) geometry.set(verts?.length ? surfaceCorners(message, verts) : new Float32Array(0));
    }
  }

  resize() {
    const ratio = Math.min(devicePixelRatio, 2);
    const [width, height] = [this.canvas.clientWidth * ratio, this.canvas.clientHeight * ratio].map(Math.round);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      Object.assign(this.canvas, { width: Math.max(1, width), height: Math.max(1, height) });
    }
    return this.canvas.width / this.canvas.height;
  }

  draw({ model, shapes, frame, view }) {
    const { gl, assets } = this;
    if (!this.parts || this.drawn !== shapes) {
      this.parts = makeParts(shapes, model, assets);
      this.drawn = shapes;
    }
    if (frame !== this.shown) {
      this.updateSurfaces(frame);
      this.shown = frame;
    }
    const room = INSTANCE * this.parts.length;
    if (this.numbers.length < room) this.numbers = new Float32Array(2 * room);
    const { opaque, clear } = fillParts(this.parts, frame, view, assets, this.numbers);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
    gl.bufferData(gl.ARRAY_BUFFER, this.numbers, gl.DYNAMIC_DRAW, 0, room);

    const lights = lightsOf(model, frame, view);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.disable(gl.BLEND);
    gl.depthMask(true);
    if (lights.shadow) {
      const throwing = ({ throwsShadow }) => throwsShadow;
      this.shadow.render(lights.shadow.clip, () => this.drawRuns(opaque, 0, () => {}, throwing));
    }
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.prepare(view, lights);
    this.drawRuns(opaque, 0, (part) => this.paint(part));
    this.drawSky(model, view);
    if (clear.length === 0) return;
    gl.useProgram(this.shape.program);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE);
    gl.depthMask(false);
    this.drawRuns(clear, opaque.length, (part) => this.paint(part));
    gl.depthMask(true);
  }

  // Draws parts that follow each other and are alike in one go; the first has a place in the buffer.
  drawRuns(parts, place, prepare, isDrawn = () => true) {
    const { gl } = this;
    const alike = (a, b) => a.geometry === b.geometry && a.texture === b.texture
      && a.paint === b.paint && isDrawn(a) === isDrawn(b);
    for (let begin = 0, end; begin < parts.length; begin = end) {
      const part = parts[begin];
      for (end = begin + 1; end < parts.length && alike(part, parts[end]); end++);
      if (!isDrawn(part)) continue;
      if (part.isBothSided) gl.disable(gl.CULL_FACE);
      else gl.enable(gl.CULL_FACE);
      prepare(part);
      part.geometry.draw(place + begin, end - begin);
    }
  }

  // What is the same for all shapes of a picture.
  prepare(view, lights) {
    const { gl } = this;
    const { uniforms } = this.shape;
    gl.useProgram(this.shape.program);
    gl.uniformMatrix4fv(uniforms.clip, false, view.clip);
    gl.uniform3fv(uniforms.eye, view.eye);
    gl.uniform1i(uniforms.lightCount, lights.count);
    gl.uniform4fv(uniforms.lights, lights.numbers);
    gl.uniformMatrix4fv(uniforms.shadowClip, false, lights.shadow?.clip ?? new Float32Array(16));
    gl.uniform1f(uniforms.shadowPixel, lights.shadow?.pixel ?? 0);
    ['flatTexture', 'cubeTexture', 'shadowMap'].forEach((name, unit) => gl.uniform1i(uniforms[name], unit));
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, this.shadow.map);
    this.bind(null);
  }

  // Textures of the next shapes: every draw has one of each kind, and uses one at most.
  bind(texture) {
    const { gl } = this;
    [FLAT, AROUND].forEach((wrap, unit) => {
      const used = texture?.wrap === wrap ? texture : this.white[wrap];
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(used.target, used.texture);
    });
    gl.activeTexture(gl.TEXTURE0);
  }

  paint({ paint, texture }) {
    this.gl.uniform1i(this.shape.uniforms.paint, paint);
    this.bind(texture);
  }

  drawSky(model, { forward, up, sides, isFlat }) {
    const { gl } = this;
    const { uniforms } = this.sky;
    const texture = this.assets.textures.get(model.sky);
    const hasTexture = texture?.wrap === AROUND;
    gl.useProgram(this.sky.program);
    gl.uniform1i(uniforms.hasTexture, hasTexture ? 1 : 0);
    gl.uniform1i(uniforms.cubeTexture, 1);
    gl.uniform3fv(uniforms.forward, unit(forward));
    gl.uniform3fv(uniforms.right, unit(cross(forward, up)));
    gl.uniform3fv(uniforms.up, unit(up));
    // without perspective there is only one direction
    gl.uniform4fv(uniforms.sides, isFlat ? [0, 0, 0, 0] : sides);
    this.bind(hasTexture ? texture : null);
    gl.depthFunc(gl.LEQUAL);
    gl.disable(gl.CULL_FACE);
    gl.bindVertexArray(this.skyArray);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.depthFunc(gl.LESS);
  }
}
