// The keys of the page. The help overlay is made from the same table.

import type { Isolation, Store } from './state';
import { toggle_play } from './panels/timeline';

export interface Views {
  fit(): void;
  look_along(view: 'x' | 'y' | 'z' | 'corner'): void;
  toggle_section(): void;
}

export interface Key {
  keys: string[];
  shown: string;
  does: string;
  run: () => void;
}

const next_isolation: Record<Isolation, Isolation> = { ghost: 'hide', hide: 'all', all: 'ghost' };

export function page_keys(store: Store, views: Views): Key[] {
  return [
    { keys: ['n', 'j'], shown: 'N or J', does: 'next finding', run: () => store.select_next(1) },
    { keys: ['p', 'k'], shown: 'P or K', does: 'previous finding', run: () => store.select_next(-1) },
    { keys: ['Escape'], shown: 'Esc', does: 'close this, or select nothing', run: () => escape(store) },
    { keys: ['/'], shown: '/', does: 'search part names', run: () => document.getElementById('search')?.focus() },
    { keys: ['f'], shown: 'F', does: 'fit the selection, or everything', run: () => views.fit() },
    { keys: ['i'], shown: 'I', does: 'other parts: ghost, hide, show', run: () => store.update({ isolation: next_isolation[store.state.isolation] }) },
    { keys: ['s'], shown: 'S', does: 'section plane on or off', run: () => views.toggle_section() },
    { keys: ['1'], shown: '1 2 3', does: 'look along x, y, z', run: () => views.look_along('x') },
    { keys: ['2'], shown: '', does: '', run: () => views.look_along('y') },
    { keys: ['3'], shown: '', does: '', run: () => views.look_along('z') },
    { keys: ['0'], shown: '0', does: 'look from the corner', run: () => views.look_along('corner') },
    { keys: [' '], shown: 'Space', does: 'play or pause', run: () => toggle_play(store) },
    { keys: ['ArrowRight', '.'], shown: 'Right', does: 'next step in time', run: () => store.go_to(store.state.step + 1) },
    { keys: ['ArrowLeft', ','], shown: 'Left', does: 'previous step in time', run: () => store.go_to(store.state.step - 1) },
    { keys: ['w'], shown: 'W', does: 'worst moment of the finding', run: () => store.go_to(store.state.selected?.finding?.worst_step ?? store.state.step) },
    { keys: ['t'], shown: 'T', does: 'light or dark', run: () => store.update({ theme: store.state.theme === 'dark' ? 'light' : 'dark' }) },
    { keys: ['?'], shown: '?', does: 'this overview', run: () => store.update({ help: !store.state.help }) },
  ];
}

function escape(store: Store): void {
  if (store.state.help) store.update({ help: false });
  else store.select(null);
}

/// Listens to the keys unless someone is typing, or a focused control needs the key itself.
export function listen_to_keys(keys: Key[]): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.matches('input[type="search"], select')) return;
    if (target.matches('input[type="range"]') && event.key.startsWith('Arrow')) return;
    if (target.matches('button') && (event.key === ' ' || event.key === 'Enter')) return;
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const key = keys.find((candidate) => candidate.keys.includes(pressed));
    if (!key) return;
    event.preventDefault();
    key.run();
  });
}
