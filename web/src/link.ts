// The address names the selected finding, so that a link to it can be passed on.

import type { Store } from './state';

function linked_id(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('finding');
}

/// Selects the finding that the address names, now and whenever the address changes; writes selections back.
export function follow_link(store: Store): void {
  const read = () => {
    const id = linked_id();
    if (id) store.select_id(id);
  };
  store.subscribe((state, before) => {
    if (state.selected === before.selected) return;
    const hash = state.selected ? `#finding=${encodeURIComponent(state.selected.id)}` : '#';
    if ((location.hash || '#') !== hash) history.replaceState(null, '', hash);
  });
  addEventListener('hashchange', read);
  read();
}
