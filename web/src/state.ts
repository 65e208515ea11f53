// The page's state. Data flows one way: events change the state, views follow it.

import { KINDS, STANDINGS, type Kind, type Report, type Standing } from './report';
import { rows_of, select_rows, type Row, type Sort } from './rows';

export type Isolation = 'ghost' | 'hide' | 'all';
export type Axis = 0 | 1 | 2;
export type Theme = 'light' | 'dark';

export interface Section {
  on: boolean;
  axis: Axis;
  /// 0 to 1 across the assembly.
  offset: number;
  flip: boolean;
}

export interface State {
  kinds: ReadonlySet<Kind>;
  standings: ReadonlySet<Standing>;
  query: string;
  sort: Sort;
  part: number | null;
  /// The filtered rows, kept beside what they follow from.
  rows: readonly Row[];
  /// Row under the list's keyboard cursor.
  cursor: number;
  selected: Row | null;
  picked: number | null;
  step: number;
  playing: boolean;
  isolation: Isolation;
  section: Section;
  theme: Theme;
  help: boolean;
}

export type Listener = (state: State, before: State) => void;

export class Store {
  readonly all_rows: readonly Row[];
  state: State;
  private readonly listeners: Listener[] = [];
  private readonly by_id = new Map<string, Row>();

  constructor(
    readonly report: Report,
    theme: Theme,
  ) {
    this.all_rows = rows_of(report);
    for (const row of this.all_rows) this.by_id.set(row.id, row);
    this.state = {
      kinds: new Set(KINDS),
      standings: new Set<Standing>(STANDINGS),
      query: '',
      sort: 'severity',
      part: null,
      rows: this.all_rows,
      cursor: 0,
      selected: null,
      picked: null,
      step: 0,
      playing: false,
      isolation: 'ghost',
      section: { on: false, axis: 0, offset: 0.5, flip: false },
      theme,
      help: false,
    };
  }

  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }

  update(change: Partial<State>): void {
    const before = this.state;
    const next = { ...before, ...change };
    if (
      next.query !== before.query ||
      next.sort !== before.sort ||
      next.part !== before.part ||
      next.kinds !== before.kinds ||
      next.standings !== before.standings
    ) {
      next.rows = select_rows(this.all_rows, next);
      next.cursor = Math.max(0, next.selected ? next.rows.indexOf(next.selected) : 0);
    }
    this.state = next;
    for (const listener of this.listeners) listener(next, before);
  }

  /// Selects a row, goes to its worst moment and stops playing; null selects nothing.
  select(row: Row | null): void {
    const cursor = row ? this.state.rows.indexOf(row) : this.state.cursor;
    this.update({
      selected: row,
      playing: false,
      cursor: cursor < 0 ? this.state.cursor : cursor,
      step: row?.finding ? row.finding.worst_step : this.state.step,
    });
  }

  select_id(id: string): boolean {
    const row = this.by_id.get(id);
    if (row && row !== this.state.selected) this.select(row);
    return row !== undefined;
  }

  /// Selects the row so many places after the selected one.
  select_next(places: number): void {
    const { rows, selected, cursor } = this.state;
    if (rows.length === 0) return;
    const from = selected ? rows.indexOf(selected) : -1;
    const start = from >= 0 ? from + places : cursor;
    this.select(rows[Math.min(rows.length - 1, Math.max(0, start))]);
  }

  go_to(step: number): void {
    const last = this.report.times.length - 1;
    this.update({ step: Math.min(last, Math.max(0, Math.round(step))) });
  }

  change_section(change: Partial<Section>): void {
    this.update({ section: { ...this.state.section, ...change } });
  }
}
