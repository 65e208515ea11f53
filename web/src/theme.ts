// Light and dark: as the system says, until the reader chooses.

import type { Store, Theme } from './state';

const KEY = 'abut-theme';

/// Storage may be forbidden for files opened from disk; the page works without.
function stored(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null;
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Nothing is lost but the choice.
  }
}

export function first_theme(): Theme {
  return stored() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

export function show_theme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/// What the reader chose.
export function keep_theme(theme: Theme): void {
  show_theme(theme);
  remember(theme);
}

export function follow_theme(store: Store): void {
  store.subscribe((state, before) => {
    if (state.theme !== before.theme) keep_theme(state.theme);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
    if (!stored()) store.update({ theme: event.matches ? 'dark' : 'light' });
  });
}
