// Above the list: which findings it shows, and in what order.

import { button, el } from '../dom';
import { kind_names, kind_sign, standing_names } from '../kinds';
import { count } from '../numbers';
import { has_baseline, KINDS, STANDINGS } from '../report';
import { count_kinds, SORTS, type Sort } from '../rows';
import type { Store } from '../state';

/// The set with the value in it, or without it where it was.
export function toggled<T>(set: ReadonlySet<T>, value: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

function kind_chips(store: Store): HTMLElement {
  const counts = count_kinds(store.all_rows);
  const chips = KINDS.map((kind) => {
    const chip = button('', { class: `chip kind-${kind}`, 'data-kind': kind }, () =>
      store.update({ kinds: toggled(store.state.kinds, kind) }),
    );
    chip.append(kind_sign(kind), el('span', {}, kind_names[kind]), el('b', {}, count(counts[kind])));
    return chip;
  });
  const show = () =>
    chips.forEach((chip, i) => chip.setAttribute('aria-pressed', String(store.state.kinds.has(KINDS[i]))));
  store.subscribe(show);
  show();
  return el('div', { class: 'chips', role: 'group', 'aria-label': 'Kinds' }, ...chips);
}

function standing_chips(store: Store): HTMLElement | null {
  if (!has_baseline(store.report)) return null;
  const seldom = ['returned', 'worse', 'better'];
  const standings = STANDINGS.filter(
    (standing) => !seldom.includes(standing) || store.all_rows.some((row) => row.standing === standing),
  );
  const chips = standings.map((standing) => {
    const number = store.all_rows.filter((row) => row.standing === standing).length;
    const chip = button('', { class: 'chip', 'data-standing': standing }, () =>
      store.update({ standings: toggled(store.state.standings, standing) }),
    );
    chip.append(el('span', {}, standing === 'still' ? 'Still' : standing_names[standing]), el('b', {}, count(number)));
    return chip;
  });
  const show = () =>
    chips.forEach((chip, i) => chip.setAttribute('aria-pressed', String(store.state.standings.has(standings[i]))));
  store.subscribe(show);
  show();
  return el('div', { class: 'chips standings', role: 'group', 'aria-label': 'Compared with the baseline' }, ...chips);
}

function search_box(store: Store): HTMLInputElement {
  const search = el('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search part names',
    'aria-label': 'Search part names',
    autocomplete: 'off',
    spellcheck: 'false',
    title: 'Search part names (/)',
  });
  search.addEventListener('input', () => store.update({ query: search.value }));
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      store.update({ query: '' });
      search.blur();
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') document.getElementById('findings')?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  store.subscribe((state) => {
    if (search.value !== state.query) search.value = state.query;
  });
  return search;
}

function sort_box(store: Store): HTMLElement {
  const options = Object.entries(SORTS).map(([value, text]) => el('option', { value }, text));
  const sort = el('select', { id: 'sort', 'aria-label': 'Sort by' }, ...options);
  sort.addEventListener('change', () => store.update({ sort: sort.value as Sort }));
  store.subscribe((state) => {
    if (sort.value !== state.sort) sort.value = state.sort;
  });
  return sort;
}

export function make_filters(store: Store): HTMLElement {
  const shown = el('p', { class: 'shown', 'aria-live': 'polite' });
  const only_part = button('', { class: 'chip only-part', title: 'Show the findings of all parts' }, () =>
    store.update({ part: null }),
  );
  const show = () => {
    const { rows, part } = store.state;
    const all = store.all_rows.length;
    shown.textContent = rows.length === all ? `${count(all)} listed` : `${count(rows.length)} of ${count(all)} listed`;
    only_part.hidden = part === null;
    if (part !== null) only_part.textContent = `Only ${store.report.parts[part].name}  \u00d7`;
  };
  store.subscribe((state, before) => {
    if (state.rows !== before.rows || state.part !== before.part) show();
  });
  show();
  return el(
    'div',
    { class: 'filters' },
    kind_chips(store),
    standing_chips(store),
    el('div', { class: 'search-row' }, search_box(store), sort_box(store)),
    el('div', { class: 'shown-row' }, shown, only_part),
  );
}
