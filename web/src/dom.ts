// Making elements.

export type Attributes = Record<string, string | number | boolean | null>;
export type Child = Node | string | null;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== null) element.append(child);
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(element, attributes, children);
  return element;
}

export function button(label: string, attributes: Attributes, on_click: () => void): HTMLButtonElement {
  const element = el('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', on_click);
  return element;
}

/// Buttons of which one is pressed. `show` marks the one with the given value.
export function choice<T extends string | number>(
  label: string,
  options: readonly { value: T; text: string; title?: string }[],
  on_choose: (value: T) => void,
): { element: HTMLElement; show: (value: T) => void } {
  const buttons = options.map(({ value, text, title }) =>
    button(text, { class: 'segment', title: title ?? null }, () => on_choose(value)),
  );
  const show = (value: T) =>
    buttons.forEach((b, i) => b.setAttribute('aria-pressed', String(options[i].value === value)));
  return { element: el('div', { class: 'segments', role: 'group', 'aria-label': label }, ...buttons), show };
}
