// The list of configurations and the sliders.

import { button, choice, el } from '../dom';
import { visible } from '../names';
import { count, counted, short } from '../numbers';
import type { JointNumber } from './data';
import type { Store } from './state';

/// So many rows are shown; a page of more would be slow, and nobody reads it.
const MOST_ROWS = 2000;

export function make_header(store: Store, fit: () => void): HTMLElement {
  const theme = button('', { class: 'quiet', id: 'theme' }, () =>
    store.update({ theme: store.state.theme === 'dark' ? 'light' : 'dark' }),
  );
  const show = () => {
    theme.textContent = store.state.theme === 'dark' ? 'Light' : 'Dark';
    theme.setAttribute('aria-label', store.state.theme === 'dark' ? 'Switch to light' : 'Switch to dark');
  };
  store.subscribe(show);
  show();
  return el(
    'header',
    { class: 'top' },
    el('h1', {}, 'Robot'),
    el('span', { class: 'inputs' }, visible(store.run.name)),
    el('span', { class: 'space' }),
    button('Fit', { class: 'quiet', title: 'Show the whole robot' }, fit),
    theme,
  );
}

function pair_text(store: Store, pairs: readonly [number, number][]): string {
  if (pairs.length === 0) return 'free';
  const [a, b] = pairs[0].map((name) => visible(store.run.names[name]));
  return pairs.length === 1 ? `${a} – ${b}` : `${a} – ${b} and ${count(pairs.length - 1)} more`;
}

function summary_of(store: Store): string {
  const { touching, checked } = store.run;
  const free = touching.filter((pairs) => pairs.length === 0).length;
  const shown = touching.length < checked ? `, of ${count(checked)} that were checked` : '';
  return `${counted(touching.length, 'configuration', 'configurations')}${shown}: ${count(free)} free, ${count(touching.length - free)} not.`;
}

export function make_list(store: Store): HTMLElement {
  const { touching } = store.run;
  const rows = touching.slice(0, MOST_ROWS).map((pairs, i) => {
    const row = button('', { class: `configuration ${pairs.length === 0 ? 'is-free' : 'is-hit'}` }, () => store.choose(i));
    row.append(el('b', {}, String(i)), el('span', {}, pair_text(store, pairs)));
    return row;
  });
  const show = () => rows.forEach((row, i) => row.setAttribute('aria-pressed', String(store.state.chosen === i)));
  store.subscribe(show);
  show();
  const which = choice(
    'Which configurations',
    [
      { value: 'all', text: 'All' },
      { value: 'hit', text: 'Not free' },
    ],
    (value) => {
      which.show(value);
      rows.forEach((row, i) => (row.hidden = value === 'hit' && touching[i].length === 0));
    },
  );
  which.show('all');
  return el(
    'nav',
    { class: 'findings', 'aria-label': 'Configurations' },
    el('div', { class: 'run-summary' }, el('p', {}, summary_of(store)), which.element),
    el('div', { class: 'configurations' }, ...rows),
  );
}

function range_of({ lower, upper, is_angle }: JointNumber): [number, number] {
  const most = is_angle ? Math.PI : 1;
  return [lower ?? -most, upper ?? most];
}

function make_slider(store: Store, number: JointNumber, index: number): HTMLElement {
  const [low, high] = range_of(number);
  const input = el('input', { type: 'range', min: low, max: high, step: (high - low) / 1000 || 1, 'aria-label': number.name });
  const value = el('output');
  input.addEventListener('input', () => store.turn(index, Number(input.value)));
  const show = () => {
    const now = store.state.numbers[index];
    if (document.activeElement !== input || store.state.chosen !== null) input.value = String(now);
    value.textContent = number.is_angle ? `${short((now * 180) / Math.PI)}°` : short(now);
  };
  store.subscribe(show);
  show();
  return el('label', { class: 'joint' }, el('span', {}, visible(number.name)), value, input);
}

export function make_details(store: Store): HTMLElement {
  const state = el('div', { class: 'state' });
  const show = () => {
    const pairs = store.touching;
    if (pairs === null) {
      state.replaceChildren(el('p', { class: 'unknown' }, 'Not checked: this page draws, it does not check. Pick a configuration from the list.'));
      return;
    }
    const rows = pairs.map(([a, b]) => el('li', {}, `${visible(store.run.names[a])} – ${visible(store.run.names[b])}`));
    state.replaceChildren(
      el('h2', { class: pairs.length === 0 ? 'is-free' : 'is-hit' }, pairs.length === 0 ? 'Free' : counted(pairs.length, 'pair touches', 'pairs touch')),
      el('ul', {}, ...rows),
    );
  };
  store.subscribe(show);
  show();
  const numbers = store.run.figures.flatMap((figure) => figure.numbers);
  const sliders = numbers.map((number, i) => make_slider(store, number, i));
  return el('aside', { class: 'details robot', 'aria-label': 'Configuration' }, state, el('h3', {}, 'Joints'), ...sliders);
}
