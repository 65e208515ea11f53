// Everything about the selected finding; without one, about the whole check.

import { button, el, type Child } from '../dom';
import { kind_names, kind_sentences, kind_sign, standing_names } from '../kinds';
import { visible } from '../names';
import { bracket, count, counted, digits_of, short, time_axis, time_text } from '../numbers';
import { has_motion, KINDS, type Bracket, type Finding, type Kind, type Point, type Report } from '../report';
import type { Row } from '../rows';
import type { Store } from '../state';

type Fact = [name: string, value: Child | Child[]];

function facts(list: Fact[]): HTMLElement {
  const items = list.flatMap(([name, value]) => [
    el('dt', {}, name),
    el('dd', {}, ...(Array.isArray(value) ? value : [value])),
  ]);
  return el('dl', { class: 'facts' }, ...items);
}

/// Of a part far from the origin with more digits.
function point_text(point: Point, length: number): string {
  return point.map((x) => short(x, digits_of(x, length, 6))).join('  ');
}

function part_line(letter: 'a' | 'b', name: string, note: string): HTMLElement {
  return el(
    'div',
    { class: 'part-line' },
    el('span', { class: `swatch part-${letter}`, 'aria-hidden': 'true' }, letter.toUpperCase()),
    el('span', { class: 'part-name' }, name),
    el('span', { class: 'part-note' }, note),
  );
}

/// How badly the parts are in each other.
function severity_facts(finding: Finding): Fact[] {
  const { depth, volume, way_out, reach_a, reach_b } = finding;
  if (finding.kind === 'clearance') return [];
  if (!depth) return (finding.contacts ?? 0) > 0 ? [['Depth', 'not known: a part is not closed']] : [];
  const most = (value: Bracket, measured?: boolean) =>
    measured ? bracket(value.lower, value.upper) : `at most ${short(value.upper)}`;
  const list: Fact[] = [['Depth', el('strong', {}, most(depth, finding.depth_measured))]];
  if (finding.accepted)
    list.push(['Accepted', `${short(finding.accepted)}${finding.tolerance_cut ? ', half the wall where they meet' : ''}`]);
  if (depth.upper === 0) return list;
  if (volume) list.push(['Volume', most(volume, finding.volume_measured)]);
  if (way_out)
    list.push(['Way out', `${short(way_out.upper)}: move B by ${way_out.move.map((x) => short(x)).join('  ')}`]);
  if (reach_a && reach_b)
    list.push(['Reach', `A ${bracket(reach_a.lower, reach_a.upper)}, B ${bracket(reach_b.lower, reach_b.upper)}`]);
  const patches = finding.patches ?? [];
  if (patches.length > 1)
    list.push(['Patches', `${count(patches.length)}, ${patches.slice(0, 4).map((p) => short(p.depth.upper)).join(', ')}${patches.length > 4 ? ', ...' : ''} deep`]);
  if (finding.duplicate) list.push(['Twice', 'the same part in the same place']);
  return list;
}

/// What strays leave open, and why it was not refined further.
function stray_facts(finding: Finding): Fact[] {
  const list: Fact[] = [];
  if (finding.stray) list.push(['Stray', short(finding.stray)]);
  if (finding.refined) list.push(['Refined', counted(finding.refined, 'time', 'times')]);
  if (finding.sure === false && finding.refine_end) list.push(['Open', `ended by ${finding.refine_end}`]);
  return list;
}

function distance_facts(finding: Finding): Fact[] {
  const list: Fact[] = [...severity_facts(finding), ...stray_facts(finding)];
  if (finding.kind === 'clash') {
    list.push(['Contacts', counted(finding.contacts ?? 0, 'pair of triangles', 'pairs of triangles')]);
    if (finding.triangles_a && finding.triangles_b)
      list.push([
        'Triangles',
        `${count(finding.triangles_a.length)} of A, ${count(finding.triangles_b.length)} of B` +
          (finding.triangles_complete === false ? ' (the first of more)' : ''),
      ]);
  } else {
    list.push(['Distance', el('strong', {}, bracket(finding.distance.lower, finding.distance.upper))]);
  }
  list.push(['Asked for', finding.limit > 0 ? short(finding.limit) : 'no clearance']);
  if (finding.kind === 'clearance' && finding.distance.upper < finding.limit)
    list.push(['Missing', short(finding.limit - finding.distance.upper)]);
  if (finding.region) {
    const { lower, upper } = finding.region;
    list.push(['Region', upper.map((x, i) => short(x - lower[i], 3)).join(' \u00d7 ')]);
  }
  return list;
}

/// The longer side of the larger part.
function length_of(report: Report, finding: Finding): number {
  const sides = [report.parts[finding.a], report.parts[finding.b]].flatMap(({ lower, upper }) =>
    upper.map((x, i) => x - lower[i]),
  );
  return Math.max(...sides);
}

function place_facts(report: Report, finding: Finding): Fact[] {
  const length = length_of(report, finding);
  const list: Fact[] = [];
  if (finding.region) {
    const { lower, upper } = finding.region;
    list.push(['Centre', point_text(upper.map((x, i) => (x + lower[i]) / 2) as Point, length)]);
  }
  if (finding.kind !== 'clash') {
    if (finding.point_a) list.push(['On A', point_text(finding.point_a, length)]);
    if (finding.point_b) list.push(['On B', point_text(finding.point_b, length)]);
  }
  return list;
}

/// The more steps and the later, the more digits: times between steps differ in the last ones.
const exact_time = (time: number) => short(time, 7);

function times_list(store: Store, finding: Finding): HTMLElement | null {
  const { report } = store;
  if (!has_motion(report)) return null;
  const axis = time_axis(report.time_name);
  const at = (step: number) => short(report.times[step], 5);
  const item = (kind: Kind, from: string, to: string, step: number) => {
    const line = button('', { class: 'span', title: 'Go there' }, () => store.go_to(step));
    const range = from === to ? from : `${from} to ${to}`;
    line.append(
      kind_sign(kind),
      el('span', {}, kind_names[kind]),
      el('span', { class: 'range' }, `${range} ${axis.unit}`),
    );
    return el('li', {}, line);
  };
  const meeting = (finding.intervals ?? []).map(({ kind, begin, end }) =>
    item(kind, exact_time(begin.upper), exact_time(end.lower), step_before(report, begin.upper)),
  );
  const spans = (finding.spans ?? [])
    .filter(({ kind }) => meeting.length === 0 || kind === 'clearance')
    .map(({ kind, first, last }) => item(kind, at(first), at(last), first));
  if (meeting.length + spans.length === 0) return null;
  return el(
    'section',
    {},
    el('h3', {}, `When (${axis.name})`),
    el('ul', { class: 'spans' }, ...meeting, ...spans),
  );
}

/// The last step that is not later than a time.
function step_before(report: Report, time: number): number {
  const after = report.times.findIndex((other) => other > time);
  return after < 0 ? report.times.length - 1 : Math.max(0, after - 1);
}

function worst_fact(store: Store, finding: Finding): Fact[] {
  if (!has_motion(store.report)) return [];
  const axis = time_axis(store.report.time_name);
  const list: Fact[] = [];
  const go = (text: string, title: string, step: number) =>
    button(text, { class: 'link', title }, () => store.go_to(step));
  if (finding.between_steps) {
    const text = `${exact_time(finding.worst_time ?? 0)} ${axis.unit}, between steps`;
    list.push(['Worst at', go(text, 'The view shows the step before', finding.worst_step)]);
  } else {
    const text = time_text(store.report.times[finding.worst_step], axis);
    const title = 'Contacts, region and distance are drawn at this moment (W)';
    list.push(['Worst at', go(text, title, finding.worst_step)]);
  }
  const { least } = finding;
  if (least && least.upper > 0) {
    const text = `${bracket(least.lower, least.upper)} at ${exact_time(least.time)} ${axis.unit}`;
    list.push(['Least', go(text, 'Proved between steps, too', step_before(store.report, least.time))]);
  }
  return list;
}

/// What else a reader should know.
function notes(report: Report): Fact[] {
  const { summary } = report;
  const list: Fact[] = [];
  const open = report.parts.filter((part) => !part.closed && part.triangles > 0).length;
  const empty = report.parts.filter((part) => part.triangles === 0).length;
  const flat = report.parts.filter((part) => (part.degenerate ?? 0) > 0).length;
  const unsure = new Set((report.undecided_inside ?? []).map(({ outer }) => outer)).size;
  if (open) list.push(['Open', `no depth of ${counted(open, 'open part', 'open parts')}`]);
  if (unsure)
    list.push(['Inside', `containment not decided for ${counted(unsure, 'open part', 'open parts')}`]);
  if (empty) list.push(['Empty', `${counted(empty, 'part', 'parts')} without a triangle`]);
  if (flat) list.push(['Degenerate', `${counted(flat, 'part has', 'parts have')} triangles without area`]);
  if (summary.duplicates) list.push(['Twice', `${counted(summary.duplicates, 'part', 'parts')} placed twice`]);
  if (summary.left_out)
    list.push(['Left out', `${counted(summary.left_out, 'clash', 'clashes')} below the least depth or volume`]);
  if (summary.without_depth)
    list.push(['Not measured', `the depth of ${counted(summary.without_depth, 'clash', 'clashes')}`]);
  if (report.differing?.length) list.push(['Baseline', `other settings: ${report.differing.join(', ')}`]);
  return list;
}

/// What the check between steps left open.
function doubts(report: Report): Fact[] {
  const list: Fact[] = [];
  const pairs = new Set((report.undecided ?? []).map(({ a, b }) => `${a} ${b}`)).size;
  if (pairs > 0) list.push(['Undecided', `${counted(pairs, 'pair', 'pairs')} between steps; more steps help`]);
  const ways = report.unknown_ways ?? [];
  const parts = new Set(ways.map(({ part }) => part)).size;
  if (parts > 0)
    list.push([
      'Not looked at',
      `${counted(parts, 'part', 'parts')} between steps, first ${report.parts[ways[0].part].name}: ${ways[0].why}`,
    ]);
  return list;
}

function standing_text(row: Row): string | null {
  if (!row.standing) return null;
  const was = row.finding?.was;
  return was ? `${standing_names[row.standing]}; was ${kind_names[was].toLowerCase()}` : standing_names[row.standing];
}

function finding_details(store: Store, row: Row): Child[] {
  const { report } = store;
  const { finding } = row;
  const standing = standing_text(row);
  const heading = el(
    'header',
    { class: 'finding-head' },
    el('h2', {}, kind_sign(row.kind), kind_names[row.kind]),
    standing ? el('span', { class: `badge ${row.standing}` }, standing) : null,
  );
  if (!finding) {
    return [
      heading,
      part_line('a', row.name_a, ''),
      part_line('b', row.name_b, ''),
      el('p', { class: 'remark' }, 'The baseline had this finding; the present check does not find it any more.'),
      facts([['Identity', el('code', {}, row.id)]]),
    ];
  }
  const note = (part: number) =>
    `${counted(report.parts[part].triangles, 'triangle', 'triangles')}${report.parts[part].closed ? '' : ', open'}`;
  let sentence = kind_sentences[finding.kind];
  if (finding.inside) sentence = finding.inside === 'a' ? 'A lies inside B.' : 'B lies inside A.';
  const places = place_facts(report, finding);
  return [
    heading,
    el('p', { class: 'remark' }, sentence),
    part_line('a', row.name_a, note(finding.a)),
    part_line('b', row.name_b, note(finding.b)),
    facts([...distance_facts(finding), ...worst_fact(store, finding)]),
    times_list(store, finding),
    places.length ? el('section', {}, el('h3', {}, 'Where'), facts(places)) : null,
    el('section', {}, facts([['Identity', el('code', {}, row.id)]]), copy_link()),
  ];
}

function copy_link(): HTMLElement {
  const copy = button('Copy link to this finding', { class: 'quiet' }, async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      copy.textContent = 'Link copied';
    } catch {
      copy.textContent = 'The link is in the address bar';
    }
  });
  return copy;
}

function remark_on(report: Report): string {
  if (report.findings.length > 0) return 'Choose a finding to fly to it.';
  if (!report.complete) return 'Nothing was found before the run was interrupted; not all pairs were checked.';
  return 'Nothing was found: no clash, and nothing closer than asked for.';
}

function check_details(report: Report): Child[] {
  const { summary } = report;
  const total = report.parts.reduce((sum, part) => sum + part.triangles, 0);
  const open = report.parts.filter((part) => !part.closed).length;
  const axis = time_axis(report.time_name);
  const list: Fact[] = [
    ['Files', report.inputs.map(visible).join(', ')],
    ['Parts', `${count(report.parts.length)}${open ? `, ${count(open)} of them open` : ''}`],
    ['Triangles', count(total)],
    ['Clearance', report.clearance > 0 ? short(report.clearance) : 'not asked for'],
  ];
  if (report.tolerance > 0) list.push(['Tolerance', short(report.tolerance)]);
  if (has_motion(report)) {
    const last = report.times[report.times.length - 1];
    const between = report.undecided === undefined ? '' : ' and between';
    list.push([
      'Motion',
      `${count(report.times.length)} steps${between}, ${axis.name} ${short(report.times[0], 5)} to ${time_text(last, axis)}`,
    ]);
  }
  list.push(...doubts(report), ...notes(report));
  list.push(['Pairs', `${count(summary.pairs_checked)} of ${count(summary.pairs)} near enough to be checked`]);
  list.push(['Took', `${short(summary.seconds, 3)} s`], ['abut', report.abut]);
  const counts = KINDS.map((kind): Fact => [
    kind_names[kind],
    [kind_sign(kind), el('strong', {}, count(summary[kind]))],
  ]);
  return [
    el('header', { class: 'finding-head' }, el('h2', {}, 'This check')),
    el(
      'p',
      { class: 'remark' },
      remark_on(report),
    ),
    facts(counts),
    el('section', {}, el('h3', {}, 'What was checked'), facts(list)),
    el('p', { class: 'remark' }, 'Lengths are in the units of the files.'),
  ];
}

export function make_details(store: Store): HTMLElement {
  const panel = el('aside', { class: 'details', 'aria-label': 'Details', 'aria-live': 'polite' });
  const draw = () => {
    const row = store.state.selected;
    const children = row ? finding_details(store, row) : check_details(store.report);
    panel.replaceChildren(...children.filter((child): child is Node | string => child !== null));
    panel.scrollTop = 0;
  };
  store.subscribe((state, before) => {
    if (state.selected !== before.selected) draw();
  });
  draw();
  return panel;
}
