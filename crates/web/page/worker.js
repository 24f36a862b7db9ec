// The simulation, in a thread of its own: messages of the page in, messages of the module out.

import { Wasi } from './wasi.js';

// time between two looks at the clock; ms
const EVERY = 8;

const wasi = new Wasi();
// before the module is there: what the page says meanwhile waits
onmessage = ({ data }) => wasi.write(framed(data));

const module = await WebAssembly.instantiateStreaming(fetch('./ferrodyn.wasm'), wasi.imports);
const { exports } = module.instance;
wasi.memory = exports.memory;

// a message with its length before it
function framed(buffer) {
  const bytes = new Uint8Array(4 + buffer.byteLength);
  new DataView(bytes.buffer).setUint32(0, buffer.byteLength, true);
  bytes.set(new Uint8Array(buffer), 4);
  return bytes;
}

function tick() {
  exports.tick();
  const out = wasi.read();
  const view = new DataView(out.buffer);
  for (let at = 0; at < out.length;) {
    const end = at + 4 + view.getUint32(at, true);
    const message = out.buffer.slice(at + 4, end);
    postMessage(message, [message]);
    at = end;
  }
}

postMessage({ ready: true });
setInterval(tick, EVERY);
