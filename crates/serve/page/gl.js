// Programs and buffers.

// Floats of a corner (position, normal, texture coordinates) and of an instance.
export const CORNER = 8;
export const INSTANCE = 28;
const INSTANCE_ATTRIBUTES = [3, 4, 5, 6, 7, 8, 9];

export function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  const uniforms = {};
  for (let i = 0; i < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); i++) {
    const name = gl.getActiveUniform(made, i).name.replace('[0]', '');
    uniforms[name] = gl.getUniformLocation(made, name);
  }
  return { program: made, uniforms };
}

// Triangles or lines on the device, drawn as instances.
export class Geometry {
  constructor(gl, instances, corners, mode = gl.TRIANGLES, usage = gl.STATIC_DRAW) {
    Object.assign(this, { gl, instances, mode, usage });
    this.buffer = gl.createBuffer();
    this.array = gl.createVertexArray();
    this.set(corners);
    gl.bindVertexArray(this.array);
    [3, 3, 2].forEach((size, location) => {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, 4 * CORNER, 12 * location);
    });
    for (const location of INSTANCE_ATTRIBUTES) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribDivisor(location, 1);
    }
    gl.bindVertexArray(null);
  }

  // Other corners.
  set(corners) {
    this.count = corners.length / CORNER;
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, corners, this.usage);
  }

  // Draws instances of the shared buffer, from one on.
  draw(first, count) {
    const { gl } = this;
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
    INSTANCE_ATTRIBUTES.forEach((location, i) => {
      gl.vertexAttribPointer(location, 4, gl.FLOAT, false, 4 * INSTANCE, 4 * INSTANCE * first + 16 * i);
    });
    gl.drawArraysInstanced(this.mode, 0, this.count, count);
  }

  free() {
    this.gl.deleteBuffer(this.buffer);
    this.gl.deleteVertexArray(this.array);
  }
}
