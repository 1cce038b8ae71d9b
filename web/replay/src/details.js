// SPDX-License-Identifier: MIT
// Contacts, boxes and pairs of a frame (io/detail_codec.h has the format).
import { Reader } from './bytes.js';

/** @typedef {ReturnType<typeof decodeDetails>} Details */

/** @param {Uint8Array} bytes */
export function decodeDetails(bytes) {
  const r = new Reader(bytes);
  const frame = r.u32(), contacts = r.u32(), points = r.u32(), boxes = r.u32(), pairs = r.u32();
  const u32 = (/** @type {number} */ n) => /** @type {Uint32Array} */ (r.column(Uint32Array, n));
  const f64 = (/** @type {number} */ n) => /** @type {Float64Array} */ (r.column(Float64Array, n));
  const f32 = (/** @type {number} */ n) => /** @type {Float32Array} */ (r.column(Float32Array, n));
  const contact = {
    count: contacts, a: u32(contacts), b: u32(contacts), status: u32(contacts), points: u32(contacts),
    distance: f64(contacts), lower: f64(contacts), upper: f64(contacts), normal: r.vectors(contacts),
    featureA: u32(contacts), featureB: u32(contacts),
  };
  const point = {
    count: points, position: r.vectors(points), distance: f32(points), idA: u32(points), idB: u32(points),
    clip: u32(points), age: u32(points), impulse: r.vectors(points), contact: new Uint32Array(points),
  };
  for (let c = 0, p = 0; c < contacts; ++c) for (let k = 0; k < contact.points[c]; ++k) point.contact[p++] = c;
  return {
    frame, contact, point,
    box: { count: boxes, min: r.vectors(boxes), max: r.vectors(boxes) },
    pair: { count: pairs, a: u32(pairs), b: u32(pairs) },
  };
}

const kinds = ['vertex', 'edge', 'face', 'curved'];
export const statusNames = ['separated', 'overlapping', 'beyond_max', 'stalled', 'invalid'];

/** "face 3": the name that Feature::id packs into 32 bits. Rounded by a ball, vertices and edges are curved and have a mark
 * (tactus/shape/rounded.h). @param {number} id */
export function featureName(id) {
  const kind = kinds[id >>> 30], index = id & 0x0fffffff;
  if (kind === 'curved' && id & 1 << 28) return `rounded vertex ${index}`;
  if (kind === 'curved' && id & 1 << 29) return `rounded edge ${index}`;
  return `${kind} ${id & 0x3fffffff}`;
}

/** The part of an outline in 16 bits. @param {number} code */
export function partName(code) {
  if (code === 0) return 'inside';
  return `${code & 0x8000 ? 'side' : 'corner'} ${(code & 0x7fff) - 1}`;
}
