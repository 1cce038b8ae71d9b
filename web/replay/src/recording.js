// SPDX-License-Identifier: MIT
// A recording as the page uses it.
import { Reader, fromBase64, gunzip } from './bytes.js';
import { decodeDetails } from './details.js';
import { Frames } from './frames.js';

/** @typedef {{name: string, kind: string, shape: string, mesh: number, scale: number[], motion: string,
 *             material: string, mass: number}} Body */
/** @typedef {{positions: Float32Array, normals: Float32Array, triangles: Uint32Array}} Mesh */
/** @typedef {{contacts: number[], deepest: number[], kinetic_energy: number[], phases: number[][]}} Scalars */

export class Recording {
  /** @type {Mesh[]} */ meshes = [];
  /** @type {Map<number, Uint8Array>} */ #details = new Map();
  /** @type {import('./details.js').Details | null} */ #last = null;

  /** @param {any} header @param {Frames} frames @param {Scalars} scalars */
  constructor(header, frames, scalars) {
    this.title = /** @type {string} */ (header.title);
    this.up = /** @type {number[]} */ (header.up);
    this.step = /** @type {number} */ (header.step);
    this.phases = /** @type {string[]} */ (header.phases);
    this.facts = /** @type {[string, string][]} */ (header.facts);
    this.bodies = /** @type {Body[]} */ (header.bodies);
    this.frames = frames;
    this.scalars = scalars;
  }
  get count() { return this.frames.count; }
  /** Frames with contacts, boxes and pairs, in order. */
  get detailed() { return [...this.#details.keys()]; }
  /** @param {number} frame @param {Uint8Array} bytes */
  addDetails(frame, bytes) { this.#details.set(frame, bytes); }
  /** Of a frame, or null if they were not recorded. @param {number} frame */
  details(frame) {
    const bytes = this.#details.get(frame);
    if (!bytes) return null;
    if (this.#last?.frame !== frame) this.#last = decodeDetails(bytes);
    return this.#last;
  }
}

/** @param {Uint8Array} bytes @returns {Mesh} */
function decodeMesh(bytes) {
  const reader = new Reader(bytes), vertices = reader.u32(), corners = reader.u32();
  const floats = () => new Float32Array(reader.take(12 * vertices).slice().buffer);
  return { positions: floats(), normals: floats(), triangles: new Uint32Array(reader.take(4 * corners).slice().buffer) };
}

/** [tag, payload] of all sections. @param {Uint8Array} bytes */
function sections(bytes) {
  const reader = new Reader(bytes), all = /** @type {[string, Uint8Array][]} */ ([]);
  if (reader.tag() + reader.tag() !== 'TACTUSR1') throw new Error('this is no recording of tactus');
  while (!reader.done) {
    const tag = reader.tag();
    all.push([tag, reader.take(reader.u32())]);
  }
  return all;
}

/** @param {string} text base64 of a gzip file @param {(done: number) => Promise<void>} progress told from 0 to 1 */
export async function loadRecording(text, progress) {
  const all = sections(await gunzip(fromBase64(text)));
  const json = (/** @type {string} */ tag) =>
    JSON.parse(new TextDecoder().decode(all.find((s) => s[0] === tag)?.[1] ?? new Uint8Array()));
  const header = json('HEAD'), count = all.filter((s) => s[0] === 'FRAM').length;
  if (count === 0) throw new Error('no frame was recorded');
  const frames = new Frames(count, header.bodies.length, header.steps);
  const recording = new Recording(header, frames, json('TAIL'));
  for (const [tag, payload] of all) {
    if (tag === 'MESH') recording.meshes.push(decodeMesh(payload));
    if (tag === 'DETL') recording.addDetails(new Reader(payload).u32(), payload);
    if (tag !== 'FRAM') continue;
    frames.decode(payload);
    if (frames.decoded % 20 === 0) await progress(frames.decoded / count);
  }
  return recording;
}
