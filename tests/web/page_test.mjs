// The report page in Chromium, from disk and without a network. ABUT_TEMPLATE is the built page; pictures go to ABUT_PICTURES.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { drawn, launch, open } from './browser.mjs';
import { crowd } from './crowd.mjs';
import { CENTRE, machine } from './machine.mjs';
import { page_of } from './page_of.mjs';
import { take_pictures } from './screenshots.mjs';

const template_file = process.env.ABUT_TEMPLATE ?? new URL('../../web/dist/index.html', import.meta.url).pathname;
const template = readFileSync(template_file, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'abut-web-'));
const { report, geometry } = machine();
let browser;

function written(name, html) {
  const file = join(folder, name);
  writeFileSync(file, html);
  return pathToFileURL(file).href;
}

const machine_url = written('machine.html', page_of(template, report, geometry));

before(async () => (browser = await launch()));
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

// A small window: every pixel is drawn by the processor.
const small = { width: 1100, height: 640 };
let shared;

/// Runs a check on the machine's report, in the state in which it opens.
async function on_machine(check) {
  if (!shared) {
    shared = await open(browser, machine_url, small);
    await shared.page.evaluate(() => (window.first_state = window.abut.store.state));
  }
  const { page, errors } = shared;
  await page.evaluate(() => {
    document.activeElement?.blur();
    window.abut.store.update(window.first_state);
  });
  await drawn(page);
  await check(page);
  assert.deepEqual(errors, []);
}

/// Runs a check on a page of its own, which must not complain.
async function on_page(check, url = machine_url, options = {}) {
  const { page, errors } = await open(browser, url, { ...small, ...options });
  await check(page);
  assert.deepEqual(errors, []);
  await page.context().close();
}

const state = (page, name) => page.evaluate((key) => window.abut.store.state[key], name);
const camera = (page) => page.evaluate(() => window.abut.view.flight.camera.position.toArray());
const placement = (page, part) => page.evaluate((i) => [...window.abut.view.parts.meshes[i].matrix.elements], part);
const listed = (page) => page.evaluate(() => window.abut.store.state.rows.length);
const part_number = (name) => report.parts.findIndex((part) => part.name === name);
const all = report.findings.length + report.gone.length;

test('the built page is one file that names no other', () => {
  assert.doesNotMatch(template, /<script[^>]+src=|<link[^>]+stylesheet|@import|url\(["']?http/);
  assert.match(template, /Copyright 2010-\d+ Three\.js Authors/);
});

test('without data the page says so', async () => {
  await on_page(
    async (page) => {
      assert.match(await page.locator('.message').innerText(), /holds no data.*abut clash ASSEMBLY --report/s);
    },
    pathToFileURL(template_file).href,
    { ready: false },
  );
});

test('data of another version, or cut off, is told in a sentence', async () => {
  const cases = [
    [page_of(template, { ...report, version: 3 }, geometry), /version 3; this page reads version 2/],
    [
      template.replace('<!--abut:data-->', () => '<script type="application/json" id="abut-clash">{"schema":'),
      /cut off/,
    ],
  ];
  for (const [html, sentence] of cases)
    await on_page(
      async (page) => {
        await page.waitForSelector('.message');
        assert.match(await page.locator('.message').innerText(), sentence);
      },
      written('bad.html', html),
      { ready: false },
    );
});

test('a report without geometry, or with too little of it, still lists its findings', async () => {
  for (const [shown, sentence] of [
    [{ ...geometry, indices: '' }, /does not belong/],
    [{ ...geometry, steps: '' }, /does not belong/],
    [{ ...geometry, positions: '%' }, /cannot be read/],
  ])
    await on_page(
      async (page) => {
        await page.waitForSelector('html[data-ready]');
        assert.match(await page.locator('.no-view').innerText(), sentence);
        assert.equal(
          await page.locator('#findings').getByRole('option').first().getAttribute('aria-setsize'),
          String(all),
        );
      },
      written('short.html', page_of(template, report, shown)),
      { ready: false },
    );
});

test('characters that cannot be seen are shown by their numbers', async () => {
  const shown = structuredClone(report);
  const [{ a }] = shown.findings;
  shown.parts[a].name = 'bell\u0007 escape\u001b[31m csi\u009b31m delete\u007f \u202etfel';
  shown.inputs = ['models/\u202ejbo.exe.obj'];
  shown.time_name = 'crank\u0000 angle [deg]';
  shown.gone[0].name_a = 'soft\u00adhyphen';
  const name = 'bell\\u0007 escape\\u001b[31m csi\\u009b31m delete\\u007f \\u202etfel';
  await on_page(
    async (page) => {
      assert.equal(await page.locator('.row .names span').first().textContent(), name);
      assert.equal(await page.title(), 'Clash report: \\u202ejbo.exe.obj');
      const panels = await page.evaluate(() => document.getElementById('page').textContent);
      assert.doesNotMatch(panels, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      assert.ok(panels.includes('crank\\u0000 angle'));
      await page.evaluate(() => window.abut.store.select_id('resolved0001'));
      assert.match(await page.locator('.details').innerText(), /soft\\u00adhyphen/);
    },
    written('unseen.html', page_of(template, shown, geometry)),
  );
});

test('a run that was interrupted is marked as not complete', async () => {
  const found = { ...report, complete: false };
  const nothing = { ...found, findings: [], gone: undefined };
  for (const shown of [found, nothing])
    await on_page(
      async (page) => {
        const banner = page.getByRole('alert');
        assert.equal(await banner.innerText(), 'Not complete: the run was interrupted; more clashes may exist.');
        const { width, height } = await banner.boundingBox();
        assert.ok(width === small.width && height >= 20, `${width} x ${height}`);
        assert.equal(await page.title(), 'Not complete: clash report: three-cylinders.obj');
        const details = await page.locator('.details').innerText();
        assert.doesNotMatch(details, /Nothing was found: no clash/);
        if (shown === nothing) assert.match(details, /Nothing was found before the run was interrupted/);
        const pictures = process.env.ABUT_PICTURES;
        if (pictures) await page.screenshot({ path: join(pictures, 'interrupted.png') });
      },
      written('interrupted.html', page_of(template, shown, geometry)),
    );
  await on_machine(async (page) => {
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.equal(await page.title(), 'Clash report: three-cylinders.obj');
  });
});

test('all findings and those that are gone are listed, the worst first', async () => {
  await on_machine(async (page) => {
    assert.match(await page.locator('.shown').innerText(), new RegExp(`^${all} listed`));
    const first = page.locator('#findings').getByRole('option').first();
    assert.equal(await first.getAttribute('aria-label'), 'Clash between piston 2 and valve 2, new');
    assert.equal(await first.getAttribute('aria-setsize'), String(all));
    for (const kind of ['clash', 'inside', 'touch', 'clearance'])
      assert.equal(await page.locator(`.chip[data-kind=${kind}] b`).innerText(), String(report.summary[kind]));
  });
});

test('kinds, states, the search and the order choose what is listed', async () => {
  await on_machine(async (page) => {
    await page.locator('.chip[data-kind=clearance]').click();
    assert.equal(await listed(page), all - report.summary.clearance - 1);
    await page.locator('.chip[data-standing=gone]').click();
    assert.equal(await listed(page), report.findings.length - report.summary.clearance);
    await page.locator('.chip[data-kind=clearance]').click();
    await page.locator('#search').fill('PISTON liner');
    assert.equal(await listed(page), 3);
    await page.locator('#search').fill('no such part');
    assert.equal(await listed(page), 0);
    assert.ok(await page.locator('.empty').isVisible());
    await page.locator('#search').press('Escape');
    await page.locator('#sort').selectOption('name');
    assert.equal(await page.locator('.row .names span').first().innerText(), 'bolt M8 1');
  });
});

test('a click selects: address, camera, isolation, contacts, details', async () => {
  await on_machine(async (page) => {
    const from = await camera(page);
    await page.locator('#row-0').click();
    await drawn(page);
    assert.equal(await page.evaluate(() => location.hash), `#finding=${report.findings[0].id}`);
    assert.notDeepEqual(await camera(page), from);
    assert.equal(await page.locator('#row-0').getAttribute('aria-selected'), 'true');
    assert.equal(await state(page, 'step'), report.findings[0].worst_step);
    const looks = await page.evaluate(
      ([a, other]) => {
        const { meshes } = window.abut.view.parts;
        return [meshes[a].material.opacity, meshes[other].material.opacity];
      },
      [report.findings[0].a, part_number('camshaft')],
    );
    assert.ok(looks[1] < 0.5 && looks[1] < looks[0], `opacities ${looks}`);
    const triangles = await page.evaluate(() =>
      window.abut.view.focus.group.children
        .filter((child) => child.isMesh)
        .map((mesh) => mesh.geometry.attributes.position.count / 3),
    );
    const { triangles_a, triangles_b } = report.findings[0];
    assert.deepEqual(
      triangles,
      [triangles_a, triangles_a, triangles_b, triangles_b].map((ids) => ids.length),
    );
    const details = await page.locator('.details').innerText();
    for (const text of ['Clash', 'piston 2', 'valve 2', '120 pairs of triangles', 'New', '577.46 to 633.2 deg'])
      assert.ok(details.includes(text), text);
    assert.equal(await page.locator('.measure-label').innerText(), '120 contacts');
  });
});

test('the camera looks at the finding, wherever the assembly lies', async () => {
  await on_machine(async (page) => {
    const finding = report.findings.find(({ id }) => id.startsWith('foot1'));
    await page.evaluate((id) => window.abut.store.select_id(id), finding.id);
    await drawn(page);
    const target = await page.evaluate(() => window.abut.view.flight.controls.target.toArray());
    finding.point_a.forEach((x, k) => assert.ok(Math.abs(target[k] - (x - CENTRE[k])) < 1.01, `${target}`));
    assert.equal(await page.locator('.measure-label').innerText(), '1');
    assert.equal(await page.locator('.overlay .line').count(), 1);
  });
});

test('an address that names a finding opens it, and follows to another', async () => {
  const [first, second] = [report.findings[1].id, report.findings[4].id];
  await on_page(async (page) => {
    assert.equal(await page.evaluate(() => window.abut.store.state.selected.id), first);
    await page.evaluate((id) => (location.hash = `finding=${id}`), second);
    await page.waitForFunction((id) => window.abut.store.state.selected.id === id, second);
  }, `${machine_url}#finding=${first}`);
});

test('a finding of the baseline that is gone can be read', async () => {
  await on_machine(async (page) => {
    await page.evaluate(() => window.abut.store.select_id('resolved0001'));
    assert.match(await page.locator('.details').innerText(), /Gone.*cam 1.*valve 1.*does not find it any more/s);
  });
});

test('the slider moves the parts that move, and no others', async () => {
  await on_machine(async (page) => {
    const [piston, plate] = [part_number('piston 1'), part_number('bed plate')];
    const before = [await placement(page, piston), await placement(page, plate)];
    await page.locator('#time').fill('18');
    await drawn(page);
    const moved = await placement(page, piston);
    // 180 degrees: from the top of a stroke of 28 to its bottom.
    assert.ok(Math.abs(moved[14] - before[0][14] + 28) < 1e-4, `${moved[14] - before[0][14]}`);
    assert.deepEqual(await placement(page, plate), before[1]);
    assert.equal(await page.locator('.now').innerText(), '180 deg');
  });
});

test('play runs through the steps and pauses', async () => {
  await on_machine(async (page) => {
    await page.locator('#play').click();
    await page.waitForFunction(() => window.abut.store.state.step > 1);
    await page.locator('#play').click();
    assert.equal(await state(page, 'playing'), false);
    assert.equal(await page.locator('#play').innerText(), 'Play');
  });
});

test('the curve shows the selected pair with its limit and spans, and a click on it jumps', async () => {
  await on_machine(async (page) => {
    const moving = report.findings.filter(({ curve: values }) => values.some((value) => value !== values[0]));
    assert.equal(await page.locator('#chart .curve').count(), moving.length);
    await page.locator('#row-0').click();
    const { curve, spans } = report.findings[0];
    const path = await page.locator('#chart .curve').getAttribute('d');
    assert.equal(path.match(/[ML]/g).length, curve.filter((value) => value !== null).length);
    assert.equal(await page.locator('#chart .band').count(), spans.length);
    assert.match(await page.locator('#chart .limit').textContent(), /asked for 1.5/);
    const box = await page.locator('#chart').boundingBox();
    await page.mouse.click(box.x + 56, box.y + 50);
    assert.equal(await state(page, 'step'), 0);
    assert.ok(await page.locator('.moment').isVisible());
    await page.keyboard.press('w');
    assert.equal(await state(page, 'step'), report.findings[0].worst_step);
  });
});

test('dark and light follow the system and the switch', async () => {
  await on_page(
    async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
      await page.locator('#theme').click();
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    },
    machine_url,
    { dark: true },
  );
});

test('everything can be reached by keys', async () => {
  await on_machine(async (page) => {
    await page.keyboard.press('n');
    assert.equal(await page.evaluate(() => window.abut.store.state.selected.id), report.findings[0].id);
    await page.keyboard.press('j');
    await page.keyboard.press('p');
    assert.equal(await state(page, 'cursor'), 0);
    await page.locator('#findings').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('#findings').getAttribute('aria-activedescendant'), 'row-2');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => window.abut.store.state.selected.id), report.findings[2].id);
    await page.keyboard.press('i');
    assert.equal(await state(page, 'isolation'), 'hide');
    await page.keyboard.press('s');
    assert.equal((await state(page, 'section')).on, true);
    await page.keyboard.press('ArrowRight');
    assert.equal(await state(page, 'step'), 1);
    await page.keyboard.press('?');
    assert.ok(await page.getByRole('dialog').isVisible());
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('dialog').isVisible(), false);
    await page.keyboard.press('Escape');
    assert.equal(await state(page, 'selected'), null);
    await page.keyboard.press('/');
    await page.keyboard.type('jn');
    assert.equal(await state(page, 'query'), 'jn');
  });
});

test('the section plane cuts the side that faces the reader, in world coordinates', async () => {
  await on_machine(async (page) => {
    await page.locator('#section').click();
    await page.locator('.section-settings .segment', { hasText: 'Z' }).click();
    await page.locator('#section-offset').fill('1');
    const plane = await page.evaluate(() => {
      const { normal, constant } = window.abut.view.parts.meshes[0].material.clippingPlanes[0];
      return [normal.z, constant];
    });
    const top = CENTRE[2] + plane[1];
    assert.equal(plane[0], -1);
    // The shaft at height 112 has a radius of 5, its cams of 11, off their axis by up to 2.5.
    assert.ok(top > CENTRE[2] + 122 && top < CENTRE[2] + 130, `${top}`);
    assert.equal(await page.locator('.section-at').innerText(), String(Math.round(top * 10) / 10));
  });
});

test('a click on a part names it and offers its findings', async () => {
  await on_machine(async (page) => {
    const at = await page.evaluate((part) => {
      const { view } = window.abut;
      const point = view.flight.controls.target.clone().setFromMatrixPosition(view.parts.meshes[part].matrixWorld);
      point.z += 17;
      point.project(view.flight.camera);
      const box = document.getElementById('view').getBoundingClientRect();
      return [box.left + ((point.x + 1) / 2) * box.width, box.top + ((1 - point.y) / 2) * box.height];
    }, part_number('valve 3'));
    await page.mouse.click(...at);
    assert.equal(await page.locator('.picked-name').innerText(), 'valve 3');
    await page.locator('.picked button').click();
    assert.equal(await listed(page), 1);
  });
});

/// Milliseconds that the page's main thread computes while something is done, whatever else the machine does.
async function thread_time(page, act) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const before = await busy();
  await act();
  const taken = (await busy()) - before;
  await session.detach();
  return taken;
}

test('with 1000 parts and 5000 findings a click answers within 200 ms', async (context) => {
  const big = crowd();
  assert.ok(big.report.parts.reduce((sum, part) => sum + part.triangles, 0) >= 190_000);
  await on_page(
    async (page) => {
      assert.ok((await page.locator('.row').count()) < 60);
      const times = [];
      for (const row of [3, 2500, 4990]) {
        await page.evaluate((at) => (document.getElementById('findings').scrollTop = at * 50), row);
        await drawn(page);
        let elapsed = 0;
        // Selecting, laying out the answer and handing the next picture to the renderer.
        const computed = await thread_time(page, async () => {
          elapsed = await page.evaluate(async (at) => {
            const start = performance.now();
            document.getElementById(`row-${at}`).click();
            document.getElementById(`row-${at}`).getBoundingClientRect();
            const answered = performance.now() - start;
            await new Promise((done) => requestAnimationFrame(done));
            return answered;
          }, row);
        });
        assert.equal(await state(page, 'cursor'), row);
        context.diagnostic(`click: ${computed.toFixed(0)} ms computed, answered after ${elapsed.toFixed(0)} ms`);
        times.push(computed);
      }
      const search = await thread_time(page, () => page.locator('#search').fill('body 77'));
      context.diagnostic(`search: ${search.toFixed(0)} ms computed`);
      for (const time of [...times, search]) assert.ok(time > 0 && time < 200, `${time} ms`);
    },
    written('crowd.html', page_of(template, big.report, big.geometry)),
  );
});

test('pictures of the report are taken', async () => {
  await take_pictures(browser, machine_url, process.env.ABUT_PICTURES ?? join(tmpdir(), 'abut-pictures'));
});

test('depth, volume, the way out and times between steps are shown', async () => {
  await on_machine(async (page) => {
    const clash = report.findings.find((finding) => finding.kind === 'clash');
    await page.evaluate((id) => window.abut.store.select_id(id), clash.id);
    const text = await page.locator('.details').innerText();
    assert.match(text, /Depth/);
    assert.match(text, /Volume\s+31\.5/);
    assert.match(text, /Way out\s+\S+: move B by 0 {2}0 {2}/);
    assert.match(text, /Reach\s+A 0\.4 to 0\.41, B 0\.4 to 0\.41/);
    assert.match(text, /577\.46 to 633\.2 deg/);
    const near = report.findings.find((finding) => finding.kind === 'clearance' && finding.least);
    await page.evaluate((id) => window.abut.store.select_id(id), near.id);
    assert.match(await page.locator('.details').innerText(), /Least\s+\S+ at \d+\.25 deg/);
    await page.evaluate(() => window.abut.store.select(null));
    const about = await page.locator('.details').innerText();
    assert.match(about, /73 steps and between/);
    assert.match(about, /Undecided\s+1 pair between steps; more steps help/);
  });
});

test('findings sort by depth, and each state of a comparison is told', async () => {
  const states = ['new', 'returned', 'worse', 'still', 'better'];
  const findings = report.findings.slice(0, 5).map((finding, i) => ({
    ...finding,
    kind: i === 4 ? 'perhaps' : 'clash',
    state: states[i],
    depth: { lower: i, upper: i + 0.01 },
    depth_measured: true,
  }));
  const url = written('states.html', page_of(template, { ...report, findings, differing: ['clearance was 1 and is 2'] }, geometry));
  await on_page(async (page) => {
    for (const standing of [...states, 'gone'])
      assert.equal(await page.locator(`.chip[data-standing=${standing}]`).count(), 1, standing);
    await page.evaluate(() => window.abut.store.update({ sort: 'depth' }));
    assert.deepEqual(
      await page.evaluate(() => window.abut.store.state.rows.slice(0, 5).map((row) => row.finding.depth.lower)),
      [4, 3, 2, 1, 0],
    );
    assert.match(await page.locator('#findings').innerText(), /\b4 deep\s+Better perhaps/);
    assert.match(await page.locator('.details').innerText(), /other settings: clearance was 1 and is 2/);
  }, url);
});
