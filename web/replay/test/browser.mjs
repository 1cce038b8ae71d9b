// SPDX-License-Identifier: MIT
// A headless Chromium that draws in software, and a page in it that must report no errors.
import { chromium } from 'playwright-core';

const flags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic',
  '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });

/** Opens a replay and waits until it is loaded. `noise` collects errors and messages of the page.
 * @param {import('playwright-core').Browser} browser @param {string} file
 * @param {import('playwright-core').BrowserContextOptions} options @param {() => boolean} ready asked in the page */
export async function openReplay(browser, file, options = {}, ready = () => document.getElementById('loading').hidden) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage(), noise = [];
  page.on('console', (message) => noise.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => noise.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(data:|blob:|file:)/.test(request.url())) noise.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${file}`);
  await page.waitForFunction(ready, null, { timeout: 120000 });
  return { page, noise };
}

/** The picture on the canvas alone, and how many colours it has. It is drawn and read in one go: the browser may throw a
 * drawn picture away afterwards. @param {import('playwright-core').Page} page */
export const picture = (page) => page.evaluate(() => {
  const { stage } = window.tactus, canvas = document.getElementById('view');
  stage.lastMotion = -Infinity;  // finely
  stage.invalidate();
  stage.render();
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const pen = copy.getContext('2d');
  pen.drawImage(canvas, 0, 0);
  const { data } = pen.getImageData(0, 0, copy.width, copy.height), colours = new Set();
  let hash = 0;
  for (let i = 0; i < data.length; i += 4) {
    const rgb = data[i] << 16 | data[i + 1] << 8 | data[i + 2];
    colours.add(rgb);
    hash = Math.imul(hash ^ rgb, 0x01000193) + (hash >>> 13) | 0;
  }
  return { hash, colours: colours.size };
});

/** Names and values of the card with the numbers. @param {import('playwright-core').Page} page */
export const numbersShown = (page) => page.evaluate(() => {
  const names = [...document.querySelectorAll('#info dt')], values = [...document.querySelectorAll('#info dd')];
  return Object.fromEntries(names.map((name, i) => [name.textContent, values[i].textContent]));
});

/** Where something is on the screen. @param {import('playwright-core').Page} page @param {'body' | 'contact'} kind
 * @param {number} index */
export const placeOnScreen = (page, kind, index) => page.evaluate(([what, i]) => {
  const { stage, bodies, contacts, state } = window.tactus, box = stage.canvas.getBoundingClientRect();
  stage.camera.updateMatrixWorld();  // it may have moved since it was last drawn
  const at = (what === 'body' ? bodies.centre(i, state.frame) : contacts.place(i)).project(stage.camera);
  return { x: box.left + (at.x + 1) / 2 * box.width, y: box.top + (1 - at.y) / 2 * box.height };
}, [kind, index]);
