// SPDX-License-Identifier: MIT
// Where the bodies are, and how large: for the camera, the light and the sizes of marks.

/** `centre` and `radius` of all, `end`: where they come to rest, `bodyRadius` of a typical one, `floor`: how low they get.
 * @typedef {{centre: number[], end: number[], radius: number, bodyRadius: number, floor: number}} Extent */

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

/** The extent of the moving bodies, in a few frames; the farthest one in a hundred is ignored.
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
  const typical = quantile(radii, 0.5) || 1, pose = new Float64Array(7);
  const axes = /** @type {number[][]} */ ([[], [], []]);
  const ends = /** @type {number[][]} */ ([[], [], []]), heights = /** @type {number[]} */ ([]);
  for (const part of [0, 0.5, 0.8, 1, 1, 1]) {  // the end is visible for the longest time
    for (const body of chosen) {
      recording.frames.pose(Math.floor(part * (recording.count - 1)), body, pose);
      for (let k = 0; k < 3; ++k) {
        axes[k].push(pose[k]);
        if (part === 1) ends[k].push(pose[k]);
      }
      heights.push(pose[0] * recording.up[0] + pose[1] * recording.up[1] + pose[2] * recording.up[2]);
    }
  }
  const low = axes.map((x) => quantile(x, 0.01)), high = axes.map((x) => quantile(x, 0.99));
  const centre = low.map((x, k) => (x + high[k]) / 2);
  const radius = Math.hypot(...low.map((x, k) => (high[k] - x) / 2)) + typical;
  return { centre, end: ends.map((x) => quantile(x, 0.5)), radius, bodyRadius: typical, floor: quantile(heights, 0.02) - typical };
}
