// Overlap volumes of abut against those of the Boolean operations of manifold-3d, which shares no code with it: pairs of
// bodies of all kinds, at places of all kinds. Fetches the package once into WORK; without the network it is skipped.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const { ABUT: abut, WORK: work } = process.env;
const skipped = 77;

mkdirSync(work, { recursive: true });
for (const file of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(join(here, file), join(work, file));
if (!existsSync(join(work, 'node_modules', 'manifold-3d'))) {
  const fetched = spawnSync('npm', ['ci', '--silent'], { cwd: work });
  if (fetched.status !== 0) {
    console.log('skipped: npm could not fetch manifold-3d');
    process.exit(skipped);
  }
}
const packages = createRequire(join(work, 'package.json'));
const { default: load } = await import(pathToFileURL(packages.resolve('manifold-3d')));
const wasm = await load();
wasm.setup();
const { Manifold, Mesh, CrossSection } = wasm;

/// The same numbers in every run (mulberry32).
let state = 17;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const between = (low, high) => low + (high - low) * random();

const makers = {
  cube: () => Manifold.cube([between(0.5, 2), between(0.5, 2), between(0.5, 2)], true),
  cylinder: () => Manifold.cylinder(between(0.5, 2), between(0.4, 1), -1, 3 + Math.floor(between(0, 40)), true),
  cone: () => Manifold.cylinder(between(1, 2), between(0.5, 1), 0.1, 3 + Math.floor(between(0, 20)), true),
  ball: () => Manifold.sphere(between(0.5, 1.2), 4 * (1 + Math.floor(between(0, 8)))),
  tetrahedron: () => Manifold.tetrahedron(),
  ring: () => CrossSection.circle(0.3, 8 + Math.floor(between(0, 16))).translate([0.9, 0]).revolve(12 + Math.floor(between(0, 20))),
  star: () =>
    CrossSection.ofPolygons([
      Array.from({ length: 12 }, (_, i) => {
        const radius = i % 2 ? 0.45 : 1.1;
        return [radius * Math.cos((i * Math.PI) / 6), radius * Math.sin((i * Math.PI) / 6)];
      }),
    ]).extrude(between(0.3, 1.5)),
};

/// The body as numbers that both read: what a file holds is what is compared.
function frozen(body) {
  const mesh = body.getMesh();
  return { mesh, body: new Manifold(new Mesh({ numProp: 3, triVerts: mesh.triVerts, vertProperties: mesh.vertProperties.slice() })) };
}

function write(file, mesh) {
  assert.equal(mesh.numProp, 3);
  const lines = [];
  for (let i = 0; i < mesh.vertProperties.length; i += 3) lines.push(`v ${Array.from(mesh.vertProperties.slice(i, i + 3)).join(' ')}`);
  for (let i = 0; i < mesh.triVerts.length; i += 3) lines.push(`f ${Array.from(mesh.triVerts.slice(i, i + 3), (v) => v + 1).join(' ')}`);
  writeFileSync(file, lines.join('\n') + '\n');
}

/// Turned at will, or flush with the axes, where faces lie in one plane.
function placed(body, round) {
  const shift = [between(-0.7, 0.7), between(-0.7, 0.7), between(-0.7, 0.7)];
  if (round % 3 === 0) return body.translate(shift.map((x) => Math.round(4 * x) / 4));
  return body.rotate([between(0, 360), between(0, 360), between(0, 360)]).translate(shift);
}

const folder = mkdtempSync(join(tmpdir(), 'abut-volumes-'));
try {
  const kinds = Object.keys(makers);
  let pairs = 0,
    overlapping = 0;
  for (let round = 0; round < 54; ++round) {
    const kind_a = kinds[round % kinds.length],
      kind_b = kinds[Math.floor(between(0, kinds.length))];
    const a = frozen(placed(makers[kind_a](), round)),
      b = frozen(placed(makers[kind_b](), round));
    const files = [join(folder, 'a.obj'), join(folder, 'b.obj')];
    write(files[0], a.mesh);
    write(files[1], b.mesh);
    const text = execFileSync(abut, ['depth', ...files, '--overlap', '--relative-error', '1', '--json', '--quiet']);
    const { volume } = JSON.parse(text);
    const whole = Math.min(a.body.volume(), b.body.volume());
    const other = a.body.intersect(b.body).volume();
    // manifold-3d moves what is closer than its tolerance: a millionth of the bodies is more than that.
    const slack = 1e-6 * whole;
    const name = `pair ${round}: ${kind_a} and ${kind_b}: ${volume.lower} to ${volume.upper}, ${other}`;
    assert.ok(volume.lower <= other + slack && other <= volume.upper + slack, name);
    assert.ok(volume.upper - volume.lower <= slack, `${name}: too wide`);
    ++pairs;
    overlapping += other > 0.01 * whole;
  }
  console.log(`${pairs} pairs agree, ${overlapping} of them overlap`);
  assert.ok(pairs >= 50 && overlapping >= 35);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
