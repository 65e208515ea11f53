// Chromium with software rendering, driven by Playwright.

import { createRequire } from 'node:module';
import { join } from 'node:path';

/// Playwright is installed beside the page's own packages: ABUT_WEB names that folder.
const web = process.env.ABUT_WEB ?? join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../../web');
const { chromium } = createRequire(join(web, 'package.json'))('playwright-core');

export function launch() {
  return chromium.launch({
    executablePath: process.env.ABUT_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  });
}

/// Opens a file and waits until its view is there. Errors of the page end up in `errors`.
export async function open(browser, url, { width = 1440, height = 900, dark = false, ready = true } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    offline: true,
  });
  // Software rendering on a busy machine is slow, not wrong.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(url);
  if (ready) {
    await page.waitForSelector('html[data-ready]');
    await drawn(page);
  }
  return { page, errors };
}

/// Waits until the view has drawn what was asked for.
export async function drawn(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let i = 0; i < 3; i++) await frame();
  });
}
