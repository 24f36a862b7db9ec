// Instead of a connection: a worker that simulates, with a list of models to choose from.

import { Picker } from './picker.js';

const OPEN = 0;

export class Socket {
  // calls `message` with bytes, and `state` with true or false when it is ready or not
  constructor(message, state) {
    this.worker = new Worker('./worker.js', { type: 'module' });
    this.worker.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) message(data);
      else state(data.ready);
    };
    this.worker.onerror = (event) => this.end(event.message);
    this.picker = new Picker((text) => this.open(text));
  }

  // a model, as the text of its file
  open(text) {
    const bytes = new TextEncoder().encode(text);
    const buffer = new ArrayBuffer(4 + bytes.length);
    new DataView(buffer).setUint32(0, OPEN, true);
    new Uint8Array(buffer, 4).set(bytes);
    this.send(buffer);
  }

  send(bytes) {
    this.worker.postMessage(bytes);
  }

  end(why) {
    this.worker.terminate();
    const problem = document.getElementById('problem');
    problem.textContent = `The simulation has ended: ${why}\nReload the page to start again.`;
    problem.hidden = false;
  }
}
