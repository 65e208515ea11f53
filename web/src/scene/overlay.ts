// Drawn over the view in SVG: the shortest distance with its length, the name of a picked part, the axes.

import { type Camera, Quaternion, Vector3 } from 'three';
import { el, svg } from '../dom';

const AXES = [
  { name: 'x', vector: new Vector3(1, 0, 0) },
  { name: 'y', vector: new Vector3(0, 1, 0) },
  { name: 'z', vector: new Vector3(0, 0, 1) },
];

export class Overlay {
  readonly element = svg('svg', { class: 'overlay', 'aria-hidden': 'true' });
  readonly label = el('div', { class: 'measure-label', hidden: true });
  readonly axes = svg('svg', { class: 'triad', viewBox: '-40 -40 80 80', width: 80, height: 80, 'aria-hidden': 'true' });
  private ends: [Vector3, Vector3] | null = null;

  /// Draws a line between two points with a text at its middle; null draws none.
  measure(ends: [Vector3, Vector3] | null, text: string, kind = ''): void {
    this.ends = ends;
    this.label.textContent = text;
    this.label.className = `measure-label kind-${kind}`;
    this.element.setAttribute('class', `overlay kind-${kind}`);
  }

  draw(camera: Camera, width: number, height: number): void {
    this.draw_measure(camera, width, height);
    this.draw_axes(camera);
  }

  private draw_measure(camera: Camera, width: number, height: number): void {
    this.element.replaceChildren();
    this.label.hidden = true;
    if (!this.ends) return;
    const [p, q] = this.ends.map((end) => end.clone().project(camera));
    if (Math.abs(p.z) > 1 || Math.abs(q.z) > 1) return;
    const x = (point: Vector3) => ((point.x + 1) / 2) * width;
    const y = (point: Vector3) => ((1 - point.y) / 2) * height;
    this.element.setAttribute('viewBox', `0 0 ${width} ${height}`);
    for (const name of ['halo', 'line'])
      this.element.append(svg('line', { class: name, x1: x(p), y1: y(p), x2: x(q), y2: y(q) }));
    for (const end of [p, q]) this.element.append(svg('circle', { class: 'end', cx: x(end), cy: y(end), r: 3.5 }));
    if (!this.label.textContent) return;
    // Beside the line, on the side away from its own direction.
    const across = Math.abs(x(q) - x(p)) > Math.abs(y(q) - y(p));
    const middle_x = (x(p) + x(q)) / 2 + (across ? 0 : 14);
    const middle_y = (y(p) + y(q)) / 2 + (across ? -18 : 0);
    if (middle_x < 0 || middle_x > width || middle_y < 0 || middle_y > height) return;
    this.label.hidden = false;
    this.label.style.transform = `translate(${middle_x}px, ${middle_y}px) translate(${across ? '-50%' : '0'}, -50%)`;
  }

  private draw_axes(camera: Camera): void {
    const turn = camera.getWorldQuaternion(new Quaternion()).invert();
    const arms = AXES.map(({ name, vector }) => ({ name, at: vector.clone().applyQuaternion(turn) }));
    arms.sort((s, t) => s.at.z - t.at.z);
    this.axes.replaceChildren(
      ...arms.flatMap(({ name, at }) => [
        svg('line', { class: `axis-${name}`, x1: 0, y1: 0, x2: 24 * at.x, y2: -24 * at.y }),
        svg('text', { class: `axis-${name}`, x: 32 * at.x, y: -32 * at.y + 4, 'text-anchor': 'middle' }, name),
      ]),
    );
  }
}
