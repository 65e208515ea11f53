// The page that abut robot --report writes, in Chromium. ABUT is the command; pictures go to ABUT_PICTURES.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { drawn, launch, open } from './browser.mjs';

const abut = process.env.ABUT ?? new URL('../../build/release/abut', import.meta.url).pathname;
const robots = new URL('../../robots/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'abut-robot-'));
const pictures = process.env.ABUT_PICTURES && join(process.env.ABUT_PICTURES, 'robot');
const urdf = join(robots, 'arm/arm.urdf');
let browser, url, told, configurations;

/// Numbers from 0 to 1, the same at every run.
function* random(seed) {
  for (let x = seed; ; ) yield (x = (x * 16807) % 2147483647) / 2147483647;
}

before(async () => {
  browser = await launch();
  if (pictures) mkdirSync(pictures, { recursive: true });
  const next = random(7);
  configurations = Array.from({ length: 30 }, () => Array.from({ length: 7 }, () => 4 * next.next().value - 2));
  writeFileSync(join(folder, 'path.csv'), configurations.map((q) => q.join(',')).join('\n') + '\n');
  writeFileSync(join(folder, 'cell.txt'), 'table box 1.2 0.8 0.05 at 0.5 0 -0.2\nball sphere 0.15 at 0.4 0.3 0.7\n');
  const page = join(folder, 'robot.html');
  const run = spawnSync(abut, [
    'robot', urdf, '--srdf', join(robots, 'arm/arm.srdf'), '--packages', `arm=${join(robots, 'arm')}`,
    '--scene', join(folder, 'cell.txt'), '--configurations', join(folder, 'path.csv'), '--json', '--report', page,
  ], { encoding: 'utf8' });
  assert.ok(run.status === 0 || run.status === 1, run.stderr);
  told = run.stdout.trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(told.length, 30);
  url = pathToFileURL(page).href;
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

async function picture(page, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/// The turn by an angle about an axis along x, y or z, then the origin of the joint: rows of a matrix.
function joint_matrix([x, y, z], axis, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const turns = [
    [[1, 0, 0], [0, c, -s], [0, s, c]],
    [[c, 0, s], [0, 1, 0], [-s, 0, c]],
    [[c, -s, 0], [s, c, 0], [0, 0, 1]],
  ];
  const turn = turns[axis.indexOf(1)];
  return [[...turn[0], x], [...turn[1], y], [...turn[2], z], [0, 0, 0, 1]];
}
const product = (a, b) => a.map((row) => b[0].map((_, j) => row.reduce((sum, entry, k) => sum + entry * b[k][j], 0)));

/// Where the last link is, by the URDF file alone.
function last_link(q) {
  const joints = [...readFileSync(urdf, 'utf8').matchAll(/<origin xyz="([^"]+)"\/><axis xyz="([^"]+)"\/>/g)];
  const numbers = (text) => text.split(' ').map(Number);
  assert.equal(joints.length, 7);
  return joints
    .map(([, origin, axis], i) => joint_matrix(numbers(origin), numbers(axis), q[i]))
    .reduce((all, next) => product(all, next));
}

const drawn_last_link = (page) => page.evaluate(() => [...window.abut_robot.view.links[0].at(-1).matrix.elements]);

function assert_placed(elements, q) {
  const expected = last_link(q);
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 4; column++)
      assert.ok(Math.abs(elements[4 * column + row] - expected[row][column]) < 1e-9, `${row} ${column}`);
}

test('lists what the command says of each configuration', async () => {
  const { page, errors } = await open(browser, url);
  assert.equal(await page.title(), 'Robot: arm');
  const rows = await page.locator('.configuration').allTextContents();
  assert.equal(rows.length, 30);
  const free = told.filter((each) => each.free).length;
  assert.ok(free > 2 && free < 28, `${free} are free`);
  assert.match(await page.locator('.run-summary p').textContent(), new RegExp(`: ${free} free, ${30 - free} not`));
  told.forEach((each, i) => {
    if (each.free) assert.match(rows[i], /free/);
    else for (const name of each.contacts[0]) assert.ok(rows[i].includes(name), `${rows[i]} names ${name}`);
  });
  await page.getByText('Not free', { exact: true }).click();
  assert.equal(await page.locator('.configuration:visible').count(), 30 - free);
  await picture(page, 'list');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('draws the links where the file puts them, and tells what touches', async () => {
  const { page, errors } = await open(browser, url);
  for (const wanted of [true, false]) {
    const i = told.findIndex((each) => each.free === wanted);
    await page.locator('.configuration').nth(i).click();
    await drawn(page);
    assert_placed(await drawn_last_link(page), configurations[i]);
    assert.equal(await page.locator('.configuration[aria-pressed="true"]').count(), 1);
    const state = await page.locator('.state').textContent();
    if (wanted) assert.match(state, /Free/);
    else for (const pair of told[i].contacts) assert.ok(state.includes(`${pair[0]} – ${pair[1]}`), state);
    await picture(page, wanted ? 'free' : 'touching');
  }
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('has a slider for each joint, within its limits, and does not claim what nobody checked', async () => {
  const { page, errors } = await open(browser, url, { dark: true });
  const sliders = page.locator('input[type=range]');
  assert.equal(await sliders.count(), 7);
  assert.equal(Number(await sliders.nth(1).getAttribute('max')), 2.3);
  await sliders.nth(1).fill('1.15');
  await drawn(page);
  const numbers = await page.evaluate(() => [...window.abut_robot.store.state.numbers]);
  assert.ok(Math.abs(numbers[1] - 1.15) < 1e-2);
  assert_placed(await drawn_last_link(page), numbers);
  assert.match(await page.locator('.state').textContent(), /Not checked/);
  await picture(page, 'slider');
  await page.locator('#theme').click();
  assert.equal(await page.evaluate(() => window.abut_robot.store.state.theme), 'light');
  assert.deepEqual(errors, []);
  await page.context().close();
});
