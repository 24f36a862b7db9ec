// Lights as shaders read them, and the shadows of the first that casts some.

import { add, length, look, minus, multiply, orthographic, perspective, radians, scaled, unit } from './matrix.js';
import { DEPTH_FRAGMENT, DEPTH_VERTEX, MOST_LIGHTS } from './shaders.js';
import { program } from './gl.js';

const SIDE = 2048;
const Type = { spot: 0, directional: 1, point: 2, image: 3 };

export class Shadow {
  constructor(gl) {
    this.gl = gl;
    this.depth = program(gl, DEPTH_VERTEX, DEPTH_FRAGMENT);
    this.map = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.map);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, SIDE, SIDE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    this.target = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.map, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  // Draws what a light sees; `draw` draws everything that throws shadows.
  render(clip, draw) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    gl.viewport(0, 0, SIDE, SIDE);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.useProgram(this.depth.program);
    gl.uniformMatrix4fv(this.depth.uniforms.clip, false, clip);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(2, 4);
    draw();
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }
}

// The lights of a model: numbers for shaders, and what the one with shadows sees.
export function lightsOf(model, frame, view) {
  const numbers = new Float32Array(24 * MOST_LIGHTS);
  let [count, shadow] = [0, null];
  const put = (place, direction, light) => {
    const { ambient, diffuse, specular, attenuation, isShadow, cone, exponent } = light;
    numbers.set([...place, ...direction, cone, ...ambient, exponent, ...diffuse, isShadow ? 1 : 0,
      ...specular, 0, ...attenuation, 0], 24 * count);
    count += 1;
  };
  if (model.headlight.active) {
    put([...view.eye, 0], unit(view.forward), { ...model.headlight, attenuation: [1, 0, 0], cone: -2, exponent: 0 });
  }
  model.lights.forEach((light, i) => {
    if (!light.active || light.type === Type.image || count >= MOST_LIGHTS) return;
    const place = [...frame.lights.subarray(6 * i, 6 * i + 3)];
    const direction = unit(frame.lights.subarray(6 * i + 3, 6 * i + 6));
    const isShadow = shadow === null && light.castShadow && light.type <= Type.directional;
    if (isShadow) shadow = shadowOf(model, light, place, direction);
    const isSpot = light.type === Type.spot;
    const cone = isSpot && light.cutoff <= 90 ? Math.cos(radians(light.cutoff)) : -2;
    const attenuation = isSpot ? light.attenuation : [1, 0, 0];
    const hasPlace = light.type === Type.directional ? 0 : 1;
    const exponent = isSpot ? light.exponent : 0;
    put([...place, hasPlace], direction, { ...light, attenuation, isShadow, cone, exponent });
  });
  return { numbers, count, shadow };
}

// What a light sees, and the size of a pixel of its map at a distance of 1.
function shadowOf(model, light, place, direction) {
  const up = Math.abs(direction[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const side = (width) => [width, width, width, width];
  const pixel = (width) => 2 * width / SIDE;
  if (light.type === Type.directional) {
    const width = model.shadowClip;
    // the map is around the middle of the model
    const eye = add([...model.center], scaled(direction, -4 * width));
    const clip = multiply(orthographic(side(width), 0.1 * width, 10 * width), look(eye, direction, up));
    return { clip, pixel: pixel(width) };
  }
  const width = Math.tan(radians(Math.min(light.cutoff * model.shadowScale, 80)));
  const distance = length(minus(place, model.center));
  const near = Math.max(model.near, 0.05 * distance);
  const project = perspective(side(width), near, distance + 4 * model.extent);
  return { clip: multiply(project, look(place, direction, up)), pixel: pixel(width) };
}
