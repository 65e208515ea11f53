// A large still assembly: 1000 balls in a grid, 5000 findings between neighbours, 200 000 triangles and more.

import { ball } from './shapes.mjs';
import { describe } from './page_of.mjs';

const SIDE = 10;

export function crowd() {
  const body = ball(0.52, 14, 8);
  const place = (i) => [i % SIDE, Math.floor(i / SIDE) % SIDE, Math.floor(i / (SIDE * SIDE))];
  const parts = Array.from({ length: SIDE ** 3 }, (_, i) => {
    const [x, y, z] = place(i);
    return {
      name: `assembly/rack ${z + 1}/row ${y + 1}/body ${i + 1}`,
      body,
      at: () => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z],
    };
  });
  const { described, geometry } = describe(parts, 1, [4.5, 4.5, 4.5]);
  const findings = [];
  const kinds = ['clash', 'inside', 'touch', 'clearance'];
  for (let i = 0; findings.length < 5000; i++) {
    const a = (i * 7919) % parts.length;
    const b = (a + 1 + (i % 5)) % parts.length;
    const kind = kinds[Math.min(3, Math.floor(findings.length / 1250))];
    findings.push({
      id: `f${i.toString(16).padStart(11, '0')}`,
      kind,
      a,
      b,
      limit: 0.1,
      worst_step: 0,
      distance: kind === 'clearance' ? { lower: 0.01 + 1e-6 * i, upper: 0.01 + 1.2e-6 * i } : { lower: 0, upper: 0 },
      point_a: place(a),
      point_b: place(b),
      contacts: kind === 'clash' ? 40 : 0,
      triangles_a: [...Array(40).keys()],
      triangles_b: [...Array(40).keys()],
      triangles_complete: true,
      ...(kind === 'clash'
        ? { region: { lower: place(a).map((x) => x - 0.1), upper: place(a).map((x) => x + 0.6) } }
        : {}),
      spans: [{ kind, first: 0, last: 0 }],
    });
  }
  const report = {
    schema: 'abut-clash',
    version: 2,
    abut: '0.1.0',
    inputs: ['rack.glb'],
    clearance: 0.1,
    tolerance: 0,
    complete: true,
    times: [0],
    parts: described,
    findings,
    summary: {
      clash: 1250,
      inside: 1250,
      perhaps: 0,
      touch: 1250,
      clearance: 1250,
      pairs: 499500,
      pairs_checked: 13000,
      seconds: 4.2,
    },
  };
  return { report, geometry };
}
