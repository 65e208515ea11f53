// The robot in its world. Draws only when something changed.

import {
  AmbientLight,
  Box3,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  DirectionalLight,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  PlaneGeometry,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from 'three';
import { el } from '../dom';
import { Unreadable } from '../report';
import { colours } from '../scene/colours';
import { Flight } from '../scene/flight';
import { Overlay } from '../scene/overlay';
import { shade } from '../scene/shading';
import type { Bodies, Drawn } from './data';
import { matrix_of, place } from './kinematics';
import type { State, Store } from './state';

interface Look {
  faces: BufferGeometry;
  edges: BufferGeometry | null;
}

/// Something drawn, with the name it has in the run.
interface Item {
  name: number;
  group: Group;
  mesh: Mesh;
}

function mesh_look(positions: Float32Array, indices: Uint32Array): Look {
  const shading = shade(positions, indices);
  const faces = new BufferGeometry();
  faces.setAttribute('position', new BufferAttribute(shading.positions, 3));
  faces.setAttribute('normal', new BufferAttribute(shading.normals, 3, true));
  const edges = new BufferGeometry();
  edges.setAttribute('position', new BufferAttribute(shading.edges, 3));
  return { faces, edges };
}

function look_of(shape: Drawn, looks: Look[], reach: number): Look {
  switch (shape.kind) {
    case 'mesh':
      return looks[shape.body];
    case 'sphere':
      return { faces: new SphereGeometry(shape.radius, 32, 20), edges: null };
    case 'capsule':
      // Three's capsule lies along y.
      return { faces: new CapsuleGeometry(shape.radius, shape.length, 12, 32).rotateX(Math.PI / 2), edges: null };
    case 'half-space':
      return { faces: new PlaneGeometry(4 * reach, 4 * reach), edges: null };
  }
}

export class RobotView {
  readonly element: HTMLElement;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly overlay = new Overlay();
  private readonly flight: Flight;
  private readonly light = new DirectionalLight(0xffffff, 2.1);
  /// [figure][link]
  private readonly links: Group[][];
  private readonly items: Item[] = [];
  private readonly calm = new MeshLambertMaterial({ side: DoubleSide });
  private readonly world = new MeshLambertMaterial({ side: DoubleSide, transparent: true, opacity: 0.55 });
  private readonly offending = new MeshLambertMaterial({ side: DoubleSide });
  private readonly struck = new MeshLambertMaterial({ side: DoubleSide, transparent: true, opacity: 0.5 });
  private readonly edge = new LineBasicMaterial({ transparent: true, opacity: 0.45 });
  private waiting = false;
  private sized = false;

  constructor(
    private readonly store: Store,
    bodies: Bodies,
  ) {
    const canvas = el('canvas', { id: 'view', tabindex: '0', 'aria-label': 'The robot in three dimensions' });
    this.element = el('div', { class: 'view' }, canvas, this.overlay.element, this.overlay.axes);
    try {
      this.renderer = new WebGLRenderer({ canvas, antialias: true });
    } catch {
      throw new Unreadable('This browser cannot draw in three dimensions (WebGL 2); the list is complete without it.');
    }
    this.flight = new Flight(canvas, new Vector3(0, 0, 1), () => this.redraw());
    const looks = bodies.positions.map((positions, i) => mesh_look(positions, bodies.indices[i]));
    this.links = store.run.figures.map((figure) => figure.links.map(() => new Group()));
    this.add_figures(looks);
    this.add_world(looks);
    this.scene.add(...this.links.flat(), new AmbientLight(0xffffff, 1.15), this.light);
    this.follow(store.state, null);
    this.fit(false);
    store.subscribe((state, before) => this.follow(state, before));
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  private add(shape: Drawn, name: number, to: Group | Scene, looks: Look[], material: MeshLambertMaterial): void {
    const look = look_of(shape, looks, this.reach());
    const group = new Group();
    group.matrixAutoUpdate = false;
    group.matrix.copy(matrix_of(shape.at));
    const mesh = new Mesh(look.faces, material);
    group.add(mesh);
    if (look.edges) group.add(new LineSegments(look.edges, this.edge));
    to.add(group);
    this.items.push({ name, group, mesh });
  }

  private add_figures(looks: Look[]): void {
    this.store.run.figures.forEach((figure, f) => {
      figure.links.forEach((link, i) => {
        this.links[f][i].matrixAutoUpdate = false;
        for (const shape of link.shapes) this.add(shape, link.name, this.links[f][i], looks, this.calm);
      });
      for (const { name, link, shape } of figure.attached) this.add(shape, name, this.links[f][link], looks, this.calm);
    });
    this.pose(this.store.state.numbers);
  }

  private add_world(looks: Look[]): void {
    for (const { name, shape } of this.store.run.bodies) this.add(shape, name, this.scene, looks, this.world);
  }

  /// How large the figures are, roughly: the sum of the steps from joint to joint.
  private reach(): number {
    let most = 0;
    for (const { joints } of this.store.run.figures) {
      const sum = joints.reduce((all, { origin }) => all + Math.hypot(origin[3], origin[7], origin[11]), 0);
      most = Math.max(most, sum);
    }
    return most || 1;
  }

  private pose(numbers: readonly number[]): void {
    let first = 0;
    this.store.run.figures.forEach((figure, f) => {
      const own = numbers.slice(first, (first += figure.numbers.length));
      place(figure, own).forEach((at, i) => this.links[f][i].matrix.copy(at));
    });
    this.scene.updateMatrixWorld(true);
  }

  private follow(state: State, before: State | null): void {
    if (!before || state.numbers !== before.numbers) this.pose(state.numbers);
    const offending = new Set(this.store.touching?.flat());
    const movers = this.store.run.names.length - this.store.run.bodies.length;
    for (const { name, mesh } of this.items)
      mesh.material = offending.has(name)
        ? name < movers ? this.offending : this.struck
        : name < movers ? this.calm : this.world;
    const palette = colours[state.theme];
    this.renderer.setClearColor(palette.background);
    this.calm.color.set(palette.part_a);
    this.world.color.set(palette.parts[0]);
    this.offending.color.set(palette.contact_a);
    this.struck.color.set(palette.contact_b);
    this.edge.color.set(palette.edge);
    this.redraw();
  }

  /// The figures with a part of the world around them.
  private framed(): Box3 {
    const box = new Box3();
    for (const link of this.links.flat()) box.expandByObject(link);
    return box.isEmpty() ? new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : box;
  }

  fit(slowly = true): void {
    this.flight.show(this.framed(), this.flight.direction(0.62, -0.78, 0.48), slowly);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.flight.camera.aspect = width / height;
    this.flight.camera.updateProjectionMatrix();
    if (!this.sized) this.fit(false);
    this.sized = true;
    this.redraw();
  }

  private redraw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  private draw(): void {
    const { camera } = this.flight;
    this.flight.enclose(new Box3().setFromObject(this.scene));
    camera.updateMatrixWorld();
    const { target, distance } = this.flight.pose;
    this.light.position.copy(new Vector3(-0.35, 0.5, 1).multiplyScalar(distance).applyMatrix4(new Matrix4().copy(camera.matrixWorld)));
    this.light.target.position.copy(target);
    this.light.target.updateMatrixWorld();
    this.renderer.render(this.scene, camera);
    this.overlay.draw(camera, this.element.clientWidth, this.element.clientHeight);
  }
}
