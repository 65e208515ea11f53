// How a bare triangle mesh gets the look of a body: smooth where it bends gently, with lines along its sharp edges.

const SMOOTH_BELOW = Math.cos((32 * Math.PI) / 180);
/// Corners with more faces than this keep their own normal: the work grows with the square.
const MOST_FACES = 256;

export interface Shading {
  /// Three corners per triangle, in the order of the triangles.
  positions: Float32Array;
  normals: Int8Array;
  /// Two ends per sharp or open edge.
  edges: Float32Array;
}

/// Bits of a coordinate, with minus zero read as zero.
function plain(bits: number): number {
  return bits === 0x80000000 ? 0 : bits;
}

/// For each point the first point at the same place.
function merged_points(positions: Float32Array): Uint32Array {
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
  const points = positions.length / 3;
  let size = 16;
  while (size < 2 * points) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  const merged = new Uint32Array(points);
  for (let i = 0; i < points; i++) {
    const [x, y, z] = [plain(bits[3 * i]), plain(bits[3 * i + 1]), plain(bits[3 * i + 2])];
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) >>> 0;
    for (slot = (slot ^ (slot >>> 15)) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const other = slots[slot];
      if (other < 0) {
        slots[slot] = merged[i] = i;
        break;
      }
      if (plain(bits[3 * other]) === x && plain(bits[3 * other + 1]) === y && plain(bits[3 * other + 2]) === z) {
        merged[i] = other;
        break;
      }
    }
  }
  return merged;
}

/// Normals of the triangles with the length of twice their area.
function face_normals(positions: Float32Array, indices: Uint32Array): Float64Array {
  const normals = new Float64Array(indices.length);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    const ux = positions[b] - positions[a], uy = positions[b + 1] - positions[a + 1], uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a], vy = positions[c + 1] - positions[a + 1], vz = positions[c + 2] - positions[a + 2];
    normals[t] = uy * vz - uz * vy;
    normals[t + 1] = uz * vx - ux * vz;
    normals[t + 2] = ux * vy - uy * vx;
  }
  return normals;
}

/// Is the angle between the faces small? Degenerate faces bend nowhere.
function bends_gently(normals: Float64Array, s: number, t: number): boolean {
  const [sx, sy, sz] = [normals[3 * s], normals[3 * s + 1], normals[3 * s + 2]];
  const [tx, ty, tz] = [normals[3 * t], normals[3 * t + 1], normals[3 * t + 2]];
  const lengths = Math.sqrt((sx * sx + sy * sy + sz * sz) * (tx * tx + ty * ty + tz * tz));
  return sx * tx + sy * ty + sz * tz >= SMOOTH_BELOW * lengths;
}

/// Corner normals: at each corner the sum over the faces around its point that bend gently from its own.
function corner_normals(corners: Uint32Array, faces: Float64Array, points: number): Int8Array {
  const start = new Uint32Array(points + 1);
  for (const point of corners) start[point + 1]++;
  for (let i = 0; i < points; i++) start[i + 1] += start[i];
  const around = new Uint32Array(corners.length);
  const fill = start.slice(0, points);
  corners.forEach((point, corner) => (around[fill[point]++] = Math.floor(corner / 3)));
  const normals = new Int8Array(3 * corners.length);
  for (let corner = 0; corner < corners.length; corner++) {
    const own = Math.floor(corner / 3);
    let [x, y, z] = [faces[3 * own], faces[3 * own + 1], faces[3 * own + 2]];
    const from = start[corners[corner]], to = start[corners[corner] + 1];
    if (to - from <= MOST_FACES)
      for (let i = from; i < to; i++) {
        const face = around[i];
        if (face === own || !bends_gently(faces, own, face)) continue;
        x += faces[3 * face];
        y += faces[3 * face + 1];
        z += faces[3 * face + 2];
      }
    const scale = 127 / (Math.hypot(x, y, z) || 1);
    normals[3 * corner] = Math.round(x * scale);
    normals[3 * corner + 1] = Math.round(y * scale);
    normals[3 * corner + 2] = Math.round(z * scale);
  }
  return normals;
}

/// Ends of the edges that are open or whose two faces bend sharply.
function sharp_edges(positions: Float32Array, corners: Uint32Array, faces: Float64Array): Float32Array {
  const points = positions.length / 3;
  const open = new Map<number, number>();
  const ends: number[] = [];
  const add = (key: number) => ends.push(Math.floor(key / points), key % points);
  for (let t = 0; t < corners.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[t + k], corners[t + ((k + 1) % 3)]];
      if (a === b) continue;
      const key = Math.min(a, b) * points + Math.max(a, b);
      const other = open.get(key);
      if (other === undefined) open.set(key, t / 3);
      else {
        open.delete(key);
        if (!bends_gently(faces, other, t / 3)) add(key);
      }
    }
  for (const key of open.keys()) add(key);
  const edges = new Float32Array(3 * ends.length);
  ends.forEach((point, i) => edges.set(positions.subarray(3 * point, 3 * point + 3), 3 * i));
  return edges;
}

export function shade(positions: Float32Array, indices: Uint32Array): Shading {
  const merged = merged_points(positions);
  const corners = indices.map((point) => merged[point]);
  const faces = face_normals(positions, indices);
  const spread = new Float32Array(3 * indices.length);
  indices.forEach((point, corner) => {
    spread[3 * corner] = positions[3 * point];
    spread[3 * corner + 1] = positions[3 * point + 1];
    spread[3 * corner + 2] = positions[3 * point + 2];
  });
  return {
    positions: spread,
    normals: corner_normals(corners, faces, positions.length / 3),
    edges: sharp_edges(positions, corners, faces),
  };
}
