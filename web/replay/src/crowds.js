// SPDX-License-Identifier: MIT
// Many bodies in one draw call. Bodies that share a mesh are instances of it; those with their own mesh are batched.
import * as THREE from 'three';

/** Writes the matrix of a body into an array. @typedef {(body: number, out: THREE.TypedArray, at: number) => void} WriteMatrix */

/** @param {import('./recording.js').Mesh} mesh */
export function geometryOf(mesh) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(mesh.positions, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(mesh.normals, 3));
  geometry.setIndex(new THREE.BufferAttribute(mesh.triangles, 1));
  return geometry;
}

/** Copies of one mesh. */
export class Instances {
  /** @param {import('./recording.js').Mesh} mesh @param {number[]} bodies @param {THREE.Material} material */
  constructor(mesh, bodies, material) {
    this.bodies = [...bodies];  // in the order they are drawn
    this.object = new THREE.InstancedMesh(geometryOf(mesh), material, bodies.length);
    this.object.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    this.colours = this.object.instanceColor = new THREE.InstancedBufferAttribute(new Float32Array(3 * bodies.length), 3);
    this.object.frustumCulled = false;
  }
  /** Near ones first: hidden parts need not be shaded. @param {WriteMatrix} write @param {Float64Array} depth by body */
  place(write, depth) {
    this.bodies.sort((a, b) => depth[a] - depth[b]);
    this.bodies.forEach((body, k) => write(body, this.object.instanceMatrix.array, 16 * k));
    this.object.instanceMatrix.needsUpdate = true;
    this.object.boundingSphere = null;  // of all together; picking asks for it
  }
  /** @param {Float32Array} rgb by body */
  paint(rgb) {
    this.bodies.forEach((body, k) => this.colours.array.set(rgb.subarray(3 * body, 3 * body + 3), 3 * k));
    this.colours.needsUpdate = true;
  }
  /** @param {THREE.Intersection} hit */
  bodyOf(hit) { return this.bodies[hit.instanceId ?? 0]; }
}

/** Different meshes, each in its own buffer range. */
export class Batch {
  /** @param {import('./recording.js').Mesh[]} meshes @param {{body: number, mesh: number}[]} members
   * @param {THREE.Material} material */
  constructor(meshes, members, material) {
    const used = [...new Set(members.map((m) => m.mesh))], sum = (/** @type {(mesh: import('./recording.js').Mesh) => number} */ size) =>
      used.reduce((total, m) => total + size(meshes[m]), 0);
    this.object = new THREE.BatchedMesh(members.length, sum((m) => m.positions.length / 3), sum((m) => m.triangles.length), material);
    const ids = new Map(used.map((m) => [m, this.object.addGeometry(geometryOf(meshes[m]))]));
    this.bodies = members.map((m) => m.body);  // by number of the instance
    for (const { mesh } of members) this.object.addInstance(/** @type {number} */ (ids.get(mesh)));
    this.object.frustumCulled = false;
    this.matrix = new THREE.Matrix4();
    this.scratch = new Float64Array(16);
  }
  /** Sorts by itself. @param {WriteMatrix} write */
  place(write) {
    this.bodies.forEach((body, id) => {
      write(body, this.scratch, 0);
      this.object.setMatrixAt(id, this.matrix.fromArray(this.scratch));
    });
    this.object.boundingSphere = null;
  }
  /** @param {Float32Array} rgb by body */
  paint(rgb) {
    const colour = new THREE.Color();
    this.bodies.forEach((body, id) => this.object.setColorAt(id, colour.fromArray(rgb, 3 * body)));
  }
  /** @param {THREE.Intersection} hit */
  bodyOf(hit) { return this.bodies[hit.batchId ?? 0]; }
}
