// The section plane: cuts away what lies on one side of it.

import { BufferGeometry, type Box3, Group, LineBasicMaterial, LineLoop, Plane, Vector3 } from 'three';
import type { Section } from '../state';

export class SectionPlane {
  readonly group = new Group();
  readonly plane = new Plane();
  private readonly outline = new LineLoop(
    new BufferGeometry(),
    new LineBasicMaterial({ color: 0x4a90c2, transparent: true, opacity: 0.8 }),
  );

  constructor(private readonly box: Box3) {
    this.group.add(this.outline);
  }

  /// Where the plane cuts its axis, in the view's frame.
  position(section: Section): number {
    const low = this.box.min.getComponent(section.axis);
    const high = this.box.max.getComponent(section.axis);
    return low + section.offset * (high - low);
  }

  set(section: Section): void {
    const normal = new Vector3().setComponent(section.axis, section.flip ? 1 : -1);
    const at = this.position(section);
    this.plane.set(normal, section.flip ? -at : at);
    this.group.visible = section.on;
    const [u, v] = [(section.axis + 1) % 3, (section.axis + 2) % 3];
    const middle = this.box.getCenter(new Vector3());
    const margin = 0.03 * this.box.getSize(new Vector3()).length();
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].map(([s, t]) => {
      const corner = new Vector3().setComponent(section.axis, at);
      corner.setComponent(u, s ? this.box.max.getComponent(u) + margin : this.box.min.getComponent(u) - margin);
      corner.setComponent(v, t ? this.box.max.getComponent(v) + margin : this.box.min.getComponent(v) - margin);
      return corner.sub(middle);
    });
    this.group.position.copy(middle);
    this.outline.geometry.dispose();
    this.outline.geometry = new BufferGeometry().setFromPoints(corners);
  }
}
