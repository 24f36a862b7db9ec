// Textures, decoded by the browser.

export const FLAT = 1;
export const AROUND = 2;
const SRGB = 2;

// A texture; white until its pixels are there, when `ready` is called.
export class Texture {
  constructor(gl, wrap, message, ready) {
    this.gl = gl;
    this.wrap = wrap;
    this.target = this.wrap === FLAT ? gl.TEXTURE_2D : gl.TEXTURE_CUBE_MAP;
    this.texture = gl.createTexture();
    this.white();
    if (message) this.load(message).then(ready, (error) => console.warn('texture', message.id, error));
  }

  // the pictures of the texture, one or six
  sides() {
    const { gl } = this;
    if (this.wrap === FLAT) return [gl.TEXTURE_2D];
    return [0, 1, 2, 3, 4, 5].map((i) => gl.TEXTURE_CUBE_MAP_POSITIVE_X + i);
  }

  white() {
    const { gl } = this;
    gl.bindTexture(this.target, this.texture);
    const pixel = new Uint8Array([255, 255, 255, 255]);
    for (const side of this.sides()) {
      gl.texImage2D(side, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    }
    gl.texParameteri(this.target, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  }

  async load({ file, width, height, colorSpace }) {
    const { gl } = this;
    const blob = new Blob([file], { type: 'image/png' });
    const most = gl.getParameter(gl.MAX_TEXTURE_SIZE);
    const count = this.wrap === FLAT ? 1 : 6;
    const sideHeight = this.wrap === FLAT ? height : width;
    // pixels as they are in the file
    const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' };
    if (Math.max(width, sideHeight) > most) {
      const share = most / Math.max(width, sideHeight);
      options.resizeWidth = Math.max(1, Math.floor(width * share));
      options.resizeHeight = Math.max(1, Math.floor(sideHeight * share));
    }
    const picture = (i) => {
      const top = sideHeight * (i + 1) <= height ? sideHeight * i : 0;
      return createImageBitmap(blob, 0, top, width, sideHeight, options);
    };
    const pictures = await Promise.all(Array.from({ length: count }, (_, i) => picture(i)));
    if (!gl.isTexture(this.texture)) return;
    gl.bindTexture(this.target, this.texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    const format = colorSpace === SRGB ? gl.SRGB8_ALPHA8 : gl.RGBA;
    this.sides().forEach((side, i) => {
      gl.texImage2D(side, 0, format, gl.RGBA, gl.UNSIGNED_BYTE, pictures[i]);
      pictures[i].close();
    });
    gl.generateMipmap(this.target);
    gl.texParameteri(this.target, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    const sharp = gl.getExtension('EXT_texture_filter_anisotropic');
    if (sharp && this.wrap === FLAT) gl.texParameterf(this.target, sharp.TEXTURE_MAX_ANISOTROPY_EXT, 8);
  }

  free() {
    this.gl.deleteTexture(this.texture);
  }
}

// What a texture of a model is wrapped around.
export const wrapOf = ({ type }) => (type === 0 ? FLAT : AROUND);
