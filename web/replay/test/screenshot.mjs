// SPDX-License-Identifier: MIT
// A picture of a replay. Usage:
//   node screenshot.mjs PAGE.html OUT.png [frame=N] [size=WxH] [keys=c,n] [look=X,Y,Z,DISTANCE] [fine] [bare] [dark]
// look: at this point, from this distance; otherwise all bodies of all frames are in view. fine: as a graphics card would
// draw it, which takes software seconds; bare: the scene alone.
import { resolve } from 'node:path';
import { launch, openReplay } from './browser.mjs';

const [page_file, out, ...rest] = process.argv.slice(2);
const option = Object.fromEntries(rest.map((word) => [...word.split('='), ''].slice(0, 2)));
const [width, height] = (option.size ?? '1280x800').split('x').map(Number);
const browser = await launch();
const { page, noise } = await openReplay(browser, resolve(page_file) + ('fine' in option ? '#fine' : ''),
  { viewport: { width, height }, colorScheme: 'dark' in option ? 'dark' : 'light' });
if ('bare' in option) await page.addStyleTag({ content: '#panel, #title, #legend, #notice { display: none !important; }' });
if (option.frame) await page.evaluate((f) => window.tactus.state.goTo(f), Number(option.frame));
for (const key of (option.keys ?? '').split(',').filter(Boolean)) await page.keyboard.press(key);
await page.evaluate(() => { window.tactus.stage.resize(); window.tactus.stage.fit(); });
if (option.look) await page.evaluate(([x, y, z, distance]) => {
  const { camera, controls } = window.tactus.stage, direction = camera.position.clone().sub(controls.target).normalize();
  controls.target.set(x, y, z);
  camera.position.copy(controls.target).addScaledVector(direction, distance);
  controls.update();
}, option.look.split(',').map(Number));
await page.waitForTimeout(1500);
await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
await page.screenshot({ path: out, timeout: 120000 });
await browser.close();
for (const line of noise) console.log(line);
