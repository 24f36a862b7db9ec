// As much of a system as the module asks for: a clock, standard input and output, random numbers.

const SUCCESS = 0;
const NOT_SUPPORTED = 58;
const BAD_FILE = 8;
const [IN, OUT, ERR] = [0, 1, 2];

export class Wasi {
  constructor() {
    this.memory = null;
    this.waiting = [];
    this.written = [];
    this.imports = { wasi_snapshot_preview1: new Proxy(this.calls(), {
      // there are no files, arguments or sockets
      get: (calls, name) => calls[name] ?? (() => NOT_SUPPORTED),
    }) };
  }

  // bytes for the standard input of the module
  write(bytes) {
    this.waiting.push(bytes);
  }

  // bytes that the module has written since the last time
  read() {
    return joined(this.written.splice(0));
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  // the buffers of a call: where they are in memory
  *buffers(list, count) {
    for (let i = 0; i < count; i += 1) {
      const [start, length] = [0, 4].map((at) => this.view.getUint32(list + 8 * i + at, true));
      yield new Uint8Array(this.memory.buffer, start, length);
    }
  }

  calls() {
    const zeros = (first, second) => {
      for (const at of [first, second]) this.view.setUint32(at, 0, true);
      return SUCCESS;
    };
    return {
      clock_time_get: (clock, precision, to) => {
        const now = performance.timeOrigin + performance.now();
        this.view.setBigUint64(to, BigInt(Math.round(1e6 * now)), true);
        return SUCCESS;
      },
      fd_read: (file, list, count, to) => file === IN ? this.give(list, count, to) : BAD_FILE,
      fd_write: (file, list, count, to) => this.take(file, list, count, to),
      random_get: (start, length) => {
        crypto.getRandomValues(new Uint8Array(this.memory.buffer, start, length));
        return SUCCESS;
      },
      environ_sizes_get: zeros,
      args_sizes_get: zeros,
      environ_get: () => SUCCESS,
      args_get: () => SUCCESS,
      fd_prestat_get: () => BAD_FILE,
      sched_yield: () => SUCCESS,
      proc_exit: (code) => { throw new Error(`the module has ended with ${code}`); },
    };
  }

  // standard input: what waits, as far as there is room
  give(list, count, to) {
    let total = 0;
    for (const buffer of this.buffers(list, count)) {
      const bytes = joined(this.waiting.splice(0));
      const length = Math.min(bytes.length, buffer.length);
      buffer.set(bytes.subarray(0, length));
      if (length < bytes.length) this.waiting.push(bytes.subarray(length));
      total += length;
    }
    this.view.setUint32(to, total, true);
    return SUCCESS;
  }

  // standard output is kept, what goes wrong is told
  take(file, list, count, to) {
    const bytes = joined([...this.buffers(list, count)]);
    if (file === OUT) this.written.push(bytes);
    else if (file === ERR) console.error(new TextDecoder().decode(bytes));
    else return BAD_FILE;
    this.view.setUint32(to, bytes.length, true);
    return SUCCESS;
  }
}

// a copy of arrays of bytes, one after the other
function joined(arrays) {
  const all = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const bytes of arrays) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}
