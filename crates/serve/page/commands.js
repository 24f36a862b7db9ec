// Messages to the server.

function message(kind, words) {
  const buffer = new ArrayBuffer(4 + 4 * words.length);
  const view = new DataView(buffer);
  view.setUint32(0, kind, true);
  words.forEach(([set, value], i) => view[set](4 + 4 * i, value, true));
  return buffer;
}

const whole = (x) => ['setUint32', x];
const real = (x) => ['setFloat32', x];

export const seen = (frame) => message(1, [whole(frame)]);
export const play = (running) => message(2, [whole(running ? 1 : 0)]);
export const reset = () => message(3, []);
export const speed = (percent) => message(4, [real(percent)]);
export const step = (count) => message(5, [whole(count)]);
export const key = (id) => message(6, [whole(id)]);
export const control = (id, value) => message(7, [whole(id), real(value)]);
export const grab = (origin, direction) => message(8, [...origin, ...direction].map(real));
export const pull = (point) => message(9, [...point].map(real));
export const release = () => message(10, []);
