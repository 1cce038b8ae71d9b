// SPDX-License-Identifier: MIT
// The bodies: where they are, what colours they have, and which one is under the pointer.
import * as THREE from 'three';
import { quantile } from './bounds.js';
import { Batch, Instances, geometryOf } from './crowds.js';
import { addGlass, isGlass } from './glass.js';
import { addGround } from './ground.js';
import { accent, grain, islandColour, mixedColour, shapeColour, sleepColours, speedColour } from './palette.js';

const fewestInstances = 5;  // with fewer bodies, a mesh is batched with others

export class Bodies {
  /** @param {import('./stage.js').Stage} stage @param {import('./recording.js').Recording} recording */
  constructor(stage, recording) {
    this.stage = stage;
    this.recording = recording;
    this.kinds = [...new Set(recording.bodies.filter((b) => b.motion !== 'fixed').map((b) => b.kind))];
    this.material = stage.software
      ? new THREE.MeshLambertMaterial()
      : new THREE.MeshStandardMaterial({ roughness: 0.62, metalness: 0 });
    this.pose = new Float64Array(7);
    /** @type {(Instances | Batch)[]} */ this.crowds = [];
    this.#addCrowds();
    this.outline = new THREE.Mesh(new THREE.BufferGeometry(),
      new THREE.MeshBasicMaterial({ color: accent, side: THREE.BackSide, fog: false }));
    this.outline.matrixAutoUpdate = false;
    this.outline.visible = false;
    stage.scene.add(this.outline);
    this.outlined = -1;
    this.fastest = this.#fastSpeed();
    this.rgb = new Float32Array(3 * recording.bodies.length);  // by body
    this.depth = new Float64Array(recording.bodies.length);
  }

  /** A half-space at its pose in the first frame. @param {number} i */
  #planeOf(i) {
    const { positions, normals } = this.recording.meshes[this.recording.bodies[i].mesh], matrix = this.matrix(i, 0);
    return {
      normal: new THREE.Vector3().fromArray(normals).transformDirection(matrix),
      place: new THREE.Vector3().fromArray(positions).applyMatrix4(matrix),
    };
  }

  /** Half-spaces that face up are the ground; the others are infinite walls, which would hide everything.
   * @param {number} i */
  #addHalfSpace(i) {
    const { normal, place } = this.#planeOf(i), centre = new THREE.Vector3(...this.stage.extent.centre);
    if (normal.dot(this.stage.up) < 0.7) return;
    addGround(this.stage, normal, centre.addScaledVector(normal, place.sub(centre).dot(normal)));
  }

  #addCrowds() {
    const { meshes, bodies } = this.recording, byMesh = meshes.map(() => /** @type {number[]} */ ([]));
    bodies.forEach((body, i) => {
      if (body.kind === 'HalfSpace') this.#addHalfSpace(i);
      else if (isGlass(this.recording, i, this.matrix(i, 0), this.stage)) addGlass(this.stage, this.recording, i, this.matrix(i, 0));
      else byMesh[body.mesh].push(i);
    });
    const single = /** @type {{body: number, mesh: number}[]} */ ([]);
    byMesh.forEach((members, mesh) => {
      if (members.length >= fewestInstances) this.crowds.push(new Instances(meshes[mesh], members, this.material));
      else single.push(...members.map((body) => ({ body, mesh })));
    });
    if (single.length) this.crowds.push(new Batch(meshes, single, this.material));
    for (const { object } of this.crowds) {
      object.castShadow = object.receiveShadow = true;
      this.stage.scene.add(object);
    }
  }

  /** Nearly no body is faster: the end of the scale. */
  #fastSpeed() {
    const { frames } = this.recording, sample = [];
    const stride = Math.max(1, Math.floor(frames.speeds.length / 20000));
    for (let i = 0; i < frames.speeds.length; i += stride) if (frames.speeds[i] > 0) sample.push(frames.speeds[i]);
    return Math.max(quantile(sample, 0.98) * frames.steps.speed, 1e-9);
  }

  /** @param {number} frame */
  place(frame) {
    const { x, y, z } = this.stage.camera.position;
    for (let i = 0; i < this.depth.length; ++i) {
      const p = this.recording.frames.pose(frame, i, this.pose);
      this.depth[i] = (p[0] - x) ** 2 + (p[1] - y) ** 2 + (p[2] - z) ** 2;
    }
    for (const crowd of this.crowds) {
      crowd.place((body, out, at) => this.#writeMatrix(frame, body, out, at), this.depth);
      if (crowd instanceof Instances) crowd.paint(this.rgb);  // their order has changed
    }
  }

  /** @param {number} frame @param {number} body @param {THREE.TypedArray} out @param {number} at */
  #writeMatrix(frame, body, out, at) {
    const [px, py, pz, x, y, z, w] = this.recording.frames.pose(frame, body, this.pose);
    const [sx, sy, sz] = this.recording.bodies[body].scale;
    out[at] = (1 - 2 * (y * y + z * z)) * sx; out[at + 1] = 2 * (x * y + w * z) * sx; out[at + 2] = 2 * (x * z - w * y) * sx; out[at + 3] = 0;
    out[at + 4] = 2 * (x * y - w * z) * sy; out[at + 5] = (1 - 2 * (x * x + z * z)) * sy; out[at + 6] = 2 * (y * z + w * x) * sy; out[at + 7] = 0;
    out[at + 8] = 2 * (x * z + w * y) * sz; out[at + 9] = 2 * (y * z - w * x) * sz; out[at + 10] = (1 - 2 * (x * x + y * y)) * sz; out[at + 11] = 0;
    out[at + 12] = px; out[at + 13] = py; out[at + 14] = pz; out[at + 15] = 1;
  }

  /** @param {number} frame @param {import('./state.js').Colouring} by */
  colour(frame, by) {
    const { frames, bodies: all } = this.recording, colour = new THREE.Color(), hsl = { h: 0, s: 0, l: 0 };
    all.forEach((body, i) => {
      if (body.motion === 'fixed') colour.set(this.stage.theme.fixed);
      else if (by === 'speed') speedColour(frames.speed(frame, i) / this.fastest, colour);
      else if (by === 'island') islandColour(frames.island(frame, i), colour);
      else if (by === 'sleep') colour.set(frames.sleeps(frame, i) ? sleepColours.asleep : sleepColours.awake);
      else {
        // Bodies of one kind differ a little in lightness, like real objects.
        colour.set(this.kinds.length > 1 ? shapeColour(this.kinds.indexOf(body.kind)) : mixedColour(i)).getHSL(hsl);
        colour.setHSL(hsl.h + 0.02 * (grain(i) - 0.5), hsl.s, hsl.l * (0.86 + 0.28 * grain(i + 7919)));
      }
      colour.toArray(this.rgb, 3 * i);
    });
    for (const crowd of this.crowds) crowd.paint(this.rgb);
  }

  /** Transparent instead of opaque, to show the inside. @param {boolean} on */
  setXray(on) {
    this.material.transparent = on;
    this.material.opacity = on ? 0.28 : 1;
    this.material.depthWrite = !on;
    this.material.needsUpdate = true;
    for (const { object } of this.crowds) object.castShadow = !on;
  }

  /** Draws a rim around a body; none for -1. @param {number} body @param {number} frame */
  select(body, frame) {
    this.outline.visible = body >= 0 && this.recording.bodies[body].kind !== 'HalfSpace';
    if (!this.outline.visible) return;
    if (this.outlined !== body) this.outline.geometry = geometryOf(this.recording.meshes[this.recording.bodies[body].mesh]);
    this.outlined = body;
    this.outline.matrix.copy(this.matrix(body, frame)).scale(new THREE.Vector3(1.06, 1.06, 1.06));
  }

  /** The body under a ray, or -1. @param {THREE.Raycaster} ray */
  pick(ray) {
    let best = { distance: Infinity, body: -1 };
    for (const crowd of this.crowds) {
      for (const hit of ray.intersectObject(crowd.object, false))
        if (hit.distance < best.distance) best = { distance: hit.distance, body: crowd.bodyOf(hit) };
    }
    return best.body;
  }
  /** @param {number} body @param {number} frame */
  matrix(body, frame) {
    const numbers = new Float64Array(16);
    this.#writeMatrix(frame, body, numbers, 0);
    return new THREE.Matrix4().fromArray(numbers);
  }
  /** @param {number} body @param {number} frame */
  centre(body, frame) {
    const [x, y, z] = this.recording.frames.pose(frame, body, this.pose);
    return new THREE.Vector3(x, y, z);
  }
}
