// What the chart draws: the clearance of a pair over time, or of all pairs that move.

import type { Finding, Report, Span } from './report';

export type Values = readonly (number | null)[];

export interface Curves {
  /// The smallest value at each step; null where it is farther than was searched.
  lowest: Values;
  /// What is drawn: one line for a pair, one each for many.
  lines: readonly Values[];
  spans: readonly Span[];
  limit: number;
  title: string;
}

/// More lines than this tell no more.
const MOST_LINES = 150;

/// Does the distance of the pair change? A bolt that always touches says nothing about when to look.
function varies({ curve }: Finding): boolean {
  return curve !== undefined && curve.some((value) => value !== curve[0]);
}

/// Runs of steps at which the flag is set.
function clash_spans(clashes: readonly boolean[]): Span[] {
  const spans: Span[] = [];
  clashes.forEach((clash, step) => {
    const run = spans[spans.length - 1];
    if (!clash) return;
    if (run && run.last === step - 1) run.last = step;
    else spans.push({ kind: 'clash', first: step, last: step });
  });
  return spans;
}

/// All pairs whose distance changes, the worst first, and when any of them clashes.
export function all_curves(report: Report): Curves {
  const moving = report.findings.filter(varies);
  const lowest: (number | null)[] = report.times.map(() => null);
  const clashes = report.times.map(() => false);
  for (const { curve, spans } of moving) {
    curve?.forEach((value, step) => {
      const low = lowest[step];
      if (value !== null && (low === null || value < low)) lowest[step] = value;
    });
    for (const { kind, first, last } of spans ?? []) if (kind === 'clash') clashes.fill(true, first, last + 1);
  }
  return {
    lowest,
    lines: moving.slice(0, MOST_LINES).map(({ curve }) => curve ?? []),
    spans: clash_spans(clashes),
    limit: report.clearance,
    title: 'Clearance of each pair that moves',
  };
}

export function curve_of(report: Report, finding: Finding): Curves {
  const values = finding.curve ?? report.times.map(() => null);
  return {
    lowest: values,
    lines: [values],
    spans: finding.spans ?? [],
    limit: finding.limit,
    title: `Clearance of ${report.parts[finding.a].name} \u2013 ${report.parts[finding.b].name}`,
  };
}
