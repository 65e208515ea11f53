// Triangles and placements of the parts: decoded once, then only viewed.

import { Unreadable } from './report';

export interface Geometry {
  /// World point that is the origin of the view: single precision then spends its digits on the parts.
  centre: [number, number, number];
  /// Per part: x y z of its points in its own frame, and point numbers of its triangles.
  positions: Float32Array[];
  indices: Uint32Array[];
  /// [step][part][12]: three rows of four, view <- part.
  placements: Float32Array;
  steps: number;
}

interface Encoded {
  centre: [number, number, number];
  parts: { points: number; triangles: number }[];
  positions: string;
  indices: string;
  placements: string;
}

function bytes_of(base64: string): ArrayBuffer {
  // Newer browsers decode natively, several times as fast.
  const native = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  if (native) return native(base64).buffer as ArrayBuffer;
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

/// Decodes the geometry block of a report with so many parts. Throws Unreadable when its arrays do not fit together.
export function read_geometry(text: string, part_count: number): Geometry {
  let encoded: Encoded;
  let points: Float32Array;
  let corners: Uint32Array;
  let placements: Float32Array;
  try {
    encoded = JSON.parse(text) as Encoded;
    points = new Float32Array(bytes_of(encoded.positions));
    corners = new Uint32Array(bytes_of(encoded.indices));
    placements = new Float32Array(bytes_of(encoded.placements));
  } catch {
    throw new Unreadable('The geometry in this page cannot be read. Was the file cut off while it was copied?');
  }
  const positions: Float32Array[] = [];
  const indices: Uint32Array[] = [];
  let point = 0;
  let corner = 0;
  for (const part of encoded.parts) {
    positions.push(points.subarray(point, (point += 3 * part.points)));
    indices.push(corners.subarray(corner, (corner += 3 * part.triangles)));
  }
  const per_step = 12 * part_count;
  const fits = point === points.length && corner === corners.length && encoded.parts.length === part_count;
  if (!fits || placements.length === 0 || placements.length % per_step !== 0)
    throw new Unreadable('The geometry in this page does not belong to its findings; the list is shown without it.');
  return { centre: encoded.centre, positions, indices, placements, steps: placements.length / per_step };
}
