// The view of the assembly. Draws only when something changed.

import { AmbientLight, type Box3, DirectionalLight, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { el } from '../dom';
import type { Geometry } from '../geometry';
import { kind_names } from '../kinds';
import { bracket, counted, digits_of, short } from '../numbers';
import { type Finding, type Report, Unreadable } from '../report';
import type { Axis, State, Store } from '../state';
import { assembly_box, motion_box, part_box } from './boxes';
import { colours } from './colours';
import { Flight } from './flight';
import { clear_direction, closest_points, Focus, focus_box, region_box, telling_points } from './focus';
import { Markers } from './markers';
import { Overlay } from './overlay';
import { Parts } from './parts';
import { SectionPlane } from './section';

/// glTF says that y is up; drawings of machines mostly mean z.
function up_of(report: Report): Vector3 {
  const y_up = report.inputs.length > 0 && report.inputs.every((name) => /\.(gltf|glb)$/i.test(name));
  return y_up ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
}

function make_renderer(canvas: HTMLCanvasElement): WebGLRenderer {
  try {
    return new WebGLRenderer({ canvas, antialias: true });
  } catch {
    throw new Unreadable('This browser cannot draw in three dimensions (WebGL 2); the list is complete without it.');
  }
}

export class View {
  readonly element: HTMLElement;
  readonly parts: Parts;
  readonly flight: Flight;
  /// Frames drawn so far.
  frames = 0;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly focus: Focus;
  private readonly markers: Markers;
  private readonly overlay = new Overlay();
  private readonly section: SectionPlane;
  private readonly light = new DirectionalLight(0xffffff, 2.1);
  private readonly whole: Box3;
  private glass: ReadonlySet<number> = new Set();
  private waiting = false;

  constructor(
    private readonly store: Store,
    geometry: Geometry,
  ) {
    const canvas = el('canvas', { id: 'view', tabindex: '0', 'aria-label': 'The assembly in three dimensions' });
    this.element = el('div', { class: 'view' }, canvas, this.overlay.element, this.overlay.label, this.overlay.axes);
    this.renderer = make_renderer(canvas);
    this.renderer.localClippingEnabled = true;
    this.parts = new Parts(store.report.parts, geometry, store.state.theme);
    this.focus = new Focus(this.parts);
    this.markers = new Markers(this.parts);
    this.whole = motion_box(this.parts);
    this.section = new SectionPlane(this.whole);
    this.flight = new Flight(canvas, up_of(store.report), () => this.redraw());
    this.scene.add(
      this.parts.group,
      this.focus.group,
      this.section.group,
      this.markers.points,
      new AmbientLight(0xffffff, 1.15),
      this.light,
    );
    this.paint(store.state);
    this.cut(store.state);
    this.flight.show(assembly_box(this.parts, store.state.step), this.corner(), false);
    this.follow(store.state, null);
    store.subscribe((state, before) => this.follow(state, before));
    new ResizeObserver(() => this.resize()).observe(this.element);
    this.watch_clicks(canvas);
    this.flight.controls.addEventListener('end', () => this.look_through(this.flight.camera.position));
  }

  private corner(): Vector3 {
    const y_up = this.flight.camera.up.y === 1;
    return y_up ? this.flight.direction(0.62, 0.48, 0.78) : this.flight.direction(0.62, -0.78, 0.48);
  }

  look_along(view: 'x' | 'y' | 'z' | 'corner'): void {
    const y_up = this.flight.camera.up.y === 1;
    const directions = {
      x: this.flight.direction(1, 0, 0),
      y: this.flight.direction(0, y_up ? 1 : -1, 0),
      z: this.flight.direction(0, 0, 1),
      corner: this.corner(),
    };
    this.flight.show(this.framed(), directions[view]);
  }

  /// Frames the selected pair, or everything.
  fit(): void {
    this.flight.show(this.framed());
  }

  private framed(): Box3 {
    const { selected, step, isolation } = this.store.state;
    const finding = selected?.finding;
    if (!finding || isolation === 'all') return assembly_box(this.parts, step);
    return part_box(this.parts, finding.a, step).union(part_box(this.parts, finding.b, step));
  }

  private follow(state: State, before: State | null): void {
    const finding = state.selected?.finding;
    const selection_changed = !before || state.selected !== before.selected;
    if (!before || state.theme !== before.theme) this.paint(state);
    if (!before || state.step !== before.step) this.parts.place(state.step);
    if (selection_changed) this.glass = new Set();
    if (selection_changed || state.isolation !== before.isolation)
      this.parts.dress(finding ?? null, state.isolation, this.glass);
    if (selection_changed || state.step !== before.step || state.rows !== before.rows || state.theme !== before.theme)
      this.markers.show(finding ? [] : state.rows, state.step, state.theme);
    if (!before || state.section !== before.section) this.cut(state);
    if (selection_changed || state.step !== before.step) {
      this.focus.show(finding, state.step);
      this.measure(finding, state.step);
    }
    if (selection_changed && finding) {
      const direction = clear_direction(this.parts, finding, this.flight.pose.direction);
      const eye = this.flight.show(focus_box(this.parts, finding), direction);
      // After the answer to the click: looking for what is in the way takes longer in large parts.
      setTimeout(() => this.look_through(eye), 0);
    } else if (selection_changed && before?.selected && !state.selected) this.fit();
    this.redraw();
  }

  /// Makes glass of the parts of the pair that hide its finding from an eye.
  private look_through(eye: Vector3): void {
    const { selected, isolation, step } = this.store.state;
    const finding = selected?.finding;
    if (!finding || finding.worst_step !== step) return;
    // Of two surfaces that cross, half lies inside anyway; a line is to be seen from end to end.
    const share = finding.kind === 'clash' ? 0.7 : 0.5;
    this.glass = this.parts.hiding(finding, telling_points(this.parts, finding), share, eye);
    this.parts.dress(finding, isolation, this.glass);
    this.redraw();
  }

  private measure(finding: Finding | undefined, step: number): void {
    if (!finding || finding.worst_step !== step) return this.overlay.measure(null, '');
    const ends = closest_points(this.parts, finding);
    const region = region_box(this.parts, finding);
    if (finding.kind === 'clash') {
      const top = region?.getCenter(new Vector3()) ?? ends?.[0];
      this.overlay.measure(
        top ? [top, top.clone()] : null,
        counted(finding.contacts ?? 0, 'contact', 'contacts'),
        'clash',
      );
    } else {
      const { lower, upper } = finding.distance;
      const named = finding.kind === 'inside' || upper === 0;
      const text = named ? kind_names[finding.kind].toLowerCase() : bracket(lower, upper);
      this.overlay.measure(ends, text, finding.kind);
    }
  }

  private paint(state: State): void {
    this.renderer.setClearColor(colours[state.theme].background);
    this.parts.paint(state.theme);
    this.focus.paint(state.theme);
  }

  private cut(state: State): void {
    this.section.set(state.section);
    this.parts.clip(state.section.on ? this.section.plane : null);
    this.markers.points.material.clippingPlanes = state.section.on ? [this.section.plane] : null;
  }

  /// Cuts across an axis, taking away the side that faces the reader.
  cut_across(axis: Axis): void {
    this.store.change_section({ on: true, axis, flip: this.flight.pose.direction.getComponent(axis) < 0 });
  }

  toggle_section(): void {
    const { on, axis } = this.store.state.section;
    if (on) this.store.change_section({ on: false });
    else this.cut_across(axis);
  }

  /// Where the section plane cuts its axis, in the world.
  section_text(): string {
    const { section } = this.store.state;
    const at = this.section.position(section) + this.parts.geometry.centre[section.axis];
    return short(at, digits_of(at, this.whole.getSize(new Vector3()).getComponent(section.axis), 4));
  }

  private watch_clicks(canvas: HTMLCanvasElement): void {
    let down = { x: 0, y: 0 };
    canvas.addEventListener('pointerdown', (event) => (down = { x: event.clientX, y: event.clientY }));
    canvas.addEventListener('pointerup', (event) => {
      if (event.button !== 0 || Math.hypot(event.clientX - down.x, event.clientY - down.y) > 4) return;
      const frame = canvas.getBoundingClientRect();
      const at = new Vector2(
        ((event.clientX - frame.left) / frame.width) * 2 - 1,
        1 - ((event.clientY - frame.top) / frame.height) * 2,
      );
      const marked = this.markers.pick(at, this.flight.camera, new Vector2(frame.width, frame.height));
      if (marked) return this.store.select(marked);
      const raycaster = new Raycaster();
      raycaster.setFromCamera(at, this.flight.camera);
      const plane = this.store.state.section.on ? this.section.plane : null;
      this.store.update({ picked: this.parts.pick(raycaster, this.flight.camera, plane) });
    });
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.flight.camera.aspect = width / height;
    this.flight.camera.updateProjectionMatrix();
    if (this.frames === 0) {
      // The first view was aimed before its shape was known.
      this.flight.show(assembly_box(this.parts, this.store.state.step), undefined, false);
      this.follow(this.store.state, null);
    }
    this.redraw();
  }

  redraw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  private draw(): void {
    const { camera } = this.flight;
    this.flight.enclose(this.whole);
    camera.updateMatrixWorld();
    // A lamp over the left shoulder: every side one looks at is lit.
    const { target, distance } = this.flight.pose;
    this.light.position.copy(new Vector3(-0.35, 0.5, 1).multiplyScalar(distance).applyMatrix4(camera.matrixWorld));
    this.light.target.position.copy(target);
    this.light.target.updateMatrixWorld();
    this.renderer.render(this.scene, camera);
    this.overlay.draw(camera, this.element.clientWidth, this.element.clientHeight);
    this.frames++;
  }
}
