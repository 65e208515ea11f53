// The page that abut robot --report writes.

import '../styles/robot.css';
import { el } from '../dom';
import { data_block, Unreadable } from '../report';
import { first_theme, keep_theme } from '../theme';
import { read_bodies, read_run } from './data';
import { make_details, make_header, make_list } from './panels';
import { Store } from './state';
import { RobotView } from './view';

declare global {
  interface Window {
    /// For scripts that drive the page: tests, screenshots.
    abut_robot?: { store: Store; view: RobotView | null };
  }
}

export function start_robot(page: Element, text: string): void {
  const store = new Store(read_run(text), first_theme());
  document.title = `Robot: ${store.run.name}`;
  store.subscribe((state, before) => {
    if (state.theme !== before.theme) keep_theme(state.theme);
  });
  let view: RobotView | null = null;
  const stage = el('main', { class: 'stage' }, el('p', { class: 'no-view' }, 'Preparing the view'));
  page.classList.add('still');
  page.replaceChildren(make_header(store, () => view?.fit()), make_list(store), stage, make_details(store));
  setTimeout(() => {
    try {
      view = new RobotView(store, read_bodies(data_block('abut-robot-geometry') ?? ''));
      stage.replaceChildren(view.element);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      stage.replaceChildren(el('p', { class: 'no-view' }, error.message));
    }
    window.abut_robot = { store, view };
    document.documentElement.dataset.ready = 'true';
  }, 0);
}
