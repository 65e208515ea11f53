// Numbers as a person reads them.

/// At most `digits` significant digits, without trailing zeros; powers of ten only where plain digits grow long.
export function short(value: number, digits = 4): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= Math.max(1e7, 10 ** digits) || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
    return `${strip(mantissa)}e${Number(exponent)}`.replace('-', '\u2212');
  }
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return strip(value.toFixed(Math.min(decimals, 12))).replace('-', '\u2212');
}

/// How many digits to show of a coordinate: `least`, and more of one that is large compared with the lengths around it,
/// so that places that differ look different.
export function digits_of(coordinate: number, length: number, least: number): number {
  const more = Math.floor(Math.log10(Math.abs(coordinate) / length));
  return Number.isFinite(more) ? Math.min(16, least + Math.max(0, more)) : least;
}

function strip(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/// A bracket as one number where its ends agree to four digits, else with as many digits as tell them apart.
export function bracket(lower: number, upper: number): string {
  if (upper - lower <= 5e-5 * upper) return short(upper);
  let digits = 4;
  while (digits < 15 && short(lower, digits) === short(upper, digits)) digits++;
  return `${short(lower, digits)} to ${short(upper, digits)}`;
}

export function count(value: number): string {
  return value.toLocaleString('en').replaceAll(',', '\u202f');
}

export function counted(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

export interface TimeAxis {
  name: string;
  unit: string;
}

/// "crank angle [deg]" is the name "crank angle" with the unit "deg".
export function time_axis(label: string | undefined): TimeAxis {
  const match = /^(.*?)\s*[[(]([^\])]*)[\])]\s*$/.exec(label ?? 'time');
  return match ? { name: match[1] || 'time', unit: match[2] } : { name: label ?? 'time', unit: '' };
}

export function time_text(time: number, axis: TimeAxis): string {
  return axis.unit ? `${short(time, 5)} ${axis.unit}` : short(time, 5);
}

/// Round values from lower to upper, about `wanted` of them, for the ticks of an axis.
export function ticks(lower: number, upper: number, wanted: number): number[] {
  const rough = (upper - lower) / Math.max(1, wanted);
  if (!(rough > 0)) return [lower];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const values: number[] = [];
  for (let i = Math.ceil(lower / step - 1e-9); i * step <= upper + 1e-9 * step; i++) values.push(i * step);
  return values;
}
