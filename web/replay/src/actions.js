// SPDX-License-Identifier: MIT
// What keys, buttons and clicks do.
import * as THREE from 'three';
import { colourings } from './state.js';

export class Actions {
  /** @param {import('./recording.js').Recording} recording @param {import('./state.js').State} state
   * @param {import('./stage.js').Stage} stage @param {import('./bodies.js').Bodies} bodies
   * @param {import('./contacts.js').Contacts} contacts */
  constructor(recording, state, stage, bodies, contacts) {
    this.recording = recording;
    this.state = state;
    this.stage = stage;
    this.bodies = bodies;
    this.contacts = contacts;
  }
  /** @param {number} index */
  colourBy(index) { this.state.set({ colouring: colourings[index] }); }
  /** @param {number} sideways @param {number} upward @param {number} nearer */
  orbit(sideways, upward, nearer) { this.stage.orbit(sideways, upward, nearer); }
  fit() { this.stage.fit(); }
  help() { /** @type {HTMLDialogElement} */ (document.getElementById('help-dialog')).showModal(); }

  /** To the next frame whose contacts were recorded, or back. @param {number} by */
  nextDetails(by) {
    const { detailed } = this.recording, now = this.state.shown;
    const next = by > 0 ? detailed.find((f) => f > now) : detailed.findLast((f) => f < now);
    this.state.goTo(next ?? (by > 0 ? detailed[0] : detailed[detailed.length - 1]) ?? now);
  }
  /** @param {number} by */
  nextBody(by) {
    const { selection } = this.state, n = this.recording.bodies.length;
    const now = selection?.kind === 'body' ? selection.body : by > 0 ? -1 : 0;
    this.state.set({ selection: { kind: 'body', body: (now + by + n) % n } });
  }
  /** @param {number} by */
  nextContact(by) {
    if (!this.recording.details(this.state.shown)) this.nextDetails(1);
    const frame = this.state.shown, count = this.recording.details(frame)?.point.count ?? 0;
    if (!count) return;
    const { selection } = this.state, now = selection?.kind === 'contact' && selection.frame === frame ? selection.point : by > 0 ? -1 : 0;
    this.state.set({ contacts: true, selection: { kind: 'contact', point: (now + by + count) % count, frame } });
  }
  lookAtSelection() {
    const { selection, frame } = this.state;
    if (selection?.kind === 'body') this.stage.lookAt(this.bodies.centre(selection.body, frame));
    const place = selection?.kind === 'contact' ? this.contacts.place(selection.point) : null;
    if (place) this.stage.lookAt(place);
  }
  /** The object at a place of the canvas (pixels): a contact if contacts are shown, otherwise a body.
   * @param {number} x @param {number} y */
  pick(x, y) {
    const { state, stage } = this, frame = state.shown;
    stage.camera.updateMatrixWorld();  // it may have moved since it was last drawn
    const point = state.contacts || state.normals ? this.contacts.pick(x, y) : -1;
    if (point >= 0) return state.set({ selection: { kind: 'contact', point, frame } });
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(2 * x / stage.canvas.clientWidth - 1, 1 - 2 * y / stage.canvas.clientHeight), stage.camera);
    const body = this.bodies.pick(ray);
    state.set({ selection: body >= 0 ? { kind: 'body', body } : null });
  }
}
