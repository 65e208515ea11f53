// Boxes around parts in the view's frame.

import { Box3, type Matrix4, Vector3 } from 'three';
import type { Box } from '../report';
import type { Parts } from './parts';

export function three_box({ lower, upper }: Box): Box3 {
  return new Box3(new Vector3(...lower), new Vector3(...upper));
}

export function part_box(parts: Parts, part: number, step: number, scratch?: Matrix4): Box3 {
  return three_box(parts.parts[part]).applyMatrix4(parts.placement(part, step, scratch));
}

export function assembly_box(parts: Parts, step: number): Box3 {
  const box = new Box3();
  parts.parts.forEach((part, i) => {
    if (part.triangles > 0) box.union(part_box(parts, i, step));
  });
  return box;
}

/// Around everything at a number of steps: what a section plane has to pass through.
export function motion_box(parts: Parts): Box3 {
  const box = new Box3();
  const { steps } = parts.geometry;
  const stride = Math.max(1, Math.floor(steps / 32));
  for (let step = 0; step < steps; step += stride) box.union(assembly_box(parts, step));
  return box;
}
