// SPDX-License-Identifier: MIT
// The data of a body or a contact, in words and numbers.
import { featureName, partName, statusNames } from './details.js';
import { escapeText } from './plots.js';

/** As few digits as name the float. @param {number} x */
const f32 = (x) => (Number.isFinite(x) ? String(Number(Math.fround(x).toPrecision(8))) : String(x));
/** @param {number[]} v @param {number} digits */
const vector = (v, digits = 5) => `(${v.map((x) => Number(x.toPrecision(digits))).join(', ')})`;

/** @param {[string, string, string?][]} rows */
const list = (rows) => `<dl>${rows.map(([name, value, kind]) =>
  `<dt>${name}</dt><dd${kind ? ` class="${kind}"` : ''}>${escapeText(value)}</dd>`).join('')}</dl>`;

/** @param {import('./recording.js').Recording} recording @param {number} body */
export const bodyName = (recording, body) => recording.bodies[body].name || `body ${body}`;

/** @param {import('./recording.js').Recording} recording @param {number} i @param {number} frame */
export function describeBody(recording, i, frame) {
  const body = recording.bodies[i], { frames } = recording, pose = frames.pose(frame, i, new Float64Array(7));
  const details = recording.details(frame), touching = details && countContacts(details, i);
  return `<h2>${escapeText(bodyName(recording, i))}</h2>` + list([
    ['number', String(i)],
    ['shape', body.shape],
    ['motion', body.motion + (body.motion !== 'fixed' && frames.sleeps(frame, i) ? ', asleep' : '')],
    ...(body.material ? [/** @type {[string, string]} */ (['material', body.material])] : []),
    ...(body.mass > 0 ? [/** @type {[string, string]} */ (['mass', `${Number(body.mass.toPrecision(5))} kg`])] : []),
    ['position', vector([pose[0], pose[1], pose[2]])],
    ['quaternion wxyz', vector([pose[6], pose[3], pose[4], pose[5]])],
    ['speed', `${Number(frames.speed(frame, i).toPrecision(4))} m/s`],
    ['island', frames.island(frame, i) < 0 ? 'none' : String(frames.island(frame, i))],
    ['touches', touching === null ? 'not recorded in this frame' : `${touching} ${touching === 1 ? 'body' : 'bodies'}`],
  ]);
}

/** @param {import('./details.js').Details} details @param {number} body */
function countContacts({ contact }, body) {
  let count = 0;
  for (let c = 0; c < contact.count; ++c) if (contact.a[c] === body || contact.b[c] === body) ++count;
  return count;
}

/** @param {import('./recording.js').Recording} recording @param {import('./details.js').Details} details
 * @param {number} p */
export function describeContact(recording, { contact, point }, p) {
  const c = point.contact[p], xyz = (/** @type {Float32Array[]} */ v, /** @type {number} */ i) => `(${v.map((x) => f32(x[i])).join(', ')})`;
  const part = (/** @type {number} */ id, /** @type {number} */ code) => `${featureName(id)}, ${partName(code)}`;
  return `<h2>${escapeText(bodyName(recording, contact.a[c]))} and ${escapeText(bodyName(recording, contact.b[c]))}</h2>` + list([
    ['signed distance', `${contact.distance[c]} m`, 'bounds'],
    ['lower bound', `${contact.lower[c]} m`],
    ['upper bound', `${contact.upper[c]} m`],
    ['status', statusNames[contact.status[c]]],
    ['normal a → b', xyz(contact.normal, c)],
    ['feature of a', featureName(contact.featureA[c])],
    ['feature of b', featureName(contact.featureB[c])],
    ['points', String(contact.points[c])],
    ['this point', xyz(point.position, p)],
    ['its distance', `${f32(point.distance[p])} m`],
    ['id, a', part(point.idA[p], point.clip[p] >>> 16)],
    ['id, b', part(point.idB[p], point.clip[p] & 0xffff)],
    ['age', `${point.age[p]} steps`],
    ['impulse n, u, v', `${xyz(point.impulse, p)} N s`],
  ]);
}

/** Numbers of the recording itself. @param {import('./recording.js').Recording} recording @returns {[string, string][]} */
export function factsOf(recording) {
  const { steps } = recording.frames, degrees = 2 * steps.quaternion * 180 / Math.PI;
  return [
    ...recording.facts,
    ['bodies', String(recording.bodies.length)],
    ['frames', `${recording.count}, every ${Number((recording.step * 1000).toPrecision(4))} ms`],
    ['with contacts', `${recording.detailed.length} frames`],
    ['positions', `rounded: at most ${Number((steps.position / 2).toPrecision(3))} m off along each axis`],
    ['rotations', `rounded: at most ${Number(degrees.toPrecision(2))}° off`],
    ['speeds', `rounded: at most ${Number((steps.speed / 2).toPrecision(3))} m/s off`],
    ['contacts', 'distances and bounds as computed (64 bits), the rest in 32 bits'],
  ];
}
