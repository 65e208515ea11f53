// What the list shows: findings, and findings of the baseline that are gone, filtered and sorted.

import { KINDS, type Finding, type Kind, type Report, type Standing } from './report';

export interface Row {
  id: string;
  kind: Kind;
  standing: Standing | null;
  name_a: string;
  name_b: string;
  /// Lower-case names, for the search.
  words: string;
  /// Absent: a finding of the baseline that is gone.
  finding?: Finding;
}

export const SORTS = {
  severity: 'Severity',
  depth: 'Depth',
  volume: 'Volume',
  distance: 'Distance',
  shortfall: 'Shortfall',
  contacts: 'Contacts',
  first: 'First in time',
  name: 'Part name',
} as const;
export type Sort = keyof typeof SORTS;

export interface Filter {
  kinds: ReadonlySet<Kind>;
  standings: ReadonlySet<Standing>;
  query: string;
  sort: Sort;
  /// Only findings of this part, when given.
  part: number | null;
}

/// All rows of a report, the worst first, those that are gone last.
export function rows_of(report: Report): Row[] {
  const rows: Row[] = report.findings.map((finding) => {
    const name_a = report.parts[finding.a].name;
    const name_b = report.parts[finding.b].name;
    const standing = finding.state ?? null;
    return { id: finding.id, kind: finding.kind, standing, name_a, name_b, words: words(name_a, name_b), finding };
  });
  for (const { id, kind, name_a, name_b } of report.gone ?? [])
    rows.push({ id, kind, standing: 'gone', name_a, name_b, words: words(name_a, name_b) });
  return rows;
}

function words(name_a: string, name_b: string): string {
  return `${name_a}\n${name_b}`.toLowerCase();
}

/// The rows that pass the filter, in its order. Equal ones stay in the order of the report.
export function select_rows(rows: readonly Row[], filter: Filter): Row[] {
  const wanted = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  const passing = rows.filter(
    (row) =>
      filter.kinds.has(row.kind) &&
      (row.standing === null || filter.standings.has(row.standing)) &&
      (filter.part === null || row.finding?.a === filter.part || row.finding?.b === filter.part) &&
      wanted.every((word) => row.words.includes(word)),
  );
  if (filter.sort === 'severity') return passing;
  if (filter.sort === 'name') return passing.sort((r, s) => compare(r.name_a, s.name_a) || compare(r.name_b, s.name_b));
  const value = sort_values[filter.sort];
  const last = Number.POSITIVE_INFINITY;
  return passing.sort((r, s) => {
    const left = r.finding ? value(r.finding) : last;
    const right = s.finding ? value(s.finding) : last;
    return left < right ? -1 : left > right ? 1 : 0;
  });
}

const collator = new Intl.Collator('en', { numeric: true });
const compare = collator.compare.bind(collator);

const sort_values: Record<Exclude<Sort, 'severity' | 'name'>, (finding: Finding) => number> = {
  depth: (finding) => -(finding.depth?.lower ?? 0),
  volume: (finding) => -(finding.volume?.lower ?? 0),
  distance: (finding) => finding.distance.upper,
  shortfall: (finding) => finding.distance.upper - finding.limit,
  contacts: (finding) => -(finding.contacts ?? 0),
  first: (finding) => finding.spans?.[0]?.first ?? finding.worst_step,
};

/// How many rows there are of each kind, those that are gone left out.
export function count_kinds(rows: readonly Row[]): Record<Kind, number> {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const row of rows) if (row.standing !== 'gone') counts[row.kind]++;
  return counts;
}
