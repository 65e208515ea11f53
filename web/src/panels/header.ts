// The bar on top: what was checked, what came out, and switches of the page itself.

import { button, el } from '../dom';
import { visible } from '../names';
import { counted } from '../numbers';
import type { Report } from '../report';
import type { Store } from '../state';

function base_name(path: string): string {
  return path.split(/[\\/]/).pop() || path;
}

export function inputs_text(report: Report): string {
  const names = report.inputs.map((name) => visible(base_name(name)));
  if (names.length <= 2) return names.join(', ');
  return `${names[0]} and ${counted(names.length - 1, 'more file', 'more files')}`;
}

/// What the window is called.
export function title_of(report: Report): string {
  return `${report.complete ? 'Clash report' : 'Not complete: clash report'}: ${inputs_text(report)}`;
}

/// Says of a run that was interrupted what that means; null for others.
export function make_banner(report: Report): HTMLElement | null {
  if (report.complete) return null;
  const sentence = 'Not complete: the run was interrupted; more clashes may exist.';
  return el('p', { class: 'banner', role: 'alert' }, sentence);
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
  const help = button(
    'Keys',
    { class: 'quiet', id: 'help-button', title: 'Keyboard (?)', 'aria-haspopup': 'dialog' },
    () => store.update({ help: true }),
  );
  const { report } = store;
  return el(
    'header',
    { class: 'top' },
    el('h1', {}, 'Clash report'),
    el('span', { class: 'inputs', title: report.inputs.map(visible).join('\n') }, inputs_text(report)),
    el('span', { class: 'space' }),
    theme,
    help,
  );
}
