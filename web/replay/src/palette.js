// SPDX-License-Identifier: MIT
// Colours of bodies. Numbers are sRGB hex; three.js turns them into linear light.
import { Color } from 'three';

const shapeColours = ['#d9735a', '#3f6c9b', '#7fae94', '#e8bd72', '#7a6390', '#8fbcd4', '#b8616f', '#5f8f4f', '#e39a5c',
  '#4b9c8e', '#a58b6f', '#c78fb0', '#6b7fb8', '#9cab4e', '#c9574a', '#58a0b5', '#8a6f5a', '#b59bd0', '#d6a3a0', '#6f9f7a'];
const speedRamp = ['#24456e', '#2f7f8f', '#6bb38a', '#e9cf72', '#e8833a', '#c8342c'];
export const sleepColours = { awake: '#e0894f', asleep: '#64788f' };
export const noIslandColour = '#9b9da1', accent = '#ff7a1a';

/** If all bodies are of one kind, colours only distinguish them. */
const mixture = ['#d9735a', '#e8bd72', '#efe2cc', '#47739f', '#94bfd6', '#85b399', '#c9574a', '#e6a15f'];
/** @param {number} body */
export const mixedColour = (body) => mixture[Math.floor(grain(body + 104729) * mixture.length)];

/** @param {number} i */
export const shapeColour = (i) => shapeColours[i % shapeColours.length];
export const speedGradient = `linear-gradient(to right, ${speedRamp.join(', ')})`;

const ramp = speedRamp.map((c) => new Color(c));
/** @param {number} t from 0 to 1 @param {Color} out */
export function speedColour(t, out) {
  const x = Math.max(0, Math.min(1, t)) * (ramp.length - 1), i = Math.min(ramp.length - 2, Math.floor(x));
  return out.copy(ramp[i]).lerp(ramp[i + 1], x - i);
}

const depthRamp = ['#12a594', '#d9b13b', '#e5383b'].map((c) => new Color(c));
export const depthGradient = 'linear-gradient(to right, #12a594, #d9b13b, #e5383b)';
/** The colour of a contact: 0 for a touch, 1 for the deepest overlap. @param {number} t @param {Color} out */
export function depthColour(t, out) {
  const x = 2 * Math.sqrt(Math.max(0, Math.min(1, t))), i = Math.min(1, Math.floor(x));
  return out.copy(depthRamp[i]).lerp(depthRamp[i + 1], x - i);
}

/** Far apart for neighbouring numbers: by the golden angle. @param {number} island @param {Color} out */
export function islandColour(island, out) {
  if (island < 0) return out.set(noIslandColour);
  return out.setHSL((island * 0.61803398875) % 1, 0.45, 0.45 + 0.15 * ((island * 0.7548776662) % 1));
}

/** A number from 0 to 1 that looks random, the same for the same body. @param {number} i */
export function grain(i) {
  let x = Math.imul(i + 1, 0x9e3779b1);
  x = Math.imul(x ^ x >>> 15, 0x85ebca77);
  return ((x ^ x >>> 13) >>> 0) / 4294967296;
}
