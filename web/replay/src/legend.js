// SPDX-License-Identifier: MIT
// The meaning of the colours.
import { escapeText, short } from './plots.js';
import { deepestOf } from './contacts.js';
import { depthGradient, noIslandColour, shapeColour, sleepColours, speedGradient } from './palette.js';

/** @param {string} from @param {string} gradient @param {string} to */
const ramp = (from, gradient, to) => `<span class="ramp">${from} <i style="--c: ${gradient}"></i> ${to}</span>`;

/** Of contact points and normals. @param {import('./details.js').Details} details */
export const contactLegend = (details) => ramp('touch', depthGradient, `${short(deepestOf(details))} m deep`);

/** @param {import('./state.js').Colouring} by @param {import('./bodies.js').Bodies} bodies */
export function legendFor(by, bodies) {
  const entry = (/** @type {string} */ colour, /** @type {string} */ text) => `<span style="--c: ${colour}">${escapeText(text)}</span>`;
  if (by === 'speed') return ramp('0', speedGradient, `${short(bodies.fastest)} m/s and more`);
  if (by === 'sleep') return entry(sleepColours.awake, 'awake') + entry(sleepColours.asleep, 'asleep');
  if (by === 'island') return entry(noIslandColour, 'in no island') + '<span class="ramp">every island has a colour of its own</span>';
  if (bodies.kinds.length === 1) return '';
  return bodies.kinds.map((kind, i) => entry(shapeColour(i), kind.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase())).join('');
}
