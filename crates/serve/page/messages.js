// Messages of the server. crates/serve/src/protocol.rs says what is in them.

export const VERSION = 1;
export const Kind = {
  hello: 1, model: 2, mesh: 3, hfield: 4, texture: 5, surface: 6, shapes: 7, frame: 8, problem: 9,
};

// Reads a message from its begin to its end, four bytes at a time.
class Reader {
  constructor(buffer) {
    this.buffer = buffer;
    this.view = new DataView(buffer);
    this.at = 0;
  }
  word(get) {
    const value = this.view[get](this.at, true);
    this.at += 4;
    return value;
  }
  u32() { return this.word('getUint32'); }
  i32() { return this.word('getInt32'); }
  f32() { return this.word('getFloat32'); }
  f64() {
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }
  // an array in place
  floats(count) {
    const values = new Float32Array(this.buffer, this.at, count);
    this.at += 4 * count;
    return values;
  }
  bytes() {
    const count = this.u32();
    const values = new Uint8Array(this.buffer, this.at, count);
    this.at += 4 * Math.ceil(count / 4);
    return values;
  }
  text() { return new TextDecoder().decode(this.bytes()); }
  // numbers of entries of a table, in two bytes if that is enough
  indices(count, tableLength) {
    const Type = tableLength <= 65536 ? Uint16Array : Uint32Array;
    const values = new Type(this.buffer, this.at, count);
    this.at += 4 * Math.ceil(count * Type.BYTES_PER_ELEMENT / 4);
    return values;
  }
  list(read) { return Array.from({ length: this.u32() }, read); }
}

export function decode(buffer) {
  const r = new Reader(buffer);
  const kind = r.u32();
  const read = READERS[kind];
  return read ? { kind, ...read(r) } : { kind };
}

const READERS = {
  [Kind.hello]: (r) => ({ version: r.u32() }),
  [Kind.problem]: (r) => ({ text: r.text() }),
  [Kind.model]: model,
  [Kind.mesh]: mesh,
  [Kind.hfield]: hfield,
  [Kind.texture]: texture,
  [Kind.surface]: surface,
  [Kind.shapes]: shapes,
  [Kind.frame]: frame,
};

function model(r) {
  return {
    number: r.u32(),
    name: r.text(),
    extent: r.f32(),
    center: r.floats(3),
    near: r.f32(),
    far: r.f32(),
    fovy: r.f32(),
    orthographic: r.u32() !== 0,
    azimuth: r.f32(),
    elevation: r.f32(),
    camera: r.i32(),
    headlight: {
      active: r.u32() !== 0, ambient: r.floats(3), diffuse: r.floats(3), specular: r.floats(3),
    },
    shadowClip: r.f32(),
    shadowScale: r.f32(),
    sky: r.i32(),
    bodies: r.list(() => r.text()),
    cameras: r.list(() => ({ name: r.text(), orthographic: r.u32() !== 0, sides: r.floats(4) })),
    lights: r.list(() => light(r)),
    materials: r.list(() => ({ texture: r.i32(), uniform: r.u32() !== 0, repeat: r.floats(2) })),
    controls: r.list(() => ({ name: r.text(), low: r.f32(), high: r.f32() })),
    keys: r.list(() => r.text()),
    assets: r.u32(),
  };
}

function light(r) {
  return {
    type: r.i32(),
    active: r.u32() !== 0,
    castShadow: r.u32() !== 0,
    ambient: r.floats(3),
    diffuse: r.floats(3),
    specular: r.floats(3),
    attenuation: r.floats(3),
    cutoff: r.f32(),
    exponent: r.f32(),
  };
}

function mesh(r) {
  const [number, id] = [r.u32(), r.u32()];
  const counts = Array.from({ length: 6 }, () => r.u32());
  const [verts, normals, texcoords, faces, faceNormals, faceTexcoords] = counts;
  return {
    number,
    id,
    verts: r.floats(3 * verts),
    normals: r.floats(3 * normals),
    texcoords: r.floats(2 * texcoords),
    faces: r.indices(faces, verts),
    faceNormals: r.indices(faceNormals, normals),
    faceTexcoords: r.indices(faceTexcoords, texcoords),
  };
}

function hfield(r) {
  const [number, id, rows, columns] = [r.u32(), r.u32(), r.i32(), r.i32()];
  return { number, id, rows, columns, size: r.floats(4), heights: r.floats(rows * columns) };
}

function texture(r) {
  return {
    number: r.u32(), id: r.u32(), type: r.i32(), colorSpace: r.i32(),
    width: r.u32(), height: r.u32(), file: r.bytes(),
  };
}

function surface(r) {
  const [number, id, dim, radius, flat] = [r.u32(), r.u32(), r.u32(), r.f32(), r.u32() !== 0];
  const [verts, corners, textureCorners, texcoords] = [r.u32(), r.u32(), r.u32(), r.u32()];
  return {
    number, id, dim, radius, flat, verts,
    texcoords: r.floats(2 * texcoords),
    corners: r.indices(corners, verts),
    textureCorners: r.indices(textureCorners, texcoords),
  };
}

function shapes(r) {
  const [number, version] = [r.u32(), r.u32()];
  const list = r.list(() => ({
    type: r.i32(), data: r.i32(), body: r.i32(), material: r.i32(), flags: r.u32(),
    size: r.floats(3), color: r.floats(4), shine: r.floats(4),
  }));
  return { number, version, list };
}

function frame(r) {
  const head = {
    model: r.u32(), number: r.u32(), time: r.f64(),
    speed: r.f32(), measured: r.f32(), running: r.u32() !== 0,
    selected: r.i32(), point: r.floats(3), shapesVersion: r.u32(),
  };
  return {
    ...head,
    poses: r.floats(7 * r.u32()),
    cameras: r.floats(7 * r.u32()),
    lights: r.floats(6 * r.u32()),
    controls: r.floats(r.u32()),
    surfaces: r.list(() => r.floats(3 * r.u32())),
  };
}
