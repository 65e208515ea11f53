// A made-up machine with three cylinders whose valves come too near the pistons: findings of every kind, and motion.

import { along_x, box, cylinder, tube, turned } from './shapes.mjs';
import { describe } from './page_of.mjs';

const STEPS = 73;
const TIMES = Array.from({ length: STEPS }, (_, i) => 10 * i);
// Far from the origin, as in a plant model: the page must take the centre off again.
export const CENTRE = [1000, 2000, 300];
const LIMIT = 1.5;
const PISTON_TOP = 12;
const VALVE_SEAT = 54;

const moved = (x, y, z) => [1, 0, 0, x + CENTRE[0], 0, 1, 0, y + CENTRE[1], 0, 0, 1, z + CENTRE[2]];
const turned_about_x = (angle, x, y, z) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [1, 0, 0, x + CENTRE[0], 0, c, -s, y + CENTRE[1], 0, s, c, z + CENTRE[2]];
};
const angle_of = (step) => (TIMES[step] * Math.PI) / 180;
const piston_at = (cylinder_number, step) => 22 + 14 * Math.cos(angle_of(step) + (cylinder_number * 2 * Math.PI) / 3);
// Opens once in two turns; the middle one is timed wrongly.
const lift_at = (cylinder_number, step) => {
  const late = cylinder_number === 1 ? 0.45 : 0.95;
  const phase = angle_of(step) / 2 + (cylinder_number * Math.PI) / 3 - late;
  return Math.max(0, 11 * (Math.cos(phase) - 0.35));
};

function make_parts() {
  const parts = [];
  const add = (name, body, at, closed = true) => parts.push({ name, body, at, closed });
  const valve = turned(
    [
      [0, 0],
      [8, 0],
      [8, 1.2],
      [2.2, 6],
      [2.2, 46],
      [0, 46],
    ],
    36,
  );
  for (let i = 0; i < 3; i++) {
    const x = 50 * (i - 1);
    add(`liner ${i + 1}`, tube(18.4, 22, -2, 54), () => moved(x, 0, 0));
    add(`piston ${i + 1}`, cylinder(18, -14, PISTON_TOP, 48), (step) => moved(x, 0, piston_at(i, step)));
    add(`valve ${i + 1}`, valve, (step) => moved(x, 0, VALVE_SEAT - 2 - lift_at(i, step)));
    add(
      `cam ${i + 1}`,
      along_x(
        turned(
          [
            [5, -4],
            [11, -4],
            [11, 4],
            [5, 4],
          ],
          32,
          true,
        ),
      ),
      (step) => turned_about_x(angle_of(step) / 2, x, 2.5 * Math.sin(angle_of(step) / 2), 112),
    );
  }
  add('camshaft', along_x(cylinder(5, -85, 85, 32)), (step) => turned_about_x(angle_of(step) / 2, 0, 0, 112));
  add('bed plate', box([-84, -34, -12], [84, 34, -3]), () => moved(0, 0, 0));
  add('locating insert', box([-8, -6, -9], [8, 6, -6]), () => moved(62, 0, 0));
  for (let i = 0; i < 4; i++)
    add(`bolt M8 ${i + 1}`, cylinder(4, -3, 6, 6), () => moved(i < 2 ? -76 : 76, i % 2 ? -27 : 27, 0));
  return parts;
}

/// Gap between valve i and piston i, both cylinders with parallel flat ends.
const gap_at = (i, step) => VALVE_SEAT - 2 - lift_at(i, step) - (piston_at(i, step) + PISTON_TOP);

function spans_of(curve) {
  const spans = [];
  curve.forEach((gap, step) => {
    if (gap > LIMIT) return;
    const kind = gap <= 0 ? 'clash' : 'clearance';
    const run = spans[spans.length - 1];
    if (run && run.last === step - 1 && run.kind === kind) run.last = step;
    else spans.push({ kind, first: step, last: step });
  });
  return spans;
}

const in_world = ([x, y, z]) => [x + CENTRE[0], y + CENTRE[1], z + CENTRE[2]];
const triangles_at_height = ({ body }, z) =>
  body.triangles.flatMap((triangle, i) => (triangle.every((p) => Math.abs(body.points[p][2] - z) < 1e-9) ? [i] : []));

function valve_finding(parts, i) {
  const index = (name) => parts.findIndex((part) => part.name === name);
  const [a, b] = [index(`piston ${i + 1}`), index(`valve ${i + 1}`)];
  const gaps = TIMES.map((_, step) => gap_at(i, step));
  const worst = gaps.indexOf(Math.min(...gaps));
  const clash = gaps[worst] <= 0;
  const x = 50 * (i - 1);
  const [low, high] = [VALVE_SEAT - 2 - lift_at(i, worst), piston_at(i, worst) + PISTON_TOP];
  const curve = gaps.map((gap) => (gap > 4 * LIMIT ? null : Math.max(0, gap)));
  return {
    id: `valve${i + 1}0000000`,
    kind: clash ? 'clash' : 'clearance',
    a,
    b,
    limit: LIMIT,
    worst_step: worst,
    distance: clash ? { lower: 0, upper: 0 } : { lower: gaps[worst], upper: gaps[worst] },
    accepted: 0,
    duplicate: false,
    worst_time: TIMES[worst],
    between_steps: false,
    ...(clash
      ? {
          depth: { lower: -gaps[worst], upper: -1.01 * gaps[worst] },
          depth_measured: true,
          volume: { lower: 31.5, upper: 31.5 },
          volume_measured: true,
          way_out: { lower: -gaps[worst], upper: -gaps[worst], move: [0, 0, -gaps[worst]] },
          reach_a: { lower: 0.4, upper: 0.41 },
          reach_b: { lower: 0.4, upper: 0.41 },
          intervals: [{ kind: 'clash', begin: { lower: 577.459, upper: 577.46 }, end: { lower: 633.2, upper: 633.21 } }],
        }
      : { intervals: [], least: { lower: gaps[worst], upper: gaps[worst], time: TIMES[worst] + 1.25 } }),
    point_a: in_world([x + 3, 0, high]),
    point_b: in_world([x + 3, 0, clash ? high : low]),
    contacts: clash ? 120 : 0,
    triangles_a: clash ? triangles_at_height(parts[a], PISTON_TOP) : [],
    triangles_b: clash ? triangles_at_height(parts[b], 0) : [],
    triangles_complete: true,
    ...(clash ? { region: { lower: in_world([x - 8, -8, low]), upper: in_world([x + 8, 8, high]) } } : {}),
    spans: spans_of(gaps),
    curve,
    state: clash ? 'new' : 'still',
    ...(i === 2 ? { was: 'touch' } : {}),
  };
}

function still_finding(parts, id, kind, names, distance, points, more = {}) {
  const [a, b] = names.map((name) => parts.findIndex((part) => part.name === name));
  return {
    id,
    kind,
    a,
    b,
    limit: LIMIT,
    worst_step: 0,
    distance: { lower: distance, upper: distance },
    point_a: in_world(points[0]),
    point_b: in_world(points[1]),
    contacts: 0,
    triangles_a: [],
    triangles_b: [],
    triangles_complete: true,
    spans: [{ kind, first: 0, last: STEPS - 1 }],
    curve: TIMES.map(() => distance),
    state: 'still',
    ...more,
  };
}

/// The report and geometry of the machine.
export function machine() {
  const parts = make_parts();
  const { described, geometry } = describe(parts, STEPS, CENTRE);
  const findings = [0, 1, 2].map((i) => valve_finding(parts, i));
  findings.push(
    still_finding(
      parts,
      'insert000000',
      'inside',
      ['locating insert', 'bed plate'],
      3,
      [
        [62, 0, -6],
        [62, 0, -3],
      ],
      { inside: 'a' },
    ),
  );
  for (let i = 0; i < 4; i++) {
    const [x, y] = [i < 2 ? -76 : 76, i % 2 ? -27 : 27];
    findings.push(
      still_finding(parts, `bolt${i + 1}0000000`, 'touch', [`bolt M8 ${i + 1}`, 'bed plate'], 0, [
        [x, y, -3],
        [x, y, -3],
      ]),
    );
  }
  for (let i = 0; i < 3; i++) {
    const x = 50 * (i - 1);
    findings.push(
      still_finding(parts, `liner${i + 1}000000`, 'clearance', [`piston ${i + 1}`, `liner ${i + 1}`], 0.4, [
        [x, -18, 20],
        [x, -18.4, 20],
      ]),
    );
    findings.push(
      still_finding(
        parts,
        `foot${i + 1}0000000`,
        'clearance',
        [`liner ${i + 1}`, 'bed plate'],
        1,
        [
          [x + 20, -4, -2],
          [x + 20, -4, -3],
        ],
        { state: 'new' },
      ),
    );
  }
  const order = ['clash', 'inside', 'perhaps', 'touch', 'clearance'];
  findings.sort((r, s) => order.indexOf(r.kind) - order.indexOf(s.kind) || r.distance.upper - s.distance.upper);
  const summary = Object.fromEntries(
    order.map((kind) => [kind, findings.filter((finding) => finding.kind === kind).length]),
  );
  const report = {
    schema: 'abut-clash',
    version: 2,
    abut: '0.1.0',
    inputs: ['models/three-cylinders.obj'],
    clearance: LIMIT,
    tolerance: 0.01,
    complete: true,
    times: TIMES,
    time_name: 'crank angle [deg]',
    undecided: [{ a: 0, b: 1, begin: 0, end: 10 }],
    unknown_ways: [],
    parts: described,
    summary: { ...summary, pairs: (parts.length * (parts.length - 1)) / 2, pairs_checked: 41, seconds: 0.83 },
    findings,
    gone: [
      { id: 'resolved0001', kind: 'clash', name_a: 'cam 1', name_b: 'valve 1' },
      { id: 'resolved0002', kind: 'clearance', name_a: 'camshaft', name_b: 'liner 2' },
    ],
  };
  return { report, geometry };
}
