// The parts: one geometry each, few materials that all share.

import {
  type Box3,
  BufferAttribute,
  BufferGeometry,
  type Camera,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  type Plane,
  Raycaster,
  Sphere,
  Vector3,
} from 'three';
import { type Geometry, key_at } from '../geometry';
import type { Part } from '../report';
import type { Isolation, Theme } from '../state';
import { three_box } from './boxes';
import { colours, colour_numbers } from './colours';
import { shade } from './shading';

/// Beyond so many triangles bodies are drawn with flat faces and without edges: shading would take seconds.
const SHADED_TRIANGLES = 400_000;

export interface Pair {
  a: number;
  b: number;
}

/// Faces seen from behind in one even colour, hatched: a section through closed bodies then looks filled.
function fill_cut(material: MeshLambertMaterial): void {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      'float hatch = step(fract((gl_FragCoord.x + gl_FragCoord.y) / 9.0), 0.16);\n' +
        'if (!gl_FrontFacing) outgoingLight = diffuse * mix(0.62, 0.36, hatch);\n#include <opaque_fragment>',
    );
  };
  material.customProgramCacheKey = () => 'filled cut';
}

/// Clear where seen head-on, denser towards the outline.
function fade_inside(material: MeshLambertMaterial): void {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      'float rim = 1.0 - abs(dot(normalize(normal), normalize(vViewPosition)));\n' +
        'diffuseColor.a *= mix(0.22, 1.0, rim * rim);\n#include <opaque_fragment>',
    );
  };
  material.customProgramCacheKey = () => 'faded inside';
}

interface DrawnBody {
  body: BufferGeometry;
  outline: BufferGeometry | null;
}

export class Parts {
  readonly group = new Group();
  readonly meshes: Mesh[] = [];
  private readonly edges: (LineSegments | null)[] = [];
  private readonly calm: MeshLambertMaterial[];
  private readonly ghost: MeshLambertMaterial;
  private readonly of_a: MeshLambertMaterial;
  private readonly of_b: MeshLambertMaterial;
  private readonly glass_a: MeshLambertMaterial;
  private readonly glass_b: MeshLambertMaterial;
  private readonly edge: LineBasicMaterial;
  private readonly faint_edge: LineBasicMaterial;
  private readonly colour_of: number[];
  private readonly bodies = new Map<Float32Array, DrawnBody>();
  private readonly placed_key: number[] = [];

  constructor(
    readonly parts: readonly Part[],
    readonly geometry: Geometry,
    theme: Theme,
  ) {
    const total = geometry.indices.reduce((sum, indices) => sum + indices.length / 3, 0);
    const shaded = total <= SHADED_TRIANGLES;
    const material = () => {
      // Faces step back a little so that edges and contacts on them win.
      const made = new MeshLambertMaterial({
        side: DoubleSide,
        flatShading: !shaded,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      });
      fill_cut(made);
      return made;
    };
    this.calm = colours.light.parts.map(material);
    this.of_a = material();
    this.of_b = material();
    // Counted among the transparent, the pair is drawn after the ghosts and none of them veils it.
    this.of_a.transparent = this.of_b.transparent = true;
    const clear = (opacity: number) => {
      const made = new MeshLambertMaterial({
        side: DoubleSide,
        flatShading: !shaded,
        transparent: true,
        opacity,
        depthWrite: false,
      });
      fade_inside(made);
      return made;
    };
    // Many ghosts behind one another add up to fog.
    this.ghost = clear(Math.max(0.05, Math.min(0.3, 1.5 / Math.sqrt(parts.length))));
    this.glass_a = clear(0.75);
    this.glass_b = clear(0.75);
    this.edge = new LineBasicMaterial({ transparent: true, opacity: 0.55 });
    this.faint_edge = new LineBasicMaterial({ transparent: true, opacity: 0.1, depthWrite: false });
    this.colour_of = colour_numbers(
      parts.map((part) => part.name),
      this.calm.length,
    );
    parts.forEach((_, part) => this.add(part, shaded));
    this.paint(theme);
    this.dress(null, 'all');
    this.place(0);
  }

  /// Parts with the same positions share what is drawn of them.
  private drawn_body(part: number, shaded: boolean): DrawnBody {
    const positions = this.geometry.positions[part];
    const indices = this.geometry.indices[part];
    const known = this.bodies.get(positions);
    if (known) return known;
    const body = new BufferGeometry();
    let outline: BufferGeometry | null = null;
    if (shaded) {
      const shading = shade(positions, indices);
      body.setAttribute('position', new BufferAttribute(shading.positions, 3));
      body.setAttribute('normal', new BufferAttribute(shading.normals, 3, true));
      outline = new BufferGeometry();
      outline.setAttribute('position', new BufferAttribute(shading.edges, 3));
    } else {
      body.setAttribute('position', new BufferAttribute(positions, 3));
      body.setIndex(new BufferAttribute(indices, 1));
    }
    const sphere = this.box(part).getBoundingSphere(new Sphere());
    // The box is of the points before they were rounded to single precision.
    sphere.radius *= 1.0001;
    body.boundingSphere = sphere;
    if (outline) outline.boundingSphere = sphere;
    const made = { body, outline };
    this.bodies.set(positions, made);
    return made;
  }

  private add(part: number, shaded: boolean): void {
    const { body, outline } = this.drawn_body(part, shaded);
    const mesh = new Mesh(body, this.calm[0]);
    mesh.userData.part = part;
    mesh.matrixAutoUpdate = false;
    this.group.add(mesh);
    this.meshes.push(mesh);
    const lines = outline && new LineSegments(outline, this.edge);
    if (lines) {
      lines.matrixAutoUpdate = false;
      lines.raycast = () => undefined;
      mesh.add(lines);
    }
    this.edges.push(lines);
  }

  /// Around a part's positions.
  box(part: number): Box3 {
    return three_box(this.parts[part]).translate(new Vector3(...this.geometry.origins[part]).negate());
  }

  /// view <- positions of a part at a step.
  placement(part: number, step: number, into = new Matrix4()): Matrix4 {
    const track = this.geometry.tracks[part];
    return this.placement_of_key(part, key_at(track, step), into);
  }

  placement_of_key(part: number, key: number, into = new Matrix4()): Matrix4 {
    const { turns, shifts } = this.geometry.tracks[part];
    const [a, b, c, d, e, f, g, h, i] = turns.subarray(9 * key, 9 * key + 9);
    const [x, y, z] = shifts.subarray(3 * key, 3 * key + 3);
    return into.set(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
  }

  place(step: number): void {
    this.meshes.forEach((mesh, part) => {
      const key = key_at(this.geometry.tracks[part], step);
      if (this.placed_key[part] === key) return;
      this.placed_key[part] = key;
      this.placement_of_key(part, key, mesh.matrix);
      mesh.matrixWorldNeedsUpdate = true;
    });
  }

  /// Without a pair all parts are shown; with one the others become ghosts, vanish or stay. Parts in `glass` are
  /// those of the pair that one has to look through.
  dress(pair: Pair | null, isolation: Isolation, glass: ReadonlySet<number> = new Set()): void {
    this.meshes.forEach((mesh, part) => {
      const of_pair = pair !== null && (part === pair.a || part === pair.b);
      const other = pair !== null && !of_pair;
      const faded = other && isolation === 'ghost';
      mesh.visible = !(other && isolation === 'hide');
      const through = glass.has(part);
      if (of_pair && part === pair.a) mesh.material = through ? this.glass_a : this.of_a;
      else if (of_pair) mesh.material = through ? this.glass_b : this.of_b;
      else mesh.material = faded ? this.ghost : this.calm[this.colour_of[part]];
      mesh.renderOrder = of_pair ? 1 : 0;
      const lines = this.edges[part];
      if (!lines) return;
      lines.material = faded ? this.faint_edge : this.edge;
      lines.renderOrder = of_pair ? 1 : 0;
    });
  }

  paint(theme: Theme): void {
    const set = colours[theme];
    this.calm.forEach((material, i) => material.color.setHex(set.parts[i]));
    this.of_a.color.setHex(set.part_a);
    this.of_b.color.setHex(set.part_b);
    this.glass_a.color.setHex(set.part_a);
    this.glass_b.color.setHex(set.part_b);
    this.ghost.color.setHex(set.ghost);
    this.edge.color.setHex(set.edge);
    this.faint_edge.color.setHex(theme === 'dark' ? 0xaab4be : set.edge);
  }

  clip(plane: Plane | null): void {
    const planes = plane ? [plane] : null;
    for (const material of [
      ...this.calm,
      this.of_a,
      this.of_b,
      this.glass_a,
      this.glass_b,
      this.ghost,
      this.edge,
      this.faint_edge,
    ])
      material.clippingPlanes = planes;
    // Edges at the back would show through faces that only look filled.
    this.edge.visible = this.faint_edge.visible = plane === null;
  }

  /// Which of the pair hide at least this share of the points from an eye.
  hiding(pair: Pair, points: Vector3[], share: number, eye: Vector3): Set<number> {
    this.group.updateMatrixWorld();
    const hides = (part: number, point: Vector3) => {
      const way = point.clone().sub(eye);
      const distance = way.length();
      const raycaster = new Raycaster(eye, way.divideScalar(distance), 0, 0.998 * distance);
      return raycaster.intersectObject(this.meshes[part], false).length > 0;
    };
    const hidden = (part: number) => points.filter((point) => hides(part, point)).length;
    return new Set([pair.a, pair.b].filter((part) => hidden(part) >= share * points.length));
  }

  /// The part under a ray through the view, or null.
  pick(raycaster: Raycaster, camera: Camera, plane: Plane | null): number | null {
    raycaster.camera = camera;
    const hits = raycaster.intersectObjects(
      this.meshes.filter((mesh) => mesh.visible && mesh.material !== this.ghost),
      false,
    );
    const hit = hits.find(({ point }) => plane === null || plane.distanceToPoint(point) >= 0);
    return hit ? (hit.object.userData.part as number) : null;
  }
}
