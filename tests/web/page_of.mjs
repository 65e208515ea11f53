// Puts data into the template as `abut clash --report` does.

import { bounds } from './shapes.mjs';

const base64 = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');
const script = (id, data) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('</', '<\\/')}</script>`;

/// parts: {name, body: {points, triangles}, at: step => 12 numbers}. Returns what the report says of them, and the geometry block.
export function describe(parts, steps, centre = [0, 0, 0]) {
  const described = parts.map(({ name, body, closed = true }) => ({
    name, triangles: body.triangles.length, closed, ...bounds(body.points),
  }));
  const placements = new Float32Array(steps * parts.length * 12);
  for (let step = 0; step < steps; step++)
    parts.forEach(({ at }, part) => {
      const placement = at(step).map((value, i) => (i % 4 === 3 ? value - centre[(i - 3) / 4] : value));
      placements.set(placement, 12 * (step * parts.length + part));
    });
  const geometry = {
    centre,
    parts: parts.map(({ body }) => ({ points: body.points.length, triangles: body.triangles.length })),
    positions: base64(Float32Array.from(parts.flatMap(({ body }) => body.points.flat()))),
    indices: base64(Uint32Array.from(parts.flatMap(({ body }) => body.triangles.flat()))),
    placements: base64(placements),
  };
  return { described, geometry };
}

export function page_of(template, report, geometry) {
  const mark = '<!--abut:data-->';
  if (template.split(mark).length !== 2) throw new Error('the template must hold its mark for the data exactly once');
  return template.replace(mark, () => `${script('abut-clash', report)}\n${script('abut-geometry', geometry)}`);
}
