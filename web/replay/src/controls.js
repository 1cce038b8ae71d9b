// SPDX-License-Identifier: MIT
// Buttons, lists and the slider: they show the state and change it.
import { colourings, speeds, toggles } from './state.js';

/** @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

const icons = { play: 'M7 4v16l13-8z', pause: 'M6 4h4v16H6zM14 4h4v16h-4z' };
const labels = { contacts: 'Contacts', normals: 'Normals', boxes: 'Boxes', pairs: 'Pairs', xray: 'X-ray', shadows: 'Shadows' };

/** @param {HTMLSelectElement} list @param {[string, string][]} options value and text */
function fill(list, options) {
  for (const [value, text] of options) list.add(new Option(text, value));
}

/** @param {import('./state.js').State} state @param {import('./actions.js').Actions} actions
 * @param {import('./recording.js').Recording} recording */
export function connectControls(state, actions, recording) {
  element('scrub').max = recording.count - 1;
  element('scrub').addEventListener('input', (/** @type {any} */ e) => state.goTo(Number(e.target.value)));
  element('play').addEventListener('click', () => (state.playing ? state.pause() : state.play()));
  element('back').addEventListener('click', () => state.stepBy(-1));
  element('forth').addEventListener('click', () => state.stepBy(1));
  element('fit').addEventListener('click', () => actions.fit());
  element('help').addEventListener('click', () => actions.help());
  element('details').addEventListener('click', () => actions.nextDetails(1));
  fill(element('speed'), speeds.map((s) => [String(s), `${s}×`]));
  fill(element('colouring'), colourings.map((c) => [c, c]));
  element('speed').addEventListener('change', (/** @type {any} */ e) => state.set({ speed: Number(e.target.value) }));
  element('colouring').addEventListener('change', (/** @type {any} */ e) => state.set({ colouring: e.target.value }));
  for (const name of toggles) {
    const button = document.createElement('button');
    button.type = 'button';
    button.id = `toggle-${name}`;
    button.textContent = labels[name];
    button.setAttribute('aria-keyshortcuts', name[0]);
    button.addEventListener('click', () => state.set({ [name]: !state[name] }));
    element('toggles').append(button);
  }
  const { detailed, count } = recording;
  if (detailed.length < count) {
    element('ticks').innerHTML = detailed.slice(0, 400)
      .map((f) => `<i style="left: ${100 * f / Math.max(1, count - 1)}%"></i>`).join('');
  }
}

/** @param {import('./state.js').State} state @param {import('./recording.js').Recording} recording */
export function showControls(state, recording) {
  const { shown, playing } = state, time = recording.frames.times[shown];
  element('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
  element('play').querySelector('path').setAttribute('d', playing ? icons.pause : icons.play);
  element('scrub').value = shown;
  element('scrub').setAttribute('aria-valuetext', `frame ${shown} of ${recording.count - 1}, ${time.toFixed(2)} seconds`);
  element('clock').innerHTML = `<b>${time.toFixed(2)} s</b> · ${shown} / ${recording.count - 1}`;
  element('speed').value = String(state.speed);
  element('colouring').value = state.colouring;
  for (const name of toggles) element(`toggle-${name}`).setAttribute('aria-pressed', String(state[name]));
}
