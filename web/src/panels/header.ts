// The bar on top: what was checked, what came out, and switches of the page itself.

import { button, el } from '../dom';
import { counted } from '../numbers';
import type { Report } from '../report';
import type { Store } from '../state';

function base_name(path: string): string {
  return path.split(/[\\/]/).pop() || path;
}

export function title_of(report: Report): string {
  const names = report.inputs.map(base_name);
  if (names.length <= 2) return names.join(', ');
  return `${names[0]} and ${counted(names.length - 1, 'more file', 'more files')}`;
}

export function make_header(store: Store): HTMLElement {
  const theme = button('', { class: 'quiet', id: 'theme', title: 'Light or dark (T)' }, () =>
    store.update({ theme: store.state.theme === 'dark' ? 'light' : 'dark' }),
  );
  const show = () => {
    theme.textContent = store.state.theme === 'dark' ? 'Light' : 'Dark';
    theme.setAttribute('aria-label', store.state.theme === 'dark' ? 'Switch to light' : 'Switch to dark');
  };
  store.subscribe(show);
  show();
  const help = button('Keys', { class: 'quiet', id: 'help-button', title: 'Keyboard (?)', 'aria-haspopup': 'dialog' }, () =>
    store.update({ help: true }),
  );
  const { report } = store;
  return el(
    'header',
    { class: 'top' },
    el('h1', {}, 'Clash report'),
    el('span', { class: 'inputs', title: report.inputs.join('\n') }, title_of(report)),
    report.complete ? null : el('span', { class: 'warning', role: 'status' }, 'Stopped early: these are the findings so far'),
    el('span', { class: 'space' }),
    theme,
    help,
  );
}
