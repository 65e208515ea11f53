// The camera: where it looks, and its way from one view to the next.

import { Box3, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

const FLIGHT_MS = 450;

interface Pose {
  target: Vector3;
  /// From the target to the camera, unit length.
  direction: Vector3;
  distance: number;
}

export class Flight {
  readonly camera = new PerspectiveCamera(30, 1, 0.01, 100);
  readonly controls: OrbitControls;
  private airborne = 0;

  constructor(
    canvas: HTMLElement,
    up: Vector3,
    private readonly redraw: () => void,
  ) {
    this.camera.up.copy(up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', redraw);
    this.controls.addEventListener('start', () => this.airborne++);
  }

  get pose(): Pose {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const distance = offset.length();
    return { target: this.controls.target.clone(), direction: offset.divideScalar(distance || 1), distance };
  }

  /// The seldom useful view along the top is as reachable as all others: no direction is exactly up.
  direction(x: number, y: number, z: number): Vector3 {
    const direction = new Vector3(x, y, z).normalize();
    if (Math.abs(direction.dot(this.camera.up)) > 0.9999) direction.add(new Vector3(1e-3, -2e-3, 1e-3)).normalize();
    return direction;
  }

  /// The distance from which a ball fills the smaller side of the view.
  private distance_for(radius: number): number {
    const half = (this.camera.fov * Math.PI) / 360;
    const narrow = Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect));
    return radius / Math.sin(narrow);
  }

  /// Flies so that the box fills the view, seen from the given direction or from the present one. Returns where to.
  show(box: Box3, direction = this.pose.direction, slowly = true): Vector3 {
    const ball = box.getBoundingSphere(new Sphere());
    const distance = this.distance_for(Math.max(ball.radius, 1e-9));
    this.fly({ target: ball.center, direction, distance }, slowly);
    return ball.center.clone().addScaledVector(direction, distance);
  }

  private put({ target, direction, distance }: Pose): void {
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(direction, distance);
    this.controls.update();
    this.redraw();
  }

  private fly(to: Pose, slowly: boolean): void {
    const flight = ++this.airborne;
    const from = this.pose;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!slowly || still) return this.put(to);
    const start = performance.now();
    const frame = (now: number) => {
      if (flight !== this.airborne) return;
      const part = Math.min(1, Math.max(0, (now - start) / FLIGHT_MS));
      const t = part * part * (3 - 2 * part);
      const direction = from.direction.clone().lerp(to.direction, t);
      if (direction.lengthSq() < 1e-6) direction.copy(to.direction);
      this.put({
        target: from.target.clone().lerp(to.target, t),
        direction: direction.normalize(),
        distance: from.distance * (to.distance / from.distance) ** t,
      });
      if (part < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /// Keeps the whole scene between the near and the far plane, with as much depth precision as that allows, and in any
  /// case what the camera looks at.
  enclose(scene: Box3): void {
    const ball = scene.getBoundingSphere(new Sphere());
    const away = this.camera.position.distanceTo(ball.center);
    this.camera.far = (away + ball.radius) * 1.05;
    const { distance } = this.pose;
    const least = Math.min(this.camera.far * 1e-5, distance * 0.3);
    this.camera.near = Math.max(away - ball.radius * 1.05, distance * 0.02, least);
    this.camera.updateProjectionMatrix();
  }
}
