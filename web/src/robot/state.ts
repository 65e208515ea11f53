// The state of a robot's page. Data flows one way: events change the state, views follow it.

import type { Theme } from '../state';
import type { RobotRun } from './data';

export interface State {
  /// The numbers that are drawn.
  numbers: readonly number[];
  /// The checked configuration that they are, or null.
  chosen: number | null;
  theme: Theme;
}

export type Listener = (state: State, before: State) => void;

export class Store {
  state: State;
  private readonly listeners: Listener[] = [];

  constructor(
    readonly run: RobotRun,
    theme: Theme,
  ) {
    const first = run.touching.findIndex((pairs) => pairs.length > 0);
    const chosen = run.configurations.length === 0 ? null : Math.max(0, first);
    const zero = run.figures.flatMap((figure) => figure.numbers.map(neutral));
    this.state = { numbers: chosen === null ? zero : run.configurations[chosen], chosen, theme };
  }

  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }
  update(change: Partial<State>): void {
    const before = this.state;
    this.state = { ...before, ...change };
    for (const listener of this.listeners) listener(this.state, before);
  }
  choose(configuration: number): void {
    this.update({ chosen: configuration, numbers: this.run.configurations[configuration] });
  }
  turn(number: number, value: number): void {
    this.update({ chosen: null, numbers: this.state.numbers.map((old, i) => (i === number ? value : old)) });
  }
  /// The pairs that touch, or null where nobody knows.
  get touching(): readonly [number, number][] | null {
    return this.state.chosen === null ? null : this.run.touching[this.state.chosen];
  }
}

/// 0 where that is within the limits.
function neutral({ name, lower, upper }: { name: string; lower: number | null; upper: number | null }): number {
  if (name.endsWith('/rot_w')) return 1;
  return Math.min(Math.max(0, lower ?? 0), upper ?? 0);
}
