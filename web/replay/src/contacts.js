// SPDX-License-Identifier: MIT
// Contact points as beads and their normals as arrows, drawn over everything: they lie between the bodies.
import * as THREE from 'three';
import { accent, depthColour } from './palette.js';

const up = new THREE.Vector3(0, 1, 0);

export class Contacts {
  /** @param {import('./stage.js').Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.size = 0.12 * stage.extent.bodyRadius;
    const over = { depthTest: false, depthWrite: false, transparent: true, fog: false };
    this.material = new THREE.MeshBasicMaterial(over);
    this.bead = new THREE.SphereGeometry(1, 8, 6);
    this.arrow = arrowGeometry();
    this.group = new THREE.Group();
    this.group.renderOrder = 10;
    stage.scene.add(this.group);
    this.mark = new THREE.Mesh(new THREE.SphereGeometry(1.9, 16, 12),
      new THREE.MeshBasicMaterial({ ...over, color: accent, opacity: 0.75 }));
    this.mark.renderOrder = 9;
    this.mark.visible = false;
    stage.scene.add(this.mark);
  }

  /** @param {import('./details.js').Details | null} details @param {boolean} beads @param {boolean} arrows */
  show(details, beads, arrows) {
    for (const mesh of this.group.children) /** @type {THREE.InstancedMesh} */ (mesh).dispose();
    this.group.clear();
    this.details = details;
    if (!details || details.point.count === 0) return;
    const deepest = deepestOf(details);
    if (beads) this.#add(details, this.bead, (_, matrix) => matrix.scale(new THREE.Vector3(1, 1, 1).multiplyScalar(this.size)), deepest);
    if (!arrows) return;
    const turn = new THREE.Quaternion(), normal = new THREE.Vector3();
    this.#add(details, this.arrow, (p, matrix) => {
      const c = details.point.contact[p], [nx, ny, nz] = details.contact.normal;
      const depth = Math.max(0, -details.point.distance[p]) / deepest;
      turn.setFromUnitVectors(up, normal.set(nx[c], ny[c], nz[c]));
      const length = this.size * (4 + 10 * depth);  // the deeper, the longer
      matrix.multiply(new THREE.Matrix4().makeRotationFromQuaternion(turn)).scale(new THREE.Vector3(this.size, length, this.size));
    }, deepest);
  }

  /** @param {import('./details.js').Details} details @param {THREE.BufferGeometry} geometry
   * @param {(point: number, matrix: THREE.Matrix4) => void} shape @param {number} deepest */
  #add(details, geometry, shape, deepest) {
    const { point } = details, mesh = new THREE.InstancedMesh(geometry, this.material, point.count);
    const matrix = new THREE.Matrix4(), colour = new THREE.Color();
    for (let p = 0; p < point.count; ++p) {
      matrix.makeTranslation(point.position[0][p], point.position[1][p], point.position[2][p]);
      shape(p, matrix);
      mesh.setMatrixAt(p, matrix);
      mesh.setColorAt(p, depthColour(-point.distance[p] / deepest, colour));
    }
    mesh.frustumCulled = false;
    mesh.renderOrder = 10;
    this.group.add(mesh);
  }

  /** @param {number} p @returns {THREE.Vector3 | null} */
  place(p) {
    const at = this.details?.point;
    return at && p < at.count ? new THREE.Vector3(at.position[0][p], at.position[1][p], at.position[2][p]) : null;
  }
  /** @param {number} point -1 for none */
  select(point) {
    const place = point >= 0 ? this.place(point) : null;
    this.mark.visible = place !== null;
    if (place) this.mark.position.copy(place), this.mark.scale.setScalar(this.size);
  }
  /** The point nearest to a place on the screen (pixels), or -1. @param {number} x @param {number} y */
  pick(x, y) {
    const { clientWidth, clientHeight } = this.stage.canvas, at = new THREE.Vector3();
    let best = -1, nearest = 12 ** 2;
    for (let p = 0; p < (this.details?.point.count ?? 0); ++p) {
      at.copy(/** @type {THREE.Vector3} */ (this.place(p))).project(this.stage.camera);
      if (at.z > 1) continue;
      const dx = (at.x + 1) / 2 * clientWidth - x, dy = (1 - at.y) / 2 * clientHeight - y, d = dx * dx + dy * dy;
      if (d < nearest) { nearest = d; best = p; }
    }
    return best;
  }
}

/** Of all points of a frame. @param {import('./details.js').Details} details */
export const deepestOf = (details) => details.point.distance.reduce((most, d) => Math.max(most, -d), 1e-12);

/** From the origin along y, of length 1: a thin shaft and a head. */
function arrowGeometry() {
  const points = [[0.22, 0], [0.22, 0.7], [0.6, 0.7], [0, 1]].map(([r, y]) => new THREE.Vector2(r, y));
  return new THREE.LatheGeometry(points, 6);
}
