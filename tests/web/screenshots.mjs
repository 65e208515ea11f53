// Pictures of a report: node tests/web/screenshots.mjs REPORT.html OUTDIR
// light.png, dark.png, clash.png (the worst finding), moved.png (the slider moved, where there is motion), section.png.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { drawn, launch, open } from './browser.mjs';

export async function take_pictures(browser, url, folder) {
  mkdirSync(folder, { recursive: true });
  const { page } = await open(browser, url);
  const shoot = async (name) => {
    await drawn(page);
    await page.screenshot({ path: join(folder, name) });
  };
  await shoot('light.png');
  if (await page.locator('.row').count()) {
    await page.locator('#row-0').click();
    await shoot('clash.png');
    const nearest = await page.evaluate(() => window.abut.store.state.rows.findIndex((row) => row.kind === 'clearance'));
    if (nearest >= 0) {
      await page.evaluate((row) => window.abut.store.select(window.abut.store.state.rows[row]), nearest);
      await shoot('clearance.png');
    }
    if (await page.locator('#time').count()) {
      await page.evaluate(() => {
        const { store } = window.abut;
        store.select(store.all_rows[0]);
        store.go_to(store.state.step + store.report.times.length / 8);
      });
      await shoot('moved.png');
    }
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('s');
  await page.locator('.section-settings .segment').nth(1).click();
  await shoot('section.png');
  await page.context().close();
  const dark = await open(browser, url, { dark: true });
  if (await dark.page.locator('.row').count()) await dark.page.locator('#row-0').click();
  await drawn(dark.page);
  await dark.page.screenshot({ path: join(folder, 'dark.png') });
  await dark.page.keyboard.press('Escape');
  await drawn(dark.page);
  await dark.page.screenshot({ path: join(folder, 'dark-overview.png') });
  await dark.page.context().close();
}

if (process.argv[1] && resolve(process.argv[1]) === resolve(new URL(import.meta.url).pathname)) {
  const [report, folder] = process.argv.slice(2);
  if (!folder) {
    console.error('usage: node tests/web/screenshots.mjs REPORT.html OUTDIR');
    process.exit(2);
  }
  const browser = await launch();
  await take_pictures(browser, pathToFileURL(resolve(report)).href, folder);
  await browser.close();
}
