// The overlay that lists the keys.

import { button, el } from '../dom';
import type { Key } from '../keyboard';
import type { Store } from '../state';

export function make_help(store: Store, keys: Key[]): HTMLElement {
  const lines = keys.filter((key) => key.shown).flatMap((key) => [el('dt', {}, el('kbd', {}, key.shown)), el('dd', {}, key.does)]);
  const close = button('Close', { class: 'quiet' }, () => store.update({ help: false }));
  const dialog = el(
    'dialog',
    { class: 'help', id: 'help', 'aria-label': 'Keyboard' },
    el('header', {}, el('h2', {}, 'Keyboard and mouse'), close),
    el('dl', {}, ...lines),
    el('p', { class: 'remark' }, 'In the list: arrow keys move, Enter selects. In the view: drag turns, right drag or Shift drag shifts, the wheel zooms, a click names a part.'),
  );
  dialog.addEventListener('close', () => store.state.help && store.update({ help: false }));
  dialog.addEventListener('click', (event) => event.target === dialog && store.update({ help: false }));
  store.subscribe((state, before) => {
    if (state.help === before.help) return;
    if (state.help) dialog.showModal();
    else dialog.close();
  });
  return dialog;
}
