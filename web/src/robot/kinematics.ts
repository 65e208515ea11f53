// Where the links are: what Figure::place() of the library does, for drawing.

import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Figure, Joint, Rows } from './data';

export function matrix_of(rows: Rows): Matrix4 {
  const [a, b, c, x, d, e, f, y, g, h, i, z] = rows;
  return new Matrix4().set(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
}

/// x and y of the plane across an axis, as the library's Joint says.
function plane_of(axis: Vector3): [Vector3, Vector3] {
  const parts = axis.toArray();
  let most = 2;
  for (const i of [1, 0]) if (Math.abs(parts[i]) > Math.abs(parts[most])) most = i;
  const x = new Vector3().setComponent((most + 1) % 3, 1);
  x.addScaledVector(axis, -axis.dot(x)).normalize();
  return [x, axis.clone().cross(x)];
}

function motion_of(joint: Joint, numbers: readonly number[]): Matrix4 {
  const axis = new Vector3(...joint.axis);
  const number = (i: number) => numbers[joint.first_number + i];
  const position = joint.multiplier * number(0) + joint.offset;
  switch (joint.kind) {
    case 'fixed':
      return new Matrix4();
    case 'revolute':
    case 'continuous':
      return new Matrix4().makeRotationAxis(axis, position);
    case 'prismatic':
      return new Matrix4().makeTranslation(axis.multiplyScalar(position));
    case 'planar': {
      const [x, y] = plane_of(axis);
      const shift = x.multiplyScalar(number(0)).addScaledVector(y, number(1));
      return new Matrix4().makeRotationAxis(axis, number(2)).setPosition(shift);
    }
    case 'floating': {
      const turn = new Quaternion(number(3), number(4), number(5), number(6)).normalize();
      return new Matrix4().makeRotationFromQuaternion(turn).setPosition(number(0), number(1), number(2));
    }
  }
}

/// world <- link of every link of a figure, for its own numbers.
export function place(figure: Figure, numbers: readonly number[]): Matrix4[] {
  const links: Matrix4[] = figure.links.map(() => new Matrix4());
  links[figure.root] = matrix_of(figure.base);
  for (const joint of figure.joints)
    links[joint.child] = links[joint.parent].clone().multiply(matrix_of(joint.origin)).multiply(motion_of(joint, numbers));
  return links;
}
