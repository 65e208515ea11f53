// The smallest clearance over time: of the selected pair, or of all pairs together.

import { el, svg } from '../dom';
import { kind_names } from '../kinds';
import { short, ticks, time_axis, time_text } from '../numbers';
import type { Finding, Report, Span } from '../report';
import type { State, Store } from '../state';

export const PLOT_LEFT = 56;
export const PLOT_RIGHT = 20;
const TOP = 10;
const BOTTOM = 28;
const BAND = 6;

interface Curve {
  values: (number | null)[];
  spans: Span[];
  limit: number;
  title: string;
}

/// Does the distance of the pair change? A bolt that always touches says nothing about when to look.
function varies({ curve }: Finding): boolean {
  return curve !== undefined && curve.some((value) => value !== curve[0]);
}

/// At each step the smallest value of any pair in motion, and the runs of steps in which something clashes.
export function lowest_of_all(report: Report): Curve {
  const values: (number | null)[] = report.times.map(() => null);
  const clashes = report.times.map(() => false);
  for (const { curve, spans } of report.findings.filter(varies)) {
    curve?.forEach((value, step) => {
      const low = values[step];
      if (value !== null && (low === null || value < low)) values[step] = value;
    });
    for (const { kind, first, last } of spans ?? [])
      if (kind === 'clash') clashes.fill(true, first, last + 1);
  }
  const spans: Span[] = [];
  clashes.forEach((clash, step) => {
    const run = spans[spans.length - 1];
    if (!clash) return;
    if (run && run.last === step - 1) run.last = step;
    else spans.push({ kind: 'clash', first: step, last: step });
  });
  return { values, spans, limit: report.clearance, title: 'Smallest clearance of the pairs that move' };
}

function curve_of(report: Report, finding: Finding): Curve {
  return {
    values: finding.curve ?? report.times.map(() => null),
    spans: finding.spans ?? [],
    limit: finding.limit,
    title: `Clearance of ${report.parts[finding.a].name} \u2013 ${report.parts[finding.b].name}`,
  };
}

/// Straight pieces through the known values; unknown ones leave a gap.
function path_of(values: (number | null)[], x: (step: number) => number, y: (value: number) => number): string {
  let path = '';
  values.forEach((value, step) => {
    if (value === null) return;
    const joined = step > 0 && values[step - 1] !== null;
    const alone = !joined && (step + 1 === values.length || values[step + 1] === null);
    path += `${joined ? 'L' : 'M'}${x(step).toFixed(1)} ${y(value).toFixed(1)}`;
    if (alone) path += 'h0.01';
  });
  return path;
}

export function make_chart(store: Store): HTMLElement {
  const { report } = store;
  const axis = time_axis(report.time_name);
  const times = report.times;
  const last = times.length - 1;
  const all = lowest_of_all(report);
  const canvas = svg('svg', { class: 'chart', id: 'chart', role: 'img' });
  const tip = el('div', { class: 'chart-tip', hidden: true });
  const frame = el('div', { class: 'chart-frame' }, canvas, tip);
  const marker = svg('g', { class: 'marker' });
  let width = 0;
  let height = 0;
  let curve = all;
  let top_value = 1;

  // Steps need not be evenly spaced in time; the slider's are, so the axis is one of steps.
  const x = (step: number) => PLOT_LEFT + (step / last) * (width - PLOT_LEFT - PLOT_RIGHT);
  const y = (value: number) => TOP + (1 - value / top_value) * (height - TOP - BOTTOM);
  const step_at = (pixel: number) =>
    Math.min(last, Math.max(0, Math.round(((pixel - PLOT_LEFT) / (width - PLOT_LEFT - PLOT_RIGHT)) * last)));

  const draw_marker = (state: State) => {
    const value = curve.values[state.step];
    marker.replaceChildren(svg('line', { x1: x(state.step), x2: x(state.step), y1: TOP, y2: height - BOTTOM }));
    if (value !== null && value !== undefined) marker.append(svg('circle', { cx: x(state.step), cy: y(value), r: 4 }));
  };

  const draw_axes = () => {
    const group = svg('g', { class: 'axes' });
    for (const value of ticks(0, top_value, 3)) {
      group.append(svg('line', { x1: PLOT_LEFT, x2: width - PLOT_RIGHT, y1: y(value), y2: y(value) }));
      group.append(svg('text', { x: PLOT_LEFT - 8, y: y(value) + 4, 'text-anchor': 'end' }, short(value)));
    }
    const wanted = Math.max(2, Math.floor((width - PLOT_LEFT - PLOT_RIGHT) / 90));
    for (const value of ticks(times[0], times[last], wanted)) {
      const at = x(step_of_time(times, value));
      group.append(svg('text', { x: at, y: height - 5, 'text-anchor': 'middle' }, short(value, 5)));
      group.append(svg('line', { x1: at, x2: at, y1: height - BOTTOM + 10, y2: height - BOTTOM + 13 }));
    }
    return group;
  };

  const draw = (state: State) => {
    if (width < 100) return;
    const finding = state.selected?.finding;
    curve = finding ? curve_of(report, finding) : all;
    const known = curve.values.filter((value): value is number => value !== null);
    top_value = Math.max(...known.map(Math.abs), curve.limit, 1e-12) * 1.12;
    canvas.setAttribute('viewBox', `0 0 ${width} ${height}`);
    canvas.setAttribute('aria-label', `${curve.title} over ${axis.name}`);
    const half = (x(1) - x(0)) / 2;
    const spans = curve.spans.map(({ kind, first, last: end }) => {
      const left = Math.max(PLOT_LEFT, x(first) - half);
      const right = Math.min(width - PLOT_RIGHT, x(end) + half);
      const wide = Math.max(2, right - left);
      return svg('g', { class: `span-band kind-${kind}` },
        svg('title', {}, kind_names[kind]),
        kind === 'clash' || kind === 'inside' ? svg('rect', { class: 'wash', x: left, y: TOP, width: wide, height: height - TOP - BOTTOM }) : null,
        svg('rect', { class: 'band', x: left, y: height - BOTTOM + 2, width: wide, height: BAND }));
    });
    const limit = curve.limit > 0
      ? svg('g', { class: 'limit' },
          svg('line', { x1: PLOT_LEFT, x2: width - PLOT_RIGHT, y1: y(curve.limit), y2: y(curve.limit) }),
          svg('text', { x: width - PLOT_RIGHT - 4, y: y(curve.limit) - 4, 'text-anchor': 'end' }, `asked for ${short(curve.limit)}`))
      : svg('g');
    const line = svg('path', { class: 'curve', d: path_of(curve.values, x, y) });
    canvas.replaceChildren(...spans, draw_axes(), limit, line, marker);
    draw_marker(state);
    const heading = document.getElementById('curve-title');
    const gaps = curve.values.includes(null) ? '; gaps: farther than searched' : '';
    if (heading) heading.textContent = `${curve.title} over ${axis.name}${axis.unit ? ` in ${axis.unit}` : ''}${gaps}`;
  };

  const show_tip = (event: PointerEvent) => {
    const pixel = event.clientX - frame.getBoundingClientRect().left;
    const step = step_at(pixel);
    const value = curve.values[step];
    const text = value === null || value === undefined ? 'farther than searched' : short(value);
    tip.textContent = `${time_text(times[step], axis)}: ${text}`;
    tip.hidden = false;
    tip.style.left = `${Math.min(width - 150, Math.max(0, x(step) + 8))}px`;
  };
  let dragging = false;
  const jump = (event: PointerEvent) =>
    store.update({ step: step_at(event.clientX - frame.getBoundingClientRect().left), playing: false });
  canvas.addEventListener('pointerdown', (event) => {
    dragging = true;
    canvas.setPointerCapture(event.pointerId);
    jump(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    show_tip(event);
    if (dragging) jump(event);
  });
  canvas.addEventListener('pointerup', () => (dragging = false));
  canvas.addEventListener('pointerleave', () => (tip.hidden = true));
  new ResizeObserver(() => {
    width = frame.clientWidth;
    height = frame.clientHeight;
    draw(store.state);
  }).observe(frame);
  store.subscribe((state, before) => {
    if (state.selected !== before.selected) draw(state);
    else if (state.step !== before.step && width >= 100) draw_marker(state);
  });
  return frame;
}

/// Where a time lies between the steps, as a step with fraction.
function step_of_time(times: number[], time: number): number {
  let step = 0;
  while (step + 2 < times.length && times[step + 1] <= time) step++;
  const width = times[step + 1] - times[step];
  return width > 0 ? step + Math.min(1, Math.max(0, (time - times[step]) / width)) : step;
}
