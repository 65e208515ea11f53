// How each kind of finding looks: a shape as well as a colour, so that no one needs to tell the colours apart.

import { svg } from './dom';
import type { Kind, Standing } from './report';

export const kind_names: Record<Kind, string> = {
  clash: 'Clash',
  inside: 'Inside',
  perhaps: 'Perhaps',
  touch: 'Touch',
  clearance: 'Clearance',
};

export const kind_sentences: Record<Kind, string> = {
  clash: 'The parts are in each other.',
  inside: 'One part lies inside the other.',
  perhaps: 'The parts are in each other; whether deeper than accepted is not known.',
  touch: 'The parts touch, and are in each other no deeper than accepted.',
  clearance: 'Closer than the clearance asked for.',
};

export const standing_names: Record<Standing, string> = {
  new: 'New',
  returned: 'Returned',
  worse: 'Worse',
  still: 'Still there',
  better: 'Better',
  gone: 'Gone',
};

const paths: Record<Kind, string> = {
  clash: 'M3 3 L13 13 M13 3 L3 13',
  inside: 'M8 2 A6 6 0 1 0 8.01 2 Z M8 6 A2 2 0 1 0 8.01 6 Z',
  perhaps: 'M5 6 A3 3 0 1 1 9.2 8.7 Q8 9.4 8 10.6 M8 13.2 V13.3',
  touch: 'M4.6 4.2 A3.4 3.8 0 1 0 4.61 4.2 Z M11.4 4.2 A3.4 3.8 0 1 0 11.41 4.2 Z',
  clearance: 'M2.5 2.5 V13.5 M13.5 2.5 V13.5 M4.6 8 H11.4 M6.6 6 L4.6 8 L6.6 10 M9.4 6 L11.4 8 L9.4 10',
};

/// The sign of a kind, 16 by 16.
export function kind_sign(kind: Kind): SVGSVGElement {
  const width = kind === 'clash' ? 2.6 : 1.7;
  return svg(
    'svg',
    { class: `sign kind-${kind}`, viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
    svg('path', {
      d: paths[kind],
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': width,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }),
  );
}
