// Triangles and placements of the parts: decoded once, then only viewed.

import { type Point, Unreadable } from './report';

/// Where a part stands: key k holds from its step on until the next one's.
export interface Track {
  /// The first is 0.
  steps: Uint32Array;
  /// Nine numbers a key: the 3x3 matrix row by row.
  turns: Float32Array;
  /// Three numbers a key: where the origin of the part's positions stands in the view.
  shifts: Float64Array;
}

export interface Geometry {
  /// World point that is the origin of the view.
  centre: Point;
  /// Per part: point of its own frame that is the origin of its positions. Single precision then spends its digits on
  /// the part, however far away it is modelled.
  origins: Point[];
  /// Per part: x y z of its points, and point numbers of its triangles. Parts with the same body share the arrays.
  positions: Float32Array[];
  indices: Uint32Array[];
  tracks: Track[];
}

interface Encoded {
  centre: Point;
  bodies: { points: number; triangles: number; origin: Point }[];
  parts: { body: number; keys: number }[];
  positions: string;
  indices: string;
  steps: string;
  turns: string;
  shifts: string;
}

interface Arrays {
  positions: Float32Array;
  indices: Uint32Array;
  steps: Uint32Array;
  turns: Float32Array;
  shifts: Float64Array;
}

export function bytes_of(base64: string): ArrayBuffer {
  // Newer browsers decode natively, several times as fast.
  const native = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  if (native) return native(base64).buffer as ArrayBuffer;
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

function arrays_of(encoded: Encoded): Arrays {
  return {
    positions: new Float32Array(bytes_of(encoded.positions)),
    indices: new Uint32Array(bytes_of(encoded.indices)),
    steps: new Uint32Array(bytes_of(encoded.steps)),
    turns: new Float32Array(bytes_of(encoded.turns)),
    shifts: new Float64Array(bytes_of(encoded.shifts)),
  };
}

/// Cuts an array into pieces of the given lengths; null when they do not add up.
function cut<T extends { subarray(from: number, to: number): T; length: number }>(
  array: T,
  lengths: readonly number[],
): T[] | null {
  let at = 0;
  const pieces = lengths.map((length) => array.subarray(at, (at += length)));
  return at === array.length ? pieces : null;
}

/// Decodes the geometry block of a report with so many parts. Throws Unreadable when its arrays do not fit together.
export function read_geometry(text: string, part_count: number): Geometry {
  let encoded: Encoded;
  let arrays: Arrays;
  try {
    encoded = JSON.parse(text) as Encoded;
    arrays = arrays_of(encoded);
  } catch {
    throw new Unreadable('The geometry in this page cannot be read. Was the file cut off while it was copied?');
  }
  const { centre, bodies, parts } = encoded;
  const points = bodies.map((body) => 3 * body.points);
  const corners = bodies.map((body) => 3 * body.triangles);
  const keys_times = (numbers: number) => parts.map(({ keys }) => numbers * keys);
  const positions = cut(arrays.positions, points);
  const indices = cut(arrays.indices, corners);
  const steps = cut(arrays.steps, keys_times(1));
  const turns = cut(arrays.turns, keys_times(9));
  const shifts = cut(arrays.shifts, keys_times(3));
  const known = parts.length === part_count && parts.every(({ body, keys }) => body in bodies && keys > 0);
  if (!positions || !indices || !steps || !turns || !shifts || !known)
    throw new Unreadable('The geometry in this page does not belong to its findings; the list is shown without it.');
  return {
    centre,
    origins: parts.map(({ body }) => bodies[body].origin),
    positions: parts.map(({ body }) => positions[body]),
    indices: parts.map(({ body }) => indices[body]),
    tracks: parts.map((_, part) => ({ steps: steps[part], turns: turns[part], shifts: shifts[part] })),
  };
}

/// The key that holds at a step.
export function key_at({ steps }: Track, step: number): number {
  let [low, high] = [0, steps.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (steps[middle] <= step) low = middle;
    else high = middle;
  }
  return low;
}
