import './styles/page.css';
import './styles/panels.css';
import './styles/view.css';
import { el } from './dom';
import { read_geometry } from './geometry';
import { listen_to_keys, page_keys, type Views } from './keyboard';
import { follow_link } from './link';
import { make_details } from './panels/details';
import { make_filters } from './panels/filters';
import { make_banner, make_header, title_of } from './panels/header';
import { make_help } from './panels/help';
import { make_list } from './panels/list';
import { make_timeline } from './panels/timeline';
import { make_toolbar } from './panels/toolbar';
import { data_block, has_motion, read_report, Unreadable } from './report';
import { start_robot } from './robot/start';
import { View } from './scene/view';
import { Store } from './state';
import { first_theme, follow_theme, show_theme } from './theme';

declare global {
  interface Window {
    /// For scripts that drive the page: tests, screenshots.
    abut?: { store: Store; view: View | null };
  }
}

function say(place: Element, title: string, sentence: string): void {
  place.replaceChildren(el('main', { class: 'message' }, el('h1', {}, title), el('p', {}, sentence)));
}

/// The view, or a sentence in its place that says why there is none.
function fill_stage(store: Store, stage: HTMLElement): View | null {
  const text = data_block('abut-geometry');
  try {
    if (text === null) throw new Unreadable('This report holds no geometry; the list is complete without it.');
    const view = new View(store, read_geometry(text, store.report.parts.length));
    stage.replaceChildren(view.element, make_toolbar(store, view));
    return view;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    stage.replaceChildren(el('p', { class: 'no-view' }, error.message));
    return null;
  }
}

function start(page: Element): void {
  const store = new Store(read_report(data_block('abut-clash')), first_theme());
  document.title = title_of(store.report);
  follow_theme(store);
  let view: View | null = null;
  const views: Views = {
    fit: () => view?.fit(),
    look_along: (direction) => view?.look_along(direction),
    toggle_section: () => view?.toggle_section(),
  };
  const keys = page_keys(store, views);
  const stage = el('main', { class: 'stage' }, el('p', { class: 'no-view' }, 'Preparing the view'));
  const motion = has_motion(store.report);
  page.replaceChildren(
    make_header(store),
    el('nav', { class: 'findings', 'aria-label': 'Findings' }, make_filters(store), make_list(store)),
    stage,
    make_details(store),
    make_help(store, keys),
  );
  if (motion) page.append(make_timeline(store));
  const banner = make_banner(store.report);
  if (banner) page.prepend(banner);
  page.classList.toggle('still', !motion);
  listen_to_keys(keys);
  // The list is there at once; large assemblies take a moment to unpack.
  setTimeout(() => {
    view = fill_stage(store, stage);
    follow_link(store);
    window.abut = { store, view };
    document.documentElement.dataset.ready = 'true';
  }, 0);
}

const page = document.getElementById('page') as Element;
show_theme(first_theme());
try {
  const robot = data_block('abut-robot');
  if (robot === null) start(page);
  else start_robot(page, robot);
} catch (error) {
  if (!(error instanceof Unreadable)) throw error;
  say(page, 'No report here', error.message);
}
