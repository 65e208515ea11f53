// What is drawn about the selected finding: its contact triangles and the box around them.

import {
  Box3, Box3Helper, BufferAttribute, BufferGeometry, DoubleSide, Group, LineBasicMaterial, Mesh, MeshBasicMaterial, Vector3,
} from 'three';
import type { Finding } from '../report';
import type { Theme } from '../state';
import { part_box, three_box } from './boxes';
import { colours } from './colours';
import type { Parts } from './parts';

function triangles_geometry(positions: Float32Array, indices: Uint32Array, ids: readonly number[]): BufferGeometry {
  const corners = new Float32Array(9 * ids.length);
  ids.forEach((id, i) => {
    for (let k = 0; k < 3; k++) {
      const point = indices[3 * id + k];
      corners.set(positions.subarray(3 * point, 3 * point + 3), 9 * i + 3 * k);
    }
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(corners, 3));
  return geometry;
}

export class Focus {
  readonly group = new Group();
  private readonly solid_a = contact_material(1);
  private readonly solid_b = contact_material(1);
  private readonly seen_through_a = contact_material(0.3);
  private readonly seen_through_b = contact_material(0.3);
  private readonly frame = new LineBasicMaterial({ depthTest: false, transparent: true, opacity: 0.9 });

  constructor(private readonly parts: Parts) {}

  paint(theme: Theme): void {
    const set = colours[theme];
    this.solid_a.color.setHex(set.contact_a);
    this.seen_through_a.color.setHex(set.contact_a);
    this.solid_b.color.setHex(set.contact_b);
    this.seen_through_b.color.setHex(set.contact_b);
    this.frame.color.setHex(set.region);
  }

  /// Shows the finding's contacts, which are known at its worst step only; nothing at other steps.
  show(finding: Finding | undefined, step: number): void {
    for (const child of this.group.children) (child as Mesh).geometry.dispose();
    this.group.clear();
    if (!finding || finding.worst_step !== step) return;
    this.add_triangles(finding.a, step, finding.triangles_a ?? [], this.solid_a, this.seen_through_a);
    this.add_triangles(finding.b, step, finding.triangles_b ?? [], this.solid_b, this.seen_through_b);
    if (finding.region) {
      const box = new Box3Helper(region_box(this.parts, finding) as Box3);
      box.material = this.frame;
      box.renderOrder = 4;
      this.group.add(box);
    }
  }

  private add_triangles(part: number, step: number, ids: number[], solid: MeshBasicMaterial, through: MeshBasicMaterial): void {
    const { positions, indices } = this.parts.geometry;
    const known = ids.filter((id) => 3 * id + 2 < indices[part].length);
    if (known.length === 0) return;
    const geometry = triangles_geometry(positions[part], indices[part], known);
    for (const material of [solid, through]) {
      const mesh = new Mesh(geometry, material);
      mesh.matrixAutoUpdate = false;
      this.parts.placement(part, step, mesh.matrix);
      mesh.renderOrder = material === solid ? 2 : 3;
      this.group.add(mesh);
    }
  }
}

function contact_material(opacity: number): MeshBasicMaterial {
  const through = opacity < 1;
  return new MeshBasicMaterial({
    side: DoubleSide, transparent: through, opacity, depthTest: !through, depthWrite: !through,
    polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1,
  });
}

/// The contact region in the view's frame.
export function region_box(parts: Parts, finding: Finding): Box3 | null {
  return finding.region ? three_box(finding.region).translate(new Vector3(...parts.geometry.centre).negate()) : null;
}

/// The closest points in the view's frame.
export function closest_points(parts: Parts, finding: Finding): [Vector3, Vector3] | null {
  if (!finding.point_a || !finding.point_b) return null;
  const centre = new Vector3(...parts.geometry.centre);
  return [new Vector3(...finding.point_a).sub(centre), new Vector3(...finding.point_b).sub(centre)];
}

/// What the camera should frame: the place of the finding with enough of both parts to know where one is.
export function focus_box(parts: Parts, finding: Finding): Box3 {
  const a = part_box(parts, finding.a, finding.worst_step);
  const b = part_box(parts, finding.b, finding.worst_step);
  const place = region_box(parts, finding) ?? new Box3().setFromPoints(closest_points(parts, finding) ?? []);
  if (place.isEmpty() || finding.kind === 'inside') return a.union(b);
  const length = (box: Box3) => box.getSize(new Vector3()).length();
  const context = 0.85 * Math.min(length(a), length(b));
  const wanted = Math.min(Math.max(1.6 * length(place), context), length(a.clone().union(b)));
  return place.expandByScalar(Math.max(0, (wanted - length(place)) / (2 * Math.sqrt(3))));
}

/// The point that has to be seen.
export function focus_point(parts: Parts, finding: Finding): Vector3 {
  const points = closest_points(parts, finding);
  const region = region_box(parts, finding);
  return region?.getCenter(new Vector3()) ?? points?.[0] ?? focus_box(parts, finding).getCenter(new Vector3());
}

/// Points that should be seen: middles of contact triangles, or the closest points. The more triangles there are
/// to look through, the fewer.
export function telling_points(parts: Parts, finding: Finding): Vector3[] {
  const { positions, indices } = parts.geometry;
  const triangles = (indices[finding.a].length + indices[finding.b].length) / 3;
  const wanted = Math.min(6, Math.max(1, Math.floor(200_000 / triangles)));
  const middles = (part: number, ids: readonly number[] = []) => {
    const stride = Math.max(1, Math.floor(ids.length / wanted));
    const placement = parts.placement(part, finding.worst_step);
    return ids.filter((id, i) => i % stride === 0 && 3 * id + 2 < indices[part].length).map((id) => {
      const middle = new Vector3();
      for (let k = 0; k < 3; k++) middle.add(new Vector3().fromArray(positions[part], 3 * indices[part][3 * id + k]));
      return middle.divideScalar(3).applyMatrix4(placement);
    });
  };
  const found = [...middles(finding.a, finding.triangles_a), ...middles(finding.b, finding.triangles_b)];
  return found.length ? found : (closest_points(parts, finding) ?? []);
}

/// A direction near the present one from which the line between the closest points is not foreshortened.
export function clear_direction(parts: Parts, finding: Finding, present: Vector3): Vector3 {
  const points = closest_points(parts, finding);
  const direction = present.clone();
  if (!points || finding.kind === 'clash') return direction;
  const line = points[1].clone().sub(points[0]).normalize();
  const along = direction.dot(line);
  // Beyond 45 degrees off the line the present view is good enough.
  if (Math.abs(along) > Math.SQRT1_2) direction.addScaledVector(line, -0.8 * along).normalize();
  return direction;
}
