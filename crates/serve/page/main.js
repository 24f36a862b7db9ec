// The page: messages in, pictures out.

import { Camera } from './camera.js';
import * as commands from './commands.js';
import { Picture } from './draw.js';
import { Kind, VERSION, decode } from './messages.js';
import { Panel } from './panel.js';
import { Pointer } from './pointer.js';
import { Socket } from './socket.js';

// the browser remembers the token
if (location.search) history.replaceState(null, '', location.pathname);

const scene = {
  camera: new Camera(),
  model: null, shapes: null, frame: null, view: null,
  send: (bytes) => socket.send(bytes),
  redraw: () => { isStale = true; },
};
let isStale = false;
let assetsMissing = 0;
// what measures the page reads this
const figures = { frames: 0, bytes: 0, modelBytes: 0, loaded: 0, drawn: 0, first: 0 };
window.ferrodyn = { scene, figures };

const canvas = document.getElementById('picture');
const pointer = new Pointer(canvas, scene);
const panel = new Panel(scene, pointer);
let picture = null;
try {
  picture = new Picture(canvas, scene.redraw);
} catch (error) {
  panel.notice(`Nothing can be drawn: ${error.message}`);
}

const receivers = {
  [Kind.hello]: ({ version }) => {
    if (version !== VERSION) location.reload();
  },
  [Kind.problem]: ({ text }) => panel.problem(text),
  [Kind.model]: receiveModel,
  [Kind.mesh]: asset((message) => picture.addMesh(message)),
  [Kind.hfield]: asset((message) => picture.addHfield(message)),
  [Kind.texture]: asset((message) => picture.addTexture(message)),
  [Kind.surface]: asset((message) => picture.addSurface(message)),
  [Kind.shapes]: (message) => { scene.shapes = message; },
  [Kind.frame]: receiveFrame,
};

function receiveModel(model) {
  const isSame = scene.model?.name === model.name && scene.model.cameras.length === model.cameras.length;
  picture.clear();
  // a file that was changed is seen as before
  if (!isSame) scene.camera.see(model);
  Object.assign(scene, { model, shapes: null, frame: null });
  panel.show(model, scene.camera.choice);
  assetsMissing = model.assets;
  if (assetsMissing > 0) panel.notice('Loading …');
}

function asset(add) {
  return (message) => {
    add(message);
    assetsMissing -= 1;
    const share = 1 - assetsMissing / Math.max(1, scene.model.assets);
    panel.notice(assetsMissing > 0 ? `Loading … ${Math.round(100 * share)} %` : '');
  };
}

function receiveFrame(frame) {
  socket.send(commands.seen(frame.number));
  scene.frame = frame;
  scene.camera.follow(frame.selected > 0 ? placeOf(frame.selected) : null);
  panel.notice('');
  figures.frames += 1;
  isStale = true;
}

// where the first shape of a body is
function placeOf(body) {
  const index = scene.shapes?.list.findIndex((shape) => shape.body === body) ?? -1;
  return index < 0 ? null : [...scene.frame.poses.subarray(7 * index, 7 * index + 3)];
}

function receive(buffer) {
  if (!picture) return;
  const message = decode(buffer);
  receivers[message.kind]?.(message);
  figures.bytes += buffer.byteLength;
  if (message.kind !== Kind.frame && message.kind !== Kind.shapes) {
    figures.modelBytes += buffer.byteLength;
    figures.loaded = performance.now();
  }
}

const socket = new Socket(receive, (isOpen) => panel.notice(isOpen ? 'Loading …' : 'Connecting …'));

function draw() {
  requestAnimationFrame(draw);
  const { model, shapes, frame } = scene;
  const isWhole = model && shapes && frame && frame.shapesVersion === shapes.version;
  if (!isStale || !isWhole) return;
  isStale = false;
  const aspect = picture.resize();
  scene.view = scene.camera.view(model, frame, aspect);
  picture.draw(scene);
  figures.drawn += 1;
  figures.first ||= performance.now();
}
if (picture) requestAnimationFrame(draw);
addEventListener('resize', scene.redraw);

// numbers change a few times per second
let before = { time: performance.now(), frames: 0 };
setInterval(() => {
  const now = { time: performance.now(), frames: figures.frames };
  const rate = 1000 * (now.frames - before.frames) / (now.time - before.time);
  before = now;
  if (scene.frame) panel.update(scene.frame, rate);
}, 250);
