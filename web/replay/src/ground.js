// SPDX-License-Identifier: MIT
// The ground: half-spaces that face up, as a wide plane with a fine grid that fades into the distance.
import * as THREE from 'three';

const tile = 512, cells = 8;

/** A square of grid lines, transparent between them. */
function gridTexture() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = tile;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, tile, tile);
  for (let i = 0; i <= cells; ++i) {
    pen.strokeStyle = i % cells ? 'rgba(0,0,0,0.09)' : 'rgba(0,0,0,0.17)';
    pen.lineWidth = i % cells ? 1.5 : 3;
    const at = i * tile / cells;
    pen.beginPath();
    pen.moveTo(at, 0); pen.lineTo(at, tile);
    pen.moveTo(0, at); pen.lineTo(tile, at);
    pen.stroke();
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.colorSpace = THREE.SRGBColorSpace;
  return texture;
}

/** A plane through `place` with this normal. @param {import('./stage.js').Stage} stage
 * @param {THREE.Vector3} normal @param {THREE.Vector3} place */
export function addGround(stage, normal, place) {
  const size = 40 * stage.extent.radius, texture = gridTexture();
  const cell = 2 ** Math.round(Math.log2(4 * stage.extent.bodyRadius));  // a power of two near two bodies' length
  texture.repeat.setScalar(size / (cell * cells));
  texture.anisotropy = stage.software ? 1 : 8;
  const material = new THREE.MeshLambertMaterial({ map: texture });
  const plane = new THREE.Mesh(new THREE.PlaneGeometry(size, size), material);
  plane.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal);
  plane.position.copy(place);
  plane.receiveShadow = true;
  stage.themeListeners.push((theme) => material.color.set(theme.ground));
  material.color.set(stage.theme.ground);
  stage.scene.add(plane);
  return { plane, cell };
}
