// SPDX-License-Identifier: MIT
// The data of the broad phase: bounding boxes, and lines between the bodies of each pair.
import * as THREE from 'three';

// Corners of a box by bits (x, y, z), and its twelve edges.
const edges = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];

export class Boxes {
  /** @param {import('./stage.js').Stage} stage */
  constructor(stage) {
    this.boxes = new THREE.LineSegments(new THREE.BufferGeometry(),
      new THREE.LineBasicMaterial({ color: '#3d7bd9', transparent: true, opacity: 0.55, fog: false }));
    this.pairs = new THREE.LineSegments(new THREE.BufferGeometry(),
      new THREE.LineBasicMaterial({ color: '#c2468d', transparent: true, opacity: 0.9, depthTest: false, fog: false }));
    this.pairs.renderOrder = 8;
    for (const lines of [this.boxes, this.pairs]) {
      lines.frustumCulled = false;
      lines.visible = false;
      stage.scene.add(lines);
    }
  }

  /** @param {import('./details.js').Details | null} details */
  showBoxes(details) {
    this.boxes.visible = details !== null && details.box.count > 0;
    if (!details) return;
    const { min, max, count } = details.box, corners = [];
    for (let i = 0; i < count; ++i) {
      if (![...min, ...max].every((column) => Number.isFinite(column[i]))) continue;  // half-spaces have none
      for (const edge of edges)
        for (const corner of edge) for (let k = 0; k < 3; ++k) corners.push((corner >> k & 1 ? max : min)[k][i]);
    }
    replace(this.boxes, corners);
  }

  /** @param {import('./details.js').Details | null} details @param {(body: number) => THREE.Vector3} centre */
  showPairs(details, centre) {
    this.pairs.visible = details !== null && details.pair.count > 0;
    if (!details) return;
    const ends = [];
    for (let i = 0; i < details.pair.count; ++i)
      for (const body of [details.pair.a[i], details.pair.b[i]]) ends.push(...centre(body).toArray());
    replace(this.pairs, ends);
  }
}

/** @param {THREE.LineSegments} lines @param {number[]} corners */
function replace(lines, corners) {
  lines.geometry.dispose();
  lines.geometry = new THREE.BufferGeometry();
  lines.geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners, 3));
}
