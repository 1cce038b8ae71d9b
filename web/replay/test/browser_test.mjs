// SPDX-License-Identifier: MIT
// The replay page in a real browser. Usage: node browser_test.mjs SHAPES.html SMALL.html [FOLDER for screenshots]
// The recordings are those that `replay_examples shapes` and `replay_examples small` make.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { featureName, statusNames } from '../src/details.js';
import { loadRecording } from '../src/recording.js';
import { launch, numbersShown, openReplay, picture, placeOnScreen } from './browser.mjs';

const [file, small, shots] = [resolve(process.argv[2]), resolve(process.argv[3]), process.argv[4]];
if (shots) mkdirSync(shots, { recursive: true });
const text = /id="recording">([^<]*)</.exec(readFileSync(file, 'utf8'))[1];
const recording = await loadRecording(text, async () => {});  // decoded here, independently of the browser
const detailed = 105;  // a frame with contacts

const browser = await launch();
let { page, noise } = await openReplay(browser, file);
const shot = async (name) => shots && page.screenshot({ path: `${shots}/${name}.png` });
const state = (name) => page.evaluate((n) => window.tactus.state[n], name);
const goTo = (frame) => page.evaluate((f) => window.tactus.state.goTo(f), frame);

const tests = {
  async 'WebGL works in software'() {
    assert.match(await page.evaluate(() => window.tactus.stage.name), /SwiftShader|llvmpipe/);
  },
  async 'the canvas is not blank'() {
    assert.ok((await picture(page)).colours > 500);
    await shot('start');
  },
  async 'play advances and pause stops'() {
    const before = await picture(page);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.tactus.state.frame > 20, null, { timeout: 60000 });
    await page.click('#play');
    const frame = await state('frame');
    await page.waitForTimeout(300);
    assert.equal(await state('frame'), frame);
    assert.equal(await state('playing'), false);
    assert.notEqual((await picture(page)).hash, before.hash);
  },
  async 'the slider scrubs'() {
    const before = await picture(page);
    await page.locator('#scrub').fill('150');
    assert.equal(await state('frame'), 150);
    assert.match(await page.textContent('#clock'), /150 \/ 239/);
    assert.notEqual((await picture(page)).hash, before.hash);
  },
  async 'steps go on and back'() {
    const before = await picture(page);
    await page.keyboard.press('ArrowRight');
    assert.equal(await state('frame'), 151);
    assert.notEqual((await picture(page)).hash, before.hash);
    await page.click('#back');
    assert.equal(await state('frame'), 150);
    assert.equal((await picture(page)).hash, before.hash);
    await page.keyboard.press('End');
    assert.equal(await state('frame'), 239);
    await page.keyboard.press('Home');
    assert.equal(await state('frame'), 0);
  },
  async 'the plots show the present frame and scrub too'() {
    const plot = page.locator('.plot canvas').nth(2), box = await plot.boundingBox();
    assert.equal(await page.locator('.plot').count(), 4);
    const before = await plot.screenshot();
    await page.mouse.click(box.x + box.width / 2, box.y + 20);
    assert.ok(Math.abs(await state('frame') - 119.5) < 3);
    assert.ok(!before.equals(await plot.screenshot()));
  },
  async 'speeds are kept'() {
    await page.selectOption('#speed', '0.25');
    assert.equal(await state('speed'), 0.25);
    await page.locator('#view').focus();
    await page.keyboard.press('.');
    assert.equal(await state('speed'), 0.5);
  },
  async 'each toggle changes the picture, and back'() {
    await goTo(detailed);
    for (const name of ['contacts', 'normals', 'boxes', 'pairs', 'xray', 'shadows']) {
      const before = await picture(page);
      await page.click(`#toggle-${name}`);
      const during = await picture(page);
      assert.notEqual(during.hash, before.hash, name);
      await shot(name);
      await page.locator('#view').focus();
      await page.keyboard.press(name[0]);
      assert.equal((await picture(page)).hash, before.hash, `${name}, back by key`);
    }
  },
  async 'each colouring changes the picture'() {
    await goTo(160);
    const seen = new Set();
    for (const key of ['1', '2', '3', '4']) {
      await page.keyboard.press(key);
      seen.add((await picture(page)).hash);
      await shot(`colour_${await state('colouring')}`);
    }
    assert.equal(seen.size, 4);
    await page.keyboard.press('1');
  },
  async 'orbit and zoom, by pointer and by key'() {
    const seen = new Set([(await picture(page)).hash]);
    await page.mouse.move(640, 300);
    await page.mouse.down();
    await page.mouse.move(740, 320, { steps: 3 });
    await page.mouse.up();
    seen.add((await picture(page)).hash);
    await page.mouse.wheel(0, -300);
    await page.waitForTimeout(200);
    seen.add((await picture(page)).hash);
    for (const key of ['i', 'j', '+']) {
      await page.keyboard.press(key);
      seen.add((await picture(page)).hash);
    }
    assert.equal(seen.size, 6);
    assert.equal(await state('selection'), null);  // a drag is no click
    await page.keyboard.press('f');
  },
  async 'a click on a body shows its numbers'() {
    await goTo(239);
    const { x, y } = await placeOnScreen(page, 'body', 8);
    await page.mouse.click(x, y);
    const shown = await numbersShown(page), body = Number(shown.number);
    const [px, py, pz] = recording.frames.pose(239, body, new Float64Array(7));
    assert.equal(shown.position, `(${[px, py, pz].map((v) => Number(v.toPrecision(5))).join(', ')})`);
    assert.equal(shown.shape, recording.bodies[body].shape);
    assert.equal(shown.mass, `${recording.bodies[body].mass} kg`);
    assert.equal(parseFloat(shown.speed), Number(recording.frames.speed(239, body).toPrecision(4)));
    await shot('body');
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('#info'), false);
  },
  async 'a click on a contact shows its numbers'() {
    await goTo(detailed);
    await page.click('#toggle-contacts');
    const { x, y } = await placeOnScreen(page, 'contact', 9);
    await page.mouse.click(x, y);
    const { point: p } = await state('selection'), shown = await numbersShown(page);
    const { contact, point } = recording.details(detailed), c = point.contact[p];
    assert.equal(shown['signed distance'], `${contact.distance[c]} m`);
    assert.equal(shown['lower bound'], `${contact.lower[c]} m`);
    assert.equal(shown['upper bound'], `${contact.upper[c]} m`);
    assert.ok(contact.lower[c] <= contact.distance[c] && contact.distance[c] <= contact.upper[c]);
    assert.equal(shown.status, statusNames[contact.status[c]]);
    assert.equal(shown['feature of a'], featureName(contact.featureA[c]));
    assert.equal(shown['feature of b'], featureName(contact.featureB[c]));
    assert.equal(shown.age, `${point.age[p]} steps`);
    assert.ok(shown['id, a'].startsWith(featureName(point.idA[p])));
    assert.equal(parseFloat(shown['this point'].slice(1)), Number(point.position[0][p].toPrecision(8)));
    const impulse = point.impulse.map((axis) => Number(axis[p].toPrecision(8)));
    assert.equal(shown['impulse n, u, v'], `(${impulse.join(', ')}) N s`);
    assert.ok(impulse[0] > 0, 'the recording has impulses');
    await shot('contact');
  },
  async 'keys select bodies and contacts, and help opens'() {
    await page.keyboard.press("'");
    assert.equal((await state('selection')).kind, 'contact');
    await page.keyboard.press(']');
    assert.deepEqual(await state('selection'), { kind: 'body', body: 0 });
    await page.keyboard.press('h');
    await page.waitForSelector('dialog[open]');
    await page.waitForFunction(() => document.getElementById('facts').textContent.includes('at most'));
    await shot('help');
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('dialog'), false);
  },
  async 'every control has a name'() {
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, select, input, canvas')]
      .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim())).map((e) => e.outerHTML));
    assert.deepEqual(nameless, []);
  },
  async 'the page was silent and fetched nothing'() { assert.deepEqual(noise, []); },
  async 'dark differs from light'() {
    await goTo(60);
    const light = await picture(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForTimeout(300);  // the page is notified afterwards
    assert.notEqual((await picture(page)).hash, light.hash);
    await shot('dark');
  },
  async 'one frame without phases is enough, and names are text'() {
    ({ page, noise } = await openReplay(browser, small));
    assert.equal(await page.textContent('h1'), 'One <b>frame</b> & "no" half-space');
    assert.ok((await picture(page)).colours > 100);
    assert.equal(await page.locator('.plot').count(), 3);
    for (const key of ['Space', 'c', 'n', 'b', 'p', ']', ']', 'ArrowRight', 'd', '2', '3', '4', 'h']) await page.keyboard.press(key);
    assert.match(await page.textContent('#info h2'), /<\/script>/);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300);
    await shot('small');
    assert.deepEqual(noise, []);
  },
  async 'a damaged recording says so'() {
    ({ page, noise } = await openDamaged());
    assert.match(await page.textContent('#loading'), /cannot be shown/);
    assert.deepEqual(noise, []);
  },
  async 'a phone has room for everything'() {
    ({ page, noise } = await openReplay(browser, file, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }));
    await goTo(120);
    assert.ok((await picture(page)).colours > 500);
    const size = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, view: document.getElementById('view').clientHeight }));
    assert.ok(size.wide <= 390, `${size.wide} pixels wide`);
    assert.ok(size.view > 400, `a view of ${size.view} pixels`);
    await page.tap('#forth');
    assert.equal(await state('frame'), 121);
    const { x, y } = await placeOnScreen(page, 'body', 30);
    await page.touchscreen.tap(x, y);
    assert.ok((await numbersShown(page)).shape);
    await shot('phone_numbers');
    await page.tap('#info .close');
    await shot('phone');
    assert.deepEqual(noise, []);
  },
};

/** The small recording with its middle cut out. */
async function openDamaged() {
  const html = readFileSync(small, 'utf8').replace(/(id="recording">[^<]{400})[^<]{400}/, '$1');
  const at = `${small}.damaged.html`;
  writeFileSync(at, html);
  return openReplay(browser, at, {}, () => document.getElementById('loading').textContent.includes('cannot'));
}

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok: ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED: ${name}\n  ${error.message.split('\n').slice(0, 6).join('\n  ')}`);
  }
}
await browser.close();
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
