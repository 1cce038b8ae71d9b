// SPDX-License-Identifier: MIT
// The stage: renderer, camera, light and the colours of the light and dark themes.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

const themes = {
  light: { back: '#e9ebee', ground: '#d6d8db', fixed: '#c3c5c9', sky: '#ffffff', earth: '#b3a99c', sun: '#fff1dc', hemisphere: 1.5, sunlight: 2.3 },
  dark: { back: '#191c22', ground: '#41454f', fixed: '#6d727c', sky: '#a9bbd8', earth: '#3a3633', sun: '#ffe9cc', hemisphere: 1.25, sunlight: 2.2 },
};
const night = window.matchMedia('(prefers-color-scheme: dark)');

/** The renderer: "SwiftShader" and "llvmpipe" run on the processor. Queried from a hidden canvas, because smooth
 * edges, which cost software most, are chosen when a canvas is first used. */
function rendererName() {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return 'none';
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}

export class Stage {
  /** @param {HTMLCanvasElement} canvas @param {import('./bounds.js').Extent} extent @param {number[]} up */
  constructor(canvas, extent, up) {
    this.canvas = canvas;
    this.extent = extent;
    this.up = new THREE.Vector3(...up).normalize();
    this.name = rendererName();
    this.software = /swiftshader|llvmpipe|software/i.test(this.name) && location.hash !== '#fine';
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !this.software });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.finest = this.software ? 1 : Math.min(2, window.devicePixelRatio);
    this.renderer.setPixelRatio(this.finest);
    this.shadows = true;  // requested
    this.lastMotion = -Infinity;
    this.coarse = false;
    this.scene = new THREE.Scene();
    this.fog = new THREE.Fog('#000', 4 * extent.radius, 16 * extent.radius);
    this.scene.fog = this.fog;
    this.camera = new THREE.PerspectiveCamera(38, 1, extent.radius / 200, extent.radius * 60);
    this.camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.maxDistance = 12 * extent.radius;
    this.controls.minDistance = extent.bodyRadius * 1.2;
    this.controls.addEventListener('change', () => this.moved());
    this.hemisphere = new THREE.HemisphereLight();
    this.sun = new THREE.DirectionalLight();
    this.#addLight();
    this.fit();
    this.dirty = true;
    this.heavy = false;  // so many bodies that software leaves out shadows while they move
    night.addEventListener('change', () => this.applyTheme());
    this.themeListeners = /** @type {((theme: typeof themes.light) => void)[]} */ ([]);
    this.applyTheme();
  }

  get theme() { return night.matches ? themes.dark : themes.light; }
  invalidate() { this.dirty = true; }

  /** Two directions perpendicular to `up`. */
  #across() {
    const helper = Math.abs(this.up.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
    const right = helper.clone().addScaledVector(this.up, -helper.dot(this.up)).normalize();
    return { right, front: new THREE.Vector3().crossVectors(right, this.up) };
  }

  #addLight() {
    const { right, front } = this.#across(), r = this.extent.radius, centre = new THREE.Vector3(...this.extent.centre);
    this.hemisphere.position.copy(this.up);
    this.sun.position.copy(centre).addScaledVector(this.up, 2.6 * r).addScaledVector(right, -1.1 * r).addScaledVector(front, 1.5 * r);
    this.sun.target.position.copy(centre);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.setScalar(this.software ? 1024 : 4096);
    const camera = this.sun.shadow.camera, reach = 1.5 * r;
    [camera.left, camera.right, camera.bottom, camera.top, camera.near, camera.far] = [-reach, reach, -reach, reach, 0.3 * r, 7 * r];
    this.sun.shadow.normalBias = 0.03 * this.extent.bodyRadius;
    this.sun.shadow.radius = 3;
    this.sun.shadow.intensity = 0.85;
    // A weak light from the other side, so that shaded parts are visible too.
    this.fill = new THREE.DirectionalLight('#cfe0ff', 0.45);
    this.fill.position.copy(right).addScaledVector(front, -0.6).addScaledVector(this.up, 0.5);
    this.scene.add(this.hemisphere, this.sun, this.sun.target, this.fill);
  }

  applyTheme() {
    const t = this.theme;
    this.scene.background = new THREE.Color(t.back);
    this.fog.color.set(t.back);
    this.hemisphere.color.set(t.sky);
    this.hemisphere.groundColor.set(t.earth);
    this.hemisphere.intensity = t.hemisphere;
    this.sun.color.set(t.sun);
    this.sun.intensity = t.sunlight;
    for (const listener of this.themeListeners ?? []) listener(t);
    this.invalidate();
  }

  /** Moves the camera so that the box around all bodies, in all frames, just fits into the view above the legend. */
  fit() {
    const { right, front } = this.#across(), { low, high } = this.extent;
    const direction = right.clone().multiplyScalar(0.55).addScaledVector(front, 0.85).addScaledVector(this.up, 0.5).normalize();
    const side = new THREE.Vector3().crossVectors(this.up, direction).normalize(), above = new THREE.Vector3().crossVectors(direction, side);
    const half = Math.tan(this.camera.fov * Math.PI / 360), wide = half * this.camera.aspect;
    const legend = 0.12;  // the part of the view's height that the legend covers
    const centre = new THREE.Vector3(...this.extent.centre);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
      new THREE.Vector3(...low.map((x, k) => i >> k & 1 ? high[k] : x)).sub(centre));
    // A corner is seen at (side, above)/(distance - depth), which must stay within the view: bounds of the distance from
    // the left and right edge, and from the upper and lower edge together, which move the target.
    let across = 0;
    for (const c of corners) across = Math.max(across, c.dot(direction) + Math.abs(c.dot(side)) / wide);
    const top = (1 - 0.03) * half, bottom = (1 - 2 * legend) * half;
    let up = -Infinity, down = -Infinity;
    for (const c of corners) {
      up = Math.max(up, c.dot(above) + top * c.dot(direction));
      down = Math.max(down, -c.dot(above) + bottom * c.dot(direction));
    }
    const distance = Math.max(1.03 * across, (up + down) / (top + bottom));
    // The target is moved along `above` so that both edges are kept: up - shift <= top * distance, down + shift <= bottom * distance.
    const shift = ((up - top * distance) + (bottom * distance - down)) / 2;
    this.controls.target.copy(centre).addScaledVector(above, shift);
    this.camera.position.copy(this.controls.target).addScaledVector(direction, distance);
    this.controls.update();
    this.invalidate();
  }
  /** Turns about the target by angles (radians) and comes nearer by a factor.
   * @param {number} sideways @param {number} upward @param {number} nearer */
  orbit(sideways, upward, nearer = 1) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    offset.applyAxisAngle(this.up, sideways);
    const axis = new THREE.Vector3().crossVectors(this.up, offset).normalize(), tilt = offset.angleTo(this.up);
    offset.applyAxisAngle(axis, Math.max(0.05 - tilt, Math.min(3.05 - tilt, -upward)));
    offset.multiplyScalar(1 / nearer);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.invalidate();
  }
  /** @param {THREE.Vector3} place */
  lookAt(place) {
    this.camera.position.add(place).sub(this.controls.target);
    this.controls.target.copy(place);
    this.controls.update();
    this.invalidate();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }
  /** Something moves: a software renderer draws coarsely until it stops. */
  moved() {
    this.lastMotion = performance.now();
    this.invalidate();
  }
  #chooseQuality() {
    const coarse = this.software && performance.now() - this.lastMotion < 300;
    if (coarse !== this.coarse) {
      this.coarse = coarse;
      this.renderer.setPixelRatio(coarse ? 0.6 : this.finest);
      this.invalidate();
    }
    this.sun.castShadow = this.shadows && !(coarse && this.heavy);
  }
  /** Draws if anything has changed. @returns {boolean} whether it drew */
  render() {
    this.#chooseQuality();
    if (!this.dirty) return false;
    this.dirty = false;
    this.renderer.render(this.scene, this.camera);
    return true;
  }
}
