// Measures the report page of a large assembly and writes docs/results/report.md; called by scripts/report_rate.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, open } from './browser.mjs';
import { ball } from './shapes.mjs';

const [abut, page, command, commit] = process.argv.slice(2);
const wanted = { seconds: 30, click: 200 };

/// A thousand balls packed as closely as can be: each meets or nearly meets up to twelve neighbours. Every ball has
/// triangles of its own.
function packed() {
  const spacing = Math.SQRT1_2;
  const parts = [];
  for (let x = 0; x < 13 && parts.length < 1000; x++)
    for (let y = 0; y < 13 && parts.length < 1000; y++)
      for (let z = 0; z < 13 && parts.length < 1000; z++)
        if ((x + y + z) % 2 === 0)
          parts.push({ at: [x, y, z].map((k) => k * spacing), radius: 0.4985 + 0.001 * (parts.length % 4) });
  return parts;
}

function glb(parts) {
  const pieces = [];
  let bytes = 0;
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: parts.map((_, i) => i) }],
    nodes: [],
    meshes: [],
    accessors: [],
    bufferViews: [],
    buffers: [{}],
  };
  const view = (array, componentType, type, count) => {
    json.bufferViews.push({ buffer: 0, byteOffset: bytes, byteLength: array.byteLength });
    json.accessors.push({ bufferView: json.bufferViews.length - 1, componentType, count, type });
    pieces.push(Buffer.from(array.buffer, array.byteOffset, array.byteLength));
    bytes += array.byteLength;
    return json.accessors.length - 1;
  };
  for (const [i, part] of parts.entries()) {
    const { points, triangles } = ball(part.radius, 40, 26);
    const POSITION = view(new Float32Array(points.flat()), 5126, 'VEC3', points.length);
    const indices = view(new Uint32Array(triangles.flat()), 5125, 'SCALAR', 3 * triangles.length);
    json.meshes.push({ primitives: [{ attributes: { POSITION }, indices }] });
    json.nodes.push({ name: `ball ${i}`, mesh: i, translation: part.at });
  }
  json.buffers[0].byteLength = bytes;
  let text = Buffer.from(JSON.stringify(json));
  text = Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')]);
  const data = Buffer.concat(pieces);
  const words = (...values) => Buffer.from(new Uint32Array(values).buffer);
  const head = words(0x46546c67, 2, 28 + text.length + data.length, text.length, 0x4e4f534a);
  return Buffer.concat([head, text, words(data.length, 0x004e4942), data]);
}

/// Milliseconds by the clock from a click on a row until it is shown as selected, and until the picture is drawn.
function click(tab, row) {
  return tab.evaluate(async (index) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => setTimeout(done, 1500));
    const rows = [...document.querySelectorAll('[id^="row-"]')];
    const target = rows[Math.min(index, rows.length - 1)];
    const start = performance.now();
    target.click();
    target.getBoundingClientRect();
    const answered = performance.now() - start;
    await frame();
    await frame();
    return { answered, drawn: performance.now() - start };
  }, row);
}

const folder = mkdtempSync(join(tmpdir(), 'abut-report-'));
try {
  writeFileSync(join(folder, 'balls.glb'), glb(packed()));
  const start = Date.now();
  const outputs = ['--save', 'balls.json', '--report', 'balls.html', '--quiet'];
  const options = ['--clearance', '0.01', '--threads', '2', ...outputs];
  const run = spawnSync(abut, ['clash', 'balls.glb', ...options], { cwd: folder, encoding: 'utf8' });
  const seconds = (Date.now() - start) / 1000;
  if (run.status !== 1) throw new Error(`abut clash ended with ${run.status}: ${run.stderr}`);
  const report = JSON.parse(readFileSync(join(folder, 'balls.json'), 'utf8'));
  const triangles = report.parts.reduce((sum, part) => sum + part.triangles, 0);

  const browser = await launch();
  const opened = Date.now();
  const { page: tab, errors } = await open(browser, `file://${join(folder, 'balls.html')}`);
  const opening = (Date.now() - opened) / 1000;
  const clicks = [];
  for (const row of [0, 2, 5, 9, 3]) clicks.push(await click(tab, row));
  await browser.close();
  if (errors.length > 0) throw new Error(`the page says: ${errors.join('; ')}`);

  const slowest = Math.max(...clicks.map((each) => each.answered));
  const drawn = Math.max(...clicks.map((each) => each.drawn));
  const rows = [
    ['all clashes and clearances, with reading and writing', `${seconds.toFixed(1)} s`, `${wanted.seconds} s`],
    ['a click in the list is answered, the slowest of five', `${slowest.toFixed(0)} ms`, `${wanted.click} ms`],
    ['the picture follows, the slowest of five', `${drawn.toFixed(0)} ms`, ''],
    ['the page opens', `${opening.toFixed(1)} s`, ''],
    ['size of the page', `${(statSync(join(folder, 'balls.html')).size / 1e6).toFixed(1)} MB`, ''],
  ];
  const chromium = process.env.ABUT_CHROMIUM ?? '/usr/bin/chromium';
  const version = execFileSync(chromium, ['--version'], { encoding: 'utf8' }).trim();
  const about = `${cpus().length} cores, ${version} without a graphics card`;
  writeFileSync(
    page,
    `# The report of a large assembly

Made by \`${command}\` at ${commit} on ${process.env.ABUT_RECORD_DATE ?? new Date().toISOString().slice(0, 10)}, ${about}.

${report.parts.length} parts with ${triangles} triangles, ${report.findings.length} findings; two threads. Times by the clock.

| what | measured | at most |
|---|---|---|
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`,
  );
  process.stdout.write(readFileSync(page, 'utf8'));
  if (seconds > wanted.seconds || slowest > wanted.click) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
