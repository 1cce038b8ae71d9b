// SPDX-License-Identifier: MIT
// Where the bodies are, and how large: for the camera, the light and the sizes of marks.

/** `centre` and `radius` of all, `low` and `high`: the corners of a box around them, `bodyRadius` of a typical one,
 * `floor`: how low they get.
 * @typedef {{centre: number[], radius: number, low: number[], high: number[], bodyRadius: number, floor: number}} Extent */

/** The quantile: this part of the numbers is below it. @param {number[]} numbers @param {number} part */
export function quantile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] : 0;
}

/** Of a body's shape, about its origin. @param {import('./recording.js').Recording} recording @param {number} body */
export function bodyRadius(recording, body) {
  const { mesh, scale } = recording.bodies[body], { positions } = recording.meshes[mesh];
  let most = 0;
  for (let i = 0; i < positions.length; i += 3)
    most = Math.max(most, Math.hypot(positions[i] * scale[0], positions[i + 1] * scale[1], positions[i + 2] * scale[2]));
  return most;
}

/** The extent of the moving bodies in all frames. A body that flies away is ignored: one that is farther outside than
 * the space that holds 98 of 100 is wide.
 * @param {import('./recording.js').Recording} recording @returns {Extent} */
export function extentOf(recording) {
  const moving = recording.bodies.map((_, i) => i).filter((i) => recording.bodies[i].motion !== 'fixed');
  const chosen = moving.length ? moving : recording.bodies.map((_, i) => i);
  const cache = new Map();
  const radii = chosen.map((i) => {
    const key = recording.bodies[i].mesh + ' ' + recording.bodies[i].scale;
    if (!cache.has(key)) cache.set(key, bodyRadius(recording, i));
    return cache.get(key);
  });
  const typical = quantile(radii, 0.5) || 1, largest = quantile(radii, 0.99) || typical, pose = new Float64Array(7);
  const axes = /** @type {number[][]} */ ([[], [], []]), heights = /** @type {number[]} */ ([]);
  const frames = Math.min(recording.count, Math.max(6, Math.floor(300000 / chosen.length)));  // evenly, so that a long run opens fast
  for (let f = 0; f < frames; ++f) {
    const frame = frames > 1 ? Math.round(f * (recording.count - 1) / (frames - 1)) : 0;
    for (const body of chosen) {
      recording.frames.pose(frame, body, pose);
      for (let k = 0; k < 3; ++k) axes[k].push(pose[k]);
      heights.push(pose[0] * recording.up[0] + pose[1] * recording.up[1] + pose[2] * recording.up[2]);
    }
  }
  const near = axes.map((x) => {
    x.sort((a, b) => a - b);
    const first = x[Math.floor(0.01 * x.length)], last = x[Math.min(x.length - 1, Math.floor(0.99 * x.length))];
    const reach = last - first + 2 * largest;
    return { low: x.find((v) => v >= first - reach) ?? first, high: x.findLast((v) => v <= last + reach) ?? last };
  });
  const low = near.map((x) => x.low - largest), high = near.map((x) => x.high + largest);
  const centre = low.map((x, k) => (x + high[k]) / 2);
  const radius = Math.hypot(...low.map((x, k) => (high[k] - x) / 2));
  return { centre, radius, low, high, bodyRadius: typical, floor: quantile(heights, 0.02) - typical };
}
