// The report as `abut clash` writes it (docs/clash-schema.md), and how it is read from the page.

import { visible } from './names';

export const KINDS = ['clash', 'inside', 'perhaps', 'touch', 'clearance'] as const;
export type Kind = (typeof KINDS)[number];
export const STANDINGS = ['new', 'returned', 'worse', 'still', 'better', 'gone'] as const;
export type Standing = (typeof STANDINGS)[number];
export type Point = [number, number, number];

export interface Box {
  lower: Point;
  upper: Point;
}

export interface Part extends Box {
  name: string;
  triangles: number;
  closed: boolean;
  degenerate?: number;
}

export interface Span {
  kind: Kind;
  first: number;
  last: number;
}

/// A value between two others.
export interface Bracket {
  lower: number;
  upper: number;
}

/// When two parts meet.
export interface Interval {
  kind: Kind;
  begin: Bracket;
  end: Bracket;
}

export interface Finding {
  id: string;
  kind: Kind;
  a: number;
  b: number;
  limit: number;
  /// The depth that is accepted of this pair.
  accepted?: number;
  /// Is the tolerance cut to half the thickness of a part where they meet?
  tolerance_cut?: boolean;
  stray?: number;
  /// false: the strays leave the kind open. How often finer triangles were asked for, and why no more.
  sure?: boolean;
  refined?: number;
  refine_end?: string;
  duplicate?: boolean;
  /// Absent: a part is not closed, or the parts do not meet.
  depth?: Bracket;
  depth_measured?: boolean;
  volume?: Bracket;
  volume_measured?: boolean;
  way_out?: Bracket & { move: Point };
  reach_a?: Bracket;
  reach_b?: Bracket;
  /// Where the surfaces meet, the deepest first.
  patches?: { depth: Bracket; centre: Point; area: number; length: number; contacts: number }[];
  worst_step: number;
  worst_time?: number;
  /// Is the worst time between the worst step and the next one?
  between_steps?: boolean;
  distance: Bracket;
  point_a?: Point;
  point_b?: Point;
  contacts?: number;
  triangles_a?: number[];
  triangles_b?: number[];
  triangles_complete?: boolean;
  region?: Box;
  inside?: 'a' | 'b';
  spans?: Span[];
  curve?: (number | null)[];
  intervals?: Interval[];
  least?: Bracket & { time: number };
  state?: Exclude<Standing, 'gone'>;
  was?: Kind;
}

export interface Gone {
  id: string;
  kind: Kind;
  name_a: string;
  name_b: string;
}

export interface Report {
  schema: string;
  version: number;
  abut: string;
  inputs: string[];
  clearance: number;
  tolerance: number;
  min_depth?: number;
  min_volume?: number;
  complete: boolean;
  times: number[];
  time_name?: string;
  /// Present when the motion was checked between steps: what that left open.
  undecided?: { a: number; b: number; begin: number; end: number }[];
  /// Pairs of parts of which it is not known whether one is inside the other, which is open.
  undecided_inside?: { inner: number; outer: number; step: number }[];
  unknown_ways?: { part: number; begin: number; end: number; why: string }[];
  parts: Part[];
  summary: Record<Kind, number> & {
    duplicates?: number;
    left_out?: number;
    without_depth?: number;
    without_volume?: number;
    pairs: number;
    pairs_checked: number;
    seconds: number;
  };
  findings: Finding[];
  gone?: Gone[];
  /// Settings that were others in the baseline.
  differing?: string[];
}

/// What keeps the page from showing a report, said to a person.
export class Unreadable extends Error {}

/// The text of a data block of this page, or null when the command has not filled it in.
export function data_block(id: string): string | null {
  return document.getElementById(id)?.textContent ?? null;
}

/// The report inside this page. Throws Unreadable with a sentence for the reader.
export function read_report(text: string | null): Report {
  if (text === null)
    throw new Unreadable(
      'This page holds no data. It is the empty template: run abut clash ASSEMBLY --report report.html and open the file that it writes.',
    );
  let report: Report;
  try {
    report = JSON.parse(text) as Report;
  } catch {
    throw new Unreadable('The data in this page cannot be read. Was the file cut off while it was copied?');
  }
  if (report.schema !== 'abut-clash') throw new Unreadable('The data in this page is not a clash report.');
  if (report.version !== 2)
    throw new Unreadable(`The data in this page has version ${report.version}; this page reads version 2.`);
  return with_visible_names(report);
}

function with_visible_names(report: Report): Report {
  return {
    ...report,
    ...(report.time_name === undefined ? {} : { time_name: visible(report.time_name) }),
    parts: report.parts.map((part) => ({ ...part, name: visible(part.name) })),
    ...(report.gone && {
      gone: report.gone.map((old) => ({ ...old, name_a: visible(old.name_a), name_b: visible(old.name_b) })),
    }),
  };
}

/// Does anything move?
export function has_motion(report: Report): boolean {
  return report.times.length > 1;
}

/// Was the report compared with an earlier one?
export function has_baseline(report: Report): boolean {
  return report.gone !== undefined || report.findings.some((finding) => finding.state !== undefined);
}
