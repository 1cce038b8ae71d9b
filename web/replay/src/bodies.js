// The bodies: one InstancedMesh per mesh, so that thousands are a few draw calls.
import * as THREE from 'three';
import { addGround } from './ground.js';
import { accent, grain, islandColour, mixedColour, shapeColour, sleepColours, speedColour } from './palette.js';
import { quantile } from './bounds.js';

/** @param {import('./recording.js').Mesh} mesh */
function geometryOf(mesh) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(mesh.positions, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(mesh.normals, 3));
  geometry.setIndex(new THREE.BufferAttribute(mesh.triangles, 1));
  return geometry;
}

export class Bodies {
  /** @param {import('./stage.js').Stage} stage @param {import('./recording.js').Recording} recording */
  constructor(stage, recording) {
    this.stage = stage;
    this.recording = recording;
    this.kinds = [...new Set(recording.bodies.filter((b) => !this.#isGround(b)).map((b) => b.kind))];
    this.material = stage.software
      ? new THREE.MeshLambertMaterial()
      : new THREE.MeshStandardMaterial({ roughness: 0.62, metalness: 0 });
    /** @type {{mesh: THREE.InstancedMesh, bodies: number[]}[]} */ this.groups = [];
    recording.meshes.forEach((mesh, m) => {
      const bodies = recording.bodies.flatMap((b, i) => (b.mesh === m ? [i] : []));
      if (bodies.length && this.#isGround(recording.bodies[bodies[0]])) this.#addGround(bodies);
      else if (bodies.length) this.#addGroup(geometryOf(mesh), bodies);
    });
    this.outline = new THREE.Mesh(new THREE.BufferGeometry(),
      new THREE.MeshBasicMaterial({ color: accent, side: THREE.BackSide, fog: false }));
    this.outline.matrixAutoUpdate = false;
    this.outline.visible = false;
    stage.scene.add(this.outline);
    this.fastest = this.#fastSpeed();
    this.rgb = new Float32Array(3 * recording.bodies.length);  // by body
    this.depth = new Float64Array(recording.bodies.length);
    this.pose = new Float64Array(7);
  }

  /** @param {import('./recording.js').Body} body */
  #isGround(body) {
    if (body.kind !== 'HalfSpace') return false;
    const n = this.recording.meshes[body.mesh].normals, up = this.stage.up;
    return n[0] * up.x + n[1] * up.y + n[2] * up.z > 0.99;
  }

  /** @param {number[]} bodies */
  #addGround(bodies) {
    const { positions: p, normals: n } = this.recording.meshes[this.recording.bodies[bodies[0]].mesh];
    const normal = new THREE.Vector3(n[0], n[1], n[2]), centre = new THREE.Vector3(...this.stage.extent.centre);
    const offset = normal.dot(new THREE.Vector3(p[0], p[1], p[2])) - normal.dot(centre);
    addGround(this.stage, normal, centre.addScaledVector(normal, offset));
  }

  /** @param {THREE.BufferGeometry} geometry @param {number[]} bodies */
  #addGroup(geometry, bodies) {
    const mesh = new THREE.InstancedMesh(geometry, this.material, bodies.length);
    mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    mesh.instanceColor = new THREE.InstancedBufferAttribute(new Float32Array(3 * bodies.length), 3);
    mesh.frustumCulled = false;
    mesh.castShadow = mesh.receiveShadow = true;
    // A floor as wide as the world throws no shadow on anything one sees.
    if (bodies.every((b) => this.recording.bodies[b].motion === 'fixed')) mesh.castShadow = bodies.length > 1;
    this.groups.push({ mesh, bodies: [...bodies] });
    this.stage.scene.add(mesh);
  }

  /** Nearly nobody is faster: the end of the scale. */
  #fastSpeed() {
    const { frames } = this.recording, sample = [];
    const stride = Math.max(1, Math.floor(frames.speeds.length / 20000));
    for (let i = 0; i < frames.speeds.length; i += stride) if (frames.speeds[i] > 0) sample.push(frames.speeds[i]);
    return Math.max(quantile(sample, 0.98) * frames.steps.speed, 1e-9);
  }

  /** Near ones first: what they hide need not be shaded. @param {number[]} bodies @param {number} frame */
  #sort(bodies, frame) {
    const { x, y, z } = this.stage.camera.position;
    for (const i of bodies) {
      const p = this.recording.frames.pose(frame, i, this.pose);
      this.depth[i] = (p[0] - x) ** 2 + (p[1] - y) ** 2 + (p[2] - z) ** 2;
    }
    bodies.sort((a, b) => this.depth[a] - this.depth[b]);
  }

  /** @param {number} frame */
  place(frame) {
    for (const { mesh, bodies } of this.groups) {
      this.#sort(bodies, frame);
      const out = mesh.instanceMatrix.array;
      for (let k = 0; k < bodies.length; ++k) this.#writeMatrix(frame, bodies[k], out, 16 * k);
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;  // of the whole group; picking asks for it
    }
    this.#writeColours();
  }

  #writeColours() {
    for (const { mesh, bodies } of this.groups) {
      const attribute = /** @type {THREE.InstancedBufferAttribute} */ (mesh.instanceColor), out = attribute.array;
      for (let k = 0; k < bodies.length; ++k)
        for (let c = 0; c < 3; ++c) out[3 * k + c] = this.rgb[3 * bodies[k] + c];
      attribute.needsUpdate = true;
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
    for (const { bodies } of this.groups) {
      for (const i of bodies) {
        if (all[i].motion === 'fixed') colour.set(this.stage.theme.fixed);
        else if (by === 'speed') speedColour(frames.speed(frame, i) / this.fastest, colour);
        else if (by === 'island') islandColour(frames.island(frame, i), colour);
        else if (by === 'sleep') colour.set(frames.sleeps(frame, i) ? sleepColours.asleep : sleepColours.awake);
        else {
          // Bodies of one kind differ a little in lightness, as real things do.
          const base = this.kinds.length > 1 ? shapeColour(this.kinds.indexOf(all[i].kind)) : mixedColour(i);
          colour.set(base).getHSL(hsl);
          colour.setHSL(hsl.h + 0.02 * (grain(i) - 0.5), hsl.s, hsl.l * (0.86 + 0.28 * grain(i + 7919)));
        }
        colour.toArray(this.rgb, 3 * i);
      }
    }
    this.#writeColours();
  }

  /** Glass instead of clay, so that one sees what is inside. @param {boolean} on */
  setXray(on) {
    this.material.transparent = on;
    this.material.opacity = on ? 0.28 : 1;
    this.material.depthWrite = !on;
    this.material.needsUpdate = true;
    for (const { mesh } of this.groups) mesh.castShadow = !on;
  }

  /** Draws a rim around a body; none for -1. @param {number} body @param {number} frame */
  select(body, frame) {
    const group = this.groups.find((g) => g.bodies.includes(body));
    this.outline.visible = group !== undefined;
    if (!group) return;
    this.outline.geometry = group.mesh.geometry;
    const m = new Float64Array(16);
    this.#writeMatrix(frame, body, m, 0);
    this.outline.matrix.fromArray(m).scale(new THREE.Vector3(1.06, 1.06, 1.06));
  }

  /** The body under a ray, or -1. @param {THREE.Raycaster} ray */
  pick(ray) {
    let best = { distance: Infinity, body: -1 };
    for (const { mesh, bodies } of this.groups) {
      for (const hit of ray.intersectObject(mesh, false))
        if (hit.distance < best.distance) best = { distance: hit.distance, body: bodies[hit.instanceId ?? 0] };
    }
    return best.body;
  }
  /** @param {number} body @param {number} frame */
  centre(body, frame) {
    const [x, y, z] = this.recording.frames.pose(frame, body, this.pose);
    return new THREE.Vector3(x, y, z);
  }
}
