import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { measurePage, runAxe } from './measure.ts';

export const GALLERY = path.resolve(import.meta.dirname, '../../gallery');

export type Size = { name: 'wide' | 'phone' | 'narrow' | 'widget'; width: number; height: number };
export const WIDE: Size = { name: 'wide', width: 1280, height: 860 };
export const PHONE: Size = { name: 'phone', width: 390, height: 844 };
/** The narrowest screen that the panel is made for. */
export const NARROW: Size = { name: 'narrow', width: 320, height: 720 };
export const WIDGET: Size = { name: 'widget', width: 720, height: 860 };

export type Look = { size: Size; scheme: 'light' | 'dark' };
export type Picture = Look & { series: string; screen: string; state: string; file: string };

/** Takes screenshots of a page in every size and colour scheme of a series, and lists them for the contact sheet. */
export type Camera = {
  /** `only` is for what doesn't exist at other sizes. */
  take: (page: Page, screen: string, state: string, only?: Size) => Promise<void>;
  pictures: Picture[];
  /** Faults that were measured on the pages, each with its picture. */
  findings: string[];
};

export function openCamera(series: string, looks: readonly Look[]): Camera {
  const pictures: Picture[] = [];
  const findings: string[] = [];
  mkdirSync(path.join(GALLERY, series), { recursive: true });
  async function take(page: Page, screen: string, state: string, only?: Size): Promise<void> {
    await page.evaluate(() => document.fonts.ready);
    const isDialog =
      (await page.locator('[role=dialog], [role=alertdialog], [role=menu], :popover-open, dialog[open]').count()) > 0;
    // Moves the pointer away, so that nothing is hovered.
    await page.mouse.move(0, 0);
    for (const { size, scheme } of looks.filter((look) => !only || look.size === only)) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      if (!(await isLoaded(page))) findings.push(`${screen} ${state} ${size.name}: is still loading`);
      // A dialog is shown in its window, a page in its full height.
      if (!isDialog) await showAll(page, size);
      const file = path.join(series, `${screen}-${state}-${size.name}-${scheme}.png`);
      await page.screenshot({ path: path.join(GALLERY, file), animations: 'disabled', caret: 'hide' });
      pictures.push({ series, screen, state, file, size, scheme });
      const found = scheme === 'light' || looks.length < 3 ? await measurePage(page) : [];
      if (size === looks[0]?.size && scheme === looks[0].scheme) found.push(...(await runAxe(page)));
      findings.push(...found.map((each) => `${file}: ${each}`));
    }
    const [first] = looks;
    const back = only ?? first?.size;
    if (back) await page.setViewportSize(back);
  }
  return { take, pictures, findings };
}

const PATIENCE_MS = 3_000;

/** Waits until no grey placeholder is left. */
const isLoaded = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.querySelector(String.raw`.animate-breathe.bg-line\/60`) === null, null, {
      timeout: PATIENCE_MS,
    })
    .then(
      () => true,
      () => false,
    );

const MOST_HEIGHT = 2_400;

async function showAll(page: Page, { width, height }: Size): Promise<void> {
  const needed = await page.evaluate(() => {
    window.scrollTo(0, 0);
    return document.documentElement.scrollHeight;
  });
  await page.setViewportSize({ width, height: Math.max(height, Math.min(needed, MOST_HEIGHT)) });
}
