// The connection, opened again whenever it ends.

const LONGEST_WAIT = 4000;

export class Socket {
  // calls `message` with bytes, and `state` with true or false when it is open or not
  constructor(message, state) {
    this.message = message;
    this.state = state;
    this.wait = 250;
    this.open();
  }

  open() {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.wait = 250;
      this.state(true);
    };
    socket.onmessage = (event) => this.message(event.data);
    socket.onclose = () => {
      this.state(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
    this.socket = socket;
  }

  send(bytes) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(bytes);
  }
}
