import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { GALLERY, type Picture } from './camera.ts';

const STYLE = `body{margin:0;padding:24px;background:#7d7f82;font:13px/1.4 system-ui,sans-serif;color:#fff}h1{font-size:20px;margin:0 0 16px}h2{font-size:15px;margin:28px 0 10px}
.row{display:flex;flex-wrap:wrap;gap:14px;align-items:flex-start}figure{margin:0}img{display:block;border-radius:4px;background:#fff}figcaption{padding:4px 0}a{color:#fff}`;
const HEIGHTS = { wide: 260, phone: 340, narrow: 340, widget: 260 };

/** Writes one page with every picture, and for each series an overview picture. */
export async function writeContactSheets(browser: Browser, pictures: readonly Picture[]): Promise<void> {
  const bySeries = Object.groupBy(pictures, (picture) => picture.series);
  const sheets = Object.entries(bySeries).map(([series, own = []]) => `<h1>${series}</h1>${rowsOf(own)}`);
  writeFileSync(path.join(GALLERY, 'index.html'), pageOf(sheets.join('\n')));
  const page = await browser.newPage({ viewport: { width: 2_000, height: 900 } });
  for (const [series, own = []] of Object.entries(bySeries)) {
    for (const [index, part] of halves(own).entries()) {
      const sheet = path.join(GALLERY, `.sheet-${series}.html`);
      writeFileSync(sheet, pageOf(`<h1>${series}</h1>${rowsOf(part)}`));
      await page.goto(`file://${sheet}`);
      await page.screenshot({ path: path.join(GALLERY, `sheet-${series}-${index + 1}.png`), fullPage: true });
    }
  }
  await page.close();
}

const PICTURES_A_SHEET = 40;

function halves(pictures: readonly Picture[]): Picture[][] {
  const count = Math.ceil(pictures.length / PICTURES_A_SHEET);
  const size = Math.ceil(pictures.length / count);
  return Array.from({ length: count }, (_, index) => pictures.slice(index * size, (index + 1) * size));
}

function rowsOf(pictures: readonly Picture[]): string {
  const byScreen = Object.groupBy(pictures, (picture) => picture.screen);
  return Object.entries(byScreen)
    .map(([screen, own = []]) => `<h2>${screen}</h2><div class="row">${own.map(figureOf).join('')}</div>`)
    .join('');
}

const figureOf = ({ file, state, size, scheme }: Picture): string =>
  `<figure><a href="${file}"><img src="${file}" height="${HEIGHTS[size.name]}" alt=""></a><figcaption>${state}, ${size.name}, ${scheme}</figcaption></figure>`;

const pageOf = (content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title><style>${STYLE}</style></head><body>${content}</body></html>`;
