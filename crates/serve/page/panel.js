// Buttons, lists and sliders.

import { FOLLOW, FREE } from './camera.js';
import * as commands from './commands.js';

const SPEEDS = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1];
const MOST_SLIDERS = 200;
const find = (id) => document.getElementById(id);

export class Panel {
  // `scene` has `camera`, `frame`, `send` and `redraw`
  constructor(scene, pointer) {
    this.scene = scene;
    this.pointer = pointer;
    this.sliders = [];
    const { send } = scene;
    this.click('play', () => send(commands.play(!scene.frame?.running)));
    this.click('step', () => send(commands.step(1)));
    this.click('reset', () => send(commands.reset()));
    this.click('pull', () => this.togglePull());
    this.click('more', () => this.toggleSliders());
    fill(find('speed'), SPEEDS.map((percent) => [percent, `${percent} %`]), 100);
    find('speed').onchange = (event) => send(commands.speed(Number(event.target.value)));
    find('key').onchange = (event) => {
      if (event.target.value !== '') send(commands.key(Number(event.target.value)));
      event.target.value = '';
    };
    find('camera').onchange = (event) => {
      scene.camera.choice = Number(event.target.value);
      scene.redraw();
    };
    document.addEventListener('keydown', (event) => this.keydown(event));
  }

  click(id, action) {
    find(id).onclick = action;
  }

  keydown(event) {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const { send, frame } = this.scene;
    const actions = {
      ' ': () => send(commands.play(!frame?.running)),
      ArrowRight: () => send(commands.step(1)),
      Backspace: () => send(commands.reset()),
    };
    if (isField || event.target instanceof HTMLButtonElement || !actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  togglePull() {
    this.pointer.pulls = !this.pointer.pulls;
    find('pull').setAttribute('aria-pressed', this.pointer.pulls);
  }

  toggleSliders() {
    const panel = find('panel');
    panel.hidden = !panel.hidden;
    find('more').setAttribute('aria-expanded', !panel.hidden);
  }

  // A new model.
  show(model, choice) {
    document.title = `${model.name} - ferrodyn`;
    const cameras = model.cameras.map(({ name }, id) => [id, name]);
    const all = [[FREE, 'free'], [FOLLOW, 'follow selected'], ...cameras];
    fill(find('camera'), all, choice);
    find('key').hidden = model.keys.length === 0;
    fill(find('key'), [['', 'keyframe'], ...model.keys.map((name, id) => [id, name])], '');
    this.sliders = model.controls.slice(0, MOST_SLIDERS).map((control, id) => this.slider(control, id));
    find('panel').replaceChildren(...this.sliders.map(({ box }) => box));
    const isNarrow = matchMedia('(max-width: 640px)').matches;
    find('panel').hidden = this.sliders.length === 0 || isNarrow;
    find('more').hidden = this.sliders.length === 0;
    find('more').setAttribute('aria-expanded', !find('panel').hidden);
  }

  slider({ name, low, high }, id) {
    const box = document.createElement('label');
    box.className = 'control';
    const title = Object.assign(document.createElement('span'), { textContent: name, title: name });
    const value = document.createElement('output');
    // controls without a range get one
    const [min, max] = low < high ? [low, high] : [-1, 1];
    const input = Object.assign(document.createElement('input'), { type: 'range', min, max, step: 'any', value: 0 });
    input.oninput = () => {
      value.textContent = Number(input.value).toFixed(2);
      this.scene.send(commands.control(id, Number(input.value)));
    };
    box.append(title, value, input);
    return { box, input, value };
  }

  // What a frame says, a few times per second.
  update(frame, framesPerSecond) {
    find('play').textContent = frame.running ? 'Pause' : 'Play';
    const speed = find('speed');
    if (document.activeElement !== speed) speed.value = String(Math.round(frame.speed));
    const measured = frame.running ? `${frame.measured.toFixed(0)} % of real time` : 'paused';
    find('time').textContent = `${frame.time.toFixed(2)} s, ${measured}, ${framesPerSecond.toFixed(0)} fps`;
    this.sliders.forEach(({ input, value }, id) => {
      if (input.matches(':active')) return;
      input.value = frame.controls[id];
      value.textContent = frame.controls[id].toFixed(2);
    });
  }

  problem(text) {
    find('problem').textContent = text;
    find('problem').hidden = text === '';
  }

  notice(text) {
    find('notice').textContent = text;
    find('notice').hidden = text === '';
  }
}

function fill(select, entries, chosen) {
  select.replaceChildren(...entries.map(([value, text]) => new Option(text, value)));
  select.value = String(chosen);
}
