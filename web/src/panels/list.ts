// The list of findings. Only the rows in sight exist as elements, so 5000 findings cost what 30 do.

import { el } from '../dom';
import { kind_names, kind_sign, standing_names } from '../kinds';
import { counted, short } from '../numbers';
import type { Row } from '../rows';
import type { State, Store } from '../state';

const ROW_HEIGHT = 50;
const SPARE_ROWS = 4;

export function make_list(store: Store): HTMLElement {
  const rows = el('div', { class: 'rows', role: 'presentation' });
  const empty = el('p', { class: 'empty' }, 'No finding passes the filter.');
  const box = el(
    'div',
    { class: 'list', role: 'listbox', tabindex: '0', 'aria-label': 'Findings', id: 'findings' },
    rows,
  );
  const frame = el('div', { class: 'list-frame' }, box, empty);

  const draw = (state: State) => {
    const first = Math.max(0, Math.floor(box.scrollTop / ROW_HEIGHT) - SPARE_ROWS);
    const last = Math.min(state.rows.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW_HEIGHT) + SPARE_ROWS);
    rows.style.height = `${state.rows.length * ROW_HEIGHT}px`;
    rows.replaceChildren();
    for (let i = first; i < last; i++) rows.append(row_element(state, i));
    const cursor_drawn = state.cursor >= first && state.cursor < last;
    if (cursor_drawn) box.setAttribute('aria-activedescendant', `row-${state.cursor}`);
    else box.removeAttribute('aria-activedescendant');
    empty.hidden = state.rows.length > 0;
  };

  const keep_in_sight = (row: number) => {
    const top = row * ROW_HEIGHT;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW_HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW_HEIGHT - box.clientHeight;
  };

  box.addEventListener('scroll', () => draw(store.state), { passive: true });
  new ResizeObserver(() => draw(store.state)).observe(box);
  rows.addEventListener('click', (event) => {
    const row = (event.target as Element).closest<HTMLElement>('.row');
    if (row) store.select(store.state.rows[Number(row.dataset.row)]);
  });
  box.addEventListener('keydown', (event) => {
    const { rows: shown, cursor } = store.state;
    const page = Math.max(1, Math.floor(box.clientHeight / ROW_HEIGHT) - 1);
    const moves: Record<string, number> = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      PageDown: cursor + page,
      PageUp: cursor - page,
      Home: 0,
      End: shown.length - 1,
    };
    if (event.key in moves && shown.length > 0)
      store.update({ cursor: Math.min(shown.length - 1, Math.max(0, moves[event.key])) });
    else if (event.key === 'Enter' && shown[cursor]) store.select(shown[cursor]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  store.subscribe((state, before) => {
    if (state.rows !== before.rows) box.scrollTop = 0;
    if (state.cursor !== before.cursor || state.rows !== before.rows) keep_in_sight(state.cursor);
    if (state.cursor !== before.cursor || state.rows !== before.rows || state.selected !== before.selected) draw(state);
  });
  draw(store.state);
  return frame;
}

function row_element(state: State, index: number): HTMLElement {
  const row = state.rows[index];
  const selected = row === state.selected;
  const classes = [
    'row',
    selected ? 'selected' : '',
    index === state.cursor ? 'cursor' : '',
    row.finding ? '' : 'gone',
  ];
  const element = el(
    'div',
    {
      class: classes.filter(Boolean).join(' '),
      role: 'option',
      id: `row-${index}`,
      'data-row': index,
      'aria-selected': String(selected),
      'aria-setsize': state.rows.length,
      'aria-posinset': index + 1,
      'aria-label': sentence_of(row),
      title: `${row.name_a}\n${row.name_b}`,
    },
    kind_sign(row.kind),
    el('div', { class: 'names' }, el('span', {}, row.name_a), el('span', {}, row.name_b)),
    el('div', { class: 'value' }, el('span', {}, value_of(row)), badge(row)),
  );
  element.style.top = `${index * ROW_HEIGHT}px`;
  return element;
}

function badge(row: Row): HTMLElement {
  const kind = kind_names[row.kind];
  const told = row.standing !== null && row.standing !== 'still';
  const text = told ? `${standing_names[row.standing ?? 'still']} ${kind.toLowerCase()}` : kind;
  return el('span', { class: `badge ${row.standing ?? ''}` }, text);
}

function value_of(row: Row): string {
  if (!row.finding) return '';
  const { depth, depth_measured, contacts } = row.finding;
  // What is proved, as the list is sorted by it.
  if (row.kind !== 'clearance' && depth && depth_measured) return depth.lower > 0 ? `${short(depth.lower, 3)} deep` : '';
  if (row.kind === 'clash') return counted(contacts ?? 0, 'contact', 'contacts');
  if (row.kind === 'inside' || row.kind === 'perhaps') return '';
  return short(row.finding.distance.upper);
}

function sentence_of(row: Row): string {
  const standing = row.standing ? `, ${standing_names[row.standing].toLowerCase()}` : '';
  return `${kind_names[row.kind]} between ${row.name_a} and ${row.name_b}${standing}`;
}
