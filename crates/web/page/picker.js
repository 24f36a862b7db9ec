// The list of models, and files that are dropped on the page.

import { MODELS } from './models.js';

export class Picker {
  // calls `open` with the text of a model
  constructor(open) {
    this.open = open;
    const select = document.createElement('select');
    select.id = 'model';
    select.title = 'choose a model, or drop an MJCF file on the page';
    select.append(...MODELS.map(([name, file]) => new Option(name, file)));
    select.onchange = () => this.fetch(select.value);
    document.getElementById('bar').prepend(select);
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => this.drop(event));
    this.fetch(select.value);
  }

  async fetch(file) {
    const answer = await fetch(`./models/${file}`);
    this.open(await answer.text());
  }

  async drop(event) {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) this.open(await file.text());
  }
}
