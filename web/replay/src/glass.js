// SPDX-License-Identifier: MIT
// Fixed surroundings (walls and funnels) as glass with visible edges: opaque, they would hide the bodies. Terrains and
// meshes, on which bodies lie, are not among them.
import * as THREE from 'three';
import { bodyRadius } from './bounds.js';
import { geometryOf } from './crowds.js';

const opaque = ['HalfSpace', 'HeightField', 'Mesh'];

/** Is it large, fixed, and does it rise from the ground? @param {import('./recording.js').Recording} recording
 * @param {number} i @param {THREE.Matrix4} matrix of the body @param {import('./stage.js').Stage} stage */
export function isGlass(recording, i, matrix, stage) {
  const body = recording.bodies[i], { bodyRadius: typical, floor } = stage.extent;
  if (body.motion !== 'fixed' || opaque.includes(body.kind) || bodyRadius(recording, i) < 3 * typical) return false;
  const { positions } = recording.meshes[body.mesh], corner = new THREE.Vector3();
  let top = -Infinity;
  for (let k = 0; k < positions.length; k += 3) top = Math.max(top, corner.fromArray(positions, k).applyMatrix4(matrix).dot(stage.up));
  return top > floor + 2 * typical;
}

/** @param {import('./stage.js').Stage} stage @param {import('./recording.js').Recording} recording @param {number} i
 * @param {THREE.Matrix4} matrix */
export function addGlass(stage, recording, i, matrix) {
  const geometry = geometryOf(recording.meshes[recording.bodies[i].mesh]);
  const pane = new THREE.MeshLambertMaterial({ transparent: true, opacity: 0.1, depthWrite: false });
  const edge = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.5 });
  const paint = (/** @type {{fixed: string}} */ theme) => { pane.color.set(theme.fixed); edge.color.set(theme.fixed).multiplyScalar(0.6); };
  for (const object of [new THREE.Mesh(geometry, pane), new THREE.LineSegments(new THREE.EdgesGeometry(geometry, 25), edge)]) {
    object.matrixAutoUpdate = false;
    object.matrix.copy(matrix);
    object.renderOrder = 5;
    stage.scene.add(object);
  }
  paint(stage.theme);
  stage.themeListeners.push(paint);
}
