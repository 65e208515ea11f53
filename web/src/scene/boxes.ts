// Boxes around parts in the view's frame.

import { Box3, Vector3 } from 'three';
import type { Box } from '../report';
import type { Parts } from './parts';

export function three_box({ lower, upper }: Box): Box3 {
  // A part without triangles has no box.
  if (!lower || !upper) return new Box3();
  return new Box3(new Vector3(...lower), new Vector3(...upper));
}

export function part_box(parts: Parts, part: number, step: number): Box3 {
  return parts.box(part).applyMatrix4(parts.placement(part, step));
}

export function assembly_box(parts: Parts, step: number): Box3 {
  const box = new Box3();
  parts.parts.forEach((part, i) => {
    if (part.triangles > 0) box.union(part_box(parts, i, step));
  });
  return box;
}

/// Around everything at some of its placements: what a section plane has to pass through.
export function motion_box(parts: Parts): Box3 {
  const box = new Box3();
  parts.parts.forEach((part, i) => {
    if (part.triangles === 0) return;
    const own = parts.box(i);
    const keys = parts.geometry.tracks[i].steps.length;
    const stride = Math.max(1, Math.floor(keys / 32));
    for (let key = 0; key < keys; key += stride) box.union(own.clone().applyMatrix4(parts.placement_of_key(i, key)));
  });
  return box;
}
