// SPDX-License-Identifier: MIT
// The choices of the page's user, and the listeners for changes.

/** @typedef {'shape' | 'speed' | 'island' | 'sleep'} Colouring */
/** @typedef {{kind: 'body', body: number} | {kind: 'contact', point: number, frame: number} | null} Selection */

export const colourings = /** @type {Colouring[]} */ (['shape', 'speed', 'island', 'sleep']);
export const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];
export const toggles = /** @type {const} */ (['contacts', 'normals', 'boxes', 'pairs', 'xray', 'shadows']);

export class State {
  frame = 0;  // may lie between two
  playing = false;
  speed = 1;
  colouring = /** @type {Colouring} */ ('shape');
  selection = /** @type {Selection} */ (null);
  contacts = false;
  normals = false;
  boxes = false;
  pairs = false;
  xray = false;
  shadows = true;

  /** @param {number} count of frames */
  constructor(count) {
    this.count = count;
    /** @type {((changed: Set<string>) => void)[]} */ this.listeners = [];
  }
  /** The frame whose numbers are shown. */
  get shown() { return Math.floor(this.frame); }

  /** Sets the given values, and notifies the listeners of the changes. @param {Partial<State>} values */
  set(values) {
    const changed = new Set();
    for (const [name, value] of Object.entries(values)) {
      if (/** @type {any} */ (this)[name] === value) continue;
      /** @type {any} */ (this)[name] = value;
      changed.add(name);
    }
    if (changed.size) for (const listener of this.listeners) listener(changed);
  }
  /** Goes to a frame and stays there. @param {number} frame */
  goTo(frame) { this.set({ playing: false, frame: Math.max(0, Math.min(this.count - 1, Math.round(frame))) }); }
  /** @param {number} frames */
  stepBy(frames) { this.goTo(this.shown + frames); }
  play() { this.set({ playing: true, frame: this.frame >= this.count - 1 ? 0 : this.frame }); }
  pause() { this.set({ playing: false, frame: this.shown }); }
  /** One speed up or down. @param {number} by */
  changeSpeed(by) {
    this.set({ speed: speeds[Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(this.speed) + by))] });
  }
  /** Lets time pass while playing. @param {number} seconds @param {number} step of simulated time between frames */
  advance(seconds, step) {
    if (!this.playing) return;
    const next = this.frame + seconds * this.speed / step;
    if (next >= this.count - 1) this.set({ frame: this.count - 1, playing: false });
    else this.set({ frame: next });
  }
}
