// Puts data into the template as `abut clash --report` does.

import { bounds } from './shapes.mjs';

const base64 = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');
const script = (id, data) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const middle = (points) => {
  const { lower, upper } = bounds(points);
  return lower.map((low, k) => 0.5 * low + 0.5 * upper[k]);
};

/// Steps at which a part's placement changes, with the placement.
function keys_of(at, steps) {
  const keys = [];
  for (let step = 0; step < steps; step++) {
    const placement = at(step);
    if (step === 0 || placement.some((value, i) => value !== keys.at(-1).placement[i])) keys.push({ step, placement });
  }
  return keys;
}

/// parts: {name, body: {points, triangles}, at: step => 12 numbers}. Returns what the report says of them, and the
/// geometry block.
export function describe(parts, steps, centre = [0, 0, 0]) {
  const described = parts.map(({ name, body, closed = true }) => ({
    name,
    triangles: body.triangles.length,
    closed,
    ...bounds(body.points),
  }));
  const unique = [...new Set(parts.map(({ body }) => body))];
  const number_of = new Map(unique.map((body, i) => [body, i]));
  const bodies = unique.map((body) => ({ ...body, origin: middle(body.points) }));
  const tracks = parts.map(({ at }) => keys_of(at, steps));
  const shifts = tracks.flatMap((keys, part) => {
    const { origin } = bodies[number_of.get(parts[part].body)];
    const row = (p, k) => origin.reduce((sum, x, j) => sum + p[4 * k + j] * x, p[4 * k + 3] - centre[k]);
    return keys.flatMap(({ placement }) => [0, 1, 2].map((k) => row(placement, k)));
  });
  const geometry = {
    centre,
    bodies: bodies.map(({ points, triangles, origin }) => ({
      points: points.length,
      triangles: triangles.length,
      origin,
    })),
    parts: parts.map(({ body }, part) => ({ body: number_of.get(body), keys: tracks[part].length })),
    positions: base64(
      Float32Array.from(bodies.flatMap(({ points, origin }) => points.flatMap((p) => p.map((x, k) => x - origin[k])))),
    ),
    indices: base64(Uint32Array.from(bodies.flatMap(({ triangles }) => triangles.flat()))),
    steps: base64(Uint32Array.from(tracks.flat().map(({ step }) => step))),
    turns: base64(
      Float32Array.from(tracks.flat().flatMap(({ placement }) => placement.filter((_, i) => i % 4 < 3))),
    ),
    shifts: base64(Float64Array.from(shifts)),
  };
  return { described, geometry };
}

export function page_of(template, report, geometry) {
  const mark = '<!--abut:data-->';
  if (template.split(mark).length !== 2) throw new Error('the template must hold its mark for the data exactly once');
  return template.replace(mark, () => `${script('abut-clash', report)}\n${script('abut-geometry', geometry)}`);
}
