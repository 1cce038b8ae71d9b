// SPDX-License-Identifier: MIT
// Where every body is in every frame, decoded from differences (io/frame_codec.h has the format).
import { Reader, bit } from './bytes.js';

/** @typedef {{position: number, quaternion: number, speed: number}} Steps sizes of one unit */

export class Frames {
  /** @param {number} count of frames @param {number} bodies @param {Steps} steps */
  constructor(count, bodies, steps) {
    this.count = count;
    this.bodies = bodies;
    this.steps = steps;
    this.decoded = 0;
    this.times = new Float64Array(count);
    this.positions = new Int32Array(count * bodies * 3);
    this.rotations = new Int16Array(count * bodies * 4);  // w x y z
    this.speeds = new Int32Array(count * bodies);
    this.islands = new Int32Array(count * bodies);
    this.asleep = new Uint8Array(count * bodies);
  }

  /** The next frame. @param {Uint8Array} bytes */
  decode(bytes) {
    const reader = new Reader(bytes), f = this.decoded++, n = this.bodies, mask = (n + 7) >> 3;
    this.times[f] = reader.f64();
    const moved = reader.take(mask);
    for (let k = 0; k < 3; ++k) this.#decodeColumn(reader, moved, f, this.positions, 3, k);
    for (let k = 0; k < 4; ++k) this.#decodeColumn(reader, moved, f, this.rotations, 4, k);
    const changed = reader.take(mask);
    for (const [numbers, first] of /** @type {[Int32Array, number][]} */ ([[this.speeds, 0], [this.islands, -1]])) {
      for (let i = 0; i < n; ++i) {
        const before = f > 0 ? numbers[(f - 1) * n + i] : first;
        numbers[f * n + i] = before + (bit(changed, i) ? reader.signed() : 0);
      }
    }
    const turned = reader.take(mask);
    for (let i = 0; i < n; ++i) this.asleep[f * n + i] = (f > 0 ? this.asleep[(f - 1) * n + i] : 0) ^ bit(turned, i);
  }

  /** One number of every body: extrapolated from the last two frames, plus the stored remainder.
   * @param {Reader} reader @param {Uint8Array} moved @param {number} f @param {Int32Array | Int16Array} numbers
   * @param {number} width @param {number} k */
  #decodeColumn(reader, moved, f, numbers, width, k) {
    const stride = this.bodies * width;
    for (let i = 0; i < this.bodies; ++i) {
      const at = f * stride + i * width + k;
      const last = f > 0 ? numbers[at - stride] : 0, beforeLast = f > 1 ? numbers[at - 2 * stride] : 0;
      numbers[at] = 2 * last - beforeLast + (bit(moved, i) ? reader.signed() : 0);
    }
  }

  /** Position and unit quaternion (x y z w) of a body, between frames too.
   * @param {number} frame @param {number} body @param {Float64Array} out of 7 */
  pose(frame, body, out) {
    const f = Math.min(Math.floor(frame), this.count - 1), g = Math.min(f + 1, this.count - 1), t = frame - f;
    const n = this.bodies, p = (f * n + body) * 3, q = (f * n + body) * 4, p1 = (g * n + body) * 3, q1 = (g * n + body) * 4;
    const x = this.positions, r = this.rotations, step = this.steps.position;
    for (let k = 0; k < 3; ++k) out[k] = (x[p + k] + t * (x[p1 + k] - x[p + k])) * step;
    let [w, a, b, c] = [r[q], r[q + 1], r[q + 2], r[q + 3]];
    if (t > 0) {  // signs are continuous from frame to frame, so linear interpolation is the short way
      w += t * (r[q1] - w); a += t * (r[q1 + 1] - a); b += t * (r[q1 + 2] - b); c += t * (r[q1 + 3] - c);
    }
    const scale = 1 / (Math.hypot(w, a, b, c) || 1);
    out[3] = a * scale; out[4] = b * scale; out[5] = c * scale; out[6] = w * scale;
    return out;
  }
  /** @param {number} frame @param {number} body */
  speed(frame, body) { return this.speeds[Math.floor(frame) * this.bodies + body] * this.steps.speed; }
  /** @param {number} frame @param {number} body */
  island(frame, body) { return this.islands[Math.floor(frame) * this.bodies + body]; }
  /** @param {number} frame @param {number} body */
  sleeps(frame, body) { return this.asleep[Math.floor(frame) * this.bodies + body] === 1; }
}
