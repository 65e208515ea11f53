// Dots where the listed findings are, while none of them is selected.

import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  type Camera,
  Color,
  Points,
  PointsMaterial,
  type Vector2,
  Vector3,
} from 'three';
import type { Finding, Kind } from '../report';
import type { Row } from '../rows';
import type { Theme } from '../state';
import { focus_point } from './focus';
import type { Parts } from './parts';

const kind_colours: Record<Theme, Record<Kind, number>> = {
  light: { clash: 0xc8340c, inside: 0x8e3a86, perhaps: 0x5a6470, touch: 0xb07a00, clearance: 0x0d629d },
  dark: { clash: 0xff8061, inside: 0xdda2e4, perhaps: 0xb4bcc8, touch: 0xefba45, clearance: 0x72baf0 },
};
const REACH = 9;

/// Many dots are small ones.
function dot_size(dots: number): number {
  return dots <= 100 ? 9 : dots <= 1000 ? 6 : 4;
}

/// Round dots, whatever lies in front of them. `rim` is where their pale rim begins, from 0 to 1 outwards.
function dot_material(rim: { value: number }): PointsMaterial {
  const material = new PointsMaterial({
    sizeAttenuation: false,
    vertexColors: true,
    transparent: true,
    depthTest: false,
  });
  material.onBeforeCompile = (shader) => {
    shader.uniforms.rim = rim;
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', 'uniform float rim;\nvoid main() {')
      .replace(
        '#include <opaque_fragment>',
        'float off_centre = 2.0 * length(gl_PointCoord - 0.5);\nif (off_centre > 1.0) discard;\n' +
          'if (off_centre > rim) outgoingLight = vec3(1.0);\n#include <opaque_fragment>',
      );
  };
  return material;
}

function found_at(finding: Finding, step: number): boolean {
  return finding.spans ? finding.spans.some(({ first, last }) => first <= step && step <= last) : true;
}

export class Markers {
  private readonly rim = { value: 1 };
  readonly points = new Points(new BufferGeometry(), dot_material(this.rim));
  private rows: Row[] = [];
  private places: Vector3[] = [];

  constructor(private readonly parts: Parts) {
    this.points.frustumCulled = false;
    this.points.renderOrder = 5;
  }

  /// Dots for the rows that are found at this step. A dot travels with the first part of its pair.
  show(rows: readonly Row[], step: number, theme: Theme): void {
    this.rows = rows.filter(({ finding }) => finding && found_at(finding, step)).reverse();
    this.places = this.rows.map(({ finding }) => this.place(finding as Finding, step));
    const colours = this.rows.flatMap(({ kind }) => new Color(kind_colours[theme][kind]).toArray());
    this.points.geometry.dispose();
    // Single precision is spent on the way from dot to dot, wherever they are.
    const middle = new Box3().setFromPoints(this.places).getCenter(new Vector3());
    const from_middle = this.places.map((place) => place.clone().sub(middle));
    this.points.position.copy(middle);
    this.points.geometry = new BufferGeometry().setFromPoints(from_middle);
    this.points.geometry.setAttribute('color', new BufferAttribute(new Float32Array(colours), 3));
    const size = dot_size(this.rows.length);
    this.points.material.size = size * Math.min(devicePixelRatio, 2);
    // Of a dot this small a rim would leave nothing.
    this.rim.value = size > 5 ? 0.72 : 2;
    this.points.visible = this.rows.length > 0;
  }

  private place(finding: Finding, step: number): Vector3 {
    const point = focus_point(this.parts, finding);
    if (step === finding.worst_step) return point;
    const to_part = this.parts.placement(finding.a, finding.worst_step).invert();
    return point.applyMatrix4(to_part).applyMatrix4(this.parts.placement(finding.a, step));
  }

  /// The row whose dot lies under a place on the screen (from -1 to 1 both ways), or null.
  pick(at: Vector2, camera: Camera, size: Vector2): Row | null {
    let best: Row | null = null;
    let nearest = REACH;
    const point = new Vector3();
    this.places.forEach((place, i) => {
      point.copy(place).project(camera);
      const away = Math.hypot((point.x - at.x) * size.x, (point.y - at.y) * size.y) / 2;
      // Later dots lie on top.
      if (Math.abs(point.z) <= 1 && away <= nearest) [best, nearest] = [this.rows[i], away];
    });
    return best;
  }
}
