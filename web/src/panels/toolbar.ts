// Over the view: its directions, what becomes of the other parts, the section plane, the picked part.

import { button, choice, el } from '../dom';
import { counted } from '../numbers';
import type { View } from '../scene/view';
import type { Axis, Isolation, Store } from '../state';

function section_controls(store: Store, view: View): HTMLElement {
  const toggle = button('Section', { class: 'tool', id: 'section', title: 'Section plane (S)' }, () =>
    view.toggle_section(),
  );
  const axis = choice<Axis>(
    'Section axis',
    [
      { value: 0, text: 'X' },
      { value: 1, text: 'Y' },
      { value: 2, text: 'Z' },
    ],
    (value) => view.cut_across(value),
  );
  const offset = el('input', {
    type: 'range',
    id: 'section-offset',
    min: 0,
    max: 1,
    step: 0.002,
    'aria-label': 'Section position',
  });
  offset.addEventListener('input', () => store.change_section({ offset: Number(offset.value) }));
  const at = el('output', { class: 'section-at', for: 'section-offset' });
  const flip = button('Flip', { class: 'tool', title: 'Keep the other side' }, () =>
    store.change_section({ flip: !store.state.section.flip }),
  );
  const settings = el('div', { class: 'section-settings' }, axis.element, offset, at, flip);
  const show = () => {
    const { section } = store.state;
    toggle.setAttribute('aria-pressed', String(section.on));
    settings.hidden = !section.on;
    axis.show(section.axis);
    offset.value = String(section.offset);
    at.textContent = view.section_text();
    flip.setAttribute('aria-pressed', String(section.flip));
  };
  store.subscribe((state, before) => state.section !== before.section && show());
  show();
  return el('div', { class: 'tools' }, toggle, settings);
}

function picked_part(store: Store): HTMLElement {
  const name = el('span', { class: 'picked-name' });
  const findings = button('', { class: 'tool' }, () => store.update({ part: store.state.picked, picked: null }));
  const label = el('div', { class: 'picked', role: 'status' }, name, findings);
  const show = () => {
    const { picked } = store.state;
    label.hidden = picked === null;
    if (picked === null) return;
    const number = store.report.findings.filter((finding) => finding.a === picked || finding.b === picked).length;
    name.textContent = store.report.parts[picked].name;
    findings.textContent = number ? `Show ${counted(number, 'finding', 'findings')}` : 'No findings';
    findings.disabled = number === 0;
  };
  store.subscribe((state, before) => state.picked !== before.picked && show());
  show();
  return label;
}

function moment_note(store: Store): HTMLElement {
  const note = button('Contacts are drawn at the worst moment: go there', { class: 'moment tool', title: 'W' }, () =>
    store.go_to(store.state.selected?.finding?.worst_step ?? 0),
  );
  const show = () => {
    const { selected, step, playing } = store.state;
    note.hidden = !selected?.finding || selected.finding.worst_step === step || playing;
  };
  store.subscribe(show);
  show();
  return note;
}

export function make_toolbar(store: Store, view: View): HTMLElement {
  const others = choice<Isolation>(
    'Other parts',
    [
      { value: 'ghost', text: 'Ghost', title: 'Other parts as ghosts (I)' },
      { value: 'hide', text: 'Hide', title: 'Other parts hidden (I)' },
      { value: 'all', text: 'Show', title: 'Other parts shown (I)' },
    ],
    (isolation) => store.update({ isolation }),
    'Other parts',
  );
  const show = () => others.show(store.state.isolation);
  store.subscribe(show);
  show();
  const look = (['x', 'y', 'z'] as const).map((axis) =>
    button(
      axis.toUpperCase(),
      { class: 'segment', title: `Look along ${axis}`, 'aria-label': `Look along ${axis}` },
      () => view.look_along(axis),
    ),
  );
  const corner = button('Corner', { class: 'segment', title: 'Look from the corner (0)' }, () =>
    view.look_along('corner'),
  );
  return el(
    'div',
    { class: 'toolbar' },
    el(
      'div',
      { class: 'tool-row' },
      button('Fit', { class: 'tool', id: 'fit', title: 'Fit the selection, or everything (F)' }, () => view.fit()),
      el('div', { class: 'segments', role: 'group', 'aria-label': 'Direction of view' }, corner, ...look),
      others.element,
      section_controls(store, view),
    ),
    el('div', { class: 'tool-row' }, moment_note(store)),
    picked_part(store),
  );
}
