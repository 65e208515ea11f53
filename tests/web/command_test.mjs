// Pages that the command itself writes, in Chromium. ABUT is the command; pictures go to ABUT_PICTURES.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { drawn, launch, open } from './browser.mjs';
import { ball, box } from './shapes.mjs';

const abut = process.env.ABUT ?? new URL('../../build/release/abut', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'abut-web-'));
const pictures = process.env.ABUT_PICTURES && join(process.env.ABUT_PICTURES, 'command');
let browser;

before(async () => {
  browser = await launch();
  if (pictures) mkdirSync(pictures, { recursive: true });
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/// The address of the page that abut clash writes for a file of parts, which move by a text if there is one.
function page_of(name, content, options = {}) {
  const file = `${name}.${options.format ?? 'obj'}`;
  writeFileSync(join(folder, file), content);
  const wanted = ['clash', file, '--clearance', '0.2', '--any-size', '--report', `${name}.html`, '--quiet'];
  if (options.motion) {
    writeFileSync(join(folder, `${name}.txt`), options.motion);
    wanted.push('--motion', `${name}.txt`);
  }
  const run = spawnSync(abut, wanted, { cwd: folder, encoding: 'utf8' });
  assert.deepEqual([run.status, run.stderr], [1, '']);
  return pathToFileURL(join(folder, `${name}.html`)).href;
}

const NAMES = ['ball 1', 'ball 2', 'ball 3', 'ball 4'];
const PLACES = [
  [0, 0, 0],
  [1.7, 0, 0],
  [0, 2.05, 0],
  [1.7, 2.05, 0.3],
];

/// Four unit balls, two of which clash and two of which come close, modelled so far from the origin.
function balls(offset, more = []) {
  let text = '';
  let points = 0;
  [...PLACES, ...more].forEach((place, i) => {
    const body = ball(1, 32, 20);
    text += `o ball ${i + 1}\n`;
    for (const point of body.points) text += `v ${point.map((x, k) => x + place[k] + offset).join(' ')}\n`;
    for (const corners of body.triangles) text += `f ${corners.map((corner) => corner + 1 + points).join(' ')}\n`;
    points += body.points.length;
  });
  return text;
}

const moved = (shift) => `1 0 0 ${shift} 0 1 0 ${shift} 0 0 1 ${shift}`;
const step = (time, placement) => `step ${time}\n${NAMES.map((name) => `"${name}" ${placement}\n`).join('')}`;

/// Which share of the view's pixels look different.
async function difference(page, one, other) {
  return page.evaluate(
    async (texts) => {
      const [p, q] = await Promise.all(
        texts.map(async (text) => {
          const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      let different = 0;
      for (let i = 0; i < p.length; i += 4)
        if ([0, 1, 2].some((k) => Math.abs(p[i + k] - q[i + k]) > 16)) different++;
      return p.length === q.length ? (4 * different) / p.length : 1;
    },
    [one.toString('base64'), other.toString('base64')],
  );
}

/// Pictures of a page's view: everything, a section, and a finding close up. `prepare` runs in the page first.
async function looks(name, url, prepare = () => undefined) {
  const { page, errors } = await open(browser, url, { width: 900, height: 600 });
  await page.evaluate(prepare);
  const shots = {};
  const shoot = async (what) => {
    await drawn(page);
    const path = pictures && join(pictures, `${name}_${what}.png`);
    shots[what] = await page.locator('#view').screenshot(path ? { path } : {});
  };
  await page.evaluate(() => {
    const hidden = document.createElement('style');
    hidden.textContent = '.toolbar { visibility: hidden; }';
    document.head.append(hidden);
    window.abut.view.fit();
  });
  await shoot('all');
  await page.evaluate(() => window.abut.store.change_section({ on: true, axis: 1, offset: 0.4, flip: false }));
  await shoot('section');
  await page.evaluate(() => {
    const { store } = window.abut;
    store.change_section({ on: false });
    store.update({ isolation: 'hide' });
    const { step: now } = store.state;
    const row = store.all_rows.find(({ kind, name_b }) => kind === 'clearance' && name_b === 'ball 3');
    store.select(row);
    if (now > 0) store.go_to(now);
  });
  await shoot('close');
  assert.deepEqual(errors, []);
  return { page, shots };
}

async function assert_same_looks(name, url, expected, options = {}) {
  const { page, shots } = await looks(name, url, options.prepare);
  for (const what of options.only ?? Object.keys(shots)) {
    const share = await difference(page, shots[what], expected.shots[what]);
    assert.ok(share < 0.002, `${name}, ${what}: ${(100 * share).toFixed(2)} % of the pixels differ`);
  }
  await page.context().close();
}

// Unit balls at 5.4e6 were drawn as wrecks: single precision has steps of half a unit there.
test('an assembly far from the origin looks as it does at the origin, however it comes there', async () => {
  const near = await looks('near', page_of('near', balls(0)));
  const second_step = () => window.abut.store.go_to(1);
  const nearby = page_of('later', balls(0), { motion: step(0, moved(0)) + step(1, moved(7)) });
  const later = await looks('later', nearby, second_step);
  for (const offset of [5.4e6, 1e9]) {
    await assert_same_looks(`far_${offset}`, page_of('far', balls(offset)), near);
    await assert_same_looks(`placed_${offset}`, page_of('placed', balls(0), { motion: step(0, moved(offset)) }), near);
    const back = page_of('back', balls(offset), { motion: step(0, moved(-offset)) });
    await assert_same_looks(`back_${offset}`, back, near);
    const both = page_of('both', balls(offset), { motion: step(0, moved(-3 * offset)) });
    await assert_same_looks(`both_${offset}`, both, near);
    // Whatever was near at first is far later.
    const leaving = page_of('leaving', balls(0), { motion: step(0, moved(0)) + step(1, moved(offset)) });
    await assert_same_looks(`leaving_${offset}`, leaving, later, { prepare: second_step, only: ['all'] });
    // A finding close up, with another part that is as far away.
    const spread = page_of('spread', balls(0, [[offset, offset, 0]]));
    await assert_same_looks(`spread_${offset}`, spread, near, { only: ['close'] });
  }
  for (const { page } of [near, later]) await page.context().close();
});

test('places of an assembly far from the origin are told with the digits that tell them apart', async () => {
  for (const offset of [5.4e6, 1e9]) {
    const { page, errors } = await open(browser, page_of('labels', balls(offset)), { width: 1100, height: 640 });
    await page.evaluate(() => {
      const { store } = window.abut;
      store.select(store.all_rows.find(({ name_a, name_b }) => name_a === 'ball 1' && name_b === 'ball 3'));
      store.change_section({ on: true, axis: 1, offset: 0.5 });
    });
    await drawn(page);
    assert.equal(await page.locator('.measure-label').innerText(), '0.05');
    const facts = (await page.locator('.details').innerText()).replace(/\s+/g, ' ');
    assert.ok(facts.includes(`On A ${offset} ${offset + 1} ${offset}`), facts);
    assert.ok(facts.includes(`On B ${offset} ${offset + 1.05} ${offset}`), facts);
    const cut = Number(await page.locator('.section-at').innerText());
    assert.ok(Math.abs(cut - (offset + 1.025)) < 0.01, `${cut}`);
    assert.deepEqual(errors, []);
    await page.context().close();
  }
});

/// A glTF of two boxes that overlap, with these names.
function two_boxes(names) {
  const { points, triangles } = box([0, 0, 0], [1, 1, 1]);
  const bytes = Buffer.concat([
    Buffer.from(new Float32Array(points.flat()).buffer),
    Buffer.from(new Uint32Array(triangles.flat()).buffer),
  ]);
  const split = 12 * points.length;
  return JSON.stringify({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0, 1] }],
    nodes: names.map((name, i) => ({ name, mesh: 0, translation: [0.5 * i, 0.25 * i, 0.125 * i] })),
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: points.length, type: 'VEC3' },
      { bufferView: 1, componentType: 5125, count: 3 * triangles.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: split },
      { buffer: 0, byteOffset: split, byteLength: bytes.length - split },
    ],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
  });
}

// <!--<script> makes the browser look for the end of two scripts: all that followed was taken for text.
test('names that look like markup, or cannot be seen, are shown as text', async () => {
  const names = [
    ['<!--<script>', '<!--<script>'],
    ['</script><script>window.broken = 1</script>', '</script><script>window.broken = 1</script>'],
    ['<img src=x onerror="window.broken = 1">', '<img src=x onerror="window.broken = 1">'],
    ['-->]]>&lt;&quot;\\u003c', '-->]]>&lt;&quot;\\u003c'],
    [`1" bolt 'M6' \\ \``, `1" bolt 'M6' \\ \``],
    ['line\u2028break\u2029s', 'line\\u2028break\\u2029s'],
    ['bolt\u202egnp.exe', 'bolt\\u202egnp.exe'],
    ['\u2066hidden\u2069\u200b', '\\u2066hidden\\u2069\\u200b'],
    ['red\u009b31m', 'red\\u009b31m'],
    ['Schraube \u00e4\u00f6\u00fc \u87ba\u4e1d \ud83d\udd29', 'Schraube \u00e4\u00f6\u00fc \u87ba\u4e1d \ud83d\udd29'],
  ];
  for (const [name, shown] of names) {
    const url = page_of('names', two_boxes([name, 'plain']), { format: 'gltf' });
    const { page, errors } = await open(browser, url, { width: 1100, height: 640 });
    const held = await page.evaluate(() => JSON.parse(document.getElementById('abut-clash').textContent).parts[0].name);
    assert.equal(held, name);
    assert.equal(await page.locator('.row .names span').first().textContent(), shown);
    assert.equal(await page.locator('#row-0').getAttribute('aria-label'), `Clash between ${shown} and plain`);
    await page.locator('#row-0').click();
    assert.equal(await page.locator('.details .part-name').first().textContent(), shown);
    await page.evaluate(() => window.abut.store.update({ picked: 0 }));
    assert.equal(await page.locator('.picked-name').textContent(), shown);
    assert.equal(await page.evaluate(() => window.broken), undefined);
    assert.equal(await page.locator('img').count(), 0);
    assert.deepEqual(errors, []);
    if (pictures && name === names[0][0]) await page.screenshot({ path: join(pictures, 'markup_name.png') });
    await page.context().close();
  }
});

test('parts that rest and parts that move stand where the motion has them at every step', async () => {
  const place = (number, x) => `"ball ${number}" 1 0 0 ${x} 0 1 0 0 0 0 1 0`;
  const steps = ['step 0', place(1, -1), 'step 1', 'step 2', place(1, -2), place(4, 3), 'step 3', 'step 4', place(1, 0)];
  const motion = steps.map((line) => `${line}\n`).join('');
  const { page, errors } = await open(browser, page_of('resting', balls(0), { motion }), { width: 1100, height: 640 });
  const seen = [];
  for (const now of [0, 1, 2, 3, 4, 1, 4, 0]) {
    await page.locator('#time').fill(String(now));
    await drawn(page);
    const places = await page.evaluate(() => {
      const { view } = window.abut;
      return view.parts.meshes.map(({ matrixWorld }) => matrixWorld.elements[12] + view.parts.geometry.centre[0]);
    });
    seen.push(places.map((x) => Math.round(10 * x) / 10));
  }
  const rest = (one, four) => [one, 1.7, 0, four];
  const expected = [rest(-1, 1.7), rest(-1, 1.7), rest(-2, 4.7), rest(-2, 4.7), rest(0, 4.7)];
  assert.deepEqual(seen, [...expected, expected[1], expected[4], expected[0]]);
  assert.deepEqual(errors, []);
  await page.context().close();
});

/// Points as they stand, by Rodrigues' formula and nothing of the page.
function turned(axis, angle, point) {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const along = axis.reduce((sum, a, k) => sum + a * point[k], 0);
  return point.map((x, k) => x * c + cross(axis, point)[k] * s + axis[k] * along * (1 - c));
}

/// Where the origin of the last link of a chain of revolute joints is.
function tip_of(figure, numbers) {
  let point = [0, 0, 0];
  for (const { origin, axis, first_number, kind } of [...figure.joints].reverse()) {
    assert.equal(kind, 'revolute');
    const inner = turned(axis, numbers[first_number], point);
    point = [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + origin[4 * row + k] * inner[k], origin[4 * row + 3]));
  }
  return point;
}

test('a robot stands where its joints have it, and says what touches', async () => {
  const robots = new URL('../../robots/arm/', import.meta.url).pathname;
  writeFileSync(join(folder, 'cell.txt'), 'table box 0.6 0.8 0.05 at 0.75 0 0.1\n');
  writeFileSync(join(folder, 'path.txt'), '0 0 0 0 0 0 0\n0.1 1.5 0.3 0.4 -0.2 0.5 1\n0.5 -0.4 1 -1.2 0.3 0.8 -1\n');
  const wanted = ['robot', join(robots, 'arm.urdf'), '--srdf', join(robots, 'arm.srdf'), '--scene', 'cell.txt'];
  wanted.push('--configurations', 'path.txt', '--report', 'robot.html', '--json');
  const run = spawnSync(abut, wanted, { cwd: folder, encoding: 'utf8' });
  assert.deepEqual([run.status, run.stderr], [1, '']);
  const answers = run.stdout.trim().split('\n').map((line) => JSON.parse(line));
  const { page, errors } = await open(browser, pathToFileURL(join(folder, 'robot.html')).href, { width: 1100, height: 640 });
  const rows = await page.locator('.configuration').allTextContents();
  assert.deepEqual(rows.map((row) => row.endsWith('free')), answers.map(({ free }) => free));
  for (const numbers of [null, [0.2, -0.5, 0.7, 1.1, -0.3, 0.4, 0.9]]) {
    const { figure, shown, tip } = await page.evaluate((values) => {
      const { store, view } = window.abut_robot;
      values?.forEach((value, i) => store.turn(i, value));
      const { elements } = view.links[0].at(-1).matrix;
      return { figure: store.run.figures[0], shown: store.state.numbers, tip: [elements[12], elements[13], elements[14]] };
    }, numbers);
    tip_of(figure, shown).forEach((x, k) => assert.ok(Math.abs(x - tip[k]) < 1e-6));
  }
  assert.match(await page.locator('.state').textContent(), /Not checked/);
  await page.locator('.configuration').nth(1).click();
  assert.match(await page.locator('.state').textContent(), answers[1].free ? /Free/ : /touch/);
  await page.locator('.segment', { hasText: 'Not free' }).click();
  assert.equal(await page.locator('.configuration:visible').count(), answers.filter(({ free }) => !free).length);
  assert.deepEqual(errors, []);
  if (pictures) await page.screenshot({ path: join(pictures, 'robot.png') });
  await page.context().close();
});
