// SPDX-License-Identifier: MIT
// Puts the page together: loads the recording, makes the views, and keeps them consistent with the state.
import { Actions } from './actions.js';
import { Bodies } from './bodies.js';
import { extentOf } from './bounds.js';
import { Boxes } from './boxes.js';
import { Contacts } from './contacts.js';
import { connectControls, element, showControls } from './controls.js';
import { describeBody, describeContact, factsOf } from './info.js';
import { commands, listen } from './keyboard.js';
import { contactLegend, legendFor } from './legend.js';
import { PlotView, escapeText, plotsOf } from './plots.js';
import { loadRecording } from './recording.js';
import { Stage } from './stage.js';
import { State } from './state.js';

/** "1 body", "4,861 bodies" @param {number} n @param {string} one @param {string} many */
const counted = (n, one, many) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

class Page {
  /** @param {import('./recording.js').Recording} recording */
  constructor(recording) {
    this.recording = recording;
    this.state = new State(recording.count);
    this.stage = new Stage(element('view'), extentOf(recording), recording.up);
    this.bodies = new Bodies(this.stage, recording);
    this.stage.heavy = recording.bodies.length > 800;
    this.contacts = new Contacts(this.stage);
    this.boxes = new Boxes(this.stage);
    this.actions = new Actions(recording, this.state, this.stage, this.bodies, this.contacts);
    this.plots = plotsOf(recording).map((plot) => new PlotView(element('plots'), plot, (f) => this.state.goTo(f)));
    this.commands = commands(this.state, this.actions);
    this.frameTimes = /** @type {number[]} */ ([]);
    this.legend = '';
    listen(this.commands);
    connectControls(this.state, this.actions, recording);
    this.#connectPointer();
    this.#writeWords();
    this.state.listeners.push((changed) => this.#update(changed));
    this.stage.themeListeners.push(() => {
      this.bodies.colour(this.state.shown, this.state.colouring);
      this.#redrawPlots();
    });
    new ResizeObserver(() => { this.stage.resize(); this.#redrawPlots(); }).observe(element('stage'));
    this.stage.resize();
    this.stage.fit();
    this.#update(new Set(['frame', 'colouring', 'shadows']));
    this.last = performance.now();
    requestAnimationFrame((now) => this.#tick(now));
  }

  /** A click is a press without a drag. */
  #connectPointer() {
    const { canvas } = this.stage;
    let down = { x: 0, y: 0 };
    canvas.addEventListener('pointerdown', (e) => { down = { x: e.clientX, y: e.clientY }; });
    canvas.addEventListener('pointerup', (e) => {
      if (Math.hypot(e.clientX - down.x, e.clientY - down.y) < 5) this.actions.pick(e.offsetX, e.offsetY);
    });
  }

  #writeWords() {
    const { recording } = this, row = (/** @type {string} */ a, /** @type {string} */ b) => `<dt>${a}</dt><dd>${b}</dd>`;
    document.title = `${recording.title} · tactus replay`;
    element('title').querySelector('h1').textContent = recording.title;
    element('subtitle').textContent = `${counted(recording.bodies.length, 'body', 'bodies')}, ${counted(recording.count, 'frame', 'frames')}`;
    element('keys').innerHTML = this.commands.map((c) => row(`<kbd>${escapeText(c.label)}</kbd>`, c.does)).join('');
  }
  /** Shown in the help, with this machine's time per frame. */
  #writeFacts() {
    const times = this.frameTimes, mean = times.reduce((a, b) => a + b, 0) / times.length;
    const speed = times.length < 5 ? 'play to measure' : `${mean.toFixed(1)} ms, mean of the last ${times.length}`;
    const facts = [...factsOf(this.recording), ['drawn by', this.stage.name + (this.stage.software ? ' (software)' : '')], ['time per frame', speed]];
    element('facts').innerHTML = facts.map(([name, value]) => `<dt>${escapeText(name)}</dt><dd>${escapeText(value)}</dd>`).join('');
  }
  #redrawPlots() {
    for (const plot of this.plots) plot.prepare(), plot.draw(this.state.frame);
  }

  /** @param {Set<string>} changed */
  #update(changed) {
    const { state, recording, stage } = this, { shown } = state;
    const newFrame = changed.has('frame');
    if (newFrame) this.bodies.place(state.frame);
    if (changed.has('colouring') || (newFrame && state.colouring !== 'shape')) this.bodies.colour(shown, state.colouring);
    if (changed.has('xray')) this.bodies.setXray(state.xray);
    if (changed.has('shadows')) stage.shadows = state.shadows;
    if (newFrame && state.selection?.kind === 'contact' && state.selection.frame !== shown) state.selection = null;
    const details = recording.details(shown);
    if (newFrame || changed.has('contacts') || changed.has('normals')) this.contacts.show(details, state.contacts, state.normals);
    if (newFrame || changed.has('boxes')) this.boxes.showBoxes(state.boxes ? details : null);
    if (newFrame || changed.has('pairs')) this.boxes.showPairs(state.pairs ? details : null, (b) => this.bodies.centre(b, shown));
    const marks = details && (state.contacts || state.normals) ? contactLegend(details) : '';
    const legend = legendFor(state.colouring, this.bodies) + marks;
    if (legend !== this.legend) element('legend').innerHTML = this.legend = legend;
    this.#showNotice(details === null);
    this.#showSelection();
    showControls(state, recording);
    for (const plot of this.plots) plot.draw(state.frame);
    if (newFrame && state.playing) stage.moved();
    else stage.invalidate();
  }

  /** @param {boolean} missing */
  #showNotice(missing) {
    const { contacts, normals, boxes, pairs, playing } = this.state;
    element('notice').hidden = !(missing && (contacts || normals || boxes || pairs) && !playing);
    element('notice').textContent = 'Contacts, boxes and pairs are recorded for some frames only: press D for the next';
  }
  #showSelection() {
    const { selection, shown, frame } = this.state, info = element('info');
    this.bodies.select(selection?.kind === 'body' ? selection.body : -1, frame);
    this.contacts.select(selection?.kind === 'contact' ? selection.point : -1);
    info.hidden = selection === null;
    if (!selection) return;
    const details = this.recording.details(shown);
    const words = selection.kind === 'body' ? describeBody(this.recording, selection.body, shown)
      : details ? describeContact(this.recording, details, selection.point) : '';
    const html = `<button type="button" class="close" aria-label="Close">×</button>${words}`;
    if (info.dataset.words === html) return;
    info.dataset.words = html;
    info.innerHTML = html;
    info.querySelector('.close').addEventListener('click', () => this.state.set({ selection: null }));
  }

  /** @param {number} now */
  #tick(now) {
    const seconds = Math.min(0.25, (now - this.last) / 1000), { playing } = this.state;
    if (playing) this.frameTimes = [...this.frameTimes.slice(-59), now - this.last];
    this.last = now;
    this.state.advance(seconds, this.recording.step);
    this.stage.render();
    if (element('help-dialog').open && !element('facts').childElementCount) this.#writeFacts();
    if (!element('help-dialog').open) element('facts').replaceChildren();
    requestAnimationFrame((next) => this.#tick(next));
  }
}

async function start() {
  const loading = element('loading');
  const progress = async (/** @type {number} */ done) => {
    loading.querySelector('span').textContent = `Unpacking the recording: ${Math.round(100 * done)} %`;
    await new Promise((next) => setTimeout(next));
  };
  try {
    const source = element('recording'), text = source.textContent;
    source.textContent = '';  // tens of megabytes that are needed only once
    const page = new Page(await loadRecording(text, progress));
    /** For tests and the curious. */
    /** @type {any} */ (window).tactus = page;
    loading.hidden = true;
  } catch (error) {
    loading.textContent = `This recording cannot be shown: ${/** @type {Error} */ (error).message}`;
  }
}
start();
