// Time: a slider with a play button, under the curve that shares its axis.

import { button, el } from '../dom';
import { time_axis, time_text } from '../numbers';
import type { Store } from '../state';
import { make_chart, PLOT_LEFT, PLOT_RIGHT } from './chart';

const THUMB = 14;

/// Steps per second: a whole motion takes about eight seconds, within what the eye follows.
function play_rate(steps: number): number {
  return Math.min(30, Math.max(4, steps / 8));
}

export function make_timeline(store: Store): HTMLElement {
  const { times, time_name } = store.report;
  const axis = time_axis(time_name);
  const last = times.length - 1;
  const play = button('', { class: 'play', id: 'play', title: 'Play or pause (space)' }, () => toggle_play(store));
  const slider = el('input', { type: 'range', id: 'time', min: 0, max: last, step: 1, value: 0, 'aria-label': axis.name });
  slider.style.marginLeft = `${PLOT_LEFT - THUMB / 2}px`;
  slider.style.width = `calc(100% - ${PLOT_LEFT + PLOT_RIGHT - THUMB}px)`;
  slider.addEventListener('input', () => store.update({ step: Number(slider.value), playing: false }));
  const now = el('output', { class: 'now', for: 'time' });
  const step = el('span', { class: 'step' });

  const show = () => {
    const { step: at, playing } = store.state;
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', time_text(times[at], axis));
    now.textContent = time_text(times[at], axis);
    step.textContent = `step ${at + 1} of ${times.length}`;
    play.textContent = playing ? 'Pause' : 'Play';
    play.setAttribute('aria-pressed', String(playing));
  };
  store.subscribe((state, before) => {
    if (state.step !== before.step || state.playing !== before.playing) show();
    if (state.playing && !before.playing) run(store);
  });
  show();
  return el(
    'section',
    { class: 'timeline', 'aria-label': 'Time' },
    el('div', { class: 'timeline-head' }, play, now, step, el('span', { class: 'space' }), el('span', { class: 'curve-title', id: 'curve-title' })),
    make_chart(store),
    slider,
  );
}

export function toggle_play(store: Store): void {
  const { playing, step } = store.state;
  const last = store.report.times.length - 1;
  if (last > 0) store.update({ playing: !playing, step: !playing && step === last ? 0 : step });
}

function run(store: Store): void {
  const last = store.report.times.length - 1;
  const rate = play_rate(last + 1);
  const from = store.state.step;
  const start = performance.now();
  const advance = (now: number) => {
    if (!store.state.playing) return;
    const step = from + Math.floor(((now - start) / 1000) * rate);
    if (step > last) store.update({ step: last, playing: false });
    else {
      if (step !== store.state.step) store.update({ step: Math.max(0, step) });
      requestAnimationFrame(advance);
    }
  };
  requestAnimationFrame(advance);
}
