// Colours of the view. Parts are calm; the pair in question and its contacts stand out, also to the colour-blind.

import type { Theme } from '../state';

export interface Colours {
  background: number;
  edge: number;
  ghost: number;
  part_a: number;
  part_b: number;
  contact_a: number;
  contact_b: number;
  region: number;
  parts: number[];
}

export const colours: Record<Theme, Colours> = {
  light: {
    background: 0xf4f5f6,
    edge: 0x3c444c,
    ghost: 0x76828e,
    part_a: 0x7fb2d6,
    part_b: 0xe3c48a,
    contact_a: 0xc0392b,
    contact_b: 0xe0592a,
    region: 0x9c1c12,
    parts: [0xb4bec8, 0xc9c3b8, 0xaebfb6, 0xc3b8c0, 0xa7b5c4, 0xbfc4b0, 0xc8b9ae, 0xb3b3bd],
  },
  dark: {
    background: 0x15181b,
    edge: 0x0b0d0f,
    ghost: 0x8a96a3,
    part_a: 0x5d9bc7,
    part_b: 0xc9a565,
    contact_a: 0xff5a45,
    contact_b: 0xff8552,
    region: 0xff9b8f,
    parts: [0x7d8893, 0x8f897e, 0x75877d, 0x897d86, 0x6d7c8c, 0x858b76, 0x908075, 0x7a7a85],
  },
};

/// Parts whose names differ in numbers only ("piston 1", "piston 2") share a colour.
export function colour_numbers(names: string[], available: number): number[] {
  const stems = new Map<string, number>();
  return names.map((name) => {
    const stem = name.replace(/[\d\s_.:#-]+/g, ' ').trim();
    if (!stems.has(stem)) stems.set(stem, stems.size);
    return (stems.get(stem) as number) % available;
  });
}
