// SPDX-License-Identifier: MIT
// Reads the little-endian bytes of a recording (io/recording.h writes them).

/** Reads bytes from front to back. */
export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }
  get done() { return this.at >= this.bytes.length; }
  u32() { const x = this.view.getUint32(this.at, true); this.at += 4; return x; }
  f64() { const x = this.view.getFloat64(this.at, true); this.at += 8; return x; }
  /** @param {number} size @returns {Uint8Array} */
  take(size) {
    if (this.at + size > this.bytes.length) throw new Error('the recording ends too early');
    const part = this.bytes.subarray(this.at, this.at + size);
    this.at += size;
    return part;
  }
  /** Four letters. */
  tag() { return String.fromCharCode(...this.take(4)); }

  /** Seven bits per byte; 0, 1, 2, 3 stand for 0, -1, 1, -2. */
  signed() {
    let x = 0, shift = 0, byte = 0;
    do {
      byte = this.bytes[this.at++];
      x |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte & 0x80);
    return (x >>> 1) ^ -(x & 1);
  }

  /** `count` numbers whose first bytes come first, then all second bytes, and so on.
   * @param {Uint32ArrayConstructor | Float32ArrayConstructor | Float64ArrayConstructor} Kind @param {number} count */
  column(Kind, count) {
    const width = Kind.BYTES_PER_ELEMENT, planes = this.take(width * count);
    const mixed = new Uint8Array(width * count);
    for (let k = 0; k < width; ++k)
      for (let i = 0; i < count; ++i) mixed[i * width + k] = planes[k * count + i];
    return new Kind(mixed.buffer);
  }
  /** Three columns of floats. @param {number} count */
  vectors(count) { return [0, 1, 2].map(() => /** @type {Float32Array} */ (this.column(Float32Array, count))); }
}

/** Is bit i set? @param {Uint8Array} bits @param {number} i */
export const bit = (bits, i) => bits[i >> 3] >> (i & 7) & 1;

/** In pieces: one string of tens of megabytes at once takes several times its size. @param {string} text */
export function fromBase64(text) {
  const clean = text.trim(), padding = clean.endsWith('==') ? 2 : clean.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array(clean.length / 4 * 3 - padding);
  const piece = 1 << 20;  // a multiple of 4
  for (let at = 0, out = 0; at < clean.length; at += piece) {
    const part = atob(clean.slice(at, at + piece));
    for (let i = 0; i < part.length; ++i) bytes[out++] = part.charCodeAt(i);
  }
  return bytes;
}

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export async function gunzip(bytes) {
  const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
