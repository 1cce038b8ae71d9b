// SPDX-License-Identifier: MIT
// Small plots under the scene: one number per frame, with the current frame as a line.

import { quantile } from './bounds.js';

/** @typedef {{title: string, unit: string, series: {name: string, values: number[]}[]}} Plot */

const colours = ['--plot-1', '--plot-2', '--plot-3', '--plot-4', '--plot-5', '--plot-6'];

/** With three digits, thousands and millions by letter. @param {number} x */
export function short(x) {
  if (!Number.isFinite(x) || x === 0) return String(x);
  const size = Math.abs(x);
  if (size < 1e-4 || size >= 1e12) return x.toExponential(1);
  const [unit, letter] = size >= 1e9 ? [1e9, 'G'] : size >= 1e6 ? [1e6, 'M'] : size >= 1e4 ? [1e3, 'k'] : [1, ''];
  return `${Number((x / Number(unit)).toPrecision(3))}${letter ? '\u202f' + letter : ''}`;
}

/** @param {import('./recording.js').Recording} recording @returns {Plot[]} */
export function plotsOf({ scalars, phases }) {
  const plots = [
    { title: 'Contacts', unit: '', series: [{ name: '', values: scalars.contacts }] },
    { title: 'Deepest overlap', unit: 'm', series: [{ name: '', values: scalars.deepest }] },
    { title: 'Kinetic energy', unit: 'J', series: [{ name: '', values: scalars.kinetic_energy }] },
  ];
  if (phases.length)
    plots.push({ title: 'Time', unit: 'ms', series: phases.map((name, i) => ({ name, values: scalars.phases[i] })) });
  return plots;
}

/** The maximum, unless there are a few outliers: those are cut off, so that the others stay visible. @param {number[]} values */
function topOf(values) {
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  return Math.min(most, 2 * quantile(values, 0.98) || most);
}

export class PlotView {
  /** @param {HTMLElement} parent @param {Plot} plot @param {(frame: number) => void} goTo */
  constructor(parent, plot, goTo) {
    this.plot = plot;
    this.count = plot.series[0].values.length;
    this.most = Math.max(1e-300, ...plot.series.map((s) => topOf(s.values)));
    // The caption has room for two of many curves: those with the largest sums. The others are in its tooltip.
    const sum = (/** @type {{values: number[]}} */ curve) => curve.values.reduce((a, b) => a + b, 0);
    this.named = [...plot.series].sort((a, b) => sum(b) - sum(a)).slice(0, 2);
    const figure = document.createElement('figure');
    figure.className = 'plot';
    this.caption = figure.appendChild(document.createElement('figcaption'));
    this.canvas = figure.appendChild(document.createElement('canvas'));
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', `${plot.title} over time, at most ${short(this.most)} ${plot.unit}`);
    parent.append(figure);
    const jump = (/** @type {PointerEvent} */ event) => {
      if (event.type === 'pointermove' && event.buttons !== 1) return;
      goTo(event.offsetX / this.canvas.clientWidth * (this.count - 1));
    };
    this.canvas.addEventListener('pointerdown', jump);
    this.canvas.addEventListener('pointermove', jump);
  }

  /** The curves, drawn once for each size and theme. */
  prepare() {
    const ratio = Math.min(2, window.devicePixelRatio), { clientWidth: w, clientHeight: h } = this.canvas;
    if (!w || !h) return;
    this.canvas.width = w * ratio;
    this.canvas.height = h * ratio;
    this.curves = document.createElement('canvas');
    this.curves.width = this.canvas.width;
    this.curves.height = this.canvas.height;
    const pen = /** @type {CanvasRenderingContext2D} */ (this.curves.getContext('2d')), style = getComputedStyle(this.canvas);
    pen.scale(ratio, ratio);
    this.plot.series.forEach((series, i) => {
      const colour = style.getPropertyValue(colours[i % colours.length]);
      pen.beginPath();
      // One frame is a level line.
      const values = this.count > 1 ? series.values : [series.values[0], series.values[0]], last = values.length - 1;
      values.forEach((v, f) => pen.lineTo(f / last * w, h - 2 - Math.min(1, v / this.most) * (h - 5)));
      pen.strokeStyle = colour;
      pen.lineWidth = 1.5;
      pen.lineJoin = 'round';
      pen.stroke();
      if (this.plot.series.length > 1) return;
      pen.lineTo(w, h); pen.lineTo(0, h);
      pen.globalAlpha = 0.14;
      pen.fillStyle = colour;
      pen.fill();
      pen.globalAlpha = 1;
    });
  }

  /** @param {number} frame */
  draw(frame) {
    if (!this.curves) this.prepare();
    if (!this.curves) return;
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d')), { width, height } = this.canvas;
    const style = getComputedStyle(this.canvas), x = Math.round(frame / Math.max(1, this.count - 1) * (width - 2)) + 0.5;
    pen.clearRect(0, 0, width, height);
    pen.drawImage(this.curves, 0, 0);
    pen.strokeStyle = style.getPropertyValue('--accent');
    pen.lineWidth = Math.min(2, window.devicePixelRatio) * 1.25;
    pen.beginPath();
    pen.moveTo(x, 0); pen.lineTo(x, height);
    pen.stroke();
    this.#label(Math.floor(frame));
  }

  /** @param {number} frame */
  #label(frame) {
    const { title, unit, series } = this.plot;
    const value = (/** @type {{values: number[]}} */ curve) => short(curve.values[frame] ?? 0);
    const values = this.named.map((s) => `<span class="series" style="--c: var(${colours[series.indexOf(s) % colours.length]})">` +
      `${escapeText(s.name)}${s.name ? ' ' : ''}<b>${value(s)}</b></span>`).join(' ');
    const label = `<span class="plot-title">${title}${unit ? `, ${unit}` : ''}</span> ${values}`;
    if (this.caption.innerHTML !== label) this.caption.innerHTML = label;
    if (series.length > 1) this.caption.title = series.map((s) => `${s.name} ${value(s)} ${unit}`).join(', ');
  }
}

/** @param {string} text */
export const escapeText = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
