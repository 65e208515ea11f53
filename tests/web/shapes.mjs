// Bodies for made-up assemblies: points as [x, y, z], triangles as point numbers.

export function box([x0, y0, z0], [x1, y1, z1]) {
  const points = [];
  for (const z of [z0, z1]) for (const y of [y0, y1]) for (const x of [x0, x1]) points.push([x, y, z]);
  const quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
  return { points, triangles: quads.flatMap(([a, b, c, d]) => [[a, b, c], [a, c, d]]) };
}

/// Turns a profile of [radius, z] pairs, closed in itself or ending on the axis, around the z axis.
export function turned(profile, sides, closed = false) {
  const points = profile.flatMap(([radius, z]) =>
    Array.from({ length: sides }, (_, i) => {
      const angle = (2 * Math.PI * i) / sides;
      return [radius * Math.cos(angle), radius * Math.sin(angle), z];
    }),
  );
  const triangles = [];
  const rings = closed ? profile.length : profile.length - 1;
  for (let ring = 0; ring < rings; ring++)
    for (let i = 0; i < sides; i++) {
      const next = (ring + 1) % profile.length;
      const [a, b] = [ring * sides + i, ring * sides + ((i + 1) % sides)];
      const [c, d] = [next * sides + i, next * sides + ((i + 1) % sides)];
      if (profile[ring][0] > 0) triangles.push([a, b, d]);
      if (profile[next][0] > 0) triangles.push([a, d, c]);
    }
  return { points, triangles };
}

export const cylinder = (radius, low, high, sides = 40) => turned([[0, low], [radius, low], [radius, high], [0, high]], sides);
export const tube = (inner, outer, low, high, sides = 48) =>
  turned([[inner, low], [outer, low], [outer, high], [inner, high]], sides, true);

export function ball(radius, sides, rings) {
  const profile = Array.from({ length: rings + 1 }, (_, i) => {
    const angle = Math.PI * (i / rings - 0.5);
    return [i % rings === 0 ? 0 : radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return turned(profile, sides);
}

/// A body whose z axis points along x.
export function along_x({ points, triangles }) {
  return { points: points.map(([x, y, z]) => [z, x, y]), triangles };
}

export function bounds(points) {
  const lower = [Infinity, Infinity, Infinity];
  const upper = [-Infinity, -Infinity, -Infinity];
  for (const point of points)
    for (let k = 0; k < 3; k++) {
      lower[k] = Math.min(lower[k], point[k]);
      upper[k] = Math.max(upper[k], point[k]);
    }
  return { lower, upper };
}
