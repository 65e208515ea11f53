// What abut robot --report writes into its page.

import { bytes_of } from '../geometry';
import { type Point, Unreadable } from '../report';

/// A 3x4 matrix row by row.
export type Rows = number[];

export type Drawn = { at: Rows } & (
  | { kind: 'mesh'; body: number }
  | { kind: 'sphere'; radius: number }
  | { kind: 'capsule'; radius: number; length: number }
  | { kind: 'half-space' }
);

export interface Joint {
  name: string;
  kind: 'fixed' | 'revolute' | 'continuous' | 'prismatic' | 'planar' | 'floating';
  parent: number;
  child: number;
  origin: Rows;
  axis: Point;
  first_number: number;
  multiplier: number;
  offset: number;
}

/// A number of a configuration; without limits they are null.
export interface JointNumber {
  name: string;
  lower: number | null;
  upper: number | null;
  is_angle: boolean;
}

export interface Figure {
  base: Rows;
  /// Numbers into `names`.
  links: { name: number; shapes: Drawn[] }[];
  attached: { name: number; link: number; shape: Drawn }[];
  /// From the root to the leaves.
  joints: Joint[];
  root: number;
  numbers: JointNumber[];
}

export interface RobotRun {
  schema: string;
  version: number;
  name: string;
  /// Of links and what they carry, then of bodies of the world.
  names: string[];
  figures: Figure[];
  bodies: { name: number; shape: Drawn }[];
  configurations: number[][];
  /// For each configuration the pairs that touch; without any it is free.
  touching: [number, number][][];
  /// How many configurations were checked; the page may hold fewer.
  checked: number;
}

export interface Bodies {
  positions: Float32Array[];
  indices: Uint32Array[];
}

export function read_run(text: string): RobotRun {
  let run: RobotRun;
  try {
    run = JSON.parse(text) as RobotRun;
  } catch {
    throw new Unreadable('The data in this page cannot be read. Was the file cut off while it was copied?');
  }
  if (run.version !== 1)
    throw new Unreadable(`The data in this page has version ${run.version}; this page reads version 1.`);
  return run;
}

export function read_bodies(text: string): Bodies {
  try {
    const encoded = JSON.parse(text) as {
      bodies: { points: number; triangles: number }[];
      positions: string;
      indices: string;
    };
    const positions = new Float32Array(bytes_of(encoded.positions));
    const indices = new Uint32Array(bytes_of(encoded.indices));
    let [point, corner] = [0, 0];
    const cut: Bodies = { positions: [], indices: [] };
    for (const { points, triangles } of encoded.bodies) {
      cut.positions.push(positions.subarray(point, (point += 3 * points)));
      cut.indices.push(indices.subarray(corner, (corner += 3 * triangles)));
    }
    if (point === positions.length && corner === indices.length) return cut;
  } catch {
    // Told below.
  }
  throw new Unreadable('The geometry in this page cannot be read. Was the file cut off while it was copied?');
}
